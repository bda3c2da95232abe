"""In combat: which guns, and what a bomber in the sights is worth [11.0, 17.0, 20.0, 28.4]."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Any, Final, NamedTuple

from viermot.games.nightfighter.bots.plotting import SHIPS_FROM, PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import FULL_MOON, ROW
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER
from viermot.games.nightfighter.rules.gunnery import GUNS, HOLD_FIRE, OBLIQUE
from viermot.kernel.hexes import S
from viermot.kernel.registry import Ask

TWO_DICE: Final = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}
TURNS_AHEAD: Final = 4
NEVER: Final = 99  # what the second die of a crew that does not respond is modified by
LATER: Final = 0.8  # what a chance next turn is worth now
HELD: Final = 0.8  # how likely a fighter that holds fire is to be behind the bomber next turn as well
FOLLOWED: Final = 1 / 3  # how often a corkscrew is followed [17.4.3d]
FIGHTER: Final = 0.2  # what a fighter is worth in kills, besides what the scenario counts for it
UNOPPOSED: Final = 2.0  # what losing the last fighter costs on top, where the raid is then unopposed (scenario 9)
POOR: Final = 2  # what a poor attack position takes off the firepower [28.4b]
A_HIT: Final = 0.1  # what part of a fighter a hit that it survives costs


class Response(NamedTuple):
    """The table by which a bomber responds, and what modifies its second die [17.4]."""

    notices: int
    alerted: int
    corkscrew: int
    defensive_fire: int
    oblique: int
    not_attacking: int


class Duel(NamedTuple):
    """What does not change while a fighter is behind a bomber."""

    guns: int | None  # printed firepower, None for no such guns
    oblique: int | None
    pilot: int  # what the pilot adds to it [17.1]
    notice: int  # what modifies the bomber's second die, besides the guns [17.4c]
    response: Response
    hits: tuple[int, ...]  # the total for one hit, two ... [11.0c]
    turret: int | None  # its firepower, None if it has no guns
    strength: int  # hits the fighter can take before it is lost
    stake: float  # what losing the fighter costs, in kills
    wary: bool  # at an alerted bomber oblique guns cannot take aim [28.2b]
    stalks: int  # what modifies the bomber's second die while the fighter holds fire beneath it [28.4.1b]


def duel_of(view: NightView, fighter: Fighter, group: Any, hex_: Hex, oblique: bool) -> Duel:
    """The duel between this fighter and a bomber of that kind there."""
    layout = view.layout
    fit = layout.fighters[fighter]
    zone = layout.zone_of[hex_]
    bright = view.environment.moon == FULL_MOON or (zone >= 0 and layout.flare_lit[zone])
    answers = layout.advanced_combat and group.responds
    stalking = layout.attack_positions and view.has_oblique(fighter)
    reaction = layout.reaction
    pilots = {EXPERTE: reaction.experte, GREEN: reaction.green}
    counted = 1.0 if "losses" in layout.scenario.victory.score or layout.naval else 0.0
    if layout.naval and sum([there >= 0 for there, _ in view.fighters()]) == 1:
        counted += UNOPPOSED
    return Duel(
        guns=fit.oblique if layout.oblique_as_main else fit.firepower,
        oblique=fit.oblique if oblique else None,
        pilot=(2 if fit.pilot == EXPERTE else -1 if fit.pilot == GREEN else 0) if layout.advanced_combat else 0,
        notice=pilots.get(fit.pilot, 0) + (reaction.bright if bright else 0) if answers else NEVER,
        response=_response(view, group.warned or (group.boozer and fit.ai is not None and fit.ai.boozer_hears)),
        hits=layout.hits,
        turret=group.firepower + group.village_inn if answers and group.firepower is not None else None,
        strength=max(1, fit.damage - view.fighter_hits(fighter)),
        stake=counted + FIGHTER,
        wary=layout.alert_speed,
        stalks=reaction.oblique if stalking else 0,
    )


def _response(view: NightView, warned: bool) -> Response:
    table, reaction = view.layout.response, view.layout.reaction
    notices = table.warning if warned else table.normal
    return Response(
        notices, table.alerted, table.corkscrew, table.defensive_fire, reaction.oblique, reaction.not_attacking
    )


@lru_cache(maxsize=64)
def hit_odds(table: tuple[int, ...], points: int) -> tuple[float, ...]:
    """The chance of no hit, one, two ... with that firepower [11.0c]."""
    odds = [0.0] * (len(table) + 1)
    for total, chance in TWO_DICE.items():
        odds[bisect_right(table, total + points)] += chance
    return tuple(odds)


def answer_odds(table: Response, alerted: bool, modifier: int) -> tuple[float, float]:
    """The chance that a bomber corkscrews, and that it only fires [17.4]."""
    notices = min(6, max(0, 7 - table.notices + (table.alerted if alerted else 0))) / 6
    corkscrews = min(6, max(0, table.corkscrew - modifier)) / 6
    answers = max(corkscrews, min(6, max(0, table.defensive_fire - modifier)) / 6)
    return notices * corkscrews, notices * (answers - corkscrews)


@lru_cache(maxsize=8192)
def promise(duel: Duel, left: int, alerted: bool, good: bool, turns: int = TURNS_AHEAD) -> tuple[float, int]:
    """What a bomber with this many hits left promises, in kills less losses, and what to do about it now."""
    if not turns:
        return 0.0, HOLD_FIRE
    best, choice = hold_fire(duel, left, alerted, turns), HOLD_FIRE
    for way, printed in ((GUNS, duel.guns), (OBLIQUE, duel.oblique)):
        if printed is not None:
            value = open_fire(duel, way, aimed(duel, way, printed, alerted, good), left, alerted, turns)
            if value > best + 1e-9:
                best, choice = value, way
    return best, choice


def aimed(duel: Duel, way: int, printed: int, alerted: bool, good: bool) -> int:
    """The firepower of these guns as they can be brought to bear [28.2b, 28.4b, 28.4.1a]."""
    useless = way == OBLIQUE and (not good or (alerted and duel.wary))
    return (0 if useless else printed) - (0 if good else POOR)


def hold_fire(duel: Duel, left: int, alerted: bool, turns: int) -> float:
    """Wait behind it for a better position; it may notice all the same [17.4a]."""
    corkscrew, fire = answer_odds(duel.response, alerted, duel.notice + duel.stalks + duel.response.not_attacking)
    later = (1 - corkscrew - fire) * promise(duel, left, alerted, True, turns - 1)[0]
    later += fire * promise(duel, left, True, True, turns - 1)[0]
    return LATER * HELD * later - (corkscrew + fire) * return_fire(duel, HOLD_FIRE)[1]


def open_fire(duel: Duel, way: int, printed: int, left: int, alerted: bool, turns: int) -> float:
    """Attack: it may answer first, and again if it survives [17.4, 17.4.1b]."""
    notice = duel.notice + (duel.response.oblique if way == OBLIQUE else 0)
    corkscrew, fire = answer_odds(duel.response, alerted, notice)
    hit, cost = return_fire(duel, way)
    attacks = 1 - corkscrew - fire * hit
    value = -(corkscrew + fire) * cost
    corkscrews_then, fires_then = answer_odds(duel.response, True, notice)
    stays = 1 - corkscrews_then * (1 - FOLLOWED)
    for hits, chance in enumerate(hit_odds(duel.hits, printed + duel.pilot)):
        if hits >= left:
            value += attacks * chance
        elif chance:
            later = promise(duel, left - hits, True, True, turns - 1)[0]
            value += attacks * chance * (stays * LATER * later - (corkscrews_then + fires_then) * cost)
    if way == GUNS:  # followed, it may still be hit [17.4.3e, 17.1]
        value += corkscrew * (1 - hit) * FOLLOWED * sum(hit_odds(duel.hits, duel.pilot)[left:])
    return value


def return_fire(duel: Duel, way: int) -> tuple[float, float]:
    """The chance of being hit by the bomber's gunners, and the cost of their fire [17.4.2]."""
    if duel.turret is None:
        return 0.0, 0.0
    odds = hit_odds(duel.hits, duel.turret - (way == OBLIQUE))
    lost = sum(odds[duel.strength :])
    return 1 - odds[0], duel.stake * (lost + A_HIT * (1 - odds[0] - lost))


def group_of(view: NightView, contact: Any) -> Any:
    """The contact's kind of aircraft, or the commonest."""
    groups = view.layout.groups
    return next((group for group in groups if group.type == contact.type), groups[0])


def may_attack(view: NightView, contact: Any) -> bool:
    """Never an aircraft that may be a friend (scenario 7)."""
    return not view.layout.identification or (
        contact.type is not None and group_of(view, contact).role == GERMAN_FIGHTER
    )


def has_launched(view: NightView, contact: Any) -> bool:
    """A torpedo bomber among the ships has done its work, and is no longer worth the risk [26.3b]."""
    return bool(view.layout.naval) and contact.facing == S and ROW[contact.hex] >= SHIPS_FROM


def attack(view: NightView, ask: Ask, plotting: PlottingTable) -> int:
    """Hold fire, guns or oblique guns [11.0a, 20.0a]."""
    fighter = ask.facts["fighter"]
    contact = view.held(ask.facts["contact"])
    if not may_attack(view, contact) or has_launched(view, contact):
        return HOLD_FIRE
    group = group_of(view, contact)
    duel = duel_of(view, fighter, group, contact.hex, OBLIQUE in ask.codes)
    if GUNS not in ask.codes:
        duel = duel._replace(guns=None)
    seen = plotting.contacts.get(contact.handle)
    hits, alerted = (seen.hits, seen.alerted) if seen is not None else (contact.hits, contact.alerted)
    return promise(duel, max(1, group.damage - hits), alerted, view.good_position(fighter))[1]


def attack_all_the_same(view: NightView, ask: Ask) -> int:
    """A burst at a corkscrewing bomber that was followed costs nothing, provided that it is a bomber [17.4.3e]."""
    return GUNS if may_attack(view, view.contact(ask.facts["contact"])) else HOLD_FIRE
