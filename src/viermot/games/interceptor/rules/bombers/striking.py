"""Our fire on a bomber, after range, approach and skill [7.1.6, 7.1.7, 7.7]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.modifiers import Modifier, rules_of, sum_of
from viermot.games.interceptor.model.records import NOTHING, Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIM,
    BOMBER_KILL,
    DE,
    GP,
    GUNNERY,
    HEAD_ON_SHOT,
    OUT_OF_THE_SUN,
    PILOT,
    SHOT_TO_PIECES,
    START_ADVANTAGED,
)
from viermot.games.interceptor.rules.bombers.bombers import down_bomber, group_damage, hit_bomber, hit_structure
from viermot.games.interceptor.rules.damage.losses import credit
from viermot.games.interceptor.rules.options import approach
from viermot.kernel.agenda import step

GOOD_SHOT: Final = Modifier("gunnery", 1, "7.7n")


@step
def strike(game: Game) -> None:
    """Our result, modified by range, approach and skill, applied at the point of aim [7.1.6, 7.1.7, 7.7]."""
    pilot = game.pilot
    if pilot.round.shot == NOTHING or pilot.attack.down:
        return
    pilot.round.firing = PILOT
    if pilot.round.shot == DE:
        down_bomber(game, SHOT_TO_PIECES)
    elif pilot.round.shot == GP:
        package = approach.package(pilot)
        random = game.layout.package_random[package]
        group_damage(game, package, pilot.attack.aim, hits_changed(game, random, group=True) - random)
        aimed_hit(game)
    else:
        hit_bomber(game, hits_changed(game, pilot.round.shot), pilot.attack.aim)
        aimed_hit(game)
    if pilot.attack.down:
        credit(game, BOMBER_KILL, PILOT, "7.4d")
    pilot.attack.fresh = 0


def hits_changed(game: Game, hits: int, group: bool = False) -> int:
    """A number of hits after range, approach, Gunnery and the extended burst; never below zero [7.1.7].

    A burst's hits need one on the card itself, whatever range makes of it [7.1.13]; Gunnery needs one that is scored.
    Of group damage only the random hits change; the package always hits.
    """
    pilot = game.pilot
    found = [game.layout.range_modifier[pilot.attack.range]]
    if game.layout.advanced:
        found.append(Modifier("approach", approach.ours(game), "10.5a"))
    scored = group or hits + sum_of(found) > 0
    if scored and pilot.career.skills & GUNNERY:
        found.append(GOOD_SHOT)
    if pilot.round.bonus and (hits > 0 or group):
        found.append(Modifier("burst", pilot.round.bonus, "7.1.13d"))
    if scored and pilot.career.special == HEAD_ON_SHOT and pilot.attack.fresh and is_head_on(pilot):
        found.append(Modifier("ace", 1, "10.2.2"))
    total = max(hits + sum_of(found), 0)
    changed = [modifier for modifier in found if modifier.points]
    game.announce("hits", rules_of("7.1.7a", changed), total, tuple(changed))
    return total


def is_head_on(pilot: Pilot) -> bool:
    """Is it a Head-on pass, by the interception roll or because it is a later pass? [7.1.11]"""
    return not pilot.attack.first_pass or pilot.attack.met not in (START_ADVANTAGED, OUT_OF_THE_SUN)


def aimed_hit(game: Game) -> None:
    """The Aim skill adds a hit on exactly the part aimed at, whatever the card says [7.7, ruling D84]."""
    career, attack = game.pilot.career, game.pilot.attack
    if career.skills & AIM and not attack.down:
        game.announce("aimed_hit", "7.7o", attack.aim)
        hit_structure(game, attack.aim)
