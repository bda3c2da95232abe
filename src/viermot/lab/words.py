"""What a report calls things: arrangements, measured numbers, results, and figures with their intervals."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from viermot import scenario_words
from viermot.kernel import registry
from viermot.lab import metrics
from viermot.lab.statistics import Estimate
from viermot.lab.studies import Cell, Study
from viermot.text import has, message

ROOM: Final = 33  # letters of a name beside a plot
_SWITCHED: Final = {"True": "lab.switched_on", "False": "lab.switched_off"}


# --- arrangements --------------------------------------------------------------------------------------


def cell_words(study: Study, cell: Cell, locale: str) -> str:
    """An arrangement as a heading has it: its scenario by title, and what sets it apart."""
    scenario, apart = _parts(study, cell, locale)
    return ": ".join(filter(None, (scenario, apart)))


def short_words(study: Study, cell: Cell, locale: str) -> str:
    """The same where room is short: what sets it apart is what must be read, so it is the title that goes."""
    whole = cell_words(study, cell, locale)
    apart = _parts(study, cell, locale)[1]
    return whole if len(whole) <= ROOM or not apart else f"{cell.scenario}: {apart}"


def named(study: Study, name: str, locale: str, short: bool = False) -> str:
    """The arrangement of that name; a name that none has is left as it is."""
    cell = study.by_name.get(name)
    if cell is None:
        return name
    return short_words(study, cell, locale) if short else cell_words(study, cell, locale)


def _parts(study: Study, cell: Cell, locale: str) -> tuple[str, str]:
    rest = f"{cell.name} ".removeprefix(f"{cell.scenario} ").strip()
    if study.test:  # of a match: who plays is what matters
        first, second = study.test["first"], study.test["second"]
        rest = {"first": first, "second": second}.get(rest, rest)
    seats = [word for word in rest.split(" ") if word.partition("=")[0] in cell.seats]
    said = [_said(study.game, word, len(seats) > 1, cell, locale) for word in rest.split(" ")]
    return scenario_named(study.game, cell.scenario, locale), " ".join(said)


def _said(game: str, word: str, several: bool, cell: Cell, locale: str) -> str:
    """One of the words by which an arrangement is named: ``player=novice``, ``28.4=True``."""
    name, equals, value = word.partition("=")
    if equals and name in cell.seats:
        return f"{seat_words(game, name, locale)} {value}" if several else value
    if name in cell.options and value in _SWITCHED:
        return message(_SWITCHED[value], locale, option=name)
    return word


@cache
def scenario_named(game: str, scenario: str, locale: str) -> str:
    """A scenario as the lobby lists it: number and title, or the title alone where its id is a word."""
    module = registry.game(game)
    found = next((each for each in module.info(module.load_pack(None)).scenarios if each.id == scenario), None)
    if found is None:
        return scenario
    title = scenario_words.title(found, locale)
    return f"{scenario} {title}" if re.search(r"\d", scenario) else title


# --- what is measured ----------------------------------------------------------------------------------


def metric_words(game: str, metric: str, locale: str) -> str:
    """A metric as a heading has it."""
    first, _, rest = metric.partition(".")
    if first == "score":
        return message("lab.score", locale, seat=seat_words(game, rest, locale))
    if metric in ("decisions", "rolls"):
        return message(f"lab.{metric}", locale)
    name, equals, value = rest.partition("=")
    if equals and value != "True":
        return level_words(game, value, locale) if name == "level" else value
    key = f"{game}.counted.{name}"
    return message(key, locale) if first == "result" and has(key) else name.replace("_", " ").replace(".", ", ")


def heading(game: str, metric: str, locale: str) -> str:
    """The same where a line begins with it."""
    words = metric_words(game, metric, locale)
    return words[:1].upper() + words[1:]


def seat_words(game: str, seat: str, locale: str) -> str:
    """A seat as a reader knows it."""
    key = f"{game}.seat.{seat}"
    return message(key, locale) if has(key) else seat


def level_words(game: str, level: str, locale: str) -> str:
    """A result as a player reads it."""
    key = f"{game}.result.{level}"
    return message(key, locale) if has(key) else level


# --- figures -------------------------------------------------------------------------------------------


def shown(estimate: Estimate | None, digits: int = 3, sign: str = "") -> str:
    """A figure with its interval; empty where nothing was measured."""
    if estimate is None:
        return ""
    value, low, high = (f"{each:{sign}.{digits}f}" for each in (estimate.value, estimate.low, estimate.high))
    return f"{value} [{low}, {high}]" if estimate.high - estimate.low < 1e9 else value


def digits_of(metric: str) -> int:
    """How many decimals a metric is worth."""
    return 3 if metrics.is_score(metric) else 2
