"""Main Force bombing: marking, dropping and adjusting on the city map [10.3 to 10.5.2].

One attack is the list of tasks in `bomb_city`. Whatever makes a difference is asked; a ring that is filled completely
needs no choice, since counters are drawn blind. What burns is in `fires`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, repeat

from viermot.games.bomber_command.components.map import AREA_TYPES
from viermot.games.bomber_command.components.tables import MARKINGS
from viermot.games.bomber_command.model.board import BRITISH, GERMAN, NEIGHBOUR, OFF, TO_ALL
from viermot.games.bomber_command.model.city import CityPlan
from viermot.games.bomber_command.model.ids import City, Raid
from viermot.games.bomber_command.model.records import HE, INC, NO_AREA, NO_DIRECTION, NOTHING, Town
from viermot.games.bomber_command.model.state import Game
from viermot.games.bomber_command.model.town import (
    accuracy_parts,
    blank_areas,
    concentration,
    error_parts,
    hit_before,
    lose_outside,
    marking_modifiers,
    plan_of,
    put_aside,
    set_method,
    town_of,
)
from viermot.games.bomber_command.model.town_notation import (
    AREA,
    BOMB_WORDS,
    DONE,
    MIX,
    MOVE,
    mix_code,
    mixed,
    move_code,
    moved,
)
from viermot.games.bomber_command.rules.bombing.fires import conversions, end_of_attack, firestorms
from viermot.games.bomber_command.rules.cards.cards import window
from viermot.games.bomber_command.rules.cards.windows import W_ACCURACY, W_ERROR, W_MARKING
from viermot.kernel.agenda import Facts, Refusal, question, step, task


@step
def bomb_city(game: Game, raid: Raid, city: City) -> None:
    """A Main Force's attack, from its markers to its score [10.3 to 10.6]."""
    _lay_out_map(game, raid, city)
    game.next(
        task(choose_aimpoint),  # 10.3.1
        task(choose_approach),  # 10.3.1, 12.4
        task(window, W_MARKING, raid, city),
        task(mark_target),  # 10.3.2, 10.3.3
        task(choose_mix),  # 10.4.1
        task(drop_on_markers),  # 10.4.2, 10.4.3
        task(drop_the_rest),
        task(window, W_ERROR, raid, city),
        task(bombing_error),  # 10.5.2 (1)
        task(window, W_ACCURACY, raid, city),
        task(bombing_accuracy),  # 10.5.2 (2)
        task(clear_countryside),
        task(conversions),  # 10.5.3, 10.5.4
        task(firestorms),  # 10.5.5
        task(end_of_attack),  # 11.1.1, 11.1.2
    )


def _lay_out_map(game: Game, raid: Raid, city: City) -> None:
    """Put the city map on the table; a follow-up raid finds the first attack's counters on it [10.3, 10.6a]."""
    game.town = Town(raid, city)
    set_method(game)
    town, plan = town_of(game), plan_of(game)
    before = hit_before(game, city)
    if before is None:
        game.areas = blank_areas(plan)
    else:
        game.areas = put_aside(before.areas, plan)
        game.town = town._replace(
            follows=1,
            aimpoint=before.aimpoint,
            drifted=before.drift,
            first_fires=before.fires,
            before2=before.score2,
        )
    game.r_disrupt[raid] += game.r_waypoints[raid]  # only now do the turns on the way count [9.8.3b]
    rules = "10.2a 10.3.2a 10.6a" if before is not None else "10.2a 10.3.2a"
    if game.layout.cities[city].hex in game.layout.ruhr:
        rules += " 3.4.3"
    game.emit("bombing", rules, TO_ALL, city, plan.letter, MARKINGS[town.method])


# --- aimpoint and approach [10.3.1] -----------------------------------------------------------------------------


@question(BRITISH, "10.3.1a", AREA)
def choose_aimpoint(game: Game) -> list[int]:
    """Which area does the raid aim at? [10.3.1, 10.6]"""
    plan, town = plan_of(game), town_of(game)
    if town.aimpoint != NO_AREA:
        return [town.aimpoint]
    if plan.oil != OFF and _is_oil_target(game):
        return [plan.oil]
    wanted = [AREA_TYPES.index(name) for name in game.layout.rules.aimpoints]
    return [area for area in range(plan.size) if plan.types[area] in wanted]


def _is_oil_target(game: Game) -> bool:
    """Did the chit of this city show oil? [4.5.1b]"""
    city = town_of(game).city
    return any(oil and target == city for target, oil in zip(game.targets, game.oil, strict=True))


@choose_aimpoint.tells
def choose_aimpoint_facts(game: Game) -> Facts:
    town = town_of(game)
    return {"city": town.city, "method": MARKINGS[town.method]}


@choose_aimpoint.refuses
def why_not_choose_aimpoint(game: Game, area: int) -> Refusal | None:
    if game.layout.is_downfall:
        return "10.3.1b", "aim_at_works"
    return "10.3.1a", "aim_at_fields"


@choose_aimpoint.chosen
def _aimed(game: Game, area: int) -> None:
    town = game.town = town_of(game)._replace(aimpoint=area, ti=area)
    rule = "10.6a" if town.follows else "10.3.1b" if game.layout.is_downfall else "10.3.1a"
    if _is_oil_target(game):
        rule += " 4.5.1b 10.1.1"
    game.emit("aimpoint", rule, TO_ALL, town.city, plan_of(game).names[area])


@question(BRITISH, "10.3.1c", AREA)
def choose_approach(game: Game) -> list[int]:
    """From where do the bombers come? Any side, or the one the raid did come from [10.3.1, 12.4]"""
    plan, aim = plan_of(game), town_of(game).aimpoint
    if game.layout.approach:
        fixed = plan.neighbour[aim * 6 + _came_from(game)]
        if fixed != plan.country:
            return [fixed]
    return list(plan.adjacent[aim])


def _came_from(game: Game) -> int:
    """The direction on the city map of the hex the raid entered from [12.4, 12.4.1]."""
    town = town_of(game)
    path, aim = game.r_path[town.raid], game.r_aim[town.raid]
    if aim < 1:
        return 0
    hex_ = path[aim]
    direction = NEIGHBOUR[hex_ * 6 : hex_ * 6 + 6].index(path[aim - 1])
    north = game.north[game.targets.index(town.city)] if game.north else 1
    return (direction + north - 1) % 6


@choose_approach.tells
def choose_approach_facts(game: Game) -> Facts:
    town = town_of(game)
    return {"city": town.city, "area": plan_of(game).names[town.aimpoint]}


@choose_approach.refuses
def why_not_choose_approach(game: Game, area: int) -> Refusal | None:
    return ("12.4", "approach_fixed") if game.layout.approach else ("10.3.1c", "approach_apart")


@choose_approach.chosen
def _approached(game: Game, area: int) -> None:
    town = game.town = town_of(game)._replace(approach=area)
    rule = "12.4" if game.layout.approach else "10.3.1c"
    if game.layout.variable_north:
        rule += " 12.4.1"
    plan = plan_of(game)
    direction = plan.direction(town.aimpoint, area) + 1
    game.emit("approach", rule, TO_ALL, town.city, plan.names[area], direction)


# --- marking [10.3.2, 10.3.3] -----------------------------------------------------------------------------------


@step
def mark_target(game: Game) -> None:
    """The pathfinders drop the Target Indicators, and these drift [10.3.2]."""
    town = town_of(game)
    city = town.city
    bombing = game.layout.aid.bombing
    parts = marking_modifiers(game, town.raid, city)
    if game.modifier:
        parts.append(("cards", game.modifier))
    change = sum(value for _, value in parts)
    total = sum(game.roll(2, "marking", "10.3.2b 10.3.2c", city)) + change
    row = _marking_row(game, total)
    drift, rows = bombing.drift[row], bombing.rows_down[row]
    rules = "10.3.2b 10.3.2c"
    if game.layout.separate_quality:
        rules += " 10.3.2e"
        quality = sum(game.roll(2, "marking quality", "10.3.2e", city)) + change
        rows = bombing.rows_down[_marking_row(game, quality)]
    if game.r_no_oboe[town.raid]:
        rules += " 9.3.2"
    game.town = town._replace(rows=rows)
    game.emit("marked", rules, TO_ALL, city, total, tuple(parts), drift, rows)
    if drift:
        _drift(game, drift)


def _marking_row(game: Game, total: int) -> int:
    """The row of the Marking Table for a roll [10.3.2b]."""
    bombing = game.layout.aid.bombing
    return min(max(total - bombing.marking_lowest, 0), len(bombing.drift) - 1)


def _drift(game: Game, drift: int) -> None:
    """The TI moves with the compass die, and the Approach keeps its place beside it [10.3.2d, 10.3.3, 10.6a]."""
    town, plan = town_of(game), plan_of(game)
    rules = "10.3.2d 10.3.3"
    if town.follows and town.drifted != NO_DIRECTION:
        rules += " 10.6a"
    else:
        town = town._replace(drifted=game.die("drift", "10.3.2d", town.city) - 1)
    beside = plan.direction(town.aimpoint, town.approach)
    ti = plan.drift(town.aimpoint, town.drifted, drift)
    approach = plan.country if ti == plan.country else plan.neighbour[ti * 6 + beside]
    game.town = town._replace(ti=ti, approach=approach)
    names = plan.names
    game.emit("drifted", rules, TO_ALL, town.city, town.drifted + 1, names[ti], names[approach])


# --- dropping [10.4] --------------------------------------------------------------------------------------------


def _load(game: Game) -> int:
    from viermot.games.bomber_command.rules.movement.raids import load_of

    return load_of(game, town_of(game).raid)


@question(BRITISH, "10.4.1", MIX)
def choose_mix(game: Game) -> list[int]:
    """How many of the bomb counters are HE? The whole load falls, or less [10.4.1]."""
    load = _load(game)
    return [mix_code(high_explosive, kept) for kept in range(load + 1) for high_explosive in range(load - kept + 1)]


@choose_mix.tells
def choose_mix_facts(game: Game) -> Facts:
    town = town_of(game)
    return {"city": town.city, "load": _load(game), "area": plan_of(game).names[town.ti]}


@choose_mix.refuses
def why_not_choose_mix(game: Game, option: int) -> Refusal | None:
    return "10.4.1", "too_many_bombs"


@choose_mix.chosen
def _mixed(game: Game, option: int) -> None:
    load, bombing = _load(game), game.layout.aid.bombing
    high_explosive, kept = mixed(option)
    incendiary = load - kept - high_explosive
    town = game.town = town_of(game)._replace(left_he=high_explosive, left_inc=incendiary, loaded=load - kept)
    rules = {bombing.heavy: "10.4.1 12.3.1a", bombing.light: "10.4.1 12.3.2a"}.get(load, "10.4.1")
    game.emit("bomb_mix", rules, TO_ALL, town.city, high_explosive, incendiary)


def _left(game: Game) -> int:
    return town_of(game).left


def _drop(game: Game, areas: Iterable[int]) -> list[int]:
    """A counter on each of these areas, blind, as long as there are any; of which kind each was [10.4.2]."""
    town, kinds = town_of(game), []
    left_he, left_inc = town.left_he, town.left_inc
    for area in islice(areas, town.left):
        kind = HE if game.dice.draw(left_he + left_inc, "bombs") < left_he else INC
        if kind == HE:
            left_he -= 1
        else:
            left_inc -= 1
        game.areas[area] = game.areas[area].with_more(kind)
        kinds.append(kind)
    game.town = town._replace(left_he=left_he, left_inc=left_inc)
    return kinds


@step
def drop_on_markers(game: Game) -> None:
    """As many as the concentration allows fall where the TI is [10.4.2a, 10.4.2b]."""
    town, plan = town_of(game), plan_of(game)
    count = concentration(game, town.raid, town.city, town.rows, _load(game))
    fallen = _drop(game, repeat(town.ti, count))
    high_explosive, incendiary = fallen.count(HE), fallen.count(INC)
    rules = "10.4.2a 10.4.3" if town.ti == plan.country else "10.4.2a 10.4.2b"
    game.emit("bombs_on_ti", rules, TO_ALL, town.city, plan.names[town.ti], count, high_explosive, incendiary)


def _empty(game: Game, areas: Iterable[int]) -> list[int]:
    """Those of the areas on which nothing of this attack has fallen."""
    return [area for area in areas if not game.areas[area].fresh]


@step
def drop_the_rest(game: Game) -> None:
    """One a area, ring by ring around the TI; where choice is left, it is asked [10.4.2c, 10.4.3]."""
    if not _left(game):
        return
    town, plan = town_of(game), plan_of(game)
    if town.ti == plan.country:
        _drop_from_outside(game, plan)
        return
    for number, ring in enumerate(plan.rings[town.ti][1:], 1):
        free = _empty(game, ring)
        if free and _left(game) < len(free):
            game.push(place_bomb, number)
            return
        if free:
            kinds = _drop(game, free)
            fallen = [(plan.names[area], BOMB_WORDS[kind]) for area, kind in zip(free, kinds, strict=True)]
            game.emit("bomb_ring", "10.4.2c", TO_ALL, town.city, number, tuple(fallen))
        if not _left(game):
            return
    count = _left(game)  # on the smaller maps there is no area left for them
    _drop(game, repeat(plan.country, count))
    game.emit("bombs_in_countryside", "10.4.2c", TO_ALL, town.city, count)


def _drop_from_outside(game: Game, plan: CityPlan) -> None:
    """With the TI in the countryside: one in the city, one outside, and so on [10.4.3, ruling C14]."""
    town = town_of(game)
    if town.points:  # the last one fell in the city
        game.town = town._replace(points=0)
        _drop(game, [plan.country])
        game.emit("bombs_in_countryside", "10.4.3", TO_ALL, town.city, 1)
        game.push(drop_the_rest)
    else:  # no load is large enough to fill a city this way
        game.push(place_bomb, 0)


@question(BRITISH, "10.4.2c", AREA)
def place_bomb(game: Game, ring: int) -> list[int]:
    """Where does the next counter fall? It is drawn afterwards [10.4.2c, 10.4.3]"""
    plan = plan_of(game)
    return _empty(game, plan.rings[town_of(game).ti][ring] if ring else range(plan.size))


@place_bomb.tells
def place_bomb_facts(game: Game, ring: int) -> Facts:
    return {"city": town_of(game).city, "left": _left(game), "ring": ring}


@place_bomb.refuses
def why_not_place_bomb(game: Game, ring: int, area: int) -> Refusal | None:
    plan = plan_of(game)
    if area == plan.country or not _empty(game, [area]):
        return ("10.4.2c", "one_bomb_an_area") if ring else ("10.4.3", "one_bomb_an_area")
    return "10.4.2c", "nearer_ring_first"


@place_bomb.chosen
def _placed(game: Game, ring: int, area: int) -> None:
    (kind,) = _drop(game, [area])
    town = game.town = town_of(game)._replace(points=int(not ring))
    rule = "10.4.2c" if ring else "10.4.3"
    game.emit("bomb", rule, TO_ALL, town.city, plan_of(game).names[area], BOMB_WORDS[kind])
    game.push(drop_the_rest)


# --- adjustment [10.5.1, 10.5.2] --------------------------------------------------------------------------------


@step
def bombing_error(game: Game) -> None:
    """The German player's points to scatter the bombs; the raid's disruption is announced [10.5.2a, 10.5.2b]."""
    parts = error_parts(game)
    town = game.town = town_of(game)._replace(points=sum(value for _, value in parts))
    disruption = game.r_disrupt[town.raid]
    rules = "10.5.2a 10.5.2b 9.8.3b 4.2.1d 4.2b"
    game.emit("bombing_error", rules, TO_ALL, town.city, disruption, town.points, tuple(parts))
    if town.points:
        game.push(scatter_bomb)


@step
def bombing_accuracy(game: Game) -> None:
    """The British player's points to gather them [10.5.2c]."""
    parts = accuracy_parts(game)
    town = game.town = town_of(game)._replace(points=sum(value for _, value in parts))
    game.emit("bombing_accuracy", "10.5.2c", TO_ALL, town.city, town.points, tuple(parts))
    if town.points:
        game.push(gather_bomb)


def _moves(game: Game, seat: int) -> list[int]:
    """Every counter of this attack one area on; only one side may cross the boundary each way [10.5.1, 10.6b]."""
    plan = plan_of(game)
    found = [DONE]
    for area in range(plan.size):
        for kind in _kinds_on(game, area):
            found += [move_code(plan, kind, area, there) for there in plan.adjacent[area]]
            if seat == GERMAN and len(plan.adjacent[area]) < 6:
                found.append(move_code(plan, kind, area, plan.country))
    if seat == BRITISH:
        for kind in _kinds_on(game, plan.country):
            found += [move_code(plan, kind, plan.country, there) for there in plan.outermost]
    return found


BOTH, ONLY_HE, ONLY_INC = (HE, INC), (HE,), (INC,)


def _kinds_on(game: Game, area: int) -> tuple[int, ...]:
    """The kinds of counters of this attack that lie there."""
    there = game.areas[area]
    if there.he:
        return BOTH if there.inc else ONLY_HE
    return ONLY_INC if there.inc else ()


def _move(game: Game, rule: str, option: int) -> bool:
    """Carry a move out; is there a point left for another?"""
    if option == DONE:
        return False
    plan, town = plan_of(game), town_of(game)
    kind, start, end = moved(plan, option)
    game.areas[start] = game.areas[start].with_more(kind, -1)
    game.areas[end] = game.areas[end].with_more(kind)
    town = game.town = town._replace(points=town.points - 1)
    game.emit("bomb_moved", rule, TO_ALL, town.city, BOMB_WORDS[kind], plan.names[start], plan.names[end])
    return town.points > 0


def _move_why_not(game: Game, seat: int, option: int) -> Refusal | None:
    plan = plan_of(game)
    kind, start, end = moved(plan, option)
    there = game.areas[start] if start <= plan.size else NOTHING
    if not there.of(kind):
        old = there.old_inc if kind == INC else there.old_he
        return ("10.6b", "old_bombs_stay") if old else ("10.5.1", "no_such_bomb")
    if end == plan.country:
        return "10.5.1", "only_german_moves_out" if seat == BRITISH else "not_at_the_boundary"
    if start == plan.country:
        return "10.5.1", "only_british_moves_in" if seat == GERMAN else "not_at_the_boundary"
    return "10.5.1", "one_area_a_point"


@question(GERMAN, "10.5.2a", MOVE)
def scatter_bomb(game: Game) -> list[int]:
    """Which counter goes astray? [10.5.1, 10.5.2]"""
    return _moves(game, GERMAN)


@scatter_bomb.tells
def scatter_bomb_facts(game: Game) -> Facts:
    town = town_of(game)
    return {"city": town.city, "left": town.points}


@scatter_bomb.refuses
def why_not_scatter_bomb(game: Game, option: int) -> Refusal | None:
    return _move_why_not(game, GERMAN, option)


@scatter_bomb.chosen
def _scattered(game: Game, option: int) -> None:
    if _move(game, "10.5.1 10.5.2a", option):
        game.push(scatter_bomb)


@question(BRITISH, "10.5.2c", MOVE)
def gather_bomb(game: Game) -> list[int]:
    """Which counter finds a better place? [10.5.1, 10.5.2]"""
    return _moves(game, BRITISH)


@gather_bomb.tells
def gather_bomb_facts(game: Game) -> Facts:
    town = town_of(game)
    return {"city": town.city, "left": town.points}


@gather_bomb.refuses
def why_not_gather_bomb(game: Game, option: int) -> Refusal | None:
    return _move_why_not(game, BRITISH, option)


@gather_bomb.chosen
def _gathered(game: Game, option: int) -> None:
    if _move(game, "10.5.1 10.5.2c", option):
        game.push(gather_bomb)


@step
def clear_countryside(game: Game) -> None:
    """What still lies outside is lost [10.5.2d]."""
    lost = lose_outside(game, plan_of(game))
    if lost:
        game.emit("bombs_lost", "10.5.2d", TO_ALL, town_of(game).city, lost)
