"""The German turn as an order sheet: what units do by their orders, and when the player is asked all the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.ordering import written
from tests.games.bomber_command.support import go, inner, new_session, night, pass_to, unit
from tools.questions import play as play_a_night
from viermot import Session
from viermot.games.bomber_command.knowledge.order_rows import AIR, BOUND, GROUND, INSIDE, RESTING, unit_rows
from viermot.games.bomber_command.model.board import ADJACENT, NAME, read_hex
from viermot.games.bomber_command.model.ids import Hex, Unit
from viermot.games.bomber_command.model.notation import NO, NONE, is_box
from viermot.games.bomber_command.model.state import (
    ATTACKED,
    FLOWN,
    GCI,
    GROUNDED,
    IN_RAID,
    LED_ASTRAY,
    READY,
    RETURNING,
    TRIED,
    Game,
)
from viermot.games.bomber_command.rules.movement.fighters import deploy, leave_raid
from viermot.games.bomber_command.rules.obeying import HOME, STAY, mission_of, stacks
from viermot.kernel.agenda import Unreadable
from viermot.kernel.standing import SHEET, Told

UNITS = "bomber_command.orders"
CARDS = "bomber_command.hand"
REST = [UNITS, "", "default"]


def at_moves(units: dict[str, dict[str, Any]], **more: Any) -> Session:
    """Fighters are about to move."""
    return go(new_session(night(units=units, **{"turn": 3, "phase": 2, **more})), "move")


def hand_in(s: Session, *orders: tuple[str, str], rest: str = "default") -> None:
    lines = [[UNITS, *order] for order in orders]
    s.order("german", {"sheet": [*lines, [UNITS, "", rest]]})


def where(s: Session, name: str) -> str:
    game = inner(s)
    return NAME[game.unit_place[number(s, name)]]


def number(s: Session, name: str) -> Unit:
    return number_in(inner(s), name)


def number_in(game: Game, name: str) -> Unit:
    return next(Unit(n) for n, counter in enumerate(game.layout.units) if counter.name == name)


def test_units_fly_where_they_are_told_in_whatever_order_it_was_written() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "II./NJG1": unit("H8"), "I./NJG3": unit("K5")})
    hand_in(s, ("I./NJG3", "K4"), ("I./NJG1", "J7"))
    assert [where(s, name) for name in ("I./NJG1", "II./NJG1", "I./NJG3")] == ["J7", "H8", "K4"]
    moves = [entry for entry in s.record if entry.question == "move"]
    assert [(entry.what, entry.choice) for entry in moves] == [(SHEET, "K4"), (SHEET, "J7"), (SHEET, "H8")]


@pytest.mark.parametrize(("box", "why"), [("recovering", "sheet_landing"), ("rearm", "sheet_not_ready")])
def test_a_unit_that_is_landing_or_rearming_takes_no_order_at_all(box: str, why: str) -> None:
    s = at_moves({"I./NJG1": unit("H7"), "I./NJG3": unit(box)})
    refused = {row.name: row.refused for row in unit_rows(inner(s))}
    assert set(refused["I./NJG3"].values()) == {("7.4.5", why)} and set(refused["I./NJG3"]) >= {"go", "home", "land"}
    assert refused["I./NJG1"] == {}


def test_a_row_says_what_state_a_unit_is_in_and_what_it_does_without_an_order() -> None:
    s = at_moves({"I./NJG1": unit("H7", gci=True), "I./NJG3": unit("K5", fuel=4), "I./NJG6": unit("K5", fuel=1)})
    rows = {row.name: row for row in unit_rows(inner(s))}
    states = {name: (rows[name].state, rows[name].anyway) for name in ("I./NJG1", "I./NJG3", "I./NJG6")}
    assert states == {"I./NJG1": (BOUND, STAY), "I./NJG3": (AIR, STAY), "I./NJG6": (AIR, HOME)}


def test_a_unit_that_has_flown_is_not_sent_up_again_by_an_order_that_stands() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "I./NJG3": unit("ready"), "II./NJG1": unit("ready")})
    game = inner(s)
    game.unit_marks[number(s, "I./NJG3")] |= FLOWN
    rows = {row.name: row.anyway for row in unit_rows(game)}
    assert (rows["I./NJG3"], rows["II./NJG1"]) == (RESTING, STAY)


def test_9_4_3_a_unit_inside_a_raid_can_only_be_called_home_or_left_there() -> None:
    s = at_moves({"I./NJG1": unit("E"), "I./NJG3": unit("K5"), "I./NJG6": unit("K5"), "II./NJG1": unit("ready")})
    game = inner(s)
    game.unit_marks[number(s, "I./NJG6")] |= LED_ASTRAY
    rows = {row.name: row for row in unit_rows(game)}
    inside, field = rows["I./NJG1"], game.layout.units[number(s, "I./NJG1")].hex
    assert (inside.state, inside.place, inside.reach, inside.anyway) == (INSIDE, NAME[field], (), STAY)
    assert inside.refused == dict.fromkeys(("go", "land"), ("9.4.3a", "sheet_in_raid"))
    assert rows["I./NJG6"].refused == {"go": ("7.1a", "sheet_led_astray")} and rows["I./NJG6"].reach == ()
    assert rows["II./NJG1"].state == GROUND and len(rows["II./NJG1"].reach) == 1
    assert rows["II./NJG1"].refused == dict.fromkeys(("home", "land"), ("7.4.4a", "sheet_on_the_ground"))
    game.unit_marks[number(s, "II./NJG1")] |= GROUNDED
    grounded = next(row for row in unit_rows(game) if row.name == "II./NJG1")
    assert grounded.reach == () and grounded.refused["go"] == ("7.4.2a", "sheet_grounded")


def test_9_3_a_row_lists_the_free_himmelbett_hexes_of_its_own_division() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "II./NJG1": unit("H8")})
    game = inner(s)
    zone = game.layout.units[number(s, "I./NJG1")].zone
    line = {NAME[hex_] for hex_ in game.layout.covered if game.layout.zone_of[hex_] == zone}
    rows = {row.name: row for row in unit_rows(game)}
    assert set(rows["I./NJG1"].gci) == line and "H7" in line
    assert rows["I./JG300"].gci == (), "it has one engine"
    game.unit_marks[number(s, "I./NJG1")] |= GCI
    others = [row for row in unit_rows(game) if row.division == rows["I./NJG1"].division and row.name != "I./NJG1"]
    assert {row.gci for row in others if row.gci} == {tuple(name for name in rows["I./NJG1"].gci if name != "H7")}
    singles = [row for row in unit_rows(game) if row.name == "I./JG300"]
    base = game.layout.units[number(s, "I./JG300")].hex
    assert set(singles[0].reach) == {NAME[base], *(NAME[hex_] for hex_ in ADJACENT[base])}


def test_an_order_must_name_a_place() -> None:
    game = inner(new_session(night(units={"I./NJG1": unit("H7")})))
    assert mission_of(game, "H7 gci") == (read_hex("H7"), "gci", "")
    with pytest.raises(Unreadable) as caught:
        mission_of(game, "I./NJG1")
    assert caught.value.key == "unreadable.word"


def test_what_stands_takes_several_turns_and_then_holds() -> None:
    s = at_moves({"I./NJG6": unit("M9", fuel=7)})
    s.order("german", {"routine": True, "always": [[UNITS, "I./NJG6", "P10"], REST]})
    for there in ("O10", "P10", "P10"):
        assert where(s, "I./NJG6") == there
        before = inner(s).turn
        while inner(s).turn == before or inner(s).phase < 3:
            s.decide(0)


def test_a_unit_stacks_or_mans_the_line_where_it_was_sent() -> None:
    s = at_moves({"I./NJG1": unit("I7"), "II./NJG1": unit("J7")})
    hand_in(s, ("I./NJG1", "H7 gci"), ("II./NJG1", "J8 Ida"))
    while inner(s).phase < 8:
        s.decide(0)
    game = inner(s)
    assert game.unit_marks[number(s, "I./NJG1")] & GCI
    assert game.layout.box_names[game.unit_box[number(s, "II./NJG1")]] == "Ida"


def test_several_take_off_at_once() -> None:
    s = new_session(night(turn=1, phase=3))
    s.order("german", {"routine": True})
    s = go(s, "scramble")
    hand_in(s, ("I./NJG1", "H7 gci"), ("I./NJG3", "J5"), ("I./JG300", "I8"))
    game = inner(s)
    assert [game.unit_place[number(s, name)] != READY for name in ("I./NJG1", "I./NJG3", "I./JG300", "II./NJG1")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert where(s, "I./JG300") != NAME[game.layout.units[number(s, "I./JG300")].hex]  # singles fly a hex at once


def test_whoever_was_told_to_take_off_and_cannot_is_asked_about_and_the_rest_goes_on() -> None:
    s = new_session(night(turn=2, phase=3))
    s = go(s, "scramble")
    inner(s).unit_marks[number(s, "I./NJG1")] |= GROUNDED
    hand_in(s, ("I./NJG1", "H7"), ("I./NJG3", "J5"))
    (decision,) = s.pending
    assert decision.kind == "scramble" and inner(s).unit_place[number(s, "I./NJG3")] != READY
    s.decide("none")
    assert all(each.kind != "scramble" for each in s.pending)


def test_an_order_that_cannot_be_read_is_asked_about() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "I./NJG3": unit("K5")})
    hand_in(s, ("I./NJG1", "to the moon"), ("I./NJG3", "K4"))
    (decision,) = s.pending
    assert (decision.kind, decision.subject) == ("move", "I./NJG1")
    s.decide("H7")
    assert where(s, "I./NJG3") == "K4"  # and the rest goes on


def test_a_sheet_may_leave_deployment_and_landing_to_be_asked() -> None:
    s = at_moves({"I./NJG1": unit("J7", fuel=5)})
    hand_in(s, ("I./NJG1", "J8"), rest="move scramble fly_off")
    assert go(s, "deploy").pending[0].subject == "I./NJG1"


def test_7_4_4_a_sheet_may_leave_to_be_asked_where_a_unit_lands() -> None:
    s = at_moves({"I./NJG1": unit("H7", fuel=4)})
    hand_in(s, ("I./NJG1", "land"), rest="move scramble fly_off deploy recover")
    assert go(s, "recover_where").pending[0].plain_facts["unit"] == "I./NJG1"


def test_what_a_sheet_did_is_taken_back_at_one_go_and_the_sheet_is_open_again() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "II./NJG1": unit("H8"), "I./NJG3": unit("K5")})
    hand_in(s, ("I./NJG3", "K4"), ("I./NJG1", "J7"), ("II./NJG1", "to the moon"))
    assert s.pending[0].subject == "II./NJG1"
    s.undo("german")
    assert (s.pending[0].kind, s.pending[0].subject) == ("move", "I./NJG3")
    assert s.orders["german"].sheet == () and [where(s, name) for name in ("I./NJG3", "I./NJG1")] == ["K5", "H7"]


def test_one_ordered_to_return_flies_home_and_lands_whatever_stood_before() -> None:
    s = at_moves({"I./NJG1": unit("J5", fuel=5, returning=True)})
    s.order("german", {"always": [[UNITS, "I./NJG1", "L7"], REST]})
    landed = [entry for entry in s.record if entry.question == "recover_where"]
    assert [entry.choice for entry in landed] == ["home"]


def test_a_unit_that_waits_turns_back_while_its_fuel_lasts() -> None:
    s = at_moves({"I./NJG1": unit("K8", fuel=2)})
    hand_in(s)
    assert where(s, "I./NJG1") != "K8"
    s = at_moves({"I./NJG1": unit("K8", fuel=2)})
    hand_in(s, ("I./NJG1", "stay"))
    assert where(s, "I./NJG1") == "K8"


def test_land_lands_wherever_it_is() -> None:
    s = at_moves({"I./NJG1": unit("K8", fuel=4)})
    s.order("german", {"routine": True})
    hand_in(s, ("I./NJG1", "land"))
    while inner(s).turn == 3 and inner(s).phase < 9 and s.pending:
        s.decide(0)
    assert inner(s).unit_place[number(s, "I./NJG1")] < 0


# -- the hand ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("every_window")
def test_a_card_is_played_from_the_hand_at_the_first_moment_of_the_turn_that_allows_it() -> None:
    text = night(turn=3, phase=4, hands={"british": ["SERRATE"]}, units={"I./NJG3": unit("K5"), "I./NJG1": unit("H7")})
    s = pass_to(new_session(text), "raids_move", "british")
    option = next(each for each in s.pending[0].options if each.startswith("SERRATE"))
    s.order("british", {"routine": True, "always": [[CARDS, option, "play 3"]]})
    assert s.pending[0].kind == "name_object" and s.pending[0].seat == "british"


def test_an_old_order_for_a_card_is_not_carried_out() -> None:
    text = night(turn=4, phase=4, hands={"british": ["SERRATE"]}, units={"I./NJG3": unit("K5")})
    s = new_session(text)
    s.order("british", {"routine": True, "always": [[CARDS, "SERRATE attack", "play 3"]]})
    while s.pending and inner(s).turn == 4:
        assert s.pending[0].kind != "name_object"
        s.decide("pass" if "pass" in s.pending[0].options else 0)


def test_a_card_is_thrown_away_at_the_next_draw() -> None:
    s = new_session(night(turn=3, phase=10, hands={"british": ["SERRATE", "WINDOW", "WINDOW", "TINSEL", "CORONA"]}))
    s.order("british", {"routine": True, "always": [[CARDS, "CORONA", "discard 4"]]})
    s.order("german", {"routine": True})
    while inner(s).turn < 4 or inner(s).phase < 2:
        s.decide(0)
    discards = [entry for entry in s.record if entry.question == "draw_british"]
    assert discards and "CORONA" in discards[-1].choice


# -- a whole night --------------------------------------------------------------------------------------------------


# Seven of these went otherwise before units thrown out of raids, "K5 land" and "stay" inside a raid were on the sheet.
BERLIN_NIGHTS = [("berlin", f"same {number}") for number in (0, 1, 2, 4, 8, 11, 16, 17, 19, 29)]
NIGHTS = [*BERLIN_NIGHTS, ("downfall", "same 1"), ("downfall", "same 2")]


@pytest.mark.parametrize(("scenario", "seed"), NIGHTS)
def test_a_night_by_sheets_goes_as_the_night_unit_by_unit(scenario: str, seed: str) -> None:
    """The fewest lines that were found do make the units do the same: what a player can order, a sheet can say.

    The order in which units are named is of no account; so answers are compared without it.
    """
    alone, _ = play_a_night("bomber_command", scenario, seed)
    orders = written(alone)
    assert all(text for lines in orders["german", "orders"].values() for _, text in lines)
    sheets, asked = play_a_night("bomber_command", scenario, seed, sheets=lambda _: orders)
    assert sheets.result == alone.result
    assert rolled(sheets) == rolled(alone) and len(rolled(alone)) > 50
    by_hand = {question for (seat, question) in asked.prompts if seat == "german"}
    assert not by_hand & {"move", "scramble", "fly_off", "recover", "recover_where"}


def rolled(s: Session) -> list[object]:
    """Every roll of a night, with what it was for."""
    assert isinstance(s.state, Game)
    return [event for event in s.state.log if "roll" in event[0]]


def test_a_sheet_sends_a_unit_somewhere_to_land_there() -> None:
    s = at_moves({"I./NJG1": unit("J7", fuel=3), "II./NJG1": unit("J7", fuel=7)})
    s.order("german", {"routine": True})
    hand_in(s, ("I./NJG1", "H8 land"), ("II./NJG1", "H8"))
    while inner(s).turn == 3 and inner(s).phase < 9 and s.pending:
        s.decide(0)
    home = [(entry.question, entry.choice) for entry in s.record if entry.question == "recover_where"]
    assert inner(s).unit_place[number(s, "I./NJG1")] < 0 and home == [("recover_where", "home")]
    assert where(s, "II./NJG1") == "H8"


def test_a_unit_inside_a_raid_stays_there_to_its_last_fuel_if_told_to_and_is_asked_about_if_not() -> None:
    game = inner(at_moves({"I./NJG1": unit("H7", fuel=1)}))
    thin = Unit(number_in(game, "I./NJG1"))
    game.unit_place[thin] = IN_RAID
    told = {order: leave_raid.obeyed(game, thin, Told({"": "default", "I./NJG1": order}, {})) for order in ("", STAY)}
    assert told == {"": None, STAY: NO}
    game.unit_marks[thin] |= RETURNING
    assert leave_raid.obeyed(game, thin, Told({"": "default", "I./NJG1": STAY}, {})) is None


@pytest.mark.parametrize("mark", [TRIED, ATTACKED, LED_ASTRAY])
def test_a_unit_that_was_brought_elsewhere_does_what_is_usual_there_or_is_asked_about(mark: int) -> None:
    """Its order says what to do in another hex; on its own way it stacks on nothing."""
    game = inner(at_moves({"I./NJG1": unit("L6", fuel=5)}))
    lost = Unit(number_in(game, "I./NJG1"))
    told = Told({"": "default", "I./NJG1": "J8 Ida"}, {})
    boxes = [option for option in deploy.options(game, lost) if is_box(option)]
    assert deploy.obeyed(game, lost, told) == NONE
    game.unit_marks[lost] |= mark
    assert deploy.obeyed(game, lost, told) == stacks(game, lost) == boxes[0]
    game.unit_place[lost] = Hex(NAME.index("J6"))  # Dortmund and Münster
    assert deploy.obeyed(game, lost, told) is None


# -- undo ------------------------------------------------------------------------------------------------------


def test_a_sheet_taken_back_takes_back_what_it_said_for_good() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "II./NJG1": unit("H8")})
    s.order("german", {"always": [[UNITS, "II./NJG1", "H9"]]})
    lines = [[UNITS, "I./NJG1", "J7"], [UNITS, "II./NJG1", "to the moon"]]
    s.order("german", {"always": lines, "sheet": [*lines, REST]})
    assert s.orders["german"].always[UNITS, "I./NJG1"] == "J7"
    s.undo("german")
    assert s.pending[0].kind == "move" and dict(s.orders["german"].always) == {(UNITS, "II./NJG1"): "H9"}


def test_undo_stops_at_the_sheet_and_does_not_take_the_answer_before_it_too() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "II./NJG1": unit("H8"), "I./NJG3": unit("K5")})
    s.decide("K4")
    assert s.pending[0].subject == "I./NJG1"
    hand_in(s, ("I./NJG1", "J7"), ("II./NJG1", "to the moon"))
    assert s.pending[0].subject == "II./NJG1"
    s.undo("german")
    assert s.pending[0].subject == "I./NJG1" and where(s, "I./NJG3") == "K4"
    s.undo("german")
    assert s.pending[0].subject == "I./NJG3" and where(s, "I./NJG3") == "K5"


def test_whoever_takes_a_later_answer_back_keeps_his_sheet_for_the_rest_of_the_turn() -> None:
    s = at_moves({"I./NJG3": unit("K5"), "I./NJG1": unit("H7"), "II./NJG1": unit("H8")})
    hand_in(s, ("I./NJG3", "K4"), ("I./NJG1", "to the moon"), ("II./NJG1", "to the moon"))
    s.decide("H6")
    assert s.pending[0].subject == "II./NJG1"
    s.undo("german")
    assert s.pending[0].subject == "I./NJG1" and s.orders["german"].sheet and where(s, "I./NJG3") == "K4"
