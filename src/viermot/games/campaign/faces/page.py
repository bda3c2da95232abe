"""Careers for the page: calendar and words; while a sortie is flown, its own game's questions, lines and odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, structs

from viermot.game_package import faces_of
from viermot.games.campaign.components import Book, base_pack
from viermot.games.campaign.faces import event_text
from viermot.games.campaign.faces.page_data import AwardLine, CareerData, MonthTexts
from viermot.games.campaign.knowledge import book
from viermot.games.campaign.knowledge import events as kinds
from viermot.games.campaign.knowledge.flight import IN_FLIGHT, extract, flown_again, verdict
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.games.campaign.knowledge.picture import CareerPicture
from viermot.games.campaign.model import terms
from viermot.games.campaign.model.ids import Card
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.rules.victory import LEVELS
from viermot.games.nightfighter.faces.page import PAUSE
from viermot.games.nightfighter.faces.sheet_text import lines as sheet_lines
from viermot.games.solitaire.faces.page import PAGE as SOLITAIRE
from viermot.kernel import registry
from viermot.kernel.agenda import State
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.kernel.record import Entry
from viermot.kernel.saves import Verdict
from viermot.kernel.session import Session
from viermot.sentences import sentence
from viermot.server.face import Page
from viermot.server.messages.table import EventLine
from viermot.server.pacing import Pacing
from viermot.text import has, message, plural

PACING: Final = Pacing({}, PAUSE, all_knowing="umpire")  # an umpire has his screen in every sortie
# The vocabularies a reader meets in the book, by the name that the fields of sentences have for them.
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "crew_status": terms.STATUS,
    "fate": terms.CREW_FATES,
    "flight_state": terms.FLIGHTS,
    "role": terms.ROLES,
    "moon": terms.MOONS,
    "visibility": terms.VISIBILITIES,
    "cloud": ("none", "cloudy"),
    "man": terms.MEN,
    "kind": ("dunaja", "himmelbett"),
    "size": ("lone", "normal", "massive"),
    "form": ("pilot", "seasoned", "staffel"),
    "level": LEVELS,
    "ending": (
        "crippled", "killed", "end of the campaign", "goal reached", "no crews left", "no longer seasoned",
    ),
}  # fmt: skip


def _word(name: str, word: str, locale: str) -> str:
    key = f"campaign.field.{name}.{event_text.slug(word)}"
    return message(key, locale) if has(key) else word


# -- in the air ------------------------------------------------------------------------------------------------


def _line(line: EventLine, sortie: Any, event: Event, locale: str) -> EventLine:
    data = {"what": event.kind, "turn": event.turn, "data": event.data}
    text, modifiers = sentence(sortie, event, locale), sortie.modifiers(event, locale)
    return EventLine(line.number, line.turn, line.kind, line.rules, data, text, modifiers)


# -- looking back ----------------------------------------------------------------------------------------------


class CareerPage(Page):
    """Careers, as the page asks for them."""

    sends = (CareerPicture, CareerData)
    pacing = PACING

    def card(self, view: CareerView, locale: str) -> tuple[str, str]:
        """The week, and whose career it is; of a Staffel, how many crews are left."""
        career = view.picture()
        when = message("card.week_of", locale, n=career.week, last=career.weeks)
        if len(career.crews) > 1:
            return when, plural(
                "campaign.card.crews", len([crew for crew in career.crews if crew.fate == "active"]), locale
            )
        return when, " · ".join([career.crews[0].pilot, *dict.fromkeys(plane.type for plane in career.aircraft)])

    def static(self, pack: Book, locale: str) -> CareerData:
        """Map and charts of the sorties, the calendar, the decorations, and the words of the book."""
        flown = SOLITAIRE.static(base_pack(pack, "solitaire"), locale)
        return CareerData(
            **structs.asdict(flown),
            months=[
                MonthTexts(
                    title=event_text.month_text(number, locale),
                    within=event_text.month_text(number, locale, within=True),
                    moons=list(row.moon),
                )
                for number, row in enumerate(pack.months)
            ],
            marks=book.MARKS,
            diary=sorted(kinds.DIARY),
            awards=[AwardLine(id=award.id, points=award.points) for award in pack.awards],
            words={
                **{name: {word: _word(name, word, locale) for word in words} for name, words in WORDS.items()},
                "award": {award.id: _word("award", award.id, locale) for award in pack.awards},
                "card": {
                    name: event_text.card_text(name, locale)
                    for name in map(terms.card_name, map(Card, range(terms.JOKER + 1)))
                },
            },
        )

    def asked(self, decision: Decision, view: CareerView) -> tuple[Decision, Any]:
        """In the air the sortie's own question, and the sortie as the seat sees it."""
        if decision.kind not in IN_FLIGHT:
            return decision, view
        return view.sortie_decision(decision.number), view.sortie()

    def pictured(self, view: CareerView, locale: str) -> CareerPicture:
        """The career; in the air with the sheet of the sortie in the reader's language (Nightfighter 3.2h)."""
        picture = view.picture()
        if picture.orders is not None:
            picture.orders.lines = [list(line) for line in sheet_lines(picture.orders.sheet, locale)]
        return picture

    def odds(self, view: CareerView, decision: Decision | None, locale: str) -> Sequence[Struct | JsonObject]:
        """The odds of the sortie's question; nothing on the ground."""
        if decision is None or decision.kind not in IN_FLIGHT:
            return []
        of_sortie = faces_of(registry.game(view.sortie_game)).page()
        return of_sortie.odds(view.sortie(), view.sortie_decision(decision.number), locale)

    def reworded(self, view: CareerView, lines: Sequence[EventLine], locale: str) -> list[EventLine]:
        """The lines of the current or latest sortie are worded by its own game; those of earlier ones stay short.

        What a sortie logged, the career logged too, so the last lines of flight are those of the sortie, in order.
        """
        sortie: Any = view.last_sortie()
        told = list(lines)
        if sortie is None:
            return told
        inner: list[Event] = sortie.events()
        for place in range(len(told) - 1, -1, -1):
            line = told[place]
            if line.kind == "flight":
                if not inner:
                    break
                told[place] = _line(line, sortie, inner.pop(), locale)
        return told

    def inside(self, state: Career) -> State | None:
        """The sortie in the air."""
        sortie: State | None = state.sortie
        return sortie

    def part(self, session: Session, number: int) -> Sequence[tuple[Entry, State]]:
        """A sortie that was flown, again."""
        return flown_again(session, number)

    def part_alone(self, session: Session, number: int) -> Session:
        """A sortie as a game of its own."""
        return extract(session, number)

    def part_verdict(self, session: Session, number: int) -> Verdict:
        """Was a sortie fair?"""
        return verdict(session, number)

    def part_begins(self, view: CareerView) -> int:
        """The number of the take-off."""
        return max(event.number for event in view.events() if event.kind == "take_off")


PAGE: Final = CareerPage()
