"""The unseen attackers all together, with every arrangement enumerated: exact, where there are few.

A row is one such arrangement: a state for each attacker, or that it is not in yet, gone, or a contact. Nothing is
assumed to be independent. Rows multiply with each attacker that comes in; when there are too many, each attacker is
treated on its own (sky.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from viermot.games.nightfighter.knowledge.sky import SURPRISE, TINY, Habit, Hears, Sky, Slot, entry_path
from viermot.games.nightfighter.knowledge.states import (
    ALL_NUMBERS,
    COUNT,
    HEX,
    NUMBERS,
    Table,
    Weights,
    facing_of,
    flown,
    pick,
    ruled_out,
    state_of,
)
from viermot.games.nightfighter.model.board import DISTANCE
from viermot.games.nightfighter.model.ids import Handle, Hex
from viermot.games.nightfighter.model.layout import BOMBER, Layout
from viermot.games.nightfighter.model.state import MAX_TURNS_HELD
from viermot.kernel.dice import Rng

GONE: Final = -1
HELD: Final = -1000  # less the number on its chit
TAKEN: Final = -2000  # less the handle of the contact it is or was
FORGOTTEN: Final = 1e-11  # a row this unlikely compared with all others is dropped

Row = tuple[int, ...]
Rows = dict[Row, float]


def can_enumerate(layout: Layout) -> bool:
    """Are there only a few bombers, coming one by one, and nothing else?"""
    lone = all(count == 1 for lines in layout.schedule.values() for _, count in lines)
    bombers = all(group.role == BOMBER for group in layout.groups)
    return lone and bombers and layout.attackers_in_all <= 6


class JointSky(Sky):
    """A sky of rows."""

    def __init__(self, layout: Layout, side: int, habit: Habit) -> None:
        super().__init__(layout, side, habit)
        self.rows: Rows = {(): 1.0}

    def _weigh(self, factor: Callable[[int], float]) -> float:
        """Multiply each row by the factors of its attackers; returns how likely that was."""
        known: dict[int, float] = {}
        rows: Rows = {}
        for row, w in self.rows.items():
            for code in row:
                if code >= 0:
                    if code not in known:
                        known[code] = factor(code)
                    w *= known[code]
            if w:
                rows[row] = w
        return self._keep(rows)

    def _keep(self, rows: Rows) -> float:
        """Go on with these rows; returns what share of the weight they hold."""
        before, after = sum(self.rows.values()), sum(rows.values())
        if after <= TINY * before:
            return SURPRISE
        self.rows = {row: w / after for row, w in rows.items() if w > FORGOTTEN * after}
        return after / before

    def _change(self, place: int, ways: Callable[[int], Sequence[tuple[int, float]]]) -> None:
        """One attacker goes several ways."""
        rows: Rows = {}
        for row, w in self.rows.items():
            for code, share in ways(row[place]):
                new = (*row[:place], code, *row[place + 1 :])
                rows[new] = rows.get(new, 0.0) + w * share
        self._keep(rows)

    # -- flying and entering -----------------------------------------------------------------------

    def fly(self, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        rows: Rows = {}
        for row, w in self.rows.items():
            new = tuple(
                flown(self.layout, code, turn, slot.alerted) if code >= 0 else code
                for code, slot in zip(row, self.slots, strict=True)
            )
            rows[new] = rows.get(new, 0.0) + w
        self.rows = rows

    def enter(self, turn: int, fighters: Sequence[tuple[int, int]]) -> None:
        for role, count in self.layout.schedule.get(turn, ()):
            slot = self._drawn(turn, role, count, 0)
            self.slots.append(slot)
            numbers = list(slot.held.items())
            self.rows = {(*row, HELD - number): w * p for row, w in self.rows.items() for number, p in numbers}
        for place, slot in enumerate(self.slots):
            if not slot.handle and any(TAKEN < row[place] <= HELD for row in self.rows):
                self._change(place, partial(self._entering, slot, turn, fighters))

    def _entering(
        self, slot: Slot, turn: int, fighters: Sequence[tuple[int, int]], code: int
    ) -> Sequence[tuple[int, float]]:
        """What becomes of one that is held back [8.1.4a, 8.2.1a]."""
        if not TAKEN < code <= HELD:
            return ((code, 1.0),)
        kinds = self.groups_of(slot)
        stays = 0.0 if turn - slot.due >= MAX_TURNS_HELD else self._holds(HELD - code, kinds, fighters)
        ways = [(code, stays)] if stays else []
        for group, share in kinds:
            path, facing = entry_path(self.layout, group, HELD - code, turn)
            ways += [(state_of(h, group, facing), (1 - stays) * share / len(path)) for h in path]
        return ways

    # -- evidence ----------------------------------------------------------------------------------

    def missed(self, where: Table, hears: Hears, chance: float = 0.0) -> float:
        def factor(code: int) -> float:
            heard = (1.0 if hears is None else hears(code)) if where[code & HEX] else 0.0
            return 1.0 - heard * (1.0 - chance)

        return self._weigh(factor)

    def uncalled(self, called: Table) -> float:
        def factor(code: int) -> float:
            out, mask = ruled_out(code), called[code & HEX]
            left = 6 - COUNT[out]
            return COUNT[ALL_NUMBERS & ~(out | mask)] / left if left else 0.0

        likely = self._weigh(factor)
        rows: Rows = {}
        for row, w in self.rows.items():
            new = tuple(code | called[code & HEX] << NUMBERS if code >= 0 else code for code in row)
            rows[new] = rows.get(new, 0.0) + w
        self.rows = rows
        return likely

    def present(self, where: Table, hears: Hears = None) -> float:
        rows: Rows = {}
        for row, w in self.rows.items():
            nobody = 1.0
            for code in row:
                if code >= 0 and where[code & HEX]:
                    nobody *= 1.0 - (1.0 if hears is None else hears(code))
            if nobody < 1.0:
                rows[row] = w * (1.0 - nobody)
        return self._keep(rows)

    def marked(self, where: Table, fits: Mapping[int, float], even: float) -> float:
        rows: Rows = {}
        for row, w in self.rows.items():
            inside = [fits.get(code & HEX, even) for code in row if code >= 0 and where[code & HEX]]
            if inside:
                rows[row] = w * sum(inside) / len(inside)
        return self._keep(rows)

    def pointed(
        self, search: int, fits: Sequence[float], seen: Sequence[int], ahead: Table | None, hears: Hears
    ) -> float:
        far = DISTANCE[search]
        known = [(far[h], fits[h]) for h in seen]
        rows: Rows = {}
        for row, w in self.rows.items():
            places = [*known, *[(far[code & HEX], fits[code & HEX]) for code in row if code >= 0]]
            if places:
                nearest = min(places)[0]
                fitting = [fit for distance, fit in places if distance == nearest]
                w *= sum(fitting) / len(fitting)
            else:
                w /= 6
            if w:
                rows[row] = w
        return self._keep(rows)

    # -- found and lost ----------------------------------------------------------------------------

    def found(self, handle: Handle, hex_: Hex, facing: int, called: int, only: int = 0) -> float:
        rows: Rows = {}
        tracked: Weights = {}
        for row, w in self.rows.items():
            for place, code in enumerate(row):
                if code < 0 or code & HEX != hex_ or facing_of(code) != facing:
                    continue
                if only and self.slots[place].handle != only:
                    continue
                new = (*row[:place], TAKEN - handle, *row[place + 1 :])
                likely = w * self._called(code, called)
                rows[new] = rows.get(new, 0.0) + likely
                marked = code & ~HEX | (ALL_NUMBERS & ~called) << NUMBERS if called else code & ~HEX
                tracked[marked] = tracked.get(marked, 0.0) + likely
        likely = self._keep(rows)
        if likely == SURPRISE:
            tracked = {state_of(0, 0, facing): 1.0}
        total = sum(tracked.values())
        self.tracked[handle] = {state: w / total for state, w in tracked.items()}
        return likely

    def lost(self, handle: Handle, places: Sequence[tuple[int, float]], facing: int, alerted: bool) -> None:
        slot = Slot(0, 0, False, handle)
        slot.alerted = alerted
        self.slots.append(slot)
        known = self.tracked.pop(handle, None) or {state_of(0, 0, facing): 1.0}
        ways = [
            (GONE if hex_ < 0 else state & ~HEX | hex_, w * share)
            for state, w in known.items()
            for hex_, share in places
        ]
        rows: Rows = {}
        for row, w in self.rows.items():
            for code, share in ways:
                rows[*row, code] = rows.get((*row, code), 0.0) + w * share
        self.rows = rows

    def is_at(self, handle: Handle, hex_: Hex) -> float:
        place = next((n for n, slot in reversed(list(enumerate(self.slots))) if slot.handle == handle), None)
        if place is None:
            return 1.0
        return self._keep({r: w for r, w in self.rows.items() if r[place] >= 0 and r[place] & HEX == hex_})

    # -- what comes of it --------------------------------------------------------------------------

    def density(self) -> list[float]:
        there = [0.0] * (HEX + 1)
        total = sum(self.rows.values())
        for row, w in self.rows.items():
            for hex_ in {code & HEX for code in row if code >= 0}:
                there[hex_] += w / total
        return there

    def simplified(self) -> Sky:
        """The same with each attacker on its own, for when there are too many rows to go on with."""
        sky = Sky(self.layout, self.side, self.habit)
        sky.tracked, sky.log_weight = self.tracked, self.log_weight
        for place, slot in enumerate(self.slots):
            new = slot.copy()
            new.weights, new.held, new.taken, new.gone = {}, {}, {}, 0.0
            for row, w in self.rows.items():
                _put(new, row[place], w)
            new.total = sum(self.rows.values())
            sky.slots.append(new)
        return sky

    def drawn_slots(self, rng: Rng) -> list[Slot]:
        row = pick(self.rows, rng)
        slots = []
        for code, slot in zip(row, self.slots, strict=True):
            new = slot.copy()
            new.weights, new.held, new.taken, new.gone, new.total = {}, {}, {}, 0.0, 1.0
            _put(new, code, 1.0)
            slots.append(new)
        return slots


def _put(slot: Slot, code: int, w: float) -> None:
    """Add to a slot what a row says about it."""
    if code >= 0:
        slot.weights[code] = slot.weights.get(code, 0.0) + w
    elif code <= TAKEN:
        slot.taken[TAKEN - code] = slot.taken.get(TAKEN - code, 0.0) + w
    elif code <= HELD:
        slot.held[HELD - code] = slot.held.get(HELD - code, 0.0) + w
    else:
        slot.gone += w
