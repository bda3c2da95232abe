"""What a game must offer to be played in a terminal, and where to find it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from viermot.game_package import faces_of
from viermot.kernel import registry
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console

if TYPE_CHECKING:
    from viermot.terminal.play import Play


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


@dataclass(frozen=True)
class Terminal:
    """What a game brings to the terminal: its screen, and a table of its own kind if it needs one."""

    screen: Screen
    table: type[Play] | None = None


def terminal_of(game: str) -> Terminal:
    """What the game of that name brings to the terminal; a refusal if it brings nothing."""
    found = faces_of(registry.game(game)).terminal()
    if found is None:
        raise UserError("error.no_screen", name=game)
    return found


def screen_of(game: str) -> Screen:
    """The screen of a game, by the game's name."""
    return terminal_of(game).screen
