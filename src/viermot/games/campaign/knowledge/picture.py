"""The picture a seat has of a career: what CareerView.picture() is made of; the page's types are generated from it."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from viermot.games.nightfighter.knowledge.picture import Picture
from viermot.games.nightfighter.knowledge.sheet import Sheet
from viermot.games.solitaire.knowledge.picture import SoloPicture

CrewStatus = Literal["green", "seasoned", "experte"]


class Night(Struct, kw_only=True):
    """Tonight's weather, once it has been rolled for [A3b]."""

    visibility: str | None
    cloud: str | None
    moon_risen: bool
    cards: int


class Crew(Struct, kw_only=True):
    """A crew: who they are, what they have done, and how they are [A2]."""

    number: int
    pilot: str
    operator: str
    gunner: str | None
    kills: int
    points: int
    shot_down: int
    awards: list[str]
    status: CrewStatus
    fate: str
    wounded_weeks: int
    away_weeks: int
    operator_wounded_weeks: int
    gunner_wounded_weeks: int
    weeks_running: int


class Plane(Struct, kw_only=True):
    """An aircraft of the stock [A2, A8.1]."""

    letter: str
    type: str
    fate: str
    workshop_weeks: int
    radar: str | None


class Patrol(Struct, kw_only=True):
    """A crew and an aircraft on the patrol display tonight [A5]."""

    crew: int
    aircraft: str
    sector: int
    role: str
    state: str
    turns: int
    hits: int
    fuel: int


class Sortie(Struct, kw_only=True):
    """One line of the log of sorties."""

    number: int
    week: int
    kind: str
    size: str
    card: str
    bombers: str
    crews: list[str]
    planes: list[str]
    kills: int
    hits: int
    lost: int
    turns: int


class Kill(Struct, kw_only=True):
    """One line of the list of kills."""

    week: int
    crew: str
    type: str
    engines: int
    points: int


class Orders(Struct, kw_only=True):
    """What everybody was told of the raid before take-off."""

    kind: str
    size: str
    bomber: str
    low: bool
    zones: list[str]
    radar: list[str]
    last_turn: int
    sheet: Sheet
    lines: list[list[str]] | UnsetType = UNSET  # the sheet in words, for a page


class CareerScore(Struct, kw_only=True):
    """What the career has brought so far."""

    points: int
    total: int
    bonus: int
    crews_lost: int
    aircraft_lost: int


class CareerResult(Struct, kw_only=True):
    """How the career ended [PC1, PC6, A10.1]."""

    level: str
    reason: str
    score: int
    kills: int
    points: int
    losses: int
    crews_lost: int
    weeks: int
    sorties: int


class CareerPicture(Struct, kw_only=True):
    """Everything a seat may know of a career now."""

    game: Literal["campaign"] = "campaign"
    seat: str
    scenario: str
    status: Literal["published", "reconstructed"]
    week: int
    month: int
    week_of_month: int
    weeks: int
    moon: str
    ironman: bool
    night: Night
    cards_left: int
    crews: list[Crew]
    aircraft: list[Plane]
    patrols: list[Patrol]
    closed_sector: int | None
    sorties: list[Sortie]
    kills: list[Kill]
    score: CareerScore
    history: list[tuple[int, ...]]  # by week: week, score, points, kills, crews, aircraft, sorties, aircraft lost
    sortie: Picture | SoloPicture | None
    orders: Orders | None
    sortie_number: int
    over: CareerResult | None
