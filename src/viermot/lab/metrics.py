"""What is measured: a number of each row, by its name.

``score.SEAT`` is what the result is worth to a seat, ``result.kills`` a count of the result; ``decisions`` and
``rolls`` are how long the game was, ``noted.card`` is something the study notes. ``result.level=win`` is 1 where that
is so and 0 otherwise, so that its mean is a share.

>>> row = {"scores": {"player": 0.5}, "decisions": 60, "result": {"level": "win", "kills": 2, "vp": {"net": -3}}}
>>> [value_of(row, name) for name in ("score.player", "result.kills", "result.vp.net", "result.level=win")]
[0.5, 2.0, -3.0, 1.0]
>>> usual([row])
['score.player', 'result.kills', 'result.vp.net', 'decisions']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isinf
from typing import Any, Final

from viermot.kernel.json import JsonObject
from viermot.kernel.measured import Z95
from viermot.lab.statistics import Estimate, average, bootstrap, share, unknown, unvaried

SURE: Final = (0.0, 1.0)
LENGTHS: Final = ("turns", "weeks", "sorties")  # results that measure how long a game was
FORMS: Final = ("score.", "result.", "noted.", "decisions", "rolls")


def value_of(row: JsonObject, metric: str) -> float | None:
    """A row's number of that name; None where it has none, as in a game that broke off."""
    if "failed" in row:
        return None
    name, equals, wanted = metric.partition("=")
    found: Any = row
    for step in _steps(name):
        found = found.get(step) if isinstance(found, Mapping) else None
    if equals:
        return float(str(found) == wanted)
    return float(found) if isinstance(found, int | float) else None


def _steps(name: str) -> list[str]:
    first, _, rest = name.partition(".")
    if first == "score":
        return ["scores", rest]
    if first == "noted":
        return [first, rest]
    return name.split(".")


def is_metric(name: str) -> bool:
    """Can that be the name of a metric?"""
    return name.startswith(FORMS)


def usual(rows: Sequence[JsonObject]) -> list[str]:
    """What a study that names nothing measures: the scores, every count in the result, and the length."""
    row = next((each for each in rows if "failed" not in each), None)
    if row is None:
        return []
    counts = (f"result.{name}" for name in _counts(row["result"]))
    return [*(f"score.{seat}" for seat in row["scores"]), *counts, "decisions"]


def _counts(result: JsonObject, before: str = "") -> Iterator[str]:
    for name, value in result.items():
        if isinstance(value, Mapping):
            yield from _counts(dict(value), f"{before}{name}.")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield f"{before}{name}"


def is_score(metric: str) -> bool:
    """Does it lie between 0 and 1?"""
    return metric.startswith("score.") or "=" in metric


def is_length(metric: str) -> bool:
    """Does it say how long a game was?"""
    return metric in ("decisions", "rolls") or metric.rpartition(".")[2] in LENGTHS


def estimate(values: Sequence[float], metric: str) -> Estimate:
    """A mean with its interval: Wilson's for a score where every game is won or lost, otherwise Student's.

    >>> print(estimate([1.0, 0.0, 1.0, 1.0], "score.player"))
    0.750 [0.301, 0.954]

    No interval of a score goes beyond what can be scored, and none of a count below nothing. A count that was the same
    in every game has none: nobody knows how large it may be in others.

    >>> print(estimate([1.0, 0.5, 1.0, 1.0], "score.player"))
    0.875 [0.478, 1.000]
    """
    found = unbounded(values, metric)
    if isinf(found.high):
        return found
    if is_score(metric):
        return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))
    return Estimate(found.value, max(0.0, found.low), found.high) if min(values) >= 0 else found


def unbounded(values: Sequence[float], metric: str) -> Estimate:
    """The same, but allowed to go beyond what can be scored: how sure a study is does not depend on where its mean
    lies.
    """
    if is_score(metric) and all(value in SURE for value in values):
        return share(round(sum(values)), len(values))
    if min(values) == max(values):
        return unvaried(values[0], len(values), *SURE) if is_score(metric) else unknown(values[0])
    return average(values)


def change(differences: Sequence[float], metric: str, z: float = Z95) -> Estimate:
    """What something changes on average, from what it changed game by game.

    >>> print(change([0.0] * 40, "score.player"), change([0.0] * 40, "result.kills").high)
    0.000 [-0.088, 0.088] inf
    """
    if min(differences) < max(differences):
        return average(differences, z)
    if is_score(metric):
        return unvaried(differences[0], len(differences), -1.0, 1.0)
    return unknown(differences[0])


def resampled(values: Sequence[float]) -> Estimate:
    """The same with an interval that assumes no shape; values that are all alike say nothing about others."""
    return bootstrap(values) if min(values) < max(values) else unknown(values[0])
