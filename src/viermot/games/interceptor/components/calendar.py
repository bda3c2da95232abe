"""Where and when: rows for units, months, raids, targets and endurance tracks [3.1, 4.1, 4.6, 5.2]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from viermot.games.interceptor.components.words import BaseZone, Interception, Month, Small, Some, TargetZone
from viermot.kernel.packs import Sourced


class Unit(Sourced, frozen=True):
    """A Gruppe of the start table: what it flies, from where, and since when [4.1]."""

    name: str
    roll: Annotated[int, msgspec.Meta(ge=1, le=40)]
    aircraft: tuple[str, ...]
    base: str
    zone: BaseZone
    since: Month

    @property
    def choice_only(self) -> bool:
        """Can it only be chosen, not rolled on the twenty-sided die? [4.1c]"""
        return self.roll > 20


class MonthRow(Sourced, frozen=True):
    """A month of the log: its lines, and whether a promotion is due at its end [4.3.3, 7.9.3]."""

    name: Month
    title: str
    sorties: Annotated[int, msgspec.Meta(ge=1, le=8)]
    promotion: bool = False


class Victory(Sourced, frozen=True):
    """How many bombers each level takes; fewer than a draw takes is a defeat [5.2.1]."""

    draw: Small
    marginal: Small
    substantial: Small
    decisive: Small


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: tuple[MonthRow, ...]
    victory: Victory


class Raid(msgspec.Struct, frozen=True):
    """A target and the zone it counts as [4.6.3]."""

    target: str
    zone: TargetZone


class Yb40(Sourced, frozen=True):
    months: tuple[Month, ...]
    roll: Small


class Sweeps(Sourced, frozen=True):
    """Who flies a sweep, and where and how it begins [7.2.1]."""

    france: tuple[str, ...]
    elsewhere: tuple[str, ...]
    orientation: tuple[Interception, ...]


class BomberTypes(Sourced, frozen=True):
    name: Month
    types: tuple[str, ...]


class Escorts(Sourced, frozen=True):
    """The escort for a month and a target zone, by one die; "" is none."""

    name: str
    zone: TargetZone
    month: Month
    types: tuple[str, ...]


class Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    yb40: Yb40
    sweeps: Sweeps
    bombers: tuple[BomberTypes, ...]
    escorts: tuple[Escorts, ...] = ()


class Boxes(Sourced, frozen=True):
    """What the boxes of every track have in common [7.1.4, 7.1.5, 4.6.3]."""

    bombs: tuple[int, ...]
    flak: int
    last_single: int
    last_twin: int


class Track(Sourced, frozen=True):
    """Which box each target zone lies in, as seen from a base zone [4.4.2]."""

    name: BaseZone
    france: Some
    ruhr: Some
    bremen: Some
    frankfurt: Some
    munich: Some
    berlin: Some


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxes: Boxes
    track: tuple[Track, ...]
