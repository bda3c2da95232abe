"""What the coach of a lesson says, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from viermot.kernel import lessons
from viermot.kernel.coach import Advice, Stray, advise
from viermot.kernel.decision import Decision
from viermot.kernel.json import JsonObject
from viermot.kernel.lessons import NO_LINE, Lesson, Step
from viermot.kernel.session import Session
from viermot.text import has, message


@dataclass(frozen=True)
class LessonInfo:
    """A lesson as a list shows it."""

    game: str
    id: str
    title: str
    about: str  # one line
    teaches: tuple[str, ...]  # what, step by step
    minutes: int
    steps: int
    seat: str


@dataclass(frozen=True)
class Said:
    """What the coach says now."""

    lesson: str
    title: str
    step: int  # of ``steps``, as people count
    steps: int
    say: str  # what to do
    why: str  # the reason
    rule: str
    answer: str  # the option he would take; empty where he has none
    label: str  # the same in words
    orders: JsonObject | None  # the sheet he would hand in, where that is his answer
    wrong: str  # what he says about the last answer, if it was not his
    back: int | None  # the pupil's own decision to which he can go back
    back_step: int  # the step it belongs to
    own_way: bool
    over: bool
    won: bool
    outlived: bool  # the game goes on after its lesson, or went on until it was over


def about(lesson: Lesson, locale: str = "en") -> LessonInfo:
    """A lesson in words."""
    teaches = message(lesson.key("teaches"), locale).split("\n")
    return LessonInfo(
        lesson.game, lesson.id, message(lesson.key("title"), locale), message(lesson.key("about"), locale),
        tuple(teaches), lesson.minutes, len(lesson.step), lesson.seat,
    )  # fmt: skip


def all_lessons(locale: str = "en") -> list[LessonInfo]:
    """Every lesson there is, the first of the first game first."""
    return [about(lesson, locale) for lesson in lessons.every()]


def coached(session: Session, decision: Decision | None, locale: str = "en") -> Said | None:
    """What the coach says about the pupil's open question; None in an ordinary game, or one that has become one."""
    advice = advise(session, decision)
    if advice is None or advice.moved_on:
        return None
    lesson, step, stray = advice.lesson, advice.step, advice.stray
    say, why = _spoken(advice, decision, locale)
    return Said(
        lesson=lesson.id,
        title=message(lesson.key("title"), locale),
        step=min(advice.at + 1, len(lesson.step)),
        steps=len(lesson.step),
        say=say,
        why=why,
        rule="" if step is None else step.rule,
        answer="" if step is None else step.answer,
        label="" if step is None or decision is None else _labelled(step, decision, locale),
        orders=step.handed_in(lesson.game) if step is not None and step.sheet else None,
        wrong=reply(lesson, stray, locale) if stray is not None and stray.just_now else "",
        back=None if stray is None else stray.number,
        back_step=0 if stray is None else stray.step + 1,
        own_way=advice.own_way and decision is not None,
        over=advice.over,
        won=advice.won,
        outlived=advice.outlived,
    )


def _labelled(step: Step, decision: Decision, locale: str) -> str:
    """The coach's answer in words, or what he would write on the sheet."""
    if not step.sheet:
        return decision.innermost.label(step.answer, locale)  # in the words of the game that asks
    return message("coach.no_orders", locale) if step.answer == NO_LINE else step.answer


def _spoken(advice: Advice, decision: Decision | None, locale: str) -> tuple[str, str]:
    """What to do now, and why."""
    lesson, step = advice.lesson, advice.step
    if advice.over:
        end = "won" if advice.won else "lost"
        return message(lesson.key(end), locale), message(lesson.key(f"{end}_why"), locale)
    if decision is None:
        return message("coach.wait", locale), ""
    if step is None:
        hint = lesson.key("hint", decision.kind)
        return message("coach.own_way", locale), message(hint, locale) if has(hint) else ""
    facts = decision.shown_facts(locale)
    return message(lesson.said(step, "say"), locale, **facts), message(lesson.said(step, "why"), locale, **facts)


def reply(lesson: Lesson, stray: Stray, locale: str = "en") -> str:
    """What the coach says about an answer that was not his: a reply written for it, or the one for all others."""
    step = lesson.step[stray.step]
    mistake = step.mistake(stray.option)
    return message(lesson.said(step, "else" if mistake is None else f"wrong.{mistake.name}"), locale)
