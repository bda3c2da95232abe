"""Chapter 23: waiting in the radio beacon box and leaving it."""

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    events_of,
    fighter,
    fighters,
    last,
    new_session,
    night,
    play_turn,
    play_until,
    refused,
)
from tests.support.rules import rule

FAR = bomber(113, "0301 S")
QUIET = {"place_search": "none", "general_tally": "no", "roll_through_jamming": "no", "come_in": "1"}


@pytest.mark.parametrize("hex_", ["1811", "1812", "1813", "1814", "1815", "1816"])
@rule("23.0a")
def test_23_0a_out_into_any_hex_beside_the_box_with_any_facing(hex_: str) -> None:
    for facing in ("N", "NE", "SE", "S", "SW", "NW"):
        s = new_session(night("6", fighter(201, "box"), fighter(202, "1010 S"), FAR, turn=3, phase=3))
        answer(s, "who_moves", "201")
        s.decide(f"{hex_} {facing}")
        check(s, last(s, "player", "left_box").data, {"fighter": "201", "hex": hex_, "facing": facing})
    refused(new_session(night("6", fighter(201, "box"), FAR, turn=3, phase=3)), "1810 S", "23.0a")
    refused(new_session(night("6", fighter(201, "box"), FAR, turn=3, phase=3)), "1711 S", "23.0a")


@pytest.mark.parametrize(("turn", "maximum"), [(3, 2), (4, 3)])
@rule("23.0a")
def test_23_0a_leaving_costs_one_point_and_the_move_goes_on(turn: int, maximum: int) -> None:
    """The Me110G-4 has 3*, so after the first point two or three are left, and one at least must be spent [9.1b]."""
    s = new_session(night("6", fighter(201, "box"), FAR, turn=turn, phase=3))
    s.decide("1814 NW")
    check(s, (asked(s).kind, asked(s).facts["least"], asked(s).facts["most"]), ("path", 1, maximum))
    refused(s, "F " * (maximum + 1), "9.1a")
    s.decide("F " * maximum)
    check(s, last(s, "player", "moved").data["mp"], maximum + 1)
    check(s, fighters(s)["201"]["hex"], {2: "1613", 3: "1513"}[maximum])


@rule("23.0b")
def test_23_0b_one_fighter_a_turn() -> None:
    s = new_session(night("6", fighter(201, "box"), fighter(202, "box"), fighter(203, "1010 S"), FAR, turn=3, phase=3))
    check(s, set(asked(s).options), {"201", "202", "203"})
    answer(s, "who_moves", "202")
    answer(s, "leave_box", "1814 NW")
    answer(s, "path", "F F")
    check(s, asked(s).facts["fighter"], 2, "only the one on the map is left to move")
    answer(s, "path", "F F")
    check(s, (fighters(s)["201"]["hex"], len(events_of(s, "player", "left_box"))), ("box", 1))


@rule("23.0b")
def test_23_0b_and_none_in_the_turn_after() -> None:
    """Ruling A21: at most every second turn."""
    s = new_session(night("6", fighter(201, "box"), fighter(202, "box"), fighter(203, "box"), FAR, turn=3, phase=3))
    play_turn(s, 9, QUIET | {"leave_box": "1814 NW", "path": "F F"})
    left = [(event.turn, event.data["fighter"]) for event in events_of(s, "player", "left_box")]
    check(s, left, [(3, "201"), (5, "202"), (7, "203")], "leaving as soon as they may")


@rule("23.0b")
def test_23_0b_a_fighter_in_the_closed_box_cannot_be_chosen() -> None:
    s = new_session(
        night(
            "6", fighter(201, "box"), fighter(202, "1010 S"), fighter(203, "0910 S"), FAR, turn=4, phase=3, box_left=3
        )
    )
    check(s, set(asked(s).options), {"202", "203"})
    refused(s, "201", "23.0b")
    again = new_session(
        night(
            "6", fighter(201, "box"), fighter(202, "1010 S"), fighter(203, "0910 S"), FAR, turn=5, phase=3, box_left=3
        )
    )
    check(again, set(asked(again).options), {"201", "202", "203"}, "two turns later the box is open again")


@rule("23.0c")
def test_23_0c_fighters_may_wait_as_long_as_they_like() -> None:
    s = new_session(night("6", fighter(201, "box"), FAR, turn=3, phase=3))
    for turn in range(3, 10):
        play_until(s, "leave_box", QUIET)
        check(s, s.perspective("player").to_json()["turn"], turn)
        answer(s, "leave_box", "box")
        check(s, fighters(s)["201"]["hex"], "box")
    check(s, len(events_of(s, "player", "waits_in_box")), 7)


@rule("23.0c")
def test_23_0c_none_can_go_back_in() -> None:
    """Flying off the map beside the box is leaving the game."""
    s = new_session(night("6", fighter(201, "1814 SE"), fighter(202, "box"), FAR, turn=3, phase=3))
    answer(s, "who_moves", "201")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["fate"]), (None, "exited"))
    answer(s, "leave_box", "box")
    inside = new_session(night("6", fighter(201, "1712 SE"), fighter(202, "box"), FAR, turn=3, phase=3))
    answer(inside, "who_moves", "201")
    ends = {option for option in asked(inside).options if "box" in option}
    check(inside, ends, set(), "no path leads into it")
