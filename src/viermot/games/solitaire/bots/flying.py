"""Flying in the solitaire game: the end of a move is worth what can be joined and found from there [9.0]."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from viermot.games.nightfighter.bots.chase import HERE, NEVER, PLACE, End, chase, dead_ends, ends
from viermot.games.nightfighter.bots.scouting import Nights, Scout
from viermot.games.nightfighter.model.board import (
    DISTANCE,
    GOOD,
    HEXES,
    LAST_ROW,
    NEIGHBOUR,
    NO_MOON,
    OFF,
    ROW,
    SIZE,
)
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN
from viermot.games.nightfighter.model.ids import Fighter, Hex
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER
from viermot.games.nightfighter.model.notation import IN_BOX
from viermot.games.nightfighter.rules.fighters import DIVE, DIVE_ALL, FLY
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.games.solitaire.model.board import HIGH, NONE
from viermot.kernel.hexes import S
from viermot.kernel.registry import Ask

# What things are worth, in bombers shot down; found by playing thousands of games.
PATIENCE: Final = 0.75  # what a turn's delay leaves of a chance
KILL_A_TURN: Final = 0.25  # how likely a turn in company with a bomber is to end it
SURE: Final = (1.0, 0.55, 0.35, 0.3)  # of a bomber's worth, by how uncertain its place is: none, low, moderate, high
FIND: Final = 0.3  # finding it now
ATTACK: Final = 0.6  # being able to attack it now
MINE: Final = 1.3  # the bomber this crew has in sight
CLAIMED: Final = 0.5  # a bomber that another crew has in sight
OTHERS: Final = 0.15  # all bombers but the best
PLAN: Final = 0.5  # a bomber that a plan of several moves should find, times what finding it is worth
APART: Final = 6  # nearer than this a friend keeps a crew from firing by the rule of deconfliction [11.1]
CONFLICT: Final = 0.3  # what that leaves of a place
LEAVING: Final = 0.8  # cost of having to leave the map next turn
NEAR: Final = 7  # within this distance every hex of an area is weighed, beyond it only the counter's own
LIT_SOON: Final = 1.25  # a bomber about to fly into searchlights


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


class Quarry:
    """A counter as one fighter values it: how likely each hex is, times what the bomber is worth."""

    __slots__ = ("area", "bomber", "counter", "joins", "real", "share", "spots", "weight", "worths")

    def __init__(self, view: SoloView, counter: Any, fighter: Fighter) -> None:
        fit = view.layout.fighters[fighter]
        group = view.group_of(counter.handle)
        self.counter = counter
        self.bomber = counter.bomber
        self.real = 1 / counter.left if counter.level == 3 else 1.0
        self.weight = SURE[counter.level] * prey(view, counter)
        if fighter in counter.tallied_by:
            self.weight *= MINE
        elif counter.tallied_by:
            self.weight *= CLAIMED
        elif counter.level != NONE and about_to_be_lit(view, counter.hex, group.mp):
            self.weight *= LIT_SOON
        self.joins = chase(fit.max_mp, fit.least_mp, group.mp)[(view.turn + 1) & 1]
        self.worths = worths(group.mp)
        here = view.fighter(fighter)[0]
        area = [h for h in view.area(counter.handle) if h != OFF and h not in counter.excluded]
        self.area = frozenset(area)
        near = here < 0 or DISTANCE[here][counter.hex] <= NEAR
        self.spots = [(PLACE[h], self.worths[h]) for h in (area if near else [counter.hex])]
        self.share = self.real * self.weight / len(self.spots) if self.spots else 0.0


def prey(view: SoloView, counter: Any) -> float:
    """How likely it is to be fair game: in doubt only in scenario 7."""
    if not view.layout.identification:
        return 1.0
    if counter.hidden:
        return 0.1
    return 1.0 if view.group_of(counter.handle).role == GERMAN_FIGHTER else 0.0


def about_to_be_lit(view: SoloView, hex_: Hex, mp: tuple[int, int]) -> bool:
    """Will it be over active searchlights next turn, or is it now?"""
    if view.environment.cloud or view.layout.high:
        return False
    lit = view.layout.active_at
    ahead = min(hex_ + mp[0], hex_ - ROW[hex_] + LAST_ROW)
    return bool(lit[hex_] or lit[ahead])


class Outlook:
    """The sky as one fighter sees it before it moves."""

    def __init__(self, view: SoloView, fighter: Fighter) -> None:
        self.view = view
        self.fighter = fighter
        self.fit = view.layout.fighters[fighter]
        self.quarries = [Quarry(view, counter, fighter) for counter in view.counters()]
        self.friends = self._friends_in_the_way()
        self.dead = dead_ends(self.fit.least_mp)
        self.dice = self._dice()
        self.spots_it = 1 - (5 / 6) ** self.dice
        self.looks_ahead = view.environment.visibility == GOOD
        self.reach = 2 + max(1, self.fit.ai.range if self.fit.ai is not None else 0)  # areas are two hexes deep
        self.scout: Scout | None = None

    def look_ahead(self, nights: Nights) -> None:
        """From now on value each end of a move for what a plan of several moves would find, if nobody is in hand."""
        if self.quarries and not any(self.fighter in quarry.counter.tallied_by for quarry in self.quarries):
            fit, mp = self.fit, self.view.group_of(self.quarries[0].counter.handle).mp
            joins = chase(fit.max_mp, fit.least_mp, mp)
            self.scout = Scout(nights, fit, joins, worths(mp), 0, 1 - (5 / 6) ** self.dice)

    def _friends_in_the_way(self) -> list[int]:
        """Where the other fighters are, if they would keep it from attacking [11.1]."""
        if not self.view.layout.deconfliction:
            return []
        return [h for f, (h, _) in enumerate(self.view.fighters()) if f != self.fighter and h >= 0]

    def _dice(self) -> int:
        moon, visibility, _ = self.view.environment
        view = self.fit.view and self.fit.pilot != GREEN and not self.view.layout.untrained
        return int(1 + visibility + (moon != NO_MOON) + view)

    def value(self, end: End, height: int = 0) -> float:
        """What this end of a move promises; with height in hand no attack is possible yet [18.0c]."""
        by_bomber: dict[int, float] = {}
        find = attack = 0.0
        facing, here, row, reach = end.facing, end.here, DISTANCE[end.hex], self.reach
        for quarry in self.quarries:
            joins, promise = quarry.joins[facing], 0.0
            for place, by_turns in quarry.spots:
                promise += by_turns[joins[place - here]]
            by_bomber[quarry.bomber] = by_bomber.get(quarry.bomber, 0.0) + quarry.share * promise
            counter = quarry.counter
            far = row[counter.hex]
            if far > reach:
                continue
            if counter.level != NONE:
                find = max(find, quarry.real * quarry.weight * self._finds(quarry, end))
            elif not far and facing == S and not height:
                attack = max(attack, quarry.weight * self._in_sight(quarry, end))
        best = max(by_bomber.values(), default=0.0)
        total = best + OTHERS * (sum(by_bomber.values()) - best) + FIND * find + ATTACK * attack
        if self.scout is not None:
            total += PLAN * self.scout.promises(end)
        for friend in self.friends:
            if DISTANCE[end.hex][friend] < APART:
                total *= CONFLICT
        return total - (LEAVING if self.dead[end.hex * 6 + end.facing] else 0.0)

    def _in_sight(self, quarry: Quarry, end: End) -> float:
        """The chance of having it in sight this turn, from its own hex."""
        if self.fighter in quarry.counter.tallied_by:
            return 1.0
        miss: float = (5 / 6) ** self.dice
        fixed = quarry.counter.zone >= 0 or (self.fit.ai is not None and self.fit.ai.jam == 0)
        if fixed and self.view.layout.advanced_tally:
            miss *= (5 / 6) ** (5 if self.fit.pilot == EXPERTE else 3)
        return 1 - miss

    def _finds(self, quarry: Quarry, end: End) -> float:
        """The chance of finding an uncertain one from there: by radar, else by eye."""
        area = quarry.area
        if not area:
            return 0.0
        chance = 0.0
        radar = self.fit.ai
        if radar is not None:
            arc = HEXES.arc(end.hex, end.facing, radar.arc, radar.range)
            works = 1.0 if radar.jam == 0 else 0.3
            chance = works * len(area & arc) / len(area)
        sees = (end.hex in area) + (self.looks_ahead and NEIGHBOUR[end.hex * 6 + end.facing] in area)
        return max(chance, self.spots_it * sees / len(area))


def nights_of(view: SoloView, count: int, seed: int) -> Nights:
    """Nights that agree with the counters whose places are uncertain."""
    nights = Nights(view.turn, count, seed)
    for counter in view.counters():
        if counter.level != NONE and prey(view, counter) > 0:
            area = [h for h in view.area(counter.handle) if h != OFF and h not in counter.excluded]
            real = prey(view, counter) * (1 / counter.left if counter.level == HIGH else 1.0)
            nights.draw(dict.fromkeys(area, real / max(1, len(area))), 1, view.group_of(counter.handle).mp)
    return nights


def fly(view: SoloView, ask: Ask, nights: Nights | None = None) -> int:
    """The path to the best end of the move [9.2a]; with nights to try plans in, looking several moves ahead."""
    facts = ask.facts
    fighter = facts["fighter"]
    hex_, facing = view.fighter(fighter)
    outlook = Outlook(view, fighter)
    if nights is not None:
        outlook.look_ahead(nights)
    may_turn = not view.blinded(fighter) or view.warned(fighter)
    found = ends(hex_, facing, facts["least"], facts["most"], may_turn)
    if not found:  # every way leads off the map
        return int(ask.codes[0])
    height = view.dives(fighter)
    return max(found, key=lambda end: (outlook.value(end, height), -end.turned, -end.spent)).path


def manoeuvre(view: SoloView, ask: Ask) -> int:
    """Come down on a bomber that can be reached, dive after one that cannot; else stay high [18.0]."""
    fighter = ask.facts["fighter"]
    fit = view.layout.fighters[fighter]
    hex_, facing = view.fighter(fighter)
    maximum = fit.max_mp[view.turn & 1]
    exact = [counter for counter in view.counters() if counter.level == NONE and prey(view, counter) > 0.5]
    if not exact:
        return FLY if FLY in ask.codes else int(ask.codes[0])
    places = {(counter.hex, S) for counter in exact}
    diving = {(end.hex, end.facing) for end in ends(hex_, facing, maximum + 1, maximum + 1, True)}
    flying = {(end.hex, end.facing) for end in ends(hex_, facing, fit.least_mp, maximum, True)}
    seen_from = view.layout.lit_sight[view.environment.visibility] + maximum
    near = any(DISTANCE[hex_][counter.hex] <= seen_from for counter in exact)
    if DIVE_ALL in ask.codes and (places & diving or (near and not places & flying)):
        return DIVE_ALL
    if DIVE in ask.codes and places & flying and view.dives(fighter) == 1:
        return DIVE
    return FLY if FLY in ask.codes else int(ask.codes[0])


def leave_box(view: SoloView, ask: Ask) -> int:
    """Out of the box when there is something to meet, to where most can be joined [23.0]."""
    fighter = ask.facts["fighter"]
    if not view.counters():
        return IN_BOX
    outlook = Outlook(view, fighter)
    best, choice = 0.15, IN_BOX
    for place in ask.codes:
        if place == IN_BOX:
            continue
        hex_, facing = Hex(place // 6), place % 6
        value = outlook.value(End(hex_, facing, 0, False, 1, PLACE[hex_] - HERE), 1)
        if value > best:
            best, choice = value, place
    return int(choice)
