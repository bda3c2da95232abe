"""What the local player has learned, in the terminal: the same as the page shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viermot import ladders
from viermot.kernel import ladder, lessons
from viermot.kernel.coach import advise
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.terminal.console import Console

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from viermot.server.store import Store


def _store() -> Store:
    from viermot.server.accounts import Accounts  # only here: playing in the terminal otherwise needs no database
    from viermot.server.store import Store, default_url

    store = Store(default_url())
    Accounts(store, hosting=False)  # there is a local player
    return store


def done() -> dict[str, bool]:
    """The steps that have been played to the end, as "game step", and whether they were won."""
    from viermot.server import learned
    from viermot.server.accounts import LOCAL_ID

    try:
        store = _store()
        found = store.read_now(lambda connection: learned.climbed_by(connection, LOCAL_ID))
        store.close()
    except UserError:  # a list without ticks is better than none
        return {}
    return found


def note(session: Session, console: Console) -> None:
    """A game at the terminal is over: if it was a lesson or a step, tick it off and say what comes next."""
    lesson = lessons.of_session(session)
    if lesson is not None:
        advice = advise(session, None)
        if advice is not None and advice.won:
            _write(_lesson_won(lesson))
            _say_what_is_next(ladders.after_lesson(lesson), console)
        return
    people = [seat for seat, bot in session.seats.items() if bot is None]
    rung = ladder.climbed(session.setup, people[0]) if len(people) == 1 else None
    if rung is not None and session.result is not None:
        _write(_step_done(rung, rung.is_won(session.result)))
        here = [name.partition(" ")[2] for name in done() if name.startswith(f"{rung.game} ")]
        _say_what_is_next(ladder.next_step(ladder.of_game(rung.game), here, rung.id), console)


def _say_what_is_next(rung: ladder.Rung | None, console: Console) -> None:
    if rung is not None:
        title = ladders.about(rung, console.locale).title
        console.tell(console.text("terminal.coach.next", game=rung.game, id=rung.id, title=title))


def _lesson_won(lesson: lessons.Lesson) -> Callable[[Store, Connection], None]:
    from viermot.server import learned
    from viermot.server.accounts import LOCAL_ID

    return lambda store, connection: learned.note(store, connection, LOCAL_ID, lesson)


def _step_done(rung: ladder.Rung, won: bool) -> Callable[[Store, Connection], None]:
    from viermot.server import learned
    from viermot.server.accounts import LOCAL_ID

    return lambda store, connection: learned.note_step(store, connection, LOCAL_ID, rung, won)


def _write(work: Callable[[Store, Connection], None]) -> None:
    try:
        store = _store()
        store.write_now(lambda connection: work(store, connection))
        store.close()
    except UserError:  # it was played all the same
        return
