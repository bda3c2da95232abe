"""S10, S15, S16: each crew looks for one counter and needs a 6; then perhaps for something that is fixed."""

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
    play_until,
    refused,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule


@rule("S10.0a")
def test_S10_0a_each_crew_in_any_order_one_counter_of_those_in_sight() -> None:
    s = new_session(
        solo(
            "4G", fighter(201, "1012 S"), fighter(202, "0505 S"), fighter(203, "1620 S"), counter("1", "1012 S"),
            counter("2", "0505 S"), counter("3", "0705 S"), counter("4", "1503 S"), phase=8,
        ),
        dice={"tally": [1] * 20},
    )  # fmt: skip
    check(s, list(asked(s).options), ["201", "202"], "203 has nothing in sight")
    answer(s, "who_looks", "202")
    check(s, list(asked(s).options), ["none", "2", "3"])
    refused(s, "1", "S10.0a")
    answer(s, "tally", "3")
    check(s, asked(s).kind, "tally", "then the other crew, and 202 does not look again")
    check(s, asked(s).shown_facts("en")["fighter"], "201 Me110F-4")
    answer(s, "tally", "none")
    holds(s, "S10.0a" in last(s, "does_not_look").rules, "nobody has to look")


@rule("S10.0b")
@pytest.mark.parametrize(("dice", "tallied"), [([1, 2, 3, 4], False), ([5, 5, 5, 5], False), ([1, 6, 1, 1], True)])
def test_S10_0b_any_six_will_do(dice: list[int], tallied: bool) -> None:
    s = new_session(
        solo("2", fighter(201, "1012 S"), counter("1", "1012 S", level="low", track=1), phase=8), dice={"tally": dice}
    )
    answer(s, "tally", "1")
    holds(s, "S10.0b" in events(s, "roll")[0].rules, "a 6 is needed")
    check(s, bool(events(s, "tallied")), tallied)
    check(s, rolls(s, "location"), [], "an exact counter needs no location roll")


@rule("S10.0b", "S5.2b")
def test_S10_0b_after_the_six_it_must_be_where_the_crew_looks() -> None:
    for die, found in ((3, True), (4, True), (1, False)):
        s = new_session(
            solo("2", fighter(201, "1012 S"), counter("1", "1012 S", level="low"), phase=8),
            dice={"tally": [6] * 4, "location": [die]},
        )
        answer(s, "tally", "1")
        check(s, bool(events(s, "tallied")), found, f"location {die}")
        check(s, bool(events(s, "tally_fails")), not found)


@rule("S10.0c", "S10.0d")
@pytest.mark.parametrize(
    ("scenario", "sky", "dice"),
    [
        ("2", {"visibility": "poor"}, 2),
        ("2", {"visibility": "moderate", "moon": "half"}, 4),
        ("2", {"visibility": "good", "moon": "full"}, 5),
        ("2", {"visibility": "poor", "moon": "full", "cloud": "cloudy"}, 4),
        ("1D", {"visibility": "good"}, 3),
        ("2C", {"visibility": "moderate", "moon": "full", "cloud": "cloudy"}, 2),
    ],
)
def test_S10_0c_dice_by_sky_and_view(scenario: str, sky: dict[str, str], dice: int) -> None:
    s = new_session(solo(scenario, fighter(201, "1012 S"), counter("1", "1012 S"), phase=8, **sky))
    answer(s, "tally", "1")
    check(s, len(rolls(s, "tally")[0]), dice)
    holds(s, "S10.0c" in events(s, "roll")[0].rules, "the dice of one crew")
    s = new_session(solo("2", fighter(201, "1012 S"), counter("1", "1012 S"), phase=8, moon="full", cloud="cloudy"))
    answer(s, "tally", "1")  # cloud behind the counter itself
    check(s, len(rolls(s, "tally")[0]), 6)


@rule("S10.0d")
def test_S10_0d_the_counters_own_hex_decides_about_bright_cloud() -> None:
    # zone J begins with row 15: a counter in 0314 is in the dark though part of its area is over the lights
    for at, seen in (("0315 S", True), ("0314 S", False)):
        s = new_session(
            solo(
                "4B", fighter(201, "0316 N"), counter("1", at, level="low"), stop("0316 S"), phase=8, cloud="cloudy",
                visibility="moderate",
            )
        )  # fmt: skip
        check(s, "1" in asked(s).options, seen, f"{at} seen from the hex beside it")
        if seen:
            answer(s, "tally", "1")
            holds(s, "S10.0d" in events(s, "roll")[0].rules, "bright cloud")


@rule("S15.0")
def test_S15_0_a_second_attempt_at_what_radar_or_lights_hold() -> None:
    s = new_session(
        solo(
            "4B",
            fighter(201, "1018 S"),
            counter("1", "1018 S", level="low"),
            counter("2", "1021 S", light="N"),
            phase=8,
        ),
        dice={"tally": [1] * 4, "fixed tally": [6, 1, 1]},
    )
    answer(s, "tally", "1")
    check(s, list(asked(s).options), ["none", "2"])
    refused(s, "1", "S15.0")
    answer(s, "tally_fixed", "2")
    check(s, (rolls(s, "fixed tally"), fighters(s)["201"]["tally"]), ([(6, 1, 1)], "2"))


@rule("S15.0")
def test_S15_0_not_after_a_tally_and_not_before_chapter_15() -> None:
    s = new_session(
        solo("4B", fighter(201, "1018 S"), counter("1", "1018 S", track=1), counter("2", "1021 S", light="N"), phase=8),
        dice={"tally": [6] * 4},
    )
    answer(s, "tally", "1")
    check(s, (fighters(s)["201"]["tally"], rolls(s, "fixed tally")), ("1", []))
    s = new_session(
        solo("4B", fighter(201, "1018 S"), counter("1", "1018 S", track=1), counter("2", "1021 S", light="N"), phase=8),
        dice={"tally": [1] * 4},
    )
    answer(s, "tally", "1")
    answer(s, "tally_fixed", "2")
    holds(s, "S15.0" in last(s, "roll").rules, "after a failure")


@rule("S15.0")
def test_S15_0_another_crews_fix_is_no_help() -> None:
    fighters = fighter(201, "1010 S", fix="1"), fighter(202, "1012 S")
    s = new_session(solo("6D", *fighters, counter("1", "1012 S"), phase=8), dice={"tally": [1] * 6})
    answer(s, "tally", "1")
    holds(s, not s.pending or s.pending[0].kind != "tally_fixed", "202 has no fix of its own")
    own = fighter(201, "1010 S"), fighter(202, "1012 S", fix="1")
    s = new_session(solo("6D", *own, counter("1", "1012 S"), phase=8), dice={"tally": [1] * 6, "fixed tally": [1] * 9})
    answer(s, "tally", "1")
    answer(s, "tally_fixed", "1")
    holds(s, "S15.0" in last(s, "not_tallied").rules, "its own fix is")


@rule("S16.0")
def test_S16_0_lost_bombers_are_not_displaced() -> None:
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), counter("1", "1015 S"), stop("1010 S"), phase=6))
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["level"]), ("1015", "low"))
    holds(s, "S16.0" in last(s, "reverts").rules, "it stays where it is")


@rule("28.4a", "28.4b")
@pytest.mark.parametrize(("dice", "good"), [([6, 1, 1, 1], 0), ([6, 6, 1, 1], 1)])
def test_28_4a_two_sixes_are_a_good_attack_position(dice: list[int], good: int) -> None:
    s = new_session(solo("4B", fighter(201, "1012 S"), counter("1", "1012 S", track=1), phase=8), dice={"tally": dice})
    answer(s, "tally", "1")
    check(s, last(s, "position").data["good"], good)


@rule("10.2c")
def test_10_2c_a_tally_is_lost_out_of_sight() -> None:
    s = new_session(solo("4B", fighter(201, "1012 S", tally="1"), counter("1", "1015 S"), stop("1012 S"), phase=8))
    check(s, events(s, "tally_dropped"), [], "there is nothing to keep, so nothing is asked")
    check(s, (last(s, "tally_lost").data["contact"], counters(s)["1"]["level"]), ("1", "low"))


@rule("10.2b", "10.2c")
def test_10_2b_only_tallies_that_can_be_kept_are_asked_about() -> None:
    far = fighter(201, "1012 S", tally="1"), fighter(202, "0512 S", tally="2"), fighter(203, "0101 S")
    s = new_session(solo("4G", *far, counter("1", "1015 S"), counter("2", "0512 S"), phase=8))
    check(s, (asked(s).kind, asked(s).plain_facts["fighter"]), ("keep_or_drop", "202"))
    s.decide("drop")
    check(s, last(s, "tally_dropped").data["fighter"], "202")
    check(s, last(s, "tally_lost").data["fighter"], "201")


@rule("17.3.2c")
def test_17_3_2c_a_blinded_crew_does_not_look() -> None:
    s = new_session(solo("4B", fighter(201, "1012 S", blind=2), counter("1", "1012 S", track=1), phase=8, turn=2))
    holds(s, events(s, "cannot_tally"), "blinded")
    play_until(s, "path", {"place_search": "none"})
