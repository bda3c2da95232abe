"""Chapter 3: the screened table, what a scenario says, moon, visibility and cloud, and the order of setting up."""

import json
import re

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    holds,
    keep,
    last,
    new_session,
    night,
    play_out,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot.games.nightfighter import components

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip


def kinds_of(s: viermot.Session, seat: str = "player") -> list[str]:
    return [event.kind for event in s.events(seat)]


def environment(s: viermot.Session) -> tuple[str, str, str]:
    shown = s.perspective("player").to_json()["environment"]
    return shown["moon"], shown["visibility"], shown["cloud"]


# -- 3.1, 3.2 what a scenario says -----------------------------------------------------------------


@rule("3.1")
def test_3_1_the_screen_hides_the_umpires_map_and_not_the_players() -> None:
    s = new_session(night("4B", fighter(201, "1010 S"), bomber(113, "0712 S"), turn=3, phase=8))
    text = json.dumps(s.perspective("player").to_json())
    holds(s, "0712" not in text and "Lancaster" not in text, "nothing of the umpire's map crosses the screen")
    check(s, s.perspective("umpire").to_json()["player_map"], s.perspective("player").to_json())
    holds(s, "umpire" not in s.perspective("public").to_json(), "nor do spectators look behind it")


@rule("3.2a")
def test_3_2a_a_scenario_says_all_that_is_needed() -> None:
    for info in viermot.list_games()[0].scenarios:
        holds_all = info.title, info.date, info.difficulty, info.length, info.rules_taught, info.details["background"]
        assert all(holds_all), info
        assert info.difficulty in ("Normal", "Hard", "Impossible"), info
    s = new_session(scenario="3")
    check(s, last(s, "umpire", "off_map").data, {"count": 3})
    check(s, [f["type"] for f in fighters(s).values()], ["Ju88C-2"])
    check(s, [f["pilot"] for f in fighters(s).values()], ["experte"])


@rule("3.2b")
def test_3_2b_attackers_wait_off_the_map_until_they_enter() -> None:
    s = new_session(scenario="4B", draws={"umpire:chit": [1]})
    check(s, s.perspective("umpire").to_json()["umpire"]["to_come"], 3)
    s.decide("red")
    answer(s, "place_fighter", "1020 N")
    check(s, [a["hex"] for a in attackers(s).values()], [None], "drawn, beside the map")
    answer(s, "hold_back", "enter")
    answer(s, "come_in", "2")
    check(s, [a["hex"] for a in attackers(s).values()], ["0402"])
    check(s, s.perspective("umpire").to_json()["umpire"]["to_come"], 2)


@rule("3.2c")
def test_3_2c_fighters_start_in_the_hexes_the_scenario_names_facing_anywhere() -> None:
    s = new_session(scenario="8")
    s.decide("red")
    rows = {f"{column:02}{row:02}" for column in range(1, 19) for row in range(10, 19)}
    check(s, {option[:4] for option in asked(s).options}, rows)
    check(s, len(asked(s).options), len(rows) * 6)
    refused(s, "0709 S", "3.2c")
    refused(s, "0719 S", "3.2c")
    refused(s, "box", "3.2c")
    s.decide("0710 NW")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), ("0710", "NW"))


@rule("3.2c")
def test_3_2c_a_scenario_may_name_zones_or_keep_fighters_apart() -> None:
    s = new_session(scenario="3C")
    s.decide("red")
    zone_h = {f"{column:02}{row:02}" for column in range(7, 13) for row in range(11, 15)}
    check(s, {option[:4] for option in asked(s).options}, zone_h)
    s.decide("0711 S")
    zone_n = {f"{column:02}{row:02}" for column in range(7, 13) for row in range(19, 23)}
    check(s, {option[:4] for option in asked(s).options}, zone_n)
    apart = new_session(scenario="1B")
    apart.decide("red")
    apart.decide("0910 S")
    refused(apart, "0915 S", "3.2c")
    apart.decide("0916 S")
    check(s, fighters(apart)["202"]["hex"], "0916")


@rule("3.2c")
def test_3_2c_some_fighters_start_in_the_radio_beacon_box() -> None:
    s = new_session(scenario="6")
    s.decide("red")
    check(s, [event.data["fighter"] for event in events_of(s, "player", "in_box")], ["201", "202", "203"])
    check(s, {row["hex"] for row in fighters(s).values()}, {"box"})


@rule("3.2d")
def test_3_2d_only_the_zones_the_scenario_lists_are_active() -> None:
    """4H lists K and N, so a bomber in J is left alone."""
    aircraft = [bomber(111 + n, f"{hex_} S") for n, hex_ in enumerate(("1016", "0516"))]
    s = new_session(night("4H", fighter(201, "1801 S"), *aircraft, turn=2, phase=7))
    play_until(s, "general_tally")
    check(s, [event.data["zone"] for event in events_of(s, "player", "marker")], ["K"])
    all_lit = new_session(
        night("4B", fighter(201, "1801 S"), bomber(113, "0516 S"), bomber(115, "1013 S"), turn=2, phase=7)
    )
    play_until(all_lit, "general_tally")
    check(s, [event.data["zone"] for event in events_of(all_lit, "player", "marker")], ["J"], "J-R, not H")


@rule("3.2e")
def test_3_2e_a_special_rule_overrides_the_general_rules() -> None:
    """Scenario 2C takes a die from the tally roll and never gives bonus dice, against 10.1 and 10.1.1."""
    s = new_session(scenario="2C")
    s.decide("red")
    s.decide("1015 S")
    play_until(s, "general_tally")
    s.decide("roll")
    thrown = rolls_of(s, "player", "tally")[0]
    check(s, len(thrown.data["dice"]), 2, "moderate and a moon are three dice, cloud would be one more")
    holds(s, "3.2e" in thrown.rules, "the roll names the special rule")
    usual = new_session(night("3E", fighter(201, "1015 S"), turn=1, phase=8, moon="full", cloud="cloudy"))
    usual.decide("roll")
    check(
        s,
        len(rolls_of(usual, "player", "tally")[0].data["dice"]),
        5,
        "the same weather by the general rules, good view",
    )


@rule("3.2f")
def test_3_2f_a_variant_changes_only_what_it_lists() -> None:
    base, variant = new_session(scenario="1"), new_session(scenario="1D")
    check(variant, environment(base), ("full", "moderate", "cloudy"))
    check(variant, environment(variant), ("none", "good", "none"), "what 1D lists")
    check(variant, fighters(variant)["201"]["type"], fighters(base)["201"]["type"], "the rest stays")
    holds(variant, "3.2f" not in last(base, "player", "scenario").rules, "scenario 1 itself is no variant")
    for s in (base, variant):
        s.decide("red")
        s.decide("1814 N")
        play_out(s, {"general_tally": "no"})
        check(s, [e.turn for e in events_of(s, "umpire", "wave")], [1, 4, 7], "the entry of scenario 1")
        check(s, 4 in [e.data["phase"] for e in events_of(s, "player", "phase")], False, "phases left out")


@rule("3.2g")
def test_3_2g_only_random_conditions_are_rolled_for() -> None:
    given = new_session(scenario="2A")
    check(given, environment(given), ("full", "good", "none"))
    check(given, events_of(given, "player", "roll"), [])
    rolled = new_session(scenario="2", dice={"moon": [1, 1], "visibility": [6, 6], "cloud": [1]})
    check(rolled, environment(rolled), ("full", "good", "cloudy"))
    check(rolled, [e.data["what"] for e in events_of(rolled, "player", "roll")], ["moon", "visibility", "cloud"])
    partly = new_session(scenario="3", dice={"moon": [1, 1], "visibility": [1, 1]})
    check(partly, environment(partly), ("full", "poor", "none"))
    check(partly, [e.data["what"] for e in events_of(partly, "player", "roll")], ["moon", "visibility"])


# -- 3.3 environment ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "moon"),
    [([1, 1], "full"), ([2, 2], "full"), ([1, 4], "half"), ([3, 3], "half"), ([3, 4], "none"), ([6, 6], "none")],
)
@rule("3.3.1a")
def test_3_3_1a_the_moon_table(dice: list[int], moon: str) -> None:
    s = new_session(scenario="2", dice={"moon": dice})
    check(s, environment(s)[0], moon)
    check(s, rolls_of(s, "player", "moon")[0].data["modifier"], 0)


@pytest.mark.parametrize(
    ("dice", "moon"), [([1, 1], "full"), ([1, 2], "half"), ([2, 2], "half"), ([1, 4], "none"), ([6, 6], "none")]
)
@rule("3.3.1b")
def test_3_3_1b_the_moon_roll_of_the_later_war_gets_2_more(dice: list[int], moon: str) -> None:
    s = new_session(scenario="4B", dice={"moon": dice})
    check(s, environment(s)[0], moon)
    check(s, rolls_of(s, "player", "moon")[0].data["modifier"], 2)


@rule("3.3.1b")
def test_3_3_1b_it_is_added_over_europe_from_april_1942_on_and_nowhere_else() -> None:
    checked = set()
    for scenario in components.load(None).scenarios.values():
        s = new_session(scenario=scenario.id)
        month = next(n for n, name in enumerate(MONTHS, 1) if name in scenario.date)
        year = int(re.findall(r"\d{4}", scenario.date)[0])
        late = scenario.theatre == "Europe" and (year, month) >= (1942, 4)
        for roll in rolls_of(s, "player", "moon"):
            check(s, roll.data["modifier"], 2 if late else 0, f"scenario {scenario.id}, {scenario.date}")
            check(s, "3.3.1b" in roll.rules, late)
            checked.add(late)
    assert checked == {True, False}


@pytest.mark.parametrize(("visibility", "near", "far"), [("poor", 0, 1), ("moderate", 0, 3), ("good", 1, 5)])
@rule("3.3.2a")
def test_3_3_2a_the_first_figure_is_how_far_an_unlit_aircraft_is_seen(visibility: str, near: int, far: int) -> None:
    for distance in (0, 1, 2):
        s = new_session(
            night(
                "4B", fighter(201, f"10{10 - distance:02} S", tally=113), bomber(113, "1010 S"),
                turn=3, phase=8, visibility=visibility,
            )
        )  # fmt: skip
        shown = s.perspective("player").to_json()
        check(
            s,
            (list(shown["environment"]["visible"]), shown["fighters"][0]["lit_range"]),
            ([near, far], far),
            "as shown",
        )
        keep(s)
        kept = "tally_kept" in kinds_of(s)
        check(s, kept, distance <= near, f"seen at {distance} in {visibility} visibility")
        rules = last(s, "player", "tally_kept" if kept else "tally_lost").rules
        holds(s, "3.3.2a" in rules, "by the first figure")


@pytest.mark.parametrize(("visibility", "far"), [("poor", 1), ("moderate", 3), ("good", 5)])
@rule("3.3.2b")
def test_3_3_2b_the_second_figure_counts_for_what_searchlights_hold(visibility: str, far: int) -> None:
    for distance in (far, far + 1):
        s = new_session(
            night(
                "4B", fighter(201, f"10{16 - distance:02} S", tally=113), bomber(113, "1016 S", light="K"),
                turn=3, phase=8, visibility=visibility,
            )
        )  # fmt: skip
        keep(s)
        check(s, "tally_kept" in kinds_of(s), distance == far, f"seen at {distance} in {visibility} visibility")


@rule("3.3.2b")
def test_3_3_2b_flares_light_a_target_as_searchlights_do() -> None:
    s = new_session(
        night(
            "6A", fighter(201, "1010 S", tally=113), bomber(113, "1013 S", light="H"),
            turn=3, phase=8, visibility="moderate",
        )
    )  # fmt: skip
    keep(s)
    holds(s, "tally_kept" in kinds_of(s), "three hexes away by the light of flares")


@pytest.mark.parametrize("visibility", ["poor", "moderate", "good"])
@rule("3.3.2c")
def test_3_3_2c_over_illuminated_cloud_the_range_is_1(visibility: str) -> None:
    for distance in (1, 2):
        s = new_session(
            night(
                "1", fighter(201, f"10{10 - distance:02} S", tally=113), bomber(113, "1010 S"),
                turn=3, phase=8, visibility=visibility, moon="full", cloud="cloudy",
            )
        )  # fmt: skip
        keep(s)
        check(s, "tally_kept" in kinds_of(s), distance == 1, f"seen at {distance} in {visibility} visibility")


@rule("3.3.2c")
def test_3_3_2c_even_flares_do_not_carry_further_over_illuminated_cloud() -> None:
    """Ruling A13: always means always."""
    s = new_session(
        night(
            "5E", fighter(201, "1010 S", tally=113, dives=0), bomber(113, "1013 S", light="H"),
            turn=3, phase=8, visibility="good", cloud="cloudy",
        )
    )  # fmt: skip
    keep(s)
    holds(s, "tally_lost" in kinds_of(s), "three hexes away, over bright cloud")


@pytest.mark.parametrize(
    ("dice", "visibility"),
    [
        ([1, 1], "poor"),
        ([2, 2], "poor"),
        ([1, 4], "moderate"),
        ([3, 6], "moderate"),
        ([4, 6], "good"),
        ([6, 6], "good"),
    ],
)
@rule("3.3.2d")
def test_3_3_2d_the_visibility_table(dice: list[int], visibility: str) -> None:
    s = new_session(scenario="2", dice={"visibility": dice})
    check(s, environment(s)[1], visibility)


@pytest.mark.parametrize(
    ("dice", "visibility"), [([1, 1], "poor"), ([1, 2], "moderate"), ([3, 4], "moderate"), ([4, 4], "good")]
)
@rule("3.3.2e")
def test_3_3_2e_the_visibility_roll_over_the_pacific_gets_2_more(dice: list[int], visibility: str) -> None:
    s = new_session(scenario="8G", dice={"visibility": dice})
    check(s, environment(s)[1], visibility)


@rule("3.3.2e")
def test_3_3_2e_it_is_added_in_the_pacific_and_nowhere_else() -> None:
    checked = set()
    for scenario in components.load(None).scenarios.values():
        s = new_session(scenario=scenario.id)
        pacific = scenario.theatre == "Pacific"
        for roll in rolls_of(s, "player", "visibility"):
            check(s, roll.data["modifier"], 2 if pacific else 0, f"scenario {scenario.id}")
            check(s, "3.3.2e" in roll.rules, pacific)
            checked.add(pacific)
    assert checked == {True, False}


@rule("3.3.3a")
def test_3_3_3a_under_cloud_searchlights_neither_search_nor_fix() -> None:
    place = (fighter(201, "1801 S"), bomber(113, "1016 S"))
    s = new_session(night("4B", *place, turn=2, phase=7, cloud="cloudy"), dice={"searchlight": [3, 3, 3, 3]})
    play_until(s, "general_tally")
    check(s, events_of(s, "player", "marker"), [])
    check(s, contacts(s), [])
    holds(s, "lights_blocked" in kinds_of(s), "the player hears why")
    clear = new_session(night("4B", *place, turn=2, phase=7), dice={"searchlight": [3, 3, 3, 3]})
    play_until(clear, "general_tally")
    check(s, [c["lit_in"] for c in contacts(clear)], ["K"], "on a clear night they fix it")


@pytest.mark.parametrize(("hex_", "seen"), [("1016", True), ("1013", False)])
@rule("3.3.3b")
def test_3_3_3b_cloud_over_active_zones_is_illuminated(hex_: str, seen: bool) -> None:
    """One hex away in poor visibility: only bright cloud shows the bomber (zones J to R are active, H is not)."""
    s = new_session(
        night(
            "4B", fighter(201, f"10{int(hex_[2:]) - 1} S", tally=113), bomber(113, f"{hex_} S"),
            turn=2, phase=7, cloud="cloudy", visibility="poor",
        )
    )  # fmt: skip
    keep(s)
    check(s, "tally_kept" in kinds_of(s), seen)


@pytest.mark.parametrize(("moon", "seen"), [("full", True), ("half", False), ("none", False)])
@rule("3.3.3c")
def test_3_3_3c_cloud_and_a_full_moon_light_the_whole_map(moon: str, seen: bool) -> None:
    for hex_ in ("0101", "1027", "1813"):
        there = int(hex_[2:])
        beside = f"{hex_[:2]}{there - 1 if there > 1 else 2:02}"
        s = new_session(
            night(
                "1", fighter(201, f"{beside} S", tally=113), bomber(113, f"{hex_} S"),
                turn=2, phase=8, cloud="cloudy", visibility="poor", moon=moon,
            )
        )  # fmt: skip
        keep(s)
        check(s, "tally_kept" in kinds_of(s), seen, f"tally kept at {hex_}")
    full = new_session(
        night("1", fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), phase=8, cloud="cloudy", moon="full")
    )
    full.decide("keep")
    holds(full, "3.3.3c" in last(full, "player", "tally_kept").rules, "the rule is named")


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@rule("3.3.3d")
def test_3_3_3d_the_cloud_table(die: int) -> None:
    s = new_session(scenario="2", dice={"cloud": [die]})
    check(s, environment(s)[2], "cloudy" if die <= 3 else "none")


# -- 3.4 setting up ------------------------------------------------------------------------------------


@rule("3.4a")
def test_3_4a_bombers_are_picked_at_random_so_their_tally_numbers_are_too() -> None:
    numbers = set()
    for seed in range(40):
        s = new_session(night("4C", fighter(201, "1814 N"), turn=1, phase=2), seed=f"pick {seed}")
        numbers |= {(place, ident[-1]) for place, ident in enumerate(attackers(s))}
    assert len(numbers) == 18, "each of the three may have any of six numbers"
    s = new_session(night("4C", fighter(201, "1814 N"), turn=1, phase=2), draws={"umpire:number": [7, 0, 3]})
    first = list(attackers(s))
    other = new_session(night("4C", fighter(201, "1814 N"), turn=1, phase=2), draws={"umpire:number": [8, 0, 3]})
    holds(s, first[0] != next(iter(attackers(other))), "another draw, another counter")
    check(s, len(set(first)), 3)


@rule("3.4b")
def test_3_4b_the_order_of_setting_up() -> None:
    s = new_session(scenario="2")
    s.decide("red")
    check(s, s.perspective("player").to_json()["turn"], 0, "the turn before the fighters are placed")
    s.decide("1020 N")
    kinds = [kind for kind in kinds_of(s, "umpire") if kind != "roll"]
    wanted = ["off_map", "moon", "visibility", "cloud", "placed", "turn"]
    check(s, [kind for kind in kinds if kind in wanted][:6], wanted)
    check(s, last(s, "player", "turn").data, {"turn": 1})


@rule("3.2c")
def test_3_2c_the_places_to_start_from_can_be_listed_in_part() -> None:
    s = new_session(scenario="1")
    play_until(s, "place_fighter")
    places = asked(s).options
    check(s, places[5:8], [places[5], places[6], places[7]])
    check(s, (places[:2], places[-1:], len(places)), (["0101 N", "0101 NE"], ["1827 NW"], 18 * 27 * 6))
    answer(s, "place_fighter", "0505 SW")
    holds(s, "3.2c" in last(s, "player", "placed").rules, "by rule 3.2c")


@rule("3.2c")
def test_3_2c_far_enough_apart_every_hex_and_facing_is_open() -> None:
    s = new_session(scenario="1B")
    s.decide("red")
    s.decide("0910 S")
    options = list(asked(s).options)
    far = {option.split()[0] for option in options}
    check(s, sorted(options), sorted(f"{hex_} {way}" for hex_ in far for way in ("N", "NE", "SE", "S", "SW", "NW")))
    check(s, options[-1], "1827 NW", "the last of them")
    s.decide(len(options) - 1)
    check(s, (fighters(s)["202"]["hex"], fighters(s)["202"]["facing"]), ("1827", "NW"))
