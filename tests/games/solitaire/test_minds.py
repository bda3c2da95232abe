"""What the players of both night games have in common: the expert's name, and advice with its reasons."""

from __future__ import annotations

from tests.games.nightfighter.test_advice import reasons_in_a_game
from viermot.games.nightfighter.bots.expert import STUDIES, TABLE
from viermot.games.solitaire import GAME
from viermot.kernel import bots
from viermot.lab.games import Fixture, play


def test_the_same_name_and_seed_make_the_same_game() -> None:
    fixture = Fixture("solitaire", "8", {"player": "expert:16"})
    first, again = play(fixture, "twice"), play(fixture, "twice")
    assert (first.result, first.decisions, first.rolls) == (again.result, again.decisions, again.rolls)


def test_the_expert_s_budget_stands_in_his_name() -> None:
    assert bots.full_name(GAME, "player", "expert") == f"expert:{STUDIES}"
    assert bots.full_name(GAME, "player", "expert", for_people=True) == f"expert:{TABLE}"
    assert bots.best(GAME.bots("player")) == "expert"


def test_every_question_of_a_game_has_an_answer_with_its_reason() -> None:
    assert len(reasons_in_a_game("solitaire", {})) >= 3
