"""Rows for careers: experience, awards, prestige, skills, fatigue, historical aces [7.7, 7.8, 8.0, 10.2, 10.3]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from viermot.games.interceptor.components.words import (
    Avoid,
    AwardName,
    Month,
    Quality,
    Rank,
    Signed,
    SkillName,
    Small,
    Some,
    Special,
    Who,
)
from viermot.kernel.packs import Sourced


class Experience(Sourced, frozen=True):
    officer: Small
    nco: Small
    wingman: Small
    gunner: Small
    sorties: Some
    sorties_led: Some
    feldwebel: Small
    bought: Small


class Repair(Sourced, frozen=True):
    lose_sortie: Some
    written_off: Some
    scrounge: Some


class LostSorties(Sourced, frozen=True):
    light_wound: Small
    parachute: Small
    forced_landing: Small
    rough_landing: Small
    transfer: Small
    new_series: Small
    award_journey: Small
    leave: Small


class Prestige(Sourced, frozen=True):
    same_series: Small
    other_series: Small
    transfer: Small
    crewman: Small
    no_repair: Small
    highest: Some


class Promotion(Sourced, frozen=True):
    success: Small
    knights_cross: Signed
    kills: Signed
    kills_each: Some
    award: Signed


class Awards(Sourced, frozen=True):
    """The kills, points, flights or wounds at which each award is due [7.8]."""

    ek2: Some
    ek1_points: Some
    fighter_points: Small
    bomber_points: Small
    ace: Some
    ehrenpokal: Some
    german_cross: Some
    knights_cross: Some
    oak_leaves: Some
    swords: Some
    diamonds: Some
    clasps: tuple[int, int, int]
    wounds: tuple[int, int, int]


class Skill(Sourced, frozen=True):
    """A skill or an advanced manoeuvre: its cost and who may learn it [7.7, 10.6]."""

    name: SkillName
    cost: Some
    who: tuple[Who, ...]
    once_a_sortie: bool = False
    optional: bool = False
    avoid: Avoid = 0
    improve: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    ends: bool = False


class Fatigue(Sourced, frozen=True):
    """The levels of fatigue, and what each adds to which rolls [10.3]."""

    name: str
    level: Small
    landing: Signed = 0
    parachute: Signed = 0
    initiative: Signed = 0


class Rest(Sourced, frozen=True):
    flown: Signed
    not_flown: Signed


class PilotQuality(Sourced, frozen=True):
    early: tuple[Quality, ...]
    late: tuple[Quality, ...]
    late_since: Month
    hits: tuple[int, int, int, int]


class Career(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Charts A2 and B5: everything between sorties."""

    experience: Experience
    repair: Repair
    lost_sorties: LostSorties
    prestige: Prestige
    promotion: Promotion
    awards: Awards
    skill: tuple[Skill, ...]
    fatigue: tuple[Fatigue, ...]
    rest: Rest
    pilot_quality: PilotQuality


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where and when an ace started, historically [10.2.1]."""

    unit: str
    since: Month


class Ace(Sourced, frozen=True):
    """An ace card [10.2]."""

    name: str
    rank: Rank
    unit: str
    kills: Small
    bombers: Small
    awards: tuple[AwardName, ...]
    level: Annotated[int, msgspec.Meta(ge=0, le=7)]
    points: Small
    skills: tuple[SkillName, ...]
    experience: Small
    total: Small
    special: Special = "none"
    later: Start | None = None
