"""What a game is measured by: marks to be met, and what whoever runs the benchmarks wishes."""

from __future__ import annotations

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
class Wishes:
    """How it is to be measured."""

    rounds: int
    scenarios: tuple[str, ...]  # only these; none for all of a game's
