"""The short examples of the solitaire book, S1 to S9, each with every case it names."""

from typing import Any

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
    rolls,
    solo,
)
from tests.support.rules import rule
from viermot import Session

# the hexes of a counter in 1012: column 9 is on its right, column 11 on its left
CELLS = {
    "1/1-2": "0811", "1/3-4": "0812", "1/5-6": "0813", "2/1-2": "0911", "2/3-4": "0912", "2/5-6": "0913",
    "3/1-2": "0914", "3/3-4": "1011", "3/5-6": "1012", "4/1-2": "1013", "4/3-4": "1014", "4/5-6": "1111",
    "5/1-2": "1112", "5/3-4": "1113", "5/5-6": "1114", "6/1-2": "1211", "6/3-4": "1212", "6/5-6": "1213",
}  # fmt: skip


@rule("S5.2b", "S5.2c", "S10.0b")
@pytest.mark.parametrize("die", range(1, 7))
def test_S1_a_tally_from_hex_1_finds_it_in_1_or_2(die: int) -> None:
    s = new_session(
        solo("1D", fighter(201, "0912 S"), counter("1", "1012 S", level="low"), phase=8),
        dice={"tally": [6, 1, 1], "location": [die]},
    )
    answer(s, "tally", "1")
    found = {1: "0912", 2: "0913"}.get(die)
    check(s, [event.data["hex"] for event in events(s, "located")], [found] if found else [])
    check(s, bool(events(s, "tallied")), found is not None)
    if found is None:
        holds(s, "S5.2c" in last(s, "not_there").rules, "outside the search area")


@rule("S5.3b", "S19.0a")
@pytest.mark.parametrize("blue", range(1, 7))
def test_S2_range_4_narrow_from_behind_cell_2_1(blue: int) -> None:
    for purple in range(1, 7):
        s = new_session(
            solo("8", fighter(201, "0910 S"), counter("1", "1012 S"), phase=6), dice={"location": [blue, purple]}
        )
        answer(s, "ai_target", "1")
        found = blue == 2 or (blue == 3 and purple <= 2)
        check(s, bool(events(s, "fixed")), found, f"blue {blue}, purple {purple}")
        if found:
            cell = f"{blue}/{('1-2', '3-4', '5-6')[(purple - 1) // 2]}"
            check(s, last(s, "fixed").data["hex"], CELLS[cell])


@rule("S5.3d", "S5.2a")
def test_S3_radar_refines_a_moderate_counter_with_a_1() -> None:
    s = new_session(
        solo("8", fighter(201, "0125 N"), counter("1", "1012 S"), counter("9", "0125 S"), phase=5),
        dice={"search": [6, 6], "location": [1]},
    )
    answer(s, "place_search", "1012")
    check(s, counters(s)["1"]["hex"], CELLS["2/3-4"])
    new = {cell["hex"] for cell in counters(s)["1"]["area"]}
    check(s, new, {CELLS[cell] for cell in ("1/1-2", "1/3-4", "2/3-4", "2/5-6", "3/3-4", "3/5-6")})


def four(*more: str, phase: int, at: str = "0125 N", **scripted: Any) -> Session:
    """Four counters of one bomber, and a Ju88G-1 of scenario 6G."""
    others = [counter("1b", "0405 S"), counter("1c", "1605 S"), counter("1d", "0420 S")]
    return new_session(
        solo("6G", fighter(201, at), counter("1a", "1012 S"), *others, *more, phase=phase), dice=scripted
    )


@rule("S5.4e")
def test_S4_of_four_counters_a_5_or_6_is_rolled_again() -> None:
    s = four(phase=6, at="1011 S", location=[3, 2], reality=[5, 6, 6, 4])
    answer(s, "ai_target", "1a")
    check(s, rolls(s, "reality"), [(5,), (6,), (6,), (4,)])
    check(s, len(events(s, "too_high_a_die")), 3)


@rule("S5.4e", "S5.4g")
@pytest.mark.parametrize("again", [1, 2, 3, 4])
def test_S5_a_Ju88G_directly_behind_one_of_four(again: int) -> None:
    s = four(phase=6, at="1011 S", location=[3, 2], reality=[5, again])
    answer(s, "ai_target", "1a")
    check(s, rolls(s, "reality"), [(5,), (again,)])
    if again == 1:
        check(s, (last(s, "fixed").data["hex"], last(s, "real").data["counters"]), (CELLS["3/1-2"], ["1b", "1c", "1d"]))
    else:
        check(s, (last(s, "phantom").data["contact"], sorted(counters(s))[:3]), ("1a", ["1b", "1c", "1d"]))
        check(s, counters(s)["1b"]["left"], 3)


@rule("S5.5a", "S5.5b", "S3.0b")
@pytest.mark.parametrize("die", range(1, 7))
def test_S6_a_tally_after_a_fruitless_AI_search(die: int) -> None:
    sky = {"cloud": "cloudy", "moon": "full", "visibility": "good"}
    s = new_session(
        solo("4", fighter(201, "1011 S"), counter("1", "1012 S", level="low"), phase=6, **sky),
        dice={"location": [2, die, 1], "tally": [6] * 6},
    )
    answer(s, "ai_target", "1")
    check(s, sorted(counters(s)["1"]["excluded"]), ["1012", "1013"], "hexes 3 and 4")
    answer(s, "tally", "1")
    if die in (3, 4):
        check(
            s,
            (rolls(s, "location")[1:], last(s, "rolled_again").data["hex"]),
            ([(die,), (1,)], ["1012", "1013"][die - 3]),
        )
    elif die in (1, 5):
        check(s, last(s, "located").data["hex"], {1: "0912", 5: "1112"}[die])
    else:
        check(s, sorted(last(s, "excluded").data["hexes"]), ["0912", "1112"], "1 and 5 are out too")
    holds(s, "S3.0b" in next(e for e in events(s, "roll") if e.data["what"] == "tally").rules, "all hexes around")
    # S5.5b shows in the cases 2 and 6 only, so they are played as well
    s = new_session(
        solo("4", fighter(201, "1011 S"), counter("1", "1012 S", level="low"), phase=6, **sky),
        dice={"location": [2, 6], "tally": [6] * 6},
    )
    answer(s, "ai_target", "1")
    answer(s, "tally", "1")
    holds(s, "S5.5b" in last(s, "excluded").rules, "they add up")


@rule("S10.0c", "S10.0b")
@pytest.mark.parametrize("die", range(1, 7))
def test_S7_an_Me110C_in_the_rear_left_hex(die: int) -> None:
    s = new_session(
        solo(
            "2",
            fighter(201, "1112 S"),
            counter("1", "1012 S", level="low"),
            phase=8,
            visibility="moderate",
            moon="half",
        ),
        dice={"tally": [1, 2, 6, 4], "location": [die]},
    )
    answer(s, "tally", "1")
    check(s, rolls(s, "tally"), [(1, 2, 6, 4)], "four dice: visibility two, moon one, view one")
    check(s, [event.data["hex"] for event in events(s, "located")], ["1112"] if die == 5 else [])


@rule("S14.0d", "S14.0e")
@pytest.mark.parametrize(("again", "fixed"), [([6, 3], True), ([5, 1], False)])
def test_S8_searchlights_after_a_fruitless_AI_search(again: list[int], fixed: bool) -> None:
    s = new_session(
        solo(
            "4B",
            fighter(201, "1114 S"),
            counter("1a", "1115 S"),
            counter("1b", "0405 S"),
            phase=6,
            options={"28.3": False},
        ),
        dice={"location": [1, 1, 3, 4, *again], "reality": [3], "searchlight": [6, 1, 1, 1]},
    )
    answer(s, "ai_target", "1a")
    check(s, sorted(counters(s)["1a"]["excluded"]), ["1114", "1115", "1116"])
    answer(s, "light_up", "1a")
    check(s, (rolls(s, "reality"), len(rolls(s, "searchlight")[0])), ([(3,)], 4))
    check(s, (rolls(s, "location")[1:], last(s, "rolled_again").data["hex"]), ([(3, 4), tuple(again)], "1114"))
    if fixed:
        check(s, (counters(s)["1a"]["hex"], counters(s)["1a"]["lit_in"]), ("1315", "L"))
    else:
        check(s, (last(s, "not_there").data["hex"], counters(s)["1a"]["lit_in"]), ("1214", None))
    holds(s, "S14.0e" in (last(s, "coned") if fixed else last(s, "outside_lights")).rules, "outside its zone")


@rule("S15.0", "S10.0b")
@pytest.mark.parametrize("die", [1, 2, 4, 5, 6])
def test_S9_a_failed_basic_tally_and_a_lit_counter_three_hexes_away(die: int) -> None:
    s = new_session(
        solo(
            "4B", fighter(201, "1018 S"), counter("1", "1018 S", level="low"), counter("2", "1021 S", light="N"),
            phase=8, visibility="moderate",
        ),
        dice={"tally": [6, 1, 1], "location": [die], "fixed tally": [1, 1, 6]},
    )  # fmt: skip
    answer(s, "tally", "1")
    check(s, (len(events(s, "tally_fails")), asked(s).kind, list(asked(s).options)), (1, "tally_fixed", ["none", "2"]))
    answer(s, "tally_fixed", "2")
    check(s, fighters(s)["201"]["tally"], "2")
