"""Hands of cards: the opening hands, and discarding and drawing at the beginning of a turn [3.7, 6.1]."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from viermot.games.bomber_command.model.board import BRITISH, GERMAN, TO_ALL, TO_BRITISH, TO_GERMAN
from viermot.games.bomber_command.model.ids import Title
from viermot.games.bomber_command.model.layout import BOMBING_SYMBOL
from viermot.games.bomber_command.model.notation import DRAW, KEEP, OFFER, pack, unpack
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.cards import discard
from viermot.games.bomber_command.rules.victory import offers
from viermot.kernel.agenda import Refusal, question, step, task, together

SHOWN, HAND, MAX_DRAWN = 8, 5, 3  # [3.7, 6.1a]
EYES = (TO_BRITISH, TO_GERMAN)
STREAMS = ("british:cards", "german:cards")


def take(game: Game, seat: int, number: int) -> tuple[Title, ...]:
    """Draw cards from a seat's pile, which is never reshuffled; each is picked at the moment of drawing [6.1b]."""
    pile = game.decks[seat]
    drawn = []
    for _ in range(min(number, len(pile))):
        place = game.dice.pick(pile, STREAMS[seat])
        drawn.append(Title(pile[place]))
        pile = pile[:place] + pile[place + 1 :]
    _set_deck(game, seat, pile)
    return tuple(drawn)


def _set_deck(game: Game, seat: int, pile: bytes) -> None:
    british, german = game.decks
    game.decks = (pile, german) if seat == BRITISH else (british, pile)


# -- opening hands ----------------------------------------------------------------------------------------------


@step
def opening_hands(game: Game) -> None:
    """Eight cards each, of which five are kept; in Downfall the British player picks one instead [3.7, 3.7.1]."""
    british = pick_british if game.layout.rules.picked_cards else keep_british
    if british is keep_british:
        show(game, BRITISH)
    show(game, GERMAN)
    game.next(together(task(british), task(keep_german)))


def show(game: Game, seat: int) -> None:
    """Eight cards to choose from."""
    game.set_hand(seat, take(game, seat, SHOWN))
    game.emit("shown", "3.7 6.0", EYES[seat], seat, tuple((seat, title) for title in game.hands[seat]))


def keep_options(game: Game, seat: int) -> list[int]:
    """Every five of the eight."""
    return sorted({pack(five) for five in combinations(game.hands[seat], HAND)})


@question(BRITISH, "3.7", KEEP[BRITISH])
def keep_british(game: Game) -> list[int]:
    """Which five cards are kept? [3.7]"""
    return keep_options(game, BRITISH)


@question(GERMAN, "3.7", KEEP[GERMAN])
def keep_german(game: Game) -> list[int]:
    """Which five cards are kept? [3.7]"""
    return keep_options(game, GERMAN)


@keep_british.chosen
def _british_keep(game: Game, option: int) -> None:
    keep(game, BRITISH, unpack(option))


@keep_german.chosen
def _german_keep(game: Game, option: int) -> None:
    keep(game, GERMAN, unpack(option))


def keep(game: Game, seat: int, titles: tuple[Title, ...]) -> None:
    """The rest goes back into the pile [3.7]."""
    left = list(game.hands[seat])
    for title in titles:
        left.remove(title)
    _set_deck(game, seat, bytes(sorted([*game.decks[seat], *left])))
    game.set_hand(seat, titles)
    game.emit("hand", "3.7", EYES[seat], seat, tuple((seat, title) for title in game.hands[seat]))
    game.emit("hand_ready", "3.7", TO_ALL, seat, len(titles))


@question(BRITISH, "3.7.1", KEEP[BRITISH])
def pick_british(game: Game) -> list[int]:
    """Which Bombing card does the British player take from his deck? [3.7.1]"""
    cards = game.layout.cards[BRITISH]
    bombing = [Title(title) for title in sorted(game.decks[BRITISH]) if cards[title].symbol == BOMBING_SYMBOL]
    picks = min(game.layout.rules.picked_cards, HAND)
    return list(dict.fromkeys(pack(titles) for titles in combinations(bombing, picks)))


@pick_british.refuses
def why_not_pick_british(game: Game, option: int) -> Refusal | None:
    return "3.7.1", "not_a_bombing_card"


@pick_british.chosen
def _picked(game: Game, option: int) -> None:
    """Then four more are drawn [3.7.1]."""
    titles = unpack(option)
    pile = list(game.decks[BRITISH])
    for title in titles:
        pile.remove(title)
    _set_deck(game, BRITISH, bytes(pile))
    game.set_hand(BRITISH, titles + take(game, BRITISH, HAND - len(titles)))
    game.emit("hand", "3.7.1", TO_BRITISH, BRITISH, tuple((BRITISH, title) for title in game.hands[BRITISH]))
    game.emit("hand_ready", "3.7.1", TO_ALL, BRITISH, HAND)


# -- every turn ---------------------------------------------------------------------------------------------------


@step
def draw_phase(game: Game) -> None:
    """From turn 2 on both players choose discards and draws in secret, then reveal them together [6.1a, ruling C37]."""
    if game.turn > 1 and not game.end_stage:
        game.modifier = 0
        game.next(together(task(draw_british), task(draw_german)), task(offers))


@lru_cache(maxsize=4096)
def draw_options(hand: tuple[Title, ...], pile: int) -> tuple[int, ...]:
    """Every choice of discards, with every number of cards that may then be drawn [6.1a, ruling C26].

    Or nothing is discarded and the end of the night is offered: here, where both are asked anyway [ruling C71].
    """
    found: set[int] = {OFFER}
    for number in range(len(hand) + 1):
        for titles in combinations(hand, number):
            room = min(HAND - len(hand) + number, MAX_DRAWN, pile)
            found.update(pack(titles) * 4 + draw for draw in range(room + 1))
    return tuple(sorted(found))


def filled_up(game: Game, seat: int) -> int:
    """Keep everything and fill up the hand, as most players do most of the time."""
    return pack(()) * 4 + min(HAND - len(game.hands[seat]), MAX_DRAWN, len(game.decks[seat]))


@question(BRITISH, "6.1a", DRAW[BRITISH], sheet="hand")
def draw_british(game: Game) -> tuple[int, ...]:
    """Which cards are discarded, and how many drawn? [6.1]"""
    return draw_options(game.hands[BRITISH], len(game.decks[BRITISH]))


@draw_british.suggests
def draw_british_suggested(game: Game) -> int | None:
    return filled_up(game, BRITISH)


@question(GERMAN, "6.1a", DRAW[GERMAN], sheet="hand")
def draw_german(game: Game) -> tuple[int, ...]:
    """Which cards are discarded, and how many drawn? [6.1]"""
    return draw_options(game.hands[GERMAN], len(game.decks[GERMAN]))


@draw_german.suggests
def draw_german_suggested(game: Game) -> int | None:
    return filled_up(game, GERMAN)


@draw_british.refuses
@draw_german.refuses
def _cannot_draw(game: Game, option: int) -> Refusal | None:
    return "6.1a", "hand_too_large"


@draw_british.chosen
def _british_draw(game: Game, option: int) -> None:
    draw(game, BRITISH, option)


@draw_german.chosen
def _german_draw(game: Game, option: int) -> None:
    draw(game, GERMAN, option)


def draw(game: Game, seat: int, option: int) -> None:
    """Discards are open, draws are seen by their owner alone [6.2b]. Offering the end also fills up the hand."""
    if option == OFFER:
        game.modifier |= 1 << seat
        option = pack(()) * 4 + min(HAND - len(game.hands[seat]), MAX_DRAWN)
    titles, number = unpack(option // 4), option % 4
    if titles:
        discard(game, seat, titles)
        game.emit("discarded", "6.1a 6.2b", TO_ALL, seat, tuple((seat, title) for title in titles))
    drawn = take(game, seat, number)
    game.set_hand(seat, game.hands[seat] + drawn)
    game.emit("drew", "6.1a 6.1b", EYES[seat], seat, tuple((seat, title) for title in drawn))
    game.emit("hand_size", "6.1a", TO_ALL, seat, len(game.hands[seat]))
