"""What a game may tell the page besides the play. A game that has nothing to add is shown at the plain table.

All of it is made from the pack, the perspective and the decision, never from a state, except for what is only asked
about games that are over (``trails``) and about games inside a game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct

from viermot.kernel.agenda import State
from viermot.kernel.decision import Decision
from viermot.kernel.json import JsonObject
from viermot.kernel.record import Entry
from viermot.kernel.saves import Verdict
from viermot.kernel.session import Session
from viermot.server.messages.table import Charts, EventLine, Fault, ManyOptions, OrderRow, Trail
from viermot.server.pacing import Pacing
from viermot.server.refusals import Refused
from viermot.text import message


class Page:
    """The plain answers; a game overrides those where it has something to say."""

    sends: Sequence[type[Struct]] = ()  # what its page reads: TypeScript and decoders are generated from these
    art: Path = Path(__file__).with_name("plain_art.svg")  # its picture in the lobby, drawn as SVG, 480 by 150
    pacing: Pacing | None = None  # its silent questions; None where there are none
    many_sided: frozenset[str] = frozenset()  # what it uses dice with more than six sides for

    # -- before play -------------------------------------------------------------------------------------

    def formations(self, pack: Any, scenario: str, locale: str) -> Struct | dict[str, Any]:
        """Who takes part in a scenario, for the set-up screen."""
        return {}

    def chart(self, pack: Any, scenario: str) -> Struct | dict[str, Any]:
        """What a scenario's little map shows."""
        return {}

    def sheet(self, pack: Any, scenario: str, locale: str) -> list[list[str]]:
        """The scenario sheet in words, line by line."""
        return []

    def static(self, pack: Any, locale: str) -> Charts | dict[str, Any]:
        """Map, charts, history: what never changes. Its rules are added to it."""
        return Charts()

    def options_between_people(self, options: JsonObject, people: Collection[str]) -> JsonObject:
        """The options of a new table with people in these seats, adjusted to what has to hold between people."""
        return options

    # -- during play -------------------------------------------------------------------------------------

    def compact_options(self, decision: Decision, view: Any, locale: str) -> ManyOptions | None:
        """A long list of options in compact form; None where a plain list will do."""
        return None

    def order_rows(self, decision: Decision, view: Any, locale: str) -> tuple[list[OrderRow], list[Fault]]:
        """The order sheet that a question belongs to, and what its rows refuse; empty where none is to be written."""
        return [], []

    def asked(self, decision: Decision, view: Any) -> tuple[Decision, Any]:
        """The question as it is shown: that of a game inside the game, where one is being played, and its view."""
        return decision, view

    def pictured(self, view: Any, locale: str) -> Struct | dict[str, Any]:
        """What the seat may know, and with it the words for what the page could not word itself."""
        picture: dict[str, Any] = view.to_json()
        return picture

    def reworded(self, view: Any, lines: Sequence[EventLine], locale: str) -> list[EventLine]:
        """The lines of the log, where a game inside the game tells some of them in its own words."""
        return list(lines)

    def odds(self, view: Any, decision: Decision | None, locale: str) -> Sequence[Struct | dict[str, Any]]:
        """The odds of what is asked about, from what the seat knows."""
        return []

    def plan(self, decision: Decision, view: Any, locale: str) -> Struct | None:
        """What is worth showing beside an answer that is drawn bit by bit, for every way it may end."""
        return None

    def chances(self, decision: Decision, view: Any, locale: str) -> dict[str, str]:
        """Shown beside some answers: the chance that they come to anything, in words; from what the seat knows."""
        return {}

    def faults(self, decision: Decision, option: str | int, locale: str) -> list[Fault]:
        """Everything that is wrong with a refused answer, where that can be a lot."""
        return []

    def draft(self, decision: Decision, option: str | int) -> Struct | None:
        """What an unfinished answer amounts to so far; None where answers are not drawn."""
        return None

    def card(self, view: Any, locale: str) -> tuple[str, str]:
        """For a card in the lobby: how far the game is ("turn 9"), and who or what the seat flies."""
        events = view.events()
        return (message("card.turn", locale, n=events[-1].turn) if events and events[-1].turn else "", "")

    # -- afterwards --------------------------------------------------------------------------------------

    def trails(self, states: list[Any]) -> list[Trail]:
        """Where everything was in these states of a game that is over."""
        return []

    # -- a game inside the game --------------------------------------------------------------------------

    def inside(self, state: Any) -> State | None:
        """The one that is being played in this state, whose events the outer game repeats."""
        return None

    def part(self, session: Session, number: int) -> Sequence[tuple[Entry, State]]:
        """One that is over: its lines of the record, each with the state after it."""
        no_part()

    def part_begins(self, view: Any) -> int:
        """The seat's number for the first event of the one played in this view."""
        no_part()

    def part_alone(self, session: Session, number: int) -> Session:
        """One as a game of its own, with its own record and key."""
        no_part()

    def part_verdict(self, session: Session, number: int) -> Verdict:
        """Was it fair?"""
        no_part()


def no_part() -> NoReturn:
    raise Refused("not found", "server.no_part")
