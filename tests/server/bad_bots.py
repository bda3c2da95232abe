"""A bots' process with bots that misbehave: started instead of the usual one by test_bots.py."""

from __future__ import annotations

import os
import sys
import time
from typing import Any


class Sleepy:
    """Thinks for ever."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        time.sleep(3600)
        return 0


class Broken:
    """Falls over."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        raise ValueError("no idea")


class Cheat:
    """Answers what is not offered."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        return -1


class Deadly:
    """Takes the process with it."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        os._exit(3)


class Chatty:
    """Prints while it thinks, and then chooses the first."""

    def choose(self, view: Any, ask: Any, chance: Any) -> int:
        print("hm, let me see ...")
        return int(ask.codes[0])


BAD = {"sleepy": Sleepy, "broken": Broken, "cheat": Cheat, "deadly": Deadly, "chatty": Chatty}


def add_to_the_game() -> None:
    """Make them known to Nightfighter."""
    from viermot.bots import nightfighter

    for seat, bots in nightfighter.BOTS.items():
        nightfighter.BOTS[seat] = {**bots, **BAD}  # type: ignore[index]


if __name__ == "__main__":
    from viermot.server import bot_process

    add_to_the_game()
    bot_process.main()
    sys.exit(0)
