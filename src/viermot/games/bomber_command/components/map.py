"""The map of hexes and the five city maps as data [2.1, 10.1].

>>> areas = parse_areas("      b1:f\\na1:o        c1:r")
>>> [(area.id, area.type, area.oil) for area in areas]
[('b1', 'Fields', False), ('a1', 'Industrial', True), ('c1', 'Residential', False)]
"""

import re
from typing import Literal, get_args

from viermot.games.bomber_command.components.base import Frozen, Row, Small, Texts, words_of
from viermot.kernel.packs import BadValue, Sourced, Tables, decode, parsed
from viermot.kernel.words import Written

Terrain = Literal["sea", "coast", "land", "england"]
Zone = Literal["1.JD", "2.JD", "3.JD", "4.JD", "7.JD"]
AreaType = Literal["Fields", "Residential", "City Centre", "Industrial", "Transport"]

AREA_TYPES: tuple[AreaType, ...] = get_args(AreaType)
AREA_LETTERS: dict[str, AreaType] = {
    "f": "Fields",
    "r": "Residential",
    "c": "City Centre",
    "i": "Industrial",
    "o": "Industrial",
    "t": "Transport",
}


class MapHex(Frozen, frozen=True):
    """One hex of the map: what lies under it and whose division it belongs to."""

    name: str
    zone: int  # the number of its Jagddivision: 1, 2, 3, 4 or 7
    ruhr: bool
    continental: bool  # a place the recovery range is measured from [7.4.7]
    terrain: Terrain


class HexRow(Row, frozen=True):
    id: str
    terrain: Terrain
    zone: Zone


class Garden(Row, frozen=True):
    """A mine hex: its code name and its worth [4.3.3]."""

    name: str
    hex: str
    vp: Small


class PlacesRow(Sourced, frozen=True, kw_only=True):
    exits: tuple[str, ...]
    ruhr: tuple[str, ...]
    jutland: str
    jutland_zone: Zone


class MinesRow(Sourced, frozen=True, kw_only=True):
    garden: tuple[Garden, ...]


class HexesRow(Sourced, frozen=True, kw_only=True):
    hex: tuple[HexRow, ...]


class MapFile(Row, frozen=True):
    places: PlacesRow
    mines: MinesRow
    hexes: HexesRow


class MapFeatures(Frozen, frozen=True):
    """What is printed on the map in both scenarios [2.1]."""

    hexes: tuple[MapHex, ...]
    exits: tuple[str, ...]
    ruhr: tuple[str, ...]
    jutland: str
    jutland_zone: int
    gardens: tuple[Garden, ...]


def map_features(tables: Tables) -> MapFeatures:
    """The map both scenarios share."""
    read = decode(tables, "map.toml", MapFile)
    return MapFeatures(
        hexes=tuple(_hex(row, read.places.ruhr) for row in read.hexes.hex),
        exits=read.places.exits,
        ruhr=read.places.ruhr,
        jutland=read.places.jutland,
        jutland_zone=division(read.places.jutland_zone),
        gardens=read.mines.garden,
    )


def _hex(row: HexRow, ruhr: tuple[str, ...]) -> MapHex:
    continental = row.terrain in ("land", "coast")
    return MapHex(row.id, division(row.zone), row.id in ruhr, continental, row.terrain)


def division(zone: Zone) -> int:
    """The number of a Jagddivision: 7 of 7.JD."""
    return int(zone[0])


# --- city maps -----------------------------------------------------------------------------------------


class Area(Frozen, frozen=True):
    """One area of a city map [10.1]."""

    id: str
    type: AreaType
    oil: bool = False


class CityMap(Frozen, frozen=True):
    """One of the five city maps."""

    id: str
    title: Texts
    areas: tuple[Area, ...]


class CityMapRow(Sourced, frozen=True, kw_only=True):
    id: str
    title: Written = True
    areas: str


class CityMapFile(Row, frozen=True):
    map: tuple[CityMapRow, ...]


def city_maps(tables: Tables) -> dict[str, CityMap]:
    """The city maps by their letter."""
    file = "city_maps.toml"
    rows = decode(tables, file, CityMapFile).map
    return {
        row.id: CityMap(row.id, _title(row), parsed(file, f"map {row.id!r}, areas", parse_areas, row.areas))
        for row in rows
    }


def _title(row: CityMapRow) -> Texts:
    return words_of("city_maps.toml", f"map {row.id!r}", f"city_map.{row.id.lower()}.title", row.title)


def parse_areas(text: str) -> tuple[Area, ...]:
    """The areas of a drawing; only the words in it matter, not their layout."""
    areas: dict[str, Area] = {}
    for word in text.split():
        found = re.fullmatch(r"([a-q][1-9]\d?):([crioft])", word)
        if not found:
            raise BadValue("bomber_command.pack.no_area", text=word)
        if found[1] in areas:
            raise BadValue("bomber_command.pack.area_twice", name=found[1])
        areas[found[1]] = Area(found[1], AREA_LETTERS[found[2]], found[2] == "o")
    return tuple(areas.values())


__all__ = ["AREA_TYPES", "Area", "AreaType", "CityMap", "Garden", "MapFeatures", "MapHex", "Zone", "division"]
