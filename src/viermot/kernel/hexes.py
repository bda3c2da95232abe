"""Hexes as small ints, with neighbours, distances, arcs and lines as tables built once per map.

Columns run from the entry edge (row 1) to the far edge; even columns sit half a hex further down.
A hex is ``(column - 1) * rows + (row - 1)``, so flying down a column is adding one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NewType

N, NE, SE, S, SW, NW = range(6)
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")

Hex = NewType("Hex", int)  # to the interpreter an int
OFF: Final = Hex(-1)

NARROW, WIDE, HEMI = range(3)
ARCS: Final = ("narrow", "wide", "hemi")
UNLIMITED: Final = 99


class BadHex(ValueError):
    """Text that names no hex of the map."""


def far_away(aside: int, below: int) -> int:
    """The distance between two hexes that lie this many columns aside and half hexes below each other."""
    aside, below = abs(aside), abs(below)
    return aside + max(0, (below - aside) // 2)


def _turned(aside: int, below: int, facing: int) -> tuple[int, int]:
    """Half hexes ahead and columns aside, after the plane is turned so that the facing becomes S."""
    # cube coordinates: turning by 60 degrees permutes and negates them
    x, z = aside, (below - aside) // 2
    cube = (x, -x - z, z)
    for _ in range((S - facing) % 6):
        cube = (-cube[2], -cube[0], -cube[1])
    return 2 * cube[2] + cube[0], cube[0]


def _within(arc: int, ahead: int, aside: int) -> bool:
    """Narrow: dead ahead; wide: 120 degrees; hemi: not behind the line abeam."""
    if arc == NARROW:
        return aside == 0 and ahead >= 0
    return ahead >= abs(aside) if arc == WIDE else ahead >= 0


class HexMap:
    """One map: its size, and tables of what lies next to, how far from and ahead of what.

    >>> board = HexMap(18, 27)
    >>> board.name(board.at(7, 12)), board.parse("0712") == board.at(7, 12)
    ('0712', True)
    >>> board.name(board.neighbour[board.parse("1107") * 6 + NW])
    '1006'
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.column = bytes(h // rows + 1 for h in range(self.size))
        self.row = bytes(h % rows + 1 for h in range(self.size))
        self.names = [f"{column:02d}{row:02d}" for column, row in zip(self.column, self.row, strict=True)]
        self.all: Final = tuple(map(Hex, range(self.size)))
        self.neighbour: list[Hex] = [self._step(h, direction) for h in self.all for direction in range(6)]
        self.distance = self._distances()
        self.arc = lru_cache(maxsize=None)(self._arc)
        self.pattern = lru_cache(maxsize=None)(self._pattern)
        self.adjacent: list[tuple[Hex, ...]] = [
            tuple(n for n in self.neighbour[h * 6 : h * 6 + 6] if n != OFF) for h in range(self.size)
        ]

    # -- names at the edges ---------------------------------------------------------------

    def at(self, column: int, row: int) -> Hex:
        """The hex of that column and row, or OFF."""
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            return Hex((column - 1) * self.rows + row - 1)
        return OFF

    def name(self, hex_: Hex) -> str:
        """The four-figure id, column then row."""
        return self.names[hex_]

    def parse(self, text: str) -> Hex:
        """The hex with that four-figure id; BadHex if the map has none."""
        text = text.strip()
        if len(text) == 4 and text.isascii() and text.isdigit():
            found = self.at(int(text[:2]), int(text[2:]))
            if found != OFF:
                return found
        raise BadHex(f"{text!r} is not a hex of this map (0101 to {self.columns:02d}{self.rows:02d})")

    # -- geometry ---------------------------------------------------------------------------

    def _step(self, hex_: Hex, direction: int) -> Hex:
        column, row = hex_ // self.rows + 1, hex_ % self.rows + 1
        if direction == N:
            return self.at(column, row - 1)
        if direction == S:
            return self.at(column, row + 1)
        lower = column % 2 == 0
        side = 1 if direction in (NE, SE) else -1
        northern = direction in (NE, NW)
        if lower:
            return self.at(column + side, row if northern else row + 1)
        return self.at(column + side, row - 1 if northern else row)

    def height(self, hex_: Hex) -> int:
        """How far down the map, in half hexes: even columns are half a hex lower."""
        return 2 * self.row[hex_] + (1 if self.column[hex_] % 2 == 0 else 0)

    def _distances(self) -> list[bytes]:
        """For each hex a row of distances to all others: the shortest path, counting the target but not the origin."""
        longest = 2 * self.rows + 1  # half hexes
        strips = [  # for each number of columns aside, the distance by half hexes down, negative to positive
            bytes(far_away(aside, down) for down in range(-longest, longest + 1)) for aside in range(self.columns)
        ]
        rows = []
        for origin in self.all:
            column, height = self.column[origin], self.height(origin)
            parts = []
            for other in range(1, self.columns + 1):
                first = longest + self.height(self.at(other, 1)) - height
                parts.append(strips[abs(other - column)][first : first + 2 * self.rows : 2])
            rows.append(b"".join(parts))
        return rows

    def in_arc(self, origin: Hex, facing: int, arc: int, target: Hex) -> bool:
        """Is the target within that arc, whatever the distance? The origin itself always is."""
        aside = self.column[target] - self.column[origin]
        below = self.height(target) - self.height(origin)
        return _within(arc, *_turned(aside, below, facing))

    def _arc(self, origin: Hex, facing: int, arc: int, reach: int) -> frozenset[Hex]:
        """The hexes of an arc out to a range: the pattern of its kind, laid over the map."""
        column, row = self.column[origin], self.row[origin]
        columns, rows = self.columns, self.rows
        pattern, every = self.pattern(column % 2, facing, arc, reach), self.all
        if min(column, columns + 1 - column, row, rows + 1 - row) > reach:  # no edge in the way
            return frozenset([every[origin + aside * rows + down] for aside, down in pattern])
        return frozenset(
            [
                every[origin + aside * rows + down]
                for aside, down in pattern
                if 0 < column + aside <= columns and 0 < row + down <= rows
            ]
        )

    def _pattern(self, odd: int, facing: int, arc: int, reach: int) -> tuple[tuple[int, int], ...]:
        """An arc as columns aside and rows down, for odd or even columns, on a map without edges."""
        wide, deep = min(reach, self.columns - 1), min(reach, self.rows - 1) + 1
        found = []
        for aside in range(-wide, wide + 1):
            stagger = 0 if aside % 2 == 0 else (1 if odd else -1)
            for down in range(-deep, deep + 1):
                below = 2 * down + stagger  # half hexes
                if far_away(aside, below) <= reach and _within(arc, *_turned(aside, below, facing)):
                    found.append((aside, down))
        return tuple(found)

    def line(self, origin: Hex, direction: int, steps: int) -> list[Hex]:
        """The hexes crossed when flying straight, as far as the map goes."""
        met: list[Hex] = []
        hex_ = origin
        for _ in range(steps):
            hex_ = self.neighbour[hex_ * 6 + direction]
            if hex_ == OFF:
                break
            met.append(hex_)
        return met
