"""A bots' process with bots that misbehave, and some that tell where they are: started instead of the usual one by
test_bots.py, with a folder for what they tell.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # it is run as a script

from tests.support.kits import sample
from viermot.kernel import registry
from viermot.kernel.bots import Budgeted
from viermot.kernel.dice import Rng


class Sleepy:
    """Thinks for ever."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        time.sleep(3600)
        return 0


class Broken:
    """Falls over."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        raise ValueError("no idea")


class Cheat:
    """Answers what is not offered."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        return -1


class Deadly:
    """Takes the process with it."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        os._exit(3)


class Chatty:
    """Prints while it thinks, and then chooses the first."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        print("hm, let me see ...")
        return int(ask.codes[0])


class Homely:
    """Notes down in which process it was made: once for each copy of a game. Thinks for a moment."""

    def __init__(self) -> None:
        with (Path(sys.argv[1]) / "made").open("a") as made:
            made.write(f"{os.getpid()}\n")

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        time.sleep(0.05)
        return int(ask.codes[0])


class Patient:
    """Holds its process until somebody opens the gate, and says which that is."""

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        gate = Path(sys.argv[1]) / "gate"
        if not gate.exists():
            (Path(sys.argv[1]) / f"held-{os.getpid()}").touch()
        while not gate.exists():
            time.sleep(0.02)
        return int(ask.codes[0])


class Deep:
    """Thinks as long as it is told to."""

    def __init__(self, budget: int) -> None:
        self.budget = budget

    def choose(self, view: Any, ask: Any, rng: Rng) -> int:
        return int(ask.codes[sum(rng.below(2) for _ in range(self.budget)) % len(ask.codes)])


BAD: dict[str, Any] = {
    "sleepy": Sleepy, "broken": Broken, "cheat": Cheat, "deadly": Deadly, "chatty": Chatty, "homely": Homely,
    "patient": Patient, "deep": Budgeted(Deep, studies=3, table=6),
}  # fmt: skip


def add_to_the_game() -> None:
    """Make them known to the game that these tests play."""
    module = registry.game(sample())
    theirs = module.bots
    module.bots = lambda seat: {**theirs(seat), **BAD}  # type: ignore[method-assign]


if __name__ == "__main__":
    from viermot.server import bot_process

    add_to_the_game()
    bot_process.main()
    sys.exit(0)
