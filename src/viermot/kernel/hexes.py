"""Hexes as small ints, with neighbours, distances, arcs and lines as tables built once a map.

Columns run from the entry edge (row 1) to the far edge; even columns sit half a hex further down.
A hex is ``(column - 1) * rows + (row - 1)``, so flying down a column is adding one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

N, NE, SE, S, SW, NW = range(6)
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
OFF: Final = -1

NARROW, WIDE, HEMI = range(3)
ARCS: Final = ("narrow", "wide", "hemi")
UNLIMITED: Final = 99


class BadHex(ValueError):
    """A text that names no hex of the map."""


class _Rows(dict[int, bytes]):
    """Distance rows, one per hex of origin, each worked out when first asked for."""

    def __init__(self, grid: HexMap) -> None:
        self.grid = grid

    def __missing__(self, origin: int) -> bytes:
        row = bytes(self.grid.count_hexes(origin, target) for target in range(self.grid.size))
        self[origin] = row
        return row


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
        self.neighbour: list[int] = [
            self._step(h, direction) for h in range(self.size) for direction in range(6)
        ]
        self.distance = _Rows(self)
        self.arc = lru_cache(maxsize=None)(self._arc)
        self.adjacent: list[tuple[int, ...]] = [
            tuple(n for n in self.neighbour[h * 6 : h * 6 + 6] if n != OFF) for h in range(self.size)
        ]

    # -- names at the edges ---------------------------------------------------------------

    def at(self, column: int, row: int) -> int:
        """The hex of that column and row, or OFF."""
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            return (column - 1) * self.rows + row - 1
        return OFF

    def name(self, hex_: int) -> str:
        """The four-figure id, column then row."""
        return f"{self.column[hex_]:02d}{self.row[hex_]:02d}"

    def parse(self, text: str) -> int:
        """The hex with that four-figure id; BadHex if the map has none."""
        text = text.strip()
        if len(text) == 4 and text.isascii() and text.isdigit():
            found = self.at(int(text[:2]), int(text[2:]))
            if found != OFF:
                return found
        raise BadHex(f"{text!r} is no hex of this map (0101 to {self.columns:02d}{self.rows:02d})")

    # -- geometry ---------------------------------------------------------------------------

    def _step(self, hex_: int, direction: int) -> int:
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

    def height(self, hex_: int) -> int:
        """How far down the map, in half hexes: even columns are half a hex lower."""
        return 2 * self.row[hex_] + (1 if self.column[hex_] % 2 == 0 else 0)

    def count_hexes(self, origin: int, target: int) -> int:
        """The shortest path in hexes, counting the target but not the origin."""
        aside = abs(self.column[origin] - self.column[target])
        down = abs(self.height(origin) - self.height(target))
        return aside + max(0, (down - aside) // 2)

    def offset(self, origin: int, target: int, facing: int) -> tuple[int, int]:
        """Half hexes ahead and columns aside of the target, as seen by one that faces that way.

        The hex plane is turned so that the facing becomes S; "ahead" then is twice the distance along it.
        """
        q = self.column[target] - self.column[origin]
        y = self.height(target) - self.height(origin)  # half hexes down
        # cube coordinates: q columns, r along SW-NE; turning by 60 degrees permutes them
        x, z = q, (y - q) // 2
        cube = (x, -x - z, z)
        for _ in range((S - facing) % 6):
            cube = (-cube[2], -cube[0], -cube[1])
        aside, ahead_r = cube[0], cube[2]
        return 2 * ahead_r + aside, aside

    def in_arc(self, origin: int, facing: int, arc: int, target: int) -> bool:
        """Is the target within that arc, whatever the distance? The own hex always is."""
        ahead, aside = self.offset(origin, target, facing)
        if arc == NARROW:
            return aside == 0 and ahead >= 0
        if arc == WIDE:
            return ahead >= abs(aside)
        return ahead >= 0

    def _arc(self, origin: int, facing: int, arc: int, reach: int) -> frozenset[int]:
        row = self.distance[origin]
        return frozenset(
            h for h in range(self.size) if row[h] <= reach and self.in_arc(origin, facing, arc, h)
        )

    def line(self, origin: int, direction: int, steps: int) -> list[int]:
        """The hexes met when flying straight, as far as the map goes."""
        met: list[int] = []
        hex_ = origin
        for _ in range(steps):
            hex_ = self.neighbour[hex_ * 6 + direction]
            if hex_ == OFF:
                break
            met.append(hex_)
        return met
