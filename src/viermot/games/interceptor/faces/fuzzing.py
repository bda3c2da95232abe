"""Interceptor Ace for the fuzzer: a pilot who attacks, and every option of chapter 10."""

from __future__ import annotations

import random
from typing import Any, Final

from viermot.fuzz import Fuzzing
from viermot.kernel.decision import Decision
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session

TIMID = ("bail out", "leave", "go home", "enough", "break off", "done", "stand down", "jump")


def fly_hard(session: Session, decision: Decision, rng: random.Random) -> int:
    """Interceptor: a pilot who attacks, flies on, buys all he can, and jumps only now and then."""
    options = list(decision.options)
    if decision.kind in ("spend_experience", "spend_prestige") and len(options) > 1 and rng.random() < 0.8:
        return rng.randrange(1, len(options))
    bold = [n for n, option in enumerate(options) if option not in TIMID or rng.random() < 0.05]
    return rng.choice(bold or range(len(options)))


class AceFuzzing(Fuzzing):
    """Pilots who press on."""

    reckless = (fly_hard, fly_hard, fly_hard)

    def options(self, module: GameModule, scenario: str, rng: random.Random) -> dict[str, Any]:
        """Each option of chapter 10, company of two to four, an ace, a late start."""
        options: dict[str, Any] = {f"10.{n}": True for n in (3, 4, 5, 6, 7) if rng.random() < 0.3}
        if rng.random() < 0.1:
            options["example_mode"] = True
        if rng.random() < 0.2:
            options["10.1"] = rng.choice(("cooperative", "competitive"))
            options["pilots"] = rng.randrange(2, 5)
        if rng.random() < 0.15:
            options["10.2"] = rng.choice(list(module.load_pack(None).aces))
            if rng.random() < 0.3:
                options["ace_late"] = True
        elif rng.random() < 0.15:
            options["start"] = rng.choice(("Jun43", "Oct43", "Jan44"))
        return options


FUZZING: Final = AceFuzzing()
