"""How hard a scenario is, as measured: how many of how many games each level of computer player won.

It is data, the file ``bots/measured.toml`` of its game, written by ``tools/difficulty.py``; what the book says about a
scenario's difficulty is shown beside it and left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from viermot.kernel import packs
from viermot.kernel.packs import PackError

Z95: Final = 1.959964


class Measured(NamedTuple):
    """How one level of computer player did in a scenario."""

    level: str
    won: int
    games: int

    @property
    def percent(self) -> int:
        """The percentage of its games that it won."""
        return round(100 * self.won / self.games)

    @property
    def likely(self) -> tuple[int, int]:
        """The percentages between which the true one lies, in 95 cases out of 100.

        >>> Measured("standard", 41, 100).likely
        (32, 51)
        """
        low, high = interval(self.won, self.games)
        return round(100 * low), round(100 * high)


def interval(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a proportion."""
    found = hits / of
    middle = (found + z * z / (2 * of)) / (1 + z * z / of)
    spread = z * sqrt(found * (1 - found) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return middle - spread, middle + spread


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The file: whose games were played, from which seeds, and how many each level won in each scenario."""

    seat: str  # whose victories are counted
    levels: tuple[str, ...]  # the weakest first
    seeds: str  # of a game, with {scenario} and {number}
    won: dict[str, dict[str, tuple[int, int]]]  # scenario -> level -> won, of how many


@cache
def of_file(file: Path) -> Mapping[str, tuple[Measured, ...]]:
    """What was measured for each scenario, the weakest level first; nothing where there is no such file."""
    if not file.is_file():
        return {}
    table = read(file)
    return {
        scenario: tuple(Measured(level, *found[level]) for level in table.levels if level in found)
        for scenario, found in table.won.items()
    }


def for_seat(file: Path | None, scenario: str, seat: str) -> tuple[Measured, ...]:
    """What was measured for this seat in a scenario; nothing where another seat's victories were counted."""
    if file is None or not file.is_file() or _seat_of(file) != seat:
        return ()
    return of_file(file).get(scenario, ())


@cache
def _seat_of(file: Path) -> str:
    return read(file).seat


def read(file: Path) -> Table:
    """The file, checked."""
    name = file.name
    table = packs.decode({name: packs.read_file(name, file)}, name, Table)
    for scenario, found in table.won.items():
        for level, (won, games) in found.items():
            if level not in table.levels or not 0 <= won <= games or not games:
                raise PackError(name, f"{scenario}, {level}", "pack.not_measured")
    return table
