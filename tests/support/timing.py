"""A timing adversary: told when and how much everything came that a seat was sent after an answer of its own, over all
outlets together, it tries to tell whether somebody else was asked something in silence.

It learns from pauses of twin worlds in which one was asked and the other not, so that nothing else can help it: a few
figures of each pause, and ways to guess from them: by one figure and where to cut it, by the votes of many such cuts,
by a logistic regression, by the nearest neighbours. It takes whichever did best when it learned from one part of what
it has and tried the rest.

Worlds of several people and of bots are lived through on a clock that is turned (tests/support/wire.py), where every
moment is exact; against real bots on a real clock see tests/support/timing_bots.py.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from tests.support import twins, wire_outlets, wire_twins
from tests.support.wire import House, a_house
from tests.support.wire_twins import Pause, Story

OUTLETS: Final = ("sent view", "sent done", "sent refused", *wire_outlets.HTTP, *wire_outlets.MORE)
ROUNDS: Final = 200
PARTS: Final = 5
CUTS: Final = 20
HELD_BACK: Final = 0.01

Sample = tuple[list[float], bool]


def figures(pause: Pause) -> list[float]:
    """When the first and the last came, how many, how large: of all, and of each outlet."""
    times = [at for _, at, _ in pause.seen]
    sizes = [size for _, _, size in pause.seen]
    found = [float(len(times)), min(times, default=-1.0), max(times, default=-1.0), float(sum(sizes))]
    first, last = (pause.news[0], pause.news[-1]) if pause.news else ((-1.0, 0), (-1.0, 0))
    found += [*map(float, first), *map(float, last), float(len(pause.news))]
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


def trial(house: House, kind: str, number: int, maximum: int = 14) -> list[Sample]:
    """The samples of one pair of worlds; none from where the rules tell the difference."""
    seed = f"timing {kind} {number}"
    worlds, _ = wire_twins.worlds_of(kind, seed, number)
    stories = wire_twins.both(house, worlds, seed, maximum)
    place, event, twin = twins.first_difference(stories[0].events, stories[1].events)
    pairs = list(zip(stories[0].pauses, stories[1].pauses, strict=False))
    told = (number for number, pair in enumerate(pairs) if event != twin and max(pause.heard for pause in pair) > place)
    count = next(told, len(pairs))
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
        rows = [(self._scaled(row), label) for row, label in self.learned]
        ways: tuple[Way, ...] = (one_figure, votes, regression, neighbours)
        self.guess = max(ways, key=lambda way: _tried(way, rows))(rows)

    def _scaled(self, row: Sequence[float]) -> list[float]:
        return [(value - mean) / spread for value, mean, spread in zip(row, self.means, self.spreads, strict=True)]

    def judged(self, fresh: Sequence[Sample]) -> float:
        """How often it is right about pauses that it has not seen."""
        return _right(self.guess, [(self._scaled(row), label) for row, label in fresh])


Guess = Callable[[Sequence[float]], bool]
Way = Callable[[Sequence[Sample]], Guess]


def _right(guess: Guess, rows: Sequence[Sample]) -> float:
    return sum(guess(row) == label for row, label in rows) / max(1, len(rows))


def _tried(way: Way, rows: Sequence[Sample]) -> float:
    """How often a way is right about each part of what it knows when it learned from the other parts."""
    found = []
    for part in range(PARTS):
        own = [row for number, row in enumerate(rows) if number % PARTS == part]
        others = [row for number, row in enumerate(rows) if number % PARTS != part]
        if own and others:
            found.append(_right(way(others), own))
    return sum(found) / max(1, len(found))


def one_figure(rows: Sequence[Sample], weights: Sequence[float] | None = None) -> Guess:
    """The one figure, and where to cut it, that parts what was learned best."""
    weighed = [1 / len(rows)] * len(rows) if weights is None else weights
    asked = sum(weight for weight, (_, label) in zip(weighed, rows, strict=True) if label)
    best: tuple[float, int, float, bool] = (-1.0, 0, 0.0, True)
    for place in range(len(rows[0][0])):
        ordered = sorted((row[place], label, weight) for (row, label), weight in zip(rows, weighed, strict=True))
        right = asked  # if all those above the cut were asked, and those below were not
        for (value, label, weight), (following, _, _) in pairwise(ordered):
            right += -weight if label else weight
            if following == value:
                continue
            for found, above in ((right, True), (1 - right, False)):
                if found > best[0]:
                    best = found, place, (value + following) / 2, above
    _, where, cut, above = best
    return lambda row: (row[where] > cut) == above


def votes(rows: Sequence[Sample]) -> Guess:
    """Many cuts, each looking most at what those before it got wrong; the better ones have more of a say (AdaBoost)."""
    weights = [1 / len(rows)] * len(rows)
    heard: list[tuple[float, Guess]] = []
    for _ in range(CUTS):
        guess = one_figure(rows, weights)
        right = [guess(row) == label for row, label in rows]
        wrong = min(max(sum(w for w, hit in zip(weights, right, strict=True) if not hit), 1e-6), 1 - 1e-6)
        say = 0.5 * math.log((1 - wrong) / wrong)
        heard.append((say, guess))
        weights = [w * math.exp(-say if hit else say) for w, hit in zip(weights, right, strict=True)]
        total = sum(weights)
        weights = [weight / total for weight in weights]
    return lambda row: sum(say if guess(row) else -say for say, guess in heard) > 0


def regression(rows: Sequence[Sample]) -> Guess:
    """A logistic regression over all figures, held back a little."""
    weights = [0.0] * (len(rows[0][0]) + 1)

    def chance(row: Sequence[float]) -> float:
        total = weights[-1] + sum(w * value for w, value in zip(weights, row, strict=False))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))

    for _ in range(ROUNDS):
        slope = [HELD_BACK * len(rows) * weight for weight in weights]
        for row, label in rows:
            off = chance(row) - label
            slope[-1] += off
            for place, value in enumerate(row):
                slope[place] += off * value
        weights = [w - s / len(rows) for w, s in zip(weights, slope, strict=True)]
    return lambda row: chance(row) > 0.5


def neighbours(rows: Sequence[Sample]) -> Guess:
    """What most of the nearest known ones were."""

    def guess(row: Sequence[float]) -> bool:
        near = sorted(rows, key=lambda each: sum((a - b) ** 2 for a, b in zip(each[0], row, strict=True)))[:9]
        return sum(label for _, label in near) * 2 > len(near)

    return guess


def gathered(house: House, kinds: Sequence[str], wanted: int, first: int = 0) -> list[Sample]:
    """So many samples, from pairs of worlds of these kinds in turn."""
    found: list[Sample] = []
    number = first
    while len(found) < wanted:
        for kind in kinds:
            found += trial(house, kind, number)
        number += 1
    return found[:wanted]


def kinds() -> list[str]:
    """The pairs of worlds in which somebody may be asked in secret."""
    return [kind for kind, worlds in wire_twins.worlds_known().items() if worlds.asks_in_secret]


def one(number: int) -> dict[str, Any]:
    """A piece of the long proof: the samples of one pair of worlds."""
    with a_house() as house:
        known = kinds()
        kind = known[number % len(known)]
        return {"kind": kind, "samples": trial(house, kind, number // len(known), 20)}
