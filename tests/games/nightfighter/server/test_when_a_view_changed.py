"""What a list of games says of a seat tells nothing of when another seat acted."""

from __future__ import annotations

from dataclasses import replace

import pytest

import viermot
from tests.support.seated import people
from viermot.games.nightfighter.faces.page import PAGE
from viermot.server import clock
from viermot.server.published import shown_to_seat
from viermot.server.rows import RecordRow


def test_a_view_changed_when_it_was_shown_not_when_the_umpire_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists tell when a seat's view last changed: never a moment at which another did something."""
    monkeypatch.setattr(PAGE, "pacing", replace(PAGE.pacing, pause=0.5))
    session = viermot.new_game("nightfighter", "3", seed="lists", seats={"player": "standard", "umpire": "plain"})
    now, his = [0.0], set()
    monkeypatch.setattr(clock, "now", lambda: now[0])
    table_ = people(session)
    compared = 0
    for place, entry in enumerate(session.record):
        now[0] += table_.pace.wait(table_, "player") + 0.3 if entry.seat == "player" else 0.1
        if entry.seat == "umpire" and compared:
            his.add(now[0])
        table_.live.apply_row(RecordRow(place, entry, at=now[0]))
        if table_.pace.hold_of(table_, "player") is not None:
            assert shown_to_seat(table_, "player").live.shown["player"].changed not in his
            compared += 1
    assert compared > 20 and len(his) > 10
