"""Sanity checks of Nightfighter's component data: what a schema cannot see [2.1, 8.1, 12.0, 24.0].

`refuse_nonsense` stops a pack that names things that do not exist; the checks in CHECKS only complain, one
sentence each, because an owner may have reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from viermot.kernel.packs import Fault, fault, refuse
from viermot.kernel.user_error import UserError

if TYPE_CHECKING:
    from viermot.games.nightfighter.components import Components
    from viermot.games.nightfighter.components.charts import AircraftType
    from viermot.games.nightfighter.components.scenario_book import Attackers, Defender, Scenario

    Check = Callable[[Components], Iterator[UserError]]

SM, SM_BY_DIE = "SM", "SM by die roll"
CARRIED = ("flensburg", "naxos", "serrate")  # search counters that come with an aircraft, never listed
STEPS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}  # half hexes


# --- references ----------------------------------------------------------------------------------------


def refuse_nonsense(c: Components) -> None:
    """Stop at the first name that refers to nothing."""
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


def check_aircraft(c: Components) -> Iterator[UserError]:
    """Chart values in range, and counters in multiples of six so that tally numbers are evenly spread [2.2.1]."""
    charts: list[AircraftType] = [*c.fighters.values(), *c.bombers.values()]
    for kind in charts:
        if not 1 <= kind.damage <= 9:
            yield UserError("nightfighter.odd.damage", name=kind.name, value=kind.damage)
        if kind.fp is not None and not 0 <= kind.fp <= 9:
            yield UserError("nightfighter.odd.firepower", name=kind.name, value=kind.fp)
        if kind.until is not None and kind.until < kind.since:
            yield UserError("nightfighter.odd.months", name=kind.name)
        if kind.counters < 6 or kind.counters % 6:
            yield UserError("nightfighter.odd.sixes", name=kind.name, count=kind.counters)
        for item in kind.equipment:
            if item.until is not None and item.since is not None and item.until < item.since:
                yield UserError("nightfighter.odd.equipment_months", name=kind.name, equipment=item.name)


def check_fighters(c: Components) -> Iterator[UserError]:
    """Dated radars are in order, and every fighter has something to shoot with."""
    for fighter in c.fighters.values():
        dates = [since for since, _ in fighter.ai]
        if dates != sorted(dates, key=lambda since: since or 0) or not dates:
            yield UserError("nightfighter.odd.radar_dates", name=fighter.name)
        for value in (fighter.defence, fighter.oblique):
            if value is not None and not 0 <= value <= 9:
                yield UserError("nightfighter.odd.other_firepower", name=fighter.name, value=value)
        if fighter.fp is None and fighter.oblique is None:
            yield UserError("nightfighter.odd.no_guns", name=fighter.name)
        if fighter.minimum_mp > min(mp.base for mp in (fighter.mp, fighter.mp_low, fighter.mp_high) if mp):
            yield UserError("nightfighter.odd.minimum", name=fighter.name, mp=fighter.minimum_mp)


def check_radars(c: Components) -> Iterator[UserError]:
    """Ranges, values and counts of radars [13.1, 19.1, 24.5.1]."""
    for radar in c.ai_radars.values():
        if not 1 <= radar.range <= 12 or not -4 <= radar.modifier <= 3:
            yield UserError("nightfighter.odd.ai_radar", name=radar.name, range=radar.range, modifier=radar.modifier)
    for search in c.search_radars.values():
        if not 1 <= search.value <= 3:
            yield UserError("nightfighter.odd.search_value", name=search.name, value=search.value)
        if search.sweeps < 1 or bool(search.letters) != (search.family in CARRIED):
            yield UserError("nightfighter.odd.sweeps", name=search.name)


def check_tables(c: Components) -> Iterator[UserError]:
    """Totals rise, every die has one result, and crews see further with light than without [3.3, 11.0c, 17.3, 17.4]."""
    book = c.book
    if book.moon.full > book.moon.half:
        yield UserError("nightfighter.odd.half_moon")
    if book.visibility.poor > book.visibility.moderate:
        yield UserError("nightfighter.odd.moderate")
    near, far = book.visibility.range, book.visibility.lit_range
    if [*near] != sorted(near) or [*far] != sorted(far) or any(a > b for a, b in zip(near, far, strict=True)):
        yield UserError("nightfighter.odd.ranges")
    if [*book.hits.least] != sorted(set(book.hits.least)):
        yield UserError("nightfighter.odd.totals")
    dice = [*book.destruction.avoidance, *book.destruction.flash, *book.destruction.follow_down]
    if len(set(dice)) < len(dice):
        yield UserError("nightfighter.odd.one_die")
    if book.response.warning > book.response.normal:
        yield UserError("nightfighter.odd.warning")
    if book.response.corkscrew > book.response.defensive_fire:
        yield UserError("nightfighter.odd.no_fire")


# --- map and chits -------------------------------------------------------------------------------------


def check_map(c: Components) -> Iterator[UserError]:
    """Zones lie on the map and do not overlap; every die leads somewhere [2.1, 17.3.1, 17.4.3]."""
    seen: Counter[tuple[int, int]] = Counter()
    for letter, (left, right, top, bottom) in c.map.zones.items():
        if not (1 <= left <= right <= c.map.columns and 1 <= top <= bottom <= c.map.rows):
            yield UserError("nightfighter.odd.zone", letter=letter)
        seen.update((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))
    if seen and max(seen.values()) > 1:
        yield UserError("nightfighter.odd.overlap")
    if set(c.map.scatter) != {2, 3, 4, 5, 6} or 0 in c.map.scatter.values():
        yield UserError("nightfighter.odd.scatter")
    if set(c.map.corkscrew) != {1, 2, 3, 4, 5, 6}:
        yield UserError("nightfighter.odd.corkscrew")


def check_flare_paths(c: Components) -> Iterator[UserError]:
    """Eighteen entries, each at an edge with a path across the whole map [26.2.1]."""
    if len(c.map.flare_entries) != c.map.columns:
        yield UserError("nightfighter.odd.flare_entries", found=len(c.map.flare_entries), wanted=c.map.columns)
    for number, (hex_, arrow) in enumerate(c.map.flare_entries, 1):
        path = list(_grain(c, hex_, arrow))
        if len(path) != c.map.columns:
            yield UserError("nightfighter.odd.flare_path", number=f"{number:02}", found=len(path))


def check_chits(c: Components) -> Iterator[UserError]:
    """Columns that are on the map, three different ones to a side [2.2.7]."""
    for chit in c.chits:
        for side in (chit.red, chit.yellow):
            low, middle, high = sorted(side)
            if low < 1 or high > c.map.columns:
                yield UserError("nightfighter.odd.chit_column", number=f"{chit.id:02}")
            if low == middle or middle == high:
                yield UserError("nightfighter.odd.chit_twice", number=f"{chit.id:02}")


# --- scenarios -----------------------------------------------------------------------------------------


def check_entries(c: Components) -> Iterator[UserError]:
    """Everybody enters, in a role that exists, and there are enough counters [8.1.1, 26.0, 27.1]."""
    for s in c.scenarios.values():
        for role, attackers in _by_entry_role(s).items():
            entering = sum(entry.count for entry in s.entry if entry.role == role)
            if entering != attackers and not s.after_previous:
                yield UserError("nightfighter.odd.entering", scenario=s.id, found=entering, role=role, wanted=attackers)
        if any(entry.turn < 1 or entry.count < 1 for entry in s.entry):
            yield UserError("nightfighter.odd.entry", scenario=s.id)
        drawn: Counter[str] = Counter()
        for line in (*s.attackers, *s.intruders):
            drawn[line.type] += line.count
        for name, count in drawn.items():
            if count > c.counters_of(name):
                yield UserError(
                    "nightfighter.odd.counters", scenario=s.id, found=count, name=name, wanted=c.counters_of(name)
                )


def _by_entry_role(s: Scenario) -> dict[str, int]:
    """How many attackers should enter in each role."""
    roles: Counter[str] = Counter({entry.role: 0 for entry in s.entry})
    for line in (*s.attackers, *s.intruders):
        roles[line.role if line.role in ("torpedo", "flare") else "any"] += line.count
    return dict(roles)


def check_equipment(c: Components) -> Iterator[UserError]:
    """Types and equipment in service at the time, and listed on the type's chart [12.0]."""
    for s in c.scenarios.values():
        lines: list[Attackers | Defender] = [*s.attackers, *s.intruders, *s.defenders]
        for line in lines:
            kind = c.aircraft(line.type)
            if not _serves(kind.since, kind.until, s.month):
                yield UserError("nightfighter.odd.service", scenario=s.id, name=kind.name, month=s.date)
            yield from _check_upgrades(c, s, line, kind)
        kinds = [c.aircraft(line.type) for line in s.attackers]
        for name in s.attackers_equipment:
            if not any(item.name == name for kind in kinds for item in kind.equipment):
                yield UserError("nightfighter.odd.carries", scenario=s.id, name=name)


def _check_upgrades(c: Components, s: Scenario, line: Attackers | Defender, kind: AircraftType) -> Iterator[UserError]:
    equipment = {item.name: item for item in kind.equipment}
    own_sets = {name for _, name in c.fighters[kind.name].ai} if kind.name in c.fighters else set()
    for upgrade in line.upgrades:
        name = SM if upgrade == SM_BY_DIE else upgrade
        if name in equipment:
            radar = c.ai_radars.get(str(equipment[name].effects.get("ai")))
            since = equipment[name].since or (radar.since if radar else None)
            if not _serves(since, equipment[name].until, s.month):
                yield UserError(
                    "nightfighter.odd.available", scenario=s.id, equipment=name, name=kind.name, month=s.date
                )
        elif name not in own_sets:
            yield UserError("nightfighter.odd.on_chart", scenario=s.id, equipment=name, name=kind.name)


def check_search_radars(c: Components) -> Iterator[UserError]:
    """None of those carried by aircraft, which bring their own [13.1, 24.2.3, 24.3.2, 24.4]."""
    for s in c.scenarios.values():
        for name in dict.fromkeys(s.radar):
            if c.search_radars[name].family in CARRIED:
                yield UserError("nightfighter.odd.carried", scenario=s.id, name=name)


def check_rules_in_force(c: Components) -> Iterator[UserError]:
    """Whatever a scenario uses must be among its rules [3.2]."""
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
                yield UserError("nightfighter.odd.chapter", scenario=s.id, chapter=chapter)


def check_phases(c: Components) -> Iterator[UserError]:
    """No phase is left out that has something to do [4.0]."""
    for s in c.scenarios.values():
        lit = s.zones and s.cloud != "cloudy"
        needed = {4: s.flak or s.task_force, 5: s.radar, 7: lit or s.flare_zones}
        for phase, used in needed.items():
            if used and phase in s.omit:
                yield UserError("nightfighter.odd.phase", scenario=s.id, phase=phase)


def check_weather(c: Components) -> Iterator[UserError]:
    """Modifiers for the moon in Europe from April 1942, and for visibility in the Pacific [3.3.1, 3.3.2]."""
    april_1942 = 1942 * 12 + 3
    for s in c.scenarios.values():
        moon = 2 if s.theatre == "Europe" and s.month >= april_1942 else 0
        if s.moon == "random" and s.moon_mod != moon:
            yield UserError("nightfighter.odd.moon_modifier", scenario=s.id, value=s.moon_mod, wanted=moon)
        visibility = 2 if s.theatre == "Pacific" else 0
        if s.visibility == "random" and s.vis_mod != visibility:
            yield UserError("nightfighter.odd.visibility_modifier", scenario=s.id, value=s.vis_mod, wanted=visibility)


def check_victory(c: Components) -> Iterator[UserError]:
    """A decisive victory is harder than a win, and points are counted where there are points [4.1]."""
    for s in c.scenarios.values():
        v = s.victory
        harder = 1 if v.compare == "at least" else -1
        if v.decisive is not None and (v.decisive - v.win) * harder <= 0:
            yield UserError("nightfighter.odd.decisive", scenario=s.id)
        if (v.score == "vp") != (s.vp is not None):
            yield UserError("nightfighter.odd.points", scenario=s.id)


def check_setup(c: Components) -> Iterator[UserError]:
    """Rows that are on the map, and somebody on either side."""
    for s in c.scenarios.values():
        for place in s.setup:
            if place.rows and not 1 <= place.rows[0] <= place.rows[1] <= c.map.rows:
                yield UserError("nightfighter.odd.rows", scenario=s.id, first=place.rows[0], last=place.rows[1])
        lines: list[Attackers | Defender] = [*s.attackers, *s.intruders, *s.defenders]
        if not s.setup or not s.attackers or any(line.count < 1 for line in lines):
            yield UserError("nightfighter.odd.nobody", scenario=s.id)


def check_history(c: Components) -> Iterator[UserError]:
    """History only of what is in the box."""
    for name in c.history.aircraft:
        if name not in c.fighters and name not in c.bombers:
            yield UserError("nightfighter.odd.history_aircraft", name=name)
    for name in c.history.radars:
        if name not in c.ai_radars and name not in c.search_radars:
            yield UserError("nightfighter.odd.history_radar", name=name)


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
