"""A study as somebody writes it down: a TOML file, or flags that say the same."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from viermot.kernel import registry
from viermot.kernel.dice import KeyedDice, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.packs import Tables, read_folder
from viermot.kernel.user_error import UserError, brief
from viermot.lab import stopping as stopping_rule
from viermot.lab.games import components_of, start
from viermot.lab.metrics import is_metric
from viermot.lab.studies import Cell, Study, full_name, read_study

ALL: Final = "all"
FIELDS: Final = (
    "question", "game", "scenarios", "games", "seed", "seats", "options", "sweep", "each", "charts", "packs", "metrics",
    "notes", "stop",
)  # fmt: skip
USUAL: Final = "standard"


def read(file: Path) -> Study:
    """The study of a file; anything it names that we do not know is refused, since it would otherwise be silently left
    out.
    """
    try:
        declared = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise UserError("lab.bad_file", file=str(file), reason=str(wrong)) from None
    for name in declared:
        if name not in FIELDS:
            raise UserError("lab.unknown_field", name=brief(name), names=", ".join(FIELDS))
    if not isinstance(declared.get("game"), str):
        raise UserError("lab.no_game", file=str(file))
    if "packs" in declared:
        declared["packs"] = [file.parent / str(pack) for pack in declared["packs"]]
    try:
        return study(**declared)
    except (TypeError, AttributeError) as wrong:  # a list where there should be a table, and the like
        raise UserError("lab.bad_file", file=str(file), reason=str(wrong)) from None


def read_manifest(file: Path) -> Study:
    """The study that another one's folder declares, to be played again."""
    try:
        return read_study(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError) as wrong:
        raise UserError("lab.bad_file", file=str(file), reason=str(wrong)) from None


def study(
    game: str,
    question: str = "",
    scenarios: Sequence[str] | str = (),
    games: int = 100,
    seed: str = "study",
    seats: Mapping[str, str | list[str]] | None = None,
    options: JsonObject | None = None,
    sweep: Mapping[str, list[Any]] | None = None,
    each: Mapping[str, Any] | str | None = None,
    charts: Mapping[str, list[Any]] | None = None,
    packs: Sequence[Path] = (),
    metrics: Sequence[str] = (),
    notes: Sequence[str] = (),
    stop: JsonObject | None = None,
) -> Study:
    """Every scenario with every player named for a seat, and every value of an option, a chart or a pack in turn."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= 10_000_000:
        raise UserError("error.count", flag="games", count=brief(str(games)))
    for metric in metrics:
        if not is_metric(metric):
            raise UserError("lab.no_metric", name=brief(metric))
    owned = {Path(pack).name: overlay(Path(pack)) for pack in packs}
    arrangements = Arrangements(
        game, options or {}, {name: _listed(value) for name, value in (seats or {}).items()},
        {name: _listed(values) for name, values in (sweep or {}).items()},
        {name: _listed(values) for name, values in (charts or {}).items()}, alternatives(game, each or {}),
        ["", *owned] if owned else [""],
    )  # fmt: skip
    wanted = scenarios_of(game, scenarios)
    cells = tuple(cell for scenario in wanted for cell in arrangements.cells(scenario))
    if each == ALL:  # not every scenario knows every optional rule
        cells = tuple(cell for cell in cells if fits(Study("", game, (cell,), 1, "", packs=owned)))
    told = question or f"{game}: {', '.join(wanted)}"
    stopping = stopping_rule.declared(stop) if stop else {}
    found = Study(
        told, game, cells, games, seed, stop=stopping, metrics=tuple(metrics), notes=tuple(notes), packs=owned
    )
    for cell in cells:
        components_of(found.fixture(cell))  # an address or a pack that is wrong is refused before the first game
    return found


def alternatives(game: str, each: Mapping[str, Any] | str) -> list[JsonObject]:
    """The game as it is, and with one option at a time; `all` is every switch that it has."""
    if each == ALL:
        module = registry.game(game)
        options = module.info(module.load_pack(None)).options
        each = {option.name: True for option in options if option.kind == "switch"}
    if isinstance(each, str):
        raise UserError("lab.no_option", name=brief(each), names=ALL)
    return [{}, *({name: value} for name, value in each.items())]


def fits(study: Study) -> bool:
    """Can a game of its first arrangement be started?"""
    try:
        start(study.fixture(study.cells[0]), KeyedDice(key_of("fits")))
    except UserError:
        return False
    return True


def overlay(folder: Path) -> Tables:
    """An owner's values, whole, so that a study needs no folder of theirs on another machine."""
    return read_folder(folder)


def _listed(value: Any) -> list[Any]:
    """One value, or each of several in turn."""
    return list(value) if isinstance(value, list | tuple) else [value]


def scenarios_of(game: str, wanted: Sequence[str] | str) -> list[str]:
    """The scenarios asked for: by name, all of them, or the first of the game."""
    module = registry.game(game)
    known = [scenario.id for scenario in module.info(module.load_pack(None)).scenarios]
    if wanted == ALL:
        return known
    listed = [wanted] if isinstance(wanted, str) else list(wanted)
    for scenario in listed:
        if scenario not in known:
            raise UserError("lab.no_scenario", scenario=brief(str(scenario)))
    return listed or known[:1]


@dataclass(frozen=True)
class Arrangements:
    """What all arrangements of a study have in common, and how they differ."""

    game: str
    options: JsonObject
    choices: Mapping[str, list[str]]  # who may sit where
    swept: Mapping[str, list[Any]]  # values of options
    charts: Mapping[str, list[Any]]  # values of numbers on the charts
    each: Sequence[JsonObject]  # options that are tried one at a time: as it is, and with each of them
    packs: Sequence[str]

    def cells(self, scenario: str) -> Iterator[Cell]:
        """Every one of them, on one scenario."""
        parts = (product(*table.values()) for table in (self.choices, self.swept, self.charts))
        for (who, values, numbers), alone, pack in product(product(*parts), self.each, self.packs):
            swept = {**dict(zip(self.swept, values, strict=True)), **alone}
            seats = dict(zip(self.choices, who, strict=True))
            yield self.cell(scenario, seats, swept, dict(zip(self.charts, numbers, strict=True)), pack)

    def cell(self, scenario: str, who: Mapping[str, str], swept: JsonObject, numbers: JsonObject, pack: str) -> Cell:
        """One of them, named by what sets it apart from the others."""
        together = {**self.options, **swept}
        there = registry.with_options(self.game, together).seats
        for seat in who:
            if seat not in there:
                raise UserError("error.no_seat", seat=brief(seat), seats=", ".join(there))
        seats = {seat: full_name(self.game, seat, who.get(seat, USUAL)) for seat in there}
        apart = [f"{seat}={name}" for seat, name in who.items() if len(self.choices[seat]) > 1]
        apart += [f"{name}={value}" for name, value in (*swept.items(), *numbers.items())]
        apart += [f"pack={pack or 'ours'}"] if len(self.packs) > 1 else []
        return Cell(" ".join([scenario, *apart]), scenario, seats, together, pack, numbers)
