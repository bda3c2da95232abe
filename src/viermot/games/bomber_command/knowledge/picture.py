"""A seat's picture of the night: what RaidView.picture() returns, and what the page's types are generated from."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from viermot.games.bomber_command.rules.victory import AircraftLost

Side = Literal["british", "german"]
Kind = Literal["main", "decoy", "gardening", "mosquito"]


class Sky(Struct, kw_only=True):
    """Weather, moon and wind."""

    weather: dict[str, str | None]
    bad: bool
    visibility: str
    twilight: int | None
    moon: str
    moon_turn: int | None
    wind: int | None
    fido: bool


class Jamming(Struct, kw_only=True):
    """The jamming level, and what helps against it."""

    level: int
    infiltration: int
    naxos: bool
    beleuchter: bool


class Unit(Struct, kw_only=True):
    """A nightfighter unit; its place is a hex, "Jutland", "England", or a box: ready, rearm, closed, out, ..."""

    name: str
    type: str
    base: str
    division: str
    twin: bool
    strength: int
    place: str
    raid: str | None
    stacked: str | None
    markers: list[str]
    fuel: int


class Box(Struct, kw_only=True):
    """A raid box; under Fog of War only its owner knows what is in it [8.3, 12.5]."""

    letter: str
    units: list[str]
    kind: Kind | None
    losses: int | UnsetType = UNSET
    disruption: int | UnsetType = UNSET
    damage: int | UnsetType = UNSET
    hunt: int | UnsetType = UNSET


class Patrols(Struct, kw_only=True):
    """Mosquito patrols at home, and (strength, turn of return) of those away."""

    pool: list[int]
    away: list[tuple[int, int]]


class Points(Struct, kw_only=True):
    """Victory points so far; None where Fog of War hides them."""

    british: float
    german: int | None


class Cards(Struct, kw_only=True):
    """Hands, piles and discards; the cards of a hand are its owner's."""

    sizes: dict[Side, int]
    piles: dict[Side, int]
    discards: dict[Side, list[str]]
    hand: list[str] | UnsetType = UNSET


class CurrentAttack(Struct, kw_only=True):
    """The attack under way; its raid and, inside a raid, its hex are not revealed [9.1.1b, 9.9]."""

    kind: str
    unit: str | None
    hex: str | None
    city: str | None
    damaged: bool | UnsetType = UNSET
    mosquitos: bool | UnsetType = UNSET


class Lying(Struct, kw_only=True):
    """What is in an area: the counters of this attack and of an earlier one together."""

    he: int
    inc: int
    fires: int
    storm: bool


class CityAttacked(Struct, kw_only=True):
    """The city map on the table, with the counts of each area, the countryside last."""

    name: str
    map: str
    areas: list[list[int]]
    lying: list[Lying] | UnsetType = UNSET  # for the page: the totals of the same areas


class FinalPoints(Struct, kw_only=True):
    """The points of both sides, and the difference."""

    british: float
    german: int
    net: float


class NightResult(Struct, kw_only=True):
    """How the night ended."""

    level: str
    reason: str
    vp: FinalPoints
    bombers: int
    nightfighters: int
    turns: int
    lost: AircraftLost


class Plotted(Struct, kw_only=True):
    """A raid of the plot; the British player's, until the night is over [4.0a]."""

    letter: str
    kind: Kind
    target: str | None
    path: list[str]
    entry: int
    at: int
    fate: str
    heavy: bool
    load: int | None
    waypoints: int


class Target(Struct, kw_only=True):
    """A target chit, with what it demands and what it is worth [3.3, 4.5.1]."""

    city: str
    vp: int
    oil: bool
    north: int | None


class AirPicture(Struct, kw_only=True):
    """What detections add up to: sightings joined (turn and hex), and where the raids seen last may be next."""

    tracks: list[list[tuple[int, str]]]
    ahead: list[str]


class UnitReach(Struct, kw_only=True):
    """Where a unit's next move may end: hexes from which it gets home, and those from which it has to divert."""

    unit: str
    home: list[str]
    divert: list[str]


class Standing(Struct, kw_only=True):
    """How the night would end if it ended now, as far as the seat can tell [11.2]."""

    net: float
    level: str


class RaidPicture(Struct, kw_only=True):
    """Everything a seat may know of a night now."""

    game: Literal["bomber_command"] = "bomber_command"
    seat: str
    scenario: str
    options: list[str]
    turn: int
    phase: str | None
    sky: Sky
    jamming: Jamming
    units: list[Unit]
    counters: list[tuple[str, bool]]  # hex, and whether it is a stream
    in_england: int
    streams_in_england: list[int]
    alerted: bool  # have raids over England noticed intruders?
    bombing_markers: list[tuple[str, Literal["drop", "resolve"]]]  # city and side
    combat_markers: list[tuple[str, str, str | None]]  # kind, hex, city
    boxes: list[Box]
    patrols: Patrols
    stripped: list[str]
    mobile_flak: list[str]
    mined: list[str]
    fighter_losses: int
    points: Points
    cards: Cards
    attack: CurrentAttack | None
    city: CityAttacked | None
    result: NightResult | None
    plot: list[Plotted] | UnsetType = UNSET
    targets: list[Target] | UnsetType = UNSET
    tracks: list[tuple[int, list[str]]] | UnsetType = UNSET  # a turn, and where the counters were
    # for the page
    air: AirPicture | UnsetType = UNSET
    reach: list[UnitReach] | UnsetType = UNSET
    standing: Standing | UnsetType = UNSET
