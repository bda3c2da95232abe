"""A space of answers of one size for questions whose options are never the same twice.

A learner wants numbers 0 to n - 1 that mean the same today and tomorrow. The place of an option in its list does not:
the third of the hexes in reach is another hex every turn. So an option has a **home**, worked out from its question and
its code alone: "turn left" of the question "path" is the same number in every game ever played. Where two options of
one list have the same home, the later one moves to the next number that is free. With twice as many numbers as the
longest list has options (`Observing.actions`), few have to move. Options of different questions may share a number:
they are never offered together, and a learner is told which question it is asked.

The number 0 is not an option: it is for a seat that is asked nothing (`WAIT`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final
from zlib import crc32

from viermot.kernel.agenda import AnyQuestion

WAIT: Final = 0


class TooManyOptions(ValueError):
    """More options than the game has declared room for."""


@lru_cache(maxsize=1 << 17)
def home(question: str, code: int, size: int) -> int:
    """The number an option has unless another one is in its way."""
    return 1 + crc32(f"{question}:{code}".encode()) % size


def numbered(question: AnyQuestion, codes: Sequence[int], size: int) -> dict[int, int]:
    """The number of each option, and the code it stands for."""
    if len(codes) > size:
        raise TooManyOptions(f"{question.name} offers {len(codes)} options; there is room for {size}")
    found: dict[int, int] = {}
    for code in codes:
        number = home(question.name, code, size)
        while number in found:
            number = number % size + 1
        found[number] = code
    return found


def nearest(number: int, offered: Mapping[int, int], size: int) -> int:
    """The first number offered from this one on, wrapping round; for learners that cannot use a mask.

    >>> nearest(5, {2: 0, 7: 0}, 8), nearest(8, {2: 0, 7: 0}, 8)
    (7, 2)
    """
    return min(offered, key=lambda each: (each - number) % (size + 1))
