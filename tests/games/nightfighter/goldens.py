"""Golden playthroughs of Nightfighter: whole games as text that a person can read and a diff can judge.

`make golden` plays each of them anew; `make golden ARGS=--choose` looks for games worth keeping where a scenario, a
variant or a way to end has none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3]))  # run as a script, too

from tests.games.nightfighter.golden_scenarios import Header, Playthroughs
from viermot.games.nightfighter.knowledge.events import fields_of, plain
from viermot.games.nightfighter.sequence import PHASES
from viermot.kernel import registry

GAME: Final = registry.game("nightfighter")
AUDIENCE: Final = {1: " p ", 2: " u ", 3: "   "}  # who is told: the player, the umpire, all
TRIES: Final = 12
EXCITING: Final = {
    "shot_down": 6, "corkscrews": 5, "follows": 4, "fighter_hit": 4, "fighter_lost": 5, "intruder_attacks": 8,
    "attack": 3, "identified": 4, "tail_warning": 2, "torpedo": 1, "handed_off": 2, "coned": 1, "fixed": 1,
    "tallied": 2, "evades": 3, "stays_with_it": 5, "scattered": 5, "blinded": 3, "flares": 1,
}  # fmt: skip
LIKELY: Final = {
    "bomber attacked": ("7", "7A", "7B"), "German fighters gone": ("7C", "7", "7B"), "last turn": ("1B", "4", "1"),
}  # fmt: skip


def fields(state: Any, event: tuple[Any, ...]) -> Mapping[str, Any]:
    """An event's fields as the umpire knows them."""
    return {name: plain(state, name, value) for name, value in fields_of(event, for_player=False).items()}


def candidates(scenario: str) -> Iterator[Header]:
    """Games to choose from, some of them with optional rules or odd pilots."""
    advanced = "17" in GAME.load_pack(None).scenarios[scenario].rules
    for number in range(TRIES):
        options = {"28.4": True} if number % 3 == 1 and advanced else {}
        bots = {"player": "standard" if number % 4 else "random", "umpire": "plain"}
        yield Header(scenario, f"golden {number}", bots, options)


def endings(wanted: str) -> Iterator[Header]:
    """Games in which that ending is likely."""
    answers = {"fly_for_more": "stop"} if wanted == "victory stop" else {}
    for number in range(400):
        for scenario in LIKELY.get(wanted, ("3", "4B", "2", "3C")):
            for player in GAME.bots("player"):
                for umpire in GAME.bots("umpire"):
                    yield Header(scenario, f"end {number}", {"player": player, "umpire": umpire}, {}, answers)


PLAYTHROUGHS: Final = Playthroughs(
    "nightfighter", PHASES, fields, AUDIENCE.__getitem__, EXCITING, 32_000, candidates, endings
)

if __name__ == "__main__":
    sys.exit(PLAYTHROUGHS.main())
