"""A scenario's line in the lobby, in the reader's language: title, date, difficulty, length.

>>> date("30 May 1942"), length("12-18 turns"), length("until clear"), difficulty("Very hard")
('30 May 1942', '12-18 turns', 'until clear', 'Very hard')
"""

from __future__ import annotations

import re
from typing import Final

from viermot.kernel.registry import ScenarioInfo
from viermot.text import DEFAULT, has, message, plural

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
USUAL: Final = "standard"  # the level by which scenarios are compared
_MONTH: Final = re.compile(rf"(\d+ )?\b({'|'.join(MONTHS)})\b")


def title(about: ScenarioInfo, locale: str = DEFAULT) -> str:
    """Its title; the English one where the data has none in this language."""
    titles = about.details.get("title") or {}
    return str(titles.get(locale, about.title))


def date(text: str, locale: str = DEFAULT) -> str:
    """A date from the data; in some languages a month takes another case after its day."""

    def event_fields(found: re.Match[str]) -> str:
        day, month = found[1] or "", MONTHS.index(found[2]) + 1
        return day + message(f"month_of.{month}" if day else f"month.{month}", locale)

    return _MONTH.sub(event_fields, text)


def difficulty(text: str, locale: str = DEFAULT) -> str:
    """How hard the book says it is."""
    key = "difficulty." + text.lower().replace(" ", "_")
    return message(key, locale) if has(key) else text


def with_measured(about: ScenarioInfo, locale: str = DEFAULT) -> str:
    """How hard the book says it is, and how often the usual computer player won it."""
    said = difficulty(about.difficulty, locale)
    found = next((each for each in about.measured if each.level == USUAL), None)
    return said if found is None else message("scenario.with_measured", locale, difficulty=said, percent=found.percent)


def measured(about: ScenarioInfo, locale: str = DEFAULT) -> list[str]:
    """What was measured for each level, a sentence each."""
    return [
        message(
            "scenario.measured", locale,
            level=each.level, percent=each.percent, low=each.likely[0], high=each.likely[1], games=each.games,
        )
        for each in about.measured
    ]  # fmt: skip


def length(text: str, locale: str = DEFAULT) -> str:
    """How long it lasts."""
    turns = re.fullmatch(r"(\d+-)?(\d+) turns?", text)
    if turns:
        return (turns[1] or "") + plural("count.turns", int(turns[2]), locale)
    key = "length." + text.replace(" ", "_")
    return message(key, locale) if has(key) else text
