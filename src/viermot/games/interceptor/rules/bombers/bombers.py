"""Damage to bombers: chart B3 by point of aim, group damage, bombs and flak [7.1.4, 7.1.5, 7.1.8, 7.4]."""

from __future__ import annotations

from viermot.games.interceptor.model.records import NOBODY, Pilot
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import (
    AIRFRAME,
    B_AIRFRAME,
    B_BOMB_BAY,
    B_CONTROLS,
    B_CREW,
    B_ENGINE,
    B_FUEL,
    B_GUNNER,
    B_OUTER,
    B_PORT_ENGINE,
    B_RANDOM_INNER,
    B_RANDOM_WING,
    B_STARBOARD_ENGINE,
    B_WING,
    BLOWN_UP,
    BOMBER_COPILOT,
    BOMBER_PILOT,
    BURNING,
    CLOSE,
    CONTROLS,
    GUNNERS,
    HIT_COPILOT,
    HIT_GUNNER,
    LEAK,
    LEAKING,
    NO_ENGINE,
    PORT_INNER,
    PORT_WING,
    SERIOUS,
    SHOT_AWAY,
    SHOT_TO_PIECES,
    STARBOARD_OUTER,
    STARBOARD_WING,
    UNHURT,
)
from viermot.games.interceptor.rules.chance import FINE, GRAVE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.damage import take_hits
from viermot.games.interceptor.rules.damage.wounds import WEIGHT, grade_of
from viermot.kernel.agenda import step


def new_bomber(game: Game, kind: int) -> None:
    """A bomber of that type takes the place on the Bomber Target Chart."""
    attack = game.pilot.attack
    attack.target = kind
    attack.damage = [0] * len(attack.damage)
    attack.scored = attack.down = 0


def bombs_aboard(game: Game, pilot: Pilot) -> bool:
    """Has it not bombed yet? [7.1.4]"""
    return (
        pilot.sortie.box in game.layout.bomb_boxes
        and not pilot.attack.straggler
        and game.layout.bombers[pilot.attack.target].bombs
    )


@step
def flak(game: Game) -> None:
    """Beyond the target the flak has been at it: 1d6 less 3 random hits, before the attack [7.1.5]."""
    pilot = game.pilot
    if pilot.attack.straggler or pilot.sortie.box < game.layout.flak_box:
        return
    hits = game.die("flak", "7.1.5") - game.layout.flak
    if hits > 0:
        pilot.round.firing = NOBODY
        game.tell("flak", "7.1.5", hits)
        hit_bomber(game, hits, AIRFRAME)


def hit_bomber(game: Game, hits: int, aim: int) -> None:
    """So many random hits on the target, by the column of the point of aim [7.1.6]."""
    attack = game.pilot.attack
    chart = game.layout.bomber_damage[aim]
    while hits > 0 and not attack.down:
        hits -= 1
        damage_bomber(game, chart[game.roll_sided(10, "bomber damage", "7.1.6c", aim) - 1], aim)


def group_damage(game: Game, package: int, aim: int, more: int) -> None:
    """A GP: the package of the point of aim, and its random hits, which range and bonus change [7.1.6]."""
    attack = game.pilot.attack
    layout = game.layout
    game.tell("group_damage", "7.1.6c" if package <= AIRFRAME else "7.1.6c 10.5e", package)
    for part in layout.package[package]:
        if not attack.down:
            damage_bomber(game, part, aim)
    hit_bomber(game, max(layout.package_random[package] + more, 0), aim if package <= AIRFRAME else AIRFRAME)


def damage_bomber(game: Game, part: int, aim: int) -> None:
    """One hit on a part of the target; aim tells port from starboard [7.4]."""
    if part == B_WING:
        hit_structure(game, aim if aim < AIRFRAME else _side(game))
    elif part == B_RANDOM_WING:
        hit_structure(game, _side(game))
    elif part == B_AIRFRAME:
        hit_structure(game, AIRFRAME)
    elif part == B_CONTROLS:
        hit_structure(game, CONTROLS)
    elif part == B_GUNNER:
        hit_gunner(game)
    elif part == B_CREW:
        injure_crew(game)
    elif part == B_FUEL:
        fuel_tank(game)
    elif part == B_BOMB_BAY:
        bomb_bay(game)
    else:
        hit_engine(game, _engine(game, part, aim))


def _side(game: Game) -> int:
    """Port or starboard wing by one die."""
    return PORT_WING if game.die("side", "7.1.6c") <= 3 else STARBOARD_WING


def _engine(game: Game, part: int, aim: int) -> int:
    """Which of the four engines a result means."""
    if part == B_PORT_ENGINE:
        return PORT_INNER + _outer(game)
    if part == B_STARBOARD_ENGINE:
        return PORT_INNER + 2 + _outer(game)
    wing = aim if aim < AIRFRAME and part != B_RANDOM_INNER else _side(game)
    if part == B_ENGINE:
        return PORT_INNER + 2 * wing + _outer(game)
    return PORT_INNER + 2 * wing + int(part == B_OUTER)


def _outer(game: Game) -> int:
    """Inner on 1 to 3, outer on 4 to 6."""
    return int(game.die("engine", "7.1.6c") > 3)


def damaged_by(pilot: Pilot) -> None:
    """Who did some damage to the target is kept with it, for the credit if it crashes later [7.4.3]."""
    if pilot.round.firing != NOBODY:
        pilot.attack.scored |= 1 << pilot.round.firing


def hit_structure(game: Game, where: int) -> None:
    """Wing, airframe or controls; at the threshold the bomber is lost [7.4]."""
    pilot = game.pilot
    damaged_by(pilot)
    bomber = game.layout.bombers[pilot.attack.target]
    pilot.attack.damage[where] += 1
    limit = bomber.wing if where <= STARBOARD_WING else bomber.airframe if where == AIRFRAME else bomber.controls
    game.tell("bomber_hit", "7.1.6c", where, pilot.attack.damage[where])
    if pilot.attack.damage[where] >= limit:
        down_bomber(game, SHOT_AWAY)


def hit_engine(game: Game, engine: int) -> None:
    """One hit damages an engine, two stop it; without engines the bomber is lost [7.4]."""
    pilot = game.pilot
    out_at = game.layout.bombers[pilot.attack.target].engine
    if pilot.attack.damage[engine] >= out_at:
        game.tell("bomber_no_effect", "7.4b", engine)
        return
    damaged_by(pilot)
    pilot.attack.damage[engine] += 1
    game.tell("bomber_hit", "7.1.6c", engine, pilot.attack.damage[engine])
    if all(pilot.attack.damage[e] >= out_at for e in range(PORT_INNER, STARBOARD_OUTER + 1)):
        down_bomber(game, NO_ENGINE)


def hit_gunner(game: Game) -> None:
    """Each gunner hit makes its fire one hit weaker [7.1.8]."""
    damaged_by(game.pilot)
    game.pilot.attack.damage[GUNNERS] += 1
    game.tell("bomber_hit", "7.1.8a", GUNNERS, game.pilot.attack.damage[GUNNERS])


def injure_crew(game: Game) -> None:
    """Pilot, copilot or a gunner; with both pilots out of action the bomber is lost [7.1.8]."""
    pilot = game.pilot
    who = game.layout.bomber_crew[game.die("bomber crew", "7.1.8b")]
    if who == HIT_GUNNER:
        game.tell("bomber_crew", "7.1.8b", who, UNHURT)
        hit_gunner(game)
        return
    grade = game.layout.wound[game.die("wound", "7.1.8b 7.4.7a", 1)]
    seat = BOMBER_COPILOT if who == HIT_COPILOT else BOMBER_PILOT
    damaged_by(pilot)
    pilot.attack.damage[seat] += WEIGHT[grade]
    game.tell("bomber_crew", "7.1.8b", who, grade_of(pilot.attack.damage[seat]))
    if min(grade_of(pilot.attack.damage[BOMBER_PILOT]), grade_of(pilot.attack.damage[BOMBER_COPILOT])) >= SERIOUS:
        down_bomber(game, SHOT_TO_PIECES)


def fuel_tank(game: Game) -> None:
    """A leak does little to a bomber; fire or explosion end it [7.4]."""
    result = game.layout.fuel_tank[sum(game.roll(2, "fuel tank", "7.4a", 1))]
    game.tell("bomber_fuel", "7.4a", result)
    damaged_by(game.pilot)
    if result == LEAK:
        game.pilot.attack.damage[LEAKING] = 1
    else:
        down_bomber(game, BURNING)


def bomb_bay(game: Game) -> None:
    """Bombs aboard may go off, and take the interceptor along if he is at Close range [7.1.4]."""
    pilot = game.pilot
    if not bombs_aboard(game, pilot):
        game.tell("bomber_no_effect", "7.1.5" if pilot.sortie.box >= game.layout.flak_box else "7.1.4a", -1)
        return
    if sum(game.roll(2, "bombs", "7.1.4a")) < game.layout.bombs_explode:
        game.tell("bombs_hold", "7.1.4a")
        return
    game.tell("bombs_explode", "7.1.4a 7.4a")
    down_bomber(game, BLOWN_UP)
    if pilot.attack.range == CLOSE and pilot.attack.under_way:
        blast(game)


def blast(game: Game) -> None:
    """A bomber that blows up at Close range hurts the interceptor on 2 or 12 [7.1.4]."""
    roll_for(game, 2, "blast", "7.1.4b", blast_rolled, bad=near_enough)


def near_enough(game: Game, dice: tuple[int, ...]) -> int:
    """Does the blast reach him?"""
    return GRAVE if sum(dice) in game.layout.blast else FINE


def badly_caught(game: Game, dice: tuple[int, ...]) -> int:
    """More than half of what it can be?"""
    return GRAVE if sum(dice) > 3 else SETBACK


@step
def blast_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Near enough? [7.1.4]"""
    if near_enough(game, dice):
        roll_for(game, 1, "blast hits", "7.1.4b", caught_in_blast, bad=badly_caught)


@step
def caught_in_blast(game: Game, dice: tuple[int, ...]) -> None:
    """A die of hits [7.1.4]."""
    game.tell("caught_in_blast", "7.1.4b", sum(dice))
    game.push(take_hits, sum(dice))


def down_bomber(game: Game, why: int) -> None:
    """The bomber is lost [7.4]."""
    attack = game.pilot.attack
    if not attack.down:
        attack.down = why
        game.tell("bomber_down", "7.4a" if why != SHOT_TO_PIECES else "7.4c", attack.target, why)
