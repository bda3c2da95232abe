"""The pilot campaign, week by week [PC1 to PC6]."""

from __future__ import annotations

from viermot.games.campaign.model.ids import OWN_CREW, OWN_PLANE, FlightId, Sector
from viermot.games.campaign.model.state import Career, Flight
from viermot.games.campaign.model.terms import MOONS, ON_STATION, STATION
from viermot.games.campaign.rules import raids
from viermot.games.campaign.rules.cards import draw_card, is_joker
from viermot.games.campaign.rules.recovery import recover_all
from viermot.games.campaign.rules.sortie import take_off
from viermot.games.campaign.rules.weather import night_weather
from viermot.games.nightfighter.components.charts import month
from viermot.kernel.agenda import step, task


@step
def pilot_week(game: Career) -> None:
    """Is he fit, and does he fly? Then weather, perhaps the enemy, and the way home [PC4]."""
    crew, plane = game.crews[OWN_CREW], game.planes[OWN_PLANE]
    if crew.back > game.week:
        game.announce("in_hospital", "PC2", OWN_CREW, crew.back - game.week)
        game.crews[OWN_CREW] = game.crews[OWN_CREW]._replace(idle=0)
    elif plane.ready > game.week:
        game.announce("no_plane", "PC2", OWN_CREW, plane.ready - game.week)
        stays_down(game)
    elif flies(game):
        game.happened = 1
        game.crews[OWN_CREW] = game.crews[OWN_CREW]._replace(idle=0)
        game.flights = [Flight(OWN_CREW, OWN_PLANE, Sector(0), role=STATION, state=ON_STATION)]
        game.next(task(night_weather), task(engage), task(recover_all))
    else:
        stays_down(game)


def dice_of_the_moon(game: Career) -> int:
    """Two dice under a full moon, three under a half moon, four without [PC4]."""
    return game.layout.book.common.fly_dice[MOONS[game.moon]]


def flies(game: Career) -> bool:
    """A green pilot needs a 6 on any die; a seasoned one always flies [PC4, PC6]."""
    form = game.layout.form
    assert form is not None
    if not form.flies_by_dice:
        game.announce("flies", "PC6", OWN_CREW)
        return True
    up = 6 in game.roll(dice_of_the_moon(game), "flying", "PC4")
    game.announce("flies" if up else "stays_down", "PC4", OWN_CREW)
    return up


def stays_down(game: Career) -> None:
    """From November on, two such weeks running go into converting to a better aircraft [PC3]."""
    form, common = game.layout.form, game.layout.book.common
    assert form is not None
    if game.month_number < month(common.retrained_from):
        return
    idle = game.crews[OWN_CREW].idle + 1
    game.crews[OWN_CREW] = game.crews[OWN_CREW]._replace(idle=idle)
    better = form.better[game.layout.airframe]
    if idle >= common.idle_weeks and game.planes[OWN_PLANE].type != better:
        game.planes[OWN_PLANE] = game.planes[OWN_PLANE]._replace(type=better)
        game.happened = 1
        game.announce("retrained", "PC3", OWN_CREW, better)


@step
def engage(game: Career) -> None:
    """The same dice again: on a 6 there are bombers in the box [PC4]."""
    if 6 not in game.roll(dice_of_the_moon(game), "engagement", "PC4"):
        game.announce("no_contact", "PC4", OWN_CREW)
        return
    card = draw_card(game, "PC5")
    if is_joker(card):
        game.announce("nobody_comes", "PC5")
        return
    game.orders = raids.raid(game, card)
    game.push(take_off, (FlightId(0),), 0)
