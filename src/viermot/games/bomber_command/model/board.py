"""The map of both scenarios, 17 columns A to Q of up to 11 hexes, and the game's vocabulary [2.1].

Hexes are kernel hexes: A1 is 0, and going south in a column is adding one. Columns B, D, F ... lie half a hex further
south. Part of the rectangle is taken up by the England space and the tracks; there are no hexes there.
"""

from __future__ import annotations

from typing import Final

from viermot.games.bomber_command.model.ids import NO_HEX, Hex, Letter, Zone
from viermot.kernel.agenda import Unreadable
from viermot.kernel.hexes import OFF as OFF
from viermot.kernel.hexes import HexMap

COLUMNS: Final = 17
ROWS: Final = 11
HEXES: Final = HexMap(COLUMNS, ROWS)
SIZE: Final = HEXES.size
ENGLAND: Final = Hex(SIZE)  # the England space [2.1.2c]
JUTLAND: Final = Hex(SIZE + 1)  # the Jutland Box [7.1.1]
PLACES: Final = SIZE + 2

_LETTERS: Final = "ABCDEFGHIJKLMNOPQ"
_FIRST_MISSING: Final = {"A": 5, "B": 6, "C": 8, "D": 11}  # from here south are the England space and the tracks


def _is_there(hex_: int) -> bool:
    return HEXES.row[hex_] < _FIRST_MISSING.get(_LETTERS[HEXES.column[hex_] - 1], ROWS + 1)


ON_MAP: Final = frozenset(Hex(hex_) for hex_ in range(SIZE) if _is_there(hex_))
NAME: Final = (
    *[_LETTERS[HEXES.column[hex_] - 1] + str(HEXES.row[hex_]) for hex_ in range(SIZE)],
    "England",
    "Jutland",
)
BY_NAME: Final[dict[str, Hex]] = {
    **{NAME[hex_].upper(): hex_ for hex_ in sorted(ON_MAP)},
    "ENGLAND": ENGLAND,
    "JUTLAND": JUTLAND,
}
NEIGHBOUR: Final = [
    Hex(there) if there in ON_MAP and at // 6 in ON_MAP else NO_HEX for at, there in enumerate(HEXES.neighbour)
]
ADJACENT: Final = [tuple(n for n in NEIGHBOUR[h * 6 : h * 6 + 6] if n != OFF) for h in range(SIZE)]
DISTANCE: Final = HEXES.distance

BRITISH, GERMAN = 0, 1
EITHER: Final = -1  # a question whose first argument says who is asked
SEATS: Final = ("british", "german")
TO_BRITISH, TO_GERMAN, TO_ALL = 1, 2, 3

MAIN, DECOY, GARDENING, MOSQUITO = range(4)  # kinds of raids, in the order they are attacked [9.1.3b]
KINDS: Final = ("main", "decoy", "gardening", "mosquito")
LETTERS: Final = "ABCDEFGHJ"  # of the raid boxes [4.1]
EVERY_LETTER: Final = tuple(Letter(number) for number in range(len(LETTERS)))

CLEAR, HAZE, BROKEN, CLOUD, HEAVY, FOG = range(6)
WEATHERS: Final = ("Clear", "Haze", "Broken Cloud", "Cloud", "Heavy Cloud", "Fog")
ENGLAND_ZONE: Final = Zone(0)
ZONES: Final = ("England", "1.JD", "2.JD", "3.JD", "4.JD", "7.JD")
EVERY_ZONE: Final = tuple(Zone(number) for number in range(len(ZONES)))
DIVISIONS: Final = EVERY_ZONE[1:]  # all but England
GOOD, MODERATE, POOR = range(3)
VISIBILITIES: Final = ("good", "moderate", "poor")
NO_MOON, MOONRISE, MOONSET = range(3)
MOONS: Final = ("none", "moonrise", "moonset")


def read_hex(text: str) -> Hex:
    """The hex or space of that name."""
    found = BY_NAME.get(text.strip().upper())
    if found is None:
        raise Unreadable("unreadable.hex", "2.1.1a", text=text)
    return found


def _within(hex_: Hex, steps: int) -> tuple[Hex, ...]:
    """The map hexes within this many steps, without leaving the map; the hex itself first."""
    reached = [hex_]
    edge = [hex_]
    for _ in range(steps):
        edge = [n for h in edge for n in ADJACENT[h]]
        edge = [n for place, n in enumerate(edge) if n not in reached and n not in edge[:place]]
        reached += edge
    return tuple(reached)


REACH_1: Final = [_within(Hex(h), 1) if h in ON_MAP else () for h in range(SIZE)]
REACH_2: Final = [_within(Hex(h), 2) if h in ON_MAP else () for h in range(SIZE)]
