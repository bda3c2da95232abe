"""A bot from its name. One that searches has a budget, a number of games played out per decision: ``expert:400``.

The record holds the name with its budget, so that a game is reproducible: the same name, key and questions give the
same answers on any machine. A name without a number means the bot's own budget, one for studies and a larger one at a
table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from viermot.kernel.registry import Bot, GameModule
from viermot.kernel.user_error import UserError, brief

LEVELS: Final = ("novice", "standard", "expert")  # as they are listed, the weakest first; then a game's own styles
LAST: Final = ("plain", "random")
MOST: Final = 100_000  # playouts per decision that a name may ask for


class NoSuchBot(UserError):
    """A name that no bot of the seat has, or a budget for one that has none."""


@dataclass(frozen=True)
class Budgeted:
    """Makes a bot that thinks for as long as it is told to, in playouts per decision."""

    make: Callable[[int], Bot]
    studies: int  # about 50 ms per decision
    table: int  # against people: up to a second

    def __call__(self) -> Bot:
        """One for studies."""
        return self.make(self.studies)


def level_of(name: str) -> str:
    """The name without its budget.

    >>> level_of("expert:400"), level_of("standard")
    ('expert', 'standard')
    """
    return name.partition(":")[0]


def is_budgeted(name: str) -> bool:
    """Is this the name, as a record has it, of a bot that searches?

    >>> is_budgeted("expert:400"), is_budgeted("standard")
    (True, False)
    """
    return ":" in name


def full_name(module: GameModule, seat: str, name: str, for_people: bool = False) -> str:
    """The name as a record has it: with a budget, if the bot has one. Refuses a name that no bot of the seat has."""
    bots = module.bots(seat)
    level, colon, number = name.partition(":")
    if level not in bots:
        raise NoSuchBot("error.no_bot", name=brief(name), seat=seat, bots=", ".join(in_order(bots)))
    maker = bots[level]
    if not isinstance(maker, Budgeted):
        if colon:
            raise NoSuchBot("error.no_budget", name=brief(level), budget=brief(number))
        return name
    highest = maker.table if for_people else MOST
    if not colon:
        return f"{level}:{maker.table if for_people else maker.studies}"
    is_number = number.isascii() and number.isdecimal() and len(number) <= len(str(MOST))
    if not is_number or not 1 <= int(number) <= highest:
        raise NoSuchBot("error.bad_budget", name=brief(level), budget=brief(number), most=highest)
    return f"{level}:{int(number)}"


def make(module: GameModule, seat: str, name: str) -> Bot:
    """The bot of that name, new."""
    level, _, number = full_name(module, seat, name).partition(":")
    maker = module.bots(seat)[level]
    return maker.make(int(number)) if isinstance(maker, Budgeted) else maker()


def in_order(names: Iterable[str]) -> list[str]:
    """The bots of a seat in the order they are listed: levels, styles, then those that only answer.

    >>> in_order(["random", "roving", "expert", "standard"])
    ['standard', 'expert', 'roving', 'random']
    """
    order = {name: place - len(LEVELS) for place, name in enumerate(LEVELS)}
    order |= {name: place + 1 for place, name in enumerate(LAST)}
    return sorted(names, key=lambda name: order.get(level_of(name), 0))


def usual(names: Iterable[str]) -> str:
    """Who sits where nobody was named.

    >>> usual(["random", "expert", "novice", "standard"]), usual(["random", "plain"])
    ('standard', 'plain')
    """
    listed = in_order(names)
    return LEVELS[1] if LEVELS[1] in listed else listed[0]


def best(bots: Mapping[str, Callable[[], Bot]]) -> str:
    """Who is asked for advice."""
    return LEVELS[2] if LEVELS[2] in bots else usual(bots)
