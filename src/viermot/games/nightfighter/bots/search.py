"""Where to look: placing search counters so that the umpire's answers tell most [13.1.1, 24.2.3, 24.4, 25.0]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from viermot.games.nightfighter.bots.plot import CELL, Plot, Weights, by_cells, pointers
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import COLUMN, DISTANCE, HEXES, ROW, SIZE
from viermot.games.nightfighter.model.fitting import NOT_JAMMED
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.kernel.registry import Ask

NEAR: Final = 8.0  # hexes that halve a plot's interest
MANY: Final = 40  # a plot of more hexes is as good as unknown
TOP: Final = 6
THERE, SAME_HEX_THERE = 64, 65  # answers besides the ways a sweep may lie
NEAR_CELL: Final = 70  # a sweep beside the bomber tells its cell, roughly
ANSWERS: Final = 128  # more than there are


def place_search(view: NightView, ask: Ask, plotting: PlottingTable) -> int:
    """The hex whose answer, with those of the counters already down, best divides what is worth knowing."""
    layout = view.layout
    counter = layout.radars[ask.facts["radar"]]
    if plotting.asked_about is None:  # the same for all counters of a turn: none is answered before all are down
        plotting.asked_about = interesting(view, plotting)
    points = plotting.asked_about
    if not points:
        return NO_HEX
    legal = set(map(Hex, ask.codes)) if counter.family in ("flensburg", "serrate") else None
    before = [0] * len(points)
    for radar, placed, _ in view.searches():
        told = answers(*_nature(layout.radars[radar]), placed)
        before = [(b + told[h]) * ANSWERS for b, h in zip(before, points, strict=True)]
    places = list(zip(points, points.values(), before, strict=True))
    value, sweeps, close = _nature(counter)
    best: int = NO_HEX
    lowest = 9.0
    if legal is not None:
        points = {h: w for h, w in points.items() if h in legal}
        if not any(points.values()):  # nobody is expected where this counter may ask
            points = dict.fromkeys(legal - {NO_HEX}, 1.0)
    for hex_ in candidates(points):
        if legal is None or hex_ in legal:
            left = doubt(answers(value, sweeps, close, hex_), places)
            if left < lowest - 1e-12:
                best, lowest = hex_, left
    return best


def interesting(view: NightView, plotting: PlottingTable) -> Weights:
    """The hexes of the plot most worth finding: near a fighter, and not yet well known."""
    best, highest = None, 0.0
    fighters = [h for h, _ in view.fighters() if h >= 0]
    for plot in plotting.plots:
        if len(plot.weights) > 1:
            guesswork = unknown(plot)
            if guesswork / NEAR > highest:  # which it could not be worth from any further off
                interest = guesswork / (NEAR + distance_to(plot, fighters))
                if interest > highest:
                    best, highest = plot, interest
    if best is None:
        return {}
    points, cells = by_cells([(best.weights, 1.0)])
    for h, w in cells.items():
        points[h] = points.get(h, 0.0) + w
    return points


def unknown(plot: Plot) -> float:
    """How much of a plot is guesswork."""
    on_map = 1 - plot.held - plot.gone
    known = 0.0 if len(plot.weights) > MANY else sum([w * w for w in plot.weights.values()])
    return plot.number * (on_map - known)


def distance_to(plot: Plot, fighters: Sequence[Hex]) -> int:
    """How far the nearest fighter is from the likeliest hex."""
    row = DISTANCE[max(plot.weights, key=plot.weights.__getitem__)]
    return min([row[h] for h in fighters], default=0)


def candidates(points: Weights) -> list[Hex]:
    """Hexes worth asking about: the likeliest, the middle of all, and those around these."""
    likeliest = sorted(points, key=points.__getitem__, reverse=True)[:TOP]
    total = sum(points.values())
    column = sum([COLUMN[h] * w for h, w in points.items()]) / total
    row = sum([ROW[h] * w for h, w in points.items()]) / total
    middle = HEXES.at(round(column), round(row))
    around = (*HEXES.adjacent[middle], *HEXES.adjacent[likeliest[0]])
    return list(dict.fromkeys((middle, *likeliest, *around)))


def _nature(counter: Any) -> tuple[int, bool, bool]:
    """What matters about a counter: its value, whether it sweeps, and whether it sweeps close by."""
    return counter.value, counter.jam == NOT_JAMMED, counter.family in ("gci", "mew")


@lru_cache(maxsize=2048)
def answers(value: int, sweeps: bool, close: bool, search: int) -> bytes:
    """What the umpire would say to that search for each hex in which the only attacker might be."""
    row, ways = DISTANCE[search], pointers(search)
    told = bytearray(SIZE)
    for h in range(SIZE):
        if row[h] <= value:
            told[h] = SAME_HEX_THERE if close and h == search else THERE
        elif sweeps:
            told[h] = NEAR_CELL + CELL[h] if close else ways[h]
    return bytes(told)


def doubt(told: bytes, places: Sequence[tuple[int, float, int]]) -> float:
    """How much would remain unknown: the chance that two draws from the plot give the same answers."""
    shares: dict[int, float] = {}
    for h, w, before in places:
        key = before + told[h]
        if key in shares:
            shares[key] += w
        else:
            shares[key] = w
    return sum([share * share for share in shares.values()])
