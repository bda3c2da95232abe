"""Gunnery: who may attack, what a burst does, and what becomes of victor and victim [11.0, 17.1 to 17.3, 18.0c]."""

from __future__ import annotations

from bisect import bisect_right

from viermot.games.nightfighter.model.board import DISTANCE, NEIGHBOUR, OFF, TO_ALL
from viermot.games.nightfighter.model.fitting import EXPERTE, GREEN
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter
from viermot.games.nightfighter.model.layout import (
    AVOIDANCE,
    FLASH,
    FLYING_BOMB,
    FOLLOW_DOWN,
    GERMAN_FIGHTER,
    INTRUDER,
    Layout,
)
from viermot.games.nightfighter.model.records import LastAttack
from viermot.games.nightfighter.model.state import DESTROYED, Game
from viermot.games.nightfighter.rules.fighters import comes_to, leaves_map, lose_all_sight
from viermot.games.nightfighter.rules.fog import forget, hit_attacker, raise_alert
from viermot.games.nightfighter.rules.naval import score_loss
from viermot.games.nightfighter.rules.tally import POOR_POSITION, Modifier
from viermot.kernel.agenda import step

HOLD_FIRE, GUNS, OBLIQUE, DEFERRED = range(4)  # DEFERRED: it holds fire while stalking with oblique guns [28.4.1b]
BEFORE, AFTER, ALONE = range(3)  # when a bomber responds: before or after an attack, or to a fighter that holds fire
COLLISION_FIREPOWER, OBLIQUE_COLLISION_FIREPOWER = 2, 0
BLAST_FIREPOWER = 2


def hits_of(layout: Layout, total: int) -> int:
    """How many hits a total of dice and firepower scores [11.0c]."""
    return bisect_right(layout.hits, total)


def at_target(game: Game, fighter: Fighter) -> bool:
    """In the hex of the aircraft it has tallied?"""
    target = game.f_tally[fighter]
    return target != NOBODY and game.flies(fighter) and game.a_hex[target] == game.f_hex[fighter]


def why_no_attack(game: Game, fighter: Fighter) -> tuple[str, str] | None:
    """The rule that keeps a fighter in the hex of its tally from attacking, or None if it may [11.0a, 11.1, 18.0c]."""
    target = game.f_tally[fighter]
    if game.f_facing[fighter] != game.a_facing[target]:
        return ("11.0a", "facing_differs")
    if game.f_attacked[fighter] == (target, game.turn):
        return ("11.0b", "attacked_already")
    if game.f_dives[fighter]:
        return ("18.0c", "still_above")
    if game.layout.deconfliction and _friend_near(game, fighter):
        return ("11.1", "friend_too_near")
    return None


def _friend_near(game: Game, fighter: Fighter) -> bool:
    row = DISTANCE[game.f_hex[fighter]]
    return any(f != fighter and row[game.f_hex[f]] <= 5 for f in game.fighters_on_map())


def has_guns(game: Game, fighter: Fighter) -> bool:
    """Does it have forward-firing guns, or a turret in their place (scenario 1C)? [6.0a]"""
    return game.layout.oblique_as_main or game.layout.fighters[fighter].firepower is not None


# -- firepower -----------------------------------------------------------------------------------


def firepower(game: Game, fighter: Fighter, target: Attacker, guns: int) -> tuple[int, list[Modifier]]:
    """What is added to the dice, and why [11.0c, 17.1, 28.2b, 28.4, 28.5]."""
    fit = game.layout.fighters[fighter]
    printed = fit.oblique if guns == OBLIQUE or game.layout.oblique_as_main else fit.firepower
    why: list[Modifier] = [("printed", printed or 0, "20.0a" if guns == OBLIQUE else "11.0c")]
    poor = game.layout.attack_positions and game.f_position[fighter] == (target, game.turn, POOR_POSITION)
    if game.a_corkscrewed[target] == game.turn:
        why = [("corkscrewed", 0, "17.1a")]
    elif guns == OBLIQUE and game.layout.alert_speed and game.a_alert[target]:
        why = [("alerted", 0, "28.2b")]
    elif guns == OBLIQUE and poor:
        why = [("poor_position_oblique", 0, "28.4.1a")]
    if game.layout.advanced_combat and fit.pilot == EXPERTE:
        why.append(("experte", 2, "17.2"))
    if fit.pilot == GREEN:
        why.append(("green", -1, "28.5"))
    if poor:
        why.append(("poor_position", -2, "28.4b"))
    return sum(points for _, points, _ in why), why


@step
def fire(game: Game, fighter: Fighter, target: Attacker, guns: int) -> None:
    """Two dice and firepower: how many hits? [11.0c]"""
    total_fp, why = firepower(game, fighter, target, guns)
    rules = "11.0c 11.0b 17.1b" if len(why) > 1 else "11.0c 11.0b"
    for _, _, rule in why:
        rules += " " + rule
    handle = game.a_handle[target]
    dice = game.roll(2, "attack", rules, fighter, handle, tuple(why))
    game.f_attacked[fighter] = LastAttack(target, game.turn)
    if game.layout.identification and game.layout.groups[game.a_group[target]].role != GERMAN_FIGHTER:
        game.bombers_attacked += 1
    hits = hits_of(game.layout, sum(dice) + total_fp)
    witnessed = hit_attacker(game, target, hits)
    game.emit("hits", "11.0c 11.0d 2.2.8", TO_ALL, fighter, handle, hits, witnessed)
    if game.a_hits[target] >= game.layout.groups[game.a_group[target]].damage:
        shot_down(game, fighter, target, guns)
    elif game.layout.advanced_combat:
        raise_alert(game, target, "17.4.1a")
    if guns == GUNS and game.layout.fighters[fighter].gunflash:
        gunflash(game, fighter)


def gunflash(game: Game, fighter: Fighter) -> None:
    """Campaigns only: on a 1 or 2 the crew is dazzled by its own guns, as if following its victim down [17.3.2]."""
    if game.die("gunflash", "17.3.2a", fighter) <= 2:
        blind(game, fighter, 1)


def shot_down(game: Game, fighter: Fighter, target: Attacker, guns: int) -> None:
    """Its damage value is reached [11.0d]; what becomes of the victor? [17.3]"""
    role = game.layout.groups[game.a_group[target]].role
    handle = game.a_handle[target]
    remove_attacker(game, target)
    game.emit("shot_down", "11.0d", TO_ALL, fighter, handle, game.a_group[target])
    score_loss(game, target)
    if role == FLYING_BOMB:
        game.push(blast, fighter)
    elif game.layout.advanced_combat:
        game.push(aftermath, fighter, guns)


def remove_attacker(game: Game, target: Attacker) -> None:
    """Take it off the map with all its markers, and count it."""
    role = game.layout.groups[game.a_group[target]].role
    game.a_fate[target] = DESTROYED
    game.a_hex[target] = OFF
    game.on_map.remove(target)
    forget(game, target, "11.0d", gone=True)
    if role == INTRUDER:
        game.intruder_kills += 1
    elif role == GERMAN_FIGHTER:
        game.german_kills += 1
    else:
        game.kills += 1


# -- aftermath -----------------------------------------------------------------------------------


@step
def aftermath(game: Game, fighter: Fighter, guns: int) -> None:
    """By die roll: avoidance, flash, follow down, or nothing [17.3]."""
    fate = game.layout.destruction.get(game.die("destruction", "17.3", fighter))
    if fate == AVOIDANCE:
        game.push(avoid, fighter, guns)
    elif fate == FLASH:
        turns = game.die("flash", "17.3.2a", fighter)
        blind(game, fighter, turns)
    elif fate == FOLLOW_DOWN:
        blind(game, fighter, 1)


def blind(game: Game, fighter: Fighter, turns: int) -> None:
    """The crew sees nothing for that many turns, from the next one on [17.3.2a]."""
    game.f_blind[fighter] = game.turn + turns
    game.emit("blinded", "17.3.2a", TO_ALL, fighter, turns)


@step
def avoid(game: Game, fighter: Fighter, guns: int) -> None:
    """Scatter away from the wreck, or collide with it on a 1 [17.3.1]."""
    die = game.die("avoidance", "17.3.1a", fighter)
    if die == 1:
        rules = "17.3.1d" if guns == OBLIQUE else "17.3.1c"
        struck(game, fighter, OBLIQUE_COLLISION_FIREPOWER if guns == OBLIQUE else COLLISION_FIREPOWER, rules)
        return
    if guns == OBLIQUE:
        game.emit("no_scatter", "17.3.1d", TO_ALL, fighter)
        return
    way = (game.f_facing[fighter] + game.layout.scatter[die]) % 6
    there = NEIGHBOUR[game.f_hex[fighter] * 6 + way]
    if there == OFF:
        leaves_map(game, fighter, "17.3.1a")
        return
    comes_to(game, fighter, there)
    game.f_facing[fighter] = way
    game.f_still[fighter] = game.turn + 1
    game.emit("scattered", "17.3.1a 17.3.1b", TO_ALL, fighter, there, way)


def struck(game: Game, fighter: Fighter, points: int, rules: str) -> int:
    """An attack on a fighter with a flat firepower: wreckage, blast [17.3.1c]."""
    dice = game.roll(2, "collision", rules, fighter, points)
    hits = hits_of(game.layout, sum(dice) + points)
    damage(game, fighter, hits, rules)
    return hits


def damage(game: Game, fighter: Fighter, hits: int, rules: str, corkscrewing: int = NOBODY) -> None:
    """Hits on a fighter; at its damage value it is lost [11.0d, 17.4.2a]."""
    game.f_hits[fighter] += hits
    game.emit("fighter_hit", rules, TO_ALL, fighter, hits, game.f_hits[fighter])
    if game.f_hits[fighter] >= game.layout.fighters[fighter].damage:
        game.f_fate[fighter] = DESTROYED
        game.f_hex[fighter] = OFF
        game.losses += 1
        game.emit("fighter_lost", "11.0d", TO_ALL, fighter)
        values = game.layout.scenario.vp
        if values is not None:
            game.vp += values["player_fighter_lost"]
        lose_all_sight(game, fighter, corkscrewing)


@step
def blast(game: Game, fighter: Fighter) -> None:
    """A V-1 may blow up in the victor's face (scenario 8F)."""
    if game.die("blast", "3.2e", fighter) == 1:
        struck(game, fighter, BLAST_FIREPOWER, "3.2e")
