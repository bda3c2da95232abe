"""A match: two players, in pairs of games on the same seeds, until a test declared beforehand has its answer.

Where both can take either seat of a game for two, they play each other and change places: a pair is two games on one
seed. In a game for one, or in a single seat against the same opponents, a pair is that seed played by each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

from viermot.kernel import registry
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab.statistics import Estimate, Sprt, average
from viermot.lab.studies import Cell, Study, full_name

LOOKS = 100  # at least this many in a match of any length, and few enough to cost nothing beside playing
FIRST, SECOND = "first", "second"  # whose game of a pair it is, or who has the first seat


@dataclass(frozen=True)
class Players:
    """Who is compared, in which seat, and against whom."""

    first: str
    second: str
    seat: str = ""  # in one seat only
    others: Mapping[str, str] | None = None  # who has the other seats then


def match(
    game: str, players: Players, scenarios: Sequence[str], options: JsonObject, games: int, seed: str, test: Sprt
) -> Study:
    """The study that a match is: two cells per scenario, whose games make the pairs."""
    places = _places(game, players, options)
    cells = [
        Cell(f"{scenario} {whose}", scenario, seats, options)
        for scenario in scenarios
        for whose, seats in zip((FIRST, SECOND), places, strict=True)
    ]
    declared: JsonObject = {
        "first": players.first,
        "second": players.second,
        "seat": players.seat,
        "null": test.null,
        "claim": test.claim,
        "alpha": test.alpha,
        "beta": test.beta,
        "least": test.least,
    }
    return Study(f"{players.first} or {players.second}?", game, tuple(cells), games, seed, declared)


def _places(game: str, players: Players, options: JsonObject) -> tuple[dict[str, str], dict[str, str]]:
    """Who sits where in the two games of a pair."""
    seats = registry.with_options(game, options).seats
    both = (players.first, players.second)
    if players.seat or len(seats) == 1:
        place = players.seat or seats[0]
        if place not in seats:
            raise UserError("error.no_seat", seat=place, seats=", ".join(seats))
        others = {seat: (players.others or {}).get(seat, "standard") for seat in seats if seat != place}
        return _named(game, {**others, place: both[0]}), _named(game, {**others, place: both[1]})
    if len(seats) == 2 and all(_plays(game, seat, name) for seat in seats for name in both):
        here, there = (dict(zip(seats, names, strict=True)) for names in (both, both[::-1]))
        return _named(game, here), _named(game, there)
    raise UserError("lab.which_seat", seats=", ".join(seats))


def _named(game: str, seats: Mapping[str, str]) -> dict[str, str]:
    return {seat: full_name(game, seat, name) for seat, name in seats.items()}


def _plays(game: str, seat: str, name: str) -> bool:
    try:
        full_name(game, seat, name)
    except UserError:
        return False
    return True


@dataclass(frozen=True)
class Standing:
    """How a match stands."""

    pairs: int
    won: int
    drawn: int
    lost: int
    first: float  # the mean score of each
    second: float
    difference: Estimate
    ratio: float  # the logarithm of the likelihood ratio
    bound: float  # beyond which the test has its answer
    verdict: bool | None


def standing(study: Study, rows: Sequence[JsonObject]) -> Standing:
    """What the complete pairs among the rows say."""
    test = Sprt(*(study.test[name] for name in ("null", "claim", "alpha", "beta", "least")))
    pairs = [_pair(study, rows[at], rows[at + 1]) for at in range(0, len(rows) - len(rows) % 2, 2)]
    differences = [first - second for first, second in pairs]
    return Standing(
        len(pairs),
        sum(each > 0 for each in differences),
        sum(each == 0 for each in differences),
        sum(each < 0 for each in differences),
        fmean(first for first, _ in pairs) if pairs else 0.0,
        fmean(second for _, second in pairs) if pairs else 0.0,
        _gap(differences),
        test.ratio(differences),
        log((1 - test.beta) / test.alpha),
        test.verdict(differences),
    )


def _gap(differences: Sequence[float]) -> Estimate:
    """The mean difference; an interval goes no further than scores do."""
    if not differences:
        return Estimate(0.0, -1.0, 1.0)
    found = average(differences)
    return Estimate(found.value, max(found.low, -1.0), min(found.high, 1.0))


def _pair(study: Study, first: JsonObject, second: JsonObject) -> tuple[float, float]:
    """What each of the two scored in a pair, in both games of it where they changed places."""
    seats = list(first["seats"])
    seat = study.test["seat"] or (seats[0] if len(seats) == 1 else "")
    if seat:
        return first["scores"][seat], second["scores"][seat]
    ours = (first["scores"][seats[0]] + second["scores"][seats[1]]) / 2
    theirs = (first["scores"][seats[1]] + second["scores"][seats[0]]) / 2
    return ours, theirs


class Decision:
    """May the match stop here? Checked after complete pairs: after each of the first two hundred, then ever more
    rarely.
    """

    def __init__(self, study: Study) -> None:
        self.study = study

    def __call__(self, rows: Sequence[JsonObject]) -> bool:
        pairs, odd = divmod(len(rows), 2)
        if odd or not pairs or pairs % max(1, pairs // LOOKS):
            return False
        return standing(self.study, rows).verdict is not None
