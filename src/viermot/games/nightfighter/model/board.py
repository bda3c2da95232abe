"""The map: 18 columns of 27 hexes, and the words for sides, seats and places [2.1]."""

from __future__ import annotations

from typing import Final

from viermot.games.nightfighter.components.charts import COLUMNS, ROWS
from viermot.kernel.hexes import OFF as OFF
from viermot.kernel.hexes import Hex, HexMap
from viermot.kernel.hexes import S as S

HEXES: Final = HexMap(COLUMNS, ROWS)
NEIGHBOUR: Final = HEXES.neighbour
DISTANCE: Final = HEXES.distance
ROW: Final = HEXES.row
COLUMN: Final = HEXES.column
SIZE: Final = HEXES.size
LAST_ROW: Final = HEXES.rows

BOX: Final = Hex(-2)  # the radio beacon box, off the hexes [2.1.3c]
WAITING: Final = Hex(-3)  # an attacker beside its entry hex, held back [8.1.4]
EXIT_FACING: Final = S  # bombers fly towards the exit edge [7.1]

PLAYER, UMPIRE = 0, 1
SEATS: Final = ("player", "umpire")
TO_PLAYER, TO_UMPIRE, TO_ALL = 1, 2, 3

NO_MOON, HALF_MOON, FULL_MOON = range(3)
MOONS: Final = ("none", "half", "full")
POOR, MODERATE, GOOD = range(3)
VISIBILITIES: Final = ("poor", "moderate", "good")

LEFT, CENTRE, RIGHT = 1, 2, 3  # where a corkscrew may lead; 0 is left for "roll" or "no"

# Of hex * 6 + facing: the left rear hex and the right one, 120 degrees to each side, or OFF [17.4.3b, ruling A3].
REAR: Final = tuple(
    (NEIGHBOUR[hex_ * 6 + (facing - 2) % 6], NEIGHBOUR[hex_ * 6 + (facing + 2) % 6])
    for hex_ in range(SIZE)
    for facing in range(6)
)


def rear_hex(hex_: Hex, facing: int, side: int) -> Hex:
    """The hex a corkscrew to that side leads to, or OFF [17.4.3b]."""
    if side == CENTRE:
        return hex_
    return REAR[hex_ * 6 + facing][side == RIGHT]
