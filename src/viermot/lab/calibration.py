"""Is somebody there as often as a belief says? Calibration, log loss, and a picture of both.

A belief gives each place a chance that somebody is there. Over many looks at many games, the places that were given a
chance of about 30 % should have had somebody in them in 30 cases out of 100.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import log
from statistics import fmean, stdev
from typing import Final

from viermot.kernel.json import JsonObject

FLOOR: Final = 1e-6  # no chance counts as less than this, or as nearer to certainty
RARE: Final = 0.001
EDGES: Final = (RARE, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97)


@dataclass
class Bin:
    """All places that were given about the same chance."""

    places: int = 0
    believed: float = 0.0  # the sum of the chances
    true: int = 0  # in how many there was somebody

    @property
    def mean(self) -> float:
        """The chance they were given."""
        return self.believed / self.places

    @property
    def share(self) -> float:
        """In how many of them there was somebody."""
        return self.true / self.places


@dataclass
class Calibration:
    """A belief compared with the truth, look by look and game by game."""

    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(len(EDGES) + 1)])
    by_game: list[float] = field(default_factory=list)  # log loss per look
    _now: list[float] = field(default_factory=list)

    def look(self, chances: Sequence[float], there: Collection[int]) -> float:
        """Compare one picture with the truth, place by place; returns its log loss in nats."""
        loss = 0.0
        for place, chance in enumerate(chances):
            found = self.bins[bisect_right(EDGES, chance)]
            found.places += 1
            found.believed += chance
            true = place in there
            found.true += true
            sure = min(max(chance, FLOOR), 1.0 - FLOOR)
            loss -= log(sure if true else 1.0 - sure)
        self._now.append(loss)
        return loss

    def game_over(self) -> None:
        """The looks since the last game ended were one game."""
        if self._now:
            self.by_game.append(fmean(self._now))
            self._now = []

    def add(self, other: Calibration) -> None:
        """Add the games of another, after these."""
        for mine, theirs in zip(self.bins, other.bins, strict=True):
            mine.places += theirs.places
            mine.believed += theirs.believed
            mine.true += theirs.true
        self.by_game += other.by_game

    def written(self) -> JsonObject:
        """As it is kept in a file.

        >>> belief = Calibration()
        >>> _ = belief.look([0.25, 0.75], {1})
        >>> belief.game_over()
        >>> Calibration.read(belief.written()) == belief
        True
        """
        return {"bins": [[each.places, each.believed, each.true] for each in self.bins], "losses": self.by_game}

    @classmethod
    def read(cls, said: JsonObject) -> Calibration:
        """What ``written`` wrote."""
        return cls([Bin(*each) for each in said["bins"]], list(said["losses"]))

    @property
    def error(self) -> float:
        """How far apart belief and truth are, bin by bin, weighted by what was believed.

        >>> belief = Calibration()
        >>> _ = belief.look([0.25, 0.25, 0.25, 0.25], {2})
        >>> belief.error
        0.0
        """
        whole = sum(each.believed for each in self.bins)
        parts = [each.believed / whole * abs(each.mean - each.share) for each in self.bins if each.places and whole]
        return sum(parts)

    @property
    def rare(self) -> float:
        """Where the belief said "hardly ever": how many times as often as it said somebody was there."""
        return self.bins[0].true / self.bins[0].believed if self.bins[0].believed else 0.0

    @property
    def loss(self) -> tuple[float, float]:
        """The log loss per look, and half of its 95 % interval over games."""
        return interval(self.by_game)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """A mean, and half of its 95 % interval."""
    if not values:
        return 0.0, 0.0
    return fmean(values), 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


# -- the picture -----------------------------------------------------------------------------------

SIDE: Final = 300
MARGIN: Final = 46
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")


def reliability(title: str, series: Sequence[tuple[str, Calibration]]) -> str:
    """What was believed against what was true, as an SVG: on the diagonal a belief is as good as its word."""
    size = SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 110} {size}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{title}">',
        f'<rect width="{size + 110}" height="{size}" fill="#fff"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>',
        f'<path d="M{MARGIN} {MARGIN + SIDE}L{MARGIN + SIDE} {MARGIN}" stroke="#aaa" stroke-dasharray="4 4"/>',
        f'<text x="{MARGIN}" y="24" font-weight="bold">{title}</text>',
        f'<text x="{MARGIN + SIDE / 2}" y="{size - 8}" text-anchor="middle">chance given</text>',
        f'<text transform="translate(14 {MARGIN + SIDE / 2}) rotate(-90)" text-anchor="middle">came true</text>',
    ]
    for tick in (0, 25, 50, 75, 100):
        at = MARGIN + SIDE * tick / 100
        parts.append(f'<text x="{at}" y="{MARGIN + SIDE + 16}" text-anchor="middle">{tick} %</text>')
        parts.append(f'<text x="{MARGIN - 4}" y="{2 * MARGIN + SIDE - at + 4}" text-anchor="end">{tick}</text>')
    for number, (name, calibration) in enumerate(series):
        parts += _line(name, calibration, COLOURS[number % len(COLOURS)], number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(name: str, calibration: Calibration, colour: str, number: int) -> list[str]:
    """One belief: a dot for each bin, larger the more weight of belief is in it."""
    bins = [each for each in calibration.bins if each.places >= 10]
    points = [(MARGIN + SIDE * each.mean, MARGIN + SIDE * (1 - each.share), each) for each in bins]
    whole = sum(each.believed for each in bins) or 1.0
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
    dots = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + 14 * (each.believed / whole) ** 0.5:.1f}" fill="{colour}" '
        f'fill-opacity="0.45"/>'
        for x, y, each in points
    ]
    legend = MARGIN + 14 + 20 * number
    return [
        f'<path d="M{path}" fill="none" stroke="{colour}"/>',
        *dots,
        f'<rect x="{2 * MARGIN + SIDE - 30}" y="{legend - 10}" width="12" height="12" fill="{colour}"/>',
        f'<text x="{2 * MARGIN + SIDE - 12}" y="{legend}">{name}</text>',
    ]
