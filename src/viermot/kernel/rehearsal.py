"""A rehearsal: whatever comes from outside is played on at random before anybody sits down to it.

What a position or a pack says may fit piece by piece and still not go together. So some games are played from there,
on clones and with any answers; if one runs into something that the rules do not know, the file is refused. The work is
bounded, and the same file gets the same answer every time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from viermot.kernel.agenda import ANSWERED, DeadEnd, Question, State, Task, open_questions, options_of
from viermot.kernel.dice import QuickDice
from viermot.kernel.registry import GameModule
from viermot.kernel.user_error import UserError, brief

GAMES: Final = 24  # games of a rehearsal
PACK_GAMES: Final = 8
FEW: Final = 3  # where the agenda is our own, so that much less can be wrong
DECISIONS: Final = 220  # of each game
STEPS: Final = 4_000  # between two decisions; more means that it goes round in circles
WORK: Final = 60_000  # steps and decisions of a whole rehearsal


class RehearsalFailed(Exception):
    """A rehearsed game could not go on, and why."""


@dataclass
class Work:
    """How much work a rehearsal may still do."""

    left: int = WORK


def rehearse(module: GameModule, state: State, key: str, games: int = GAMES) -> None:
    """Play that many games on from a state that has not been advanced; RehearsalFailed if one of them cannot go on."""
    work = Work()
    for number in range(games):
        if work.left <= 0:
            return
        rng = random.Random(f"{key}:{number}")
        try:
            twin = state.clone()
            twin.dice = QuickDice(rng.random())
            _play(module, twin, rng, work, looks=number == 0)
        except (RehearsalFailed, UserError):
            raise
        except RecursionError:
            raise RehearsalFailed("it never ends") from None
        except Exception as wrong:  # anything may break on values that do not go together
            raise RehearsalFailed(f"{type(wrong).__name__}: {brief(wrong)}") from wrong


def _play(module: GameModule, state: State, rng: random.Random, work: Work, looks: bool) -> None:
    if state.asked is None:
        go_on(state, work)
    for made in range(DECISIONS):
        asked = open_questions(state)
        if not asked:
            if module.result(state) is None:
                raise RehearsalFailed("nothing is left to do, and it is not over")
            return
        if looks and made < 2:
            _look(module, state)
        place, task = asked[rng.randrange(len(asked))]
        options = _options(state, task)
        work.left -= 1
        option = options[rng.randrange(len(options))]
        _must_be_read(state, task, option)
        answer(state, option, place, work)
        if work.left <= 0:
            return


def _options(state: State, task: Task) -> Sequence[int]:
    options = options_of(state, task)
    if not options:
        raise DeadEnd(f"{task[0].name} offers nothing")
    return options


def _must_be_read(state: State, task: Task, option: int) -> None:
    """The text of an option must mean that option and no other: somebody's own names may clash."""
    notation = task[0].notation
    text = notation.write(state, option)
    if notation.read(state, text) != option:
        raise RehearsalFailed(f"{brief(text)!r} means two things in {task[0].word}")


def _look(module: GameModule, state: State) -> None:
    """Every seat can be shown the game, and its questions can be put into words."""
    from viermot.kernel.decision import Decision

    for seat in module.seats:
        module.perspective(state, seat).to_json()
    for place, task in open_questions(state):
        decision = Decision(module, state, task, place, 0)
        decision.prompt()
        for option in decision.options[:40]:
            decision.label(option)


def go_on(state: State, work: Work) -> None:
    """As `agenda.advance`, but not for ever."""
    agenda = state.agenda
    for _ in range(STEPS):
        if not agenda:
            state.asked, state.offered = None, ()
            return
        work.left -= 1
        task = agenda.pop()
        what = task[0]
        if isinstance(what, Question):
            options = what.options(state, *task[1:])
            if not options:
                raise DeadEnd(f"{what.name} offers nothing")
            if len(options) > 1:
                state.asked, state.offered = task, options
                return
            what.then(state, *task[1:], options[0])
        elif what == ANSWERED:
            task[1][0].then(state, *task[1][1:], task[2])
        elif callable(what):
            what(state, *task[1:])
        else:
            state.asked, state.answers = task, (None,) * (len(task) - 1)
            return
    raise RehearsalFailed("it goes round in circles")


def answer(state: State, option: int, place: int, work: Work) -> None:
    """As `agenda.apply`, but not for ever."""
    task = state.asked
    if task is None:
        raise RehearsalFailed("nobody is asked anything")
    if isinstance(task[0], str):
        answers = state.answers[:place] + (option,) + state.answers[place + 1 :]
        state.answers = answers
        if None in answers:
            return
        state.asked, state.answers = None, ()
        state.next(*[Task((ANSWERED, asked, given)) for asked, given in zip(task[1:], answers, strict=True)])
    else:
        task[0].then(state, *task[1:], option)
    go_on(state, work)
