"""The toy game stands in the registry while the kernel is tested."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kernel.toy import GAME
from viermot.kernel import registry


class _Shelf:
    """Where the registry finds the toy, as it finds installed games."""

    name = "toy"

    @staticmethod
    def load() -> object:
        return GAME


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry._installed(), "toy", _Shelf)
    registry.game.cache_clear()
    yield
    registry.game.cache_clear()
    GAME.reach, GAME.rules_version = 0, "1"
