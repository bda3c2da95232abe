"""Damage to fighter aircraft, ours and theirs [7.4, 7.4.1], and wounds [7.4.7].

A hit is two dice on chart B6, read as tens and ones. Both sides keep their hits in a list by system, so that one set of
rules serves the interceptor (`pilot.own`) and his opponent (`pilot.foe`).
"""

from __future__ import annotations

from viermot.interceptor.chance import roll_for
from viermot.interceptor.state import Game, Pilot
from viermot.interceptor.table import Frame
from viermot.interceptor.terms import (
    BLOWN_UP,
    BURNING,
    EXPLOSION,
    FIRE,
    GUNNER,
    KILLED,
    LEAK,
    NO_ENGINE,
    PILOT,
    S_AIRFRAME,
    S_ARMOUR,
    S_BOOST,
    S_CONTROLS,
    S_CREW,
    S_FORWARD,
    S_FUEL,
    S_GEAR,
    S_GUNNER,
    S_IFF,
    S_MINOR,
    S_OXYGEN,
    S_PILOT,
    S_PORT_ENGINE,
    S_RADIO,
    S_REAR_GUNS,
    S_ROCKETS,
    S_STARBOARD_ENGINE,
    S_TAIL,
    SERIOUS,
    SHOT_AWAY,
    SHOT_TO_PIECES,
)
from viermot.kernel.agenda import step

# -- how an aircraft stands -------------------------------------------------------------------------------


def engine_of(frame: Frame, system: int) -> int:
    """Which engine a result means: a single-engined aircraft has only one [7.4.1]."""
    return S_PORT_ENGINE if frame.engines == 1 else system


def engines_out(frame: Frame, hits: list[int]) -> int:
    """How many engines are knocked out."""
    out = int(hits[S_PORT_ENGINE] >= frame.engine)
    return out + int(frame.engines == 2 and hits[S_STARBOARD_ENGINE] >= frame.engine)


def without_power(frame: Frame, hits: list[int]) -> bool:
    """Are all its engines out?"""
    return engines_out(frame, hits) == frame.engines


def engine_damaged(hits: list[int]) -> bool:
    """Is any engine hit, behind its armour?"""
    return hits[S_PORT_ENGINE] > 0 or hits[S_STARBOARD_ENGINE] > 0


def is_agile(game: Game, frame: Frame, hits: list[int]) -> bool:
    """Has it the agility of a Bf109 or Spitfire, which engine and controls damage take away? [7.2.2.8, D2]"""
    if not frame.agile or hits[S_CONTROLS]:
        return False
    return not engine_damaged(hits) or game.table.example


def speed_loss(game: Game, frame: Frame, hits: list[int]) -> int:
    """What engine damage costs in speed [7.4.1, ruling D18]."""
    if frame.radial:
        loss = game.table.radial_loss
        return loss[min(hits[S_PORT_ENGINE], len(loss) - 1)]
    lost = 0
    for engine in (S_PORT_ENGINE, S_STARBOARD_ENGINE):
        if hits[engine]:
            lost += game.table.inline_loss[2 if hits[engine] >= frame.engine and frame.engines == 2 else 1]
    return lost


def firing_weapons(game: Game) -> list[int]:
    """The forward weapons that can fire: neither jammed nor broken, with ammunition left [7.1.3, 7.1.15]."""
    pilot = game.pilot
    out = pilot.jammed | pilot.broken
    return [weapon for weapon, left in enumerate(pilot.ammo) if left and not out >> weapon & 1]


def firepower(game: Game) -> int:
    """The sum of what all firing weapons add [7.1.6]."""
    pilot = game.pilot
    fp = game.table.aircraft[pilot.aircraft].fp
    out = pilot.jammed | pilot.broken
    total = 0
    for weapon, left in enumerate(pilot.ammo):
        if left and not out >> weapon & 1:
            total += fp[weapon]
    return total


def enemy_firepower(game: Game) -> int:
    """What the opponent can still fire with: a first hit on his weapons costs some, a second all."""
    pilot = game.pilot
    hits = pilot.foe[S_FORWARD]
    fp = game.table.fighters[pilot.enemy].fp[0]
    return fp if not hits else max(fp - game.table.first_weapon_hit, 1) if hits == 1 else 0


def must_abort(pilot: Pilot) -> bool:
    """Do a leak, oxygen or a serious wound force him home? [7.4.2, 7.4.8]"""
    return bool(pilot.own[S_FUEL] or pilot.own[S_OXYGEN] or pilot.wound >= SERIOUS)


def is_down(pilot: Pilot) -> bool:
    """Is his sortie over in the air: aircraft lost, or pilot dead?"""
    return bool(pilot.downed) or pilot.wound == KILLED


def has_gunner(game: Game) -> bool:
    """Is there a rear gunner who can shoot? [7.2.2.4]"""
    pilot = game.pilot
    return game.mat.crew > 1 and pilot.gun_wound < SERIOUS and not pilot.own[S_REAR_GUNS]


# -- taking hits -------------------------------------------------------------------------------------------


@step
def take_hits(game: Game, hits: int) -> None:
    """So many random hits on the interceptor, one after the other [7.4.1]."""
    pilot = game.pilot
    while hits > 0 and not is_down(pilot):
        hits -= 1
        tens, ones = game.roll(2, "fighter damage", "3.6a 7.4.1a", 0)
        system = game.table.fighter_damage[tens - 1][ones - 1]
        if system in INTERRUPTING:
            game.next((own_hit, system), (take_hits, hits))
            return
        damage_own(game, system)


@step
def take_group(game: Game, more: int) -> None:
    """Group damage to the interceptor: the airframe package without its gunner, and random hits [7.4.1]."""
    game.tell("fighter_group", "7.4.1a 7.1.6c", 0)
    package = [(own_hit, system) for system in game.table.fighter_package]
    game.next(*package, (take_hits, max(game.table.fighter_random + more, 0)))


@step
def own_hit(game: Game, system: int) -> None:
    """One hit on that system of the interceptor; fuel tank and crew need a further roll."""
    pilot = game.pilot
    if is_down(pilot):
        return
    if system == S_FUEL:
        roll_for(game, 2, "fuel tank", "7.4a", own_fuel_tank)
    elif system == S_PILOT:
        roll_for(game, 1, "wound", "7.4.7a", wound_rolled, PILOT)
    elif system == S_GUNNER:
        hit_gunner(game)
    elif system == S_CREW:
        crew_hit(game)
    else:
        damage_own(game, system)


INTERRUPTING = frozenset((S_FUEL, S_PILOT, S_GUNNER, S_CREW))


def crew_hit(game: Game) -> None:
    """Pilot or rear gunner by one die; nobody if no gunner is carried [7.4.7]."""
    if game.roll(1, "crew hit", "7.4.7a")[0] <= 3:
        roll_for(game, 1, "wound", "7.4.7a", wound_rolled, PILOT)
    else:
        hit_gunner(game)


def hit_gunner(game: Game) -> None:
    """The rear gunner is hit, if there is one who still lives [7.4.7, 7.4]."""
    if game.mat.crew < 2:
        game.tell("no_effect", "7.4.7b", 0, S_GUNNER)
    elif game.pilot.gun_wound == KILLED:
        game.tell("no_effect", "7.4b", 0, S_GUNNER)
    else:
        roll_for(game, 1, "wound", "7.4.7a", wound_rolled, GUNNER)


@step
def wound_rolled(game: Game, dice: tuple[int, ...], who: int) -> None:
    """Light, serious or deadly [7.4.7]."""
    wound(game, who, game.table.wound[dice[0]])


def worse(before: int, grade: int) -> int:
    """Two light wounds make a serious one, two serious ones kill; otherwise the worse of the two counts [7.4.7]."""
    return min(before + 1, KILLED) if before == grade else max(before, grade)


def wound(game: Game, who: int, grade: int) -> None:
    """A wound on top of those of this sortie [7.4.7, 7.4.8]."""
    pilot = game.pilot
    before = pilot.wound if who == PILOT else pilot.gun_wound
    after = worse(before, grade)
    if who == PILOT:
        pilot.wound = after
        pilot.wounds_now += 1
    else:
        pilot.gun_wound = after
    if after == KILLED:
        rules = "7.4.7a 7.4.8d"
    elif after == SERIOUS:
        rules = "7.4.7a 7.4.8b" if who == PILOT else "7.4.7a 7.4.8c"
    else:
        rules = "7.4.7a 7.4.8a"
    game.tell("injured", rules, who, grade, after)


@step
def own_fuel_tank(game: Game, dice: tuple[int, ...]) -> None:
    """A leak, a fire, or the end [7.4, 7.4.1]."""
    pilot = game.pilot
    result = game.table.fuel_tank[sum(dice)]
    if result == LEAK:
        game.tell("fuel", "7.4a 7.4.2b", 0, result)
        if pilot.own[S_FUEL]:
            game.tell("no_effect", "7.4b", 0, S_FUEL)
        else:
            pilot.own[S_FUEL] = 1
            count_for_repair(game, S_FUEL, 1)
    elif result == FIRE:
        game.tell("fuel", "7.4a", 0, result)
        lose_own(game, BURNING)
    elif result == EXPLOSION:
        game.tell("fuel", "7.4a 7.4.1b 7.6b", 0, result)
        lose_own(game, BLOWN_UP)


def damage_own(game: Game, system: int) -> None:
    """One hit on a system of the interceptor that needs no further roll."""
    pilot, frame = game.pilot, game.mat
    hits = pilot.own
    if system in ENGINES:
        if not hit_engine(game, frame, hits, engine_of(frame, system), 0):
            return
    elif system in STRUCTURE:
        hits[system] += 1
        game.tell("hit", "7.4.1a", 0, system, hits[system])
        if hits[system] >= frame.lost_at[system]:
            lose_own(game, SHOT_AWAY)
    elif system == S_FORWARD:
        hit_own_weapon(game)
        return
    elif not carried(game, frame, system):
        game.tell("no_effect", "7.4.1h", 0, system)
        return
    elif hits[system]:
        game.tell("no_effect", "7.4b", 0, system)
        return
    else:
        hits[system] = 1
        if system == S_ROCKETS:
            pilot.rockets = 0
            game.tell("hit", "7.4.1a 7.1.14c", 0, system, 1)
        elif system == S_RADIO:
            game.tell("hit", "7.4.1a 7.2.2.3b", 0, system, 1)
        elif system == S_OXYGEN:
            game.tell("hit", "7.4.1a 7.4.2b", 0, system, 1)
        else:
            game.tell("hit", "7.4.1a", 0, system, 1)
    count_for_repair(game, system, 1)


def carried(game: Game, frame: Frame, system: int) -> bool:
    """Has our aircraft such a system, still aboard? [7.4.1]"""
    if system in (S_IFF, S_MINOR):
        return False
    if system == S_BOOST:
        return frame.boost
    if system == S_REAR_GUNS:
        return frame.crew > 1
    if system == S_ROCKETS:
        return bool(game.pilot.rockets)
    return True


ENGINES = frozenset((S_PORT_ENGINE, S_STARBOARD_ENGINE))
STRUCTURE = frozenset((0, 1, S_AIRFRAME, S_TAIL, S_CONTROLS))
ONE_HIT = frozenset((S_GEAR, S_RADIO, S_BOOST, S_ROCKETS, S_REAR_GUNS, S_GUNNER, S_IFF, S_MINOR))


def hit_engine(game: Game, frame: Frame, hits: list[int], engine: int, side: int) -> bool:
    """An engine hit: armour takes the first on a radial; speed suffers, in the end the engine stops [7.4.1].

    Returns whether it had any effect.
    """
    if frame.radial and not hits[S_ARMOUR]:
        hits[S_ARMOUR] = 1
        game.tell("armour", "7.4.1c 7.4.1d", side)
        return True
    if hits[engine] >= frame.engine:
        game.tell("no_effect", "7.4b", side, engine)
        return False
    hits[engine] += 1
    rules = "7.4.1a 7.4.1c 7.4.1e" if frame.radial else "7.4.1a 7.4.1e"
    if frame.engines == 1:
        rules += " 7.4.1d"
    game.tell("hit", rules, side, engine, hits[engine])
    if without_power(frame, hits):
        if side:
            game.tell("without_power", "7.4a", side)
        else:
            game.tell("without_power", "7.4.1f 7.4.5a", side)
    return True


def hit_own_weapon(game: Game) -> None:
    """One forward weapon, by chance, is knocked out for good [7.4.1]."""
    pilot = game.pilot
    whole = [weapon for weapon in range(len(pilot.ammo)) if not pilot.broken >> weapon & 1]
    if not whole:
        game.tell("no_effect", "7.4b", 0, S_FORWARD)
        return
    weapon = whole[game.either(len(whole), "weapon") if len(whole) > 1 else 0]
    pilot.broken |= 1 << weapon
    pilot.own[S_FORWARD] += 1
    game.tell("weapon_broken", "7.4.1a", game.mat.weapons[weapon].name)
    count_for_repair(game, S_FORWARD, 1)


def count_for_repair(game: Game, system: int, hits: int) -> None:
    """Each hit with an effect counts for repair [7.4.2]; in example mode each damaged system counts once [D6, D41]."""
    pilot = game.pilot
    if not game.table.example:
        pilot.repair += hits
        return
    pilot.repair = sum(1 for hit in pilot.own if hit)


def lose_own(game: Game, why: int) -> None:
    """The interceptor is shot down [7.4]."""
    pilot = game.pilot
    if not pilot.downed:
        pilot.downed = why
        game.tell("shot_down", "7.4a", why)


# -- the opponent ---------------------------------------------------------------------------------------------


@step
def hit_enemy(game: Game, hits: int) -> None:
    """So many random hits on the enemy fighter [7.4.1]."""
    pilot = game.pilot
    while hits > 0 and pilot.enemy >= 0 and not pilot.foe_down:
        hits -= 1
        tens, ones = game.roll(2, "fighter damage", "3.6a 7.4.1a", 1)
        damage_enemy(game, game.table.fighter_damage[tens - 1][ones - 1])


def hit_enemy_group(game: Game, more: int) -> None:
    """Group damage to a fighter: the airframe package without its gunner, and random hits [7.4.1]."""
    pilot = game.pilot
    game.tell("fighter_group", "7.4.1a 7.1.6c", 1)
    for system in game.table.fighter_package:
        if not pilot.foe_down:
            damage_enemy(game, system)
    hit_enemy(game, max(game.table.fighter_random + more, 0))


def damage_enemy(game: Game, system: int) -> None:
    """One hit on a system of the enemy fighter."""
    pilot = game.pilot
    frame, hits = game.table.fighters[pilot.enemy], pilot.foe
    if system in ENGINES:
        hit_engine(game, frame, hits, engine_of(frame, system), 1)
        if without_power(frame, hits):
            down_enemy(game, NO_ENGINE)
    elif system in STRUCTURE:
        hits[system] += 1
        game.tell("hit", "7.4.1a", 1, system, hits[system])
        if hits[system] >= frame.lost_at[system]:
            down_enemy(game, SHOT_AWAY)
    elif system in ONE_HIT:
        game.tell("no_effect", "7.4.1h", 1, system)
    elif system == S_FUEL:
        enemy_fuel_tank(game)
    elif system in (S_PILOT, S_CREW):
        enemy_pilot_hit(game, system)
    elif hits[system] >= (2 if system == S_FORWARD else 1):
        game.tell("no_effect", "7.4b", 1, system)
    else:
        hits[system] += 1
        leaves = system == S_OXYGEN or hits[S_FORWARD] > 1
        game.tell("hit", "7.4.1a 7.3.1a" if leaves else "7.4.1a", 1, system, hits[system])


def enemy_fuel_tank(game: Game) -> None:
    """He leaks and will go home, or he burns [7.4, 7.3.1]."""
    result = game.table.fuel_tank[sum(game.roll(2, "fuel tank", "7.4a", 1))]
    game.tell("fuel", "7.4a 7.3.1a" if result == LEAK else "7.4a", 1, result)
    if result == LEAK:
        game.pilot.foe[S_FUEL] = 1
    else:
        down_enemy(game, BURNING if result == FIRE else BLOWN_UP)


def enemy_pilot_hit(game: Game, system: int) -> None:
    """A wounded pilot goes home, a dead one falls [7.3.1]."""
    if system == S_CREW and game.roll(1, "crew hit", "7.4.7a", 1)[0] > 3:
        game.tell("no_effect", "7.4.1h", 1, S_GUNNER)
        return
    grade = game.table.wound[game.roll(1, "wound", "7.4.7a", 1)[0]]
    hits = game.pilot.foe
    hits[S_PILOT] = after = worse(hits[S_PILOT], grade)
    game.tell("enemy_wounded", "7.4.7a 7.3.1a", after)
    if after == KILLED:
        down_enemy(game, SHOT_TO_PIECES)


def down_enemy(game: Game, why: int) -> None:
    """The enemy fighter is shot down [7.4]."""
    pilot = game.pilot
    if not pilot.foe_down:
        pilot.foe_down = why
        game.tell("enemy_down", "7.4a" if why != SHOT_TO_PIECES else "7.4c", pilot.enemy, why)


def wants_home(pilot: Pilot) -> bool:
    """Does the opponent try to get away: wounded, leaking, without oxygen or guns? [7.3.1]"""
    hits = pilot.foe
    return bool(hits[S_PILOT] or hits[S_FUEL] or hits[S_OXYGEN] or hits[S_FORWARD] > 1)
