"""The bots of Nightfighter, by seat and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.nightfighter.bots.plain_umpire import PlainUmpire
from viermot.games.nightfighter.bots.player import StandardPlayer
from viermot.games.nightfighter.bots.umpire import StandardUmpire
from viermot.kernel.registry import Bot
from viermot.uniform_bot import Uniform

BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = {
    "player": {"random": Uniform, "standard": StandardPlayer},
    "umpire": {"random": Uniform, "plain": PlainUmpire, "standard": StandardUmpire},
}
