"""Careers for the fuzzer: odd options, and decisions left to chance."""

from __future__ import annotations

import random
from typing import Final

from viermot.fuzz import Fuzzing
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import GameModule


class CareerFuzzing(Fuzzing):
    """Careers of all lengths."""

    def options(self, module: GameModule, scenario: str, rng: random.Random) -> JsonObject:
        """Careers of a month or three, with and without an umpire, stopping often or never."""
        options: JsonObject = {"months": rng.choice((1, 1, 2, 3) if scenario == "staffel" else (3, 6, 12))}
        options["aircraft"] = rng.choice(("Me110", "Ju88"))
        options["stops"] = rng.choice(("eventful", "every", "never"))
        for switch in ("ironman", "printed_recovery", "former_status"):
            options[switch] = rng.random() < 0.5
        if scenario == "staffel":
            options["umpire"] = rng.random() < 0.5
        return options


FUZZING: Final = CareerFuzzing()
