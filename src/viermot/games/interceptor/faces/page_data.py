"""What the page is sent of Interceptor Ace besides the picture: charts, cards, skills, words and odds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from viermot.games.interceptor.components.aircraft import Ranges, Weapon
from viermot.games.interceptor.components.calendar import Boxes
from viermot.games.interceptor.components.cards import Card
from viermot.server.messages.table import Charts

CardLine = Literal["hits", "fire", "defence", "wingman"]


class UnitAircraft(Struct, kw_only=True):
    """What the unit of a scenario flies."""

    aircraft: list[str]


class UnitPlace(Struct, kw_only=True):
    """Where the unit is based, and since when."""

    unit: str
    base: str
    zone: str
    since: str


class UnitLine(Struct, kw_only=True):
    """A Gruppe of the start table: what it flies, from where, and since when [4.1]."""

    name: str
    roll: int
    aircraft: list[str]
    base: str
    zone: str
    since: str
    choice_only: bool
    opens: str  # the month from which it can be joined, in words; empty if that is the first of the war
    later_starts: list[str]  # the months in which a career there can begin instead
    few_raids: bool  # little comes its way at first: the book's advice to beginners


class MonthLine(Struct, kw_only=True):
    """A month of the log."""

    name: str
    title: str
    sorties: int
    promotion: bool


class Model(Struct, kw_only=True):
    """An interceptor as the hangar knows it."""

    name: str
    series: str
    weapons: list[Weapon]
    speed: int
    boost: bool
    agile: bool
    radial: bool
    engines: int
    crew: int
    airframe: int
    wing: int
    tail: int
    controls: int
    engine: int
    rocket_hit: int | None
    prestige: int
    available: str
    unique: bool


class AlliedBomber(Struct, kw_only=True):
    """An Allied bomber as the hangar knows it."""

    name: str
    airframe: int
    wing: int
    controls: int
    engine: int
    formation: bool
    extra_fire: int
    chin_turret: int
    bombs: bool


class AlliedFighter(Struct, kw_only=True):
    """An Allied fighter as the hangar knows it."""

    name: str
    fp: int
    speed: int
    engines: int
    airframe: int
    wing: int
    tail: int
    controls: int
    engine: int
    agile: bool
    radial: bool


class SkillLine(Struct, kw_only=True):
    """A skill: what it costs, and what it does by who learns it [7.7, 10.6]."""

    name: str
    cost: int
    who: list[str]
    once: bool
    optional: bool
    rule: str
    about: dict[str, str]


class AceLine(Struct, kw_only=True):
    """An ace of history [10.2]."""

    name: str
    unit: str
    total: int


class RepairLimits(Struct, kw_only=True):
    """From how many hits an aircraft misses a sortie or is written off."""

    lose_sortie: int
    written_off: int


class AirData(Charts, kw_only=True):
    """Calendar, aircraft, cards, tracks, skills, aces, and the words of all charts."""

    months: list[MonthLine]
    victory: dict[str, int]
    aircraft: dict[str, Model]
    cards: list[Card]
    columns: list[int]
    column_of: list[int]  # by firepower, which of them counts
    gains: dict[int, tuple[int, int]]  # by card, the positions its defence gains: any aircraft, an agile one
    prices: dict[str, dict[str, int]]  # by the series flown, and that of another aircraft: its price in prestige
    card_lines: dict[str, CardLine]  # by what a card is drawn for, which line of it counts
    ranges: Ranges
    units: list[UnitLine]
    tracks: dict[str, dict[str, int]]
    boxes: Boxes
    skills: list[SkillLine]
    aces: list[AceLine]
    bombers: list[AlliedBomber]
    fighters: list[AlliedFighter]
    history: dict[str, str]  # a sentence or two about each aircraft of both sides
    repair: RepairLimits
    words: dict[str, dict[str, str]]


class Chance(Struct, kw_only=True):
    """A chance exactly and as a number."""

    what: str
    of: tuple[int, int]
    chance: float


class Modifier(Struct, kw_only=True):
    """What is added to a roll, and why."""

    what: str
    text: str
    points: int
    rule: str


class AirOdds(Struct, kw_only=True):
    """The chances of what is asked about, with what they depend on; trials where they were played out."""

    what: str
    about: str
    rule: str
    modifiers: list[Modifier]
    chances: list[Chance]
    mean: float | None
    trials: int
