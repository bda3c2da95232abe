"""Alone, advice and beliefs are the same in worlds that the player cannot tell apart."""

from __future__ import annotations

import pytest

from tests.support.counsel import ADVICE, BELIEF, tell_nothing
from tests.support.wire import a_house


@pytest.mark.parametrize("outlet", [ADVICE, BELIEF])
def test_advice_playouts_and_beliefs_tell_nothing(outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_house() as house:
        tell_nothing(house, "solitaire", outlet, monkeypatch)
