"""What cards do further on: dice that follow, limits, and what they bar."""

from __future__ import annotations

import pytest

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
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule
from viermot.games.bomber_command.model.board import FOG, HAZE

pytestmark = pytest.mark.usefixtures("every_window")

DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
SEEN = {"detection": [6, 6]}
LINE = {"III./NJG2": unit("H5", gci=True)}
BEACON = {"I./NJG3": unit("J5", "Ludwig")}


def test_B2_fog_over_the_ruhr_is_haze_for_combat_and_fog_for_bombing() -> None:
    s = new_session(night(weather={"3.JD": "Fog"}))
    game = inner(s)
    for name in ("J6", "I7", "I8"):
        hex_ = next(h for h in game.layout.ruhr if game.layout.ruhr and h == _hex(name))
        assert game.weather_modifier(hex_) == -1 and game.weather_at(hex_) == FOG
    clear = inner(new_session(night()))
    assert clear.weather_at(_hex("J6")) == HAZE and clear.weather_modifier(_hex("K6")) == 0


def _hex(name: str) -> int:
    from viermot.games.bomber_command.model.board import BY_NAME

    return BY_NAME[name]


def gci(cards: dict[str, list[str]], dice: list[int], **more: object):  # type: ignore[no-untyped-def]
    s = new_session(
        night(units=LINE, turn=3, phase=4, hands=cards, **more), dice={"attack": dice, "defensive fire": [6, 6]}
    )
    go(s, "intercept", next_combat="H5")
    s.decide("III./NJG2")
    return s


@rule("6.2a")
def test_6_2a_experte_is_not_depleted_by_doubles() -> None:
    for hand, depleted in (([], True), (["EXPERTE"], False)):
        s = gci({"german": hand}, [2, 2])
        if hand:
            lay(s, "EXPERTE attack", "german")
            assert resolve(s)
        go(s, "draw_british")
        assert ("depleted" in see(s, "III./NJG2")["markers"]) == depleted
        assert last(s, "attack_rolled")["total"] == (8 if hand else 6)


@rule("6.2a")
def test_6_2a_schraege_musik_is_not_fired_at_and_village_inn_cannot_help() -> None:
    s = gci({"german": ["SCHRÄGE MUSIK"]}, [6, 1])
    lay(s, "SCHRÄGE MUSIK attack", "german")
    go(s, "draw_british")
    assert told(s, "no_defence") and not told(s, "defensive_fire")
    late = {"II./NJG4": unit("H5", gci=True)}
    hands = {"german": ["SCHRÄGE MUSIK"], "british": ["VILLAGE INN", "WEATHER"]}
    s = new_session(night("downfall", DOWNFALL, units=late, turn=3, phase=4, hands=hands), dice={"attack": [3, 1]})
    go(s, "intercept", next_combat="H5")
    s.decide("II./NJG4")
    lay(s, "SCHRÄGE MUSIK attack", "german")
    pass_to(s, "after_attack", "british")
    assert "VILLAGE INN roll" not in asked(s, "play")


@rule("6.2a")
def test_6_2a_village_inn_and_rear_gunner_bring_fighters_down() -> None:
    late = {"II./NJG4": unit("H5", gci=True)}
    text = night("downfall", DOWNFALL, units=late, turn=3, phase=4, hands={"british": ["VILLAGE INN", "REAR GUNNER"]})
    s = new_session(text, dice={"attack": [3, 1], "defensive fire": [3, 3]})
    go(s, "intercept", next_combat="H5")
    s.decide("II./NJG4")
    pass_to(s, "after_attack", "british")
    s.decide("VILLAGE INN roll")
    pass_to(s, "defensive_fire", "british")
    s.decide("REAR GUNNER fire")
    go(s, "draw_british")
    assert last(s, "defensive_fire") == {"unit": "II./NJG4", "total": 8, "lost": 1}


@rule("6.2a")
def test_6_2a_one_corkscrew_an_attack() -> None:
    s = gci({"british": ["CORKSCREW", "CORKSCREW", "WEATHER"]}, [5, 5])
    pass_to(s, "after_attack", "british")
    assert s.pending[0].facts["losses"] == 3 and "disrupted" in s.pending[0].facts, "what the card would reduce"
    s.decide("CORKSCREW evade")
    assert last(s, "losses_reduced") == {"losses": 1}
    assert s.pending[0].facts["window"] == "after_attack" and "CORKSCREW evade" not in asked(s, "play")


@rule("6.2a")
def test_6_2a_korfu_clears_the_picture_when_all_raids_are_seen() -> None:
    text = night(turn=2, phase=5, hands={"german": ["KORFU"]})
    s = pass_to(new_session(text, dice={"detection": [2, 3]}), "detection_roll", "german")
    s.decide("KORFU detection")
    go(s, "draw_british")
    assert last(s, "detection") == {"margin": 1, "clarified": True}


@rule("6.2a")
def test_6_2a_stragglers_himmelbett_brings_all_gci_units_within_three_hexes() -> None:
    units = {"III./NJG2": unit("H5", gci=True), "I./NJG3": unit("I3", gci=True), "II./NJG1": unit("H9", gci=True)}
    cards = {"german": ["STRAGGLERS: HIMMELBETT"]}
    s = pass_to(new_session(night(units=units, turn=3, phase=4, hands=cards)), "raids_moved", "german")
    s.decide("STRAGGLERS: HIMMELBETT attack")
    go(s, "intercept", next_combat="H5", name_object="H5")
    assert asked(s, "intercept") == ["none", "I./NJG3", "III./NJG2"], "any division, but not four hexes away"
    s.decide("I./NJG3")
    go(s, "intercept")
    assert len(told(s, "resolving")) == 1, "all for the one marker"
    s.decide("III./NJG2")
    go(s, "draw_british", next_combat="none")
    assert [event["unit"] for event in told(s, "attack")] == ["I./NJG3", "III./NJG2"]


@rule("6.2a")
def test_6_2a_stragglers_tame_boar_attacks_again_at_minus_1() -> None:
    cards = {"german": ["STRAGGLERS: TAME BOAR", "STRAGGLERS: TAME BOAR", "MOBILE FLAK"]}  # the last, to be asked again
    s = new_session(
        night(units={"I./NJG3": unit("E", fuel=5)}, turn=3, phase=6, hands=cards), dice={"attack": [3, 1, 3, 1]}
    )
    pass_to(s, "after_attack", "german")
    s.decide("STRAGGLERS: TAME BOAR again")
    pass_to(s, "after_attack", "german")
    assert "STRAGGLERS: TAME BOAR again" not in asked(s, "play"), "one a unit and phase"
    go(s, "draw_british")
    assert [event["total"] for event in told(s, "attack_rolled")] == [6, 5]


@rule("6.2a")
def test_6_2a_early_arrival_lets_stacked_units_attack_a_main_force_twice() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5")}
    s = new_session(night(units=units, turn=4, phase=4, hands={"german": ["EARLY ARRIVAL AT TARGET"]}))
    pass_to(s, "raids_moved", "german")
    s.decide("EARLY ARRIVAL AT TARGET twice")
    go(s, "next_combat", wild_boar="Hannover")
    assert [event["unit"] for event in told(s, "wild_boar_marker")] == ["I./NJG3", "I./NJG3", "III./NJG3"]
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; B mosquito Hannover 1 D5 J5 K5* K4 D7"
    s = new_session(night(plan=plan, units=units, turn=4, phase=4, hands={"german": ["EARLY ARRIVAL AT TARGET"]}))
    pass_to(s, "raids_moved", "german")
    s.decide("EARLY ARRIVAL AT TARGET twice")
    go(s, "next_combat", wild_boar="Hannover")
    assert told(s, "no_main_force") and len(told(s, "wild_boar_marker")) == 2


@rule("6.2a")
def test_6_2a_wild_boar_helps_and_exposes_to_friendly_flak() -> None:
    units = {"I./NJG3": unit("K5", "Hannover")}
    text = night(units=units, turn=4, phase=4, hands={"german": ["WILD BOAR"]})
    s = new_session(text, dice={"attack": [3, 4], "own flak": [2]})
    pass_to(s, "combat_markers", "german", wild_boar="Hannover")
    s.decide("WILD BOAR attack")
    go(s, "draw_british", next_combat="K5")
    rolled = last(s, "attack_rolled")
    assert ["situation", 2, "9.7a"] in rolled["modifiers"]
    assert last(s, "fighters_lost") == {"unit": "I./NJG3", "count": 1}


@rule("6.2a")
def test_6_2a_fidget_hurts_units_on_that_beacon() -> None:
    text = night(units=BEACON, turn=3, phase=5, hands={"british": ["FIDGET"]})
    s = pass_to(new_session(text, dice=SEEN), "tame_boar", "british")
    s.decide("FIDGET beacon")
    go(s, "draw_british", infiltrator="I./NJG3")
    assert ["fidget", -2, "6.2a"] in last(s, "infiltration")["modifiers"]
    assert seen_by(s, "german").fidget == -1


@rule("6.2a")
def test_6_2a_corona_leads_two_units_astray_and_they_do_not_move_again() -> None:
    units = {"I./NJG1": unit("K5", "Hannover"), "I./NJG2": unit("K5", scramble=True), "I./NJG3": unit("K5")}
    s = pass_to(new_session(night(units=units, hands={"british": ["CORONA"]})), "fighters_move", "british")
    s.decide("CORONA move")
    assert s.pending[0].default == "I./NJG1", "the strongest"
    s.decide("I./NJG1")
    s.decide("L5")
    assert s.pending[0].default == "I./NJG3", "the first of equals"
    s.decide("I./NJG2")
    s.decide("K6")
    assert s.pending[0].kind != "mislead"
    go(s, "move")
    assert s.pending[0].plain_facts["unit"] == "I./NJG3"
    go(s, "scramble")
    assert (see(s, "I./NJG1")["place"], see(s, "I./NJG2")["place"]) == ("L5", "K6")
    assert see(s, "I./NJG1")["stacked"] is None and see(s, "I./NJG2")["markers"] == []
    assert see(s, "I./NJG1")["fuel"] == 3


@rule("6.2a")
def test_6_2a_controllers_guess_moves_a_unit_into_the_fight() -> None:
    text = night(units={"I./NJG3": unit("L5")}, turn=4, phase=4, hands={"german": ["CONTROLLER'S GUESS"]})
    s = pass_to(new_session(text), "raids_moved", "german")
    s.decide("CONTROLLER'S GUESS move")
    s.decide("K5")
    go(s, "wild_boar")
    s.decide("Hannover")
    assert last(s, "wild_boar_marker")["stacked"] is False


@rule("6.2a")
def test_6_2a_a_false_plot_fools_an_infiltration() -> None:
    text = night(units=BEACON, turn=3, phase=5, hands={"british": ["FALSE PLOT"]})
    s = pass_to(new_session(text, dice={"detection": [3, 3]}), "placing_counters", "british")
    s.decide("FALSE PLOT counter")
    refused(s, "K11", "8.2f", "false_plot_elsewhere")
    refused(s, "none", "8.2f", "false_plot_elsewhere")
    s.decide("J5")
    assert ["J5", False] in s.perspective("german").to_json()["counters"]
    go(s, "draw_british", infiltrator="I./NJG3", infiltrate_what="J5")
    assert told(s, "false_counter") == [{"hex": "J5"}] and not told(s, "infiltration")


@rule("6.2a")
def test_6_2a_weather_is_drawn_and_laid_in_any_zone() -> None:
    text = night(phase=10, hands={"german": ["WEATHER"]})
    s = pass_to(new_session(text, draws={"weather": [14]}), "end", "german")
    s.decide("WEATHER draw")
    assert last(s, "weather_drawn") == {"weather": "Cloud"} and s.pending[0].kind == "weather_zone"
    s.decide("2.JD")
    assert s.perspective("british").to_json()["sky"]["weather"]["2.JD"] == "Cloud"


@rule("6.2a")
def test_6_2a_a_good_landing_helps_one_division() -> None:
    units = {"I./NJG1": unit("H7", fuel=0), "I./NJG3": unit("J5", fuel=0)}
    s = pass_to(new_session(night(units=units, phase=8, hands={"german": ["WEATHER"]})), "recovery", "german")
    s.decide("WEATHER recovery")
    s.decide("3.JD")
    go(s, "draw_british", recover_where="home")
    helped = {e["unit"]: "good_landing" in [name for name, _, _ in e["modifiers"]] for e in told(s, "recovery_rolled")}
    assert helped == {"I./NJG1": True, "I./NJG3": False}
    assert inner(s).landing_zone == (), "for this phase"


@rule("6.2a")
def test_6_2a_a_unit_without_fuel_stays_on_the_ground() -> None:
    text = night("downfall", DOWNFALL, phase=3, hands={"british": ["FUEL SHORTAGE"]})
    s = pass_to(new_session(text), "scramble", "british")
    s.decide("FUEL SHORTAGE ground")
    s.decide("I./NJG1")
    go(s, "scramble")
    refused(s, "I./NJG1", "6.2a", "grounded")
    go(s, "scramble", scramble=["none"])
    assert "I./NJG1" in asked(s, "scramble"), "next turn it may"


@rule("6.2a")
def test_6_2a_mobile_flak_strengthens_a_city_and_makes_area_flak() -> None:
    for place, value in (("Hannover", 4), ("K5", 3)):
        s = pass_to(new_session(night(turn=3, phase=10, hands={"german": ["MOBILE FLAK"]})), "end", "german")
        s.decide("MOBILE FLAK place")
        s.decide(place)
        go(s, "draw_british", draw_british=[0], next_combat="K5")
        assert [event["value"] for event in told(s, "flak") if event["city"] == "Hannover"] == [value]
    s = pass_to(new_session(night(turn=1, phase=10, hands={"german": ["MOBILE FLAK"]})), "end", "german")
    s.decide("MOBILE FLAK place")
    s.decide("H5")
    go(s, next_combat="H5")
    assert {event["hex"] for event in told(s, "flak") if event["value"] == 1} >= {"H5"}


@rule("6.2a")
def test_6_2a_serrate_before_an_attack_may_stop_it() -> None:
    units = {"III./NJG2": unit("H5", gci=True, depleted=True)}
    text = night(units=units, turn=3, phase=4, hands={"british": ["SERRATE"]})
    s = new_session(text, dice={"British attack": [1, 1]})
    go(s, "intercept", next_combat="H5")
    s.decide("III./NJG2")
    pass_to(s, "gci_attack", "british")
    s.decide("SERRATE attack")
    go(s, "draw_british")
    assert told(s, "attack_void") == [{"unit": "III./NJG2"}]
    assert [event["column"] for event in told(s, "attack_rolled")] == ["gci"] and told(s, "british_attack")


@rule("6.2a")
def test_6_2a_an_interrupted_attack_goes_on_with_its_modifiers() -> None:
    hands = {"british": ["SERRATE"], "german": ["EXPERTE"]}
    s = new_session(night(units=LINE, turn=3, phase=4, hands=hands), dice={"British attack": [1, 1], "attack": [3, 4]})
    go(s, "intercept", next_combat="H5")
    s.decide("III./NJG2")
    lay(s, "EXPERTE attack", "german")
    lay(s, "SERRATE attack", "british")
    go(s, "draw_british")
    assert last(s, "attack_rolled")["total"] == 10, "depleted 1, EXPERTE 2, dice 7"


@rule("6.2a")
def test_6_2a_scattered_streams_and_wind_finders() -> None:
    hands = {"german": ["SCATTERED STREAM"], "british": ["WIND FINDERS"]}
    s = pass_to(new_session(night(turn=2, phase=10, hands=hands)), "end", "german")
    s.decide("SCATTERED STREAM scatter")
    s.decide("main")
    s.decide("pass", "british")
    assert last(s, "disrupted") == {"letter": "E", "count": 3}
    lay(s, "WIND FINDERS regroup", "british")
    assert last(s, "gathered") == {"letter": "E", "count": 3}
    none = pass_to(new_session(night(turn=2, phase=10, hands={"german": ["SCATTERED STREAM"]})), "end", "german")
    none.decide("SCATTERED STREAM scatter")
    none.decide("decoy")
    assert last(none, "scattered") == {"raid_kind": "decoy", "count": 0}


@rule("6.2a")
def test_6_2a_drop_tanks_and_cockpit_readiness() -> None:
    hands = {"german": ["DROP TANKS", "COCKPIT READINESS"]}
    s = pass_to(new_session(night(phase=3, hands=hands)), "units_scrambled", "german", scramble="I./NJG2")
    s.decide("DROP TANKS fuel")
    go(s, "play", name_object="I./NJG2")
    assert see(s, "I./NJG2")["fuel"] == 10
    lay(s, "COCKPIT READINESS ready", "german")
    assert see(s, "I./NJG2")["markers"] == [] or s.pending[0].kind == "name_object"


def test_remove_gci_marker_only_against_streams() -> None:
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    text = night(plan=plan, units=LINE, turn=3, phase=4, hands={"british": ["COMPACT STREAM", "WEATHER"]})
    s = pass_to(new_session(text), "raids_moved", "british")
    assert "COMPACT STREAM marker" not in asked(s, "play")
