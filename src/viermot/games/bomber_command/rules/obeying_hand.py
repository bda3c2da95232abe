"""Orders about cards in the hand, given beforehand so that the seat need not be asked each time [6.1, 6.2].

    WINDOW infiltration    play 7       at the first moment of turn 7 that allows it
    WINDOW                 discard 8    when cards are drawn in turn 8

The turn is part of the order, so that a copy drawn later is not played by an old one.
"""

from __future__ import annotations

from viermot.games.bomber_command.model.board import BRITISH, GERMAN
from viermot.games.bomber_command.model.ids import Title
from viermot.games.bomber_command.model.notation import CARD, PASS, RETURN, pack
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.cards import Moment, play
from viermot.games.bomber_command.rules.cards.hands import HAND, MAX_DRAWN, draw_british, draw_german
from viermot.kernel.standing import Told


@play.obeys
def played_from_hand(game: Game, moment: Moment, told: Told) -> int | None:
    """A card to be played this turn, as soon as possible [6.2a]."""
    now = f"play {game.turn}"
    if now not in told.standing.values() and now not in told.now.values():
        return None
    options = [option for option in play.options(game, moment) if option not in (PASS, RETURN)]
    return next((option for option in options if told.of(CARD.write(game, option)) == now), None)


@draw_british.obeys
def british_discards(game: Game, told: Told) -> int | None:
    return discards(game, BRITISH, told)


@draw_german.obeys
def german_discards(game: Game, told: Told) -> int | None:
    return discards(game, GERMAN, told)


def discards(game: Game, seat: int, told: Told) -> int | None:
    """The cards to be discarded this turn, and as many new ones as there is room for [6.1a]."""
    wanted, cards, hand = f"discard {game.turn}", game.layout.cards[seat], game.hands[seat]
    titles = tuple(Title(title) for title in hand if told.of(cards[title].name) == wanted)
    if not titles:
        return None
    return pack(titles) * 4 + min(HAND - len(hand) + len(titles), MAX_DRAWN, len(game.decks[seat]))
