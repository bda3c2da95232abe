"""Questions with one sensible answer, and when they have it, for players who want to be asked only what matters.

Each looks at nothing but what the seat that is asked knows. Whether it is used, the seat decides (kernel/standing.py).
"""

from __future__ import annotations

from viermot.games.bomber_command.model.board import BRITISH, GERMAN
from viermot.games.bomber_command.model.ids import Unit
from viermot.games.bomber_command.model.notation import GO_HOME, IN_ORDER, NO, PASS, RETURN, hex_option, played
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.cards import Moment, play
from viermot.games.bomber_command.rules.cards.hands import HAND, MAX_DRAWN, draw_british, draw_german, filled_up
from viermot.games.bomber_command.rules.cards.windows import W_GCI, W_INFILTRATION, W_TAME, W_WILD
from viermot.games.bomber_command.rules.combat.markers import next_combat
from viermot.games.bomber_command.rules.movement.fighters import leave_raid, move
from viermot.games.bomber_command.rules.movement.recovery import landing_order, recover_where
from viermot.games.bomber_command.rules.movement.scramble import fly_off
from viermot.games.bomber_command.rules.victory import end_british, end_german

ENOUGH_FUEL = 2  # to go on for a turn and still get home
HUNTERS = frozenset(("serrate", "perfectos"))
AGAINST_AN_ATTACK = frozenset((W_INFILTRATION, W_GCI, W_TAME, W_WILD))


@play.settles
def passes(game: Game, moment: Moment) -> int | None:
    """A moment that offers nothing to this event is passed over; an order home can be called for at any of them."""
    options = [option for option in play.options(game, moment) if option not in (PASS, RETURN)]
    if any(changes_this(game, moment, option) for option in options):
        return None
    return PASS


def changes_this(game: Game, moment: Moment, option: int) -> bool:
    """Does a card bear on the event at hand, as far as its player knows?

    The hunters' cards may be played at any time and matter before an attack that they can prevent; every other card is
    offered only where it does something (`anytime.py`).
    """
    card = played(option)
    function = game.layout.function_of(card.seat, card.title, card.function)
    return function.effect not in HUNTERS or moment.which in AGAINST_AN_ATTACK


@draw_british.settles
def british_draw(game: Game) -> int | None:
    return draws(game, BRITISH)


@draw_german.settles
def german_draw(game: Game) -> int | None:
    return draws(game, GERMAN)


def draws(game: Game, seat: int) -> int | None:
    """While there is room for all that may be drawn, nothing need be thrown away for it [6.1]."""
    return filled_up(game, seat) if len(game.hands[seat]) + MAX_DRAWN <= HAND else None


@end_british.settles
def british_go_on(game: Game) -> int | None:
    """Who wants to end the night says so [11.0]."""
    return NO


@end_german.settles
def german_goes_on(game: Game) -> int | None:
    """Who wants to end the night says so [11.0]."""
    return NO


@landing_order.settles
def lands_as_listed(game: Game, landing: tuple[Unit, ...]) -> int | None:
    """The order bears on nothing but a few cards [7.4.4, ruling C73]."""
    return IN_ORDER


@next_combat.settles
def attacks_as_listed(game: Game, begun: int) -> int | None:
    """So does that of the attacks [9.1.1]."""
    return IN_ORDER if IN_ORDER in next_combat.options(game, begun) else None


@leave_raid.settles
def stays_inside(game: Game, unit: Unit) -> int | None:
    """A unit that has got into the stream stays there while it has the fuel [9.4.3, 7.5]."""
    return NO if game.unit_fuel[unit] >= ENOUGH_FUEL and NO in leave_raid.options(game, unit) else None


@recover_where.settles
def lands_at_home(game: Game, unit: Unit) -> int | None:
    """Whoever is near its own field lands there [7.4.4b]."""
    return GO_HOME if GO_HOME in recover_where.options(game, unit) else None


@move.suggests
def stays(game: Game, unit: Unit) -> int:
    """On the sheet a unit stays where it is until it is ordered elsewhere [7.1]."""
    return hex_option(game.unit_place[unit])


@fly_off.suggests
def climbs_over_its_field(game: Game, unit: Unit) -> int:
    """The same for one that has just taken off [7.4.2a]."""
    return hex_option(game.unit_place[unit])
