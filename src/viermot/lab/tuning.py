"""Finding better constants for a computer player by playing: an evolution strategy over a few numbers.

Each generation tries some sets of constants on the same games (the same seeds), ranks them, and moves towards the
better half. The strategy is CMA-ES with a diagonal covariance matrix (sep-CMA-ES), which needs no linear algebra and is
enough for a dozen constants that hardly depend on one another. Constants are searched on a logarithmic scale.

What was found on the training games has to be judged on others (training.py).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from math import exp, log, sqrt
from pathlib import Path

Constants = dict[str, float]  # "package.module:NAME" -> value


def apply_constants(constants: Mapping[str, float]) -> None:
    """Set module constants, and forget whatever was worked out with the old ones."""
    for name, value in constants.items():
        module_name, _, attribute = name.partition(":")
        module = import_module(module_name)
        assert hasattr(module, attribute), f"there is no {name}"
        setattr(module, attribute, value)
    for name in {name.partition(":")[0] for name in constants}:
        for user in _users(name):
            _forget(user)


def _users(name: str) -> list[str]:
    """A module, and those beside it that use something from it, or from one that does."""
    package = name.rpartition(".")[0]
    beside = [each for each in sys.modules if package and each.rpartition(".")[0] == package]
    found = [name]
    for one in found:  # grows as it goes
        made_there = (each for each in beside if each not in found and _uses(each, one))
        found += list(made_there)
    return found


def _uses(name: str, used: str) -> bool:
    things = list(vars(sys.modules[name]).values())  # looking at one may load another
    return any(thing is sys.modules[used] or getattr(thing, "__module__", "") == used for thing in things)


def _forget(name: str) -> None:
    """Clear what a module has worked out and remembers; what it imports does not depend on its constants."""
    for thing in list(vars(sys.modules[name]).values()):
        clear = getattr(thing, "cache_clear", None)
        if clear is not None and getattr(thing, "__module__", "") == name:
            clear()


def present_constants(names: Sequence[str]) -> Constants:
    """What the constants are now."""
    found = {}
    for name in names:
        module, _, attribute = name.partition(":")
        found[name] = float(getattr(import_module(module), attribute))
    return found


@contextmanager
def constants_set(constants: Mapping[str, float]) -> Iterator[None]:
    """Set the constants for a while, and then set them back."""
    if not constants:
        yield
        return
    before = {name: _value_of(name) for name in constants}
    apply_constants(constants)
    try:
        yield
    finally:
        apply_constants(before)


def _value_of(name: str) -> float:
    module, _, attribute = name.partition(":")
    found: float = getattr(import_module(module), attribute)
    return found


@dataclass
class Search:
    """Where an evolution strategy stands; it can be saved and resumed."""

    names: list[str]
    mean: list[float]  # logarithms
    spread: list[float]  # how far each is searched, besides the step
    step: float = 0.3
    path: list[float] = field(default_factory=list)
    drift: list[float] = field(default_factory=list)
    generation: int = 0
    seed: str = "tuning"

    @classmethod
    def around(cls, start: Mapping[str, float], seed: str, step: float = 0.3) -> Search:
        """A search that begins at these constants."""
        names = list(start)
        zeros = [0.0] * len(names)
        return cls(names, [log(start[name]) for name in names], [1.0] * len(names), step, zeros[:], zeros[:], 0, seed)

    @property
    def best(self) -> Constants:
        """The constants the search stands at."""
        return {name: exp(value) for name, value in zip(self.names, self.mean, strict=True)}

    def save(self, file: Path) -> None:
        """Write it to a file."""
        file.write_text(json.dumps(self.__dict__, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> Search:
        """Read it back."""
        return cls(**json.loads(file.read_text(encoding="utf-8")))

    def advance(self, score: Callable[[Constants, int], float], population: int) -> list[float]:
        """One generation: `score(constants, generation)` is better if it is greater. Returns the scores, best first."""
        scores = [score(constants, self.generation) for constants in self.candidates(population)]
        self.learn(scores)
        return sorted(scores, reverse=True)

    def candidates(self, population: int) -> list[Constants]:
        """The sets of constants to be tried in this generation; the same on every call."""
        return [
            {name: exp(m + self.step * d) for name, m, d in zip(self.names, self.mean, steps, strict=True)}
            for steps, _ in self._draws(population)
        ]

    def learn(self, scores: Sequence[float]) -> None:
        """Go on to the next generation, knowing how good each of these candidates was."""
        ranked = sorted(zip(scores, self._draws(len(scores)), strict=True), key=lambda each: -each[0])
        self._learn([draw for _, draw in ranked])
        self.generation += 1

    def _draws(self, population: int) -> list[tuple[list[float], list[float]]]:
        rng = random.Random(f"{self.seed}/{self.generation}")
        size = len(self.names)
        draws = [[rng.gauss(0, 1) for _ in range(size)] for _ in range(population // 2)]
        draws += [[-z for z in draw] for draw in draws]  # mirrored: half the noise for the same games
        return [([z * s for z, s in zip(draw, self.spread, strict=True)], draw) for draw in draws]

    def _learn(self, ranked: Sequence[tuple[list[float], list[float]]]) -> None:
        """Move the mean towards the better half, and adapt step and spreads to where it went."""
        size, parents = len(self.names), len(ranked) // 2
        raw = [log(parents + 0.5) - log(rank + 1) for rank in range(parents)]
        weights = [w / sum(raw) for w in raw]
        mass = 1 / sum(w * w for w in weights)
        c_sigma = (mass + 2) / (size + mass + 5)
        damping = 1 + c_sigma + 2 * max(0.0, sqrt(max(0.0, (mass - 1) / (size + 1))) - 1)
        c_path = (4 + mass / size) / (size + 4 + 2 * mass / size)
        c_one = 2 / ((size + 1.3) ** 2 + mass) * (size + 2) / 3
        c_mu = min(1 - c_one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass) * (size + 2) / 3)
        expected = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))
        length = 0.0
        for k in range(size):
            moved = sum(w * ranked[rank][0][k] for rank, w in enumerate(weights))
            drawn = sum(w * ranked[rank][1][k] for rank, w in enumerate(weights))
            self.mean[k] += self.step * moved
            self.drift[k] = (1 - c_sigma) * self.drift[k] + sqrt(c_sigma * (2 - c_sigma) * mass) * drawn
            self.path[k] = (1 - c_path) * self.path[k] + sqrt(c_path * (2 - c_path) * mass) * moved
            second = sum(w * ranked[rank][0][k] ** 2 for rank, w in enumerate(weights))
            variance = (1 - c_one - c_mu) * self.spread[k] ** 2 + c_one * self.path[k] ** 2 + c_mu * second
            self.spread[k] = sqrt(max(variance, 1e-6))
            length += self.drift[k] ** 2
        self.step *= exp(c_sigma / damping * (sqrt(length) / expected - 1))
