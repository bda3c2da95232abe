"""S7 and S8: how counters fly, where they enter, and how many of them."""

import pytest

from tests.games.solitaire.support import (
    answer,
    check,
    counter,
    counters,
    events,
    fighter,
    holds,
    last,
    new_session,
    play_until,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule

QUIET = {"place_search": "none", "tally": "none", "ai_target": "none", "light_up": "done", "path": "F F"}


@rule("S7.0a", "S5.4c")
def test_S7_0a_a_counter_that_leaves_the_map_cannot_be_found_but_counts() -> None:
    s = new_session(
        solo("4", fighter(201, "0120 N"), counter("1a", "1026 S"), counter("1b", "1010 S"), counter("2", "0420 S"))
    )
    check(s, sorted(counters(s)), ["1b", "2"])
    check(s, (last(s, "counter_left").data["contact"], counters(s)["1b"]["left"]), ("1a", 2))
    gone = s.perspective("player").to_json()["gone"]
    check(s, [(row["counter"], row["fate"], row["may_be_it"]) for row in gone], [("1a", "exited", True)])
    play_until(s, "place_search", QUIET)
    check(s, list(s.pending[0].options), ["0423", "1013", "none"], "it can no longer be searched for")


@rule("S7.0a")
def test_S7_0a_radar_may_shift_a_counter_off_the_map() -> None:
    s = new_session(
        solo("8", fighter(201, "0120 N"), counter("1", "1027 S"), counter("2", "0405 S"), stop("0120 S"), phase=5),
        dice={"search": [6, 6], "location": [4]},
    )
    answer(s, "place_search", "1027")
    check(s, (last(s, "shifted_off").data["contact"], sorted(counters(s))), ("1", ["2"]))


@rule("S7.0b")
def test_S7_0b_mixed_speeds_never_stack() -> None:
    # a Ju188E (MP 4 on even turns) one hex behind a Ju88A (MP 3)
    s = new_session(
        solo("8E", fighter(201, "0120 N"), counter("1", "1011 S", kind=0), counter("2", "1010 S", kind=1), turn=4)
    )
    check(s, (counters(s)["1"]["hex"], counters(s)["2"]["hex"]), ("1014", "1013"))
    check(s, last(s, "stops_short").data, {"contact": "2", "hex": "1013"})


@rule("S7.0b", "S13.0c")
def test_S7_0b_a_shift_onto_another_counter_is_rolled_again() -> None:
    s = new_session(
        solo(
            "8",
            fighter(201, "0120 N"),
            counter("1", "1012 S"),
            counter("2a", "1013 S"),
            counter("2b", "0405 S"),
            stop("0120 S"),
            phase=5,
        ),
        dice={"search": [6, 6], "location": [4, 2]},
    )
    answer(s, "place_search", "1012")
    check(s, (rolls(s, "location"), counters(s)["1"]["hex"]), ([(4,), (2,)], "0913"))
    holds(s, "S7.0b" in last(s, "rolled_again").rules, "the hex is taken")


@rule("S8.0a", "S8.0b")
@pytest.mark.parametrize(("turn", "columns"), [(1, [4, 10, 16]), (2, [3, 9, 15])])
def test_S8_0b_three_bombers_enter_in_fixed_columns_with_full_MP(turn: int, columns: list[int]) -> None:
    s = new_session(scenario="4C")
    play_until(s, "path", QUIET)
    for _ in range(turn - 1):
        answer(s, "path", "F F")
        play_until(s, "path", QUIET)
    check(s, last(s, "wave_enters").data["columns"], columns)
    mp = 3 if turn == 2 else 2  # a Wellington has 2*
    newest = last(s, "wave_enters").data["counters"]
    check(s, [counters(s)[name]["hex"] for name in newest], [f"{column:02d}{mp:02d}" for column in columns])


@rule("S8.0c")
def test_S8_0c_one_bomber_enters_with_three_counters_and_three_more_next_turn() -> None:
    s = new_session(scenario="4")
    play_until(s, "path", QUIET)
    check(s, {name: row["hex"] for name, row in counters(s).items()}, {"1a": "0403", "1b": "1003", "1c": "1603"})
    coming = s.perspective("player").to_json()["coming"]
    check(
        s,
        [(due["counter"], due["turn"], due["column"]) for due in coming],
        [("1d", 2, "03"), ("1e", 2, "09"), ("1f", 2, "15")],
    )
    answer(s, "path", "F F")
    play_until(s, "path", QUIET)
    check(s, [counters(s)[f"1{letter}"]["hex"] for letter in "def"], ["0303", "0903", "1503"])
    check(s, last(s, "second_set").data["counters"], ["1d", "1e", "1f"])


@rule("S8.0c")
def test_S8_0c_a_bomber_found_out_at_once_gets_no_second_counters() -> None:
    s = new_session(scenario="4", dice={"reality": [1]})
    play_until(s, "place_search", QUIET)
    answer(s, "place_search", "1003")
    answer(s, "place_search", "none")
    check(s, s.perspective("player").to_json()["coming"], [])
    play_until(s, "path", QUIET)
    check(s, sorted(counters(s)), ["1b"])
    holds(s, "S8.0c" in events(s, "enters")[0].rules, "it came alone")


@rule("S8.0d")
def test_S8_0d_bombers_on_consecutive_turns_have_three_counters_each() -> None:
    s = new_session(scenario="2B")  # turns 1, 2, 4, 5, 7, 8
    play_until(s, "place_search", QUIET)
    play_until(s, "path", QUIET)
    for _ in range(3):
        play_until(s, "place_search", {**QUIET, "path": "F F"})
        answer(s, "place_search", "none")
    names = sorted(counters(s))
    check(s, [name for name in names if name[0] in "12"], ["1a", "1b", "1c", "2a", "2b", "2c"])
    holds(s, all("S8.0d" in event.rules for event in events(s, "enters")), "no second set")


@rule("S7.0b")
def test_S7_0b_where_a_column_is_full_a_counter_waits_a_turn_and_still_counts() -> None:
    crowd = [counter("1", "0401 S"), counter("2", "0402 S")]  # an He111H enters with 2 MP on an odd turn
    s = new_session(solo("1B", fighter(201, "0120 N"), *crowd, phase=2, turn=3))
    check(s, (last(s, "no_room").data["column"], sorted(counters(s))), (4, ["1", "2", "3b", "3c"]))
    check(s, counters(s)["3b"]["left"], 6, "the one that waits counts, as do the second three")
    coming = {due["counter"]: (due["turn"], due["column"]) for due in s.perspective("player").to_json()["coming"]}
    check(s, coming, {"3a": (4, "04"), "3d": (4, "03"), "3e": (4, "09"), "3f": (4, "15")})


@rule("S5.4b")
def test_S5_4b_a_counter_that_comes_late_and_is_the_last_of_its_bomber_is_no_phantom() -> None:
    coming = [[4, "1d", 0, 3]]  # its five others have been found out
    s = new_session(solo("4", fighter(201, "0120 N"), counter("2", "0420 S"), phase=2, turn=4, coming=coming))
    check(s, counters(s)["1d"]["level"], "moderate")
