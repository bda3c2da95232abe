"""Which lessons somebody has won: kept with the person, so that it outlasts the tables he learned at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, select

from viermot.kernel.coach import advise
from viermot.kernel.lessons import Lesson, of_session
from viermot.kernel.session import Session
from viermot.server import clock
from viermot.server.schema import learned
from viermot.server.seats import SeatRow
from viermot.server.store import Store

Write = Callable[[Connection], None]


def name_of(lesson: Lesson) -> str:
    """As the database calls a lesson."""
    return f"{lesson.game} {lesson.id}"


def won_by(connection: Connection, person: str) -> set[str]:
    """The lessons that somebody has won."""
    return set(connection.execute(select(learned.c.lesson).where(learned.c.person == person)).scalars())


def note(store: Store, connection: Connection, person: str, lesson: Lesson) -> None:
    """Somebody has won a lesson, maybe not for the first time."""
    line = {"person": person, "lesson": name_of(lesson), "at": clock.now()}
    connection.execute(store.insert(learned).on_conflict_do_nothing(), line)


def with_progress(store: Store, seats: Mapping[str, SeatRow], session: Session, also: Write | None) -> Write | None:
    """What is written beside a decision: if it has just won a lesson, that as well."""
    lesson = of_session(session)
    pupil = None if lesson is None else seats[lesson.seat].person
    advice = None if pupil is None else advise(session, None)
    if lesson is None or pupil is None or advice is None or not advice.won:
        return also

    def write(connection: Connection) -> None:
        if also is not None:
            also(connection)
        note(store, connection, pupil, lesson)

    return write
