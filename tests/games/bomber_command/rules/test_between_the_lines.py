"""What no other test looks at closely: orders, firsts and lasts, and words that go with one case only."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.rules.test_04_plotting import plotting
from tests.games.bomber_command.rules.test_10_bombing import bombing, follow_up, put, settle
from tests.games.bomber_command.rules.test_choices import follow_up as second_attack
from tests.games.bomber_command.support import (
    asked,
    go,
    inner,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    see,
    set_bombed_city,
    told,
    unit,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command import components
from viermot.games.bomber_command.model.board import read_hex
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.model.state import RECOVERED
from viermot.games.bomber_command.rules.plot.plotting import read_plan, report

B, G = "british", "german"
HANNOVER = "E main Hannover 1 D5 J5 K5* K4 D7"
DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"
LATER = "A main Hannover/Misburg 9 D5 J5 K5* K4 D7"


def rules(s: Session, kind: str, seat: str = B) -> list[tuple[str, ...]]:
    """What all events of a kind cite."""
    return [event.rules for event in s.events(seat) if event.kind == kind]


# -- cards at a decision of one's own [6.2a, ruling C75] ---------------------------------------------------------


@rule("6.2a")
@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("next_combat", {"turn": 4, "phase": 4}),
        ("intercept", {"turn": 3, "phase": 4, "units": {"III./NJG2": unit("H5", gci=True)}}),
        ("infiltrator", {"turn": 3, "phase": 5, "units": {"I./NJG3": unit("I5", fuel=5)}}),
    ],
)
def test_6_2_a_card_for_any_time_is_offered_where_its_holder_attacks(kind: str, more: dict[str, Any]) -> None:
    s = new_session(night(hands={G: ["MOBILE FLAK"]}, **more), dice={"detection": [6, 6]})
    go(s, kind, next_combat="H5")
    assert "play MOBILE FLAK place" in asked(s, kind)
    s.decide("play MOBILE FLAK place")
    s.decide("Bremen")
    assert last(resolve(s), "mobile_flak_city")["city"] == "Bremen" and s.pending[0].kind == kind


# -- the plot --------------------------------------------------------------------------------------------------


@rule("4.2.2b", "4.0a")
def test_4_2_2_a_raid_enters_in_the_last_turn_of_the_track_at_the_latest() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "E main Bremen 25 D5 I5 J4* D7 C7", "4.2.2b", "plot_turn")
    refused(s, "E main Bremen 0 D5 I5 J4* D7 C7", "4.2.2b", "plot_turn")
    s.decide("E main Bremen 24 D5 I5 J4* D7 C7")
    assert told(s, "plan_made")


@rule("3.5.2")
def test_3_5_2_of_two_targets_each_main_force_has_its_own() -> None:
    s = plotting("downfall", "Hamburg", "Essen")
    for city, way in (("Hamburg", "H9 K4* D7"), ("Essen", "G9 I7* D9")):
        refused(s, f"A main {city} 1 {way}; B main {city} 7 {way}", "3.5.2", "plot_other_target")


@rule("10.4.1", "12.3.2a", "12.3.1a", "12.3.2b")
def test_12_3_which_rule_sets_a_load() -> None:
    near, far = ("Bremen", "E main Bremen 1 D5 I5 J4* D7 C7"), ("Berlin", "E main Berlin 1 D9 O4* D9")
    for (city, plan), light, heavy in ((near, "10.4.1", "12.3.1a"), (far, "12.3.2a", "12.3.2b")):
        for way, cited in ((plan, light), (plan.replace(" 1 ", " heavy 1 "), heavy)):
            s = plotting("berlin", city, options={"12.3": True})
            s.decide(way)
            assert rules(s, "load") == [(cited,)]


def test_only_a_main_force_is_said_to_fly_a_long_way() -> None:
    pack = components.load()
    berlin = Layout(pack, pack.scenarios["berlin"], {"12.3": True})
    plan = read_plan(berlin, "E main Berlin 1 D9 O4* D9; B mosquito Kiel 1 D9 K9 K3* D3 D7")
    rows = {row["letter"]: row for row in report(berlin, (berlin.capital,), 0, plan)["raids"]}
    assert rows["B"]["hexes"] >= 20 and (rows["E"]["long"], rows["B"]["long"]) == (True, False)


# -- the turn --------------------------------------------------------------------------------------------------


def cited_by_phase() -> dict[str, tuple[str, ...]]:
    s = go(new_session(night(turn=1, phase=10)), "draw_british")
    go(s, "draw_british", draw_british=[0])
    return {event.data["phase"]: event.rules for event in s.events(B) if event.kind == "phase"}


@rule("5.0a")
def test_5_0a_every_phase_cites_the_sequence() -> None:
    cited = cited_by_phase()
    assert len(cited) == 10 and all(rules[0] == "5.0a" for rules in cited.values()), cited


@rule("5.0b", "5.0c", "5.0d", "5.0e")
def test_5_0b_phases_with_an_order_of_their_own_cite_it() -> None:
    own = {"scramble": ("5.0c",), "recovery": ("5.0b",), "bombing": ("5.0e",), "end": ("5.0d",)}
    for phase, rules in cited_by_phase().items():
        assert rules[1:] == own.get(phase, ()), phase


@rule("9.3c")
def test_9_3_a_gci_unit_meets_the_same_raid_again_in_the_next_turn() -> None:
    units = {"III./NJG2": unit("H5", gci=True)}
    plan = "E main Hannover 1 D5 G5 H5 H6 H5 K5* K4 D7"
    s = new_session(night(plan=plan, units=units, turn=3, phase=4), dice={"attack": [1, 2] * 9})
    go(s, "draw_british", next_combat="H5", intercept="III./NJG2")
    assert len(told(s, "attack_rolled")) == 1
    go(s, "draw_british", draw_british=[0], next_combat="H5", intercept="III./NJG2", move="III./NJG2")
    assert len(told(s, "attack_rolled")) == 2


@rule("7.4.2c")
def test_7_4_2_cards_for_a_take_off_come_before_its_dice() -> None:
    hands = {B: ["ACCIDENT"], G: ["COCKPIT READINESS"]}
    s = new_session(night(phase=3, hands=hands), dice={"scramble": [3, 3]})
    seen = []
    while s.pending and s.pending[0].kind != "draw_british":
        decision = s.pending[0]
        if decision.kind == "play" and decision.plain_facts["window"] == "scramble_roll":
            seen.append(len(told(s, "scramble_rolled")))
        s.decide("I./NJG1" if decision.kind == "scramble" and "I./NJG1" in decision.options else 0, decision.seat)
    assert seen and seen[0] == 0 and len(told(s, "scramble_rolled")) == 1, seen


@rule("12.2.3")
def test_12_2_3_the_british_player_defends_england_before_intruders_attack() -> None:
    units = {"I./NJG2": unit("England", intruder=True)}
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    s = new_session(
        night("downfall", plan, units=units, turn=9, phase=6, options=["12.2"]), dice={"British attack": [1, 2]}
    )
    go(s, "defend_england").decide("I./NJG2")
    go(s, "intruder_attack")
    assert told(s, "british_attack") and len(told(s, "attack_rolled")) == 1, "England's, not his"


@rule("9.3a", "9.3b", "9.3.1")
def test_9_3_1_the_rule_for_single_engined_units_is_cited_for_them_alone() -> None:
    for name, at, cited in (("I./NJG11", "J8", ("9.3a", "9.3b", "9.3.1")), ("II./NJG4", "H5", ("9.3a", "9.3b"))):
        s = new_session(night("downfall", DOWNFALL, units={name: unit(at)}, turn=2, phase=7))
        go(s, "draw_british", deploy="gci")
        assert rules(s, "gci")[-1] == cited


@rule("7.4.4a", "7.5c")
def test_7_5_an_empty_tank_is_cited_when_it_is_empty() -> None:
    home = "I./NJG1"
    for fuel in (0, 1):
        s = new_session(night(units={home: unit("H7", fuel=fuel, returning=True)}, turn=2, phase=8))
        go(s, "draw_british", recover=home, recover_where="home")
        assert ("7.5c" in rules(s, "recovers")[0]) is (fuel == 0)


@rule("9.4.1b")
def test_9_4_1_whoever_has_failed_may_try_again_in_the_next_turn() -> None:
    units = {"I./NJG3": unit("I5", fuel=7)}
    s = new_session(night(units=units, turn=3, phase=5), dice={"detection": [6, 6] * 9, "infiltration": [1, 1, 1, 1]})
    go(s, "draw_british", infiltrator="I./NJG3", infiltrate_what="I5")
    assert len(told(s, "infiltration")) == 1
    go(s, "draw_british", draw_british=[0], move="K5", infiltrator="I./NJG3", infiltrate_what="K5")
    assert len(told(s, "infiltration")) == 2


@rule("9.4.3c")
def test_9_4_3_mosquitos_leave_a_unit_behind_before_the_next_one_attacks() -> None:
    units = {"I./NJG3": unit("B", fuel=5), "I./NJG5": unit("E", fuel=5)}
    plan = "E main Hannover 1 D5 J5 K5* K4 D7; B mosquito Emden 1 D4 H4* D6 C6"
    s = new_session(night(plan=plan, units=units, turn=3, phase=6), dice={"attack": [1, 2] * 9})
    go(s, "tame_boar")
    s.decide("I./NJG3")
    go(s, "tame_boar")
    assert last(s, "left_raid")["unit"] == "I./NJG3"


@rule("9.7a", "9.6a")
def test_9_7_a_strength_of_nothing_is_named_all_the_same() -> None:
    plan = "A main Hannover/Misburg 9 D5 J5 K5* K4 D7; B main Bonn 1 D8 J8* J7 D7"
    s = go(new_session(night("downfall", plan, turn=4, phase=4)), "draw_british", next_combat="J8")
    assert next(each["modifiers"][0] for each in told(s, "flak_rolled")) == ["strength", 0, "9.7a"]


@rule("9.7a")
def test_8_3_what_is_not_announced_of_an_attack_is_told_the_british_player() -> None:
    units = {"III./NJG2": unit("H5", gci=True)}
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; F gardening H3 1 D5 H5 H3* D5 D7"
    s = new_session(night(plan=plan, units=units, turn=3, phase=4), dice={"attack": [5, 4]})
    go(s, "draw_british", next_combat="H5", intercept="III./NJG2")
    own = last(s, "unannounced")
    assert own["letter"] == "F" and own["total"] == last(s, "attack_rolled")["total"] + own["modifiers"][0][1]


@rule("10.2a")
def test_10_2_of_two_main_forces_the_british_player_names_the_first_though_mosquitos_bomb_too() -> None:
    plan = DOWNFALL.replace("B main Essen 1", "B main Essen 2") + "; C mosquito Osnabrück 1.1 D5 E5-J5* I5-D5 D7"
    s = go(new_session(night("downfall", plan, turn=5, phase=9)), "next_bombing")
    assert asked(s, "next_bombing") == ["Hannover / Misburg", "Essen"]
    s.decide("Essen")
    assert last(go(s, "choose_aimpoint"), "bombing")["city"] == "Essen"


@rule("10.2a", "10.3.2a")
def test_10_6_a_first_attack_does_not_cite_the_follow_up() -> None:
    s = go(new_session(night(turn=5, phase=9)), "choose_mix")
    assert rules(s, "bombing") == [("10.2a", "10.3.2a")]


@rule("3.4.1b")
def test_3_4_1_a_weather_card_s_marker_is_shown_to_both_before_it_is_laid() -> None:
    text, found = night(phase=8, units={"I./NJG1": unit("H7", fuel=0)}, hands={G: ["WEATHER"]}), set()
    for seed in "abc":
        s = pass_to(new_session(text, seed=seed), "recovery", G)
        s.decide("WEATHER draw", G)
        go(resolve(s), "weather_zone")
        shown = s.pending[0].plain_facts["weather"]
        assert last(s, "weather_drawn", G) == last(s, "weather_drawn", B) == {"weather": shown}
        found.add(shown)
    assert len(found) > 1


@rule("7.6.1")
def test_7_6_1_fido_burns_for_all_that_land_in_fog_and_is_lit_once() -> None:
    hands = {B: ["WEATHER", "WEATHER"]}
    s = pass_to(new_session(night(turn=10, phase=8, weather="Fog", hands=hands)), "raid_recovery", B)
    lay(s, "WEATHER fido", B)
    resolve(s)
    assert not (s.pending[0].kind == "play" and "WEATHER fido" in s.pending[0].options)
    go(s)
    assert ["fido", -3, "7.6.1"] in last(s, "raid_recovery")["modifiers"]


@rule("9.1.3a")
def test_9_1_3_city_flak_in_one_hex_fires_as_the_map_lists_the_cities() -> None:
    plan = "A main Duisburg 1 D7 I7* D7; B main Essen 1 D7 I7* D7"
    s = new_session(night("downfall", plan, turn=3, phase=4))
    go(s, "draw_british", next_combat="in order")
    assert [each["city"] for each in told(s, "flak")] == ["Essen", "Duisburg"]


@rule("9.7a", "9.1.1a")
def test_12_2_4_nothing_but_strength_weather_and_cards_counts_for_intruders() -> None:
    units = {"I./NJG2": unit("England", intruder=True)}
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    s = new_session(
        night("downfall", plan, units=units, turn=9, phase=6, options=["12.2"]), dice={"attack": [1, 2] * 9}
    )
    go(s, "draw_british", intruder_attacks="I./NJG2", defend_england="none")
    assert [name for name, _, _ in last(s, "attack_rolled")["modifiers"]] == ["strength"]


# -- units -----------------------------------------------------------------------------------------------------


@rule("7.4.4e")
def test_7_4_4_the_weather_decides_the_column() -> None:
    skies = ("Clear", "Broken Cloud", "Haze", "Cloud", "Heavy Cloud", "Fog")
    for dice, lost in (([5, 4], (0, 0, 1, 1, 1, 3)), ([5, 5], (1, 1, 1, 1, 2, 3))):
        for sky, number in zip(skies, lost, strict=True):
            units = {"I./NJG1": unit("H7", fuel=0)}
            s = new_session(night(units=units, turn=2, phase=8, weather=sky), dice={"recovery": dice})
            go(s, "draw_british", recover_where="home")
            assert (sky, last(s, "recovery_rolled")["lost"]) == (sky, number)
            assert all("7.4.7" not in cited for cited in rules(s, "recovery_rolled")), "it is in range of its base"


@rule("9.2.4a", "9.4.3c")
def test_9_2_4_whoever_has_attacked_this_turn_may_be_attacked_when_he_lands() -> None:
    units = {"I./NJG1": unit("C", fuel=1)}
    plan = f"{LATER}; B main Essen 9 D7 I7* D7; C mosquito Dortmund 1.1 D6 E6-J6* I6-D6 D7"
    s = new_session(night("downfall", plan, units=units, turn=4, phase=6), dice={"attack": [1, 2] * 9})
    go(s, "patrol", seat=B, scramble="none", recover="I./NJG1", recover_where="home")
    assert told(s, "attack_rolled") and asked(s, "patrol") == ["none", "I./NJG1"]
    s.decide("I./NJG1")


@rule("9.2.5a")
def test_9_2_5_a_unit_caught_by_intruders_has_no_scramble_marker() -> None:
    s = new_session(night(phase=3, hands={B: ["INTRUDERS"], G: ["COCKPIT READINESS"]}), dice={"airfield": [6]})
    for answer in ("I./NJG1", "I./NJG2", "none"):
        go(s, "scramble").decide(answer)
    pass_to(s, "units_scrambled", B)
    resolve(lay(s, "INTRUDERS airfield", B, "I./NJG1"))
    assert s.pending and (see(s, "I./NJG1")["place"], see(s, "I./NJG1")["markers"]) == ("closed", [])


@rule("9.9.2", "6.2.1")
def test_9_9_2_the_moskito_hunts_mosquitos() -> None:
    units = {"II./NJG4": unit("H5", gci=True)}
    plan = f"{LATER}; B main Essen 9 D7 I7* D7; C mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    s = new_session(
        night("downfall", plan, units=units, turn=3, phase=4, hands={G: ["TA154 MOSKITO"]}), dice={"attack": [6, 5]}
    )
    go(s, "intercept", next_combat="H5")
    s.decide("II./NJG4")
    lay(s, "TA154 MOSKITO hunt", G)
    go(resolve(s), "draw_british")
    assert last(s, "hunted")["letter"] == "C"


@rule("12.2.4")
def test_12_2_4_an_intruder_attacks_once_a_phase() -> None:
    units = {"I./NJG2": unit("England", intruder=True, fuel=5)}
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    s = new_session(
        night("downfall", plan, units=units, turn=9, phase=6, options=["12.2"]), dice={"attack": [1, 2] * 9}
    )
    go(s, "draw_british", intruder_attack="I./NJG2", defend_england="none")
    assert len(told(s, "attack_rolled")) == 1


@rule("9.7.2a")
def test_6_2_gunners_fire_unasked_only_where_no_six_was_rolled() -> None:
    units = {"II./NJG4": unit("H5", gci=True)}
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    for dice, offered in (([5, 4], True), ([6, 4], False), ([4, 6], False)):
        s = new_session(
            night("downfall", plan, units=units, turn=3, phase=4, hands={B: ["VILLAGE INN"]}), dice={"attack": dice}
        )
        go(s, "intercept", next_combat="H5")
        s.decide("II./NJG4")
        found = False
        while s.pending and s.pending[0].kind in ("play", "cancel", "spend_damage"):
            found |= told(s, "attack_rolled") != [] and "VILLAGE INN roll" in s.pending[0].options
            s.decide(0, s.pending[0].seat)
        assert found is offered, dice


@rule("6.2a")
def test_6_2_a_gci_marker_is_taken_away_only_where_one_lies() -> None:
    units = {"III./NJG2": unit("H5", gci=True)}
    s = new_session(night(units=units, turn=4, phase=4, hands={B: ["COMPACT STREAM", "WEATHER"]}))
    pass_to(s, "raids_moved", B)
    s.decide("COMPACT STREAM marker", B)
    assert s.pending[0].kind != "name_object"
    go(resolve(s), "next_combat")
    assert told(s, "marker_removed") == [{"hex": "H5"}], "nothing but H5 could be meant"


@rule("9.0a")
def test_9_0_flak_and_wild_boars_may_be_let_go_gci_is_asked_when_it_comes() -> None:
    plan = f"{LATER}; B main Essen 1 D7 I7* D7"
    s = new_session(night("downfall", plan, units={"I./NJG11": unit("I7", gci=True)}, turn=3, phase=4))
    go(s, "let_go", next_combat=["let go"])
    assert asked(s, "let_go") == ["none", "Essen"]
    s.decide("Essen")


@rule("11.1a", "3.3c")
def test_3_3_the_chit_of_a_follow_up_counts_for_a_main_force_of_its_own() -> None:
    plan = "E main Hannover 1 D5 J5 K5* K4 D7; A main Hannover 9 D5 J5 K5* K4 D7"
    points = []
    for bombed in ("", "E", "EA"):
        raids = {each: {"fate": RECOVERED, "bombed": int(each in bombed)} for each in "EA"}
        s = go(new_session(night(plan=plan, turn=20, phase=10, raids=raids)))
        points.append(last(s, "points")["british"])
    assert points[0] < points[1] < points[2] and points[2] == 2 * points[1]


# -- bombs -----------------------------------------------------------------------------------------------------


def test_10_5_3_where_nothing_burns_under_the_ti_the_approach_is_next() -> None:
    s = go(bombing(dice={"marking": [2, 3]}), "convert", choose_aimpoint="d4", choose_approach="e4")
    assert s.pending[0].plain_facts["stage"] == 0
    put(s, d4=(0, 2), e4=(0, 2))
    s.decide("d4 0+2")
    go(s, "convert")
    assert s.pending[0].plain_facts["stage"] == 1 and asked(s, "convert") == ["done", "e4 0+2"]


def test_11_0_a_modifier_left_over_is_not_an_offer_to_end() -> None:
    s = go(new_session(night(turn=2, phase=10, modifier=3)), "draw_british")
    s.decide(0, B)
    s.decide(0, G)
    assert not told(s, "end_offered") and s.result is None


def test_6_1_a_hand_is_told_to_its_owner_alone() -> None:
    assert read_hex("h5") == read_hex("H5")
    s = new_session(scenario="berlin")
    go(s, "scramble")
    for seat, other in ((B, G), (G, B)):
        own = told(s, "hand", seat)
        assert own and {each["side"] for each in own} == {seat} and told(s, "hand", other) != own


@rule("9.4.1b")
def test_6_2_a_compact_stream_helps_streams_alone() -> None:
    units = {"I./NJG3": unit("I5", fuel=5)}
    for plan, helped in (
        (HANNOVER, True),
        (f"{HANNOVER.replace(' 1 ', ' 9 ')}; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7", False),
    ):
        text = night(plan=plan, units=units, turn=3, phase=5, hands={B: ["COMPACT STREAM"]})
        s = go(new_session(text, dice={"detection": [6, 6] * 9, "infiltration": [1, 1]}), "infiltrator")
        s.decide("I./NJG3")
        offered = False
        while not told(s, "infiltration"):
            offered |= "COMPACT STREAM infiltration" in s.pending[0].options
            s.decide(0, s.pending[0].seat)
        assert offered is helped


def test_10_6_when_bombs_have_crept_back_it_no_longer_matters_which_of_them_burn() -> None:
    for crept, matters in ((0, True), (1, False)):
        s = second_attack((2, 4), (2, 2))
        set_bombed_city(s, crept=crept)
        settle(s)
        assert any("old" in option for option in asked(s, "convert")) is matters


def test_10_6_an_area_that_has_had_its_firestorm_has_no_second_one() -> None:
    for stormed in (0, 1):
        s = follow_up(f4=(0, 0, 3))
        game = inner(s)
        (site,) = game.sites
        at = next(at for at, area in enumerate(site.areas) if area.fires)
        lain = [area._replace(storm=stormed) if area.fires else area for area in site.areas]
        game.sites = [site._replace(areas=tuple(lain))]
        go(s, "choose_mix", choose_approach="d3")
        assert inner(s).areas[at].storm == stormed


@rule("7.4.2c")
def test_7_4_2_over_jutland_the_weather_is_that_of_its_division() -> None:
    for fog, lost in (("2.JD", True), ("England", False)):
        s = go(new_session(night(phase=3, weather={fog: "Fog"}), dice={"scramble": [4, 3]}), "scramble")
        s.decide("IV./NJG3")
        go(s, "draw_british", scramble="none")
        assert bool(last(s, "scramble_rolled")["lost"]) is lost


@rule("9.7a")
def test_12_3_1_a_heavy_raid_is_light_when_the_last_of_its_stretched_stream_has_bombed() -> None:
    plan = "A main Hannover/Misburg heavy 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    for turn, heavy in ((4, True), (5, False)):
        units = {"I./NJG1": unit("A", fuel=5)}
        text = night("downfall", plan, units, turn=turn, phase=6, options=["12.3"], raids={"A": {"stretched": 1}})
        s = go(new_session(text, dice={"attack": [1, 2]}), "draw_british", tame_boar="I./NJG1")
        assert ("heavy_load" in [name for name, _, _ in last(s, "attack_rolled")["modifiers"]]) is heavy


@rule("8.2c")
def test_8_2_naxos_hears_the_stream_of_a_decoy_as_well() -> None:
    decoy = f"{HANNOVER.replace(' 1 ', ' 9 ')}; A decoy 1 D7 E7 F7 G7 F7 E7 D7"
    for naxos, seen in ((1, True), (0, False)):
        s = new_session(night(plan=decoy, turn=2, phase=5, naxos=naxos, jamming=7), dice={"detection": [3, 4]})
        go(s, "draw_british")
        assert last(s, "detection")["margin"] == 0
        assert bool(s.perspective(G).to_json()["counters"]) is seen


@rule("10.5.3c")
def test_10_5_3_civil_defence_saves_one_conversion_not_the_next() -> None:
    s = bombing(hands={G: ["CIVIL DEFENCE"]}, dice={"marking": [2, 3]})
    go(s, "convert", choose_aimpoint="d4", choose_approach="e4")
    put(s, d4=(0, 4))
    s.decide("d4 0+2")
    resolve(lay(s, "CIVIL DEFENCE quench", G))
    go(s, "convert").decide("d4 0+2")
    go(s, "draw_british")
    assert len(told(s, "quenched")) == 1 and len(told(s, "fires")) == 1


@rule("9.3d")
def test_9_3_stragglers_are_those_of_one_raid() -> None:
    plan = f"{HANNOVER}; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    units = {"III./NJG2": unit("H5", gci=True)}
    text = night(plan=plan, units=units, turn=3, phase=4, hands={G: ["STRAGGLERS: HIMMELBETT"]})
    s = pass_to(new_session(text), "combat_markers", G)
    s.decide("STRAGGLERS: HIMMELBETT attack", G)
    go(resolve(s), "next_combat")
    assert told(s, "stragglers") == [{"hex": "H5"}]
