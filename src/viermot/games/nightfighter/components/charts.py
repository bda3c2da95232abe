"""Aircraft, radars, map features and entry chits as data [2.0, 6.0, 12.0, 13.1, 19.1, 24.0].

Each kind has a frozen struct the game reads and, below, the row an owner writes in TOML. Months are ints that
count from the year 0, so that dates compare; `month` reads them.

>>> month("May 1942") == month("05/42") == 1942 * 12 + 4
True
>>> parse_mp("3*")
Mp(base=3, star=True)
>>> radar_string(parse_radar_string("2 Narrow (0) L-band"))
'2 Narrow (0) L-band'
"""

import re
from typing import Annotated, Any, Literal

import msgspec

from viermot.kernel.json import JsonObject
from viermot.kernel.packs import BadValue, Sourced, Status, Tables, converted, decode, parsed
from viermot.kernel.words import Written, slug, worded

Texts = dict[str, str]  # locale -> text
Arc = Literal["narrow", "wide", "hemi"]
Band = Literal["P", "L", "S", "X"]
Nation = Literal["UK", "US", "GE", "JA"]
Grade = Literal["Std", "Upg", "Exp"]
Family = Literal["ground", "gci", "mew", "flensburg", "naxos", "serrate"]
Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]
Effect = int | str | bool
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]  # nothing in the game is larger, except ids and pools
Signed = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Pool = Annotated[int, msgspec.Meta(ge=0, le=480)]  # as many as there are three-digit ids

COLUMNS, ROWS = 18, 27  # on the map [2.1.1a, 2.1.1b]
NO_RADAR = "none"
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class Frozen(msgspec.Struct, frozen=True):
    """What the game reads; it never changes once loaded."""


class Row(msgspec.Struct, forbid_unknown_fields=True):
    """What an owner writes; a key that is not listed is refused."""


# --- values that are written as text -------------------------------------------------------------------


class Mp(Frozen, frozen=True):
    """Movement points a turn; a star adds one on even turns [6.0]."""

    base: int
    star: bool = False

    def __str__(self) -> str:
        return f"{self.base}*" if self.star else str(self.base)


def parse_mp(text: str | int) -> Mp:
    """MP as the charts write it: 3 or 3*."""
    found = re.fullmatch(r"([1-9]\d?)(\*?)", str(text).strip())
    if not found:
        raise BadValue("nightfighter.pack.not_mp", text=text)
    return Mp(int(found[1]), bool(found[2]))


def month(text: str) -> int:
    """The month of "May 1942", "30 May 1942" or "05/42", counted from the year 0."""
    if found := re.fullmatch(r"(?:\d{1,2} )?([A-Za-z]+) (\d{4})", text.strip()):
        name, year = found[1].capitalize(), int(found[2])
        if name in MONTHS:
            return year * 12 + MONTHS.index(name)
    if (found := re.fullmatch(r"(\d{1,2})/(\d\d)", text.strip())) and 1 <= int(found[1]) <= 12:
        return (1900 + int(found[2])) * 12 + int(found[1]) - 1
    raise BadValue("nightfighter.pack.not_a_month", text=text)


class Provenance(Frozen, frozen=True, kw_only=True):
    """Where a row comes from; single fields may stand on firmer ground."""

    status: Status = "own"
    pinned: dict[str, str] = {}


# --- radars --------------------------------------------------------------------------------------------


class AiRadar(Provenance, frozen=True):
    """A radar in a fighter's nose; the modifier is added to the dice of a tally on what it fixed [19.1]."""

    name: str
    range: int
    arc: Arc
    modifier: int
    band: Band
    resistant: bool = False  # to jamming, the pilcrow [24.5.2]
    since: int | None = None
    also: tuple[str, ...] = ()


def parse_radar_string(text: str) -> AiRadar:
    """A nameless radar from its string on the charts, such as 8 Hemi (+1) S-band ¶ [19.1]."""
    pattern = r"(\d+) (Narrow|Wide|Hemi) \(([+−-]?\d+)\) ([PLSX])-band( ?¶)?"
    found = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    if not found:
        raise BadValue("nightfighter.pack.not_a_radar", text=text)
    return AiRadar(
        name="",
        range=int(found[1]),
        arc=converted(found[2].lower(), Arc),
        modifier=int(found[3].replace("−", "-")),
        band=converted(found[4].upper(), Band),
        resistant=bool(found[5]),
    )


def radar_string(radar: AiRadar) -> str:
    """The string the charts print for a radar [19.1]."""
    modifier = f"{radar.modifier:+d}" if radar.modifier else "0"
    pilcrow = " ¶" if radar.resistant else ""
    return f"{radar.range} {radar.arc.capitalize()} ({modifier}) {radar.band}-band{pilcrow}"


class SearchRadar(Provenance, frozen=True):
    """A search counter and its sweeps; those carried by aircraft have a letter each [2.2.2, 13.1]."""

    name: str
    value: int
    sweeps: int
    family: Family
    letters: tuple[str, ...] = ()
    wide_arc_only: bool = False  # must be placed in its aircraft's Wide arc [24.2.3, 24.4]
    jammable: bool = True


class AiRadarRow(Sourced, frozen=True):
    name: str
    range: Small
    arc: Arc
    modifier: Signed
    band: Band
    resistant: bool = False
    since: str | None = None
    also: tuple[str, ...] = ()


class AiRadarFile(Row):
    radar: list[AiRadarRow]


class SearchRadarRow(Sourced, frozen=True):
    name: str
    value: Small
    family: Family
    sweeps: Small = 1
    letters: tuple[str, ...] = ()
    wide_arc_only: bool = False
    jammable: bool = True


class SearchRadarFile(Row):
    radar: list[SearchRadarRow]


def ai_radars(tables: Tables) -> dict[str, AiRadar]:
    """The AI radars by name."""
    file = "ai_radars.toml"
    rows = decode(tables, file, AiRadarFile).radar
    return {row.name: AiRadar(**_with_months(file, "radar", row, "since")) for row in rows}


def search_radars(tables: Tables) -> dict[str, SearchRadar]:
    """The search counters by name."""
    rows = decode(tables, "search_radars.toml", SearchRadarFile).radar
    return {row.name: SearchRadar(**msgspec.structs.asdict(row)) for row in rows}


# --- aircraft ------------------------------------------------------------------------------------------


class Equipment(Frozen, frozen=True):
    """One line of an aircraft's equipment: what it is, when it was in service, and what it changes [12.0].

    Effects: fp, defence, oblique, mp ("4*") and ai_modifier replace the value of the chart or radar, ai names
    the radar that replaces the chart's, and search the family of the search counter that comes with it.
    """

    name: str
    grade: Grade
    since: int | None = None
    until: int | None = None  # the last month of service
    effects: dict[str, Effect] = {}

    def is_standard_in(self, when: int) -> bool:
        """Is it fitted to every aircraft of the type in that month? [12.0a]"""
        return self.grade == "Std" and (self.since is None or self.since <= when)


class AircraftType(Provenance, frozen=True, kw_only=True):
    """A line of the aircraft charts [6.0]; a firepower of None means no such guns."""

    name: str
    full_name: str
    nation: Nation
    mp: Mp
    mp_low: Mp | None
    mp_high: Mp | None
    fp: int | None
    damage: int
    equipment: tuple[Equipment, ...]
    counters: int  # to draw from when it flies among the attackers
    since: int
    until: int | None = None  # the last month of service


class FighterType(AircraftType, frozen=True, kw_only=True):
    """A line of the nightfighter charts."""

    minimum_mp: int
    defence: int | None
    oblique: int | None
    oblique_standard: bool  # False: only when schräge Musik is fitted [20.1]
    ai: tuple[tuple[int | None, str], ...]  # (from which month, radar or "none"), oldest first
    view: bool
    gunflash: bool = False  # campaign only
    gunflash_until: int | None = None  # the first month without it
    rear_view_own_rule: bool = False  # the Ta154 has its own, instead of 28.6

    def ai_in(self, when: int) -> str | None:
        """The name of the chart's AI radar in that month: the latest one in service by then, or None."""
        names = [name for since, name in self.ai if since is None or since <= when]
        return names[-1] if names and names[-1] != NO_RADAR else None


class BomberType(AircraftType, frozen=True, kw_only=True):
    """A line of the bomber chart; its firepower is defensive."""

    engines: int  # 0 for anything that has none worth counting
    responds: bool = True

    @property
    def four_engined(self) -> bool:
        """Whether it is a Viermot."""
        return self.engines == 4


class EffectsRow(Row, omit_defaults=True):
    fp: Small | None = None
    defence: Small | None = None
    oblique: Small | None = None
    mp: str | None = None
    ai: str | None = None
    ai_modifier: Signed | None = None
    search: Family | None = None
    tail_warning: bool | None = None
    jams_search: bool | None = None


class EquipmentRow(Row):
    name: str
    grade: Grade
    since: str | None = None
    until: str | None = None
    effects: EffectsRow = msgspec.field(default_factory=EffectsRow)


class DatedRadarRow(Row):
    radar: str
    since: str | None = None


class FighterRow(Sourced, frozen=True):
    name: str
    full_name: str
    nation: Nation
    mp: str | int
    damage: Small
    since: str
    mp_low: str | int | None = None
    mp_high: str | int | None = None
    minimum_mp: Small | None = None
    fp: Small | None = None
    defence: Small | None = None
    oblique: Small | None = None
    oblique_standard: bool = False
    ai: str | list[DatedRadarRow] = NO_RADAR
    view: bool = False
    equipment: list[EquipmentRow] = msgspec.field(default_factory=list)
    until: str | None = None
    gunflash: bool = False
    gunflash_until: str | None = None
    rear_view_own_rule: bool = False


class FighterFile(Row):
    minimum_mp: Small  # of every type that gives none of its own [9.1]
    attacker_counters: Pool  # of each type, when it flies among the attackers
    fighter: list[FighterRow]


class BomberRow(Sourced, frozen=True):
    name: str
    full_name: str
    nation: Nation
    engines: Small
    mp: str | int
    damage: Small
    counters: Pool
    since: str
    mp_low: str | int | None = None
    mp_high: str | int | None = None
    fp: Small | None = None
    responds: bool = True
    equipment: list[EquipmentRow] = msgspec.field(default_factory=list)
    until: str | None = None


class BomberFile(Row):
    bomber: list[BomberRow]


def fighters(tables: Tables) -> dict[str, FighterType]:
    """The nightfighter types by name."""
    file = "fighters.toml"
    chart = decode(tables, file, FighterFile)
    return {row.name: _fighter(file, chart, row) for row in chart.fighter}


def _fighter(file: str, chart: FighterFile, row: FighterRow) -> FighterType:
    where = f"fighter {row.name!r}"
    values = _aircraft(file, where, row, "gunflash_until")
    values["minimum_mp"] = chart.minimum_mp if row.minimum_mp is None else row.minimum_mp
    values["ai"] = _dated_radars(file, where, row.ai)
    return FighterType(**values, counters=chart.attacker_counters)


def bombers(tables: Tables) -> dict[str, BomberType]:
    """The bomber types by name."""
    file = "bombers.toml"
    rows = decode(tables, file, BomberFile).bomber
    return {row.name: BomberType(**_aircraft(file, f"bomber {row.name!r}", row)) for row in rows}


def _aircraft(file: str, where: str, row: FighterRow | BomberRow, *dates: str) -> JsonObject:
    values = _with_months(file, where.split()[0], row, "since", "until", *dates)
    for key in ("mp", "mp_low", "mp_high"):
        if values[key] is not None:
            values[key] = parsed(file, f"{where}, {key}", parse_mp, values[key])
    values["equipment"] = tuple(_equipment(file, where, item) for item in row.equipment)
    return values


def _equipment(file: str, where: str, row: EquipmentRow) -> Equipment:
    where = f"{where}, equipment {row.name!r}"
    since, until = (_month_or_none(file, f"{where}, {key}", getattr(row, key)) for key in ("since", "until"))
    effects = {key: value for key, value in msgspec.structs.asdict(row.effects).items() if value is not None}
    if "mp" in effects:
        parsed(file, f"{where}, effects, mp", parse_mp, effects["mp"])
    return Equipment(row.name, row.grade, since, until, effects)


def _dated_radars(file: str, where: str, ai: str | list[DatedRadarRow]) -> tuple[tuple[int | None, str], ...]:
    if isinstance(ai, str):
        return ((None, ai),)
    return tuple((_month_or_none(file, f"{where}, ai", row.since), row.radar) for row in ai)


def _with_months(file: str, kind: str, row: Any, *keys: str) -> JsonObject:
    """The row's values, its dates read as months."""
    values = msgspec.structs.asdict(row)
    for key in keys:
        values[key] = _month_or_none(file, f"{kind} {row.name!r}, {key}", values[key])
    return values


def _month_or_none(file: str, key: str, text: str | None) -> int | None:
    return None if text is None else parsed(file, key, month, text)


# --- map -----------------------------------------------------------------------------------------------


class MapFeatures(Frozen, frozen=True):
    """What is printed on the grid [2.1]. Turns are in sixths of a circle, to the right."""

    columns: int
    rows: int
    zones: dict[str, tuple[int, int, int, int]]  # letter: first and last column, first and last row
    beacon: str
    box_hexes: tuple[str, ...]
    flare_entries: tuple[tuple[str, Direction], ...]  # number 1 first [26.2.1]
    scatter: dict[int, int]  # die: sixths from the facing [17.3.1]
    corkscrew: dict[int, int]  # die: sixths from the facing, 0 to stay in the hex [17.4.3]
    tail_warning: tuple[int, ...]  # how far behind, besides its own hex [27.3]

    def zone_of(self, column: int, row: int) -> str | None:
        """The letter of the searchlight zone a hex lies in, or None."""
        for letter, (left, right, top, bottom) in self.zones.items():
            if left <= column <= right and top <= row <= bottom:
                return letter
        return None


class ZonesRow(Row):
    areas: dict[str, tuple[Small, Small, Small, Small]]
    status: Status
    pinned: dict[str, str] = {}


class FlareEntryRow(Row):
    id: Small
    hex: str
    arrow: Direction


class PlacesRow(Row):
    beacon: str
    box: tuple[str, ...]
    tail_warning: tuple[Small, ...]
    flare_entry: list[FlareEntryRow]
    status: Status
    pinned: dict[str, str] = {}


class DisplacementRow(Row):
    scatter: dict[int, Signed]
    corkscrew_left: tuple[int, ...]
    corkscrew_centre: tuple[int, ...]
    corkscrew_right: tuple[int, ...]
    left_rear: Signed
    right_rear: Signed
    status: Status
    pinned: dict[str, str] = {}


class MapFile(Row):
    zones: ZonesRow
    places: PlacesRow
    displacement: DisplacementRow


def map_features(tables: Tables) -> MapFeatures:
    """The map."""
    file = decode(tables, "map.toml", MapFile)
    places, entries = file.places, sorted(file.places.flare_entry, key=lambda row: row.id)
    return MapFeatures(
        columns=COLUMNS,
        rows=ROWS,
        zones=file.zones.areas,
        beacon=places.beacon,
        box_hexes=places.box,
        flare_entries=tuple((row.hex, row.arrow) for row in entries),
        scatter=file.displacement.scatter,
        corkscrew=_corkscrew(file.displacement),
        tail_warning=places.tail_warning,
    )


def _corkscrew(row: DisplacementRow) -> dict[int, int]:
    sides = (
        (row.corkscrew_left, row.left_rear),
        (row.corkscrew_centre, 0),
        (row.corkscrew_right, row.right_rear),
    )
    return {die: sixths for dice, sixths in sides for die in dice}


# --- chits, the umpire's habits, history ---------------------------------------------------------------


class Chit(Frozen, frozen=True, forbid_unknown_fields=True):
    """An entry chit: three columns on its red side and three on its yellow, top number first [2.2.7]."""

    id: int
    red: tuple[Small, Small, Small]
    yellow: tuple[Small, Small, Small]


class Chits(Provenance, frozen=True, forbid_unknown_fields=True):
    """The cup."""

    chit: tuple[Chit, ...]


def chits(tables: Tables) -> Chits:
    """The entry chits."""
    return decode(tables, "chits.toml", Chits)


class UmpireHabits(Provenance, frozen=True, forbid_unknown_fields=True):
    """How often a digital umpire does what the rules leave to it; weights, not dice."""

    delay_weights: tuple[Small, Small, Small]  # of a single bomber's entry, 0, 1 or 2 turns [8.1.4]
    fake_tally_one_in: Small  # of the turns with an intruder but no real roll [27.2.4]


def umpire_habits(tables: Tables) -> UmpireHabits:
    """The umpire's habits."""
    return decode(tables, "umpire.toml", UmpireHabits)


class Happening(Frozen, frozen=True):
    """A line of the chronology."""

    month: int
    date: str
    text: Texts


class History(Frozen, frozen=True):
    """What the history pages say about an aircraft, a radar or a month."""

    aircraft: dict[str, Texts]
    radars: dict[str, Texts]
    chronology: tuple[Happening, ...]


class HistoryFile(Row):
    aircraft: dict[str, Written]
    radars: dict[str, Written]
    chronology: dict[str, Written]  # by month
    status: Status
    pinned: dict[str, str] = {}


def history(tables: Tables) -> History:
    """The history pages. Their words come from the catalogues, by aircraft, radar and month, or are an owner's own."""
    name = "history.toml"
    file = decode(tables, name, HistoryFile)
    aircraft, radars, months = (_told(part, getattr(file, part)) for part in ("aircraft", "radars", "chronology"))
    dated = [(parsed(name, f"chronology, {date}", month, date), date) for date in file.chronology]
    chronology = tuple(Happening(when, date, months[date]) for when, date in sorted(dated))
    return History(aircraft, radars, chronology)


def _told(part: str, written: dict[str, Written]) -> dict[str, Texts]:
    return {about: worded(f"nightfighter.history.{part}.{slug(about)}", said) for about, said in written.items()}
