"""The bots of Interceptor Ace, by seat and name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from viermot.bots.interceptor_reference import ReferencePilot
from viermot.bots.interceptor_standard import StandardPilot
from viermot.bots.uniform import Uniform
from viermot.kernel.registry import Bot

SEATS: Final = ("pilot", "pilot1", "pilot2", "pilot3", "pilot4")
PILOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Uniform,
    "reference": ReferencePilot,
    "standard": StandardPilot,
}
BOTS: Final[Mapping[str, Mapping[str, Callable[[], Bot]]]] = dict.fromkeys(SEATS, PILOTS)
