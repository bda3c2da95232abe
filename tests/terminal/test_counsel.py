"""Advice and belief at the terminal, from the engine, and after a game: in words, on the map, and on record."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.kits import sample
from tests.support.typist import Typist
from viermot import cli
from viermot.engine import Engine
from viermot.kernel import registry
from viermot.kernel.minds import Belief, Statement
from viermot.kernel.record import ADVICE
from viermot.kernel.session import Session
from viermot.terminal.console import Console
from viermot.terminal.play import Play

BELIEF = Belief({"0903": 0.5, "0904": 0.01}, (Statement("advice.would", {"bot": "gut"}, 0.75),))


@pytest.fixture
def a_belief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(registry.game(sample())), "belief", lambda self, view: BELIEF)


def shown(session: Session, *lines: str, locale: str = "en", live: bool = False) -> str:
    screen = io.StringIO()
    typist = Typist(lines, None, ())
    typist.session = session
    assert Play(session, Console(typist, screen, live=live, locale=locale)).run() == 0
    return screen.getvalue()


def a_game(**seats: str) -> Session:
    return viermot.new_game(sample(), "1", seed="t", seats=seats or {"umpire": "plain"})


def noted(session: Session) -> list[tuple[str, str]]:
    return [(entry.seat, entry.question) for entry in session.record if entry.what == ADVICE]


def test_advice_in_words_and_on_record() -> None:
    s = a_game()
    told = shown(s, "advice", "quit")
    assert "The computer would answer: " in told and noted(s) == [("player", "")]
    assert (" ±" in told) == ("your chance of winning after each answer" in told)
    assert "Komputer odpowiedziałby: " in shown(a_game(), "advice", "quit", locale="pl")


def test_a_belief_on_the_map(a_belief: None) -> None:
    s = a_game()
    told = shown(s, "belief", "belief outline", "quit")
    assert "@@" in told and ".." in told and "##" in told
    assert " 75 %  This is what the computer's gut would do." in told
    assert noted(s) == [("player", "belief")]  # once a game


def test_what_a_search_would_teach() -> None:
    s = viermot.new_game(sample(), "3", seed="t", seats={"umpire": "plain"})
    while s.pending[0].kind != "place_search":
        s.decide(0)
    told = shown(s, "belief 0903", "quit")
    assert "That leaves" in told and "Contact at 0903." in told
    assert "Może być na" in shown(s, "belief 0903", "quit", locale="pl")


def test_between_two_at_one_screen_both_are_asked() -> None:
    s = viermot.new_game(sample(), "1", seed="t")
    assert "No advice, then." in shown(s, "advice", "no", "quit") and not noted(s)
    assert "The computer would answer" in shown(s, "advice", "yes", "advice", "quit")


def ask(engine: Engine, kind: str, **fields: Any) -> dict[str, Any]:
    return engine.answer(json.dumps({"v": 1, "type": kind, **fields}).encode())


def test_a_program_asks(a_belief: None) -> None:
    engine = Engine(sample())
    ask(engine, "hello", seats=["player"])
    pending = ask(engine, "new", scenario="1", seed="t")["pending"]
    told = ask(engine, "advice", seat="player")
    assert told["type"] == "advice" and told["option"] in pending[0]["options"] and told["number"] == 0
    assert ask(engine, "belief", seat="player")["places"] == BELIEF.places
    assert ask(engine, "advice", seat="umpire")["type"] == ask(engine, "belief", seat="umpire")["type"] == "error"
    assert engine.session is not None and noted(engine.session) == [("player", ""), ("player", "belief")]


def test_the_analysis_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "over.json"
    viermot.new_game(sample(), "1", seed="t", seats={"player": "standard", "umpire": "plain"}).save(file)
    assert cli.main(["debrief", str(file), "--analysis", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["analysis"]["seat"] == "player" and len(told["analysis"]["costly"]) <= 3
    assert cli.main(["debrief", str(file), "--analysis"]) == 0
    assert cli.main(["debrief", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1] or "{}") is not None
