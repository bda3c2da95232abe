"""Every career of these tests is watched (tests/support/career_laws.py)."""

import pytest

from tests.games.campaign.laws import watch_careers


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    watch_careers(monkeypatch)
