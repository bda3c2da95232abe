"""The components of Interceptor Ace: charts, cards, aircraft, units and aces, loaded from TOML [3.0, 4.1, 10.2].

>>> box = load()
>>> box.aircraft["Bf109G-6/R4"].total_fp, box.raids["Mar43"][9].target, box.cards[28].hits[5]
(16, 'Vegesack', 'DE')
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import msgspec

from viermot.games.interceptor.components import checks as component_checks
from viermot.games.interceptor.components.aircraft import (
    Aircraft,
    AircraftRow,
    Allied,
    Bomber,
    Fighter,
    Hangar,
    SeriesRow,
)
from viermot.games.interceptor.components.calendar import Calendar, Raid, Targets, Tracks, Unit
from viermot.games.interceptor.components.cards import Card, CardRow, Deck, Manoeuvre, Wing
from viermot.games.interceptor.components.careers import Ace, Career
from viermot.games.interceptor.components.charts import Charts, EventRow, Positions
from viermot.games.interceptor.components.words import Month, TargetZone
from viermot.kernel import packs
from viermot.kernel.packs import PackError, Tables
from viermot.kernel.user_error import UserError

__all__ = ["DATA", "Components", "check", "export", "load", "load_content"]

DATA = Path(__file__).parents[1] / "data"
FILES = (
    "aces", "allied", "calendar", "cards", "career", "charts", "events", "interceptors", "positions", "raids",
    "targets", "tracks", "units",
)  # fmt: skip
MONTHS: tuple[Month, ...] = get_args(Month)
ZONES: tuple[TargetZone, ...] = get_args(TargetZone)
NO_ESCORT = ""
# Keys that older packs have and that never did anything: they are ignored.
RETIRED = (
    "aces.toml ace track", "aces.toml ace aircraft", "aces.toml ace since", "aces.toml ace career_total",
    "aces.toml ace later aircraft", "calendar.toml month dice", "calendar.toml victory defeat",
    "units.toml unit choice_only",
)  # fmt: skip

T = TypeVar("T")


class Components(msgspec.Struct, frozen=True):
    """Everything in the box. `tables` is the TOML it was made from, merged."""

    calendar: Calendar
    units: tuple[Unit, ...]
    raids: dict[str, dict[int, Raid]]  # A1: month -> roll -> raid
    targets: Targets  # A3
    escorts: dict[str, dict[str, tuple[str, ...]]]  # month -> zone -> six names, "" for none
    tracks: Tracks
    aircraft: dict[str, Aircraft]  # in the order of the file
    allied: Allied  # B10, B11
    columns: tuple[int, ...]  # of firepower, on the cards
    cards: tuple[Card, ...]  # card n is number n - 1
    charts: Charts  # B1 to B12, C2, C3, W1
    events: dict[int, EventRow]  # C1: roll -> event
    positions: Positions  # P1
    career: Career  # A2, B5
    aces: dict[str, Ace]
    hash: str
    tables: Tables

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The Allied fighters."""
        return self.allied.fighter

    @property
    def bombers(self) -> tuple[Bomber, ...]:
        """The bombers."""
        return self.allied.bomber

    @property
    def bomber_types(self) -> dict[str, tuple[str, ...]]:
        """The bomber type of each month, by one die."""
        return {row.name: row.types for row in self.targets.bombers}

    @property
    def fighter_damage(self) -> dict[int, str]:
        """Chart B6: two dice, read as tens and ones -> the system hit [3.6]."""
        chart = self.charts.fighter_damage
        rows = (chart.row_1, chart.row_2, chart.row_3, chart.row_4, chart.row_5, chart.row_6)
        return {10 * ten + one: system for ten, row in enumerate(rows, 1) for one, system in enumerate(row, 1)}

    def track(self, base_zone: str) -> dict[str, int]:
        """Which box each target zone lies in, as seen from a base zone."""
        row = next(row for row in self.tracks.track if row.name == base_zone)
        return {zone: getattr(row, zone.lower()) for zone in ZONES}

    def interception(self, month: str) -> tuple[str, ...]:
        """Chart B1 in a month, from 2 to 12."""
        chart = self.charts.interception
        late = MONTHS.index(month) >= MONTHS.index(chart.late_since)
        return chart.late if late else chart.early

    def provenance(self) -> list[packs.Mark]:
        """Where every row comes from, for `viermot data list`."""
        return packs.marks(self.tables)

    def content(self) -> dict[str, Any]:
        """What a save embeds when these are not the built-in components."""
        return packs.content(self.tables)


def check(components: Components) -> list[UserError]:
    """What makes no sense, a sentence for each; ideally an empty list."""
    return packs.run(component_checks.CHECKS, components)


def _build(tables: Tables) -> Components:
    known = {f"{name}.toml" for name in FILES}
    for file in tables:
        if file not in known:
            raise PackError(file, "", "pack.no_such_file", files=", ".join(sorted(known)))
    packs.marks(tables)
    given, tables = tables, packs.without(tables, RETIRED)
    deck = packs.decode(tables, "cards.toml", Deck)
    targets = packs.decode(tables, "targets.toml", Targets)
    components = Components(
        calendar=packs.decode(tables, "calendar.toml", Calendar),
        units=_rows(tables, "units.toml", "unit", Unit),
        raids=_raids(tables),
        targets=targets,
        escorts=_escorts(targets),
        tracks=packs.decode(tables, "tracks.toml", Tracks),
        aircraft=_aircraft(packs.decode(tables, "interceptors.toml", Hangar)),
        allied=packs.decode(tables, "allied.toml", Allied),
        columns=deck.columns,
        cards=_cards(deck),
        charts=packs.decode(tables, "charts.toml", Charts),
        events={row.roll: row for row in _rows(tables, "events.toml", "event", EventRow)},
        positions=packs.decode(tables, "positions.toml", Positions),
        career=packs.decode(tables, "career.toml", Career),
        aces={ace.name: ace for ace in _rows(tables, "aces.toml", "ace", Ace)},
        hash=packs.pack_hash(given),
        tables=given,
    )
    component_checks.refuse_nonsense(components)
    return components


def _rows(tables: Tables, file: str, key: str, into: type[T]) -> tuple[T, ...]:
    """The rows of a file that holds one list of them."""
    if file not in tables:
        raise PackError(file, "", "pack.file_missing")
    rows = tables[file].get(key)
    if not isinstance(rows, list) or set(tables[file]) != {key}:
        raise PackError(file, key, "interceptor.pack.rows_only", name=key)
    return tuple(packs.decode({file: {key: rows}}, file, dict[str, tuple[into, ...]])[key])  # type: ignore[valid-type]


def _raids(tables: Tables) -> dict[str, dict[int, Raid]]:
    """Chart A1: the keys roll_2, roll_3 and so on hold a month's rolls."""
    months = tables.get("raids.toml", {}).get("month")
    if not isinstance(months, list):
        raise PackError("raids.toml", "month", "interceptor.pack.rows_only", name="month")
    return {str(row.get("name")): _raids_of(row) for row in months}


def _raids_of(row: packs.Table) -> dict[int, Raid]:
    raids: dict[int, Raid] = {}
    for key, value in row.items():
        if key in ("name", "status", "pinned"):
            continue
        where = f"month {row.get('name')!r}, {key}"
        if not (found := re.fullmatch(r"roll_(\d\d?)", key)):
            raise PackError("raids.toml", where, "interceptor.pack.rolls_written")
        raids[int(found[1])] = packs.decode({}, "raids.toml", Raid, where, _pair(where, value))
    return raids


def _pair(where: str, value: object) -> dict[str, object]:
    if not isinstance(value, list) or len(value) != 2:
        raise PackError("raids.toml", where, "interceptor.pack.target_and_zone")
    return {"target": value[0], "zone": value[1]}


def _escorts(targets: Targets) -> dict[str, dict[str, tuple[str, ...]]]:
    """Chart A3: six outcomes for every month and zone, no escort where there is no row."""
    listed = {(row.month, row.zone): row.types for row in targets.escorts}
    nobody = (NO_ESCORT,) * 6
    return {str(month): {str(zone): listed.get((month, zone), nobody) for zone in ZONES} for month in MONTHS}


def _aircraft(hangar: Hangar) -> dict[str, Aircraft]:
    series: dict[str, SeriesRow] = {row.name: row for row in hangar.series}
    for row in hangar.aircraft:
        if row.series not in series:
            raise PackError(
                "interceptors.toml", f"aircraft {row.name!r}", "interceptor.pack.no_series", name=row.series
            )
    return {row.name: _with_series(row, series[row.series]) for row in hangar.aircraft}


def _with_series(row: AircraftRow, of: SeriesRow) -> Aircraft:
    return Aircraft(
        name=row.name,
        series=row.series,
        weapons=row.weapons,
        speed=row.speed,
        boost=row.boost,
        agile=of.agile,
        radial=of.radial,
        small=of.small,
        engines=of.engines,
        crew=of.crew,
        airframe=row.airframe or of.airframe,
        wing=of.wing,
        tail=of.tail,
        controls=of.controls,
        engine=of.engine,
        rocket_hit=row.rockets,
        prestige=row.level,
        available=row.since,
        r1=row.offer,
        unique=row.unique,
    )


def _cards(deck: Deck) -> tuple[Card, ...]:
    manoeuvres = {row.name: row for row in deck.manoeuvre}
    return tuple(_card(row, manoeuvres) for row in sorted(deck.card, key=lambda row: row.id))


def _card(row: CardRow, manoeuvres: dict[str, Manoeuvre]) -> Card:
    if row.defence not in manoeuvres:
        raise PackError("cards.toml", f"card '{row.id}', defence", "interceptor.pack.no_manoeuvre", name=row.defence)
    return Card(row.id, row.hits, row.fire, row.jam, manoeuvres[row.defence], Wing(row.wingman, row.value))


LOADER: Final = packs.Loader(DATA, _build)
load, load_content, export = LOADER.load, LOADER.load_content, LOADER.export
