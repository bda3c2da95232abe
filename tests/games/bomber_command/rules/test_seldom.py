"""What comes up once in many nights: orders that overtake an attack, the first hex of the map, second thoughts."""

from __future__ import annotations

from typing import Any

import pytest

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
    rules_of,
    see,
    told,
    unit,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.board import BY_NAME, DISTANCE, ON_MAP
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.plan import read_plan
from viermot.games.bomber_command.rules.plot.plotting import report
from viermot.kernel.agenda import Unreadable

B, G = "british", "german"
LINE = {"III./NJG2": unit("H5", gci=True), "II./NJG2": unit("H6", gci=True)}
MAIN = "E main Hannover 1 D5 J5 K5* K4 D7"
LATE = "E main Hannover 12 D5 J5 K5* K4 D7"


def _until(s: Session, kind: str) -> bool:
    """Answer first options until this is asked; is it, before the plot?"""
    while s.pending and s.pending[0].kind != "plot":
        if s.pending[0].kind == kind:
            return True
        s.decide(0, s.pending[0].seat)
    return False


def rolled(s: Session, what: str) -> dict[str, Any]:
    """The last roll of that name, without its dice."""
    found = [row for row in told(s, "roll", G) if row["what"] == what][-1]
    return {key: value for key, value in found.items() if key not in ("what", "dice")}


# --- orders that overtake an attack


@rule("7.4.3b")
def test_7_4_3_a_unit_sent_home_before_its_turn_does_not_attack() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5", "Hannover", depleted=True)}
    text = night(units=units, turn=4, phase=4, hands={B: ["SERRATE"]})
    s = pass_to(new_session(text), "wild_boar_attack", B, wild_boar="Hannover")
    first = last(s, "attack")["unit"]
    assert first == "I./NJG3"
    lay(s, "SERRATE attack", B, "III./NJG3")
    resolve(s)
    go(s, "draw_british")
    assert told(s, "attack_void", G) == [{"unit": "III./NJG3"}]
    assert [event["unit"] for event in told(s, "attack", G)] == ["I./NJG3"]


@rule("9.5.1a")
def test_9_5_1_a_wild_boar_may_stay_away() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5", "Hannover")}
    s = go(new_session(night(units=units, turn=4, phase=4)), "wild_boar")
    s.decide("none")
    s.decide("Hannover")
    go(s, "draw_british", next_combat="K5")
    assert [event["unit"] for event in told(s, "wild_boar_marker", G)] == ["III./NJG3"]
    assert [event["unit"] for event in told(s, "attack", G)] == ["III./NJG3"]


@rule("9.2.5a", "7.4.2c")
def test_9_2_5_an_airfield_that_is_attacked_spares_the_unit_the_fight() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    for die, closed in ((3, True), (2, False)):
        s = go(new_session(night("downfall", plan, phase=3), dice={"airfield": [die]}), "scramble")
        s.decide("III./NJG1")
        s.decide("none")
        go(s, "patrol_how", patrol=["III./NJG1"])
        s.decide("airfield")
        shown = see(s, "III./NJG1")["markers"]
        assert "scramble" in shown or closed
        go(s, "draw_british", patrol="none")
        assert not told(s, "british_attack") and bool(told(s, "airfield_closed", G)) is closed
        assert bool(told(s, "airfield_open", G)) is not closed
        assert bool(told(s, "scramble_rolled")) is not closed, "no accident for whom it keeps on the ground"
        if closed:
            assert see(s, "III./NJG1")["place"] == "rearm" and "scramble" not in see(s, "III./NJG1")["markers"]


@rule("9.1.1b")
def test_9_8_4_a_position_laid_out_again_tells_of_flak_damage() -> None:
    for damage in (0, 2):
        text = night(units=LINE, turn=3, phase=4, raids={"E": {"damage": damage}}, hands={G: ["EXPERTE"]})
        s = go(new_session(text), "intercept", next_combat="H5")
        s.decide("III./NJG2")
        pass_to(s, "gci_attack", G)
        again = new_session(s.position())
        for seat in (G, B):
            assert again.perspective(seat).to_json()["attack"]["damaged"] == (damage > 0)


@rule("4.3.4b", "9.6.1a")
def test_4_3_4_a_decoy_under_flak_is_admitted() -> None:
    plan = LATE + "; A decoy 1 D7 E7 F7 E7 D7"
    s = new_session(night(plan=plan, turn=2, phase=4, mobile=(BY_NAME["F7"],)))
    go(s, "draw_british", next_combat="in order")
    assert told(s, "flak", G) and told(s, "is_decoy", G) == [{}] and rules_of(s, "is_decoy") == ("4.3.4b",)


def test_9_6_2_flak_let_loose_on_a_false_plot_finds_it_out() -> None:
    text = night(turn=3, phase=5, hands={G: ["STRAYING BOMBERS"], B: ["FALSE PLOT"]})
    s = pass_to(new_session(text, dice={"detection": [3, 3]}), "placing_counters", B)
    s.decide("FALSE PLOT counter")
    s.decide("G5")
    resolve(s)
    pass_to(s, "raid_counters", G)
    s.decide("STRAYING BOMBERS flak")
    if s.pending[0].kind == "name_object":
        s.decide("G5")
    resolve(s)
    go(s, "draw_british")
    assert told(s, "false_counter", G) == [{"hex": "G5"}] and not told(s, "flak")


# --- what is offered first


@rule("9.3c")
def test_9_3_the_strongest_gci_unit_is_offered_first() -> None:
    units = {"III./NJG2": unit("H5", gci=True, depleted=True), "II./NJG2": unit("H6", gci=True)}
    s = go(new_session(night(units=units, turn=3, phase=4)), "intercept", next_combat="H5")
    assert s.pending[0].default == "II./NJG2"


@rule("9.4.1a")
def test_9_4_a_hex_or_a_unit_out_of_reach_cannot_infiltrate() -> None:
    s = new_session(night(units={"I./NJG3": unit("J5")}, turn=3, phase=5), dice={"detection": [6, 6]})
    go(s, "infiltrator")
    refused(s, "K5", "9.4.1a", "refused.not_offered")
    refused(s, "II./NJG1", "9.4.1a", "no_raid_in_reach")


@rule("7.4.4e")
def test_7_4_4_units_land_in_order_or_as_the_german_says() -> None:
    units = {name: unit("H7", fuel=0) for name in ("I./NJG1", "II./NJG1", "III./NJG1")}
    for said, order in (("in order", ["I./NJG1", "III./NJG1", "II./NJG1"]), ("II./NJG1", None)):
        s = new_session(night(units=units, phase=8, hands={B: ["ACCIDENT"]}))
        go(s, "landing_order")
        s.decide(said)
        go(s, "draw_british")
        landed = [event["unit"] for event in told(s, "recovery_rolled", G)]
        assert len(landed) == 3 and landed[0] == (order or [said])[0] and (order is None or landed == order)


@rule("7.4.4a")
def test_7_4_4_whoever_has_fuel_left_may_land_too() -> None:
    units = {"I./NJG1": unit("H7", fuel=3), "II./NJG1": unit("H7", fuel=3)}
    s = go(new_session(night(units=units, phase=8)), "recover")
    s.decide("I./NJG1")
    assert s.pending[0].kind == "recover_where" and s.pending[0].plain_facts["unit"] == "I./NJG1"
    s.decide("home")
    assert asked(s, "recover") == ["none", "II./NJG1"]
    s.decide("none")
    go(s, "draw_british")
    assert [event["unit"] for event in told(s, "recovery_rolled", G)] == ["I./NJG1"]


# --- the end


@rule("7.2a", "11.0")
def test_11_0_what_lies_on_the_map_goes_when_the_night_is_called_off() -> None:
    s = new_session(night(turn=3, phase=5), dice={"detection": [6, 6]})
    go(s, "draw_british")
    del inner(s).counters[1:]
    lying = len(inner(s).counters)
    s.decide("offer the end", B)
    s.decide("offer the end", G)
    go(s)
    assert told(s, "counters_removed", G)[-1] == {"count": lying} and inner(s).counters == []
    assert rules_of(s, "counters_removed") == ("7.2a", "11.0")


# --- hex A1, the first of the map


def test_the_first_hex_of_the_map_is_like_any_other() -> None:
    units = {"I./NJG3": unit("A1", fuel=3), "I./NJG5": unit("A2", fuel=3)}
    text = night(units=units, turn=2, phase=2, hands={B: ["SERRATE"], G: ["MOBILE FLAK"]})
    s = pass_to(new_session(text, dice={"British attack": [1, 2]}), "fighters_move", B)
    s.decide("SERRATE attack")
    assert asked(s, "name_object") == ["I./NJG5", "I./NJG3"]
    s.decide("I./NJG3")
    resolve(s)
    pass_to(s, "fighters_move", G)
    assert "return" in asked(s, "play")
    s.decide("return")
    assert asked(s, "order_home") == ["I./NJG5", "I./NJG3"]
    s.decide("I./NJG5")
    go(s, "move")
    assert s.pending[0].plain_facts["unit"] == "I./NJG5"
    s.decide("A1")
    assert asked(s, "move")[0] == "A1" and len(asked(s, "move")) == 8
    s.decide("A1")
    burnt = [[list(pair) for pair in next(iter(event.values()))] for event in told(s, "fuel")]
    assert burnt == [[["I./NJG5", 2], ["I./NJG3", 2]], [["I./NJG5", 1], ["I./NJG3", 1]]], "turn after turn"
    go(s, "recover")
    assert asked(s, "recover")[:3] == ["none", "I./NJG5", "I./NJG3"]


@rule("9.2.1", "3.4.2a")
def test_9_2_1_over_the_first_hex_its_own_weather_counts() -> None:
    sky = {"2.JD": "Cloud", "7.JD": "Clear"}
    s = new_session(night(units={"I./NJG3": unit("A1")}, turn=2, phase=2, weather=sky, hands={B: ["SERRATE"]}))
    pass_to(s, "fighters_move", B)
    lay(s, "SERRATE attack", B, "I./NJG3")
    resolve(s)
    go(s, "move")
    assert [name for name, by, _ in last(s, "attack_rolled")["modifiers"] if by and name == "weather"]


# --- detection


@rule("8.2.1a")
@pytest.mark.parametrize(("entry", "turn", "cited"), [("1", 2, False), ("1.1", 2, False), ("1", 1, True)])
def test_8_2_1_a_stream_that_is_not_all_on_the_map(entry: str, turn: int, cited: bool) -> None:
    plan = MAIN.replace("Hannover 1 ", f"Hannover {entry} ")
    s = go(new_session(night(plan=plan, turn=turn, phase=5), dice={"detection": [6, 6]}), "draw_british")
    assert ("8.2.1b" in rules_of(s, "counters", G)) is cited
    assert len(inner(s).counters) == (2 if cited else 3)


def test_a_false_plot_lies_up_to_three_hexes_from_a_raid() -> None:
    s = pass_to(
        new_session(night(turn=3, phase=5, hands={B: ["FALSE PLOT"]}), dice={"detection": [1, 1]}),
        "placing_counters",
        B,
    )
    s.decide("FALSE PLOT counter")
    game = inner(s)
    there = {BY_NAME[name] for name in asked(s, "name_object")}
    near = {hex_: min(DISTANCE[hex_][raid] for raid in game.raid_hexes(0)) for hex_ in ON_MAP}
    assert there == {hex_ for hex_, far in near.items() if far <= 3}, "nothing was seen, so no hex is taken"
    assert {near[hex_] for hex_ in there} == {0, 1, 2, 3}


# --- what only a table of two knows


@rule("9.4.3a")
def test_9_4_3_whoever_does_not_leave_a_raid_stays_in_it() -> None:
    for said, inside in (("no", True), ("yes", False)):
        s = go(new_session(night(units={"I./NJG3": unit("E", fuel=5)}, turn=3, phase=2)), "leave_raid")
        s.decide(said)
        go(s, "scramble")
        assert (see(s, "I./NJG3")["raid"] == "E") is inside and bool(told(s, "left_raid")) is not inside
        assert bool(told(s, "returns")) is not inside


@rule("7.1.1")
def test_7_1_1_a_move_to_jutland_says_so() -> None:
    s = go(new_session(night(units={"IV./NJG3": unit("I1")})), "move")
    s.decide("Jutland")
    assert rules_of(s, "moved", B) == ("7.1.1",)
    back = go(new_session(night(units={"IV./NJG3": unit("Jutland")})), "move")
    back.decide("I1")
    assert rules_of(back, "moved", B) == ("7.1.1",)


@rule("7.4.4f")
def test_7_4_4_a_detachment_stays_depleted() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    units = {"I./NJG11": unit("J8", fuel=0, depleted=True), "II./NJG4": unit("closed", depleted=True)}
    s = new_session(night("downfall", plan, units=units, phase=8), dice={"recovery": [2, 3]})
    go(s, "draw_british", recover_where="home")
    for name in units:
        shown = see(s, name)
        assert (shown["place"], shown["markers"]) == ("rearm", ["depleted"])


@rule("9.9.2", "9.9.1")
@pytest.mark.parametrize(("options", "rules"), [((), ("9.9.2",)), (("12.5",), ("9.9.2", "12.5"))])
def test_9_9_2_how_many_were_hunted_is_told_before_the_dice(options: tuple[str, ...], rules: tuple[str, ...]) -> None:
    plan = LATE + "; B mosquito Emden 1 D4 H4* D6 C6"
    raids = {"B": {"fate": 3, "losses": 3, "hunt": 2}}
    s = go(new_session(night(plan=plan, turn=9, phase=8, raids=raids, options=options)), "draw_british")
    assert told(s, "hunt_told", G) == [{"count": 2}] and rules_of(s, "hunt_told", G) == rules
    assert rules_of(s, "confirmed", G) == ("9.9.1", "9.9.2")


@rule("9.5.1b")
def test_9_5_1_a_wild_boar_leaves_its_beacon() -> None:
    plan = "E main Emden 1 D4 H4* D6 C6"
    s = go(new_session(night(plan=plan, units={"I./NJG3": unit("H4", "Quelle")}, turn=3, phase=4)), "wild_boar")
    s.decide("Emden")
    assert told(s, "leaves_beacon", G) == [{"unit": "I./NJG3"}] and inner(s).unit_box[8] == 0
    assert last(s, "wild_boar_marker", G)["stacked"] in (0, False)


@rule("9.1.3a")
def test_9_1_3_two_markers_in_a_hex_are_resolved_in_order() -> None:
    s = new_session(night(units={"III./NJG2": unit("H5", gci=True)}, turn=3, phase=4, mobile=(BY_NAME["H5"],)))
    go(s, "draw_british", next_combat="H5")
    cited = [event.rules for event in s.events(G) if event.kind == "resolving" and event.data["hex"] == "H5"]
    assert cited == [("9.1.1d", "9.1.3a", "9.1.3b"), ("9.1.1d", "9.1.2b")]


@rule("12.1.2b")
def test_12_1_2_the_moon_is_that_of_the_first_target() -> None:
    draws = {"british:target A": [0], "british:target B": [23]}  # Berlin says 8, Essen 4
    for total in ([1, 1], [1, 2], [2, 2], [1, 4], [3, 3], [4, 4], [5, 5], [6, 6], [5, 6], [4, 5], [3, 4]):
        s = new_session(scenario="downfall", options={"12.1.2": True}, draws=draws, dice={"moon": total})
        go(s, "weather_order")
        if _until(s, "moon_turn"):
            assert asked(s, "moon_turn") == ["6", "7", "8", "9", "10"]
            s.decide("6")
            return
    raise AssertionError("the moon never rises")


# --- plots


@pytest.mark.parametrize(
    ("plan", "key", "rule"),
    [
        (" ", "plan", "4.0a"), ("Z main", "letter", "4.1"), ("E", "kind", "2.2.1"), ("E zeppelin", "kind", "2.2.1"),
        ("E main Bremen", "entry", "4.2.2b"), ("E main Bremen 1", "waypoint", "4.2a"),
    ],
)  # fmt: skip
def test_a_plan_that_breaks_off_says_what_is_missing(plan: str, key: str, rule: str) -> None:
    berlin = Layout(load(), load().scenarios["berlin"], {})
    with pytest.raises(Unreadable) as wrong:
        read_plan(berlin, plan)
    assert (wrong.value.key, wrong.value.rule) == (f"bomber_command.unreadable.{key}", rule)


@pytest.mark.parametrize(
    ("plan", "faulty"),
    [
        ("E main Bremen 1 D5 I5 K4 D7 C7", [("4.2.1c", "plot_no_waypoint", "E")]),
        ("E main Bremen 1 D5 E5 E6 F6 F5 H5 I5 K4 D7 C7", [("4.2.1c", "plot_no_waypoint", "E")]),
        ("E main Bremen 1 D5 I5 K4 K5 J5 J6 I7 I8 D7 C7", [("4.2.1c", "plot_no_waypoint", "E")]),
        ("B mosquito Wilhelmshaven from E entering I5 J4 I4* H3 C6; E main Bremen 1.1 D5 I5 J4* D7 C7",
         [("4.4.1b", "plot_stays_with_parent", "B")]),
        ("E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Wilhelmshaven from E entering I5 J4 I4* H3 C6",
         [("4.4.1b", "plot_stays_with_parent", "B")]),
        ("E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Emden 4 D4 H4* D6 C6; C mosquito Emden 12 D4 H4* D6 C6",
         [("4.3.2a", "plot_same_city", "C")]),
        ("E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Bremen 8 D5 I5 J4* D7 C7", [("4.3.2a", "plot_same_city", "B")]),
    ],
)  # fmt: skip
def test_each_fault_of_a_plan_by_its_rule(plan: str, faulty: list[tuple[str, str, str]]) -> None:
    berlin = Layout(load(), load().scenarios["berlin"], {})
    rows = report(berlin, (berlin.city_index["Bremen"],), 0, read_plan(berlin, plan))["faults"]
    assert [(row["rule"], row["key"], row["raid"]) for row in rows] == faulty


# --- cards at one's own time


@rule("7.4.4e")
def test_7_4_4_a_good_landing_is_announced_for_its_division() -> None:
    s = pass_to(
        new_session(night(units={"I./NJG1": unit("H7", fuel=0)}, phase=8, hands={G: ["WEATHER"]})), "recovery", G
    )
    s.decide("WEATHER recovery")
    s.decide("3.JD")
    resolve(s)
    assert list(last(s, "landing_weather", B).values()) == ["3.JD", -2]


@rule("7.4.4e", "7.4.2c")
@pytest.mark.parametrize("sky", [{"twilight": 1}, {"moon": 1, "moon_turn": 1}])
def test_7_4_by_moonlight_or_in_twilight_airfields_are_safer(sky: dict[str, int]) -> None:
    options = ["12.1.2"] if "moon" in sky else []
    s = new_session(night(units={"I./NJG1": unit("H7", fuel=0)}, phase=8, options=options, **sky))
    go(s, "draw_british", recover_where="home")
    assert "moon_or_twilight" in [name for name, _, _ in last(s, "recovery_rolled")["modifiers"]]
    up = go(new_session(night(phase=3, options=options, **sky)), "scramble")
    up.decide("I./NJG1")
    go(up, "draw_british", scramble="none")
    assert "moon_or_twilight" in [name for name, _, _ in last(up, "scramble_rolled")["modifiers"]]


@rule("11.0")
def test_11_0_the_night_is_offered_to_the_other_side() -> None:
    for seat, other in ((B, G), (G, B)):
        s = go(new_session(night(turn=2, phase=1)), "draw_british")
        s.decide("offer the end", seat)
        s.decide("nothing; draw 0", other)
        assert s.pending[0].kind == "take_offer" and s.pending[0].seat == other
        assert s.pending[0].plain_facts == {"side": seat}
        s.decide("yes", other)
        assert cites(s, "11.0", other)


def test_a_roll_says_whom_and_what_it_is_about() -> None:
    s = go(
        new_session(night(units=LINE, turn=3, phase=4, hands={B: ["REAR GUNNER"]}), dice={"attack": [6, 5]}),
        "intercept",
    )
    s.decide("III./NJG2")
    pass_to(s, "defensive_fire", B)
    lay(s, "REAR GUNNER fire" if "REAR GUNNER fire" in asked(s, "play") else asked(s, "play")[1], B)
    resolve(s)
    go(s, "draw_british")
    assert rolled(s, "defensive fire") == {"unit": "III./NJG2", "modifier": 2}
    assert rolled(s, "detection") == {"modifier": 0, "level": inner(s).jamming}
    up = go(new_session(night(phase=3)), "scramble")
    up.decide("I./NJG1")
    go(up, "draw_british", scramble="none")
    assert rolled(up, "scramble") == {"unit": "I./NJG1"}
    down = new_session(night(units={"I./NJG1": unit("H7", fuel=0)}, phase=8))
    go(down, "draw_british", recover_where="home")
    assert rolled(down, "recovery") == {"unit": "I./NJG1"}


@rule("9.7.1", "9.2.2")
def test_9_2_2_an_attack_that_was_interrupted_goes_on_as_it_was() -> None:
    cards_held = {G: ["EXPERTE"], B: ["SERRATE"]}
    text = night(units=LINE, turn=3, phase=4, hands=cards_held)
    s = go(new_session(text, dice={"attack": [3, 3], "British attack": [1, 2]}), "intercept", next_combat="H5")
    s.decide("III./NJG2")
    pass_to(s, "gci_attack", G)
    lay(s, "EXPERTE attack", G)
    resolve(s)
    pass_to(s, "gci_attack", B)
    lay(s, "SERRATE attack", B, "II./NJG2")
    resolve(s)
    go(s, "draw_british", intercept="none")
    assert told(s, "not_depleted", G) == [{"unit": "III./NJG2"}]
    rolls = told(s, "attack_rolled", G)
    assert len(rolls) == 2 and ["cards", 2, "6.2.1"] not in rolls[0]["modifiers"]
    assert ["cards", 2, "6.2.1"] in rolls[1]["modifiers"]


@rule("9.3a")
def test_9_3_only_units_with_a_marker_intercept() -> None:
    s = go(new_session(night(units=LINE, turn=3, phase=4)), "intercept", next_combat="H5")
    names = [row.name for row in inner(s).layout.units]
    for thing in ("K5", names[0], names[-1]):
        refused(s, thing, "9.3a", "no_gci_marker")
    assert s.pending[0].why_not(f"{len(names)}") is not None


def test_an_offer_that_is_turned_down_leaves_nothing_behind() -> None:
    s = go(new_session(night(turn=2, phase=1)), "draw_british")
    s.decide("offer the end", B)
    s.decide("nothing; draw 0", G)
    s.decide("no", G)
    assert inner(s).modifier == 0 and s.pending[0].kind != "take_offer"
    plain = go(new_session(night(turn=2, phase=1)), "draw_british")
    plain.decide("nothing; draw 0", B)
    plain.decide("nothing; draw 0", G)
    assert inner(plain).modifier == 0


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_nightfighter_is_worth_what_the_scenario_says(scenario: str) -> None:
    plan = MAIN if scenario == "berlin" else "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    points = []
    for lost in (0, 2):
        s = new_session(night(scenario, plan, fighter_losses=lost))
        points.append(s.perspective(B).to_json()["points"]["british"])
    assert points[1] - points[0] == 2 * inner(s).layout.scoring.nightfighter


@rule("11.0")
def test_11_0_no_bombs_fall_when_the_night_is_called_off() -> None:
    s = go(new_session(night(turn=4, phase=5)), "draw_british")
    assert inner(s).drops, "the bombing is still to be resolved"
    s.decide("offer the end", B)
    s.decide("offer the end", G)
    assert inner(s).drops == [] and inner(s).modifier == 0
    go(s)
    assert not told(s, "bombing") and s.result is not None


@rule("11.0z")
def test_11_0z_whoever_does_not_agree_plays_on() -> None:
    text = night(units={"I./NJG1": unit("H7", fuel=3)}, turn=3, phase=10, end_stage=1)
    for british, german in (("yes", "no"), ("no", "yes"), ("no", "no")):
        s = go(new_session(text), "end_british")
        s.decide(british, B)
        s.decide(german, G)
        assert not told(s, "agreed") and inner(s).modifier == 0 and s.result is None
        refused = {B: [{"side": G}] if british == "yes" else [], G: [{"side": B}] if german == "yes" else []}
        assert {seat: told(s, "end_declined", seat) for seat in (B, G)} == refused, "who wanted to stop alone is told"
        assert told(s, "end_declined", "public") == []


@rule("7.2.3")
def test_7_2_3_a_stream_is_not_stretched_onto_another_raid() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7; "
    plan += "C mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    for step_, stretched in ((4, False), (2, True)):
        raids = {"C": {"step": step_, "before": step_ - 2}}
        s = new_session(night("downfall", plan, turn=3, phase=5, raids=raids), dice={"detection": [6, 6]})
        kinds = []
        while s.pending and s.pending[0].kind != "draw_british":
            kinds.append(s.pending[0].kind)
            s.decide(0, s.pending[0].seat)
        assert ("stretch" in kinds) is stretched and told(s, "counters", G)
    s = go(new_session(night("downfall", plan, turn=3, phase=4), dice={"detection": [6, 6, 1, 1]}), "stretch")
    s.decide("last hex")
    assert inner(s).raid_stretched == [1, 0, 0]
    go(s, "draw_british")
    go(s, "draw_british", draw_british=[0])
    assert inner(s).turn > 4 and inner(s).raid_stretched == [0, 0, 0], "raids that fly on stand as they are"


@rule("9.2.1")
@pytest.mark.parametrize("other", ["A decoy 1 D7 E7 F7 E7 D7", "A gardening H3 3 D3 H3* D3"])
def test_9_2_1_no_raid_makes_a_difference_to_a_british_attack(other: str) -> None:
    text = night(plan=f"{LATE}; {other}", units={"I./NJG3": unit("K5")}, turn=2, phase=2, hands={B: ["SERRATE"]})
    s = pass_to(new_session(text), "fighters_move", B)
    lay(s, "SERRATE attack", B, "I./NJG3")
    resolve(s)
    go(s, "move")
    assert {name for name, _, _ in last(s, "attack_rolled")["modifiers"]} <= {"strength", "weather", "moon", "twilight"}


@rule("9.4.1a")
def test_9_4_1_from_the_first_beacon_as_from_any_other() -> None:
    plan = "E main Emden 1 D4 E4-H4* G4-D4 C6"
    s = new_session(
        night(plan=plan, units={"I./NJG3": unit("H4", "Quelle")}, turn=2, phase=5), dice={"detection": [6, 6]}
    )
    go(s, "infiltrator")
    s.decide("I./NJG3")
    go(s, "draw_british", tame_boar="none")
    assert told(s, "infiltrates", G)[0]["hex"] == "G4", "the raid is next to the beacon"
    assert "no_beacon" not in [name for name, _, _ in last(s, "infiltration")["modifiers"]]
