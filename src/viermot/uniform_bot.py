"""The random bot: any legal answer, all alike. For fuzzing, and as the least of opponents."""

from __future__ import annotations

from typing import Any


class Uniform:
    """Chooses uniformly among the legal answers of any game."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        """One of the codes."""
        code: int = ask.codes[chance.below(len(ask.codes))]
        return code
