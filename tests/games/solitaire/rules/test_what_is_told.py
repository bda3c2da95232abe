"""What the log says of each step and by which rule, and the reason of each refusal: phase after phase."""

from __future__ import annotations

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
    refused,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import Session

FAR = fighter(201, "0101 S")
QUIET = {"place_search": "none", "ai_target": "none", "tally": "none", "light_up": "done"}


def reason(s: Session, option: str, rule_: str) -> str:
    """The key of the sentence by which an answer is refused."""
    return refused(s, option, rule_).key.rpartition(".")[2]


def why(s: Session, what: str) -> list[list[object]]:
    """What modified the newest roll of that name."""
    found = [event for event in events(s, "roll") if event.data["what"] == what]
    modifiers: list[list[object]] = found[-1].data["modifiers"]
    return modifiers


# -- reasons -------------------------------------------------------------------------------------------------------


@rule("S13.0a", "S24.0a", "S24.0b")
def test_S13_0a_why_a_search_is_not_placed() -> None:
    s = new_session(solo("4", FAR, counter("1", "1012 S"), stop("0101 S"), phase=5))
    check(s, reason(s, "1013", "S13.0a"), "no_counter_there")
    answer(s, "place_search", "1012")
    check(s, reason(s, "1012", "S13.0a"), "searched_already")
    s = new_session(solo("6G", fighter(201, "1005 S"), counter("1", "1002 S"), stop("1005 S"), phase=5))
    answer(s, "place_search", "none")
    check(s, (reason(s, "1002", "S24.0a"), reason(s, "1003", "S13.0a")), ("not_heard", "no_counter_there"))
    s = new_session(solo("6H", fighter(201, "1005 S"), counter("1", "1012 S"), counter("2", "1013 S", h2s=1),
                   stop("1005 S"), phase=5))  # fmt: skip
    answer(s, "place_search", "none")
    check(s, reason(s, "1012", "S24.0b"), "not_heard")


@rule("S19.0a", "S10.0a", "S15.0")
def test_S19_0a_why_a_crew_cannot_search_for_it() -> None:
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), counter("2", "1020 S"), phase=6))
    check(s, reason(s, "2", "S19.0a"), "outside_search_area")
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), counter("1", "1011 S"), counter("2", "1012 S"), phase=6))
    check(s, reason(s, "none", "S19.0a"), "fix_holds")
    s = new_session(solo("4", fighter(201, "1011 S", fix="1"), counter("1", "1012 S"), counter("2", "1020 S"), phase=8))
    check(s, reason(s, "2", "S10.0a"), "not_in_sight")
    answer(s, "tally", "none")
    check(s, reason(s, "2", "S15.0"), "not_fixed_or_too_far")


@rule("S14.0a", "S21.0a")
def test_S14_0a_why_lights_do_not_try_it() -> None:
    s = new_session(
        solo("4B", FAR, counter("1", "0816 S"), counter("2", "1016 S"), counter("3", "0410 S"), counter("4", "1516 S"),
             counter("5", "exited"), stop("0101 S"), phase=7),
        dice={"searchlight": [1] * 4},
    )  # fmt: skip
    check(s, (reason(s, "3", "S14.0a"), reason(s, "5", "S14.0a")), ("not_in_a_zone", "not_in_a_zone"))
    answer(s, "light_up", "1")
    check(s, (reason(s, "2", "S14.0a"), reason(s, "3", "S14.0a")), ("zone_has_searched", "not_in_a_zone"))
    s = new_session(
        solo("5F", fighter(201, "0101 S"), counter("1", "0816 S"), counter("2a", "1016 S"), counter("2b", "0405 S"),
             stop("0101 S"), phase=7)
    )  # fmt: skip
    check(s, reason(s, "1", "S21.0a"), "too_high_for_lights")


@rule("SC7a", "SC7c")
def test_SC7a_why_serrate_does_not_hear_it() -> None:
    rows = [counter("1", "1010 S", kind=1, known=32), counter("2", "1002 S", kind=1, known=32), counter("3", "1003 S")]
    s = new_session(solo("7", fighter(201, "1005 S"), *rows, phase=5))
    check(s, reason(s, "2", "SC7c"), "outside_wide_arc")
    check(s, (reason(s, "3", "SC7c"), reason(s, "sweep", "SC7a")), ("not_a_german", "nothing_to_sweep"))


@rule("20.0a", "18.0c")
def test_20_0a_why_not_with_these_guns() -> None:
    s = new_session(solo("4B", fighter(201, "1012 S", tally="1"), counter("1", "1012 S"), phase=9))
    check(s, reason(s, "oblique", "20.0a"), "no_such_guns")
    own = fighter(201, "1012 S", tally="1", oblique=1, dived=2)
    s = new_session(solo("4D", own, counter("1", "1012 S"), phase=9))
    check(s, reason(s, "oblique", "18.0c"), "dived_this_turn")


# -- bombers -------------------------------------------------------------------------------------------------------


@rule("7.2a")
def test_7_2a_all_that_fly_are_counted_and_then_shown_where_they_are() -> None:
    s = new_session(solo("4", FAR, counter("1", "1002 S"), counter("2", "0405 S"), counter("3", "1627 S"), turn=2))
    check(s, last(s, "bombers_fly").data, {"count": 3})
    moved = last(s, "counters_moved").data["places"]
    check(s, sorted(moved), [["1", counters(s)["1"]["hex"]], ["2", counters(s)["2"]["hex"]]])
    holds(s, counters(s)["1"]["hex"] == "1005", "three hexes on")
    check(s, last(s, "counter_left").data, {"contact": "3"})


@rule("2.1.5a", "2.1.5b")
def test_2_1_5b_even_turns_are_marked() -> None:
    s = new_session(solo("4", fighter(201, "0101 S"), counter("1", "1002 S"), turn=2, phase=10))
    play_turn(s, 4, {**QUIET, "path": "F F"})
    told = {event.data["turn"]: event.rules for event in events(s, "turn")}
    check(s, ("2.1.5b" in told[3], "2.1.5b" in told[4]), (False, True))


@rule("S8.0a", "S8.0c")
def test_S8_0c_what_is_told_of_one_that_comes_alone() -> None:
    s = new_session(scenario="4")
    play_until(s, "path", QUIET)
    check(s, events(s, "bombers_fly"), [], "nobody was there to fly")
    first = last(s, "enters")
    check(s, first.data["counters"], ["1a", "1b", "1c"])
    check(s, (first.data["bomber"], first.data["columns"]), (1, [4, 10, 16]))
    play_until(s, "path", QUIET)
    answer(s, "path", "F F")
    play_turn(s, 4, {**QUIET, "path": "F F"})
    check(s, last(s, "enters").data["bomber"], 2, "the second")


@rule("SC6C")
def test_SC6C_a_wave_of_two_goes_by_the_rule_of_its_variant() -> None:
    s = new_session(scenario="6C", dice={"empty column": [1] * 4})
    play_until(s, "leave_box", QUIET)
    holds(s, {"SC6C", "S8.0a", "S5.3c"} <= set(last(s, "wave_enters").rules), "SC6C")
    holds(s, "S8.0b" not in last(s, "wave_enters").rules, "not three in three columns")


@rule("S14.0f")
def test_S14_0f_a_hand_over_is_told_with_bomber_and_zone() -> None:
    s = new_session(
        solo("4B", FAR, counter("1", "0405 S"), counter("2", "0816 S", light="K")), dice={"hand-off": [6, 1, 1, 1]}
    )
    answer(s, "hand_off", "yes")
    check(s, last(s, "handed_off").data, {"contact": "2", "zone": "N"})


@rule("14.2.3", "14.3c")
def test_14_3c_flares_hand_nothing_over() -> None:
    s = new_session(solo("6A", FAR, counter("1", "0405 S"), counter("2", "0816 S", light="K"), stop("0101 S")))
    lost = last(s, "light_lost")
    check(s, (lost.data["contact"], "14.3c" in lost.rules), ("2", True))


# -- radar ---------------------------------------------------------------------------------------------------------


@rule("13.1.3", "S13.0a")
def test_13_1_3_last_turns_searches_are_taken_off() -> None:
    s = new_session(
        solo("4", FAR, counter("1", "1002 S"), counter("2", "0402 S"), phase=5, turn=2), dice={"search": [1, 1]}
    )
    check(s, events(s, "searches_removed"), [])
    answer(s, "place_search", "1002")
    play_until(s, "place_search", {**QUIET, "path": "F F"})
    play_until(s, "path", QUIET)
    play_until(s, "place_search", {**QUIET, "path": "F F"})
    check(s, len(events(s, "searches_removed")), 1)


@rule("S13.0c")
@pytest.mark.parametrize(("radar", "coarse"), [("Freya", True), ("Würzburg", False)])
def test_S5_2e_what_a_search_found_and_how_good_the_set_is(radar: str, coarse: bool) -> None:
    s = new_session(
        solo("4", FAR, counter("1", "0405 S"), counter("2", "1012 S"), counter("3", "1014 S"), stop("0101 S"), phase=5),
        dice={"search": [6], "location": [1]},
    )
    answer(s, "place_search", "1012" if coarse else "none")
    answer(s, "place_search", "none" if coarse else "1012")
    found = last(s, "refined")
    check(s, found.data, {"radar": radar, "contact": "2", "hex": counters(s)["2"]["hex"]})
    check(s, ("S5.2e" in found.rules, "S5.2a" in found.rules), (coarse, True), "whether it may be tracked")
    value = 2 if coarse else 1
    check(s, why(s, "search"), [["search_value", -value, "S13.0c"], ["crowded", -1, "S13.0c"]])


@rule("S13.0d")
def test_S13_0d_a_crowd_confuses_a_track_by_its_own_rule() -> None:
    s = new_session(
        solo("4", FAR, counter("1", "0405 S"), counter("2", "1012 S", level="low"), counter("3", "1014 S"),
             stop("0101 S"), phase=5),
        dice={"search": [6], "location": [1]},
    )  # fmt: skip
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    check(s, why(s, "search"), [["crowded", -1, "S13.0d"]])
    check(s, last(s, "tracked").data, {"radar": "Würzburg", "contact": "2", "hex": counters(s)["2"]["hex"]})


@rule("S25.0d")
@pytest.mark.parametrize("level", ["moderate", "low"])
def test_S25_0d_the_sure_search_is_told(level: str) -> None:
    s = new_session(
        solo("8G", FAR, counter("1", "0405 S"), counter("2", "1012 S", level=level), stop("0101 S"), phase=5),
        dice={"location": [1]},
    )
    answer(s, "place_search", "1012")
    check(s, last(s, "sure_search").data, {"radar": "MEW", "contact": "2"})


@rule("S13.0a")
def test_S13_0a_a_search_whose_counter_is_gone_is_void() -> None:
    s = new_session(
        solo("4", FAR, counter("1a", "1012 S"), counter("1b", "0405 S"), counter("1c", "1605 S"), stop("0101 S"),
             phase=5),
        dice={"reality": [1]},
    )  # fmt: skip
    answer(s, "place_search", "0405")
    answer(s, "place_search", "1012")
    answer(s, "resolve_which", "1012")
    check(s, (last(s, "real").data["contact"], sorted(last(s, "real").data["counters"])), ("1a", ["1b", "1c"]))
    check(s, last(s, "search_void").data, {"radar": "Freya", "hex": "0405"})


@rule("S24.0c")
@pytest.mark.parametrize(("scenario", "cited"), [("4H", {"SC4H"}), ("6", set()), ("8A", {"S25.0c"})])
def test_S24_0c_why_a_radar_counts_as_jammed(scenario: str, cited: set[str], tmp_path: Path) -> None:
    pack = None
    if scenario == "8A":  # heavily jammed GCI is a lightly jammed search radar
        pack = tmp_path
        (tmp_path / "scenarios").mkdir()
        text = '[[variant]]\nid = "8A"\njamming = { search = "heavy" }\n'
        (tmp_path / "scenarios" / "08.toml").write_text(text)
    s = new_session(
        solo(scenario, FAR, counter("1", "1012 S"), stop("0101 S"), phase=5), dice={"jamming": [1]},
        **({"pack": pack} if pack else {}),
    )  # fmt: skip
    answer(s, "place_search", "1012")
    rolled = next(event for event in events(s, "roll") if event.data["what"] == "jamming")
    check(s, {"SC4H", "S25.0c"} & set(rolled.rules), cited if scenario != "4H" else {"SC4H"})
    check(s, (rolled.data["hex"], last(s, "jammed").data["hex"]), ("1012", "1012"))


@rule("S19.0a")
def test_S19_0a_what_is_told_of_a_crew_that_does_not_search() -> None:
    own = [fighter(201, "0101 S"), fighter(202, "1010 S")]
    s = new_session(solo("8E", *own, counter("1", "1012 S"), counter("2", "1110 S"), phase=6))
    play_until(s, "ai_target")
    check(s, asked(s).plain_facts, {"fighter": "202"})
    answer(s, "ai_target", "none")
    check(s, last(s, "no_ai_search").data, {"fighter": "202"})
    check(s, (rolls(s, "location"), fighters(s)["202"]["fix"]), ([], None))


@rule("S19.0a")
@pytest.mark.parametrize(("scenario", "low"), [("4", False), ("4E", True)])
def test_21_1a_low_down_the_set_sees_less_and_the_log_says_so(scenario: str, low: bool) -> None:
    s = new_session(
        solo(scenario, fighter(201, "1010 S"), counter("1", "1010 S", track=1), counter("2", "1011 S"), phase=6)
    )
    answer(s, "ai_target", "1")
    found = last(s, "fixed")
    check(s, "21.1a" in found.rules, low)
    check(s, found.data, {"fighter": "201", "contact": "1", "hex": "1010", "facing": "S"})


# -- lights, eyes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cloud", "blocked"), [("cloudy", 1), ("none", 0)])
def test_14_1_cloud_blocks_lights_where_there_are_some(cloud: str, blocked: int) -> None:
    s = new_session(
        solo("4B", FAR, counter("1", "0816 S"), stop("0101 S"), phase=7, cloud=cloud), dice={"searchlight": [1] * 4}
    )
    check(s, len(events(s, "lights_blocked")), blocked)
    s = new_session(
        solo("8C", FAR, counter("1", "0405 S"), stop("0101 S"), phase=7, cloud=cloud), dice={"searchlight": [1] * 4}
    )
    check(s, len(events(s, "lights_blocked")), blocked)


@rule("S14.0b")
@pytest.mark.parametrize(("scenario", "rule_", "other"), [("4B", "S5.4g", "S21.0a"), ("5F", "S21.0a", "S5.4g")])
def test_S14_0b_a_test_by_lights_goes_by_height(scenario: str, rule_: str, other: str) -> None:
    s = new_session(
        solo(scenario, FAR, counter("1a", "0816 S"), counter("1b", "0405 S"), stop("0101 S"), phase=7),
        dice={"reality": [1], "searchlight": [1] * 9},
    )
    answer(s, "light_up", "1a")
    rolled = next(event for event in events(s, "roll") if event.data["what"] == "reality")
    check(s, (rule_ in rolled.rules, other in rolled.rules, rolled.data["left"]), (True, False, 2))
    check(s, len(events(s, "too_high")), int(scenario == "5F"))


@rule("S14.0a")
def test_S14_0a_the_first_zone_of_the_map_searches_as_the_others_do() -> None:
    s = new_session(
        solo("5C", FAR, counter("1", "0203 S", level="low"), stop("0101 S"), phase=7),
        dice={"searchlight": [6] * 4, "location": [3]},
    )
    check(s, list(asked(s).options)[:2], ["done", "1"])
    answer(s, "light_up", "1")
    check(s, (counters(s)["1"]["lit_in"], last(s, "coned").data["zone"]), ("A", "A"))


@rule("10.2c", "S5.1b")
def test_10_2c_a_tally_that_is_kept_or_lost_is_told() -> None:
    own = [fighter(201, "1011 S", tally="1"), fighter(202, "0411 S", tally="2"), fighter(203, "1820 S")]
    s = new_session(solo("4G", *own, counter("1", "1012 S"), counter("2", "0418 S"), phase=8))
    while asked(s).kind == "keep_or_drop":
        answer(s, "keep_or_drop", "keep")
    check(s, last(s, "tally_kept").data, {"fighter": "201", "contact": "1"})
    check(s, last(s, "tally_lost").data, {"fighter": "202", "contact": "2"})
    check(s, (last(s, "reverts").data, counters(s)["2"]["level"]), ({"contact": "2", "hex": "0418"}, "low"))


@rule("S15.0", "S10.0b")
def test_S15_0_the_second_attempt_goes_by_its_own_rule() -> None:
    s = new_session(
        solo("4", fighter(201, "1011 S", fix="2"), counter("1", "0405 S"), counter("2", "1012 S"), phase=8),
        dice={"tally": [1] * 9, "fixed tally": [1] * 9},
    )
    answer(s, "tally", "2")
    told = last(s, "not_tallied")
    check(s, (told.data, told.rules), ({"fighter": "201", "contact": "2"}, ("S10.0b",)))
    answer(s, "tally_fixed", "2")
    check(s, last(s, "not_tallied").rules, ("S15.0",))
    rolled = next(event for event in events(s, "roll") if event.data["what"] == "fixed tally")
    holds(s, {"S15.0", "15.1.1a"} <= set(rolled.rules), "both rules of it")


def test_S15_0_crew_after_crew_both_attempts_together() -> None:
    own = [fighter(201, "1011 S", fix="1"), fighter(202, "0411 S", fix="2"), fighter(203, "1820 S")]
    s = new_session(
        solo("4G", *own, counter("1", "1012 S"), counter("2", "0412 S"), phase=8),
        dice={"tally": [1] * 9, "fixed tally": [1] * 9},
    )
    order = []
    while asked(s).kind in ("tally", "tally_fixed", "who_looks"):
        if asked(s).kind != "who_looks":
            order.append((asked(s).kind, asked(s).plain_facts["fighter"]))
        s.decide("201" if asked(s).kind == "who_looks" else "none")
    check(s, order, [("tally", "201"), ("tally_fixed", "201"), ("tally", "202"), ("tally_fixed", "202")])


@rule("S10.0c")
@pytest.mark.parametrize(
    ("visibility", "moon", "dice"),
    [("poor", "none", 1), ("moderate", "none", 1), ("poor", "half", 1), ("good", "full", 3)],
)
def test_S10_0c_2C_an_untrained_crew_rolls_one_die_fewer_but_never_none(visibility: str, moon: str, dice: int) -> None:
    s = new_session(
        solo("2C", fighter(201, "1012 S"), counter("1", "1012 S", level="low"), counter("2", "0405 S"), phase=8,
             visibility=visibility, moon=moon),
        dice={"tally": [1] * 9},
    )  # fmt: skip
    answer(s, "tally", "1")
    check(s, rolls(s, "tally"), [(1,) * dice])


# -- uncertainty -----------------------------------------------------------------------------------------------------


@rule("S5.4e")
def test_S5_4e_a_die_above_the_number_left_is_told_and_thrown_again() -> None:
    five = [
        counter(f"2{letter}", f"{column}05 S")
        for letter, column in zip("abcde", ("04", "06", "08", "10", "12"), strict=True)
    ]
    s = new_session(
        solo("4", FAR, counter("1", "1612 S"), *five, stop("0101 S"), phase=5),
        dice={"reality": [6, 5]},
    )
    answer(s, "place_search", "0405")
    answer(s, "place_search", "none")
    check(s, last(s, "too_high_a_die").data, {"contact": "2a", "left": 5})
    check(s, (rolls(s, "reality"), last(s, "phantom").data), ([(6,), (5,)], {"contact": "2a"}))
    check(s, sorted(counters(s)), ["1", "2b", "2c", "2d", "2e"])


@rule("S5.2b", "S5.5a")
def test_S5_2b_where_it_was_looked_for_and_was_not() -> None:
    s = new_session(
        solo("4", fighter(201, "1010 S"), counter("1", "0405 S"), counter("2", "1012 S", level="low"),
             stop("1010 S"), phase=6),
        dice={"location": [1]},
    )  # fmt: skip
    answer(s, "ai_target", "2")
    check(s, last(s, "not_there").data["contact"], "2")
    check(s, last(s, "excluded").data["contact"], "2")
    check(s, last(s, "ai_fails").data, {"fighter": "201"})


@rule("S5.1a")
def test_S5_2f_whoever_was_found_once_is_low_from_then_on() -> None:
    s = new_session(
        solo("4", fighter(201, "1010 S"), counter("1", "0405 S"), counter("2", "1012 S"), stop("1010 S"), phase=6),
        dice={"location": [3, 4]},
    )
    answer(s, "ai_target", "2")
    where = counters(s)["2"]["hex"]
    check(s, last(s, "located").data, {"contact": "2", "hex": where})
    check(s, s.state.a_level[1], 1, "low beneath the fix")  # type: ignore[attr-defined]


@rule("S17.0b")
def test_S17_0b_who_shook_everybody_off_is_named() -> None:
    s = new_session(
        solo("4B", fighter(201, "1012 S", tally="2"), counter("1", "0405 S"), counter("2", "1012 S"), phase=9,
             options={"28.1": False}),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1]},
    )  # fmt: skip
    answer(s, "attack", "guns")
    check(s, (last(s, "shaken_off").data, last(s, "corkscrews").data["contact"]), ({"contact": "2"}, "2"))
    check(s, (fighters(s)["201"]["tally"], counters(s)["2"]["level"]), (None, "low"))


@rule("SC7b")
@pytest.mark.parametrize(("draw", "german"), [(0, True), (1, True), (2, False)])
def test_SC7b_two_in_the_cup_are_german(draw: int, german: bool) -> None:
    own = [fighter(201, "1010 S", tally="2")]
    s = new_session(
        solo("7", *own, counter("1", "1015 S"), counter("2", "1010 S"), phase=9), draws={"cup": [draw]},
        dice={"identification": [6]},
    )  # fmt: skip
    answer(s, "identify", "roll")
    if german:
        told = last(s, "revealed").data
        check(s, (told["contact"], told["kind"]), ("2", "Ju88C-6"))
    else:
        check(s, (last(s, "was_a_bomber").data, "2" in counters(s)), ({"contact": "2"}, False))
        check(s, fighters(s)["201"]["tally"], None)
