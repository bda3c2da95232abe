"""How much longer a game between people takes by its pauses: a game of bots once more, on a clock that is turned.

The people of these games need no time at all, so that all the time that passes is pauses.
"""

from __future__ import annotations

from typing import Any, Final

import viermot
from tests.support.seated import people
from viermot import Session
from viermot.kernel.record import DECIDE
from viermot.server import clock
from viermot.server.rows import RecordRow

MAX_PAUSES: Final = 240.0  # seconds


def waited(session: Session) -> float:
    """The seconds by which the pauses make this game longer, if two people had played it."""
    table, now = people(session), [0.0]
    real, clock.now = clock.now, lambda: now[0]
    try:
        for place, entry in enumerate(session.record):
            if entry.what == DECIDE:
                now[0] += table.pace.wait(table, entry.seat)
            table.live.apply_row(RecordRow(place, entry, at=now[0]))
        return now[0]
    finally:
        clock.now = real


def nights(scale: float) -> dict[str, Any]:
    """300 nights, with standard bots as the people, who need no time at all: what pauses add to the longest of them."""
    seconds = sorted(night(number)["seconds"] for number in range(max(4, round(300 * scale))))
    assert seconds[-1] <= MAX_PAUSES, f"{seconds[-1]} s of pauses in one night"
    return {"nights": len(seconds), "seconds, median": seconds[len(seconds) // 2], "seconds, most": seconds[-1]}


def night(number: int) -> dict[str, Any]:
    """One night of Bomber Command between two of the standard bots as the people."""
    scenario = ("berlin", "downfall")[number % 2]
    seats = {"british": "standard", "german": "standard"}
    session = viermot.new_game("bomber_command", scenario=scenario, seed=f"pace {number}", seats=seats)
    return {"scenario": scenario, "decisions": len(session.record), "seconds": round(waited(session), 1)}
