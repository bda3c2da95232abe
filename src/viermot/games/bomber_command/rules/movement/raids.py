"""Raids: the plan made into raids, their hidden movement, break-outs, streams and leaving the map [4.4, 7.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from viermot.games.bomber_command.model.board import (
    BRITISH,
    DECOY,
    GARDENING,
    MAIN,
    MOSQUITO,
    OFF,
    TO_ALL,
    TO_BRITISH,
)
from viermot.games.bomber_command.model.ids import NO_CITY, NO_RAID, NO_UNIT, Hex, Raid, Unit, by_raid, by_unit
from viermot.games.bomber_command.model.layout import NO_FLAK
from viermot.games.bomber_command.model.notation import THING, hex_in, hex_options
from viermot.games.bomber_command.model.records import BombingMarker, CombatMarker
from viermot.games.bomber_command.model.state import (
    BOMB_DROP,
    ESCORTING,
    FLYING,
    GCI,
    HOME,
    IN_RAID,
    NOBODY,
    RECOVERED,
    WAITING,
    Game,
)
from viermot.games.bomber_command.rules.combat.damage import send_home
from viermot.kernel.agenda import Facts, question, step

if TYPE_CHECKING:
    from viermot.games.bomber_command.rules.plot.plan import Plan

BOMBERS = (MAIN, MOSQUITO)  # kinds of raids that bomb cities
GCI_MARKER, FLAK_MARKER, WILD_MARKER = range(3)  # combat markers, in the order they are resolved [9.1.3a]
MARKER_RULES = ("9.3c", "9.6.1a", "9.5.1a")


def plan_made(game: Game, plan: Plan) -> None:
    """The plan is fixed; its raids wait for their turn of entry [4.0a, 4.0b]."""
    from viermot.games.bomber_command.rules.plot.plotting import course, is_long

    letters = [raid.letter for raid in plan]
    bombing = game.layout.aid.bombing
    for raid in plan:
        game.r_letter.append(raid.letter)
        game.r_kind.append(raid.kind)
        game.r_target.append(raid.target)
        game.r_path.append(raid.path)
        game.r_entry.append(raid.entry)
        game.r_first.append(raid.first)
        game.r_aim.append(raid.aim)
        game.r_waypoints.append(raid.waypoints)
        game.r_heavy.append(raid.heavy)
        game.r_parent.append(Raid(letters.index(raid.parent)) if raid.parent != OFF else NO_RAID)
        game.r_split.append(raid.split)
        game.r_leaving.append(raid.leaving)
        game.r_course.append(tuple(course(raid, at) for at in range(len(raid.path))))
        load = int(bombing.load)
        if raid.kind == MAIN and bool(raid.heavy) != is_long(game.layout, plan, raid):
            load = bombing.heavy if raid.heavy else bombing.light  # [12.3.1a, 12.3.2a]; both cancel out [12.3.2b]
        game.r_load.append(load)
        if game.layout.loads and raid.kind == MAIN:
            game.emit("load", _load_rules(raid.heavy, is_long(game.layout, plan, raid)), TO_BRITISH, raid.letter, load)
    count = len(plan)
    game.r_step = [OFF] * count
    game.r_before = [OFF] * count
    game.r_fate = [WAITING if parent == NOBODY else ESCORTING for parent in game.r_parent]
    for name in (
        "r_losses", "r_disrupt", "r_damage", "r_hunt", "r_known", "r_no_oboe", "r_stretched", "r_seen", "r_bombed",
    ):  # fmt: skip
        setattr(game, name, [0] * count)
    rules = "4.0a 4.0b 4.1 2.2.1 3.5.2 3.5.1b" if game.layout.is_downfall else "4.0a 4.0b 4.1 2.2.1 3.5.2 3.5.1a"
    if ESCORTING in game.r_fate:
        rules += " 4.4.1a"
    if GARDENING in game.r_kind or game.r_kind.count(DECOY) > game.layout.raids_allowed[2]:
        rules += " 3.5.1c"
    game.emit("plan", rules, TO_BRITISH, count)
    game.emit("plan_made", "4.0a", TO_ALL)


def _load_rules(heavy: int, long_range: bool) -> str:
    """Which rule sets the load."""
    if heavy:
        return "12.3.2b" if long_range else "12.3.1a"
    return "12.3.2a" if long_range else "10.4.1"


def load_of(game: Game, raid: Raid) -> int:
    """How many bomb counters a Main Force carries [10.4.1]."""
    return game.r_load[raid]


def tail_of(game: Game, raid: Raid) -> int:
    """How many hexes the stream trails behind when it moves [7.2.1b]."""
    return game.layout.stream if game.r_kind[raid] <= DECOY else 0


def is_outbound(game: Game, raid: Raid) -> bool:
    """Is any part of it not yet on the return route? [12.3.1b, ruling C20]"""
    tail = 1 if game.r_stretched[raid] else tail_of(game, raid)
    return game.r_step[raid] - tail <= game.r_aim[raid]


def is_bombing_in(game: Game, raid: Raid, hex_: Hex) -> bool:
    """Does its bombing marker stand on a city of that hex?"""
    return any(drop.raid == raid and game.layout.cities[drop.city].hex == hex_ for drop in game.drops)


def all_home(game: Game) -> bool:
    """Have all raids that were plotted recovered? [11.0]"""
    return all(fate == RECOVERED for fate in game.r_fate)


# -- movement -----------------------------------------------------------------------------------------------


@step
def fly(game: Game) -> None:
    """All counters are taken up and every raid moves along its plot, two hexes [7.2]."""
    if game.counters:
        game.emit("counters_removed", "7.2a 8.2g", TO_ALL, len(game.counters))
        game.counters.clear()
    game.r_stretched = [0] * len(game.r_fate)
    game.r_seen = [0] * len(game.r_fate)
    left = [move_raid(game, raid) for raid in game.every_raid()]
    for rules in sorted(filter(None, left)):  # in the order of the plot it would tell letters apart [8.3]
        game.emit("raid_left", rules, TO_ALL)
    for raid in game.every_raid():
        if game.r_fate[raid] == HOME:
            leave_with_raid(game, raid)
    drop_bombs(game)
    place_markers(game)


def move_raid(game: Game, raid: Raid) -> str:
    """Two hexes along the path, fewer on a short entry or where a Gardening raid stops [7.2b, 4.2.2, 4.3.3b].

    If it leaves the map, the rules by which that is told to all.
    """
    fate, at = game.r_fate[raid], game.r_step[raid]
    game.r_before[raid] = at
    if fate == FLYING:
        there = at + 2
    elif fate in (WAITING, ESCORTING) and game.turn == game.r_entry[raid]:
        game.r_fate[raid] = FLYING
        there = game.r_first[raid] - (1 if fate == WAITING else 0)
        game.r_before[raid] = at = OFF
        came = ("enters", "4.2.2b 7.2b") if fate == WAITING else ("breaks_out", "4.4.1b 4.4.1c")
        game.emit(*came, TO_BRITISH, game.r_letter[raid], game.r_path[raid][0])
    else:
        return ""
    if game.r_kind[raid] == GARDENING and at < game.r_aim[raid] <= there:
        there = game.r_aim[raid]
        game.emit("stops", "4.3.3b", TO_BRITISH, game.r_letter[raid])
    game.r_step[raid] = there
    path, leaves = game.r_path[raid], ""
    if there < len(path):
        game.emit("flew", "7.2b 4.2.2a", TO_BRITISH, game.r_letter[raid], path[there])
    elif at < len(path):
        tail = [path[i] for i in range(max(there - tail_of(game, raid), 0), len(path))]
        leaves = "7.2.4a 7.2.4c" if tail else "7.2.4a"
        game.emit("left_map", leaves, TO_BRITISH, game.r_letter[raid], tuple(tail))
    if there - tail_of(game, raid) >= len(path):
        game.r_fate[raid] = HOME
    return leaves


def leave_with_raid(game: Game, raid: Raid) -> None:
    """When all of a raid is in England, units inside it are left over its exit hex and return [9.4.3b]."""
    for unit, inside in by_unit(game.u_raid):
        if inside == raid:
            game.u_raid[unit] = NO_RAID
            game.u_place[unit] = game.r_path[raid][-1]
            game.emit("left_raid", "9.4.3b", TO_ALL, unit, game.u_place[unit])
            send_home(game, unit, "9.4.3b")


def passed(game: Game, raid: Raid) -> range:
    """The places of its path that the raid or its stream flew into this turn [9.1.2c]."""
    if game.r_step[raid] == game.r_before[raid]:
        return range(0)
    first = max(game.r_before[raid] + 1 - tail_of(game, raid), 0)
    return range(first, min(game.r_step[raid] + 1, len(game.r_path[raid])))


def drop_bombs(game: Game) -> None:
    """A raid that comes to its target puts a Bomb Drop marker on the city, and says so [10.2a, 7.2c]."""
    placed = []
    for raid, kind in by_raid(game.r_kind):
        if kind in BOMBERS and game.r_before[raid] < game.r_aim[raid] <= game.r_step[raid]:
            placed.append((game.city_of(raid), raid))
    for city, raid in sorted(placed):
        game.drops.append(BombingMarker(city, raid, BOMB_DROP, game.turn))
        game.emit("bomb_drop", "10.2a 7.2c", TO_ALL, city, game.layout.cities[city].hex)
        if city in game.stripped:
            game.emit("no_flak", "3.6b", TO_ALL, city)
        rules = "10.2a 4.3.1" if game.r_kind[raid] == MAIN else "10.2a"
        game.emit("is_over", rules, TO_BRITISH, city, game.r_letter[raid])


def active_hexes(game: Game) -> frozenset[int]:
    """The Himmelbett hexes in which raids can be intercepted [9.3b]."""
    covered = game.layout.covered
    return frozenset(
        hex_ for unit, marks in by_unit(game.u_marks) if marks & GCI for hex_ in covered[game.u_place[unit]]
    )


def place_markers(game: Game) -> None:
    """A GCI marker for each active hex and a flak marker for each flak that a raid passes, raid by raid [9.1.2]."""
    active = active_hexes(game)
    markers: list[CombatMarker] = []
    for raid, fate in by_raid(game.r_fate):
        if fate in (FLYING, HOME):
            markers += _markers_of(game, raid, active)

    def as_told(marker: CombatMarker) -> tuple[int, ...]:  # what is said by city [8.3]
        return marker.hex, marker.type, marker.city, game.r_kind[marker.raid], game.r_letter[marker.raid]

    for marker in sorted(markers, key=as_told):
        game.combats.append(marker)
        rules = "9.1.2a 9.1.2c 7.2c " + MARKER_RULES[marker.type]
        if marker.city != OFF:
            fresh = game.r_before[marker.raid] < game.r_aim[marker.raid]
            rules += " 10.2b" if fresh else " 10.2b 7.2.2b"
        game.emit("combat_marker", rules, TO_ALL, marker.type, marker.hex, marker.city)


def _markers_of(game: Game, raid: Raid, active: frozenset[int]) -> list[CombatMarker]:
    path, aim = game.r_path[raid], game.r_aim[raid] if game.r_kind[raid] in BOMBERS else OFF
    found = []
    over = path[aim] if aim in passed(game, raid) else OFF
    for hex_ in dict.fromkeys(path[at] for at in passed(game, raid)):
        if hex_ in active:
            found.append(CombatMarker(GCI_MARKER, hex_, raid, NO_UNIT, NO_CITY))
        if hex_ == over:  # city flak alone fires at who bombs the city [9.6.1a]
            if game.flak_of(game.city_of(raid)) != NO_FLAK:
                found.append(CombatMarker(FLAK_MARKER, hex_, raid, NO_UNIT, game.city_of(raid)))
        elif game.area_flak_of(hex_) != NO_FLAK:
            found.append(CombatMarker(FLAK_MARKER, hex_, raid, NO_UNIT, NO_CITY))
    return found


# -- units that come out of a raid -----------------------------------------------------------------------------


class ComingOut(NamedTuple):
    """A unit that comes out of a raid, and the rule by which it does."""

    unit: Unit
    rule: str


@question(BRITISH, "9.4.3a", THING)
def put_out(game: Game, out: ComingOut) -> list[int]:
    """In which hex of the raid does the unit come out of it? [9.4.3, 7.4.4]"""
    return hex_options(game.raid_hexes(game.u_raid[out.unit]))


@put_out.tells
def put_out_facts(game: Game, out: ComingOut) -> Facts:
    return {"unit": out.unit, "letter": game.r_letter[game.u_raid[out.unit]]}


@put_out.chosen
def _came_out(game: Game, out: ComingOut, option: int) -> None:
    unit, rule = out
    assert game.u_place[unit] == IN_RAID
    game.u_raid[unit] = NO_RAID
    game.u_place[unit] = hex_in(option)
    game.emit("left_raid", rule, TO_ALL, unit, hex_in(option))
