"""The declared default of a question: one of its options, or none; told to people, programs and bots alike."""

from __future__ import annotations

from typing import Any

import pytest

import viermot
from tests.kernel import toy
from tests.kernel.toy import GAME
from viermot.kernel.contract import ContractBroken, check_game
from viermot.kernel.decision import Decision
from viermot.kernel.playout import OpenQuestion


def loading(aim: str) -> Decision:
    """Red, aiming there, is asked what to load."""
    session = viermot.new_game("toy", scenario="duel", seed="toy")
    session.decide("0302")
    session.decide(aim)
    (decision,) = session.pending
    assert decision.kind == "load"
    return decision


def test_a_default_follows_from_what_is_asked() -> None:
    assert loading("0101").default == "shot" and loading("0301").default == "ball"


def test_a_default_may_be_silent_and_most_questions_have_none() -> None:
    assert loading("0302").default is None
    assert viermot.new_game("toy", scenario="duel", seed="toy").pending[0].default is None


def test_a_bot_is_told_the_default_too() -> None:
    decision = loading("0101")
    asked = OpenQuestion().put(decision._state, decision._task, decision.codes)
    assert asked.default_code == decision.default_code == 1


def test_what_is_usual_is_the_default_where_it_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.load, "suggested", lambda game: None)
    monkeypatch.setattr(toy.load, "usually", 1)
    assert loading("0301").default == "shot"
    monkeypatch.setattr(toy.load, "usually", 7)
    assert loading("0301").default is None


def test_a_default_that_is_always_the_same_needs_no_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.load, "default", 1)
    assert loading("0301").default == "shot"


@pytest.mark.parametrize("wrong", [2, -1])
def test_the_contract_refuses_a_default_that_is_not_offered(monkeypatch: pytest.MonkeyPatch, wrong: int) -> None:
    def elsewhere(game: Any) -> int:
        return wrong

    monkeypatch.setattr(toy.load, "suggested", elsewhere)
    with pytest.raises(ContractBroken, match="load has a default that it does not offer"):
        check_game(GAME, games=1, texts=False)
