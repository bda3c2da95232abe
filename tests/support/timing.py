"""A timing adversary: told when and how much everything came that a seat was sent after an answer of its own, over all
outlets together, it tries to tell whether somebody else was asked something in silence.

It learns from pauses of twin worlds in which one was asked and the other not, so that nothing else can help it: a few
figures of each pause, a logistic regression and the nearest neighbours, whichever did better on what it learned from.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from tests.support import wire_twins
from tests.support.wire import House, a_house
from tests.support.wire_twins import Pause, Story

OUTLETS: Final = ("sent view", "sent done", "sent refused", *wire_twins.HTTP, *wire_twins.MORE)
ROUNDS: Final = 200

Sample = tuple[list[float], bool]


def figures(pause: Pause) -> list[float]:
    """When the first and the last came, how many, how large: of all, and of each outlet."""
    times = [at for _, at, _ in pause.seen]
    sizes = [size for _, _, size in pause.seen]
    found = [float(len(times)), min(times, default=-1.0), max(times, default=-1.0), float(sum(sizes))]
    for outlet in OUTLETS:
        own = [(at, size) for name, at, size in pause.seen if name == outlet]
        found += [float(len(own)), own[0][0] if own else -1.0, float(own[0][1]) if own else -1.0]
    return found


def samples(stories: Sequence[Story]) -> list[Sample]:
    """The pauses in which one of two worlds was asked, from both."""
    found: list[Sample] = []
    for one, other in zip(stories[0].pauses, stories[1].pauses, strict=False):
        if one.asked != other.asked and len(one.seen) and len(other.seen):
            found += [(figures(one), one.asked), (figures(other), other.asked)]
    return found


def trial(house: House, kind: str, number: int, most: int = 14) -> list[Sample]:
    """The samples of one pair of worlds; none from where the rules tell the difference."""
    seed = f"timing {kind} {number}"
    worlds, _ = wire_twins.worlds_of(kind, seed, number)
    stories = [wire_twins.lived(house, world(), seed, most) for world in worlds]
    count = 0
    for one, other in zip(stories[0].pauses, stories[1].pauses, strict=False):
        if [(name, size) for name, _, size in one.seen] != [(name, size) for name, _, size in other.seen]:
            break  # what he was sent differs: the twin worlds judge that
        count += 1
    for story in stories:
        del story.pauses[count:]
    return samples(stories)


class Adversary:
    """Learns, then guesses."""

    def __init__(self, learned: Sequence[Sample], seed: int = 0) -> None:
        self.learned = list(learned)
        random.Random(seed).shuffle(self.learned)
        columns = list(zip(*(row for row, _ in self.learned), strict=True))
        self.means = [sum(column) / len(column) for column in columns]
        self.spreads = [
            math.sqrt(sum((value - mean) ** 2 for value in column) / len(column)) or 1.0
            for column, mean in zip(columns, self.means, strict=True)
        ]
        self.rows = [(self._scaled(row), label) for row, label in self.learned]
        self.weights = [0.0] * (len(self.means) + 1)
        self._regress()
        half = len(self.rows) // 2
        self.near = self._right(self._nearest, self.rows[half:], half) > self._right(self._logistic, self.rows[half:])

    def _scaled(self, row: Sequence[float]) -> list[float]:
        return [(value - mean) / spread for value, mean, spread in zip(row, self.means, self.spreads, strict=True)]

    def _regress(self) -> None:
        for _ in range(ROUNDS):
            slope = [0.0] * len(self.weights)
            for row, label in self.rows:
                off = self._chance(row) - label
                slope[-1] += off
                for place, value in enumerate(row):
                    slope[place] += off * value
            self.weights = [w - s / len(self.rows) for w, s in zip(self.weights, slope, strict=True)]

    def _chance(self, row: Sequence[float]) -> float:
        total = self.weights[-1] + sum(w * value for w, value in zip(self.weights, row, strict=False))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))

    def _logistic(self, row: Sequence[float], _: int = 0) -> bool:
        return self._chance(row) > 0.5

    def _nearest(self, row: Sequence[float], known: int = 0) -> bool:
        rows = self.rows[: known or len(self.rows)]
        near = sorted(rows, key=lambda each: sum((a - b) ** 2 for a, b in zip(each[0], row, strict=True)))[:9]
        return sum(label for _, label in near) * 2 > len(near)

    def _right(self, guess: Any, rows: Sequence[Sample], known: int = 0) -> float:
        right: int = sum(guess(row, known) == label for row, label in rows)
        return right / max(1, len(rows))

    def judged(self, fresh: Sequence[Sample]) -> float:
        """How often it is right about pauses that it has not seen."""
        guess = self._nearest if self.near else self._logistic
        return sum(guess(self._scaled(row)) == label for row, label in fresh) / len(fresh)


def gathered(house: House, kinds: Sequence[str], wanted: int, first: int = 0) -> list[Sample]:
    """So many samples, from pairs of worlds of these kinds in turn."""
    found: list[Sample] = []
    number = first
    while len(found) < wanted:
        for kind in kinds:
            found += trial(house, kind, number)
        number += 1
    return found[:wanted]


KINDS: Final = tuple(kind for kind in wire_twins.KINDS if kind.startswith(("bomber", "nightfighter", "campaign")))


def one(number: int) -> dict[str, Any]:
    """A piece of the long proof: the samples of one pair of worlds."""
    with a_house() as house:
        kind = KINDS[number % len(KINDS)]
        return {"kind": kind, "samples": trial(house, kind, number // len(KINDS), 20)}
