"""The bots of the solitaire game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.bots.solitaire_player import StandardPlayer
from viermot.bots.uniform import Uniform
from viermot.kernel.registry import Bot

BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "player": {"random": Uniform, "standard": StandardPlayer}
}
