"""What the page is sent of Bomber Command besides the picture: map, scenarios, cards and odds."""

from __future__ import annotations

from msgspec import Struct

from viermot.games.bomber_command.knowledge.picture import Side
from viermot.server.messages.table import Charts


class ScenarioCounts(Struct, kw_only=True):
    """What the set-up screen shows of a scenario."""

    raids: dict[str, int]
    units: int
    cities: int


class MapHexLine(Struct, kw_only=True):
    """A hex of the map."""

    name: str
    zone: str
    terrain: str
    ruhr: bool


class Garden(Struct, kw_only=True):
    """A hex to be mined, and what that brings."""

    name: str
    hex: str
    vp: int


class CityBox(Struct, kw_only=True):
    """A city box; flak -1 for none at all."""

    name: str
    hex: str
    flak: int
    map: str
    oboe: bool
    signature: str


class ScenarioData(Struct, kw_only=True):
    """A scenario as the map needs it."""

    raids: dict[str, int]
    stream: int
    cities: list[CityBox]
    beacons: dict[str, str]
    occupied: dict[str, str]
    area_flak: dict[str, int]
    searchlights: list[str]
    himmelbett: list[str]
    mandrel: list[str]
    out_of_range: list[str]
    airfields: dict[str, tuple[str, str, int]]  # airfield, hex, endurance
    victory: list[tuple[int | None, str]]  # the highest net VP of each level


class AreaLine(Struct, kw_only=True):
    """An area of a city map."""

    name: str
    type: str
    oil: bool


class CityMapData(Struct, kw_only=True):
    """A city map."""

    title: str
    areas: list[AreaLine]


class CardData(Struct, kw_only=True):
    """A card as it is printed."""

    side: Side
    name: str
    title: str
    symbol: str
    text: str
    uses: list[str]  # what it may be played for, as an option names it


class WeatherData(Struct, kw_only=True):
    """What a weather does."""

    modifier: int
    cross: bool


class NightData(Struct, kw_only=True):
    """A raid that was really flown, with its story and a plan to fly it again."""

    title: str
    story: str
    scenario: str
    targets: list[str]
    follow_up: bool
    plan: str


class RaidData(Charts, kw_only=True):
    """Map, scenarios, city maps, decks, and the words for them."""

    hexes: list[MapHexLine]
    exits: list[str]
    jutland: str
    gardens: list[Garden]
    zones: list[str]
    letters: list[str]
    scenarios: dict[str, ScenarioData]
    city_maps: dict[str, CityMapData]
    cards: list[CardData]
    weathers: dict[str, WeatherData]
    infiltration: list[tuple[int, int]]
    phase_names: list[str]
    nights: list[NightData]
    words: dict[str, dict[str, str]]


class Mark(Struct, kw_only=True):
    """Where a raid is at the end of a turn: which hex, and which place of its path."""

    turn: int
    hex: str
    at: int


class LegCard(Struct, kw_only=True):
    """What a leg of a route leads past, as printed on the map: nothing that is decided in secret."""

    start: str
    end: str
    turns: int  # that it takes
    gci: list[str]  # Himmelbett hexes
    flak: list[str]  # hexes with area flak, or the city that is bombed
    fighters: int  # units whose airfields lie near enough to be up there before it has passed


class DraftedRaid(Struct, kw_only=True):
    """A raid of a plan that is being drawn."""

    letter: str
    path: list[str]
    marks: list[Mark]
    over_target: int | None  # the turns in which it is there
    home: int | None
    ways: dict[str, list[str]]  # where its next leg may end; where two lead there, the first hex of each
    forks: list[str]  # where two led to its last waypoint, the first hex of each
    goal: list[str]  # where it still has to go
    legs: list[LegCard]
    over_land: int  # turns that end over the continent


class DraftedPlan(Struct, kw_only=True):
    """A plan that is being drawn, as far as it goes: what follows from its routes."""

    raids: list[DraftedRaid]
    entries: list[str]  # where a raid may begin
    heavy_loads: bool  # may a Main Force carry them? [12.3]


class Chance(Struct, kw_only=True):
    """A chance exactly and as a number."""

    what: str
    of: tuple[int, int]
    chance: float


class Modifier(Struct, kw_only=True):
    """What is added to a roll, and why."""

    text: str
    points: int
    rule: str


class CardOdds(Struct, kw_only=True):
    """The same odds with a card of the hand played."""

    card: str
    chances: list[Chance]
    mean: float | None


class RollOdds(Struct, kw_only=True):
    """The chances of a roll, with every modifier and what the cards in hand would change."""

    what: str
    about: str
    rule: str
    modifiers: list[Modifier]
    against: int | None
    chances: list[Chance]
    mean: float | None
    cards: list[CardOdds]
    doubts: list[str]
