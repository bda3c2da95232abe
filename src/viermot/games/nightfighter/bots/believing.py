"""The plotting table as the belief has it: for those who take their time (`knowledge.belief`).

A plotting table treats its plots as independent of one another: what was told of one bomber goes on weighing on
another one, after it has become clear which of them it was. The belief reckons with both. Here its chances are put on
the table, a plot for those that came together and one for each that was found and lost again, so that who flies and
searches by plots can do so by the belief.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final

from viermot.games.nightfighter.bots.plot import MIN_WEIGHT, Plot, Weights
from viermot.games.nightfighter.bots.plotting import LIKELY_DELAYS, PlottingTable
from viermot.games.nightfighter.knowledge.belief import reader_of
from viermot.games.nightfighter.knowledge.joint import JointSky
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.knowledge.sky import Slot
from viermot.games.nightfighter.knowledge.states import HEX, facing_of, group_of
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import BOMBER, INTRUDER, Layout
from viermot.kernel.hexes import S

UNLIKELY: Final = 1e-4  # a sky this unlikely is left out
EMPTY: Final = 0.01  # so is a plot of fewer than this

Wave = tuple[int, int, int]  # turn in which they were due, or less than 0 for one that was lost; role; facing


class Share:
    """What is believed of those that came together, all skies put together."""

    __slots__ = ("held", "slot", "slots", "weights")

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self.slots: set[int] = set()
        self.weights: Weights = {}
        self.held = 0.0


def can_be_believed(layout: Layout) -> bool:
    """Not where bombers are no prey (scenario 7), nor where nothing is hidden."""
    return not layout.identification and not layout.flying_bombs


def believed(view: NightView, plotting: PlottingTable) -> PlottingTable:
    """Another table with the belief's plots in place of its own, to be used once; all else is as it was."""
    if not can_be_believed(view.layout):
        return plotting
    reader = reader_of(view)
    table = copy(plotting)
    table.plots = [plot for wave, share in _shares(reader).items() for plot in _plots(reader, wave, share)]
    table.plots += [plot for plot in plotting.plots if plot.due and min(plot.due) > view.turn and not plot.weights]
    table._around, table._density = {}, []
    return table


def _shares(reader: Reader) -> dict[Wave, Share]:
    found: dict[Wave, Share] = {}
    for sky, chance in zip(reader.skies, reader.chances(), strict=True):
        if chance > UNLIKELY:
            apart = sky.simplified() if isinstance(sky, JointSky) else sky
            for number, slot in enumerate(apart.slots):
                if slot.total > 0.0:
                    for wave, hex_, weight in _parts(reader.layout, number, slot):
                        share = found.get(wave)
                        if share is None:
                            share = found[wave] = Share(slot)
                        share.slots.add(number)
                        part = weight * chance / slot.total
                        if hex_ is None:
                            share.held += part
                        else:
                            share.weights[hex_] = share.weights.get(hex_, 0.0) + part
    return found


def _parts(layout: Layout, number: int, slot: Slot) -> Iterator[tuple[Wave, Hex | None, float]]:
    """What one slot says, state by state: of which wave, where (None: not in yet), and its weight."""
    due = -1 - number if slot.handle else slot.due
    for state, weight in slot.weights.items():
        role = layout.groups[group_of(state)].role
        if role != INTRUDER:
            yield (due, role, facing_of(state)), Hex(state & HEX), weight
    if slot.held:
        yield (due, max(slot.role, BOMBER), S), None, sum(slot.held.values())


def _plots(reader: Reader, wave: Wave, share: Share) -> Iterator[Plot]:
    _, role, facing = wave
    number = len(share.slots)
    weights = {h: w / number for h, w in share.weights.items() if w > MIN_WEIGHT * number}
    plot = Plot(number, role, weights, facing)
    first = share.slot.due
    plot.due = {first + late: w for late, w in enumerate(LIKELY_DELAYS) if first + late > reader.turn}
    plot.held = share.held / number if plot.due else 0.0
    if plot.held <= 0.0:
        plot.held, plot.due = 0.0, {}
    plot.gone = max(0.0, 1 - plot.held - sum(weights.values()))
    contact = reader.contacts.get(share.slot.handle) if share.slot.handle else None
    if contact is not None:
        plot.hits, plot.alerted = contact.hits, contact.alerted
    if plot.held > 0.0 or sum(weights.values()) * number > EMPTY:
        yield plot
