"""The ladder of a game: what to play after its first lesson, step by step, each adding one thing.

It is data, the file ``ladder.toml`` of its game: lessons and scenarios in their best order, and side steps,
which nothing after them builds on. What a step teaches stands in the game's catalogues (``<game>.ladder.<step>``).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from viermot.kernel import lessons, packs, registry
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.packs import PackError
from viermot.kernel.record import Setup
from viermot.kernel.session import Session
from viermot.kernel.starting import new_game
from viermot.kernel.user_error import UserError, brief


class Rung(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a ladder: a lesson, or a scenario in one of its seats."""

    lesson: str = ""
    scenario: str = ""
    seat: str = ""  # whose game of the scenario
    id: str = ""  # where a scenario is there twice; otherwise it has the name of the lesson or the scenario
    options: JsonObject = {}
    won: tuple[str, ...] = ()  # which levels of its result count as won
    side: bool = False  # a side step
    watch: bool = False  # bots play it for anyone who wants to watch a game
    game: str = ""

    @property
    def key(self) -> str:
        """The key of the text on what it teaches."""
        return f"{self.game}.ladder.{self.id}"

    def is_won(self, result: JsonTable) -> bool:
        """Does this result of its game count as won?"""
        return result.get("level") in self.won


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder as its file has it."""

    rung: tuple[Rung, ...]
    won: tuple[str, ...] = ()  # for every rung that does not say


class NoSuchRung(UserError):
    """A step that no ladder has."""


@cache
def of_game(game: str) -> tuple[Rung, ...]:
    """The steps of a game's ladder in order; none if it has no ladder. PackError names the key that is wrong."""
    file = registry.game(game).ladder
    return () if file is None or not file.is_file() else read(game, file)


def read(game: str, file: Path) -> tuple[Rung, ...]:
    """The ladder of a file, checked."""
    name = file.name
    written = packs.decode({name: packs.read_file(name, file)}, name, _Written)
    rungs = tuple(_named(rung, game, written.won) for rung in written.rung)
    for place, rung in enumerate(rungs):
        _check(name, f"rung {rung.id!r}", rung)
        if rung.id in [before.id for before in rungs[:place]]:
            raise PackError(name, f"rung {rung.id!r}", "pack.ladder.twice")
    return rungs


def _named(rung: Rung, game: str, won: tuple[str, ...]) -> Rung:
    name = rung.id or rung.lesson or rung.scenario
    return msgspec.structs.replace(rung, game=game, id=name, won=rung.won or won)


def _check(file: str, key: str, rung: Rung) -> None:
    """What no schema can say."""
    if bool(rung.lesson) == bool(rung.scenario):
        raise PackError(file, key, "pack.ladder.one_thing")
    if rung.lesson:
        if rung.lesson not in lessons.of_game(rung.game):
            raise PackError(file, key, "pack.ladder.no_lesson", name=rung.lesson)
        return
    module = registry.with_options(rung.game, rung.options)
    if rung.scenario not in [each.id for each in module.info(module.load_pack(None)).scenarios]:
        raise PackError(file, key, "pack.ladder.no_scenario", name=rung.scenario)
    if rung.seat not in module.seats:
        raise PackError(file, f"{key}, seat", "pack.none_of", name=rung.seat, known=", ".join(module.seats))
    if not rung.won:
        raise PackError(file, f"{key}, won", "pack.ladder.no_end")


def every() -> list[Rung]:
    """The steps of all ladders, in the order the games are listed."""
    return [rung for module in registry.modules() for rung in of_game(module.name)]


def find(game: str, name: str) -> Rung:
    """The step of that name."""
    found = next((rung for rung in of_game(game) if rung.id == name), None)
    if found is None:
        known = ", ".join(rung.id for rung in of_game(game)) or "-"
        raise NoSuchRung("error.no_rung", name=brief(name), game=game, known=known)
    return found


def climbed(setup: Setup, seat: str) -> Rung | None:
    """The step that somebody in this seat completes with a whole game of this set-up; None if it is not a step."""
    if setup.lesson is not None or setup.position is not None:
        return None
    rungs = (rung for rung in of_game(setup.game) if rung.scenario == setup.scenario and rung.seat == seat)
    return next(rungs, None)


def next_step(rungs: tuple[Rung, ...], done: Collection[str], after: str = "") -> Rung | None:
    """What comes next for somebody who has done these: the first not done after ``after``, or else the first of all.

    Side steps are left to those who look for them.
    """
    main = [rung for rung in rungs if not rung.side]
    place = next((n for n, rung in enumerate(main, 1) if rung.id == after), 0)
    ordered = main[place:] + main[:place]
    return next((rung for rung in ordered if rung.id not in done and rung.id != after), None)


def start(rung: Rung, seats: dict[str, str | None]) -> Session:
    """A game of this step, with these bots in the other seats."""
    if rung.lesson:
        return lessons.start(lessons.find(rung.game, rung.lesson))
    session = new_game(rung.game, rung.scenario, rung.options, None, {**seats, rung.seat: None})
    session.order(rung.seat, {"routine": True})
    return session
