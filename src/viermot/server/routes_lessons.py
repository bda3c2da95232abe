"""Routes: coached games."""

from __future__ import annotations

from sqlalchemy import Connection

from viermot import coaching
from viermot.kernel import lessons
from viermot.server import learned, lobby
from viermot.server.http import Ask, route
from viermot.server.messages import LessonLine, TableMade


@route("GET", "/api/lessons", list[LessonLine])
async def list_lessons(ask: Ask) -> list[LessonLine]:
    """Every lesson, and which of them I have won; to who is not signed in, all are new."""
    person = ask.visit.person

    def look(connection: Connection) -> set[str]:
        return set() if person is None else learned.won_by(connection, person.id)

    won = await ask.server.store.read(look)
    return [lesson_line(lesson, learned.name_of(lesson) in won, ask.locale) for lesson in lessons.every()]


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
