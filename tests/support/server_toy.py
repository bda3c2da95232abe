"""The kernel's toy game at a real server: a game that brings no screen, no charts and no words of its own to the page.

The server's bots think in processes of their own; COMMAND starts one that knows the toy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from tests.kernel import toy
from viermot.kernel import registry
from viermot.kernel.events import Event
from viermot.server import about

RENAMED = " renamed"  # stands behind the scenario of a state
ROOT = Path(__file__).resolve().parents[2]
COMMAND = [
    sys.executable, "-c",
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.support import server_toy; server_toy.bots()",
]  # fmt: skip

VETTING = [*COMMAND[:2], COMMAND[2].replace("server_toy.bots()", "server_toy.vetting()")]


class SpeakingView(toy.ToyView):
    """What a seat sees, in words."""

    def key_of(self, event: Event) -> str:
        return f"toy.event.{event.kind}"

    def event_fields(self, event: Event, locale: str) -> dict[str, Any]:
        return event.data

    def modifiers(self, event: Event, locale: str) -> list[str]:
        return []


class SpeakingToy(toy.ToyGame):
    """The toy game with sentences, and with other names for its seats where the option `renamed` is taken."""

    def __init__(self, seats: tuple[str, ...] = toy.SEATS) -> None:
        self.seats = seats  # type: ignore[assignment]

    def with_options(self, options: Mapping[str, Any]) -> SpeakingToy:
        return SpeakingToy(("hunter", "hare")) if options.get("renamed") else self

    def start(self, pack: Any, scenario: str, options: Mapping[str, Any], dice: Any) -> toy.Toy:
        game = super().start(pack, scenario.removesuffix(RENAMED), {}, dice)
        if options.get("renamed") or scenario.endswith(RENAMED):
            game.scenario += RENAMED
        return game

    def setup_of(self, state: Any) -> tuple[str, dict[str, Any]]:
        renamed = state.scenario.endswith(RENAMED)
        return state.scenario.removesuffix(RENAMED), {"renamed": True} if renamed else {}

    def perspective(self, state: Any, seat: str) -> SpeakingView:
        return SpeakingView(state, toy.SEATS[self.seats.index(seat)] if seat in self.seats else seat)


class _Shelf:
    """Where the registry finds the toy, as it finds installed games."""

    name = "toy"

    def load(self) -> SpeakingToy:
        return SpeakingToy()


def caches_cleared() -> None:
    """What the server and the registry remember of all games."""
    registry.game.cache_clear()
    about.games.cache_clear()
    about.static.cache_clear()
    about._infos.cache_clear()


@contextmanager
def installed() -> Iterator[None]:
    """The toy stands among the games."""
    games = cast(dict[str, object], registry._installed())
    games["toy"] = _Shelf()
    caches_cleared()
    try:
        yield
    finally:
        del games["toy"]
        caches_cleared()


def bots() -> None:
    """A process of bots that knows the toy."""
    from viermot.server import bot_process

    with installed():
        bot_process.main()


def vetting() -> None:
    """A process that tries files, those of the toy among them."""
    from viermot.server import vetting_process

    with installed():
        vetting_process.main()
