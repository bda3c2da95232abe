"""Rows for the charts that dice are rolled on [3.6, 7.0, 10.5]."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from viermot.games.interceptor.components.words import (
    BomberPart,
    Cell,
    Fate,
    Happening,
    Interception,
    Jam,
    Month,
    PackagePart,
    Signed,
    Small,
    Some,
    System,
)
from viermot.kernel.packs import Sourced


class InterceptionChart(Sourced, frozen=True):
    early: tuple[Interception, ...]
    late: tuple[Interception, ...]
    late_since: Month


class BomberDamage(Sourced, frozen=True):
    wing: tuple[BomberPart, ...]
    airframe: tuple[BomberPart, ...]


class GroupDamage(Sourced, frozen=True):
    """The fixed hits of a GP, by point of aim, and how many random ones come with them [7.4.1, 10.5]."""

    wing: tuple[PackagePart, ...]
    wing_random: Small
    airframe: tuple[PackagePart, ...]
    airframe_random: Small
    fighter: tuple[PackagePart, ...]
    fighter_random: Small
    climb: tuple[PackagePart, ...]
    climb_random: Small
    dive: tuple[PackagePart, ...]
    dive_random: Small


class Damage(Sourced, frozen=True):
    fuel_tank: tuple[Literal["leak", "fire", "explosion"], ...]
    wound: tuple[Literal["light", "serious", "killed"], ...]
    bomber_crew: tuple[Literal["pilot", "copilot", "gunner"], ...]
    bombs_explode: Small
    blast: tuple[int, ...]
    flak: Small
    rocket_hits: tuple[int, ...]


class FighterDamage(Sourced, frozen=True):
    row_1: tuple[System, ...]
    row_2: tuple[System, ...]
    row_3: tuple[System, ...]
    row_4: tuple[System, ...]
    row_5: tuple[System, ...]
    row_6: tuple[System, ...]


class SpeedLoss(Sourced, frozen=True):
    inline_damaged: Small
    inline_out: Small
    radial: tuple[int, ...]


class Landing(Sourced, frozen=True):
    """Chart B7: the lowest total of each bad landing, and the modifiers [7.4.4, 7.4.6]."""

    rough: Small
    crash: Small
    destroyed: Small
    engine_damaged: Signed
    forced: Signed
    gear: Signed
    controls: Signed
    wing_hits: Small
    wing: Signed
    pilot_serious: Signed
    skill: Signed
    engine_trouble: Signed


class Parachute(Sourced, frozen=True):
    """Chart B8: the lowest total of each bad jump, and the modifiers [7.6]."""

    light: Small
    serious: Small
    killed: Small
    skill: Signed
    wounded: Signed
    fire: Signed
    destroyed: Signed


class Weather(Sourced, frozen=True):
    poor: Small
    bad: Small
    landing: tuple[int, int, int]


class Initiative(Sourced, frozen=True):
    """Chart B12: the lead that gains one position, and two; the modifiers [7.2.2.7]."""

    one: Small
    two: Small
    agile: Signed
    boost: Signed
    ace: Signed
    awareness: Signed
    enemy_ace: Signed


class SeriousWound(Sourced, frozen=True):
    sorties: tuple[int, ...]


class ExtendedBurst(Sourced, frozen=True):
    results: tuple[tuple[Cell, int, Jam], ...]


class WingmanAttack(Sourced, frozen=True):
    results: tuple[tuple[Cell, Fate], ...]


class Chances(Sourced, frozen=True):
    slip_away: Small
    disengage: Small
    loss_on_the_way: Small
    confirmed: Small


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The combat and landing charts, as on the player aid cards."""

    interception: InterceptionChart
    bomber_damage: BomberDamage
    group_damage: GroupDamage
    damage: Damage
    fighter_damage: FighterDamage
    speed_loss: SpeedLoss
    landing: Landing
    parachute: Parachute
    weather: Weather
    initiative: Initiative
    serious_wound: SeriousWound
    extended_burst: ExtendedBurst
    wingman_attack: WingmanAttack
    chances: Chances


class EventRow(Sourced, frozen=True):
    """A random event [7.10]."""

    name: Happening
    roll: Annotated[int, msgspec.Meta(ge=2, le=12)]
    kept: Literal["", "sortie", "career"] = ""
    divide: Some = 1
    speed: Signed = 0
    boxes: Some = 1
    shift: Small = 0
    experience: Small = 0
    prestige: Small = 0


class Altitude(Sourced, frozen=True):
    by_die: tuple[Literal["low", "level", "high"], ...]


class Location(Sourced, frozen=True):
    """A place around the bomber: what it adds to the bomber's hits and to ours, by altitude [10.5]."""

    id: Annotated[int, msgspec.Meta(ge=1, le=8)]
    low: tuple[int, int]
    level: tuple[int, int]
    high: tuple[int, int]
    neighbours: tuple[int, int]
    opposite: int


class Vertical(Sourced, frozen=True):
    climb: tuple[int, int]
    dive: tuple[int, int]


class Positions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    altitude: Altitude
    location: tuple[Location, ...]
    vertical: Vertical
