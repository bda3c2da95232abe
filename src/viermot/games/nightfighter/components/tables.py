"""The tables the rule book prints: weather, hits, destruction, response [3.3, 11.0c, 17.3, 17.4]."""

from typing import Annotated

import msgspec

from viermot.games.nightfighter.components.charts import Provenance, Signed, Small
from viermot.kernel.packs import Tables, decode

FILE = "tables.toml"
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]


class Table(Provenance, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table of the book."""


class MoonTable(Table, frozen=True, kw_only=True):
    """Two dice: the highest totals for a full moon and for a half moon [3.3.1]."""

    full: Small
    half: Small


class VisibilityTable(Table, frozen=True, kw_only=True):
    """Two dice; and how far a crew sees in poor, moderate and good visibility [3.3.2]."""

    poor: Small
    moderate: Small
    range: tuple[Small, Small, Small]
    lit_range: tuple[Small, Small, Small]


class CloudTable(Table, frozen=True, kw_only=True):
    """One die: the highest roll that means cloud [3.3.3]."""

    cloudy: Small


class HitsTable(Table, frozen=True, kw_only=True):
    """The lowest total of dice and firepower for each number of hits [11.0c]."""

    least: Annotated[tuple[Small, ...], msgspec.Meta(min_length=1, max_length=9)]


class DestructionTable(Table, frozen=True, kw_only=True):
    """What becomes of the victor, by the die [17.3]."""

    avoidance: tuple[Die, ...]
    flash: tuple[Die, ...]
    follow_down: tuple[Die, ...]


class ResponseTable(Table, frozen=True, kw_only=True):
    """Whether an attacked bomber responds, and how [17.4b, 17.4c]."""

    normal: Small
    warning: Small
    alerted: Signed
    corkscrew: Signed
    defensive_fire: Signed


class ReactionTable(Table, frozen=True, kw_only=True):
    """What modifies the second die of a response [17.4c]."""

    oblique: Signed
    experte: Signed
    not_attacking: Signed
    green: Signed
    bright: Signed


class BookTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them."""

    moon: MoonTable
    visibility: VisibilityTable
    cloud: CloudTable
    hits: HitsTable
    destruction: DestructionTable
    response: ResponseTable
    reaction: ReactionTable


def book_tables(tables: Tables) -> BookTables:
    """The tables of the book."""
    return decode(tables, FILE, BookTables)
