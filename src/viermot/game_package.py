"""A game in a package of its own: what all such games answer alike, and the parts each of them brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from viermot.kernel.kinds import Declared
from viermot.kernel.packs import Mark, PackError
from viermot.kernel.registry import Bot, GameDefaults, GameModule
from viermot.kernel.user_error import brief

if TYPE_CHECKING:  # what a game nobody shows need not load
    from viermot.fuzz import Fuzzing
    from viermot.server.face import Page
    from viermot.terminal.screens import Terminal


BEST_FIRST: Final = ("expert", "standard", "plain", "random")
Players = Mapping[str, Mapping[str, Callable[[], Bot]]]  # seat -> name -> a new bot


def best_first(bots: Iterable[str]) -> list[str]:
    """The names of a seat's bots, the best first.

    >>> best_first(["random", "my own", "standard"])
    ['standard', 'random', 'my own']
    """
    return sorted(bots, key=lambda bot: BEST_FIRST.index(bot) if bot in BEST_FIRST else len(BEST_FIRST))


def _from_outside(load: Callable[[Any], Any], what: Any) -> Any:
    """Somebody's own values: what no check foresaw is told as what is wrong with them, not as a fault of ours."""
    try:
        return load(what)
    except (ValueError, LookupError, TypeError, ArithmeticError, AttributeError, RecursionError) as wrong:
        raise PackError("pack", "", brief(wrong, 120) or type(wrong).__name__) from wrong


class Faces:
    """How a game shows itself. Each part is loaded when it is first asked for; what a game lacks is plain."""

    locale: Path | None = None  # its sentences, a folder a language

    def terminal(self) -> Terminal | None:
        """What it needs to be played in a terminal."""
        return None

    def page(self) -> Page:
        """What it tells the page besides the play."""
        from viermot.server.face import Page

        return Page()

    def fuzzing(self) -> Fuzzing:
        """Reckless players and odd options of its own."""
        from viermot.fuzz import Fuzzing

        return Fuzzing()


PLAIN: Final = Faces()


def faces_of(game: GameModule) -> Faces:
    """How a game shows itself: as it says, or plainly if it knows the kernel alone."""
    return game if isinstance(game, Faces) else PLAIN


class GamePackage(Faces, GameDefaults):
    """What all games of this house answer alike. A game adds its own name, rulebook, scenarios and start."""

    name: str
    builds_on: tuple[str, ...] = ()  # the games it cannot be without
    components: ModuleType
    events: ModuleType
    position: ModuleType
    check: ModuleType
    victory: ModuleType

    # -- data ------------------------------------------------------------------------------------

    def load_pack(self, path: Path | None) -> Any:
        return self.components.load(None) if path is None else _from_outside(self.components.load, path)

    def pack_from(self, content: Any) -> Any:
        return _from_outside(self.components.load_content, content)

    def pack_hash(self, pack: Any) -> str:
        return str(pack.hash)

    def pack_content(self, pack: Any) -> Any:
        return pack.content()

    def check_pack(self, pack: Any) -> list[str]:
        return list(self.components.check(pack))

    def provenance(self, pack: Any) -> list[Mark]:
        return list(pack.provenance())

    def export_pack(self, target: Path) -> list[Path]:
        return list(self.components.export(target))

    # -- play ------------------------------------------------------------------------------------

    def is_echo(self, state: Any, event: tuple[Any, ...]) -> bool:
        return bool(self.events.is_echo(state, event))

    def result(self, state: Any) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.victory.result(state)
        return found

    def spans(self, state: Any) -> dict[str, Any]:
        """The stretches of play for which a seat can be lent to the computer, and which of each this is."""
        return {"turn": state.turn}

    def players(self) -> Players:
        """The bots of every seat; loaded when asked for, since they know the game."""
        raise NotImplementedError

    def bots(self, seat: str) -> Mapping[str, Callable[[], Bot]]:
        return self.players()[seat]

    # -- text and files ---------------------------------------------------------------------------

    def to_data(self, state: Any) -> dict[str, Any]:
        return dict(self.position.to_data(state))

    def from_data(self, pack: Any, data: Mapping[str, Any], dice: Any) -> Any:
        return self.position.from_data(pack, data, dice)

    def write_position(self, state: Any) -> str:
        return str(self.position.write(state))

    def read_position(self, pack: Any, text: str, dice: Any) -> Any:
        return self.position.read(pack, text, dice)

    @property
    def declared(self) -> Declared:
        """What a state of the game may hold; loaded when asked for, since it knows every step."""
        raise NotImplementedError

    def faults(self, state: Any) -> list[str]:
        return list(self.check.faults(state))

    def plain(self, state: Any, name: str, value: Any) -> Any:
        return self.events.plain(state, name, value)

    def show(self, state: Any, seat: str, name: str, value: Any, locale: str) -> Any:
        return self.events.read_aloud(state, seat, name, value, locale)
