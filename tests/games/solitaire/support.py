"""The solitaire game at a test's table: short positions with counters, and hands that answer what a test leaves open.

A position is written as `solo("4B", fighter(201, "1010 S"), counter("1a", "1012 S"), turn=3, phase=8)`, laid out with
`new_session(...)` and played with `play_until(s, "tally")` and `answer(s, "tally", "1a")`.
"""

from __future__ import annotations

from typing import Any, Final

import viermot
from tests.games.nightfighter.support import (
    Answers,
    _row,
    answer,
    asked,
    check,
    fighter,
    holds,
    night,
    play_turn,
    play_until,
    refused,
)
from viermot import Session
from viermot.kernel.dice import ScriptedDice
from viermot.kernel.events import Event

__all__ = [
    "Answers",
    "answer",
    "asked",
    "check",
    "counter",
    "counters",
    "dice_left",
    "events",
    "fighter",
    "fighters",
    "holds",
    "last",
    "new_session",
    "play_turn",
    "play_until",
    "refused",
    "rolls",
    "solo",
    "stop",
]  # fmt: skip
STOPPER: Final = "99"


def counter(name: str, at: str, **more: object) -> str:
    """A bomber counter in a position: `counter("1a", "1012 S", level="high")`."""
    return _row("counter", {"name": name, "at": at, **more})


def solo(scenario: str, *aircraft: str, turn: int = 2, phase: int = 1, **more: object) -> str:
    """A position as text; its visibility is good and its sky moonless and clear unless told otherwise."""
    top: dict[str, object] = {"visibility": "good", **more}
    return night(scenario, *aircraft, turn=turn, phase=phase, **top)


def stop(at: str) -> str:
    """A counter in a fighter's hex: something to look for, so that a turn does not end before a test has looked."""
    return counter(STOPPER, at, level="low")


def new_session(position: str | None = None, scenario: str | None = None, **more: Any) -> Session:
    """A game in the test's hands: from a position, or from the start of a scenario."""
    more.setdefault("seed", "rules")
    return viermot.new_game("solitaire", scenario=scenario, position=position, trusted=True, **more)


def events(s: Session, kind: str) -> list[Event]:
    """What happened of that kind, oldest first."""
    return [event for event in s.events("player") if event.kind == kind]


def rolls(s: Session, what: str) -> list[tuple[int, ...]]:
    """The dice of that name, oldest first."""
    return [tuple(event.data["dice"]) for event in events(s, "roll") if event.data["what"] == what]


def last(s: Session, kind: str) -> Event:
    """The newest event of that kind."""
    found = events(s, kind)
    assert found, f"nothing of the kind {kind} happened\n{s.position()}"
    return found[-1]


def counters(s: Session) -> dict[str, dict[str, Any]]:
    """The counters on the map by name, except the one that keeps a turn from ending."""
    shown = s.perspective("player").to_json()["counters"]
    return {row["counter"]: row for row in shown if row["counter"] != STOPPER}


def fighters(s: Session) -> dict[str, dict[str, Any]]:
    """The player's fighters by id."""
    return {row["id"]: row for row in s.perspective("player").to_json()["fighters"]}


def dice_left(s: Session) -> int:
    """How many scripted dice have not been rolled."""
    assert isinstance(s.dice, ScriptedDice)
    return s.dice.left
