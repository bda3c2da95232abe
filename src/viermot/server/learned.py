"""What somebody has learned: the lessons he has won and the steps of ladders he has played to the end.

Kept with the person, so that it outlasts the tables he learned at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, select

from viermot.kernel import ladder
from viermot.kernel.coach import advise
from viermot.kernel.ladder import Rung
from viermot.kernel.lessons import Lesson, of_session
from viermot.kernel.session import Session
from viermot.server import clock
from viermot.server.schema import climbed, learned
from viermot.server.seats import SeatRow
from viermot.server.store import Store

Write = Callable[[Connection], None]


def name_of(lesson: Lesson | Rung) -> str:
    """The database's name for a lesson or a step."""
    return f"{lesson.game} {lesson.id}"


def won_by(connection: Connection, person: str) -> set[str]:
    """The lessons that somebody has won."""
    return set(connection.execute(select(learned.c.lesson).where(learned.c.person == person)).scalars())


def climbed_by(connection: Connection, person: str) -> dict[str, bool]:
    """The steps that somebody has done, and whether he has won them; a lesson is a step once it is won."""
    found = connection.execute(select(climbed.c.rung, climbed.c.won).where(climbed.c.person == person))
    return {**{line.rung: line.won for line in found}, **dict.fromkeys(won_by(connection, person), True)}


def note(store: Store, connection: Connection, person: str, lesson: Lesson) -> None:
    """Somebody has won a lesson, perhaps not for the first time."""
    line = {"person": person, "lesson": name_of(lesson), "at": clock.now()}
    connection.execute(store.insert(learned).on_conflict_do_nothing(), line)


def note_step(store: Store, connection: Connection, person: str, rung: Rung, won: bool) -> None:
    """Somebody has played a step to its end; once won, it stays won."""
    line = {"person": person, "rung": name_of(rung), "at": clock.now(), "won": won}
    new = store.insert(climbed)
    if won:
        connection.execute(new.on_conflict_do_update(index_elements=["person", "rung"], set_={"won": True}), line)
    else:
        connection.execute(new.on_conflict_do_nothing(), line)


def with_progress(store: Store, seats: Mapping[str, SeatRow], session: Session, also: Write | None) -> Write | None:
    """What is written along with a decision: if it has just won a lesson or ended a step of a ladder, that too."""
    news = [*_lesson_won(store, seats, session), *_steps_done(store, seats, session)]
    if not news:
        return also

    def write(connection: Connection) -> None:
        for each in (also, *news):
            if each is not None:
                each(connection)

    return write


def _lesson_won(store: Store, seats: Mapping[str, SeatRow], session: Session) -> list[Write]:
    lesson = of_session(session)
    pupil = None if lesson is None else seats[lesson.seat].person
    advice = None if pupil is None else advise(session, None)
    if lesson is None or pupil is None or advice is None or not advice.won:
        return []
    return [lambda connection: note(store, connection, pupil, lesson)]


def _steps_done(store: Store, seats: Mapping[str, SeatRow], session: Session) -> list[Write]:
    """For those still playing when the game ends; somebody who plays all sides alone has proved nothing."""
    result = session.result
    if result is None:
        return []
    people = {seat.person for seat in seats.values() if seat.bot is None}
    if len(seats) > 1 and len(people) == 1 and all(seat.bot is None for seat in seats.values()):
        return []
    writes: list[Write] = []
    for name, seat in seats.items():
        rung = ladder.climbed(session.setup, name)
        if rung is not None and seat.person is not None and seat.bot is None:
            writes.append(_step_write(store, seat.person, rung, rung.is_won(result)))
    return writes


def _step_write(store: Store, person: str, rung: Rung, won: bool) -> Write:
    return lambda connection: note_step(store, connection, person, rung, won)
