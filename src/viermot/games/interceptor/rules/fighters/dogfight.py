"""Fighter combat on the orientation wheel [7.2, 7.3, 10.6].

In each round both sides fire or defend; their results are applied together, then initiative turns the wheel.
"""

from __future__ import annotations

from viermot.games.interceptor.model.records import NOTHING
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import HEAD_ON, MANOEUVRES, PILOT, REFLEXES
from viermot.games.interceptor.rules.bombers.gunfire import shoot
from viermot.games.interceptor.rules.damage.airframe import firepower, has_gunner, must_abort, wants_home
from viermot.games.interceptor.rules.damage.landing import bail_out
from viermot.games.interceptor.rules.damage.losses import fighter_gets_away
from viermot.games.interceptor.rules.fighters.actions import (
    ACTIONS,
    ATTACK,
    ATTACK_FIRST,
    BAIL_OUT,
    BARREL_ROLL,
    CALL_WINGMAN,
    DEFEND,
    DISENGAGE,
    HOLD_FIRE,
    MANOEUVRE_ACTIONS,
    OPEN_FIRE,
    ORDERS,
    TIGHT_TURN,
)
from viermot.games.interceptor.rules.fighters.defence import defend, rear_gunner
from viermot.games.interceptor.rules.fighters.disengaging import disengage, enemy_disengages
from viermot.games.interceptor.rules.fighters.exchange import exchange, hit_him
from viermot.games.interceptor.rules.fighters.opponent import Evasion, enemy_choice, enemy_evades, enemy_shoots
from viermot.games.interceptor.rules.fighters.wingman import can_assist
from viermot.kernel.agenda import Facts, Refusal, Task, question, step, task


@step
def fight_round(game: Game) -> None:
    """One round: choices, cards, results, initiative [7.2.2.1 to 7.2.2.9]."""
    pilot = game.pilot
    if not pilot.airborne or pilot.duel.enemy < 0:
        return
    pilot.round.number += 1
    pilot.round.shot = pilot.round.incoming = NOTHING
    pilot.round.bonus = pilot.round.burst = pilot.round.after_jam = pilot.round.silent = 0
    pilot.round.avoid = pilot.round.gain = pilot.round.dodge = pilot.round.enemy_gain = pilot.round.finish = 0
    pilot.round.wingman_fp = pilot.round.rear_hits = pilot.round.wingman_kill = 0
    pilot.round.fought_from = pilot.duel.orientation
    game.announce("fight_round", "7.2.2.9a", pilot.round.number, pilot.duel.orientation)
    if pilot.duel.bounced:
        pilot.duel.bounced = 0
        game.announce("bounced", "7.10b")
        game.next(task(enemy_shoots), task(exchange))
    elif pilot.duel.orientation < HEAD_ON and wants_home(pilot):
        game.push(enemy_disengages)
    else:
        game.push(dogfight)


@question(PILOT, "7.2.2.3a", ACTIONS, undoable=True)
def dogfight(game: Game) -> list[int]:
    """Attack, defend, call the wingman, manoeuvre, or get away? [7.2.2.1, 7.2.2.2, 7.2.2.3, 7.3]"""
    pilot = game.pilot
    options: list[int] = []
    if pilot.duel.orientation > HEAD_ON:
        if firepower(game) and not must_abort(pilot):
            options += attacks(game)
        options.append(DISENGAGE)
    else:
        if pilot.duel.orientation == HEAD_ON and firepower(game):
            options += attacks(game)
        options.append(DEFEND)
        if can_assist(pilot):
            options.append(CALL_WINGMAN)
        options += [TIGHT_TURN, BARREL_ROLL]
        if game.layout.manoeuvres:
            options += [
                action
                for action, skill in zip(MANOEUVRE_ACTIONS, MANOEUVRES, strict=True)
                if pilot.career.skills & skill and not pilot.sortie.spent & skill
            ]
    if pilot.round.number > 1 or any(pilot.sortie.own_hits) or pilot.sortie.wound:
        options.append(BAIL_OUT)
    if pilot.duel.order_round != pilot.round.number and rear_gun_bears(game):
        options.append(OPEN_FIRE if pilot.duel.holds_fire else HOLD_FIRE)
    return options


def rear_gun_bears(game: Game) -> bool:
    """Is the enemy behind an aircraft whose gunner can shoot? [7.2.2.4]"""
    return game.pilot.duel.orientation < HEAD_ON and has_gunner(game)


def attacks(game: Game) -> list[int]:
    """Firing, and firing first with Reflexes [7.7]."""
    career, sortie = game.pilot.career, game.pilot.sortie
    ready = career.skills & REFLEXES and not sortie.spent & REFLEXES and not is_free_shot(game)
    return [ATTACK, ATTACK_FIRST] if ready else [ATTACK]


def is_free_shot(game: Game) -> bool:
    """Out of the sun, in the first round, the enemy neither fires nor evades [7.1.2]."""
    pilot = game.pilot
    return bool(pilot.duel.free_shot) and pilot.round.number == 1 and pilot.duel.orientation > HEAD_ON


@dogfight.refuses
def why_not_dogfight(game: Game, action: int) -> Refusal:
    pilot = game.pilot
    if action == BAIL_OUT:
        return ("7.4.1g", "bail_out_after_a_round")
    if action == DISENGAGE:
        return ("7.3b", "not_behind_him")
    if action in ORDERS:
        return ("7.2.2.4", "no_order")
    if action in (ATTACK, ATTACK_FIRST):
        if pilot.duel.orientation < HEAD_ON:
            return ("7.2.2.1", "not_facing")
        if not firepower(game):
            return ("7.1.15", "nothing_fires")
        return ("7.4.2b", "must_abort") if action == ATTACK or must_abort(pilot) else ("7.7f", "no_reflexes")
    if pilot.duel.orientation > HEAD_ON:
        return ("7.2.2.1", "he_cannot_fire")
    if action == CALL_WINGMAN:
        return ("7.2.2.3b", "no_wingman")
    return ("10.6b", "no_manoeuvre")


@dogfight.tells
def dogfight_facts(game: Game) -> Facts:
    duel = game.pilot.duel
    return {"enemy": duel.enemy, "orientation": duel.orientation, "fp": firepower(game)}


@dogfight.chosen
def action_chosen(game: Game, action: int) -> None:
    duel = game.pilot.duel
    if action <= ATTACK_FIRST:
        attack(game, action)
    elif action == DISENGAGE:
        disengage(game)
    elif action == BAIL_OUT:
        game.next(task(fighter_gets_away), task(bail_out))
    elif action in ORDERS:
        order_gunner(game, action)
    else:
        rear = [task(rear_gunner)] if rear_gun_bears(game) and not duel.holds_fire else []
        his = enemy_defends(game, 0, 0) if only_defends(game) else [task(enemy_shoots)]
        game.next(*his, task(defend, action), *rear, task(exchange))


def order_gunner(game: Game, order: int) -> None:
    """He fires unless told not to, since his kill is not the pilot's; an order holds for the whole fight [7.2.2.4].

    One order per round, then the pilot acts (ruling D76).
    """
    pilot = game.pilot
    pilot.duel.holds_fire = int(order == HOLD_FIRE)
    pilot.duel.order_round = pilot.round.number
    game.announce("gunner_ordered", "7.2.2.4", order)
    game.push(dogfight)


def attack(game: Game, action: int) -> None:
    """We fire; head on he fires too, otherwise he draws a defence [7.2.2.1]."""
    duel = game.pilot.duel
    first = action == ATTACK_FIRST
    if first:
        game.use_up(REFLEXES)
        game.announce("reflexes", "7.7f")
    if duel.orientation == HEAD_ON and not only_defends(game):
        if first:
            game.next(task(shoot), task(hit_him), task(enemy_shoots), task(exchange))
        else:
            game.next(task(shoot), task(enemy_shoots), task(exchange))
    elif is_free_shot(game):
        game.announce("free_shot", "7.1.2j")
        game.next(task(shoot), task(exchange))
    else:
        game.next(*enemy_defends(game, int(first), 1), task(exchange))


def only_defends(game: Game) -> bool:
    """Head on, an enemy who wants to go home cannot disengage yet and does not fire: he defends [7.3.1, ruling D88]."""
    return game.pilot.duel.orientation == HEAD_ON and wants_home(game.pilot)


def enemy_defends(game: Game, first: int, fired_at: int) -> list[Task]:
    """His card comes after ours; in competitive play the rival chooses its text before either is flipped [10.1.2]."""
    if only_defends(game):
        game.announce("enemy_holds_fire", "7.3.1c", game.pilot.duel.enemy)
    if game.layout.versus and len(game.pilots) > 1:
        return [task(enemy_choice, Evasion(first, fired_at))]
    return [task(shoot), task(enemy_evades, first)] if fired_at else [task(enemy_evades, first)]
