"""What it takes to win a night, and how it stands [4.1]."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.faces.event_text import slug
from viermot.kernel.json import JsonObject
from viermot.kernel.words import Filling
from viermot.reader import Level, Reader, Standing, VictoryTable
from viermot.text import message

DECISIVE, WIN, LOSS = "decisive", "win", "loss"


def _say(key: str, locale: str, **fields: Filling) -> str:
    return message(f"nightfighter.victory.{key}", locale, **fields)


def bars(conditions: JsonObject) -> dict[str, int]:
    """The score that each grade needs, the best first."""
    found = {DECISIVE: conditions["decisive"], WIN: conditions["win"]}
    return {grade: bar for grade, bar in found.items() if bar is not None}


def table(conditions: JsonObject, locale: str) -> VictoryTable:
    """What is counted, and how much of it is enough."""
    counts = [f"{_say(slug(conditions['score']), locale)}.", _say("counts.test", locale)]
    if conditions["lost_if"]:
        counts.append(_say("counts.lost_if", locale))
    needs = "needs.at_most" if conditions["compare"] == "at most" else "needs.at_least"
    grades = {grade: _say(needs, locale, n=bar) for grade, bar in bars(conditions).items()}
    grades[LOSS] = _say("needs.loss", locale)
    return VictoryTable(counts, [Level(_grade(grade, locale), said) for grade, said in grades.items()])


def _grade(grade: str, locale: str) -> str:
    said = message(f"nightfighter.field.level.{grade}", locale)
    return said[:1].upper() + said[1:]


def standing(conditions: JsonObject, score: JsonObject, locale: str, own: bool = True) -> Standing:
    """How this score compares, worded for the player whose score it is, or for somebody else."""
    points, needed = score["score"], bars(conditions)
    at_most = conditions["compare"] == "at most"
    reached = [grade for grade, bar in needed.items() if (points <= bar if at_most else points >= bar)]
    level = list(needed).index(reached[0]) if reached else len(needed)
    lines = [_say("stand.made_of", locale, kills=score["kills"], losses=score["losses"])]
    if conditions["score"] == "vp":
        lines.append(_say("stand.vp", locale, vp=score["vp"]))
    key, more = _compared(points, needed, reached, at_most)
    whose = "stand" if own else "stand.player"
    return Standing(_say(f"{whose}.{key}", locale, score=points, **more), level, lines)


def _compared(points: int, needed: dict[str, int], reached: list[str], at_most: bool) -> tuple[str, dict[str, int]]:
    if at_most:
        return "at_most", {"win": needed[WIN]}
    if DECISIVE in reached:
        return "decisive", {}
    if not reached:
        return "at_least", {"next": needed[WIN] - points}
    if DECISIVE in needed:
        return "more", {"next": needed[DECISIVE] - points}
    return "won", {}


class NightReader(Reader):
    """Of the umpired game and of the solitaire one."""

    def victory(self, pack: Components, scenario: str, locale: str) -> VictoryTable | None:
        return table(msgspec.to_builtins(pack.scenarios[scenario].victory), locale)

    def standing(self, view: Any, locale: str) -> tuple[VictoryTable, Standing] | None:
        conditions = view.sheet["victory"]
        if conditions is None:  # a sortie of a campaign is not won by itself
            return None
        return table(conditions, locale), standing(conditions, view.to_json()["score"], locale, view.seat == "player")


READER: Final = NightReader()
