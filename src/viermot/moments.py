"""The moments of a seat's game, for looking back at it."""

from __future__ import annotations

from collections.abc import Sequence

from viermot.kernel.agenda import State, seats_asked
from viermot.kernel.perspective import seat_bits
from viermot.kernel.record import Entry
from viermot.kernel.session import Session


def moments_of(session: Session, seat: str, over: bool) -> list[tuple[State, str | None]]:
    """The moments of a seat's game and what it then answered; what was taken back is left out.

    While the game runs these are the seat's own questions and the present: anything finer would show where somebody
    else was asked. Afterwards, every state that differs for the seat is one.
    """
    return moments_in(session, session.standing, session.state, seat, over)


def moments_in(
    session: Session, lines: Sequence[tuple[Entry, State]], end: State, seat: str, over: bool
) -> list[tuple[State, str | None]]:
    """The same for some lines of the record."""
    bits = seat_bits(session.module.seats, seat)
    states: list[State] = []
    answers: list[str | None] = []
    logged, last = 0, None
    for entry, state in lines:
        if states and entry.is_answer and entry.seat == seat:
            answers[-1] = entry.choice
        told = any(event[2] & bits == bits for event in state.log[logged : state.logged])
        logged = state.logged
        asked = _asked(session, state, seat)
        own = asked is not None and (asked != last or entry.seat == seat)
        if own or (over and (told or asked != last)):
            states.append(state)
            answers.append(None)
        last = asked
    if not states or (states[-1] is not end and (over or last is None)):  # what others answer beside it is no moment
        states.append(end)
        answers.append(None)
    return list(zip(states, answers, strict=True))


def _asked(session: Session, state: State, seat: str) -> str | None:
    return next((task[0].word for number, task in seats_asked(state) if session.module.seats[number] == seat), None)
