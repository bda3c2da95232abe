"""What a seat may know, as a row of numbers of fixed length, for programs that learn.

A game declares which parts of its perspective count, in what range, and how many of a kind are included: an
`Observing`. The numbers are read from `Perspective.to_json` and from nothing else, so that a learner sees what a person
in the seat would see. Every number lies between 0 and 1. A part that is missing (nobody tallied, not yet placed) is all
zeros.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, Final, Protocol
from zlib import crc32

from viermot.kernel.json import Json

PLACE: Final = re.compile(r"(\d\d)(\d\d)(?: |$)|([A-Z])(\d{1,2})$")  # "0712", "0712 N", "M4"


class Part(Protocol):
    """Part of a perspective, and the numbers it becomes."""

    @property
    def path(self) -> str:
        """Where it stands in the perspective: "score/kills"; "" for all of it."""

    @property
    def size(self) -> int:
        """How many numbers."""

    def numbers(self, value: Any) -> list[float]:
        """The value that stands there, as that many numbers."""

    def names(self) -> Iterator[str]:
        """What each number is called, after the path."""


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(path.split("/")) if path else ()


def _at(value: Any, path: str) -> Any:
    """What stands at a path of JSON data; None where there is nothing."""
    for step in _steps(path):
        if value.__class__ is not dict:
            return None
        value = value.get(step)
    return value


@dataclass(frozen=True)
class Number:
    """A number, from its lowest to its highest value; anything beyond counts as the end of the range.

    >>> Number("turn", 20).numbers(5), Number("score", 5, -5).numbers(0), Number("turn", 20).numbers(None)
    ([0.25], [0.5], [0.0])
    """

    path: str
    high: float
    low: float = 0.0
    size: int = 1

    def numbers(self, value: Any) -> list[float]:
        if value is None:
            return [0.0]
        return [min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))]

    def names(self) -> Iterator[str]:
        yield ""


@dataclass(frozen=True)
class Flag:
    """Whether something is so, or there at all.

    >>> Flag("tally").numbers("C3"), Flag("tally").numbers(None)
    ([1.0], [0.0])
    """

    path: str
    size: int = 1

    def numbers(self, value: Any) -> list[float]:
        return [1.0 if value else 0.0]

    def names(self) -> Iterator[str]:
        yield "?"


@dataclass(frozen=True)
class Count:
    """How long a list is."""

    path: str
    high: int
    size: int = 1

    def numbers(self, value: Any) -> list[float]:
        return [min(1.0, len(value) / self.high) if value else 0.0]

    def names(self) -> Iterator[str]:
        yield "#"


@dataclass(frozen=True)
class AnyOf:
    """One number for each word: is it this one, or is it in the list?

    >>> AnyOf("moon", ("none", "half", "full")).numbers("half"), AnyOf("skills", ("acm", "aim")).numbers(["acm", "aim"])
    ([0.0, 1.0, 0.0], [1.0, 1.0])
    """

    path: str
    words: tuple[str | int, ...]

    @property
    def size(self) -> int:
        return len(self.words)

    def numbers(self, value: Any) -> list[float]:
        there = value if isinstance(value, list | tuple) else (value,)
        return [1.0 if word in there else 0.0 for word in self.words]

    def names(self) -> Iterator[str]:
        return (f"={word}" for word in self.words)


@dataclass(frozen=True)
class Place:
    """A hex: whether there is one, its column and its row.

    >>> Place("hex", 20, 30).numbers("0515 N"), Place("hex", 20, 12).numbers("E3")
    ([1.0, 0.25, 0.5], [1.0, 0.25, 0.25])
    >>> Place("hex", 20, 12).numbers("ready")
    [0.0, 0.0, 0.0]
    """

    path: str
    columns: int
    rows: int
    size: int = 3

    def numbers(self, value: Any) -> list[float]:
        found = PLACE.match(value) if isinstance(value, str) else None
        if found is None:
            return [0.0, 0.0, 0.0]
        column, row, letter, number = found.groups()
        across = int(column) if column else ord(letter) - ord("A") + 1
        return [1.0, min(1.0, across / self.columns), min(1.0, int(row or number) / self.rows)]

    def names(self) -> Iterator[str]:
        return iter(("?", " column", " row"))


@dataclass(frozen=True)
class Inside:
    """Parts of something that may not be there: whether it is, and then the parts.

    >>> Inside("raid", (Number("roll", 10),)).numbers({"roll": 5}), Inside("raid", (Number("roll", 10),)).numbers(None)
    ([1.0, 0.5], [0.0, 0.0])
    """

    path: str
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        return 1 + sum(part.size for part in self.parts)

    def numbers(self, value: Any) -> list[float]:
        if value is None:
            return [0.0] * self.size
        return [1.0, *chain.from_iterable(part.numbers(_at(value, part.path)) for part in self.parts)]

    def names(self) -> Iterator[str]:
        yield "?"
        for part in self.parts:
            for name in part.names():
                yield f"/{part.path}{name}"


@dataclass(frozen=True)
class Rows:
    """The first or the last of a list, each as `Inside`; what there is no room for is left out.

    >>> Rows("guns", 2, (Number("ammo", 10),)).numbers([{"ammo": 5}])
    [1.0, 0.5, 0.0, 0.0]
    """

    path: str
    maximum: int
    parts: tuple[Part, ...]
    last: bool = False  # the latest are the ones that count

    @property
    def size(self) -> int:
        return self.maximum * (1 + sum(part.size for part in self.parts))

    def numbers(self, value: Any) -> list[float]:
        one = Inside("", self.parts)
        rows = list(value or ())
        told = rows[-self.maximum :][::-1] if self.last else rows[: self.maximum]
        found = list(chain.from_iterable(map(one.numbers, told)))
        return found + [0.0] * (self.size - len(found))

    def names(self) -> Iterator[str]:
        for row in range(self.maximum):
            for name in Inside("", self.parts).names():
                yield f"[{row}]{name}"


@dataclass(frozen=True)
class Hashed:
    """Whatever is there: each leaf is assigned to one of a fixed count of numbers by the hash of its path and value.

    For what has too many names to list (cards, units), and for a game that declares nothing. Two leaves may share a
    number.
    """

    path: str
    size: int

    def numbers(self, value: Any) -> list[float]:
        found = [0.0] * self.size
        for leaf in leaves(value):
            found[crc32(leaf.encode()) % self.size] = 1.0
        return found

    def names(self) -> Iterator[str]:
        return (f"#{bucket}" for bucket in range(self.size))


def leaves(value: Json, path: str = "") -> Iterator[str]:
    """Each leaf of JSON data as a text, in order; members of a list are not numbered, so their order does not matter.

    >>> list(leaves({"a": [1, 2], "b": {"c": None}}))
    ['/a=1', '/a=2']
    """
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, f"{path}/{key}")
    elif isinstance(value, list | tuple):
        for each in value:
            yield from leaves(each, path)
    elif value is not None and value is not False:
        yield f"{path}={value}"


@dataclass(frozen=True)
class Observing:
    """What a game shows a learner: its parts in order, and how large the space of answers is.

    ``actions`` is a power of two, at least twice as many as the longest list of options the game can offer.
    """

    parts: tuple[Part, ...]
    actions: int

    @property
    def size(self) -> int:
        """How many numbers in all."""
        return sum(part.size for part in self.parts)

    def numbers(self, shown: Any) -> list[float]:
        """A perspective's `to_json`, as numbers."""
        return list(chain.from_iterable(part.numbers(_at(shown, part.path)) for part in self.parts))

    def names(self) -> list[str]:
        """What each number means, in order."""
        return [f"{part.path}{name}" for part in self.parts for name in part.names()]


UNDECLARED: Final = Observing((Hashed("", 512),), 1024)  # for a game that declares nothing
