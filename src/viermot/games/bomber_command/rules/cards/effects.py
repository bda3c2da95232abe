"""What the functions of cards do: each chapter declares its own with @effect, @objects and @check [6.2]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import TO_ALL
from viermot.games.bomber_command.model.notation import (
    NONE,
)
from viermot.games.bomber_command.model.state import Game


class Played(NamedTuple):
    """A card's function that takes effect: who played it, what it is, and what it was played on."""

    seat: int
    function: Function
    thing: int = NONE


Effect = Callable[[Game, Played], None]
Objects = Callable[[Game, Function], list[int]]
Check = Callable[[Game, Function], bool]

# Filled in by the chapters that the cards belong to.
EFFECTS: Final[dict[str, Effect]] = {}
OBJECTS: Final[dict[str, Objects]] = {}  # what a card may be played on
CHECKS: Final[dict[str, Check]] = {}  # can it have an effect, as far as its player knows?


def effect(name: str) -> Callable[[Effect], Effect]:
    """Decorator: what a function of a card does."""

    def make(does: Effect) -> Effect:
        EFFECTS[name] = does
        return does

    return make


def objects(name: str) -> Callable[[Objects], Objects]:
    """Decorator: what it may be played on."""

    def make(finds: Objects) -> Objects:
        OBJECTS[name] = finds
        return finds

    return make


def check(name: str) -> Callable[[Check], Check]:
    """Decorator: whether it can have an effect."""

    def make(asks: Check) -> Check:
        CHECKS[name] = asks
        return asks

    return make


def add_modifier(game: Game, by: int, rules: str) -> None:
    """A card modifies the next roll; cards on the same roll add up [6.2.1]."""
    game.modifier += by
    game.emit("modified", rules, TO_ALL, by, game.modifier)


@effect("modifier")
def modify(game: Game, card: Played) -> None:
    """Cards on one roll add up [6.2.1]."""
    add_modifier(game, card.function.value, "6.2.1")


@effect("cancel")
def cancel_nothing(game: Game, card: Played) -> None:
    """A cancelling function is only ever played in answer to a card [6.2.2]."""
