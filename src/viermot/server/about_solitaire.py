"""Nightfighter solitaire for the page: Nightfighter's map and charts, and the chances of a search before it is made."""

from __future__ import annotations

from typing import Any, Final

from viermot.kernel.decision import Decision
from viermot.kernel.perspective import PUBLIC
from viermot.nightfighter.sheet import sheet as sheet_of
from viermot.nightfighter.sheet_aloud import lines as sheet_lines
from viermot.server import about_nightfighter as night
from viermot.server.about_nightfighter import chart as chart
from viermot.server.about_nightfighter import formations as formations
from viermot.server.about_nightfighter import shortly as shortly
from viermot.server.about_nightfighter import static as static
from viermot.server.messages import Trail
from viermot.solitaire.board import FATES, counter_name
from viermot.solitaire.components import SoloComponents
from viermot.solitaire.perspective import SoloView
from viermot.solitaire.table import WITH_6C

SEARCHES: Final = ("place_search", "ai_target", "tally", "tally_fixed", "light_up", "use_serrate")


def sheet(pack: SoloComponents, scenario: str, locale: str) -> list[list[str]]:
    """The scenario sheet in words, without the chits, which one player does without [3.2h, S8.0a]."""
    return [list(line) for line in sheet_lines(sheet_of(pack.scenarios[scenario]), locale)]


def pictured(view: SoloView, locale: str) -> dict[str, Any]:
    """The table; with its own sheet where the stream of another variant makes it another than the set-up showed."""
    picture = view.to_json()
    if view.table.options.get(WITH_6C):
        picture["sheet"] = [list(line) for line in sheet_lines(view.sheet, locale)]
        picture["special"] = night.text_of(view.sheet["special"], locale)
    return picture


def odds(view: SoloView, decision: Decision | None, locale: str) -> list[dict[str, Any]]:
    """The chances of every search that can be chosen now; else those of an attack."""
    if view.seat == PUBLIC:
        return []
    if decision is None or decision.kind not in SEARCHES:
        return night.odds(view, decision, locale)
    chances = view.odds(decision.kind, decision.facts, decision.codes)
    return [
        {"option": option, "label": decision.label(option, locale), "chances": chance}
        for option, chance in zip(decision.options, chances, strict=True)
        if chance
    ]


def trails(states: list[Any]) -> list[Trail]:
    """The way every counter and fighter flew."""
    found: dict[str, Trail] = {}
    for game in states:
        for ident, hex_, fate in zip(game.a_id, game.a_hex, game.a_fate, strict=True):
            night.was(found, counter_name(ident), True, game.turn, hex_, FATES[fate])
        for fit, hex_, fate in zip(game.table.fighters, game.f_hex, game.f_fate, strict=True):
            night.was(found, str(fit.ident), False, game.turn, hex_, FATES[fate])
    return list(found.values())
