"""Firing the forward guns: firepower, cards, jams, ammunition, the extended burst [7.1.3, 7.1.6, 7.1.13, 7.1.15]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import NO_CARD, Card
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ALL_JAM_FIRST,
    ARMOURER_MARKER,
    CLOSE,
    DE,
    GP,
    MAINTENANCE,
    NO_JAM,
    ONE_JAMS,
    OWN_ATTACK,
    PILOT,
    PRECISION,
)
from viermot.games.interceptor.rules.chance import FINE, SETBACK, draw_for, roll_for
from viermot.games.interceptor.rules.damage.airframe import firepower, firing_weapons
from viermot.kernel.agenda import Words, question, step, task

IGNORE, ACCEPT = range(2)
BURST_AMMO: Final = 2  # points it costs each weapon [7.1.13]


def may_burst(game: Game) -> bool:
    """An extended burst needs Long or Medium range and two points in a tracked weapon that fires [7.1.13]."""
    attack, sortie = game.pilot.attack, game.pilot.sortie
    return attack.range < CLOSE and any(sortie.ammo[weapon] >= BURST_AMMO for weapon in firing_weapons(game))


def gunner_skills(pilot: Pilot) -> int:
    """The skills of the man in the rear seat: the gunner, or a stand-in, who starts with none but may learn [7.4.8]."""
    return pilot.gunner.skills


# -- the extended burst ---------------------------------------------------------------------------------------


@step
def extend_burst(game: Game) -> None:
    """Two dice before the card is drawn [7.1.13]."""
    game.pilot.attack.exposed = 1
    roll_for(game, 2, "extended burst", "7.1.13a 7.1.13b", burst_rolled, bad=burst_jams)


def burst_jams(game: Game, dice: tuple[int, ...]) -> int:
    """Does it jam a gun?"""
    return FINE if game.layout.burst[sum(dice) - 2].jam == NO_JAM else SETBACK


@step
def burst_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """More hits, perhaps jams; the ammunition is spent when the guns fire [7.1.13]."""
    pilot = game.pilot
    bonus, ammo, jam = game.layout.burst[sum(dice) - 2]
    game.announce("burst", "7.1.13b 7.1.13e", bonus, jam)
    pilot.round.bonus = bonus
    pilot.round.burst = ammo or BURST_AMMO  # preventing a jam saves no ammunition
    if jam == ALL_JAM_FIRST:
        game.push(guns_jam, ALL_JAM_FIRST)
    else:
        pilot.round.after_jam = jam


@step
def shoot(game: Game) -> None:
    """All forward weapons fire: a card, or none if the burst has already decided [7.1.3, 7.1.6]."""
    pilot = game.pilot
    if pilot.round.silent:
        game.announce("cannot_fire", "7.1.13c")
        return
    if pilot.round.bonus == DE:
        spend_ammo(game, NO_CARD)
        pilot.round.shot = DE
        return
    if not firepower(game):
        game.announce("cannot_fire", "7.1.15")
        return
    draw_for(game, OWN_ATTACK, "7.1.6a 7.1.12a 3.5.1a", own_card)


@step
def own_card(game: Game, card: Card) -> None:
    """A jam comes before the hits are read [7.1.6]."""
    if game.layout.jams[card]:
        game.next(task(guns_jam, ONE_JAMS), task(read_card, card))
    else:
        read_card(game, card)


@step
def read_card(game: Game, card: Card) -> None:
    """Read in the column of the remaining firepower; ammunition is spent [7.1.6, 7.1.15]."""
    pilot, layout = game.pilot, game.layout
    fp = firepower(game)
    if not fp:
        game.announce("cannot_fire", "7.1.6d")
        return
    column = layout.column[fp]
    pilot.round.shot = layout.hits[card][column]
    if pilot.round.shot == GP and any(game.mat.weapons[weapon].gp_destroys for weapon in firing_weapons(game)):
        pilot.round.shot = DE
    game.announce("fires", "7.1.6a 7.1.6b 7.1.3b", fp, column, pilot.round.shot)
    spend_ammo(game, card)
    if pilot.round.after_jam != NO_JAM:
        game.push(guns_jam, pilot.round.after_jam)


def spend_ammo(game: Game, card: Card) -> None:
    """A point from each tracked weapon, two for an extended burst; none with Precision on an odd card [7.1.15, 7.7]."""
    pilot = game.pilot
    points = pilot.round.burst or 1
    if not pilot.round.burst and pilot.career.skills & PRECISION and card % 2:
        game.announce("precision", "7.7k")
        return
    for weapon in firing_weapons(game):
        if pilot.sortie.ammo[weapon] > 0:
            pilot.sortie.ammo[weapon] = max(pilot.sortie.ammo[weapon] - points, 0)
    game.announce("ammo", "7.1.13c 7.1.15" if pilot.round.burst else "7.1.15", tuple(pilot.sortie.ammo))


# -- jams --------------------------------------------------------------------------------------------------------


@step
def guns_jam(game: Game, how: int) -> None:
    """One weapon at random, or all; good maintenance prevents the first jam [7.1.6, 7.1.13, 7.7]."""
    pilot = game.pilot
    if how == NO_JAM or not firing_weapons(game):
        return
    careful = game.mat.crew > 1 and gunner_skills(pilot) & MAINTENANCE and not pilot.sortie.spent & MAINTENANCE
    if careful:
        game.use_up(MAINTENANCE)
        game.announce("jam_prevented", "7.7h")
    elif pilot.career.markers & ARMOURER_MARKER:
        game.push(armourer, how)
    else:
        jam(game, how)


@question(PILOT, "7.10b", Words("ignore", "accept"), default=IGNORE)
def armourer(game: Game, how: int) -> list[int]:
    """Ignore this jam with the armourer's marker? [7.10]"""
    return [IGNORE, ACCEPT]


@armourer.chosen
def armourer_used(game: Game, how: int, answer: int) -> None:
    if answer == ACCEPT:
        jam(game, how)
        return
    game.pilot.career.markers &= ~ARMOURER_MARKER
    game.announce("jam_prevented", "7.10b")


def jam(game: Game, how: int) -> None:
    """Jammed for the rest of the sortie; an MG FF never jams, but a burst that jams before it fires is lost [7.1.6]."""
    pilot = game.pilot
    weapons = firing_weapons(game)
    pilot.round.silent = int(how == ALL_JAM_FIRST)
    if how == ONE_JAMS:
        weapons = [weapons[game.either(len(weapons), "jam") if len(weapons) > 1 else 0]]
    rules = "7.1.6d" if how == ONE_JAMS and not pilot.round.after_jam else "7.1.13c"
    for weapon in weapons:
        if game.mat.weapons[weapon].mg_ff:
            game.announce("never_jams", "7.1.6d", game.mat.weapons[weapon].name)
        else:
            pilot.sortie.jammed |= 1 << weapon
            game.announce("jam", rules, game.mat.weapons[weapon].name)
