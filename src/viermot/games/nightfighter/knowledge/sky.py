"""The unseen attackers, each with its own chances, for one side of the chits and one kind of umpire.

Every attacker due by the sheet has a slot: how likely it is in each state, not in yet, gone off the map, or one of the
contacts the player has had. Slots are treated as independent of one another, given side and umpire; what ties them
together (somebody is in there; this one was the nearest; one of them has been found) is worked out exactly for each of
them and then shared out again. Each piece of evidence returns how likely it was, and that is how sides and umpires are
compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Final, NamedTuple, Self

from viermot.games.nightfighter.knowledge.states import (
    COUNT,
    DROPPED,
    FACING,
    GROUP,
    HEX,
    NUMBERS,
    Table,
    Weights,
    facing_of,
    flown,
    group_of,
    ruled_out,
    state_of,
    strayed,
)
from viermot.games.nightfighter.model.board import DISTANCE, EXIT_FACING, HEXES, LAST_ROW, OFF, ROW, SIZE
from viermot.games.nightfighter.model.ids import NO_CONTACT, Handle, Hex
from viermot.games.nightfighter.model.layout import (
    BOMBER,
    FLARE_DROPPER,
    GERMAN_FIGHTER,
    INTRUDER,
    TORPEDO,
    Layout,
    entry_hex,
)
from viermot.games.nightfighter.model.state import MAX_TURNS_HELD
from viermot.games.nightfighter.rules.bombers import SLOW
from viermot.games.nightfighter.rules.entry import straight
from viermot.kernel.dice import Rng

TINY: Final = 1e-12
SURPRISE: Final = 1e-6  # the likelihood given to something that a sky held to be impossible
FURTHEST: Final = 40  # more than any distance on the map
NEAR_ENTRY: Final = 9  # a fighter this near the entry hex makes a cunning umpire wait
MAX_HUNTS: Final = 30  # places kept of an intruder, whose ways are its own

LOST_HUNTS: Final = 0.1  # the share of an intruder's chance that is spread over the whole map

Chits = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
Hears = Callable[[int], float] | None  # of a state: the chance that a set hears it at all; None hears everybody


class Habit(NamedTuple):
    """A kind of umpire: how often he holds a lone bomber back, and whether he hides what was lost [8.1.4a, 16.0f]."""

    holds: float
    holds_near: float  # while a fighter is near its entry hex
    hides: float  # how often a lost bomber goes where it is hardest to find, rather than where the die says
    share: float  # of all umpires

    @property
    def sly(self) -> bool:
        """Does he mislead wherever the rules let him?"""
        return self.hides > 0.5


HABITS: Final = (
    Habit(0.5, 0.5, 0.0, 0.35),
    Habit(0.5, 0.7, 0.95, 0.50),
    Habit(0.1, 0.1, 0.3, 0.08),
    Habit(0.85, 0.85, 0.3, 0.07),
)


class Slot:
    """One attacker: its chances, not scaled to any sum. ``taken`` are the contacts it may have become."""

    __slots__ = (
        "alerted", "count", "due", "gone", "handle", "held", "lone", "place", "role", "taken", "total", "weights",
    )  # fmt: skip

    def __init__(self, due: int, place: int, lone: bool, handle: Handle = NO_CONTACT) -> None:
        self.due = due  # turn
        self.place = place  # among those that come together
        self.lone = lone
        self.role, self.count = -1, 1  # as the sheet has it: of which role, or of any, and how many come together
        self.handle = handle  # the contact it was until it was lost, 0 if it has not been found yet
        self.alerted = False
        self.weights: Weights = {}
        self.held: dict[int, float] = {}  # by the number on its chit
        self.gone = 0.0
        self.taken: dict[int, float] = {}  # by handle
        self.total = 0.0

    def copy(self) -> Slot:
        new = Slot(self.due, self.place, self.lone, self.handle)
        new.alerted, new.gone, new.total = self.alerted, self.gone, self.total
        new.role, new.count = self.role, self.count
        new.weights, new.held, new.taken = dict(self.weights), dict(self.held), dict(self.taken)
        return new

    def scale(self, factors: dict[int, float]) -> float:
        """Multiply some states' weights; returns what share of the slot is left."""
        if not factors:
            return 1.0
        weights = self.weights
        change = sum([weights[k] * (f - 1.0) for k, f in factors.items()])
        left = self.total + change
        if left <= TINY * self.total:
            return SURPRISE  # it cannot all be wrong: better to trust the slot than to lose it
        for k, f in factors.items():
            if f:
                weights[k] *= f
            else:
                del weights[k]
        share = left / self.total
        self.total = left
        return share


class Sky:
    """All slots, given a side of the chits and a habit of the umpire."""

    def __init__(self, layout: Layout, side: int, habit: Habit) -> None:
        self.layout = layout
        self.side = side
        self.habit = habit
        self.intruding = sum(1 << g for g in layout.group_numbers if layout.groups[g].role == INTRUDER)
        self.slots: list[Slot] = []
        self.tracked: dict[int, Weights] = {}  # handle -> what the contact may be, apart from its hex
        self.log_weight = 0.0

    def copy(self) -> Self:
        """Another sky, to try something out in."""
        new = copy(self)
        new.slots = [slot.copy() for slot in self.slots]
        new.tracked = dict(self.tracked)
        return new

    # -- flying and entering -----------------------------------------------------------------------

    def fly(self, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        """Every unseen attacker flies on [7.2, 27.2]."""
        plain = plain_moves(self.layout, turn)
        for slot in self.slots:
            if not slot.weights:
                continue
            moved: Weights = {}
            special: Weights = {}
            steps = {} if slot.alerted else plain
            for state, w in slot.weights.items():
                mp = steps.get(state >> GROUP & (1 << DROPPED - GROUP) - 1)
                if mp is None:
                    special[state] = w
                elif ROW[state & HEX] + mp <= LAST_ROW:
                    moved[state + mp] = w
                else:
                    slot.gone += w
            slot.weights = moved
            if special:
                self._fly_specially(slot, special, turn, fighters)

    def _fly_specially(self, slot: Slot, special: Weights, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        """Those that do not just fly down a column: intruders, torpedo bombers, droppers, hunters, the alerted."""
        layout, moved = self.layout, slot.weights
        hunting: Weights = {}
        for state, w in special.items():
            if layout.groups[group_of(state)].role == INTRUDER:
                hunting[state] = w
                continue
            there = flown(layout, state, turn, slot.alerted)
            if there < 0:
                slot.gone += w
                continue
            for strays, share in strayed(layout, there):
                moved[strays] = moved.get(strays, 0.0) + w * share
        if hunting:
            self._hunt(slot, hunting, turn, fighters)

    def _hunt(self, slot: Slot, hunting: Weights, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        """An intruder flies for the exit, or after a fighter; either is likely enough [27.2]."""
        moved = slot.weights
        for state, w in hunting.items():
            ways = hunt_from(state & HEX, self.layout.groups[group_of(state)].mp[turn & 1], tuple(fighters))
            for hex_, facing, share in ways:
                if hex_ < 0:
                    slot.gone += w * share
                else:
                    there = state_of(hex_, group_of(state), facing) | ruled_out(state) << NUMBERS
                    moved[there] = moved.get(there, 0.0) + w * share
        intruding = [state for state in moved if self.layout.groups[group_of(state)].role == INTRUDER]
        if len(intruding) > MAX_HUNTS:
            for state in sorted(intruding, key=moved.__getitem__)[: len(intruding) - MAX_HUNTS]:
                slot.total -= moved.pop(state)

    def enter(self, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        """Anyone due by the sheet is drawn, and comes in now or is held back [8.1, 8.2]."""
        layout = self.layout
        if not layout.flying_bombs:
            for role, count in layout.schedule.get(turn, ()):
                self.slots += [self._drawn(turn, role, count, place) for place in range(count)]
        for slot in self.slots:
            if slot.held:
                self._come_in(slot, turn, fighters)

    def _drawn(self, turn: int, role: int, count: int, place: int) -> Slot:
        slot = Slot(turn, place, count == 1)
        slot.role, slot.count = role, count
        slot.held = dict(entry_numbers(self.layout.chits, self.side, place, role == TORPEDO))
        slot.total = sum(slot.held.values())
        return slot

    def _come_in(self, slot: Slot, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        """A lone bomber may wait two turns; the others come at once [8.1.4a]."""
        must = not slot.lone or turn - slot.due >= MAX_TURNS_HELD
        kinds = self.groups_of(slot)
        staying: dict[int, float] = {}
        for number, w in slot.held.items():
            coming = w if must else w * (1 - self._holds(number, kinds, fighters))
            if coming < w:
                staying[number] = w - coming
            for group, share in kinds:
                path, facing = entry_path(self.layout, group, number, turn)
                for hex_ in path:
                    state = state_of(hex_, group, facing)
                    slot.weights[state] = slot.weights.get(state, 0.0) + coming * share / len(path)
        slot.held = staying

    def _holds(self, number: int, kinds: Sequence[tuple[int, float]], fighters: Sequence[tuple[int, int]]) -> float:
        """How often this umpire holds back a lone bomber that is to come in there [8.1.4a]."""
        if self.layout.scenario.after_previous:
            return 0.0  # one that follows another comes in at once
        if self.layout.groups[kinds[0][0]].role == FLARE_DROPPER:
            return self.habit.holds
        row = DISTANCE[entry_hex(number)]
        near = any(hex_ >= 0 and row[hex_] <= NEAR_ENTRY for hex_, _ in fighters)
        return self.habit.holds_near if near else self.habit.holds

    def groups_of(self, slot: Slot) -> Sequence[tuple[int, float]]:
        """Which groups it may be of, and how likely each is."""
        return group_shares(self.layout, slot.role, slot.count, slot.place)

    # -- evidence ----------------------------------------------------------------------------------

    def missed(self, where: Table, hears: Hears, chance: float = 0.0) -> float:
        """Anyone in there that can be heard was missed, which had that chance."""
        likely = 1.0
        for slot in self.slots:
            factors: dict[int, float] = {}
            for state in slot.weights:
                if where[state & HEX]:
                    heard = 1.0 if hears is None else hears(state)
                    if heard:
                        factors[state] = 1.0 - heard * (1.0 - chance)
            likely *= slot.scale(factors)
        return likely

    def uncalled(self, called: Table) -> float:
        """Anyone there has none of the tally numbers called there, a bit each by hex [10.1b, 14.2.1c, 24.5.2a]."""
        likely = 1.0
        for slot in self.slots:
            factors = {}
            for state in slot.weights:
                mask = called[state & HEX]
                if mask:
                    out = state >> NUMBERS & 63
                    left = 6 - COUNT[out]
                    factors[state] = COUNT[63 & ~(out | mask)] / left if left else 0.0
            if factors:
                likely *= slot.scale(factors)
                self._rule_out(slot, factors, called)
        return likely

    @staticmethod
    def _rule_out(slot: Slot, states: dict[int, float], called: Table) -> None:
        weights = slot.weights
        for state in states:
            w = weights.pop(state, 0.0)
            if w:
                marked = state | called[state & HEX] << NUMBERS
                weights[marked] = weights.get(marked, 0.0) + w

    def present(self, where: Table, hears: Hears = None) -> float:
        """Somebody unseen is in there: what lies outside becomes less likely, the more so the fewer may be inside."""
        inside = [self._inside(slot, where, hears) for slot in self.slots]
        masses = [
            sum([slot.weights[k] * heard for k, heard in found.items()]) / slot.total if found else 0.0
            for slot, found in zip(self.slots, inside, strict=True)
        ]
        nobody = 1.0
        for mass in masses:
            nobody *= max(0.0, 1.0 - mass)
        if nobody >= 1.0 - 1e-9:
            return SURPRISE
        for slot, found, mass in zip(self.slots, inside, masses, strict=True):
            if found:
                outside = max(0.0, 1.0 - nobody / (1.0 - mass)) if mass < 1.0 - 1e-9 else 0.0
                self._raise(slot, {k: heard + (1.0 - heard) * outside for k, heard in found.items()}, outside)
        return 1.0 - nobody

    def marked(self, where: Table, fits: Mapping[int, float], even: float) -> float:
        """A search marker lies in a zone, as far from those inside as this umpire likes it to be [14.2.1a].

        ``fits`` says how well it fits each hex, ``even`` how well if the umpire does not care.
        """
        inside = [self._inside(slot, where, None) for slot in self.slots]
        masses, fitting = [], []
        for slot, found in zip(self.slots, inside, strict=True):
            masses.append(sum([slot.weights[k] for k in found]) / slot.total if found else 0.0)
            fitting.append(sum([slot.weights[k] * fits.get(k & HEX, even) for k in found]) / slot.total)
        nobody = 1.0
        for mass in masses:
            nobody *= max(TINY, 1.0 - mass)
        odds = sum(fit / max(TINY, 1.0 - mass) for fit, mass in zip(fitting, masses, strict=True))
        if nobody >= 1.0 - 1e-9:
            return SURPRISE
        for slot, found, mass, fit in zip(self.slots, inside, masses, fitting, strict=True):
            if found:
                empty = max(TINY, 1.0 - mass)
                others = nobody / empty * (odds - fit / empty)  # one of them is inside, and drew it
                outside = max(others / even, 0.0)
                self._raise(slot, {k: fits.get(k & HEX, even) / even for k in found}, outside)
        return max(nobody * odds, SURPRISE)

    @staticmethod
    def _inside(slot: Slot, where: Table, hears: Hears) -> dict[int, float]:
        """Its states in there that can be heard, and how likely each is to be heard."""
        if hears is None:
            return {state: 1.0 for state in slot.weights if where[state & HEX]}
        return {state: heard for state in slot.weights if where[state & HEX] and (heard := hears(state))}

    @staticmethod
    def _raise(slot: Slot, found: dict[int, float], outside: float) -> None:
        """Weigh what was found by these factors and everything else by one; if possible, only those few are touched."""
        if outside > 1e-6:
            slot.scale({state: factor / outside for state, factor in found.items()})
            return
        slot.weights = {state: slot.weights[state] * factor for state, factor in found.items() if factor}
        slot.held, slot.taken, slot.gone = {}, {}, 0.0
        slot.total = sum(slot.weights.values())

    def pointed(
        self, search: int, fits: Sequence[float], seen: Sequence[int], ahead: Table | None, hears: Hears
    ) -> float:
        """The umpire pointed at the attacker nearest to a search; each hex fits with some chance [13.1.2, 25.1]."""
        sources = sources_of(self.slots, search, fits, seen, ahead, hears)
        return weigh_together(sources, DISTANCE[search], fits) if sources else 1.0

    # -- found and lost ----------------------------------------------------------------------------

    def found(self, handle: Handle, hex_: Hex, facing: int, called: int, only: int = 0) -> float:
        """Somebody is seen there: who was it? ``called`` are the tally numbers by which it was seen, 0 if by none.

        ``only`` names the contact that it is known to have been before.
        """
        shares: list[tuple[Slot, Weights, float]] = []
        likely, odds = 1.0, 0.0
        for slot in self.slots:
            here = {
                k: w * (self._called(k, called))
                for k, w in slot.weights.items()
                if k & HEX == hex_ and facing_of(k) == facing
            }
            mass = sum(here.values()) / slot.total if here else 0.0
            if only:
                mass = (1.0 - TINY if mass else 0.0) if slot.handle == only else 0.0
            if mass:
                mass = min(mass, 1.0 - 1e-9)
                likely *= 1.0 - mass
                odds += mass / (1.0 - mass)
                shares.append((slot, here, mass))
        if not odds:
            self._found_unforeseen(handle, hex_, facing, only)
            return SURPRISE
        tracked: Weights = {}
        for slot, here, mass in shares:
            self._take(slot, here, handle, mass / (1.0 - mass) / odds, tracked)
        self.tracked[handle] = _after_call(tracked, called)
        return likely * odds

    @staticmethod
    def _called(state: int, called: int) -> float:
        if not called:
            return 1.0
        out = ruled_out(state)
        return COUNT[called & ~out] / max(1, 6 - COUNT[out])

    @staticmethod
    def _take(slot: Slot, here: Weights, handle: Handle, share: float, tracked: Weights) -> None:
        """The slot was this contact with that chance; otherwise it is not there."""
        whole = sum(here.values())
        for state, w in here.items():
            tracked[state & ~HEX] = tracked.get(state & ~HEX, 0.0) + share * w / whole
        for state, w in here.items():
            slot.weights[state] -= w
            if slot.weights[state] <= TINY:
                del slot.weights[state]
        rest = max(0.0, slot.total - whole)
        if share >= 1.0 - 1e-6 or rest <= TINY:
            slot.weights, slot.held, slot.gone, slot.taken = {}, {}, 0.0, {handle: 1.0}
            slot.total = 1.0
            return
        slot.taken[handle] = rest * share / (1.0 - share)
        slot.total = rest + slot.taken[handle]

    def _found_unforeseen(self, handle: Handle, hex_: Hex, facing: int, only: int) -> None:
        """Nobody was thought to be there: it is the slot that was nearest to it, weighed by how near."""
        row = DISTANCE[hex_]
        nearness = []
        for slot in self.slots:
            if slot.weights and (not only or slot.handle == only):
                near = sum([w * 0.25 ** row[k & HEX] for k, w in slot.weights.items()]) / slot.total
                nearness.append((near, slot))
        total = sum(near for near, _ in nearness)
        groups = self.layout.groups
        free = [g for g, group in enumerate(groups) if group.role in (INTRUDER, FLARE_DROPPER)]
        able = range(len(groups)) if facing == EXIT_FACING or not free else free
        usual = max(able, key=lambda g: groups[g].count)
        self.tracked[handle] = {state_of(0, usual, facing): 1.0}
        for near, slot in nearness:
            share = min(near / total if total else 0.0, 1.0 - 1e-6)
            if share > 1e-3:
                slot.taken[handle] = slot.total * share / (1.0 - share)
                slot.total += slot.taken[handle]

    def note(self, handle: Handle, numbers: int, groups: int = 0) -> float:
        """A contact's tally number is one of these, a bit each, and its group one of those, 0 for any."""
        known = self.tracked.get(handle)
        if not known:
            return 1.0
        kept: Weights = {}
        for state, w in known.items():
            if groups and not groups >> group_of(state) & 1:
                continue
            out = ruled_out(state)
            chance = COUNT[numbers & ~out] / max(1, 6 - COUNT[out])
            if chance:
                marked = state | (63 & ~numbers) << NUMBERS
                kept[marked] = kept.get(marked, 0.0) + w * chance
        total = sum(kept.values())
        if total <= TINY:
            return SURPRISE
        self.tracked[handle] = {state: w / total for state, w in kept.items()}
        return total

    def lost(self, handle: Handle, places: Sequence[tuple[int, float]], facing: int, alerted: bool) -> None:
        """A contact is lost from sight: it is in one of these hexes now, OFF for off the map."""
        slot = Slot(0, 0, False, handle)
        slot.alerted = alerted
        for state, w in (self.tracked.pop(handle, None) or {state_of(0, 0, facing): 1.0}).items():
            for hex_, share in places:
                if hex_ < 0:
                    slot.gone += w * share
                else:
                    there = state & ~HEX | hex_
                    slot.weights[there] = slot.weights.get(there, 0.0) + w * share
        slot.total = slot.gone + sum(slot.weights.values())
        self.slots.append(slot)

    def turned(self, handle: Handle, facing: int) -> None:
        """A contact has turned."""
        known = self.tracked.get(handle)
        if known:
            self.tracked[handle] = {state_of(0, group_of(k), facing) | k & (63 << NUMBERS): w for k, w in known.items()}

    def is_at(self, handle: Handle, hex_: Hex) -> float:
        """A contact that was lost has been seen to go there [28.1b]."""
        slot = next((s for s in reversed(self.slots) if s.handle == handle), None)
        if slot is None:
            return 1.0
        here = {k: w for k, w in slot.weights.items() if k & HEX == hex_}
        likely = sum(here.values()) / slot.total
        if likely:
            slot.weights, slot.gone = here, 0.0
            slot.total = sum(here.values())
        return likely or SURPRISE

    def drawn_slots(self, rng: Rng) -> list[Slot]:
        """The slots as a world is to be drawn from them; those of a sky of rows are those of one row."""
        return list(self.slots)

    # -- what comes of it --------------------------------------------------------------------------

    def density(self) -> list[float]:
        """For each hex the chance that somebody unseen is there."""
        nobody = [1.0] * (HEX + 1)
        hunting, intruders = 0.0, self.intruding
        for slot in self.slots:
            if not slot.weights:
                continue
            mine: Weights = {}
            for state, w in slot.weights.items():
                hex_ = state & HEX
                mine[hex_] = mine.get(hex_, 0.0) + w
                if intruders and intruders >> (state >> GROUP & 15) & 1:
                    hunting += w / slot.total
            for hex_, w in mine.items():
                nobody[hex_] *= max(0.0, 1.0 - w / slot.total)
        astray = 1.0 - hunting * LOST_HUNTS / SIZE
        return [1.0 - none * astray for none in nobody]


def _after_call(tracked: Weights, called: int) -> Weights:
    """What a contact may be once the dice have called its number."""
    total = sum(tracked.values())
    known: Weights = {}
    for state, w in tracked.items():
        marked = state | (63 & ~called) << NUMBERS if called else state
        known[marked] = known.get(marked, 0.0) + w / total
    return known


class Source:
    """Something a sweep may point at: the chance by distance, and the part of it that fits the sweep."""

    __slots__ = ("beside", "beyond", "fitting", "heard", "mass", "nobody_nearer", "others_drew", "slot")

    def __init__(self, slot: Slot | None) -> None:
        self.slot = slot  # None is a contact
        self.heard: dict[int, float] = {}  # the states that count, and how likely each is to be heard
        self.mass, self.fitting = [0.0] * FURTHEST, [0.0] * FURTHEST
        self.beyond = 1.0  # the chance that it is at this distance or further off
        self.nobody_nearer, self.others_drew = [0.0] * FURTHEST, [0.0] * (FURTHEST + 1)
        self.beside = [0.0] * FURTHEST  # the chance that another one, equally near, drew it

    def add(self, distance: int, share: float, fit: float) -> None:
        self.mass[distance] += share
        self.fitting[distance] += share * fit


def sources_of(
    slots: Sequence[Slot], search: int, fits: Sequence[float], seen: Sequence[int], ahead: Table | None, hears: Hears
) -> list[Source]:
    """Every slot and contact that the sweep may point at."""
    row = DISTANCE[search]
    sources = []
    for slot in slots:
        source = Source(slot)
        for state, w in slot.weights.items():
            hex_ = state & HEX
            heard = (1.0 if hears is None else hears(state)) if ahead is None or ahead[hex_] else 0.0
            if heard:
                source.heard[state] = heard
                source.add(row[hex_], w * heard / slot.total, fits[hex_])
        if source.heard:
            sources.append(source)
    for hex_ in seen:
        if ahead is None or ahead[hex_]:
            contact = Source(None)
            contact.add(row[hex_], 1.0, fits[hex_])
            sources.append(contact)
    return sources


def weigh_together(sources: Sequence[Source], row: bytes, fits: Sequence[float]) -> float:
    """Weigh each state by how well the sweep fits if it was the nearest, or another one nearer; how likely was it all?

    Goes outwards from the search. Of two that are equally near either may have drawn the sweep.
    """
    likely = 0.0
    for d in range(FURTHEST):
        everybody = 1.0
        for source in sources:
            everybody *= source.beyond
        drew = [s.fitting[d] * everybody / s.beyond if s.beyond > TINY else 0.0 for s in sources]
        somebody = sum(drew)
        likely += somebody
        for source, own in zip(sources, drew, strict=True):
            left = source.beyond
            source.others_drew[d + 1] = source.others_drew[d]
            if left > TINY:
                drawn_here = (somebody - own) / left
                source.nobody_nearer[d] = everybody / left
                source.others_drew[d + 1] += drawn_here
                source.beside[d] = drawn_here / 2
            source.beyond = max(0.0, left - source.mass[d])
        for number, source in enumerate(sources):  # with another one equally near, either may have drawn it
            alone = 1.0
            for other, rival in enumerate(sources):
                if other != number:
                    alone *= rival.beyond
            source.nobody_nearer[d] = (source.nobody_nearer[d] + alone) / 2
    nobody = 1.0
    for source in sources:
        nobody *= source.beyond
    for source in sources:
        if source.slot is not None:
            _reweigh(source, source.slot, row, fits, nobody)
    return max(likely + nobody / 6, SURPRISE)


def _reweigh(source: Source, slot: Slot, row: bytes, fits: Sequence[float], nobody: float) -> None:
    """What the sweep makes of one slot; with nobody on the map it may lie anywhere [13.1.2b]."""
    mine, theirs, beside = source.nobody_nearer, source.others_drew, source.beside
    unheard = theirs[FURTHEST] + (nobody / source.beyond / 6 if source.beyond > TINY else 0.0)
    weights: Weights = {}
    for state, w in slot.weights.items():
        heard, d = source.heard.get(state, 0.0), row[state & HEX]
        factor = (1.0 - heard) * unheard
        if heard:
            factor += heard * (fits[state & HEX] * mine[d] + theirs[d] + beside[d])
        if factor > TINY:
            weights[state] = w * factor
    rest = slot.gone + sum(slot.held.values()) + sum(slot.taken.values())
    total = sum(weights.values()) + rest * unheard
    if total <= TINY:
        return
    slot.weights, slot.gone, slot.total = weights, slot.gone * unheard, total
    slot.held = {number: w * unheard for number, w in slot.held.items()}
    slot.taken = {handle: w * unheard for handle, w in slot.taken.items()}


# -- tables of the sheet ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def entry_numbers(chits: Chits, side: int, place: int, torpedo: bool) -> tuple[tuple[int, float], ...]:
    """How likely each number is for the one that takes this place on a chit [8.1.2, 8.1.3b, 26.3.1]."""
    counted: dict[int, float] = {}
    for chit in chits:
        numbers = [n for n in chit[side] if 7 <= n <= 12][:1] if torpedo else chit[side][place : place + 1]
        for number in numbers:
            counted[number] = counted.get(number, 0.0) + 1.0
    total = sum(counted.values())
    return tuple((number, times / total) for number, times in sorted(counted.items()))


def group_shares(layout: Layout, role: int, count: int, place: int) -> list[tuple[int, float]]:
    """Which groups it may be of: an intruder takes the topmost number, and there is never a second one [27.1]."""
    groups = layout.groups
    able = [g for g in layout.group_numbers if role < 0 or groups[g].role == role]
    total = sum(groups[g].count for g in able)
    intruding = sum(groups[g].count for g in able if groups[g].role == INTRUDER) / total
    hunted_by = min(1.0, intruding * count) if place == 0 else 0.0
    shares = []
    for g in able:
        if groups[g].role == INTRUDER:
            share = hunted_by * groups[g].count / total / intruding
        else:
            share = (1.0 - hunted_by) * groups[g].count / total / (1.0 - intruding)
        if share:
            shares.append((int(g), share))
    return shares


def entry_path(layout: Layout, group: int, number: int, turn: int) -> tuple[tuple[int, ...], int]:
    """The hexes it may come to on its turn of entry, and the way it flies [8.2.1a, 26.2.1a]."""
    kind = layout.groups[group]
    if kind.role == FLARE_DROPPER:
        first, facing = layout.flare_entries[number - 1]
        return straight(first, facing, kind.mp[turn & 1]), facing
    mp = SLOW if kind.role == TORPEDO else kind.mp[turn & 1]
    return straight(entry_hex(number), EXIT_FACING, mp), EXIT_FACING


def plain_moves(layout: Layout, turn: int) -> dict[int, int]:
    """For those that fly straight down their column: group and facing, as in a state -> MP."""
    return {
        int(g) | EXIT_FACING << FACING - GROUP: layout.groups[g].mp[turn & 1]
        for g in layout.group_numbers
        if layout.groups[g].role == BOMBER or (layout.groups[g].role == GERMAN_FIGHTER and not layout.german_stream)
    }


@lru_cache(maxsize=4096)
def ring(hex_: Hex, far: int) -> tuple[int, ...]:
    """The hexes at that distance."""
    row = DISTANCE[hex_]
    return tuple(h for h in range(SIZE) if row[h] == far)


@lru_cache(maxsize=4096)
def hunt_from(hex_: Hex, mp: int, fighters: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int, float], ...]:
    """Where an intruder may fly from there: hex (OFF for off the map), facing and share [27.2]."""
    homeward = [hex_ + steps if ROW[hex_] + steps <= LAST_ROW else OFF for steps in (mp, mp - 1)]
    if not fighters:
        return tuple((there, EXIT_FACING, 0.5) for there in homeward)
    ways = [(there, EXIT_FACING, 0.2) for there in homeward]
    row = DISTANCE[hex_]
    far, prey, facing = min((row[there], there, facing) for there, facing in fighters)
    near = DISTANCE[prey]
    if far > mp:
        closer = sorted(ring(hex_, mp), key=lambda h: (near[h], h))[:4]
        ways += [(there, facing, 0.6 / len(closer)) for there in closer]
    else:
        beside = HEXES.adjacent[prey]
        ways += [(prey, facing, 0.36), *[(there, facing, 0.24 / len(beside)) for there in beside]]
    return tuple(ways)
