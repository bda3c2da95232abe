"""Intruders: how they find, hunt and shoot at the player's fighters, and what warns those [27.0, 16.0e, 17.4.4]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from viermot.games.nightfighter.model.board import (
    CENTRE,
    COLUMN,
    DISTANCE,
    EXIT_FACING,
    FULL_MOON,
    HEXES,
    LEFT,
    NEIGHBOUR,
    NO_MOON,
    OFF,
    PLAYER,
    RIGHT,
    TO_ALL,
    TO_PLAYER,
    TO_UMPIRE,
    UMPIRE,
    rear_hex,
)
from viermot.games.nightfighter.model.ids import NO_ZONE, NOBODY, Attacker, Fighter, Hex, Zone
from viermot.games.nightfighter.model.layout import INTRUDER
from viermot.games.nightfighter.model.notation import (
    ATTACKER,
    FIGHTER,
    PATH,
    STRAIGHT,
    TURN_LEFT,
    TURN_RIGHT,
    path_of,
    steps_of,
)
from viermot.games.nightfighter.model.state import ON_MAP, Game
from viermot.games.nightfighter.rules.bombers import leave_lights, leave_map, tell_move
from viermot.games.nightfighter.rules.fighters import comes_to, lose_all_sight
from viermot.games.nightfighter.rules.fog import hit_attacker, open_sides
from viermot.games.nightfighter.rules.gunnery import AFTER, BEFORE, damage, hits_of, remove_attacker
from viermot.games.nightfighter.rules.response import CORKSCREW, HOLDS, NO_RESPONSE, SHOOTS, reaction
from viermot.games.nightfighter.rules.slips import may_slip
from viermot.games.nightfighter.rules.tally import Modifier, minimum_range
from viermot.kernel.agenda import Facts, Task, Words, question, step, task
from viermot.kernel.hexes import UNLIMITED, WIDE

FREE, PURSUIT, SERRATE = 0, 1, 101  # a bearing: PURSUIT or SERRATE plus the number of the fighter hunted


def hunted(bearing: int) -> Fighter:
    """Which fighter a bearing leads to, or -1."""
    return Fighter(bearing - SERRATE if bearing >= SERRATE else bearing - PURSUIT)


# -- bearings --------------------------------------------------------------------------------------


@step
def take_bearings(game: Game, intruders: tuple[Attacker, ...]) -> None:
    """At the start of the phase each intruder looks for prey [27.2a]."""
    game.next(*[task(take_bearing, intruder) for intruder in intruders])


@step
def take_bearing(game: Game, intruder: Attacker) -> None:
    """A radar fix means Pursuit, else a fighter in the Wide arc means Serrate [27.2a, 27.2.2a, 27.2.3a]."""
    game.a_entry[intruder], game.a_bearing[intruder] = 0, FREE
    radar = game.layout.groups[game.a_group[intruder]].ai
    fighters = game.fighters_on_map()
    hex_, facing = game.a_hex[intruder], game.a_facing[intruder]
    if radar is not None:
        arc = HEXES.arc(hex_, facing, radar.arc, radar.range)
        found = [f for f in fighters if game.f_hex[f] in arc]
        if found:
            closest = min(DISTANCE[hex_][game.f_hex[f]] for f in found)
            game.push(
                hunt_which, Hunt(intruder, PURSUIT, tuple(f for f in found if DISTANCE[hex_][game.f_hex[f]] == closest))
            )
            return
    if facing != EXIT_FACING:  # Serrate needs it to fly down a column [27.2.2a, ruling A30]
        return
    ahead = HEXES.arc(hex_, facing, WIDE, UNLIMITED)
    heard = [f for f in fighters if game.f_hex[f] in ahead]
    if heard:
        aside = {f: abs(COLUMN[game.f_hex[f]] - COLUMN[hex_]) for f in heard}
        game.push(
            hunt_which, Hunt(intruder, SERRATE, tuple(f for f in heard if aside[f] == min(aside.values())))
        )  # [27.2.2c]


class Hunt(NamedTuple):
    """An intruder, how it behaves, and the fighters it may go for."""

    intruder: Attacker
    behaviour: int
    fighters: tuple[Fighter, ...]


@question(UMPIRE, "27.2.2c", FIGHTER)
def hunt_which(game: Game, hunt: Hunt) -> tuple[int, ...]:
    """Equally near: which fighter does the intruder hunt? [27.2.2c, 27.2.3a]"""
    return hunt.fighters


@hunt_which.chosen
def hunts(game: Game, hunt: Hunt, fighter: int) -> None:
    game.a_bearing[hunt.intruder] = hunt.behaviour + fighter
    rules = "27.2a 27.2.3a" if hunt.behaviour == PURSUIT else "27.2a 27.2.2a 27.2.2c"
    radar = game.layout.groups[game.a_group[hunt.intruder]].ai
    if hunt.behaviour == PURSUIT and radar is not None and radar.band in game.layout.scenario.jamming.ai:
        rules += " 24.5.2c"  # the player's set of that kind would be jammed
    game.emit("hunts", rules, TO_UMPIRE, hunt.intruder, hunt.behaviour, fighter)


@hunt_which.tells
def hunt_which_facts(game: Game, hunt: Hunt) -> Facts:
    return {"attacker": hunt.intruder}


# -- movement --------------------------------------------------------------------------------------


@step
def move_intruders(game: Game, intruders: tuple[Attacker, ...]) -> None:
    """One after another, in the umpire's order [7.2.1b]."""
    waiting = tuple(i for i in intruders if game.a_fate[i] == ON_MAP)
    if waiting:
        game.push(which_intruder, waiting)


@question(UMPIRE, "7.2.1b", ATTACKER)
def which_intruder(game: Game, waiting: tuple[Attacker, ...]) -> tuple[Attacker, ...]:
    """Which intruder moves next? [7.2.1b]"""
    return waiting


@which_intruder.chosen
def intruder_moves(game: Game, waiting: tuple[Attacker, ...], intruder: Attacker) -> None:
    rest = tuple(i for i in waiting if i != intruder)
    game.next(task(start_move, intruder), task(move_intruders, rest))


@step
def start_move(game: Game, intruder: Attacker) -> None:
    """An intruder on a Serrate bearing first edges over towards its prey, at no cost in MP [27.2.2b]."""
    bearing = game.a_bearing[intruder]
    if bearing != FREE and not game.flies(hunted(bearing)):
        game.a_bearing[intruder] = bearing = FREE  # another intruder shot it down first
    if bearing >= SERRATE:
        hex_ = game.a_hex[intruder]
        aside = COLUMN[game.f_hex[hunted(bearing)]] - COLUMN[hex_]
        if aside:  # higher columns are on the left of an aircraft that flies towards the exit
            side = LEFT if aside > 0 else RIGHT
            if side in open_sides(game, intruder):  # as for a corkscrew: neither off the map nor onto a bomber
                game.a_hex[intruder] = rear_hex(hex_, EXIT_FACING, side)
                game.emit("edges_over", "27.2.2b", TO_UMPIRE, intruder, side, game.a_hex[intruder])
    game.push(intruder_path, intruder)
    if game.is_lit(intruder):
        game.push(leave_lights, intruder, (game.layout.zone_of[game.a_hex[intruder]],))


def mp_choice(game: Game, intruder: Attacker) -> tuple[int, int]:
    """Full MP or one less [27.2.1a]; if alerted, it gains as much speed as a bomber would [28.2a, 1.5a]."""
    group = game.layout.groups[game.a_group[intruder]]
    faster = game.layout.alert_speed and game.a_alert[intruder]
    maximum = (group.alert_mp if faster else group.mp)[game.turn & 1]
    return maximum, maximum - 1


@question(UMPIRE, "27.2.1a", PATH)
def intruder_path(game: Game, intruder: Attacker) -> tuple[int, ...]:
    """How does the intruder fly? [27.2b, 27.2.1, 27.2.2b, 27.2.3b]"""
    ways = ways_of(game, intruder)
    groups = game.layout.groups
    bombers = {game.a_hex[a] for a in game.on_map if groups[game.a_group[a]].role != INTRUDER}
    clear = [way for way, end in ways if end not in bombers]  # [27.2.1b]
    return tuple(clear) or tuple(way for way, _ in ways)


def ways_of(game: Game, intruder: Attacker) -> Sequence[tuple[int, int]]:
    """The legal paths with the hexes they end in."""
    bearing = game.a_bearing[intruder]
    hex_, facing = game.a_hex[intruder], game.a_facing[intruder]
    maximum, less = mp_choice(game, intruder)
    if PURSUIT <= bearing < SERRATE:
        prey = game.f_hex[hunted(bearing)]
        in_reach = DISTANCE[hex_][prey] <= maximum
        return hunts_from(hex_, facing, less, maximum, prey if in_reach else OFF)
    prey = game.f_hex[hunted(bearing)] if bearing >= SERRATE else OFF
    ways = {_homeward(hex_, facing, mp, turn, prey) for mp in (maximum, less) for turn in (TURN_LEFT, TURN_RIGHT)}
    return sorted(ways)


@lru_cache(maxsize=4096)
def hunts_from(hex_: Hex, facing: int, minimum: int, maximum: int, prey: Hex) -> tuple[tuple[int, Hex], ...]:
    """Every path of a pursuit with the hex it ends in; ``prey`` is OFF when it is out of reach."""
    found: list[tuple[int, Hex]] = []
    _hunt(found, hex_, facing, 1, 1, minimum, maximum, prey)
    return tuple(found)


def _hunt(
    found: list[tuple[int, Hex]], hex_: Hex, facing: int, path: int, spent: int, minimum: int, maximum: int, prey: Hex
) -> None:
    """Every fighter's path of full MP or one less, ending early only in the prey's hex [27.2.3b, 27.2.4a]."""
    ahead = NEIGHBOUR[hex_ * 6 + facing]
    if ahead == OFF:
        found.append((path * 3, OFF))
        return
    for turn in (STRAIGHT, TURN_LEFT, TURN_RIGHT):
        longer = path * 3 + turn
        if spent >= minimum or ahead == prey:
            found.append((longer, ahead))
        if spent < maximum and ahead != prey:
            _hunt(found, ahead, (facing + (0, 5, 1)[turn]) % 6, longer, spent + 1, minimum, maximum, prey)


def _homeward(hex_: Hex, facing: int, mp: int, half_turn: int, prey: Hex) -> tuple[int, Hex]:
    """Fly for the exit edge, turning to face it in as few turns as possible [27.2b]."""
    turns: list[int] = []
    for _ in range(mp):
        hex_ = NEIGHBOUR[hex_ * 6 + facing]
        turn = STRAIGHT
        if hex_ != OFF and facing != EXIT_FACING:
            right = (EXIT_FACING - facing) % 6
            turn = half_turn if right == 3 else TURN_RIGHT if right < 3 else TURN_LEFT
            facing = (facing + (5 if turn == TURN_LEFT else 1)) % 6
        turns.append(turn)
        if hex_ in (OFF, prey):
            break
    return path_of(turns), hex_


@intruder_path.chosen
def intruder_flew(game: Game, intruder: Attacker, way: int) -> None:
    bearing = game.a_bearing[intruder]
    hex_, heading = game.a_hex[intruder], game.a_facing[intruder]
    facing, spent = heading, 0
    turned = False
    zones: list[Zone] = []
    for turn in steps_of(way):
        hex_ = NEIGHBOUR[hex_ * 6 + facing]
        spent += 1
        if hex_ == OFF:
            leave_map(game, intruder, "7.2.2 27.2b")
            return
        zones.append(game.layout.zone_of[hex_])
        if turn:
            facing = (facing + (5 if turn == TURN_LEFT else 1)) % 6
            turned = True
    game.a_hex[intruder], game.a_facing[intruder], game.a_moved[intruder] = hex_, facing, spent
    rules = {FREE: "27.2b", PURSUIT: "27.2.3b"}.get(bearing if bearing == FREE else PURSUIT, "")
    rules = "27.2.2b" if bearing >= SERRATE else rules
    rules += " 27.2.1a 27.2.1b" + (" 28.2a" if game.layout.alert_speed and game.a_alert[intruder] else "")
    game.emit("intruder_flew", rules, TO_UMPIRE, intruder, hex_, facing)
    if game.a_handle[intruder]:
        tell_move(game, intruder)
        if facing != heading:  # the marker on the player's map is turned too
            game.emit("contact_turned", "7.0 5.1c", TO_ALL, game.a_handle[intruder], facing)
    if game.is_lit(intruder):
        game.push(leave_lights, intruder, tuple(zones))
    if bearing != FREE and game.f_hex[hunted(bearing)] == hex_:
        game.push(intruder_tally, intruder, hunted(bearing), int(turned))


@intruder_path.tells
def intruder_path_facts(game: Game, intruder: Attacker) -> Facts:
    return {"attacker": intruder}


# -- tally and attack ------------------------------------------------------------------------------


@step
def intruder_tally(game: Game, intruder: Attacker, fighter: Fighter, turned: int) -> None:
    """In the hex of its prey the intruder looks for it, in secret [27.2.4a]."""
    dice = 3 + (game.moon != NO_MOON)
    radar = game.layout.groups[game.a_group[intruder]].ai
    why: list[Modifier] = []
    if radar is not None and game.a_bearing[intruder] < SERRATE:
        why = minimum_range(
            radar,
            same_facing=game.a_facing[intruder] == game.f_facing[fighter],
            turned=bool(turned),
            faster=game.a_moved[intruder] >= game.f_spent[fighter] + 2,  # by how it last flew [ruling A50]
        )
    dice = max(1, dice + sum(points for _, points, _ in why))
    game.a_rolled[intruder] = game.turn
    thrown = game.secret_roll(dice, "intruder tally", "27.2.4a", intruder, fighter)
    if game.layout.fighters[fighter].tally in thrown and game.a_facing[intruder] == game.f_facing[fighter]:
        game.push(intruder_attacks, Duel(intruder, fighter))


class Duel(NamedTuple):
    """An intruder and the fighter it is behind."""

    intruder: Attacker
    fighter: Fighter


@question(UMPIRE, "27.2.4b", Words("no", "guns"))
def intruder_attacks(game: Game, duel: Duel) -> list[int]:
    """It has the fighter in its sights: attack? It need not [27.2.4b, 27.2.4d]."""
    return [0, 1]


@intruder_attacks.chosen
def intruder_attacked(game: Game, duel: Duel, yes: int) -> None:
    if yes:
        game.emit("intruder_attacks", "27.2.4b 27.2.4c 27.2.4d", TO_ALL, duel.fighter)
        game.push(fighter_responds, duel.intruder, duel.fighter, BEFORE)


@intruder_attacks.tells
def intruder_attacks_facts(game: Game, duel: Duel) -> Facts:
    return {"attacker": duel.intruder, "fighter": duel.fighter}


@step
def fighter_responds(game: Game, intruder: Attacker, fighter: Fighter, when: int) -> None:
    """The fighter's crew may notice, like a bomber's [17.4.4a, 27.2.4c, 27.3b]."""
    answer = _crew_notices(game, fighter)
    hits = game.a_hits[intruder]
    if answer == NO_RESPONSE:
        if when == BEFORE:
            game.next(task(intruder_fires, intruder, fighter), task(fighter_second_chance, intruder, fighter))
        return
    game.f_alert[fighter] = game.turn
    tasks: list[Task]
    if answer == CORKSCREW:
        tasks = [task(return_fire, intruder, fighter), task(own_corkscrew, fighter)]  # first it shoots [17.4.3a]
    else:
        tasks = [task(shoot_back, Duel(intruder, fighter))]
        if when == BEFORE:
            tasks.append(task(intruder_presses_home, intruder, fighter, hits))
    game.next(*tasks, task(may_slip, intruder))


def _crew_notices(game: Game, fighter: Fighter) -> int:
    layout = game.layout
    fit = layout.fighters[fighter]
    alert = layout.response.alerted if game.f_alert[fighter] else 0
    rules = "17.4.4a 27.2.4c" + (" 27.3b" if fit.tail else "") + (" 17.4.1a" if alert else "")
    first = game.die("fighter response", rules, fighter, alert)
    if first + alert < (layout.response.warning if fit.tail else layout.response.normal):
        return NO_RESPONSE
    bright = game.moon == FULL_MOON or _in_flare_zone(game, fighter)
    second = game.die("fighter reaction", "17.4.4a", fighter)
    return reaction(layout, second + layout.reaction.bright if bright else second)


def _in_flare_zone(game: Game, fighter: Fighter) -> bool:
    zone = game.layout.zone_of[game.f_hex[fighter]]
    return zone != NO_ZONE and game.layout.flare_lit[zone]


@step
def fighter_second_chance(game: Game, intruder: Attacker, fighter: Fighter) -> None:
    """If it survived the attack it rolls again, now alerted [17.4.1b, 17.4.4a]."""
    if game.flies(fighter):
        game.f_alert[fighter] = game.turn
        game.push(fighter_responds, intruder, fighter, AFTER)


@question(PLAYER, "17.4.2a", Words("hold fire", "shoot"), default=SHOOTS)  # nearly every crew does
def shoot_back(game: Game, duel: Duel) -> tuple[int, ...]:
    """The rear gunner has seen the intruder: does he shoot back? He need not [17.4.2a, 17.4.4b]."""
    return (SHOOTS,) if game.layout.fighters[duel.fighter].defence is None else (HOLDS, SHOOTS)


@shoot_back.chosen
def shot_back(game: Game, duel: Duel, yes: int) -> None:
    if yes:
        return_fire(game, duel.intruder, duel.fighter)
    else:
        game.emit("gunner_holds", "17.4.2a 17.4.4b", TO_ALL, duel.fighter)


@shoot_back.tells
def shoot_back_facts(game: Game, duel: Duel) -> Facts:
    return {"fighter": duel.fighter}


@step
def return_fire(game: Game, intruder: Attacker, fighter: Fighter) -> None:
    """Only with defensive firepower; who the pilot is makes no difference [17.4.4b, 6.0d]."""
    points = game.layout.fighters[fighter].defence
    if points is None:
        game.emit("no_rear_guns", "17.4.4b", TO_ALL, fighter)
        return
    dice = game.roll(2, "return fire", "17.4.4b 6.0d", fighter, points)
    hits = hits_of(game.layout, sum(dice) + points)
    hit_attacker(game, intruder, hits)
    game.emit("returned_fire", "17.4.4b", TO_ALL, fighter, hits)
    if game.a_hits[intruder] >= game.layout.groups[game.a_group[intruder]].damage:
        group = game.a_group[intruder]
        remove_attacker(game, intruder)
        game.emit("intruder_shot_down", "11.0d", TO_ALL, fighter, group)


@step
def intruder_presses_home(game: Game, intruder: Attacker, fighter: Fighter, hits: int) -> None:
    """If the return fire hits it, it breaks off [17.4.2b]."""
    if game.a_fate[intruder] == ON_MAP and game.a_hits[intruder] == hits:
        game.push(intruder_fires, intruder, fighter)


@step
def intruder_fires(game: Game, intruder: Attacker, fighter: Fighter) -> None:
    """No oblique guns, no aftermath [27.2.4b]; its attack position is always good [28.4b]."""
    points = game.layout.components.fighters[game.layout.groups[game.a_group[intruder]].type].fp or 0
    rules = "27.2.4b 11.0c 1.5a"
    if game.f_corkscrewed[fighter] == game.turn:  # another intruder made it corkscrew
        points, rules = 0, rules + " 17.1a"
    dice = game.roll(2, "intruder attack", rules, fighter, points)
    hits = hits_of(game.layout, sum(dice) + points)
    damage(game, fighter, hits, "27.2.4b")


@question(PLAYER, "17.4.4c", Words("no", "left", "centre", "right"))
def own_corkscrew(game: Game, fighter: Fighter) -> list[int]:
    """Corkscrew: to which side? The intruder cannot follow [17.4.4c]"""
    hex_, facing = game.f_hex[fighter], game.f_facing[fighter]
    return [side for side in (LEFT, CENTRE, RIGHT) if rear_hex(hex_, facing, side) != OFF]


@own_corkscrew.chosen
def own_corkscrewed(game: Game, fighter: Fighter, side: int) -> None:
    comes_to(game, fighter, rear_hex(game.f_hex[fighter], game.f_facing[fighter], side))
    game.f_corkscrewed[fighter] = game.turn
    rules = "17.4.4c 17.4.4d"
    rules += " 10.2d" if game.f_tally[fighter] != NOBODY else ""
    rules += " 19.1.2d" if game.f_fix[fighter] != NOBODY else ""
    game.emit("fighter_corkscrews", rules, TO_ALL, fighter, side, game.f_hex[fighter])
    lose_all_sight(game, fighter)


@own_corkscrew.tells
def own_corkscrew_facts(game: Game, fighter: Fighter) -> Facts:
    return {"fighter": fighter}


# -- fake rolls -----------------------------------------------------------------------------------


@question(UMPIRE, "27.2.4a", Words("no", "roll"), default=0)
def fake_roll(game: Game) -> list[int]:
    """No intruder rolled: rattle some dice anyway? [27.2.4a, ruling A33]"""
    return [0, 1]


@fake_roll.chosen
def faked(game: Game, roll: int) -> None:
    if roll:
        game.secret_roll(3, "intruder tally", "27.2.4a")
        _dice_are_heard(game)


def _dice_are_heard(game: Game) -> None:
    """Real or fake, one roll or several, the player hears dice once, at the end of the phase [rulings A33, A41]."""
    game.emit("umpire_rolled", "27.2.4a", TO_PLAYER)


@step
def end_of_intruders(game: Game) -> None:
    """If no real roll was made, the umpire may fake one; intruders' tallies lapse [27.2.4a]."""
    if game.turn in game.a_rolled:
        _dice_are_heard(game)
    else:
        game.push(fake_roll)
