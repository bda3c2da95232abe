"""Which games exist. Other packages can add one through the entry point group ``viermot.games``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

from viermot.kernel.agenda import State
from viermot.kernel.dice import Rng
from viermot.kernel.kinds import Declared
from viermot.kernel.packs import Mark
from viermot.kernel.perspective import Perspective
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.user_error import UserError, brief


class NoSuchGame(UserError):
    """A name that no game has."""


@dataclass(frozen=True)
class ScenarioInfo:
    """A scenario as the lobby shows it."""

    id: str
    title: str
    date: str
    difficulty: str
    length: str
    rules_taught: str
    parent: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class OptionInfo:
    """An option of the set-up: its name, its kind ("switch", "table", "list"), its rule."""

    name: str
    kind: str
    rule: str
    text: str


@dataclass(frozen=True)
class GameInfo:
    """What a game is, before it is set up."""

    name: str
    title: str
    seats: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    bots: Mapping[str, tuple[str, ...]]
    rules_version: str


class Ask(Protocol):
    """A question as a bot sees it."""

    kind: str
    codes: Sequence[int]

    @property
    def facts(self) -> dict[str, Any]: ...


class Bot(Protocol):
    """Anything that can choose for a seat; it sees the seat's perspective and nothing else."""

    def choose(self, view: Any, ask: Ask, rng: Rng) -> int:
        """One of ``ask.codes``."""


class GameModule(Protocol):
    """What a game package offers the kernel, as its ``GAME``. ``GameDefaults`` has the answers that most games give."""

    name: str
    seats: tuple[str, ...]
    rules_version: str
    list_order: int  # among the games as they are listed
    seats_rule: str  # the rule that keeps the seats apart, where a book has one

    @property
    def seat_sets(self) -> tuple[tuple[str, ...], ...]:
        """Every set of seats that options can give the game, the usual one first."""

    @property
    def declared(self) -> Declared | None:
        """What a state of the game may hold; a game from elsewhere may not say."""

    def with_options(self, options: Mapping[str, Any]) -> GameModule:
        """The game with the seats that these options give it."""

    def spans(self, state: Any) -> Mapping[str, Any]:
        """For how long a seat can be lent to the computer, shortest first, and which of each this is."""

    def forbids_undo(self, state: Any) -> UserError | None:
        """Why this game takes nothing back at all, if it does not."""

    @property
    def rulebook(self) -> Rulebook: ...

    def info(self, pack: Any) -> GameInfo: ...

    def load_pack(self, path: Path | None) -> Any:
        """The component data, with the owner's values over ours if a folder is given."""

    def pack_from(self, content: Any) -> Any:
        """The component data that a save carries."""

    def pack_hash(self, pack: Any) -> str: ...

    @property
    def former_packs(self) -> frozenset[str]:
        """Hashes of built-in data of before that plays the same: saves committed to it need no more than ours."""

    def pack_was(self, pack: Any, hash_: str) -> bool:
        """Did this data once have that hash, and does it play as it did?"""

    def pack_content(self, pack: Any) -> Any: ...

    def check_pack(self, pack: Any) -> list[str]:
        """What makes no sense in the component data, one sentence each."""

    def provenance(self, pack: Any) -> list[Mark]:
        """Where every row of the component data comes from."""

    def export_pack(self, target: Path) -> list[Path]:
        """Write the built-in data for an owner to edit."""

    def start(self, pack: Any, scenario: str, options: Mapping[str, Any], dice: Any) -> State:
        """A new game with its set-up on the agenda; not yet advanced."""

    def setup_of(self, state: State) -> tuple[str, dict[str, Any]]:
        """The scenario and the options a state was set up with."""

    def is_echo(self, state: State, event: tuple[Any, ...]) -> bool:
        """Does the event only repeat what its seat did? Then it teaches nothing, and does not bar undo."""

    def perspective(self, state: State, seat: str) -> Perspective: ...

    def result(self, state: State) -> dict[str, Any] | None: ...

    def bots(self, seat: str) -> Mapping[str, Callable[[], Bot]]: ...

    def to_data(self, state: State) -> dict[str, Any]:
        """The whole state but its log, as canonical JSON data."""

    def from_data(self, pack: Any, data: Mapping[str, Any], dice: Any) -> State: ...

    def write_position(self, state: State) -> str: ...

    def read_position(self, pack: Any, text: str, dice: Any) -> State: ...

    def faults(self, state: State) -> list[str]:
        """Invariants that do not hold: always empty, or there is a bug."""

    def plain(self, state: State, name: str, value: Any) -> Any:
        """A field of a prompt or an event as JSON data."""

    def show(self, state: State, seat: str, name: str, value: Any, locale: str) -> Any:
        """A field of a prompt or an event, as a person of that seat reads it."""


class GameDefaults:
    """What most games answer: always the same seats, listed last, nothing lent by turns, undo allowed."""

    seats: tuple[str, ...]
    list_order: int = 99
    seats_rule: str = ""
    former_packs: frozenset[str] = frozenset()

    def load_pack(self, path: Path | None) -> Any:
        raise NotImplementedError

    def pack_hash(self, pack: Any) -> str:
        raise NotImplementedError

    def pack_was(self, pack: Any, hash_: str) -> bool:
        return hash_ in self.former_packs and self.pack_hash(pack) == self.pack_hash(self.load_pack(None))

    @property
    def seat_sets(self) -> tuple[tuple[str, ...], ...]:
        return (self.seats,)

    @property
    def declared(self) -> Declared | None:
        return None

    def with_options(self, options: Mapping[str, Any]) -> Any:
        return self

    def spans(self, state: Any) -> Mapping[str, Any]:
        return {}

    def forbids_undo(self, state: Any) -> UserError | None:
        return None


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group="viermot.games"), key=lambda p: p.name)}


def names() -> tuple[str, ...]:
    """The names of all games installed."""
    return tuple(_installed())


@cache
def game(name: str) -> GameModule:
    """The game of that name, loaded when it is first asked for: a game nobody plays costs nothing."""
    point = _installed().get(name)
    if point is None:
        raise NoSuchGame("error.no_game", name=brief(name))
    module: GameModule = point.load()
    return module


def modules() -> tuple[GameModule, ...]:
    """All games in the order they are shown in: by the order each asks for, then by name."""
    return tuple(sorted(map(game, names()), key=lambda module: (module.list_order, module.name)))


def with_options(name: str, options: Mapping[str, Any]) -> GameModule:
    """The game of that name as it is played with these options."""
    return game(name).with_options(options)


def built_in_packs(name: str) -> frozenset[str]:
    """The hashes of data that no file need carry: ours, and that of before which plays the same."""
    module = game(name)
    return module.former_packs | {module.pack_hash(module.load_pack(None))}
