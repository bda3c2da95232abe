"""Chapter 7: movement of fighters and raids, scramble, recovery and fuel."""

from __future__ import annotations

from tests.games.bomber_command.support import (
    asked,
    cites,
    go,
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

SHORT = "E main Emden 1 D4 H4* D6 D7"


@rule("7.1a", "7.3b")
def test_7_1_units_move_up_to_two_hexes_or_stay() -> None:
    s = go(new_session(night(units={"I./NJG1": unit("K5", "Hannover")})), "move")
    assert len(asked(s, "move")) == 20 and asked(s, "move")[0] == "K5" and asked(s, "move")[-1] == "off"
    refused(s, "K8", "7.1a", "too_far")
    s.decide("L6")
    assert see(s, "I./NJG1")["place"] == "L6" and see(s, "I./NJG1")["stacked"] is None


@rule("7.1b")
def test_7_1_a_scramble_marker_allows_one_hex_and_then_goes() -> None:
    for where in ("K6", "K5"):
        s = go(new_session(night(units={"I./NJG1": unit("K5", scramble=True)})), "move")
        refused(s, "K7", "7.1b", "one_hex_only")
        s.decide(where)
        assert see(s, "I./NJG1")["place"] == where and see(s, "I./NJG1")["markers"] == []


@rule("7.1.1")
def test_7_1_1_between_jutland_and_i1_takes_the_whole_move() -> None:
    s = go(new_session(night(units={"IV./NJG3": unit("Jutland")})), "move")
    assert asked(s, "move") == ["Jutland", "I1"]
    refused(s, "I2", "7.1.1", "jutland_takes_all")
    s.decide("I1")
    go(s, "move")
    s.decide("Jutland")
    assert see(s, "IV./NJG3")["place"] == "Jutland"
    near = go(new_session(night(units={"IV./NJG3": unit("I2")})), "move")
    refused(near, "Jutland", "7.1.1", "jutland_takes_all")
    stuck = go(new_session(night(units={"IV./NJG3": unit("Jutland", scramble=True)})), "scramble")
    assert see(stuck, "IV./NJG3")["place"] == "Jutland", "it cannot leave the box"


# -- raids --------------------------------------------------------------------------------------------------


@rule("7.2a", "7.2b", "4.2.2a", "8.2g")
def test_7_2_raids_fly_two_hexes_a_turn_unseen() -> None:
    s = new_session(night(), dice={"detection": [6, 6, 1, 1, 1, 1, 1, 1]})
    go(s, "draw_british")
    assert told(s, "flew") == [{"letter": "E", "hex": "E5"}] and not told(s, "flew", "german")
    assert s.perspective("german").to_json()["counters"] == [["D5", True], ["E5", False]]
    go(s, "draw_british", draw_british=[0], draw_german=[0])
    assert last(s, "flew") == {"letter": "E", "hex": "G5"}
    assert last(s, "counters_removed", "german") == {"count": 2}
    assert s.perspective("german").to_json()["counters"] == []


@rule("7.2c", "9.1.2a", "9.1.2c")
def test_7_2_the_british_player_says_when_a_raid_comes_to_guns_or_its_target() -> None:
    s = go(new_session(night(turn=4, phase=4)), "next_combat")
    assert told(s, "bomb_drop", "german") == [{"city": "Hannover", "hex": "K5"}]
    assert told(s, "combat_marker", "german") == [{"marker": "flak", "hex": "K5", "city": "Hannover"}]
    assert not told(s, "is_over", "german"), "but not which raid it is"


@rule("7.2.1a", "7.2.2b", "10.2b")
def test_7_2_2_in_berlin_the_stream_needs_two_turns_to_pass_its_target() -> None:
    s = go(new_session(night(turn=4, phase=4)), "next_combat")
    s.decide("K5")
    go(s, "next_combat", draw_british=[0])
    first = [e for e in told(s, "flak") if e["city"] == "Hannover"]
    again = [event for event in s.events("german") if event.kind == "combat_marker" and event.turn == 5]
    over_city = [event for event in again if event.data["city"] == "Hannover"]
    assert len(first) == 1 and ["7.2.2b" in event.rules for event in over_city] == [True]
    go(s, next_combat="K5")
    over = [event for event in s.events("german") if event.kind == "flak" and event.data["city"] == "Hannover"]
    assert [event.turn for event in over] == [4, 5]
    assert all(event.data["letter"] == "E" for event in s.events("british") if event.kind == "attacked_raid")


@rule("7.2.1b", "7.2.2a", "8.2.1a", "8.2.1b")
def test_7_2_2_berlin_streams_trail_two_hexes() -> None:
    for turn, counters in ((1, [["D5", True], ["E5", False]]), (2, [["E5", True], ["F5", True], ["G5", False]])):
        s = go(new_session(night(turn=turn, phase=5), dice={"detection": [6, 6]}), "draw_british")
        assert s.perspective("german").to_json()["counters"] == counters
    assert cites(go(new_session(night(turn=1, phase=5), dice={"detection": [6, 6]}), "draw_british"), "8.2.1b")
    assert not cites(s, "8.2.1b")


DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"


@rule("7.2.3", "8.2.1a")
def test_7_2_3_in_downfall_the_british_player_may_lay_the_stream_one_hex_back() -> None:
    for answer, counters in (
        ("own hex", [["G5", False], ["G5", True], ["G7", False], ["G7", True]]),
        ("last hex", [["F5", True], ["F7", True], ["G5", False], ["G7", False]]),
    ):
        s = new_session(night("downfall", DOWNFALL, turn=2, phase=5), dice={"detection": [6, 6]})
        go(s, "draw_british", stretch=answer)
        assert s.perspective("german").to_json()["counters"] == counters
        go(s, "draw_british", draw_british=[0])
        assert seen_by(s, "british").raids()[0].step == 5


@rule("7.2.4a", "7.2.4c")
def test_B9_a_berlin_raid_leaves_its_tail_in_the_exit_hex() -> None:
    plan = "E main Emden 1 D4 H4* D6 C6"
    lengths = len(seen_by(new_session(night(plan=plan)), "british").raids()[0].path)
    assert lengths == 10  # D4 ... H4 ... D6 C6: the raid stands in C6 (the tenth hex) at the end of turn 5
    s = go(new_session(night(plan=plan, turn=6, phase=4), dice={"detection": [6, 6]}), "draw_british")
    left = last(s, "left_map")
    assert left == {"letter": "E", "hexes": ["C6"]} and told(s, "raid_left", "german")
    assert s.perspective("german").to_json()["counters"] == [["C6", True]]


@rule("7.2.4b", "7.6a")
def test_7_2_4_a_raid_recovers_only_with_all_of_its_stream() -> None:
    plan = "E main Emden 1 D4 H4* D6 C6"
    s = go(new_session(night(plan=plan, turn=6, phase=4)), "draw_british")
    assert not told(s, "raid_home")
    go(s)
    assert [event.turn for event in s.events("german") if event.kind == "raid_home"] == [7]


@rule("7.2.5")
def test_7_2_5_where_counters_stood_is_remembered() -> None:
    s = go(new_session(night(turn=1, phase=5), dice={"detection": [6, 6, 1, 1]}), "draw_british")
    go(s, "draw_british", draw_british=[0])
    assert s.perspective("german").to_json()["tracks"] == [[1, ["D5", "E5"]]]


# -- deployment and take-off -------------------------------------------------------------------------------------


@rule("7.3a", "2.1.1b")
def test_7_3_units_stack_on_cities_and_beacons_of_their_hex() -> None:
    units = {"I./NJG3": unit("J5"), "III./NJG3": unit("J5", "Ludwig"), "IV./NJG3": unit("J5", scramble=True)}
    s = go(new_session(night(units=units, phase=7)), "deploy")
    assert asked(s, "deploy") == ["none", "Osnabrück", "Ludwig"]
    refused(s, "Hannover", "7.3a", "no_such_box_here")
    s.decide("Ludwig")
    assert asked(s, "deploy") == ["none", "Osnabrück"]
    s.decide("Osnabrück")
    assert see(s, "III./NJG3")["stacked"] == "Osnabrück"
    assert see(s, "IV./NJG3")["stacked"] is None, "a unit that has just scrambled cannot deploy"


@rule("7.4.1")
def test_7_4_1_units_on_the_ground_do_nothing() -> None:
    s = go(new_session(night(units={"I./NJG2": unit("rearm"), "I./NJG1": unit("H7")}, phase=3)), "scramble")
    refused(s, "I./NJG2", "7.4.1", "not_ready")
    go(s, "recover", play="pass")
    refused(s, "II./NJG2", "7.4.1", "not_in_the_air")


@rule("7.4.2a", "7.4.2b", "7.5a")
def test_7_4_2_a_scrambling_twin_gets_a_marker_and_fuel_a_single_may_move() -> None:
    s = go(new_session(night(phase=3)), "scramble")
    s.decide("I./NJG1")
    assert see(s, "I./NJG1")["place"] == "H7" and see(s, "I./NJG1")["markers"] == ["scramble"]
    assert see(s, "I./NJG1")["fuel"] == 6
    s.decide("I./JG300")
    assert s.pending[0].kind == "fly_off" and len(asked(s, "fly_off")) == 7
    s.decide("J7")
    assert see(s, "I./JG300")["place"] == "J7" and see(s, "I./JG300")["markers"] == []
    s.decide("IV./NJG3")
    assert see(s, "IV./NJG3")["place"] == "Jutland"


@rule("7.4.2c", "9.8.1")
def test_7_4_2_accidents_depend_on_the_weather_and_deplete() -> None:
    s = go(new_session(night(phase=3, weather="Fog"), dice={"scramble": [5, 4]}), "scramble")
    s.decide("I./NJG1")
    go(s, "draw_british", scramble="none")
    assert last(s, "scramble_rolled")["lost"] == 2 and last(s, "fighters_lost") == {"unit": "I./NJG1", "count": 2}
    assert "depleted" in see(s, "I./NJG1")["markers"] and seen_by(s, "german").fighter_losses == 2
    clear = go(new_session(night(phase=3), dice={"scramble": [5, 4]}), "scramble")
    clear.decide("I./NJG1")
    go(clear, "draw_british", scramble="none")
    assert last(clear, "scramble_rolled")["lost"] == 0
    late = go(new_session(night("downfall", DOWNFALL, phase=3, weather="Fog"), dice={"scramble": [5, 4]}), "scramble")
    late.decide("I./NJG3")
    go(late, "draw_british", scramble="none")
    assert last(late, "scramble_rolled")["lost"] == 2
    assert "return" not in see(late, "I./NJG3")["markers"], "detachments ignore a D"


@rule("7.4.3a", "9.3e")
def test_7_4_3_the_german_player_may_send_units_home_before_they_move() -> None:
    units = {"III./NJG2": unit("H5", gci=True), "I./NJG1": unit("H7", gci=True), "IV./NJG1": unit("H6", gci=True)}
    s = new_session(night(units={**units, "I./NJG3": unit("J5")}))
    assert asked(s, "play") == ["pass", "return"]
    s.decide("return")
    s.decide("III./NJG2")
    assert see(s, "III./NJG2")["markers"] == ["return"], "the GCI marker goes"
    s.decide("return")
    assert asked(s, "order_home") == ["I./NJG3", "I./NJG1", "IV./NJG1"], "one after the other"
    s.decide("I./NJG1")
    s.decide("pass")
    moved = []
    while s.pending[0].kind == "move":
        moved.append(s.pending[0].plain_facts["unit"])
        s.decide(0)
    assert moved == ["I./NJG3", "I./NJG1", "III./NJG2"], "free of ground control they move at once, the others do not"
    empty = new_session(night(phase=4, hands={"german": ["MOBILE FLAK"]}))
    refused(empty, "return", "7.4.3a", "nobody_to_send_home")


@rule("7.4.3a")
def test_7_4_3_a_card_that_fits_the_moment_brings_the_order_to_return_into_the_window() -> None:
    units = {"I./NJG3": unit("J5")}
    for phase, window, card in (
        (4, "raids_move", "MOBILE FLAK"), (5, "detection_roll", "WASSERMANN"), (8, "recovery", "WEATHER"),
    ):  # fmt: skip
        s = new_session(night(units=units, phase=phase, hands={"german": [card]}))
        assert s.pending[0].facts["window"] == window
        s.decide("return")
        assert last(s, "returns") == {"unit": "I./NJG3"}
        bare = new_session(night(units=units, phase=phase))
        assert bare.pending[0].kind != "play", "an order home alone can wait until fighters move"


@rule("7.4.3b")
def test_7_4_3_a_returning_unit_does_not_attack_or_infiltrate() -> None:
    units = {"I./NJG3": unit("J5", "Ludwig"), "III./NJG3": unit("E")}
    cards = {"british": ["WINDOW"]}
    s = new_session(night(units=units, turn=3, phase=5, jamming=2, hands=cards), dice={"detection": [6, 6]})
    go(s, "infiltrator")
    s.decide("I./NJG3")
    go(s, "play", infiltrate_what=0)
    s.decide("WINDOW infiltration")
    assert s.pending[0].seat == "german" and s.pending[0].facts["window"] == "infiltration_roll"
    s.decide("return")
    s.decide("I./NJG3")
    go(s, "move")
    assert told(s, "attempt_void") == [{"unit": "I./NJG3"}] and not told(s, "infiltration")


@rule("7.4.3c", "9.4.3a")
def test_7_4_3_a_unit_told_to_return_leaves_its_raid() -> None:
    s = go(new_session(night(units={"III./NJG3": unit("E", returning=True)}, turn=4)), "put_out")
    assert s.pending[0].seat == "british" and asked(s, "put_out") == ["I5", "H5", "G5"]
    s.decide("H5")
    assert last(s, "left_raid", "german") == {"unit": "III./NJG3", "hex": "H5"}
    assert s.pending[0].kind == "move", "it then moves normally"
    free = go(new_session(night(units={"III./NJG3": unit("E")}, turn=4)), "leave_raid")
    free.decide("yes")
    free.decide("I5")
    assert see(free, "III./NJG3")["markers"] == ["return"]


# -- recovery ----------------------------------------------------------------------------------------------------


@rule("7.4.4a", "7.5c")
def test_7_4_4_units_may_recover_and_must_without_fuel() -> None:
    units = {"I./NJG1": unit("H7", fuel=0), "II./NJG1": unit("H8")}
    s = go(new_session(night(units=units, phase=8)), "recover", recover_where="home")
    assert asked(s, "recover") == ["none", "II./NJG1"]
    assert see(s, "I./NJG1")["place"] == "recovering"
    s.decide("none")
    go(s, "move")
    assert see(s, "II./NJG1")["place"] == "H8"


@rule("7.4.4b", "7.4.4f")
def test_7_4_4_next_to_its_airfield_a_unit_lands_at_home() -> None:
    units = {"I./NJG1": unit("H6", fuel=0, depleted=True), "IV./NJG3": unit("I1", fuel=0)}
    s = go(new_session(night(units=units, phase=8)), "recover_where")
    assert asked(s, "recover_where") == ["home", "divert"]
    s.decide("home")
    go(s, "draw_british")
    shown = see(s, "I./NJG1")
    assert shown["place"] == "rearm" and shown["markers"] == [], "it is at full strength again"
    assert {"unit": "IV./NJG3", "zone": "2.JD", "diverting": True} in told(s, "recovers"), "not in the Jutland Box"


@rule("7.4.4c", "7.4.4f")
def test_7_4_4_elsewhere_it_diverts_and_is_out_of_the_game() -> None:
    s = go(new_session(night(units={"I./NJG1": unit("K5", fuel=0)}, phase=8)), "draw_british")
    assert last(s, "recovers") == {"unit": "I./NJG1", "zone": "2.JD", "diverting": True}
    assert see(s, "I./NJG1")["place"] == "out"
    near = go(new_session(night(units={"I./NJG1": unit("H5", fuel=0)}, phase=8)), "draw_british")
    assert last(near, "recovers")["diverting"], "two hexes from its airfield is too far"
    at_home = go(new_session(night(units={"I./NJG1": unit("H7", fuel=0)}, phase=8)), "recover_where")
    at_home.decide("divert")
    go(at_home, "draw_british")
    assert see(at_home, "I./NJG1")["place"] == "out"
    refused_where = go(new_session(night(units={"I./NJG1": unit("H7")}, phase=8)), "recover")
    refused(refused_where, "K5", "7.4.1", "not_in_the_air")


@rule("7.4.4d")
def test_7_4_4_from_a_raid_box_the_british_player_says_where() -> None:
    s = go(new_session(night(units={"I./NJG1": unit("E", fuel=0)}, turn=3, phase=8)), "put_out")
    assert asked(s, "put_out") == ["I5", "H5", "G5"]
    s.decide("G5")
    assert last(s, "recovers") == {"unit": "I./NJG1", "zone": "3.JD", "diverting": True}
    inside = go(new_session(night(units={"I./NJG1": unit("E"), "I./NJG2": unit("L6")}, turn=3, phase=8)), "recover")
    refused(inside, "I./NJG1", "7.4.4d", "still_in_raid")


@rule("7.4.4e")
def test_7_4_4_recovery_losses_and_calamity() -> None:
    for dice, lost, place in (([3, 3], 1, "rearm"), ([6, 5], 4, "out")):
        s = new_session(night(units={"I./NJG1": unit("H7", fuel=0)}, phase=8, weather="Fog"), dice={"recovery": dice})
        go(s, "draw_british", recover_where="home")
        assert last(s, "recovery_rolled")["lost"] == lost and see(s, "I./NJG1")["place"] == place
    single = new_session(night(units={"I./JG300": unit("J7", fuel=0)}, phase=8), dice={"recovery": [5, 5]})
    go(single, "draw_british", recover_where="divert")
    assert [name for name, _, _ in last(single, "recovery_rolled")["modifiers"]] == ["single_engined", "diverting"]


@rule("7.4.7")
def test_7_4_7_out_of_range_is_fog_and_four_more() -> None:
    s = new_session(night(units={"I./NJG1": unit("D4", fuel=0)}, phase=8), dice={"recovery": [1, 2]})
    go(s, "draw_british")
    rolled = last(s, "recovery_rolled")
    assert ["out_of_range", 4, "7.4.7"] in rolled["modifiers"]
    assert rolled["total"] == 8 and rolled["lost"] == 2  # three, diverting and four on the Fog column


@rule("7.4.8")
def test_7_4_8_in_allied_territory_units_divert_to_3_jd() -> None:
    s = go(new_session(night("downfall", DOWNFALL, units={"I./NJG1": unit("H9", fuel=0)}, phase=8)), "draw_british")
    assert last(s, "recovers") == {"unit": "I./NJG1", "zone": "3.JD", "diverting": True}
    home = new_session(night("downfall", DOWNFALL, units={"I./NJG11": unit("I9", fuel=0)}, phase=8))
    assert asked(go(home, "recover_where"), "recover_where") == ["home", "divert"], "next to its airfield in J8"


# -- fuel ---------------------------------------------------------------------------------------------------------


@rule("7.5b", "7.5.1")
def test_7_5_fuel_is_used_in_fighters_move_but_not_under_gci() -> None:
    units = {"I./NJG1": unit("K5"), "III./NJG2": unit("H5", gci=True), "III./NJG3": unit("E")}
    s = go(new_session(night(units=units, turn=3)), "scramble")
    assert [see(s, name)["fuel"] for name in units] == [3, 4, 3]
    assert last(s, "fuel") == {"fuels": [["III./NJG3", 3], ["I./NJG1", 3]]}
    s.decide("I./NJG2")
    go(s, "move", scramble="none")
    assert see(s, "I./NJG2")["fuel"] == 8, "not in the turn it took off"


@rule("7.6a", "7.6b", "7.6c")
def test_7_6_a_main_force_rolls_for_recovery_mosquitos_and_gardeners_do_not() -> None:
    plan = "E main Emden 1 D4 H4* D6 C6; A mosquito Osnabrück 1.1 D5 E5-J5* I5-D5 D7; F gardening G4 3 D4 G4* D5 D7"
    done = {"E": {"disruptions": 7, "damage": 4}}
    s = go(new_session(night(plan=plan, turn=7, phase=4, raids=done), dice={"raid recovery": [5, 4]}))
    rolled = told(s, "raid_recovery")
    assert len(rolled) == 1 and "letter" not in rolled[0]
    assert ["damage", 2, "7.6b"] in rolled[0]["modifiers"] and rolled[0]["total"] == 11 and rolled[0]["losses"] == 1
    assert {"raid_kind": "mosquito"} in told(s, "raid_home", "german") and not told(s, "own_home", "german")
    assert {event["letter"] for event in told(s, "own_home")} == {"E", "A", "F"}


@rule("7.6.1")
def test_7_6_1_fido_helps_in_fog() -> None:
    for weather, helps in (("Fog", True), ("Cloud", False)):
        s = new_session(night(plan="E main Emden 1 D4 H4* D6 C6", turn=7, phase=4, fido=1, weather=weather))
        go(s)
        names = [name for name, _, _ in last(s, "raid_recovery")["modifiers"]]
        assert ("fido" in names) == helps
