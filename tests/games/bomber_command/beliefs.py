"""The German player's beliefs compared with the plot, once a turn before raids move: for `tools/beliefs.py`.

`watch` asks where raids will be when they have moved, beside the bot's own plotting table; `watch_kinds` what each raid
seen is, and `watch_targets` which city it makes for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots.tracking import PlottingTable
from viermot.games.bomber_command.knowledge.belief import kinds_of, picture_for, places_in, targets_of
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.knowledge.plans import Flight
from viermot.games.bomber_command.knowledge.worlds import EVERY_KIND, Picture
from viermot.games.bomber_command.model.board import MAIN, MOSQUITO, ON_MAP
from viermot.games.bomber_command.model.ids import NO_LETTER, City, Hex
from viermot.games.bomber_command.model.records import PlottedRaid
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.rules.plot.plan import RaidPlan
from viermot.kernel.agenda import advance, apply, open_questions, options_of
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import OpenQuestion

HEXES: Final = sorted(ON_MAP)
FIGHTERS_MOVE: Final = 2  # the phase
LOWEST: Final = 0.001  # the table says nothing of most hexes; it is not held to never
Look = tuple[dict[str, list[float]], set[int], float]  # chances by whose belief, what is true, milliseconds


def turns(scenario: str, seed: str) -> Iterator[tuple[Game, RaidView]]:
    """A night between standard bots, once a turn as the German player sees it, until the last raid is home."""
    key = key_of(seed)
    night = GAME.start(GAME.load_pack(None), scenario, {}, KeyedDice(key))
    advance(night)
    players = {seat: GAME.bots(seat)["standard"]() for seat in GAME.seats}
    rngs = {seat: BotRng(key, seat) for seat in GAME.seats}
    views = {seat: GAME.perspective(night, seat) for seat in GAME.seats}
    last = 0
    while night.asked is not None and not night.end_stage:
        for place, task in open_questions(night):
            seat = GAME.seats[night.seat_of(task)]
            if seat == "german" and night.phase == FIGHTERS_MOVE and night.turn != last:
                last = night.turn
                yield night, views[seat]
            ask = OpenQuestion().put(night, task, options_of(night, task))
            apply(night, players[seat].choose(views[seat], ask, rngs[seat]), place)


def true_flights(night: Game) -> list[Flight]:
    """The raids as they are plotted."""
    return [_flight(night, raid) for raid in night.plot]


def _flight(night: Game, raid: PlottedRaid) -> Flight:
    escorts = raid.letter if raid.parent >= 0 else NO_LETTER  # any letter: it matters only that there is one
    where = (raid.split, raid.leaving, (), raid.path, raid.aim, raid.waypoints)
    return Flight(
        night.layout, RaidPlan(raid.letter, raid.kind, raid.target, raid.entry, raid.first, 0, escorts, *where)
    )


class Seen(NamedTuple):
    """One look: the picture, what it cost, what the bot's table says, and how things are."""

    picture: Picture
    milliseconds: float
    plotted: dict[Hex, float]
    flights: list[Flight]
    cities: int


@lru_cache(maxsize=1)
def _looks(scenario: str, seed: str) -> list[Seen]:
    """A whole night: whoever looks at it in several ways pays for it once."""
    table, found = PlottingTable(), []
    for night, view in turns(scenario, seed):
        began = time.process_time()
        picture = picture_for(view)
        spent = 1000 * (time.process_time() - began)
        table.catch_up(view)
        found.append(Seen(picture, spent, dict(table.density(1)), true_flights(night), len(night.layout.cities)))
    return found


def watch(scenario: str, seed: str) -> Iterator[Look]:
    """Where will raids be when they have moved?"""
    for look in _looks(scenario, seed):
        soon = look.picture.seen.now + 1
        there = {flight.hex(soon) for flight in look.flights}
        places = places_in(look.picture, soon)
        said = {
            "belief": [places.get(hex_, 0.0) for hex_ in HEXES],
            "table": [min(max(look.plotted.get(hex_, 0.0), LOWEST), 1 - LOWEST) for hex_ in HEXES],
        }
        yield said, {number for number, hex_ in enumerate(HEXES) if hex_ in there}, look.milliseconds


def _seen(flights: list[Flight], now: int) -> dict[tuple[int, int], RaidPlan]:
    """Which raid was where when."""
    return {
        (turn, hex_): flight.raid
        for flight in flights
        for turn in range(1, now + 1)
        if (hex_ := flight.hex(turn)) is not None
    }


def watch_kinds(scenario: str, seed: str) -> Iterator[Look]:
    """What is each raid that was seen?"""
    for look in _looks(scenario, seed):
        seen = _seen(look.flights, look.picture.seen.now)
        for last, kinds in sorted(kinds_of(look.picture).items()):
            raid = seen.get(last)
            yield {"belief": [kinds[kind] for kind in EVERY_KIND]}, {raid.kind} if raid else set(), look.milliseconds


def watch_targets(scenario: str, seed: str) -> Iterator[Look]:
    """Which city does each raid that was seen make for?"""
    for look in _looks(scenario, seed):
        seen = _seen(look.flights, look.picture.seen.now)
        for last, cities in sorted(targets_of(look.picture).items()):
            raid = seen.get(last)
            bombed = {raid.target} if raid is not None and raid.kind in (MAIN, MOSQUITO) else set()
            said = [cities.get(City(city), 0.0) for city in range(look.cities)]
            yield {"belief": said}, bombed, look.milliseconds
