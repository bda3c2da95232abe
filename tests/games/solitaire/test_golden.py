"""Golden playthroughs: replayed from the decisions in their text, they come out the same to the letter.

A change that is meant is made with `make golden`, and the commit says why.
"""

from __future__ import annotations

import pytest

from tests.games.nightfighter.golden_scenarios import ENDINGS, Header, ending
from tests.games.solitaire.goldens import PLAYTHROUGHS
from tests.support.golden import must_be_the_same

GOLDEN = {file.stem: file for file in sorted(PLAYTHROUGHS.folder.glob("*.txt"))}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_comes_out_the_same(name: str) -> None:
    text = GOLDEN[name].read_text(encoding="utf-8")
    must_be_the_same(name, text, PLAYTHROUGHS.play(Header.read(text), PLAYTHROUGHS.by_text(text)))


@pytest.mark.parametrize("scenario", PLAYTHROUGHS.scenarios)
def test_every_scenario_and_variant_has_a_golden_game(scenario: str) -> None:
    assert scenario in GOLDEN, f"scenario {scenario} has no golden game; tools/golden_solitaire.py --choose finds one"
    assert Header.read(GOLDEN[scenario].read_text(encoding="utf-8")).scenario == scenario


@pytest.mark.parametrize("wanted", ENDINGS)
def test_every_way_to_end_has_a_golden_game(wanted: str) -> None:
    endings = {ending(file.read_text(encoding="utf-8")) for file in GOLDEN.values()}
    assert wanted in endings, f"no golden game ends with {wanted!r}; tools/golden_solitaire.py --choose finds one"


def test_golden_games_are_small_enough_to_read() -> None:
    assert sum(file.stat().st_size for file in GOLDEN.values()) < 1_600_000
