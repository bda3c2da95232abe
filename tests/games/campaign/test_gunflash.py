"""Gunflash, which only campaigns use: a crew's own guns may dazzle it [components 2.4]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import viermot
from viermot.sentences import sentence

FIGHTER = 'scenario = "4B"\nturn = 3\nphase = 9\n[[fighter]]\nid = 201\nat = "1010 S"\n'
POSITION = {  # of the games that sorties are flown with
    "nightfighter": FIGHTER + 'tally = 113\n[[attacker]]\nid = 113\nat = "1010 S"\n',
    "solitaire": FIGHTER + 'tally = "1"\n[[counter]]\nname = "1"\nat = "1010 S"\nlevel = "low"\n',
}


def attack(folder: Path, die: int, flags: str, type_: str = "Me110E-4", game: str = "nightfighter") -> list[str]:
    """The kinds of events after an attack with forward guns that hits nothing; each of them can be told."""
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "04.toml").write_text(
        f'[[variant]]\nid = "4B"\nflags = [{flags}]\ndefenders = [{{ type = "{type_}", count = 1 }}]\n'
    )
    dice = {"attack": [1, 1], "gunflash": [die], "response": [1, 1, 1], "umpire:response": [1, 1, 1]}
    seats = {"umpire": "plain"} if game == "nightfighter" else {}
    s = viermot.new_game(game, seed="flash", dice=dice, pack=folder, position=POSITION[game], seats=seats)
    s.decide("guns")
    view: Any = s.perspective("player")
    assert all("{" not in sentence(view, event, locale) for event in view.events() for locale in ("en", "pl"))
    return [event.data.get("what", event.kind) for event in s.events("player")]


@pytest.mark.parametrize("game", POSITION)
@pytest.mark.parametrize(("die", "dazzled"), [(1, True), (2, True), (3, False)])
def test_one_or_two_dazzles_the_crew(tmp_path: Path, die: int, dazzled: bool, game: str) -> None:
    told = attack(tmp_path, die, '"gunflash"', game=game)
    assert "gunflash" in told and ("blinded" in told) == dazzled


def test_no_gunflash_outside_campaigns_nor_in_types_without_it(tmp_path: Path) -> None:
    assert "gunflash" not in attack(tmp_path, 1, "")
    (tmp_path / "two").mkdir()
    assert "gunflash" not in attack(tmp_path / "two", 1, '"gunflash"', "Do215B-5")
