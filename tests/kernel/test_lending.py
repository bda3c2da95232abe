"""A seat lent to the computer: how far, how it is stopped, and that what was played stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.kernel.toy import GAME, Toy
from viermot import Session, UserError
from viermot.kernel import lending
from viermot.kernel.record import DECIDE, SEAT


@pytest.fixture(autouse=True)
def rounds_are_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "spans", lambda self, state: {"turn": state.round}, raising=False)


def alone(**more: Any) -> Session:
    return viermot.new_game("toy", scenario="long", seed="lent", **more)


def own(session: Session, seat: str = "red") -> int:
    return sum(entry.what == DECIDE and entry.seat == seat for entry in session.record)


def round_of(session: Session) -> int:
    assert isinstance(session.state, Toy)
    return session.state.round


def test_a_seat_lent_for_one_question_comes_back_after_it() -> None:
    s = alone(seats={"blue": "random"})
    assert s.limits == ("question", "turn", "end")
    s.hand_over("red", "random", "question")
    assert own(s) == 1 and s.seats["red"] is None and s.pending[0].seat == "red" and not s.loans


def test_a_seat_lent_for_a_turn_comes_back_in_the_next() -> None:
    s = alone(seats={"blue": "random"})
    s.decide(0)
    turn = round_of(s)
    s.hand_over("red", "random", "turn")
    assert round_of(s) == turn + 1 and s.pending[0].seat == "red" and own(s) > 1


def test_a_seat_lent_to_the_end_is_played_out() -> None:
    s = alone(seats={"blue": "random"})
    s.hand_over("red", "random", "end")
    assert s.result is not None and s.seats["red"] == "random"


def test_stopped_at_any_moment_and_what_was_played_stands() -> None:
    s = alone(seats={"blue": "random"})
    answers: list[str] = []

    def watch(seat: str) -> bool:
        answers.append(seat)
        return len(answers) < 3

    s.hand_over("red", "random", "end", watch)
    assert answers == ["red"] * 3 and own(s) == 3 and s.result is None
    assert s.pending[0].seat == "red" and s.seats["red"] is None


def test_the_other_is_asked_meanwhile() -> None:
    s = alone()
    s.decide(0, "blue")
    s.hand_over("red", "random", "turn")
    assert {decision.seat for decision in s.pending} == {"blue"} and "red" in s.loans
    s.decide(0, "blue")  # the hand of blue ends the round
    assert "red" not in s.loans and s.seats["red"] is None
    s.decide(0, "blue")
    assert s.pending[0].seat == "red"


def test_the_record_plays_again_with_its_loans(tmp_path: Path) -> None:
    s = alone()
    s.decide(0, "blue")
    s.hand_over("red", "random", "turn")
    file = tmp_path / "game.json"
    s.save(file)
    again = viermot.load(file)
    assert again.loans == s.loans and again.seats == s.seats == {"red": "random", "blue": None}
    for one in (s, again):
        one.decide(0, "blue")
    assert again.head == s.head and "red" not in again.loans
    again.save(file)
    assert viermot.verify(file, again.head).fair
    assert [entry.choice for entry in again.record if entry.what == SEAT] == ["random until=turn", ""]


def test_an_unknown_limit_or_bot_is_refused_and_changes_nothing() -> None:
    s = alone()
    head = s.head
    with pytest.raises(UserError, match="question, turn, end"):
        s.hand_over("red", "random", "sortie")
    with pytest.raises(UserError):
        s.hand_over("red", "nobody", "turn")
    assert s.head == head and s.seats["red"] is None


@pytest.mark.parametrize(("bot", "until"), [(None, ""), ("standard", ""), ("standard", "turn")])
def test_a_loan_is_read_as_it_was_spelled(bot: str | None, until: str) -> None:
    assert lending.read(lending.spelled(bot, until)) == (bot, until)


@pytest.mark.parametrize(
    ("name", "spans"),
    [
        ("nightfighter", ["turn"]), ("solitaire", ["turn"]), ("bomber_command", ["turn"]), ("campaign", ["week"]),
        ("interceptor", ["sortie"]),
    ],
)  # fmt: skip
def test_what_each_game_has_of_turns_and_sorties(name: str, spans: list[str]) -> None:
    assert list(viermot.new_game(name, seed="spans").limits) == ["question", *spans, "end"]
