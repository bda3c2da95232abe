"""The solitaire game in a terminal of 80 by 24: map, areas with their dice, odds before a search, both languages."""

from __future__ import annotations

import io
import random

import pytest

import viermot
from tests.games.solitaire.support import counter, fighter, solo
from tests.support.typist import Typist
from tests.terminal.test_play import ASIDES
from viermot.terminal.console import Console
from viermot.terminal.lobby import Left, Wishes, fill_in
from viermot.terminal.play import Play

POSITION = solo(
    "4B", fighter(201, "1010 S"), counter("1a", "1012 S"), counter("1b", "0405 S"), counter("2", "1110 S", level="low"),
    phase=6,
)  # fmt: skip


def typed(*lines: str, position: str | None = POSITION, locale: str = "en", rng: random.Random | None = None) -> str:
    """What stands on the screen when these lines have been typed."""
    s = viermot.new_game("solitaire", scenario=None if position else "4B", position=position, seed="screen")
    source, target = Typist(lines, rng, ASIDES), io.StringIO()
    source.session = s
    Play(s, Console(source, target, live=False, colour=False, size=(80, 24), locale=locale)).run()
    return target.getvalue()


def test_the_map_shows_every_counter_and_the_prompt_its_chances() -> None:
    shown = typed("quit")
    assert "1a" in shown and "l2" in shown
    assert "1a 1012 high" in shown and "5.6%" in shown and "2 1110 low" in shown
    assert "1 of 2" in shown, "the panel says how many counters are left"


def test_odds_before_a_search_is_made() -> None:
    shown = typed("odds", "quit")
    assert "1a: found" in shown and "a phantom" in shown and "2: found 16.7%" in shown


def test_an_area_with_its_dice_on_request() -> None:
    shown = typed("aircraft 2", "aircraft 1a", "quit")
    assert "Counter 2: Lancaster I/III in 1110, heading S, uncertainty low" in shown
    assert "Counters that may be this bomber: 2" in shown
    assert any("21" in line and "23" in line and "25" in line for line in shown.splitlines() if line.startswith("09"))


def test_nothing_is_wider_than_the_screen() -> None:
    shown = typed("status", "legend", "log all", "tracks", "options", "help", "quit")
    assert max(map(len, shown.splitlines())) <= 80
    assert "Würzburg: search value 1" in shown and "tallied" in shown


def test_searches_that_wait_are_named_by_counter_and_radar() -> None:
    shown = typed("1020 N", "F F F", "1003", "0403", "quit", position=None)
    assert "1 1003 1b Freya   2 0403 1a Würzburg" in shown


def lobby(game: str, *lines: str, locale: str = "pl") -> str:
    """What the lobby says when somebody types this and leaves."""
    source, target = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    console = Console(source, target, live=False, size=(80, 24), locale=locale)
    with pytest.raises(Left):
        fill_in(Wishes(game), console)
    return target.getvalue()


def test_the_table_of_scenarios_cuts_nothing_but_a_long_title() -> None:
    shown = lobby("solitaire", "5", "quit").splitlines()
    assert max(map(len, shown)) <= 80
    assert all(line.endswith("1-22") for line in shown if "5C  " in line or "Wilde Sau  " in line)
    assert any("Czysty błękitny ogień" in line and "do pustej mapy" in line for line in shown)


def test_the_terminal_speaks_polish() -> None:
    shown = typed("odds", "aircraft 1a", "2", "quit", locale="pl")
    assert "którego żetonu szuka radar?" in shown and "odnaleziony" in shown and "niepewność: wysoka" in shown


@pytest.mark.parametrize("scenario", ["1", "3", "4B", "6", "7", "8F"])
@pytest.mark.parametrize("locale", ["en", "pl"])
def test_whole_games_by_a_careless_typist(scenario: str, locale: str) -> None:
    s = viermot.new_game("solitaire", scenario, seed="careless")
    source, target = Typist(rng=random.Random(scenario), asides=ASIDES), io.StringIO()
    source.session = s
    Play(s, Console(source, target, live=False, colour=False, size=(80, 24), locale=locale)).run()
    shown = target.getvalue()
    assert s.result is not None and "Traceback" not in shown and "[solitaire." not in shown and "{" not in shown
