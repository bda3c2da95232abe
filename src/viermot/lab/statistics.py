"""What a number of games allows one to say: intervals, paired differences, sequential tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, stdev
from typing import Final

Z95: Final = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval of 95 %."""

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
    found = hits / of
    middle = (found + z * z / (2 * of)) / (1 + z * z / of)
    spread = z * sqrt(found * (1 - found) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Estimate(found, middle - spread, middle + spread)


def average(values: Sequence[float], z: float = Z95) -> Estimate:
    """The mean of what was measured; of differences between pairs, if pairs were played.

    >>> print(average([1.0, 2.0, 3.0, 2.0]))
    2.000 [1.200, 2.800]
    """
    mean = fmean(values)
    spread = z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return Estimate(mean, mean - spread, mean + spread)


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
