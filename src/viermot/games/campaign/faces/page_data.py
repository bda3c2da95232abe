"""What the page is sent of careers besides the picture: calendar, decorations, and the words of the book."""

from __future__ import annotations

from msgspec import Struct

from viermot.games.nightfighter.faces.page_data import StaticData


class MonthTexts(Struct, kw_only=True):
    """A month's name by itself and within a date, which are not the same in every language, and its moons."""

    title: str
    within: str
    moons: list[str]


class AwardLine(Struct, kw_only=True):
    """A decoration, and the points it takes."""

    id: str
    points: int


class CareerData(StaticData, kw_only=True):
    """Map and charts of the sorties, the calendar, the decorations, and the words of the book."""

    months: list[MonthTexts]
    marks: dict[str, str]  # kinds of events by which a week is remembered
    diary: list[str]  # kinds of events worth a line in the diary
    awards: list[AwardLine]
    words: dict[str, dict[str, str]]
