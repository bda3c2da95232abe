"""What was measured of a scenario's difficulty: the file is held against its form, and reaches every list."""

from __future__ import annotations

from pathlib import Path

import pytest

from viermot.kernel import registry
from viermot.kernel.measured import Measured, interval, of_file, read
from viermot.kernel.packs import PackError

GOOD = """
seat = "player"
levels = ["novice", "standard"]
seeds = "difficulty/{scenario}/{number}"

[won]
"1" = { standard = [41, 100], novice = [12, 80] }
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "measured.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_levels_come_in_the_order_of_the_file_with_their_intervals(tmp_path: Path) -> None:
    novice, standard = of_file(written(tmp_path, GOOD))["1"]
    assert (novice, standard) == (Measured("novice", 12, 80), Measured("standard", 41, 100))
    assert (novice.percent, standard.percent, standard.likely) == (15, 41, (32, 51))


def test_an_interval_never_leaves_the_possible() -> None:
    low, high = interval(0, 20)
    assert abs(low) < 1e-9 and 0.1 < high < 0.2
    low, high = interval(20, 20)
    assert 0.8 < low < 0.9 and abs(high - 1) < 1e-9


def test_no_file_means_nothing_was_measured(tmp_path: Path) -> None:
    assert of_file(tmp_path / "measured.toml") == {}


@pytest.mark.parametrize("wrong", ["[101, 100]", "[-1, 100]", "[0, 0]"])
def test_nobody_wins_more_games_than_he_played(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(PackError, match="standard"):
        read(written(tmp_path, GOOD.replace("[41, 100]", wrong)))


def test_a_level_that_is_not_listed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="novice"):
        read(written(tmp_path, GOOD.replace('"novice", "standard"', '"standard"')))


@pytest.mark.parametrize("game", registry.names())
def test_what_is_measured_of_a_game_is_told_of_every_scenario_by_its_own_levels(game: str) -> None:
    module = registry.game(game)
    if module.measured is None:
        return
    table = read(module.measured)
    scenarios = module.info(module.load_pack(None)).scenarios
    assert {scenario.id for scenario in scenarios} == set(table.won)
    assert all("standard" in [each.level for each in scenario.measured] for scenario in scenarios)
    assert set(table.levels) <= set(module.bots(table.seat))
