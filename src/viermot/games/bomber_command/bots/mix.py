"""The mix of plots: how often a British player plans to each taste, so that no night is like the last.

The mix was found by playing tastes against doctrines (`tests/games/bomber_command/mix.py`), and is kept as data: for
each scenario, tastes with their weights, and the doctrines they were weighed against. A player who draws from it can
hardly be outguessed: no taste in it is beaten by a German who is not himself beaten by another.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from viermot.games.bomber_command.bots.doctrine import STANDARD as USUAL
from viermot.games.bomber_command.bots.doctrine import Doctrine
from viermot.games.bomber_command.bots.planning import STANDARD, Taste
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.kernel.dice import Rng

FILE: Final = Path(__file__).with_name("mix.toml")
WORTH_FLYING: Final = 0.3  # the least weight of a doctrine that an expert follows
SHARES: Final = 1000  # into which the weights are divided


class WeightedTaste(msgspec.Struct, frozen=True):
    """A taste, and how often it is followed; what it leaves out is as usual."""

    weight: float
    taste: dict[str, float]


class WeightedDoctrine(msgspec.Struct, frozen=True):
    """A doctrine of the Germans that the tastes were weighed against."""

    weight: float
    doctrine: dict[str, float]


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mix of one scenario."""

    british: tuple[WeightedTaste, ...]
    german: tuple[WeightedDoctrine, ...] = ()
    value: float = 0.0  # Victory Points that the British player may expect


class Share(NamedTuple):
    """A taste, and up to which of a thousand draws it is the one drawn."""

    below: int
    taste: Taste


def taste_of(values: dict[str, float]) -> Taste:
    """A taste as it is written."""
    return STANDARD._replace(**{name: type(getattr(STANDARD, name))(value) for name, value in values.items()})


def doctrine_of(values: dict[str, float], usual: Doctrine = USUAL) -> Doctrine:
    """A doctrine as it is written; what it leaves out is as usual."""
    return usual._replace(**{name: type(getattr(usual, name))(value) for name, value in values.items()})


@cache
def mixes() -> dict[str, Mix]:
    """The mix of each scenario."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, Mix])


@cache
def _shares(scenario: str) -> tuple[Share, ...]:
    mix = mixes().get(scenario)
    if mix is None:
        return (Share(SHARES, STANDARD),)
    total, so_far, found = sum(each.weight for each in mix.british), 0.0, []
    for each in mix.british:
        so_far += each.weight / total
        found.append(Share(round(so_far * SHARES), taste_of(each.taste)))
    return tuple(found)


def defended(view: RaidView, usual: Doctrine) -> Doctrine:
    """The doctrine of an expert tonight. It follows from the night itself, so that a new bot goes on with the same."""
    mix = mixes().get(view.layout.kind)
    if mix is None or not mix.german:
        return usual
    good = [each for each in mix.german if each.weight >= WORTH_FLYING]
    return doctrine_of(
        good[view.twilight % len(good)].doctrine, usual
    )  # it is rolled for, and stays what it is all night


def drawn(scenario: str, rng: Rng) -> Taste:
    """Tonight's taste."""
    draw = rng.below(SHARES)
    return next(share.taste for share in _shares(scenario) if draw < share.below)
