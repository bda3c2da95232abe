"""4.0 and 4.1: the order of the phases, when the game is over, and how well it went."""

import pytest

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    events,
    fighter,
    holds,
    last,
    new_session,
    play_turn,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import Session

FAR = fighter(201, "0110 S")
QUIET = {"place_search": "none", "tally": "none", "ai_target": "none", "light_up": "done", "path": "F F"}


def phases(s: Session) -> list[int]:
    return [event.data["phase"] for event in events(s, "phase")]


@rule("4.0a", "4.0b")
@pytest.mark.parametrize(
    ("scenario", "omitted"), [("4B", {4}), ("5", {5, 6}), ("1", {4, 5, 6, 7}), ("6", {4, 7})]
)  # fmt: skip
def test_4_0a_ten_phases_but_those_the_scenario_leaves_out(scenario: str, omitted: set[int]) -> None:
    s = new_session(scenario=scenario)
    play_turn(s, 2, {**QUIET, "leave_box": "box", **({"place_fighter": "1010 S"} if scenario == "1" else {})})
    wanted = [phase for phase in range(1, 11) if phase not in omitted]
    check(s, phases(s)[: len(wanted)], wanted)
    holds(s, "4.0b" in events(s, "phase")[0].rules, "some are left out")
    check(s, last(s, "turn").data["turn"], 2)


@rule("4.1a")
@pytest.mark.parametrize(
    ("scenario", "phase", "played"),
    [
        ("4B", 1, [1]), ("4B", 2, [2, 3]), ("4B", 3, [3]), ("5", 4, [4]), ("4B", 5, [5]), ("4B", 6, [6]),
        ("4B", 7, [7]), ("4B", 8, [8]), ("4B", 9, [9]), ("4B", 10, [10, 1]),
    ],
)  # fmt: skip
def test_4_1a_when_the_sky_is_empty_the_game_ends_after_the_phase(scenario: str, phase: int, played: list[int]) -> None:
    s = new_session(solo(scenario, FAR, turn=18, phase=phase))
    while s.pending:
        s.decide("F F" if asked(s).kind == "path" else 0)
    assert s.result is not None
    check(s, (phases(s), s.result["reason"]), (played, "no attackers left"))


@rule("4.1a")
def test_4_1a_the_twentieth_turn_is_the_last() -> None:
    s = new_session(solo("4B", FAR, counter("1", "0405 S"), turn=20, phase=10))
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"], phases(s)), ("last turn", "loss", [10]))
    s = new_session(solo("4B", FAR, counter("1", "0405 S"), turn=19, phase=10))
    check(s, (s.result, last(s, "turn").data["turn"]), (None, 20))


@rule("4.1a")
def test_4_1a_counters_still_to_come_keep_the_game_going() -> None:
    s = new_session(solo("4", FAR, counter("3", "exited"), phase=1, turn=9, coming=[[10, "2d", 0, 3]]))
    check(s, s.result, None, "one is due next turn")
    s = new_session(solo("4", FAR, counter("3", "exited"), phase=1, turn=5))
    assert s.result is not None
    check(s, s.result["reason"], "no attackers left", "all three have come")
    s = new_session(solo("4", FAR, counter("2", "exited"), phase=1, turn=6))
    check(s, s.result, None, "the third is due this turn")
    s = new_session(solo("4", FAR, counter("2", "exited"), phase=3, turn=7))
    while s.pending:
        s.decide("F F" if asked(s).kind == "path" else 0)
    check(s, s.result["reason"] if s.result else None, "no attackers left", "too late for the third")


@rule("4.1a")
def test_4_1a_without_fighters_it_is_over_but_one_in_the_box_is_a_fighter() -> None:
    s = new_session(solo("5", fighter(201, "destroyed"), counter("1", "0405 S"), phase=1, turn=2, losses=1))
    assert s.result is not None
    check(s, s.result["reason"], "no fighters left")
    s = new_session(solo("4", fighter(201, "box"), counter("1", "0405 S"), phase=1, turn=2))
    check(s, s.result, None)


@pytest.mark.parametrize(("third", "over"), [("exited", True), ("1012 S", False)])
def test_SC7b_when_both_germans_are_gone_the_hunt_is_over(third: str, over: bool) -> None:
    germans = [counter("1", "exited", kind=1, known=32), counter("2", third, kind=1, known=32)]
    s = new_session(solo("7", FAR, *germans, counter("3", "1405 S"), phase=8))
    check(s, s.result["reason"] if s.result else None, "German fighters gone" if over else None)
    s = new_session(solo("7", FAR, germans[0], counter("3", "1405 S"), phase=8))
    check(s, s.result, None, "one is still in the cup")


@rule("4.1c", "4.1b")
def test_4_1c_after_a_win_the_player_may_fly_for_more() -> None:
    shot_down = counter("1", "destroyed")
    s = new_session(solo("4", FAR, shot_down, counter("2", "1012 S"), stop("0110 S"), phase=3, kills=1))
    answer(s, "path", "F F")
    check(s, (asked(s).kind, phases(s)), ("fly_for_more", [3]))
    answer(s, "fly_for_more", asked(s).options[-1])
    on = s.result is None
    s = new_session(solo("4", FAR, shot_down, counter("2", "1012 S"), stop("0110 S"), phase=3, kills=1))
    answer(s, "path", "F F")
    answer(s, "fly_for_more", asked(s).options[0])
    check(s, {on, s.result is None}, {True, False}, "fly on or go home")


@rule("4.1a", "4.1b")
@pytest.mark.parametrize(("scenario", "kills", "level"), [("4B", 1, "win"), ("4", 2, "decisive")])
def test_4_1c_with_nothing_more_to_win_the_game_ends_there_and_then(scenario: str, kills: int, level: str) -> None:
    shot_down = [counter(str(number), "destroyed") for number in range(1, kills + 1)]
    s = new_session(solo(scenario, FAR, *shot_down, counter("3", "1012 S"), phase=8, kills=kills))
    assert s.result is not None
    check(s, (s.result["level"], s.result["reason"]), (level, "victory"))
    check(s, (list(s.pending), phases(s), len(events(s, "game_over"))), ([], [8], 1), "no phase and no question more")


@rule("4.1b")
def test_4_1b_two_kills_are_decisive_and_the_result_tells_all() -> None:
    rows = [counter("1", "destroyed", hits=5), counter("2", "destroyed", hits=4), counter("3a", "exited")]
    rows += [counter("3b", "exited"), counter("4", "1012 S", hits=1)]
    s = new_session(solo("4", fighter(201, "0110 S", hits=1), *rows, stop("0115 S"), phase=8, kills=2))
    assert s.result is not None
    found = {name: s.result[name] for name in ("level", "reason", "kills", "bombers", "hits", "hits_taken", "escaped")}
    check(
        s, found,
        {"level": "decisive", "reason": "victory", "kills": 2, "bombers": 99, "hits": 10, "hits_taken": 1,
         "escaped": 1},
    )  # fmt: skip
    holds(s, "vp" not in s.result, "no victory points")


@rule("2.1.5a")
def test_4_0e_a_new_turn_forgets_what_fighters_spent() -> None:
    s = new_session(
        solo("4B", fighter(201, "0110 S", spent=3, turned=1), counter("1", "0816 S", light="K"), turn=3, phase=10)
    )
    check(s, (asked(s).kind, events(s, "turn")[0].data), ("hand_off", {"turn": 4}))
    holds(s, "spent" not in s.position() and "turned" not in s.position(), "nothing spent yet")
    holds(s, "2.1.5b" in events(s, "turn")[0].rules, "an even turn")


@rule("S5.5c")
def test_S5_5c_exclusions_end_with_the_turn_and_only_then_are_told() -> None:
    for out, told in ((["0405"], 1), ([], 0)):
        row = counter("1", "0405 S", **({"excluded": out} if out else {}))
        s = new_session(solo("4", FAR, row, phase=10))
        check(s, (len(events(s, "exclusions_end")), "excluded" in s.position()), (told, False))
