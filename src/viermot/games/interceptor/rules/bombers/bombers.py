"""Damage to bombers: chart B3 by point of aim, group damage, bombs and flak [7.1.4, 7.1.5, 7.1.8, 7.4]."""

from __future__ import annotations

from typing import Final

from viermot.games.interceptor.model.ids import BomberPart, BomberSystem, BomberType
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
    PORT_OUTER,
    PORT_WING,
    SERIOUS,
    SHOT_AWAY,
    SHOT_TO_PIECES,
    STARBOARD_INNER,
    STARBOARD_OUTER,
    STARBOARD_WING,
    UNHURT,
)
from viermot.games.interceptor.rules.chance import FINE, GRAVE, SETBACK, roll_for
from viermot.games.interceptor.rules.damage.damage import take_hits
from viermot.games.interceptor.rules.damage.wounds import WEIGHT, grade_of
from viermot.kernel.agenda import step


def new_bomber(game: Game, kind: BomberType) -> None:
    """Put a bomber of that type on the Bomber Target Chart."""
    attack = game.pilot.attack
    attack.target = kind
    attack.bomber_hits = [0] * len(attack.bomber_hits)
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
    """Beyond the target it has been through flak: 1d6 - 3 random hits before the attack [7.1.5]."""
    pilot = game.pilot
    if pilot.attack.straggler or pilot.sortie.box < game.layout.flak_box:
        return
    hits = game.die("flak", "7.1.5") - game.layout.flak
    if hits > 0:
        pilot.round.firing = NOBODY
        game.announce("flak", "7.1.5", hits)
        hit_bomber(game, hits, AIRFRAME)


def hit_bomber(game: Game, hits: int, aim: BomberSystem) -> None:
    """Random hits on the target, in the column of the point of aim [7.1.6]."""
    attack = game.pilot.attack
    chart = game.layout.bomber_damage[aim]
    while hits > 0 and not attack.down:
        hits -= 1
        damage_bomber(game, chart[game.roll_sided(10, "bomber damage", "7.1.6c", aim) - 1], aim)


def group_damage(game: Game, package: int, aim: BomberSystem, more: int) -> None:
    """A GP: the point of aim's package, and random hits that range and bonuses modify [7.1.6]."""
    attack = game.pilot.attack
    layout = game.layout
    game.announce("group_damage", "7.1.6c" if package <= AIRFRAME else "7.1.6c 10.5e", package)
    for part in layout.package[package]:
        if not attack.down:
            damage_bomber(game, part, aim)
    hit_bomber(game, max(layout.package_random[package] + more, 0), aim if package <= AIRFRAME else AIRFRAME)


def damage_bomber(game: Game, part: BomberPart, aim: BomberSystem) -> None:
    """One hit on a part of the target; the point of aim decides which wing [7.4]."""
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


def _side(game: Game) -> BomberSystem:
    """Port or starboard wing by one die."""
    return PORT_WING if game.die("side", "7.1.6c") <= 3 else STARBOARD_WING


ENGINES: Final = ((PORT_INNER, PORT_OUTER), (STARBOARD_INNER, STARBOARD_OUTER))  # by wing, inner and outer


def _engine(game: Game, part: BomberPart, aim: BomberSystem) -> BomberSystem:
    """Which of the four engines is hit."""
    if part == B_PORT_ENGINE:
        return ENGINES[PORT_WING][_outer(game)]
    if part == B_STARBOARD_ENGINE:
        return ENGINES[STARBOARD_WING][_outer(game)]
    wing = aim if aim < AIRFRAME and part != B_RANDOM_INNER else _side(game)
    if part == B_ENGINE:
        return ENGINES[wing][_outer(game)]
    return ENGINES[wing][part == B_OUTER]


def _outer(game: Game) -> int:
    """Inner on 1 to 3, outer on 4 to 6."""
    return int(game.die("engine", "7.1.6c") > 3)


def damaged_by(pilot: Pilot) -> None:
    """Note who damaged the target, for credit if it crashes later [7.4.3]."""
    if pilot.round.firing != NOBODY:
        pilot.attack.scored |= 1 << pilot.round.firing


def hit_structure(game: Game, where: BomberSystem) -> None:
    """Wing, airframe or controls; at the threshold the bomber is lost [7.4]."""
    pilot = game.pilot
    damaged_by(pilot)
    bomber = game.layout.bombers[pilot.attack.target]
    pilot.attack.bomber_hits[where] += 1
    limit = bomber.wing if where <= STARBOARD_WING else bomber.airframe if where == AIRFRAME else bomber.controls
    game.announce("bomber_hit", "7.1.6c", where, pilot.attack.bomber_hits[where])
    if pilot.attack.bomber_hits[where] >= limit:
        down_bomber(game, SHOT_AWAY)


def hit_engine(game: Game, engine: BomberSystem) -> None:
    """One hit damages an engine, two stop it; with none left the bomber is lost [7.4]."""
    pilot = game.pilot
    out_at = game.layout.bombers[pilot.attack.target].engine
    if pilot.attack.bomber_hits[engine] >= out_at:
        game.announce("bomber_no_effect", "7.4b", engine)
        return
    damaged_by(pilot)
    pilot.attack.bomber_hits[engine] += 1
    game.announce("bomber_hit", "7.1.6c", engine, pilot.attack.bomber_hits[engine])
    if all(pilot.attack.bomber_hits[e] >= out_at for e in range(PORT_INNER, STARBOARD_OUTER + 1)):
        down_bomber(game, NO_ENGINE)


def hit_gunner(game: Game) -> None:
    """Each gunner hit takes one hit off its fire [7.1.8]."""
    damaged_by(game.pilot)
    game.pilot.attack.bomber_hits[GUNNERS] += 1
    game.announce("bomber_hit", "7.1.8a", GUNNERS, game.pilot.attack.bomber_hits[GUNNERS])


def injure_crew(game: Game) -> None:
    """Pilot, copilot or a gunner; with both pilots out of action the bomber is lost [7.1.8]."""
    pilot = game.pilot
    who = game.layout.bomber_crew[game.die("bomber crew", "7.1.8b")]
    if who == HIT_GUNNER:
        game.announce("bomber_crew", "7.1.8b", who, UNHURT)
        hit_gunner(game)
        return
    grade = game.layout.wound[game.die("wound", "7.1.8b 7.4.7a", 1)]
    seat = BOMBER_COPILOT if who == HIT_COPILOT else BOMBER_PILOT
    damaged_by(pilot)
    pilot.attack.bomber_hits[seat] += WEIGHT[grade]
    game.announce("bomber_crew", "7.1.8b", who, grade_of(pilot.attack.bomber_hits[seat]))
    if (
        min(grade_of(pilot.attack.bomber_hits[BOMBER_PILOT]), grade_of(pilot.attack.bomber_hits[BOMBER_COPILOT]))
        >= SERIOUS
    ):
        down_bomber(game, SHOT_TO_PIECES)


def fuel_tank(game: Game) -> None:
    """A leak does a bomber little harm; fire or an explosion destroys it [7.4]."""
    result = game.layout.fuel_tank[sum(game.roll(2, "fuel tank", "7.4a", 1))]
    game.announce("bomber_fuel", "7.4a", result)
    damaged_by(game.pilot)
    if result == LEAK:
        game.pilot.attack.bomber_hits[LEAKING] = 1
    else:
        down_bomber(game, BURNING)


def bomb_bay(game: Game) -> None:
    """Bombs still aboard may explode, and catch the interceptor if he is at Close range [7.1.4]."""
    pilot = game.pilot
    if not bombs_aboard(game, pilot):
        game.announce("bomber_no_effect", "7.1.5" if pilot.sortie.box >= game.layout.flak_box else "7.1.4a", -1)
        return
    if sum(game.roll(2, "bombs", "7.1.4a")) < game.layout.bombs_explode:
        game.announce("bombs_hold", "7.1.4a")
        return
    game.announce("bombs_explode", "7.1.4a 7.4a")
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
    """More than half the hits possible?"""
    return GRAVE if sum(dice) > 3 else SETBACK


@step
def blast_rolled(game: Game, dice: tuple[int, ...]) -> None:
    """Near enough? [7.1.4]"""
    if near_enough(game, dice):
        roll_for(game, 1, "blast hits", "7.1.4b", caught_in_blast, bad=badly_caught)


@step
def caught_in_blast(game: Game, dice: tuple[int, ...]) -> None:
    """As many hits as the die shows [7.1.4]."""
    game.announce("caught_in_blast", "7.1.4b", sum(dice))
    game.push(take_hits, sum(dice))


def down_bomber(game: Game, why: int) -> None:
    """The bomber is lost [7.4]."""
    attack = game.pilot.attack
    if not attack.down:
        attack.down = why
        game.announce("bomber_down", "7.4a" if why != SHOT_TO_PIECES else "7.4c", attack.target, why)
