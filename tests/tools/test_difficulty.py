"""Measuring how hard scenarios are: stopped and taken up again, it comes to the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import difficulty
from viermot.kernel import registry
from viermot.kernel.measured import read


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["difficulty.py", "nightfighter", "--scenario", "3", "--scenario", "4B", *words])
    return difficulty.main()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "measured.toml"
    monkeypatch.setattr(registry.game("nightfighter"), "measured", place)
    return place


def test_a_run_that_is_stopped_goes_on_where_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "--games", "3") == 0
    assert run(monkeypatch, "--games", "7") == 0
    in_parts = read(file).won
    assert run(monkeypatch, "--games", "7", "--anew") == 0
    assert read(file).won == in_parts
    assert {found["standard"][1] for found in in_parts.values()} == {7}


def test_without_time_nothing_is_played_and_the_run_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "--games", "5", "--minutes", "-1") == 3
    assert read(file).won == {}


def test_levels_are_kept_apart_and_listed_from_the_weakest(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, "--games", "6")
    run(monkeypatch, "--games", "6", "--level", "random")
    table = read(file)
    assert table.levels == ("random", "standard")
    assert all(found["random"][0] < found["standard"][0] for found in table.won.values())
