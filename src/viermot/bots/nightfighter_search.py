"""Where to look: placing search counters so that the answers tell most [13.1.1, 24.2.3, 24.4, 25.0]."""

from __future__ import annotations

from typing import Any

from viermot.bots.nightfighter_flying import CELL, CENTRES
from viermot.bots.nightfighter_plot import PlottingTable, Weights, pointers
from viermot.nightfighter.board import DISTANCE, HEXES
from viermot.nightfighter.notation import NO_HEX
from viermot.nightfighter.table import NOT_JAMMED

TELLS_ENOUGH = 20
NEAR: float = 4


def place_search(view: Any, ask: Any, plotting: PlottingTable) -> int:
    """The hex whose answer splits up best what is worth knowing."""
    radar = ask.facts["radar"]
    counter = view.table.radars[radar]
    points = interesting(view, plotting)
    if not points:
        return NO_HEX if counter.fighter >= 0 else HEXES.parse("0914")
    legal = None
    if counter.family in ("flensburg", "serrate"):
        legal = set(ask.codes)
    others = [(view.table.radars[r], h) for r, h, _ in view.searches()]
    labels = {h: tuple(answer(c, at, h) for c, at in others) for h in points} if others else None
    best, least = None, 9.0
    for hex_ in candidates(points):
        if legal is not None and hex_ not in legal:
            continue
        score = doubt(counter, hex_, points, labels)
        if score < least - 1e-12:
            best, least = hex_, score
    return NO_HEX if best is None else best


def interesting(view: Any, plotting: PlottingTable) -> Weights:
    """The plot most worth finding, as a handful of hexes."""
    best, most = None, 0.0
    fighters = [f for f, (h, _) in enumerate(view.fighters()) if h >= 0]
    for plot in plotting.plots:
        if len(plot.weights) < 2:
            continue
        value = nearness(view, plot, fighters)
        if value > most:
            best, most = plot, value
    if best is None:
        return {}
    if len(best.weights) <= TELLS_ENOUGH:
        return best.weights
    cells: Weights = {}
    points: Weights = {}
    for h, w in best.weights.items():
        if w > 0.06:
            points[h] = points.get(h, 0.0) + w
        else:
            cells[CELL[h]] = cells.get(CELL[h], 0.0) + w
    for c, w in cells.items():
        points[CENTRES[c]] = points.get(CENTRES[c], 0.0) + w
    return points


def nearness(view: Any, plot: Any, fighters: list[int]) -> float:
    """How soon some fighter can be there."""
    if not fighters:
        return 1.0
    middle = max(plot.weights, key=plot.weights.__getitem__)
    row = DISTANCE[middle]
    near = min(row[view.fighter(f)[0]] for f in fighters)
    weights = plot.weights
    known = sum([w * w for w in weights.values()])
    return float((sum(weights.values()) - known) * plot.number / (NEAR + near))


def candidates(points: Weights) -> list[int]:
    """Hexes worth asking about: the likeliest, the middle, and those around."""
    top = sorted(points, key=points.__getitem__, reverse=True)[:6]
    total = sum(points.values())
    column = sum(HEXES.column[h] * w for h, w in points.items()) / total
    height = sum(HEXES.row[h] * w for h, w in points.items()) / total
    middle = HEXES.at(round(column), round(height))
    found = dict.fromkeys((middle, *top))
    for h in (middle, top[0]):
        found.update(dict.fromkeys(HEXES.adjacent[h]))
    return list(found)


def answer(counter: Any, search: int, hex_: int) -> int:
    """What the umpire would say if the only attacker were in that hex."""
    if DISTANCE[search][hex_] <= counter.value:
        return -2 if counter.family == "gci" and search == hex_ else -1
    if counter.jam != NOT_JAMMED:
        return 0
    if counter.family in ("gci", "mew"):
        return 1000 + CELL[hex_]
    return pointers(search)[hex_]


def doubt(counter: Any, search: int, points: Weights, labels: Any) -> float:
    """How much would stay unknown: the chance that two draws from the plot give the same answers."""
    shares: dict[Any, float] = {}
    for h, w in points.items():
        key = answer(counter, search, h)
        if labels is not None:
            key = (key, labels[h])
        shares[key] = shares.get(key, 0.0) + w
    return sum(share * share for share in shares.values())
