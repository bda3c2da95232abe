"""Careers in the terminal's lobby: they have names, not numbers."""

from __future__ import annotations

from tests.games.solitaire.test_terminal import lobby


def test_a_scenario_with_a_name_is_chosen_by_name_or_place() -> None:
    for answer in ("2", "seasoned"):
        shown = lobby("campaign", "? 2", answer, "quit")
        assert "[pilot]: " in shown and "Z ośmioma zestrzeleniami" in shown
        assert "former_status  Załoga po stratach ląduje z dawnym statusem [CM3] (wł.)" in shown
