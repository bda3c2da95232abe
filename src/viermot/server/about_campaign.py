"""Careers for the page: calendar and words; while a sortie is flown, its own game's questions, lines and odds."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from viermot.campaign import book, raids, terms
from viermot.campaign import events as kinds
from viermot.campaign.components import Book
from viermot.campaign.flight import IN_FLIGHT, extract, flown_again, verdict
from viermot.campaign.perspective import CareerView
from viermot.campaign.victory import LEVELS
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.nightfighter.sheet_aloud import lines as sheet_lines
from viermot.sentences import sentence
from viermot.server import about_solitaire
from viermot.server.about_nightfighter import PAUSE
from viermot.server.messages import EventLine
from viermot.server.pacing import Pacing
from viermot.text import has, message

PACING: Final = Pacing({}, PAUSE, all_knowing="umpire")  # where there is one, he has his screen in every sortie
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


def static(pack: Book, locale: str) -> dict[str, Any]:
    """Map and charts of the sorties, the calendar, the decorations, and the words of the book."""
    return {
        **about_solitaire.static(raids.base_pack(pack, "solitaire"), locale),
        "months": [
            {
                "title": kinds.month_text(number, locale), "within": kinds.month_text(number, locale, within=True),
                "moons": list(row.moon),
            }
            for number, row in enumerate(pack.months)
        ],
        "marks": book.MARKS,
        "diary": sorted(kinds.DIARY),
        "awards": [{"id": award.id, "points": award.points} for award in pack.awards],
        "words": {
            **{name: {word: _word(name, word, locale) for word in words} for name, words in WORDS.items()},
            "award": {award.id: _word("award", award.id, locale) for award in pack.awards},
            "card": {
                name: kinds.card_text(name, locale) for name in map(terms.card_name, range(terms.JOKER + 1))
            },
        },
    }  # fmt: skip


def _word(name: str, word: str, locale: str) -> str:
    key = f"campaign.field.{name}.{kinds.slug(word)}"
    return message(key, locale) if has(key) else word


# -- in the air ------------------------------------------------------------------------------------------------


def asked(decision: Decision, view: CareerView) -> tuple[Decision, Any]:
    """In the air the sortie's own question, and the sortie as the seat sees it."""
    if decision.kind not in IN_FLIGHT:
        return decision, view
    return view.sortie_decision(decision.number), view.sortie()


def pictured(view: CareerView, locale: str) -> dict[str, Any]:
    """The career; in the air with the sheet of the sortie in the reader's language (Nightfighter 3.2h)."""
    picture = view.to_json()
    if picture["orders"] is not None:
        picture["orders"]["lines"] = [list(line) for line in sheet_lines(picture["orders"]["sheet"], locale)]
    return picture


def odds(view: CareerView, decision: Decision | None, locale: str) -> list[dict[str, Any]]:
    """The odds of the sortie's question; nothing on the ground."""
    if decision is None or decision.kind not in IN_FLIGHT:
        return []
    of_sortie: Any = import_module(f"viermot.server.about_{view.sortie_game}")
    found: list[dict[str, Any]] = of_sortie.odds(view.sortie(), view.sortie_decision(decision.number), locale)
    return found


def retold(view: CareerView, lines: Sequence[EventLine], locale: str) -> list[EventLine]:
    """The lines of the sortie flown now or last say what its own game says; those of earlier ones stay short.

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


def _line(line: EventLine, sortie: Any, event: Event, locale: str) -> EventLine:
    data = {"what": event.kind, "turn": event.turn, "data": event.data}
    text, modifiers = sentence(sortie, event, locale), sortie.modifiers(event, locale)
    return EventLine(line.number, line.turn, line.kind, line.rules, data, text, modifiers)


# -- looking back ----------------------------------------------------------------------------------------------

part, part_alone, part_verdict = flown_again, extract, verdict


def part_begins(view: CareerView) -> int:
    """The number of the take-off."""
    return max(event.number for event in view.events() if event.kind == "take_off")
