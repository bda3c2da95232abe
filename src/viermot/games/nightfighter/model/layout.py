"""What never changes during a game: the scenario, its options and every aircraft's figures [3.2, 6.0, 12.0].

Clones share one Layout. Names are looked up here once and for all; the rules read plain ints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from viermot.games.nightfighter.components import (
    Attackers,
    BomberType,
    BookTables,
    Components,
    FighterType,
    Mp,
    Scenario,
    SearchRadar,
    attacker_id,
    fighter_id,
)
from viermot.games.nightfighter.model.board import BOX, CENTRE, HEXES, LEFT, RIGHT, SIZE
from viermot.games.nightfighter.model.fitting import (
    HEAVY,
    JAMMING,
    LIGHT,
    NOT_JAMMED,
    FittedFighter,
    FittedRadar,
    fit_fighter,
    mp_at,
    refuse_unknown_options,
)
from viermot.games.nightfighter.model.fitting import OptionError as OptionError
from viermot.games.nightfighter.model.ids import NO_FIGHTER, NO_ZONE, Fighter, Group, Hex, Radar, Zone
from viermot.kernel.hexes import DIRECTIONS
from viermot.kernel.json import JsonTable

if TYPE_CHECKING:
    from viermot.games.nightfighter.model.state import Game

BOMBER, TORPEDO, FLARE_DROPPER, GERMAN_FIGHTER, INTRUDER, FLYING_BOMB = range(6)
AVOIDANCE, FLASH, FOLLOW_DOWN = range(1, 4)  # what becomes of the victor [17.3]
ROLES: Final = ("bomber", "torpedo", "flare", "german fighter", "intruder", "flying bomb")
LADDER: Final = ("2", "2*", "3", "3*", "4", "4*")  # what alert does to a bomber's MP [28.2a]
AI_SEARCH: Final = 6  # the number of the phase
SWITCHES: Final = ("28.1", "28.2", "28.2.1", "28.3", "28.4", "28.5", "28.6")
HITS_SEEN: Final = 15  # what the player has witnessed of a contact, as bits
ALERT_SEEN: Final = 16
TYPE_SEEN: Final = 32


def turns(mp: Mp) -> tuple[int, int]:
    """MP on even and on odd turns: index it with ``turn & 1`` [2.1.5b, 7.2b, 9.1a]."""
    return (mp.base + mp.star, mp.base)


def alerted(mp: Mp) -> tuple[int, int]:
    """MP one step up the ladder [28.2a, ruling A26]."""
    name = f"{mp.base}{'*' if mp.star else ''}"
    if name not in LADDER[:-1]:
        return turns(mp)
    up = LADDER[LADDER.index(name) + 1]
    return turns(Mp(base=int(up[0]), star=up.endswith("*")))


class AttackerGroup:
    """Attackers of one type and role: the figures they share, and the ids of their counters."""

    type: str
    role: int
    count: int
    ids: tuple[int, ...]
    spare: int  # counters of this type that will not be drawn
    mp: tuple[int, int]
    alert_mp: tuple[int, int]
    firepower: int | None  # defensive [6.0c, 6.0d]
    damage: int
    boozer: bool = False
    warned: bool  # uses the Warning column against anybody
    village_inn: bool = False
    monica: bool = False
    h2s: bool = False  # carried if its tally number is 6 [24.3.1]
    responds: bool = True
    ai: FittedRadar | None = None  # an intruder's radar
    engines: int
    serrate_target: bool = False  # a German fighter with AI radar [24.4b]


def _side(sixths: int) -> int:
    """The side that this many sixths of a turn from the facing lead to."""
    return CENTRE if not sixths else LEFT if sixths < 0 else RIGHT


class RadarCounter:
    """A radar search counter of the player's [13.1]."""

    def __init__(self, name: str, radar: SearchRadar, fighter: Fighter, jam: int) -> None:
        self.name = name
        self.family: str = radar.family
        self.value = 4 if jam == HEAVY else radar.value  # [24.5.1b]
        self.sweeps = radar.sweeps
        self.wide_arc_only = radar.wide_arc_only  # of the aircraft that carries it [24.2.3a, 24.4a]
        self.fighter = fighter  # whose set it is, for homers; -1 for ground radar
        self.jam = jam


class DrawnZones(NamedTuple):
    """The searchlight zones as printed on the map; the same in every scenario of a pack."""

    letters: tuple[str, ...]
    zone_of: tuple[Zone, ...]  # by hex, with one entry more for OFF: there are no zones beyond the edge
    hexes: tuple[tuple[Hex, ...], ...]  # by zone
    near: tuple[frozenset[Hex], ...]  # by zone: its hexes and those next to them


@lru_cache(maxsize=8)
def _drawn_zones(areas: tuple[tuple[str, tuple[int, int, int, int]], ...]) -> DrawnZones:
    """The zones of a map from the first and last column and the first and last row of each letter."""
    zone_of = [NO_ZONE] * (SIZE + 1)
    hexes: list[tuple[Hex, ...]] = []
    for number, (_, (left, right, top, bottom)) in enumerate(areas):
        inside = tuple(HEXES.at(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))
        hexes.append(inside)
        for hex_ in inside:
            zone_of[hex_] = Zone(number)
    near = tuple(frozenset(n for hex_ in inside for n in (hex_, *HEXES.adjacent[hex_])) for inside in hexes)
    return DrawnZones(tuple(letter for letter, _ in areas), tuple(zone_of), tuple(hexes), near)


class Layout:
    """A scenario with its options, set up and ready for play."""

    umpired = True  # is there an umpire?

    def __init__(self, components: Components, scenario: Scenario, options: JsonTable) -> None:
        refuse_unknown_options(components, scenario, options, self.umpired)
        self.components = components
        self.scenario = scenario
        self.blank: Game | None = None  # a game before set-up, to be copied
        self.options = dict(options)
        self.equipment: Mapping[str, Sequence[str]] = options.get("equipment", {})  # agreed: fighter or type [12.0b]
        types = {group.type for group in (*scenario.attackers, *scenario.intruders)}
        self.agreed_for_attackers = sorted(types.intersection(self.equipment))  # [12.0d]
        rules = scenario.rules
        self.advanced_tally = "15" in rules
        self.displacement = "16" in rules
        self.advanced_combat = "17" in rules
        self.tail_warnings = "27" in rules or "27.3" in rules
        self.may_declare = bool(options.get("5.0b"))
        self.asks_each_turn = bool(options.get("8.1.4b"))  # is the umpire asked even when nobody is due? [ruling A56]
        self.follow_roll = bool(options.get("28.1"))
        self.alert_speed = bool(options.get("28.2"))
        self.fishpond = bool(options.get("28.2.1"))
        self.confusion = bool(options.get("28.3"))
        self.attack_positions = bool(options.get("28.4"))
        self.rear_view = bool(options.get("28.6"))
        self._flags(scenario)
        self._zones(components, scenario)
        self._attackers(components, scenario)
        self._fighters(components, scenario)
        self._radars(components, scenario)
        self._entry(scenario)
        self.chits = tuple((chit.red, chit.yellow) for chit in components.chits)
        self.corkscrew = tuple(_side(components.map.corkscrew.get(die, 0)) for die in range(7))  # by die [17.4.3]
        self.tail_warning = components.map.tail_warning  # how far behind [27.3]
        self._book_tables(components.book)
        self.scatter = {int(die): turn for die, turn in components.map.scatter.items()}
        self.box_hexes = tuple(HEXES.parse(name) for name in components.map.box_hexes)
        self.flare_entries = tuple(
            (HEXES.parse(name), DIRECTIONS.index(way)) for name, way in components.map.flare_entries
        )

    def _book_tables(self, book: BookTables) -> None:
        """The tables, in the form in which the rules look them up."""
        self.sight, self.lit_sight = book.visibility.range, book.visibility.lit_range  # by visibility [3.3.2]
        self.hits = book.hits.least  # the totals for one hit, two, ... [11.0c]
        fates = book.destruction
        by_die = ((fates.avoidance, AVOIDANCE), (fates.flash, FLASH), (fates.follow_down, FOLLOW_DOWN))
        self.destruction = {die: fate for dice, fate in by_die for die in dice}  # [17.3]
        self.response, self.reaction = book.response, book.reaction  # [17.4]

    def _flags(self, scenario: Scenario) -> None:
        flags = scenario.flags
        self.deconfliction = "deconfliction" in flags
        self.oblique_as_main = "oblique_as_main" in flags
        self.untrained = "untrained" in flags
        self.contrails = "contrails" in flags
        self.poor_coordination = "poor_coordination" in flags
        self.identification = "identification" in flags
        self.german_stream = "german_stream" in flags
        self.fading_serrate = "fading_serrate" in flags
        self.poor_contact = self.poor_coordination or self.fading_serrate
        self.flying_bombs = "flying_bombs" in flags
        self.naval = scenario.task_force is not None
        self.always_lit = "always_lit" in flags
        self.intruders = bool(scenario.intruders)
        self.high = scenario.altitude == "high"
        self.omit = scenario.omit - self._agreed_phases()  # [4.0b]

    def _agreed_phases(self) -> frozenset[int]:
        """An omitted phase comes back with a radar that both sides agreed on [4.0b, ruling A47]."""
        for_fighters = [names for whose, names in self.equipment.items() if whose not in self.agreed_for_attackers]
        agreed = {name for names in for_fighters for name in names}
        return frozenset((AI_SEARCH,)) if agreed & self.components.ai_radars.keys() else frozenset()

    def _zones(self, components: Components, scenario: Scenario) -> None:
        drawn = _drawn_zones(tuple(sorted(components.map.zones.items())))
        letters, zones = drawn.letters, tuple(map(Zone, range(len(drawn.letters))))
        self.zone_letters = letters
        self.zone_of = zone_of = drawn.zone_of
        self.zone_hexes = drawn.hexes
        self.near_zone = drawn.near  # in or next to the zone [28.3]
        self.active = tuple(letter in scenario.zones for letter in letters)
        self.flare_lit = tuple(letter in scenario.flare_zones for letter in letters)
        self.task_force = zones[letters.index(scenario.task_force)] if scenario.task_force else NO_ZONE
        self.flak_zones = tuple(
            scenario.flak and (on or lit) for on, lit in zip(self.active, self.flare_lit, strict=True)
        )  # zones under flares count as active [14.3e]
        self.searching = tuple(zone for zone in zones if self.active[zone] or self.flare_lit[zone])
        self.active_at = [zone != NO_ZONE and self.active[zone] for zone in zone_of]
        self.directed = scenario.directed and not scenario.jamming.searchlights  # [24.5.3]

    def _attackers(self, components: Components, scenario: Scenario) -> None:
        self.groups: list[AttackerGroup] = []
        self.mp_by_altitude = False  # does any attacker's MP depend on altitude? [6.0b]
        self.jammed_by_raiders = False  # do any of them jam search radar? [24.5]
        for line in scenario.attackers:
            self._add_group(components, scenario, line, ROLES.index(line.role))
        for line in scenario.intruders:
            self._add_group(components, scenario, line, INTRUDER)
        self.speeds = tuple(tuple(group.mp[parity] for group in self.groups) for parity in (0, 1))
        self.any_h2s = any(group.h2s for group in self.groups)
        self.group_numbers = tuple(map(Group, range(len(self.groups))))
        self.one_type = len({group.type for group in self.groups}) == 1  # then no type is a secret [ruling A32]

    def _add_group(self, components: Components, scenario: Scenario, line: Attackers, role: int) -> None:
        group = AttackerGroup()
        group.type, group.role, group.count = line.type, role, line.count
        counters = components.counters_of(line.type)
        first = sum(len(other.ids) for other in self.groups)
        group.ids = tuple(attacker_id(first + n) for n in range(counters))
        group.spare = counters - line.count
        agreed = self.equipment.get(line.type, ())  # attackers, like fighters, may have agreed equipment [12.0d]
        carried = {*scenario.attackers_equipment, *line.upgrades, *agreed}
        if line.type in components.bombers:
            bomber = components.bombers[line.type]
            standard = {item.name for item in bomber.equipment if item.is_standard_in(scenario.month)}
            self._equip_bombers(group, bomber, carried | standard)
        else:
            chart = components.fighters[line.type]
            fit = FittedFighter(components, chart, scenario, (*scenario.attackers_equipment, *line.upgrades, *agreed))
            self._equip_fighters(group, chart, fit)
        printed = components.aircraft(line.type)
        group.damage = printed.damage
        mp = mp_at(printed, scenario.altitude)
        self.mp_by_altitude = self.mp_by_altitude or mp is not printed.mp
        group.mp, group.alert_mp = turns(mp), alerted(mp)
        if role == FLARE_DROPPER and "flare_droppers_move_three" in scenario.flags:
            group.mp = group.alert_mp = (3, 3)
        if role == GERMAN_FIGHTER and self.german_stream:  # it keeps up with the stream: 3, and 4 on even turns
            group.mp = group.alert_mp = (4, 3)
        self.groups.append(group)

    def _equip_bombers(self, group: AttackerGroup, chart: BomberType, carried: set[str]) -> None:
        fitted = [item for item in chart.equipment if item.name in carried]
        names = {item.name for item in fitted}
        if self.flying_bombs:
            group.role = FLYING_BOMB
        group.firepower = chart.fp  # [6.0c]
        group.village_inn = "Village Inn" in names
        group.monica = "Monica" in names
        group.boozer = "Boozer" in names
        group.h2s = "H2S" in names
        group.warned = group.monica or group.village_inn  # [24.2.1, 24.2.2]
        group.responds = chart.responds
        group.engines = chart.engines
        self.fishpond = self.fishpond or "Fishpond" in names  # agreed for this type [28.2.1]
        self.jammed_by_raiders = self.jammed_by_raiders or any(item.effects.get("jams_search") for item in fitted)

    def _equip_fighters(self, group: AttackerGroup, chart: FighterType, fit: FittedFighter) -> None:
        """Intruders, and the German fighters that fly in a bomber stream."""
        group.firepower = chart.defence  # [6.0d, 17.4.4b]
        group.warned = fit.tail  # [17.4.4a]
        group.engines = 2
        group.serrate_target = chart.nation == "GE" and fit.radar is not None
        if group.role == INTRUDER and fit.radar is not None:  # never jammed [24.5.2c]
            group.ai = FittedRadar(fit.radar, self.scenario.altitude, {}, fit.ai_modifier)

    def _fighters(self, components: Components, scenario: Scenario) -> None:
        self.fighters: list[FittedFighter] = []
        jammed_bands: Mapping[Any, str] = scenario.jamming.ai
        for line in scenario.defenders:
            for _ in range(line.count):
                number = len(self.fighters)
                fit = fit_fighter(components, scenario, line, fighter_id(number), self.options)
                fit.place = scenario.setup[number]
                if fit.radar is not None:
                    fit.ai = FittedRadar(fit.radar, scenario.altitude, jammed_bands, fit.ai_modifier)
                self.fighters.append(fit)
        self.y_guided = any(fit.guidance == "Y" for fit in self.fighters)
        self.numbers = tuple(map(Fighter, range(len(self.fighters))))
        self.ai_sets = {number: fit.ai for number, fit in self.numbered() if fit.ai is not None}
        self.views = any(fit.view for fit in self.fighters)  # does any crew have a good view? [10.1.1b]

    def numbered(self) -> Iterable[tuple[Fighter, FittedFighter]]:
        """Every fighter with its number."""
        return zip(self.numbers, self.fighters, strict=True)

    def _radars(self, components: Components, scenario: Scenario) -> None:
        declined = set(self.options.get("decline", ()))
        search_jam = max(JAMMING.index(scenario.jamming.search), LIGHT if self.jammed_by_raiders else NOT_JAMMED)
        self.radars: list[RadarCounter] = []
        for name in scenario.radar:
            if name in declined:
                continue
            radar = components.search_radars[name]
            jam = search_jam if radar.jammable else NOT_JAMMED  # [25.2]
            self.radars.append(RadarCounter(name, radar, NO_FIGHTER, jam))
        letters = {name: iter(radar.letters) for name, radar in components.search_radars.items()}
        for number, fit in self.numbered():
            for homer in fit.homers:  # [24.2.3a, 24.3.2a, 24.4a]
                letter = next(letters[homer], "")
                if letter:  # there are as many counters as letters [2.2.2]
                    name = f"{homer} {letter}"
                    radar = components.search_radars.get(name, components.search_radars[homer])
                    self.radars.append(RadarCounter(name, radar, number, NOT_JAMMED))
        self.radar_numbers = tuple(map(Radar, range(len(self.radars))))

    def _entry(self, scenario: Scenario) -> None:
        """Who is due when: turn -> [(role or -1 for any, how many)] [8.1.1a]."""
        self.schedule: dict[int, list[tuple[int, int]]] = {}
        for entry in scenario.entry:
            role = -1 if entry.role == "any" else ROLES.index(entry.role)
            self.schedule.setdefault(entry.turn, []).append((role, entry.count))
        self.last_entry = max(self.schedule, default=0)
        self.attackers_in_all = sum(group.count for group in self.groups)

    @cached_property
    def start_places(self) -> tuple[Sequence[int], ...]:
        """For each fighter, every hex and facing it may be set up in, as ``hex * 6 + facing`` [3.2c]."""
        return tuple(self._places(fighter) for fighter in self.numbers)

    def _places(self, fighter: Fighter) -> Sequence[int]:
        hexes = self.start_hexes[fighter]
        if hexes == (BOX,):
            return (SIZE * 6,)
        if len(hexes) == SIZE:
            return range(SIZE * 6)
        return tuple(hex_ * 6 + facing for hex_ in hexes for facing in range(6))

    @cached_property
    def start_hexes(self) -> tuple[tuple[Hex, ...], ...]:
        """For each fighter, the hexes it may be set up in [3.2c]."""
        return tuple(self._start_hexes(fighter) for fighter in self.numbers)

    def _start_hexes(self, fighter: Fighter) -> tuple[Hex, ...]:
        place = self.fighters[fighter].place
        if place.kind == "beacon":
            return (HEXES.parse(self.components.map.beacon),)
        if place.kind == "box":
            return (BOX,)
        if place.rows is not None:
            low, high = place.rows
            return tuple(h for h in HEXES.all if low <= HEXES.row[h] <= high)
        if place.kind == "zones":
            return tuple(h for letter in place.zones for h in self.zone_hexes[self.zone_letters.index(letter)])
        return HEXES.all


def tally_number(ident: int) -> int:
    """The last digit of an id [1.5b, 2.2.1a]."""
    return ident % 10


def entry_hex(column: int) -> Hex:
    """Row 01 of a column [8.2]."""
    return HEXES.at(column, 1)
