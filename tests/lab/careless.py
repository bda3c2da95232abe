"""A player with a constant that is off, so that there is something to tune."""

from __future__ import annotations

from typing import Any

from viermot.kernel import bots, registry

CARE = 0.02  # how often it thinks before it answers: hardly ever, which is what there is to find
IDLE = 0.5  # does nothing


class Careless:
    """Answers as the standard player does as often as it cares to, else by lot."""

    def __init__(self) -> None:
        self.good = bots.make(registry.game("nightfighter"), "player", "standard")
        self.bad = bots.make(registry.game("nightfighter"), "player", "random")

    def choose(self, view: Any, ask: Any, rng: Any) -> int:
        """One of them answers."""
        thinks = rng.below(1000) < 1000 * CARE
        return int((self.good if thinks else self.bad).choose(view, ask, rng))
