"""What a loss is worth to the other side, as far as the seat can tell [11.1]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viermot.games.bomber_command.model.board import KINDS, LETTERS, MOSQUITO
from viermot.kernel.json import JsonObject

if TYPE_CHECKING:
    from viermot.games.bomber_command.knowledge.perspective import RaidView


def worth(view: RaidView, kind: str, data: JsonObject) -> JsonObject:
    """The points of a line of the log, by the side that gets them; nothing where it is about no loss."""
    scoring = view.layout.scoring
    if kind == "bombers_lost":
        mosquito = _known_kind(view, data["letter"]) == KINDS[MOSQUITO]
        return {"vp_german": (scoring.mosquito if mosquito else scoring.bomber) * data["count"], "vp_rule": "11.1b"}
    if kind == "fighters_lost":
        return {"vp_british": scoring.nightfighter * data["count"], "vp_rule": "11.1a"}
    return {}


def _known_kind(view: RaidView, letter: str) -> str:
    """What a raid is, if this seat knows."""
    return next((KINDS[box.kind] for box in view.boxes() if LETTERS[box.letter] == letter and box.kind >= 0), "")
