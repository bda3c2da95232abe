"""What a search would teach, before it is made: each answer of the umpire, how likely it is, and what it leaves open.

For radar placement [13.1.1a]: the answer is a contact, nothing with a sweep that points somewhere, or nothing at all.
"""

from __future__ import annotations

from math import exp, log

import msgspec

from viermot.games.nightfighter.knowledge.belief import density, reader_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.knowledge.reading import Reader
from viermot.games.nightfighter.knowledge.states import disc
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.fitting import NOT_JAMMED
from viermot.games.nightfighter.model.ids import Hex, Radar
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.games.nightfighter.rules.radar import CONTACT, NOTHING, SAME_HEX
from viermot.kernel.minds import Statement
from viermot.kernel.registry import Ask

WORTH_SAYING = 0.001  # an answer less likely than this is left out
ANSWERS = {NOTHING: "nothing", CONTACT: "contact", SAME_HEX: "same hex"}


class Lesson(msgspec.Struct, frozen=True):
    """One answer to a search."""

    answer: str  # "contact", "nothing", "same hex"
    sweep: str | None  # the hex of the sweep counter that comes with it
    chance: float
    leaves: float  # over how many hexes, in effect, the unseen would then be spread


class Teaching(msgspec.Struct, frozen=True):
    """All answers to a search, the likeliest first."""

    before: float  # over how many hexes, in effect, the unseen are spread now
    after: float  # ... and after the search, on average
    lessons: tuple[Lesson, ...]


def spread(chances: list[float]) -> float:
    """The number of equally likely hexes over which somebody would be as hard to place."""
    total = sum(chances)
    if total <= 0.0:
        return 0.0
    return exp(-sum(p / total * log(p / total) for p in chances if p > 0.0))


def what_it_teaches(view: NightView, radar: Radar, hex_: Hex) -> Teaching:
    """What to expect of that radar's search there."""
    reader = reader_of(view)
    before = spread(density(reader))
    tried = []
    for answer, sweep in _answers(reader, radar, hex_):
        then = reader.copy()
        then.on_search(radar, hex_, answer)
        if sweep is not None:
            then.on_sweep(radar, sweep)
        tried.append((answer, sweep, exp(then.evidence() - reader.evidence()), then))
    total = sum(chance for _, _, chance, _ in tried) or 1.0
    lessons = tuple(
        Lesson(ANSWERS[answer], None if sweep is None else HEXES.name(sweep), chance / total, spread(density(then)))
        for answer, sweep, chance, then in sorted(tried, key=lambda one: -one[2])
        if chance / total >= WORTH_SAYING
    )
    weight = sum(lesson.chance for lesson in lessons) or 1.0
    return Teaching(before, sum(lesson.chance * lesson.leaves for lesson in lessons) / weight, lessons)


def statements(view: NightView, ask: Ask, code: int) -> tuple[Statement, ...]:
    """The same as sentences; nothing where no search counter is placed, or none on the map."""
    if ask.kind != "place_search" or code == NO_HEX:
        return ()
    lessons = what_it_teaches(view, ask.facts["radar"], Hex(code)).lessons
    return tuple(
        Statement(
            f"nightfighter.teaches.{'sweep' if lesson.sweep else lesson.answer.replace(' ', '_')}",
            {"hex": lesson.sweep or HEXES.name(Hex(code)), "hexes": max(1, round(lesson.leaves))},
            lesson.chance,
        )
        for lesson in lessons
    )


def _answers(reader: Reader, radar: Radar, hex_: Hex) -> list[tuple[int, Hex | None]]:
    """What the umpire may say, with each place of a sweep counter."""
    counter = reader.layout.radars[radar]
    exact = counter.family == "gci" and counter.jam == NOT_JAMMED
    if reader.hears(radar) is None and reader.in_contact(disc(hex_, counter.value)):
        return [(CONTACT, None)]  # whoever is seen there is found again
    answers: list[tuple[int, Hex | None]] = [(CONTACT, None)]
    if exact:
        answers.append((SAME_HEX, None))
    if counter.jam != NOT_JAMMED or counter.family in ("gci", "mew"):
        return [*answers, (NOTHING, None)]
    return [*answers, *[(NOTHING, sweep) for sweep in HEXES.adjacent[hex_]]]
