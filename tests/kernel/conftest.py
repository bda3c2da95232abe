"""The toy game stands in the registry while the kernel is tested."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kernel.toy import GAME
from viermot.kernel import registry


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry._found(), "toy", GAME)
    yield
    GAME.reach, GAME.rules_version = 0, "1"
