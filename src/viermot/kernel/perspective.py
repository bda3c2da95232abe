"""What one seat may know: all that a bot, a page or a log ever sees.

Each game has its own Perspective; this is what they have in common. The event log with its audiences is the ledger of
knowledge: each entry says what a seat learned, when, and by which rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from viermot.kernel.agenda import State
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject

PUBLIC = "public"  # spectators: they know what all seats know


@dataclass(frozen=True, slots=True)
class Learned:
    """One entry of the knowledge ledger."""

    turn: int
    rules: tuple[str, ...]
    what: str
    data: JsonObject


class Perspective(Protocol):
    """A game as one seat sees it, worked out from the state as it is asked for."""

    seat: str

    def to_json(self) -> JsonObject:
        """Everything this seat may know now, as stable JSON data."""

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """What this seat came to know, from its own event number ``since`` on, up to before ``until``."""


def seat_bits(seats: tuple[str, ...], seat: str) -> int:
    """The audience bits a seat must be among; spectators need every one of them."""
    return (1 << len(seats)) - 1 if seat == PUBLIC else 1 << seats.index(seat)


def knowledge(perspective: Perspective) -> list[Learned]:
    """The ledger: what the seat has learned so far, in order."""
    return [Learned(event.turn, event.rules, event.kind, event.data) for event in perspective.events()]


def seen_so_far(state: State, bits: int) -> int:
    """How many events of a state's log a seat has been shown."""
    return sum(1 for event in state.log[: state.logged] if event[2] & bits == bits)
