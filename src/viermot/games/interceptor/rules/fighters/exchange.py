"""Both sides' results of a round, applied together [7.2.2.5, 7.2.2.6]."""

from __future__ import annotations

from viermot.games.interceptor.model.records import NOTHING
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    ACM,
    ALL_DAMAGE,
    DE,
    FIGHTER_KILL,
    GP,
    GUNNER,
    GUNNERY,
    PILOT,
    S_TAIL,
    SHOT_TO_PIECES,
    SIXTH_SENSE,
    TAILED,
    TAILING,
)
from viermot.games.interceptor.rules.damage.airframe import is_down, without_power
from viermot.games.interceptor.rules.damage.damage import damage_own, lose_own, take_group, take_hits
from viermot.games.interceptor.rules.damage.enemy_damage import damage_enemy, down_enemy, hit_enemy, hit_enemy_group
from viermot.games.interceptor.rules.damage.landing import abandon, come_down
from viermot.games.interceptor.rules.damage.losses import credit, fighter_gets_away
from viermot.games.interceptor.rules.fighters.encounter import HE_LEFT, WE_LEFT, fight_ends
from viermot.games.interceptor.rules.fighters.initiative import initiative, shift
from viermot.games.interceptor.rules.fighters.wingman import wingman_fires
from viermot.games.interceptor.rules.options import quality
from viermot.kernel.agenda import step, task

SENSED_HITS = 2


@step
def exchange(game: Game) -> None:
    """Both sides' results, then the wheel [7.2.2.6]."""
    game.next(task(hit_him), task(hit_us), task(wingman_fires), task(rear_hits), task(settle))


@step
def hit_him(game: Game) -> None:
    """Our hits, less those he avoids; an aircraft being tailed also takes a hit on the tail [7.2.2.5, 7.4, 7.7]."""
    pilot = game.pilot
    shot, pilot.round.shot = pilot.round.shot, NOTHING
    if shot == NOTHING or pilot.duel.down:
        return
    if pilot.round.dodge == ALL_DAMAGE:
        game.announce("avoided", "7.2.2.6 7.4c" if shot == DE else "7.2.2.6", 1, shot)
        return
    pilot.round.firing = PILOT
    bonus = int(shot > 0 and bool(pilot.career.skills & GUNNERY))
    if shot == DE:
        down_enemy(game, SHOT_TO_PIECES)
    elif shot == GP:
        hit_enemy_group(game, bonus - pilot.round.dodge)
        tail_hit(game, 1)
    else:
        hits = max(shot + bonus - pilot.round.dodge, 0)
        game.announce("fighter_hits", "7.2.2.6 7.1.7d 7.7n" if bonus else "7.2.2.6 7.1.7d", 1, hits)
        if hits:
            hit_enemy(game, hits)
            tail_hit(game, 1)
    if pilot.duel.down:
        credit(game, FIGHTER_KILL, PILOT, "7.4d")


@step
def hit_us(game: Game) -> None:
    """Their hits, less those we avoid, less one with A.C.M. [7.2.2.5, 7.2.2.6, 7.7]."""
    pilot = game.pilot
    incoming, pilot.round.incoming = pilot.round.incoming, NOTHING
    if incoming == NOTHING:
        return
    if pilot.round.avoid == ALL_DAMAGE:
        game.announce("avoided", "7.2.2.6 7.4c" if incoming == DE else "7.2.2.6", 0, incoming)
        return
    if incoming == DE and senses_danger(game):
        incoming = SENSED_HITS
    if incoming == DE:
        game.announce("destroyed", "7.4c")
        lose_own(game, SHOT_TO_PIECES)
        return
    more = 0
    rules = "7.2.2.6 7.1.7d"
    if game.layout.quality:
        more = quality.more_hits(game, pilot.duel.quality)
        rules += " 10.4"
    if pilot.career.skills & ACM:
        more -= 1
        rules += " 7.7l"
    if incoming == GP:
        game.next(task(take_group, more - pilot.round.avoid), task(tail_hit, 0))
        return
    hits = max(incoming + more - pilot.round.avoid, 0)
    game.announce("fighter_hits", rules, 0, hits)
    if hits:
        game.next(task(take_hits, hits), task(tail_hit, 0))


def senses_danger(game: Game) -> bool:
    """Once a sortie, Sixth Sense turns a deadly result that nothing else stopped into two hits [7.7, ruling D60]."""
    sortie, career = game.pilot.sortie, game.pilot.career
    if not career.skills & SIXTH_SENSE or sortie.spent & SIXTH_SENSE:
        return False
    game.use_up(SIXTH_SENSE)
    game.announce("sixth_sense", "7.7m")
    return True


@step
def tail_hit(game: Game, side: int) -> None:
    """An aircraft that is being tailed and is hit at all takes a tail hit as well [7.1.2, 7.2.2.5]."""
    pilot = game.pilot
    if side and pilot.round.fought_from == TAILING and not pilot.duel.down:
        game.announce("tail_bonus", "7.1.2h 7.2.2.5", side)
        damage_enemy(game, S_TAIL)
    elif not side and pilot.round.fought_from == TAILED and not is_down(pilot):
        game.announce("tail_bonus", "7.1.2h 7.2.2.5", side)
        damage_own(game, S_TAIL)


@step
def rear_hits(game: Game) -> None:
    """The rear gunner's hits; a kill is his own [7.2.2.4]."""
    pilot = game.pilot
    if pilot.round.rear_hits and not pilot.duel.down:
        pilot.round.firing = GUNNER
        hit_enemy(game, pilot.round.rear_hits)
        if pilot.duel.down:
            credit(game, FIGHTER_KILL, GUNNER, "7.2.2.4")


@step
def settle(game: Game) -> None:
    """Who is down, who is away, how the wheel has turned [7.2.2.6, 7.2.2.9]."""
    pilot = game.pilot
    if is_down(pilot):
        game.next(task(fighter_gets_away), task(abandon))
        return
    if without_power(game.mat, pilot.sortie.own_hits):  # even if the opponent went down in the same round
        game.announce("glides_away", "7.4.1f")
        game.next(task(fighter_gets_away), task(come_down))
    elif pilot.duel.down:
        game.push(fight_ends, WE_LEFT if pilot.round.wingman_kill else HE_LEFT)
    elif pilot.round.finish:
        game.announce("encounter_ends", "7.2.2.6", int(pilot.round.finish == HE_LEFT))
        game.push(fight_ends, pilot.round.finish)
    else:
        if pilot.round.gain != pilot.round.enemy_gain:
            shift(game, pilot.round.gain - pilot.round.enemy_gain, "7.2.2.6")
        game.push(initiative)
