"""When a question has only one sensible answer, for players who want to be asked only what matters.

Each function looks at nothing but what the seat that is asked knows. The seat decides whether to use it
(kernel/standing.py). It can still do what it is not asked about: a line of its sheet plays a card from the hand, or
discards it at the next draw (`obeying_hand.py`); a unit does what its order says (`obeying.py`).
"""

from __future__ import annotations

from viermot.games.bomber_command.model.board import (
    BRITISH,
    BROKEN,
    CLEAR,
    DECOY,
    DISTANCE,
    ENGLAND_ZONE,
    FOG,
    GERMAN,
    HEAVY,
    MOSQUITO,
    SIZE,
)
from viermot.games.bomber_command.model.bombed_city import bombed_city_of, plan_of
from viermot.games.bomber_command.model.bombing_notation import converted
from viermot.games.bomber_command.model.city import FIELDS
from viermot.games.bomber_command.model.ids import CityArea, Raid, Unit, by_raid
from viermot.games.bomber_command.model.layout import read_chart
from viermot.games.bomber_command.model.notation import (
    AIRFIELD,
    ATTACK,
    GO_HOME,
    IN_ORDER,
    NO,
    NONE,
    OWN_HEX,
    PASS,
    RETURN,
    YES,
    hex_in,
    hex_option,
    is_box,
    is_hex,
    is_pair,
    number_in,
    played,
    unit_in,
    unit_option,
    unit_options,
)
from viermot.games.bomber_command.model.state import DEPLETED, FLYING, STREAM_COUNTER, Game
from viermot.games.bomber_command.rules.bombing.dropping import place_bomb
from viermot.games.bomber_command.rules.bombing.fires import convert, fires_of
from viermot.games.bomber_command.rules.cards.anytime import MATTERS
from viermot.games.bomber_command.rules.cards.cards import (
    Announced,
    Moment,
    Naming,
    cancel,
    name_object,
    play,
)
from viermot.games.bomber_command.rules.cards.hands import HAND, draw_british, draw_german, filled_up
from viermot.games.bomber_command.rules.cards.windows import (
    ANY,
    ATTACK_WINDOWS,
    W_BOMBING,
    W_DETECT,
    W_GCI,
    W_HOME,
    W_INFILTRATION,
    W_LANDING,
    W_MARKERS,
    W_MARKING,
    W_MOVED,
    W_RECOVERY,
    W_TAKE_OFF,
    W_TAME,
    W_WILD,
)
from viermot.games.bomber_command.rules.combat.british import PatrolInReach, PatrolTarget, in_reach, patrol, patrol_how
from viermot.games.bomber_command.rules.combat.combat import spend_damage
from viermot.games.bomber_command.rules.combat.himmelbett import Interception, intercept, who_can_attack
from viermot.games.bomber_command.rules.combat.markers import next_combat
from viermot.games.bomber_command.rules.combat.tame_boar import (
    AttackFromInside,
    infiltrate_what,
    infiltrator,
    inside,
    pick_weather,
    prey_of,
    tame_boar,
)
from viermot.games.bomber_command.rules.combat.wild_boar import Boar, wild_boar
from viermot.games.bomber_command.rules.detection import stretch
from viermot.games.bomber_command.rules.environment import weather_order
from viermot.games.bomber_command.rules.movement.fighters import deploy, leave_raid, move
from viermot.games.bomber_command.rules.movement.raids import ComingOut, put_out
from viermot.games.bomber_command.rules.movement.recovery import (
    landing_order,
    landing_weather,
    recover,
    recover_where,
    recovery_modifiers,
)
from viermot.games.bomber_command.rules.movement.scramble import fly_off, scramble_modifiers
from viermot.games.bomber_command.rules.obeying import ENOUGH_FUEL, NOTHING_TOLD, next_to_land, stacks
from viermot.games.bomber_command.rules.setup import leave_patrol
from viermot.games.bomber_command.rules.victory import end_british, end_german

HUNTERS = frozenset(("serrate", "perfectos"))
AGAINST_AN_ATTACK = frozenset((W_INFILTRATION, W_GCI, W_WILD))
WEATHER_TELLS = frozenset((W_BOMBING, W_MARKING, W_HOME))  # where weather matters most
ABOUT_A_RAID = ATTACK_WINDOWS | {W_INFILTRATION}
WORTH_A_PATROL = 2  # the lowest strength of a unit worth a patrol
SHUTS_AIRFIELDS = 3  # the lowest strength of a patrol that shuts an airfield on most rolls
ACCIDENTS = frozenset((W_TAKE_OFF, W_LANDING))
DIE = range(1, 7)
WORTH_AN_ACCIDENT = 0.8  # fighters a card must cost on average to be asked about at a take-off or landing
WORTH_KEEPING = -2  # a card that takes this much off an infiltration may wait for one


@play.settles
def passes(game: Game, moment: Moment) -> int | None:
    """Pass if no card bears on this event; that a unit could be ordered home is no reason to ask."""
    options = [option for option in play.options(game, moment) if option not in (PASS, RETURN)]
    if any(changes_this(game, moment, option) for option in options):
        return None
    return PASS


def changes_this(game: Game, moment: Moment, option: int) -> bool:
    """Does a card bear on the event at hand, as far as its player knows?

    A card good at any time does when its moment has come (`anytime.py`): weather before landings and bombing, the
    hunters before an attack on a stream, which the British player can tell from other raids. Detection is jammed where
    there is a stream to hide; what helps an attack is not for Mosquitos, unless it hunts them. One that spoils a
    take-off or a landing does where it is likely to cost a fighter, and CORKSCREW where it saves as many bombers as it
    can.
    """
    card = played(option)
    title = game.layout.cards[card.seat][card.title]
    function = title.functions[card.function]
    which = moment.which
    if moment.seat == GERMAN and which in ATTACK_WINDOWS and _hunts_mosquitos(game):
        return function.effect == "ta154"
    small = moment.seat == BRITISH and which in ABOUT_A_RAID and _is_small(game, Raid(moment.other))
    if function.effect in HUNTERS:
        return not small and _can_be_prevented(game, moment)
    if function.effect == "recovery weather":
        return _weather_tells(game, which)
    if title.when[card.function] == ANY:
        if not MATTERS[function.effect](game, moment.seat, which):
            return False
        if function.effect != "weather":
            return True
        return _weather_tells(game, which) and not (moment.seat == BRITISH and _is_fair(game, which))
    if which == W_MOVED and title.when[card.function] >> W_MARKERS & 1:
        return False  # it can wait until all attacks have been declared
    if function.effect == "corkscrew":
        return game.attack is not None and game.attack.losses >= function.value
    if function.effect != "modifier":
        return True
    if moment.seat == BRITISH and which in ACCIDENTS:
        return fighters_it_costs(game, moment, function.value) >= WORTH_AN_ACCIDENT
    if moment.seat == BRITISH and which == W_DETECT:
        saved = function.value <= WORTH_KEEPING and len(title.functions) > 1
        return not saved and _is_a_stream_flying(game)
    return not small


def fighters_it_costs(game: Game, moment: Moment, by: int) -> float:
    """How many more fighters a take-off or landing costs on average if its roll is this much worse [7.4.2c, 7.4.4e].

    Weather, units and their marks lie open; a unit depleted or out of the game counts as one more.
    """
    layout, unit = game.layout, Unit(moment.subject)
    if moment.which == W_TAKE_OFF:
        modifiers, weather = scramble_modifiers(game, unit), game.weather_at(layout.units[unit].hex)
        charts, first = layout.scramble, layout.scramble_first
    else:
        modifiers, weather = recovery_modifiers(game, unit), landing_weather(game, unit)
        charts, first = layout.recovery, layout.recovery_first
    column, already = charts[layout.weather_column[weather]], sum(value for _, value, _ in modifiers)

    def harm(roll: int) -> int:
        return sum(read_chart(column, first, roll + already))

    return sum(harm(one + other + by) - harm(one + other) for one in DIE for other in DIE) / len(DIE) ** 2


def _weather_tells(game: Game, which: int) -> bool:
    """Before bombing, before raids land, and before units that must land do [3.4.2, 7.4.4e, 7.6]."""
    if which != W_RECOVERY:
        return which in WEATHER_TELLS
    due = [unit for unit in game.layout.every_unit if game.airborne(unit) and game.unit_fuel[unit] < ENOUGH_FUEL]
    return bool(due) or bool(game.end_stage)


def _is_fair(game: Game, which: int) -> bool:
    """Is the weather over the bombers' airfields, or the city they mark, unlikely to get better? [3.4.2, 10.3.2]"""
    if which == W_HOME:
        return game.weather_in(ENGLAND_ZONE) not in (HEAVY, FOG)
    return which == W_MARKING and game.weather_at(game.layout.cities[bombed_city_of(game).city].hex) in (CLEAR, BROKEN)


def _can_be_prevented(game: Game, moment: Moment) -> bool:
    """An attack from inside the stream, or any by a unit so weak that a hit sends it home [9.2.2, 9.8.1]."""
    if moment.which == W_TAME:
        return True
    return moment.which in AGAINST_AN_ATTACK and moment.subject >= 0 and game.has(Unit(moment.subject), DEPLETED)


def _is_small(game: Game, raid: Raid) -> bool:
    """Mosquitos or minelayers: too few to spend a card on [4.3.2, 4.3.3]."""
    return raid >= 0 and game.plot[raid].kind > DECOY


def _is_a_stream_flying(game: Game) -> bool:
    """Is there a Main Force or Decoy on the map, to be hidden? [8.2]"""
    return any(
        raid.kind <= DECOY and game.raid_fate[number] == FLYING and game.raid_step[number] >= 0
        for number, raid in by_raid(game.plot)
    )


def _hunts_mosquitos(game: Game) -> bool:
    """Does a unit attack Mosquitos, as has been admitted? Five claims in six are wrong then [9.9, 9.9.1]."""
    attack = game.attack
    return bool(attack and attack.unit >= 0 and attack.raid >= 0 and game.plot[attack.raid].kind == MOSQUITO)


@name_object.settles
def hunts_the_attacker(game: Game, card: Naming) -> int | None:
    """Before an attack, a hunter's card is played on the attacker [9.2.2]."""
    if card.function(game).effect not in HUNTERS or card.which not in AGAINST_AN_ATTACK | {W_TAME}:
        return None
    attacker = unit_option(Unit(card.subject))
    return attacker if attacker in name_object.options(game, card) else None


@cancel.settles
def lets_it_pass(game: Game, laid: Announced) -> int | None:
    """Two cards for one are too many, except over an attack on a Main Force or its marking [6.2.3]."""
    if any(option != PASS and not is_pair(option) for option in cancel.options(game, laid)):
        return None
    if laid.seat == BRITISH:
        at_stake = laid.which == W_MARKING or (laid.which in ABOUT_A_RAID and not _is_small(game, Raid(laid.other)))
        return None if at_stake else PASS
    return PASS if laid.which == W_DETECT else None


@draw_british.settles
def british_draw(game: Game) -> int | None:
    """Fill up the hand; who could draw nothing is asked what to discard [6.1]."""
    return _filled_up(game, BRITISH)


@draw_german.settles
def german_draw(game: Game) -> int | None:
    """The same [6.1]."""
    return _filled_up(game, GERMAN)


def _filled_up(game: Game, seat: int) -> int | None:
    return None if len(game.hands[seat]) == HAND and game.decks[seat] else filled_up(game, seat)


@end_british.settles
def british_go_on(game: Game) -> int | None:
    """A player who wants to end the night says so [11.0]."""
    return NO


@end_german.settles
def german_goes_on(game: Game) -> int | None:
    """A player who wants to end the night says so [11.0]."""
    return NO


@weather_order.settles
def zones_as_listed(game: Game) -> int | None:
    """Markers are drawn blind, so the order makes no difference to any zone's chances [3.4.1]."""
    return 0


# -- attacks ---------------------------------------------------------------------------------------------------


@next_combat.settles
def attacks_as_listed(game: Game, begun: int) -> int | None:
    """The order matters only to a few cards; a single attack is simply made [9.1.1, 9.1.2]."""
    options = next_combat.options(game, begun)
    hexes = [option for option in options if is_hex(option)]
    return IN_ORDER if IN_ORDER in options else hexes[0] if len(hexes) == 1 else None


@intercept.settles
def strongest_intercepts(game: Game, met: Interception) -> int | None:
    """A unit waiting for a raid attacks it; the strongest, if several can [9.3]."""
    units = who_can_attack(game, met)
    return intercept.suggested(game, met) if units else NONE


@tame_boar.settles
def all_inside_attack(game: Game) -> int | None:
    """Every unit inside the stream attacks it, strongest first [9.4.1]."""
    return tame_boar.suggested(game) if inside(game) else None


def sure_prey(game: Game, unit: Unit) -> list[int]:
    """Of what a unit may infiltrate, what is known to be worth it: bombed cities and stream counters [9.4.1]."""
    streams = {counter.hex for counter in game.counters if counter.kind == STREAM_COUNTER}
    return [option for option in prey_of(game, unit) if is_box(option) or hex_in(option) in streams]


@infiltrator.settles
def strongest_tries(game: Game) -> int | None:
    """Units waiting for the stream try to infiltrate it, if they have the fuel, strongest first [9.4.1]."""
    able = [unit for unit in game.layout.every_unit if game.unit_fuel[unit] >= ENOUGH_FUEL and sure_prey(game, unit)]
    return unit_option(max(able, key=game.strength)) if able else None


@infiltrate_what.settles
def rather_a_stream(game: Game, unit: Unit) -> int | None:
    """A stream rather than a lone raid, if there is only one [9.4.1]."""
    found = sure_prey(game, unit)
    return found[0] if len(found) == 1 else None


@wild_boar.settles
def attacks_over_its_city(game: Game, boar: Boar) -> int | None:
    """A unit waiting over a city attacks when it is bombed: over its own city, or the only one there is [9.5.1]."""
    return wild_boar.suggested(game, boar)


@spend_damage.settles
def spends_it(game: Game) -> int | None:
    """A marker saved may never be used, and the strongest units attack first [9.8.4]."""
    return YES if YES in spend_damage.options(game) else None


@pick_weather.settles
def worst_weather(game: Game, attack: AttackFromInside) -> int | None:
    """The hex of the raid in which it is hardest to attack [9.4.4]."""
    return min(pick_weather.options(game, attack), key=lambda option: game.weather_modifier(hex_in(option)))


@stretch.settles
def keeps_together(game: Game, raid: Raid) -> int | None:
    """A short stream is harder to find and to infiltrate [7.2.3]."""
    return OWN_HEX


@leave_patrol.settles
def weakest_stays(game: Game) -> int | None:
    """The weakest patrol is set aside [3.2.2]."""
    return min(leave_patrol.options(game), key=number_in)


@put_out.settles
def far_from_its_field(game: Game, out: ComingOut) -> int | None:
    """As far from its own field as raid and stream reach: it has to divert, or flies longest [9.4.3a, 7.4.4]."""
    base = game.layout.units[out.unit].hex
    field = game.layout.jutland_door if base >= SIZE else base
    return max(put_out.options(game, out), key=lambda option: DISTANCE[field][hex_in(option)])


@patrol.settles
def strongest_is_hunted(game: Game, used: PatrolInReach) -> int | None:
    """The strongest unit in reach; a weak one is not worth the turns the patrol is then away [9.2.4]."""
    prey = unit_in(max(unit_options(in_reach(game, used.when)), key=lambda option: game.strength(unit_in(option))))
    return unit_option(prey) if game.strength(prey) >= WORTH_A_PATROL else NONE


@patrol_how.settles
def shuts_or_shoots(game: Game, target: PatrolTarget) -> int | None:
    """A strong patrol shuts the airfield more often than not; a weak one attacks the unit [9.2.5]."""
    shuts = AIRFIELD in patrol_how.options(game, target) and target.strength >= SHUTS_AIRFIELDS
    return AIRFIELD if shuts else ATTACK


# -- bombs -----------------------------------------------------------------------------------------------------


@place_bomb.settles
def nothing_to_hit(game: Game, ring: int) -> int | None:
    """If no free area of the ring scores, any will do; if there are bombs for all that do, each gets one.

    What falls is drawn afterwards, so the order makes no difference [10.4.2, 11.1.1].
    """
    free, plan, bombed = place_bomb.options(game, ring), plan_of(game), bombed_city_of(game)
    scoring = [area for area in free if plan.types[area] != FIELDS or area == bombed.aimpoint]
    if not scoring:
        return CityArea(free[0])
    return scoring[0] if len(scoring) <= (bombed.left if ring else 1) else None


@convert.settles
def burns_what_it_can(game: Game) -> int | None:
    """If at most one fire can be lit in an area, and the counters score more that way, they burn.

    Of several ways, the one that gains most; the order of the areas makes no difference. If more than one fire can be
    lit, the player decides which counters go into which, and at the TI how many creep back [10.5.3, 10.5.4].
    """
    ways: dict[CityArea, list[int]] = {}
    for option in convert.options(game)[1:]:
        ways.setdefault(converted(option).area, []).append(option)
    for area, found in ways.items():
        there, cheapest = game.areas[area], min(map(_spent, found))
        if there.he + there.inc + there.old_he + there.old_inc < 2 * cheapest or len(found) == 1:
            best = max(found, key=lambda option: _gain(game, option))
            if _gain(game, best) > 0:
                return best
    return None


def _spent(option: int) -> int:
    burnt = converted(option)
    return burnt.he + burnt.inc


def _gain(game: Game, option: int) -> float:
    """VP for the fires, less those for the counters."""
    burnt, scoring = converted(option), game.layout.scoring
    fires = fires_of(game, burnt.area, burnt.he, burnt.inc).fires
    return float(fires * scoring.fire - _spent(option) * scoring.counter)


# -- units -----------------------------------------------------------------------------------------------------


@landing_order.settles
def lands_as_listed(game: Game, landing: tuple[Unit, ...]) -> int | None:
    """The order matters only to a few cards [7.4.4, ruling C73]."""
    return IN_ORDER


@leave_raid.settles
def stays_inside(game: Game, unit: Unit) -> int | None:
    """A unit inside the stream stays there while it has the fuel [9.4.3, 7.5]."""
    return NO if game.unit_fuel[unit] >= ENOUGH_FUEL and NO in leave_raid.options(game, unit) else None


@deploy.settles
def stacks_there(game: Game, unit: Unit) -> int | None:
    """It stacks on what is there, unless there is a choice [7.3]."""
    return stacks(game, unit)


@recover.settles
def lands_by_habit(game: Game) -> int | None:
    """Near its field, at the last moment, when told to return, or when the night is over; otherwise not [7.4.4]."""
    return next_to_land(game, NOTHING_TOLD)


@recover_where.settles
def lands_at_home(game: Game, unit: Unit) -> int | None:
    """A unit near its own field lands there [7.4.4b]."""
    return GO_HOME if GO_HOME in recover_where.options(game, unit) else None


@move.suggests
def stays(game: Game, unit: Unit) -> int:
    """On the order sheet, a unit stays where it is until it is ordered elsewhere [7.1]."""
    return hex_option(game.unit_place[unit])


@fly_off.suggests
def climbs_over_its_field(game: Game, unit: Unit) -> int:
    """The same for one that has just taken off [7.4.2a]."""
    return hex_option(game.unit_place[unit])


@deploy.suggests
def stacks_or_not(game: Game, unit: Unit) -> int:
    """The usual thing there, or nothing [7.3]."""
    found = stacks(game, unit)
    return NONE if found is None else found
