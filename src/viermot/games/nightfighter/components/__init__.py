"""The components of Nightfighter: charts, counters, map, chits, scenarios, loaded from TOML [2.0, 3.2, 6.0].

>>> nightfighter = load()
>>> str(nightfighter.fighters["Do215B-5"].mp), nightfighter.scenarios["4B"].title["en"]
('3*', 'Henaja')
>>> nightfighter.counters_of("Lancaster I/III")
48
"""

from functools import cache
from pathlib import Path
from typing import Final

from viermot.games.nightfighter.components import charts as charts
from viermot.games.nightfighter.components import checks as component_checks
from viermot.games.nightfighter.components.charts import (
    AiRadar,
    AircraftType,
    BomberType,
    Chit,
    Chits,
    Equipment,
    FighterType,
    Frozen,
    Happening,
    History,
    MapFeatures,
    Mp,
    SearchRadar,
    Texts,
    UmpireHabits,
    month,
    parse_mp,
    parse_radar_string,
    radar_string,
)
from viermot.games.nightfighter.components.scenario_book import (
    Attackers,
    Defender,
    Entry,
    Jamming,
    Place,
    Scenario,
    Victory,
    scenarios,
    without_retired_flags,
)
from viermot.games.nightfighter.components.tables import BookTables, book_tables
from viermot.kernel import packs
from viermot.kernel.json import JsonObject
from viermot.kernel.packs import BadValue, PackError
from viermot.kernel.user_error import UserError

__all__ = [
    "DATA",
    "AiRadar",
    "AircraftType",
    "Attackers",
    "BomberType",
    "BookTables",
    "Chit",
    "Chits",
    "Components",
    "Defender",
    "Entry",
    "Equipment",
    "FighterType",
    "Happening",
    "History",
    "Jamming",
    "MapFeatures",
    "Mp",
    "Place",
    "Scenario",
    "SearchRadar",
    "Texts",
    "UmpireHabits",
    "Victory",
    "attacker_id",
    "build",
    "check",
    "export",
    "fighter_id",
    "load",
    "load_content",
    "month",
    "parse_mp",
    "parse_radar_string",
    "radar_string",
]

DATA = Path(__file__).parents[1] / "data"
# Keys that older packs have and that never did anything: they are ignored.
RETIRED = (
    "ai_radars.toml radar experimental", "ai_radars.toml radar trials", "chits.toml apart", "chits.toml red_totals",
    "fighters.toml fighter experimental", "history.toml sources", "map.toml grid", "map.toml places task_force_zone",
    "map.toml places flare_entry in_box", "search_radars.toml radar count", "search_radars.toml radar note",
)  # fmt: skip
FILES = ("ai_radars", "bombers", "chits", "fighters", "history", "map", "search_radars", "tables", "umpire")
ADDED = ("tables.toml",)  # missing from older packs: ours are used instead


class Components(Frozen, frozen=True):
    """Everything in the box. `tables` is the TOML it was made from, merged."""

    map: MapFeatures
    cup: Chits
    ai_radars: dict[str, AiRadar]
    search_radars: dict[str, SearchRadar]
    fighters: dict[str, FighterType]
    bombers: dict[str, BomberType]
    scenarios: dict[str, Scenario]
    umpire: UmpireHabits
    book: BookTables
    history: History
    hash: str
    tables: packs.Tables

    @property
    def chits(self) -> tuple[Chit, ...]:
        """The entry chits."""
        return self.cup.chit

    def counters_of(self, name: str) -> int:
        """How many counters a type has when it flies among the attackers."""
        return self.aircraft(name).counters

    def aircraft(self, name: str) -> AircraftType:
        """A type by its name, fighter or bomber."""
        try:
            return self.bombers.get(name) or self.fighters[name]
        except KeyError:
            raise BadValue("nightfighter.pack.no_aircraft", name=name) from None

    def provenance(self) -> list[packs.Mark]:
        """Where every row comes from, for `viermot data list`."""
        return packs.marks(self.tables)

    def content(self) -> JsonObject:
        """What a save embeds when these are not the built-in components."""
        return packs.content(self.tables)


def check(components: Components) -> list[UserError]:
    """What makes no sense, a sentence for each; ideally an empty list."""
    return packs.run(component_checks.CHECKS, components)


@cache
def _built_in_tables() -> packs.Tables:
    return packs.read(DATA)


def build(tables: packs.Tables) -> Components:
    """The components that these tables describe, or PackError."""
    known = {f"{name}.toml" for name in FILES}
    for file in tables:
        if file not in known and not file.startswith("scenarios/"):
            raise PackError(file, "", "pack.no_such_file", files=", ".join((*sorted(known), "scenarios/")))
    packs.marks(tables)
    given, tables = tables, packs.with_added(_without_what_is_retired(tables), _built_in_tables(), ADDED)
    components = Components(
        map=charts.map_features(tables),
        cup=charts.chits(tables),
        ai_radars=charts.ai_radars(tables),
        search_radars=charts.search_radars(tables),
        fighters=charts.fighters(tables),
        bombers=charts.bombers(tables),
        scenarios=scenarios(tables),
        umpire=charts.umpire_habits(tables),
        book=book_tables(tables),
        history=charts.history(tables),
        hash=packs.pack_hash(given),
        tables=given,
    )
    component_checks.refuse_nonsense(components)
    return components


def _without_what_is_retired(tables: packs.Tables) -> packs.Tables:
    """The tables of a pack without the keys that no longer exist."""
    pages = [file for file in tables if file.startswith("scenarios/")]
    kept = packs.without(tables, (*RETIRED, *(f"{page} {way}" for page in pages for way in ("solo", "variant solo"))))
    return {**kept, **{page: without_retired_flags(kept[page]) for page in pages}}


def attacker_id(n: int) -> int:
    """The id of the n-th attacker counter, from 0; its last digit is the tally number [2.2.1]."""
    ten, tally = divmod(n, 6)
    return (100 if ten < 10 else 200) + 10 * ten + tally + 1  # 2xx is the player's


def fighter_id(n: int) -> int:
    """The id of the player's n-th fighter, from 0 [2.2.1]."""
    ten, tally = divmod(n, 6)
    return 200 + 10 * ten + tally + 1


LOADER: Final = packs.Loader(DATA, build)
load, load_content, export = LOADER.load, LOADER.load_content, LOADER.export
