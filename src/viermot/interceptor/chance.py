"""Dice and cards that luck may change: the lucky charm [7.10], and an Expert's second card [7.7].

The charm is good for one roll or card that affects the pilot. Ruling D67 says which rolls these are: those are thrown
with `roll_for`, everybody else's with `game.roll`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from viermot.interceptor.state import Game
from viermot.interceptor.terms import (
    CHARM_MARKER,
    EXPERT_BF109,
    EXPERTS,
    OWN_ATTACK,
    OWN_DEFENCE,
    PILOT,
    WINGMAN_ATTACK,
    WINGMAN_TEXT,
    WINGMANS_EXPERT,
)
from viermot.kernel.agenda import Words, question

KEEP, AGAIN = 0, 1
EXPERT, WINGMAN_EXPERT, CHARM = 1, 2, 3
HIS_OWN: Final = (OWN_ATTACK, OWN_DEFENCE, WINGMAN_TEXT)
THE_WINGMANS: Final = (WINGMAN_TEXT, WINGMAN_ATTACK)


Throw = tuple[int, int, str, str, tuple[Any, ...]]  # how many dice, of how many sides, what for, rules, facts


def roll_for(
    game: Game, count: int, what: str, rules: str, then: Callable[..., None], *about: Any,
    facts: tuple[Any, ...] = (), sides: int = 6,
) -> None:  # fmt: skip
    """Throw dice that matter to the pilot, and go on with them; who has a lucky charm may throw again."""
    throw = (count, sides, what, rules, facts)
    dice = _thrown(game, throw)
    if game.pilot.markers & CHARM_MARKER:
        game.next((lucky_charm, throw, dice, then, about))
    else:
        then(game, dice, *about)


def _thrown(game: Game, throw: Throw) -> tuple[int, ...]:
    count, sides, what, rules, facts = throw
    if sides == 6:
        return tuple(game.roll(count, what, rules, *facts))
    return (game.roll_sided(sides, what, rules, *facts),)


@question(PILOT, "7.10b", Words("keep", "again"))
def lucky_charm(game: Game, throw: Throw, dice: tuple[int, ...], then: Any, about: tuple[Any, ...]) -> list[int]:
    """Keep this roll, or use the charm up and throw again? [7.10]"""
    return [KEEP, AGAIN] if game.pilot.markers & CHARM_MARKER else [KEEP]


@lucky_charm.chosen
def charm_or_not(
    game: Game, throw: Throw, dice: tuple[int, ...], then: Any, about: tuple[Any, ...], answer: int
) -> None:
    if answer == AGAIN:
        use_charm(game)
        dice = _thrown(game, throw)
    then(game, dice, *about)


@lucky_charm.tells
def charm_facts(
    game: Game, throw: Throw, dice: tuple[int, ...], then: Any, about: tuple[Any, ...]
) -> dict[str, object]:
    return {"what": throw[2], "dice": dice}


def use_charm(game: Game) -> None:
    """The charm is used up, once in a career: a later one has no power [7.10]."""
    game.pilot.markers &= ~CHARM_MARKER
    game.pilot.charmed = 1
    game.tell("charm_used", "7.10b")


def draw(game: Game, use: int, rules: str) -> int:
    """One card off the deck, of which all are equally likely; an empty deck is shuffled anew [3.5.1]."""
    if not game.deck:
        game.deck = game.table.deck
        game.tell("shuffled", "3.5.1b")
    deck = game.deck
    place = game.dice.pick(deck, "combat")
    card: int = deck[place]
    game.deck = deck[:place] + deck[place + 1 :]
    game.tell("card", rules, use, card)
    return card


def draw_for(game: Game, use: int, rules: str, then: Callable[..., None], *about: Any) -> None:
    """Draw a card and go on with it; an Expert may draw a second one [7.7]."""
    card = draw(game, use, rules)
    pilot = game.pilot
    if (pilot.skills | pilot.wing_skills) & EXPERTS[game.mat.series] or pilot.markers & CHARM_MARKER:
        game.next((second_card, use, rules, card, then, about))
    else:
        then(game, card, *about)


@question(PILOT, "7.7i", Words("keep", "expert", "wingman", "charm"))
def second_card(game: Game, use: int, rules: str, card: int, then: Any, about: tuple[Any, ...]) -> list[int]:
    """Keep this card, or draw another one in its place? [7.7]"""
    pilot = game.pilot
    expert = EXPERTS[game.mat.series]
    options = [KEEP]
    if use in HIS_OWN and pilot.skills & expert and not pilot.spent & EXPERT_BF109:
        options.append(EXPERT)
    if use in THE_WINGMANS and pilot.wing_skills & expert and not pilot.spent & WINGMANS_EXPERT:
        options.append(WINGMAN_EXPERT)
    if pilot.markers & CHARM_MARKER:
        options.append(CHARM)
    return options


@second_card.chosen
def second_card_or_not(
    game: Game, use: int, rules: str, card: int, then: Any, about: tuple[Any, ...], answer: int
) -> None:
    if answer == KEEP:
        then(game, card, *about)
        return
    if answer == CHARM:
        use_charm(game)
    else:
        game.pilot.spent |= EXPERT_BF109 if answer == EXPERT else WINGMANS_EXPERT
        game.tell("second_card", "7.7i", int(answer == WINGMAN_EXPERT))
    draw_for(game, use, rules, then, *about)


@second_card.refuses
def no_second_card(game: Game, *_: Any) -> tuple[str, str]:
    return ("7.7i", "no_second_card")


@second_card.tells
def second_card_facts(
    game: Game, use: int, rules: str, card: int, then: Any, about: tuple[Any, ...]
) -> dict[str, object]:
    return {"use": use, "card": card}
