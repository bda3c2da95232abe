"""Which games exist. Other packages can add one through the entry point group ``viermot.games``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from viermot.kernel.agenda import Facts, Logged, State
from viermot.kernel.dice import Dice, Rng
from viermot.kernel.domains import Declared
from viermot.kernel.json import Json, JsonObject, JsonTable
from viermot.kernel.measured import Measured
from viermot.kernel.observing import UNDECLARED, Observing
from viermot.kernel.packs import Mark
from viermot.kernel.perspective import Perspective
from viermot.kernel.rulebook import Rulebook
from viermot.kernel.user_error import UserError, brief

if TYPE_CHECKING:  # at run time a default of a type variable needs a newer Python; the type checker knows it already
    from typing_extensions import TypeVar

    from viermot.kernel.minds import Belief, Statement

    GameState = TypeVar("GameState", bound=State, default=Any)
    Pack = TypeVar("Pack", default=Any)
    View = TypeVar("View", bound=Perspective, default=Any)
    SeenView = TypeVar("SeenView", contravariant=True, default=Any)
else:
    from typing import TypeVar

    GameState, Pack, View, SeenView = TypeVar("GameState"), TypeVar("Pack"), TypeVar("View"), TypeVar("SeenView")


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
    details: JsonTable = field(default_factory=dict)
    measured: tuple[Measured, ...] = ()  # how often computer players won it, the weakest first


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
    def facts(self) -> Facts: ...

    @property
    def default_code(self) -> int | None:
        """The answer most players would want now, if the question declares one."""


class Bot(Protocol[SeenView]):
    """Anything that can choose for a seat; it sees the seat's perspective and nothing else."""

    def choose(self, view: SeenView, ask: Ask, rng: Rng, /) -> int:
        """One of ``ask.codes``."""


class GameModule(Protocol[GameState, Pack, View]):
    """What a game package offers the kernel, as its ``GAME``. ``GameDefaults`` has what holds for most games."""

    name: str
    seats: tuple[str, ...]
    rules_version: str
    list_order: int  # its place in the list of games
    seats_rule: str  # the rule that keeps the seats apart, where a book has one
    levels: tuple[str, ...]  # of its results, the worst for the first seat first; none where a game has no such words

    @property
    def lessons(self) -> Path | None:
        """The folder of its coached games (lessons.py), if it has any."""

    @property
    def ladder(self) -> Path | None:
        """The file that says what to play after them (ladder.py), if there is one."""

    @property
    def measured(self) -> Path | None:
        """The file that says how hard its scenarios proved to be (measured.py), if there is one."""

    @property
    def observing(self) -> Observing:
        """What a program that learns is shown of a perspective, as a row of numbers of fixed length."""

    @property
    def shares_one(self) -> bool:
        """Do the scores of all seats always add up to 1, so that what one gains another loses?"""

    @property
    def seat_sets(self) -> tuple[tuple[str, ...], ...]:
        """Every set of seats that the options can give the game, the usual one first."""

    @property
    def declared(self) -> Declared | None:
        """What a state of the game may hold; a game from elsewhere need not say."""

    def with_options(self, options: JsonTable) -> GameModule[GameState, Pack, View]:
        """The game with the seats that these options give it."""

    def spans(self, state: GameState) -> JsonTable:
        """For how long a seat can be lent to the computer, shortest first, and which of each this is."""

    def forbids_undo(self, state: GameState) -> UserError | None:
        """Why nothing can be taken back in this game, if that is the case."""

    @property
    def rulebook(self) -> Rulebook: ...

    def info(self, pack: Pack) -> GameInfo: ...

    def load_pack(self, path: Path | None) -> Pack:
        """The component data, with the owner's values over ours if a folder is given."""

    def pack_from(self, content: JsonObject) -> Pack:
        """The component data that a save carries."""

    def pack_hash(self, pack: Pack) -> str: ...

    @property
    def former_packs(self) -> frozenset[str]:
        """Hashes of earlier built-in data that plays the same: saves committed to it need no more than ours."""

    def pack_matches(self, pack: Pack, hash_: str) -> bool:
        """Did this data once have that hash, and does it still play the same?"""

    def pack_content(self, pack: Pack) -> JsonObject: ...

    def check_pack(self, pack: Pack) -> list[UserError]:
        """What makes no sense in the component data, a sentence for each fault."""

    def provenance(self, pack: Pack) -> list[Mark]:
        """Where every row of the component data comes from."""

    def export_pack(self, target: Path) -> list[Path]:
        """Write the built-in data for an owner to edit."""

    def start(self, pack: Pack, scenario: str, options: JsonTable, dice: Dice) -> GameState:
        """A new game with its set-up on the agenda; not yet advanced."""

    def setup_of(self, state: GameState) -> tuple[str, JsonObject]:
        """The scenario and the options a state was set up with."""

    def is_echo(self, state: GameState, event: Logged, seat: str) -> bool:
        """Does the event only repeat to this seat what it did itself? If so, it teaches nothing and bars no undo."""

    def perspective(self, state: GameState, seat: str) -> View: ...

    def result(self, state: GameState) -> JsonObject | None: ...

    def score(self, result: JsonObject, seat: str) -> float:
        """What a result is worth to a seat, from 0 (lost) to 1 (won); what a mind plays for."""

    def belief(self, view: View) -> Belief | None:
        """What the seat may think of what is hidden from it; None where nothing is."""

    def teaches(self, view: View, ask: Ask, code: int) -> tuple[Statement, ...]:
        """What may be learned from an answer, and how likely; nothing where learning is not the point."""

    def resample(self, view: View, rng: Rng) -> GameState:
        """A whole state at the same decision that this seat cannot tell from the true one, drawn from its belief."""

    def bots(self, seat: str) -> Mapping[str, Callable[[], Bot[View]]]: ...

    def to_data(self, state: GameState) -> JsonObject:
        """The whole state but its log, as canonical JSON data."""

    def from_data(self, pack: Pack, data: JsonTable, dice: Dice) -> GameState: ...

    def write_position(self, state: GameState) -> str: ...

    def read_position(self, pack: Pack, text: str, dice: Dice) -> GameState: ...

    def faults(self, state: GameState) -> list[str]:
        """Invariants that do not hold: always empty, or there is a bug."""

    def plain(self, state: GameState, name: str, value: object) -> Json:
        """A field of a prompt or an event as JSON data."""

    def show(self, state: GameState, seat: str, name: str, value: object, locale: str) -> Json:
        """A field of a prompt or an event, as a person of that seat reads it."""


class GameDefaults:
    """What holds for most games: always the same seats, listed last, nothing lent by turns, undo allowed."""

    seats: tuple[str, ...]
    list_order: int = 99
    seats_rule: str = ""
    levels: tuple[str, ...] = ()
    lessons: Path | None = None
    ladder: Path | None = None
    measured: Path | None = None
    former_packs: frozenset[str] = frozenset()
    shares_one: bool = False

    def load_pack(self, path: Path | None) -> Any:
        raise NotImplementedError

    def pack_hash(self, pack: Any) -> str:
        raise NotImplementedError

    def pack_matches(self, pack: Any, hash_: str) -> bool:
        return hash_ in self.former_packs and self.pack_hash(pack) == self.pack_hash(self.load_pack(None))

    @property
    def seat_sets(self) -> tuple[tuple[str, ...], ...]:
        return (self.seats,)

    @property
    def declared(self) -> Declared | None:
        return None

    @property
    def observing(self) -> Observing:
        return UNDECLARED

    def with_options(self, options: JsonTable) -> Self:
        return self

    def spans(self, state: Any) -> JsonTable:
        return {}

    def forbids_undo(self, state: Any) -> UserError | None:
        return None

    def score(self, result: JsonObject, seat: str) -> float:
        raise NotImplementedError

    def belief(self, view: Any) -> Belief | None:
        return None

    def teaches(self, view: Any, ask: Ask, code: int) -> tuple[Statement, ...]:
        return ()

    def resample(self, view: Any, rng: Rng) -> Any:
        raise NotImplementedError


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
    """All games in the order in which they are shown: by the place each asks for, then by name."""
    return tuple(sorted(map(game, names()), key=lambda module: (module.list_order, module.name)))


def with_options(name: str, options: JsonTable) -> GameModule:
    """The game of that name as played with these options."""
    return game(name).with_options(options)


def built_in_packs(name: str) -> frozenset[str]:
    """The hashes of data that no file needs to carry: ours, and earlier data that plays the same."""
    module = game(name)
    return module.former_packs | {module.pack_hash(module.load_pack(None))}
