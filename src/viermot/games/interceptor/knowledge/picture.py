"""The picture of the table: what CareerView.picture() is made of, and what the page's types are generated from."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

Orientation = Literal["tailed", "disadvantaged", "head on", "advantaged", "tailing"]
Range = Literal["long", "medium", "close"]


class Hits(Struct, kw_only=True):
    """Hits on a part, and how many it takes to lose it; 0 where no number of hits does."""

    hits: int
    lost_at: int


class Bomber(Struct, kw_only=True):
    """The Bomber Target Chart [3.4a]."""

    type: str
    range: Range
    attacking: bool
    first_pass: bool
    straggler: bool
    aim: str
    formation: bool
    bombs: bool
    place: str | None
    damage: dict[str, Hits]


class Fight(Struct, kw_only=True):
    """The Fighter Target Chart [3.4a]."""

    enemy: str
    orientation: Orientation
    round: int
    firepower: int
    speed: int
    agile: bool
    quality: str
    damage: dict[str, Hits]


class Sortie(Struct, kw_only=True):
    """Where a pilot is on the endurance track, and whom he fights."""

    box: int
    raid_box: int
    last_box: int
    track: dict[str, int]
    wound: str
    firepower: int | None
    speed: int | None
    agile: bool  # now, with its damage [7.2.2.8]
    met: str | None
    sighted: str | None
    escort: str | None
    homeward: bool
    bomber: Bomber | None
    fight: Fight | None


class Kills(Struct, kw_only=True):
    """Kills by what was shot down."""

    bombers: int
    fighters: int


class Wingman(Struct, kw_only=True):
    """The wingman's status."""

    status: str
    experience: int
    skills: list[str]
    kills: Kills
    awards: list[str]
    flights: int
    lines_to_miss: int


class Gunner(Struct, kw_only=True):
    """The gunner's status, in an aircraft that has one."""

    experience: int
    skills: list[str]
    kills: int
    wound: str
    stand_in: bool


class MountedWeapon(Struct, kw_only=True):
    """A weapon of the mat, and its ammunition."""

    name: str
    fp: int
    load: int | None
    ammo: int | None
    state: Literal["ready", "jammed", "broken"]


class Mat(Struct, kw_only=True):
    """The aircraft display mat with its damage and ammunition [3.1, 3.4]."""

    name: str
    series: str
    speed: int
    agile: bool
    boost: bool
    crew: int
    engines: int
    rockets: bool
    weapons: list[MountedWeapon]
    damage: dict[str, Hits]


class Pilot(Struct, kw_only=True):
    """The pilot and crew status chart, the mat, and the sortie [3.1, 3.3]."""

    name: str
    unit: str | None
    base: str | None
    zone: str | None
    rank: str
    command: str  # what an officer of that rank commands, or nothing
    track: str
    experience: int
    skills: list[str]
    awards: list[str]
    kills: Kills
    flights: int
    prestige: int
    level: int
    wounds: int
    fatigue: int
    lines_to_miss: int
    starts: str
    ace: str
    fate: str
    wound: str
    used: list[str]
    markers: list[str]
    charm: str | None  # when he wants the lucky charm offered, if he has one
    leads: bool
    wingman: Wingman
    aircraft: Mat | None
    gunner: Gunner | None
    sortie: Sortie | None
    over: bool
    successor: Successor | UnsetType = UNSET  # when the game is over


class Successor(Struct, kw_only=True):
    """The game of a pilot who joins the same unit after this one: a scenario and its options."""

    scenario: str
    options: dict[str, Any]


class Raid(Struct, kw_only=True):
    """The raid of this log line."""

    target: str
    zone: str
    roll: int
    weather: str


class PilotRecord(Struct, kw_only=True):
    """What a career came to [5.2.1]."""

    level: str
    fate: str
    kills: int
    bombers: int
    fighters: int
    survived: bool
    sorties: int
    name: str
    unit: str
    rank: str
    prestige: int
    aircraft: str
    reason: str | UnsetType = UNSET


class CompanyRecord(Struct, kw_only=True):
    """What several careers came to, and who did best [10.1.2]."""

    level: str
    reason: str
    kills: int
    bombers: int
    survived: bool
    best: int
    ranking: list[int]  # numbers of the pilots, the best first
    pilots: list[PilotRecord]


class AirPicture(Struct, kw_only=True):
    """Everything a pilot may know now."""

    game: Literal["interceptor"] = "interceptor"
    seat: str
    scenario: str
    options: dict[str, Any]
    month: str
    month_title: str
    line: int
    lines: int
    raid: Raid | None
    cards_left: int
    turn: int
    asked: int | None  # which pilot must answer now
    pilots: list[Pilot]
    own: int
    result: PilotRecord | CompanyRecord | None
