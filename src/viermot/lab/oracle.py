"""A mix of strategies for each of two sides that neither can exploit: the double oracle.

Every strategy of one side is played against every one of the other, and the table of results is solved as a matrix
game. Then each side looks for an answer to the mix of the other; what does better than the value of the game joins the
table, and so on until neither finds one. A strategy is plain data, so that a search can be saved after every step and
resumed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

Strategy = dict[str, float]
Play = Callable[[Strategy, Strategy, str], float]  # row, column, seed -> what the row player gets
Propose = Callable[[Sequence[Strategy], int], list[Strategy]]  # what a side has, which round it is -> what to try
ROUNDS: Final = 4000  # of fictitious play
CLEAR: Final = 1.0  # standard errors by which an answer must be better to join


@dataclass(frozen=True)
class Solution:
    """How often each side plays what, and what the row player may expect."""

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    value: float


def solve(table: Sequence[Sequence[float]], rounds: int = ROUNDS) -> Solution:
    """The mixes of a matrix game, by fictitious play: each side answers what the other has done so far.

    >>> matching = solve([[1.0, -1.0], [-1.0, 1.0]])
    >>> [round(share, 1) for share in matching.rows], abs(matching.value) < 0.05
    ([0.5, 0.5], True)
    >>> solve([[3.0, 2.0], [1.0, 0.0]]).rows
    (1.0, 0.0)
    """
    heights, widths = range(len(table)), range(len(table[0]))
    for_row, for_column = [0.0] * len(table), [0.0] * len(table[0])
    row_count, column_count = [0] * len(table), [0] * len(table[0])
    for _ in range(rounds):
        row = max(heights, key=lambda r: for_row[r])
        column = min(widths, key=lambda c: for_column[c])
        row_count[row] += 1
        column_count[column] += 1
        for r in heights:
            for_row[r] += table[r][column]
        for c in widths:
            for_column[c] += table[row][c]
    value = (max(for_row) + min(for_column)) / 2 / rounds
    shares = [tuple(count / rounds for count in counts) for counts in (row_count, column_count)]
    return Solution(shares[0], shares[1], value)


@dataclass
class DoubleOracle:
    """Where a search stands; it can be saved and resumed."""

    rows: list[Strategy]
    columns: list[Strategy]
    games: int  # in every cell of the table
    results: dict[str, list[float]] = field(default_factory=dict)  # "row,column" -> what the row player got
    round: int = 0
    seed: str = "oracle"

    def save(self, file: Path) -> None:
        """Write it to a file."""
        file.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> DoubleOracle:
        """Read it back."""
        return cls(**json.loads(file.read_text(encoding="utf-8")))

    def fill(self, play: Play, saved: Callable[[], None]) -> None:
        """Play what is missing in the table."""
        for r, row in enumerate(self.rows):
            for c, column in enumerate(self.columns):
                played = self.results.setdefault(f"{r},{c}", [])
                while len(played) < self.games:
                    played.append(play(row, column, f"{self.seed}/{len(played)}"))
                saved()

    def solution(self) -> Solution:
        """The mixes of the table as it is."""
        return solve(
            [[fmean(self.results[f"{r},{c}"]) for c in range(len(self.columns))] for r in range(len(self.rows))]
        )

    def level(self) -> Solution:
        """The mixes, in which whatever the games cannot distinguish from the best is played as well.

        With few games per cell a table has lucky favourites. Half of every share goes in equal parts to all that do
        as well against the other side's mix as its own, to within a standard error.
        """
        found = self.solution()
        rows = self._levelled(found.rows, found.columns, True)
        return Solution(rows, self._levelled(found.columns, found.rows, False), found.value)

    def _levelled(self, own: Sequence[float], other: Sequence[float], for_row: bool) -> tuple[float, ...]:
        sign, means, errors = (1 if for_row else -1), [], []
        for mine in range(len(own)):
            cells = [self.results[f"{mine},{c}" if for_row else f"{c},{mine}"] for c in range(len(other))]
            means.append(sign * sum(weight * fmean(cell) for weight, cell in zip(other, cells, strict=True)))
            errors.append(
                sum((weight * stdev(cell)) ** 2 / len(cell) for weight, cell in zip(other, cells, strict=True))
            )
        best = max(range(len(own)), key=lambda mine: means[mine])
        good = [means[mine] + errors[mine] ** 0.5 >= means[best] for mine in range(len(own))]
        return tuple(weight / 2 + is_good / 2 / sum(good) for weight, is_good in zip(own, good, strict=True))

    def answer(self, play: Play, tried: Sequence[Strategy], mix: Sequence[float], for_row: bool) -> Strategy | None:
        """The best of some strategies against a mix of the other side, if it clearly beats the value of the game."""
        others = self.columns if for_row else self.rows
        sign, value = (1, self.solution().value) if for_row else (-1, -self.solution().value)
        shared = [other for other, weight in zip(others, mix, strict=True) for _ in range(round(weight * self.games))]
        best: Strategy | None = None
        highest = value
        for strategy in tried:
            got = [
                sign * (play(strategy, other, seed) if for_row else play(other, strategy, seed))
                for other, seed in ((other, f"{self.seed}/{self.round}/{n}") for n, other in enumerate(shared))
            ]
            if len(got) > 1 and fmean(got) - CLEAR * stdev(got) / len(got) ** 0.5 > value and fmean(got) > highest:
                best, highest = strategy, fmean(got)
        return best

    def advance(self, play: Play, rows: Propose, columns: Propose, saved: Callable[[], None]) -> bool:
        """One round: fill the table, then let both sides look for an answer; False when neither finds one."""
        self.fill(play, saved)
        found = self.solution()
        new_row = self.answer(play, rows(self.rows, self.round), found.columns, True)
        new_column = self.answer(play, columns(self.columns, self.round), found.rows, False)
        if new_row is not None:
            self.rows.append(new_row)
        if new_column is not None:
            self.columns.append(new_column)
        self.round += 1
        saved()
        return new_row is not None or new_column is not None
