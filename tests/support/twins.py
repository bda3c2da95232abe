"""What twins of every game need: dice that agree for a while, choices that agree for ever, the first difference."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from viermot.kernel.dice import KeyedDice


class TapedDice(KeyedDice):
    """Dice that write down what they throw, for a twin to throw the same."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.tape: list[tuple[int, ...]] = []

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        self.tape.append(super().roll(count, stream))
        return self.tape[-1]

    def draw(self, size: int, stream: str) -> int:
        self.tape.append((super().draw(size, stream),))
        return self.tape[-1][0]


class LateDice(TapedDice):
    """Dice with their own key that fall as the other's did for a number of throws: one past, another future."""

    def __init__(self, key: bytes, other: TapedDice, after: int) -> None:
        super().__init__(key)
        self._other, self._after = other, after

    def _as_thrown(self, own: tuple[int, ...], about: tuple[str, int]) -> tuple[int, ...]:
        place = len(self.tape) - 1
        if place < self._after:
            own = self._other.tape[place]
            self.tape[place] = own
            self.record[-1] = (*about, own)
        return own

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        return self._as_thrown(super().roll(count, stream), (stream, 6))

    def draw(self, size: int, stream: str) -> int:
        return self._as_thrown((super().draw(size, stream),), (stream, size))[0]


def pick(size: int, *about: object) -> int:
    """One of this many, the same whenever the same is asked."""
    digest = hashlib.blake2b(repr(about).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % size


def name_of(event: dict[str, Any] | None) -> str:
    """What an event is called in the lists of what may be told."""
    if event is None:
        return ""
    return f"roll:{event['data']['what']}" if event["kind"] == "roll" else str(event["kind"])


def first_difference(
    first: Sequence[dict[str, Any]], second: Sequence[dict[str, Any]]
) -> tuple[int, dict[str, Any] | None, dict[str, Any] | None]:
    """The first place at which two lists of events differ, and what stands there in each."""
    for place in range(max(len(first), len(second))):
        one = first[place] if place < len(first) else None
        other = second[place] if place < len(second) else None
        if one != other:
            return place, one, other
    return len(first), None, None
