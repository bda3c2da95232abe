"""What the page is sent of Nightfighter besides the picture: formations, charts and odds, with the types they have
there.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from viermot.games.nightfighter.components.charts import AiRadar, Equipment, Family, MapFeatures, Nation
from viermot.games.nightfighter.components.scenario_book import Jamming, Pilot, Place, Role, Victory
from viermot.kernel.packs import Status
from viermot.server.messages.table import Charts

# -- the lobby ---------------------------------------------------------------------------------------------------


class AttackerGroup(Struct, kw_only=True):
    """Some attackers of one type in one role."""

    type: str
    count: int
    role: Role
    upgrades: list[str]
    unit: str


class DefenderGroup(Struct, kw_only=True):
    """Some of the player's fighters, alike in everything."""

    type: str
    count: int
    pilot: Pilot
    upgrades: list[str]
    altitude_advantage: bool
    guidance: str | None
    unit: str


class Formations(Struct, kw_only=True):
    """Who flies in a scenario."""

    attackers: list[AttackerGroup]
    intruders: list[AttackerGroup]
    defenders: list[DefenderGroup]


class ScenarioMap(Struct, kw_only=True):
    """What the lobby's little map and the table's map need of a scenario."""

    zones: list[str]
    directed: bool
    flare_zones: list[str]
    flak: bool
    task_force: str | None
    altitude: Literal["normal", "low", "high"]
    moon: Literal["none", "half", "full", "random"]
    visibility: Literal["poor", "moderate", "good", "random"]
    cloud: Literal["cloudy", "none", "random"]
    radar: list[str]
    setup: list[Place]
    jamming: Jamming
    victory: Victory | None  # None: it is not won by itself
    end_turn: int | None
    month: int
    theatre: str


# -- charts ------------------------------------------------------------------------------------------------------


class Chart(Struct, kw_only=True):
    """A line of the aircraft charts [6.0]; months count from the year 0."""

    status: Status
    pinned: dict[str, str]
    name: str
    full_name: str
    nation: Nation
    mp: str
    mp_low: str | None
    mp_high: str | None
    fp: int | None
    damage: int
    equipment: list[Equipment]
    counters: int
    since: int
    until: int | None


class FighterChart(Chart, kw_only=True):
    """A line of the nightfighter charts."""

    minimum_mp: int
    defence: int | None
    oblique: int | None
    oblique_standard: bool
    ai: list[tuple[int | None, str]]
    view: bool
    gunflash: bool
    gunflash_until: int | None
    rear_view_own_rule: bool


class BomberChart(Chart, kw_only=True):
    """A line of the bomber chart."""

    engines: int
    responds: bool


class SearchRadarChart(Struct, kw_only=True):
    """A search counter and its sweeps [2.2.2, 13.1]."""

    name: str
    value: int
    sweeps: int
    family: Family
    letters: list[str]
    wide_arc_only: bool
    jammable: bool
    status: Status
    pinned: dict[str, str]


class ChronologyLine(Struct, kw_only=True):
    """Something that happened in the night war."""

    date: str
    month: int
    text: str


class HistoryTexts(Struct, kw_only=True):
    """A few sentences about each aircraft and radar, and the chronology."""

    aircraft: dict[str, str]
    radars: dict[str, str]
    chronology: list[ChronologyLine]


class StaticData(Charts, kw_only=True):
    """Map, charts and history."""

    map: MapFeatures
    fighters: dict[str, FighterChart]
    bombers: dict[str, BomberChart]
    ai_radars: dict[str, AiRadar]
    search_radars: dict[str, SearchRadarChart]
    history: HistoryTexts


# -- odds --------------------------------------------------------------------------------------------------------


class Chance(Struct, kw_only=True):
    """A chance exactly and as a number."""

    of: tuple[int, int]
    chance: float


class Modifier(Struct, kw_only=True):
    """What is added to a roll, and why."""

    what: str
    text: str
    points: int
    rule: str


class FireOdds(Struct, kw_only=True):
    """Two dice and firepower: the chances of 0, 1, ... hits [11.0c]."""

    modifiers: list[Modifier]
    firepower: int
    hits: list[Chance]


class NoticeOdds(Struct, kw_only=True):
    """What the bomber may do before the attack [17.4]."""

    warned: bool
    rules: list[str]
    alert: int
    modifiers: list[Modifier]
    nothing: Chance
    corkscrew: Chance
    defensive_fire: Chance
    gunners: FireOdds | None


class TypeOdds(Struct, kw_only=True):
    """How an attack may go if the bomber is of this type."""

    to_destroy: int
    destroyed: Chance
    in_all: Chance
    notice: NoticeOdds | None


class AttackOdds(Struct, kw_only=True):
    """One attack with one set of guns."""

    fighter: str
    contact: str
    guns: str
    fire: FireOdds
    types: dict[str, TypeOdds]
    doubts: list[str]


# -- the move being planned ------------------------------------------------------------------------------------------


class PlanTarget(Struct, kw_only=True):
    """A contact the fighter could go for, and what an attack on it would take [11.0]."""

    contact: str
    hex: str
    facing: str
    tally: Literal["held", "to_come", "barred"]
    tally_rule: str
    look: str  # the best chance of a tally this turn, where there is none yet
    fires: list[str]  # "0919 S": where it can fire from, facing what
    friend: str  # another fighter that is too near there [11.1]
    hit: str
    kill: str


class AttackPlan(Struct, kw_only=True):
    """What must be true before this fighter can fire, for every end of the move it is asked for."""

    fighter: str
    targets: list[PlanTarget]
    leaves: list[str]  # ends from which its next move leaves the map, whatever it does [9.2.1]
    dives: int
    dived: bool  # it has, or had, height to dive from [18.0]
    rules: dict[str, str]  # what each line of the list goes by
