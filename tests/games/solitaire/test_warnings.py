"""What cannot be undone in the solitaire game is said before."""

from __future__ import annotations

import viermot


def test_a_fighter_placed_to_fly_off_is_asked_about() -> None:
    s = viermot.new_game("solitaire", "7", seed="edge")
    while s.pending[0].kind != "place_fighter":
        s.decide(0)
    warned = s.pending[0].warns("1802 SE")
    assert warned is not None and warned.asks and s.pending[0].warns("1802 SW") is None
