"""Intervals for what was counted."""

from __future__ import annotations

import math


def wilson_lower(hits: int, games: int, z: float = 1.959964) -> float:
    """The lower bound of Wilson's interval."""
    share = hits / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games)
