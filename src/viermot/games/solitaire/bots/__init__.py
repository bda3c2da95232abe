"""The bots of the solitaire game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.solitaire.bots.player import StandardPlayer
from viermot.kernel.registry import Bot
from viermot.uniform_bot import Uniform

BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {"player": {"random": Uniform, "standard": StandardPlayer}}
