"""Where a new turn is all that was told since, nobody is told that he has learned something."""

from __future__ import annotations

import viermot


def test_after_placing_undo_names_the_new_turn() -> None:
    """The bombers have moved in secret; the reason is the same whatever they did."""
    for seed in range(4):
        session = viermot.new_game("nightfighter", scenario="3", seats={"umpire": "standard"}, seed=f"placing {seed}")
        while session.pending[0].kind == "place_fighter":
            session.decide(session.pending[0].options[0])
        reason = session.why_not_undo("player")
        assert reason is not None and reason.key == "undo.new_turn"
