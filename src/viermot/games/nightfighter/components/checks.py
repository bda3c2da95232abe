"""Sense checks of Nightfighter's component data: what a schema cannot see [2.1, 8.1, 12.0, 24.0].

`refuse_nonsense` stops a pack that names things that do not exist; the checks in CHECKS only complain, one
sentence each, because an owner may have reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from viermot.kernel.packs import Fault, fault, refuse

if TYPE_CHECKING:
    from viermot.games.nightfighter.components import Components
    from viermot.games.nightfighter.components.charts import AircraftType
    from viermot.games.nightfighter.components.scenario_book import Attackers, Defender, Scenario

    Check = Callable[[Components], Iterator[str]]

SM, SM_BY_DIE = "SM", "SM by die roll"
CARRIED = ("flensburg", "naxos", "serrate")  # search counters that come with an aircraft, never listed
STEPS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}  # half hexes


# --- references ----------------------------------------------------------------------------------------


def refuse_nonsense(c: Components) -> None:
    """Stop at the first name that stands for nothing."""
    refuse(_dangling(c))


def _dangling(c: Components) -> Iterator[Fault]:
    yield from _dangling_radars(c)
    for place in (c.map.beacon, *c.map.box_hexes, *(hex_ for hex_, _ in c.map.flare_entries)):
        if not _on_map(c, place):
            yield fault("map.toml", "places", "nightfighter.pack.not_a_hex", name=place)
    for scenario in c.scenarios.values():
        yield from _dangling_in(c, scenario, _file_of(c, scenario))


def _file_of(c: Components, scenario: Scenario) -> str:
    main = scenario.parent or scenario.id
    return next(file for file, table in c.tables.items() if table.get("id") == main)


def _dangling_radars(c: Components) -> Iterator[Fault]:
    for fighter in c.fighters.values():
        fitted = [str(item.effects["ai"]) for item in fighter.equipment if "ai" in item.effects]
        for radar in [name for _, name in fighter.ai] + fitted:
            if radar != "none" and radar not in c.ai_radars:
                yield fault(
                    "fighters.toml", f"fighter {fighter.name!r}, ai", "nightfighter.pack.no_ai_radar", name=radar
                )


def _dangling_in(c: Components, s: Scenario, file: str) -> Iterator[Fault]:
    for key, lines in (("attackers", s.attackers), ("intruders", s.intruders), ("defenders", s.defenders)):
        for line in lines:
            known = {**c.fighters} if key != "attackers" else {**c.fighters, **c.bombers}
            if line.type not in known:
                reason = "nightfighter.pack.no_aircraft" if key == "attackers" else "nightfighter.pack.no_fighter"
                yield fault(file, f"{s.id}, {key}", reason, name=line.type)
    for radar in s.radar:
        if radar not in c.search_radars:
            yield fault(file, f"{s.id}, radar", "nightfighter.pack.no_search_radar", name=radar)
    places = [zone for place in s.setup for zone in place.zones]
    box = [s.task_force] if s.task_force else []
    for zone in [*s.zones, *s.flare_zones, *places, *box]:
        if zone not in c.map.zones:
            yield fault(file, f"{s.id}, zones", "nightfighter.pack.no_zone", name=zone)


# --- charts --------------------------------------------------------------------------------------------


def check_aircraft(c: Components) -> Iterator[str]:
    """Ranges of the charts, and counters in whole sixes so that tally numbers are evenly spread [2.2.1]."""
    charts: list[AircraftType] = [*c.fighters.values(), *c.bombers.values()]
    for kind in charts:
        if not 1 <= kind.damage <= 9:
            yield f"{kind.name}: damage {kind.damage} is not 1 to 9."
        if kind.fp is not None and not 0 <= kind.fp <= 9:
            yield f"{kind.name}: firepower {kind.fp} is not 0 to 9."
        if kind.until is not None and kind.until < kind.since:
            yield f"{kind.name}: its last month is before its first."
        if kind.counters < 6 or kind.counters % 6:
            yield f"{kind.name}: {kind.counters} counters are not whole sixes, so tally numbers are uneven."
        for item in kind.equipment:
            if item.until is not None and item.since is not None and item.until < item.since:
                yield f"{kind.name}: {item.name} ends before it begins."


def check_fighters(c: Components) -> Iterator[str]:
    """Dated radars in order, and every fighter with something to shoot with."""
    for fighter in c.fighters.values():
        dates = [since for since, _ in fighter.ai]
        if dates != sorted(dates, key=lambda since: since or 0) or not dates:
            yield f"{fighter.name}: its AI radars are not in the order of their dates."
        for value in (fighter.defence, fighter.oblique):
            if value is not None and not 0 <= value <= 9:
                yield f"{fighter.name}: a firepower of {value} is not 0 to 9."
        if fighter.fp is None and fighter.oblique is None:
            yield f"{fighter.name}: it has neither forward nor oblique guns."
        if fighter.minimum_mp > min(mp.base for mp in (fighter.mp, fighter.mp_low, fighter.mp_high) if mp):
            yield f"{fighter.name}: it cannot reach the {fighter.minimum_mp} MP it must move."


def check_radars(c: Components) -> Iterator[str]:
    """Ranges, values and counts of radars [13.1, 19.1, 24.5.1]."""
    for radar in c.ai_radars.values():
        if not 1 <= radar.range <= 12 or not -4 <= radar.modifier <= 3:
            yield f"{radar.name}: range {radar.range} or modifier {radar.modifier} is out of bounds."
    for search in c.search_radars.values():
        if not 1 <= search.value <= 3:
            yield f"{search.name}: search value {search.value} is not 1 to 3; 4 is a jammed one [24.5.1]."
        if search.sweeps < 1 or bool(search.letters) != (search.family in CARRIED):
            yield f"{search.name}: it has no sweep counter, or letters although it does not ride in an aircraft."


def check_tables(c: Components) -> Iterator[str]:
    """Totals in order, every die in one place, and further with light than without [3.3, 11.0c, 17.3, 17.4]."""
    book = c.book
    if book.moon.full > book.moon.half:
        yield "The Moon Phase Table has no half moon."
    if book.visibility.poor > book.visibility.moderate:
        yield "The Visibility Table has no moderate visibility."
    near, far = book.visibility.range, book.visibility.lit_range
    if [*near] != sorted(near) or [*far] != sorted(far) or any(a > b for a, b in zip(near, far, strict=True)):
        yield "Visible ranges do not grow with visibility, or light shortens them."
    if [*book.hits.least] != sorted(set(book.hits.least)):
        yield "The totals for one hit, two, three ... do not grow."
    dice = [*book.destruction.avoidance, *book.destruction.flash, *book.destruction.follow_down]
    if len(set(dice)) < len(dice):
        yield "A die stands for two results of an aircraft's destruction."
    if book.response.warning > book.response.normal:
        yield "A bomber with a warning device responds less often than one without."
    if book.response.corkscrew > book.response.defensive_fire:
        yield "The response table has no defensive fire."


# --- map and chits -------------------------------------------------------------------------------------


def check_map(c: Components) -> Iterator[str]:
    """Zones that do not overlap and lie on the map, dice that each lead somewhere [2.1, 17.3.1, 17.4.3]."""
    seen: Counter[tuple[int, int]] = Counter()
    for letter, (left, right, top, bottom) in c.map.zones.items():
        if not (1 <= left <= right <= c.map.columns and 1 <= top <= bottom <= c.map.rows):
            yield f"Zone {letter} does not lie on the map."
        seen.update((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))
    if seen and max(seen.values()) > 1:
        yield "Two searchlight zones overlap."
    if set(c.map.scatter) != {2, 3, 4, 5, 6} or 0 in c.map.scatter.values():
        yield "The scatter table does not give a hex other than the one ahead for each die from 2 to 6."
    if set(c.map.corkscrew) != {1, 2, 3, 4, 5, 6}:
        yield "The corkscrew table does not cover the dice 1 to 6."


def check_flare_paths(c: Components) -> Iterator[str]:
    """Eighteen entries, each at an edge and with a path across the whole map [26.2.1]."""
    if len(c.map.flare_entries) != c.map.columns:
        yield f"There are {len(c.map.flare_entries)} flare-dropper entries for {c.map.columns} numbers."
    for number, (hex_, arrow) in enumerate(c.map.flare_entries, 1):
        path = list(_grain(c, hex_, arrow))
        if len(path) != c.map.columns:
            yield f"Flare-dropper entry {number:02} crosses {len(path)} hexes, not the whole map."


def check_chits(c: Components) -> Iterator[str]:
    """Columns of the map, and three different ones on a side [2.2.7]."""
    for chit in c.chits:
        for side in (chit.red, chit.yellow):
            low, middle, high = sorted(side)
            if low < 1 or high > c.map.columns:
                yield f"Chit {chit.id:02}: a number is not a column of the map."
            if low == middle or middle == high:
                yield f"Chit {chit.id:02}: a column stands twice on a side."


# --- scenarios -----------------------------------------------------------------------------------------


def check_entries(c: Components) -> Iterator[str]:
    """Everybody enters, in a role that exists; and the counters suffice [8.1.1, 26.0, 27.1]."""
    for s in c.scenarios.values():
        for role, attackers in _by_entry_role(s).items():
            entering = sum(entry.count for entry in s.entry if entry.role == role)
            if entering != attackers and not s.after_previous:
                yield f"Scenario {s.id}: {entering} aircraft enter as {role!r} but there are {attackers}."
        if any(entry.turn < 1 or entry.count < 1 for entry in s.entry):
            yield f"Scenario {s.id}: an entry has no turn or nobody in it."
        drawn: Counter[str] = Counter()
        for line in (*s.attackers, *s.intruders):
            drawn[line.type] += line.count
        for name, count in drawn.items():
            if count > c.counters_of(name):
                yield f"Scenario {s.id}: {count} {name} are more than its {c.counters_of(name)} counters."


def _by_entry_role(s: Scenario) -> dict[str, int]:
    """How many attackers should enter in each role."""
    roles: Counter[str] = Counter({entry.role: 0 for entry in s.entry})
    for line in (*s.attackers, *s.intruders):
        roles[line.role if line.role in ("torpedo", "flare") else "any"] += line.count
    return dict(roles)


def check_equipment(c: Components) -> Iterator[str]:
    """Types and equipment of their time, on the chart of their type [12.0]."""
    for s in c.scenarios.values():
        lines: list[Attackers | Defender] = [*s.attackers, *s.intruders, *s.defenders]
        for line in lines:
            kind = c.aircraft(line.type)
            if not _serves(kind.since, kind.until, s.month):
                yield f"Scenario {s.id}: {kind.name} is not in service in {s.date}."
            yield from _check_upgrades(c, s, line, kind)
        kinds = [c.aircraft(line.type) for line in s.attackers]
        for name in s.attackers_equipment:
            if not any(item.name == name for kind in kinds for item in kind.equipment):
                yield f"Scenario {s.id}: none of the attackers can carry {name}."


def _check_upgrades(c: Components, s: Scenario, line: Attackers | Defender, kind: AircraftType) -> Iterator[str]:
    equipment = {item.name: item for item in kind.equipment}
    own_sets = {name for _, name in c.fighters[kind.name].ai} if kind.name in c.fighters else set()
    for upgrade in line.upgrades:
        name = SM if upgrade == SM_BY_DIE else upgrade
        if name in equipment:
            radar = c.ai_radars.get(str(equipment[name].effects.get("ai")))
            since = equipment[name].since or (radar.since if radar else None)
            if not _serves(since, equipment[name].until, s.month):
                yield f"Scenario {s.id}: {name} is not available for {kind.name} in {s.date}."
        elif name not in own_sets:
            yield f"Scenario {s.id}: {name} is not on the chart of {kind.name}."


def check_search_radars(c: Components) -> Iterator[str]:
    """None of those that ride in aircraft, which bring their own [13.1, 24.2.3, 24.3.2, 24.4]."""
    for s in c.scenarios.values():
        for name in dict.fromkeys(s.radar):
            if c.search_radars[name].family in CARRIED:
                yield f"Scenario {s.id}: {name} comes with the aircraft that carry it and is not listed."


def check_rules_in_force(c: Components) -> Iterator[str]:
    """What a scenario uses, its rules must hold [3.2]."""
    for s in c.scenarios.values():
        uses = {
            "13": bool(s.radar),
            "14": bool(s.zones or s.flare_zones),
            "18": any(line.altitude_advantage for line in s.defenders),
            "21": s.altitude != "normal",
            "22": s.flak,
            "23": any(place.kind == "box" for place in s.setup),
            "24": s.jamming.search != "none" or bool(s.jamming.ai or s.attackers_equipment),
            "25": any(c.search_radars[name].family in ("gci", "mew") for name in s.radar),
            "26": s.task_force is not None,
            "27": bool(s.intruders),
        }
        for chapter, used in uses.items():
            if used and chapter not in s.rules:
                yield f"Scenario {s.id}: it needs chapter {chapter}, which is not in force."


def check_phases(c: Components) -> Iterator[str]:
    """No phase left out that has something to do [4.0]."""
    for s in c.scenarios.values():
        lit = s.zones and s.cloud != "cloudy"
        needed = {4: s.flak or s.task_force, 5: s.radar, 7: lit or s.flare_zones}
        for phase, used in needed.items():
            if used and phase in s.omit:
                yield f"Scenario {s.id}: phase {phase} is left out although there is something to do in it."


def check_weather(c: Components) -> Iterator[str]:
    """The modifiers of the moon in Europe from April 1942 and of visibility in the Pacific [3.3.1, 3.3.2]."""
    april_1942 = 1942 * 12 + 3
    for s in c.scenarios.values():
        moon = 2 if s.theatre == "Europe" and s.month >= april_1942 else 0
        if s.moon == "random" and s.moon_mod != moon:
            yield f"Scenario {s.id}: the moon modifier is {s.moon_mod}, not {moon}."
        visibility = 2 if s.theatre == "Pacific" else 0
        if s.visibility == "random" and s.vis_mod != visibility:
            yield f"Scenario {s.id}: the visibility modifier is {s.vis_mod}, not {visibility}."


def check_victory(c: Components) -> Iterator[str]:
    """A decisive victory is harder than a win, and points are counted where there are points [4.1]."""
    for s in c.scenarios.values():
        v = s.victory
        harder = 1 if v.compare == "at least" else -1
        if v.decisive is not None and (v.decisive - v.win) * harder <= 0:
            yield f"Scenario {s.id}: a decisive victory is no harder than a win."
        if (v.score == "vp") != (s.vp is not None):
            yield f"Scenario {s.id}: victory and VP table do not fit together."


def check_setup(c: Components) -> Iterator[str]:
    """Rows of the map, and sides that have somebody."""
    for s in c.scenarios.values():
        for place in s.setup:
            if place.rows and not 1 <= place.rows[0] <= place.rows[1] <= c.map.rows:
                yield f"Scenario {s.id}: rows {place.rows[0]}-{place.rows[1]} are not rows of the map."
        lines: list[Attackers | Defender] = [*s.attackers, *s.intruders, *s.defenders]
        if not s.setup or not s.attackers or any(line.count < 1 for line in lines):
            yield f"Scenario {s.id}: a side has nobody in it."


def check_history(c: Components) -> Iterator[str]:
    """History only of what is in the box."""
    for name in c.history.aircraft:
        if name not in c.fighters and name not in c.bombers:
            yield f"History: there is no aircraft called {name}."
    for name in c.history.radars:
        if name not in c.ai_radars and name not in c.search_radars:
            yield f"History: there is no radar called {name}."


CHECKS: list[Check] = [
    check_aircraft,
    check_fighters,
    check_radars,
    check_tables,
    check_map,
    check_flare_paths,
    check_chits,
    check_entries,
    check_equipment,
    check_search_radars,
    check_rules_in_force,
    check_phases,
    check_weather,
    check_victory,
    check_setup,
    check_history,
]


# --- small geometry and dates --------------------------------------------------------------------------


def _serves(since: int | None, until: int | None, when: int) -> bool:
    return (since is None or since <= when) and (until is None or when <= until)


def _on_map(c: Components, place: str) -> bool:
    if len(place) != 4 or not place.isdecimal():
        return False
    return 1 <= int(place[:2]) <= c.map.columns and 1 <= int(place[2:]) <= c.map.rows


def _grain(c: Components, place: str, arrow: str) -> Iterator[tuple[int, int]]:
    """The hexes of a straight line across the map, as (column, row)."""
    column, row = int(place[:2]), int(place[2:])
    across, down = STEPS[arrow]
    height = 2 * row + (column % 2 == 0)  # in half hexes; even columns lie half a hex lower
    while 1 <= column <= c.map.columns and 1 <= row <= c.map.rows:
        yield column, row
        column, height = column + across, height + down
        row = (height - (column % 2 == 0)) // 2
