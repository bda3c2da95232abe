"""The page's build: only when its sources changed, never when told to skip, and no addresses in the lock file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import page


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A page that was built."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "package.json").write_text("{}", encoding="utf-8")
    (tmp_path / "web" / "src" / "main.ts").write_text("start();", encoding="utf-8")
    page.page(tmp_path).mkdir(parents=True)
    (page.page(tmp_path) / "sources.sha256").write_text(page.fingerprint(tmp_path), encoding="utf-8")
    return tmp_path


def test_a_built_page_is_left_alone(checkout: Path) -> None:
    assert not page.stale(checkout)


def test_changed_sources_are_built_again(checkout: Path) -> None:
    (checkout / "web" / "src" / "main.ts").write_text("start(1);", encoding="utf-8")
    assert page.stale(checkout)


def test_it_can_be_skipped(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "web" / "src" / "more.ts").write_text("", encoding="utf-8")
    monkeypatch.setenv(page.SKIP, "1")
    assert not page.stale(checkout)


def test_without_sources_there_is_nothing_to_build(tmp_path: Path) -> None:
    assert not page.stale(tmp_path)


def test_the_lock_file_names_no_address() -> None:
    lock = (page.ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in lock
    assert '"resolved"' not in lock
