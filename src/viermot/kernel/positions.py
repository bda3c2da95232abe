"""Reading positions: one way for all games to refuse what cannot be, before a single rule is applied to it.

A game lays out what the text says; `sound` then holds every field against its domain, every step of the agenda against
what it takes, and the whole against the game's own invariants. Whatever is wrong is reported in one sentence.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from viermot.kernel.agenda import TOGETHER, State, Task, task_from_json
from viermot.kernel.domains import Declared
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.user_error import UserError, brief

LONGEST: Final = 1_000_000  # characters; the longest career has a third of that


class BadPosition(UserError):
    """A position that cannot be set up, with the key and the reason."""


Answers: TypeAlias = tuple[Any, ...]  # of those asked at the same time; None for one that has not answered


def bad_value(name: str, value: object, rule: str = "") -> BadPosition:
    """A key that cannot have this value."""
    return BadPosition("position.bad_value", rule, name=brief(name), value=brief(value))


def opened(text: str, game: str) -> JsonObject:
    """The tables of a text that claims to be a position of this game."""
    if len(text) > LONGEST:
        raise BadPosition("position.too_long", most=LONGEST)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:  # a number of five thousand digits is a ValueError
        raise BadPosition("position.not_toml", reason=brief(wrong)) from None
    if data.get("game", game) != game:
        raise BadPosition("position.other_game", name=brief(data["game"]))
    return data


def options_of(data: JsonTable) -> JsonObject:
    """The options of a position, which are a table."""
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise bad_value("options", options)
    return options


@contextmanager
def made_up() -> Iterator[None]:
    """Values made up by hand may break anything; their author is told which ones do."""
    try:
        yield
    except UserError:
        raise
    except Exception as wrong:
        raise bad_value(type(wrong).__name__, wrong) from wrong


def only(row: object, known: Container[str], name: str = "") -> JsonTable:
    """Refuse a table that has any keys but these."""
    if not isinstance(row, dict):
        raise bad_value(name, row)
    for key in row:
        if key not in known:
            raise BadPosition("position.unknown", name=brief(key))
    return row


def rows(data: JsonTable, name: str, limit: int = 1_000) -> list[JsonObject]:
    """The tables under a name, if there are any."""
    found = data.get(name, [])
    if not isinstance(found, list) or len(found) > limit or not all(isinstance(row, dict) for row in found):
        raise bad_value(name, found)
    return found


def tasks_of(text: object, name: str = "agenda") -> list[Task]:
    """The tasks written in a text."""
    try:
        tasks = task_from_json(json.loads(text)) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        raise bad_value(name, text) from None
    if not isinstance(tasks, tuple):
        raise bad_value(name, text)
    return list(tasks)


def answers_of(text: object) -> Answers:
    """The answers that were in already, as a position writes them."""
    try:
        answers = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        answers = None
    if not isinstance(answers, list):
        raise bad_value("answers", text)
    return tuple(answers)


def sound(
    state: State,
    declared: Declared,
    as_data: Callable[[Any], JsonTable],
    faults: Callable[[Any], list[str]],
    answers: Answers = (),
) -> None:
    """Refuse a state, its agenda set up and not yet advanced, that could not come about in play."""
    tasks, state.agenda = state.agenda, []
    with made_up():
        misfit = declared.misfit(state, as_data(state)) or declared.wrong_task(state, tasks)
        if misfit is not None and misfit.is_step:
            raise BadPosition("position.bad_step", step=misfit.value)
        if misfit is not None:
            raise bad_value(misfit.name, misfit.value)
        state.asked = tasks[-1] if tasks else None  # some invariants hold only while a question is open
        wrong = faults(state)
    state.asked = None
    state.agenda = tasks
    if wrong:
        raise BadPosition("position.impossible", reason=wrong[0][:120])
    if any(answer is not None for answer in answers):
        _half_answered(state, answers)


def _half_answered(state: State, answers: Answers) -> None:
    """Several were asked at the same time, and some have answered."""
    top = state.agenda[-1] if state.agenda else ()
    if not top or top[0] != TOGETHER or len(answers) != len(top) - 1 or None not in answers:
        raise bad_value("answers", answers)
    with made_up():
        for task, answer in zip(top[1:], answers, strict=True):
            if answer is not None and (type(answer) is not int or answer not in task[0].options(state, *task[1:])):
                raise bad_value("answers", answers)
    state.agenda.pop()
    state.asked, state.answers = top, answers


def ask_again(state: State) -> None:
    """Put the question on top of the agenda without taking a step: a game inside a game stands at a question."""
    with made_up():
        task = state.agenda.pop()
        options = task[0].options(state, *task[1:])
        if len(options) < 2:
            raise bad_value("asked", task[0].name)
    state.asked, state.offered = task, options
