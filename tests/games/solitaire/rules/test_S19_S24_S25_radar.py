"""S19, S24, S25: AI radar, homers, jamming, GCI and MEW."""

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
    refused,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule


@rule("S19.0a")
def test_S19_0a_any_counter_whose_area_is_partly_in_range_and_arc() -> None:
    s = new_session(
        solo(
            "4", fighter(201, "1010 S"), counter("1", "1012 S"), counter("2", "1110 S"), counter("3", "1015 S"), phase=6
        ),
        dice={"location": [3, 5]},
    )
    check(s, list(asked(s).options), ["none", "1", "2"])
    refused(s, "3", "S19.0a")
    answer(s, "ai_target", "1")
    check(s, (fighters(s)["201"]["fix"], counters(s)["1"]["hex"]), ("1", "1012"))


@rule("S19.0a")
def test_S19_0a_crews_search_in_any_order_and_a_fix_that_holds_is_kept() -> None:
    s = new_session(
        solo(
            "4G", fighter(201, "1010 S", fix="1"), fighter(202, "0505 S"), fighter(203, "0101 S"),
            counter("1", "1011 S"),
            counter("2", "1012 S", level="low"), counter("3", "0505 S", track=1), stop("0101 S"), phase=6,
        ),
        dice={"jammed AI": [1, 1, 1]},
    )  # fmt: skip
    check(s, (asked(s).kind, list(asked(s).options)), ("who_searches", ["201", "202", "203"]))
    answer(s, "who_searches", "202")
    answer(s, "ai_target", "none")
    holds(s, "S19.0a" in last(s, "no_ai_search").rules, "nobody has to search")
    answer(s, "who_searches", "201")
    check(s, list(asked(s).options), ["1", "2"], "keep the fix, or give it up for another")
    refused(s, "none", "S19.0a")
    answer(s, "ai_target", "1")
    check(s, last(s, "fix_kept").data["contact"], "1")


@rule("S19.0b", "S5.5a")
def test_S19_0b_after_a_failure_no_other_counter_is_searched() -> None:
    s = new_session(
        solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), counter("2", "1110 S"), stop("1010 S"), phase=6),
        dice={"location": [1, 1]},
    )
    answer(s, "ai_target", "1")
    check(s, asked(s).kind, "tally")
    holds(s, "S19.0b" in last(s, "ai_fails").rules, "that was its only search")


@rule("S19.0a")
def test_S19_0a_an_exact_counter_is_fixed_without_a_roll() -> None:
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S", track=1), stop("1010 S"), phase=6))
    answer(s, "ai_target", "1")
    check(s, (fighters(s)["201"]["fix"], rolls(s, "location")), ("1", []))


@rule("S24.0d", "S24.0c")
@pytest.mark.parametrize(("dice", "found"), [([5], False), ([6], True)])
def test_S24_0d_a_jammed_set_needs_a_six_before_anything_else(dice: list[int], found: bool) -> None:
    s = new_session(
        solo("6F", fighter(201, "1010 S"), counter("1", "1012 S"), stop("1010 S"), phase=6),
        dice={"jammed AI": dice, "location": [3, 5]},
    )
    answer(s, "ai_target", "1")
    check(s, (rolls(s, "jammed AI"), bool(rolls(s, "location"))), ([tuple(dice)], found))
    check(s, (fighters(s)["201"]["fix"], counters(s)["1"]["excluded"]), ("1" if found else None, []))
    if not found:
        holds(s, "S24.0d" in last(s, "ai_jammed").rules, "noise")
    s = new_session(
        solo("6F", fighter(201, "0125 N"), counter("1", "1012 S"), stop("0125 S"), phase=5), dice={"jamming": [4]}
    )
    answer(s, "place_search", "1012")
    check(s, last(s, "jammed").data, {"radar": "Freya", "hex": "1012"}, "heavily jammed: gone on a 4")


@rule("S24.0d", "24.5.2b")
def test_S24_0d_a_jammed_set_must_go_on_hearing_its_target() -> None:
    s = new_session(
        solo("6F", fighter(201, "1010 S", fix="1"), counter("1", "1011 S"), stop("1010 S"), phase=6),
        dice={"jammed AI": [1]},
    )
    answer(s, "ai_target", "1")
    check(s, (fighters(s)["201"]["fix"], counters(s)["1"]["level"]), (None, "low"))


@rule("S24.0a")
def test_S24_0a_flensburg_searches_ahead_at_any_range() -> None:
    s = new_session(
        solo("6G", fighter(201, "1005 S"), counter("1", "1020 S"), counter("2", "1002 S"), stop("1005 S"), phase=5),
        dice={"search": [5], "location": [6]},
    )
    answer(s, "place_search", "none")  # the Freya
    check(s, asked(s).shown_facts("en")["radar"], "Flensburg A")
    refused(s, "1002", "S24.0a")
    answer(s, "place_search", "1020")
    check(s, (counters(s)["1"]["level"], counters(s)["1"]["hex"]), ("low", "1121"))
    holds(s, "S24.0a" in events(s, "roll")[0].rules, "like ground radar")


@rule("S24.0a")
def test_S24_0a_a_shift_out_of_the_arc_succeeds_all_the_same() -> None:
    s = new_session(
        solo("6G", fighter(201, "1005 S"), counter("1", "0806 S"), stop("1005 S"), phase=5),
        dice={"search": [6], "location": [1]},
    )
    answer(s, "place_search", "none")
    answer(s, "place_search", "0806")
    check(s, (counters(s)["1"]["level"], counters(s)["1"]["hex"]), ("low", "0706"))


@rule("S24.0b")
def test_S24_0b_naxos_hears_H2S_only_and_minds_no_crowd() -> None:
    s = new_session(
        solo(
            "6H", fighter(201, "1020 N"), counter("1", "1012 S", h2s=1), counter("2", "1013 S"), stop("1020 S"), phase=5
        ),
        dice={"search": [6], "location": [1]},
    )
    answer(s, "place_search", "none")  # the Freya
    refused(s, "1013", "S24.0b")
    answer(s, "place_search", "1012")
    found = events(s, "roll")[0].data["modifiers"]
    check(s, found, [["search_value", -3, "S13.0c"]], "no -1 for the counter beside it")
    check(s, counters(s)["1"]["level"], "low")


@rule("S24.0c")
@pytest.mark.parametrize(
    ("scenario", "die", "silent"), [("4H", 2, True), ("4H", 3, False), ("6", 4, True), ("6", 5, False)]
)
def test_S24_0c_jammed_search_counters_roll_before_any_effect(scenario: str, die: int, silent: bool) -> None:
    s = new_session(
        solo(
            scenario, fighter(201, "0125 N"), counter("1a", "1012 S"), counter("1b", "0405 S"), stop("0125 S"), phase=5
        ),
        dice={"jamming": [die], "reality": [1]},
    )
    answer(s, "place_search", "1012")
    check(s, (rolls(s, "jamming"), bool(rolls(s, "reality"))), ([(die,)], not silent))
    holds(s, "S24.0c" in events(s, "roll")[0].rules, "jamming by die")


def test_S24_0c_a_jammed_radar_keeps_its_printed_value() -> None:
    """In Nightfighter heavy jamming makes it a 4; here the die for jamming takes the place of that [24.5.1b]."""
    s = new_session(solo("6", fighter(201, "0125 N"), counter("1", "1012 S"), phase=5))
    view: Any = s.perspective("player")
    printed = view.layout.components.search_radars
    values = {radar.name: (radar.value, printed[radar.name].value) for radar in view.layout.radars}
    assert values and all(now == then for now, then in values.values())
    assert any(then != 4 for _, then in values.values())


@rule("S25.0a")
def test_S25_0a_gci_takes_the_better_of_two_dice() -> None:
    s = new_session(
        solo("8", fighter(201, "0125 N"), counter("1", "1012 S"), stop("0125 S"), phase=5),
        dice={"search": [1, 4], "location": [2]},
    )
    answer(s, "place_search", "1012")
    check(s, (rolls(s, "search"), counters(s)["1"]["level"]), ([(1, 4)], "low"))


@rule("S25.0b")
def test_S25_0b_gci_tests_every_counter_of_the_bomber_on_the_map() -> None:
    several = [counter("1a", "0405 S"), counter("1b", "1005 S"), counter("1c", "1605 S"), counter("1d", "exited")]
    s = new_session(
        solo(
            "8",
            fighter(201, "0125 N"),
            *several,
            counter("2a", "0408 S"),
            counter("2b", "1008 S"),
            stop("0125 S"),
            phase=5,
        ),
        dice={"reality": [4, 3, 1]},
    )
    answer(s, "place_search", "1005")
    check(s, [event.data["contact"] for event in events(s, "roll")], ["1b", "1a", "1c"], "the searched one first")
    check(s, sorted(counters(s)), ["1c", "2a", "2b"], "only those of that bomber")
    check(s, counters(s)["1c"]["level"], "moderate")
    holds(s, "S25.0b" in events(s, "roll")[1].rules, "GCI")


@rule("S25.0c")
def test_S25_0c_jammed_gci_is_a_search_radar() -> None:
    s = new_session(
        solo("8A", fighter(201, "0125 N"), counter("1", "1012 S"), stop("0125 S"), phase=5), dice={"search": [3]}
    )
    answer(s, "place_search", "1012")
    check(s, (rolls(s, "jamming"), rolls(s, "search")), ([], [(3,)]), "lightly jammed: one die, no jamming roll")
    holds(s, "S25.0c" in events(s, "roll")[0].rules, "as an unjammed search radar")


@rule("S25.0d")
def test_S25_0d_mew_never_misses_and_tests_all_phantoms_there_are() -> None:
    s = new_session(
        solo("8G", fighter(201, "0125 N"), counter("1", "1012 S"), stop("0125 S"), phase=5), dice={"location": [1]}
    )
    answer(s, "place_search", "1012")
    check(s, (rolls(s, "search"), counters(s)["1"]["level"]), ([], "low"))
    several = [counter("1a", "0405 S"), counter("1b", "1005 S"), counter("2a", "1608 S"), counter("2b", "0408 S")]
    s = new_session(solo("8G", fighter(201, "0125 N"), *several, stop("0125 S"), phase=5), dice={"reality": [6, 3]})
    answer(s, "place_search", "0405")
    check(s, sorted(counters(s)), ["1b", "2a"], "both bombers are found out")
    holds(s, "S25.0d" in events(s, "roll")[1].rules, "MEW")


@rule("S25.0d", "S13.0e")
def test_S25_0d_mew_tracks_a_low_counter() -> None:
    s = new_session(
        solo("8G", fighter(201, "0125 N"), counter("1", "1012 S", level="low"), stop("0125 S"), phase=5),
        dice={"location": [1]},
    )
    answer(s, "place_search", "1012")
    check(s, (counters(s)["1"]["track"], counters(s)["1"]["hex"]), ("above", "0912"))
    s = new_session(solo("8G", fighter(201, "0125 N"), counter("1", "1012 S", track=1), stop("0125 S"), phase=5))
    answer(s, "place_search", "1012")
    check(s, len(events(s, "track_kept")), 1)
