"""What happened, which rule says so, and which seats may know.

Inside a game an event is a small tuple ``(kind, rules, seats, data)``. Here it becomes something a seat can be shown:
numbered as that seat counts, with fields by name; text is made only for a reader, in the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass

from viermot.kernel.agenda import Logged
from viermot.kernel.json import JsonObject

EVERYBODY = "public"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a seat learned."""

    number: int  # as this seat counts
    turn: int
    kind: str
    rules: tuple[str, ...]
    data: JsonObject

    def to_json(self) -> JsonObject:
        """The event as stable JSON data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "kind": self.kind,
            "rules": list(self.rules),
            "data": self.data,
        }


def may_know(event: Logged, seats: int) -> bool:
    """Is this event for one of these seats (a bit each)? Spectators need all bits to be set."""
    return bool(event[2] & seats == seats)
