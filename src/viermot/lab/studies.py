"""A study: many games declared beforehand, each with its number, its seed and its row.

The order of the games and their seeds follow from the declaration alone. So the table is the same, byte for byte,
wherever it is played (playing.py), and however often it was stopped (ledger.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, Final

import viermot
from viermot.kernel import bots, registry
from viermot.kernel.dice import KeyedDice, key_of
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.packs import Tables
from viermot.kernel.user_error import UserError, brief
from viermot.lab.games import Fixture, Outcome, components_of, maker, start

FORMAT: Final = 3
SHORT: Final = 16  # letters of a hash in a row


@dataclass(frozen=True)
class Cell:
    """One arrangement that is played many times: a line of the study's table."""

    name: str
    scenario: str
    seats: Mapping[str, str]  # seat -> who plays it
    options: JsonObject = field(default_factory=dict)
    pack: str = ""  # which of the study's packs, if not our own values
    changes: JsonObject = field(default_factory=dict)  # numbers on the charts (charts.py)
    constants: Mapping[str, float] = field(default_factory=dict)  # of the players (tuning.py)
    batch: str = ""  # cells of one scenario and one batch share their seeds


@dataclass(frozen=True)
class Study:
    """The question, and the games that are to answer it."""

    question: str
    game: str
    cells: tuple[Cell, ...]
    games: int  # of each cell, at most
    seed: str
    test: JsonObject = field(default_factory=dict)  # the sequential test of a match (matches.py)
    stop: JsonObject = field(default_factory=dict)  # when the answer is certain enough (stopping.py)
    metrics: tuple[str, ...] = ()  # what is measured (metrics.py); the scores and all counts, if nothing is named
    notes: tuple[str, ...] = ()  # what is noted besides the result, and what rows are grouped by
    packs: Mapping[str, Tables] = field(default_factory=dict)  # owners' values by name, whole: no folder is needed
    screen: JsonObject = field(default_factory=dict)  # the factors of a sweep (screening.py)

    @property
    def size(self) -> int:
        """All games, if nothing stops it."""
        return self.games * len(self.cells)

    @cached_property
    def by_name(self) -> dict[str, Cell]:
        """The cells by their names."""
        return {cell.name: cell for cell in self.cells}

    def place(self, index: int) -> tuple[Cell, int]:
        """Which cell game number ``index`` belongs to, and which of its games it is.

        The cells come in turn, so that they can be compared from early on. A sweep has too many for that, each with its
        own charts: there a cell is played to its end before the next.
        """
        if self.screen:
            place, round_ = divmod(index, self.games)
        else:
            round_, place = divmod(index, len(self.cells))
        return self.cells[place], round_

    def fixture(self, cell: Cell) -> Fixture:
        """What is played in a cell."""
        overlay = self.packs[cell.pack] if cell.pack else None
        return Fixture(
            self.game, cell.scenario, cell.seats, cell.options,
            overlay=overlay, changes=cell.changes, constants=cell.constants, notes=self.notes,
        )  # fmt: skip

    def task(self, index: int) -> tuple[Fixture, str]:
        """What is played as game number ``index``, and its seed.

        Cells of one scenario get the same seed, and with it the same dice for as long as they go the same way.
        """
        cell, round_ = self.place(index)
        batch = f"{cell.batch}/" if cell.batch else ""
        return self.fixture(cell), f"{self.seed}/{cell.scenario}/{batch}{round_}"

    def row(self, index: int, outcome: Outcome) -> JsonObject:
        """One game as it is stored."""
        cell, _ = self.place(index)
        module = registry.with_options(self.game, cell.options)
        row = self._head(index, outcome.seed)
        row["decisions"] = outcome.decisions
        row["rolls"] = outcome.rolls
        row["scores"] = {seat: round(module.score(outcome.result, seat), 6) for seat in module.seats}
        row["result"] = outcome.result
        if self.notes:
            row["noted"] = outcome.noted
        return row

    def failed_row(self, index: int, wrong: Exception) -> JsonObject:
        """A game that broke off: with other numbers on the charts, rules may meet what they were not written for."""
        return self._head(index, self.task(index)[1]) | {"failed": f"{type(wrong).__name__}: {brief(wrong, 120)}"}

    def _head(self, index: int, seed: str) -> JsonObject:
        cell, _ = self.place(index)
        row: JsonObject = {
            "game": index, "cell": cell.name, "seed": seed, "scenario": cell.scenario, "options": cell.options,
            "seats": dict(cell.seats), "version": viermot.__version__, "pack": self._hash_of(cell),
        }  # fmt: skip
        if cell.changes:
            row["changes"] = cell.changes
        if cell.constants:
            row["constants"] = dict(cell.constants)
        return row

    def _hash_of(self, cell: Cell) -> str:
        if not cell.pack and not cell.changes:
            return _pack_hash(self.game)[:SHORT]
        return registry.game(self.game).pack_hash(components_of(self.fixture(cell)))[:SHORT]

    def manifest(self) -> JsonObject:
        """The declaration, with everything the rows depend on."""
        return dict(self._manifest)

    @cached_property
    def _manifest(self) -> JsonObject:
        module = registry.game(self.game)
        said: JsonObject = {
            "format": FORMAT,
            "viermot": viermot.__version__,
            "question": self.question,
            "game": self.game,
            "rules": module.rules_version,
            "pack": _pack_hash(self.game),
            "seed": self.seed,
            "games": self.games,
            "cells": [_said(cell) for cell in self.cells],
            "test": self.test,
        }
        for name in ("stop", "metrics", "notes", "packs", "screen"):
            value = getattr(self, name)
            if value:
                said[name] = list(value) if isinstance(value, tuple) else dict(value)
        return said


def _said(cell: Cell) -> JsonObject:
    """A cell without the parts that it leaves at their defaults."""
    said: JsonObject = {
        "name": cell.name,
        "scenario": cell.scenario,
        "seats": dict(cell.seats),
        "options": cell.options,
    }
    for name in ("pack", "changes", "constants", "batch"):
        value = getattr(cell, name)
        if value:
            said[name] = dict(value) if isinstance(value, Mapping) else value
    return said


def read_study(manifest: JsonTable) -> Study:
    """The study that a manifest declares."""
    known = {each.name for each in fields(Study)} - {"cells"}
    said: dict[str, Any] = {name: value for name, value in manifest.items() if name in known}
    for name in ("metrics", "notes"):
        said[name] = tuple(said.get(name, ()))
    return Study(cells=tuple(Cell(**row) for row in manifest["cells"]), **said)


@cache
def _pack_hash(game: str) -> str:
    module = registry.game(game)
    return module.pack_hash(module.load_pack(None))


def check(study: Study) -> None:
    """Refuse what could not be played, before the first game: a seat, a player, an option or a score that does not
    exist.
    """
    for cell in study.cells:
        module = registry.with_options(study.game, cell.options)
        for seat in cell.seats:
            if seat not in module.seats:
                raise UserError("error.no_seat", seat=seat, seats=", ".join(module.seats))
        for seat in module.seats:
            full_name(study.game, seat, cell.seats.get(seat, ""))
        if not study.screen:  # there it has been tried already
            start(study.fixture(cell), KeyedDice(key_of("fits")))
    if getattr(type(registry.game(study.game)), "score", None) is registry.GameDefaults.score:
        raise UserError("lab.no_score", game=study.game)


@cache
def full_name(game: str, seat: str, name: str) -> str:
    """A player's name as a row has it, with its budget if it has one; refuses a name that nobody has."""
    attribute = name.partition(":")[2]
    if not attribute or attribute.isdecimal():
        return bots.full_name(registry.game(game), seat, name)
    try:
        maker(registry.game(game), seat, name)
    except (ImportError, AttributeError, ValueError):
        listed = ", ".join(bots.in_order(registry.game(game).bots(seat)))
        raise UserError("error.no_bot", name=brief(name), seat=seat, bots=listed) from None
    return name
