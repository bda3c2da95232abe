"""The type checker sees the agenda: what is wrong with a task or a question is an error before anything is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.type_errors import check
from viermot.kernel.agenda import NAMES, STEPS, AnyQuestion, Question, State, task, task_from_json, task_to_json
from viermot.kernel.dice import ReplayedDice
from viermot.kernel.domains import parameters
from viermot.kernel.registry import modules

SNIPPETS = Path(__file__).with_name("typed_snippets.txt")


def test_every_wrong_task_and_question_is_a_type_error_and_no_right_one(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    check(SNIPPETS, tmp_path, 20)


def test_a_task_is_the_plain_tuple_it_always_was() -> None:
    def fire(game: State, fighter: int, guns: int) -> None: ...

    assert task(fire, 1, 2) == (fire, 1, 2) and type(task(fire, 1, 2)) is tuple


def test_pushed_and_put_next_is_the_same() -> None:
    game, other = State(), State()
    for state in (game, other):
        state.begin(ReplayedDice())
    game.push(State.next)
    other.next(task(State.next))
    assert game.agenda == other.agenda == [(State.next,)]


@pytest.fixture(scope="module")
def questions() -> list[AnyQuestion]:
    return [thing for module in modules() if module.name for thing in STEPS.values() if isinstance(thing, Question)]


def test_what_a_question_is_about_is_spelled_in_a_row_and_read_as_its_record(questions: list[AnyQuestion]) -> None:
    with_record = [asked for asked in questions if asked.record is not None]
    assert with_record
    for asked in with_record:
        assert asked.record is not None
        values = list(range(len(parameters(asked))))
        written = (asked, asked.record(*values))
        assert task_to_json(written) == [f"@{NAMES[asked]}", *values]
        again = task_from_json(task_to_json(written))
        assert again == written and type(again[1]) is asked.record
        nested = task_from_json([f"@{NAMES[asked]}", values])
        assert type(nested[1]) is not asked.record  # a row inside a row is nobody's task


def test_a_question_is_about_one_thing(questions: list[AnyQuestion]) -> None:
    rows = [asked.name for asked in questions if asked.record is None and len(parameters(asked)) > 1]
    assert rows == []
