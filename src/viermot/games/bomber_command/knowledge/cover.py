"""Raids that together explain exactly what was told: a systematic search, which backtracks.

Every raid that may be behind some track is a piece that explains some of what was told. The pieces of a plan must
explain everything just as often as it was told, so the search takes what fewest pieces can explain, tries each of
them, and goes back where that leads nowhere. How sightings were joined is open again: any raids that fit will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import log
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.plans import Flight
from viermot.games.bomber_command.knowledge.reports import BOX, SEEN, Key, Option, Reports, too_many
from viermot.games.bomber_command.knowledge.routes import FINE
from viermot.games.bomber_command.model.board import MAIN, OFF
from viermot.games.bomber_command.model.ids import NO_CITY, City, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.plan import RaidPlan
from viermot.kernel.dice import Rng

STEPS: Final = 4_000  # choices made before the search gives up
FEW_STEPS: Final = 400  # ... where some things may be left unexplained
ALIKE: Final = 3  # raids tried of those that explain the same
BITS: Final = 5  # for the number of times that a thing was told
FALSE: Final = 0.05
TINY: Final = 1e-30


class Piece(NamedTuple):
    """Raids that explain the same; or a false counter, of no kind."""

    amount: int  # what they explain, as a number with a field for each thing told
    covers: int  # what they may be behind, as bits
    kind: int
    goal: City  # of a Main Force
    raids: tuple[Option, ...]
    weight: float
    false: tuple[int, Hex] | None = None


Able = tuple[int, list[Piece]]  # something told, as bits, and the pieces that explain it


class Chosen(NamedTuple):
    """Raids that explain everything but a few things, and the counters that are false."""

    options: tuple[Option, ...]
    false: tuple[tuple[int, Hex], ...]
    unexplained: tuple[Key, ...] = ()


class Cover:
    """The pieces, and what they must explain."""

    def __init__(self, reports: Reports, options: Iterable[Option]) -> None:
        self.layout = reports.layout
        self.reports = reports
        self.told: dict[Key, int] = {**reports.counted, **{(BOX, letter): 1 for letter in reports.told_letters()}}
        self.fields = {key: BITS * number for number, key in enumerate(sorted(self.told))}
        self.bits = {key: 1 << number for number, key in enumerate(sorted(reports.to_cover))}
        self.guard = sum(1 << (field + BITS - 1) for field in self.fields.values())
        self.whole = sum(number << self.fields[key] for key, number in self.told.items())
        self.pieces = [*self._grouped(options), *self._false(reports)]
        self.steps = 0
        self.spare = 0  # how many things may be left unexplained

    def _grouped(self, options: Iterable[Option]) -> Iterator[Piece]:
        alike: dict[tuple[int, int, int, City], dict[tuple[object, ...], Option]] = {}
        for option in options:
            if all(key in self.fields for key in option.counted):
                amount = sum(1 << self.fields[key] for key in option.counted)
                covers = sum(self.bits[key] for key in option.covered)
                raid = option.raid
                goal = City(raid.target) if raid.kind == MAIN else NO_CITY
                for box in (0, *self._boxes(raid)):
                    same = alike.setdefault((amount + box, covers, raid.kind, goal), {})
                    same.setdefault((raid.path, raid.entry, raid.first, raid.target, raid.aim), option)
        for (amount, covers, kind, goal), found in alike.items():
            if self._fits(self.whole, amount):
                raids = tuple(found.values())
                yield Piece(amount, covers, kind, goal, raids, sum(raid.weight for raid in raids))

    def _boxes(self, raid: RaidPlan) -> Iterator[int]:
        """The raid boxes in which it may be, for all that was told of them."""
        flight = Flight(self.layout, raid)
        for letter in self.reports.told_letters():
            if not self.reports.amiss(flight, letter):
                yield 1 << self.fields[BOX, letter]

    def _false(self, reports: Reports) -> Iterator[Piece]:
        for turn, hex_ in reports.doubtful():
            if (SEEN, turn, hex_) in self.fields:
                yield Piece(1 << self.fields[SEEN, turn, hex_], 0, OFF, NO_CITY, (), FALSE, (turn, hex_))

    def _fits(self, left: int, amount: int) -> bool:
        """Is nothing explained more often than it still has to be?"""
        return ((left | self.guard) - amount) & self.guard == self.guard

    def without_a_raid(self) -> set[Letter]:
        """The letters that none of the pieces can have."""
        masks = {key[1]: ((1 << BITS) - 1) << field for key, field in self.fields.items() if key[0] == BOX}
        return {Letter(box) for box, mask in masks.items() if not any(piece.amount & mask for piece in self.pieces)}

    def solutions(self, rng: Rng, spare: int = 0) -> Iterator[Chosen]:
        """Raids that explain everything, but for so many things that none of those left can be behind; likelier ones
        first by and large, until the search gives up.
        """
        self.steps = 0
        self.spare = spare
        order = sorted(self.pieces, key=lambda piece: -log(max(piece.weight, TINY)) - _gumbel(rng))
        masks = [((1 << BITS) - 1) << field for field in self.fields.values()]
        behind = [(mask, [piece for piece in order if piece.amount & mask]) for mask in masks]
        behind.sort(key=lambda each: len(each[1]))
        covering = [(bit, [piece for piece in order if piece.covers & bit]) for bit in self.bits.values()]
        nothing = _Night(self.whole, (1 << len(self.bits)) - 1, frozenset(), (0, 0, 0, 0), (), (), (), ())
        yield from self._on(nothing, behind, covering, rng)

    def _on(self, night: _Night, behind: list[Able], covering: list[Able], rng: Rng) -> Iterator[Chosen]:
        if self.steps > (FEW_STEPS if self.spare else STEPS):
            return
        self.steps += 1
        if not night.left and not night.open:
            yield Chosen(night.options, night.false, night.given_up)
            return
        told, pieces = self._hardest(night, behind, covering)
        if not pieces and len(night.given_up) < self.spare:
            yield from self._on(self._without(night, told), behind, covering, rng)
        for piece in pieces:
            for option in self._of(piece, night, rng):
                yield from self._on(night.plus(piece, option), behind, covering, rng)

    def _without(self, night: _Night, told: int) -> _Night:
        """As if that had not been told; what is only covered has a bit below zero."""
        if told < 0:
            key = next(key for key, bit in self.bits.items() if bit == -told)
            return night._replace(open=night.open & ~-told, given_up=(*night.given_up, key))
        key = next(key for key, field in self.fields.items() if told >> field & 1)
        return night._replace(left=night.left & ~told, given_up=(*night.given_up, key))

    def _hardest(self, night: _Night, behind: list[Able], covering: list[Able]) -> tuple[int, Sequence[Piece]]:
        """What fewest pieces can explain, and those."""
        best: list[Piece] | None = None
        hardest = 0
        open_ = [each for each in behind if night.left & each[0]]
        open_ += [(-bit, found) for bit, found in covering if night.open & bit]
        for told, found in open_:
            able = []
            for piece in found:
                if self._may_be_added(night, piece):
                    able.append(piece)
                    if best is not None and len(able) >= len(best):
                        break
            else:
                best, hardest = able, told
                if len(able) < 2:
                    break
        return hardest, best or ()

    def _may_be_added(self, night: _Night, piece: Piece) -> bool:
        if not self._fits(night.left, piece.amount):
            return False
        if piece.kind == OFF:
            return all(turn != piece.false[0] for turn, _ in night.false) if piece.false else False
        if piece.kind == MAIN and not may_be_drawn(self.layout, (*night.goals, piece.goal)):
            return False
        return not too_many(self.layout, [number + (kind == piece.kind) for kind, number in enumerate(night.kinds)])

    def _of(self, piece: Piece, night: _Night, rng: Rng) -> Iterator[Option | None]:
        """Some of the raids that explain the same, clear of those chosen before."""
        if piece.kind == OFF:
            yield None
            return
        order = sorted(piece.raids, key=lambda option: -log(max(option.weight, TINY)) - _gumbel(rng))
        number = 0
        for option in order:
            if night.taken.isdisjoint(option.takes):
                yield option
                number += 1
                if number == ALIKE:
                    return


class _Night(NamedTuple):
    """What has been chosen so far, and what is still to be explained."""

    left: int
    open: int  # what nobody is behind yet
    taken: frozenset[Key]
    kinds: tuple[int, ...]
    goals: tuple[City, ...]  # of the Main Forces
    options: tuple[Option, ...]
    false: tuple[tuple[int, Hex], ...]
    given_up: tuple[Key, ...]

    def plus(self, piece: Piece, option: Option | None) -> _Night:
        left = self.left - piece.amount
        if option is None:
            assert piece.false is not None
            return self._replace(left=left, false=(*self.false, piece.false))
        kinds = tuple(number + (kind == piece.kind) for kind, number in enumerate(self.kinds))
        taken = self.taken.union(option.takes)
        goals = (*self.goals, piece.goal) if piece.kind == MAIN else self.goals
        return _Night(
            left, self.open & ~piece.covers, taken, kinds, goals, (*self.options, option), self.false, self.given_up
        )


@lru_cache(maxsize=4096)
def may_be_drawn(layout: Layout, goals: tuple[City, ...]) -> bool:
    """Are there chits, one from each cup, that send Main Forces to all of these cities? [3.3, 4.5.1]"""
    cups = [[layout.chits[chit].city for chit in layout.cups[cup]] for cup in layout.rules.targets]
    drawn: set[tuple[City, ...]] = {()}
    for cup in cups:
        drawn = {(*before, city if city != NO_CITY else before[0]) for before in drawn for city in set(cup)}
    return any(not Counter(goals) - Counter(each) for each in drawn)


def _gumbel(rng: Rng) -> float:
    """Added to the logarithms of weights, it makes their order a draw by weight."""
    return -log(-log((rng.below(FINE) + 0.5) / FINE))
