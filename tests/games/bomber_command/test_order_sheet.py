"""The German turn as an order sheet: what units do by their orders, and when the player is asked all the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.ordering import written
from tests.games.bomber_command.support import go, inner, new_session, night, pass_to, unit
from tools.questions import play as play_a_night
from viermot import Session
from viermot.games.bomber_command.model.board import NAME
from viermot.games.bomber_command.model.state import GCI, GROUNDED, READY
from viermot.kernel.standing import SHEET

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


def number(s: Session, name: str) -> int:
    return next(n for n, counter in enumerate(inner(s).layout.units) if counter.name == name)


def test_units_fly_where_they_are_told_in_whatever_order_it_was_written() -> None:
    s = at_moves({"I./NJG1": unit("H7"), "II./NJG1": unit("H8"), "I./NJG3": unit("K5")})
    hand_in(s, ("I./NJG3", "K4"), ("I./NJG1", "J7"))
    assert [where(s, name) for name in ("I./NJG1", "II./NJG1", "I./NJG3")] == ["J7", "H8", "K4"]
    moves = [entry for entry in s.record if entry.question == "move"]
    assert [(entry.what, entry.choice) for entry in moves] == [(SHEET, "K4"), (SHEET, "J7"), (SHEET, "H8")]


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


def test_a_night_by_sheets_goes_as_the_night_unit_by_unit() -> None:
    """The fewest lines that were found do make the units do the same: nobody is asked about a unit's move again."""
    alone, _ = play_a_night("bomber_command", "berlin", "same 1")
    sheets, asked = play_a_night("bomber_command", "berlin", "same 1", sheets=written)
    assert sheets.result == alone.result
    by_hand = {question for (seat, question) in asked.prompts if seat == "german"}
    assert not by_hand & {"move", "scramble", "fly_off", "deploy", "recover", "recover_where"}


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
