"""What tests of Bomber Command share."""

from __future__ import annotations

import pytest

from viermot.games.bomber_command.rules.cards.anytime import MATTERS


@pytest.fixture
def every_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Bomber Command who holds a card that fits any time is asked in every window, useful there or not [C75]."""
    for effect in MATTERS:
        monkeypatch.setitem(MATTERS, effect, lambda *_: True)
