"""One seat, one open map, and the four levels of uncertainty [S3.0, S5.0]."""

from __future__ import annotations

from typing import Final

PLAYER: Final = 0
SEATS: Final = ("player",)
TO_ALL: Final = 1

NONE, LOW, MODERATE, HIGH = range(4)  # how uncertain a counter's place is [S5.0]
LEVELS: Final = ("none", "low", "moderate", "high")
REMOVED: Final = 4  # the fate of a phantom, or of a counter that scenario 7 takes off
FATES: Final = ("on map", "exited", "destroyed", "held back", "removed")
LETTERS: Final = " abcdef"  # the counters of one bomber at high uncertainty


def bomber_number(ident: int) -> int:
    """The bomber that a counter is, or may be: the id without the counter's letter."""
    return ident // 10


def ids_of(bomber: int) -> tuple[int, int]:
    """The lowest and the highest id that a counter of this bomber may have."""
    return bomber * 10, bomber * 10 + 9


def counter_name(ident: int) -> str:
    """A counter as it is written: bomber 3 is "3", the second of its counters at high uncertainty "3b"."""
    return f"{bomber_number(ident)}{LETTERS[ident % 10].strip()}"


def counter_id(name: str) -> int:
    """The id behind such a name; ValueError if there is none."""
    digits, letter = (name[:-1], name[-1]) if name[-1:].isalpha() else (name, " ")
    if letter not in LETTERS or not (digits.isascii() and digits.isdigit()) or len(digits) > 3:
        raise ValueError(f"{name!r} is not a counter")
    return int(digits) * 10 + LETTERS.index(letter)
