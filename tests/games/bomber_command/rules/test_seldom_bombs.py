"""What comes up once in many nights over a city: the edges of its map, fires, mines and second attacks."""

from __future__ import annotations

import pytest

from tests.games.bomber_command.rules.test_10_bombing import areas, bombing, burning, follow_up, play_to, put
from tests.games.bomber_command.support import (
    asked,
    go,
    inner,
    last,
    lay,
    new_session,
    night,
    pass_to,
    resolve,
    rules_of,
    seen_by,
    set_area,
    set_bombed_city,
    told,
    unit,
)
from tests.support.rules import rule
from viermot.games.bomber_command.model.bombed_city import bombed_city_of, plan_of
from viermot.games.bomber_command.model.check import contradictions

B, G = "british", "german"
LATE = "E main Hannover 12 D5 J5 K5* K4 D7"


@rule("10.4.2c")
def test_10_4_2_what_finds_no_area_on_a_small_map_falls_in_the_countryside() -> None:
    s = go(bombing("Leuna", weather="Fog", oil=(1, 0), dice={"marking": [1, 1]}), "choose_mix")
    set_bombed_city(s, rows=3)
    s.decide("8 HE")
    go(s, "gather_bomb")
    on_ti = last(s, "bombs_on_ti")["concentration"]
    assert on_ti == 1 and sum(len(ring["fallen"]) for ring in told(s, "bomb_ring")) == 18
    assert told(s, "bombs_in_countryside", G) == [{"city": "Leuna / Merseburg", "count": 20 - 1 - 18}]
    assert rules_of(s, "bombs_in_countryside") == ("10.4.2c",)
    assert sum(areas(s)["countryside"][:2]) == 1


@rule("10.3.2d")
def test_10_3_2_a_ti_that_has_left_the_map_drifts_no_further() -> None:
    s = bombing(weather="Heavy Cloud", dice={"marking": [6, 6], "drift": [1]})
    go(s, "place_bomb", choose_aimpoint="e2", choose_approach="e3")
    assert last(s, "marked")["drift"] == 3
    assert last(s, "drifted")["area"] == last(s, "drifted")["approach"] == "countryside"


def test_10_5_1_the_boundary_is_the_same_both_ways() -> None:
    out = go(bombing(raids={"E": {"disruptions": 5}}), "scatter_bomb", choose_aimpoint="d4")
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


@rule("12.4.1", "12.4")
def test_12_4_1_an_approach_from_a_turned_map_says_so() -> None:
    s = bombing(options=["12.4", "12.4.1"], north=(3,))
    go(s, "choose_mix", choose_aimpoint="d4")
    assert rules_of(s, "approach", G) == ("12.4", "12.4.1")
    plain = go(bombing(), "choose_mix", choose_aimpoint="d4")
    assert rules_of(plain, "approach", G) == ("10.3.1c",)


@rule("12.4.1", "4.5.2")
def test_12_4_1_a_city_bombed_twice_lies_the_same_way_both_times() -> None:
    draws = {"british:target A": [9], "british:target B": [22]}
    s = new_session(
        scenario="downfall", options={"12.4.1": True}, draws=draws, dice={"twilight": [6], "british:north": [4]}
    )
    go(s, "plot")
    assert seen_by(s, B).north == (4, 4)
    assert [event["what"] for event in told(s, "roll")].count("north") == 1


@rule("10.3.2e", "10.3.2b")
def test_10_3_2_a_separate_roll_for_quality_is_cited() -> None:
    apart = bombing(options=["10.3.2e"], dice={"marking": [1, 1], "marking quality": [3, 3]})
    assert rules_of(go(apart, "choose_mix"), "marked") == ("10.3.2b", "10.3.2c", "10.3.2e")
    assert rules_of(go(bombing(), "choose_mix"), "marked") == ("10.3.2b", "10.3.2c")
    spoiled = go(bombing("Essen", raids={"E": {"no_oboe": 1}}), "choose_mix")
    assert rules_of(spoiled, "marked") == ("10.3.2b", "10.3.2c", "9.3.2")


@rule("10.6a", "10.3.2d")
@pytest.mark.parametrize(("drifted", "direction", "rules"), [
    (3, 4, ("10.3.2d", "10.3.3", "10.6a")), (-1, 1, ("10.3.2d", "10.3.3")),
])  # fmt: skip
def test_10_6_only_a_first_drift_sets_the_second(drifted: int, direction: int, rules: tuple[str, ...]) -> None:
    s = follow_up(c3=(0, 1, 0))
    game = inner(s)
    game.sites = [game.sites[0]._replace(drift=drifted)]
    go(s, "choose_mix", choose_approach="d3")
    assert last(s, "drifted", G)["direction"] == direction and rules_of(s, "drifted") == rules


def test_10_6_an_attack_without_drift_leaves_none_behind() -> None:
    s = burning()
    play_to(s, "bombing_over")
    assert not told(s, "drifted") and inner(s).sites[-1].drift == -1


@rule("10.5.4")
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


@rule("10.5.3b")
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


@rule("10.5.4")
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
    lain = inner(s).sites[-1].areas[plan.number[area]]
    assert (lain.storm, lain.fires) == (storms, 3 * (1 + storms))


@rule("10.4.1")
def test_10_what_cannot_lie_on_a_city_map_is_found() -> None:
    s = burning()
    put(s, d4=(1, 1))
    game = inner(s)
    assert contradictions(game) == []
    loaded = bombed_city_of(game).loaded
    set_area(s, "e1", fires=1)
    assert "a major fire in the fields [10.5.3b]" in contradictions(game)
    set_area(s, "e1", fires=0)
    set_bombed_city(s, loaded=loaded + 1)
    assert "bomb counters do not add up [10.4.1]" in contradictions(game)
    set_bombed_city(s, loaded=loaded)
    game.areas[0] = game.areas[0]._replace(he=-1)
    assert "a city map that does not fit [10.1a]" in contradictions(game)
    game.areas = game.areas[:-1]
    game.areas[0] = game.areas[0]._replace(he=0)
    assert "a city map that does not fit [10.1a]" in contradictions(game)
    game.bombed_city = None
    assert "bombs without a city [10.3]" in contradictions(game)


@rule("4.3.3c")
def test_4_3_3_a_garden_is_mined_once() -> None:
    plan = LATE + "; B gardening H3 3 D3 H3* D3"
    for bombed in (0, 1):
        s = new_session(night(plan=plan, turn=5, phase=9, raids={"B": {"bombed": bombed}}))
        go(s, "draw_british")
        assert len(told(s, "mines", G)) == 1 - bombed and inner(s).raid_bombed == [0, 1]
        assert inner(s).mine_vp == sum(event["points"] for event in told(s, "mines"))


@rule("10.5.3b")
def test_10_5_3_a_single_incendiary_keeps_a_cluster_possible() -> None:
    s = burning(hands={B: ["CLUSTER INCENDIARIES"]})
    put(s, d4=(2, 0), e4=(0, 1))
    s.decide("done")
    pass_to(s, "conversion", B)
    assert s.pending[0].plain_facts["city"] == "Hannover" and bombed_city_of(inner(s)).stage == 1
    lay(s, "CLUSTER INCENDIARIES fire", B)
    resolve(s)
    go(s, "convert")
    s.decide("e4 0+1")
    play_to(s, "bombing_over")
    assert [row["area"] for row in told(s, "fires", G)] == ["e4"]


def test_a_single_incendiary_in_the_works_keeps_nobody_waiting() -> None:
    s = burning(hands={B: ["CLUSTER INCENDIARIES"]})
    put(s, d4=(2, 0), d2=(0, 1))
    s.decide("done")
    assert told(s, "bombing_over"), "there is nothing to burn, nor could a cluster"


@rule("4.3.3c")
def test_4_3_3_mines_in_the_fog_say_so() -> None:
    plan = LATE + "; B gardening H3 3 D3 H3* D3"
    for options in ((), ("12.5",)):
        s = go(new_session(night(plan=plan, turn=5, phase=9, options=options)), "draw_british")
        assert ("12.5" in rules_of(s, "mines", G)) is bool(options)


@rule("9.1.2a")
def test_10_2_only_markers_over_the_target_speak_of_its_bombs() -> None:
    units = {"III./NJG2": unit("H5", gci=True)}
    s = go(new_session(night(units=units, turn=3, phase=4)), "draw_british", next_combat="none")
    marked = [event for event in s.events(G) if event.kind == "combat_marker"]
    assert marked and not any("10.2b" in event.rules for event in marked)
    there = go(new_session(night(turn=4, phase=4)), "draw_british", next_combat="none")
    over = [event for event in there.events(G) if event.kind == "combat_marker" and event.data["city"] == "Hannover"]
    assert over and all("10.2b" in event.rules and "7.2.2b" not in event.rules for event in over)
    after = go(new_session(night(turn=5, phase=4)), "draw_british", next_combat="none")
    over = [event for event in after.events(G) if event.kind == "combat_marker" and event.data["city"] == "Hannover"]
    assert over and all("7.2.2b" in event.rules for event in over), "the stream is still there"


@rule("4.5.1a", "4.5.2")
def test_4_5_a_follow_up_is_cited_only_where_it_is_flown() -> None:
    for second, cited in ((22, True), (1, False)):
        draws = {"british:target A": [9], "british:target B": [second]}
        s = go(new_session(scenario="downfall", draws=draws, dice={"twilight": [6]}), "weather_order")
        assert ("4.5.2" in rules_of(s, "target")) is cited


@rule("12.4")
def test_12_4_without_a_turned_map_north_is_up() -> None:
    came = []
    for north in ((1,), (), (2,)):
        s = go(bombing(options=["12.4"], north=north), "choose_mix", choose_aimpoint="d4")
        came.append(last(s, "approach")["direction"])
    assert came[0] == came[1] != came[2]


@rule("10.5.3c", "10.6b")
@pytest.mark.parametrize(
    ("saved", "left"),
    [("0+2", [1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0]), ("1+1", [1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0])],
)
def test_10_5_3_of_old_and_new_counters_the_ones_named_are_saved(saved: str, left: list[int]) -> None:
    plan = "A main Essen 1 D7 I7* D7; B main Essen 5 D7 I7* D7"
    s = go(
        new_session(night("downfall", plan, turn=4, phase=9, hands={G: ["CIVIL DEFENCE"]})),
        "convert",
        choose_mix="0 HE",
    )
    put(s, e4=(1, 2))
    game = inner(s)
    at = plan_of(game).number["e4"]
    set_area(s, "e4", old_he=1, old_inc=2)
    set_bombed_city(s, ti=at, follows=1, stage=0)
    s.decide("e4 1+2 old 1+1")
    pass_to(s, "converting", G)
    lay(s, "CIVIL DEFENCE quench", G)
    resolve(s)
    go(s, "save_one")
    s.decide(f"e4 {saved}")
    after = inner(s).areas or inner(s).sites[-1].areas
    assert list(after[at]) == left


@rule("12.4")
def test_12_4_a_raid_laid_on_its_first_hex_comes_from_the_north() -> None:
    s = go(bombing(options=["12.4"], raids={"E": {"aim": 0}}), "choose_mix", choose_aimpoint="d4")
    assert last(s, "approach")["direction"] == 1
