"""Twin worlds with somebody who asks what he might do and where the others may be."""

from __future__ import annotations

from typing import Final

import pytest

from tests.support import wire, wire_twins
from tests.support.wire import House
from viermot import advising
from viermot.kernel import bots

ADVICE: Final = "POST /api/tables/{id}/advice"
BELIEF: Final = "POST /api/tables/{id}/belief"


def counselled(house: House, kind: str, outlet: str, number: int, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the observer was told by that outlet, where he was told anything, in both worlds."""
    monkeypatch.setattr(wire_twins, "PROBES_EACH", 1)
    monkeypatch.setattr(wire.Counsellors, "by", "")
    monkeypatch.setattr(bots, "best", lambda makers: "standard")
    monkeypatch.setattr(advising, "PLAYOUTS", 4)
    seed = f"{kind} {number}"
    worlds, reveals = wire_twins.worlds_of(kind, seed, number)
    stories = wire_twins.both(house, worlds, seed, 4, outlet)
    wire_twins.compare(stories, reveals, seed)
    return [line.told for line in stories[0].lines if line.outlet == outlet and line.told.startswith(b"200")]


def tell_nothing(house: House, kind: str, outlet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the best bot would do, the chances by playing on, and the map of beliefs: the same in both worlds."""
    told = counselled(house, kind, outlet, 1, monkeypatch)
    assert told
    if outlet == ADVICE:
        assert any(b'"chance":0' in line or b'"chance":1' in line for line in told), "nothing was played on"
