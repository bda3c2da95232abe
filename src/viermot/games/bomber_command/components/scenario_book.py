"""The two scenarios as data: their rules, map features, cities, chits and units [1.4, 3.0, 13.0]."""

from typing import Annotated, Literal, get_args

import msgspec

from viermot.games.bomber_command.components.base import Frozen, Row, Signed, Small, Texts, words_of
from viermot.games.bomber_command.components.map import AreaType, Zone, division
from viermot.kernel.packs import PackError, Sourced, Tables, decode
from viermot.kernel.words import Written

Signature = Literal["Good", "Normal", "Poor"]
Level = Literal["german major", "german", "draw", "british", "british major"]
FlakValue = Annotated[int, msgspec.Meta(ge=-1, le=9)]

JUTLAND = "Jutland"
NO_FLAK = -1
LEVELS: tuple[Level, ...] = get_args(Level)


class Rules(Sourced, frozen=True, kw_only=True):
    """The numbers and switches of a scenario [13.0]."""

    jamming: Small
    main_force: Small
    mosquitos: Small
    decoys: Small
    stream: Small
    stretch: Small
    patrols: Small
    stripped: Small
    picked_cards: Small
    targets: tuple[str, ...]
    gci_single_engined: bool
    infiltrate_resolving: bool
    aimpoints: tuple[AreaType, ...]
    accuracy: Small
    intruder_units: Small
    allied_zone: Zone | Literal[""] = ""
    southern_extra: Small = 0
    short_night: Small = 0
    short_night_vp: Small = 0
    follow_up_gap: Small = 0


class Scoring(Sourced, frozen=True, kw_only=True):
    """What scores Victory Points, and how many each [11.1, 11.2]."""

    bomber: Small
    mosquito: Small
    counter: float
    fire: Small
    aimpoint_fire: Small
    doubled: tuple[AreaType, ...]
    mosquito_raid: Small
    mosquito_raid_berlin: Small
    capital: str
    nightfighter: float
    bands: dict[Level, Signed]


class Features(Sourced, frozen=True, kw_only=True):
    """What is printed on this scenario's map alone [2.1.2]."""

    mandrel: tuple[str, ...]
    himmelbett: tuple[str, ...]
    searchlights: tuple[str, ...]
    out_of_range: tuple[str, ...]
    area_flak: dict[str, Small]
    beacons: dict[str, str]
    occupied: dict[str, str]
    southern: tuple[str, ...] = ()


class City(Sourced, frozen=True, kw_only=True):
    """A city box; one without a map can only be bombed by Mosquitos [2.1.2, 3.3.1]."""

    name: str
    hex: str
    flak: FlakValue  # -1: no flak at all
    map: str = ""
    signature: Signature = "Normal"
    oboe: bool = False

    @property
    def main(self) -> bool:
        """May it be the target of a Main Force?"""
        return bool(self.map)


class CitiesRow(Sourced, frozen=True, kw_only=True):
    city: tuple[City, ...]


class Chit(Frozen, frozen=True):
    """A target selection chit: the city, its worth and its moon value [3.3]."""

    name: str
    set: str  # the cup it is drawn from
    vp: int
    moon: int
    oil: bool
    copies: int
    follow_up: bool


class ChitRow(Row, frozen=True):
    name: str
    cup: str
    vp: Small
    moon: Small
    copies: Small = 1
    oil: bool = False
    follow_up: bool = False


class ChitsRow(Sourced, frozen=True, kw_only=True):
    chit: tuple[ChitRow, ...]


class Unit(Frozen, frozen=True):
    """A nightfighter unit [2.2.2]."""

    name: str
    airfield: str
    hex: str
    jd: int
    type: str
    engines: int
    full: int  # -1: a detachment, which has no full side
    depleted: int
    star: bool
    endurance: int


class UnitRow(Row, frozen=True):
    name: str
    airfield: str
    hex: str
    zone: Zone
    type: str
    engines: Annotated[int, msgspec.Meta(ge=1, le=2)]
    depleted: Small
    full: Small | None = None
    star: bool = False


class UnitsRow(Sourced, frozen=True, kw_only=True):
    unit: tuple[UnitRow, ...]


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    id: str
    title: Written = True
    date: str
    background: Written = True
    cards: str
    rules: Rules
    scoring: Scoring
    features: Features
    cities: CitiesRow
    chits: ChitsRow
    units: UnitsRow


class Scenario(Frozen, frozen=True):
    """One scenario, with everything specific to it."""

    id: str
    title: Texts
    date: str
    background: Texts
    cards: str
    rules: Rules
    scoring: Scoring
    cities: tuple[City, ...]
    chits: tuple[Chit, ...]
    units: tuple[Unit, ...]
    beacons: tuple[tuple[str, str], ...]  # name and hex
    occupied: tuple[tuple[str, str], ...]
    area_flak: dict[str, int]
    searchlights: tuple[str, ...]
    himmelbett: tuple[str, ...]
    mandrel: tuple[str, ...]
    southern: tuple[str, ...]
    out_of_range: tuple[str, ...]
    victory: tuple[tuple[int | None, Level], ...]  # the highest net VP of each level, lowest level first
    file: str

    @property
    def jamming(self) -> int:
        """The Jamming Level at the start."""
        return self.rules.jamming

    @property
    def raids(self) -> dict[str, int]:
        """How many raids of each kind the British player gets [3.5.1]."""
        return {"main": self.rules.main_force, "mosquito": self.rules.mosquitos, "decoy": self.rules.decoys}

    @property
    def stream(self) -> int:
        """How many hexes the bomber stream trails behind."""
        return self.rules.stream

    @property
    def vp_per_bomber(self) -> int:
        """German VP for a bomber lost."""
        return self.scoring.bomber

    @property
    def vp_per_mosquito(self) -> int:
        """German VP for a confirmed Mosquito."""
        return self.scoring.mosquito


def scenarios(tables: Tables, endurance: dict[str, int]) -> dict[str, Scenario]:
    """The scenarios by id, each from a file of its own."""
    found: dict[str, Scenario] = {}
    for file in sorted(name for name in tables if name.startswith("scenarios/")):
        read = decode(tables, file, ScenarioFile)
        if read.id in found:
            raise PackError(file, "id", "bomber_command.pack.id_twice", name=read.id, file=found[read.id].file)
        found[read.id] = _scenario(file, read, endurance)
    if not found:
        raise PackError("scenarios/", "", "bomber_command.pack.no_scenario")
    return found


def _scenario(file: str, read: ScenarioFile, endurance: dict[str, int]) -> Scenario:
    features = read.features
    return Scenario(
        id=read.id,
        title=words_of(file, "", f"scenario.{read.id}.title", read.title),
        date=read.date,
        background=words_of(file, "", f"scenario.{read.id}.background", read.background),
        cards=read.cards,
        rules=read.rules,
        scoring=read.scoring,
        cities=read.cities.city,
        chits=tuple(_chit(row) for row in read.chits.chit),
        units=tuple(_unit(file, row, endurance) for row in read.units.unit),
        beacons=tuple(features.beacons.items()),
        occupied=tuple(features.occupied.items()),
        area_flak=dict(features.area_flak),
        searchlights=features.searchlights,
        himmelbett=features.himmelbett,
        mandrel=features.mandrel,
        southern=features.southern,
        out_of_range=features.out_of_range,
        victory=_victory(file, read.scoring.bands),
        file=file,
    )


def _chit(row: ChitRow) -> Chit:
    return Chit(row.name, row.cup, row.vp, row.moon, row.oil, row.copies, row.follow_up)


def _unit(file: str, row: UnitRow, endurance: dict[str, int]) -> Unit:
    if row.type not in endurance:
        known = ", ".join(endurance)
        raise PackError(
            file, f"unit {row.name!r}, type", "bomber_command.pack.no_endurance", name=row.type, known=known
        )
    full = -1 if row.full is None else row.full
    return Unit(
        name=row.name,
        airfield=row.airfield,
        hex=row.hex,
        jd=division(row.zone),
        type=row.type,
        engines=row.engines,
        full=full,
        depleted=row.depleted,
        star=row.star,
        endurance=endurance[row.type],
    )


def _victory(file: str, bands: dict[Level, int]) -> tuple[tuple[int | None, Level], ...]:
    """The levels from the worst for the British to the best, each with its highest net VP."""
    levels: list[tuple[int | None, Level]] = []
    for level in LEVELS[:-1]:
        if level not in bands:
            raise PackError(file, "scoring, bands", "pack.key_missing", name=level)
        levels.append((bands[level], level))
    return (*levels, (None, LEVELS[-1]))
