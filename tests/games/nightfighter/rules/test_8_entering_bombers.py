"""Chapter 8: chits, columns, delays and the first hexes of a bomber."""

import json
import tomllib
from importlib.resources import files

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    events_of,
    fighter,
    holds,
    last,
    new_session,
    night,
    play_out,
    play_turn,
    play_until,
    refused,
)
from tests.support.rules import rule

QUIET = {"general_tally": "no", "place_search": "none", "path": "F R F R"}
ORBIT = fighter(201, "1620 S")


def chits() -> dict[int, dict[str, list[int]]]:
    """The 40 chits as the data file prints them."""
    text = (files("viermot.games.nightfighter") / "data" / "chits.toml").read_text(encoding="utf-8")
    return {chit["id"]: chit for chit in tomllib.loads(text)["chit"]}


def waves(s: viermot.Session) -> list[tuple[int, list[int]]]:
    """(turn, columns) of every wave."""
    return [(event.turn, event.data["columns"]) for event in events_of(s, "umpire", "wave")]


# -- 8.0, 8.1 ------------------------------------------------------------------------------------------


@rule("8.0")
def test_8_0_when_all_have_entered_the_phase_is_skipped() -> None:
    s = new_session(
        night("4B", ORBIT, bomber(113, "0712 S"), bomber(115, "exited"), bomber(116, "0401 S"), turn=3, phase=2)
    )
    check(s, events_of(s, "umpire", "entered"), [], "the one that left does not enter again")
    check(s, asked(s).kind, "path")
    later = new_session(
        night("4B", ORBIT, bomber(113, "0712 S"), bomber(115, "exited"), bomber(116, "0401 S"), turn=4, phase=2)
    )
    check(later, last(later, "umpire", "none_left").rules, ("8.0",))
    check(later, events_of(later, "umpire", "chit"), [])


@rule("8.1.1a")
def test_8_1_1a_bombers_come_on_the_turns_of_the_schedule_and_no_others() -> None:
    s = new_session(night("4B", ORBIT, turn=1, phase=2))
    play_turn(s, 9, QUIET)
    check(s, [turn for turn, _ in waves(s)], [1, 3, 6])
    check(s, [event.turn for event in events_of(s, "umpire", "chit")], [1, 3, 6], "no chit is drawn on other turns")
    check(s, [len(columns) for _, columns in waves(s)], [1, 1, 1])
    threes = new_session(night("4C", ORBIT, turn=1, phase=2))
    play_turn(threes, 8, QUIET)
    check(threes, [(turn, len(columns)) for turn, columns in waves(threes)], [(turn, 3) for turn in range(1, 7)])


@rule("8.1.1b")
def test_8_1_1b_entrants_are_drawn_at_random_from_those_waiting() -> None:
    drawn = set()
    for seed in range(30):
        s = new_session(night("8E", ORBIT, fighter(202, "1601 N"), turn=1, phase=2), seed=f"draw {seed}")
        drawn.add(tuple(a["type"] for a in attackers(s).values()))
    assert len(drawn) > 3, "six Ju88 and three Ju188 in one pool come in any order"
    s = new_session(night("8E", ORBIT, fighter(202, "1601 N"), turn=1, phase=2), draws={"umpire:counter": [8, 0, 6]})
    check(s, [a["type"] for a in attackers(s).values()], ["Ju188E", "Ju88A", "Ju188E"])


@rule("8.1.1b")
def test_8_1_1b_once_nobody_is_waiting_entry_is_over() -> None:
    gone = [bomber(113, "0712 S"), bomber(115, "0912 S"), bomber(116, "0401 S")]
    s = new_session(night("4B", ORBIT, *gone, turn=6, phase=2))
    check(s, events_of(s, "umpire", "chit"), [], "due on turn 6, but the pool is empty")
    check(s, last(s, "umpire", "none_left").rules, ("8.1.1b",))
    full = new_session(night("4C", ORBIT, turn=1, phase=2))
    play_out(full, QUIET)
    idents = [ident for event in events_of(full, "umpire", "wave") for ident in event.data["attackers"]]
    check(full, (len(idents), len(set(idents))), (18, 18), "nobody enters twice")


@rule("8.1.2")
def test_8_1_2_the_colour_is_chosen_once_and_read_all_game() -> None:
    """Also 8.1.3's example: with red chosen the yellow side is never read."""
    for side, other in (("red", "yellow"), ("yellow", "red")):
        s = new_session(scenario="4C")
        check(s, (asked(s).kind, asked(s).seat, list(asked(s).options)), ("choose_side", "umpire", ["red", "yellow"]))
        s.decide(side)
        play_turn(s, 9, QUIET)
        read = {event.data["chit"]: event.data["columns"] for event in events_of(s, "umpire", "chit")}
        check(s, len(read), 6)
        check(s, read, {chit: chits()[chit][side] for chit in read})
        holds(s, any(columns != chits()[chit][other] for chit, columns in read.items()), f"never {other}")


@rule("8.1.2")
def test_8_1_2_the_player_does_not_learn_the_colour() -> None:
    told = []
    for side in ("red", "yellow"):
        s = new_session(scenario="4B")
        s.decide(side)
        s.decide("1020 N")
        told.append((s.perspective("player").to_json(), s.events("player"), s.events("public")))
        check(s, last(s, "umpire", "side").data, {"chit_side": side})
        check(s, s.perspective("umpire").to_json()["umpire"]["side"], side)
    assert told[0] == told[1]


@rule("8.1.3a")
def test_8_1_3a_one_chit_a_turn_however_many_enter_and_out_of_the_players_sight() -> None:
    s = new_session(night("4C", ORBIT, turn=2, phase=2, side="red"), draws={"umpire:chit": [4]})
    check(s, [event.data for event in events_of(s, "umpire", "chit")], [{"chit": 5, "columns": chits()[5]["red"]}])
    check(s, events_of(s, "player", "chit"), [])
    play_until(s, "path")
    check(s, [e.kind for e in s.events("player") if e.kind not in ("phase", "turn")], [], "the player hears nothing")
    other = new_session(night("4C", ORBIT, turn=2, phase=2, side="red"), draws={"umpire:chit": [7]})
    play_until(other, "path")
    check(s, other.events("player"), s.events("player"))
    check(s, other.perspective("player").to_json(), s.perspective("player").to_json())


@rule("8.1.3b")
def test_8_1_3b_a_single_bomber_takes_the_top_number() -> None:
    s = new_session(night("4B", ORBIT, turn=1, phase=2, cup=[5], side="yellow"))
    s.decide("enter")
    s.decide("1")
    check(s, [a["hex"] for a in attackers(s).values()], [f"{chits()[5]['yellow'][0]:02}01"])


@rule("8.1.3b")
def test_8_1_3b_three_bombers_take_one_number_each() -> None:
    s = new_session(night("4C", ORBIT, turn=1, phase=2, cup=[5], side="yellow"))
    play_until(s, "path", {"come_in": "1"})
    check(s, [a["hex"] for a in attackers(s).values()], [f"{column:02}01" for column in chits()[5]["yellow"]])


@rule("8.1.3b")
def test_8_1_3b_two_bombers_take_the_top_two_numbers() -> None:
    """Scenario 6C has waves of two and says so."""
    s = new_session(night("6C", fighter(201, "box"), turn=1, phase=2, cup=[5], side="yellow"))
    play_until(s, "leave_box", {"come_in": "1"})
    check(s, [a["hex"] for a in attackers(s).values()], [f"{column:02}01" for column in chits()[5]["yellow"][:2]])


@rule("8.1.3c")
def test_8_1_3c_drawn_chits_stay_out_until_the_cup_is_empty() -> None:
    s = new_session(night("4C", ORBIT, turn=1, phase=2, cup=[9, 3], side="red"), draws={"umpire:chit": [1, 0, 39]})
    play_turn(s, 3, QUIET)
    check(
        s, [event.data["chit"] for event in events_of(s, "umpire", "chit")], [3, 9, 40], "the third draw is from all 40"
    )
    filled = events_of(s, "umpire", "cup_filled")
    check(s, [event.turn for event in filled], [3], "filled again when it was found empty, not before")
    live = new_session(scenario="5")
    play_turn(live, 16, {"general_tally": "no", "manoeuvre": "fly"})
    drawn = [event.data["chit"] for event in events_of(live, "umpire", "chit")]
    check(live, len(drawn), len(set(drawn)), "no chit comes twice")


# -- 8.1.4 delays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 2])
@rule("8.1.4a")
def test_8_1_4a_a_lone_bomber_may_be_held_back_one_or_two_turns(turns: int) -> None:
    """Turns 6 to 8 of 4B, when nobody else is due."""
    s = new_session(
        night("4B", ORBIT, bomber(113, "0712 S"), bomber(115, "0912 S"), turn=6, phase=2, cup=[11], side="red")
    )
    for held in range(1, turns + 1):
        check(s, asked(s).facts["column"], 3, "the umpire has seen the chit")
        answer(s, "hold_back", "hold")
        play_turn(s, 6 + held, QUIET)
    if turns == 1:
        answer(s, "hold_back", "enter")
    answer(s, "come_in", "1")  # after two turns he is not asked again
    entered = last(s, "umpire", "entered")
    check(s, (entered.turn, entered.data["hex"]), (6 + turns, "0301"), "in the chit's column")
    check(s, len(events_of(s, "umpire", "chit")), 1, "no second chit")
    check(s, [event.data["turns"] for event in events_of(s, "umpire", "held_back")], list(range(1, turns + 1)))


@rule("8.1.4a")
def test_8_1_4a_three_bombers_cannot_be_held_back() -> None:
    s = new_session(night("4C", ORBIT, turn=1, phase=2))
    for _ in range(3):
        answer(s, "come_in", "1")
    check(s, asked(s).kind, "path")
    lone = new_session(night("4B", ORBIT, turn=1, phase=2))
    answer(lone, "hold_back", "hold")
    check(s, last(lone, "umpire", "held_back").data["turns"], 1)


@rule("8.1.4b")
def test_8_1_4b_the_player_cannot_tell_a_delayed_bomber_from_one_that_came() -> None:
    told = []
    for answer_ in ("hold", "enter"):
        s = new_session(night("4B", ORBIT, turn=1, phase=2, cup=[11, 2], side="red"))
        s.decide(answer_)
        play_until(s, "path", {"come_in": "1"})
        s.decide("F F")
        told.append((json.dumps(s.perspective("player").to_json()), s.events("player"), s.pending[0].kind))
    assert told[0] == told[1]


@rule("8.1.4a")
def test_8_1_4b_a_delayed_bomber_may_enter_together_with_others() -> None:
    s = new_session(night("4B", ORBIT, turn=1, phase=2, cup=[11, 2], side="red"), draws={"umpire:chit": [0, 0]})
    s.decide("hold")
    play_until(s, "hold_back", QUIET)
    s.decide("hold")
    play_until(s, "come_in", QUIET)
    s.decide("2")
    answer(s, "hold_back", "enter")
    answer(s, "come_in", "1")
    entered = events_of(s, "umpire", "entered")
    check(s, [event.turn for event in entered], [3, 3])
    check(s, sorted(event.data["hex"] for event in entered), sorted(["0302", "0401"]))


# -- 8.2 entering -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", range(1, 19))
@rule("8.2")
def test_8_2_a_bomber_comes_in_at_row_01_facing_row_02(column: int) -> None:
    side, chit = next(
        (side, number) for number, chit in chits().items() for side in ("red", "yellow") if chit[side][0] == column
    )
    s = new_session(night("4B", ORBIT, turn=1, phase=2, cup=[chit], side=side))
    s.decide("enter")
    s.decide("1")
    check(s, [(a["hex"], a["facing"]) for a in attackers(s).values()], [(f"{column:02}01", "S")])
    play_turn(s, 2, {**QUIET, "hold_back": "enter"})
    first = next(iter(attackers(s).values()))
    check(s, first["hex"], f"{column:02}04", "and on down the column")


@pytest.mark.parametrize(("scenario", "turn", "maximum"), [("4B", 1, 3), ("2", 1, 2), ("2", 4, 3)])
@rule("8.2.1a")
def test_8_2_1a_the_entry_hex_costs_a_point_and_the_umpire_chooses_how_far(
    scenario: str, turn: int, maximum: int
) -> None:
    for mp in range(1, maximum + 1):
        s = new_session(night(scenario, ORBIT, turn=turn, phase=2, cup=[11], side="red"))
        s.decide("enter")
        check(s, list(asked(s).options), [str(n) for n in range(1, maximum + 1)])
        refused(s, str(maximum + 1), "8.2.1a")
        refused(s, "0", "8.2.1a")
        s.decide(str(mp))
        check(s, last(s, "umpire", "entered").data["hex"], f"03{mp:02}")


@rule("8.2.1b")
def test_8_2_1b_entering_bombers_do_not_stack() -> None:
    for there, free in (("0302", ["1", "3"]), ("0301", ["2", "3"]), ("0303", ["1", "2"])):
        s = new_session(
            night("4B", ORBIT, bomber(113, f"{there} S"), bomber(112, "0402 S"), turn=6, phase=2, cup=[11], side="red")
        )
        s.decide("enter")
        check(s, list(asked(s).options), free, f"with a bomber in {there}")
        refused(s, str(int(there[2:])), "8.2.1b")
        s.decide(free[0])
        hexes = [a["hex"] for a in attackers(s).values()]
        check(s, len(hexes), len(set(hexes)), "no two in one hex")


@rule("8.2.1b")
def test_8_2_1b_with_no_free_hex_it_waits_outside() -> None:
    crowd = [bomber(111 + n, f"030{n + 1} S") for n in range(3)]
    s = new_session(night("4C", ORBIT, *crowd, turn=1, phase=2, cup=[11], side="red"))
    check(s, last(s, "umpire", "no_room").rules, ("8.2.1b",))
    play_until(s, "path", {"come_in": "1"})
    check(s, [a["fate"] for a in attackers(s).values()].count("held back"), 1)
