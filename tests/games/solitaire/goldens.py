"""Golden playthroughs of the solitaire game: whole games as text that a person can read and a diff can judge.

`make golden` plays each of them anew; `--choose` finds what is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3]))  # run as a script, too

from tests.games.nightfighter.golden_scenarios import Header, Playthroughs
from tools.goldens import plain_fields
from viermot.games.solitaire.knowledge import events
from viermot.games.solitaire.sequence import PHASES

PLAYER: Final = {"player": "standard"}
TRIES: Final = 6
EXCITING: Final = {
    "shot_down": 6, "corkscrews": 5, "fighter_hit": 4, "fighter_lost": 5, "attack": 3, "revealed": 4, "handed_off": 2,
    "coned": 1, "fixed": 2, "tallied": 3, "stays_with_it": 5, "scattered": 5, "blinded": 3, "real": 2, "phantom": 1,
    "tracked": 2, "refined": 1, "rolled_again": 2, "excluded": 1,
}  # fmt: skip
LIKELY: Final = {"bomber attacked": ("7",), "German fighters gone": ("7C", "7"), "last turn": ("1B", "4", "1")}
ANSWERS: Final[dict[str, dict[str, str]]] = {  # without which it hardly ever ends that way
    "victory stop": {"fly_for_more": "stop"}, "bomber attacked": {"attack": "guns", "identify": "no"},
}  # fmt: skip


def fields(state: Any, event: tuple[Any, ...]) -> Mapping[str, Any]:
    """An event's fields; there is nothing to hide."""
    return plain_fields(events, state, event)


def candidates(scenario: str) -> list[Header]:
    """Games to choose from."""
    return [Header(scenario, f"golden {number}", PLAYER) for number in range(TRIES)]


def endings(wanted: str) -> Iterator[Header]:
    """Games in which that ending is likely."""
    for number in range(400):
        for scenario in LIKELY.get(wanted, ("3", "4B", "2", "3C")):
            yield Header(scenario, f"end {number}", PLAYER, answers=ANSWERS.get(wanted, {}))


PLAYTHROUGHS: Final = Playthroughs("solitaire", PHASES, fields, lambda _: "  ", EXCITING, 40_000, candidates, endings)

if __name__ == "__main__":
    sys.exit(PLAYTHROUGHS.main())
