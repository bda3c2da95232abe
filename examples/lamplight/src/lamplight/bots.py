"""The computer's players. Each gets what its seat may see, the question and a random stream; never a state."""

from __future__ import annotations

from typing import Any

from lamplight.rules import SEATS
from viermot.uniform_bot import Uniform


class Restless:
    """Never stays where it is: the lamp comes back to where it was."""

    def choose(self, view: Any, ask: Any, rng: Any) -> int:
        here = view.to_json().get("lane", view.to_json()["lit"])
        elsewhere = [code for code in ask.codes if code != here] or list(ask.codes)
        chosen: int = elsewhere[rng.below(len(elsewhere))]
        return chosen


BOTS = {seat: {"random": Uniform, "standard": Restless} for seat in SEATS}
