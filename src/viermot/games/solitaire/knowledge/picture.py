"""The picture the player has: what SoloView.picture() is made of, and what the page's types are generated from."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from viermot.games.nightfighter.knowledge import picture as night
from viermot.games.nightfighter.knowledge.picture import Fighter, RadarCounter
from viermot.kernel.hexes import Facing

Level = Literal["none", "low", "moderate", "high"]
LookResult = Literal["waiting", "nothing", "refined", "tracked", "tested", "silent"]


class AreaHex(Struct, kw_only=True):
    """A hex a bomber may be in, and the dice that stand for it [S5.2a, S5.3a]."""

    hex: str
    dice: str


class Counter(Struct, kw_only=True):
    """One counter with its markers, and what is excluded this turn."""

    counter: str
    bomber: int
    type: str
    hidden: bool
    hex: str
    facing: Facing
    level: Level
    left: int  # how many counters its bomber still has
    area: list[AreaHex]
    excluded: list[str]
    track: Literal["above", "beneath"] | None
    lit_in: str | None
    tallied_by: list[str]
    fixed_by: list[str]
    hits: int
    alerted: bool
    h2s: bool


class Gone(Struct, kw_only=True):
    """A counter that has left the map, and what became of it."""

    counter: str
    type: str
    fate: str
    hits: int
    may_be_it: bool  # at high uncertainty it may still be the bomber


class Coming(Struct, kw_only=True):
    """The second counter of a lone bomber, before it enters."""

    turn: int
    counter: str
    column: str


class Look(Struct, kw_only=True):
    """A search counter on the map."""

    radar: str
    counter: str
    hex: str
    result: LookResult


class SoloEnvironment(night.Environment, kw_only=True):
    """The sky tonight, with its contrails."""

    contrails: bool


class Cup(Struct, kw_only=True):
    """What is still to be drawn in a stream with German fighters."""

    german: int
    other: int


class SoloScore(Struct, kw_only=True):
    """What has been counted so far [4.1]."""

    kills: int
    losses: int
    score: int


class SoloResult(Struct, kw_only=True):
    """How the game ended [4.1]."""

    level: Literal["loss", "win", "decisive"]
    reason: str
    score: int
    kills: int
    losses: int
    turns: int
    bombers: int
    hits: int
    hits_taken: int
    escaped: int


class SoloPicture(Struct, kw_only=True):
    """Everything there is to know now [S3.0a]."""

    game: Literal["solitaire"] = "solitaire"
    seat: str
    scenario: str
    turn: int
    turn_space: int
    phase: int
    environment: SoloEnvironment
    fighters: list[Fighter]
    counters: list[Counter]
    gone: list[Gone]
    coming: list[Coming]
    searches: list[Look]
    radars: list[RadarCounter]
    options: list[str]
    cup: Cup | None
    score: SoloScore
    over: SoloResult | None
    sheet: list[list[str]] | UnsetType = UNSET  # for a page: where it differs from what the set-up showed
    special: str | UnsetType = UNSET


class SearchOdds(Struct, kw_only=True):
    """What may come of a search that can be chosen now, and how likely it is."""

    option: str
    label: str
    chances: dict[str, float]
