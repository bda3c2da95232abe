"""What a game must offer to be played in a terminal, and where to find it."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.telling import Telling
from viermot.terminal.console import Console


class Screen(Protocol):
    """A game's own part of the terminal: its picture and its ways of saying things."""

    def picture(self, view: Any, console: Console, legal: Collection[str] = ()) -> list[str]: ...

    def legend(self, view: Any, console: Console) -> list[str]: ...

    def status(self, view: Any, console: Console) -> list[str]: ...

    def aircraft(self, view: Any, which: str, console: Console) -> list[str]: ...

    def tracks(self, view: Any, console: Console) -> list[str]: ...

    def odds(self, view: Any, decision: Decision, which: str, console: Console) -> list[str]: ...

    def briefing(self, view: Any, console: Console) -> list[str]: ...

    def usual(self, view: Any, decision: Decision) -> str | None: ...

    def is_spatial(self, decision: Decision) -> bool: ...

    def legal_hexes(self, view: Any, decision: Decision) -> set[str]: ...

    def meant(self, view: Any, decision: Decision, text: str) -> list[str]: ...

    def describe(self, view: Any, decision: Decision, option: str, locale: str) -> str: ...

    def is_news(self, view: Any, event: Event) -> bool: ...

    def heading(self, view: Any, event: Event, console: Console) -> str | None: ...


def screen_of(game: str) -> Screen:
    """The screen of a game, by the game's name."""
    try:
        return cast(Screen, import_module(f"viermot.terminal.{game}").SCREEN)
    except ModuleNotFoundError:
        raise Telling("error.no_screen", name=game) from None


def has_screen(game: str) -> bool:
    """Can this game be played in a terminal?"""
    return find_spec(f"viermot.terminal.{game}") is not None
