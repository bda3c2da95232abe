"""Flying an interception: which end of a move promises most [9.0, 11.1, 18.0, 19.0, 23.0, 27.3].

A fighter wants to be in a bomber's hex and fly its way. Each possible end of its move is scored by how soon it can be
so, for every contact and for every likely hex of the plots, and by what its radar and its eyes will cover there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

from viermot.bots.nightfighter_attack import duel_of, kind_of, promise
from viermot.bots.nightfighter_chase import HERE, NEVER, PLACE, End, can_strike, chase, dead_ends, ends
from viermot.bots.nightfighter_plotting import PlottingTable
from viermot.kernel.hexes import UNLIMITED, WIDE
from viermot.nightfighter.board import (
    COLUMN,
    DISTANCE,
    FIRST_RANGE,
    HEXES,
    LAST_ROW,
    NO_MOON,
    ROW,
    SECOND_RANGE,
    SIZE,
)
from viermot.nightfighter.fighters import DIVE_ALL, EVADE, FLY
from viermot.nightfighter.fit import EXPERTE, GREEN
from viermot.nightfighter.table import GERMAN_FIGHTER, INTRUDER

PATIENCE: float = 0.6  # what a turn's delay leaves of a chance
KILL_A_TURN: float = 0.2  # how likely a turn in company with a bomber ends it
ATTACK: float = 0.9  # worth of an attack now
SPOT: float = 0.15  # worth of a tally now, to be used later
SCOPE: float = 0.3  # worth of a plotted bomber on the radar scope
SLIPS: float = 0.4  # what is left of a contact that will be out of sight
MINE: float = 1.3  # preference for the bomber already tallied
CLAIMED: float = 0.4  # what is left of a contact that another fighter is on to
OTHERS: float = 0.2  # worth of contacts besides the best
HOMER: float = 0.15
CROWD: float = 0.05  # what each hex nearer than APART to another fighter takes away
APART: Final = 6
CONFLICT: float = 0.3  # what deconfliction leaves of a place near another fighter [11.1]
LEAVING: float = 0.4  # cost of having to leave the map next turn
DANGER: float = 0.8  # cost of a place that an intruder on the tail can reach
HEARD_HERE, HEARD_BEHIND, WARNED_BEHIND = 0.4, 0.15, 0.1
HEIGHT: float = 0.05  # worth of a dive kept, to a fighter no faster than its quarry
STREAM_DENSITY: float = 0.05  # friendly bombers in a hex of the stream (scenario 7)
POINT: float = 0.06  # a hex as likely as this is looked at by itself
FEW: Final = 14  # so is each hex of a plot that has no more
SHORTLIST: int = 24  # ends of a move looked at closely
GLANCE: int = 4  # quarries that decide which
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
    """The same for every hex, by how long a bomber of this speed has still to fly."""
    return tuple(worth(int((LAST_ROW - ROW[h]) * 2 / (mp[0] + mp[1]))) for h in range(SIZE))


def by_cells(weights: Sequence[tuple[dict[int, float], float]]) -> tuple[dict[int, float], dict[int, float]]:
    """Likely hexes one by one, and unlikely ones summed up in cells of nine by the hex in their middle."""
    points: dict[int, float] = {}
    cells: dict[int, float] = {}
    for shares, number in weights:
        least = 0.0 if len(shares) <= FEW else POINT
        for h, w in shares.items():
            if w > least:
                points[h] = points.get(h, 0.0) + w * number
            else:
                c = CELL[h]
                cells[c] = cells.get(c, 0.0) + w * number
    return points, {CENTRES[c]: w for c, w in cells.items()}


class Target:
    """A contact, as one fighter values it."""

    __slots__ = ("facing", "hex", "lit", "mine", "place", "weight", "worth")

    def __init__(self, contact: Any, weight: float, mine: bool, worth_by_turns: tuple[float, ...]) -> None:
        self.hex: int = contact.hex
        self.facing: int = contact.facing
        self.lit: bool = contact.zone >= 0
        self.place = PLACE[contact.hex]
        self.weight = weight
        self.mine = mine
        self.worth = worth_by_turns


class Outlook:
    """The sky as one fighter sees it before it moves."""

    def __init__(self, view: Any, plotting: PlottingTable, fighter: int) -> None:
        self.view = view
        self.plotting = plotting
        self.fighter = fighter
        self.fit = view.table.fighters[fighter]
        self.moon, self.visibility, self.cloud = view.environment
        kind = plotting.kind
        self.bomber_moved = kind.mp[view.turn & 1]
        self.faster = sum(self.fit.max_mp) > sum(kind.mp)
        self.joins = chase(self.fit.max_mp, self.fit.least_mp, kind.mp)[(view.turn + 1) & 1]
        self.worths = worths(kind.mp)
        self.friends = [h for f, (h, _) in enumerate(view.fighters()) if f != fighter and h >= 0]
        self.targets = [self._target(contact) for contact in view.contacts()]
        self.quarries, self.points = self._quarries()
        self.hunters = self._hunters()
        self.hunter_mp = max((k.mp[(view.turn + 1) & 1] for k in view.table.kinds if k.role == INTRUDER), default=0)
        self.homer = view.table.identification and not view.table.fading_serrate

    def _target(self, contact: Any) -> Target:
        mine = self.fighter in contact.tallied_by
        weight = self._prey_chance(contact) * self._duel_worth(contact)
        if mine:
            weight *= MINE
        elif contact.tallied_by or contact.hex in self.friends:
            weight *= CLAIMED
        return Target(contact, weight, mine, self.worths[contact.hex])

    def _prey_chance(self, contact: Any) -> float:
        """How likely it is what the player hunts: a matter of doubt only in scenario 7."""
        if not self.view.table.identification:
            return 1.0
        if contact.type is not None:
            return 1.0 if kind_of(self.view, contact).role == GERMAN_FIGHTER else 0.0
        likely = sum(plot.number * plot.weights.get(contact.hex, 0.0) for plot in self.plotting.plots)
        return float(likely / (likely + STREAM_DENSITY))

    def _duel_worth(self, contact: Any) -> float:
        """What a bomber that is hurt or on its guard is worth, beside a fresh one."""
        seen = self.plotting.contacts.get(contact.handle)
        if seen is None or not (seen.hits or seen.alerted):
            return 1.0
        return self._worth_of_duel(kind_of(self.view, contact), contact.hex, seen.hits, seen.alerted)

    def _worth_of_duel(self, kind: Any, hex_: int, hits: int, alerted: bool) -> float:
        duel = duel_of(self.view, self.fighter, kind, hex_, self.view.has_oblique(self.fighter))
        fresh = promise(duel, kind.damage, False, True)[0]
        now = promise(duel, max(1, kind.damage - hits), alerted, True)[0]
        return min(2.0, max(0.1, now / fresh)) if fresh > 0.01 else 0.3

    def _quarries(self) -> tuple[list[Quarry], dict[int, float]]:
        """The likeliest hexes of bombers not in sight, and among them those known well enough to point a radar at."""
        shares = [(plot.weights, float(plot.number)) for plot in self.plotting.plots]
        for n, plot in enumerate(self.plotting.plots):
            if (plot.hits or plot.alerted) and plot.weights:
                hex_ = next(iter(plot.weights))
                shares[n] = (plot.weights, self._worth_of_duel(self.plotting.kind, hex_, plot.hits, plot.alerted))
        points, cells = by_cells(shares)
        found = [(w, h) for h, w in points.items()] + [(w, h) for h, w in cells.items()]
        found.sort(reverse=True)
        worths = self.worths
        self.heard = [(min(w, 1.0), h) for w, h in found]
        return [(min(w, 1.0), PLACE[h], worths[h]) for w, h in found[:MOST]], points

    def _hunters(self) -> list[tuple[float, int, int]]:
        """Where an intruder may sit on this fighter's tail, with how much that is to be feared [27.3a]."""
        plotting, turn = self.plotting, self.view.turn
        if not self.view.table.intruders or plotting.danger.get(self.fighter) != turn:
            return []
        hex_, facing = self.view.fighter(self.fighter)
        heard = plotting.dice_heard == turn
        fears = (HEARD_HERE, HEARD_BEHIND, HEARD_BEHIND) if heard else (0.0, WARNED_BEHIND, WARNED_BEHIND)
        tail = (hex_, *HEXES.line(hex_, (facing + 3) % 6, 2))
        return [(fear, h, facing) for fear, h in zip(fears, tail, strict=False)]

    # -- scores --------------------------------------------------------------------------------------

    def best(self, options: Sequence[End], dives: int, evading: bool = False) -> tuple[float, End | None]:
        """The end of a move that promises most; a diving or evading fighter promises less."""
        best, most = None, -9.0
        if len(options) > SHORTLIST:
            options = self._shortlist(options)
        quarries, joins, radar = self.quarries, self.joins, self.fit.ai
        points = self.points if radar is not None and not evading else None
        trapped = dead_ends(self.fit.least_mp)
        plain = not (points or self.targets)
        for end in options:
            hex_, facing = end.hex, end.facing
            here = PLACE[hex_] - HERE
            turns = joins[facing]
            score = 0.0
            for weight, place, gain in quarries:
                score += weight * gain[turns[place - here]]
            if not plain:
                arc: Collection[int] = HEXES.arc(hex_, facing, radar.arc, radar.range) if radar is not None else ()
                if points:
                    for h, w in points.items():
                        if h in arc:
                            score += SCOPE * w
                if self.targets:
                    score = self._with_targets(score, end, arc, dives, evading)
            if self.homer:
                ahead = HEXES.arc(hex_, facing, WIDE, UNLIMITED)
                score += HOMER * sum([w for w, h in self.heard if h in ahead])
            if self.friends:
                score *= self._room(hex_)
            if trapped[hex_ * 6 + facing]:
                score -= LEAVING
            for fear, h, f in self.hunters:
                if can_strike(h, f, self.hunter_mp, end):
                    score -= DANGER * fear
            if score > most:
                best, most = end, score
        return most, best

    def _shortlist(self, options: Sequence[End]) -> list[End]:
        """The ends that look best at a glance."""
        quarries = self.quarries[:GLANCE]
        quarries += [(target.weight, target.place, target.worth) for target in self.targets]
        joins = self.joins
        scored = []
        for n, end in enumerate(options):
            here = PLACE[end.hex] - HERE
            turns = joins[end.facing]
            score = 0.0
            for weight, place, gain in quarries:
                score += weight * gain[turns[place - here]]
            scored.append((score, n))
        scored.sort(reverse=True)
        return [options[n] for _, n in scored[:SHORTLIST]]

    def _with_targets(self, unseen: float, end: End, arc: Collection[int], dives: int, evading: bool) -> float:
        """The best contact counts in full, the rest and what is not in sight only besides it."""
        turns, here = self.joins[end.facing], PLACE[end.hex] - HERE
        top = total = 0.0
        for target in self.targets:
            value = target.worth[turns[target.place - here]]
            if evading:
                value *= 1.0 if target.lit else SLIPS
            else:
                value += self._at_hand(target, end, arc, dives, value)
            value *= target.weight
            total += value
            if value > top:
                top = value
        return top + OTHERS * (total - top) + unseen / (1 + unseen / 2) * max(0.1, 1 - 0.8 * top)

    def _at_hand(self, target: Target, end: End, arc: Collection[int], dives: int, value: float) -> float:
        """What this turn itself adds: an attack, a tally; or takes away, if the bomber slips out of sight."""
        ranges = SECOND_RANGE if target.lit and not dives else FIRST_RANGE
        seen = DISTANCE[end.hex][target.hex] <= ranges[self.visibility]
        fixed = target.hex in arc
        if not (target.lit or fixed or (target.mine and seen)):
            return value * (SLIPS - 1)
        if not seen:
            return 0.0
        chance = 1.0 if target.mine else self._tally_chance(target, end, fixed)
        if end.hex == target.hex and end.facing == target.facing and not dives:
            return ATTACK * chance
        return 0.0 if target.mine else SPOT * chance

    def _tally_chance(self, target: Target, end: End, fixed: bool) -> float:
        """The chance to tally it this turn from there [15.1.1, 19.1.3]."""
        moon = self.moon != NO_MOON
        if not target.lit and not fixed:
            return float(1 - (5 / 6) ** (1 + self.visibility + moon + self.fit.view))
        dice = 3 + moon + (2 if self.fit.pilot == EXPERTE else -2 if self.fit.pilot == GREEN else 0)
        if target.lit and fixed:
            dice += 1
        elif fixed:
            radar = self.fit.ai
            dice += radar.modifier - radar.low_penalty
            dice -= (end.facing != target.facing) + end.turned + (end.spent >= self.bomber_moved + 2)
        return float(1 - (5 / 6) ** max(1, dice))

    def _room(self, hex_: int) -> float:
        """Fighters that keep apart find more, and where they must, only so may attack [11.1]."""
        row = DISTANCE[hex_]
        room = 1.0
        for friend in self.friends:
            near = row[friend]
            if near < APART:
                room *= CONFLICT if self.view.table.deconfliction else 1 - CROWD * (APART - near)
        return room


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
    _, end = Outlook(view, plotting, fighter).best(options, view.dives(fighter), view.evading(fighter))
    assert end is not None
    return end.path


def most_mp(view: Any, fighter: int) -> int:
    """A fighter's MP this turn, without diving or evading [9.1a]."""
    mp: int = view.table.fighters[fighter].max_mp[view.turn & 1]
    return mp


def manoeuvre(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """Fly on, dive once, use up all height, or evade: whatever promises most [18.0, 27.3.1]."""
    fighter = ask.facts["fighter"]
    fit = view.table.fighters[fighter]
    hex_, facing = view.fighter(fighter)
    may_turn = not view.blinded(fighter) or view.warned(fighter)
    outlook = Outlook(view, plotting, fighter)
    height = 0.0 if outlook.faster else HEIGHT
    best, most = FLY, -99.0
    for way in ask.codes:
        evading, diving = way >= EVADE, way % EVADE
        mp = most_mp(view, fighter) + evading + (diving != FLY)
        left = view.dives(fighter) if diving == FLY else 0 if diving == DIVE_ALL else view.dives(fighter) - 1
        options = ends(hex_, facing, mp if diving else min(fit.least_mp, mp), mp, may_turn)
        score, end = outlook.best(options, left, evading)
        score += height * left - (EVASION_COST if evading else 0)
        if end is not None and (score > most or (score == most and diving > best % EVADE)):
            best, most = way, score
    return best


EVASION_COST: float = 0.2


def leave_box(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """Out of the box at once, towards the stream [23.0]."""
    outlook = Outlook(view, plotting, ask.facts["fighter"])
    options = [End(code // 6, code % 6, code, False, 1) for code in ask.codes if code < SIZE * 6]
    _, end = outlook.best(options, 0)
    assert end is not None
    return end.path
