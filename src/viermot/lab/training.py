"""Better constants for a computer player, found by playing and then judged on other games.

Each generation is a study of its own: every candidate plays the same seeds against every opponent. What has been found
plays a match against what it came from, on seeds that no generation has seen, until the test of the match has its
answer; until then nothing is proven, whatever the training games say.

Everything follows from the declaration and from the rows in the folder: stopped at any point, it goes on from there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from math import log10
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from viermot.kernel import registry
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError, brief
from viermot.lab.games import maker
from viermot.lab.ledger import ROWS, whole_rows
from viermot.lab.matches import Standing, standing
from viermot.lab.metrics import value_of
from viermot.lab.statistics import Sprt
from viermot.lab.studies import Cell, Study, full_name
from viermot.lab.tuning import Constants, Search, present_constants

USUAL: Final = "standard"
DIGITS: Final = 4  # digits of a constant that somebody will write into a file
GENERATION: Final = "generation-"
JUDGED: Final = "judged"
RunStudy = Callable[[Study, Path], None]  # plays what is left of a study in that folder


@dataclass(frozen=True)
class Training:
    """What is tuned, and how."""

    game: str
    seat: str
    bot: str
    names: tuple[str, ...]  # of the constants: module:NAME
    opponents: tuple[str, ...]  # each in every other seat, in turn
    scenarios: tuple[str, ...]
    options: JsonObject
    generations: int
    population: int
    games: int  # of each candidate against each opponent in a generation
    pairs: int  # of the match that judges, at most
    claim: float
    seed: str
    start: tuple[float, ...] = ()  # what the constants were
    worth: tuple[tuple[str, float], ...] = ()  # what candidates are ranked by, if not by the score: metrics, weighed

    def search(self) -> Search:
        """Where the search begins."""
        return Search.around(dict(zip(self.names, self.start, strict=True)), f"{self.seed}/search")

    def said(self) -> JsonObject:
        """The declaration."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    def seats(self, opponent: str) -> dict[str, str]:
        """Who sits where against that opponent."""
        there = registry.with_options(self.game, self.options).seats
        named = {seat: self.bot if seat == self.seat else opponent for seat in there}
        return {seat: full_name(self.game, seat, name) for seat, name in named.items()}

    def generation(self, search: Search) -> Study:
        """The study of one generation: a cell for each candidate, opponent and scenario."""
        cells = [
            Cell(f"{number} {opponent} {scenario}", scenario, self.seats(opponent), self.options, constants=constants)
            for number, constants in enumerate(search.candidates(self.population))
            for opponent in self.opponents
            for scenario in self.scenarios
        ]
        seed = f"{self.seed}/train/{search.generation}"
        question = f"{self.bot} ({self.seat}): generation {search.generation}"
        metrics = tuple(name for name, _ in self.worth) or (f"score.{self.seat}",)
        return Study(question, self.game, tuple(cells), self.games, seed, metrics=metrics)

    def worth_of(self, row: JsonObject) -> float:
        """What a training game was worth: victories are rare and say little, kills and losses say more."""
        if not self.worth:
            score: float = row["scores"][self.seat]
            return score
        return sum((value_of(row, name) or 0.0) * weight for name, weight in self.worth)

    def judgement(self, found: Constants) -> Study:
        """The match between what was found and what it came from, on other seeds, opponents and scenarios in turn."""
        cells = [
            Cell(f"{scenario} {opponent} {whose}", scenario, self.seats(opponent), self.options, constants=constants,
                 batch=opponent)
            for scenario in self.scenarios
            for opponent in self.opponents
            for whose, constants in (("tuned", found), ("before", {}))
        ]  # fmt: skip
        test = Sprt(0.0, self.claim)
        declared: JsonObject = {
            "first": f"{self.bot} tuned", "second": self.bot, "seat": self.seat, "null": test.null,
            "claim": test.claim, "alpha": test.alpha, "beta": test.beta, "least": test.least,
        }  # fmt: skip
        games = max(1, -(-self.pairs * 2 // len(cells)))
        return Study(f"{self.bot} tuned or as it was?", self.game, tuple(cells), games, f"{self.seed}/judge", declared)


def constants_of(game: str, seat: str, bot: str) -> dict[str, float]:
    """The constants that can be tuned: numbers with a point, greater than 0, in the package the player is from."""
    made: Any = maker(registry.game(game), seat, bot)()
    home = type(made).__module__
    package = home.rpartition(".")[0]
    beside = sorted(name for name in sys.modules if name.startswith(f"{package}.")) if package else []
    found: dict[str, float] = {}
    for name in dict.fromkeys([home, *beside]):
        for attribute, value in vars(sys.modules[name]).items():
            if attribute.isupper() and isinstance(value, float) and value > 0:
                found[f"{name}:{attribute}"] = value
    return found


def checked(names: Sequence[str]) -> tuple[float, ...]:
    """What the constants are now; refuses what cannot be tuned."""
    for name in names:
        module, _, attribute = name.partition(":")
        try:
            value = getattr(import_module(module), attribute)
        except (ImportError, AttributeError, ValueError):
            raise UserError("lab.no_constant", name=brief(name, 120)) from None
        if not isinstance(value, float) or value <= 0:
            raise UserError("lab.bad_constant", name=brief(name, 120), value=brief(value))
    return tuple(present_constants(names).values())


def rounded(constants: Mapping[str, float]) -> Constants:
    """Constants as somebody would write them down, which is also how they are judged."""
    return {name: _digits(value) for name, value in constants.items()}


def _digits(value: float) -> float:
    """
    >>> _digits(0.123456), _digits(47.123456)
    (0.1235, 47.12)
    """
    return round(value, max(0, DIGITS - 1 - int(log10(value))) if value >= 1 else DIGITS)


@dataclass(frozen=True)
class Learned:
    """How far a search has come."""

    generation: int  # how many have been played
    best: float  # the best candidate's mean score in the last one
    mean: float  # of all candidates
    constants: Constants  # where the search stands


def train(training: Training, folder: Path, play: RunStudy) -> Iterator[Learned]:
    """Generation by generation; games already in the folder are not played again."""
    search = training.search()
    for number in range(training.generations):
        study = training.generation(search)
        place = folder / f"{GENERATION}{number:03}"
        play(study, place)
        rows = whole_rows(place / ROWS)
        scores = candidate_scores(training, rows)
        search.learn(scores)
        yield Learned(number + 1, max(scores), fmean(scores), rounded(search.best))


def candidate_scores(training: Training, rows: Sequence[JsonObject]) -> list[float]:
    """How good each candidate was on average, all opponents and scenarios together."""
    by_candidate: dict[int, list[float]] = {}
    for row in rows:
        number = int(row["cell"].partition(" ")[0])
        by_candidate.setdefault(number, []).append(training.worth_of(row))
    return [fmean(by_candidate[number]) for number in sorted(by_candidate)]


def judge(training: Training, found: Constants, folder: Path, play: RunStudy) -> Standing:
    """The match against the player as it was before."""
    study = training.judgement(found)
    play(study, folder / JUDGED)
    return standing(study, whole_rows(folder / JUDGED / ROWS))
