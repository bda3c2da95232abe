"""S14 and S21: searchlights, zone by zone, on a 6; at high altitude they only tell phantoms."""

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
from viermot import Session

FAR = fighter(201, "0101 S")


def lights(*more: str, scenario: str = "4B", dice: dict[str, list[int]] | None = None, **sky: object) -> Session:
    return new_session(solo(scenario, FAR, *more, stop("0101 S"), phase=7, **sky), dice=dice)


@rule("S14.0a")
def test_S14_0a_one_counter_a_zone_in_any_order() -> None:
    s = lights(
        counter("1", "0816 S"), counter("2", "1016 S"), counter("3", "1516 S"), counter("4", "0410 S"),
        dice={"searchlight": [1] * 8},
    )  # fmt: skip
    check(s, list(asked(s).options), ["done", "1", "2", "3"])
    refused(s, "4", "S14.0a")
    answer(s, "light_up", "3")
    answer(s, "light_up", "2")
    check(s, (asked(s).kind, [event.data["zone"] for event in events(s, "roll")]), ("tally", ["L", "K"]))


@rule("S14.0a")
def test_S14_0a_not_a_zone_that_holds_a_bomber_nor_one_under_cloud() -> None:
    s = lights(
        counter("1", "0816 S", light="K"), counter("2", "1016 S"), counter("3", "1516 S"), dice={"searchlight": [1] * 4}
    )
    check(s, list(asked(s).options), ["done", "3"])
    refused(s, "2", "S14.0a")
    s = lights(counter("1", "0816 S"), cloud="cloudy")
    check(s, asked(s).kind, "tally", "no lights under cloud")


@rule("S14.0b", "S5.4d")
@pytest.mark.parametrize(("die", "real"), [(3, True), (4, False)])
def test_S14_0b_a_high_counter_is_tested_first(die: int, real: bool) -> None:
    s = lights(counter("1a", "0816 S"), counter("1b", "0405 S"), dice={"reality": [die], "searchlight": [1, 2, 3, 4]})
    answer(s, "light_up", "1a")
    check(s, rolls(s, "searchlight"), [(1, 2, 3, 4)] if real else [], "dice only for the real one")
    check(s, sorted(counters(s)), ["1a"] if real else ["1b"])


@rule("S14.0c", "S5.1a")
def test_S14_0c_any_six_fixes_it_in_its_area() -> None:
    s = lights(counter("1", "0816 S", level="low"), dice={"searchlight": [1, 6, 1, 1], "location": [5]})
    answer(s, "light_up", "1")
    check(s, (counters(s)["1"]["lit_in"], counters(s)["1"]["hex"], counters(s)["1"]["level"]), ("K", "0916", "none"))


@rule("S14.0c")
def test_S14_0c_an_exact_counter_is_fixed_where_it_is() -> None:
    s = lights(counter("1", "0816 S", track=1), dice={"searchlight": [6, 1, 1, 1]})
    answer(s, "light_up", "1")
    check(s, (counters(s)["1"]["lit_in"], rolls(s, "location")), ("K", []))


@rule("S14.0d", "S7.0b")
def test_S14_0d_occupied_and_excluded_hexes_are_rolled_again() -> None:
    s = lights(
        counter("1", "0816 S", level="low", excluded=["0817"]), counter("2a", "0916 S"), counter("2b", "0405 S"),
        dice={"searchlight": [6] * 4, "location": [4, 5, 3]},
    )  # fmt: skip
    answer(s, "light_up", "1")
    check(s, (rolls(s, "location"), counters(s)["1"]["hex"]), ([(4,), (5,), (3,)], "0816"))
    check(s, [event.data["hex"] for event in events(s, "rolled_again")], ["0817", "0916"])


@rule("S14.0e")
def test_S14_0e_found_in_another_active_zone_it_is_fixed_there_and_both_are_done() -> None:
    s = lights(
        counter("1", "1216 S", level="low"), counter("2", "1416 S"), dice={"searchlight": [6] * 4, "location": [6]}
    )
    answer(s, "light_up", "1")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["lit_in"]), ("1317", "L"))
    check(s, asked(s).kind, "tally", "zone L has a fix and searches no more")


@rule("S14.0e", "S5.5a")
def test_S14_0e_found_outside_all_zones_there_is_no_fix() -> None:
    s = lights(counter("1", "0915 S", level="low"), dice={"searchlight": [6] * 4, "location": [1]})
    answer(s, "light_up", "1")
    check(s, (last(s, "not_there").data["hex"], counters(s)["1"]["lit_in"]), ("0814", None))
    check(s, sorted(counters(s)["1"]["excluded"]), ["0815", "0915", "0916", "1015"])


@rule("S14.0f", "14.2.4a")
@pytest.mark.parametrize(("dice", "lit"), [([1, 2, 3, 6], "N"), ([1, 2, 3, 4], None)])
def test_S14_0f_a_hand_off_needs_a_six_of_four_dice(dice: list[int], lit: str | None) -> None:
    s = new_session(solo("4B", FAR, counter("1", "0816 S", light="K")), dice={"hand-off": dice})
    answer(s, "hand_off", "yes")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["lit_in"]), ("0819", lit))
    check(s, counters(s)["1"]["level"], "none" if lit else "low")
    holds(s, "S14.0f" in events(s, "roll")[0].rules, "four dice")


@rule("S14.0f", "28.3")
def test_S14_0f_a_fighter_near_the_zone_takes_no_dice_from_a_hand_off() -> None:
    for at, option, confused in (("0819 N", True, True), ("0819 N", False, False), ("0101 S", True, False)):
        s = new_session(
            solo("4B", fighter(201, at), counter("1", "0816 S", light="K"), options={"28.3": option}),
            dice={"hand-off": [1, 2, 3, 6]},
        )
        answer(s, "hand_off", "yes")
        check(s, (rolls(s, "hand-off"), counters(s)["1"]["lit_in"]), ([(1, 2, 3, 6)], "N"), "always four dice")
        check(s, "28.3" in events(s, "roll")[0].rules, confused, "the option is named where it would have halved them")


@rule("14.2.3", "S5.1b")
def test_14_2_3_out_of_all_zones_the_fix_is_lost() -> None:
    s = new_session(solo("4B", FAR, counter("1", "1324 S", light="R")))
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["level"], len(events(s, "light_lost"))), ("1327", "low", 1))


@rule("28.3")
def test_28_3_a_fighter_near_the_zone_halves_the_dice() -> None:
    s = new_session(solo("4B", fighter(201, "0817 S"), counter("1", "0816 S"), phase=7), dice={"searchlight": [1, 1]})
    answer(s, "light_up", "1")
    check(s, len(rolls(s, "searchlight")[0]), 2)


@rule("14.3b", "S14.0c")
def test_14_3b_flares_search_with_a_die_and_one_for_the_moon() -> None:
    s = new_session(
        solo("6A", fighter(201, "0101 S"), counter("1", "0812 S"), stop("0101 S"), phase=7, moon="half"),
        dice={"searchlight": [1, 6], "location": [3, 5]},
    )
    answer(s, "light_up", "1")
    check(s, (rolls(s, "searchlight"), counters(s)["1"]["lit_in"]), ([(1, 6)], "H"))


@rule("S21.0a")
def test_S21_0a_at_high_altitude_lights_only_find_out_phantoms() -> None:
    s = new_session(
        solo(
            "4H",
            fighter(201, "0101 S"),
            counter("1a", "0816 S"),
            counter("1b", "0405 S"),
            counter("2", "1016 S"),
            stop("0101 S"),
            phase=7,
        ),
        dice={"reality": [2]},
    )
    check(s, list(asked(s).options), ["done", "1a"])
    refused(s, "2", "S21.0a")
    answer(s, "light_up", "1a")
    check(s, (sorted(counters(s)), rolls(s, "searchlight"), counters(s)["1a"]["lit_in"]), (["1a", "2"], [], None))
    holds(s, "S21.0a" in last(s, "too_high").rules, "too high to be held")


@rule("S21.0b")
def test_S21_0b_with_contrails_there_is_no_moderate_uncertainty() -> None:
    s = new_session(scenario="4F", dice={"reality": [1]})
    play_until(s, "place_search", {"manoeuvre": "fly"})
    check(s, {len(row["area"]) for row in counters(s).values()}, {6}, "high counters have low areas")
    holds(s, "S21.0b" in last(s, "enters").rules, "contrails")
    answer(s, "place_search", asked(s).options[0])
    answer(s, "place_search", "none")
    check(s, [row["level"] for row in counters(s).values()], ["low"])


@rule("S21.0b", "S5.4b")
def test_S21_0b_the_last_counter_is_low_as_well() -> None:
    s = new_session(
        solo("4F", fighter(201, "0125 N"), counter("1a", "1012 S"), counter("1b", "0405 S"), stop("0125 S"), phase=5),
        dice={"reality": [6]},
    )
    answer(s, "place_search", "1012")
    answer(s, "place_search", "none")
    check(s, {name: row["level"] for name, row in counters(s).items()}, {"1b": "low"})
    check(s, fighters(s)["201"]["hex"], "0125")


@rule("S14.0e", "S14.0g")
@pytest.mark.parametrize("cloud", ["none", "cloudy"])
def test_S14_0g_a_flare_zone_holds_what_its_neighbour_turns_up(cloud: str) -> None:
    """6A: the counter stands in K, the location roll names a hex of L, which only flares light (ruling B25)."""
    s = lights(
        counter("1", "1115 S"), scenario="6A", cloud=cloud, dice={"searchlight": [6], "location": [6, 3]},
    )  # fmt: skip
    answer(s, "light_up", "1")
    row = counters(s)["1"]
    check(s, (row["hex"], row["lit_in"], row["level"]), ("1315", "L", "none"))
    holds(s, {"S14.0e", "S14.0g"} <= set(last(s, "coned").rules), "fixed by the flares of the next zone")


@rule("S14.0e", "S5.5a")
def test_S14_0g_a_flare_zone_that_holds_somebody_takes_nobody_over() -> None:
    s = lights(
        counter("1", "1115 S"), counter("2", "1416 S", light="L"), scenario="6A",
        dice={"searchlight": [6], "location": [6, 3]},
    )  # fmt: skip
    answer(s, "light_up", "1")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["lit_in"]), ("1115", None))
    holds(s, bool(events(s, "outside_lights")), "told so")


@rule("S5.5a", "S14.0e")
def test_S14_0g_what_flares_would_have_held_is_excluded_after_a_miss() -> None:
    s = lights(counter("1", "1117 S"), scenario="6A", dice={"searchlight": [6], "location": [4, 3]})
    answer(s, "light_up", "1")
    holds(s, "1317" in last(s, "excluded").data["hexes"], "the flares of zone L would have shown it (ruling B45)")
