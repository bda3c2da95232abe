"""A game that is over, played on from what a seat knew: its chances along the way, and the answers that cost most.

At some of the seat's own questions, worlds are drawn that it could not at that time have told from the true one
(`GameModule.resample`), and played to their end from its answer and from what a bot would have answered. So a decision
is judged by what could be known, not by how the dice fell afterwards, which is luck (`debriefing.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec import Struct

from viermot.advising import candidates, known_rng
from viermot.debriefing import NotOver, debriefing_of, moment_before
from viermot.kernel import bots, search
from viermot.kernel.agenda import State, open_questions
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import Perspective
from viermot.kernel.record import DECIDE
from viermot.kernel.session import Session
from viermot.moments import moments_of

MOMENTS: Final = 20  # questions looked at, spread over the game
PLAYOUTS: Final = 32  # at each of them
COSTLY: Final = 3  # decisions that are shown
SUSPECTS: Final = 4  # worst answers that are looked at again: the worst of many is mostly chance
AGAIN: Final = 48  # playouts of that second look, in worlds not drawn before
CLEAR: Final = 2.0  # standard errors by which the other answer must then be better


class Point(Struct):
    """What the seat could expect from the game after giving an answer: a score from 0 to 1."""

    turn: int
    when: str
    at: int  # the moment of its replay
    chance: float
    error: float


class Costly(Struct):
    """An answer that cost something, how much, and what would have been better."""

    turn: int
    when: str
    at: int
    asked: str
    answered: str
    better: str
    cost: float
    error: float


class Analysis(Struct):
    """The seat's chances along the game, and the decisions that cost most; empty where a game cannot be played on."""

    seat: str
    playouts: int  # at each question
    curve: list[Point]
    costly: list[Costly]


class Asked(NamedTuple):
    """A question that the seat was asked, what it answered, and what it knew at the time."""

    view: Perspective
    decision: Decision
    answer: int
    state: State


class Suspect(NamedTuple):
    """A question where another answer did better, and by how much; that may have been chance."""

    asked: Asked
    better: int
    cost: float


def analysed(
    session: Session, seat: str, locale: str, ended: bool = False, progress: Callable[[float], None] | None = None
) -> Analysis:
    """The analysis of a game that is over, for one of its seats; ``ended`` if it was broken off."""
    if session.result is None and not ended:
        raise NotOver("debrief.running")
    return _Making(session, seat, locale).whole(progress or (lambda done: None))


class _Making:
    def __init__(self, session: Session, seat: str, locale: str) -> None:
        self.session, self.module, self.seat, self.locale = session, session.module, seat, locale
        self.own = debriefing_of(self.module)
        self.moments = [state for state, _ in moments_of(session, seat, True)]
        usual = {each: self.module.bots(each)[bots.usual(self.module.bots(each))] for each in self.module.seats}
        self.rollouts = search.Rollouts(self.module, seat, usual)
        self.curve: list[Point] = []
        self.suspects: list[Suspect] = []

    def whole(self, progress: Callable[[float], None]) -> Analysis:
        questions = spread(self.questions(), MOMENTS)
        for number, asked in enumerate(questions):
            progress(round(number / len(questions), 3))
            try:
                self.look_at(asked)
            except NotImplementedError:  # this game cannot be played on from what a seat knows
                return Analysis(self.seat, 0, [], [])
        if self.curve and self.session.result is not None:
            self.curve.append(self.end())
        suspects = sorted(self.suspects, key=lambda each: -each.cost)[:SUSPECTS]
        costly = [found for each in suspects if (found := self.second_look(each)) is not None]
        worst = sorted(costly, key=lambda each: -each.cost)[:COSTLY]
        return Analysis(self.seat, PLAYOUTS, self.curve, sorted(worst, key=lambda each: each.at))

    def questions(self) -> list[Asked]:
        """What the seat itself answered with a choice, in order."""
        found: list[Asked] = []
        mine, number = self.module.seats.index(self.seat), 0
        for (_, state), (entry, _) in pairwise(self.session.standing):
            if entry.seat != self.seat or not entry.is_answer:
                continue
            place, task = next((place, task) for place, task in open_questions(state) if state.seat_of(task) == mine)
            decision = Decision(self.module, state, task, place, number)
            number += 1
            if len(decision.codes) > 1 and entry.what == DECIDE:
                view = self.module.perspective(state, self.seat)
                found.append(Asked(view, decision, decision.code_of(entry.choice), state))
        return found

    def look_at(self, asked: Asked) -> None:
        view, decision = asked.view, asked.decision
        rng = known_rng(view, f"{decision.kind} {decision.number}")
        answers = candidates(self.module, view, decision, asked.answer, rng)
        found = search.compare(self.rollouts, lambda: self.module.resample(view, rng), answers, PLAYOUTS, rng)
        turn, at = self.turn(view), self.moment(asked.state)
        mine = next(each for each in found.alternatives() if each.code == asked.answer)
        when = self.own.when(turn, self.locale)
        self.curve.append(Point(turn, when, at, round(mine.chance, 3), round(mine.error, 3)))
        better = max(answers, key=lambda answer: found.lead(answer)[0])
        cost, error = found.lead(better)
        if better != asked.answer and cost > error:
            self.suspects.append(Suspect(asked, better, cost))

    def second_look(self, suspect: Suspect) -> Costly | None:
        """What the answer cost, by playouts that played no part in singling it out; None if that is not clear."""
        asked, better, _ = suspect
        view, decision = asked.view, asked.decision
        rng = known_rng(view, f"{decision.kind} {decision.number} again")
        pair = [asked.answer, better]
        found = search.compare(self.rollouts, lambda: self.module.resample(view, rng), pair, AGAIN, rng)
        cost, error = found.lead(better)
        if cost <= CLEAR * error:
            return None
        turn, at = self.turn(view), self.moment(asked.state)
        return Costly(
            turn, self.own.when(turn, self.locale), at, decision.innermost.prompt(self.locale),
            self.label(decision, asked.answer), self.label(decision, better), round(cost, 3), round(error, 3),
        )  # fmt: skip

    def label(self, decision: Decision, code: int) -> str:
        return decision.innermost.label(decision.notation_of(code), self.locale)

    def turn(self, view: Perspective) -> int:
        events = view.events()
        return events[-1].turn if events else 0

    def moment(self, state: State) -> int:
        places = [number for number, each in enumerate(self.moments) if each is state]
        return places[0] if places else moment_before(self.moments, state.logged)

    def end(self) -> Point:
        result = self.session.result
        assert result is not None
        turn = self.turn(self.session.perspective(self.seat))
        score = self.module.score(result, self.seat)
        return Point(turn, self.own.when(turn, self.locale), len(self.moments) - 1, round(score, 3), 0.0)


def spread(questions: Sequence[Asked], maximum: int) -> list[Asked]:
    """At most this many of them, evenly spread, the first and the last included."""
    if len(questions) <= maximum:
        return list(questions)
    step = (len(questions) - 1) / (maximum - 1)
    return [questions[round(number * step)] for number in range(maximum)]
