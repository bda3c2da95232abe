"""Combat of Nightfighter at a test's table: a fighter on a bomber's tail, or one that has just destroyed its victim."""

from __future__ import annotations

from typing import Any

from tests.games.nightfighter.support import (
    answer,
    attackers,
    bomber,
    check,
    fighter,
    new_session,
    night,
)
from viermot import Session

# What the dice of a response have to show.
CORKSCREW = {"response": [6], "reaction": [1]}
DEFENSIVE_FIRE = {"response": [6], "reaction": [3]}
WIDE = {"defensive fire": [1, 1]}


def on_its_tail(
    dice: dict[str, list[int]], scenario: str = "4B", target: Any = (), me: Any = (), **more: Any
) -> Session:
    """Combat phase of turn 3: fighter 201 has tallied Lancaster 113 in its hex, both flying south.

    Another bomber is far away and first in the list, so that the number of the fighter is not that of its target.
    """
    others = more.pop("others", ())
    first = () if others else (bomber(136, "1801 S"),)
    position = night(
        scenario,
        fighter(201, "1010 S", **{"tally": 113, **dict(me)}),
        *(first or others),
        bomber(113, "1010 S", **dict(target)),
        **{"turn": 3, "phase": 9, "visibility": "good", **more},
    )
    return new_session(position, dice=dice)


def after_the_kill(dice: dict[str, list[int]], guns: str = "guns", at: str = "1010 S", **more: Any) -> Session:
    """Scenario 4 (or another), turn 3: fighter 201 destroys bomber 113 and flies on."""
    position = night(
        more.pop("scenario", "4"),
        fighter(201, at, tally=113, **more),
        bomber(113, at, hits=3),
        bomber(102, "0401 S"),
        turn=3,
        phase=9,
        visibility="good",
    )
    s = new_session(position, dice={"response": [1], "attack": [6, 6], **dice})
    answer(s, "attack", guns)
    check(s, attackers(s)["113"]["fate"], "destroyed")
    return s
