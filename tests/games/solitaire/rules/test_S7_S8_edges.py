"""S7 and S8 at the edges: bombers that are all used up, lit counters at the exit, and the next V-1."""

from pathlib import Path

import pytest

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    counters,
    events,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    play_turn,
    play_until,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule

FAR = fighter(201, "0101 S")
QUIET = {"place_search": "none", "tally": "none", "ai_target": "none", "light_up": "done", "path": "F F"}


# -- flying on -----------------------------------------------------------------------------------------------------


@rule("7.2.2", "S7.0a")
def test_7_2_2_a_lit_bomber_leaves_the_map_and_lights_and_holders_with_it() -> None:
    own = fighter(201, "1520 S", tally="1", fix="1")
    s = new_session(solo("4B", own, counter("1", "1525 S", light="R"), counter("2", "0405 S"), turn=2))
    check(s, (sorted(counters(s)), last(s, "counter_left").data), (["2"], {"contact": "1"}))
    check(s, (fighters(s)["201"]["tally"], fighters(s)["201"]["fix"]), (None, None))
    check(s, len(events(s, "light_lost")), 1, "out of the zone before it is off the map")
    check(s, s.perspective("player").to_json()["gone"][0]["fate"], "exited")
    again = new_session(s.position())
    check(again, sorted(counters(again)), ["2"], "the position can be laid out again")


@rule("7.2.2")
def test_7_2_2_the_last_row_is_on_the_map() -> None:
    s = new_session(solo("4B", FAR, counter("1", "0424 S"), counter("2", "1024 S", light="Q"), counter("3", "0725 S")))
    check(s, {name: row["hex"] for name, row in counters(s).items()}, {"1": "0427", "2": "1027"})


@rule("S7.0b")
@pytest.mark.parametrize("lit", [True, False])
def test_S7_0b_behind_two_in_a_row_it_stops_short_of_both(lit: bool, tmp_path: Path) -> None:
    """A Me410A (MP 4) behind two He111H (MP 2 on odd turns), which it would end its move on, one after the other."""
    (tmp_path / "scenarios").mkdir()
    raid = 'attackers = [{ type = "He111H", count = 6 }, { type = "Me410A", count = 3 }]\n'
    text = f'[[variant]]\nid = "8E"\n{raid}searchlights = {{ zones = "J-R", directed = true }}\nomit = [4]\n'
    (tmp_path / "scenarios" / "08.toml").write_text(text)
    slow = counter("1", "0815 S", kind=0), counter("2", "0814 S", kind=0)
    fast = counter("3", "0813 S", kind=1, **({"light": "K"} if lit else {}))
    s = new_session(solo("8E", FAR, *slow, fast, turn=7), pack=tmp_path)
    check(s, {name: row["hex"] for name, row in counters(s).items()}, {"1": "0817", "2": "0816", "3": "0815"})
    check(s, last(s, "stops_short").data, {"contact": "3", "hex": "0815"})


@rule("S7.0b")
def test_S7_0b_a_lit_bomber_stops_short_of_another_too(tmp_path: Path) -> None:
    """A Ju188E (MP 4 on even turns) behind a Ju88A (MP 3), with lights as 8C has them."""
    (tmp_path / "scenarios").mkdir()
    text = '[[variant]]\nid = "8E"\nsearchlights = { zones = "J-R", directed = true }\nomit = [4]\n'
    (tmp_path / "scenarios" / "08.toml").write_text(text)
    slow, fast = counter("1", "0818 S", kind=0), counter("2", "0817 S", kind=1, light="K")
    s = new_session(solo("8E", FAR, slow, fast, turn=4), pack=tmp_path, dice={"hand-off": [6, 1, 1, 1]})
    answer(s, "hand_off", "yes")
    check(s, {name: counters(s)[name]["hex"] for name in "12"}, {"1": "0821", "2": "0820"})
    check(s, last(s, "stops_short").data, {"contact": "2", "hex": "0820"})
    check(s, counters(s)["2"]["lit_in"], "N")


@rule("7.2a")
def test_7_2a_the_map_shows_how_far_a_counter_flew() -> None:
    s = new_session(solo("4B", FAR, counter("1", "1012 S"), counter("2", "0412 S", alert=1), stop("0101 S")))
    flown = {name: row["hex"] for name, row in counters(s).items()}
    check(s, flown, {"1": "1015", "2": "0416"})
    told = [line for line in s.position().splitlines() if line.startswith("moved")]
    check(s, told, ["moved = 3", "moved = 4", "moved = 3"])


@rule("3.2e")
@pytest.mark.parametrize(("die", "column"), [(3, "11"), (4, "09")])
def test_SC7_a_german_straight_ahead_of_the_bombers_goes_by_an_open_die(die: int, column: str) -> None:
    s = new_session(
        solo(
            "7", fighter(201, "0125 N"), counter("1", "1010 S", kind=1, known=32), counter("2", "1005 S"),
            phase=1, turn=3,
        ),
        dice={"stream": [die]},
    )  # fmt: skip
    check(s, rolls(s, "stream"), [(die,)])
    check(s, counters(s)["1"]["hex"][:2], column)


# -- coming in -----------------------------------------------------------------------------------------------------


def test_8_1_1b_when_all_bombers_have_come_nobody_enters() -> None:
    used = [counter("1", "0412 S"), counter("2", "1012 S"), counter("3", "1612 S")]
    s = new_session(solo("4", FAR, *used, turn=3, phase=2))
    check(s, (sorted(counters(s)), events(s, "enters")), (["1", "2", "3"], []))
    s = new_session(solo("4", FAR, *used[:2], turn=3, phase=2))
    check(s, sorted(counters(s)), ["1", "2", "3a", "3b", "3c"], "the last one comes")


@pytest.mark.parametrize(("there", "come"), [(15, ["16", "17", "18"]), (17, ["18"]), (18, [])])
def test_8_1_1b_a_wave_is_as_large_as_there_are_bombers_left(there: int, come: list[str]) -> None:
    used = [counter(str(number), "exited") for number in range(1, there)] + [counter(str(there), "0412 S")]
    s = new_session(solo("4C", FAR, *used, turn=1, phase=2))
    check(s, [event.data["counters"] for event in events(s, "wave_enters")], [come] if come else [])
    check(s, sorted(counters(s)), sorted([str(there), *come]))


def test_8_1_1b_kinds_are_drawn_from_those_still_to_come() -> None:
    s = new_session(scenario="8E", draws={"kind": [5, 5, 0]})
    play_until(s, "path")
    check(s, [row["type"] for row in counters(s).values()], ["Ju88A", "Ju188E", "Ju88A"])
    used = [counter(str(n), "exited", kind=0) for n in range(1, 7)]
    s = new_session(solo("8E", FAR, *used, counter("7", "0912 S", kind=1), turn=1, phase=2))
    check(s, {row["type"] for row in counters(s).values()}, {"Ju188E"}, "of one kind nothing is drawn")
    check(s, len(counters(s)), 3, "nine in all")


def test_SC7b_thirty_counters_are_all() -> None:
    for there, come in ((29, ["30"]), (30, [])):
        used = [counter(str(n), "exited") for n in range(1, there)]
        s = new_session(solo("7", FAR, *used, counter(str(there), "0912 S"), turn=1, phase=2))
        check(s, sorted(counters(s)), sorted([str(there), *come]))


# -- the V-1 -------------------------------------------------------------------------------------------------------


@rule("SC8F")
def test_SC8F_the_next_V1_comes_a_turn_after_the_last_has_left_and_dives_are_renewed() -> None:
    own = fighter(201, "0110 S", dives=1)
    s = new_session(solo("8F", own, counter("1", "0926 S"), turn=2), dice={"entry column": [1, 3]})
    check(s, (last(s, "counter_left").turn, events(s, "flying_bomb")), (2, []), "not in the same turn")
    play_turn(s, 3, {**QUIET, "manoeuvre": "fly"})
    check(s, [event.turn for event in events(s, "flying_bomb")], [3])
    check(s, (counters(s)["2"]["hex"][:2], fighters(s)["201"]["dives"]), ("04", 3))


def test_SC8F_no_V1_while_one_flies_and_none_after_the_sixth() -> None:
    s = new_session(solo("8F", FAR, counter("1", "0905 S"), turn=2))
    check(s, (sorted(counters(s)), events(s, "flying_bomb")), (["1"], []))
    gone = [counter(str(n), "exited") for n in range(1, 7)]
    s = new_session(solo("8F", FAR, *gone, turn=3, phase=2))
    play_until(s, "manoeuvre")
    answer(s, "manoeuvre", "fly")
    check(s, events(s, "flying_bomb"), [])
    answer(s, "path", "F F")
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"]), ("no attackers left", "loss"))


@rule("S8.0b")
def test_S8_0b_a_counter_comes_in_short_of_another() -> None:
    s = new_session(solo("4C", FAR, counter("1", "0402 S"), phase=2, turn=1))
    came = last(s, "wave_enters").data["counters"]
    check(s, [counters(s)[name]["hex"] for name in came], ["0401", "1002", "1602"])
    check(s, asked(s).kind in ("path", "leave_box", "place_fighter"), True)
    holds(s, not events(s, "no_room"), "there was room")


@rule("S8.0c")
def test_S8_0c_bombers_are_counted_not_their_counters() -> None:
    rows = [counter("1a", "0412 S"), counter("1f", "0312 S"), counter("2a", "1012 S"), counter("2f", "0912 S")]
    third = [counter("3a", "1612 S")]
    coming = [[9, "3f", 0, 15]]
    s = new_session(solo("4E", FAR, *rows, *third, turn=3, phase=2, coming=coming))
    names = [*counters(s), *[due["counter"] for due in s.perspective("player").to_json()["coming"]]]
    check(s, {name for name in names if name[0] == "4"}, {"4a", "4b", "4c", "4d", "4e", "4f"}, "the fourth comes")
    s = new_session(solo("4", FAR, *rows, *third, turn=3, phase=2, coming=coming))
    check(s, {name[0] for name in counters(s)}, {"1", "2", "3"}, "a fourth does not exist")
