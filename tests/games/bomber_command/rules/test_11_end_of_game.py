"""Chapter 11: the end of the game, Victory Points and victory."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bomber_command.support import (
    asked,
    cites,
    go,
    inner,
    last,
    new_session,
    night,
    see,
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command.rules.victory import level_of, score

HOME = "E main Emden 1 D4 H4* D6 C6"  # in England with all of its stream on turn 7


@rule("11.0", "11.0z")
def test_11_0_the_game_ends_when_raids_and_units_are_home() -> None:
    cards = {"german": ["NAXOS"]}
    s = new_session(night(plan=HOME, units={"I./NJG1": unit("K5", fuel=3)}, turn=7, phase=4, hands=cards))
    go(s, "move")
    assert told(s, "end_stage") and s.result is None
    assert see(s, "I./NJG1")["markers"] == ["return"]
    assert not [e for e in s.events("public") if e.kind == "phase" and e.turn == 8 and e.data["phase"] == "draw cards"]
    go(s)
    assert s.result is not None and s.result["reason"] == "all home" and s.result["turns"] == 10
    assert told(s, "recovers")[-1]["unit"] == "I./NJG1"


@rule("11.0", "7.4.4a")
def test_11_0_both_players_may_agree_to_end_at_once() -> None:
    text = night(plan=HOME, units={"I./NJG1": unit("K5", fuel=3)}, turn=7, phase=4)
    s = go(new_session(text), "end_british")
    assert {decision.kind for decision in s.pending} == {"end_british", "end_german"}
    s.decide("yes", "british")
    s.decide("no", "german")
    assert s.result is None
    both = go(new_session(text), "end_british")
    both.decide("yes", "british")
    both.decide("yes", "german")
    go(both)
    assert both.result is not None and both.result["reason"] == "agreed" and see(both, "I./NJG1")["place"] == "out"


OUT = HOME + "; B mosquito Berlin 1 D4 E4-O4* N4-D4 C6; C mosquito Kiel 6 D3 E3-K3* J3-D3 D7"


def offered(by: str, answer: str, **more: Any) -> Session:
    """Raids are out, one of them with a unit inside; somebody offers the end, and the other answers."""
    units = {"I./NJG1": unit("E", fuel=3), "II./NJG1": unit("H6", gci=True)}
    raids = {"E": {"losses": 4}, "B": {"losses": 2}}
    text = night(plan=OUT, units=units, turn=3, phase=10, raids=raids, hands={"british": ["WINDOW"]})
    s = go(new_session(text, dice={"Mosquito losses": [1, 6]}, **more), "draw_british")
    other = "german" if by == "british" else "british"
    s.decide("offer the end", by)
    s.decide("nothing; draw 0", other)
    assert [(d.seat, d.kind) for d in s.pending] == [(other, "take_offer")]
    s.decide(answer, other)
    return s


@rule("11.0", "11.1b", "9.9.1")
@pytest.mark.parametrize("by", ["british", "german"])
def test_11_0_both_may_agree_while_raids_are_out(by: str) -> None:
    s = offered(by, "yes")
    assert told(s, "end_offered") == [{"side": by}] and told(s, "agreed") == [{}]
    go(s, "move")
    assert told(s, "confirmed") == [{"letter": "B", "claimed": 2, "count": 1}], "only what is confirmed counts"
    assert {see(s, name)["markers"][0] for name in ("I./NJG1", "II./NJG1")} == {"return"}
    assert {raid["fate"] for raid in s.perspective("british").to_json()["plot"]} == {"recovered"}
    go(s)
    assert s.result is not None and s.result["reason"] == "agreed" and s.result["bombers"] == 5
    later = [e for e in s.events("public") if e.turn > 4]
    assert later and not [e for e in later if e.kind == "bomb_drop" or e.data.get("phase") == "draw cards"]
    assert not told(s, "end_stage"), "no last raid has come home"


@rule("11.0", "6.1a")
def test_11_0_an_offer_may_be_declined() -> None:
    s = offered("british", "no")
    assert told(s, "end_declined") == [{"side": "german"}] and not told(s, "agreed")
    assert s.perspective("public").to_json()["cards"]["sizes"] == {"british": 4, "german": 0}, "three, and none thrown"
    go(s, "draw_british")
    assert inner(s).turn == 5 and s.result is None


@rule("11.0", "11.2a")
def test_11_0_two_offers_are_an_agreement() -> None:
    s = go(new_session(night(plan=HOME, turn=2, phase=10)), "draw_british")
    s.decide("offer the end", "german")
    s.decide("offer the end", "british")
    assert s.result is not None and s.result["reason"] == "agreed" and s.result["turns"] == 3


@rule("4.3.2b", "11.1a")
def test_11_1_british_points() -> None:
    plan = HOME + "; B mosquito Berlin 1 D4 E4-O4* N4-D4 C6; C mosquito Kiel 1 D3 E3-K3* J3-D3 D7"
    s = new_session(night(plan=plan, turn=9, phase=4, fighter_losses=5, mine_vp=3, bombing_half_vp=41, mined=(80,) * 0))
    go(s)
    assert s.result is not None
    emden = next(chit for chit in inner(s).layout.chits if inner(s).layout.cities[chit.city].name == "Emden")
    assert s.result["vp"]["british"] == emden.vp + 3 + inner(s).mosquito_vp + 2.5 + 20.5
    over = go(new_session(night(plan=plan, turn=7, phase=9)), "draw_british")
    assert told(over, "mosquitos_bomb") == [{"city": "Berlin", "points": 3}]
    kiel = go(new_session(night(plan=plan, turn=5, phase=9)), "draw_british")
    assert told(kiel, "mosquitos_bomb") == [{"city": "Kiel", "points": 1}]


@rule("11.1b")
def test_11_1_german_points() -> None:
    berlin = HOME + "; B mosquito Kiel 1 D3 E3-K3* J3-D3 D7"
    downfall = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7" + berlin.removeprefix(HOME)
    downfall = downfall.replace("B mosquito", "C mosquito")
    for scenario, plan, raids, german in (
        ("berlin", berlin, {"E": {"losses": 4}, "B": {"losses": 1}}, 6),
        ("downfall", downfall, {"A": {"losses": 4}, "C": {"losses": 1}}, 11),
    ):
        s = new_session(night(scenario, plan, turn=16, phase=10, raids=raids), dice={"Mosquito losses": [1]})
        view = seen_by(s, "british").points
        assert view[1] == german
        go(s)
        assert s.result is not None and last(s, "points")["german"] == s.result["vp"]["german"]
        lost = s.perspective("german").to_json()["result"]["lost"]
        worth = inner(s).layout.scoring
        assert lost["mosquitos"] == 1 and lost["bombers"] + lost["mosquitos"] == s.result["bombers"]
        assert lost["mosquitos_vp"] == worth.mosquito and lost["bombers_vp"] == worth.bomber * lost["bombers"]
        assert lost["bombers_vp"] + lost["mosquitos_vp"] == s.result["vp"]["german"]
        assert lost["fighters_vp"] == worth.nightfighter * s.result["nightfighters"]


@rule("11.2a", "11.1a")
def test_11_2_berlin_levels() -> None:
    s = go(new_session(night(plan=HOME, turn=7, phase=4)))
    assert s.result is not None and s.result["level"] == level_of(s.state, s.result["vp"]["net"])
    bands = [(-5, "german major"), (0, "german major"), (1, "german"), (9, "german"), (10, "draw"), (18, "draw")]
    bands += [(19, "british"), (27, "british"), (28, "british major"), (60, "british major")]
    assert [level_of(s.state, net) for net, _ in bands] == [level for _, level in bands]


@rule("11.2b")
def test_11_2_downfall_levels() -> None:
    plan = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 1 D7 I7* D7"
    s = go(new_session(night("downfall", plan, turn=12, phase=4, bombing_half_vp=61)))
    assert s.result is not None
    bands = [(10, "german major"), (11, "german"), (20, "german"), (21, "draw"), (30, "draw"), (31, "british")]
    bands += [(40, "british"), (41, "british major")]
    assert [level_of(s.state, net) for net, _ in bands] == [level for _, level in bands]
    assert s.result["vp"]["net"] == int(s.result["vp"]["british"]) - s.result["vp"]["german"], "halves are dropped"


@rule("4.3.3b", "4.3.3c", "4.2.1d", "9.8.3b")
def test_4_3_3_mines_score_less_the_error_of_disruption() -> None:
    plan = HOME + "; F gardening I3 2 D3 E3 H3 I3* D6 D7"
    made = "; F gardening H3 2 D3 E3-H3* D5 D7"
    s = new_session(night(plan=HOME + made, turn=4, phase=4))
    go(s, "draw_british")
    assert told(s, "stops") == [{"letter": "F"}] and plan
    assert last(s, "mines", "german") == {"hex": "H3", "disruption": 0, "points": 1}
    s = new_session(night(plan=HOME + made, turn=4, phase=4, raids={"F": {"disruptions": 3, "waypoints": 1}}))
    go(s, "draw_british")
    assert last(s, "mines") == {"hex": "H3", "disruption": 4, "points": 0}
    assert s.perspective("german").to_json()["mined"] == ["H3"] and cites(s, "4.3.3c")
    assert asked(s, "draw_british")


SCORES = [("british major", 1.0), ("british", 1.0), ("draw", 0.5), ("german", 0.0), ("german major", 0.0)]


@pytest.mark.parametrize(("level", "british"), SCORES)
def test_11_2_a_victory_of_either_level_is_a_victory(level: str, british: float) -> None:
    assert (score({"level": level}, "british"), score({"level": level}, "german")) == (british, 1.0 - british)
