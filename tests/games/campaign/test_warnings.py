"""What cannot be undone in a career is said before."""

from __future__ import annotations

import random

import viermot
from tests.support.warnings import leaving


def test_in_a_career_leaving_the_map_ends_the_sortie_not_the_game() -> None:
    rng = random.Random("career")
    s = viermot.new_game("campaign", "pilot", {"stops": "every"}, "career")
    said = ""
    while not said:
        decision = s.pending[0]
        final = (warned for warned in leaving(decision).values() if warned.key.endswith("last_leaves_map"))
        said = next((warned.text("en") for warned in final), "")
        s.decide(rng.choice(list(decision.options)))
    assert said.endswith("It is your last fighter up there: the sortie is over.")
