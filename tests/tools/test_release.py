"""make release: what stands in its way, and what the wheel must have in it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tools import release

READY = ("1.0.0", "# Changelog\n\n## [1.0.0] - 2026-11-17\n", ["v0.9.0"], "")


def test_a_version_with_a_dated_section_a_free_tag_and_nothing_uncommitted_is_ready() -> None:
    assert release.faults_of(*READY) == []


@pytest.mark.parametrize(
    ("place", "instead", "told"),
    [
        (0, "1.0.0.dev0", "no version to release"),
        (1, "## [1.0.0] - unreleased\n", "no dated section"),
        (2, ["v1.0.0"], "there already"),
        (3, " M README.md\n", "uncommitted"),
    ],
)
def test_what_is_not_ready_is_said(place: int, instead: object, told: str) -> None:
    asked = [*READY[:place], instead, *READY[place + 1 :]]
    assert any(told in fault for fault in release.faults_of(*asked))


def test_the_version_has_one_home() -> None:
    import viermot

    assert release.version() == viermot.__version__


def test_a_wheel_without_its_page_or_a_games_rules_is_noticed(tmp_path: Path) -> None:
    whole = [
        *release.NEEDED,
        "viermot/games/whist/__init__.py",
        *(f"viermot/games/whist/{part}" for part in release.EVERY_GAME),
    ]
    for left_out in ("viermot/server/page/index.html", "viermot/games/whist/rules.csv", None):
        with zipfile.ZipFile(tmp_path / "some.whl", "w") as wheel:
            for name in whole:
                if name != left_out:
                    wheel.writestr(name, "")
        assert release.lacks(tmp_path / "some.whl") == ([left_out] if left_out else [])
