"""The pack of cards: shuffled, drawn from, and what a card says [A4, PC5]."""

from __future__ import annotations

from viermot.games.campaign.model.ids import Card
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import ACE, JACK, JOKER, SUITS, rank, suit


def shuffle(game: Career, rule: str) -> None:
    """All cards back into the pack: every month in the pilot campaign, every week in the Staffel's [PC5, A4a]."""
    game.cards = bytes(range(JOKER + game.layout.book.staffel.cards.jokers))
    game.announce("shuffled", rule, len(game.cards))


def draw_card(game: Career, rule: str) -> Card:
    """One card off the pack; an empty pack is reshuffled."""
    if not game.cards:
        shuffle(game, rule)
    place: int = game.dice.pick(game.cards, "cards")
    card = Card(game.cards[place])
    game.cards = game.cards[:place] + game.cards[place + 1 :]
    game.announce("card", rule, card)
    return card


def is_joker(card: Card) -> bool:
    """Nobody comes [A4b, PC5]."""
    return card >= JOKER


def kind_of(game: Career, card: Card) -> str:
    """Dunaja or Himmelbett, by suit [A4c, PC5]."""
    name = SUITS[suit(card)]
    return next(kind.id for kind in game.layout.book.raids.kind if name in kind.suits)


def size_of(game: Career, card: Card) -> str:
    """Normal, massive, or in the Staffel campaign a lone bomber, by rank [A4d, PC5]."""
    if rank(card) >= JACK:
        return "massive"
    return "lone" if rank(card) == ACE and game.layout.is_staffel else "normal"
