"""What happened, as a sentence for a seat, in the reader's language. Made from the perspective and the event alone."""

from __future__ import annotations

from typing import Protocol, TypeGuard

from viermot.kernel.agenda import open_questions
from viermot.kernel.decision import Decision
from viermot.kernel.events import Event
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import Perspective
from viermot.kernel.session import Session
from viermot.text import message


class ReadableView(Protocol):
    """A perspective that can put its events into words."""

    def key_of(self, event: Event) -> str:
        """The message key of the event's sentence."""

    def event_fields(self, event: Event, locale: str) -> JsonObject:
        """The fields of that sentence."""

    def modifiers(self, event: Event, locale: str) -> list[str]:
        """The modifiers of a roll, one per line, each with its rule."""


def is_readable(view: object) -> TypeGuard[ReadableView]:
    """Does this perspective have words for its events? That of a game that has none yet does not."""
    return hasattr(view, "key_of")


def modifiers(view: Perspective | ReadableView, event: Event, locale: str) -> list[str]:
    """The lines under a roll."""
    return view.modifiers(event, locale) if is_readable(view) else []


def sentence(view: Perspective | ReadableView, event: Event, locale: str = "en") -> str:
    """The event as a sentence; a game that has no words yet names it.

    >>> import viermot
    >>> s = viermot.new_game("nightfighter", scenario="1", seed="doc", seats={"umpire": "random"})
    >>> sentence(s.perspective("player"), s.events("player")[0])
    "Scenario 1, Cat's Eye."
    """
    if not is_readable(view):
        return event.kind.replace("_", " ").capitalize()
    said = message(view.key_of(event), locale, **view.event_fields(event, locale))
    return said[:1].upper() + said[1:]


def with_rules(view: Perspective | ReadableView, event: Event, locale: str = "en") -> str:
    """The sentence with the numbers of all its rules behind it."""
    said = sentence(view, event, locale)
    return f"{said} [{', '.join(dict.fromkeys(event.rules))}]" if event.rules else said


def in_full(view: Perspective | ReadableView, event: Event, locale: str = "en") -> list[str]:
    """The sentence with its rules, and under it each modifier of a roll with its own, unless the sentence names it."""
    said = with_rules(view, event, locale)
    return [said, *[f"  {line}" for line in modifiers(view, event, locale) if not _named(line, said)]]


def _named(modifier: str, said: str) -> bool:
    """Is a modifier, "+2 strength [9.7a]", in the sentence already, "(strength +2)"?"""
    points, _, rest = modifier.partition(" ")
    return f"{rest.partition(' [')[0]} {points}" in said


def answer_in_words(session: Session, place: int, locale: str = "en") -> str:
    """The question and the answer of a line of the record, as its seat was asked it; "" where that moment is no longer
    in memory.
    """
    entry, before = session.record[place], session.before[place]
    if before is None:
        return ""
    number, task = next(
        (number, task)
        for number, task in open_questions(before)
        if session.module.seats[before.seat_of(task)] == entry.seat
    )
    asked = Decision(session.module, before, task, number, 0).innermost
    said = f"{asked.prompt(locale)} {asked.label(entry.choice, locale)}"
    return said[:1].upper() + said[1:]
