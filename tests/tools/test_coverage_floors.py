"""`make coverage`: every part has a floor, and who falls below it is told and fails."""

from __future__ import annotations

import pytest

from tests.support.kits import kits
from tools import coverage_floors


def test_the_kernel_and_every_game_have_a_floor() -> None:
    floors = coverage_floors.floors()
    assert set(floors) == {"kernel", *(kit.name for kit in kits())}
    assert min(floors.values()) >= 80


@pytest.mark.parametrize(("found", "told"), [(83.0, ""), (82.9, "below its floor"), (None, "failed")])
def test_what_falls_below_its_floor_is_reported(found: float | None, told: str) -> None:
    verdict = coverage_floors.verdict("kernel", found, 83)
    assert told in verdict and bool(told) == bool(verdict)


def test_one_part_below_its_floor_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = {"kernel": 100.0, **{kit.name: 100.0 for kit in kits()}}
    monkeypatch.setattr(coverage_floors, "measured", measured.get)
    assert coverage_floors.main([]) == 0
    measured["kernel"] = 79.9
    assert coverage_floors.main([]) == 1
    assert "kernel: 79.9 %, below its floor" in capsys.readouterr().err
