"""What a roll came to, where its dice alone settle it: such a roll has a sentence for each outcome.

The numbers a roll is held against are the tables' own, so that a sentence stays true over an owner's values. A roll
whose outcome hangs on what its reader may not know (an alert nobody saw, a device that warns) keeps its open sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.model.layout import AVOIDANCE, FLASH, FOLLOW_DOWN, Layout
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject

FATES: Final = {AVOIDANCE: "avoidance", FLASH: "flash", FOLLOW_DOWN: "follow_down"}
TWO_SIXES: Final = 12


def _notices(layout: Layout, total: int) -> str:
    """Enough on any column is enough; less may still do on one that the reader does not know of [17.4b]."""
    return "noticed" if total >= layout.response.normal else ""


def _reacts(layout: Layout, total: int) -> str:
    table = layout.response
    return "corkscrew" if total <= table.corkscrew else "fire" if total <= table.defensive_fire else "nothing"


OUTCOMES: Final[Mapping[str, Callable[[Layout, int], str]]] = {
    "response": _notices,  # [17.4b]
    "fighter response": _notices,  # [17.4.4a]
    "reaction": _reacts,  # [17.4c]
    "destruction": lambda layout, die: FATES.get(layout.destruction.get(die, 0), ""),  # [17.3]
    "flak": lambda _, total: "harmless" if total < TWO_SIXES else "",  # [22.0a]
    "blast": lambda _, die: "" if die == 1 else "clear",  # [3.2e]
    "gunflash": lambda _, die: "" if die <= 2 else "spared",  # [17.3.2a]
}


def outcome_of(layout: Layout, event: Event) -> str:
    """By which outcome the sentence of an event goes; "" where it has one sentence only."""
    tell = OUTCOMES.get(event.data["what"]) if event.kind == "roll" else None
    return tell(layout, total_of(event.data)) if tell else ""


def added_to(data: JsonObject) -> int:
    """What is added to the dice of a roll, as far as its reader is told."""
    added = sum(points for _, points, _ in data.get("modifiers", ()))
    return int(added + data.get("points", 0) + data.get("alert", 0) + data.get("modifier", 0))


def total_of(data: JsonObject) -> int:
    """What the dice of a roll come to."""
    return sum(data["dice"]) + added_to(data)


def thresholds(layout: Layout) -> JsonObject:
    """The numbers that rolls are held against [3.3, 11.0c, 17.4b, 17.4c]."""
    table, book = layout.response, layout.components.book
    return {
        "noticed": table.normal,
        "warned": table.warning,
        "corkscrew": table.corkscrew,
        "fire": table.defensive_fire,
        "hit": layout.hits[0],
        "full": book.moon.full,
        "half": book.moon.half,
        "poor": book.visibility.poor,
        "moderate": book.visibility.moderate,
        "cloudy": book.cloud.cloudy,
    }
