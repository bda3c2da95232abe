"""Which options, and which numbers on which charts, matter: a sweep by Morris's elementary effects.

Every factor has a few levels: an option its values, a number on a chart a step down, as it is, a step up. A **path**
begins at random levels and moves one factor at a time to another level, until each has been moved once; the change in
the mean of a metric, scaled to the factor's whole range, is an elementary effect. Both ends of a move are played with
the same seeds. Over the paths, **mu** is the mean effect, **mu*** the mean of their sizes, by which factors are ranked,
and **sigma** their spread: large where a factor acts unevenly, or together with others.

Even a factor without effect has a mu* above 0 where games are few. So each comes with the mu* that chance alone would
make, and `matters` only if chance makes effects as large as these in fewer than one sweep in twenty, all factors taken
together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import pi, sqrt
from statistics import fmean, stdev, variance
from typing import Any, Final

from viermot.kernel import registry
from viermot.kernel.dice import KeyedDice, key_of
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.packs import Tables
from viermot.kernel.user_error import UserError, brief
from viermot.lab import charts
from viermot.lab.games import start
from viermot.lab.metrics import value_of
from viermot.lab.statistics import bootstrap, chance_beyond
from viermot.lab.studies import Cell, Study, full_name

OPTION, CHART = "option", "chart"
STEPS: Final = ("-1", "+0", "+1")  # of a number on a chart
TRIES: Final = 200  # attempts at a path, until one can be played from end to end
SURE: Final = 0.05  # of calling any one factor important that is not
SCENARIOS: Final = "scenarios/"  # what a scenario says about itself is not varied unless somebody asks
SMALLEST: Final = 1e-9


@dataclass(frozen=True)
class Factor:
    """Something that is varied, and its levels in order."""

    name: str
    kind: str
    levels: tuple[Json, ...]

    def distance(self, one: int, other: int) -> float:
        """How far a move goes, as a share of the whole range; values that are not numbers are all equally far apart."""
        ordered = self.kind == CHART or all(isinstance(level, bool | int | float) for level in self.levels)
        return (other - one) / (len(self.levels) - 1) if ordered else 1.0


@dataclass(frozen=True)
class Arrangement:
    """What all games of a sweep have in common."""

    game: str
    scenarios: Sequence[str]
    seats: Mapping[str, str]
    options: JsonObject


# --- factors -------------------------------------------------------------------------------------------


def tables_of(game: str) -> Tables:
    """A game's charts."""
    module = registry.game(game)
    tables: Tables = module.pack_content(module.load_pack(None))["files"]
    return tables


def chart_factors(game: str, wanted: Sequence[str], each: bool) -> list[Factor]:
    """The numbers asked for, column by column or each on its own; by default all but the scenarios' own."""
    known = list(charts.numbers(tables_of(game)))
    found: dict[str, None] = {}
    for pattern in wanted or ["*"]:
        matched = charts.matching(known, pattern) if wanted else [a for a in known if not a.startswith(SCENARIOS)]
        if not matched:
            raise UserError("lab.no_number", name=brief(pattern, 80))
        for address in matched:
            found[address if each else charts.field_of(address)] = None
    return [Factor(name, CHART, STEPS) for name in found]


def option_factors(game: str, wanted: Sequence[str]) -> list[Factor]:
    """Options by name, each with its values: `28.4` on and off, `moon=full,none` one of these; `all`: every switch."""
    module = registry.game(game)
    known = {option.name: option for option in module.info(module.load_pack(None)).options}
    found: list[Factor] = []
    for text in wanted:
        if text == "all":
            switches = [name for name, option in known.items() if option.kind == "switch"]
            found += [Factor(name, OPTION, (False, True)) for name in switches]
            continue
        name, equals, values = text.partition("=")
        if name not in known:
            raise UserError("lab.no_option", name=brief(name), names=", ".join(known))
        levels: tuple[Json, ...] = tuple(values.split(",")) if equals else (False, True)
        if len(set(levels)) < 2:
            raise UserError("lab.one_level", name=brief(name))
        found.append(Factor(name, OPTION, levels))
    return list({factor.name: factor for factor in found}.values())


# --- the design ----------------------------------------------------------------------------------------


def sweep(
    common: Arrangement, factors: Sequence[Factor], paths: int, games: int, seed: str, metric: str,
    told: Callable[[int, int], None] = lambda done, all_: None,
) -> Study:  # fmt: skip
    """The study that a sweep amounts to: a cell for each point of each path. Levels no game can be played with are left
    out.
    """
    drawing = _Drawing(common)
    usable = [kept for factor in factors if len((kept := drawing.narrowed(factor)).levels) > 1]
    left_out = sorted({factor.name for factor in factors} - {factor.name for factor in usable})
    if not usable:
        raise UserError("lab.no_factor")
    cells: list[Cell] = []
    for path in range(paths):
        told(path, paths)
        cells += drawing.path(path, usable, random.Random(f"{seed}/path/{path}"))
    screen: JsonObject = {
        "metric": metric,
        "paths": paths,
        "factors": [{"name": f.name, "kind": f.kind, "levels": list(f.levels)} for f in usable],
        "left_out": left_out,
    }
    question = f"{common.game}: {', '.join(common.scenarios)}: what matters for {metric}?"
    return Study(question, common.game, tuple(cells), games, seed, metrics=(metric,), screen=screen)


class _Drawing:
    """Draws paths, and knows what can be played."""

    def __init__(self, common: Arrangement) -> None:
        self.common = common
        self._fits: dict[str, bool] = {}

    def narrowed(self, factor: Factor) -> Factor:
        """The factor without the levels that the game refuses even on their own."""
        scenario = self.common.scenarios[0]
        fitting = [level for level in factor.levels if self.fits(self.cell("", scenario, "", {factor: level}))]
        return Factor(factor.name, factor.kind, tuple(fitting))

    def fits(self, cell: Cell) -> bool:
        """Can a game of it be started?"""
        fixture = Study("", self.common.game, (cell,), 1, "").fixture(cell)
        try:
            start(fixture, KeyedDice(key_of("fits")))
        except (UserError, ValueError, LookupError, AssertionError, ArithmeticError, TypeError):
            return False
        return True

    def cell(self, name: str, scenario: str, batch: str, at: Mapping[Factor, Json]) -> Cell:
        """The arrangement with each factor at its level."""
        common = self.common
        options = {**common.options, **{f.name: level for f, level in at.items() if f.kind == OPTION}}
        changes: JsonObject = {f.name: level for f, level in at.items() if f.kind == CHART and level != "+0"}
        there = registry.with_options(common.game, options).seats
        seats = {seat: full_name(common.game, seat, common.seats.get(seat, "standard")) for seat in there}
        return Cell(name, scenario, seats, options, changes=changes, batch=batch)

    def path(self, number: int, factors: Sequence[Factor], rng: random.Random) -> list[Cell]:
        """A path that can be played from end to end; the name of each point says which factor it moved."""
        scenario = self.common.scenarios[number % len(self.common.scenarios)]
        for _ in range(TRIES):
            order = list(factors)
            rng.shuffle(order)
            at = {factor: factor.levels[rng.randrange(len(factor.levels))] for factor in factors}
            cells = [self.cell(f"{number}.0", scenario, str(number), at)]
            for place, factor in enumerate(order, 1):
                others = [level for level in factor.levels if level != at[factor]]
                at[factor] = others[rng.randrange(len(others))]
                cells.append(self.cell(f"{number}.{place} {factor.name}={at[factor]}", scenario, str(number), at))
            if all(self.fits(cell) for cell in cells):
                return cells
        raise UserError("lab.no_path", tries=TRIES)


# --- what came of it -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effect:
    """What a factor does to the metric over its whole range."""

    factor: Factor
    paths: int
    mu: float
    mu_star: float
    low: float  # of mu*, 95 %
    high: float
    sigma: float
    noise: float  # the mu* that chance alone would produce
    chance: float  # how likely chance is to produce effects as large as these
    matters: bool


def factors_of(study: Study) -> list[Factor]:
    """What a sweep varies."""
    return [Factor(row["name"], row["kind"], tuple(row["levels"])) for row in study.screen["factors"]]


def effects(study: Study, rows: Sequence[JsonObject], metric: str) -> list[Effect]:
    """Every factor with what it does, the most important first."""
    factors = {factor.name: factor for factor in factors_of(study)}
    moves: dict[str, list[_Move]] = {name: [] for name in factors}
    for move in _moves(study, rows, metric, factors):
        moves[move.factor.name].append(move)
    found = [_effect(some[0].factor, some, len(factors)) for some in moves.values() if some]
    return sorted(found, key=lambda effect: (-effect.mu_star, effect.factor.name))


@dataclass(frozen=True)
class _Move:
    """One step of a path."""

    factor: Factor
    effect: float
    error: float  # the variance of the effect, from the games it was measured with


def _moves(study: Study, rows: Sequence[JsonObject], metric: str, factors: Mapping[str, Factor]) -> Iterator[_Move]:
    games = study.games
    for place in range(1, min(len(study.cells), len(rows) // games)):
        before, after = study.cells[place - 1], study.cells[place]
        if before.batch != after.batch:
            continue
        factor = factors[_moved_by(after)]
        distance = factor.distance(*(_level_index(cell, factor) for cell in (before, after)))
        pairs = zip(rows[(place - 1) * games : place * games], rows[place * games : (place + 1) * games], strict=True)
        gaps = [
            (new - old) / distance
            for first, second in pairs
            if (old := value_of(first, metric)) is not None and (new := value_of(second, metric)) is not None
        ]
        if len(gaps) > 1:
            yield _Move(factor, fmean(gaps), variance(gaps) / len(gaps))


def _moved_by(cell: Cell) -> str:
    return cell.name.partition(" ")[2].rpartition("=")[0]


def _level_index(cell: Cell, factor: Factor) -> int:
    level: Any = cell.options.get(factor.name) if factor.kind == OPTION else cell.changes.get(factor.name, "+0")
    return factor.levels.index(level)


def _effect(factor: Factor, moves: Sequence[_Move], factors: int) -> Effect:
    sizes = [abs(move.effect) for move in moves]
    error = fmean(move.error for move in moves)
    square = (
        sum(move.effect**2 for move in moves) / error if error > SMALLEST else (0.0 if max(sizes) < SMALLEST else 1e9)
    )
    chance = chance_beyond(square, len(moves))
    spread = bootstrap(sizes)
    return Effect(
        factor, len(moves), fmean(move.effect for move in moves), fmean(sizes), spread.low, spread.high,
        stdev(move.effect for move in moves) if len(moves) > 1 else 0.0, sqrt(2 * error / pi),
        chance, chance * factors < SURE,
    )  # fmt: skip
