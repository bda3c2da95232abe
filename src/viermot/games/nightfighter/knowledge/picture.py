"""The picture a seat has of a game: what NightView.picture() and the page's types are made from."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from viermot.games.nightfighter.components.charts import Arc, Band
from viermot.kernel.hexes import Facing

Moon = Literal["none", "half", "full"]
Visibility = Literal["poor", "moderate", "good"]
Jammed = Literal["none", "light", "heavy"]
PilotLevel = Literal["green", "normal", "experte"]
SearchResult = Literal["nothing", "contact", "same hex", "silent", "pending"]  # pending: not resolved yet


class AiSet(Struct, kw_only=True):
    """A fighter's AI radar, as jammed as it is tonight [19.1, 24.5]."""

    name: str
    range: int
    arc: Arc
    modifier: int
    band: Band
    jammed: Jammed


class Card(Struct, kw_only=True):
    """What an aircraft's chart says of it as fitted, at this altitude and on this turn [6.0, 12.0, 19.1]."""

    mp: str
    mp_now: int
    least_mp: int
    firepower: int | None
    oblique: int | None
    defence: int | None
    view: bool
    ai: AiSet | None
    equipment: list[str]
    tail_warning: bool
    guidance: str


class Fighter(Struct, kw_only=True):
    """One of the player's fighters, open to both seats."""

    id: str
    type: str
    pilot: PilotLevel
    generic: str
    hex: str | None  # "box" for the box beside the map
    facing: Facing | None
    fate: str
    hits: int
    damage: int
    dives: int
    blinded: int
    tally: str | None
    fix: str | None
    warned: bool
    alerted: bool
    oblique: bool
    radar: str | None
    equipment: list[str]
    good_view: bool
    lit_range: int  # from how many hexes it sees what lights hold
    spent: int
    card: Card


class Contact(Struct, kw_only=True):
    """An attacker on the player's map, and what he has witnessed of it [5.1b]."""

    contact: str
    hex: str
    facing: Facing
    lit_in: str | None
    tallied_by: list[str]
    fixed_by: list[str]
    hits: int
    alerted: bool
    type: str | None


class Search(Struct, kw_only=True):
    """A search counter on the map [13.1]."""

    radar: str
    hex: str
    result: SearchResult


class Sweep(Struct, kw_only=True):
    """A sweep counter on the map [13.1]."""

    radar: str
    hex: str


class Track(Struct, kw_only=True):
    """A past search, as a track counter would mark it [13.1.4]."""

    turn: int
    radar: str
    hex: str
    contact: bool
    towards: list[str]


class Marker(Struct, kw_only=True):
    """A searchlight search marker."""

    zone: str
    hex: str


class RadarCounter(Struct, kw_only=True):
    """One of the player's search counters, whose it is and how far it looks [13.1]."""

    radar: str
    family: str
    value: int
    fighter: str | None
    jammed: Jammed


class Attacker(Struct, kw_only=True):
    """An attacker on the umpire's map [5.1a]."""

    id: str
    type: str
    intruder: bool
    hex: str | None
    facing: Facing
    fate: str
    hits: int
    alerted: bool
    lit_in: str | None
    contact: str | None
    column: int | None


class UmpireMap(Struct, kw_only=True):
    """The map behind the screen [5.1a]."""

    side: Literal["red", "yellow"] | None
    attackers: list[Attacker]
    to_come: int


class Environment(Struct, kw_only=True):
    """The sky tonight."""

    moon: Moon
    visibility: Visibility
    cloud: Literal["none", "cloudy"]
    altitude: Literal["normal", "low", "high"]
    visible: tuple[int, int]  # from how many hexes a bomber is seen, and one that lights hold [3.3.2]


class Score(Struct, kw_only=True):
    """What has been counted so far [4.1]."""

    kills: int
    losses: int
    vp: int
    score: int


class Result(Struct, kw_only=True):
    """How the game ended [4.1]."""

    level: Literal["loss", "win", "decisive"]
    reason: str
    score: int
    kills: int
    losses: int
    vp: int
    turns: int


class Picture(Struct, kw_only=True):
    """Everything a seat may know of a game now."""

    game: Literal["nightfighter"] = "nightfighter"
    seat: str
    scenario: str
    turn: int
    turn_space: int
    phase: int
    environment: Environment
    fighters: list[Fighter]
    contacts: list[Contact]
    searches: list[Search]
    sweeps: list[Sweep]
    radars: list[RadarCounter]
    tracks: list[Track]
    markers: list[Marker]
    task_force: str | None
    flares_until: int
    score: Score
    over: Result | None
    umpire: UmpireMap | UnsetType = UNSET  # for the umpire, and for everybody when the game is over
    player_map: Picture | UnsetType = UNSET  # for the umpire: what the player sees
