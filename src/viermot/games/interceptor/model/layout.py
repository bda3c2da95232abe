"""What never changes during a game: the charts as small ints, and the options it is played with [3.6, 10.0]."""

# not compiled: a layout takes over a dictionary of charts

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from viermot.games.interceptor.components import Components
from viermot.games.interceptor.components.aircraft import Aircraft, Fighter
from viermot.games.interceptor.model import terms
from viermot.games.interceptor.model.ids import (
    NO_BOMBER,
    NO_ENEMY,
    NO_UNIT,
    BomberPart,
    BomberType,
    EnemyType,
    Model,
    MonthNumber,
    Series,
    Skill,
    System,
    Unit,
)
from viermot.games.interceptor.model.modifiers import Modifier
from viermot.games.interceptor.model.terms import ALL_DAMAGE, MONTHS, RESULTS, SERIES, SYSTEMS, TARGET_ZONES
from viermot.kernel.user_error import UserError, brief

SWITCHES: Final = ("10.3", "10.4", "10.5", "10.6", "10.7", "example_mode", "ace_late")
COMPANY: Final = ("cooperative", "competitive")
MAX_FIREPOWER: Final = 100
Id = TypeVar("Id", bound=int)
CAREER: Final = "career"  # the scenario in which the unit is rolled or chosen


class OptionError(UserError):
    """An impossible option, with the reason."""


class Frame:
    """An aircraft as damage and initiative see it: an interceptor's mat, or a fighter on chart B11."""

    __slots__ = (
        "agile", "ammo", "boost", "crew", "engine", "engines", "fp", "lost_at", "name", "number", "radial",
        "rocket_hit", "series", "small", "speed", "weapons",
    )  # fmt: skip

    def __init__(self, number: int, of: Aircraft | Fighter) -> None:
        self.number = Model(number)  # of an interceptor; an enemy is known by its type
        self.name = of.name
        self.speed = of.speed
        self.agile = of.agile
        self.radial = of.radial
        self.engines = of.engines
        self.engine = of.engine  # hits, beyond any armour, that stop one
        own = isinstance(of, Aircraft)
        self.crew = of.crew if isinstance(of, Aircraft) else 1
        self.boost = of.boost if isinstance(of, Aircraft) else False
        self.small = of.small if isinstance(of, Aircraft) else False
        self.rocket_hit = (of.rocket_hit or 0) if isinstance(of, Aircraft) else 0
        self.series = Series(SERIES.index(of.series) if isinstance(of, Aircraft) else -1)
        self.weapons = of.weapons if isinstance(of, Aircraft) else ()
        self.fp = tuple(weapon.fp for weapon in self.weapons) if own else (of.fp,)  # type: ignore[union-attr]
        self.ammo = tuple(-1 if weapon.ammo is None else weapon.ammo for weapon in self.weapons)
        thresholds = {"port wing": of.wing, "starboard wing": of.wing, "airframe": of.airframe, "tail": of.tail,
                      "controls": of.controls}  # fmt: skip
        self.lost_at = tuple(thresholds.get(system, 0) for system in SYSTEMS)  # 0: cannot be lost to a number of hits


def _cells(cells: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(RESULTS.get(cell, 0) if isinstance(cell, str) else cell for cell in cells)


def _avoided(hits: int | str) -> int:
    return ALL_DAMAGE if isinstance(hits, str) else hits


def _indexes(words: Sequence[str], names: Sequence[str], kind: Callable[[int], Id]) -> tuple[Id, ...]:
    return tuple(kind(names.index(word)) for word in words)


class Burst(NamedTuple):
    """A line of the extended burst chart: hits beyond the card's, ammunition it costs, guns that jam [7.1.13]."""

    bonus: int
    ammo: int
    jam: int


class WingmanAttack(NamedTuple):
    """A line of chart W1: the wingman's hits, and what becomes of him [7.2.3.1]."""

    hits: int
    fate: int


class Manoeuvre(NamedTuple):
    """What a manoeuvre does: hits avoided, positions gained, and whether it ends the encounter [10.6]."""

    avoid: int
    gain: int
    ends: bool


class Approach(NamedTuple):
    """What the direction of an attack adds to the bomber's hits and to ours [10.5]."""

    theirs: int
    ours: int


class Charts:
    """The charts and cards of a pack as small ints; laid out once, however many games use it."""

    def __init__(self, pack: Components) -> None:
        self._read_year(pack)
        self._read_cards(pack)
        self._read_aircraft(pack)
        self._read_charts(pack)
        self._read_events(pack)
        self._read_approach(pack)
        self._read_career(pack)

    def _read_career(self, pack: Components) -> None:
        craft = pack.aircraft
        self.craft_since = tuple(MONTHS.index(row.available) for row in craft.values())
        self.craft_level = tuple(row.prestige for row in craft.values())
        self.in_service = tuple(
            tuple(frame for frame in self.aircraft if self.craft_since[frame.number] <= month)
            for month in range(len(MONTHS))
        )  # by month
        self.craft_offer = tuple(row.r1 for row in craft.values())
        self.unit_since = tuple(MonthNumber(MONTHS.index(unit.since)) for unit in pack.units)
        self.unit_series = tuple(
            frozenset(Series(SERIES.index(craft[name].series)) for name in unit.aircraft) for unit in pack.units
        )
        rows = pack.career.skill
        self.skill_cost = tuple(row.cost for row in rows)
        self.once_a_sortie = sum(1 << number for number, row in enumerate(rows) if row.once_a_sortie)  # a bit each

    def _read_year(self, pack: Components) -> None:
        self.sorties = tuple(row.sorties for row in pack.calendar.month)
        self.raid_dice = tuple(min(pack.raids[month]) for month in MONTHS)  # the lowest roll is 1 on each die
        self.promotion = tuple(row.promotion for row in pack.calendar.month)
        self.raid_zone = tuple(
            {roll: TARGET_ZONES.index(raid.zone) for roll, raid in pack.raids[month].items()} for month in MONTHS
        )
        self.raid_target = tuple({roll: raid.target for roll, raid in pack.raids[month].items()} for month in MONTHS)
        bombers = [bomber.name for bomber in pack.bombers]
        fighters = [fighter.name for fighter in pack.fighters]
        self.bomber_types = tuple(_indexes(pack.bomber_types[month], bombers, BomberType) for month in MONTHS)
        self.escorts = tuple(
            tuple(
                tuple(EnemyType(fighters.index(name)) if name else NO_ENEMY for name in pack.escorts[month][zone])
                for zone in TARGET_ZONES
            )
            for month in MONTHS
        )
        self.yb40 = BomberType(bombers.index("YB-40")) if "YB-40" in bombers else NO_BOMBER
        self.yb40_months = frozenset(MONTHS.index(month) for month in pack.targets.yb40.months)
        self.yb40_roll = pack.targets.yb40.roll
        sweeps = pack.targets.sweeps
        france = _indexes(sweeps.france, fighters, EnemyType)
        elsewhere = _indexes(sweeps.elsewhere, fighters, EnemyType)
        self.sweeps = tuple(france if zone == "France" else elsewhere for zone in TARGET_ZONES)
        self.sweep_orientation = tuple(terms.ORIENTATIONS[word] for word in sweeps.orientation)
        self.tracks = tuple(
            tuple(pack.track(unit.zone)[zone] for zone in TARGET_ZONES) for unit in pack.units
        )  # by unit
        boxes = pack.tracks.boxes
        self.bomb_boxes = frozenset(boxes.bombs)
        self.flak_box = boxes.flak
        self.last_box = (boxes.last_single, boxes.last_twin)  # by engines - 1

    def _read_cards(self, pack: Components) -> None:
        unused, *_ = pack.cards
        cards = (unused, *pack.cards)  # a card's index is its number; there is no card 0
        self.hits = tuple(_cells(card.hits) for card in cards)
        self.fire = tuple(card.df for card in cards)
        self.jams = tuple(card.jam for card in cards)
        self.avoid = tuple(_avoided(card.defence.avoid) for card in cards)
        self.improve = tuple(card.defence.improve for card in cards)
        self.agile_improve = tuple(card.defence.agile_improve or card.defence.improve for card in cards)
        self.tight = tuple(card.defence.tight for card in cards)
        self.ends = tuple(card.defence.ends for card in cards)
        self.defence = tuple(card.defence.name for card in cards)
        self.wing_text = tuple(terms.WINGMAN_TEXTS.index(card.wingman.kind) for card in cards)
        self.wing_value = tuple(card.wingman.value for card in cards)
        self.deck = bytes(card.n for card in pack.cards)
        self.column = columns_reached(pack.columns)

    def _read_aircraft(self, pack: Components) -> None:
        self.aircraft = tuple(Frame(number, row) for number, row in enumerate(pack.aircraft.values()))
        self.fighters = tuple(Frame(number, row) for number, row in enumerate(pack.fighters))
        self.bombers = pack.bombers
        self.is_b17 = tuple(bomber.formation for bomber in pack.bombers)
        self.first_weapon_hit = pack.allied.fire.first_weapon_hit
        ranges = pack.allied.ranges
        self.range_hits, self.formation_hits, self.small_hits = ranges.plain, ranges.formation, ranges.small_target
        self.range_modifier = tuple(Modifier("range", hits, "7.1.7a") for hits in ranges.plain)
        self.formation_modifier = tuple(Modifier("formation", hits, "7.1.7b") for hits in ranges.formation)
        self.small_modifier = tuple(Modifier("small", hits, "7.1.7c") for hits in ranges.small_target)
        loss = pack.charts.speed_loss
        self.inline_loss = (0, loss.inline_damaged, loss.inline_out)
        self.radial_loss = loss.radial

    def _read_charts(self, pack: Components) -> None:
        charts = pack.charts
        self.interception = tuple(
            dict(enumerate(_indexes(pack.interception(month), terms.INTERCEPTIONS, int), 2)) for month in MONTHS
        )  # by 2d6
        wing = _indexes(charts.bomber_damage.wing, terms.BOMBER_PARTS, BomberPart)
        airframe = _indexes(charts.bomber_damage.airframe, terms.BOMBER_PARTS, BomberPart)
        self.bomber_damage = (wing, wing, airframe)  # by point of aim, then 1d10 - 1
        group = charts.group_damage
        packages = (group.wing, group.wing, group.airframe, group.climb, group.dive)
        self.package = tuple(_indexes(parts, terms.GROUP_PARTS, BomberPart) for parts in packages)
        self.package_random = (
            group.wing_random, group.wing_random, group.airframe_random, group.climb_random, group.dive_random,
        )  # fmt: skip
        self.fighter_package = _indexes(group.fighter, SYSTEMS, System)
        self.fighter_random = group.fighter_random
        self.fighter_damage = tuple(
            _indexes([pack.fighter_damage[10 * tens + ones] for ones in range(1, 7)], SYSTEMS, System)
            for tens in range(1, 7)
        )
        damage = charts.damage
        self.fuel_tank = dict(enumerate(_indexes(damage.fuel_tank, terms.FUEL_RESULTS, int), 2))  # by 2d6
        self.wound = dict(enumerate(_indexes(damage.wound, terms.WOUNDS, int), 1))  # by 1d6
        self.bomber_crew = dict(enumerate(_indexes(damage.bomber_crew, terms.BOMBER_CREW, int), 1))
        self.bombs_explode = damage.bombs_explode
        self.blast = damage.blast
        self.flak = damage.flak
        self.rocket_hits = dict(enumerate(damage.rocket_hits, 1))
        self.burst = tuple(
            Burst(RESULTS[bonus] if isinstance(bonus, str) else bonus, ammo, terms.JAMS.index(jam))
            for bonus, ammo, jam in charts.extended_burst.results
        )  # by 2d6 - 2
        self.wingman_attack = tuple(
            WingmanAttack(RESULTS[hits] if isinstance(hits, str) else hits, terms.WINGMAN_FATES.index(fate))
            for hits, fate in charts.wingman_attack.results
        )  # by 2d6 - 2
        self.landing = charts.landing
        self.parachute = charts.parachute
        self.weather = charts.weather
        self.initiative = charts.initiative
        self.chances = charts.chances
        self.serious_wound = charts.serious_wound.sorties  # by 2d6 - 2

    def _read_events(self, pack: Components) -> None:
        skills = {row.name: row for row in pack.career.skill}
        learned = [skills[name] for name in terms.SKILLS[-4:]]
        self.manoeuvre = tuple(Manoeuvre(_avoided(row.avoid), row.improve, row.ends) for row in learned)
        self.random_events = {roll: terms.EVENTS.index(row.name) for roll, row in pack.events.items()}
        by_name = {row.name: row for row in pack.events.values()}
        any_row = pack.events[min(pack.events)]  # what a pack leaves out never happens, so its row is never used
        self.lost_on_landing = sum(
            1 << terms.MARKERS.index(row.name) for row in pack.events.values() if row.kept == "sortie"
        )  # markers, a bit each
        self.old_hand_xp = by_name["old hand"].experience if "old hand" in by_name else 0
        self.newsreel_points = by_name["newsreel"].prestige if "newsreel" in by_name else 0
        self.stray_divide = by_name.get("stray fire", any_row).divide
        self.trouble_speed = by_name.get("engine trouble", any_row).speed
        self.vector_boxes = by_name.get("wrong vector", any_row).boxes
        self.control_shift = by_name.get("ground control", any_row).shift

    def _read_approach(self, pack: Components) -> None:
        places = pack.positions
        self.altitude = dict(enumerate(_indexes(places.altitude.by_die, terms.ALTITUDES, int), 1))  # by 1d6
        approach = {  # by location and altitude; 9 is a climb, 10 a dive [10.5]
            (place.id, level): Approach(*(place.low, place.level, place.high)[level])
            for place in places.location
            for level in range(3)
        }
        approach[terms.CLIMB, terms.LOW] = Approach(*places.vertical.climb)
        approach[terms.DIVE, terms.HIGH] = Approach(*places.vertical.dive)
        self.approach = approach
        self.neighbours = {place.id: place.neighbours for place in places.location}
        self.opposite = {place.id: place.opposite for place in places.location}


_LAID_OUT: dict[str, Charts] = {}
MAX_PACKS: Final = 8


def charts_of(pack: Components) -> Charts:
    """The charts of a pack."""
    found = _LAID_OUT.get(pack.hash)
    if found is None:
        if len(_LAID_OUT) >= MAX_PACKS:
            _LAID_OUT.clear()
        found = _LAID_OUT[pack.hash] = Charts(pack)
    return found


class Layout(Charts):
    """One game's charts and options; shared by all clones of its state."""

    def __init__(self, pack: Components, scenario: str, options: Mapping[str, Any]) -> None:
        self.__dict__.update(charts_of(pack).__dict__)
        self.pack = pack
        self.scenario = scenario
        self.options: dict[str, Any] = _checked(pack, scenario, options)
        self._read_options()

    def _read_options(self) -> None:
        chosen = self.options
        company = chosen.get("10.1")
        self.together = company == "cooperative"
        self.versus = company == "competitive"
        self.pilots = int(chosen.get("pilots", 2)) if company else 1
        self.everybody = (1 << self.pilots) - 1
        self.ace = str(chosen.get("10.2", ""))
        self.ace_late = bool(chosen.get("ace_late"))
        self.fatigue = bool(chosen.get("10.3"))
        self.quality = bool(chosen.get("10.4"))
        self.advanced = bool(chosen.get("10.5"))
        self.manoeuvres = bool(chosen.get("10.6"))
        self.plot = bool(chosen.get("10.7"))
        self.example = bool(chosen.get("example_mode"))
        self.start = MonthNumber(MONTHS.index(chosen["start"]) if "start" in chosen else 0)
        self.unit = Unit(int(self.scenario) - 1) if self.scenario != CAREER else NO_UNIT
        rows = self.pack.career.skill
        self.lessons = tuple(
            tuple(Skill(n) for n, row in enumerate(rows) if who in row.who and (self.manoeuvres or not row.optional))
            for who in terms.CREW
        )  # by who learns


def _checked(pack: Components, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in canonical form; OptionError names one that is impossible."""
    if scenario != CAREER and not (scenario.isdigit() and 1 <= int(scenario) <= len(pack.units)):
        known = [CAREER, *(str(n) for n in range(1, len(pack.units) + 1))]
        raise OptionError("error.no_scenario", name=brief(scenario), known=", ".join(known))
    chosen: dict[str, Any] = {}
    for name, value in options.items():
        found = _option(pack, str(name), value)
        if found is not None:
            chosen[str(name)] = found
    if "pilots" in chosen and "10.1" not in chosen:
        raise OptionError("interceptor.error.pilots_alone", "10.1.1a")
    if "ace_late" in chosen and "10.2" not in chosen:
        raise OptionError("interceptor.error.late_alone", "10.2")
    return chosen


def _option(pack: Components, name: str, value: Any) -> Any:
    """One option's value; None when it is switched off."""
    off = value in (None, False, "", "off", "false", "no")
    if name in SWITCHES:
        if off:
            return None
        if value in (True, 1, "on", "true", "yes", "1"):
            return True
    elif name == "10.1":
        if off or str(value).lower() in COMPANY:
            return None if off else str(value).lower()
    elif name == "pilots":
        if str(value) in ("2", "3", "4"):
            return int(value)
    elif name == "10.2":
        if off:
            return None
        for ace in pack.aces:
            if str(value).lower() in (ace.lower(), ace.lower().rpartition(" ")[2]):
                return ace
        raise OptionError("interceptor.error.no_ace", "10.2", name=brief(value), aces=", ".join(pack.aces))
    elif name == "start":
        if off or value in MONTHS:
            return None if off else value
    elif name == "name":
        if off or (isinstance(value, str) and len(value) <= 40):
            return None if off else value
    else:
        raise OptionError("interceptor.error.no_option", name=brief(name))
    raise OptionError("interceptor.error.bad_option", name=name, value=brief(value))


def columns_reached(columns: tuple[int, ...]) -> tuple[int, ...]:
    """For each firepower, the column of the cards to read: the last one it reaches, otherwise the first [7.1.6]."""
    return tuple(
        max((n for n, minimum in enumerate(columns) if fp >= minimum), default=0) for fp in range(MAX_FIREPOWER)
    )
