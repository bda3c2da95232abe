"""What comes up once in many nights: the edges of city maps, orders that overtake an attack, and second thoughts."""

from __future__ import annotations

import pytest

from tests.rules.bomber_command.test_10_bombing import areas, bombing, burning, follow_up, play_to, put
from tests.support.bomber import asked, go, inner, last, lay, night, pass_to, refused, resolve, see, table, told, unit
from viermot import Session
from viermot.bomber_command.board import BY_NAME
from viermot.bomber_command.check import contradictions
from viermot.bomber_command.town import FIRES, LOADED, ROWS, SITE_AREAS, SITE_DRIFT, STORM, STRIDE, plan_of

B, G = "british", "german"
LINE = {"III./NJG2": unit("H5", gci=True), "II./NJG2": unit("H6", gci=True)}
MAIN = "E main Hannover 1 D5 J5 K5* K4 D7"
LATE = "E main Hannover 12 D5 J5 K5* K4 D7"


def rules_of(s: Session, kind: str, seat: str = B) -> tuple[str, ...]:
    """What the last event of a kind cites."""
    return [event.rules for event in s.events(seat) if event.kind == kind][-1]


# --- the edges of a city map


@pytest.mark.rule("10.4.2c")
def test_10_4_2_what_finds_no_area_on_a_small_map_falls_in_the_countryside() -> None:
    s = go(bombing("Leuna", weather="Fog", oil=(1, 0), dice={"marking": [1, 1]}), "choose_mix")
    inner(s).town[ROWS] = 3
    s.decide("8 HE")
    go(s, "gather_bomb")
    on_ti = last(s, "bombs_on_ti")["concentration"]
    assert on_ti == 1 and sum(len(ring["fallen"]) for ring in told(s, "bomb_ring")) == 18
    assert told(s, "bombs_in_countryside", G) == [{"city": "Leuna / Merseburg", "count": 20 - 1 - 18}]
    assert rules_of(s, "bombs_in_countryside") == ("10.4.2c",)
    assert sum(areas(s)["countryside"][:2]) == 1


@pytest.mark.rule("10.3.2d")
def test_10_3_2_a_ti_that_has_left_the_map_drifts_no_further() -> None:
    s = bombing(weather="Heavy Cloud", dice={"marking": [6, 6], "drift": [1]})
    go(s, "place_bomb", choose_aimpoint="e2", choose_approach="e3")
    assert last(s, "marked")["drift"] == 3
    assert last(s, "drifted")["area"] == last(s, "drifted")["approach"] == "countryside"


def test_10_5_1_the_boundary_is_the_same_both_ways() -> None:
    out = go(bombing(raids={"E": {"disrupt": 5}}), "scatter_bomb", choose_aimpoint="d4")
    plan = plan_of(inner(out))
    put(out, **dict.fromkeys(plan.names[:-1], (1, 0)))
    left = {move.split()[1] for move in asked(out, "scatter_bomb") if move.endswith("countryside")}
    back = go(bombing(visibility=0), "gather_bomb", choose_aimpoint="d4")
    put(back, countryside=(1, 0))
    entered = {move.split()[2] for move in asked(back, "gather_bomb") if "countryside" in move}
    assert left == entered == {plan.names[at] for at in plan.outermost}
    inside = [at for at in range(plan.size) if at not in plan.outermost]
    assert all(len(plan.adjacent[at]) == 6 for at in inside) and all(
        len(plan.adjacent[at]) < 6 for at in plan.outermost
    )
    assert any(len(plan.adjacent[at]) == 5 for at in plan.outermost)


@pytest.mark.rule("12.4.1", "12.4")
def test_12_4_1_an_approach_from_a_turned_map_says_so() -> None:
    s = bombing(options=["12.4", "12.4.1"], north=(3,))
    go(s, "choose_mix", choose_aimpoint="d4")
    assert rules_of(s, "approach", G) == ("12.4", "12.4.1")
    plain = go(bombing(), "choose_mix", choose_aimpoint="d4")
    assert rules_of(plain, "approach", G) == ("10.3.1c",)


@pytest.mark.rule("12.4.1", "4.5.2")
def test_12_4_1_a_city_bombed_twice_lies_the_same_way_both_times() -> None:
    draws = {"british:target A": [9], "british:target B": [22]}
    s = table(scenario="downfall", options={"12.4.1": True}, draws=draws, dice={"twilight": [6], "british:north": [4]})
    go(s, "plot")
    assert s.perspective(B).north == (4, 4)
    assert [event["what"] for event in told(s, "roll")].count("north") == 1


@pytest.mark.rule("10.3.2e", "10.3.2b")
def test_10_3_2_what_is_rolled_apart_is_cited() -> None:
    apart = bombing(options=["10.3.2e"], dice={"marking": [1, 1], "marking quality": [3, 3]})
    assert rules_of(go(apart, "choose_mix"), "marked") == ("10.3.2b", "10.3.2c", "10.3.2e")
    assert rules_of(go(bombing(), "choose_mix"), "marked") == ("10.3.2b", "10.3.2c")
    spoiled = go(bombing("Essen", raids={"E": {"no_oboe": 1}}), "choose_mix")
    assert rules_of(spoiled, "marked") == ("10.3.2b", "10.3.2c", "9.3.2")


@pytest.mark.rule("10.6a", "10.3.2d")
@pytest.mark.parametrize(("drifted", "direction", "rules"), [
    (3, 4, ("10.3.2d", "10.3.3", "10.6a")), (-1, 1, ("10.3.2d", "10.3.3")),
])  # fmt: skip
def test_10_6_only_a_first_drift_sets_the_second(drifted: int, direction: int, rules: tuple[str, ...]) -> None:
    s = follow_up(c3=(0, 1, 0))
    game = inner(s)
    game.sites = [(*game.sites[0][:SITE_DRIFT], drifted, *game.sites[0][SITE_DRIFT + 1 :])]
    go(s, "choose_mix", choose_approach="d3")
    assert last(s, "drifted", G)["direction"] == direction and rules_of(s, "drifted") == rules


def test_10_6_an_attack_without_drift_leaves_none_behind() -> None:
    s = burning()
    play_to(s, "bombing_over")
    assert not told(s, "drifted") and inner(s).sites[-1][SITE_DRIFT] == -1


# --- fires


@pytest.mark.rule("10.5.4")
def test_10_5_4_one_counter_beside_a_fire_may_still_creep_back() -> None:
    s = burning(hands={G: ["CREEPBACK"]})
    put(s, d4=(3, 0))
    s.decide("d4 2+0")
    pass_to(s, "conversion", G)
    lay(s, "CREEPBACK creep", G)
    resolve(s)
    assert last(s, "creepback_trigger", G) == {"fires": 1}
    assert last(s, "creepback") == {"city": "Hannover", "area": "e4", "count": 1}
    play_to(s, "bombing_over")
    assert last(s, "bombing_over")["score2"] == 2 * (4 + 1)


@pytest.mark.parametrize(("bombs", "offered"), [({"d4": (3, 0)}, True), ({"d4": (0, 0), "e4": (2, 2)}, False)])
def test_10_5_4_creepback_only_while_bombs_lie_on_the_ti(bombs: dict[str, tuple[int, int]], offered: bool) -> None:
    s = burning(hands={B: ["TIMED OVERSHOOT", "CLUSTER INCENDIARIES"]})
    put(s, **bombs)
    if not offered:
        s.decide("done")
        pass_to(s, "conversion", B)
        assert asked(s, "play") == ["pass", "CLUSTER INCENDIARIES fire"]
    else:
        s.decide("d4 2+0")
        pass_to(s, "conversion", B)
        assert asked(s, "play") == ["pass", "TIMED OVERSHOOT overshoot"], "and no Incendiary lies anywhere"


@pytest.mark.rule("10.5.3b")
def test_10_5_3_a_cluster_burns_once() -> None:
    s = burning(hands={B: ["CLUSTER INCENDIARIES"]})
    put(s, d4=(0, 1), e4=(0, 1), c3=(1, 2))
    s.decide("done")
    pass_to(s, "conversion", B)
    lay(s, "CLUSTER INCENDIARIES fire", B)
    resolve(s)
    go(s, "convert")
    assert asked(s, "convert") == ["done", "e4 0+1"]
    s.decide("done")
    go(s, "convert")
    assert {"c3 0+1", "c3 1+1", "c3 0+2"} <= set(asked(s, "convert"))
    s.decide("c3 1+1")
    go(s, "convert")
    assert "c3 0+1" in asked(s, "convert"), "another conversion does not use it up"
    s.decide("c3 0+1")
    play_to(s, "bombing_over")
    assert [row["inc"] for row in told(s, "fires")] == [1, 1]


def test_10_5_3_an_area_where_nothing_can_burn_is_not_asked_for() -> None:
    s = burning()
    put(s, d4=(1, 0), e4=(1, 0), c3=(1, 1))
    assert s.pending[0].plain_facts["stage"] == 0
    s.decide("done")
    go(s, "convert")
    assert s.pending[0].plain_facts["stage"] == 2 and asked(s, "convert") == ["done", "c3 1+1"]
    s.decide("done")
    assert s.pending == () or s.pending[0].kind != "convert"


@pytest.mark.rule("10.5.4")
def test_10_5_4_bombs_that_creep_back_into_the_city_are_not_lost() -> None:
    s = burning()
    put(s, d4=(2, 4), countryside=(0, 0))
    s.decide("d4 1+2")
    go(s, "convert")
    assert areas(s)["e4"][:2] == [1, 2]
    play_to(s, "bombing_over", convert="done")
    assert last(s, "bombing_over")["score2"] == 2 * (2 * 4 + 3)


@pytest.mark.parametrize(("area", "storms"), [("e3", 1), ("c3", 0)])
def test_10_5_5_only_a_city_centre_burns_as_one_and_once(area: str, storms: int) -> None:
    s = burning(dice={"marking": [2, 3], "firestorm": [1, 1]})
    plan = plan_of(inner(s))
    put(s, d4=(1, 0), **{area: (3, 3)})
    s.decide("done")
    for _ in range(3):
        go(s, "convert")
        s.decide(f"{area} 1+1")
    play_to(s, "bombing_over", convert="done")
    assert len(told(s, "firestorm")) == storms
    at = plan.number[area] * STRIDE
    lain = inner(s).sites[-1][SITE_AREAS]
    assert (lain[at + STORM], lain[at + FIRES]) == (storms, 3 * (1 + storms))


@pytest.mark.rule("10.4.1")
def test_10_what_cannot_lie_on_a_city_map_is_found() -> None:
    s = burning()
    put(s, d4=(1, 1))
    game = inner(s)
    assert contradictions(game) == []
    plan = plan_of(game)
    game.areas[plan.number["e1"] * STRIDE + FIRES] = 1
    assert "a major fire in the fields [10.5.3b]" in contradictions(game)
    game.areas[plan.number["e1"] * STRIDE + FIRES] = 0
    game.town[LOADED] += 1
    assert "bomb counters do not add up [10.4.1]" in contradictions(game)
    game.town[LOADED] -= 1
    game.areas[0] = -1
    assert "a city map that does not fit [10.1a]" in contradictions(game)
    game.areas = game.areas[:-1]
    game.areas[0] = 0
    assert "a city map that does not fit [10.1a]" in contradictions(game)
    game.town = []
    assert "bombs without a city [10.3]" in contradictions(game)


# --- orders that overtake an attack


@pytest.mark.rule("7.4.3b")
def test_7_4_3_who_is_sent_home_before_his_turn_does_not_attack() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5", "Hannover", depleted=True)}
    text = night(units=units, turn=4, phase=4, hands={B: ["SERRATE"]})
    s = pass_to(table(text), "wild_boar_attack", B, wild_boar="Hannover")
    first = last(s, "attack")["unit"]
    assert first == "I./NJG3"
    lay(s, "SERRATE attack", B, "III./NJG3")
    resolve(s)
    go(s, "draw_british")
    assert told(s, "attack_void", G) == [{"unit": "III./NJG3"}]
    assert [event["unit"] for event in told(s, "attack", G)] == ["I./NJG3"]


@pytest.mark.rule("9.5.1a")
def test_9_5_1_a_wild_boar_may_stay_away() -> None:
    units = {"I./NJG3": unit("K5", "Hannover"), "III./NJG3": unit("K5", "Hannover")}
    s = go(table(night(units=units, turn=4, phase=4)), "wild_boar")
    s.decide("none")
    s.decide("Hannover")
    go(s, "draw_british", next_combat="K5")
    assert [event["unit"] for event in told(s, "wild_boar_marker", G)] == ["III./NJG3"]
    assert [event["unit"] for event in told(s, "attack", G)] == ["III./NJG3"]


@pytest.mark.rule("9.2.5a", "7.4.2c")
def test_9_2_5_an_airfield_that_is_attacked_spares_the_unit_the_fight() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"
    for die, closed in ((3, True), (2, False)):
        s = go(table(night("downfall", plan, phase=3), dice={"airfield": [die]}), "scramble")
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


@pytest.mark.rule("9.1.1b")
def test_9_8_4_a_position_laid_out_again_tells_of_flak_damage() -> None:
    for damage in (0, 2):
        text = night(units=LINE, turn=3, phase=4, raids={"E": {"damage": damage}}, hands={G: ["EXPERTE"]})
        s = go(table(text), "intercept", next_combat="H5")
        s.decide("III./NJG2")
        pass_to(s, "gci_attack", G)
        again = table(s.position())
        for seat in (G, B):
            assert again.perspective(seat).to_json()["attack"]["damaged"] == (damage > 0)


@pytest.mark.rule("4.3.4b", "9.6.1a")
def test_4_3_4_a_decoy_under_flak_is_admitted() -> None:
    plan = LATE + "; A decoy 1 D7 E7 F7 E7 D7"
    s = table(night(plan=plan, turn=2, phase=4, mobile=(BY_NAME["F7"],)))
    go(s, "draw_british", next_combat="in order")
    assert told(s, "flak", G) and told(s, "is_decoy", G) == [{}] and rules_of(s, "is_decoy") == ("4.3.4b",)


def test_9_6_2_flak_let_loose_on_a_false_plot_finds_it_out() -> None:
    text = night(turn=3, phase=5, hands={G: ["STRAYING BOMBERS"], B: ["FALSE PLOT"]})
    s = pass_to(table(text, dice={"detection": [3, 3]}), "placing_counters", B)
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


@pytest.mark.rule("4.3.3c")
def test_4_3_3_a_garden_is_mined_once() -> None:
    plan = LATE + "; B gardening H3 3 D3 H3* D3"
    for bombed in (0, 1):
        s = table(night(plan=plan, turn=5, phase=9, raids={"B": {"bombed": bombed}}))
        go(s, "draw_british")
        assert len(told(s, "mines", G)) == 1 - bombed and inner(s).r_bombed == [0, 1]
        assert inner(s).mine_vp == sum(event["points"] for event in told(s, "mines"))


# --- what is offered first


def test_6_1_the_hand_is_filled_up_unless_a_player_says_so() -> None:
    s = go(table(night(turn=2, phase=1, hands={B: ["WINDOW"] * 3, G: ["EXPERTE"] * 2})), "draw_british")
    asked_of = {decision.seat: decision for decision in s.pending}
    assert (asked_of[B].default, asked_of[G].default) == ("nothing; draw 2", "nothing; draw 3")


@pytest.mark.rule("9.3c")
def test_9_3_the_strongest_gci_unit_is_offered_first() -> None:
    units = {"III./NJG2": unit("H5", gci=True, depleted=True), "II./NJG2": unit("H6", gci=True)}
    s = go(table(night(units=units, turn=3, phase=4)), "intercept", next_combat="H5")
    assert s.pending[0].default == "II./NJG2"


@pytest.mark.rule("9.4.1a")
def test_9_4_only_a_unit_infiltrates() -> None:
    s = table(night(units={"I./NJG3": unit("J5")}, turn=3, phase=5), dice={"detection": [6, 6]})
    go(s, "infiltrator")
    refused(s, "K5", "9.4.1a", "refused.not_offered")
    refused(s, "II./NJG1", "9.4.1a", "no_raid_in_reach")


@pytest.mark.rule("7.4.4e")
def test_7_4_4_units_land_in_order_or_as_he_says() -> None:
    units = {name: unit("H7", fuel=0) for name in ("I./NJG1", "II./NJG1", "III./NJG1")}
    for said, order in (("in order", ["I./NJG1", "III./NJG1", "II./NJG1"]), ("II./NJG1", None)):
        s = table(night(units=units, phase=8, hands={B: ["ACCIDENT"]}))
        go(s, "landing_order")
        s.decide(said)
        go(s, "draw_british")
        landed = [event["unit"] for event in told(s, "recovery_rolled", G)]
        assert len(landed) == 3 and landed[0] == (order or [said])[0] and (order is None or landed == order)


@pytest.mark.rule("7.4.4a")
def test_7_4_4_who_has_fuel_left_may_land_too() -> None:
    units = {"I./NJG1": unit("H7", fuel=3), "II./NJG1": unit("H7", fuel=3)}
    s = go(table(night(units=units, phase=8)), "recover")
    s.decide("I./NJG1")
    assert s.pending[0].kind == "recover_where" and s.pending[0].plain_facts["unit"] == "I./NJG1"
    s.decide("home")
    assert asked(s, "recover") == ["none", "II./NJG1"]
    s.decide("none")
    go(s, "draw_british")
    assert [event["unit"] for event in told(s, "recovery_rolled", G)] == ["I./NJG1"]


# --- the end


@pytest.mark.rule("7.2a", "11.0")
def test_11_0_what_lies_on_the_map_goes_when_the_night_is_called_off() -> None:
    s = table(night(turn=3, phase=5), dice={"detection": [6, 6]})
    go(s, "draw_british")
    lying = len(inner(s).counters)
    assert lying > 1
    s.decide("offer the end", B)
    s.decide("offer the end", G)
    go(s)
    assert told(s, "counters_removed", G)[-1] == {"count": lying} and inner(s).counters == []
    assert rules_of(s, "counters_removed") == ("7.2a", "11.0")
