"""Viermot: board games of the air war over the Reich, by night and by day, with a computer player for every seat.

>>> import viermot
>>> print(*(info.name for info in viermot.list_games()))
nightfighter solitaire campaign bomber_command interceptor
>>> s = viermot.new_game("nightfighter", scenario="3", seed="hello", seats={"player": "random", "umpire": "plain"})
>>> s.result["level"] in ("loss", "win", "decisive")
True
"""

from viermot import coaching, ladders, text
from viermot.coaching import LessonInfo, Said
from viermot.debriefing import Debrief, debrief
from viermot.kernel import ladder as ladder_data
from viermot.kernel import lessons as lesson_data
from viermot.kernel import words
from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.registry import GameInfo, modules
from viermot.kernel.saves import SaveError, Verdict, load, verify
from viermot.kernel.session import CannotUndo, Session
from viermot.kernel.starting import new_game
from viermot.kernel.user_error import UserError
from viermot.ladders import RungInfo

__version__ = "0.2.0.dev0"

words.use_translator(text)


def list_games() -> list[GameInfo]:
    """Every game that is installed: name, seats, scenarios, options, rules version."""
    return [module.info(module.load_pack(None)) for module in modules()]


def lessons(locale: str = "en") -> list[LessonInfo]:
    """Every coached game there is: title, what it teaches, how long it takes.

    >>> next(lesson.minutes for lesson in lessons() if lesson.game == "nightfighter")
    5
    """
    return coaching.all_lessons(locale)


def start_lesson(game: str, lesson: str) -> Session:
    """A coached game, at its first question.

    >>> s = start_lesson("nightfighter", "first")
    >>> coach(s).step, s.pending[0].why_not(coach(s).answer)
    (1, None)
    """
    return lesson_data.start(lesson_data.find(game, lesson))


def ladder(game: str, locale: str = "en") -> list[RungInfo]:
    """What to play after a game's first lesson, step by step: title, what each teaches, how hard the book says it is.

    >>> " ".join(step.id for step in ladder("nightfighter"))
    'first 3 4 5 6 7 8 9 10 1 2'
    """
    return ladders.of_game(game, locale)


def start_step(game: str, step: str) -> Session:
    """A game of a step of the ladder, with the best bots in the other seats.

    >>> start_step("nightfighter", "3").pending[0].seat
    'player'
    """
    return ladders.start(ladder_data.find(game, step))


def coach(session: Session, locale: str = "en") -> Said:
    """What the coach of a lesson says now."""
    pending = session.pending
    said = coaching.coached(session, pending[0] if pending else None, locale)
    if said is None:
        raise UserError("error.no_coach")
    return said


__all__ = [
    "PUBLIC",
    "CannotUndo",
    "Debrief",
    "Decision",
    "GameInfo",
    "IllegalOption",
    "LessonInfo",
    "RungInfo",
    "Said",
    "SaveError",
    "Session",
    "UserError",
    "Verdict",
    "coach",
    "debrief",
    "ladder",
    "lessons",
    "list_games",
    "load",
    "new_game",
    "start_lesson",
    "start_step",
    "verify",
]
