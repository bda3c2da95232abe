"""Warnings before something irreversible: losing aircraft, man or career, or the last of anything he has."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Crewman
from viermot.games.interceptor.model.options import BAIL_OUT, BREAK_OFF, MOVE, TAKE, firing, purchase
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.rules.bombers import escaping, passes, rockets
from viermot.games.interceptor.rules.bombers.gunfire import armourer
from viermot.games.interceptor.rules.career import journey, spending, upgrades
from viermot.games.interceptor.rules.career.crew import LET_GO, TRAINED_MAN, keep_crew, replacement
from viermot.games.interceptor.rules.career.repairs import NEW_MACHINE, wait_for_repairs
from viermot.games.interceptor.rules.chance import AGAIN, CHARM, Drawn, Thrown, lucky_charm, second_card
from viermot.games.interceptor.rules.damage.airframe import firing_weapons
from viermot.games.interceptor.rules.damage.landing import JUMP as OUT_OF_THE_WRECK
from viermot.games.interceptor.rules.damage.landing import forced_down
from viermot.games.interceptor.rules.fighters.actions import ATTACK_FIRST
from viermot.games.interceptor.rules.fighters.actions import BAIL_OUT as OUT_OF_THE_FIGHT
from viermot.games.interceptor.rules.fighters.dogfight import dogfight
from viermot.games.interceptor.rules.flight import JUMP, Contact, ground_control, press_on
from viermot.games.interceptor.rules.options import fatigue
from viermot.kernel.agenda import Warned, note, warn

# -- out of the aircraft [7.4.1, 7.4.5, 7.4.6] ---------------------------------------------------------------------


@press_on.warns
def jumps(game: Game, answer: int) -> Warned | None:
    return warn("bail_out") if answer == JUMP else None


@escaping.escape.warns
def jumps_from_escorts(game: Game, answer: int) -> Warned | None:
    return warn("bail_out") if answer == escaping.JUMP else None


@passes.after_pass.warns
def jumps_after_a_pass(game: Game, answer: int) -> Warned | None:
    return warn("bail_out") if answer == passes.JUMP else None


@forced_down.warns
def jumps_or_lands(game: Game, answer: int) -> Warned | None:
    return warn("bail_out") if answer == OUT_OF_THE_WRECK else None


@passes.fire_round.warns
def jumps_or_fires(game: Game, option: int) -> Warned | None:
    if option == BAIL_OUT:
        return warn("bail_out")
    return None if option == BREAK_OFF else _last_rounds(game, 2 if firing(option).burst else 1)


@dogfight.warns
def jumps_or_fights(game: Game, action: int) -> Warned | None:
    if action == OUT_OF_THE_FIGHT:
        return warn("bail_out")
    return _last_rounds(game, 1) if action <= ATTACK_FIRST else None


def _last_rounds(game: Game, points: int) -> Warned | None:
    """Will no weapon have a round left? Uncounted ammunition never runs out [7.1.15]."""
    firing = firing_weapons(game)
    ammo = game.pilot.sortie.ammo
    return note("last_ammo") if firing and all(0 < ammo[weapon] <= points for weapon in firing) else None


# -- the career [10.7] ---------------------------------------------------------------------------------------------


@journey.at_headquarters.warns
def shoots(game: Game, choice: int) -> Warned | None:
    return warn("ends_career") if choice == journey.SHOOT else None


# -- the last of anything [7.10, 7.1.14, 8.1, 9.4, 10.3] -------------------------------------------------------------


@lucky_charm.warns
def uses_charm(game: Game, thrown: Thrown, answer: int) -> Warned | None:
    return warn("last_charm") if answer == AGAIN else None


@second_card.warns
def uses_charm_on_a_card(game: Game, drawn: Drawn, answer: int) -> Warned | None:
    return warn("last_charm") if answer == CHARM else None


@armourer.warns
def uses_armourer(game: Game, how: int, accept: int) -> Warned | None:
    return None if accept else note("last_marker")


@ground_control.warns
def uses_ground_control(game: Game, made: Contact, answer: int) -> Warned | None:
    return note("last_marker") if answer != made.total else None


@rockets.rocket_salvo.warns
def salvo(game: Game, answer: int) -> Warned | None:
    return note({rockets.FIRE: "last_rockets", rockets.DROP: "last_bomb"}[answer]) if answer != rockets.KEEP else None


@rockets.jettison.warns
def throws_away(game: Game, answer: int) -> Warned | None:
    return warn("rockets_away") if answer else None


@keep_crew.warns
def lets_go(game: Game, keep: int) -> Warned | None:
    if keep == LET_GO:
        return warn("gunner_gone")
    return _last_points(game, game.layout.pack.career.prestige.crewman)


@replacement.warns
def pays_for_a_man(game: Game, who: Crewman, option: int) -> Warned | None:
    return _last_points(game, game.layout.pack.career.prestige.crewman) if option == TRAINED_MAN else None


@wait_for_repairs.warns
def pays_for_a_machine(game: Game, option: int) -> Warned | None:
    return _last_points(game, game.layout.pack.career.prestige.no_repair) if option == NEW_MACHINE else None


@spending.spend_prestige.warns
def spends(game: Game, option: int) -> Warned | None:
    """Looking at R1 is free; an aircraft and a posting are not [4.6.1, 8.1b]."""
    wanted = purchase(option)
    if wanted.what == MOVE:
        return None if game.pilot.prestige.free_moves else _last_points(game, game.layout.pack.career.prestige.transfer)
    if wanted.what == TAKE:
        return _last_points(game, upgrades.cost_of(game, wanted.model))
    return None


def _last_points(game: Game, cost: int) -> Warned | None:
    return note("last_points") if game.pilot.prestige.points == cost else None


@fatigue.fly_or_rest.warns
def takes_leave(game: Game, option: int) -> Warned | None:
    """There is only one leave in the year [10.3c]."""
    return warn("only_leave") if option == fatigue.LEAVE else None
