"""In combat: which guns, and whether the risk is worth it [11.0, 17.0, 20.0, 28.4]."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from viermot.nightfighter.board import FULL_MOON
from viermot.nightfighter.gunnery import GUNS, HOLD_FIRE, OBLIQUE
def hits_of(total):
    return min(max(total - 9, 0), 4)
from viermot.nightfighter.fit import EXPERTE, GREEN

TWO_DICE: Final = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}
LATER: Final = 0.8  # what a chance next turn is worth now
CORKSCREW_POINTS: Final = 0  # printed firepower against a corkscrewing bomber [17.1]
FOLLOWED: Final = 1 / 3


@lru_cache(maxsize=256)
def hit_odds(points: int) -> tuple[float, ...]:
    """The chance of 0 to 4 hits with that firepower [11.0c]."""
    odds = [0.0] * 5
    for total, chance in TWO_DICE.items():
        odds[hits_of(total + points)] += chance
    return tuple(odds)


@lru_cache(maxsize=256)
def answer_odds(warned: bool, alerted: bool, modifier: int) -> tuple[float, float]:
    """The chance that a bomber corkscrews, and that it only fires [17.4]."""
    notices = ((2 if warned else 1) + (2 if alerted else 0)) / 6
    corkscrews = min(6, max(0, 2 - modifier)) / 6
    answers = min(6, max(0, 4 - modifier)) / 6
    return notices * corkscrews, notices * (answers - corkscrews)


class Duel(tuple[Any, ...]):
    """Not used."""


@lru_cache(maxsize=8192)
def outlook(
    guns: int | None,
    oblique: int | None,
    pilot: int,
    modifier: int,
    warned: bool,
    turret: int | None,
    stake: float,
    left: int,
    strength: int,
    alerted: bool,
    good: bool,
    turns: int,
) -> tuple[float, int]:
    """What the best choice promises in kills, and which it is."""
    if turns == 0:
        return 0.0, HOLD_FIRE
    best, choice = _hold(guns, oblique, pilot, modifier, warned, turret, stake, left, strength, alerted, turns), HOLD_FIRE
    for way, printed in ((GUNS, guns), (OBLIQUE, oblique)):
        if printed is None:
            continue
        points = printed + pilot - (0 if good else 2)
        value = _attack(
            way, points, guns, oblique, pilot, modifier, warned, turret, stake, left, strength, alerted, turns
        )
        if value > best + 1e-9:
            best, choice = value, way
    return best, choice


def _shot(turret: int | None, way: int, strength: int, stake: float) -> tuple[float, float]:
    """The chance to be hit, and what is lost on average."""
    if turret is None:
        return 0.0, 0.0
    odds = hit_odds(turret - (way == OBLIQUE))
    return 1 - odds[0], sum(odds[strength:]) * stake + sum(odds[1:]) * 0.1 * stake


def _hold(guns, oblique, pilot, modifier, warned, turret, stake, left, strength, alerted, turns):  # type: ignore
    corkscrew, fire = answer_odds(warned, alerted, modifier + 1 + (0))
    _, cost = _shot(turret, HOLD_FIRE, strength, stake)
    quiet = 1 - corkscrew - fire
    on = LATER * (
        quiet * outlook(guns, oblique, pilot, modifier, warned, turret, stake, left, strength, alerted, True, turns - 1)[0]
        + fire * outlook(guns, oblique, pilot, modifier, warned, turret, stake, left, strength, True, True, turns - 1)[0]
    )
    return on - (corkscrew + fire) * cost


def _attack(way, points, guns, oblique, pilot, modifier, warned, turret, stake, left, strength, alerted, turns):  # type: ignore
    mod = modifier + (2 if way == OBLIQUE else 0)
    corkscrew, fire = answer_odds(warned, alerted, mod)
    hit, cost = _shot(turret, way, strength, stake)
    fires = 1 - corkscrew - fire * hit
    value = -(corkscrew + fire) * cost
    odds = hit_odds(points)
    after_corkscrew, after_fire = answer_odds(warned, True, mod)
    stays = 1 - after_corkscrew * (1 - FOLLOWED)
    for hits, chance in enumerate(odds):
        if not chance:
            continue
        if hits >= left:
            value += fires * chance
            continue
        on = outlook(guns, oblique, pilot, modifier, warned, turret, stake, left - hits, strength, True, True, turns - 1)[0]
        value += fires * chance * (stays * LATER * on - (after_corkscrew + after_fire) * cost)
    if way == GUNS:
        value += corkscrew * (1 - hit) * FOLLOWED * sum(hit_odds(CORKSCREW_POINTS + pilot)[left:])
    return value


def choose_attack(view: Any, ask: Any) -> int:
    """Hold fire, guns or oblique guns."""
    fighter = ask.facts["fighter"]
    contact = view.contact(ask.facts["contact"])
    table = view.table
    fit = table.fighters[fighter]
    kind = next((k for k in table.kinds if k.type == contact.type), table.kinds[0])
    if table.identification and (contact.type is None or not kind.serrate_target and kind.role != 3):
        return HOLD_FIRE
    guns = (fit.firepower if not table.oblique_as_main else fit.oblique) if GUNS in ask.codes else None
    oblique = fit.oblique if OBLIQUE in ask.codes else None
    if not table.advanced_combat:
        return GUNS
    pilot = 2 if fit.pilot == EXPERTE else -1 if fit.pilot == GREEN else 0
    bright = table.zone_of[contact.hex] >= 0 and table.flare_lit[table.zone_of[contact.hex]]
    modifier = (1 if fit.pilot == EXPERTE else -1 if fit.pilot == GREEN else 0) - (
        1 if bright or view.environment[0] == FULL_MOON else 0
    )
    warned = kind.warned or (kind.boozer and fit.ai is not None and fit.ai.boozer_hears)
    strength = fit.damage - view.fighter_hits(fighter)
    stake = 1.0 if "losses" in table.scenario.victory.score else STAKE
    return outlook(
        guns, oblique, pilot, modifier, bool(warned), kind.firepower if kind.responds else None, stake,
        max(1, kind.damage - contact.hits), max(1, strength), contact.alerted, view.good_position(fighter), 4,
    )[1]

STAKE = 0.4
