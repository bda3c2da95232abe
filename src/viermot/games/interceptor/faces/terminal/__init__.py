"""How Interceptor Ace looks in a terminal: the endurance track, the mat, the target charts, the pilot's book."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from viermot.games.interceptor.faces.terminal import cards, mat
from viermot.games.interceptor.faces.words import in_words
from viermot.games.interceptor.knowledge.perspective import CareerView
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.sentences import sentence
from viermot.terminal.console import Console
from viermot.terminal.screens import PlainScreen, Terminal

WITH_PICTURE: Final = frozenset(
    ("choose_target", "fire_round", "after_pass", "escape", "dogfight", "press_on", "adjust", "forced_down")
)
# The log has everything; as news, these say no more than the line next to them.
NEVER_NEWS: Final = frozenset(
    ("line", "month", "career", "ammo", "round", "fight_round", "attacks_bombers", "turn_of", "shuffled", "option")
)


class CareerScreen(PlainScreen):
    """The screen of Interceptor Ace. Everything comes from the perspective of the seat that looks."""

    heading_key = "interceptor.heading"

    def picture(self, view: CareerView, console: Console, legal: Collection[str] = ()) -> list[str]:
        """Track, mat, and whom he fights."""
        return mat.picture(view.picture(), console)

    def legend(self, view: CareerView, console: Console) -> list[str]:
        """What the signs mean."""
        return [console.text(f"interceptor.legend.{name}") for name in ("track", "mat", "wheel")]

    def status(self, view: CareerView, console: Console) -> list[str]:
        """The pilot and crew status chart of everybody at the table."""
        return [line for pilot in view.picture().pilots for line in cards.pilot(pilot, console)]

    def aircraft(self, view: CareerView, which: str, console: Console) -> list[str]:
        """The data of an aircraft: the one named, or one's own."""
        return cards.aircraft(view, which, console)

    def tracks(self, view: CareerView, console: Console) -> list[str]:
        """The career book: every line of the log sheet, and under it the diary [4.3.2]."""
        lines = [
            line
            for event in view.events()
            if event.kind in ("log_line", "line_missed", "promoted", "award")
            for line in (f"{event.turn:3d}  {sentence(view, event, console.locale)}", *_diary(view, event, console))
        ]
        return lines or [console.text("interceptor.book.empty")]

    def odds(self, view: CareerView, decision: Decision, which: str, console: Console) -> list[str]:
        """The odds of what is being asked."""
        found = view.odds(decision.kind, decision.codes, decision.options)
        return [line for odds in found for line in cards.odds(odds, console)] or [console.text("interceptor.odds.none")]

    def briefing(self, view: CareerView, console: Console) -> list[str]:
        """What a new pilot is told."""
        return [console.text("interceptor.about")]

    # -- questions -----------------------------------------------------------------------------------

    def is_spatial(self, decision: Decision) -> bool:
        """Is it answered with an eye on the mat?"""
        return decision.kind in WITH_PICTURE

    def legal_hexes(self, view: CareerView, decision: Decision) -> set[str]:
        """There is no map of hexes."""
        return set()

    def meant(self, view: CareerView, decision: Decision, text: str) -> list[str]:
        """Options a text may stand for: those that begin with it, or have all its words."""
        words = text.lower().split()
        begun = [option for option in decision.options if option.lower().startswith(text.lower())]
        shortest = min(begun, key=len, default="")
        if begun and all(option.startswith(shortest) for option in begun):
            return [shortest]
        return begun or [option for option in decision.options if set(words) == set(option.lower().split())]

    def describe(self, view: CareerView, decision: Decision, option: str, locale: str) -> str:
        """An option as a person reads it, with the word that chooses it where they differ."""
        label = decision.label(option, locale)
        return label if label.lower().startswith(option.lower().split()[0]) else f"{option}: {label}"

    # -- news ------------------------------------------------------------------------------------------

    def is_news(self, view: CareerView, event: Event) -> bool:
        """Is it worth a line as it happens? The log has everything."""
        return event.kind not in NEVER_NEWS

    def heading(self, view: CareerView, event: Event, console: Console) -> str | None:
        """A heading for each line of the log sheet."""
        if event.kind != "line":
            return None
        month: Any = in_words("month", event.data["month"], console.locale)
        return console.text("interceptor.heading.line", month=month, line=event.data["line"])


def _diary(view: CareerView, event: Event, console: Console) -> list[str]:
    return [f"     {line}" for line in view.modifiers(event, console.locale)] if event.kind == "log_line" else []


SCREEN: Final = CareerScreen()
TERMINAL: Final = Terminal(SCREEN)
