"""What a game brings to the tools, the benchmarks and the shared tests: `KIT` in its folder, tests/games/<game>/kit.py.

Tools and shared tests go through all kits and name no game. A part that is heavy, or needs what not every environment
has (the benchmarks' has no pytest), stands in a module of its own, which the kit imports when it is asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viermot.kernel import registry

if TYPE_CHECKING:
    from benchmarks.marks import Curve, Mark, Wishes
    from tests.support.browser import Pilot
    from tests.support.wire_twins import Pair
    from viermot.kernel.session import Session

GAMES: Final = Path(__file__).resolve().parents[1] / "games"
Section = tuple[str, list[str], bool]  # of docs/proof.md: its title, its lines, did it hold?
Tried = tuple[str, Mapping[str, Any], int]  # a scenario, its options, and how many answers are tried
SecretBot = tuple[str, str, str]  # a scenario, a person's seat in it, and the bot's that is asked in secret
Proof = Callable[[float, int], Section]  # given the size of the sample and the number of processes


@dataclass(frozen=True)
class Kept:
    """A game to be kept: its set-up, who plays, and after how many decisions it is saved (None: at its end)."""

    scenario: str
    stops: int | None
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: str = "standard"  # who decides
    own_pack: bool = False
    trick: str = ""  # something that happened to the game on its way: TRICKS in tools/kept_saves.py


def both_kept(scenario: str, stops: int, **more: Any) -> tuple[Kept, Kept]:
    """The same game half-way and at its end."""
    return Kept(scenario, stops, **more), Kept(scenario, None, **more)


@dataclass(frozen=True)
class Worlds:
    """Pairs of worlds to be told apart on the wire (tests/support/wire_twins.py)."""

    kind: str  # what the proof calls them
    pair: Callable[[str, int], Pair]  # by seed and number
    alone: bool = False  # its player knows all there is to know, and saves the whole game
    asks_in_secret: bool = False  # so that a timing adversary can try


@dataclass(frozen=True)
class Kit:
    """What one game brings."""

    name: str
    fuzzed: int  # games of the long fuzz
    measured: int  # games for each pairing of bots, by measure.py beside the kit
    longest: int  # decisions of a random game, at most, from which a position is taken
    own_pack: Mapping[str, str]  # a value or two, as an owner would lay them over ours: file and text
    kept: tuple[Kept, ...]  # for tests/kept
    warned: tuple[Tried, ...]  # in which an answer that ends it all without a word is looked for
    holdings: Callable[[Any, int], dict[str, int]]  # what a seat (a number) of a state may lose the last of
    amends: str = ""  # the game whose book its own book changes, and leaves in force otherwise
    worlds: Callable[[], tuple[Worlds, ...]] = tuple
    secret_bots: tuple[SecretBot, ...] = ()  # whose thinking time must not be seen
    sheets: Callable[[Session], Mapping[tuple[str, str], Mapping[int, Sequence[Sequence[str]]]]] | None = None
    # of a game that was played: by seat, sheet and turn the lines by which it would go the same way
    proofs: Callable[[], Mapping[str, Proof]] = dict  # besides those that every game has
    server_proofs: Callable[[], Mapping[str, Callable[[float], dict[str, Any]]]] = dict
    marks: Callable[[Wishes], Iterable[Mark]] = lambda _: ()  # of `make bench`
    growth: Callable[[], Iterable[Mark | Curve]] = tuple  # how its costs grow, for the same
    pictures: Callable[[Pilot], Mapping[str, Callable[[], None]]] = lambda _: {}  # for the README: how to get there

    @property
    def folder(self) -> Path:
        return GAMES / self.name

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        module = registry.game(self.name)
        return module.info(module.load_pack(None)).title


def sample() -> str:
    """The game that shared tests play where one real game is as good as another: the first on the list."""
    return registry.modules()[0].name


@cache
def kits() -> tuple[Kit, ...]:
    """All of them, in the order in which games are listed."""
    names = [module.name for module in registry.modules()]
    return tuple(kit for name in names if (kit := kit_of(name)) is not None)


def kit_of(name: str) -> Kit | None:
    """The kit of a game, if it has one; no game is loaded for it."""
    if not (GAMES / name / "kit.py").exists():
        return None
    kit: Kit = importlib.import_module(f"tests.games.{name}.kit").KIT
    return kit
