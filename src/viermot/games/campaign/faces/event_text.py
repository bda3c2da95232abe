"""The fields of a career's events as a person reads them: dates, cards, counts."""

from __future__ import annotations

import re
from typing import Any, Final

from viermot.text import has, message, plural, signed

COUNTED: Final = ("weeks", "kills", "hits", "points")


def slug(word: object) -> str:
    """A word as keys spell it."""
    return re.sub(r"\W+", "_", str(word).lower()).strip("_")


def spoken_field(name: str, value: Any, locale: str) -> Any:
    """A plain field as a person reads it."""
    if name in COUNTED and isinstance(value, int):
        if value == 0 and has(f"campaign.count.{name}.none"):
            return message(f"campaign.count.{name}.none", locale)
        return plural(f"campaign.count.{name}", value, locale)
    if name == "week":
        return date_text(value, locale)
    if name == "month":
        return month_text(value, locale)
    if name in ("dice", "flights"):
        return (" " if name == "dice" else ", ").join(str(item) for item in value)
    if name == "modifier":
        return signed(value)
    if name == "card":
        return card_text(value, locale)
    key = f"campaign.field.{name}.{slug(value)}"
    return message(key, locale) if has(key) else value


def card_text(name: str, locale: str) -> str:
    """A card in words."""
    if name == "joker":
        return message("campaign.card.joker", locale)
    rank, _, suit = name.partition(" of ")
    rank_key = f"campaign.card.rank.{rank}"
    return message(
        "campaign.card", locale, rank=message(rank_key, locale) if has(rank_key) else rank,
        suit=message(f"campaign.card.suit.{suit}", locale),
    )  # fmt: skip


def month_text(month: int, locale: str, within: bool = False) -> str:
    """June 1942 is month 0; within a date a month may take another grammatical case."""
    number = (5 + month) % 12 + 1
    name = message(f"month_of.{number}" if within else f"campaign.month.{number}", locale)
    return message("campaign.month", locale, name=name, year=1942 + (5 + month) // 12)


def date_text(week: int, locale: str) -> str:
    """The week as a person says it: which week of which month."""
    if week < 1:
        return month_text(0, locale)
    month = month_text((week - 1) // 4, locale, within=True)
    return message("campaign.date", locale, of_month=(week - 1) % 4 + 1, month=month)
