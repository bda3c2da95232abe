"""The game as it was at each event that a seat was told: the end of the record played again, and listened to.

A state knows only how things are when somebody is asked. A reader who is told the news event by event wants to see the
board as it was at each. So the last answers are applied again, with the dice they led to, and whenever the log grows by
an event of that seat's, the game is looked at. One look per event: how many steps or secret questions lay between two
of them does not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from viermot.kernel.agenda import Logged, State, apply, open_questions
from viermot.kernel.decision import Decision
from viermot.kernel.dice import ReplayedDice
from viermot.kernel.perspective import seat_bits
from viermot.kernel.record import Entry
from viermot.kernel.session import Session

Look = TypeVar("Look")
Inside = Callable[[State], State | None]


def nothing_inside(_: State) -> State | None:
    """Most games have no game inside them."""
    return None


class HeardLog(list[Logged]):
    """A log that reports when it grows."""

    def __init__(self, log: list[Logged], heard: Callable[[Logged], None]) -> None:
        super().__init__(log)
        self.heard = heard

    def append(self, event: Logged) -> None:
        super().append(event)
        self.heard(event)


class Narration(Generic[Look]):
    """What a game looks like at each of a seat's events from ``first`` on, except for the very last.

    ``inside`` gives the game inside the game. What that one logs, the outer one repeats in the same order once the
    answer has been dealt with; the first look at an event counts.
    """

    def __init__(
        self, session: Session, seat: str, first: int, look: Callable[[State], Look], inside: Inside = nothing_inside
    ) -> None:
        self.session = session
        self.bits = seat_bits(session.module.seats, seat)
        self.first = first
        self.look = look
        self.inside = inside
        self.told = 0  # events that the seat has been told
        self.ahead = 0  # events of the inner game that the outer one has not repeated yet

    def looks(self, told: int) -> dict[int, Look]:
        """What was seen, by the number of events the seat had been told; ``told`` of them by now."""
        found: dict[int, Look] = {}
        for entry, before, already in reversed(list(self._answers(told))):
            self.told, self.ahead = already, 0
            self._play(entry, before.clone(), found)
        found.pop(told, None)
        return found

    def _answers(self, told: int) -> Iterator[tuple[Entry, State, int]]:
        """The answers that led to the news, the last first, each with the state before and how much had been told."""
        after = self.session.state
        for place in reversed(self.session._standing):
            before = self.session._before[place]
            if told < self.first or before is None:  # of a long game the past may have been let go
                return
            told -= sum(self._is_told(event) for event in after.log[before.logged : after.logged])
            if self.session.record[place].is_answer:
                yield self.session.record[place], before, told
            after = before

    def _is_told(self, event: Logged) -> bool:
        return event[2] & self.bits == self.bits

    def _play(self, entry: Entry, state: State, found: dict[int, Look]) -> None:
        """Apply an answer again, to a state that is nobody else's."""
        seats = self.session.module.seats
        place, task = next((n, task) for n, task in open_questions(state) if seats[state.seat_of(task)] == entry.seat)
        code = Decision(self.session.module, state, task, place, 0).read(entry.choice)
        state.dice = ReplayedDice(entry.dice)
        inner = self.inside(state)

        def see() -> None:
            number = self.told + self.ahead
            if number >= self.first and number not in found:
                found[number] = self.look(state)
                for each in (state, inner):
                    if each is not None:
                        each.log_shared = False  # looking may have made a clone, which is gone by now

        def heard(event: Logged) -> None:
            if self._is_told(event):
                self.told += 1
                self.ahead = max(0, self.ahead - 1)
                see()

        def heard_inside(event: Logged) -> None:
            if self._is_told(event):
                self.ahead += 1
                see()

        state.log, state.log_shared = HeardLog(state.log, heard), False
        if inner is not None:
            inner.log, inner.log_shared = HeardLog(inner.log, heard_inside), False
        apply(state, code, place)
