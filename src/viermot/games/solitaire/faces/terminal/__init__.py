"""How the solitaire game looks in a terminal: open counters, their areas, and the odds of a search."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from viermot.games.nightfighter.faces.terminal import NightScreen
from viermot.games.nightfighter.model.board import HEXES, OFF
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.solitaire.faces.terminal import cards
from viermot.games.solitaire.faces.terminal.map import WIDTH, area_map, draw
from viermot.games.solitaire.faces.terminal.panel import panel
from viermot.games.solitaire.knowledge import events as kinds
from viermot.games.solitaire.knowledge.perspective import SoloView
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonObject
from viermot.terminal.console import Console, side_by_side
from viermot.terminal.screens import Terminal
from viermot.text import message

SPATIAL: Final = frozenset(
    ("place_fighter", "path", "leave_box", "who_moves", "place_search", "ai_target", "light_up", "tally", "use_serrate")
)
NEVER_NEWS: Final = frozenset(
    ("phase", "turn", "scenario", "searches_removed", "bombers_fly", "counters_moved", "exclusions_end", "excluded")
    + ("lights_blocked", "contact_gone", "contact_moved")
)
REAL_CHANCES: Final = ("found", "refined", "tracked", "real")  # what an option is chosen for


class SoloScreen(NightScreen):
    """The screen of the solitaire game."""

    def picture(self, view: SoloView, console: Console, legal: Collection[str] = ()) -> list[str]:  # type: ignore[override]
        """Map and panel side by side."""
        shown = view.to_json()
        beside = panel(shown, view.layout, console, console.width - WIDTH - 1)
        return side_by_side(draw(shown, view.layout, console, legal), beside, WIDTH)

    def shaded(self, view: SoloView, console: Console, shades: Mapping[str, str]) -> list[str]:  # type: ignore[override]
        """The map alone, with what may be believed."""
        return draw(view.to_json(), view.layout, console, shades=shades)

    def legend(self, view: SoloView, console: Console) -> list[str]:  # type: ignore[override]
        """What the signs on the map mean."""
        return cards.legend(console)

    def status(self, view: SoloView, console: Console) -> list[str]:  # type: ignore[override]
        """The situation in full."""
        return cards.status(view, console)

    def aircraft(self, view: SoloView, which: str, console: Console) -> list[str]:  # type: ignore[override]
        """A data card; for a counter also its area on the map, with the dice of each hex."""
        for counter in view.to_json()["counters"]:
            if which in (counter["counter"], counter["hex"]):
                return [*cards.counter_card(counter, console), *area_map(view.to_json(), view.layout, counter, console)]
        return super().aircraft(view, which, console)

    def tracks(self, view: SoloView, console: Console) -> list[str]:  # type: ignore[override]
        """The searches of this turn."""
        return cards.searches(view, console)

    def odds(self, view: SoloView, decision: Decision, which: str, console: Console) -> list[str]:  # type: ignore[override]
        """The odds of every search that can be chosen now, or else of an attack."""
        if decision.kind == "path":
            whole = [] if which else cards.attack_odds(view, decision, which, console)
            return [*self.checklist(view, decision, which, console), *whole]
        return cards.search_odds(view, decision, console) or cards.attack_odds(view, decision, which, console)

    def is_spatial(self, decision: Decision) -> bool:
        """Is it answered with an eye on the map?"""
        return decision.kind in SPATIAL

    def describe(self, view: SoloView, decision: Decision, option: str, locale: str) -> str:  # type: ignore[override]
        """An option as a person reads it; a counter with its place and the chance to find it."""
        for counter in view.to_json()["counters"]:
            if option == counter["counter"] or (decision.kind == "place_search" and option == counter["hex"]):
                return self._counter(view, decision, option, counter, locale)
        for fighter in view.to_json()["fighters"]:
            if option == fighter["id"]:
                return " ".join(filter(None, [option, fighter["type"], fighter["hex"], fighter["facing"]]))
        if decision.kind == "resolve_which":
            return _placed(view, option)
        if decision.kind == "path":
            return _leads_to(view, decision, option, locale)
        return decision.label(option, locale)

    def _counter(self, view: SoloView, decision: Decision, option: str, counter: JsonObject, locale: str) -> str:
        chances = cards.chances(view, decision, decision.read(option))
        shown = [cards.percent(chances[name], locale) for name in REAL_CHANCES if name in chances][:1]
        other = counter["counter"] if option == counter["hex"] else counter["hex"]
        return " ".join([option, other, cards.level_word(counter["level"], locale), *shown])

    def legal_hexes(self, view: SoloView, decision: Decision) -> set[str]:  # type: ignore[override]
        """Where a path may end; counters mark their own hexes."""
        return super().legal_hexes(view, decision) if decision.kind != "place_search" else set()

    def is_news(self, view: SoloView, event: Event) -> bool:  # type: ignore[override]
        """Is it worth a line as it happens? The log has everything."""
        if event.kind in NEVER_NEWS or (event.kind == "fighter" and not event.data["oblique"]):
            return False
        return event.kind not in kinds.ECHOES


def _placed(view: SoloView, hex_: str) -> str:
    """A search that waits to be resolved: its hex, the counter in it, the radar."""
    search = next(each for each in view.to_json()["searches"] if each["hex"] == hex_)
    return f"{hex_} {search['counter']} {search['radar']}"


def _leads_to(view: SoloView, decision: Decision, option: str, locale: str) -> str:
    """A path with where it leads."""
    hex_, facing = end_of(*view.fighter(decision.facts["fighter"]), decision.read(option))
    if hex_ == OFF:
        return message("nightfighter.leads_off", locale, path=option)
    return message("nightfighter.leads_to", locale, path=option, hex=HEXES.name(hex_), facing=DIRECTIONS[facing])


SCREEN: Final = SoloScreen()
TERMINAL: Final = Terminal(SCREEN)
