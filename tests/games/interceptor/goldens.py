"""Golden careers of Interceptor Ace: a career as text that a person can read and a diff can judge.

`make golden` plays them anew with the bots, seeds and options named here; the test replays the decisions in the text,
so that a bot may change without a golden career changing; a rule may not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3]))  # run as a script, too

from tools import goldens
from tools.goldens import Chooser, by_text, listed, plain_fields
from viermot import Session, new_game
from viermot.games.interceptor.knowledge import events
from viermot.kernel import registry
from viermot.kernel.decision import Decision

__all__ = ["CAREERS", "FOLDER", "by_bots", "by_text", "play"]

FOLDER: Final = Path(__file__).with_name("golden")
LATE: Final = {"start": "Dec43"}
EVERYTHING: Final = {"10.3": True, "10.4": True, "10.5": True, "10.6": True, "start": "Jan44"}
# name: scenario, options, bot, seed; one a series of aircraft, one an ending, one a kind of company, one with options
CAREERS: Final[dict[str, tuple[str, dict[str, Any], str, str]]] = {
    "bf109": ("18", LATE, "standard", "g12"),
    "fw190": ("5", LATE, "standard", "g2"),
    "bf110": ("20", LATE, "standard", "golden"),
    "me410": ("11", LATE, "standard", "golden"),
    "march": ("career", {}, "reference", "golden"),
    "ace": ("career", {"10.2": "Heinz Knoke"}, "standard", "golden"),
    "options": ("7", EVERYTHING, "standard", "g5"),
    "together": ("2", {"10.1": "cooperative", "pilots": 2, "start": "Jan44"}, "standard", "golden"),
    "rivals": ("2", {"10.1": "competitive", "pilots": 2, "start": "Feb44"}, "standard", "golden"),
    "plot-fails": ("journey", {"10.7": True}, "random", "golden"),
    "plot-succeeds": ("journey", {"10.7": True}, "random", "golden"),
}
# A man of 39 victories who lands with his fortieth: the next journey is to headquarters [7.8.7.5, 10.7].
JOURNEY: Final = """
game = "interceptor"
at = "ground"
month = "Jan44"
line = 3
options = {"10.7" = true}
[[pilot]]
unit = "I/JG 2"
aircraft = "Fw190A-7"
bombers = 46
sortie_b = 6
fate = 2
level = 7
awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
"""


def by_bots(name: str) -> Chooser:
    """The bots of that career; a plotter does not waver."""
    _, options, bot, seed = CAREERS[name]
    game = registry.with_options("interceptor", options)
    choose = goldens.by_bots(game, dict.fromkeys(game.seats, bot), seed)

    def steadfast(session: Session, decision: Decision) -> str:
        return decision.options[-1] if decision.kind == "at_headquarters" else choose(session, decision)

    return steadfast


def begin(name: str) -> Session:
    """The career before its first decision."""
    scenario, options, _, seed = CAREERS[name]
    if scenario != "journey":
        return new_game("interceptor", scenario, options, seed=seed)
    dice = {"pistol shots": [6 if name == "plot-succeeds" else 1], "pistol wound": [6, 1, 1, 1, 1, 1]}
    if name == "plot-fails":
        dice["pistol wound"] = [1]
    return new_game("interceptor", position=JOURNEY, seed=seed, dice=dice)


def play(name: str, choose: Chooser) -> str:
    """The whole career as text."""
    scenario, options, bot, seed = CAREERS[name]
    session = begin(name)
    lines = [f"# career: {name}", f"# scenario: {scenario}", f"# options: {json.dumps(options)}", f"# bot: {bot}"]
    lines += [f"# seed: {seed}", ""]
    lines += [*goldens.play_on(session, choose, told), *goldens.last_lines(session)]
    return "\n".join(lines) + "\n"


def told(session: Session, since: int) -> Iterator[str]:
    """What was logged, one a line, with its rules; rolls by their dice, a heading for each line of the log sheet."""
    state: Any = session.state
    for event in state.log[since : state.logged]:
        kind, rules, _, _ = event
        fields = plain_fields(events, state, event)
        if kind == "line":
            yield f"== {fields['month']} {fields['line']}"
        elif kind == "roll":
            dice = " ".join(map(str, fields.pop("dice")))
            yield f"  {fields.pop('what')}: {dice} {listed(fields)}[{rules}]"
        else:
            yield f"  {kind} {listed(fields)}[{rules}]"


if __name__ == "__main__":
    goldens.play_anew(FOLDER, CAREERS, lambda name: play(name, by_bots(name)))
