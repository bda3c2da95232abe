"""The bots of Nightfighter, by seat and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.bots.nightfighter_plain_umpire import PlainUmpire
from viermot.bots.nightfighter_player import StandardPlayer
from viermot.bots.nightfighter_umpire import StandardUmpire
from viermot.bots.uniform import Uniform
from viermot.kernel.registry import Bot

BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "player": {"random": Uniform, "standard": StandardPlayer},
    "umpire": {"random": Uniform, "plain": PlainUmpire, "standard": StandardUmpire},
}
