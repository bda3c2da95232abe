"""Where a pilot should be stationed, worked out from the charts [4.6.1, 4.6.3, 7.1.2].

Chart A1 says where the raids of a month go, A3 how often they are escorted there, and the endurance track which of them
he has the fuel to reach from a base. From Bremen a single-engined fighter misses most of the spring's raids; from the
Dutch fields it meets them all.
"""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.games.interceptor.model.ids import Unit
from viermot.games.interceptor.model.layout import Layout
from viermot.games.interceptor.model.options import MOVE, purchase
from viermot.kernel.registry import Ask

LONE: Final = 0.8  # what meeting bombers without escort is worth to him, in bombers, less the danger
ESCORTED: Final = 0.1  # the same with escort
AHEAD: Final = 2  # months he looks ahead
TROUBLE: Final = 1.0  # what a move costs on top: the sortie it takes
ONE_DIE: Final = dict.fromkeys(range(1, 7), 1 / 6)
TWO_DICE: Final = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}


def line_worth(layout: Layout, unit: Unit, engines: int, month: int) -> float:
    """What a line of the log of that month is worth at a unit's base, in bombers."""
    worth = 0.0
    for roll, chance in (ONE_DIE if layout.raid_dice[month] == 1 else TWO_DICE).items():
        zone = layout.raid_zone[month][roll]
        if layout.tracks[unit][zone] > layout.last_box[engines - 1]:
            continue  # out of range [4.6.3]
        escorts = layout.escorts[month][zone]
        alone = sum(escort < 0 for escort in escorts) / len(escorts)
        worth += chance * (alone * LONE + (1 - alone) * ESCORTED)
    return worth


def posting_worth(layout: Layout, unit: Unit, engines: int, month: int) -> float:
    """What the months to come are worth at a unit's base."""
    months = range(month, min(month + AHEAD, len(layout.sorties)))
    return sum(layout.sorties[each] * line_worth(layout, unit, engines, each) for each in months)


def better_posting(view: CareerView, ask: Ask) -> int | None:
    """The move most worth making, if any is worth the trouble; he stays with his series [4.6.1]."""
    best, highest = None, posting_worth(view.layout, view.pilot.career.unit, view.mat.engines, view.month) + TROUBLE
    for code in ask.codes:
        offer = purchase(code)
        if offer.what != MOVE or view.mat.series not in view.layout.unit_series[offer.unit]:
            continue
        worth = posting_worth(view.layout, offer.unit, view.mat.engines, view.month)
        if worth > highest:
            best, highest = code, worth
    return best
