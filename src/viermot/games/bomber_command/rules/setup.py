"""Setting up play: units, patrols, targets, the night, the plot, stripped flak and hands [3.0, 4.5]."""

from __future__ import annotations

from viermot.games.bomber_command.model.board import BRITISH, GERMAN, TO_ALL, TO_BRITISH
from viermot.games.bomber_command.model.ids import NO_CITY, by_unit
from viermot.games.bomber_command.model.notation import (
    NONE,
    THING,
    city_in,
    city_options,
    number_in,
    number_options,
)
from viermot.games.bomber_command.model.state import OUT, Game
from viermot.games.bomber_command.rules.cards.hands import opening_hands
from viermot.games.bomber_command.rules.environment import (
    good_or_bad,
    roll_moon,
    roll_twilight,
    roll_visibility,
    roll_wind,
    weather_order,
)
from viermot.games.bomber_command.rules.plot.plotting import plot
from viermot.games.bomber_command.sequence import begin_turn
from viermot.kernel.agenda import Refusal, question, step, task

AVAILABLE = 2  # the highest die with which a starred unit takes part [3.2.1b]


@step
def set_up(game: Game) -> None:
    """In the order of the book; in Downfall twilight comes before the targets [3.0, 4.5.3]."""
    layout = game.layout
    rules = "1.3 1.4 3.1.1 3.1.2a"
    game.emit("scenario", rules + " 13.0" if layout.is_downfall else rules, TO_ALL, layout.kind)
    flak_only = sum(not city.main for city in layout.cities)
    rules = "2.1.2a 2.1.2d 2.1.2e 2.1.2g"
    game.emit("map", rules + " 2.1.2b" if flak_only else rules, TO_ALL, len(layout.cities), flak_only)
    game.emit("decks", "2.7a 2.7b 6.0", TO_ALL, len(game.decks[BRITISH]), len(game.decks[GERMAN]))
    game.emit("jamming", "3.1.2b", TO_ALL, game.jamming)
    for option in layout.options:
        game.emit("option", "12.0", TO_ALL, option)
    twilight = task(roll_twilight)
    first, later = ([twilight], []) if layout.is_downfall else ([], [twilight])
    game.next(
        task(place_units),  # [3.2.1]
        task(place_patrols),  # [3.2.2]
        *first,
        task(draw_targets),  # [3.3, 4.5]
        task(good_or_bad),  # [12.1.1]
        task(weather_order),  # [3.4.1]
        task(roll_visibility),  # [3.4.4]
        *later,  # [3.4.5]
        task(roll_moon),  # [12.1.2]
        task(roll_wind),  # [12.1.3]
        task(roll_north),  # [12.4.1]
        task(plot),  # [3.5, 4.0]
        task(strip_flak),  # [3.6]
        task(opening_hands),  # [3.7]
        task(begin_turn),
    )


@step
def place_units(game: Game) -> None:
    """All units are ready, except starred ones that the die keeps out [3.2.1]."""
    rules = "3.2.1a 2.2.2a 2.2.2b" if game.layout.is_downfall else "3.2.1a 2.2.2a"
    game.emit("units_ready", rules, TO_ALL, len(game.layout.units))
    for unit, counter in by_unit(game.layout.units):
        if counter.star:
            die = game.die("availability", "3.2.1b", unit)
            if die > AVAILABLE:
                game.unit_place[unit] = OUT
            game.emit("available", "3.2.1b", TO_ALL, unit, int(die <= AVAILABLE))


@step
def place_patrols(game: Game) -> None:
    """In Downfall two of the three Patrol counters are in play; the ADGB with the intruder rule [3.2.2]."""
    if game.layout.rules.patrols:
        fill_pool(game, game.layout.aid.patrols)
    if game.layout.intruders:
        game.emit("adgb", "3.2.2b 2.2.3", TO_ALL, game.layout.aid.adgb)


def fill_pool(game: Game, patrols: tuple[int, ...]) -> None:
    """As many Patrol counters as the scenario uses; the British player says which are set aside."""
    if len(patrols) > game.layout.rules.patrols:
        game.push(leave_patrol)
    else:
        game.patrols = patrols
        game.emit("patrols", "3.2.2a 2.2.3", TO_ALL, game.patrols)


@question(BRITISH, "3.2.2a", THING, undoable=True)
def leave_patrol(game: Game) -> list[int]:
    """Which Patrol counter is set aside? [3.2.2]"""
    return list(dict.fromkeys(number_options(game.patrols or game.layout.aid.patrols)))


@leave_patrol.chosen
def _patrol_left(game: Game, option: int) -> None:
    pool = list(game.patrols or game.layout.aid.patrols)
    pool.remove(number_in(option))
    game.patrols = tuple(pool)
    fill_pool(game, game.patrols)


@step
def draw_targets(game: Game) -> None:
    """One chit in Berlin, one from each cup in Downfall, in secret [3.3a, 3.3b, 4.5.1]; or named, not drawn [C80]."""
    if game.layout.named_targets:
        game.push(name_target)
        return
    for cup in game.layout.rules.targets:
        chits = in_cup(game, cup)
        if chits is not game.layout.cups[cup]:
            game.emit("no_follow_up", "4.5.3", TO_BRITISH)
        take_target(game, chits[game.dice.pick(chits, f"british:target {cup}")])
    tell_targets(game)


def in_cup(game: Game, cup: str) -> list[int]:
    """The chits that can be drawn from a cup; in a short night no follow-up raid [4.5.3]."""
    chits = game.layout.cups[cup]
    if game.drawn and is_short_night(game, game.drawn[0]):
        return [chit for chit in chits if game.layout.chits[chit].city != NO_CITY]
    return chits


def take_target(game: Game, drawn: int) -> None:
    """A chit is drawn: its city is a target, or, for a follow-up raid, the first target again [4.5.2]."""
    chit = game.layout.chits[drawn]
    game.drawn = (*game.drawn, drawn)
    game.follow_up = int(chit.city == NO_CITY)
    game.targets = (*game.targets, game.targets[0] if game.follow_up else chit.city)
    game.oil = (*game.oil, game.oil[0] if game.follow_up else int(chit.oil))


def tell_targets(game: Game) -> None:
    """The British player knows his targets, the German player that there are some [3.3b]."""
    rules = "3.3a 3.3b"
    if len(game.drawn) > 1:
        rules = "4.5.1a 4.5.1b 3.3b" + (" 4.5.2" if game.follow_up else "")
    for city, chit, oil in zip(game.targets, game.drawn, game.oil, strict=True):
        game.emit("target", rules, TO_BRITISH, city, game.layout.chits[chit].vp, oil)
    game.emit("targets_drawn", "3.3b", TO_ALL, len(game.drawn))


@question(BRITISH, "3.3a", THING)
def name_target(game: Game) -> list[int]:
    """Which city of the cup is tonight's target? None stands for a follow-up raid on the first [3.3, ruling C80]"""
    layout = game.layout
    chits = in_cup(game, layout.rules.targets[len(game.drawn)])
    cities = sorted({layout.chits[chit].city for chit in chits})
    return [*([NONE] if NO_CITY in cities else []), *city_options([city for city in cities if city != NO_CITY])]


@name_target.refuses
def why_not_name_target(game: Game, option: int) -> Refusal | None:
    return "3.3a", "no_target_chit"


@name_target.chosen
def _target_named(game: Game, option: int) -> None:
    layout = game.layout
    wanted = NO_CITY if option == NONE else city_in(option)
    chits = in_cup(game, layout.rules.targets[len(game.drawn)])
    take_target(game, next(chit for chit in chits if layout.chits[chit].city == wanted))
    if len(game.drawn) < len(layout.rules.targets):
        game.push(name_target)
    else:
        tell_targets(game)


def is_short_night(game: Game, first: int) -> bool:
    """Does twilight come so early that a follow-up raid is ruled out? [4.5.3]"""
    rules = game.layout.rules
    return bool(game.twilight <= rules.short_night and game.layout.chits[first].vp >= rules.short_night_vp)


@step
def roll_north(game: Game) -> None:
    """Under variable north, a die for each target city; its north is revealed when it is bombed [12.4.1]."""
    north = []
    for place, city in enumerate(game.targets):
        if not game.layout.variable_north:
            north.append(1)
        elif city in game.targets[:place]:
            north.append(north[game.targets.index(city)])
        else:
            north += game.secret_roll(1, "north", "12.4.1", city)
    game.north = tuple(north)


@step
def strip_flak(game: Game) -> None:
    """In Downfall the German player strips three cities of their flak [3.6]."""
    game.next(*[task(strip) for _ in range(game.layout.rules.stripped)])


@question(GERMAN, "3.6a", THING, undoable=True)
def strip(game: Game) -> list[int]:
    """Which city loses its flak? [3.6, ruling C23]"""
    return city_options([city for city in game.layout.strippable if city not in game.stripped])


@strip.refuses
def why_not_strip(game: Game, option: int) -> Refusal | None:
    return "3.6a", "cannot_be_stripped"


@strip.chosen
def _stripped(game: Game, option: int) -> None:
    city = city_in(option)
    game.stripped = (*game.stripped, city)
    game.emit("stripped", "3.6a", TO_ALL, city)
