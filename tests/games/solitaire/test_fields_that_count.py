"""Every field of the solitaire game's own tables changes something in play; the shared ones are Nightfighter's."""

from __future__ import annotations

from functools import cache
from io import StringIO
from typing import Final

from tests.games.nightfighter.hunter import hunt
from tests.support.fields_that_count import FieldsThatCount, Game, Night, Path
from viermot.games.solitaire import GAME
from viermot.games.solitaire.components import OWN_FILES, SoloComponents
from viermot.games.solitaire.faces.terminal import SCREEN
from viermot.games.solitaire.model.state import Solo
from viermot.kernel.packs import Tables
from viermot.terminal.console import Console

BUILT_IN: Final = GAME.load_pack(None)
TABLES: Final[Tables] = GAME.pack_content(BUILT_IN)["files"]
CHANGED: Final = tuple(
    scenario.id for scenario in BUILT_IN.scenarios.values() if BUILT_IN.change_of(scenario) is not None
)


def build(tables: Tables) -> SoloComponents:
    """A pack of these tables."""
    return GAME.pack_from({"format": 1, "files": tables})


def nights() -> list[Night]:
    """Scenarios that the S book changes, and some of each chapter that it leaves as they are."""
    found = [Night(name, {}, seed) for name in CHANGED for seed in (1, 2)]
    found += [Night("6H", {"with_6c": True}, seed) for seed in (1, 2, 3)]
    return found + [Night(name, {}, seed) for name in ("1", "2", "3", "4", "4B", "5", "6", "8") for seed in (1, 2)]


def concerns(path: Path, night: Night) -> bool:
    """What is changed in a scenario shows there, and in its variants if they are changed as well."""
    return path[0] != "changes.toml" or night.scenario in _changed_by(
        str(TABLES["changes.toml"]["change"][path[2]]["id"])
    )


@cache
def _changed_by(name: str) -> frozenset[str]:
    return frozenset((name, *(id_ for id_ in CHANGED if BUILT_IN.scenarios[id_].parent == name)))


def looks_at(game: Solo, seat: str) -> object:
    """The briefing, and the card of every counter with its area and the dice of each hex."""
    view = GAME.perspective(game, seat)
    counters = view.to_json()["counters"]
    return SCREEN.briefing(view, CONSOLE), [SCREEN.aircraft(view, each["counter"], CONSOLE) for each in counters]


CONSOLE: Final = Console(StringIO(), StringIO())
PLAY: Final = Game(
    GAME,
    build,
    nights(),
    TABLES,
    files=OWN_FILES,
    guesses={"type": ("G4M1",), "Y": ("heavy",), "SCR-270": ("heavy",), "without": (["german_stream"],)},
    choose=hunt,
    looks_at=looks_at,
    looks_often=True,
    views_at=frozenset(("turn",)),
    concerns=concerns,
)


class TestSolitaire(FieldsThatCount):
    game = PLAY
