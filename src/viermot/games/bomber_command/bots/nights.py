"""Raids that were really flown, as plans that anybody can fly again [4.0].

No night is flown twice alike: hours shift, a waypoint moves by a hex, the letters are dealt afresh. So the German
player, who is told no more than on any other night, cannot recognise it by its first blip.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from viermot.games.bomber_command.model.board import ADJACENT, EVERY_LETTER, MAIN, OFF
from viermot.games.bomber_command.model.ids import NO_LETTER, City, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.legs import Leg, legs_between
from viermot.games.bomber_command.rules.plot.obeyed import validate
from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan, finished, path_of, read_plan, waypoints_of
from viermot.games.bomber_command.rules.plot.samples import pick, shuffled
from viermot.kernel.agenda import Unreadable
from viermot.kernel.dice import Rng

FILE: Final = Path(__file__).with_name("nights.toml")
TRIES: Final = 20  # to find a variation that is legal
HOURS: Final = 3  # turns by which the whole night may be shifted


class Night(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A raid that was really flown."""

    id: str
    scenario: str
    targets: tuple[str, ...]  # cities, one for each Main Force
    plan: str
    follow_up: bool = False  # both against the same city [4.5.2]

    @property
    def title(self) -> str:
        """The key of its name."""
        return f"bomber_command.night.{self.id}.title"

    @property
    def story(self) -> str:
        """The key of what happened."""
        return f"bomber_command.night.{self.id}.story"


@cache
def nights() -> tuple[Night, ...]:
    """All of them, as they happened."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(msgspec.convert(read["night"], list[Night]))


def flown_to(layout: Layout, targets: tuple[City, ...], follow_up: int) -> list[Night]:
    """The nights in which these cities were the targets."""
    names = sorted(layout.cities[city].name for city in targets)
    return [
        night
        for night in nights()
        if night.scenario == layout.kind and sorted(night.targets) == names and night.follow_up == bool(follow_up)
    ]


def plan_of(layout: Layout, targets: tuple[City, ...], follow_up: int, night: Night) -> Plan | None:
    """Its plan; None where somebody's own map does not allow it."""
    try:
        plan = read_plan(layout, night.plan)
    except Unreadable:
        return None
    return plan if validate(layout, targets, follow_up, plan) is None else None


def varied(layout: Layout, targets: tuple[City, ...], follow_up: int, plan: Plan, rng: Rng) -> Plan:
    """The same night, slightly different; as it was, if no variation is legal."""
    for _ in range(TRIES):
        later = rng.below(HOURS)
        moved = tuple(_moved(raid, rng)._replace(entry=raid.entry + later) for raid in plan)
        found = finished(_lettered(moved, rng))
        if validate(layout, targets, follow_up, found) is None:
            return found
    return plan


def _lettered(plan: Plan, rng: Rng) -> Plan:
    """The raids under other letters: those of history would soon be recognised."""
    letters = shuffled(list(EVERY_LETTER), rng)
    new = {raid.letter: letters[number] for number, raid in enumerate(plan)} | {NO_LETTER: NO_LETTER}
    named = (raid._replace(letter=Letter(new[raid.letter]), parent=Letter(new[raid.parent])) for raid in plan)
    return tuple(sorted(named, key=lambda raid: raid.letter))


def _moved(raid: RaidPlan, rng: Rng) -> RaidPlan:
    """A raid with one waypoint a hex aside, but not its target or its ends; half of them fly as they did."""
    ends = [0, *waypoints_of(raid.legs)]
    inner = [place for place in range(1, len(ends) - 1) if ends[place] != raid.aim]
    if not inner or raid.parent != NO_LETTER or rng.below(2):
        return raid
    place = pick(inner, rng)
    corners = [raid.path[end] for end in ends]
    before, after = corners[place - 1], corners[place + 1]
    ways: list[tuple[Leg, Leg]] = [
        (out, on)
        for corner in ADJACENT[corners[place]]
        for out in legs_between(before, corner)
        for on in legs_between(corner, after)
    ]
    if not ways:
        return raid
    legs = (*raid.legs[: place - 1], *pick(ways, rng), *raid.legs[place + 1 :])
    path = path_of(raid.path[0], legs)
    there = raid.path[raid.aim] if raid.aim != OFF else None
    return raid._replace(legs=legs, path=path, aim=path.index(there) if there is not None else OFF)


class RaidRoute(NamedTuple):
    """What flew, and where."""

    kind: int
    path: tuple[Hex, ...]


def nearest(layout: Layout, targets: tuple[City, ...], follow_up: int, flown: Iterable[RaidRoute]) -> Night | None:
    """The night most like what was flown, among those with its targets: how many hexes their Main Forces share."""
    best: Night | None = None
    highest = -1
    hexes = {hex_ for raid in flown if raid.kind == MAIN for hex_ in raid.path}
    for night in flown_to(layout, targets, follow_up):
        then = plan_of(layout, targets, follow_up, night) or ()
        shared = len(hexes & {hex_ for raid in then if raid.kind == MAIN for hex_ in raid.path})
        if shared > highest:
            best, highest = night, shared
    return best
