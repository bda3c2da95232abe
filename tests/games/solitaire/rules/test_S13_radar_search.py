"""S13: radar searches, one to a counter, that make it less uncertain by the die."""

import pytest

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    counters,
    events,
    fighter,
    holds,
    last,
    new_session,
    refused,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import Session


def freya_and_wurzburg(*more: str, **scripted: list[int]) -> Session:
    return new_session(solo("4", fighter(201, "0125 N"), *more, stop("0125 S"), phase=5), dice=dict(scripted))


@rule("S13.0a")
def test_S13_0a_only_where_a_counter_stands_one_to_a_hex_all_before_any() -> None:
    s = freya_and_wurzburg(counter("1", "1012 S"), counter("2", "0405 S"), search=[1, 1])
    check(s, list(asked(s).options), ["0125", "0405", "1012", "none"])
    refused(s, "1013", "S13.0a")
    answer(s, "place_search", "1012")
    refused(s, "1012", "S13.0a")
    check(s, rolls(s, "search"), [], "nothing is resolved before all are down")
    answer(s, "place_search", "0405")
    check(s, (asked(s).kind, list(asked(s).options)), ("resolve_which", ["1012", "0405"]))
    answer(s, "resolve_which", "0405")
    check(s, [event.data["radar"] for event in events(s, "roll")], ["Würzburg", "Freya"], "in the player's order")
    holds(s, "S13.0a" in last(s, "search_placed").rules, "by the rule of placement")


@rule("S13.0b", "S5.4f")
def test_S13_0b_a_high_counter_is_tested_and_nothing_more() -> None:
    s = freya_and_wurzburg(counter("1a", "1012 S"), counter("1b", "0405 S"), reality=[2])
    answer(s, "place_search", "1012")
    answer(s, "place_search", "none")
    check(s, (rolls(s, "reality"), rolls(s, "search"), counters(s)["1a"]["level"]), ([(2,)], [], "moderate"))


@rule("S13.0c")
@pytest.mark.parametrize(
    ("radar", "near", "die", "refined"),
    [
        ("Freya", False, 4, False), ("Freya", False, 5, True), ("Freya", True, 5, False), ("Freya", True, 6, True),
        ("Würzburg", False, 3, False), ("Würzburg", False, 4, True), ("Würzburg", True, 4, False),
        ("Würzburg", True, 5, True),
    ],
)  # fmt: skip
def test_S13_0c_die_less_value_less_one_in_a_crowd(radar: str, near: bool, die: int, refined: bool) -> None:
    other = counter("2", "1014 S" if near else "1807 S")
    s = freya_and_wurzburg(counter("1", "1012 S"), other, search=[die], location=[1])
    answer(s, "place_search", "1012" if radar == "Freya" else "none")
    answer(s, "place_search", "none" if radar == "Freya" else "1012")
    check(s, counters(s)["1"]["level"], "low" if refined else "moderate")
    modifiers = {name: points for name, points, _ in events(s, "roll")[0].data["modifiers"]}
    value = 2 if radar == "Freya" else 1
    check(s, modifiers, {"search_value": -value, **({"crowded": -1} if near else {})})


@rule("S13.0c")
@pytest.mark.parametrize(("where", "crowded"), [("1016 S", True), ("1017 S", False)])
def test_S13_0c_a_crowd_is_within_four_hexes(where: str, crowded: bool) -> None:
    s = freya_and_wurzburg(counter("1", "1012 S"), counter("2", where), search=[1])
    answer(s, "place_search", "1012")
    answer(s, "place_search", "none")
    check(s, "crowded" in [name for name, _, _ in events(s, "roll")[0].data["modifiers"]], crowded)


@rule("S13.0c")
def test_S13_0c_high_counters_are_no_crowd() -> None:
    s = freya_and_wurzburg(
        counter("1", "1012 S"), counter("2a", "1014 S"), counter("2b", "0405 S"), search=[5], location=[1]
    )
    answer(s, "place_search", "1012")
    answer(s, "place_search", "none")
    check(s, counters(s)["1"]["level"], "low")


@rule("S13.0d", "S5.2e")
@pytest.mark.parametrize(
    ("near", "die", "tracked"), [(False, 4, False), (False, 5, True), (True, 5, False), (True, 6, True)]
)
def test_S13_0d_a_low_counter_is_tracked_on_five_or_six(near: bool, die: int, tracked: bool) -> None:
    other = counter("2", "1014 S" if near else "1807 S")
    s = freya_and_wurzburg(counter("1", "1012 S", level="low"), other, search=[die], location=[2])
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    check(s, counters(s)["1"]["track"], "above" if tracked else "beneath")
    check(s, counters(s)["1"]["hex"], "0913" if tracked else "1012")
    s = freya_and_wurzburg(counter("1", "1012 S", level="low"))
    answer(s, "place_search", "1012")
    answer(s, "place_search", "none")
    check(s, (rolls(s, "search"), last(s, "too_coarse").data["radar"]), ([], "Freya"))


@rule("S13.0d")
def test_S13_0d_an_exact_counter_stays_where_it_is() -> None:
    s = new_session(solo("4", fighter(201, "1012 S", fix="1"), counter("1", "1012 S"), phase=5), dice={"search": [5]})
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["track"], rolls(s, "location")), ("1012", "above", []))


@rule("S13.0e")
def test_S13_0e_a_track_goes_on_without_a_roll() -> None:
    s = freya_and_wurzburg(counter("1", "1012 S", track=1))
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    check(s, (rolls(s, "search"), counters(s)["1"]["track"]), ([], "above"))
    check(s, last(s, "track_kept").data, {"radar": "Würzburg", "contact": "1"})


@rule("S7.0a")
def test_S7_0a_a_track_roll_off_the_map_loses_the_counter() -> None:
    s = freya_and_wurzburg(counter("1", "1027 S", level="low"), search=[6], location=[4])
    answer(s, "place_search", "none")
    answer(s, "place_search", "1027")
    check(s, (last(s, "shifted_off").data["contact"], sorted(counters(s))), ("1", []))


@rule("S7.0a", "S5.3d")
def test_S7_0a_a_counter_that_radar_shifts_off_the_map_is_refined_no_further() -> None:
    shifted = {}
    for die in range(1, 7):
        s = freya_and_wurzburg(counter("1", "1027 S"), counter("2", "1807 S"), search=[6], location=[die])
        answer(s, "place_search", "none")
        answer(s, "place_search", "1027")
        shifted[die] = ("1" not in counters(s), len(events(s, "refined")))
        if "1" not in counters(s):
            holds(s, "S7.0a" in last(s, "shifted_off").rules, "by rule S7.0a")
        else:
            holds(s, "S5.3d" in last(s, "refined").rules, "by rule S5.3d")
    check(s, dict(shifted.values()), {True: 0, False: 1})
