"""Cards: hands, the windows in which they are played, and how they are cancelled [6.0, rulings C27 and C36].

In a window both seats are asked in turn, the active one first, until both have passed. A seat that has nothing to play
is not asked, and nothing it or the other seat is shown tells so. A card is announced with its function and its object,
the opponent may cancel it by a card that names it or by two of its symbol, and what is not cancelled takes effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import BRITISH, DECOY, EITHER, GERMAN, MAIN, MOSQUITO, OFF, TO_ALL
from viermot.games.bomber_command.model.ids import NO_UNIT, Raid, Title, Unit, by_unit
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.notation import (
    CARD,
    CARD_NOW,
    NONE,
    PASS,
    RETURN,
    THING,
    is_card_now,
    is_pair,
    now_code,
    pair_code,
    paired,
    play_code,
    played,
    played_now,
    unit_in,
    unit_options,
)
from viermot.games.bomber_command.model.state import IN_RAID, NOBODY, RETURNING, Game, attack_of
from viermot.games.bomber_command.model.town import town_of
from viermot.games.bomber_command.rules.cards.anytime import MATTERS
from viermot.games.bomber_command.rules.cards.windows import (
    ANY,
    BOMBING_WINDOWS,
    FIRST_ASKED,
    ROLL_WINDOWS,
    W_AIRFIELD,
    W_FIGHTERS,
    W_GCI,
    W_INFILTRATION,
    W_INTRUDER,
    W_TAKE_OFF,
    W_TAME,
    W_WILD,
    WINDOWS,
)
from viermot.games.bomber_command.rules.combat.damage import send_home
from viermot.kernel.agenda import About, AnyQuestion, Facts, Question, Refusal, Task, question, step, task


class Played(NamedTuple):
    """A function of a card that takes effect: whose, what it is, and what it was played on."""

    seat: int
    function: Function
    thing: int = NONE


Effect = Callable[[Game, Played], None]
Objects = Callable[[Game, Function], list[int]]
Check = Callable[[Game, Function], bool]

# Filled by the chapters the cards belong to.
EFFECTS: Final[dict[str, Effect]] = {}
OBJECTS: Final[dict[str, Objects]] = {}  # what a card may be played on
CHECKS: Final[dict[str, Check]] = {}  # can it have an effect, as far as its player knows?
NEVER_WITHOUT: Final = frozenset(("mobile flak", "scattered stream"))  # there is always something to play them on
UNTOLD: Final = ("false plot",)  # where it is laid is not said, or it would deceive nobody [ruling C70]
FOGGED: Final = ("wind finders",)  # whose Disrupt markers come off is not said where nobody may see them [12.5]


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


OPENS, PASSED, ACTED, AGAIN = range(4)  # a window: it opens, the other seat passed or acted, or one may order once more
ORDERS: Final = frozenset((W_INFILTRATION, W_GCI, W_TAME, W_WILD, W_INTRUDER))  # an order calls off what is under way


class Moment(NamedTuple):
    """A seat is asked for a card in a window: what that is about, and why it is asked [ruling C36].

    In most windows the subject is a unit and the other a raid; over a city a raid and the city, or one of its areas.
    """

    seat: int
    which: int
    subject: int
    other: int
    why: int = OPENS


if TYPE_CHECKING:
    moment_of = Moment
else:
    moment_of = lru_cache(maxsize=4096)(Moment)  # hundreds of windows a night are alike, and making records is dear


@step
def window(game: Game, which: int, subject: int, other: int) -> None:
    """A moment at which cards may be played, and what it is about [6.2a, ruling C36]."""
    if which in ROLL_WINDOWS:
        game.modifier = game.flags = 0
    game.push(play, moment_of(FIRST_ASKED[which], which, subject, other, OPENS))


@question(EITHER, "6.2a", CARD, usually=PASS)
def play(game: Game, moment: Moment) -> list[int]:
    """Play a card, order a unit home, or pass [6.2, 7.4.3]."""
    options = [PASS]
    seat, which, _, other, why = moment
    cards = game.layout.cards[seat]
    bit = 1 << which
    before = -1
    idle: list[tuple[Title, int]] = []  # cards that would do nothing just now; nobody is asked for them alone
    for title in game.hands[seat]:
        if title != before:
            before = title
            card = cards[title]
            if card.whenever & bit:
                for number, when in enumerate(card.when):
                    if not when & bit:
                        continue
                    if when == ANY and not MATTERS[card.functions[number].effect](game, seat, which):
                        idle.append((title, number))
                    elif may_play(game, which, other, card.functions[number]):
                        options.append(play_code(seat, title, number))
    orders = seat == GERMAN and (len(options) > 1 or is_time_for_orders(which, why)) and can_be_sent_home(game)
    if idle and (len(options) > 1 or orders):
        options += [
            play_code(seat, title, number)
            for title, number in idle
            if may_play(game, which, other, cards[title].functions[number])
        ]
    return [*options, RETURN] if orders else options


def is_time_for_orders(which: int, why: int) -> bool:
    """Is the German player asked for an order home alone? [7.4.3, ruling C62]

    A marker frees a unit only when fighters move; until then it forbids what he may leave undone anyway. So he is asked
    before they move, when a British card has changed an attempt that is under way, and after an order for the next.
    """
    return why == AGAIN or (which == W_FIGHTERS and why == OPENS) or (which in ORDERS and why == ACTED)


def can_be_sent_home(game: Game) -> list[Unit]:
    """The units in the air that have not been told to return."""
    marks = game.u_marks
    return [
        unit
        for unit, place in by_unit(game.u_place)
        if (place >= 0 or place == IN_RAID) and not marks[unit] & RETURNING
    ]


@play.tells
def play_facts(game: Game, moment: Moment) -> Facts:
    """The window, and what it is about as far as this seat may know: a raid's letter is the British player's [8.3]."""
    facts: Facts = {"window": WINDOWS[moment.which], "turn": game.turn}
    if moment.which in BOMBING_WINDOWS:
        return facts | {"city": town_of(game).city}
    if moment.subject >= 0:
        facts["unit"] = moment.subject
    if moment.other >= 0 and moment.seat == BRITISH and moment.which != W_AIRFIELD:
        facts["letter"] = game.r_letter[moment.other]
    return facts


@play.refuses
def why_not_play(game: Game, moment: Moment, option: int) -> Refusal | None:
    if option == RETURN:
        return "7.4.3a", "nobody_to_send_home"
    if is_pair(option):
        return "6.2.3a", "nothing_to_cancel"
    chosen = played(option)
    if chosen.seat != moment.seat or chosen.title not in game.hands[moment.seat]:
        return "6.2a", "card_not_held"
    if game.layout.function_of(chosen.seat, chosen.title, chosen.function).effect == "cancel":
        return "6.2.2", "nothing_to_cancel"
    return "6.2a", "not_this_moment"


@play.chosen
def _played(game: Game, moment: Moment, option: int) -> None:
    """The other seat is asked next; the window closes when both have passed, one after the other [ruling C27]."""
    seat, which, subject, other, why = moment
    if option == PASS:
        if why != PASSED:
            game.push(play, moment_of(1 - seat, which, subject, other, ACTED if why == AGAIN else PASSED))
    elif option == RETURN:
        game.next(task(order_home), task(play, Moment(seat, which, subject, other, AGAIN)))
    else:
        card = played(option)
        naming = Naming(seat, card.title, card.function, which, subject, other)
        game.next(task(name_object, naming), task(play, Moment(1 - seat, which, subject, other, ACTED)))


AT_OWN_TIME: Final[list[AnyQuestion]] = []  # decisions at which a card may be played first


def at_own_time(asked: Question[Game, int, *About]) -> None:
    """Where its seat decides something anyway, it may play a card that fits any time first [6.2a, ruling C75].

    The question is put again afterwards; it is never put for the sake of the cards.
    """
    listed, then, refuse, seat = asked.options, asked.then, asked.why_not, asked.seat

    @wraps(listed)  # positions ask an agenda's steps what they take
    def options(game: Game, *about: *About) -> Sequence[int]:
        found = listed(game, *about)
        return found if len(found) < 2 else [*found, *in_hand(game, seat)]

    def chosen(game: Game, *answered: *tuple[*About, int]) -> None:
        option = answered[-1]
        if option < CARD_NOW:  # nearly always
            then(game, *answered)
            return
        card = played_now(option)
        naming = Naming(seat, card.title, card.function, phase_window(game), NOBODY, NOBODY)
        game.next(task(name_object, naming), Task((asked, *answered[:-1])))

    def refuses(game: Game, *answered: *tuple[*About, int]) -> Refusal | None:
        *_, option = answered
        if not is_card_now(option):
            return refuse(game, *answered)
        card = played_now(option)
        held = card.seat == seat and card.title in game.hands[seat]
        return "6.2a", "not_this_moment" if held else "card_not_held"

    asked.options, asked.then, asked.why_not = options, chosen, refuses
    AT_OWN_TIME.append(asked)


def phase_window(game: Game) -> int:
    """The window at the start of the phase now played."""
    return W_FIGHTERS + game.phase - 2


def in_hand(game: Game, seat: int) -> list[int]:
    """The cards of a hand that may be played at any time, as answers to another question."""
    which, found = phase_window(game), []
    for title in dict.fromkeys(game.hands[seat]):
        card = game.layout.cards[seat][title]
        for number, when in enumerate(card.when):
            if when == ANY and may_play(game, which, NOBODY, card.functions[number]):
                found.append(now_code(seat, title, number))
    return found


@question(GERMAN, "7.4.3a", THING)
def order_home(game: Game) -> list[int]:
    """Which unit is told to return to base? [7.4.3]"""
    return unit_options(can_be_sent_home(game))


@order_home.chosen
def _ordered_home(game: Game, option: int) -> None:
    send_home(game, unit_in(option), "7.4.3a")


class Naming(NamedTuple):
    """A card that is about to be announced, and the window it is played in."""

    seat: int
    title: Title
    number: int  # of the function
    which: int
    subject: int
    other: int

    def function(self, game: Game) -> Function:
        return game.layout.function_of(self.seat, self.title, self.number)


@question(EITHER, "6.2.4", THING)
def name_object(game: Game, card: Naming) -> list[int]:
    """What the card is played on: a unit, a hex, a city ...; many need none [6.2]."""
    function = card.function(game)
    find = OBJECTS.get(function.effect)
    return [NONE] if find is None else find(game, function)


@name_object.tells
def name_object_facts(game: Game, card: Naming) -> Facts:
    return {"card": (card.seat, card.title), "function": (card.seat, card.title, card.number)}


@name_object.refuses
def why_not_name_object(game: Game, card: Naming, option: int) -> Refusal | None:
    """Which rule keeps the card from being played on that; a false plot has one of its own."""
    name = card.function(game).effect
    return ("8.2f", "false_plot_elsewhere") if name == "false plot" else ("6.2.4", "not_on_this")


@name_object.chosen
def _announce(game: Game, card: Naming, option: int) -> None:
    """The card is laid down with its function, which cannot be changed any more [6.2.4]."""
    seat, title, number = card.seat, card.title, card.number
    discard(game, seat, (title,))
    name = card.function(game).effect
    secret = name in UNTOLD or (game.layout.fog_of_war and name in FOGGED)
    named = NONE if secret else option
    game.emit("card", "6.2a 6.2b 6.2.4", TO_ALL, (seat, title), (seat, title, number), named)
    laid = Announced(1 - seat, title, card.which, card.subject, card.other, number, option)
    game.push(cancel, laid)  # at once, or not at all [6.2.2]


def discard(game: Game, seat: int, titles: tuple[Title, ...]) -> None:
    """Cards go from the hand to the open discard pile [6.2b]."""
    hand = list(game.hands[seat])
    for title in titles:
        hand.remove(title)
    hands = [*game.hands]
    hands[seat] = tuple(hand)
    game.hands = (hands[0], hands[1])
    piles = [*game.discards]
    piles[seat] = (*piles[seat], *titles)
    game.discards = (piles[0], piles[1])


class Announced(NamedTuple):
    """A card that lies on the table and may be cancelled by the seat."""

    seat: int
    title: Title  # of the other seat's card
    which: int
    subject: int
    other: int
    number: int
    thing: int

    def function(self, game: Game) -> Function:
        return game.layout.function_of(1 - self.seat, self.title, self.number)


@question(EITHER, "6.2.2", CARD, usually=PASS)
def cancel(game: Game, laid: Announced) -> list[int]:
    """Cancel the card just played, by one that names it or by two of its symbol [6.2.2, 6.2.3]."""
    options = [PASS]
    seat = laid.seat
    hand, cards = game.hands[seat], game.layout.cards[seat]
    for own, function in game.layout.answers[seat].get(laid.title, ()):
        if own in hand and may_answer(game, laid, cards[own].functions[function]):
            options.append(play_code(seat, own, function))
    symbol = game.layout.cards[1 - seat][laid.title].symbol
    fitting = [own for own in hand if cards[own].symbol == symbol]
    pairs = {pair_code(seat, *two) for two in combinations(fitting, 2)}
    return options + sorted(pairs)


@cancel.tells
def cancel_facts(game: Game, laid: Announced) -> Facts:
    return {"card": (1 - laid.seat, laid.title)}


@cancel.refuses
def why_not_cancel(game: Game, laid: Announced, option: int) -> Refusal | None:
    return ("6.2.3a", "not_two_of_its_symbol") if is_pair(option) else ("6.2.2", "does_not_cancel_it")


@cancel.chosen
def _cancelled(game: Game, laid: Announced, option: int) -> None:
    """A card used to cancel cannot be cancelled itself: there are no chains [6.2.3b]."""
    seat, title = laid.seat, laid.title
    if option == PASS:
        function = laid.function(game)
        EFFECTS[function.effect](game, Played(1 - seat, function, laid.thing))
        return
    if is_pair(option):
        _, one, other = paired(option)
        discard(game, seat, (one, other))
        game.emit("cancelled_by_symbol", "6.2.3a 6.2.3b 6.2b", TO_ALL, (1 - seat, title), (seat, one), (seat, other))
        return
    _, own, used = played(option)
    discard(game, seat, (own,))
    game.emit("cancelled", "6.2.2 6.2b", TO_ALL, (1 - seat, title), (seat, own))
    function = game.layout.function_of(seat, own, used)
    if function.effect != "cancel":  # COCKPIT READINESS does its work as well
        EFFECTS[function.effect](game, Played(seat, function))


# -- whether a card fits the moment -------------------------------------------------------------------


def may_play(game: Game, which: int, other: int, function: Function) -> bool:
    """Do its conditions hold, and can it have an effect? A card that cannot may not be played [6.2a]."""
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
    """May it cancel the card just played, given what that was played on?"""
    if function.effect == "cancel":
        return meets(game, laid.which, laid.other, function)
    return EFFECTS_IN_ANSWER.get(function.effect, -1) == laid.which


def meets(game: Game, which: int, other: int, function: Function) -> bool:
    """The conditions in the card's text."""
    needs = function.needs
    if not needs:
        return True
    if which == W_INFILTRATION:
        return all(NEEDS[need](game, NO_UNIT, Raid(other)) for need in needs)
    attack = attack_of(game)
    return all(NEEDS[need](game, attack.unit, attack.raid) for need in needs)


def _outbound_heavy(game: Game, unit: Unit, raid: Raid) -> bool:
    from viermot.games.bomber_command.rules.movement.raids import is_outbound

    return bool(raid != NOBODY and game.r_heavy[raid] and is_outbound(game, raid))


def _flak_value(game: Game) -> int:
    """The flak value of the city whose flak fires, NO_FLAK for area flak."""
    city = attack_of(game).city
    return game.flak_of(city) if city != OFF else NO_FLAK


NEEDS: Final[dict[str, Callable[[Game, Unit, Raid], bool]]] = {
    "te": lambda game, unit, raid: unit != NOBODY and game.layout.units[unit].twin,
    "se": lambda game, unit, raid: unit != NOBODY and not game.layout.units[unit].twin,
    "main": lambda game, unit, raid: raid != NOBODY and game.r_kind[raid] == MAIN,
    "stream": lambda game, unit, raid: raid != NOBODY and game.r_kind[raid] in (MAIN, DECOY),
    "mosquito": lambda game, unit, raid: raid != NOBODY and game.r_kind[raid] == MOSQUITO,
    "not heavy": lambda game, unit, raid: not _outbound_heavy(game, unit, raid),
    "nightfighter": lambda game, unit, raid: unit != NOBODY and raid != NOBODY,
    "city flak": lambda game, unit, raid: unit == NOBODY and attack_of(game).city != OFF,
    "value 1": lambda game, unit, raid: _flak_value(game) >= 1,
    "berlin": lambda game, unit, raid: True,  # functions of the other scenario are not in the decks
    "downfall": lambda game, unit, raid: True,
}
EFFECTS_IN_ANSWER: Final = {"readiness": W_TAKE_OFF}  # answers that also do something, and the only window for them


# -- plain effects ----------------------------------------------------------------------------------------


def add_modifier(game: Game, by: int, rules: str) -> None:
    """What a card adds to the roll that comes next; cards on one roll add up [6.2.1]."""
    game.modifier += by
    game.emit("modified", rules, TO_ALL, by, game.modifier)


@effect("modifier")
def modify(game: Game, card: Played) -> None:
    """Cards on one roll add up [6.2.1]."""
    add_modifier(game, card.function.value, "6.2.1")


@effect("cancel")
def cancel_nothing(game: Game, card: Played) -> None:
    """A cancelling function is only ever used in answer to a card [6.2.2]."""
