"""A game in a package of its own: what all such games answer alike, and the parts each of them brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from viermot.kernel.agenda import Logged, State
from viermot.kernel.dice import Dice
from viermot.kernel.domains import Declared
from viermot.kernel.json import Json, JsonObject, JsonTable
from viermot.kernel.packs import Mark, PackError
from viermot.kernel.perspective import Perspective
from viermot.kernel.registry import Bot, GameDefaults, GameModule
from viermot.kernel.user_error import UserError, brief

if TYPE_CHECKING:  # what a game that nobody shows need not load
    from viermot.debriefing import Debriefing
    from viermot.fuzz import Fuzzing
    from viermot.reader import Reader
    from viermot.server.face import Page
    from viermot.terminal.screens import Terminal


class ComponentData(Protocol):
    """The component data of a game, loaded."""

    @property
    def hash(self) -> str: ...

    def content(self) -> JsonObject: ...

    def provenance(self) -> Sequence[Mark]: ...


GameState = TypeVar("GameState", bound=State)
Pack = TypeVar("Pack", bound=ComponentData)
View = TypeVar("View", bound=Perspective)
SeenState = TypeVar("SeenState", bound=State, contravariant=True)
SeenPack = TypeVar("SeenPack", bound=ComponentData, contravariant=True)
Source = TypeVar("Source")
Players = Mapping[str, Mapping[str, Callable[[], Bot]]]  # seat -> name -> a new bot


class ComponentsPart(Protocol[Pack]):
    """The package ``components`` of a game: loads and checks its data."""

    def load(self, pack: Path | None = None, /) -> Pack: ...
    def load_content(self, content: JsonObject, /) -> Pack: ...
    def check(self, components: Pack, /) -> list[UserError]: ...
    def export(self, target: Path, /) -> list[Path]: ...


class EventsPart(Protocol[SeenState]):
    """The module ``knowledge.events`` of a game: its events as data and in words."""

    def is_echo(self, state: SeenState, event: Logged, seat: str, /) -> bool: ...
    def plain(self, state: SeenState, name: str, value: object, /) -> Json: ...
    def field_text(self, state: SeenState, seat: str, name: str, value: object, locale: str, /) -> Json: ...


class PositionPart(Protocol[GameState, SeenPack]):
    """The module ``model.position`` of a game: a state as data and as text, and back."""

    def to_data(self, state: GameState, /) -> JsonObject: ...
    def from_data(self, pack: SeenPack, data: JsonTable, dice: Dice, /) -> GameState: ...
    def write(self, state: GameState, /) -> str: ...
    def read(self, pack: SeenPack, text: str, dice: Dice, /) -> GameState: ...


class CheckPart(Protocol[SeenState]):
    """The module ``model.check`` of a game: its invariants."""

    def faults(self, state: SeenState, /) -> list[str]: ...


class VictoryPart(Protocol[SeenState]):
    """The module ``rules.victory`` of a game: how it ends."""

    def result(self, state: SeenState, /) -> JsonObject | None: ...


def _from_outside(load: Callable[[Source], Pack], what: Source) -> Pack:
    """Somebody's own values: an error that no check foresaw is reported as something wrong with them, not as a bug of
    ours.
    """
    try:
        return load(what)
    except (ValueError, LookupError, TypeError, ArithmeticError, AttributeError, RecursionError) as wrong:
        raise PackError("pack", "", "pack.said", said=brief(wrong, 120) or type(wrong).__name__) from wrong


class Faces:
    """How a game shows itself. Each part is loaded when it is first asked for; what a game lacks is plain."""

    locale: Path | None = None  # its sentences, one folder per language

    def terminal(self) -> Terminal:
        """What it needs to be played in a terminal."""
        from viermot.terminal.screens import PlainScreen, Terminal

        return Terminal(PlainScreen())

    def page(self) -> Page:
        """What it tells the page besides the play."""
        from viermot.server.face import Page

        return Page()

    def reader(self) -> Reader:
        """What it says of winning; the rest of the reader is made from its rules and its words."""
        from viermot.reader import Reader

        return Reader()

    def debriefing(self) -> Debriefing:
        """Which of its rolls had odds, and where its chapters begin, for looking back at a game that is over."""
        from viermot.debriefing import Debriefing

        return Debriefing()

    def fuzzing(self) -> Fuzzing:
        """Reckless players and odd options of its own."""
        from viermot.fuzz import Fuzzing

        return Fuzzing()


PLAIN: Final = Faces()


def faces_of(module: GameModule) -> Faces:
    """How a game shows itself: as it says, or plainly if it knows the kernel alone."""
    return module if isinstance(module, Faces) else PLAIN


class GamePackage(Faces, GameDefaults, Generic[GameState, Pack, View]):
    """What all games of this house answer alike. A game adds its own name, rulebook, scenarios and start."""

    name: str
    builds_on: tuple[str, ...] = ()  # the games it cannot be without
    components: ComponentsPart[Pack]
    events: EventsPart[GameState]
    position: PositionPart[GameState, Pack]
    check: CheckPart[GameState]
    victory: VictoryPart[GameState]

    # -- data ------------------------------------------------------------------------------------

    def load_pack(self, path: Path | None) -> Pack:
        return self.components.load(None) if path is None else _from_outside(self.components.load, path)

    def pack_from(self, content: JsonObject) -> Pack:
        return _from_outside(self.components.load_content, content)

    def pack_hash(self, pack: Pack) -> str:
        return pack.hash

    def pack_content(self, pack: Pack) -> JsonObject:
        return pack.content()

    def check_pack(self, pack: Pack) -> list[UserError]:
        return list(self.components.check(pack))

    def provenance(self, pack: Pack) -> list[Mark]:
        return list(pack.provenance())

    def export_pack(self, target: Path) -> list[Path]:
        return list(self.components.export(target))

    # -- play ------------------------------------------------------------------------------------

    def is_echo(self, state: GameState, event: Logged, seat: str) -> bool:
        return self.events.is_echo(state, event, seat)

    def result(self, state: GameState) -> JsonObject | None:
        return self.victory.result(state)

    def players(self) -> Players:
        """The bots of every seat; loaded when asked for, since they know the game."""
        raise NotImplementedError

    def bots(self, seat: str) -> Mapping[str, Callable[[], Bot[View]]]:
        return self.players()[seat]

    # -- text and files ---------------------------------------------------------------------------

    def to_data(self, state: GameState) -> JsonObject:
        return dict(self.position.to_data(state))

    def from_data(self, pack: Pack, data: JsonTable, dice: Dice) -> GameState:
        return self.position.from_data(pack, data, dice)

    def write_position(self, state: GameState) -> str:
        return self.position.write(state)

    def read_position(self, pack: Pack, text: str, dice: Dice) -> GameState:
        return self.position.read(pack, text, dice)

    @property
    def declared(self) -> Declared:
        """What a state of the game may hold; loaded when asked for, since it knows every step."""
        raise NotImplementedError

    def faults(self, state: GameState) -> list[str]:
        return list(self.check.faults(state))

    def plain(self, state: GameState, name: str, value: object) -> Json:
        return self.events.plain(state, name, value)

    def show(self, state: GameState, seat: str, name: str, value: object, locale: str) -> Json:
        return self.events.field_text(state, seat, name, value, locale)
