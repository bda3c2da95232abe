"""Games between computer players, each from its seed: the same seed, the same game, on any process.

A player is named as a bot of the game is (``standard``), or by where it stands in Python (``package.module:maker``),
so that a bot from outside can be measured beside the game's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from viermot.kernel import registry
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Bot

CHUNK = 10  # games handed to a process at a time


@dataclass(frozen=True)
class Fixture:
    """What is played: everything but the seed."""

    game: str
    scenario: str
    players: Mapping[str, str]  # seat -> who plays it
    options: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    seed: str
    result: JsonObject
    decisions: int
    seconds: float  # of processor time


@cache
def _pack(game: str) -> Any:
    return registry.game(game).load_pack(None)


def maker(game: str, seat: str, name: str) -> Callable[[], Bot]:
    """What makes a player of that name sit down in that seat."""
    module, colon, attribute = name.partition(":")
    if colon:
        made: Callable[[], Bot] = getattr(import_module(module), attribute)
        return made
    return registry.game(game).bots(seat)[name]


def play(fixture: Fixture, seed: str) -> Outcome:
    """One game, without a session.

    >>> play(Fixture("nightfighter", "3", {"player": "standard", "umpire": "plain"}), "a").result["level"]
    'decisive'
    """
    module = registry.with_options(fixture.game, fixture.options)
    key = key_of(seed)
    state = module.start(_pack(fixture.game), fixture.scenario, fixture.options, KeyedDice(key))
    began = time.process_time()
    advance(state)
    players = {seat: maker(fixture.game, seat, name)() for seat, name in fixture.players.items()}
    decisions = play_out(module, state, players, {seat: BotRng(key, seat) for seat in players})
    result = module.result(state)
    assert result is not None, "the bots came to no end"
    return Outcome(seed, result, decisions, time.process_time() - began)


def _play(task: tuple[Fixture, str]) -> Outcome:
    return play(*task)


def play_all(tasks: Sequence[tuple[Fixture, str]], processes: int = 1) -> Iterator[Outcome]:
    """Many games, in the order asked for, on as many processes as are given."""
    if processes == 1 or len(tasks) < 2:
        yield from map(_play, tasks)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(_play, tasks, chunksize=CHUNK)
