"""Historical nights in the terminal: shown with the question of what flies tonight, and chosen by name."""

from __future__ import annotations

from unicodedata import normalize

from viermot.games.bomber_command.bots.nights import flown_to, plan_of
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.rules.plot.plan import write_plan
from viermot.text import locales, message


def plain(title: str) -> str:
    """A title as it can be typed on any keyboard: lower case, without umlauts."""
    return "".join(each for each in normalize("NFD", title.lower()) if each.isalnum())


def told(view: RaidView, locale: str) -> list[str]:
    """The nights in which tonight's targets were bombed, each with its story."""
    return [
        message(
            "bomber_command.terminal.night",
            locale,
            title=message(night.title, locale),
            story=message(night.story, locale),
        )
        for night in flown_to(view.layout, view.targets, view.follow_up)
    ]


def named(view: RaidView, text: str) -> list[str]:
    """The plans of the nights whose names hold that text."""
    wanted = plain(text)
    tonight = (view.layout, view.targets, view.follow_up)
    return [
        write_plan(view.layout, plan)
        for night in flown_to(*tonight)
        if wanted and any(wanted in plain(message(night.title, locale)) for locale in locales())
        if (plan := plan_of(*tonight, night)) is not None
    ]
