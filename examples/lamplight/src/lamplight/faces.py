"""How the game shows itself: in the terminal, on the page, to the fuzzer. Each of them may be left out."""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

from viermot.fuzz import Fuzzing
from viermot.kernel.decision import Decision
from viermot.kernel.session import Session
from viermot.server.face import Page
from viermot.terminal.console import Console
from viermot.terminal.screens import PlainScreen, Terminal


class LaneScreen(PlainScreen):
    """A row of lanes: the lamp, and for the raider himself where he is."""

    def picture(self, view: Any, console: Console, legal: Collection[str] = ()) -> list[str]:
        shown = view.to_json()
        lanes = range(1, shown["lanes"] + 1)
        marks = ["*" if lane == shown["lit"] else "." for lane in lanes]
        if "lane" in shown:
            marks[shown["lane"] - 1] = "@"
        return ["  " + " ".join(str(lane) for lane in lanes), "  " + " ".join(marks)]

    def is_spatial(self, decision: Decision) -> bool:
        return True


class LanePage(Page):
    """The plain table, with a picture of our own in the lobby."""

    art = Path(__file__).parent / "art.svg"


def always_aside(session: Session, decision: Decision, rng: random.Random) -> int:
    """A player who goes looking for trouble: along the edges."""
    return rng.choice((0, len(decision.codes) - 1))


class LaneFuzzing(Fuzzing):
    """For `viermot fuzz lamplight`."""

    reckless = (always_aside,)


TERMINAL = Terminal(LaneScreen())
PAGE = LanePage()
FUZZING = LaneFuzzing()
