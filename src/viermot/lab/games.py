"""Games between computer players, each from its seed: the same seed, the same game, on any process.

A player is named the way a bot of the game is (``standard``, ``expert:400``), or by where it is found in Python
(``package.module:maker``), or by the command that starts it (``engine:node player.mjs``), so that a bot from outside
can be measured beside the game's own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from viermot.kernel import bots, registry
from viermot.kernel.agenda import State, advance
from viermot.kernel.canon import canonical
from viermot.kernel.dice import BotRng, Dice, DiceMismatch, KeyedDice, ReplayedDice, key_of
from viermot.kernel.garbage import nothing_collected
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.packs import Tables, merge
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Bot, GameModule
from viermot.lab import charts
from viermot.lab.programs import ENGINE, ProgramBot
from viermot.lab.tuning import constants_set

MAX_CHUNK = 10  # games handed to a process at a time
PACKS_KEPT = 24  # changed component data held by a process


@dataclass(frozen=True)
class Fixture:
    """What is played: everything but the seed."""

    game: str
    scenario: str
    players: Mapping[str, str]  # seat -> who plays it
    options: JsonObject = field(default_factory=dict)
    pack: Path | None = None  # of an owner's values
    position: str | None = None  # to play from, in place of the scenario's start
    overlay: Tables | None = None  # an owner's values themselves, where there may be no folder
    changes: JsonTable = field(default_factory=dict)  # numbers on the charts that differ from ours (charts.py)
    constants: Mapping[str, float] = field(default_factory=dict)  # of the players' own, while this game is played
    notes: Sequence[str] = ()  # what to note besides the result: EVENT (how often) or EVENT.FIELD (the first)


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    seed: str
    result: JsonObject
    decisions: int
    rolls: int
    seconds: float  # of processor time
    noted: JsonObject = field(default_factory=dict)


@cache
def components(game: str, pack: Path | None = None) -> Any:
    """What a game is played with, read once per process."""
    return registry.game(game).load_pack(pack)


def components_of(fixture: Fixture) -> Any:
    """The same with an owner's tables laid over ours and numbers changed, where the fixture says so."""
    if not fixture.overlay and not fixture.changes:
        return components(fixture.game, fixture.pack)
    return _changed(fixture.game, fixture.pack, canonical([fixture.overlay or {}, dict(fixture.changes)]).decode())


@lru_cache(maxsize=PACKS_KEPT)
def _changed(game: str, pack: Path | None, wanted: str) -> Any:
    module, (overlay, changes) = registry.game(game), json.loads(wanted)
    content = module.pack_content(components(game, pack))
    tables = merge(content["files"], overlay) if overlay else content["files"]
    return module.pack_from({**content, "files": charts.changed(tables, changes)})


def maker(module: GameModule, seat: str, name: str) -> Callable[[], Bot]:
    """The maker of a player of that name for that seat."""
    package, colon, attribute = name.partition(":")
    if package == ENGINE and colon:
        return lambda: ProgramBot(attribute, module, seat)
    if colon and not attribute.isdecimal():
        made: Callable[[], Bot] = getattr(import_module(package), attribute)
        return made
    return lambda: bots.make(module, seat, name)


def start(fixture: Fixture, dice: Dice) -> State:
    """The game before its first step."""
    module, pack = registry.game(fixture.game), components_of(fixture)
    if fixture.position is not None:
        placed: State = module.read_position(pack, fixture.position, dice)
        return placed
    blank = _laid_out(fixture, module, pack)
    if blank is None:
        begun: State = module.start(pack, fixture.scenario, fixture.options, dice)
        return begun
    copied = blank.clone()
    copied.dice = dice
    return copied


_blanks: dict[tuple[str, str, str, str], State | None] = {}
MAX_BLANKS = 64


def _laid_out(fixture: Fixture, module: GameModule, pack: Any) -> State | None:
    """A game of this kind before anything is rolled, set up once; None if setting one up rolls dice."""
    key = (fixture.game, fixture.scenario, repr(fixture.options), module.pack_hash(pack))
    if key not in _blanks:
        if len(_blanks) >= MAX_BLANKS:
            _blanks.clear()
        try:
            _blanks[key] = module.start(pack, fixture.scenario, fixture.options, ReplayedDice())
        except DiceMismatch:
            _blanks[key] = None
    return _blanks[key]


def play(fixture: Fixture, seed: str) -> Outcome:
    """One game without a session; the same game that a session with this seed would play.

    >>> play(Fixture("nightfighter", "3", {"player": "standard", "umpire": "plain"}), "a").result["level"]
    'decisive'
    """
    with constants_set(fixture.constants), nothing_collected():
        return _played(fixture, seed)  # the game is gone before garbage is next collected


def _played(fixture: Fixture, seed: str) -> Outcome:
    module = registry.with_options(fixture.game, fixture.options)
    key = key_of(seed)
    dice = KeyedDice(key)
    state = start(fixture, dice)
    began = time.process_time()
    advance(state)
    players = {seat: maker(module, seat, name)() for seat, name in fixture.players.items()}
    decisions = play_out(module, state, players, {seat: BotRng(key, seat) for seat in players})
    result = module.result(state)
    assert result is not None, "the bots came to no end"
    seconds = time.process_time() - began
    return Outcome(seed, result, decisions, dice.rolls, seconds, noted(module, state, fixture.notes))


def noted(module: GameModule, state: State, notes: Sequence[str]) -> JsonObject:
    """What a study wants to know of a game besides its result: all seats' events are read, now that it is over."""
    found: JsonObject = {}
    for note in notes:
        kind, _, name = note.partition(".")
        if not name:
            found[note] = sum(1 for event in state.log if event[0] == kind)
            continue
        told = (event for seat in module.seats for event in module.perspective(state, seat).events())
        found[note] = next((event.data.get(name) for event in told if event.kind == kind), None)
    return found


def _play(task: tuple[Fixture, str]) -> Outcome:
    return play(*task)


def play_all(tasks: Sequence[tuple[Fixture, str]], processes: int = 1) -> Iterator[Outcome]:
    """Many games, in the order asked for, on as many processes as are given."""
    if processes == 1 or len(tasks) < 2:
        yield from map(_play, tasks)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(_play, tasks, chunksize=max(1, min(MAX_CHUNK, len(tasks) // (processes * 4))))
