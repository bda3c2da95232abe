"""Chapter 9: combat."""

from __future__ import annotations

from tests.games.bomber_command.support import (
    asked,
    cites,
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
    to_patrol,
    told,
    unit,
)
from tests.support.rules import rule

DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"
LINE = {"III./NJG2": unit("H5", gci=True)}


def parts(event: dict[str, object]) -> dict[str, int]:
    return {name: value for name, value, _ in event["modifiers"]}  # type: ignore[attr-defined]


@rule("9.0a")
def test_9_0_nobody_has_to_attack() -> None:
    s = go(new_session(night(units=LINE, turn=3, phase=4)), "next_combat")
    assert asked(s, "next_combat")[-1] == "none"
    s.decide("none")
    assert last(s, "attacks_declined")["count"] == 1
    one = go(new_session(night(units=LINE, turn=3, phase=4)), "intercept")
    one.decide("none")
    assert told(one, "no_intercept") == [{"hex": "H5"}]


@rule("9.1.1a", "9.1.1b", "9.1.1c", "9.7a")
def test_9_1_1_an_attack_is_announced_then_rolled() -> None:
    s = go(
        new_session(night(units=LINE, turn=3, phase=4, raids={"E": {"damage": 2}}), dice={"attack": [4, 3]}),
        "intercept",
    )
    s.decide("III./NJG2")
    assert last(s, "attack", "german") == {"attack": "gci", "unit": "III./NJG2", "hex": "H5", "city": None}
    assert told(s, "attacked_raid") == [{"letter": "E"}] and not told(s, "attacked_raid", "german")
    assert last(s, "has_flak_damage", "german") == {"yes": True}
    assert s.perspective("german").to_json()["attack"]["damaged"] is True
    assert s.pending[0].kind == "spend_damage"
    s.decide("no")
    go(s, "draw_british")
    rolled = last(s, "attack_rolled")
    assert rolled["column"] == "gci" and rolled["total"] == 9 and rolled["losses"] == 2 and rolled["disrupted"] == 1
    assert parts(rolled) == {"strength": 2}
    box = next(box for box in s.perspective("german").to_json()["boxes"] if box["letter"] == "E")
    assert box["losses"] == 2 and box["disruption"] == 1


@rule("9.1.2b", "9.5.1a")
def test_9_1_2_all_attacks_are_declared_before_any_is_rolled() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5")}
    s = go(new_session(night(units=units, turn=4, phase=4)), "next_combat", wild_boar="Hannover")
    assert len(told(s, "wild_boar_marker")) == 2 and not told(s, "attack_rolled")
    refused(s, "J5", "9.1.2b", "no_marker_there")


@rule("9.1.3a")
def test_B10_flak_comes_before_wild_boars() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5", "Hannover")}
    s = go(new_session(night(units=units, turn=4, phase=4)), "draw_british", wild_boar="Hannover", next_combat="K5")
    markers = [event["marker"] for event in told(s, "resolving")]
    assert markers == ["flak", "wild boar", "wild boar"]
    assert [event["stacked"] for event in told(s, "wild_boar_marker")] == [True, True]
    assert [event["column"] for event in told(s, "attack_rolled")] == ["stacked", "stacked"]


@rule("9.1.3b")
def test_9_1_3_main_force_is_attacked_before_mosquitos() -> None:
    plan = "E main Dortmund 1 D6 E6-J6* I6-D6 D7; A mosquito Hagen 1 D7 E7 J6 J7* I8-F7 D8"
    s = new_session(night(plan=plan, turn=4, phase=4))
    go(s, "draw_british", next_combat="J6")
    letters = [event.data["letter"] for event in s.events("british") if event.kind == "attacked_raid"]
    assert letters[:2] == ["E", "A"]


@rule("9.1.2c")
def test_9_1_2_in_downfall_raids_trigger_attacks_only_on_entering() -> None:
    s = go(new_session(night("downfall", DOWNFALL, turn=3, phase=4)), next_combat=0)
    over_essen = [event.turn for event in s.events("german") if event.kind == "flak" and event.data["city"] == "Essen"]
    assert over_essen == [3]


# -- British attacks -------------------------------------------------------------------------------------------

PATROL = night("downfall", DOWNFALL, phase=3)


@rule("9.2.1", "9.2.4a", "9.2.4b")
def test_9_2_1_a_patrol_attacks_on_the_gci_column() -> None:
    s = to_patrol(new_session(PATROL, dice={"British attack": [5, 4], "scramble": [1, 1]}), "III./NJG1")
    assert s.pending[0].seat == "british"
    s.decide("III./NJG1")
    s.decide("attack")
    go(s, "draw_british")
    rolled = told(s, "attack_rolled")[0]
    assert rolled["column"] == "gci" and rolled["total"] == 12 and rolled["losses"] == 3
    assert see(s, "III./NJG1")["markers"] == ["depleted", "scramble", "return"], "a detachment that is depleted returns"
    assert seen_by(s, "german").fighter_losses == 3


@rule("9.2.4c")
def test_B11_a_patrol_of_3_used_on_turn_2_is_back_on_turn_5() -> None:
    s = to_patrol(new_session(night("downfall", DOWNFALL, turn=2, phase=3)), "III./NJG1")
    s.decide("III./NJG1")
    s.decide("attack")
    assert s.perspective("german").to_json()["patrols"] == {"pool": [2], "away": [[3, 5]]}
    go(s, "draw_british", draw_british=[0, 0], patrol="none")
    while seen_by(s, "german").turn < 5:
        s.decide(0, s.pending[0].seat)
    assert s.perspective("german").to_json()["patrols"] == {"pool": [2, 3], "away": []}


@rule("9.2.4a")
def test_9_2_4_a_unit_is_attacked_by_one_patrol_a_phase() -> None:
    s = to_patrol(new_session(PATROL, dice={"British attack": [1, 1]}), "III./NJG1", "II./NJG1")
    s.decide("III./NJG1")
    s.decide("attack")
    go(s, "patrol")
    assert asked(s, "patrol") == ["none", "II./NJG1"]
    refused(s, "III./NJG1", "9.2.4a", "not_for_a_patrol")


@rule("9.2.5a")
def test_9_2_5_an_airfield_is_closed_by_six_or_more() -> None:
    for die, place in ((3, "closed"), (2, "K6")):
        s = to_patrol(new_session(PATROL, dice={"airfield": [die]}), "III./NJG1")
        s.decide("III./NJG1")
        s.decide("airfield")
        while not told(s, "airfield_closed") and not told(s, "airfield_open"):
            s.decide("pass", s.pending[0].seat)
        assert see(s, "III./NJG1")["place"] in (place, "rearm")
        go(s, "draw_british")
        assert bool(told(s, "scramble_rolled")) == (die == 2)


@rule("9.2.5b")
def test_9_2_5_no_airfield_is_attacked_under_heavy_cloud() -> None:
    s = to_patrol(new_session(night("downfall", DOWNFALL, phase=3, weather={"3.JD": "Heavy Cloud"})), "III./NJG1")
    s.decide("III./NJG1")
    assert told(s, "airfield_hidden") == [{"unit": "III./NJG1"}] and told(s, "british_attack")


@rule("9.2.4a", "5.0b")
def test_9_2_4_patrols_attack_units_in_recovery_boxes() -> None:
    s = new_session(night("downfall", DOWNFALL, units={"III./NJG1": unit("K6", fuel=0)}, phase=8))
    go(s, "patrol", recover_where="home")
    assert asked(s, "patrol") == ["none", "III./NJG1"] and told(s, "recovery_rolled")
    s.decide("III./NJG1")
    assert told(s, "british_attack")


@rule("9.2.2")
def test_9_2_2_serrate_depletes_and_attacks() -> None:
    cards = {"british": ["SERRATE"]}
    units = {"I./NJG1": unit("H7"), "I./JG300": unit("J7")}
    s = new_session(night(units=units, hands=cards), dice={"British attack": [2, 2]})
    pass_to(s, "fighters_move", "british")
    s.decide("SERRATE attack")
    go(s, "move")
    assert see(s, "I./NJG1")["markers"] == ["depleted"], "there was no other twin to choose"
    assert last(s, "attack_rolled")["total"] == 6 and last(s, "british_attack") == {"unit": "I./NJG1", "strength": 2}


# -- GCI -------------------------------------------------------------------------------------------------------


@rule("9.3a")
def test_9_3_a_twin_mans_a_himmelbett_hex_of_its_own_division() -> None:
    units = {"III./NJG2": unit("H5"), "I./NJG3": unit("H6"), "I./JG300": unit("H7"), "II./NJG2": unit("H5")}
    s = go(new_session(night(units=units, phase=7)), "deploy")
    offers = {}
    while s.pending[0].kind == "deploy":
        name = s.pending[0].plain_facts["unit"]
        offers[name] = list(s.pending[0].options)
        s.decide("gci" if "gci" in offers[name] else 0)
    assert offers == {"II./NJG2": ["none", "gci"], "I./JG300": ["none", "Kurfürst"]}
    assert see(s, "II./NJG2")["markers"] == ["gci"] and see(s, "III./NJG2")["markers"] == [], "one a hex"
    no = go(new_session(night(units={"I./JG300": unit("H7")}, phase=7)), "deploy")
    refused(no, "gci", "9.3a", "cannot_man")


@rule("9.3b")
def test_B12_a_unit_in_h5_makes_h5_and_h6_active_but_not_i5() -> None:
    s = go(new_session(night(units={"III./NJG2": unit("H5")}, phase=7)), "deploy")
    s.decide("gci")
    assert last(s, "gci") == {"unit": "III./NJG2", "hex": "H5", "hexes": ["H5", "H6"]}
    flown = go(new_session(night(units=LINE, turn=3, phase=4)), "next_combat")
    assert told(flown, "combat_marker") == [{"marker": "GCI", "hex": "H5", "city": None}], "I5 was passed too"


@rule("9.3c", "9.3d")
def test_9_3_one_unit_attacks_for_a_marker_and_the_same_raid_only_once() -> None:
    units = {"III./NJG2": unit("H5", gci=True), "II./NJG2": unit("H6", gci=True)}
    plan = "E main Münster 1 D5 E5-H5 H6 I6-J6* I6-D6 D7"
    s = go(new_session(night(plan=plan, units=units, turn=3, phase=4)), "next_combat")
    assert [event["hex"] for event in told(s, "combat_marker")] == ["H5", "H6"]
    s.decide("H5")
    assert asked(s, "intercept") == ["none", "II./NJG2", "III./NJG2"]
    s.decide("III./NJG2")
    go(s, "intercept")
    assert asked(s, "intercept") == ["none", "II./NJG2"]
    refused(s, "III./NJG2", "9.3d", "attacked_it_already")
    refused(s, "I./NJG1", "9.3a", "no_gci_marker")


@rule("9.3.1", "9.9.2", "9.9")
def test_9_3_1_in_downfall_singles_hunt_mosquitos_under_gci() -> None:
    plan = DOWNFALL.replace("Misburg 1 ", "Misburg 3 ") + "; C mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    units = {"I./NJG11": unit("H5", gci=True)}
    cards = {"german": ["EXPERTE"]}  # to be asked once more before the roll
    s = new_session(night("downfall", plan, units=units, turn=3, phase=4, hands=cards), dice={"attack": [6, 5]})
    go(s, "intercept", next_combat="H5")
    s.decide("I./NJG11")
    assert told(s, "is_mosquito", "german") and s.perspective("german").to_json()["attack"]["mosquitos"]
    go(s, "draw_british")
    assert last(s, "attack_rolled")["losses"] == 3  # eleven and one on the GCI column
    assert last(s, "hunted") == {"letter": "C", "count": 3}
    assert not told(s, "defensive_fire"), "Mosquitos do not fire back, whatever the dice"


@rule("6.2.3a")
def test_6_2_3_a_card_to_be_cancelled_names_the_attack_it_was_played_on() -> None:
    units = {"I./NJG11": unit("I7", gci=True)}
    cards = {"german": ["EXPERTE"], "british": ["CORKSCREW", "FISHPOND"]}
    s = new_session(night("downfall", DOWNFALL, units=units, turn=3, phase=4, hands=cards))
    go(s, "intercept", next_combat="I7")
    s.decide("I./NJG11")
    go(s, "play")
    s.decide("EXPERTE attack", "german")
    (decision,) = s.pending
    assert (decision.seat, decision.kind) == ("british", "cancel")
    assert decision.plain_facts == {"card": "EXPERTE", "window": "gci_attack", "unit": "I./NJG11", "letter": "B"}
    s.decide("CORKSCREW + FISHPOND", "british")
    assert told(s, "cancelled_by_symbol")


@rule("9.3.2")
def test_9_3_2_a_single_under_gci_can_spoil_oboe() -> None:
    units = {"I./NJG11": unit("I7", gci=True)}
    s = new_session(night("downfall", DOWNFALL, units=units, turn=3, phase=4), dice={"attack": [5, 6]})
    go(s, "intercept", next_combat="I7")
    s.decide("I./NJG11")
    go(s, "draw_british")
    assert told(s, "oboe_spoiled") and sum(inner(s).raid_no_oboe) == 1
    assert not told(s, "oboe_spoiled", "german"), "he sees it when the target is marked"
    twin = {"II./NJG4": unit("I7", gci=True)}
    other = new_session(night("downfall", DOWNFALL, units=twin, turn=3, phase=4), dice={"attack": [5, 6]})
    go(other, "intercept", next_combat="I7")
    other.decide("II./NJG4")
    go(other, "draw_british")
    assert told(other, "attack_rolled") and not told(other, "oboe_spoiled"), "a twin cannot"
    go(s)
    marked = [event.rules for event in s.events("german") if event.kind == "marked" and event.data["city"] == "Essen"]
    assert [("9.3.2" in rules) for rules in marked] == [True]
    assert all("9.3.2" not in e.rules for e in s.events("british") if e.kind == "marked" and e.data["city"] != "Essen")


@rule("9.6.1c")
def test_9_6_1c_only_a_decoy_is_admitted_under_flak() -> None:
    s = new_session(night(turn=4, phase=4))
    go(s, "draw_british", next_combat="K5")
    assert told(s, "flak_rolled") and not told(s, "is_decoy")


# -- Tame Boar ---------------------------------------------------------------------------------------------------

BEACON = {"I./NJG3": unit("J5", "Ludwig")}
CLEAR = {"detection": [6, 6]}


@rule("9.4", "9.4.1a")
def test_9_4_1_twins_infiltrate_what_is_in_their_hex_or_next_to_their_beacon() -> None:
    units = {
        "I./NJG3": unit("J5", "Ludwig"),  # next to I5
        "III./NJG3": unit("J5"),  # not on the beacon
        "I./NJG2": unit("H5"),  # in the hex of the stream
        "I./JG300": unit("I5"),
    }
    s = go(new_session(night(units=units, turn=3, phase=5), dice=CLEAR), "infiltrator")
    assert asked(s, "infiltrator") == ["none", "I./NJG3", "I./NJG2"]
    refused(s, "I./JG300", "9.4", "single_engined")
    refused(s, "III./NJG3", "9.4.1a", "no_raid_in_reach")
    unseen = go(new_session(night(units=units, turn=3, phase=5), dice={"detection": [1, 1]}), "draw_british")
    assert not told(unseen, "infiltrates")


@rule("9.4.1b", "9.4.1c")
def test_9_4_1_the_roll_against_the_infiltration_value() -> None:
    for dice, inside, markers in (([3, 3], False, []), ([3, 4], True, ["depleted"]), ([4, 4], True, [])):
        s = new_session(night(units=BEACON, turn=3, phase=5), dice={**CLEAR, "infiltration": dice})
        go(s, "draw_british", infiltrator="I./NJG3", tame_boar="none")
        shown = see(s, "I./NJG3")
        assert (shown["raid"] == "E") == inside and shown["markers"] == markers
        assert last(s, "infiltration")["value"] == 7
    off = {"I./NJG2": unit("I5")}
    s = new_session(
        night(units=off, turn=3, phase=5, beleuchter=1, weather={"2.JD": "Cloud"}, visibility=0), dice=CLEAR
    )
    go(s, "draw_british", infiltrator="I./NJG2", tame_boar="none")
    assert parts(last(s, "infiltration")) == {"beleuchter": 1, "weather": -2, "visibility": 1, "no_beacon": -2}


@rule("8.1b", "9.4.1b")
def test_8_1_beleuchter_lies_on_the_jamming_track_from_then_on() -> None:
    cards = {"german": ["BELEUCHTER"]}
    s = new_session(night(units=BEACON, turn=3, phase=5, hands=cards), dice=CLEAR)
    pass_to(s, "infiltration_roll", "german", infiltrator="I./NJG3")
    assert s.perspective("british").to_json()["jamming"]["beleuchter"] is False
    resolve(lay(s, "BELEUCHTER flares", "german"))
    go(s, "draw_british", tame_boar="none")
    assert s.perspective("british").to_json()["jamming"]["beleuchter"] is True
    assert parts(last(s, "infiltration"))["beleuchter"] == 1


@rule("9.4.1c")
def test_9_4_1_a_detachment_is_not_depleted_by_infiltrating() -> None:
    units = {"I./NJG4": unit("J5", "Ludwig")}
    s = new_session(night("downfall", DOWNFALL, units=units, turn=3, phase=5), dice={**CLEAR, "infiltration": [4, 4]})
    go(s, "draw_british", infiltrator="I./NJG4", tame_boar="none")
    assert see(s, "I./NJG4")["raid"] == "A" and "return" not in see(s, "I./NJG4")["markers"]


@rule("9.4.1d", "8.3")
def test_9_4_1_one_attempt_a_phase_then_one_attack_a_phase() -> None:
    s = new_session(night(units=BEACON, turn=3, phase=5), dice={**CLEAR, "infiltration": [1, 1]})
    go(s, "infiltrator")
    s.decide("I./NJG3")
    go(s, "move", infiltrate_what=0)
    assert len(told(s, "infiltrates")) == 1
    units = {"I./NJG3": unit("J5", "Ludwig"), "III./NJG3": unit("J5", "Ludwig")}
    s = new_session(night(units=units, turn=3, phase=5), dice={**CLEAR, "infiltration": [1, 1]})
    go(s, "infiltrator")
    s.decide("I./NJG3")
    go(s, "infiltrator", infiltrate_what=0)
    refused(s, "I./NJG3", "9.4.1d", "tried_already")
    inside = new_session(night(units={"I./NJG3": unit("E", fuel=5)}, turn=3, phase=6))
    go(inside, "tame_boar")
    inside.decide("I./NJG3")
    go(inside, "draw_british")
    assert len(told(inside, "attack")) == 1
    assert next(box for box in inside.perspective("german").to_json()["boxes"] if box["units"])["letter"] == "E"
    assert told(inside, "attacked_raid", "german") == [{"letter": "E"}], "the box tells the letter"


@rule("9.4.2a", "9.4.2b")
def test_9_4_2_over_a_bombed_city_no_detection_and_no_beacon_are_needed() -> None:
    units = {"I./NJG2": unit("K5")}
    for turn in (4, 5):
        s = new_session(night(units=units, turn=turn, phase=5), dice={"detection": [1, 1]})
        go(s, "infiltrator")
        s.decide("I./NJG2")
        go(s, "draw_british", infiltrate_what="Hannover", tame_boar="none")
        assert parts(last(s, "infiltration")) == {}, f"no -2 on turn {turn}"
    for turn, may in ((4, True), (5, False)):
        late = new_session(night("downfall", DOWNFALL, units=units, turn=turn, phase=5), dice={"detection": [1, 1]})
        go(late, "draw_british", infiltrator="I./NJG2", tame_boar="none")
        assert bool(told(late, "infiltrates")) == may, "in Downfall only on the Bomb Drop side"


@rule("9.4.3b")
def test_9_4_3_units_are_left_over_the_exit_hex_when_the_raid_is_home() -> None:
    plan = "E main Emden 1 D4 H4* D6 C6"
    s = go(new_session(night(plan=plan, units={"I./NJG1": unit("E", fuel=5)}, turn=7, phase=4)), "recover")
    assert told(s, "left_raid") == [{"unit": "I./NJG1", "hex": "C6"}]
    assert see(s, "I./NJG1")["markers"] == ["return"] and see(s, "I./NJG1")["place"] == "C6"
    assert see(s, "I./NJG1")["raid"] is None and inner(s).unit_raid == [-1] * len(inner(s).unit_raid)


@rule("9.4.3c", "9.7.2b", "9.9")
def test_9_4_3_mosquitos_leave_the_unit_behind_after_one_attack() -> None:
    plan = "E main Hannover 3 D5 J5 K5* K4 D7; B mosquito Bremen 1 D4 J4* D7"
    cards = {"german": ["EXPERTE"]}  # to be asked once more before the roll
    units = {"I./NJG1": unit("B")}
    s = new_session(night(plan=plan, units=units, turn=3, phase=6, hands=cards), dice={"attack": [6, 5]})
    pass_to(s, "tame_boar_attack", "german")
    assert s.perspective("german").to_json()["attack"] == {
        "kind": "tame_boar", "unit": "I./NJG1", "hex": None, "city": None, "damaged": False, "mosquitos": True,
    }  # fmt: skip
    go(s, "draw_british")
    assert told(s, "is_mosquito", "german") and told(s, "no_defence")
    assert see(s, "I./NJG1")["place"] == "I4" and see(s, "I./NJG1")["markers"] == []


@rule("9.4.4")
def test_9_4_4_the_british_player_picks_the_weather_and_does_not_name_the_hex() -> None:
    weather = {"2.JD": "Cloud", "3.JD": "Clear"}
    s = go(
        new_session(night(units={"I./NJG1": unit("E")}, turn=3, phase=6, weather=weather)), "pick_weather", tame_boar=0
    )
    assert s.pending[0].seat == "british" and asked(s, "pick_weather") == ["I5", "H5"]
    s.decide("I5")
    assert last(s, "weather_told", "german") == {"value": -2}
    assert last(s, "attack", "german")["hex"] is None


# -- Wild Boar ---------------------------------------------------------------------------------------------------


@rule("9.5.1a", "9.5.1b")
def test_9_5_1_stacked_and_late_columns_and_leaving_a_beacon() -> None:
    plan = "E main Osnabrück 1.1 D5 E5-J5* I5-D5 D7"
    units = {"I./NJG3": unit("J5", "Osnabrück"), "III./NJG3": unit("J5", "Ludwig"), "I./JG300": unit("J5")}
    s = go(new_session(night(plan=plan, units=units, turn=4, phase=4)), "next_combat", wild_boar="Osnabrück")
    assert {event["unit"]: event["stacked"] for event in told(s, "wild_boar_marker")} == {
        "I./NJG3": True, "III./NJG3": False, "I./JG300": False,
    }  # fmt: skip
    assert told(s, "leaves_beacon") == [{"unit": "III./NJG3"}]
    go(s, "draw_british", next_combat="J5")
    assert [event["column"] for event in told(s, "attack_rolled")] == ["stacked", "late", "late"]
    no = go(new_session(night(units={"I./NJG1": unit("K5")}, turn=4, phase=4)), "wild_boar")
    refused(no, "Bremen", "9.5.1a", "not_bombed_here")


@rule("9.5.1c")
def test_9_5_1_over_two_bombed_cities_a_free_unit_attacks_one_raid() -> None:
    plan = "E main Dortmund 1.1 D6 E6-J6* I6-D6 D7; A mosquito Münster 1.1 D7 E7 J6* E7 D7"
    units = {"III./NJG1": unit("J6"), "I./NJG1": unit("J6", "Münster")}
    s = new_session(night(plan=plan, units=units, turn=4, phase=4))
    go(s, "wild_boar")
    first = s.pending[0].plain_facts["unit"], asked(s, "wild_boar")
    s.decide(asked(s, "wild_boar")[-1])
    second = s.pending[0].plain_facts["unit"], asked(s, "wild_boar")
    s.decide(1)
    either = ["none", "Dortmund", "Münster"]
    assert dict((first, second)) == {"I./NJG1": either, "III./NJG1": either}
    assert cites(s, "9.5.1c") and len(told(s, "wild_boar_marker")) == 2, "each of them one raid"


@rule("9.5.2")
def test_B13_a_unit_on_gertrud_may_react_to_hannover_a_free_one_may_not() -> None:
    units = {"I./NJG5": unit("L4", "Gertrud"), "I./JG302": unit("L4")}
    s = go(new_session(night(units=units, turn=4, phase=4)), "react")
    assert s.pending[0].plain_facts["unit"] == "I./NJG5" and asked(s, "react") == ["none", "K5"]
    s.decide("K5")
    assert last(s, "wild_boar_marker") == {"unit": "I./NJG5", "hex": "K5", "city": "Hannover", "stacked": False}
    assert see(s, "I./JG302")["place"] == "L4"
    go(s, "draw_british")
    assert len(told(s, "wild_boar_marker")) == 1 and last(s, "attack_rolled")["column"] == "late", "it came to attack"
    later = go(new_session(night(units=units, turn=5, phase=4)), "draw_british")
    assert not told(later, "reacts"), "only when the Bomb Drop marker is placed (ruling C10)"


# -- flak --------------------------------------------------------------------------------------------------------


@rule("9.6a")
def test_9_6_peenemuende_has_no_flak() -> None:
    s = new_session(scenario="berlin")
    cities = {city.name: city.flak for city in inner(s).layout.cities}
    assert cities["Peenemünde"] == -1 and cities["Berlin"] == 5 and cities["Darmstadt"] == 0
    assert inner(s).flak_of(inner(s).layout.city_index["Peenemünde"]) == -1
    flak = go(new_session(night(turn=4, phase=4)), "draw_british", next_combat="K5")
    assert told(flak, "flak") == [{"hex": "K5", "city": "Hannover", "value": 3}] and cites(flak, "9.6a")


@rule("9.6.1a", "9.6.1b", "4.4.1c")
def test_B14_city_flak_for_those_who_bomb_area_flak_for_those_who_pass() -> None:
    plan = (
        "C main Dortmund 1 D6 E6-J6* K6 D9; F mosquito Hagen from C leaving J6 K7 J7* D4 C6;"
        "H mosquito Osnabrück from C leaving J6 J5* I5-D5 D7"
    )
    s = go(new_session(night(plan=plan, turn=4, phase=4)), "next_combat")
    j6 = [event for event in told(s, "combat_marker", "german") if event["hex"] == "J6"]
    assert sorted(str(event["city"]) for event in j6) == ["Dortmund", "None", "None"]
    assert [event["city"] for event in told(s, "combat_marker") if event["hex"] == "J5"] == ["Osnabrück"]
    go(s, "draw_british", next_combat=0)
    fired = [(event["hex"], event["city"], event["value"]) for event in told(s, "flak")]
    assert fired.count(("J6", None, 1)) == 2 and ("J6", "Dortmund", 4) in fired and ("J5", "Osnabrück", 2) in fired


@rule("9.6.1c", "9.8.3a", "9.8.4a")
def test_9_6_1_flak_brings_losses_disruption_and_damage() -> None:
    s = new_session(night(turn=4, phase=4), dice={"flak": [5, 4]})
    go(s, "draw_british", next_combat="K5")
    rolled = last(s, "flak_rolled")
    assert (rolled["total"], rolled["losses"], rolled["disruptions"], rolled["damaged"]) == (12, 2, 2, 2)
    box = next(box for box in s.perspective("german").to_json()["boxes"] if box["letter"] == "E")
    assert (box["losses"], box["disruption"], box["damage"]) == (2, 2, 2)


@rule("9.6.2")
def test_9_6_2_searchlights_fire_only_through_straying_bombers() -> None:
    plan = "E main Wilhelmshaven 1.1 D4 E4-H4 I4* D6 D7"
    cards = {"german": ["STRAYING BOMBERS"]}
    s = pass_to(new_session(night(plan=plan, turn=3, phase=5, hands=cards), dice=CLEAR), "raid_counters", "german")
    s.decide("STRAYING BOMBERS flak")
    go(s, "draw_british", name_object="H4")
    assert [(event["city"], event["value"]) for event in told(s, "flak")] == [("Emden", 2), (None, 0)]


@rule("9.6.3")
def test_9_6_3_trigger_happy_flak_hits_wild_boars() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5")}
    cards = {"british": ["TRIGGER HAPPY FLAK"]}
    s = new_session(night(units=units, turn=4, phase=4, hands=cards), dice={"trigger happy flak": [5, 6]})
    go(s, "play", seat="british", wild_boar="Hannover")
    pass_to(s, "combat_markers", "british")
    s.decide("TRIGGER HAPPY FLAK flak")
    go(s, "next_combat")
    assert seen_by(s, "german").fighter_losses == 2
    assert see(s, "I./NJG3")["markers"] == [] and see(s, "III./NJG3")["markers"] == ["depleted"]


# -- results -----------------------------------------------------------------------------------------------------


@rule("9.7b")
def test_9_7_corkscrew_reduces_losses_after_the_roll() -> None:
    cards = {"british": ["CORKSCREW", "CORKSCREW"]}
    s = go(new_session(night(units=LINE, turn=3, phase=4, hands=cards), dice={"attack": [5, 4]}), "intercept")
    s.decide("III./NJG2")
    go(s, "play", seat="british")
    s.decide("CORKSCREW evade")
    assert last(s, "losses_reduced") == {"losses": 0}
    go(s, "draw_british")
    box = next(box for box in s.perspective("british").to_json()["boxes"] if box["letter"] == "E")
    assert box["losses"] == 0 and box["disruption"] == 1, "a disruption stands"


@rule("9.7.1", "9.8.1")
def test_9_7_1_doubles_deplete_and_a_depleted_unit_returns() -> None:
    for depleted, markers in ((False, ["depleted", "gci"]), (True, ["depleted", "return"])):
        units = {"III./NJG2": unit("H5", gci=True, depleted=depleted)}
        s = go(new_session(night(units=units, turn=3, phase=4), dice={"attack": [3, 3]}), "intercept")
        s.decide("III./NJG2")
        go(s, "draw_british")
        assert see(s, "III./NJG2")["markers"] == markers


@rule("9.7.2a", "9.8.2b")
def test_9_7_2_a_six_lets_the_gunners_fire() -> None:
    for dice, fire, lost in (([6, 1], [4, 3], 0), ([6, 1], [4, 4], 1), ([1, 6], [6, 6], 2), ([5, 4], [6, 6], None)):
        s = go(
            new_session(night(units=LINE, turn=3, phase=4), dice={"attack": dice, "defensive fire": fire}), "intercept"
        )
        s.decide("III./NJG2")
        go(s, "draw_british")
        shots = told(s, "defensive_fire")
        assert [shot["lost"] for shot in shots] == ([] if lost is None else [lost])
        assert s.perspective("british").to_json()["fighter_losses"] == (lost or 0)


@rule("9.8.2a")
def test_B15_losses_are_kept_by_raid_letter() -> None:
    s = new_session(night(turn=4, phase=4, raids={"E": {"losses": 23}}), dice={"flak": [5, 4]})
    go(s, "draw_british", next_combat="K5")
    box = next(box for box in s.perspective("german").to_json()["boxes"] if box["letter"] == "E")
    assert box["losses"] == 25


@rule("9.8.4b")
def test_9_8_4_one_flak_damage_marker_may_be_spent_for_an_attack() -> None:
    s = go(new_session(night(units=LINE, turn=3, phase=4, raids={"E": {"damage": 2}})), "intercept")
    s.decide("III./NJG2")
    s.decide("yes")
    go(s, "draw_british")
    assert parts(last(s, "attack_rolled"))["situation"] == 1
    box = next(box for box in s.perspective("german").to_json()["boxes"] if box["letter"] == "E")
    assert box["damage"] == 1
    none = go(new_session(night(units=LINE, turn=3, phase=4)), "intercept")
    none.decide("III./NJG2")
    assert last(none, "has_flak_damage") == {"yes": False} and none.pending[0].kind != "spend_damage"


@rule("4.3.4b")
def test_4_3_4_a_decoy_is_admitted_when_attacked() -> None:
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; D decoy 1 D5 E5-H5 D7"
    s = go(new_session(night(plan=plan, units=LINE, turn=3, phase=4)), "intercept", next_combat="H5")
    s.decide("III./NJG2")
    assert told(s, "is_decoy", "german")
    go(s, "draw_british")
    assert parts(last(s, "attack_rolled"))["decoy"] == 1


@rule("9.9.1")
def test_9_9_1_claimed_mosquitos_are_confirmed_by_a_one() -> None:
    plan = "E main Hannover 3 D5 J5 K5* K4 D7; B mosquito Emden 1.1 D4 E4-H4* G4-D4 D6 C6"
    s = new_session(night(plan=plan, turn=5, phase=4, raids={"B": {"losses": 3}}), dice={"Mosquito losses": [1, 2, 6]})
    go(s)
    assert last(s, "confirmed", "german") == {"letter": "B", "claimed": 3, "count": 1}


@rule("9.9.2", "9.9.1")
def test_B16_hunted_mosquitos_are_confirmed_by_up_to_five() -> None:
    plan = "E main Hannover 3 D5 J5 K5* K4 D7; B mosquito Emden 1.1 D4 E4-H4* G4-D4 D6 C6"
    text = night(plan=plan, turn=5, phase=4, raids={"B": {"losses": 3, "hunt": 2}})
    for dice, confirmed in (([5, 5, 2], 2), ([6, 5, 1], 2), ([5, 6, 5], 1)):
        s = go(new_session(text, dice={"Mosquito losses": dice}))
        assert last(s, "confirmed")["count"] == confirmed
