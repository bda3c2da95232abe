"""Rows for the aircraft of both sides [3.1, 9.1]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from viermot.games.interceptor.components.words import Month, Series, Small, Some
from viermot.kernel.packs import Sourced


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One weapon system: its bold number and its load; without a load it is unlimited [4.5, 7.1.6]."""

    name: str
    fp: Some
    ammo: Annotated[int, msgspec.Meta(ge=1, le=40)] | None = None
    mg_ff: bool = False
    gp_destroys: bool = False  # a 50 mm shell: group damage destroys the target

    @property
    def mgff(self) -> bool:
        """Is it an MG FF, which never jams?"""
        return self.mg_ff


class SeriesRow(Sourced, frozen=True):
    """What all aircraft of a series share [9.1, 7.4.1]."""

    name: Series
    crew: Annotated[int, msgspec.Meta(ge=1, le=2)]
    engines: Annotated[int, msgspec.Meta(ge=1, le=2)]
    airframe: Some
    wing: Some
    tail: Some
    controls: Some
    engine: Some
    radial: bool = False
    agile: bool = False
    small: bool = False


class AircraftRow(Sourced, frozen=True):
    """One model, as its mat gives it [3.1]."""

    name: str
    series: Series
    weapons: tuple[Weapon, ...]
    speed: Some
    level: Annotated[int, msgspec.Meta(ge=0, le=7)]
    since: Month
    offer: Annotated[int, msgspec.Meta(ge=1, le=11)]
    boost: bool = False
    rockets: Annotated[int, msgspec.Meta(ge=2, le=12)] | None = None
    airframe: Some | None = None
    unique: bool = False


class Hangar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    series: tuple[SeriesRow, ...]
    aircraft: tuple[AircraftRow, ...]


class Aircraft(msgspec.Struct, frozen=True):
    """An interceptor with everything on its mat, series and model combined."""

    name: str
    series: Series
    weapons: tuple[Weapon, ...]
    speed: int
    boost: bool
    agile: bool
    radial: bool
    small: bool
    engines: int
    crew: int
    airframe: int
    wing: int
    tail: int
    controls: int
    engine: int
    rocket_hit: int | None
    prestige: int
    available: Month
    r1: int
    unique: bool

    @property
    def total_fp(self) -> int:
        """Firepower with everything firing [7.1.6]."""
        return sum(weapon.fp for weapon in self.weapons)

    @property
    def bk5(self) -> bool:
        """Does it carry a gun whose group damage destroys?"""
        return any(weapon.gp_destroys for weapon in self.weapons)


class Fighter(Sourced, frozen=True):
    """An escort or sweep fighter on chart B11 [7.2]."""

    name: str
    fp: Some
    speed: Some
    engines: Annotated[int, msgspec.Meta(ge=1, le=2)]
    airframe: Some
    wing: Some
    tail: Some
    controls: Some
    engine: Some
    agile: bool = False
    radial: bool = False


class Bomber(Sourced, frozen=True):
    """A bomber on chart B10 [7.1.7]."""

    name: str
    wing: Some
    airframe: Some
    controls: Some
    engine: Some
    formation: bool = False
    extra_fire: Small = 0
    chin_turret: Small = 0
    bombs: bool = True

    @property
    def extra(self) -> int:
        """How many hits its fire scores beyond the usual."""
        return self.extra_fire


class Fire(Sourced, frozen=True):
    first_weapon_hit: Small


class Ranges(Sourced, frozen=True):
    """Hits added or lost at Long, Medium and Close range [7.1.7]."""

    plain: tuple[int, int, int]
    formation: tuple[int, int, int]
    small_target: tuple[int, int, int]


class Allied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fire: Fire
    ranges: Ranges
    fighter: tuple[Fighter, ...]
    bomber: tuple[Bomber, ...]
