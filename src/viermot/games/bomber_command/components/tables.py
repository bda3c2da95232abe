"""Weather and the tables of the play aid as data [3.4, 7.4, 8.1, 9.7, 10.3, 10.4].

>>> parse_result("2d"), parse_result("3§"), parse_result("0")
(Result(losses=2, marked=True), Result(losses=3, marked=True), Result(losses=0, marked=False))
"""

import re
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec

from viermot.games.bomber_command.components.base import Frozen, Row, Signed, Small
from viermot.games.bomber_command.components.map import AreaType
from viermot.kernel.packs import BadValue, PackError, Sourced, Tables, decode, parsed

WeatherName = Literal["Clear", "Haze", "Broken Cloud", "Cloud", "Heavy Cloud", "Fog"]
WeatherColumn = Literal["clear", "haze", "heavy", "fog"]
Marking = Literal["Newhaven", "Parramatta", "Wanganui"]
Few = Annotated[int, msgspec.Meta(ge=0, le=3)]  # bomb counters: no conversion is written with more


class Result(NamedTuple):
    """A cell of a loss table: how many are lost, and whether a d, D or § stands beside the number."""

    losses: int
    marked: bool


WEATHERS: tuple[WeatherName, ...] = get_args(WeatherName)
COLUMNS: tuple[WeatherColumn, ...] = get_args(WeatherColumn)
MARKINGS: tuple[Marking, ...] = get_args(Marking)
FIGHTER_COLUMNS = ("gci", "tame_boar", "stacked", "late")
FLAK_COLUMNS = ("flak_loss", "flak_disrupt", "flak_damage")
SCRAMBLE_MODIFIERS = ("poor", "moon", "star", "again", "me262")
RECOVERY_MODIFIERS = ("se", "divert", "poor", "moon", "star", "me262", "out of range")


class Weather(Sourced, frozen=True, kw_only=True):
    """A kind of weather and all it does [3.4.2, 10.3.2, 10.4.2]."""

    name: WeatherName
    modifier: Signed
    column: WeatherColumn
    marking: Marking
    row: Small  # of the Bomb Concentration Table, from 1
    cross: bool


class WeatherMarker(Row, frozen=True):
    """One of the markers in the cup: its good and its bad side [3.4.1]."""

    good: WeatherName
    bad: WeatherName


class MarkersRow(Sourced, frozen=True, kw_only=True):
    marker: tuple[WeatherMarker, ...]


class Environment(Sourced, frozen=True, kw_only=True):
    """Visibility, twilight and moon [3.4.4, 3.4.5, 12.1]."""

    most_crosses: Small
    visibility: tuple[Signed, Signed, Signed, Signed, Signed, Signed]
    moon: Signed
    twilight: Signed
    twilight_after: Small
    bad_weather: Small
    moonrise: Small
    moonset: Small
    moon_leeway: Small


class Wind(Sourced, frozen=True, kw_only=True):
    """Where the wind blows, for each sum of two dice that brings wind [12.1.3]."""

    towards: dict[str, int]
    modifier: Signed


class WeatherFile(Row, frozen=True):
    weather: tuple[Weather, ...]
    markers: MarkersRow
    environment: Environment
    wind: Wind


class Skies(Frozen, frozen=True):
    """Everything about the weather."""

    weather: tuple[Weather, ...]  # in the order of WEATHERS
    markers: tuple[WeatherMarker, ...]
    environment: Environment
    wind: dict[int, int]
    wind_modifier: int


def skies(tables: Tables) -> Skies:
    """The weather, in the order of WEATHERS."""
    file = "weather.toml"
    read = decode(tables, file, WeatherFile)
    named = {row.name: row for row in read.weather}
    for name in WEATHERS:
        if name not in named:
            raise PackError(file, f"weather {name!r}", "bomber_command.pack.missing")
    wind = {parsed(file, "wind, towards", int, roll): degrees for roll, degrees in read.wind.towards.items()}
    weather = tuple(named[name] for name in WEATHERS)
    return Skies(weather, read.markers.marker, read.environment, wind, read.wind.modifier)


# --- the play aid --------------------------------------------------------------------------------------


def parse_result(text: str) -> Result:
    """A cell of a loss table: how many, and whether a letter or sign stands beside it."""
    found = re.fullmatch(r"(\d\d?)([dD§]?)", text)
    if not found:
        raise BadValue("bomber_command.pack.no_result", text=text)
    number, mark = found.groups()
    return Result(int(number), bool(mark))


class CombatRow(Sourced, frozen=True, kw_only=True):
    lowest: Small
    gci: tuple[str, ...]
    tame_boar: tuple[str, ...]
    stacked: tuple[str, ...]
    late: tuple[str, ...]
    flak_loss: tuple[Small, ...]
    flak_disrupt: tuple[Small, ...]
    flak_damage: tuple[Small, ...]
    decoy: Signed
    gardening: Signed
    heavy_load: Signed
    flak_damage_spent: Signed


class ScrambleRow(Sourced, frozen=True, kw_only=True):
    lowest: Small
    losses: dict[WeatherColumn, tuple[str, ...]]
    modifiers: dict[str, Signed]


class RecoveryRow(Sourced, frozen=True, kw_only=True):
    lowest: Small
    fido: Signed
    damage_each: Small
    losses: dict[WeatherColumn, tuple[str, ...]]
    modifiers: dict[str, Signed]


class JammingRow(Sourced, frozen=True, kw_only=True):
    lowest: Small
    infiltration: tuple[Small, ...]


class FuelRow(Sourced, frozen=True, kw_only=True):
    most: Small
    endurance: dict[str, Small]


class DefensiveFire(Sourced, frozen=True, kw_only=True):
    """The lowest rolls that shoot down one and two nightfighters [9.7.2]."""

    one: Small
    two: Small


class Bombing(Sourced, frozen=True, kw_only=True):
    """The bombing card [10.3 to 10.6, 12.3]."""

    marking_lowest: Small
    drift: tuple[Small, ...]
    rows_down: tuple[Signed, ...]
    marking: dict[str, Signed]
    concentration: tuple[Small, ...]
    load: Small
    heavy: Small
    light: Small
    long_range: Small
    disruptions: tuple[Small, ...]
    poor_visibility: Small
    poor_signature: Small
    good_visibility: Small
    good_signature: Small
    moonlit_newhaven: Small
    follow_up: Small
    creepback: Small
    firestorm: Small


class Recipe(Row, frozen=True):
    """Counters of an area that become major fires [10.5.3b]."""

    he: Few
    inc: Few
    fires: Annotated[int, msgspec.Meta(ge=1, le=2)]


class Conversion(Sourced, frozen=True, kw_only=True):
    """What burns where; nothing does in Fields [10.5.3b]."""

    centre: tuple[Recipe, ...]
    residential: tuple[Recipe, ...]
    industrial: tuple[Recipe, ...]
    transport: tuple[Recipe, ...]
    cluster: Recipe
    cluster_areas: tuple[AreaType, ...]

    def in_area(self, type_: AreaType) -> tuple[Recipe, ...]:
        """The conversions of areas of a type, as they are listed."""
        by_type: dict[AreaType, tuple[Recipe, ...]] = {
            "City Centre": self.centre,
            "Residential": self.residential,
            "Industrial": self.industrial,
            "Transport": self.transport,
        }
        return by_type.get(type_, ())


class CountersRow(Sourced, frozen=True, kw_only=True):
    patrols: tuple[Small, ...]
    adgb: Small


class TablesFile(Row, frozen=True):
    combat: CombatRow
    scramble: ScrambleRow
    recovery: RecoveryRow
    jamming: JammingRow
    fuel: FuelRow
    defensive_fire: DefensiveFire
    bombing: Bombing
    conversion: Conversion
    counters: CountersRow


class Chart(Frozen, frozen=True):
    """A table by roll: in each column the first cell is for that roll or less, the last for that or more."""

    first: int
    columns: dict[str, tuple[str, ...]]

    def __getitem__(self, column: str) -> tuple[str, ...]:
        return self.columns[column]


class PlayAid(Frozen, frozen=True):
    """The tables a game looks things up in."""

    combat: Chart
    combat_modifiers: dict[str, int]
    scramble: Chart
    scramble_modifiers: dict[str, int]
    recovery: Chart
    recovery_modifiers: dict[str, int]
    infiltration: dict[int, int]  # by jamming level
    endurance: dict[str, int]
    most_fuel: int
    defensive_fire: DefensiveFire
    bombing: Bombing
    conversion: Conversion
    patrols: tuple[int, ...]
    adgb: int


def play_aid(tables: Tables) -> PlayAid:
    """The play aid and the bombing card."""
    file = "tables.toml"
    read = decode(tables, file, TablesFile)
    combat, scramble, recovery = read.combat, read.scramble, read.recovery
    attacks = {name.replace("_", " "): getattr(combat, name) for name in FIGHTER_COLUMNS}
    flak = {name.replace("_", " "): tuple(map(str, getattr(combat, name))) for name in FLAK_COLUMNS}
    return PlayAid(
        combat=_chart(file, "combat", combat.lowest, {**attacks, **flak}),
        combat_modifiers={
            "decoy": combat.decoy,
            "gardening": combat.gardening,
            "heavy": combat.heavy_load,
            "flak damage": combat.flak_damage_spent,
        },
        scramble=_chart(file, "scramble", scramble.lowest, _by_weather(file, "scramble", scramble.losses)),
        scramble_modifiers=_needed(file, "scramble", scramble.modifiers, SCRAMBLE_MODIFIERS),
        recovery=_chart(file, "recovery", recovery.lowest, _by_weather(file, "recovery", recovery.losses)),
        recovery_modifiers={
            **_needed(file, "recovery", recovery.modifiers, RECOVERY_MODIFIERS),
            "fido": recovery.fido,
            "damage step": recovery.damage_each,
        },
        infiltration=dict(enumerate(read.jamming.infiltration, read.jamming.lowest)),
        endurance=read.fuel.endurance,
        most_fuel=read.fuel.most,
        defensive_fire=read.defensive_fire,
        bombing=read.bombing,
        conversion=read.conversion,
        patrols=read.counters.patrols,
        adgb=read.counters.adgb,
    )


def _needed(file: str, table: str, modifiers: dict[str, int], known: tuple[str, ...]) -> dict[str, int]:
    """The modifiers of a table: all those there must be, and no others."""
    for name in known:
        if name not in modifiers:
            raise PackError(file, f"{table}, modifiers", "pack.key_missing", name=name)
    for name in modifiers:
        if name not in known:
            raise PackError(file, f"{table}, modifiers", "pack.no_such_key", name=name)
    return modifiers


def _by_weather(file: str, table: str, losses: dict[WeatherColumn, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for name in COLUMNS:
        if name not in losses:
            raise PackError(file, f"{table}, losses, {name}", "bomber_command.pack.missing")
    return {name: losses[name] for name in COLUMNS}


def _chart(file: str, table: str, first: int, columns: dict[str, tuple[str, ...]]) -> Chart:
    if len({len(cells) for cells in columns.values()}) != 1 or not all(columns.values()):
        raise PackError(file, table, "bomber_command.pack.columns")
    for name, cells in columns.items():
        for cell in cells:
            parsed(file, f"{table}, {name}", parse_result, cell)
    return Chart(first, columns)
