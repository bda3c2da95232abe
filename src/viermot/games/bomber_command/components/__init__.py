"""The components of Bomber Command: map, city maps, counters, chits, cards and tables, loaded from TOML [2.0].

>>> box = load()
>>> berlin = box.scenarios["berlin"]
>>> berlin.jamming, len(berlin.units), [city.hex for city in berlin.cities if city.name == "Hannover"]
(5, 30, ['K5'])
>>> box.combat["tame boar"][-1], box.infiltration[5]
('7d', 7)
"""

from pathlib import Path
from typing import Final

from viermot.games.bomber_command.components import checks as component_checks
from viermot.games.bomber_command.components.base import Frozen, Texts
from viermot.games.bomber_command.components.decks import Card, Function, cards
from viermot.games.bomber_command.components.map import (
    Area,
    CityMap,
    Garden,
    MapFeatures,
    MapHex,
    city_maps,
    map_features,
)
from viermot.games.bomber_command.components.scenario_book import Chit, City, Scenario, Unit, scenarios
from viermot.games.bomber_command.components.tables import (
    Bombing,
    Chart,
    DefensiveFire,
    Environment,
    PlayAid,
    Skies,
    Weather,
    parse_result,
    play_aid,
    skies,
)
from viermot.kernel import packs
from viermot.kernel.packs import PackError
from viermot.kernel.user_error import UserError

__all__ = [
    "DATA",
    "Area",
    "Bombing",
    "Card",
    "Chart",
    "Chit",
    "City",
    "CityMap",
    "Components",
    "DefensiveFire",
    "Environment",
    "Function",
    "Garden",
    "MapFeatures",
    "MapHex",
    "Scenario",
    "Skies",
    "Texts",
    "Unit",
    "Weather",
    "build",
    "check",
    "export",
    "load",
    "load_content",
    "parse_result",
]

DATA = Path(__file__).parents[1] / "data"
FILES = ("cards", "city_maps", "map", "tables", "weather")


class Components(Frozen, frozen=True):
    """Everything in the box. `tables` is the TOML it was made from, merged."""

    map: MapFeatures
    city_maps: dict[str, CityMap]
    skies: Skies
    aid: PlayAid
    cards: tuple[Card, ...]
    scenarios: dict[str, Scenario]
    hash: str
    tables: packs.Tables

    @property
    def hexes(self) -> tuple[MapHex, ...]:
        """The hexes of the map."""
        return self.map.hexes

    @property
    def exits(self) -> tuple[str, ...]:
        """The hexes that touch England [2.1.2]."""
        return self.map.exits

    @property
    def mines(self) -> tuple[Garden, ...]:
        """The mine hexes [4.3.3]."""
        return self.map.gardens

    @property
    def patrols(self) -> tuple[int, ...]:
        """The strengths of the Patrol counters [2.2.3]."""
        return self.aid.patrols

    @property
    def adgb(self) -> int:
        """The strength of the Air Defence of Great Britain."""
        return self.aid.adgb

    @property
    def combat(self) -> Chart:
        """The Combat Table [9.7]."""
        return self.aid.combat

    @property
    def combat_modifiers(self) -> dict[str, int]:
        """decoy, gardening, heavy, flak damage."""
        return self.aid.combat_modifiers

    @property
    def scramble(self) -> Chart:
        """The Scramble Table [7.4.2]."""
        return self.aid.scramble

    @property
    def scramble_modifiers(self) -> dict[str, int]:
        """poor, moon, star, again, me262."""
        return self.aid.scramble_modifiers

    @property
    def recovery(self) -> Chart:
        """The Recovery Table [7.4.4]."""
        return self.aid.recovery

    @property
    def recovery_modifiers(self) -> dict[str, int]:
        """se, divert, poor, moon, star, me262, out of range, fido, damage step."""
        return self.aid.recovery_modifiers

    @property
    def infiltration(self) -> dict[int, int]:
        """What must be reached at each Jamming Level [8.1]."""
        return self.aid.infiltration

    @property
    def bombing(self) -> Bombing:
        """The bombing card [10.3, 10.4, 10.5]."""
        return self.aid.bombing

    @property
    def weather_markers(self) -> tuple[tuple[str, str, bool], ...]:
        """Good side, bad side, and whether the bad side carries a cross [3.4.1, 12.1.1]."""
        crossed = {weather.name for weather in self.skies.weather if weather.cross}
        return tuple((marker.good, marker.bad, marker.bad in crossed) for marker in self.skies.markers)

    @property
    def weather_modifiers(self) -> dict[str, int]:
        """What each weather does to combat and infiltration rolls [3.4.2]."""
        return {weather.name: weather.modifier for weather in self.skies.weather}

    @property
    def wind(self) -> dict[int, int]:
        """Where the wind blows to, in degrees, by the sum of two dice [12.1.3]."""
        return self.skies.wind

    @property
    def visibility(self) -> tuple[int, ...]:
        """The visibility modifier for each die [3.4.4]."""
        return self.skies.environment.visibility

    def provenance(self) -> list[packs.Mark]:
        """Where every row comes from, for `viermot data list`."""
        return packs.marks(self.tables)

    def content(self) -> packs.Table:
        """What a save embeds when these are not the built-in components."""
        return packs.content(self.tables)


def check(components: Components) -> list[UserError]:
    """What makes no sense, a sentence for each; ideally an empty list."""
    return packs.run(component_checks.CHECKS, components)


def as_now(tables: packs.Tables) -> packs.Tables:
    """Upgrade older packs: drop fields that never did anything, and add ours where their tables had none yet."""
    now = dict(tables)
    if "map.toml" in now:
        now["map.toml"] = {key: value for key, value in now["map.toml"].items() if key != "grid"}
        now["map.toml"] = _without(now["map.toml"], ("hexes", "hex"), ("lat", "lon"))
    if "weather.toml" in now:
        now["weather.toml"] = _without(now["weather.toml"], ("markers", "marker"), ("id",))
    if "cards.toml" in now:
        for side in ("british", "german"):
            now["cards.toml"] = _without(now["cards.toml"], (side,), ("first",))
    if "tables.toml" in now and "conversion" not in now["tables.toml"]:
        now["tables.toml"] = {**now["tables.toml"], "conversion": packs.read(DATA)["tables.toml"]["conversion"]}
    return now


def _without(table: packs.Table, way: tuple[str, ...], gone: tuple[str, ...]) -> packs.Table:
    """The table without these keys in the rows at that path; anything else there is left to the schema."""
    name, *rest = way
    inner = table.get(name)
    if rest and isinstance(inner, dict):
        return {**table, name: _without(inner, tuple(rest), gone)}
    if rest or not isinstance(inner, list):
        return table
    rows = [
        {key: value for key, value in row.items() if key not in gone} if isinstance(row, dict) else row for row in inner
    ]
    return {**table, name: rows}


def build(tables: packs.Tables) -> Components:
    """The components that merged tables describe."""
    known = {f"{name}.toml" for name in FILES}
    for file in tables:
        if file not in known and not file.startswith("scenarios/"):
            files = ", ".join(sorted(known))
            raise PackError(file, "", "pack.no_such_file", files=f"{files}, scenarios/")
    packs.marks(tables)
    now = as_now(tables)
    aid = play_aid(now)
    components = Components(
        map=map_features(now),
        city_maps=city_maps(now),
        skies=skies(now),
        aid=aid,
        cards=cards(now),
        scenarios=scenarios(now, aid.endurance),
        hash=packs.pack_hash(tables),
        tables=tables,
    )
    component_checks.refuse_nonsense(components)
    return components


LOADER: Final = packs.Loader(DATA, build)
load, load_content, export = LOADER.load, LOADER.load_content, LOADER.export
