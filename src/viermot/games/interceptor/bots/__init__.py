"""The bots of Interceptor Ace, by seat and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.games.interceptor.bots.expert import ExpertPilot
from viermot.games.interceptor.bots.novice import NovicePilot
from viermot.games.interceptor.bots.reference import ReferencePilot
from viermot.games.interceptor.bots.standard import StandardPilot
from viermot.kernel.registry import Bot
from viermot.uniform_bot import Uniform

SEATS: Final = ("pilot", "pilot1", "pilot2", "pilot3", "pilot4")
PILOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Uniform,
    "reference": ReferencePilot,
    "novice": NovicePilot,
    "standard": StandardPilot,
    "expert": ExpertPilot,
}
BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = dict.fromkeys(SEATS, PILOTS)
