"""Chapter 12: the advanced rules, each a switch of the set-up."""

from __future__ import annotations

from tests.games.bomber_command.support import (
    asked,
    cites,
    go,
    inner,
    last,
    new_session,
    night,
    refused,
    see,
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule
from viermot.games.bomber_command.model.board import BY_NAME

CLEAR = {"detection": [6, 6]}
HOME = "E main Emden 1 D4 H4* D6 C6"


@rule("12.0", "12.1.1a")
def test_12_1_1_bad_weather_is_rolled_for() -> None:
    for die, bad in ((2, False), (3, True)):
        s = go(new_session(scenario="berlin", options={"12.1.1": True}, dice={"bad weather": [die]}), "weather_order")
        assert last(s, "option") == {"option": "12.1.1"} and last(s, "weather_side") == {"bad": bad}
        assert s.perspective("german").to_json()["sky"]["bad"] is bad


@rule("12.1.1b")
def test_12_1_1_a_third_cross_is_drawn_again() -> None:
    draws = {"weather": [3, 4, 6, 0, 1, 2, 5]}
    s = new_session(scenario="berlin", options={"12.1.1": True}, dice={"bad weather": [6]}, draws=draws)
    go(s, "weather_order")
    s.decide(0)
    shown = [event["weather"] for event in told(s, "weather")]
    assert shown == ["Heavy Cloud", "Fog", "Broken Cloud", "Cloud", "Haze", "Cloud"]
    assert told(s, "cross_rejected") == [{"weather": "Heavy Cloud"}]


@rule("12.1.2a", "12.1.2b")
def test_12_1_2_the_moon_rises_or_sets_near_the_turn_of_the_chit() -> None:
    for dice, moon in (([5, 5], None), ([5, 6], "moonrise"), ([6, 6], "moonset")):
        s = new_session(
            scenario="berlin", options={"12.1.2": True}, dice={"moon": dice}, draws={"british:target T": [0]}
        )
        go(s, "plot" if moon is None else "moon_turn")
        if moon is not None:
            assert asked(s, "moon_turn") == ["5", "6", "7", "8", "9"]  # Berlin's chit says 7
            refused(s, "10", "12.1.2b", "moon_too_far")
            s.decide("9")
            assert last(s, "moon_turn", "german") == {"moon": moon, "turn": 9}
        else:
            assert last(s, "moon") == {"moon": "none"}


@rule("12.1.2c")
def test_12_1_2_while_the_moon_is_up_the_modifier_is_one_more() -> None:
    for moon, turn, up in ((1, 4, True), (1, 5, False), (2, 4, True), (2, 3, False)):
        s = new_session(night(turn=4, phase=4, moon=moon, moon_turn=turn, options=["12.1.2"]))
        go(s, "draw_british", next_combat="K5")
        found = [value for name, value, _ in last(s, "flak_rolled")["modifiers"] if name == "visibility"]
        assert found == ([1] if up else [])
    dawn = new_session(night(turn=4, phase=4, moon=1, moon_turn=1, twilight=4))
    assert not inner(dawn).moon_up(), "twilight ends it (ruling C32)"
    go(new_session(night(turn=4, phase=4, moon=1, moon_turn=1)), "draw_british", next_combat="K5")


@rule("12.1.3a")
def test_12_1_3_in_bad_weather_a_wind_may_blow() -> None:
    options = {"12.1.1": True, "12.1.3": True}
    for bad, dice, wind in ((6, [4, 4], 120), (6, [1, 3], None), (6, [5, 5], None), (1, [4, 4], None)):
        s = new_session(scenario="berlin", options=options, dice={"bad weather": [bad], "wind": dice})
        go(s, "plot")
        assert s.perspective("german").to_json()["sky"]["wind"] == wind
        assert bool(told(s, "wind")) == (bad == 6)


@rule("12.1.3b")
def test_B23_the_wind_changes_infiltration() -> None:
    units = {"I./NJG3": unit("J5", "Ludwig")}
    # the raid flies east (90 degrees) into I5; on its way home from K4 it flies west (240 degrees and the like)
    for wind, value in ((120, -1), (90, -1), (60, -1), (150, 0), (30, 0), (270, 1), (300, 1), (240, 1), (210, 0)):
        s = new_session(night(units=units, turn=3, phase=5, wind=wind), dice=CLEAR)
        go(s, "draw_british", infiltrator="I./NJG3", tame_boar="none")
        found = [by for name, by, _ in last(s, "infiltration")["modifiers"] if name == "wind"]
        assert found == ([value] if value else []), f"wind towards {wind}"


# -- intruders ---------------------------------------------------------------------------------------------------


@rule("12.2.1", "12.2.2a")
def test_12_2_1_one_unit_of_3_or_4_jd_may_be_an_intruder_in_berlin() -> None:
    s = go(new_session(night(phase=3, options=["12.2"])), "scramble")
    for name in ("I./NJG1", "II./NJG1", "I./NJG3"):
        s.decide(name)
    s.decide("none")
    go(s, "intrude")
    assert s.pending[0].plain_facts["unit"] == "I./NJG1" and told(s, "scramble_rolled")
    s.decide("yes")
    go(s, "move")
    assert see(s, "I./NJG1")["markers"] == ["scramble", "intruder"] and len(told(s, "intruder")) == 1
    plain = go(new_session(night(phase=3)), "scramble")
    plain.decide("I./NJG1")
    go(plain, "move", scramble="none")
    assert not told(plain, "intruder")


@rule("12.2.2b", "2.1.2c")
def test_12_2_2_to_england_and_back_takes_the_whole_move() -> None:
    s = go(new_session(night(units={"I./NJG1": unit("C6", intruder=True, fuel=6)}, options=["12.2"])), "move")
    assert "England space" in asked(s, "move")
    s.decide("England space")
    assert see(s, "I./NJG1")["place"] == "England"
    go(s, "move")
    assert asked(s, "move") == ["England space", "A4", "B4", "B5", "C6", "C7", "D7", "D8", "D9"]
    assert see(s, "I./NJG1")["fuel"] == 5
    other = go(new_session(night(units={"I./NJG1": unit("C6", fuel=6)}, options=["12.2"])), "move")
    refused(other, "England space", "12.2.2b", "not_to_england")


@rule("12.2.2c", "7.4.7")
def test_12_2_2_from_england_an_intruder_diverts_out_of_range() -> None:
    text = night(units={"I./NJG1": unit("England", intruder=True, fuel=0)}, phase=8, options=["12.2"])
    s = go(new_session(text), "recover_where")
    assert asked(s, "recover_where") == ["3.JD", "4.JD"]
    s.decide("4.JD")
    go(s, "draw_british")
    assert ["out_of_range", 4, "7.4.7"] in last(s, "recovery_rolled")["modifiers"]
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"
    late = night("downfall", plan, units={"I./NJG1": unit("England", intruder=True, fuel=0)}, phase=8, options=["12.2"])
    s = go(new_session(late), "draw_british")
    assert last(s, "recovers")["zone"] == "3.JD"


@rule("12.2.3", "9.2.3")
def test_12_2_3_the_adgb_attacks_one_intruder() -> None:
    units = {"I./NJG1": unit("England", intruder=True), "II./NJG1": unit("England", intruder=True)}
    s = go(
        new_session(night(units=units, phase=6, options=["12.2"]), dice={"British attack": [4, 4]}), "defend_england"
    )
    assert s.pending[0].seat == "british" and asked(s, "defend_england") == ["I./NJG1", "II./NJG1", "none"]
    s.decide("II./NJG1")
    go(s, "draw_british")
    assert told(s, "british_attack") == [{"unit": "II./NJG1", "strength": 3}]
    assert last(s, "attack_rolled")["total"] == 11


@rule("12.2.4")
def test_12_2_4_intruders_attack_raids_over_england_until_they_are_noticed() -> None:
    units = {"I./NJG1": unit("England", intruder=True), "II./NJG1": unit("England", intruder=True)}
    text = night(plan=HOME, units=units, turn=7, phase=6, options=["12.2"])
    s = new_session(text, dice={"attack": [6, 1, 4, 3], "defensive fire": [1, 1]})
    go(s, "intruder_attack", defend_england="none")
    s.decide("I./NJG1")
    go(s, "intruder_attack")
    assert told(s, "alerted") == [{}]
    s.decide("II./NJG1")
    go(s)
    assert [event["column"] for event in told(s, "attack_rolled")][:2] == ["stacked", "tame boar"]


@rule("12.2.4", "7.2.4a")
def test_12_2_4_an_intruder_sees_the_streams_over_england_but_no_letters() -> None:
    main, mosquitos = "main Hannover 1 D5 J5 K5* K4 D7", "mosquito Emden 4 D4 H4* D6 C6"  # over England in turn 9
    for letter, other in (("B", "E"), ("E", "B")):
        plan = f"{letter} {main}; {other} {mosquitos}"
        units = {"I./NJG1": unit("England", intruder=True, fuel=6)}
        s = new_session(night(plan=plan, units=units, turn=9, phase=4, options=["12.2"]))
        go(s, "intruder_target", defend_england="none", intruder_attack="I./NJG1")
        assert s.perspective("german").to_json()["streams_in_england"] == [1]
        assert s.pending[0].prompt().endswith("With a bomber stream: 1.")
        assert asked(s, "intruder_target") == ["1", "2"]
        s.decide("1")
        assert told(s, "attacked_raid")[-1] == {"letter": letter}


# -- loads, fog of war --------------------------------------------------------------------------------------------


@rule("12.3.1b")
def test_12_3_1_a_heavy_raid_is_easier_to_hit_and_cannot_corkscrew() -> None:
    plan = "E main Hannover heavy 1 D5 J5 K5* K4 D7"
    cards = {"british": ["CORKSCREW"]}
    for turn, heavy in ((3, True), (6, False)):
        units = {"III./NJG2": unit("H5", gci=True)}
        text = night(plan=plan, units=units, turn=turn, phase=4, hands=cards, options=["12.3"])
        s = go(new_session(text, dice={"attack": [4, 5]}), "intercept", next_combat="H5")
        s.decide("III./NJG2")
        assert bool(told(s, "is_heavy", "german")) == heavy
        offered = False
        while s.pending[0].kind in ("play", "cancel", "spend_damage"):
            offered = offered or "CORKSCREW evade" in list(s.pending[0].options)
            s.decide(0, s.pending[0].seat)
        assert offered == (not heavy)
        assert ("heavy_load" in [name for name, _, _ in last(s, "attack_rolled")["modifiers"]]) == heavy


@rule("12.5")
def test_12_5_losses_disruption_and_damage_are_secret() -> None:
    s = new_session(night(turn=4, phase=4, options=["12.5"]), dice={"flak": [5, 4]})
    go(s, "draw_british", next_combat="K5")
    assert told(s, "bombers_lost", "british") and not told(s, "bombers_lost", "german")
    assert not told(s, "disrupted", "german") and not told(s, "flak_damage", "german")
    box = next(box for box in s.perspective("german").to_json()["boxes"] if box["letter"] == "E")
    assert set(box) == {"letter", "units", "kind"}
    assert s.perspective("german").to_json()["points"]["german"] is None
    go(s)
    assert told(s, "harm_told", "german") and told(s, "losses_told", "german"), "told when they must be"
    assert cites(s, "12.5", "german")


@rule("12.4.1")
def test_12_4_1_north_is_rolled_for_each_target_in_secret() -> None:
    s = go(new_session(scenario="berlin", options={"12.4.1": True}, dice={"british:north": [4]}), "plot")
    assert seen_by(s, "british").north == (4,) and seen_by(s, "german").north == ()
    assert [event["what"] for event in told(s, "roll", "british")][-1] == "north"
    assert "north" not in [event["what"] for event in told(s, "roll", "german")]
    assert BY_NAME["K5"] == 114
