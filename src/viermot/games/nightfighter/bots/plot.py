"""A plot: where attackers that nobody sees may be, and what searches, sweeps and scopes do to it [13.0, 14.2, 19.0].

A plot shares out one attacker's chance over hexes, with a share for "not in yet" and one for "gone". Plots are treated
as independent of one another, which is near enough to the truth, and quick.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from viermot.games.nightfighter.bots.chase import HERE, PLACE, STEPS, WIDTH
from viermot.games.nightfighter.model.board import (
    COLUMN,
    DISTANCE,
    HEXES,
    NEIGHBOUR,
    OFF,
    REAR,
    ROW,
    SIZE,
    S,
)
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import TORPEDO

Weights = dict[Hex, float]
Chits = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
MIN_WEIGHT: Final = 5e-4  # a share below this is forgotten
NOTHING_LEFT: Final = 1e-9
SURE: Final = 1e-3  # as good as certainly on the map
FURTHEST: Final = 40  # more than any distance on the map
UNSURE: Final = 99


class Plot:
    """Some attackers that came together: how many, which way they fly, and where one of them may be."""

    __slots__ = ("alerted", "due", "facing", "gone", "held", "hits", "number", "role", "weights")

    def __init__(self, number: int, role: int, weights: Weights, facing: int = S) -> None:
        self.number = number
        self.role = role
        self.facing = facing
        self.weights = weights  # chance that a given one of them is in each hex
        self.held = 0.0  # ... has not come in yet
        self.gone = 0.0  # ... has left the map
        self.due: dict[int, float] = {}  # turn -> weight of coming in on it
        self.hits = 0  # what was seen of it before it was lost
        self.alerted = False

    def keep(self, weights: Weights, held: float, gone: float) -> None:
        """Take new weights, scaled to add up to one again; if nothing would remain possible, nothing changes."""
        total = sum(weights.values()) + held + gone
        if total <= NOTHING_LEFT:
            return
        scale = 1 / total
        minimum = MIN_WEIGHT * total
        self.weights = {hex_: weight * scale for hex_, weight in weights.items() if weight > minimum}
        self.held = held * scale
        self.gone = gone * scale

    def scale(self, inside: Collection[Hex], factor: float) -> None:
        """What is inside becomes that much less likely."""
        met = self.weights.keys() & inside
        if not met:
            return
        changed = self.weights.copy()  # and its few hexes in there changed: quicker than going through all
        for hex_ in met:
            if factor:
                changed[hex_] *= factor
            else:
                del changed[hex_]
        self.keep(changed, self.held, self.gone)

    def lose_one(self) -> bool:
        """One of them has been found; is that the last?"""
        self.number -= 1
        return self.number <= 0


def present(plots: Sequence[Plot], inside: Collection[Hex]) -> None:
    """At least one is in there: what lies outside becomes less likely, the more so the fewer may be inside."""
    masses = [sum([w for h, w in plot.weights.items() if h in inside]) for plot in plots]
    none = 1.0
    for plot, mass in zip(plots, masses, strict=True):
        none *= max(0.0, 1 - mass) ** plot.number
    if none >= 1 - NOTHING_LEFT:
        return
    for plot, mass in zip(plots, masses, strict=True):
        outside = 1 - none / (1 - mass) if mass < 1 - NOTHING_LEFT else 0.0
        if outside < 1 - 1e-6:
            changed = {h: w if h in inside else w * outside for h, w in plot.weights.items()}
            plot.keep(changed, plot.held * outside, plot.gone * outside)


def spread(weights: Mapping[Hex, float], facing: int, aside: float) -> Weights:
    """Slip into either rear hex with that chance each; where there is none, stay [16.0, 17.4.3b]."""
    slipped: Weights = {}
    for hex_, weight in weights.items():
        left, right = REAR[hex_ * 6 + facing]
        for there, share in ((left, aside), (hex_, 1 - 2 * aside), (right, aside)):
            there = hex_ if there == OFF else there
            slipped[there] = slipped.get(there, 0.0) + weight * share
    return slipped


CELL: Final = bytes((COLUMN[h] - 1) // 3 * 9 + (ROW[h] - 1) // 3 for h in range(SIZE))  # nine hexes each
CENTRES: Final = tuple(HEXES.at(c * 3 + 2, r * 3 + 2) for c in range(6) for r in range(9))
LIKELY: Final = 0.06  # a hex at least this likely is looked at by itself
FEW: Final = 14  # so is each hex of a plot that has no more


def by_cells(shares: Sequence[tuple[Weights, float]]) -> tuple[Weights, Weights]:
    """Plots put together, each with what it counts for: likely hexes, and the middles of cells for the rest."""
    points: Weights = {}
    cells: dict[int, float] = {}
    for weights, value in shares:
        if len(weights) <= FEW:
            for h, w in weights.items():
                points[h] = points.get(h, 0.0) + w * value
            continue
        for h, w in weights.items():
            if w > LIKELY:
                points[h] = points.get(h, 0.0) + w * value
            else:
                c = CELL[h]
                cells[c] = cells.get(c, 0.0) + w * value
    return points, {CENTRES[c]: w for c, w in cells.items()}


@lru_cache(maxsize=64)
def entry_columns(chits: Chits, count: int, role: int) -> dict[int, float]:
    """How likely each entry number is, the umpire's side of the chits being unknown [8.1.2, 26.3.1]."""
    weights: dict[int, float] = {}
    for chit in chits:
        for numbers in chit:
            read = [n for n in numbers if 7 <= n <= 12][:1] if role == TORPEDO else numbers[:count]
            for number in read:
                weights[number] = weights.get(number, 0.0) + 1 / len(read)
    total = sum(weights.values())
    return {number: weight / total for number, weight in weights.items()}


@lru_cache(maxsize=64)
def entry_hexes(chits: Chits, count: int, role: int, mp: int) -> tuple[tuple[Hex, float], ...]:
    """The same for each hex that may be reached on entry: the first of every column, as far as the MP go."""
    columns = [(HEXES.at(column, 1), share) for column, share in entry_columns(chits, count, role).items()]
    return tuple((hex_, share) for first, share in columns for hex_ in HEXES.all[first : first + mp])


# -- sweeps ----------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def disc(hex_: Hex, reach: int) -> frozenset[Hex]:
    """The hexes within that many of one."""
    row = DISTANCE[hex_]
    return frozenset(h for h in HEXES.all if row[h] <= reach)


@cache
def ways_by_offset() -> bytes:
    """For every offset (columns times WIDTH, plus half hexes down): which neighbours lie nearest to it, a bit each."""
    masks = bytearray(2 * HERE + 1)
    for columns in range(-18, 19):
        for down in range(-58, 59):
            far = [_hexes(columns - aside, down - ahead) for aside, ahead in STEPS]
            masks[HERE + columns * WIDTH + down] = sum(1 << way for way in range(6) if far[way] == min(far))
    return bytes(masks)


def _hexes(columns: int, down: int) -> int:
    aside = abs(columns)
    return aside + max(0, (abs(down) - aside) // 2)


@lru_cache(maxsize=512)
def pointers(hex_: Hex) -> bytes:
    """For each hex where a nearest bomber may be: in which directions a sweep may then lie, a bit per direction
    [13.1.2].
    """
    ways, here = ways_by_offset(), PLACE[hex_] - HERE
    on_map = sum(1 << way for way in range(6) if NEIGHBOUR[hex_ * 6 + way] != OFF)
    return bytes([ways[place - here] & on_map for place in PLACE])


SHARES: Final = tuple(tuple((mask >> way & 1) / max(1, mask.bit_count()) for mask in range(64)) for way in range(6))


@lru_cache(maxsize=2048)
def sweep_fits(search: int, sweep: int) -> tuple[float, ...]:
    """For each hex of a nearest bomber: the chance that the sweep would lie there [13.1.2]."""
    way = next(w for w in range(6) if NEIGHBOUR[search * 6 + w] == sweep)
    share = SHARES[way]
    return tuple(map(share.__getitem__, pointers(search)))


@lru_cache(maxsize=512)
def close_fits(sweep: int) -> tuple[float, ...]:
    """The same where a sweep lies in or beside the bomber's hex [25.1a]."""
    row = DISTANCE[sweep]
    return tuple(1 / (1 + len(HEXES.adjacent[h])) if row[h] <= 1 else 0.0 for h in HEXES.all)


class Source:
    """A plot, or a contact, as something a sweep may point at."""

    __slots__ = (
        "distances", "far", "fits", "fitting", "inside", "mass", "nearest", "number", "outside", "plot", "surely_within"
    )  # fmt: skip

    def __init__(self, plot: Plot, row: bytes, heard: Collection[Hex] | None) -> None:
        """Only what can be heard counts; the rest of a plot might as well not be there."""
        self.plot = plot
        self.number = plot.number
        weights = plot.weights
        self.inside = weights if heard is None else {h: w for h, w in weights.items() if h in heard}
        self.outside = {} if heard is None else {h: w for h, w in weights.items() if h not in heard}
        self.distances = distances = [row[h] for h in self.inside]
        self.nearest, self.far = min(distances, default=FURTHEST), max(distances, default=0)
        absent = plot.held + plot.gone + sum(self.outside.values())
        self.surely_within = self.far if absent < SURE else UNSURE

    def sort(self, fits: Sequence[float]) -> None:
        """Its chance by distance, and the part of it that fits the sweep."""
        mass, fitting = [0.0] * FURTHEST, [0.0] * FURTHEST
        self.fits = [fits[h] for h in self.inside]
        for w, d, fit in zip(self.inside.values(), self.distances, self.fits, strict=True):
            mass[d] += w
            if fit:
                fitting[d] += w * fit
        self.mass, self.fitting = mass, fitting


def pointed(
    plots: Sequence[Plot], contacts: Sequence[Hex], search: Hex, fits: Sequence[float], heard: Collection[Hex] | None
) -> None:
    """The umpire pointed at the attacker nearest to a search; each hex fits that with some chance [13.1.2, 25.1]."""
    row = DISTANCE[search]
    sources = [Source(plot, row, heard) for plot in plots if plot.weights]
    sources += [Source(Plot(1, 0, {hex_: 1.0}), row, heard) for hex_ in contacts]
    sources = [source for source in sources if source.inside]
    if not sources:
        return
    sure = min(source.surely_within for source in sources)
    sources = [source for source in sources if source.nearest <= sure]
    only = sources[0]
    if len(sources) == 1 and only.number == 1 and only.surely_within < UNSURE:
        only.plot.keep({h: w * fits[h] for h, w in only.inside.items() if fits[h]}, 0.0, 0.0)
    else:
        weigh_together(sources, fits)


def weigh_together(sources: Sequence[Source], fits: Sequence[float]) -> None:
    """Several may have been the nearest: weigh each hex by how well the sweep fits if it was, or another one nearer.

    Goes outwards from the search. Attackers equally near count as a little further off, which is rare enough.
    """
    for source in sources:
        source.sort(fits)
    first, last = min(s.nearest for s in sources), max(s.far for s in sources)
    each, numbers = range(len(sources)), [source.number for source in sources]
    beyond = [1.0] * len(sources)  # the chance that one of each source is at this distance or further off
    nobody_nearer = [[0.0] * (last + 2) for _ in sources]
    another_drew_it = [[0.0] * (last + 2) for _ in sources]
    drew = [0.0] * len(sources)
    for d in range(first, last + 1):
        everybody = 1.0
        for k in each:
            everybody *= beyond[k] ** numbers[k]
        somebody = 0.0
        for k in each:
            drew[k] = sources[k].fitting[d] * everybody / beyond[k] if beyond[k] > NOTHING_LEFT else 0.0
            somebody += drew[k] * numbers[k]
        for k in each:
            left = beyond[k]
            another_drew_it[k][d + 1] = another_drew_it[k][d]
            if left > NOTHING_LEFT:
                nobody_nearer[k][d] = everybody / left
                another_drew_it[k][d + 1] += (somebody - drew[k]) / left
            beyond[k] = max(0.0, left - sources[k].mass[d])
    nobody = 1.0
    for source, left in zip(sources, beyond, strict=True):
        nobody *= left**source.number
    for source, left, mine, theirs in zip(sources, beyond, nobody_nearer, another_drew_it, strict=True):
        plot = source.plot
        off = theirs[last + 1] + (nobody / left / 6 if left > NOTHING_LEFT else 0.0)
        changed = {
            h: w * (fit * mine[d] + theirs[d])
            for (h, w), d, fit in zip(source.inside.items(), source.distances, source.fits, strict=True)
        }
        changed.update({h: w * off for h, w in source.outside.items()})
        plot.keep(changed, plot.held * off, plot.gone * off)
