"""The ladder of a game in the reader's language: what to play after its first lesson, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from viermot import scenario_words
from viermot.kernel import ladder, lessons, measured, registry
from viermot.kernel.bots import usual
from viermot.kernel.ladder import Rung
from viermot.kernel.lessons import Lesson
from viermot.kernel.measured import Measured
from viermot.kernel.registry import ScenarioInfo
from viermot.kernel.session import Session
from viermot.text import DEFAULT, message


@dataclass(frozen=True)
class RungInfo:
    """A step of a ladder as a list shows it."""

    game: str
    id: str
    lesson: str  # the lesson that it is, if it is one
    scenario: str  # or the scenario
    seat: str
    title: str
    teaches: str
    difficulty: str  # as the book has it
    minutes: int  # of a lesson
    side: bool
    measured: tuple[Measured, ...] = ()  # how often computer players won it in this seat, the weakest first


def about(rung: Rung, locale: str = DEFAULT) -> RungInfo:
    """A step in words."""
    if rung.lesson:
        lesson = lessons.find(rung.game, rung.lesson)
        title, teaches = message(lesson.key("title"), locale), message(lesson.key("about"), locale)
        return RungInfo(rung.game, rung.id, lesson.id, "", lesson.seat, title, teaches, "", lesson.minutes, rung.side)
    found = _scenario(rung)
    title, teaches = scenario_words.title(found, locale), message(rung.key, locale)
    return RungInfo(
        rung.game, rung.id, "", rung.scenario, rung.seat, title, teaches, found.difficulty, 0, rung.side,
        measured.for_seat(registry.game(rung.game).measured, rung.scenario, rung.seat),
    )  # fmt: skip


def _scenario(rung: Rung) -> ScenarioInfo:
    module = registry.game(rung.game)
    return next(each for each in module.info(module.load_pack(None)).scenarios if each.id == rung.scenario)


def of_game(game: str, locale: str = DEFAULT) -> list[RungInfo]:
    """All steps of a game's ladder."""
    return [about(rung, locale) for rung in ladder.of_game(game)]


def after_lesson(lesson: Lesson) -> Rung | None:
    """What comes after a lesson: the next step of its ladder, else the first lesson of the next game."""
    rungs = ladder.of_game(lesson.game)
    here = next((rung.id for rung in rungs if rung.lesson == lesson.id), "")
    following = ladder.next_step(rungs, before(rungs, here), here) if here else None
    if following is not None:
        return following
    ordered = lessons.every()
    place = next((n for n, each in enumerate(ordered, 1) if (each.game, each.id) == (lesson.game, lesson.id)), 0)
    if place in (0, len(ordered)):
        return None
    first = ordered[place]
    return Rung(lesson=first.id, id=first.id, game=first.game)


def before(rungs: tuple[Rung, ...], here: str) -> Collection[str]:
    """The steps up to this one, taken to be done."""
    ids = [rung.id for rung in rungs]
    return ids[: ids.index(here) + 1]


def bots_for(rung: Rung) -> Mapping[str, str | None]:
    """Who sits in the other seats: the best there is."""
    module = registry.with_options(rung.game, rung.options)
    return {seat: usual(module.bots(seat)) for seat in module.seats if seat != rung.seat}


def start(rung: Rung) -> Session:
    """A game of this step, at its first question."""
    return ladder.start(rung, dict(bots_for(rung)))
