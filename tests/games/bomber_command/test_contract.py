"""Bomber Command keeps the contract of all games, texts included; a fuzzed sample; an honest save verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

import viermot
from viermot.fuzz import fuzz
from viermot.kernel import registry
from viermot.kernel.contract import check_game

GAME = registry.game("bomber_command")


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_bomber_command_keeps_the_contract(scenario: str) -> None:
    report = check_game(GAME, [scenario], games=2)
    assert report.games == 2 and report.decisions > 100


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_fuzzed_nights_keep_every_promise(scenario: str, tmp_path: Path) -> None:
    report = fuzz("bomber_command", scenario, games=4, seed=f"test {scenario}", out_dir=tmp_path)
    assert report.ok, "\n".join(map(str, report.faults))
    assert report.games == 4 and not list(tmp_path.iterdir())


@pytest.mark.parametrize("scenario", ["berlin", "downfall"])
def test_a_night_between_bots_is_saved_verified_and_loaded(scenario: str, tmp_path: Path) -> None:
    seats = {"british": "random", "german": "random"}
    s = viermot.new_game("bomber_command", scenario=scenario, seed="verify", seats=seats)
    assert s.result is not None and s.result["level"]
    s.save(tmp_path / "night.json")
    verdict = viermot.verify(tmp_path / "night.json", s.head)
    assert verdict.fair and not verdict.problems
    assert viermot.load(tmp_path / "night.json").result == s.result


def test_options_are_switches_and_unknown_ones_are_refused() -> None:
    with pytest.raises(viermot.UserError) as wrong:
        viermot.new_game("bomber_command", scenario="berlin", options={"99.9": True})
    assert "99.9" in wrong.value.text()
    with pytest.raises(viermot.UserError):
        viermot.new_game("bomber_command", scenario="berlin", options={"12.5": "yes"})
    with pytest.raises(viermot.UserError) as wrong:
        viermot.new_game("bomber_command", scenario="paris")
    assert "paris" in wrong.value.text()
