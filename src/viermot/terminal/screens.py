"""What a game must offer to be played in a terminal, and where to find it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from viermot.game_package import faces_of
from viermot.kernel import registry
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.terminal.console import Console

if TYPE_CHECKING:
    from viermot.terminal.play import Play


class Screen(Protocol):
    """A game's own part of the terminal: its picture, and how it puts things."""

    def picture(self, view: Any, console: Console, legal: Collection[str] = ()) -> list[str]: ...

    def shaded(self, view: Any, console: Console, shades: Mapping[str, str]) -> list[str]: ...

    def legend(self, view: Any, console: Console) -> list[str]: ...

    def status(self, view: Any, console: Console) -> list[str]: ...

    def aircraft(self, view: Any, which: str, console: Console) -> list[str]: ...

    def tracks(self, view: Any, console: Console) -> list[str]: ...

    def odds(self, view: Any, decision: Decision, which: str, console: Console) -> list[str]: ...

    def briefing(self, view: Any, console: Console) -> list[str]: ...

    def is_spatial(self, decision: Decision) -> bool: ...

    def legal_hexes(self, view: Any, decision: Decision) -> set[str]: ...

    def meant(self, view: Any, decision: Decision, text: str) -> list[str]: ...

    def spelled(self, view: Any, decision: Decision, text: str) -> str: ...

    def asked(self, view: Any, decision: Decision, locale: str) -> str: ...

    def describe(self, view: Any, decision: Decision, option: str, locale: str) -> str: ...

    def is_news(self, view: Any, event: Event) -> bool: ...

    def heading(self, view: Any, event: Event, console: Console) -> str | None: ...


class PlainScreen:
    """The screen of a game that draws nothing: what the seat may know, line by line. A game overrides what it has."""

    def picture(self, view: Any, console: Console, legal: Collection[str] = ()) -> list[str]:
        return self.status(view, console)

    def shaded(self, view: Any, console: Console, shades: Mapping[str, str]) -> list[str]:
        """The picture with a letter in each hex of a belief; nothing where there is no map."""
        return []

    def legend(self, view: Any, console: Console) -> list[str]:
        return []

    def status(self, view: Any, console: Console) -> list[str]:
        return [f"  {name}: {value}" for name, value in view.to_json().items() if name != "game"]

    def aircraft(self, view: Any, which: str, console: Console) -> list[str]:
        return []

    def tracks(self, view: Any, console: Console) -> list[str]:
        return []

    def odds(self, view: Any, decision: Decision, which: str, console: Console) -> list[str]:
        return []

    def briefing(self, view: Any, console: Console) -> list[str]:
        return []

    def is_spatial(self, decision: Decision) -> bool:
        return False

    def legal_hexes(self, view: Any, decision: Decision) -> set[str]:
        return set()

    def meant(self, view: Any, decision: Decision, text: str) -> list[str]:
        return [option for option in decision.options if option.lower().startswith(text.lower())]

    def spelled(self, view: Any, decision: Decision, text: str) -> str:
        """What to ask the rules about, where a text names what is wanted and not how: a hex out of reach, say."""
        return text

    def asked(self, view: Any, decision: Decision, locale: str) -> str:
        return decision.prompt(locale)

    def describe(self, view: Any, decision: Decision, option: str, locale: str) -> str:
        return decision.label(option, locale)

    def is_news(self, view: Any, event: Event) -> bool:
        return True

    def heading(self, view: Any, event: Event, console: Console) -> str | None:
        return None


@dataclass(frozen=True)
class Terminal:
    """What a game brings to the terminal: its screen, and a table of its own kind if it needs one."""

    screen: Screen
    table: type[Play] | None = None


def terminal_of(game: str) -> Terminal:
    """What the game of that name brings to the terminal; if nothing, all that a seat may know, line by line."""
    return faces_of(registry.game(game)).terminal()


def screen_of(game: str) -> Screen:
    """The screen of a game, by the game's name."""
    return terminal_of(game).screen
