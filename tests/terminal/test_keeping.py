"""At the terminal nothing is lost: sealed saves, open copies, and a computer that plays only as far as it was told."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest

import viermot
from tests.terminal.test_play import game, play
from viermot.kernel.record import DECIDE, SEAT
from viermot.kernel.session import Session
from viermot.terminal.console import Console
from viermot.terminal.play import Play


def own(session: Session) -> int:
    return sum(entry.what == DECIDE and entry.seat == "player" for entry in session.record)


# -- files ---------------------------------------------------------------------------------------------------


def test_against_the_computer_a_save_is_sealed(tmp_path: Path) -> None:
    s, file = game(), tmp_path / "game.json"
    text = play(s, "0910 S", f"save {file}", "quit")
    assert "sealed" in text and json.loads(file.read_bytes())["viermot"] == "sealed"
    again = viermot.load(file)
    assert again.kept_for == "player" and "F" in play(again, "quit")


def test_alone_or_with_every_seat_it_is_whole(tmp_path: Path) -> None:
    one, two = tmp_path / "alone.json", tmp_path / "both.json"
    play(viermot.new_game("solitaire", seed="t"), f"save {one}", "quit")
    play(game(seats={}), f"save {two}", "quit")
    assert {json.loads(file.read_bytes())["viermot"] for file in (one, two)} == {"save"}


def test_an_open_copy_is_asked_for_twice_and_told(tmp_path: Path) -> None:
    s, file = game(), tmp_path / "open.json"
    text = play(s, "0910 S", f"save open {file}", "no", "quit")
    assert "opened at decision 1" in text and not file.exists() and s.opened == []
    text = play(s, f"save open {file}", "yes", "quit")
    assert "opened at decision 1" in text and viermot.load(file).opened == [("player", 1)] == s.opened


# -- the computer plays --------------------------------------------------------------------------------------


def test_auto_asks_how_far_and_whether() -> None:
    s = game()
    text = play(s, "auto", "", "auto turn", "no", "quit")
    assert "this question only" in text and "until this turn is over" in text and "to the end of the game" in text
    assert text.count("You play on yourself.") == 2 and own(s) == 0


@pytest.mark.parametrize(("word", "count"), [("question", 1), ("turn", 2)])
def test_auto_stops_where_it_was_told(word: str, count: int) -> None:
    s = game("3")
    text = play(s, *(["auto question", "yes"] if word == "turn" else []), f"auto {word}", "yes", "quit")
    assert own(s) >= count and s.seats["player"] is None and s.result is None
    assert "The seat is yours again" in text
    if word == "turn":
        assert s.perspective("player").to_json()["turn"] == 2


def test_auto_is_watched_and_stopped_with_control_c(monkeypatch: pytest.MonkeyPatch) -> None:
    s = game("3")
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", nap)
    screen = io.StringIO()
    lines = io.StringIO("auto end\nyes\nquit\n\n")
    Play(s, Console(lines, screen, live=True, colour=False, size=(80, 60))).run()
    assert len(naps) == 3 and own(s) == 3 and s.seats["player"] is None and s.result is None
    assert [entry.choice for entry in s.record if entry.what == SEAT] == ["standard until=end", ""]
