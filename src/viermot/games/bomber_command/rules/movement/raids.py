"""Raids: from the plan to the air, hidden movement, break-outs, streams and leaving the map [4.4, 7.2]."""

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
from viermot.games.bomber_command.model.ids import (
    NO_CITY,
    NO_LETTER,
    NO_RAID,
    NO_UNIT,
    Hex,
    Raid,
    Unit,
    by_raid,
    by_unit,
)
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.model.notation import THING, hex_in, hex_option, hex_options
from viermot.games.bomber_command.model.records import BombingMarker, CombatMarker, PlottedRaid
from viermot.games.bomber_command.model.state import (
    BOMB_DROP,
    ESCORTING,
    FLYING,
    GCI,
    HOME,
    IN_RAID,
    NOBODY,
    RAID_COLUMNS,
    RECOVERED,
    WAITING,
    Game,
)
from viermot.games.bomber_command.rules.combat.damage import send_home
from viermot.kernel.agenda import Facts, question, step

if TYPE_CHECKING:
    from viermot.games.bomber_command.rules.plot.plan import Plan, RaidPlan

BOMBERS = (MAIN, MOSQUITO)  # kinds of raids that bomb cities
GCI_MARKER, FLAK_MARKER, WILD_MARKER = range(3)  # combat markers, in the order they are resolved [9.1.3a]
MARKER_RULES = ("9.3c", "9.6.1a", "9.5.1a")


def plan_made(game: Game, plan: Plan) -> None:
    """The plan is final; its raids wait for their entry turns [4.0a, 4.0b]."""
    from viermot.games.bomber_command.rules.plot.plotting import is_long

    game.plot = tuple(plotted_of(game.layout, plan, raid) for raid in plan)
    count = len(plan)
    for name in RAID_COLUMNS:
        setattr(game, name, [0] * count)
    game.raid_step = [OFF] * count
    game.raid_before = [OFF] * count
    game.raid_fate = [WAITING if plotted.parent == NOBODY else ESCORTING for plotted in game.plot]
    for raid, plotted in zip(plan, game.plot, strict=True):
        if game.layout.loads and raid.kind == MAIN:
            rules = _load_rules(raid.heavy, is_long(game.layout, plan, raid))
            game.emit("load", rules, TO_BRITISH, raid.letter, plotted.load)
    rules = "4.0a 4.0b 4.1 2.2.1 3.5.2 3.5.1b" if game.layout.is_downfall else "4.0a 4.0b 4.1 2.2.1 3.5.2 3.5.1a"
    if ESCORTING in game.raid_fate:
        rules += " 4.4.1a"
    kinds = [plotted.kind for plotted in game.plot]
    if GARDENING in kinds or kinds.count(DECOY) > game.layout.raids_allowed.decoys:
        rules += " 3.5.1c"
    game.emit("plan", rules, TO_BRITISH, count)
    game.emit("plan_made", "4.0a", TO_ALL)


def plotted_of(layout: Layout, plan: Plan, raid: RaidPlan) -> PlottedRaid:
    """A raid of the plan, with its course and bomb load worked out [12.3]."""
    from viermot.games.bomber_command.rules.plot.plotting import course, is_long

    bombing, letters = layout.aid.bombing, [each.letter for each in plan]
    load = int(bombing.load)
    if raid.kind == MAIN and bool(raid.heavy) != is_long(layout, plan, raid):
        load = bombing.heavy if raid.heavy else bombing.light  # [12.3.1a, 12.3.2a]; both cancel out [12.3.2b]
    return PlottedRaid(
        letter=raid.letter,
        kind=raid.kind,
        target=raid.target,
        path=raid.path,
        entry=raid.entry,
        first=raid.first,
        aim=raid.aim,
        waypoints=raid.waypoints,
        heavy=raid.heavy,
        parent=Raid(letters.index(raid.parent)) if raid.parent != NO_LETTER else NO_RAID,
        split=raid.split,
        leaving=raid.leaving,
        course=tuple(course(raid, at) for at in range(len(raid.path))),
        load=load,
    )


def _load_rules(heavy: int, long_range: bool) -> str:
    """Which rule sets the load."""
    if heavy:
        return "12.3.2b" if long_range else "12.3.1a"
    return "12.3.2a" if long_range else "10.4.1"


def load_of(game: Game, raid: Raid) -> int:
    """How many bomb counters a Main Force carries [10.4.1]."""
    return game.plot[raid].load


def tail_of(game: Game, raid: Raid) -> int:
    """How many hexes the stream trails behind when it moves [7.2.1b]."""
    return game.layout.stream if game.plot[raid].kind <= DECOY else 0


def is_outbound(game: Game, raid: Raid) -> bool:
    """Is any part of it not yet on the return route? [12.3.1b, ruling C20]"""
    tail = 1 if game.raid_stretched[raid] else tail_of(game, raid)
    return game.raid_step[raid] - tail <= game.plot[raid].aim


def is_bombing_in(game: Game, raid: Raid, hex_: Hex) -> bool:
    """Does its bombing marker stand on a city of that hex?"""
    return any(drop.raid == raid and game.layout.cities[drop.city].hex == hex_ for drop in game.drops)


def all_home(game: Game) -> bool:
    """Have all the plotted raids recovered? [11.0]"""
    return all(fate == RECOVERED for fate in game.raid_fate)


# -- movement -----------------------------------------------------------------------------------------------


@step
def fly(game: Game) -> None:
    """All counters come off the map and every raid moves two hexes along its plot [7.2]."""
    if game.counters:
        game.emit("counters_removed", "7.2a 8.2g", TO_ALL, len(game.counters))
        game.counters.clear()
    game.raid_stretched = [0] * len(game.raid_fate)
    game.raid_seen = [0] * len(game.raid_fate)
    left = [move_raid(game, raid) for raid in game.every_raid()]
    for rules in sorted(filter(None, left)):  # the order of the plot would give letters away [8.3]
        game.emit("raid_left", rules, TO_ALL)
    for raid in game.every_raid():
        if game.raid_fate[raid] == HOME:
            leave_with_raid(game, raid)
    drop_bombs(game)
    place_markers(game)


def move_raid(game: Game, raid: Raid) -> str:
    """Two hexes along the path, fewer on a short entry or where a Gardening raid stops [7.2b, 4.2.2, 4.3.3b].

    Returns the rules to announce, if it leaves the map.
    """
    fate, at = game.raid_fate[raid], game.raid_step[raid]
    game.raid_before[raid] = at
    if fate == FLYING:
        there = at + 2
    elif fate in (WAITING, ESCORTING) and game.turn == game.plot[raid].entry:
        game.raid_fate[raid] = FLYING
        there = game.plot[raid].first - (1 if fate == WAITING else 0)
        game.raid_before[raid] = at = OFF
        came = ("enters", "4.2.2b 7.2b") if fate == WAITING else ("breaks_out", "4.4.1b 4.4.1c")
        game.emit(*came, TO_BRITISH, game.plot[raid].letter, game.plot[raid].path[0])
    else:
        return ""
    if game.plot[raid].kind == GARDENING and at < game.plot[raid].aim <= there:
        there = game.plot[raid].aim
        game.emit("stops", "4.3.3b", TO_BRITISH, game.plot[raid].letter)
    game.raid_step[raid] = there
    path, leaves = game.plot[raid].path, ""
    if there < len(path):
        game.emit("flew", "7.2b 4.2.2a", TO_BRITISH, game.plot[raid].letter, path[there])
    elif at < len(path):
        tail = [path[i] for i in range(max(there - tail_of(game, raid), 0), len(path))]
        leaves = "7.2.4a 7.2.4c" if tail else "7.2.4a"
        game.emit("left_map", leaves, TO_BRITISH, game.plot[raid].letter, tuple(tail))
    if there - tail_of(game, raid) >= len(path):
        game.raid_fate[raid] = HOME
    return leaves


def leave_with_raid(game: Game, raid: Raid) -> None:
    """When all of a raid is over England, units inside it are left in its exit hex and return to base [9.4.3b]."""
    for unit, inside in by_unit(game.unit_raid):
        if inside == raid:
            game.unit_raid[unit] = NO_RAID
            game.unit_place[unit] = game.plot[raid].path[-1]
            game.emit("left_raid", "9.4.3b", TO_ALL, unit, game.unit_place[unit])
            send_home(game, unit, "9.4.3b")


def passed(game: Game, raid: Raid) -> range:
    """The steps of its path that the raid or its stream entered this turn [9.1.2c]."""
    if game.raid_step[raid] == game.raid_before[raid]:
        return range(0)
    first = max(game.raid_before[raid] + 1 - tail_of(game, raid), 0)
    return range(first, min(game.raid_step[raid] + 1, len(game.plot[raid].path)))


def drop_bombs(game: Game) -> None:
    """A raid that reaches its target puts a Bomb Drop marker on the city and says so [10.2a, 7.2c]."""
    placed = []
    for raid, plotted in by_raid(game.plot):
        if plotted.kind in BOMBERS and game.raid_before[raid] < plotted.aim <= game.raid_step[raid]:
            placed.append((game.city_of(raid), raid))
    for city, raid in sorted(placed):
        game.drops.append(BombingMarker(city, raid, BOMB_DROP, game.turn))
        game.emit("bomb_drop", "10.2a 7.2c", TO_ALL, city, game.layout.cities[city].hex)
        if city in game.stripped:
            game.emit("no_flak", "3.6b", TO_ALL, city)
        rules = "10.2a 4.3.1" if game.plot[raid].kind == MAIN else "10.2a"
        game.emit("is_over", rules, TO_BRITISH, city, game.plot[raid].letter)


def active_hexes(game: Game) -> frozenset[int]:
    """The Himmelbett hexes in which raids can be intercepted [9.3b]."""
    covered = game.layout.covered
    return frozenset(
        hex_ for unit, marks in by_unit(game.unit_marks) if marks & GCI for hex_ in covered[game.unit_place[unit]]
    )


def place_markers(game: Game) -> None:
    """For each raid, a GCI marker in every active hex it passes and a flak marker for all flak on its way [9.1.2]."""
    active = active_hexes(game)
    markers: list[CombatMarker] = []
    for raid, fate in by_raid(game.raid_fate):
        if fate in (FLYING, HOME):
            markers += _markers_of(game, raid, active)

    def as_told(marker: CombatMarker) -> tuple[int, ...]:  # as it is announced, city by city [8.3]
        return marker.hex, marker.type, marker.city, game.plot[marker.raid].kind, game.plot[marker.raid].letter

    for marker in sorted(markers, key=as_told):
        game.combats.append(marker)
        rules = "9.1.2a 9.1.2c 7.2c " + MARKER_RULES[marker.type]
        if marker.city != NO_CITY:
            fresh = game.raid_before[marker.raid] < game.plot[marker.raid].aim
            rules += " 10.2b" if fresh else " 10.2b 7.2.2b"
        game.emit("combat_marker", rules, TO_ALL, marker.type, marker.hex, marker.city)


def _markers_of(game: Game, raid: Raid, active: frozenset[int]) -> list[CombatMarker]:
    path, aim = game.plot[raid].path, game.plot[raid].aim if game.plot[raid].kind in BOMBERS else OFF
    found = []
    over = path[aim] if aim in passed(game, raid) else OFF
    for hex_ in dict.fromkeys(path[at] for at in passed(game, raid)):
        if hex_ in active:
            found.append(CombatMarker(GCI_MARKER, hex_, raid, NO_UNIT, NO_CITY))
        if hex_ == over:  # only city flak fires at a raid that bombs the city [9.6.1a]
            if game.flak_of(game.city_of(raid)) != NO_FLAK:
                found.append(CombatMarker(FLAK_MARKER, hex_, raid, NO_UNIT, game.city_of(raid)))
        elif game.area_flak_of(hex_) != NO_FLAK:
            found.append(CombatMarker(FLAK_MARKER, hex_, raid, NO_UNIT, NO_CITY))
    return found


# -- units that come out of a raid -----------------------------------------------------------------------------


class ComingOut(NamedTuple):
    """A unit that comes out of a raid, and the rule that says so."""

    unit: Unit
    rule: str


@question(BRITISH, "9.4.3a", THING)
def put_out(game: Game, out: ComingOut) -> list[int]:
    """In which of the raid's hexes does the unit come out? [9.4.3, 7.4.4]"""
    return hex_options(game.raid_hexes(game.unit_raid[out.unit]))


@put_out.suggests
def usual_way_out(game: Game, out: ComingOut) -> int:
    """Where the raid itself is, not its stream; any of the hexes may be named."""
    return hex_option(game.raid_hexes(game.unit_raid[out.unit])[0])


@put_out.tells
def put_out_facts(game: Game, out: ComingOut) -> Facts:
    return {"unit": out.unit, "letter": game.plot[game.unit_raid[out.unit]].letter}


@put_out.chosen
def _came_out(game: Game, out: ComingOut, option: int) -> None:
    unit, rule = out
    assert game.unit_place[unit] == IN_RAID
    game.unit_raid[unit] = NO_RAID
    game.unit_place[unit] = hex_in(option)
    game.emit("left_raid", rule, TO_ALL, unit, hex_in(option))
