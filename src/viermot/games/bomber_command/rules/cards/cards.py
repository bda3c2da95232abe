"""Cards: hands, the windows in which they are played, and how they are cancelled [6.0, rulings C27 and C36].

In a window both seats are asked in turn, the active one first, until both have passed. A seat that has nothing to play
is not asked, and nothing it or the other seat is shown tells so. A card is announced with its function and its object,
the opponent may cancel it by a card that names it or by two of its symbol, and what is not cancelled takes effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import combinations
from typing import Any, Final

from viermot.games.bomber_command.model.board import BRITISH, DECOY, EITHER, GERMAN, MAIN, MOSQUITO, OFF, TO_ALL
from viermot.games.bomber_command.model.notation import (
    CARD,
    CARD_NOW,
    NONE,
    PAIR,
    PASS,
    RETURN,
    THING,
    UNIT,
    now_code,
    pair_code,
    paired,
    play_code,
    played,
    played_now,
)
from viermot.games.bomber_command.model.state import IN_RAID, NOBODY, RETURNING, Game, attack_of
from viermot.games.bomber_command.model.table import NO_FLAK
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
from viermot.kernel.agenda import AnyQuestion, Task, question, step, task

Effect = Callable[[Game, int, int, int, Any, int], None]  # game, seat, a, b, function, object
Objects = Callable[[Game, int, int, int, Any], list[int]]
Check = Callable[[Game, int, int, int, Any], bool]

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


@step
def window(game: Game, which: int, a: int, b: int) -> None:
    """A moment at which cards may be played; what it is about is a and b [6.2a, ruling C36]."""
    if which in ROLL_WINDOWS:
        game.modifier = game.flags = 0
    game.push(play, FIRST_ASKED[which], which, a, b, OPENS)


@question(EITHER, "6.2a", CARD, usually=PASS)
def play(game: Game, seat: int, which: int, a: int, b: int, why: int) -> list[int]:
    """Play a card, order a unit home, or pass [6.2, 7.4.3]."""
    options = [PASS]
    cards = game.table.cards[seat]
    bit = 1 << which
    before = -1
    idle: list[tuple[int, int]] = []  # cards that would do nothing just now; nobody is asked for them alone
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
                    elif may_play(game, seat, which, a, b, card.functions[number]):
                        options.append(play_code(seat, title, number))
    orders = seat == GERMAN and (len(options) > 1 or is_time_for_orders(which, why)) and can_be_sent_home(game)
    if idle and (len(options) > 1 or orders):
        options += [
            play_code(seat, title, number)
            for title, number in idle
            if may_play(game, seat, which, a, b, cards[title].functions[number])
        ]
    return [*options, RETURN] if orders else options


def is_time_for_orders(which: int, why: int) -> bool:
    """Is the German player asked for an order home alone? [7.4.3, ruling C62]

    A marker frees a unit only when fighters move; until then it forbids what he may leave undone anyway. So he is asked
    before they move, when a British card has changed an attempt that is under way, and after an order for the next.
    """
    return why == AGAIN or (which == W_FIGHTERS and why == OPENS) or (which in ORDERS and why == ACTED)


def can_be_sent_home(game: Game) -> list[int]:
    """The units in the air that have not been told to return."""
    marks = game.u_marks
    return [u for u, place in enumerate(game.u_place) if (place >= 0 or place == IN_RAID) and not marks[u] & RETURNING]


@play.tells
def _play_about(game: Game, seat: int, which: int, a: int, b: int, why: int) -> dict[str, Any]:
    """The window, and what it is about as far as this seat may know: a raid's letter is the British player's [8.3]."""
    about: dict[str, Any] = {"window": WINDOWS[which], "turn": game.turn}
    if which in BOMBING_WINDOWS:
        return about | {"city": town_of(game).city}
    if a >= 0:
        about["unit"] = a
    if b >= 0 and seat == BRITISH and which != W_AIRFIELD:
        about["letter"] = game.r_letter[b]
    return about


@play.refuses
def _play_why_not(game: Game, seat: int, which: int, a: int, b: int, why: int, option: int) -> tuple[str, str] | None:
    if option == RETURN:
        return "7.4.3a", "nobody_to_send_home"
    if option >= PAIR:
        return "6.2.3a", "nothing_to_cancel"
    side, title, function = played(option)
    if side != seat or title not in game.hands[seat]:
        return "6.2a", "card_not_held"
    card = game.table.cards[seat][title]
    if card.functions[function].effect == "cancel":
        return "6.2.2", "nothing_to_cancel"
    return "6.2a", "not_this_moment"


@play.chosen
def _played(game: Game, seat: int, which: int, a: int, b: int, why: int, option: int) -> None:
    """The other seat is asked next; the window closes when both have passed, one after the other [ruling C27]."""
    if option == PASS:
        if why != PASSED:
            game.push(play, 1 - seat, which, a, b, ACTED if why == AGAIN else PASSED)
    elif option == RETURN:
        game.next(task(order_home), task(play, seat, which, a, b, AGAIN))
    else:
        _, title, number = played(option)
        game.next(task(name_object, seat, title, number, which, a, b), task(play, 1 - seat, which, a, b, ACTED))


AT_OWN_TIME: Final[list[AnyQuestion]] = []  # decisions at which a card may be played first


def at_own_time(asked: AnyQuestion) -> None:
    """Where its seat decides something anyway, it may play a card that fits any time first [6.2a, ruling C75].

    The question is put again afterwards; it is never put for the sake of the cards.
    """
    listed, then, refuse, seat = asked.options, asked.then, asked.why_not, asked.seat

    @wraps(listed)  # positions ask an agenda's steps what they take
    def options(game: Game, *about: Any) -> Sequence[int]:
        found = listed(game, *about)
        return found if len(found) < 2 else [*found, *in_hand(game, seat)]

    def chosen(game: Game, *about: *tuple[*tuple[Any, ...], int]) -> None:
        option: int = about[-1]
        if option < CARD_NOW:
            then(game, *about)
            return
        _, title, number = played_now(option)
        game.next(
            task(name_object, seat, title, number, phase_window(game), NOBODY, NOBODY), Task((asked, *about[:-1]))
        )

    def refuses(game: Game, *about: *tuple[*tuple[Any, ...], int]) -> tuple[str, str] | None:
        if about[-1] < CARD_NOW:
            return refuse(game, *about)
        side, title, _ = played_now(about[-1])
        held = side == seat and title in game.hands[seat]
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
        card = game.table.cards[seat][title]
        for number, when in enumerate(card.when):
            if when == ANY and may_play(game, seat, which, NOBODY, NOBODY, card.functions[number]):
                found.append(now_code(seat, title, number))
    return found


@question(GERMAN, "7.4.3a", THING)
def order_home(game: Game) -> list[int]:
    """Which unit is told to return to base? [7.4.3]"""
    return [UNIT + unit for unit in can_be_sent_home(game)]


@order_home.chosen
def _ordered_home(game: Game, option: int) -> None:
    send_home(game, option - UNIT, "7.4.3a")


@question(EITHER, "6.2.4", THING)
def name_object(game: Game, seat: int, title: int, number: int, which: int, a: int, b: int) -> list[int]:
    """What the card is played on: a unit, a hex, a city ...; many need none [6.2]."""
    function = game.table.cards[seat][title].functions[number]
    find = OBJECTS.get(function.effect)
    return [NONE] if find is None else find(game, seat, a, b, function)


@name_object.tells
def _object_about(game: Game, seat: int, title: int, number: int, which: int, a: int, b: int) -> dict[str, Any]:
    return {"card": (seat, title), "function": (seat, title, number)}


@name_object.refuses
def _not_on_this(
    game: Game, seat: int, title: int, number: int, which: int, a: int, b: int, option: int
) -> tuple[str, str] | None:
    """Which rule keeps the card from being played on that; a false plot has one of its own."""
    name = game.table.cards[seat][title].functions[number].effect
    return ("8.2f", "false_plot_elsewhere") if name == "false plot" else ("6.2.4", "not_on_this")


@name_object.chosen
def _announce(game: Game, seat: int, title: int, number: int, which: int, a: int, b: int, option: int) -> None:
    """The card is laid down with its function, which cannot be changed any more [6.2.4]."""
    discard(game, seat, (title,))
    name = game.table.cards[seat][title].functions[number].effect
    secret = name in UNTOLD or (game.table.fog_of_war and name in FOGGED)
    named = NONE if secret else option
    game.emit("card", "6.2a 6.2b 6.2.4", TO_ALL, (seat, title), (seat, title, number), named)
    game.push(
        cancel,
        1 - seat,
        title,
        which,
        a,
        b,
        number,
        option,  # at once, or not at all [6.2.2]
    )


def discard(game: Game, seat: int, titles: tuple[int, ...]) -> None:
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


@question(EITHER, "6.2.2", CARD, usually=PASS)
def cancel(game: Game, seat: int, title: int, which: int, a: int, b: int, number: int, thing: int) -> list[int]:
    """Cancel the card just played, by one that names it or by two of its symbol [6.2.2, 6.2.3]."""
    options = [PASS]
    hand, cards = game.hands[seat], game.table.cards[seat]
    for own, function in game.table.answers[seat].get(title, ()):
        if own in hand and may_answer(game, which, a, b, cards[own].functions[function]):
            options.append(play_code(seat, own, function))
    symbol = game.table.cards[1 - seat][title].symbol
    fitting = [own for own in hand if cards[own].symbol == symbol]
    pairs = {pair_code(seat, *two) for two in combinations(fitting, 2)}
    return options + sorted(pairs)


@cancel.tells
def _cancel_about(game: Game, seat: int, title: int, *_: int) -> dict[str, Any]:
    return {"card": (1 - seat, title)}


@cancel.refuses
def _cancel_why_not(game: Game, seat: int, title: int, *rest: int) -> tuple[str, str] | None:
    return ("6.2.3a", "not_two_of_its_symbol") if rest[-1] >= PAIR else ("6.2.2", "does_not_cancel_it")


@cancel.chosen
def _cancelled(
    game: Game, seat: int, title: int, which: int, a: int, b: int, number: int, thing: int, option: int
) -> None:
    """A card used to cancel cannot be cancelled itself: there are no chains [6.2.3b]."""
    if option == PASS:
        function = game.table.cards[1 - seat][title].functions[number]
        EFFECTS[function.effect](game, 1 - seat, a, b, function, thing)
        return
    if option >= PAIR:
        _, one, other = paired(option)
        discard(game, seat, (one, other))
        game.emit("cancelled_by_symbol", "6.2.3a 6.2.3b 6.2b", TO_ALL, (1 - seat, title), (seat, one), (seat, other))
        return
    _, own, used = played(option)
    discard(game, seat, (own,))
    game.emit("cancelled", "6.2.2 6.2b", TO_ALL, (1 - seat, title), (seat, own))
    function = game.table.cards[seat][own].functions[used]
    if function.effect != "cancel":  # COCKPIT READINESS does its work as well
        EFFECTS[function.effect](game, seat, a, b, function, NONE)


# -- whether a card fits the moment -------------------------------------------------------------------


def may_play(game: Game, seat: int, which: int, a: int, b: int, function: Any) -> bool:
    """Do its conditions hold, and can it have an effect? A card that cannot may not be played [6.2a]."""
    if which in BOMBING_WINDOWS and function.when != ("any",):
        from viermot.games.bomber_command.rules.cards.bombing_cards import fits

        return fits(game, which, function)
    if not meets(game, which, b, function):
        return False
    name = function.effect
    if name in CHECKS and not CHECKS[name](game, seat, a, b, function):
        return False
    return name not in OBJECTS or name in NEVER_WITHOUT or bool(OBJECTS[name](game, seat, a, b, function))


def may_answer(game: Game, which: int, a: int, b: int, function: Any) -> bool:
    """May it cancel the card just played, given what that was played on?"""
    if function.effect == "cancel":
        return meets(game, which, b, function)
    return EFFECTS_IN_ANSWER.get(function.effect, -1) == which


def meets(game: Game, which: int, b: int, function: Any) -> bool:
    """The conditions in the card's text."""
    needs = function.needs
    if not needs:
        return True
    if which == W_INFILTRATION:
        return all(NEEDS[need](game, NOBODY, b) for need in needs)
    attack = attack_of(game)
    return all(NEEDS[need](game, attack.unit, attack.raid) for need in needs)


def _outbound_heavy(game: Game, unit: int, raid: int) -> bool:
    from viermot.games.bomber_command.rules.movement.raids import is_outbound

    return bool(raid != NOBODY and game.r_heavy[raid] and is_outbound(game, raid))


def _flak_value(game: Game) -> int:
    """The flak value of the city whose flak fires, NO_FLAK for area flak."""
    city = attack_of(game).city
    return game.flak_of(city) if city != OFF else NO_FLAK


NEEDS: Final[dict[str, Callable[[Game, int, int], bool]]] = {
    "te": lambda game, unit, raid: unit != NOBODY and game.table.units[unit].twin,
    "se": lambda game, unit, raid: unit != NOBODY and not game.table.units[unit].twin,
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
def modify(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """Cards on one roll add up [6.2.1]."""
    add_modifier(game, function.value, "6.2.1")


@effect("cancel")
def cancel_nothing(game: Game, seat: int, a: int, b: int, function: Any, thing: int) -> None:
    """A cancelling function is only ever used in answer to a card [6.2.2]."""
