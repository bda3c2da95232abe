"""Gunflash, which only campaigns use: a crew's own guns may dazzle it [components 2.4]."""

from __future__ import annotations

from pathlib import Path

import pytest

import viermot

POSITION = (
    'scenario = "4B"\nturn = 3\nphase = 9\n[[fighter]]\nid = 201\nat = "1010 S"\ntally = 113\n'
    '[[attacker]]\nid = 113\nat = "1010 S"\n'
)


def attack(folder: Path, die: int, flags: str, type_: str = "Me110E-4") -> list[str]:
    """The kinds of events after an attack with forward guns that hits nothing."""
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "04.toml").write_text(
        f'[[variant]]\nid = "4B"\nflags = [{flags}]\ndefenders = [{{ type = "{type_}", count = 1 }}]\n'
    )
    dice = {"attack": [1, 1], "gunflash": [die], "response": [1, 1, 1], "umpire:response": [1, 1, 1]}
    s = viermot.new_game(
        "nightfighter", seed="flash", dice=dice, pack=folder, position=POSITION, seats={"umpire": "plain"}
    )
    s.decide("guns")
    return [event.data.get("what", event.kind) for event in s.events("player")]


@pytest.mark.parametrize(("die", "dazzled"), [(1, True), (2, True), (3, False)])
def test_one_or_two_dazzles_the_crew(tmp_path: Path, die: int, dazzled: bool) -> None:
    told = attack(tmp_path, die, '"gunflash"')
    assert "gunflash" in told and ("blinded" in told) == dazzled


def test_no_gunflash_outside_campaigns_nor_in_types_without_it(tmp_path: Path) -> None:
    assert "gunflash" not in attack(tmp_path, 1, "")
    (tmp_path / "two").mkdir()
    assert "gunflash" not in attack(tmp_path / "two", 1, '"gunflash"', "Do215B-5")
