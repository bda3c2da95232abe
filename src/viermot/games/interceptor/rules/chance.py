"""Dice and cards that luck may change: the lucky charm [7.10], and an Expert's second card [7.7].

The charm is good for one roll or card that affects the pilot. Ruling D67 says which rolls those are: they are made with
`roll_for`, all others with `game.roll`. So that it need not be offered after every one, the pilot says beforehand when
he wants to be asked: after anything grave, after any setback, or always (ruling D89). The caller's `bad` judges a
result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVarTuple

from viermot.games.interceptor.model.ids import Card
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ALL_DAMAGE,
    BOMBER_FIRE,
    CHARM_MARKER,
    ENEMY_ATTACK,
    ENEMY_DEFENCE,
    EXPERT_BF109,
    EXPERTS,
    GP,
    OWN_ATTACK,
    OWN_DEFENCE,
    PILOT,
    REAR_GUNNER,
    WINGMAN_ATTACK,
    WINGMAN_BUSY,
    WINGMAN_HIT,
    WINGMAN_TEXT,
    WINGMANS_EXPERT,
)
from viermot.games.interceptor.rules.damage.airframe import enemy_firepower, firepower
from viermot.kernel.agenda import Datum, Facts, Refusal, Words, question

KEEP, AGAIN = 0, 1
EXPERT, WINGMAN_EXPERT, CHARM = 1, 2, 3
HIS_OWN: Final = (OWN_ATTACK, OWN_DEFENCE, WINGMAN_TEXT)
THE_WINGMANS: Final = (WINGMAN_TEXT, WINGMAN_ATTACK)

FINE, SETBACK, GRAVE = range(3)  # how a roll or a card turns out for the pilot
ONLY_GRAVE, SETBACKS, EVERYTHING = range(3)  # when he wants to be asked whether to use the charm
ORDERS: Final = ("grave", "setbacks", "every roll")
ASKED_FROM: Final = (GRAVE, SETBACK, FINE)  # by order: the mildest result he is asked about

Dice = tuple[int, ...]
About = TypeVarTuple("About")  # what is passed on with the dice or the card: ints, texts and tuples of these


class Throw(NamedTuple):
    """How many dice of how many sides, what for, by which rules, and what else the log says with them."""

    number: int
    sides: int
    what: str
    rules: str
    facts: tuple[Datum, ...]


class Thrown(NamedTuple):
    """A roll on the table, and the step it goes to. In a save the throw is a plain row."""

    throw: Throw
    dice: Dice
    then: Callable[..., None]
    about: tuple[object, ...]


class Drawn(NamedTuple):
    """A card on the table, and the step it goes to."""

    use: int
    rules: str
    card: Card
    then: Callable[..., None]
    about: tuple[object, ...]


def roll_for(
    game: Game, count: int, what: str, rules: str, then: Callable[[Game, Dice, *About], None], *about: *About,
    facts: tuple[Datum, ...] = (), sides: int = 6, bad: Callable[[Game, Dice, *About], int] | None = None,
) -> None:  # fmt: skip
    """Roll dice that matter to the pilot, and go on with them; a pilot with a lucky charm may reroll.

    `bad` is given the dice and the arguments that go with them, and says whether that is fine, a setback or grave.
    """
    dice = _thrown(game, count, sides, what, rules, facts)
    if game.pilot.career.markers & CHARM_MARKER and calls_for_luck(game, bad(game, dice, *about) if bad else SETBACK):
        game.push(lucky_charm, Thrown(Throw(count, sides, what, rules, facts), dice, then, about))
    else:
        then(game, dice, *about)


def calls_for_luck(game: Game, how_bad: int) -> bool:
    """Does the pilot want to be asked about this? [ruling D89]"""
    return how_bad >= ASKED_FROM[game.pilot.career.charm_order]


@question(PILOT, "7.10c", Words(*ORDERS))
def charm_order(game: Game) -> list[int]:
    """When is the lucky charm offered: after something grave, after any setback, or after every roll? [7.10]"""
    return (
        [ONLY_GRAVE, SETBACKS, EVERYTHING]
        if game.pilot.career.markers & CHARM_MARKER
        else [game.pilot.career.charm_order]
    )


@charm_order.suggests
def charm_order_suggested(game: Game) -> int | None:
    return game.pilot.career.charm_order


@charm_order.chosen
def charm_ordered(game: Game, order: int) -> None:
    if order != game.pilot.career.charm_order:
        game.pilot.career.charm_order = order
        game.announce("charm_order", "7.10c", ORDERS[order])


def _thrown(game: Game, count: int, sides: int, what: str, rules: str, facts: tuple[Datum, ...]) -> Dice:
    if sides == 6:
        return tuple(game.roll(count, what, rules, *facts))
    return (game.roll_sided(sides, what, rules, *facts),)


@question(PILOT, "7.10b", Words("keep", "again"), default=KEEP)
def lucky_charm(game: Game, thrown: Thrown) -> list[int]:
    """Keep this roll, or use up the charm and reroll? [7.10]"""
    return [KEEP, AGAIN] if game.pilot.career.markers & CHARM_MARKER else [KEEP]


@lucky_charm.chosen
def charm_or_not(game: Game, thrown: Thrown, answer: int) -> None:
    throw, dice, then, about = thrown
    if answer == AGAIN:
        use_charm(game)
        dice = _thrown(game, *throw)
    then(game, dice, *about)


@lucky_charm.tells
def lucky_charm_facts(game: Game, thrown: Thrown) -> Facts:
    return {"what": Throw(*thrown.throw).what, "dice": thrown.dice}


def use_charm(game: Game) -> None:
    """The charm is used up, once in a career: a later one does nothing [7.10]."""
    game.pilot.career.markers &= ~CHARM_MARKER
    game.pilot.career.charmed = 1
    game.announce("charm_used", "7.10b 7.10c")


def draw(game: Game, use: int, rules: str) -> Card:
    """A card from the deck, all equally likely; an empty deck is reshuffled [3.5.1]."""
    if not game.deck:
        game.deck = game.layout.deck
        game.announce("shuffled", "3.5.1b")
    deck = game.deck
    place = game.dice.pick(deck, "combat")
    card = Card(deck[place])
    game.deck = deck[:place] + deck[place + 1 :]
    game.announce("card", rules, use, card)
    return card


def draw_for(game: Game, use: int, rules: str, then: Callable[[Game, Card, *About], None], *about: *About) -> None:
    """Draw a card and go on with it; an Expert may draw a second one [7.7]."""
    card = draw(game, use, rules)
    career, wingman = game.pilot.career, game.pilot.wingman
    if (career.skills | wingman.skills) & EXPERTS[game.mat.series] or (
        career.markers & CHARM_MARKER and calls_for_luck(game, card_is_bad(game, use, card, about))
    ):
        game.push(second_card, Drawn(use, rules, card, then, about))
    else:
        then(game, card, *about)


@question(PILOT, "7.7i", Words("keep", "expert", "wingman", "charm"), default=KEEP)
def second_card(game: Game, drawn: Drawn) -> list[int]:
    """Keep this card, or draw another in its place? [7.7]"""
    pilot = game.pilot
    expert = EXPERTS[game.mat.series]
    options = [KEEP]
    use, _, card, _, about = drawn
    if use in HIS_OWN and pilot.career.skills & expert and not pilot.sortie.spent & EXPERT_BF109:
        options.append(EXPERT)
    if use in THE_WINGMANS and pilot.wingman.skills & expert and not pilot.sortie.spent & WINGMANS_EXPERT:
        options.append(WINGMAN_EXPERT)
    if pilot.career.markers & CHARM_MARKER and (
        len(options) > 1 or calls_for_luck(game, card_is_bad(game, use, card, about))
    ):
        options.append(CHARM)
    return options


def card_is_bad(game: Game, use: int, card: Card, about: tuple[object, ...]) -> int:
    """What the line read on a card means for the pilot: fine, a setback, or something grave."""
    layout = game.layout
    if use == BOMBER_FIRE:
        return GRAVE if layout.fire[card] > HOT else SETBACK if layout.fire[card] else FINE
    if use == ENEMY_ATTACK:
        (fp,) = about or (enemy_firepower(game),)  # a wingman's comes with the card
        assert isinstance(fp, int)
        hits = layout.hits[card][layout.column[fp]]
        return GRAVE if hits >= GP else SETBACK if hits else FINE
    return SETBACK if _line_fails(game, use, card) else FINE


HOT: Final = 2  # hits of defensive fire that a pilot can put up with


def _line_fails(game: Game, use: int, card: Card) -> bool:
    """Does the card do nothing for us: a miss, a useless defence, a busy wingman, an enemy who gets clean away?"""
    layout = game.layout
    if use == OWN_ATTACK:
        return not layout.hits[card][layout.column[firepower(game)]]
    if use == WINGMAN_ATTACK:
        return not layout.hits[card][layout.column[game.pilot.round.wingman_fp]]
    if use == OWN_DEFENCE:
        return not (layout.avoid[card] or layout.improve[card] or layout.ends[card])
    if use == WINGMAN_TEXT:
        return layout.wing_text[card] in (WINGMAN_BUSY, WINGMAN_HIT)
    if use == ENEMY_DEFENCE:
        return bool(layout.avoid[card] == ALL_DAMAGE or layout.ends[card])
    return use == REAR_GUNNER and not layout.fire[card]


@second_card.chosen
def second_card_or_not(game: Game, drawn: Drawn, answer: int) -> None:
    use, rules, card, then, about = drawn
    if answer == KEEP:
        then(game, card, *about)
        return
    if answer == CHARM:
        use_charm(game)
    else:
        game.use_up(EXPERTS[game.mat.series], EXPERT_BF109 if answer == EXPERT else WINGMANS_EXPERT)
        game.announce("second_card", "7.7i", int(answer == WINGMAN_EXPERT))
    draw_for(game, use, rules, then, *about)


@second_card.refuses
def why_not_second_card(game: Game, drawn: Drawn, answer: int) -> Refusal:
    return ("7.7i", "no_second_card")


@second_card.tells
def second_card_facts(game: Game, drawn: Drawn) -> Facts:
    return {"use": drawn.use, "card": drawn.card}
