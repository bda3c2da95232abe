"""What cannot be undone in a career is said before."""

from __future__ import annotations

import random

import viermot
from tests.support.warnings import leaving
from viermot.server import views


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


def test_the_page_is_told_the_same() -> None:
    """Beside a question with few answers the page is sent what they cost: in the career's words, too."""
    rng = random.Random("career")
    s = viermot.new_game("campaign", "pilot", {"stops": "every"}, "career")
    sent: list[str] = []
    while not sent:
        decision = s.pending[0]
        if any(warned.key.endswith("last_leaves_map") for warned in leaving(decision).values()):
            asked = views.question(decision, s.perspective("player"), "en")
            sent = [warning.text for warning in asked.warnings.values() if warning.asks]
        s.decide(rng.choice(list(decision.options)))
    assert all(text.endswith("the sortie is over.") for text in sent), sent
