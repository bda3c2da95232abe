"""Nightfighter solitaire for the page: Nightfighter's map and charts, and the chances of a search before it is made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from viermot.games.nightfighter.faces import page as night
from viermot.games.nightfighter.faces.page import PAGE as NIGHTFIGHTER
from viermot.games.nightfighter.faces.page_data import AttackOdds, AttackPlan, Formations, ScenarioMap, StaticData
from viermot.games.nightfighter.faces.sheet_text import lines as sheet_lines
from viermot.games.nightfighter.faces.sheet_text import text_of
from viermot.games.nightfighter.knowledge.sheet import sheet as sheet_of
from viermot.games.solitaire.components import SoloComponents
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.games.solitaire.knowledge.picture import SearchOdds, SoloPicture
from viermot.games.solitaire.model.board import FATES, counter_name
from viermot.games.solitaire.model.layout import WITH_6C
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import PUBLIC
from viermot.server.face import Page
from viermot.server.messages.table import ManyOptions, Trail

SEARCHES: Final = ("place_search", "ai_target", "tally", "tally_fixed", "light_up", "use_serrate")


def foremost(chances: dict[str, float]) -> float | None:
    """The chance that matters: of a find, otherwise of refining or tracking, otherwise of telling a bomber from a
    phantom.
    """
    return next((chances[what] for what in ("found", "refined", "tracked", "real") if what in chances), None)


class SoloPage(Page):
    """The solitaire game, as the page asks for it: map, charts and long lists are Nightfighter's."""

    sends = (SoloPicture, StaticData, Formations, ScenarioMap, AttackOdds, AttackPlan, SearchOdds)

    def card(self, view: SoloView, locale: str) -> tuple[str, str]:
        """The turn, and what the defenders fly."""
        return night.card_of(view, locale)

    def formations(self, pack: SoloComponents, scenario: str, locale: str) -> Formations:
        return NIGHTFIGHTER.formations(pack, scenario, locale)

    def chart(self, pack: SoloComponents, scenario: str) -> ScenarioMap:
        return NIGHTFIGHTER.chart(pack, scenario)

    def static(self, pack: SoloComponents, locale: str) -> StaticData:
        return NIGHTFIGHTER.static(pack, locale)

    def compact_options(self, decision: Decision, view: SoloView, locale: str) -> ManyOptions | None:
        return NIGHTFIGHTER.compact_options(decision, view, locale)

    def sheet(self, pack: SoloComponents, scenario: str, locale: str) -> list[list[str]]:
        """The scenario sheet in words, without the chits, which one player does without [3.2h, S8.0a]."""
        return [list(line) for line in sheet_lines(sheet_of(pack.scenarios[scenario]), locale)]

    def pictured(self, view: SoloView, locale: str) -> SoloPicture:
        """The picture, with a sheet of its own where another variant's stream changes the one shown at set-up."""
        picture = view.solo_picture()
        if view.layout.options.get(WITH_6C):
            picture.sheet = [list(line) for line in sheet_lines(view.sheet, locale)]
            picture.special = text_of(view.sheet["special"], locale)
        return picture

    def odds(self, view: SoloView, decision: Decision | None, locale: str) -> list[SearchOdds] | list[AttackOdds]:
        """The chances of every search that can be chosen now; otherwise those of an attack."""
        if view.seat == PUBLIC:
            return []
        if decision is None or decision.kind not in SEARCHES:
            return NIGHTFIGHTER.odds(view, decision, locale)
        chances = view.odds(decision.kind, decision.facts, decision.codes)
        return [
            SearchOdds(option=option, label=decision.label(option, locale), chances=chance)
            for option, chance in zip(decision.options, chances, strict=True)
            if chance
        ]

    def plan(self, decision: Decision, view: SoloView, locale: str) -> AttackPlan | None:
        return NIGHTFIGHTER.plan(decision, view, locale)

    def chances(self, decision: Decision, view: SoloView, locale: str) -> dict[str, str]:
        """The chance that matters of every search, and those of a shot."""
        if decision.kind not in SEARCHES:
            return NIGHTFIGHTER.chances(decision, view, locale) if decision.kind in night.ATTACKS else {}
        found = zip(decision.options, view.odds(decision.kind, decision.facts, decision.codes), strict=True)
        return {
            option: night.percent(Fraction(chance)) for option, told in found if (chance := foremost(told)) is not None
        }

    def trails(self, states: list[Any]) -> list[Trail]:
        """The way every counter and fighter flew."""
        found: dict[str, Trail] = {}
        for game in states:
            for ident, hex_, fate in zip(game.a_id, game.a_hex, game.a_fate, strict=True):
                night.add_to_trail(found, counter_name(ident), True, game.turn, hex_, FATES[fate])
            for fit, hex_, fate in zip(game.layout.fighters, game.f_hex, game.f_fate, strict=True):
                night.add_to_trail(found, str(fit.ident), False, game.turn, hex_, FATES[fate])
        return list(found.values())


PAGE: Final = SoloPage()
