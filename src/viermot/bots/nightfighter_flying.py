"""Flying an interception: which end of a move brings the fighter nearest to an attack [9.0, 18.0, 19.0, 23.0]."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from viermot.bots.nightfighter_chase import HERE, NEVER, PLACE, End, chase, ends
from viermot.bots.nightfighter_attack import duel_of, kind_of, promise
from viermot.bots.nightfighter_plot import PlottingTable
from viermot.nightfighter.board import COLUMN, DISTANCE, FIRST_RANGE, HEXES, LAST_ROW, NO_MOON, ROW, SECOND_RANGE, SIZE
from viermot.nightfighter.fit import EXPERTE, GREEN
from viermot.nightfighter.table import GERMAN_FIGHTER, INTRUDER

PATIENCE: float = 0.6  # what a turn's delay leaves of a chance
KILL_A_TURN: float = 0.2  # how likely a turn in company with a bomber ends it
ATTACK: float = 0.9  # worth of an attack now
SPOT: float = 0.15  # worth of a tally now, to be used later
SCOPE: float = 0.3  # worth of a plot on the radar scope
SLIPS: float = 0.4  # what is left of a contact that will be lost for being out of sight
HEIGHT: float = 0.05  # worth of a dive kept, to a fighter no faster than its quarry
LEAVING: float = 0.4
TOP: float = 0.8
BLUR: float = 1.0
SAT: float = 0.5
CLAIMED: float = 0.4
CROWD: float = 0.06
APART: int = 6
POINT: float = 0.06
DUEL: int = 1
REST: float = 0.2
FEW: Final = 14  # a plot of no more hexes is looked at hex by hex
MOST: Final = 12  # quarries weighed at a time
CELL: Final = bytes((COLUMN[h] - 1) // 3 * 9 + (ROW[h] - 1) // 3 for h in range(SIZE))
CENTRES: Final = tuple(HEXES.at(c * 3 + 2, r * 3 + 2) for c in range(6) for r in range(9))

Quarry = tuple[float, int, tuple[float, ...]]  # weight, PLACE of its hex, worth by turns to join


@lru_cache(maxsize=64)
def worth(turns_left: int) -> tuple[float, ...]:
    """What joining a bomber after so many turns is worth, if it stays on the map that long."""
    return tuple(
        PATIENCE**t * (1 - (1 - KILL_A_TURN) ** (turns_left - t + 1)) if t <= turns_left else 0.0
        for t in range(NEVER + 1)
    )


@lru_cache(maxsize=64)
def worths(mp: tuple[int, int]) -> tuple[tuple[float, ...], ...]:
    """The same for every hex, by how long a bomber of this speed still has to fly."""
    return tuple(worth(int((LAST_ROW - ROW[h]) * 2 / (mp[0] + mp[1]))) for h in range(SIZE))


@lru_cache(maxsize=8)
def dead_ends(least: int) -> bytes:
    """For each hex and facing: must a fighter there leave the map with its next move? [9.1b, 9.2.1]"""
    return bytes(not ends(h, f, least, least, True) for h in range(SIZE) for f in range(6))


class Outlook:
    """The sky as one fighter sees it before it moves."""

    def __init__(self, view: Any, plotting: PlottingTable, fighter: int) -> None:
        self.view = view
        self.fighter = fighter
        self.fit = view.table.fighters[fighter]
        self.moon, self.visibility, self.cloud = view.environment
        self.tally = view.tally_of(fighter)
        kind = max((k for k in view.table.kinds if k.role != INTRUDER), key=lambda k: k.count)
        if view.table.identification:
            kind = next(k for k in view.table.kinds if k.role == GERMAN_FIGHTER)
        self.quarry_mp = kind.mp
        self.moved = kind.mp[view.turn & 1]
        table = chase(self.fit.max_mp, self.fit.least_mp, kind.mp)
        self.joins = table[(view.turn + 1) & 1]
        self.worths = worths(kind.mp)
        self.friends = [h for f, (h, _) in enumerate(view.fighters()) if f != fighter and h >= 0]
        self.contacts = [self._weighed(contact) for contact in view.contacts()]
        self.quarries, self.points = self._plots(plotting)

    def _weighed(self, contact: Any) -> tuple[Any, float]:
        weight = 1.0
        if contact.type is None and self.view.table.identification:
            weight = 0.3
        elif self.view.table.identification:
            hunter = any(k.type == contact.type and k.role == GERMAN_FIGHTER for k in self.view.table.kinds)
            weight = 1.5 if hunter else 0.0
        if contact.tallied_by and self.fighter not in contact.tallied_by:
            weight *= CLAIMED
        elif any(h == contact.hex for h in self.friends):
            weight *= CLAIMED
        elif self.fighter in contact.tallied_by:
            weight *= 1.3
        if DUEL:
            kind = kind_of(self.view, contact)
            obl = self.view.has_oblique(self.fighter)
            duel = duel_of(self.view, self.fighter, kind, contact.hex, obl)
            fresh = promise(duel, kind.damage, False, True)[0]
            now = promise(duel, max(1, kind.damage - contact.hits), contact.alerted, True)[0]
            weight *= min(2.0, max(0.1, now / fresh)) if fresh > 0.01 else 0.3
        else:
            weight *= 1 + 0.15 * contact.hits
        return contact, weight

    def _plots(self, plotting: PlottingTable) -> tuple[list[Quarry], dict[int, float]]:
        cells: dict[int, float] = {}
        points: dict[int, float] = {}
        for plot in plotting.plots:
            number = plot.number
            if len(plot.weights) <= FEW:
                for h, w in plot.weights.items():
                    points[h] = points.get(h, 0.0) + w * number
            else:
                for h, w in plot.weights.items():
                    if w > POINT:
                        points[h] = points.get(h, 0.0) + w * number
                    else:
                        c = CELL[h]
                        cells[c] = cells.get(c, 0.0) + w * number
        found = [(w, h) for h, w in points.items()]
        found += [(w, CENTRES[c]) for c, w in cells.items()]
        found.sort(reverse=True)
        worths = self.worths
        return [(min(w, 0.98) * BLUR, PLACE[h], worths[h]) for w, h in found[:MOST]], points

    # -- scores --------------------------------------------------------------------------------------

    def best(self, options: Iterable[End], dives: int) -> tuple[float, End | None]:
        """The end of a move that promises most."""
        best, most = None, -9.0
        quarries, joins = self.quarries, self.joins
        radar = self.fit.ai
        points = self.points if radar is not None else None
        contacts = self.contacts
        friends = self.friends
        trapped = dead_ends(self.fit.least_mp)
        for end in options:
            here = PLACE[end.hex] - HERE
            turns = joins[end.facing]
            score = 0.0
            for weight, place, gain in quarries:
                score += weight * gain[turns[place - here]]
            if points or contacts:
                arc = HEXES.arc(end.hex, end.facing, radar.arc, radar.range) if radar is not None else ()
                if points:
                    for h, w in points.items():
                        if h in arc:
                            score += SCOPE * w
                if contacts:
                    top = rest = 0.0
                    for contact, weight in contacts:
                        value = weight * self.promise(contact, end, arc, dives, turns[PLACE[contact.hex] - here])
                        rest += value
                        if value > top:
                            top = value
                    score = top + REST * (rest - top) + score / (1 + SAT * score) * max(0.1, 1 - TOP * top)
            for friend in friends:
                near = DISTANCE[end.hex][friend]
                if near < APART:
                    score *= 1 - CROWD * (APART - near)
            if trapped[end.hex * 6 + end.facing]:
                score -= LEAVING
            if score > most:
                best, most = end, score
        return most, best

    def promise(self, contact: Any, end: End, arc: Any, dives: int, turns: int) -> float:
        """What a contact is worth from the end of a move."""
        far = DISTANCE[end.hex][contact.hex]
        lit = contact.zone >= 0
        seen = far <= (SECOND_RANGE if lit and not dives else FIRST_RANGE)[self.visibility]
        mine = self.tally == contact.handle
        value = self.worths[contact.hex][turns]
        fixed = contact.hex in arc
        if not (lit or fixed or (mine and seen)):
            value *= SLIPS
        if seen:
            chance = 1.0 if mine else self.tally_chance(end, lit, fixed, contact.facing)
            if end.hex == contact.hex and end.facing == contact.facing and not dives:
                value += ATTACK * chance
            elif not mine:
                value += SPOT * chance
        return value

    def tally_chance(self, end: End, lit: bool, fixed: bool, facing: int) -> float:
        """The chance to tally it this turn from there [15.1.1, 19.1.3]."""
        moon = self.moon != NO_MOON
        if not lit and not fixed:
            return 1 - (5 / 6) ** (1 + self.visibility + moon + self.fit.view)
        dice = 3 + moon + (2 if self.fit.pilot == EXPERTE else -2 if self.fit.pilot == GREEN else 0)
        if lit and fixed:
            dice += 1
        elif fixed:
            radar = self.fit.ai
            dice += radar.modifier - radar.low_penalty
            dice -= (end.facing != facing) + end.turned + (end.spent >= self.moved + 2)
        return float(1 - (5 / 6) ** max(1, dice))


def fly(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """Choose the path [9.1, 9.2]."""
    facts = ask.facts
    fighter = facts["fighter"]
    hex_, facing = view.fighter(fighter)
    may_turn = not view.blinded(fighter) or view.warned(fighter)
    options = ends(hex_, facing, facts["least"], facts["most"], may_turn)
    if not options:
        code: int = ask.codes[0]
        return code
    outlook = Outlook(view, plotting, fighter)
    _, end = outlook.best(options, view.dives(fighter))
    assert end is not None
    return end.path


def dive_or_not(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """Fly on, dive once or use up all height; evade only with nothing in hand [18.0, 27.3.1]."""
    fighter = ask.facts["fighter"]
    dives = view.dives(fighter)
    if not dives:
        return 0
    fit = view.table.fighters[fighter]
    hex_, facing = view.fighter(fighter)
    most = fit.max_mp[view.turn & 1]
    outlook = Outlook(view, plotting, fighter)
    fast = sum(fit.max_mp) >= sum(outlook.quarry_mp) + 1
    keep = 0.0 if fast else HEIGHT
    may_turn = not view.blinded(fighter)
    if not may_turn:
        return 0
    scored = []
    for way, left in ((0, dives), (1, dives - 1), (2, 0)):
        if way not in ask.codes:
            continue
        least, top = (fit.least_mp, most) if way == 0 else (most + 1, most + 1)
        options = ends(hex_, facing, min(least, top), top, True)
        score, end = outlook.best(options, left)
        if end is not None:
            scored.append((score + keep * left, -left, way))
    return max(scored)[2] if scored else 0


def leave_box(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """Out of the box at once, towards the stream [23.0]."""
    outlook = Outlook(view, plotting, ask.facts["fighter"])
    options = [End(code // 6, code % 6, code, False, 1) for code in ask.codes if code < SIZE * 6]
    _, end = outlook.best(options, 0)
    assert end is not None
    return end.path
