"""The scenario sheet where there is no umpire: without chits, and two variants in one have one of their own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import viermot
from viermot.games.nightfighter.faces.sheet_text import lines
from viermot.server import about


def test_one_player_does_without_chits_and_is_shown_none() -> None:
    s = viermot.new_game("solitaire", "6H", seed="x")
    solo: Any = s.perspective("player")
    told = dict(lines(solo.sheet, "en", told=False))
    assert solo.sheet["chits"] is None and told["Attacker entry"] == "on each of turns 1-12: 3"
    assert not any("chits" in heading.lower() for heading in told)
    game = next(game for game in about.games("en") if game.name == "solitaire")
    assert all(scenario.sheet and "chits" not in str(scenario.sheet).lower() for scenario in game.scenarios)


@pytest.mark.parametrize("combined", [False, True])
def test_two_variants_in_one_have_a_sheet_of_their_own(combined: bool) -> None:
    s = viermot.new_game("solitaire", "6H", {"with_6c": combined}, "x")
    picture = msgspec.json.decode(about.pictured("solitaire", s.perspective("player"), "en"))
    assert ("sheet" in picture) == combined
    if combined:
        assert dict(picture["sheet"])["Attacker entry"] == "on each of turns 1-18: 2"
        assert "waves 1, 4, 7, 10, 13 and 16" in picture["special"]
