"""Where a pupil is in his lesson: read off the record of his own answers, his open question and what he was told.

Nothing else is looked at, so a coach can tell nobody what his pupil does not know. A wrong way is an ordinary decision.
If the lesson says that it does no harm, the lesson goes on as written; after any other the pupil goes his own way,
until he goes back or the game ends.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from viermot.kernel.decision import Decision
from viermot.kernel.lessons import Lesson, Step, Won, of_session, spelled_reply, spelled_sheet
from viermot.kernel.record import DECIDE, ORDERS
from viermot.kernel.session import Session
from viermot.kernel.standing import SHEET


@dataclass(frozen=True)
class Stray:
    """An answer that was not the coach's."""

    step: int  # the place of its step
    option: str
    number: int  # of the pupil's decision, to go back to
    just_now: bool


@dataclass(frozen=True)
class Advice:
    """What the coach has to go by."""

    lesson: Lesson
    at: int  # steps behind the pupil
    step: Step | None  # the one he is asked about now
    stray: Stray | None  # the last wrong way that stands
    over: bool  # nothing of the lesson is left
    won: bool
    outlived: bool  # the game goes on after its lesson, or went on until it was over
    moved_on: bool  # and the pupil has answered more than the lesson has

    @property
    def own_way(self) -> bool:
        """Is he being asked something that the lesson does not have here?"""
        return self.step is None and not self.over


def advise(session: Session, decision: Decision | None) -> Advice | None:
    """What the coach sees; ``decision`` is the pupil's open question, as he is shown it. None in an ordinary game."""
    lesson = of_session(session)
    if lesson is None:
        return None
    acts = _own_acts(session, lesson)
    at, stray, on_course = _followed(lesson.step, acts)
    won = is_won(session, lesson.seat, lesson.won)
    over = session.result is not None or (at == len(lesson.step) if on_course else won)
    outlived = over and (session.result is None or (won and lesson.won.event != ""))
    step = _asked(lesson.step[at], decision) if on_course and not over and decision is not None else None
    return Advice(lesson, at, step, stray, over, over and won, outlived, outlived and on_course and len(acts) > at)


def written_reply(session: Session, decision: Decision) -> int | None:
    """What the lesson has another seat answer here; None where it has nothing, or things no longer go as written."""
    lesson = of_session(session)
    replies = () if lesson is None else lesson.replies.get(decision.seat, ())
    at = session.decisions_of(decision.seat)
    if lesson is None or at >= len(replies) or not _goes_as_written(session, lesson):
        return None
    question, _, option = replies[at].partition(" ")
    if question != decision.kind or decision.why_not(option) is not None:
        return None
    return decision.code_of(option)


def _goes_as_written(session: Session, lesson: Lesson) -> bool:
    """Has everybody answered as the lesson has it, so far?"""
    for seat, replies in lesson.replies.items():
        answers = [entry for entry in session.standing_entries if entry.is_answer and entry.seat == seat]
        given = tuple(spelled_reply(entry.question, entry.choice) for entry in answers)
        if given != replies[: len(given)]:
            return False
    return _followed(lesson.step, _own_acts(session, lesson))[2]


class Act(NamedTuple):
    """Something the pupil did himself: an answer, or a sheet that he handed in."""

    number: int  # of his decision, or of the first that the sheet answered
    asks: str
    option: str
    sheet: bool


def _own_acts(session: Session, lesson: Lesson) -> list[Act]:
    """What the pupil has answered himself, and his sheets; not what his other orders gave."""
    acts: list[Act] = []
    number, sheet = 0, None
    for entry in session.standing_entries:
        if entry.seat != lesson.seat:
            continue
        if entry.what == ORDERS:
            change = json.loads(entry.choice)
            sheet = change if SHEET in change else sheet
        elif entry.is_answer:
            if entry.what == DECIDE:
                acts.append(Act(number, entry.question, entry.choice, False))
            elif sheet is not None:  # a sheet that was handed in and taken back has answered nothing
                acts.append(Act(number, entry.question, spelled_sheet(sheet), True))
            number, sheet = number + 1, None
    return acts


def _followed(steps: Sequence[Step], own: Sequence[Act]) -> tuple[int, Stray | None, bool]:
    """How many steps lie behind these acts, the last act that strayed, and does the lesson go on?"""
    stray = None
    for at, (act, step) in enumerate(zip(own, steps, strict=False)):
        if step.asks != act.asks:
            return at, stray, False
        if bool(step.sheet) != act.sheet or not step.accepts(act.option):
            stray = Stray(at, act.option, act.number, at == len(own) - 1)
            if not step.forgives(act.option):
                return at, stray, False
    return min(len(own), len(steps)), stray, True


def _asked(step: Step, decision: Decision) -> Step | None:
    """The step, if it is about this question and the coach's answer can be given."""
    if step.asks != decision.kind or step.sheet != (decision.innermost.question.sheet if step.sheet else ""):
        return None
    if not step.sheet and decision.why_not(step.answer) is not None:
        return None
    facts = decision.plain_facts
    return step if all(facts.get(name) == value for name, value in step.about.items()) else None


def is_won(session: Session, seat: str, won: Won) -> bool:
    """Has the lesson turned out as it should?"""
    if won.level:
        return session.result is not None and session.result["level"] in won.level
    return any(
        event.kind == won.event and all(event.data.get(name) == value for name, value in won.data.items())
        for event in session.events(seat)
    )
