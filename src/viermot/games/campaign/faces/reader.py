"""What it takes to win a campaign, and how it stands [PC1, PC6, A10.1]."""

from __future__ import annotations

from typing import Final

from viermot.games.campaign.components import Book, Form
from viermot.games.campaign.knowledge.perspective import CareerView
from viermot.games.campaign.model.ids import OWN_CREW
from viermot.games.campaign.rules.victory import FULL_YEAR
from viermot.kernel.words import Filling
from viermot.reader import Level, Reader, Standing, VictoryTable
from viermot.text import message


def _say(key: str, locale: str, **fields: Filling) -> str:
    return message(f"campaign.victory.{key}", locale, **fields)


def _level(name: str, needs: str, locale: str) -> Level:
    return Level(message(f"campaign.result.{name}", locale), needs)


def pilot_table(form: Form, locale: str) -> VictoryTable:
    """One pilot's: a goal that ends it all, something to have at the end, or a defeat."""
    goal = [_say(f"needs.{what}", locale, n=needed) for what, needed in form.goal.items()]
    if form.always_green:
        minor, defeat = _say("needs.minor_green", locale), _say("needs.defeat_pilot", locale)
    else:
        minor = _say("needs.minor_seasoned", locale, n=form.minor.get("kills", 0))
        defeat = _say("needs.defeat_seasoned", locale)
    counts = _say("counts.pilot" if form.always_green else "counts.seasoned", locale)
    grades = {"victory": ", ".join(goal), "minor_victory": minor, "defeat": defeat}
    return VictoryTable([counts], [_level(name, needs, locale) for name, needs in grades.items()])


def staffel_table(book: Book, weeks: int, locale: str) -> VictoryTable:
    """The Staffel's balance; a shorter war asks for less."""
    rules = book.staffel.victory
    bars = {"decisive_victory": rules.decisive, "victory": rules.win, "draw": rules.draw}
    levels = [
        _level(name, _say("needs.total", locale, n=-(-bar * weeks // FULL_YEAR)), locale)  # rounded up
        for name, bar in bars.items()
    ]  # fmt: skip
    levels.append(_level("defeat", _say("needs.defeat_staffel", locale), locale))
    counts = [_say("counts.staffel", locale, crew=rules.crew_lost, aircraft=rules.aircraft_lost)]
    return VictoryTable([*counts, _say("counts.shorter", locale)], levels)


class CareerReader(Reader):
    """Of a pilot and of a Staffel."""

    def victory(self, pack: Book, scenario: str, locale: str) -> VictoryTable | None:
        form = pack.forms.get(scenario)
        return staffel_table(pack, FULL_YEAR, locale) if form is None else pilot_table(form, locale)

    def standing(self, view: CareerView, locale: str) -> tuple[VictoryTable, Standing] | None:
        layout = view.layout
        weeks = max(0, layout.weeks - view.week)
        if layout.form is None:
            return staffel_table(layout.book, layout.weeks, locale), self._staffel(view, weeks, locale)
        what, goal = next(iter(layout.form.goal.items()))
        crew = view.picture().crews[OWN_CREW]
        has = crew.kills if what == "kills" else crew.points
        said = _say(f"stand.{what}", locale, n=has, goal=goal, weeks=weeks)
        return pilot_table(layout.form, locale), Standing(said, -1, [])

    def _staffel(self, view: CareerView, weeks: int, locale: str) -> Standing:
        rules = view.layout.book.staffel.victory
        total = view.picture().score.total
        year = total * FULL_YEAR // view.layout.weeks
        level = sum(year < bar for bar in (rules.decisive, rules.win, rules.draw))
        return Standing(_say("stand.staffel", locale, n=total, weeks=weeks), level, [])


READER: Final = CareerReader()
