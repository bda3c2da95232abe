"""However a game of any kind ends, page and lobby say so in the reader's language."""

from __future__ import annotations

import pytest

from viermot.kernel import registry
from viermot.text import has, languages

SHARED = {"nightfighter", "solitaire"}  # whose ends are told in the words that games share


@pytest.mark.parametrize("game", [module.name for module in registry.modules() if module.name not in SHARED])
@pytest.mark.parametrize("locale", languages())
def test_every_end_has_its_words_on_the_page(game: str, locale: str) -> None:
    """Every level that the game has a sentence for at the end, and every reason it logs."""
    levels = [name for name in LEVELS[game] if not has(f"{game}.page.ended.level.{name}", locale)]
    reasons = [name for name in REASONS[game] if not has(f"{game}.page.ended.reason.{name}", locale)]
    assert (levels, reasons) == ([], [])


LEVELS = {
    "campaign": ("decisive_victory", "victory", "minor_victory", "draw", "defeat"),
    "bomber_command": ("german_major", "german", "draw", "british", "british_major"),
    "interceptor": ("decisive", "substantial", "marginal", "draw", "defeat"),
}
REASONS = {
    "campaign": ("crippled", "end_of_the_campaign", "goal_reached", "killed", "no_crews_left", "no_longer_seasoned"),
    "bomber_command": ("agreed", "all_home"),
    "interceptor": ("the_year_is_over", "killed_in_action", "end_of_february_1944"),
}
