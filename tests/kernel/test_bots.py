"""A bot from its name: levels, budgets, and that a record holds both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.kernel.toy import GAME
from viermot import UserError
from viermot.kernel import bots
from viermot.kernel.bots import Budgeted
from viermot.kernel.dice import Rng
from viermot.kernel.record import SEAT
from viermot.kernel.registry import Ask, Bot


class Thinker:
    """Answers by its budget."""

    def __init__(self, budget: int) -> None:
        self.budget = budget

    def choose(self, view: Any, ask: Ask, rng: Rng) -> int:
        return int(ask.codes[(self.budget + rng.below(2)) % len(ask.codes)])


EXPERT = Budgeted(Thinker, studies=40, table=900)


@pytest.fixture(autouse=True)
def an_expert(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    usual = GAME.bots

    def with_expert(seat: str) -> Mapping[str, Callable[[], Bot]]:
        return {**usual(seat), "expert": EXPERT}

    monkeypatch.setattr(GAME, "bots", with_expert, raising=False)
    yield


def test_a_budget_is_part_of_the_name() -> None:
    assert bots.full_name(GAME, "red", "expert") == "expert:40"
    assert bots.full_name(GAME, "red", "expert", for_people=True) == "expert:900"
    assert bots.full_name(GAME, "red", "expert:0400") == "expert:400"
    assert bots.full_name(GAME, "red", "random") == "random"
    made = bots.make(GAME, "red", "expert:7")
    assert isinstance(made, Thinker) and made.budget == 7
    assert isinstance(made := bots.make(GAME, "red", "expert"), Thinker) and made.budget == 40


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("clever", "error.no_bot"), ("clever:4", "error.no_bot"), ("random:400", "error.no_budget"),
        ("random:", "error.no_budget"), ("expert:", "error.bad_budget"), ("expert:0", "error.bad_budget"),
        ("expert:-3", "error.bad_budget"), ("expert:1e3", "error.bad_budget"), ("expert:²", "error.bad_budget"),
        ("expert:100001", "error.bad_budget"), ("expert:" + "9" * 5000, "error.bad_budget"),
    ],
)  # fmt: skip
def test_what_is_no_name_is_refused(name: str, key: str) -> None:
    with pytest.raises(bots.NoSuchBot) as refused:
        bots.full_name(GAME, "red", name)
    assert refused.value.key == key and len(str(refused.value)) < 300


def test_at_a_table_nobody_asks_for_more_than_a_second() -> None:
    assert bots.full_name(GAME, "red", "expert:900", for_people=True) == "expert:900"
    with pytest.raises(UserError):
        bots.full_name(GAME, "red", "expert:901", for_people=True)
    assert bots.full_name(GAME, "red", "expert:901") == "expert:901"


def test_the_record_holds_the_budget_and_plays_again(tmp_path: Path) -> None:
    s = viermot.new_game("toy", scenario="long", seed="budget", seats={"blue": "expert"})
    assert s.seats["blue"] == "expert:40" and s.record[0].choice == "blue=expert:40"
    s.hand_over("red", "expert:41", "question")
    lent = next(entry for entry in s.record if entry.what == SEAT)
    assert lent.choice == "expert:41 until=question"
    s.hand_over("red", "expert", "question")
    assert [entry.choice for entry in s.record if entry.what == SEAT and entry.choice][-1] == "expert:40 until=question"
    s.save(tmp_path / "game.json")
    again = viermot.load(tmp_path / "game.json")
    assert again.seats == s.seats and again.head == s.head
    assert again.position() == s.position()


def test_another_budget_is_another_game() -> None:
    games = [
        viermot.new_game("toy", scenario="long", seed="b", seats={"blue": f"expert:{n}", "red": "random"})
        for n in (40, 40, 41)
    ]
    heads = [game.head for game in games]
    assert heads[0] == heads[1] != heads[2]


def test_the_usual_one_is_not_the_strongest_and_advice_is() -> None:
    names = ["random", "expert", "roving", "standard", "plain", "novice"]
    assert bots.in_order(names) == ["novice", "standard", "expert", "roving", "plain", "random"]
    assert bots.usual(names) == "standard" and bots.usual(["random", "my own"]) == "my own"
    assert bots.best(dict.fromkeys(names, EXPERT)) == "expert" and bots.best({"random": EXPERT}) == "random"
