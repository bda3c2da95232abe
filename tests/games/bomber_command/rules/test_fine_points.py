"""Fine points of several chapters: the Ruhr, committed attacks, strict orders, and what a figure must not tell."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.support import (
    asked,
    go,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    see,
    to_patrol,
    told,
    unit,
)
from tests.support.rules import rule

DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"
DORTMUND = "E main Dortmund 1 D6 E6-J6* I6-D6 D7"
HOME = "E main Emden 1 D4 H4* D6 C6"


def values(event: dict[str, Any]) -> dict[str, int]:
    return {name: value for name, value, _ in event["modifiers"]}


@rule("3.4.3", "10.3.2a", "10.4.2a")
def test_3_4_3_over_the_ruhr_haze_is_worse_for_bombing_than_broken_cloud() -> None:
    for sky, method in (("Clear", "Parramatta"), ("Broken Cloud", "Parramatta"), ("Fog", "Wanganui")):
        s = new_session(night(plan=DORTMUND, turn=5, phase=9, weather={"3.JD": sky}), dice={"marking": [2, 2]})
        go(s, "choose_mix")
        assert last(s, "bombing")["method"] == method
        s.decide(0)
        assert last(s, "bombs_on_ti")["concentration"] == (5 if sky != "Fog" else 2)  # Haze; Fog, a row down


@rule("3.4.3", "7.4.2c")
def test_3_4_3_over_the_ruhr_units_take_off_in_haze() -> None:
    text = night("downfall", DOWNFALL, phase=3, weather={"3.JD": "Broken Cloud"})
    for name, lost in (("I./NJG1", 1), ("I./NJG2", 0)):  # from J6, and from L6 of the same division
        s = go(new_session(text, dice={"scramble": [5, 5]}), "scramble")
        s.decide(name)
        go(s, "draw_british", scramble="none", patrol="none")
        assert last(s, "scramble_rolled")["lost"] == lost


@rule("9.1.2b")
def test_9_1_2_nobody_changes_his_mind_once_dice_have_been_thrown() -> None:
    plan = DORTMUND + "; A mosquito Hagen 1 D7 E7 J6 J7* I8-F7 D8"
    s = go(new_session(night(plan=plan, turn=4, phase=4)), "next_combat")
    assert asked(s, "next_combat") == ["in order", "J6", "J7", "let go", "none"]
    s.decide("J6")
    go(s, "next_combat")
    assert asked(s, "next_combat") == ["in order", "J6", "J7"]
    refused(s, "none", "9.1.2b", "attacks_have_begun")
    refused(s, "let go", "9.1.2b", "attacks_have_begun")


@rule("5.0b", "9.9.1")
def test_5_0_streams_recover_before_mosquitos_confirm_their_losses() -> None:
    plan = "B mosquito Kiel 1 D3 E3-K3* J3-D3 D7; " + HOME
    raids = {"B": {"fate": 3, "losses": 1}, "E": {"fate": 3}}
    s = go(new_session(night(plan=plan, turn=7, phase=8, raids=raids)))
    kinds = [event.kind for event in s.events("public") if event.kind in ("raid_recovery", "confirmed")]
    assert kinds == ["raid_recovery", "confirmed"]


@rule("7.4.3b", "7.4.3c")
def test_9_4_3_only_an_attack_that_is_made_puts_a_unit_out_of_a_mosquito_raid() -> None:
    plan = "E main Hannover 3 D5 J5 K5* K4 D7; B mosquito Bremen 1 D4 J4* D7"
    units = {"I./NJG1": unit("B", depleted=True)}
    s = new_session(night(plan=plan, units=units, turn=3, phase=6, hands={"british": ["SERRATE"]}))
    lay(pass_to(s, "tame_boar_attack", "british"), "SERRATE attack", "british", "I./NJG1")
    resolve(s)
    go(s, "draw_british")
    assert told(s, "attack_void") and see(s, "I./NJG1")["raid"] == "B", "sent home, but still inside"
    go(s, "scramble", draw_british=[0])
    assert last(s, "left_raid")["unit"] == "I./NJG1" and see(s, "I./NJG1")["raid"] is None


@rule("9.6.3", "7.4.3b")
def test_9_6_3_friendly_flak_fires_only_at_units_that_attack() -> None:
    units = {"I./NJG3": unit("K5", "Hannover", depleted=True)}
    for hand, rolls in (([], 1), (["SERRATE"], 0)):
        cards = {"german": ["WILD BOAR"], "british": hand}
        s = new_session(night(units=units, turn=4, phase=4, hands=cards), dice={"attack": [3, 4]})
        pass_to(s, "combat_markers", "german", wild_boar="Hannover")
        s.decide("WILD BOAR attack")
        if hand:
            lay(pass_to(resolve(s), "wild_boar_attack", "british"), "SERRATE attack", "british", "I./NJG3")
        go(s, "draw_british")
        assert len([event for event in told(s, "roll") if event["what"] == "own flak"]) == rolls


@rule("9.5.1a", "9.4.2a")
def test_9_5_1_over_a_city_under_a_raid_and_its_follow_up_either_may_be_attacked() -> None:
    plan = "A main Essen 1 D7 I7* D7; B main Essen 1 D7 I7* D7"
    text = night("downfall", plan, units={"III./NJG1": unit("I7")}, turn=3, phase=4)
    for named, letter in (("Essen", "A"), ("Essen 2", "B")):
        s = go(new_session(text, dice={"detection": [1, 1], "attack": [1, 2], "infiltration": [6, 6]}), "wild_boar")
        assert asked(s, "wild_boar") == ["none", "Essen", "Essen 2"]
        s.decide(named)
        go(s, "infiltrator", next_combat="in order")
        assert told(s, "attacked_raid")[-1] == {"letter": letter} and not told(s, "attacked_raid", "german")
        s.decide("III./NJG1")
        assert asked(s, "infiltrate_what") == ["Essen", "Essen 2"]
        s.decide(named)
        go(s, "draw_british", tame_boar="none")
        assert told(s, "infiltrates") == [{"unit": "III./NJG1", "hex": "I7", "city": "Essen"}]
        assert last(s, "infiltrated", "german") == {"unit": "III./NJG1", "letter": letter}


@rule("9.9.2", "9.3.1", "9.7.1")
def test_9_9_2_a_hunter_that_rolls_doubles_has_hunted_all_the_same() -> None:
    plan = DOWNFALL.replace("Misburg 1 ", "Misburg 3 ") + "; C mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    text = night("downfall", plan, units={"I./NJG11": unit("H5", gci=True)}, turn=3, phase=4)
    s = go(new_session(text, dice={"attack": [6, 6]}), "intercept", next_combat="H5")
    s.decide("I./NJG11")
    go(s, "draw_british")
    assert see(s, "I./NJG11")["markers"] == ["depleted", "return"], "a detachment: it lost its GCI marker by the roll"
    assert last(s, "hunted") == {"letter": "C", "count": last(s, "attack_rolled")["losses"]}


@rule("9.5.2", "9.5.1a")
def test_9_5_2_a_unit_that_reacts_has_to_attack() -> None:
    plan = "E main Essen 1 D7 I7* D7; B mosquito Duisburg 1 D7 I7* D7"
    s = go(new_session(night(plan=plan, units={"I./NJG1": unit("H7", "Kurfürst")}, turn=3, phase=4)), "react")
    s.decide("I7")
    assert asked(s, "wild_boar") == ["Essen", "Duisburg"]
    refused(s, "none", "9.5.1a", "not_bombed_here")
    s.decide("Duisburg")
    go(s, "draw_british", wild_boar="Duisburg")
    assert [event["city"] for event in told(s, "wild_boar_marker")] == ["Duisburg"], "and is not asked again"


# -- patrols ---------------------------------------------------------------------------------------------------


@rule("9.2.4b", "7.4.2a")
def test_9_2_4_the_weather_is_that_of_the_hex_it_scrambles_in() -> None:
    text = night("downfall", DOWNFALL, phase=3, weather={"3.JD": "Cloud", "7.JD": "Clear"})
    s = go(new_session(text), "scramble")
    s.decide("I./NJG11")
    s.decide("J9")  # single-engined: it has flown on into 7.JD
    go(s, "patrol", scramble="none")
    s.decide("I./NJG11")
    s.decide("attack")
    go(s, "draw_british", patrol="none")
    assert values(told(s, "attack_rolled")[0])["weather"] == -2


@rule("9.2.4a")
def test_9_2_4_a_patrol_held_back_may_be_used_after_a_weaker_one() -> None:
    s = to_patrol(new_session(night("downfall", DOWNFALL, phase=3)), "III./NJG1", "II./NJG1")
    assert s.pending[0].plain_facts["strength"] == 3
    s.decide("none")
    assert s.pending[0].plain_facts["strength"] == 2
    s.decide("III./NJG1")
    s.decide("attack")
    go(s, "patrol")
    assert s.pending[0].plain_facts["strength"] == 3 and asked(s, "patrol") == ["none", "II./NJG1"]
    go(s, "draw_british", patrol="none")
    assert len(told(s, "patrol")) == 1


# -- what must not be told ---------------------------------------------------------------------------------------


@rule("9.4.4")
def test_9_4_4_an_attack_inside_a_raid_does_not_tell_that_it_is_over_the_ruhr() -> None:
    s = new_session(night(plan=DORTMUND, units={"I./NJG3": unit("E", fuel=5)}, turn=4, phase=6))
    go(s, "draw_british", tame_boar="I./NJG3", pick_weather="J6")
    rolled = last(s, "attack_rolled", "german")
    assert ["weather", -1, "3.4.2a"] in rolled["modifiers"]
    assert not any("3.4.3" in event.rules for event in s.events("german"))


@pytest.mark.usefixtures("every_window")
@rule("9.2.2", "8.3")
def test_9_2_2_an_attack_on_a_unit_inside_a_raid_does_not_tell_where_the_raid_is() -> None:
    cards = {"british": ["SERRATE"], "german": ["MOBILE FLAK"]}  # the German is asked before the roll
    s = new_session(night(plan=DORTMUND, units={"I./NJG3": unit("E", fuel=5)}, turn=4, phase=6, hands=cards))
    pass_to(s, "tame_boar", "british")
    lay(s, "SERRATE attack", "british", "I./NJG3")
    resolve(s)
    pass_to(s, "british_attack", "german")
    shown = s.perspective("german").to_json()["attack"]
    assert shown["unit"] == "I./NJG3" and shown["kind"] == "british" and shown["hex"] is None
    there = new_session(night(units={"I./NJG3": unit("K7", fuel=5)}, turn=4, phase=6, hands=cards))
    lay(pass_to(there, "tame_boar", "british"), "SERRATE attack", "british", "I./NJG3")
    pass_to(resolve(there), "british_attack", "german")
    assert there.perspective("german").to_json()["attack"]["hex"] == "K7", "on the map it is open"


@rule("9.1.2a")
def test_9_1_2_the_order_of_markers_does_not_tell_which_city_has_the_main_force() -> None:
    markers = []
    for main, nuisance in (("Essen", "Duisburg"), ("Duisburg", "Essen")):
        plan = f"E main {main} 1 D7 I7* D7; B mosquito {nuisance} 1 D7 I7* D7"
        s = go(new_session(night(plan=plan, turn=3, phase=4)), "next_combat")
        markers.append([event for event in told(s, "combat_marker", "german") if event["hex"] == "I7"])
    assert len(markers[0]) == 2 and markers[0] == markers[1]


@rule("8.3")
def test_9_9_the_score_does_not_tell_which_raid_is_mosquitos() -> None:
    plan = HOME + "; B mosquito Kiel 1 D3 E3-K3* J3-D3 D7"
    s = new_session(night(plan=plan, turn=4, phase=5, raids={"B": {"losses": 1}}))
    assert s.perspective("british").to_json()["points"]["german"] == 2
    assert s.perspective("german").to_json()["points"]["german"] == 1
    assert s.perspective("public").to_json()["points"]["german"] == 1
    known = new_session(night(plan=plan, turn=4, phase=5, raids={"B": {"losses": 1, "known": 1}}))
    assert known.perspective("german").to_json()["points"]["german"] == 2


# -- rules that need another ---------------------------------------------------------------------------------------


@rule("12.0", "12.1.3a")
def test_12_0_a_rule_that_does_nothing_alone_brings_the_one_it_needs() -> None:
    windy = go(
        new_session(scenario="berlin", options={"12.1.3": True}, dice={"bad weather": [6], "wind": [4, 4]}), "plot"
    )
    assert [event["option"] for event in told(windy, "option", "german")] == ["12.1.1", "12.1.3"]
    assert windy.perspective("german").to_json()["sky"]["wind"] == 120
    north = go(new_session(scenario="berlin", options={"12.4.1": True}), "plot")
    assert [event["option"] for event in told(north, "option", "german")] == ["12.4", "12.4.1"]


@rule("7.6b", "12.5")
def test_12_5_a_raid_that_recovers_tells_its_disruption_and_its_damage_before_the_roll() -> None:
    raids = {"E": {"fate": 3, "disruptions": 7, "damage": 4, "bombed": 1}}
    s = go(
        new_session(night(plan=HOME, turn=7, phase=8, raids=raids, options=["12.5"]), dice={"raid recovery": [3, 3]})
    )
    assert told(s, "harm_told", "german") == [{"disruption": 7, "damage": 4}]
    assert values(last(s, "raid_recovery", "german")) == {"damage": 2}
    order = [event.kind for event in s.events("german") if event.kind in ("harm_told", "raid_recovery")]
    assert order == ["harm_told", "raid_recovery"]


# -- what the order of things must not tell ------------------------------------------------------------------------

LEAVERS = ("main Hannover 1 D5 J5 K5* K4 D7", "mosquito Emden 4 D4 H4* D6 C6")  # both leave the map in turn 9


@rule("8.3", "7.2.4a")
def test_8_3_raids_that_leave_together_do_not_tell_their_letters() -> None:
    main, mosquitos = LEAVERS
    seen = []
    for plan in (f"B {mosquitos}; E {main}", f"B {main}; E {mosquitos}", f"E {main}; B {mosquitos}"):
        s = go(new_session(night(plan=plan, turn=9, phase=4, options=["12.5"])), "draw_british")
        assert len(told(s, "raid_left", "german")) == 2
        seen.append((s.perspective("german").to_json(), [event.to_json() for event in s.events("german")]))
    assert seen[0] == seen[1] == seen[2]


@rule("7.6b", "12.5")
def test_8_3_the_order_in_which_raids_come_home_does_not_tell_a_main_force_from_a_decoy() -> None:
    plan = HOME + "; D decoy 2 D5 E5-H5 D7"
    for harmed, spared in (("E", "D"), ("D", "E")):
        raids = {harmed: {"damage": 4, "bombed": 1}, spared: {"bombed": 1}}
        s = new_session(
            night(plan=plan, turn=7, phase=8, raids=raids, options=["12.5"]), dice={"raid recovery": [3, 3] * 2}
        )
        go(s)
        assert [event["damage"] for event in told(s, "harm_told", "german")] == [4, 0]
        assert [event["letter"] for event in told(s, "own_home")] == [harmed, spared]


@rule("9.9.1")
def test_8_3_the_order_in_which_mosquitos_come_home_does_not_tell_their_letters() -> None:
    plan = "E main Hannover 12 D5 J5 K5* K4 D7; B mosquito Emden 1 D4 H4* D6 C6; C mosquito Kiel 1 D3 E3-K3* J3-D3 D7"
    for claimed, other in (("B", "C"), ("C", "B")):
        raids = {claimed: {"fate": 3, "losses": 2}, other: {"fate": 3}}
        s = go(new_session(night(plan=plan, turn=9, phase=8, raids=raids, options=["12.5"])), "draw_british")
        order = [event.kind for event in s.events("german") if event.kind in ("confirmed", "raid_home")]
        assert order == ["confirmed", "raid_home", "raid_home"]
        assert [event["letter"] for event in told(s, "own_home")] == [claimed, other]


@rule("4.3.3c")
def test_4_3_3_mines_are_laid_as_the_map_lists_the_hexes() -> None:
    north, south = "gardening J3 1 D5 E5-J5 J3* J5 I5-D5 D7", "gardening H3 3 D3 H3* D3"
    for plot in (f"B {north}; C {south}", f"B {south}; C {north}"):
        plan = f"E main Hannover 12 D5 J5 K5* K4 D7; {plot}"
        s = go(new_session(night(plan=plan, turn=5, phase=9)), "draw_british")
        assert [event["hex"] for event in told(s, "mines", "german")] == ["H3", "J3"]


@rule("9.8.4b")
def test_12_5_a_marker_spent_does_not_tell_how_many_remain() -> None:
    seen = []
    for damage in (1, 3):
        position = night(
            turn=4, phase=6, units={"I./NJG3": unit("E")}, raids={"E": {"damage": damage}}, options=["12.5"],
            hands={"german": ["EXPERTE"]},
        )  # fmt: skip
        s = go(new_session(position), "spend_damage", tame_boar="I./NJG3")
        s.decide("yes")
        pass_to(s, "tame_boar_attack", "german")
        assert s.perspective("german").to_json()["attack"]["damaged"]
        seen.append((s.perspective("german").to_json(), [event.to_json() for event in s.events("german")]))
    assert seen[0] == seen[1]


@rule("9.8.3a")
def test_12_5_whose_disruption_wind_finders_take_off_is_not_told_in_the_fog() -> None:
    for options, letter in (((), "E"), (("12.5",), None)):
        raids = {"E": {"disruptions": 2}}
        hands = {"british": ["WIND FINDERS"]}
        s = pass_to(
            new_session(night(turn=5, phase=9, raids=raids, hands=hands, options=options)), "bombing", "british"
        )
        resolve(lay(s, "WIND FINDERS regroup", "british", "E"))
        assert last(s, "card", "german")["object"] == letter
        assert last(s, "gathered")["letter"] == "E"
        assert bool(told(s, "gathered", "german")) is (letter is not None)
