"""Interceptor Ace at the terminal: a whole career typed, at 80 by 24, with every side command, in both languages."""

from __future__ import annotations

import io
import random
import re
from fractions import Fraction
from typing import Any

import pytest

import viermot
from tests.games.interceptor.support import career, pilot
from tests.support.typist import Typist
from viermot.games.interceptor.faces.terminal import cards
from viermot.games.interceptor.knowledge.odds import Odds
from viermot.kernel.session import Session
from viermot.terminal.console import Console
from viermot.terminal.play import Play

ASIDES = (
    "why", "why not attack", "log 5", "odds", "status", "map", "tracks", "aircraft", "aircraft Fw190A-5/U12",
    "aircraft nothing", "undo", "help", "legend", "options", "rule 7.1", "rule 99", "", "?", "nonsense",
)  # fmt: skip


def typed(session: Session, typist: Typist, locale: str = "en") -> list[str]:
    screen = io.StringIO()
    typist.session = session
    Play(session, Console(typist, screen, live=False, colour=False, size=(80, 24), locale=locale)).run()
    return screen.getvalue().splitlines()


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_a_whole_career_can_be_typed(locale: str) -> None:
    session = viermot.new_game("interceptor", scenario="16", seed=f"typed {locale}")
    lines = typed(session, Typist(rng=random.Random(locale), asides=ASIDES), locale)
    assert session.result is not None
    text = "\n".join(lines)
    assert "{" not in text and not re.search(r"interceptor\.[a-z]", text)
    level = {"en": "defeat", "pl": "Porażka"}[locale]
    assert level in text or "victory" in text or "draw" in text.lower() or "wycięstwo" in text or "Remis" in text


def test_the_fight_is_shown_as_a_wheel() -> None:
    position = career(pilot(enemy="P-47", orientation="disadvantaged", own={"airframe": 2}), at="fight", raid=5)
    session = viermot.new_game("interceptor", position=position, seed="wheel")
    lines = typed(session, Typist(["map", "quit"]))
    text = "\n".join(lines)
    assert "tailed - [disadvantaged] - head on - advantaged - tailing the enemy" in text
    assert "airframe ##..." in text and "[1* France] 2* Ruhr" in text


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_help_is_about_this_game(locale: str) -> None:
    text = "\n".join(typed(viermot.new_game("interceptor", seed="help"), Typist(["help", "book", "quit"]), locale))
    assert "Fw190A-6" in text and "F F R F" not in text


def test_the_bomber_is_shown_with_its_range_ladder() -> None:
    position = career(pilot(target="B-17F", bomber_type="B-17F", bomber={"port wing": 3}), at="bombers", raid=5)
    session = viermot.new_game("interceptor", position=position, seed="ladder")
    text = "\n".join(typed(session, Typist(["odds", "a", "quit"])))
    assert "[long] > medium > close" in text and "port wing ###." in text
    assert "Your fire" in text and "%" in text
    assert session.record[-1].choice == "airframe"  # a beginning is enough


def test_enter_gives_the_usual_answer() -> None:
    session = viermot.new_game("interceptor", scenario="5", seed="usual")
    typed(session, Typist(["officer", "", "quit"]))
    assert [entry.choice for entry in session.record if entry.seat] == ["officer", "done"]


def test_what_cannot_happen_is_not_among_the_odds() -> None:
    console = Console(io.StringIO(), io.StringIO(), size=(80, 24), colour=False)
    found = Odds("enemy_fire", "", "7.1.6e", (), (("nothing", Fraction(1)), ("5 or more", Fraction(0))))
    assert not [line for line in cards.odds(found, console) if " 0.0 %" in line]


def test_a_pilot_without_a_name_is_called_by_his_rank() -> None:
    console = Console(io.StringIO(), io.StringIO(), size=(80, 24), colour=False)
    view: Any = viermot.new_game("interceptor", position=career(pilot())).perspective("pilot")
    (shown,) = view.picture().pilots
    assert cards.pilot(shown, console)[0] == f"{shown.rank}, {shown.unit}, {shown.base}"
    shown.name = "Karl Weber"
    assert cards.pilot(shown, console)[0].startswith(f"{shown.rank} Karl Weber, ")
