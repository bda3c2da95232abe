"""The random bot: any legal answer, all equally likely. For fuzzing, and as the weakest opponent."""

from __future__ import annotations

from typing import Any

from viermot.kernel.dice import Rng


class Uniform:
    """Chooses uniformly among the legal answers of any game."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        """One of the codes."""
        code: int = ask.codes[rng.below(len(ask.codes))]
        return code
