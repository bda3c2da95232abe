"""Interceptor Ace for the fuzzer: a pilot who attacks, and every option of chapter 10."""

from __future__ import annotations

import random
from typing import Any, Final

from viermot.fuzz import Fuzzing
from viermot.kernel.decision import Decision
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session

TIMID = ("bail out", "leave", "go home", "enough", "break off", "done", "stand down", "jump")


def fly_hard(session: Session, decision: Decision, chance: random.Random) -> int:
    """Interceptor: a pilot who attacks, flies on, buys all he can, and jumps only now and then."""
    options = list(decision.options)
    if decision.kind in ("spend_experience", "spend_prestige") and len(options) > 1 and chance.random() < 0.8:
        return chance.randrange(1, len(options))
    bold = [n for n, option in enumerate(options) if option not in TIMID or chance.random() < 0.05]
    return chance.choice(bold or range(len(options)))


class AceFuzzing(Fuzzing):
    """Pilots who press on."""

    reckless = (fly_hard, fly_hard, fly_hard)

    def options(self, module: GameModule, scenario: str, chance: random.Random) -> dict[str, Any]:
        """Each option of chapter 10, company of two to four, an ace, a late start."""
        options: dict[str, Any] = {f"10.{n}": True for n in (3, 4, 5, 6, 7) if chance.random() < 0.3}
        if chance.random() < 0.1:
            options["example_mode"] = True
        if chance.random() < 0.2:
            options["10.1"] = chance.choice(("cooperative", "competitive"))
            options["pilots"] = chance.randrange(2, 5)
        if chance.random() < 0.15:
            options["10.2"] = chance.choice(list(module.load_pack(None).aces))
            if chance.random() < 0.3:
                options["ace_late"] = True
        elif chance.random() < 0.15:
            options["start"] = chance.choice(("Jun43", "Oct43", "Jan44"))
        return options


FUZZING: Final = AceFuzzing()
