"""What a game is measured by: marks to be met, curves to be drawn, and what whoever runs the benchmarks wishes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

AT_LEAST: Final = "at least"
AT_MOST: Final = "at most"


@dataclass(frozen=True)
class Mark:
    """Something measured, and what is wanted of it."""

    name: str
    found: float
    way: str  # AT_LEAST or AT_MOST
    wanted: float

    def __str__(self) -> str:
        met = self.found >= self.wanted if self.way == AT_LEAST else self.found <= self.wanted
        return f"{'ok  ' if met else 'MISS'} {self.name}: {self.found:.2f} (wanted {self.way} {self.wanted:g})"


@dataclass(frozen=True)
class Curve:
    """How a cost grows: what was measured at each size."""

    name: str
    across: str  # what the size is
    up: str  # what the cost is
    points: tuple[tuple[float, float], ...]

    @property
    def power(self) -> float:
        """By which power of the size the cost grows: 1 is in proportion, 0 not at all.

        >>> round(Curve("", "", "", ((1, 3), (2, 6), (4, 12))).power, 3)
        1.0
        """
        return slope([(math.log(size), math.log(cost)) for size, cost in self.points if size > 0 and cost > 0])


def slope(points: Sequence[tuple[float, float]]) -> float:
    """That of the straight line that fits best."""
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    spread = sum((x - middle[0]) ** 2 for x, _ in points)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in points) / spread if spread else 0.0


@dataclass(frozen=True)
class Wishes:
    """How it is to be measured."""

    rounds: int
    scenarios: tuple[str, ...]  # only these; none for all of a game's
