"""How an encounter with enemy fighters begins and ends [7.2.2, 7.2.2.9]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import NO_ENEMY, EnemyType, WheelPlace
from viermot.games.interceptor.model.notation import NO, YES, YES_NO
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import HEAD_ON, PILOT
from viermot.games.interceptor.rules.bombers.rockets import jettison
from viermot.games.interceptor.rules.damage.airframe import firepower, must_abort
from viermot.games.interceptor.rules.damage.losses import fighter_gets_away
from viermot.games.interceptor.rules.options import quality
from viermot.kernel.agenda import Facts, question, step, task

WE_LEFT, HE_LEFT = 1, 2  # how an encounter ends


@step
def start_fight(game: Game, enemy: EnemyType, orientation: WheelPlace, sun: int) -> None:
    """Put an enemy fighter on the Fighter Target Chart [7.2.2]."""
    pilot = game.pilot
    pilot.duel.enemy = pilot.duel.last_enemy = enemy
    pilot.duel.enemy_hits = [0] * len(pilot.duel.enemy_hits)
    pilot.duel.down = pilot.duel.scored = 0
    pilot.duel.orientation = orientation
    pilot.duel.free_shot = sun
    pilot.duel.fought = 1
    pilot.round.number = pilot.duel.free = pilot.duel.helped = pilot.duel.holds_fire = pilot.duel.order_round = 0
    game.announce("fight", "7.2.2a", enemy, orientation)
    if game.layout.quality:
        pilot.duel.quality = quality.of_enemy(game)
    game.push(jettison)


@step
def fight_ends(game: Game, how: int) -> None:
    """The opponent is gone, or we are; perhaps there is another [7.2.2.9]."""
    duel = game.pilot.duel
    kind = duel.enemy
    if duel.down:
        duel.enemy = NO_ENEMY
        duel.free = 1
        if how == WE_LEFT:
            game.announce("disengaged", "7.2.3.2b")
        else:
            game.push(engage_another, kind)
    elif how == HE_LEFT:
        game.next(task(fighter_gets_away), task(engage_another, kind))
    else:
        game.push(fighter_gets_away)


@question(PILOT, "7.2.2.9b", YES_NO, default=NO)
def engage_another(game: Game, enemy: EnemyType) -> list[int]:
    """Take on another of them, Head on, or end the encounter? [7.2.2.9]"""
    pilot = game.pilot
    return [NO, YES] if firepower(game) and not must_abort(pilot) else [NO]


@engage_another.tells
def engage_another_facts(game: Game, enemy: EnemyType) -> Facts:
    return {"enemy": enemy}


@engage_another.chosen
def another_or_not(game: Game, enemy: EnemyType, answer: int) -> None:
    if answer:
        game.announce("engages_another", "7.2.2.9b", enemy)
        game.push(start_fight, enemy, HEAD_ON, 0)
    else:
        game.announce("encounter_over", "7.2.2.9b 7.2.2.9c")
