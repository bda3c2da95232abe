"""When a card may be played: the conditions in its text, and whether it could do anything [6.2a]."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import DECOY, MAIN, MOSQUITO
from viermot.games.bomber_command.model.ids import NO_CITY, NO_UNIT, Raid, Unit
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.state import NOBODY, Game, attack_of
from viermot.games.bomber_command.rules.cards.effects import CHECKS, OBJECTS
from viermot.games.bomber_command.rules.cards.windows import (
    BOMBING_WINDOWS,
    W_INFILTRATION,
    W_TAKE_OFF,
)

if TYPE_CHECKING:
    from viermot.games.bomber_command.rules.cards.cards import Announced

NEVER_WITHOUT: Final = frozenset(("mobile flak", "scattered stream"))  # there is always something to play these on


def may_play(game: Game, which: int, other: int, function: Function) -> bool:
    """Do its conditions hold, and can it have an effect? If not, it may not be played [6.2a]."""
    if which in BOMBING_WINDOWS and function.when != ("any",):
        from viermot.games.bomber_command.rules.cards.bombing_cards import fits

        return fits(game, which, function)
    if not meets(game, which, other, function):
        return False
    name = function.effect
    if name in CHECKS and not CHECKS[name](game, function):
        return False
    return name not in OBJECTS or name in NEVER_WITHOUT or bool(OBJECTS[name](game, function))


def may_answer(game: Game, laid: Announced, function: Function) -> bool:
    """May it cancel the card just played, considering what that was played on?"""
    if function.effect == "cancel":
        return meets(game, laid.which, laid.other, function)
    return EFFECTS_IN_ANSWER.get(function.effect, -1) == laid.which


def meets(game: Game, which: int, other: int, function: Function) -> bool:
    """Does this moment meet the conditions in the card's text?"""
    needs = function.needs
    if not needs:
        return True
    if which == W_INFILTRATION:
        return all(NEEDS[need](game, NO_UNIT, Raid(other)) for need in needs)
    attack = attack_of(game)
    return all(NEEDS[need](game, attack.unit, attack.raid) for need in needs)


def _outbound_heavy(game: Game, unit: Unit, raid: Raid) -> bool:
    from viermot.games.bomber_command.rules.movement.raids import is_outbound

    return bool(raid != NOBODY and game.plot[raid].heavy and is_outbound(game, raid))


def _flak_value(game: Game) -> int:
    """The flak value of the city whose flak fires, NO_FLAK for area flak."""
    city = attack_of(game).city
    return game.flak_of(city) if city != NO_CITY else NO_FLAK


NEEDS: Final[dict[str, Callable[[Game, Unit, Raid], bool]]] = {
    "te": lambda game, unit, raid: unit != NOBODY and game.layout.units[unit].twin,
    "se": lambda game, unit, raid: unit != NOBODY and not game.layout.units[unit].twin,
    "main": lambda game, unit, raid: raid != NOBODY and game.plot[raid].kind == MAIN,
    "stream": lambda game, unit, raid: raid != NOBODY and game.plot[raid].kind in (MAIN, DECOY),
    "mosquito": lambda game, unit, raid: raid != NOBODY and game.plot[raid].kind == MOSQUITO,
    "not heavy": lambda game, unit, raid: not _outbound_heavy(game, unit, raid),
    "nightfighter": lambda game, unit, raid: unit != NOBODY and raid != NOBODY,
    "city flak": lambda game, unit, raid: unit == NOBODY and attack_of(game).city != NO_CITY,
    "value 1": lambda game, unit, raid: _flak_value(game) >= 1,
    "berlin": lambda game, unit, raid: True,  # functions of the other scenario are not in the decks
    "downfall": lambda game, unit, raid: True,
}
# Cancelling cards that also have an effect, and the only window for it.
EFFECTS_IN_ANSWER: Final = {"readiness": W_TAKE_OFF}
