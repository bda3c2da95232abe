"""What a loss is worth, as a seat can tell [11.1]."""

from __future__ import annotations

from typing import Any

from tests.games.bomber_command.support import new_session, night
from viermot.games.bomber_command import components
from viermot.games.bomber_command.knowledge.points import worth

SECRET = "E main Hannover 1 D5 K5* D8; B mosquito Essen from E entering H5 I7* D7"


def test_beside_a_loss_stands_what_it_is_worth_as_far_as_the_seat_knows() -> None:
    """A Mosquito counts as one only for a seat that knows the raid for what it is [11.1]."""
    s = new_session(night("berlin", plan=SECRET, turn=3, phase=4))

    def gained(seat: str, kind: str, **data: Any) -> Any:
        found = worth(s.perspective(seat), kind, data)
        return found.get("vp_german"), found.get("vp_british"), found.get("vp_rule")

    mosquito = components.load().scenarios["berlin"].scoring.mosquito
    assert gained("german", "bombers_lost", letter="E", count=2) == (2, None, "11.1b")
    assert gained("german", "bombers_lost", letter="B", count=2) == (2, None, "11.1b")
    assert gained("british", "bombers_lost", letter="B", count=2) == (2 * mosquito, None, "11.1b")
    assert gained("german", "fighters_lost", unit="II./NJG1", count=3) == (None, 1.5, "11.1a")
    assert worth(s.perspective("german"), "moved", {"unit": "II./NJG1"}) == {}
