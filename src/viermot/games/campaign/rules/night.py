"""The Staffel's night: weather, patrols, cards and sorties, the way home [A3, A4, A5c to A5e, CM1, CM2]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.campaign.model.ids import Card, FlightId, Sector, by_flight
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import (
    FULL_MOON,
    LANDED,
    NO_MOON,
    ON_GROUND,
    ON_STATION,
    PLAYER,
    STANDBY,
    STATION,
)
from viermot.games.campaign.rules import raids
from viermot.games.campaign.rules.cards import draw_card, is_joker
from viermot.games.campaign.rules.patrols import after_the_week, patrols
from viermot.games.campaign.rules.recovery import recover_all
from viermot.games.campaign.rules.sortie import take_off
from viermot.games.campaign.rules.weather import night_weather, weather_changes
from viermot.kernel.agenda import Facts, Words, question, step, task


@step
def staffel_week(game: Career) -> None:
    """One operational night, unless the weather forbids it [A1, A9.1f]."""
    if game.week == game.no_night:
        game.announce("no_night", "A9.1f")
        game.push(week_ends)
        return
    game.happened = 1
    game.next(task(night_weather), task(patrols), task(draw_next), task(recover_all), task(week_ends))


@step
def week_ends(game: Career) -> None:
    """Crews grow tired or rest [A5b]."""
    after_the_week(game)


@step
def draw_next(game: Career) -> None:
    """A card: who comes, and into which sector? [A4b, A4c, A5c]"""
    rules = game.layout.book.staffel.cards
    if game.layout.umpired and game.month_cards >= rules.month_most:
        game.announce("no_more_cards", "A4a", game.month_cards)
        return
    card = draw_card(game, "A4b")
    game.counted += 1
    game.month_cards += 1
    if is_joker(card):
        game.announce("nobody_comes", "A4b")
        game.push(another)
        return
    game.drawn += 1
    sector = Sector((game.die("sector", "A5c") - 1) // 2)
    game.push(another)
    _scramble(game, card, sector)


def _scramble(game: Career, card: Card, sector: Sector) -> None:
    """Scramble whoever meets the raid: the fighter on station, or the standby [A5c, A5d]."""
    found = defenders(game, sector)
    if found is None:
        game.announce("raid_passes", "A5d", sector + 1)
        return
    main, late, relief = found
    game.orders = raids.raid(game, card)
    kind = game.layout.book.kinds[game.orders["kind"]]
    flights = (main,) if relief is None or not kind.standby else (main, relief)
    game.next(task(take_off, flights, int(late)), task(afterwards, flights), task(weather_changes))


class Defenders(NamedTuple):
    """The flight that meets a raid, whether it comes late, and the standby that may relieve it."""

    main: FlightId
    late: bool
    relief: FlightId | None


def defenders(game: Career, sector: Sector) -> Defenders | None:
    """Who meets a raid in this sector, if anybody [A5c, A5d]."""
    station = standby = None
    for number, flight in by_flight(game.flights):
        if flight.sector == sector and flight.role == STATION:
            station = number
        elif flight.sector == sector and flight.role == STANDBY:
            standby = number
    if station is not None and _ready(game, station):
        waiting = standby is not None and game.flights[standby].state == ON_GROUND
        return Defenders(station, False, standby if waiting else None)
    if standby is not None and game.flights[standby].state == ON_GROUND:
        return Defenders(standby, True, None)
    if standby is not None and _ready(game, standby):
        return Defenders(standby, False, None)
    return None


def _ready(game: Career, number: FlightId) -> bool:
    """On station, unhurt, with fuel for eight turns [A5d]."""
    flight, rules = game.flights[number], game.layout.book.staffel.patrol
    return flight.state == ON_STATION and not flight.hits and rules.fuel - flight.turns >= rules.least_fuel


@step
def afterwards(game: Career, flights: tuple[FlightId, ...]) -> None:
    """Those still in the air either land or go back to the beacon [A5e]."""
    game.next(*[task(land_or_stay, flight) for flight in flights if game.flights[flight].state == ON_STATION])


@question(PLAYER, "A5e", Words("land", "stay"))
def land_or_stay(game: Career, flight: FlightId) -> list[int]:
    """Land this fighter, or leave it on station with its remaining fuel? [A5e]"""
    fuel = game.layout.book.staffel.patrol.fuel - game.flights[flight].turns
    return [0, 1] if fuel > 0 else [0]


@land_or_stay.chosen
def landed_or_stayed(game: Career, flight: FlightId, stays: int) -> None:
    flown = game.flights[flight]
    if stays:
        game.announce("stays_up", "A5e", flown.crew)
    else:
        game.flights[flight] = game.flights[flight]._replace(state=LANDED)
        game.announce("goes_down", "A5e", flown.crew)


@land_or_stay.tells
def land_or_stay_facts(game: Career, flight: FlightId) -> Facts:
    flown = game.flights[flight]
    fuel = game.layout.book.staffel.patrol.fuel - flown.turns
    return {"crew": flown.crew, "hits": flown.hits, "fuel": fuel}


@step
def another(game: Career) -> None:
    """One more card tonight? A die less one per card, modified by the moon; with an umpire, within limits [CM2, A4a].

    Jokers count as cards too [ruling B22].
    """
    rules = game.layout.book.staffel.cards
    if game.layout.umpired:
        forced = _forced(game)
        if forced is not None:
            if forced:
                game.push(draw_next)
            return
    rule = "A4a" if game.layout.umpired else "CM2"
    moon = -1 if game.moon == FULL_MOON else 1 if game.moon == NO_MOON else 0
    die = game.die("another card", rule, moon - game.counted)
    if die - game.counted + moon >= rules.again:
        game.push(draw_next)
    else:
        game.announce("night_ends", rule, game.drawn)


def _forced(game: Career) -> bool | None:
    """With an umpire: must there be another card (True), can there be none (False), or do the dice decide? [A4a]"""
    rules = game.layout.book.staffel.cards
    if game.month_cards >= rules.month_most:
        game.announce("no_more_cards", "A4a", game.month_cards)
        return False
    last_night = game.week % 4 == 0 or (game.week % 4 == 3 and game.no_night == game.week + 1)
    if last_night and game.month_cards < rules.month_least:
        return True
    maximum = rules.night_most_full if game.moon == FULL_MOON else rules.night_most
    if game.counted >= maximum:
        game.announce("night_ends", "A4a", game.drawn)
        return False
    return None
