"""Every table of these tests is watched (tests/support/laws.py)."""

import pytest

from tests.games.nightfighter.laws import watch_over
from viermot.games.nightfighter.model.check import contradictions


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    watch_over(monkeypatch, "nightfighter", contradictions)
