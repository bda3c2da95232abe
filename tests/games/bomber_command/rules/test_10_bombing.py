"""Chapter 10: Main Force bombing on the city maps, from the aimpoint to the score; and chapter 11's points for it."""

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
    set_area,
    set_bombed_city,
    told,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command.model.board import GOOD, POOR
from viermot.games.bomber_command.model.bombed_city import blank_areas, bombed_city_of, plan_of
from viermot.games.bomber_command.model.city import city_plan
from viermot.games.bomber_command.model.records import HE, Area, Site

ROUTES = {
    "Hannover": "E main Hannover 1 D5 K5* D8",  # map B, no OBOE, Normal; two hexes a turn: over it on turn 4
    "Berlin": "E main Berlin 1 D9 O4* D9",  # map A, Poor
    "Essen": "E main Essen 1 D6 I7* D9",  # map B, OBOE, Poor
    "Hamburg": "A main Hamburg 1 H9 K4* D7; B main Leuna 9 G9 N5* C6",
    "Leuna": "A main Leuna 1 G9 N5* C6; B main Hamburg 9 H9 K4* D7",  # map E with oil
}


def inner(s: Session) -> Any:
    """The state of the game, past all perspectives."""
    return s.state


def over(city: str) -> int:
    """The turn in whose Bombing Phase the attack is resolved."""
    return {"Hannover": 5, "Berlin": 7, "Essen": 4, "Hamburg": 4, "Leuna": 5}[city]


def bombing(city: str = "Hannover", weather: str = "Clear", **more: Any) -> Session:
    """The British player is asked for his aimpoint, or where the first question of the attack stands."""
    keys = ("dice", "draws")
    scenario = "downfall" if city in ("Hamburg", "Leuna") else "berlin"
    text = night(
        scenario,
        plan=ROUTES[city],
        turn=over(city),
        phase=9,
        weather=weather,
        **{key: value for key, value in more.items() if key not in keys},
    )
    return new_session(text, **{key: more[key] for key in keys if key in more})


def areas(s: Session) -> dict[str, list[int]]:
    """The counters of the attack under way by area, without empty ones."""
    game = inner(s)
    plan = plan_of(game)
    found = dict(zip(plan.names, map(list, game.areas), strict=True))
    return {name: row for name, row in found.items() if any(row)}


def put(s: Session, **counters: tuple[int, int]) -> None:
    """Lay just these counters of the attack, HE and Incendiary, on the map."""
    game = inner(s)
    plan = plan_of(game)
    game.areas = blank_areas(plan)
    for name, (high, low) in counters.items():
        game.areas[plan.number[name]] = Area(he=high, inc=low)
    settle(s)


def settle(s: Session) -> None:
    """What lies on the map after a hand was in it is what the raid carried; the open question looks at it again."""
    game = inner(s)
    bombed = bombed_city_of(game)
    game.bombed_city = bombed._replace(loaded=sum(area.fallen for area in game.areas) + bombed.left + bombed.gone)
    game.offered = ()


def play_to(s: Session, kind: str, **answers: Any) -> Session:
    """Answer first options, or as told, until such an event has happened."""
    for _ in range(200):
        if told(s, kind):
            return s
        decision = s.pending[0]
        given = answers.get(decision.kind, 0)
        s.decide(given if decision.why_not(given) is None else 0, decision.seat)
    raise AssertionError(f"{kind} never happens")


# --- aimpoint and approach


@rule("10.3.1a", "10.1a")
def test_10_3_1_in_berlin_any_area_but_fields() -> None:
    s = go(bombing(), "choose_aimpoint")
    assert len(asked(s, "choose_aimpoint")) == 42 - 20
    refused(s, "e1", "10.3.1a", "aim_at_fields")
    refused(s, "z9", "10.1a", "bomber_command.unreadable.area")
    s.decide("e3")
    assert last(s, "aimpoint", "german") == {"city": "Hannover", "area": "e3"}


@rule("10.3.1b")
def test_10_3_1_in_downfall_only_works_may_be_aimed_at() -> None:
    s = go(bombing("Hamburg"), "choose_aimpoint")
    assert len(asked(s, "choose_aimpoint")) == 6 + 4
    refused(s, "e4", "10.3.1b", "aim_at_works")


@rule("10.1.1", "10.3.1b")
def test_10_1_1_an_oil_chit_leads_to_the_oil_area() -> None:
    s = go(bombing("Leuna", oil=(1, 0)), "choose_approach")
    assert last(s, "aimpoint") == {"city": "Leuna / Merseburg", "area": "c3"}


@rule("10.3.1c")
def test_10_3_1_the_approach_lies_next_to_the_aimpoint() -> None:
    s = go(bombing(), "choose_approach", choose_aimpoint="d3")
    assert sorted(asked(s, "choose_approach")) == ["c3", "c4", "d2", "d4", "e3", "e4"]
    refused(s, "f3", "10.3.1c", "approach_apart")
    s.decide("e3")
    assert last(s, "approach") == {"city": "Hannover", "area": "e3", "direction": 2}


# --- marking


@pytest.mark.parametrize(
    ("weather", "method"),
    [
        ("Clear", "Newhaven"), ("Broken Cloud", "Newhaven"), ("Haze", "Parramatta"), ("Cloud", "Parramatta"),
        ("Heavy Cloud", "Wanganui"), ("Fog", "Wanganui"),
    ],
)  # fmt: skip
@rule("10.3.2a")
def test_10_3_2_the_weather_sets_the_method(weather: str, method: str) -> None:
    s = go(bombing(weather=weather), "choose_aimpoint")
    assert last(s, "bombing") == {"city": "Hannover", "map": "B", "method": method}


@pytest.mark.parametrize(
    ("dice", "drift", "rows"),
    [
        ((1, 2), 0, -1), ((2, 3), 0, 0), ((3, 3), 0, 1), ((3, 4), 0, 1), ((4, 4), 1, 1), ((4, 5), 1, 2),
        ((5, 5), 2, 2), ((5, 6), 2, 2), ((6, 6), 3, 3),
    ],
)  # fmt: skip
@rule("10.3.2b")
def test_10_3_2_the_marking_table(dice: tuple[int, int], drift: int, rows: int) -> None:
    s = go(bombing(weather="Broken Cloud", dice={"marking": list(dice)}), "choose_mix", choose_aimpoint="d4")
    marked = last(s, "marked", "german")
    assert (marked["total"], marked["drift"], marked["rows"]) == (sum(dice), drift, rows)


@pytest.mark.parametrize(
    ("city", "weather", "parts"),
    [
        ("Hannover", "Clear", [["Newhaven", 0], ["Clear", -1]]),
        ("Hannover", "Cloud", [["Parramatta", 1]]),
        ("Berlin", "Fog", [["Wanganui", 3], ["Poor", 1]]),
        ("Berlin", "Broken Cloud", [["Newhaven", 0]]),
        ("Essen", "Fog", [["Wanganui", 3], ["OBOE", -1]]),
    ],
)
@rule("10.3.2c")
def test_10_3_2_modifiers_of_the_marking_roll(city: str, weather: str, parts: list[Any]) -> None:
    s = go(bombing(city, weather=weather, dice={"marking": [3, 2]}), "choose_mix")
    assert last(s, "marked")["parts"] == parts
    assert last(s, "marked")["total"] == 5 + sum(value for _, value in parts)


@rule("10.3.2d", "10.3.3")
def test_B17_ti_and_approach_drift_together() -> None:
    s = bombing(weather="Heavy Cloud", dice={"marking": [4, 3], "drift": [2]})
    go(s, "choose_mix", choose_aimpoint="d3", choose_approach="e3")
    assert last(s, "marked")["drift"] == 2
    assert last(s, "drifted", "german") == {"city": "Hannover", "direction": 2, "area": "f2", "approach": "g2"}


@rule("10.3.2d", "10.3.3")
def test_10_3_2_the_first_step_over_the_boundary_is_the_last() -> None:
    s = bombing(weather="Heavy Cloud", dice={"marking": [6, 6], "drift": [1]})
    go(s, "place_bomb", choose_aimpoint="e3", choose_approach="e4")
    assert last(s, "drifted")["area"] == last(s, "drifted")["approach"] == "countryside"


@rule("10.3.2e")
def test_10_3_2_quality_may_be_rolled_separately() -> None:
    s = bombing(weather="Broken Cloud", options=["10.3.2e"], dice={"marking": [1, 1], "marking quality": [6, 6]})
    go(s, "choose_mix", choose_aimpoint="d4")
    assert (last(s, "marked")["drift"], last(s, "marked")["rows"]) == (0, 3)


# --- the map


@rule("10.2a")
def test_10_2_an_attack_begins_with_a_map_on_which_nothing_lies() -> None:
    """No bomb has fallen, no fire burns, no card has been played, and nothing is aimed at or has drifted yet."""
    s = go(bombing(), "choose_aimpoint")
    bombed = bombed_city_of(inner(s))
    begun = {name: value for name, value in bombed._asdict().items() if value}
    assert begun == {"city": inner(s).layout.city_index["Hannover"], "aimpoint": -1, "drifted": -1}
    assert areas(s) == {}


# --- dropping


@rule("10.4.1")
def test_B18_twenty_counters_in_any_mix() -> None:
    s = go(bombing(), "choose_mix", choose_aimpoint="d4")
    assert asked(s, "choose_mix")[:21] == [f"{number} HE" for number in range(21)]
    refused(s, "21 HE", "10.4.1", "too_many_bombs")
    s.decide("6 HE")
    assert last(s, "bomb_mix", "german") == {"city": "Hannover", "he": 6, "inc": 14}


@rule("10.4.2a", "10.4.2b")
def test_B19_clear_and_two_rows_down_is_six() -> None:
    s = bombing(dice={"marking": [6, 4], "drift": [4]})  # ten less one for clear weather: two rows down
    play_to(s, "bombs_on_ti", choose_aimpoint="d3", choose_mix="10 HE")
    fell = last(s, "bombs_on_ti")
    assert fell["concentration"] == 6 and fell["he"] + fell["inc"] == 6


@rule("10.4.2a", "10.4.2c")
def test_B20_rings_of_six_eight_and_four() -> None:
    s = bombing(weather="Heavy Cloud", dice={"marking": [4, 3], "drift": [2]})
    go(s, "place_bomb", choose_aimpoint="d3", choose_approach="e3", choose_mix="8 HE")
    assert last(s, "bombs_on_ti")["concentration"] == 2 and last(s, "bombs_on_ti")["area"] == "f2"
    assert [(ring["ring"], len(ring["fallen"])) for ring in told(s, "bomb_ring")] == [(1, 6), (2, 8)]
    assert len(asked(s, "place_bomb")) == 8 and s.pending[0].facts["left"] == 4
    refused(s, "f3", "10.4.2c", "one_bomb_an_area")
    refused(s, "b5", "10.4.2c", "nearer_ring_first")
    for _ in range(3):
        s.decide(0)
    assert all(sum(row[:2]) == 1 for name, row in areas(s).items() if name != "f2")
    s.decide(0)
    assert len(told(s, "bomb")) == 4 and s.pending[0].kind != "place_bomb"


@rule("10.4.3")
def test_B21_with_the_ti_outside_every_other_counter_is_lost() -> None:
    s = bombing(weather="Broken Cloud", dice={"marking": [6, 6], "drift": [1]})
    go(s, "place_bomb", choose_aimpoint="e3", choose_mix="8 HE")
    assert last(s, "bombs_on_ti")["concentration"] == 4  # Broken Cloud, three rows down
    for _ in range(8):
        s.decide(0)
    assert len(told(s, "bomb")) == 8 and sum(row["count"] for row in told(s, "bombs_in_countryside")) == 8
    assert s.pending[0].kind != "place_bomb"


@rule("10.4.3")
def test_B21_nine_in_the_city_and_eight_outside() -> None:
    s = bombing(weather="Heavy Cloud", dice={"marking": [2, 1], "drift": [1]})
    go(s, "choose_mix", choose_aimpoint="e3")
    game = inner(s)
    set_bombed_city(s, ti=plan_of(game).country, rows=0)  # blown into the countryside; without a shift three counters
    s.decide("8 HE")
    play_to(s, "bombing_error")
    assert last(s, "bombs_on_ti")["concentration"] == 3
    assert (len(told(s, "bomb")), sum(row["count"] for row in told(s, "bombs_in_countryside"))) == (9, 8)


# --- adjustment


@rule("10.5.2a", "10.5.2b", "4.2b")
def test_10_5_2_error_grows_with_disruption_and_turns_on_the_way() -> None:
    s = bombing("Berlin", raids={"E": {"disruptions": 9, "waypoints": 1}}, visibility=POOR)
    go(s, "scatter_bomb")
    error = last(s, "bombing_error", "german")
    assert (error["disruption"], error["total"]) == (10, 2 + 2 + 4)
    assert error["parts"] == [["visibility", 2], ["signature", 2], ["disruption", 4]]


@pytest.mark.parametrize(
    ("disruptions", "error"),
    [(2, 0), (3, 1), (5, 2), (7, 3), (10, 4), (13, 5), (17, 6), (21, 7), (26, 8), (30, 8), (31, 9)],
)
@rule("10.5.2b")
def test_10_5_2_the_disruption_table(disruptions: int, error: int) -> None:
    s = bombing(raids={"E": {"disruptions": disruptions}})
    go(s, "convert")
    assert last(s, "bombing_error")["total"] == error


@rule("10.5.1")
def test_10_5_1_who_may_cross_the_boundary() -> None:
    s = go(bombing(raids={"E": {"disruptions": 5}}), "scatter_bomb", choose_aimpoint="d4")
    put(s, d4=(2, 2), e1=(1, 0))
    refused(s, "HE d4 d2", "10.5.1", "one_area_a_point")
    refused(s, "HE d4 countryside", "10.5.1", "not_at_the_boundary")
    refused(s, "Inc e1 countryside", "10.5.1", "no_such_bomb")
    s.decide("HE e1 countryside")
    assert last(s, "bomb_moved", "british") == {"city": "Hannover", "bomb": "HE", "area": "e1", "to": "countryside"}
    refused(s, "HE countryside e1", "10.5.1", "only_british_moves_in")
    s.decide("done")


@rule("10.5.2c", "10.5.1")
def test_10_5_2_accuracy_brings_counters_back() -> None:
    s = go(bombing(visibility=GOOD), "gather_bomb", choose_aimpoint="d4")
    assert last(s, "bombing_accuracy", "german") == {"city": "Hannover", "total": 2, "parts": [["visibility", 2]]}
    put(s, d4=(2, 2), countryside=(1, 0), e1=(0, 1))
    refused(s, "Inc e1 countryside", "10.5.1", "only_german_moves_out")
    s.decide("HE countryside e1")
    s.decide("HE e1 e2")
    assert s.pending[0].kind != "gather_bomb", "two points are two moves"
    assert areas(s)["e2"][HE] == 1


@rule("10.5.2c")
def test_10_5_2_downfall_and_moonlight() -> None:
    s = go(bombing("Hamburg", moon=1, moon_turn=1, options=["12.1.2"]), "gather_bomb")
    assert last(s, "bombing_accuracy")["parts"] == [["scenario", 2], ["signature", 2], ["moon", 2]]


@rule("10.5.2d")
def test_10_5_2_what_stays_outside_is_lost() -> None:
    s = go(bombing(raids={"E": {"disruptions": 3}}), "scatter_bomb", choose_aimpoint="d4")
    put(s, d4=(2, 2), e1=(1, 0))
    s.decide("HE e1 countryside")
    go(s, "convert")
    assert last(s, "bombs_lost") == {"city": "Hannover", "count": 1}
    assert "countryside" not in areas(s)


# --- conflagration


def burning(city: str = "Hannover", aim: str = "d4", approach: str = "e4", **more: Any) -> Session:
    """At the first conversion, with a map to be laid by `put`."""
    more.setdefault("dice", {"marking": [2, 3]})
    s = go(bombing(city, **more), "choose_mix", choose_aimpoint=aim, choose_approach=approach)
    return go(s, "convert")


@rule("10.5.3a")
def test_10_5_3_first_the_ti_then_the_approach_then_the_rest() -> None:
    s = burning()
    put(s, d4=(0, 2), e4=(0, 2), c3=(1, 1))
    refused(s, "e4 0+2", "10.5.3a", "not_its_turn_to_burn")
    refused(s, "c3 1+1", "10.5.3a", "not_its_turn_to_burn")
    s.decide("d4 0+2")
    go(s, "convert")
    refused(s, "c3 1+1", "10.5.3a", "not_its_turn_to_burn")
    s.decide("e4 0+2")
    go(s, "convert")
    s.decide("c3 1+1")
    play_to(s, "bombing_over")
    assert [(row["area"], row["fires"]) for row in told(s, "fires")] == [("d4", 1), ("e4", 1), ("c3", 1)]


@rule("10.5.3b")
def test_10_5_3_what_burns_where() -> None:
    s = burning()
    put(s, d4=(2, 2), e4=(0, 0), c3=(2, 1), d2=(2, 2), e1=(5, 5))
    assert set(asked(s, "convert")) == {"done", "d4 1+2", "d4 0+2", "d4 1+1", "d4 2+0"}
    s.decide("done")
    go(s, "convert")
    assert {option.split()[1] for option in asked(s, "convert") if option.startswith("c3")} == {"1+1"}
    assert {option.split()[1] for option in asked(s, "convert") if option.startswith("d2")} == {"1+2", "2+1"}
    assert not any(option.startswith("e1") for option in asked(s, "convert"))
    refused(s, "d2 0+3", "10.5.3b", "does_not_burn")
    refused(s, "e1 2+2", "10.5.3b", "does_not_burn")


@rule("10.5.3b", "10.5.4")
def test_10_5_4_two_fires_on_the_ti_make_the_bombing_creep_back() -> None:
    s = burning()
    put(s, d4=(2, 4), e4=(0, 0))
    s.decide("d4 1+2")
    go(s, "convert")
    assert last(s, "fires")["fires"] == 2
    assert last(s, "creepback", "german") == {"city": "Hannover", "area": "e4", "count": 3}
    assert areas(s)["e4"][:2] == [1, 2]
    s.decide("e4 1+2")
    play_to(s, "bombing_over")
    assert len(told(s, "creepback")) == 1, "once an attack"


@rule("10.5.4")
def test_10_5_4_into_the_countryside_it_is_lost() -> None:
    s = burning()
    put(s, d4=(2, 4))
    set_bombed_city(s, approach=plan_of(inner(s)).country)
    s.decide("d4 1+2")
    play_to(s, "bombing_over")
    assert last(s, "creepback")["area"] == "countryside"
    assert last(s, "bombing_over")["score2"] == 2 * 2 * 4


@pytest.mark.parametrize(("dice", "fires"), [((1, 1), 6), ((1, 2), 3)])
@rule("10.5.5")
def test_10_5_5_a_firestorm_doubles_the_fires(dice: tuple[int, int], fires: int) -> None:
    s = burning(dice={"marking": [2, 3], "firestorm": list(dice)})
    put(s, d4=(1, 4))
    s.decide("d4 0+2")
    go(s, "convert")
    s.decide("d4 1+2")
    play_to(s, "bombing_over")
    assert last(s, "firestorm")["begins"] == (fires == 6)
    assert last(s, "bombing_over")["fires"] == fires


@rule("10.5.5")
def test_10_5_5_not_in_bad_weather() -> None:
    s = burning(weather="Broken Cloud")
    put(s, d4=(1, 4))
    inner(s).bad = 1
    s.decide("d4 0+2")
    go(s, "convert")
    s.decide("d4 1+2")
    play_to(s, "bombing_over")
    assert told(s, "firestorm") == []
    good = burning(dice={"marking": [2, 3], "firestorm": [6, 6]})
    put(good, d4=(1, 4))
    good.decide("d4 0+2")
    go(good, "convert")
    good.decide("d4 1+2")
    assert play_to(good, "bombing_over") and last(good, "firestorm")["begins"] is False


# --- points


@rule("11.1.1")
def test_11_1_1_points_in_berlin() -> None:
    s = burning()
    put(s, d4=(1, 0), d2=(0, 1), e1=(3, 3), c3=(1, 1))
    s.decide("done")
    go(s, "convert")
    s.decide("c3 1+1")
    play_to(s, "bombing_over")
    # one counter in the centre, one doubled in the works, a fire where people live, nothing in the fields
    assert last(s, "bombing_over")["score2"] == 2 * (1 + 2 + 4)


@rule("11.1.2")
def test_11_1_2_points_in_downfall() -> None:
    s = go(bombing("Leuna", oil=(1, 0), dice={"marking": [1, 1]}), "convert", choose_approach="c2", choose_mix="20 HE")
    put(s, c3=(3, 0), b2=(3, 0), c4=(1, 0), c1=(4, 4))
    s.decide("c3 3+0")
    go(s, "convert")
    s.decide("b2 3+0")
    play_to(s, "bombing_over")
    assert last(s, "bombing_over")["score2"] == 2 * (4 + 2) + 1


# --- follow-up raids


def follow_up(**old: tuple[int, int, int]) -> Session:
    """A second attack on Hamburg; the first left HE, Incendiaries and fires on these areas."""
    text = night("downfall", plan="A main Hamburg 1 H9 K4* D7; B main Hamburg 5 H9 K4* D7", turn=8, phase=9)
    s = new_session(text, dice={"marking": [6, 5], "drift": [1, 1], "firestorm": [1, 1]})
    game = inner(s)
    hamburg = game.layout.city_index["Hamburg"]
    plan = city_plan(game.layout.pack, game.layout.cities[hamburg].map)
    lain = blank_areas(plan)
    for name, (high, low, fires) in old.items():
        lain[plan.number[name]] = Area(he=high, inc=low, fires=fires)
    fires = sum(row[2] for row in old.values())
    game.sites = [Site(hamburg, 0, plan.number["d2"], 3, fires, 8, tuple(lain))]
    game.follow_up = 1
    return s


@rule("10.6a")
def test_10_6_the_second_attack_finds_the_first_ones_map_and_aimpoint() -> None:
    s = go(follow_up(c3=(0, 1, 0)), "choose_mix", choose_approach="d3")
    assert last(s, "aimpoint")["area"] == "d2"
    assert last(s, "drifted")["direction"] == 4, "the direction of the first drift"
    game = inner(s)
    there = game.areas[plan_of(game).number["c3"]]
    assert there.old_inc == 1 and there.inc == 0


@rule("10.6b", "10.5.2c")
def test_B22_old_and_new_counters_burn_together_but_old_ones_stay_put() -> None:
    s = go(follow_up(c3=(0, 1, 2)), "gather_bomb", choose_approach="d3")
    assert ["follow-up", 2] in last(s, "bombing_accuracy")["parts"]
    game = inner(s)
    at = plan_of(game).number["c3"]
    set_area(s, "c3", he=1, inc=0)
    settle(s)
    refused(s, "Inc c3 c4", "10.6b", "old_bombs_stay")
    s.decide("done")
    for _ in range(60):
        go(s, "convert")
        if "c3 1+1" in asked(s, "convert"):
            break
        s.decide("done")
    assert not any("old" in option for option in asked(s, "convert")), "which of them burn matters only on the TI"
    s.decide("c3 1+1")
    play_to(s, "fires")
    assert last(s, "fires") == {"city": "Hamburg", "area": "c3", "he": 1, "inc": 1, "fires": 1}
    assert game.areas[at].old_he == 0


@rule("10.6c")
def test_10_6_firestorms_only_where_something_new_burns() -> None:
    s = go(follow_up(e4=(0, 0, 3), f4=(0, 0, 2)), "convert", choose_approach="d3")
    put(s)
    plan = plan_of(inner(s))
    for name, fires in (("e4", 3), ("f4", 2)):
        set_area(s, name, old_fires=fires)
    set_area(s, "f4", he=2)
    settle(s)
    play_to(s, "bombing_over", convert="f4 2+0")
    storms = told(s, "firestorm")
    assert [row["area"] for row in storms] == ["f4"] and storms[0]["fires"] == 3
    over = last(s, "bombing_over")
    assert over["score2"] == inner(s).sites[-1].half_points and over["gained2"] == over["score2"] - 8, "8 were there"
    assert inner(s).bombing_half_vp == over["gained2"]
    assert inner(s).sites[-1].half_points > 0 and len(inner(s).sites[-1].areas) == plan.size + 1


# --- Bombing cards


@rule("10.5.3c")
def test_10_5_3_civil_defence_puts_one_fire_out() -> None:
    s = burning(hands={"german": ["CIVIL DEFENCE"]})
    put(s, d4=(1, 2))
    s.decide("d4 1+2")
    lay(s, "CIVIL DEFENCE quench", "german")
    resolve(s)
    go(s, "save_one")
    assert sorted(asked(s, "save_one")) == ["d4 0+2", "d4 1+1"]
    s.decide("d4 0+2")
    play_to(s, "bombing_over")
    assert last(s, "quenched", "german") == {"city": "Hannover", "area": "d4"}
    assert last(s, "fires")["fires"] == 1 and last(s, "bombing_over")["score2"] == 2 * (4 + 1)


def test_6_2_1_what_cards_did_to_an_earlier_roll_is_gone_before_the_marking() -> None:
    s = go(bombing(dice={"marking": [4, 4]}, modifier=2), "choose_mix")
    assert "cards" not in dict(last(s, "marked")["parts"])


def test_marking_cards_change_the_roll() -> None:
    s = bombing(hands={"british": ["MASTER BOMBER"], "german": ["DUMMY MARKERS"]}, dice={"marking": [4, 4]})
    go(s, "choose_approach", choose_aimpoint="d4")
    s.decide("e4")
    pass_to(s, "marking", "british")
    lay(s, "MASTER BOMBER marking", "british")
    resolve(s)
    lay(s, "DUMMY MARKERS marking", "german")
    resolve(s)
    go(s, "choose_mix")
    assert last(s, "marked")["parts"] == [["Newhaven", 0], ["Clear", -1], ["cards", -1]]
    go(s, "scatter_bomb")
    assert last(s, "bombing_error")["parts"] == [["cards", 1]]


def test_creepback_card_makes_one_fire_enough() -> None:
    s = burning(hands={"german": ["CREEPBACK"]})
    put(s, d4=(2, 2))
    s.decide("d4 0+2")
    pass_to(s, "conversion", "german")
    lay(s, "CREEPBACK creep", "german")
    resolve(s)
    assert last(s, "creepback") == {"city": "Hannover", "area": "e4", "count": 2}
