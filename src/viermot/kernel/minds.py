"""What a computer player, or a person who asks for advice, makes of what a seat knows.

A **belief** says how likely each hidden thing is. A **world** is a whole state that the seat cannot tell from the true
one (`GameModule.resample`). **Advice** is a choice, the reason for it, and what each alternative is worth. All three
are worked out from a perspective and from nothing else: anyone who knows no more than the seat comes to the same
conclusions.
"""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

import msgspec

from viermot.kernel.dice import Rng
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import Ask

SeenView = TypeVar("SeenView", contravariant=True)


class Statement(msgspec.Struct, frozen=True):
    """A sentence about something hidden, and how likely it is to be true."""

    key: str  # of the game's catalogue
    facts: JsonObject
    chance: float


class Belief(msgspec.Struct, frozen=True):
    """What a seat may think about what is hidden from it."""

    places: dict[str, float]  # a hex as the book writes it -> the chance that somebody unseen is in it, if not zero
    statements: tuple[Statement, ...] = ()


class Alternative(msgspec.Struct, frozen=True):
    """One answer, and what the seat may expect of the game if it gives it."""

    code: int
    chance: float  # the expected score: `GameModule.score`, from 0 to 1
    error: float = 0.0  # its standard error, where it was found by playing on


class Advice(msgspec.Struct, frozen=True):
    """What an adviser would do, and why."""

    code: int
    reason: str  # a key of the game's catalogue
    facts: JsonObject = {}
    alternatives: tuple[Alternative, ...] = ()  # best first; the advised one among them


@runtime_checkable
class Adviser(Protocol[SeenView]):
    """A bot that can say why."""

    def advise(self, view: SeenView, ask: Ask, rng: Rng, /) -> Advice:
        """What it would choose, and why."""
