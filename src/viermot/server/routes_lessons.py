"""Routes: coached games, and the ladder that begins with them."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from viermot import coaching, ladders
from viermot.kernel import ladder, lessons, registry
from viermot.server import learned, lobby
from viermot.server.about import measured_levels
from viermot.server.http import Ask, route
from viermot.server.messages.lobby import LadderLine, LessonLine, RungLine, TableMade


@route("GET", "/api/lessons", list[LessonLine], open=True)
async def list_lessons(ask: Ask) -> list[LessonLine]:
    """Every lesson, and which of them I have won; to somebody who is not signed in, all are new."""
    won = await _done(ask)
    return [lesson_line(lesson, learned.name_of(lesson) in won, ask.locale) for lesson in lessons.every()]


async def _done(ask: Ask) -> dict[str, bool]:
    """What I have done, and whether I have won it."""
    person = ask.visit.person

    def look(connection: Connection) -> dict[str, bool]:
        return {} if person is None else learned.climbed_by(connection, person.id)

    return await ask.server.store.read(look)


def lesson_line(lesson: lessons.Lesson, done: bool, locale: str) -> LessonLine:
    """A lesson as a list shows it."""
    told = coaching.about(lesson, locale)
    return LessonLine(
        told.game, told.id, told.title, told.about, list(told.teaches), told.minutes, told.steps, told.seat, done
    )


@route("POST", "/api/lessons/{game}/{lesson}", TableMade, rate="new_tables")
async def start(ask: Ask) -> TableMade:
    """A table for a lesson, with the coach beside it."""
    return TableMade(await lobby.start_lesson(ask.server.tables, ask.person.id, ask.word("game"), ask.word("lesson")))


# -- the ladder ----------------------------------------------------------------------------------------------


@route("GET", "/api/ladders", list[LadderLine], open=True)
async def list_ladders(ask: Ask) -> list[LadderLine]:
    """What to play after the first lesson of each game, step by step; what I have done, and what is next for me."""
    done = await _done(ask)
    names = [module.name for module in registry.modules() if ladder.of_game(module.name)]
    return [ladder_line(name, done, ask.locale) for name in names]


def ladder_line(game: str, done: Mapping[str, bool], locale: str) -> LadderLine:
    """A ladder as a list shows it to somebody who has done these of all steps."""
    rungs = ladder.of_game(game)
    here = {rung.id: done[learned.name_of(rung)] for rung in rungs if learned.name_of(rung) in done}
    lines = [rung_line(rung, rungs, here, locale) for rung in rungs]
    return LadderLine(game, lines, _name(ladder.next_step(rungs, here)))


def rung_line(rung: ladder.Rung, rungs: tuple[ladder.Rung, ...], done: Mapping[str, bool], locale: str) -> RungLine:
    """A step as a list shows it."""
    told = ladders.about(rung, locale)
    return RungLine(
        told.id, told.lesson, told.scenario, told.seat, told.title, told.teaches, told.difficulty, told.minutes,
        told.side, rung.id in done, done.get(rung.id, False), _name(ladder.next_step(rungs, done, rung.id)),
        measured_levels(told.measured),
    )  # fmt: skip


def _name(rung: ladder.Rung | None) -> str | None:
    return None if rung is None else rung.id


@route("POST", "/api/ladders/{game}/{step}", TableMade, rate="new_tables")
async def climb(ask: Ask) -> TableMade:
    """A table for a step of a ladder: a lesson with its coach, or a scenario with the best bots in the other seats."""
    return TableMade(await lobby.start_step(ask.server.tables, ask.person.id, ask.word("game"), ask.word("step")))
