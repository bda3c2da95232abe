"""Every sortie of a career has its scenario sheet, as any night has [Nightfighter 3.2h]."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec
import pytest

import viermot
from viermot.server import about


def sortie(locale: str, **options: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """The sheet of a career's first sortie, as programs and as readers of the page are given it."""
    seats = {"umpire": "plain"} if options.get("umpire") else {}
    s = viermot.new_game("campaign", "staffel", options, "sheet", seats)
    while s.pending[0].kind != "in_flight_still":
        s.decide(0)
    picture = msgspec.json.decode(about.pictured("campaign", s.perspective("player"), locale))
    assert picture["orders"]["sheet"] == s.perspective("player").to_json()["orders"]["sheet"]
    return picture["orders"]["sheet"], dict(picture["orders"]["lines"])


@pytest.mark.parametrize("umpire", [False, True])
def test_a_sortie_of_a_career_has_its_sheet_too(umpire: bool) -> None:
    data, told = sortie("en", umpire=umpire)
    turns = [turn for line in data["entry"] for turn in line["turns"]]
    assert turns and str(turns[0]) in told["Attacker entry"] and told["Search radar"].startswith("Freya")
    assert sum(line["count"] * len(line["turns"]) for line in data["entry"]) == data["attackers"][0]["count"]
    assert (data["chits"] is not None) == umpire
    assert "Victory" not in told and "Difficulty" not in told, "a sortie is not won or lost by itself"
    assert "Wejście atakującego" in sortie("pl", umpire=umpire)[1]


def test_the_terminal_reads_it_out_before_take_off() -> None:
    setup = ["--scenario", "seasoned", "--seed", "a"]
    command = [sys.executable, "-m", "viermot.cli", "play", "campaign", *setup]
    run = subprocess.run(command, input="quit\n\n", capture_output=True, text=True, timeout=120)
    told = " ".join(word for word in run.stdout.split() if len(word) < 64)  # hashes may hold any figures
    assert "Sortie 1" in told and "Attacker entry: on" in told and "A sortie: Dunaja" in told, run.stdout + run.stderr
    assert "SORTIE" not in told and "99" not in told and "chits" not in told
