"""Coming home in the dark: the recovery test [A7, CM3, PC4]."""

from __future__ import annotations

from typing import NamedTuple

from viermot.games.campaign.model.ids import FlightId
from viermot.games.campaign.model.state import Career
from viermot.games.campaign.model.terms import EXPERTE, GREEN, LANDED, PLAYER, POOR
from viermot.games.campaign.rules.debrief import flew
from viermot.games.campaign.rules.injuries import injure
from viermot.games.campaign.rules.stock import lose_plane, repair
from viermot.kernel.agenda import Facts, Words, question, step, task


class Modifier(NamedTuple):
    """What makes a landing harder or easier: its name, what it adds, and the rule that says so."""

    what: str
    points: int
    rule: str


@step
def recover_all(game: Career) -> None:
    """Everyone who flew has to come home, whether or not they fought [A6b, PC4]."""
    flights = flew(game)
    if flights:
        game.announce("coming_home", "A6b" if game.layout.is_staffel else "PC4", len(flights))
    game.next(*[task(come_home, flight) for flight in flights])


@step
def come_home(game: Career, flight: FlightId) -> None:
    """Land, or bale out of a badly damaged aircraft [A7.1a, A7.2]."""
    enough = game.flights[flight].hits >= game.layout.book.recovery.bale_out.least_hits
    if game.layout.is_staffel and enough:
        game.push(bale_out, flight)
    else:
        game.push(land, flight)


@question(PLAYER, "A7.2", Words("land", "bale out"))
def bale_out(game: Career, flight: FlightId) -> list[int]:
    """Try to land a damaged aircraft, or abandon it? [A7.2]"""
    return [0, 1]


@bale_out.chosen
def baled_out(game: Career, flight: FlightId, jump: int) -> None:
    if not jump:
        game.push(land, flight)
        return
    flown = game.flights[flight]
    rules = game.layout.book.recovery.bale_out
    game.flights[flight] = game.flights[flight]._replace(state=LANDED)
    game.announce("bales_out", "A7.2", flown.crew, game.called(flown.plane))
    lose_plane(game, flown.plane, destroyed=False)
    game.push(injure, flown.crew, rules.injuries, rules.modifier)


@bale_out.tells
def bale_out_facts(game: Career, flight: FlightId) -> Facts:
    flown = game.flights[flight]
    return {"crew": flown.crew, "plane": flown.plane, "hits": flown.hits}


def modifiers(game: Career, flight: FlightId) -> list[Modifier]:
    """What makes this landing harder or easier [A7.1a]."""
    test = game.layout.book.recovery.test
    flown = game.flights[flight]
    crew = game.crews[flown.crew]
    status = game.status_of(crew)
    rule = "A7.1a"
    if flown.spare:
        status = GREEN  # [A8.3e]
    elif game.layout.former_status and crew.best > status and not game.layout.always_green:
        status, rule = crew.best, "CM3"
    found: list[Modifier] = []
    if status == GREEN:
        found.append(Modifier("green", game.layout.green_modifier, "A7.1a" if game.layout.is_staffel else "PC4"))
    elif status == EXPERTE:
        found.append(Modifier("experte", test.experte, rule))
    else:
        found.append(Modifier("seasoned", test.seasoned, rule))
    if game.visibility == POOR:
        found.append(Modifier("poor_visibility", test.poor_visibility, "A7.1a"))
    if game.cloud:
        found.append(Modifier("cloud", test.cloud, "A7.1a"))
    if flown.hits:
        found.append(Modifier("hits", flown.hits * test.hit, "A7.1a"))
    if game.risen:
        found.append(Modifier("moon", test.moon_risen, "A7.1a"))
    return found


@step
def land(game: Career, flight: FlightId) -> None:
    """Two dice plus modifiers; high is bad [A7.1]."""
    why = modifiers(game, flight)
    flown = game.flights[flight]
    rules = "A7.1a" + ("" if game.layout.is_staffel else " PC4")
    rules += " CM3" if any(modifier.rule == "CM3" for modifier in why) else ""
    total = sum(game.roll(2, "recovery", rules, flown.crew, tuple(why))) + sum(modifier.points for modifier in why)
    landing = [row for row in game.layout.book.recovery.landing if total >= row.least][-1]
    game.flights[flight] = game.flights[flight]._replace(state=LANDED)
    game.announce("lands", "A7.1b", flown.crew, game.called(flown.plane), landing.id)
    if landing.gone:
        lose_plane(game, flown.plane, destroyed=landing.destroyed)
    else:
        repair(game, flown.plane, flown.hits, landing.weeks)
    if landing.injuries:
        game.push(injure, flown.crew, landing.injuries, landing.modifier)
