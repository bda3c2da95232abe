"""The agenda: steps in order, questions, choices of one, dead ends, several seats asked at once, and the shared log."""

from __future__ import annotations

from typing import Any

import pytest

from viermot.kernel.agenda import (
    TOGETHER,
    DeadEnd,
    Numbers,
    State,
    Unreadable,
    Words,
    advance,
    apply,
    open_questions,
    options_of,
    question,
    step,
    task_from_json,
    task_to_json,
)


class Diary(State):
    __slots__ = ("lines",)
    everybody = 3

    def __init__(self, *tasks: Any) -> None:
        self.lines: list[Any] = []
        self.begin(None, *tasks)

    def clone(self) -> Diary:
        new = Diary()
        new.copy_agenda(self)
        new.lines = self.lines[:]
        return new


@step
def write(game: Diary, line: Any) -> None:
    game.lines.append(line)


@step
def write_around(game: Diary) -> None:
    game.next((write, "first"), (write, "second"))


@question(0, "1a", Words("no", "yes"))
def ask(game: Diary) -> list[int]:
    return [0, 1]


@ask.chosen
def answered(game: Diary, yes: int) -> None:
    game.next((write, f"ask {yes}"))


@question(1, "1b", Numbers())
def ask_too(game: Diary) -> list[int]:
    return [3, 4, 5]


@ask_too.chosen
def answered_too(game: Diary, number: int) -> None:
    game.lines.append(f"too {number}")


@question(0, "1c", Numbers())
def only_one(game: Diary) -> list[int]:
    return [7]


@only_one.chosen
def took_it(game: Diary, number: int) -> None:
    game.lines.append(number)


@question(0, "1d", Numbers())
def nothing(game: Diary) -> list[int]:
    return []


def test_what_a_step_puts_on_top_comes_before_what_waited() -> None:
    game = Diary((write, 1), (write_around,), (write, 2))
    advance(game)
    assert game.lines == [1, "first", "second", 2]
    assert open_questions(game) == [] and game.asked is None


def test_a_question_stops_the_agenda_and_its_answer_goes_on() -> None:
    game = Diary((ask,), (write, "after"))
    advance(game)
    assert game.lines == [] and open_questions(game) == [(0, (ask,))] and options_of(game, (ask,)) == [0, 1]
    apply(game, 1)
    assert game.lines == ["ask 1", "after"]


def test_a_choice_of_one_is_no_choice() -> None:
    game = Diary((only_one,), (write, "after"))
    advance(game)
    assert game.lines == [7, "after"] and game.asked is None


def test_a_question_that_offers_nothing_is_a_dead_end() -> None:
    with pytest.raises(DeadEnd, match="nothing"):
        advance(Diary((nothing,)))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_answers_of_several_seats_wait_for_each_other_and_count_in_the_order_asked(order: tuple[int, int]) -> None:
    game = Diary((TOGETHER, (ask,), (ask_too,)), (write, "after"))
    advance(game)
    assert open_questions(game) == [(0, (ask,)), (1, (ask_too,))]
    answers = (1, 5)
    apply(game, answers[order[0]], order[0])
    assert game.lines == [] and [place for place, _ in open_questions(game)] == [order[1]]
    apply(game, answers[order[1]], order[1])
    assert game.lines == ["ask 1", "too 5", "after"]


def test_a_clone_with_half_of_the_answers_goes_its_own_way() -> None:
    game = Diary((TOGETHER, (ask,), (ask_too,)))
    advance(game)
    apply(game, 1, 0)
    twin = game.clone()
    apply(game, 3, 1)
    apply(twin, 4, 1)
    assert (game.lines, twin.lines) == (["ask 1", "too 3"], ["ask 1", "too 4"])


def test_tasks_are_data() -> None:
    task = (TOGETHER, (ask,), (write, (1, ("a", 2))))
    assert task_to_json(task) == ["together", ["@kernel.ask"], ["@kernel.write", [1, ["a", 2]]]]
    assert task_from_json(task_to_json(task)) == task
    with pytest.raises(ValueError, match="no step is called"):
        task_from_json(["@kernel.not_there"])


def test_two_steps_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two steps"):
        step(write)


def test_clones_share_the_log_until_they_part_ways() -> None:
    game = Diary()
    game.emit("met", "1a", 3)
    twin = game.clone()
    assert twin.log is game.log
    twin.emit("left", "1a", 3)
    game.emit("stayed", "1a", 3)
    assert [event[0] for event in game.log[: game.logged]] == ["met", "stayed"]
    assert [event[0] for event in twin.log[: twin.logged]] == ["met", "left"]


def test_a_state_of_the_past_shares_its_log_and_knows_nothing_of_what_came_after() -> None:
    past = Diary()
    past.emit("met", "1a", 3)
    now = past.go_on()
    now.emit("left", "1a", 3)
    assert now.log is past.log and (past.logged, now.logged) == (1, 2)
    assert [event[0] for event in past.log_so_far] == [event[0] for event in past.latest()] == ["met"]
    assert [event[0] for event in now.latest()] == ["left", "met"]
    again = past.clone()  # somebody goes back
    again.emit("stayed", "1a", 3)
    past.emit("dreamt", "1a", 3)
    assert [[event[0] for event in each.log_so_far] for each in (past, now, again)] == [
        ["met", "dreamt"], ["met", "left"], ["met", "stayed"],
    ]  # fmt: skip


def test_a_log_that_others_hold_is_not_handed_on() -> None:
    game = Diary()
    game.emit("met", "1a", 3)
    twin = game.clone()
    now = game.go_on()
    now.emit("left", "1a", 3)
    twin.emit("stayed", "1a", 3)
    assert [[event[0] for event in each.log_so_far] for each in (game, now, twin)] == [
        ["met"], ["met", "left"], ["met", "stayed"],
    ]  # fmt: skip


def test_what_is_announced_every_seat_may_know() -> None:
    game = Diary()
    twin = game.clone()
    game.announce("dawn", "1a", 7)
    assert game.log == [("dawn", "1a", 3, (7,))] and twin.log == []


def test_news_are_what_a_seat_was_told_since_its_mark() -> None:
    diary = Diary()
    diary.announce("dawn", "1")
    diary.emit("whisper", "2", 2)
    mark, anew, told = diary.news(1, None)
    assert anew and [event[0] for event in told] == ["dawn"]
    diary.announce("noon", "3")
    went_on = diary.clone()
    went_on.emit("shout", "4", 1)
    later, anew, told = went_on.news(1, mark)
    assert not anew and [event[0] for event in told] == ["noon", "shout"]
    assert went_on.news(1, later)[1:] == (False, [])


def test_after_an_undo_and_in_another_game_news_begin_anew() -> None:
    diary = Diary()
    diary.announce("dawn", "1")
    before = diary.go_on()
    before.announce("noon", "2")
    mark, _, _ = before.news(1, None)
    again = diary.clone()
    assert again.news(1, mark)[1:] == (True, [("dawn", "1", 3, ())])
    again.announce("dusk", "3")  # as long as the other, and not the same
    assert [event[0] for event in again.news(1, mark)[2]] == ["dawn", "dusk"]


def test_words_are_read_without_regard_to_case_and_blanks() -> None:
    words = Words("hold fire", "guns")
    assert words.read(None, " Hold Fire ") == 0 and words.write(None, 1) == "guns"
    with pytest.raises(Unreadable) as wrong:
        words.read(None, "cannon")
    assert "cannon" in wrong.value.fields["text"]  # type: ignore[operator]


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_0", "٣", "1e3", "--1", "0x1"])
def test_only_plain_digits_are_numbers(text: str) -> None:
    with pytest.raises(Unreadable):
        Numbers().read(None, text)
    assert Numbers().read(None, " 12 ") == 12 and Numbers().read(None, "-3") == -3
