"""The attack checklist says what the rules then do: who fires, who leaves the map, and only what the seat knows."""

from __future__ import annotations

from fractions import Fraction

import pytest

import viermot
from tests.games.nightfighter.support import bomber, fighter, night
from tests.support.rules import rule
from viermot.games.nightfighter.faces.page import PAGE, percent
from viermot.games.nightfighter.faces.page_data import AttackPlan

BEHIND = night("4B", fighter(201, "0916 S", tally=113), bomber(113, "0918 S"), bomber(122, "1203 S"), turn=9, phase=3)
ABOVE = night("4D", fighter(201, "0916 S", tally=113, dives=2), bomber(113, "0918 S"), turn=9, phase=3)
CORNER = night("4B", fighter(201, "1703 NE"), bomber(113, "1020 S"), turn=9, phase=3)


def planned(position: str, *answers: str) -> tuple[viermot.Session, AttackPlan]:
    s = viermot.new_game("nightfighter", position=position, seed="plan", seats={"umpire": "random"})
    for answer in answers:
        s.decide(answer)
    assert s.pending[0].kind == "path"
    plan = PAGE.plan(s.pending[0], s.perspective("player"), "en")
    assert plan is not None
    return s, plan


def fires(s: viermot.Session, path: str) -> bool:
    """Is the fighter asked whether it attacks, this turn, after flying so?"""
    s = s.fork()
    turn = s.perspective("player").to_json()["turn"]
    s.decide(path)
    while s.pending and s.perspective("player").to_json()["turn"] == turn:
        if s.pending[0].kind in ("attack", "who_attacks"):
            return True
        s.decide(0)
    return False


@rule("11.0a")
def test_11_0_whoever_ends_where_the_checklist_says_can_fire_and_nobody_else() -> None:
    s, plan = planned(BEHIND)
    (target,) = plan.targets
    assert (target.contact, target.tally, target.fires) == ("C1", "held", ["0918 S"])
    assert fires(s, "F F")
    assert not fires(s, "F F R"), "the same hex, another heading"
    assert not fires(s, "F F F"), "the same heading, another hex"


@rule("18.0c")
def test_18_0_dives_left_bar_the_attack() -> None:
    s, plan = planned(ABOVE, "fly")
    assert (plan.dives, plan.dived) == (2, True)
    assert not fires(s, "F F")
    s, plan = planned(ABOVE, "dive all")
    assert plan.dives == 0 and plan.dived


@rule("9.2.1")
def test_9_2_1_ends_from_which_the_next_move_leaves_the_map_are_all_named() -> None:
    s, plan = planned(CORNER)
    assert plan.leaves
    decision = s.pending[0]
    for option in decision.options:
        cost = decision.warns(option)
        again = s.fork()
        again.decide(option)
        picture = again.perspective("player").to_json()["fighters"][0]
        place = f"{picture['hex']} {picture['facing']}"
        assert (place in plan.leaves) == (cost is not None and not cost.asks), place


def test_nobody_else_is_told_and_secrets_do_not_show() -> None:
    """Two worlds that differ in a bomber nobody has found have the same plan."""
    other = BEHIND.replace("1203", "0403")
    assert planned(BEHIND)[1] == planned(other)[1]
    s, _ = planned(BEHIND)
    assert PAGE.plan(s.pending[0], s.perspective("umpire"), "en") is None


@pytest.mark.parametrize(("chances", "told"), [((0.284,), "28 %"), ((0.001,), "< 1 %"), ((0.2, 0.31, 0.26), "20–31 %")])
def test_chances_as_people_say_them(chances: tuple[float, ...], told: str) -> None:
    assert percent(*map(Fraction, chances)) == told
