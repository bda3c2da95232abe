"""What can be concluded from a number of games: intervals, paired differences, sequential tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from viermot.kernel.measured import Z95, interval

SAMPLES: Final = 500  # of a bootstrap, where the sample is small
MIN_SAMPLES: Final = 200
DRAWS: Final = 400_000  # about a tenth of a second


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def share(hits: int, of: int, z: float = Z95) -> Estimate:
    """A share of games, with Wilson's interval.

    >>> print(share(41, 100))
    0.410 [0.319, 0.508]
    """
    return Estimate(hits / of, *interval(hits, of, z))


def student(z: float, degrees: int) -> float:
    """How many standard errors an interval is wide where the spread itself is known from few games only.

    A normal quantile widened to Student's (Cornish's and Fisher's expansion); good to a hundredth from three degrees of
    freedom on.

    >>> [round(student(Z95, degrees), 2) for degrees in (3, 11, 29, 399)]
    [3.18, 2.2, 2.05, 1.97]
    """
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + fsum(term / float(degrees) ** power for power, term in enumerate(terms, 1))


def average(values: Sequence[float], z: float = Z95) -> Estimate:
    """The mean of what was measured; of differences between pairs, if pairs were played.

    >>> print(average([1.0, 2.0, 3.0, 2.0]))
    2.000 [0.702, 3.298]
    """
    mean = fmean(values)
    if len(values) < 2:
        return unknown(mean)
    spread = student(z, len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - spread, mean + spread)


def unvaried(value: float, count: int, lowest: float, highest: float) -> Estimate:
    """A mean of values that were all the same, between bounds that are known: how many others may there be unseen?

    Wilson's upper limit for something that never happened, should it be as far off as it can. Nothing is certain
    because it came out alike forty times:

    >>> print(unvaried(0.0, 40, -1.0, 1.0))
    0.000 [-0.088, 0.088]
    """
    unseen = interval(0, count)[1]
    return Estimate(value, value - unseen * (value - lowest), value + unseen * (highest - value))


def unknown(value: float) -> Estimate:
    """A figure of which nobody can say how far it may be off."""
    return Estimate(value, float("-inf"), float("inf"))


def bootstrap(values: Sequence[float], level: float = 0.95) -> Estimate:
    """The mean, with an interval from the means of samples drawn from the sample: it assumes no shape.

    Always the same for the same values: the draws have a seed of their own.

    >>> print(bootstrap([0.0, 0.5, 1.0, 0.5, 0.5, 0.0, 1.0, 0.5]))
    0.500 [0.250, 0.750]
    """
    count, mean = len(values), fmean(values)
    if count < 2 or min(values) == max(values):
        return Estimate(mean, mean, mean)
    rng = random.Random(count)
    times = max(MIN_SAMPLES, min(SAMPLES, DRAWS // count))
    means = sorted(fsum(rng.choices(values, k=count)) / count for _ in range(times))
    tail = (1 - level) / 2
    return Estimate(mean, means[int(tail * times)], means[min(times - 1, int((1 - tail) * times))])


def chance_beyond(square: float, degrees: int) -> float:
    """How likely a sum of squares of this many standard normals is to be at least this large by chance alone.

    Wilson's and Hilferty's approximation, good to a few thousandths, which is all a screening needs.

    >>> round(chance_beyond(18.307, 10), 2), round(chance_beyond(3.841, 1), 2)
    (0.05, 0.05)
    """
    if square <= 0:
        return 1.0
    spread = 2 / (9 * degrees)
    return 1 - NormalDist().cdf(((square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


@dataclass
class Sprt:
    """A sequential test of paired differences: is the mean nearer to `null` or to `claim`?

    Declared beforehand; stopped as soon as the likelihood ratio (normal, with the variance seen so far) is beyond
    either bound. `least` pairs are played in any case, so that the variance is known.
    """

    null: float
    claim: float
    alpha: float = 0.05
    beta: float = 0.05
    least: int = 30

    def ratio(self, differences: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, for the claim where it is positive."""
        if len(differences) < max(2, self.least):
            return 0.0
        variance = max(stdev(differences) ** 2, 1e-9)
        middle = (self.null + self.claim) / 2
        return len(differences) * (self.claim - self.null) * (fmean(differences) - middle) / variance

    def verdict(self, differences: Sequence[float]) -> bool | None:
        """True: the claim is accepted; False: the null is; None: play on.

        >>> Sprt(0.0, 1.0, least=4).verdict([1.0, 1.2, 0.9, 1.1, 1.0])
        True
        """
        ratio = self.ratio(differences)
        if ratio >= log((1 - self.beta) / self.alpha):
            return True
        if ratio <= log(self.beta / (1 - self.alpha)):
            return False
        return None
