"""The wingman: his attacks on bombers and on fighters, and what becomes of him [7.2.3]."""

from __future__ import annotations

from viermot.games.interceptor.model.ids import Card
from viermot.games.interceptor.model.records import Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIM,
    BOMBER_KILL,
    DE,
    FIGHTER_KILL,
    GP,
    GUNNERY,
    PARACHUTE,
    S_RADIO,
    SHOT_TO_PIECES,
    WINGMAN,
    WINGMAN_ATTACK,
    WINGMAN_DAMAGED,
    WINGMAN_DOWN,
    WINGMAN_FINE,
)
from viermot.games.interceptor.rules.bombers.bombers import down_bomber, group_damage, hit_bomber
from viermot.games.interceptor.rules.chance import draw_for
from viermot.games.interceptor.rules.damage.enemy_damage import down_enemy, hit_enemy, hit_enemy_group
from viermot.games.interceptor.rules.damage.landing import jump
from viermot.games.interceptor.rules.damage.losses import credit
from viermot.kernel.agenda import step


def can_attack(pilot: Pilot) -> bool:
    """Is he there and undamaged? [7.2.3.1]"""
    return pilot.sortie.wingman == WINGMAN_FINE


def can_assist(pilot: Pilot) -> bool:
    """He must be there, undamaged, and hear the call [7.2.2.3]."""
    return pilot.sortie.wingman == WINGMAN_FINE and not pilot.sortie.own_hits[S_RADIO]


@step
def wingman_attacks_bomber(game: Game) -> None:
    """Two dice on chart W1, improved by his skills, after the leader's own attack and at the same range [7.2.3.1]."""
    pilot = game.pilot
    if pilot.attack.down or not can_attack(pilot):
        return
    skill = -int(bool(pilot.wingman.skills & GUNNERY)) - int(bool(pilot.wingman.skills & AIM))
    rules = (
        "7.2.3.1a"
        + (" 7.7n" if pilot.wingman.skills & GUNNERY else "")
        + (" 7.7o" if pilot.wingman.skills & AIM else "")
    )
    total = max(sum(game.roll(2, "wingman attack", rules, skill)) + skill, 2)
    result, fate = game.layout.wingman_attack[total - 2]
    by_range = game.layout.range_hits[pilot.attack.range]
    if 0 < result < GP:
        result = max(result + by_range, 0)
    game.announce("wingman_attacks", "7.2.3.1a 7.2.3", result, fate)
    pilot.round.firing = WINGMAN
    if result == DE:
        down_bomber(game, SHOT_TO_PIECES)
    elif result == GP:
        group_damage(game, pilot.attack.aim, pilot.attack.aim, by_range)
    else:
        hit_bomber(game, result, pilot.attack.aim)
    if pilot.attack.down:
        credit(game, BOMBER_KILL, WINGMAN, "7.2.3.1a 7.4d")
    if fate == WINGMAN_DAMAGED:
        damage_wingman(game)
    elif fate == WINGMAN_DOWN:
        lose_wingman(game)


def damage_wingman(game: Game) -> None:
    """He neither attacks nor assists for the rest of the sortie [ruling D24]."""
    game.pilot.sortie.wingman = WINGMAN_DAMAGED
    game.announce("wingman_damaged", "7.2.3")


def lose_wingman(game: Game) -> None:
    """He is shot down and bails out [7.2.3, 7.6, ruling D24]."""
    sortie, wingman, chart = game.pilot.sortie, game.pilot.wingman, game.layout.parachute
    sortie.wingman = WINGMAN_DOWN
    skill = chart.skill if wingman.skills & PARACHUTE else 0
    total = sum(game.roll(2, "parachute", "7.6a", WINGMAN, skill)) + skill
    sortie.wingman_wound = jump(game, total)
    game.announce("wingman_down", "7.2.3 7.6a", sortie.wingman_wound)


@step
def wingman_fires(game: Game) -> None:
    """He attacks the enemy fighter with the firepower his text gives; the enemy has no defence against it [7.2.3.2]."""
    if game.pilot.round.wingman_fp and not game.pilot.duel.down:
        draw_for(game, WINGMAN_ATTACK, "7.2.3.2a", wingmans_card)


@step
def wingmans_card(game: Game, card: Card) -> None:
    """His card, read in that column; Gunnery adds a hit if there is any [7.2.3.2, 7.7]."""
    pilot, layout = game.pilot, game.layout
    result = layout.hits[card][layout.column[pilot.round.wingman_fp]]
    bonus = int(bool(pilot.wingman.skills & GUNNERY) and result > 0)
    game.announce("wingman_fires", "7.2.3.2a 7.7n" if bonus else "7.2.3.2a", pilot.round.wingman_fp, result)
    pilot.round.firing = WINGMAN
    if result == DE:
        down_enemy(game, SHOT_TO_PIECES)
    elif result == GP:
        hit_enemy_group(game, bonus)
    else:
        hit_enemy(game, result + bonus)
    if pilot.duel.down:
        pilot.round.wingman_kill = 1
        credit(game, FIGHTER_KILL, WINGMAN, "7.2.3.2a 7.2.3.2b")
