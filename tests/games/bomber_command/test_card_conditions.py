"""Cards at the edge of their text: played where they can do nothing, or after something else has changed the moment."""

from __future__ import annotations

import pytest

from tests.games.bomber_command.rules.test_10_bombing import bombing, put
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
    told,
    unit,
)
from tests.support.rules import rule

pytestmark = pytest.mark.usefixtures("every_window")


@rule("6.2a")
def test_6_2a_early_arrival_needs_a_unit_stacked_on_the_city() -> None:
    hands = {"german": ["EARLY ARRIVAL AT TARGET", "MOBILE FLAK"]}
    for units, offered in (({"I./NJG3": unit("K5")}, False), ({"I./NJG3": unit("K5", "Hannover")}, True)):
        s = pass_to(new_session(night(units=units, turn=4, phase=4, hands=hands)), "raids_moved", "german")
        assert ("EARLY ARRIVAL AT TARGET twice" in asked(s, "play")) == offered
        if not offered:
            refused(s, "EARLY ARRIVAL AT TARGET twice", "6.2a", "not_this_moment")


@rule("6.2a")
def test_6_2a_wind_finders_are_not_wasted_on_mosquitos() -> None:
    plan = "E main Hannover 1 D5 J5 K5* K4 D7; B mosquito Kiel 1 D3 E3-K3* J3-D3 D7"
    hands = {"british": ["WIND FINDERS", "WEATHER"]}
    for letter, offered in (("B", False), ("E", True)):
        text = night(plan=plan, turn=3, phase=4, hands=hands, raids={letter: {"disruptions": 2}})
        s = pass_to(new_session(text), "raids_move", "british")
        assert ("WIND FINDERS regroup" in asked(s, "play")) == offered
        if not offered:
            refused(s, "WIND FINDERS regroup", "6.2a", "not_this_moment")


@rule("9.5.1a")
def test_9_5_1a_controllers_guess_brings_a_late_attack_even_if_nobody_else_attacks() -> None:
    text = night(units={"I./NJG3": unit("L5")}, turn=4, phase=4, hands={"german": ["CONTROLLER'S GUESS"]})
    s = pass_to(new_session(text), "combat_markers", "german")
    s.decide("CONTROLLER'S GUESS move")
    s.decide("K5")
    assert s.pending[0].kind == "wild_boar", "at once, not only when the stream passes in the next turn"
    s.decide("Hannover")
    assert last(s, "wild_boar_marker") == {"unit": "I./NJG3", "hex": "K5", "city": "Hannover", "stacked": False}


@rule("10.3.2a")
def test_10_3_2a_weather_that_changes_before_the_marking_changes_how_it_is_done() -> None:
    hands = {"british": ["WEATHER", "H2S MK III"]}
    text = night(turn=5, phase=9, hands=hands)
    s = pass_to(new_session(text, draws={"weather": [14]}, dice={"marking": [3, 3]}), "marking", "british")
    assert "H2S MK III marking" not in asked(s, "play"), "Newhaven under a clear sky"
    lay(s, "WEATHER draw", "british")
    go(s, "weather_zone")
    s.decide("2.JD")
    pass_to(s, "marking", "british")
    assert "H2S MK III marking" in asked(s, "play"), "Parramatta now"
    go(s, "choose_mix")
    assert ["Parramatta", 1] in last(s, "marked")["parts"]


@rule("10.5.3c")
def test_10_5_3c_one_civil_defence_is_enough_for_one_fire() -> None:
    for bombs, recipe, second in (((1, 1), "d4 1+1", False), ((1, 2), "d4 1+2", True)):
        s = bombing("Hannover", hands={"german": ["CIVIL DEFENCE", "CIVIL DEFENCE", "MOBILE FLAK"]})
        go(s, "convert", choose_aimpoint="d4", choose_approach="e4")
        put(s, d4=bombs)
        s.decide(recipe)
        pass_to(s, "converting", "german")
        lay(s, "CIVIL DEFENCE quench", "german")
        resolve(s)
        pass_to(s, "converting", "german")
        assert ("CIVIL DEFENCE quench" in asked(s, "play")) == second
        if not second:
            refused(s, "CIVIL DEFENCE quench", "6.2a", "not_this_moment")
            go(s, "draw_british")
            assert told(s, "quenched")


@rule("8.2f", "8.3")
def test_8_2f_a_false_plot_is_shown_together_with_the_true_ones() -> None:
    hands = {"british": ["FALSE PLOT"], "german": ["MOBILE FLAK"]}  # the German is asked as soon as it is played
    s = new_session(night(turn=3, phase=5, hands=hands), dice={"detection": [3, 3]})
    pass_to(s, "placing_counters", "british")
    s.decide("FALSE PLOT counter")
    s.decide("J5")
    pass_to(s, "placing_counters", "german")
    assert s.perspective("german").to_json()["counters"] == [], "nothing lies on the map yet"
    assert last(s, "card", "german") == {"card": "FALSE PLOT", "function": "counter", "object": None}
    pass_to(s, "raid_counters", "german")
    assert told(s, "counters", "german") == [{"counters": [["I5", False], ["J5", False]]}]


def test_where_a_false_plot_will_lie_is_secret_until_all_counters_lie() -> None:
    worlds = []
    for hex_ in ("J5", "H6"):
        s = new_session(night(turn=3, phase=5, hands={"british": ["FALSE PLOT"], "german": ["MOBILE FLAK"]}))
        pass_to(s, "placing_counters", "british")
        s.decide("FALSE PLOT counter")
        s.decide(hex_)
        pass_to(s, "placing_counters", "german")
        view = s.perspective("german")
        worlds.append((view.to_json(), [event.to_json() for event in view.events()], list(asked(s, "play"))))
    assert worlds[0] == worlds[1]
