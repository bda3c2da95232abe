"""Flying an interception: which end of a move promises most [9.0, 11.1, 18.0, 19.0, 23.0, 27.3].

A fighter wants to be in a bomber's hex, flying the same way. Each possible end of its move is scored by how soon that
can be, for every contact and for the likeliest hexes of the plots, and by what its radar and its eyes will cover there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

from viermot.games.nightfighter.bots.attack import duel_of, group_of, promise
from viermot.games.nightfighter.bots.chase import (
    HERE,
    NEVER,
    PLACE,
    End,
    can_strike,
    chase,
    dead_ends,
    ends,
    ends_by_hex,
    soonest,
)
from viermot.games.nightfighter.bots.plot import Weights, by_cells
from viermot.games.nightfighter.bots.plotting import SHIPS_FROM, TORPEDO_MP, PlottingTable
from viermot.games.nightfighter.bots.scouting import Nights, Scout, scope_chance
from viermot.games.nightfighter.knowledge.perspective import Contact, NightView
from viermot.games.nightfighter.model.board import (
    DISTANCE,
    HEXES,
    LAST_ROW,
    NO_MOON,
    ROW,
    SIZE,
)
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN, NOT_JAMMED, FittedRadar
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, INTRUDER, TORPEDO
from viermot.games.nightfighter.rules.fighters import DIVE_ALL, EVADE, FLY
from viermot.kernel.hexes import UNLIMITED, WIDE, S
from viermot.kernel.registry import Ask

# What things are worth, in attacks on a fresh bomber; found by playing thousands of games.
PATIENCE: Final = 0.6  # what a turn's delay leaves of a chance
KILL_A_TURN: Final = 0.2  # how likely a turn in company with a bomber is to end it
ATTACK: Final = 0.9  # an attack now, besides the company of the bomber
SPOT: Final = 0.15  # a tally now, to be used later
SCOPE: Final = 0.3  # a plotted bomber on the radar scope
EYES: Final = 0.6  # a plotted bomber that the crew should see, where only eyes can find one
EYES_FIRST: Final = 3.0  # ... for a crew whose radar is jammed, which then had better look out of the window
PLAN: Final = 1.0  # a bomber that a plan of several moves should find, times what finding it is worth
HOMER: Final = 0.15  # a plotted fighter within the arc of a homing receiver
SLIPS: Final = 0.4  # what is left of a contact that will be out of sight
MINE: Final = 1.3  # preference for the bomber already tallied
CLAIMED: Final = 0.4  # what is left of a contact that another fighter is after
OTHERS: Final = 0.2  # contacts besides the best
CROWD: Final = 0.05  # what each hex nearer than APART to another fighter takes away
APART: Final = 6
CONFLICT: Final = 0.3  # what deconfliction leaves of a place near another fighter [11.1]
LEAVING: Final = 0.4  # cost of a place from which every way leads off the map
LAST_CHANCE: Final = 0.2  # cost to the last fighter of leaving the map, which ends the game: at any time
LAST_TO_LEAVE: Final = 0.4  # ... and for each attacker still to be met
DANGER: Final = 0.35  # cost of a place that an intruder on the tail is sure to reach
EVASION: Final = 0.1  # cost of losing sight of everything for a turn [27.3.1]
HEIGHT: Final = 0.05  # value of a dive kept in hand, to a fighter no faster than its quarry
HALIFAXES: Final = 0.05  # friendly bombers in a hex of the stream (scenario 7)
HEARD: Final = (0.4, 0.15, 0.15)  # fear of an intruder here, one and two hexes behind: if warned, and dice were heard
WARNED: Final = (0.0, 0.1, 0.1)  # ... if only warned
MAX_POINTS, MAX_CELLS = 8, 6  # quarries weighed at a time
NO_LIMIT: Final = math.inf  # to what may still be promised

Quarry = tuple[float, int, tuple[float, ...]]  # weight, PLACE of its hex, worth by turns to join


@lru_cache(maxsize=64)
def worth(turns_left: int) -> tuple[float, ...]:
    """What joining a bomber after this many turns is worth, if it stays on the map that long."""
    return tuple(
        PATIENCE**t * (1 - (1 - KILL_A_TURN) ** (turns_left - t + 1)) if t <= turns_left else 0.0
        for t in range(NEVER + 1)
    )


@lru_cache(maxsize=64)
def worths(mp: tuple[int, int]) -> tuple[tuple[float, ...], ...]:
    """The same for every hex, by how long a bomber of this speed has still to fly."""
    return tuple(worth(int((LAST_ROW - ROW[h]) * 2 / sum(mp))) for h in range(SIZE))


@lru_cache(maxsize=1)
def torpedo_worths() -> tuple[tuple[float, ...], ...]:
    """The same for torpedo bombers, which count only until they have launched [26.3]."""
    nothing = (0.0,) * (NEVER + 1)
    return tuple(
        worth((SHIPS_FROM - 1 - ROW[h]) // TORPEDO_MP) if ROW[h] < SHIPS_FROM else nothing for h in range(SIZE)
    )


class Target:
    """A contact, as one fighter values it."""

    __slots__ = ("facing", "hex", "lit", "mine", "place", "weight", "worth")

    def __init__(self, contact: Contact, weight: float, mine: bool, worth_by_turns: tuple[float, ...]) -> None:
        self.hex = contact.hex
        self.facing = contact.facing
        self.lit = contact.zone >= 0
        self.place = PLACE[contact.hex]
        self.weight = weight
        self.mine = mine
        self.worth = worth_by_turns


class Outlook:
    """The sky as one fighter sees it before it moves."""

    def __init__(self, view: NightView, plotting: PlottingTable, fighter: Fighter) -> None:
        self.view = view
        self.plotting = plotting
        self.fighter = fighter
        layout, group = view.layout, plotting.group
        self.fit = layout.fighters[fighter]
        self.moon, self.visibility, _ = view.environment
        self.sight, self.lit_sight = layout.sight, layout.lit_sight
        torpedoes = group.role == TORPEDO
        mp = (TORPEDO_MP, TORPEDO_MP) if torpedoes else group.mp
        self.bomber_moved = mp[view.turn & 1]
        self.chase = chase(self.fit.max_mp, self.fit.least_mp, mp)
        self.joins = self.chase[(view.turn + 1) & 1]
        self.worths = torpedo_worths() if torpedoes else worths(mp)
        self.friends = [h for f, (h, _) in enumerate(view.fighters()) if f != fighter and h >= 0]
        self.targets = [self._target(contact) for contact in view.contacts()]
        self.points, self.cells = by_cells(self._shares())
        self.likeliest = sorted([(w, h) for h, w in self.points.items()], reverse=True)[:MAX_POINTS]
        self.by_eye = self._only_eyes()
        self.homing = layout.identification and not layout.fading_serrate
        self.hunters = self._hunters() if layout.intruders else []
        self.scout: Scout | None = None

    def look_ahead(self, nights: Nights) -> None:
        """From now on value each end of a move for what a plan of several moves would find, if nobody is in hand."""
        if self.fit.ai is not None and not any(target.mine for target in self.targets):
            sight = self.sight[self.visibility]
            self.scout = Scout(nights, self.fit, self.chase, self.worths, sight, self._look_chance())

    # -- what there is to fly to ---------------------------------------------------------------------

    def _target(self, contact: Any) -> Target:
        mine = self.fighter in contact.tallied_by
        weight = self._prey_chance(contact) * self._duel_worth(contact)
        if mine:
            weight *= MINE
        elif contact.tallied_by or contact.hex in self.friends:
            weight *= CLAIMED
        gains = self.worths if contact.facing == S else worths(self.plotting.group.mp)
        return Target(contact, weight, mine, gains[contact.hex])

    def _prey_chance(self, contact: Any) -> float:
        """How likely it is to be fair game: in doubt only in scenario 7."""
        if not self.view.layout.identification:
            return 1.0
        if contact.type is not None:
            return 1.0 if group_of(self.view, contact).role == GERMAN_FIGHTER else 0.0
        likely = sum([plot.number * plot.weights.get(contact.hex, 0.0) for plot in self.plotting.plots])
        return likely / (likely + HALIFAXES)

    def _duel_worth(self, contact: Any) -> float:
        seen = self.plotting.contacts.get(contact.handle)
        if seen is None or not (seen.hits or seen.alerted):
            return 1.0
        return self._beside_a_fresh_one(group_of(self.view, contact), contact.hex, seen.hits, seen.alerted)

    def _beside_a_fresh_one(self, group: Any, hex_: Hex, hits: int, alerted: bool) -> float:
        """What a bomber that is hurt or on its guard is worth."""
        duel = duel_of(self.view, self.fighter, group, hex_, self.view.has_oblique(self.fighter))
        fresh = promise(duel, group.damage, False, True)[0]
        now = promise(duel, max(1, group.damage - hits), alerted, True)[0]
        return min(2.0, max(0.1, now / fresh)) if fresh > 0.01 else 0.3

    def _shares(self) -> list[tuple[Weights, float]]:
        """The plots, each with how many it holds or what its one bomber is worth."""
        shares: list[tuple[Weights, float]] = []
        for plot in self.plotting.plots:
            value = float(plot.number)
            if (plot.hits or plot.alerted) and plot.weights:
                value = self._beside_a_fresh_one(self.plotting.group, next(iter(plot.weights)), plot.hits, plot.alerted)
            shares.append((plot.weights, value))
        return shares

    def _quarries(self) -> list[Quarry]:
        """What there is to fly to besides contacts: the likeliest hexes of the plots."""
        worths = self.worths
        cells = sorted([(w, h) for h, w in self.cells.items()], reverse=True)[:MAX_CELLS]
        return [(min(w, 1.0), PLACE[h], worths[h]) for w, h in self.likeliest + cells]

    def _hunters(self) -> list[tuple[float, Hex, int]]:
        """Where an intruder may sit on this fighter's tail, and how much that is to be feared [27.3a]."""
        if self.plotting.danger.get(self.fighter) != self.view.turn:
            return []
        hex_, facing = self.view.fighter(self.fighter)
        tail = (hex_, *HEXES.line(hex_, (facing + 3) % 6, 2))
        if self.plotting.attacked.get(self.fighter) == self.view.turn:
            return [(1.0, hex_, facing)]
        fears = HEARD if self.plotting.dice_heard == self.view.turn else WARNED
        return [(fear, h, facing) for fear, h in zip(fears, tail, strict=False)]

    # -- scores --------------------------------------------------------------------------------------

    def best(self, by_hex: Sequence[Sequence[End]], dives: int, evading: bool = False) -> tuple[float, End | None]:
        """The end of a move that promises most; to a fighter with height in hand, or evading, it promises less.

        Hexes that may promise most come first, and those that cannot promise as much as the best found need no look.
        Between equals the first counts.
        """
        best, highest, found_at = None, -9.0, 0
        quarries, joins = self._quarries(), self.joins
        trapped = dead_ends(self.fit.least_mp)
        radar = self.fit.ai if self.points and not evading else None
        likely = {h for _, h in self.likeliest}
        leaving = LEAVING if self.friends else self._end_of_the_night()
        careful = bool(self.friends or self.hunters or self.homing)
        eyes = self._worth_of_eyes() if self.by_eye and not evading else 0.0
        unseen, reach = self.plotting.unseen_around, self.sight[self.visibility]
        scout = self.scout
        hopes = self._hopes(by_hex, quarries, eyes, radar)
        for n in sorted(range(len(by_hex)), key=hopes.__getitem__, reverse=True):
            if hopes[n] < highest:
                break
            for end in by_hex[n]:
                hex_, facing, _, _, _, here = end
                turns = joins[facing]
                score = 0.0
                for weight, place, gain in quarries:
                    score += weight * gain[turns[place - here]]
                if eyes:
                    score += eyes * unseen(hex_, reach)
                if scout is not None:
                    score += PLAN * scout.promises(end)
                if radar is not None and not likely.isdisjoint(HEXES.arc(hex_, facing, radar.arc, radar.range)):
                    score = self._on_scope(score, end, radar)
                if self.targets:
                    score = self._close(score, end, dives, evading)
                if careful:
                    score = self._careful(score, end)
                if trapped[hex_ * 6 + facing]:
                    score -= leaving
                if score > highest or (score == highest and n < found_at):
                    best, highest, found_at = end, score, n
        return highest, best

    def _hopes(
        self, by_hex: Sequence[Sequence[End]], quarries: Sequence[Quarry], eyes: float, radar: FittedRadar | None
    ) -> list[float]:
        """The most that each hex may promise, where there are only plots to fly to: facing the best way, with every
        likely hex in range on the scope. It is added up in the order of the real sum, so that it is never less.
        """
        if self.targets or self.homing or self.scout is not None:
            return [NO_LIMIT] * len(by_hex)
        turns, unseen, sight = soonest(self.joins), self.plotting.unseen_around, self.sight[self.visibility]
        scope = SCOPE * (scope_chance(self.fit) if self.by_eye else 1.0)
        hopes = []
        for ends_there in by_hex:
            hex_, _, _, _, _, here = ends_there[0]
            hope = 0.0
            for weight, place, gain in quarries:
                hope += weight * gain[turns[place - here]]
            if eyes:
                hope += eyes * unseen(hex_, sight)
            if radar is not None:
                row, reach = DISTANCE[hex_], radar.range
                for w, h in self.likeliest:
                    if row[h] <= reach:
                        hope += scope * w
            hopes.append(hope)
        return hopes

    def _only_eyes(self) -> bool:
        """Is there nothing else that finds a bomber: no radar that is not jammed, and no searchlights?"""
        radars = [*self.view.layout.radars, self.fit.ai]
        clear = any(radar is not None and radar.jam == NOT_JAMMED for radar in radars)
        return not clear and not self.view.layout.searching

    def _look_chance(self) -> float:
        """The chance that a general look finds a bomber within sight [10.1]."""
        return float(1 - (5 / 6) ** (1 + self.visibility + (self.moon != NO_MOON) + self.fit.view))

    def _worth_of_eyes(self) -> float:
        """What a plotted bomber within sight is worth where only eyes can find one."""
        return (EYES if self.fit.ai is None else EYES_FIRST) * self._look_chance()

    def _end_of_the_night(self) -> float:
        """What it costs the last fighter to leave, which ends the game: the attackers still to be met."""
        to_meet = sum([plot.number * (1 - plot.gone) for plot in self.plotting.plots])
        return LAST_CHANCE + LAST_TO_LEAVE * to_meet

    def _on_scope(self, unseen: float, end: End, radar: FittedRadar) -> float:
        """Add what the radar should show of those that are only plotted."""
        arc = HEXES.arc(end.hex, end.facing, radar.arc, radar.range)
        scope = SCOPE * (scope_chance(self.fit) if self.by_eye else 1.0)
        for w, h in self.likeliest:
            if h in arc:
                unseen += scope * w
        return unseen

    def _close(self, unseen: float, end: End, dives: int, evading: bool) -> float:
        """Add what can be done about contacts. The best counts in full, everything else only as an extra."""
        radar = self.fit.ai
        arc: Collection[int] = ()
        if radar is not None and not evading:
            arc = HEXES.arc(end.hex, end.facing, radar.arc, radar.range)
        turns = self.joins[end.facing]
        top = total = 0.0
        for target in self.targets:
            value = target.worth[turns[target.place - end.here]]
            value = target.weight * (value + self._at_hand(target, end, arc, dives, evading, value))
            total += value
            if value > top:
                top = value
        return top + OTHERS * (total - top) + unseen / (1 + unseen / 2) * max(0.1, 1 - 0.8 * top)

    def _at_hand(
        self, target: Target, end: End, arc: Collection[int], dives: int, evading: bool, value: float
    ) -> float:
        """What this turn itself adds: an attack, a tally; or takes away, if the bomber slips out of sight."""
        ranges = self.lit_sight if target.lit and not dives else self.sight
        seen = DISTANCE[end.hex][target.hex] <= ranges[self.visibility] and not evading
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
        elif fixed and self.fit.ai is not None:
            radar = self.fit.ai
            dice += radar.modifier - radar.low_penalty
            dice -= (end.facing != target.facing) + end.turned + (end.spent >= self.bomber_moved + 2)
        return float(1 - (5 / 6) ** max(1, dice))

    def _careful(self, score: float, end: End) -> float:
        """Keep apart from other fighters [11.1], out of an intruder's reach, and the homing receiver on the plots."""
        if self.homing:
            ahead = HEXES.arc(end.hex, end.facing, WIDE, UNLIMITED)
            heard = [w for h, w in (*self.points.items(), *self.cells.items()) if h in ahead]
            score += HOMER * sum(heard)
        row = DISTANCE[end.hex]
        for friend in self.friends:
            near = row[friend]
            if near < APART:
                score *= CONFLICT if self.view.layout.deconfliction else 1 - CROWD * (APART - near)
        if self.hunters:
            score -= DANGER * sum([fear for fear, h, facing in self.hunters if self._in_danger(end, h, facing)])
        return score

    def _in_danger(self, end: End, hex_: Hex, facing: int) -> bool:
        """Could an intruder there attack a fighter here next turn? It must have it on its scope first [27.2.3]."""
        parity = (self.view.turn + 1) & 1
        for group in self.view.layout.groups:
            if group.role == INTRUDER and can_strike(hex_, facing, group.mp[parity], end):
                radar = group.ai
                if radar is None or end.hex in HEXES.arc(hex_, facing, radar.arc, radar.range):
                    return True
        return False


# -- answers ---------------------------------------------------------------------------------------


def fly(view: NightView, ask: Ask, plotting: PlottingTable, nights: Nights | None = None) -> int:
    """Choose the path [9.1, 9.2]; with nights to try plans in, looking several moves ahead."""
    facts = ask.facts
    fighter = facts["fighter"]
    hex_, facing = view.fighter(fighter)
    options = ends(hex_, facing, facts["least"], facts["most"], may_turn(view, fighter))
    if not options:
        code: int = ask.codes[0]  # every way leads off the map
        return code
    if not may_turn(view, fighter):
        return min(options, key=lambda end: end.spent).path  # blind and straight on: the slower, the longer on the map
    outlook = Outlook(view, plotting, fighter)
    if nights is not None and not view.evading(fighter):
        outlook.look_ahead(nights)
    by_hex = ends_by_hex(hex_, facing, facts["least"], facts["most"], True)
    _, end = outlook.best(by_hex, view.dives(fighter), view.evading(fighter))
    assert end is not None
    return end.path


def may_turn(view: NightView, fighter: Fighter) -> bool:
    """A blinded crew flies straight on, unless it is warned [17.3.2b, ruling A31]."""
    return not view.blinded(fighter) or bool(view.warned(fighter))


def manoeuvre(view: NightView, ask: Ask, plotting: PlottingTable) -> int:
    """Fly on, dive once, use up all height, or evade: whatever promises most [18.0, 27.3.1]."""
    fighter = ask.facts["fighter"]
    fit = view.layout.fighters[fighter]
    hex_, facing = view.fighter(fighter)
    outlook = Outlook(view, plotting, fighter)
    height = HEIGHT if sum(fit.max_mp) <= sum(plotting.group.mp) else 0.0
    found: list[tuple[float, int, int]] = []  # score, dives spent (between equals, the more the better), way
    for way in ask.codes:
        evading, diving = way >= EVADE, way % EVADE
        left = view.dives(fighter) - (diving != FLY) if diving != DIVE_ALL else 0
        mp = fit.max_mp[view.turn & 1] + evading + (diving != FLY)
        minimum = mp if diving else min(fit.least_mp, mp)
        score, end = outlook.best(ends_by_hex(hex_, facing, minimum, mp, may_turn(view, fighter)), left, evading)
        if end is not None:
            found.append((score + height * left - EVASION * evading, -left, way))
    return max(found)[2] if found else FLY


def leave_box(view: NightView, ask: Ask, plotting: PlottingTable) -> int:
    """Out of the box at once, towards the stream [23.0]."""
    outlook = Outlook(view, plotting, ask.facts["fighter"])
    options = [
        [End(Hex(code // 6), code % 6, code, False, 1, PLACE[code // 6] - HERE)]
        for code in ask.codes
        if code < SIZE * 6
    ]
    _, end = outlook.best(options, 0)
    assert end is not None
    return end.path


def who_moves(view: NightView, ask: Ask) -> int:
    """Those with a bomber in hand first, so that the others keep out of their way."""

    def claim(code: int) -> tuple[bool, bool, bool]:
        fighter = Fighter(code)
        return view.tally_of(fighter) == 0, view.fix_of(fighter) == 0, view.fighter(fighter)[0] < 0

    return int(min(ask.codes, key=claim))
