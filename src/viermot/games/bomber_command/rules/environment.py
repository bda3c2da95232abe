"""The night: weather, visibility, twilight, moon and wind [3.4, 12.1], and the cards that change them."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.bomber_command.components import Function
from viermot.games.bomber_command.model.board import (
    BRITISH,
    EITHER,
    ENGLAND_ZONE,
    EVERY_ZONE,
    GOOD,
    MODERATE,
    MOONRISE,
    MOONSET,
    NO_MOON,
    OFF,
    POOR,
    TO_ALL,
)
from viermot.games.bomber_command.model.bombed_city import set_method
from viermot.games.bomber_command.model.ids import Zone
from viermot.games.bomber_command.model.notation import (
    ORDER,
    ORDERS,
    THING,
    number_in,
    number_options,
    zone_in,
    zone_options,
)
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.cards.effects import Played, check, effect
from viermot.kernel.agenda import Facts, Refusal, question, step

LATEST = 24  # spaces of the Game Turn Track


@step
def good_or_bad(game: Game) -> None:
    """Under the bad weather rule a die decides which side of the markers is up [12.1.1a, 3.4.1a]."""
    if game.layout.bad_weather:
        die = game.die("bad weather", "12.1.1a")
        game.bad = int(die >= game.layout.environment.bad_weather)
        game.emit("weather_side", "12.1.1a", TO_ALL, game.bad)
    else:
        game.emit("weather_side", "3.4.1a", TO_ALL, 0)


@question(BRITISH, "3.4.1b", ORDER)
def weather_order(game: Game) -> range:
    """In what order do the six zones get their weather? [3.4.1]"""
    return range(len(ORDERS))


@weather_order.chosen
def _fill_zones(game: Game, option: int) -> None:
    """Markers are drawn one by one for the zones in the order announced [3.4.1b]."""
    order = ORDERS[option]
    game.emit("weather_order", "3.4.1b", TO_ALL, order)
    for zone in map(Zone, order):
        put_weather(game, zone, draw_weather(game, OFF), "3.4.1b")


def crosses(game: Game, without: int) -> int:
    """How many markers with a cross are on the map, not counting one zone."""
    return sum(
        1
        for zone, marker in enumerate(game.weather)
        if marker != OFF and zone != without and game.layout.weather_sides[marker][game.bad] in game.layout.crosses
    )


def draw_weather(game: Game, without: int) -> int:
    """Draw a marker; a third cross is put back and another drawn [12.1.1b]."""
    full = crosses(game, without) >= game.layout.environment.most_crosses
    rejected = []
    cup = list(game.cup)
    while True:
        marker = cup.pop(game.dice.pick(cup, "weather"))
        if not full or game.layout.weather_sides[marker][game.bad] not in game.layout.crosses:
            break
        rejected.append(marker)
        game.emit("cross_rejected", "12.1.1b", TO_ALL, game.layout.weather_sides[marker][game.bad])
    game.cup = bytes(sorted(cup + rejected))
    return marker


def put_weather(game: Game, zone: Zone, marker: int, rules: str) -> None:
    """Place a marker in a zone; the one that was there goes back in the cup."""
    old = game.weather[zone]
    if old != OFF:
        game.cup = bytes(sorted([*game.cup, old]))
    game.weather = game.weather[:zone] + (marker,) + game.weather[zone + 1 :]
    game.emit("weather", rules + " 3.4.2b", TO_ALL, zone, game.weather_in(zone))
    if game.bombed_city and not game.bombed_city.loaded:  # a target not yet marked is marked for the new weather [C67]
        set_method(game)


@step
def roll_visibility(game: Game) -> None:
    """One die: good, moderate or poor [3.4.4a]."""
    die = game.die("visibility", "3.4.4a")
    modifier = game.layout.environment.visibility[die - 1]
    game.visibility = GOOD if modifier > 0 else POOR if modifier < 0 else MODERATE
    game.emit("visibility", "3.4.4a", TO_ALL, game.visibility)


@step
def roll_twilight(game: Game) -> None:
    """A die plus ten: the turn in which twilight begins [3.4.5a]."""
    die = game.die("twilight", "3.4.5a")
    game.twilight = game.layout.environment.twilight_after + die
    game.emit("twilight", "3.4.5a", TO_ALL, game.twilight)


@step
def roll_moon(game: Game) -> None:
    """Two dice say whether the moon rises or sets during the night [12.1.2a, 3.4.6]."""
    if not game.layout.moon:
        game.emit("no_moon", "3.4.6", TO_ALL)
        return
    total = sum(game.roll(2, "moon", "12.1.2a"))
    environment = game.layout.environment
    game.moon = MOONRISE if total == environment.moonrise else MOONSET if total == environment.moonset else NO_MOON
    game.emit("moon", "12.1.2a", TO_ALL, game.moon)
    if game.moon != NO_MOON:
        game.push(moon_turn)


@question(BRITISH, "12.1.2b", THING)
def moon_turn(game: Game) -> list[int]:
    """On which turn? The target chit's, or up to two either way; the German sees only the marker [12.1.2b]."""
    value = game.layout.chits[game.drawn[0]].moon
    leeway = game.layout.environment.moon_leeway
    return number_options(range(max(value - leeway, 1), min(value + leeway, LATEST) + 1))


@moon_turn.tells
def moon_turn_facts(game: Game) -> Facts:
    return {"moon": game.moon}


@moon_turn.refuses
def why_not_moon_turn(game: Game, option: int) -> Refusal | None:
    return "12.1.2b", "moon_too_far"


@moon_turn.chosen
def _moon_placed(game: Game, option: int) -> None:
    game.moon_turn = number_in(option)
    game.emit("moon_turn", "12.1.2b 12.1.2c", TO_ALL, game.moon, game.moon_turn)


@step
def roll_wind(game: Game) -> None:
    """In bad weather two dice may bring a tail wind [12.1.3a]."""
    if not game.layout.tail_wind or not game.bad:
        return
    total = sum(game.roll(2, "wind", "12.1.3a"))
    game.wind = game.layout.wind_towards.get(total, OFF)
    game.emit("wind", "12.1.3a", TO_ALL, game.wind)


# -- cards -----------------------------------------------------------------------------------------------------


@effect("weather")
def weather_card(game: Game, card: Played) -> None:
    """WEATHER: draw a marker and place it in any zone [3.4.1, 12.1.1]."""
    marker = draw_weather(game, OFF)
    game.emit("weather_drawn", "3.4.1b", TO_ALL, game.layout.weather_sides[marker][game.bad])
    game.push(weather_zone, DrawnWeather(card.seat, marker))


class DrawnWeather(NamedTuple):
    """A weather marker that a seat has drawn with a card."""

    seat: int
    marker: int


@question(EITHER, "3.4.1b", THING)
def weather_zone(game: Game, drawn: DrawnWeather) -> list[int]:
    """Which zone gets this weather? [3.4.1]"""
    return zone_options(EVERY_ZONE)


@weather_zone.tells
def weather_zone_facts(game: Game, drawn: DrawnWeather) -> Facts:
    return {"weather": game.layout.weather_sides[drawn.marker][game.bad]}


@weather_zone.chosen
def _zone_chosen(game: Game, drawn: DrawnWeather, option: int) -> None:
    put_weather(game, zone_in(option), drawn.marker, "3.4.1b")


@check("fido")
def _no_fido_yet(game: Game, function: Function) -> bool:
    return not game.fido


@effect("fido")
def fido(game: Game, card: Played) -> None:
    """WEATHER: FIDO is lit in England for the rest of the night [7.6.1]."""
    game.fido = 1
    game.emit("fido", "7.6.1", TO_ALL, game.weather_in(ENGLAND_ZONE))
