"""Cards: hands, the windows in which they are played, and how they are cancelled [6.0, rulings C27 and C36].

In a window both seats are asked in turn, the active one first, until both have passed. A seat with nothing to play is
not asked, and nothing that either seat is shown gives that away. A card is announced with its function and its object;
the opponent may cancel it with a card that names it or with two of its symbol; if he does not, it takes effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, wraps
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import BRITISH, EITHER, GERMAN, TO_ALL
from viermot.games.bomber_command.model.bombed_city import bombed_city_of
from viermot.games.bomber_command.model.ids import Title, Unit, by_unit
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
from viermot.games.bomber_command.model.state import IN_RAID, NOBODY, RETURNING, Game
from viermot.games.bomber_command.rules.cards.anytime import MATTERS
from viermot.games.bomber_command.rules.cards.conditions import may_answer, may_play
from viermot.games.bomber_command.rules.cards.effects import EFFECTS, OBJECTS, Played
from viermot.games.bomber_command.rules.cards.windows import (
    ANY,
    BOMBING_WINDOWS,
    FIRST_ASKED,
    ROLL_WINDOWS,
    W_AFTER,
    W_AIRFIELD,
    W_FIGHTERS,
    W_GCI,
    W_INFILTRATION,
    W_INTRUDER,
    W_TAME,
    W_WILD,
    WINDOWS,
)
from viermot.games.bomber_command.rules.combat.damage import send_home
from viermot.kernel.agenda import About, AnyQuestion, Facts, Question, Refusal, Task, question, step, task

UNTOLD: Final = ("false plot",)  # where it goes is not announced, or it would deceive nobody [ruling C70]
FOGGED: Final = ("wind finders",)  # which raid loses Disrupt markers is not announced if those are hidden [12.5]
# Why a seat is asked: the window opens, the other seat has passed or acted, or another order may follow.
OPENS, PASSED, ACTED, AGAIN = range(4)
# Windows in which an order home calls off what is under way.
ORDERS: Final = frozenset((W_INFILTRATION, W_GCI, W_TAME, W_WILD, W_INTRUDER))


class Moment(NamedTuple):
    """A seat is asked for a card: in which window, what that is about, and why it is asked [ruling C36].

    In most windows the subject is a unit and the other a raid; over a city they are a raid and the city, or an area.
    """

    seat: int
    which: int
    subject: int
    other: int
    why: int = OPENS


if TYPE_CHECKING:
    moment_of = Moment
else:
    moment_of = lru_cache(maxsize=4096)(Moment)  # hundreds of windows a night are alike, and records are slow to make


@step
def window(game: Game, which: int, subject: int, other: int) -> None:
    """A moment at which cards may be played, and what it is about [6.2a, ruling C36]."""
    if which in ROLL_WINDOWS:
        game.modifier = game.flags = 0
    game.push(play, moment_of(FIRST_ASKED[which], which, subject, other, OPENS))


@question(EITHER, "6.2a", CARD, undoable=True, usually=PASS, sheet="hand")
def play(game: Game, moment: Moment) -> list[int]:
    """Play a card, order a unit home, or pass [6.2, 7.4.3]."""
    options = [PASS]
    seat, which, _, other, why = moment
    cards = game.layout.cards[seat]
    bit = 1 << which
    before = -1
    idle: list[tuple[Title, int]] = []  # cards that would do nothing just now; nobody is asked about these alone
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
    """Is the German player asked when all he could do is order a unit home? [7.4.3, ruling C62]

    A marker takes effect when fighters move; until then it only forbids what he need not do anyway. So he is asked
    before they move, when a British card has changed an attempt under way, and after each order for another.
    """
    return why == AGAIN or (which == W_FIGHTERS and why == OPENS) or (which in ORDERS and why == ACTED)


def can_be_sent_home(game: Game) -> list[Unit]:
    """The units in the air that have not been ordered home."""
    marks = game.unit_marks
    return [
        unit
        for unit, place in by_unit(game.unit_place)
        if (place >= 0 or place == IN_RAID) and not marks[unit] & RETURNING
    ]


@play.tells
def play_facts(game: Game, moment: Moment) -> Facts:
    """The window, and what it is about as far as this seat may know."""
    seat, which, subject, other, _ = moment
    return {"window": WINDOWS[which], "turn": game.turn} | _about(game, seat, which, subject, other)


def _about(game: Game, seat: int, which: int, subject: int, other: int) -> Facts:
    """What a window is about, as far as a seat may know: raid letters are the British player's [8.3]."""
    if which in BOMBING_WINDOWS:
        return {"city": bombed_city_of(game).city}
    facts: Facts = {}
    if subject >= 0:
        facts["unit"] = subject
    if other >= 0 and seat == BRITISH and which != W_AIRFIELD:
        facts["letter"] = game.plot[other].letter
    if which == W_AFTER and other >= 0 and game.attack:
        facts |= {"losses": game.attack.losses, "disrupted": game.attack.disrupted}  # open to all by the roll [9.7]
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
    """The other seat is asked next; the window closes when both pass in succession [ruling C27]."""
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
    """When a seat has something to decide anyway, it may first play a card good at any time [6.2a, ruling C75].

    The question is then asked again; it is never asked for the sake of the cards.
    """
    listed, then, refuse, seat = asked.options, asked.then, asked.why_not, asked.seat

    @wraps(listed)  # positions ask the steps of an agenda for their parameters
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
    """The window at the start of the current phase."""
    return W_FIGHTERS + game.phase - 2


def in_hand(game: Game, seat: int) -> list[int]:
    """The cards in a hand that may be played at any time, as answers to another question."""
    which, found = phase_window(game), []
    for title in dict.fromkeys(game.hands[seat]):
        card = game.layout.cards[seat][title]
        for number, when in enumerate(card.when):
            if when == ANY and may_play(game, which, NOBODY, card.functions[number]):
                found.append(now_code(seat, title, number))
    return found


@question(GERMAN, "7.4.3a", THING, undoable=True)
def order_home(game: Game) -> list[int]:
    """Which unit is ordered to return to base? [7.4.3]"""
    return unit_options(can_be_sent_home(game))


@order_home.chosen
def _ordered_home(game: Game, option: int) -> None:
    send_home(game, unit_in(option), "7.4.3a")


class Naming(NamedTuple):
    """A card about to be announced, and the window it is played in."""

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
    """What is the card played on: a unit, a hex, a city ...? Many need no object [6.2]."""
    function = card.function(game)
    find = OBJECTS.get(function.effect)
    return [NONE] if find is None else find(game, function)


@name_object.tells
def name_object_facts(game: Game, card: Naming) -> Facts:
    return {"card": (card.seat, card.title), "function": (card.seat, card.title, card.number)}


@name_object.refuses
def why_not_name_object(game: Game, card: Naming, option: int) -> Refusal | None:
    """Which rule forbids playing the card on that; a false plot has a rule of its own."""
    name = card.function(game).effect
    return ("8.2f", "false_plot_elsewhere") if name == "false plot" else ("6.2.4", "not_on_this")


@name_object.chosen
def _announce(game: Game, card: Naming, option: int) -> None:
    """The card is laid down with its function, which can no longer be changed [6.2.4]."""
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
    game.set_hand(seat, hand)
    british, german = game.discards
    game.discards = ((*british, *titles), german) if seat == BRITISH else (british, (*german, *titles))


class Announced(NamedTuple):
    """A card on the table that this seat may cancel."""

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
    """Cancel the card just played, with one that names it or with two of its symbol? [6.2.2, 6.2.3]"""
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
    """The card, and what the window is about in which it was played."""
    about = _about(game, laid.seat, laid.which, laid.subject, laid.other)
    return {"card": (1 - laid.seat, laid.title), "window": WINDOWS[laid.which]} | about


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
    if function.effect != "cancel":  # COCKPIT READINESS also has an effect
        EFFECTS[function.effect](game, Played(seat, function))
