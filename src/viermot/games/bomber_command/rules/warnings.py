"""Warnings before what cannot be undone: the end of the night, a unit sent to England, the last card in a hand."""

from __future__ import annotations

from typing import Any

from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.model.notation import (
    NO,
    OFFER,
    PASS,
    RETURN,
    YES,
    is_card_now,
    is_pair,
)
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.cards import AT_OWN_TIME, Announced, Moment, cancel, play
from viermot.games.bomber_command.rules.cards.hands import draw_british, draw_german
from viermot.games.bomber_command.rules.intruders import intrude
from viermot.games.bomber_command.rules.victory import end_british, end_german, take_offer
from viermot.kernel.agenda import AnyQuestion, Warned, note, warn


@play.warns
def last_card(game: Game, moment: Moment, option: int) -> Warned | None:
    """A card played is gone; only drawing brings another [6.1]."""
    return note("last_card") if option not in (PASS, RETURN) and len(game.hands[moment.seat]) == 1 else None


@cancel.warns
def last_cards(game: Game, laid: Announced, option: int) -> Warned | None:
    """The same for cards spent on cancelling [6.2.3]."""
    spent = 0 if option == PASS else 2 if is_pair(option) else 1
    return note("last_card") if spent and len(game.hands[laid.seat]) == spent else None


def last_card_now(asked: AnyQuestion) -> None:
    """The same for a card played at one's own decision [6.2, ruling C75]."""

    @asked.warns
    def warning(game: Game, *about: *tuple[*tuple[Any, ...], int]) -> Warned | None:
        return note("last_card") if is_card_now(about[-1]) and len(game.hands[asked.seat]) == 1 else None


for _asked in AT_OWN_TIME:
    last_card_now(_asked)


@draw_british.warns
@draw_german.warns
def offers_end(game: Game, option: int) -> Warned | None:
    """An offer may be accepted, or both may make one at once [11.0, ruling C71]."""
    return warn("may_end_night") if option == OFFER else None


@take_offer.warns
def takes_offer(game: Game, seat: int, option: int) -> Warned | None:
    """Agreeing ends the night [11.0]."""
    return warn("ends_night") if option == YES else None


@end_british.warns
@end_german.warns
def agrees(game: Game, option: int) -> Warned | None:
    """If the other player agrees too, the night is over [11.0]."""
    return warn("may_end_night") if option == YES else None


@intrude.warns
def to_england(game: Game, unit: Unit, option: int) -> Warned | None:
    """It leaves the map for England [12.2.1]."""
    return None if option == NO else warn("leaves_map", unit=game.layout.units[unit].name)
