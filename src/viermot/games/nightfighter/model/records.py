"""Small records of a state: what lies on the map besides aircraft, and where a fighter is relative to its target."""

from __future__ import annotations

from typing import Final, NamedTuple

from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Hex, Radar, Zone


class Search(NamedTuple):
    """A search counter on the map, and what it shows [13.1]."""

    radar: Radar
    hex: Hex
    result: int


class Sweep(NamedTuple):
    """A sweep counter, and whose [13.1.2]."""

    radar: Radar
    hex: Hex


class Marker(NamedTuple):
    """A searchlight search marker [14.2.1a]."""

    zone: Zone
    hex: Hex


class AttackPosition(NamedTuple):
    """Where a fighter saw its target from, and in which turn: good or poor [28.4]."""

    target: Attacker
    turn: int
    good: int


class LastAttack(NamedTuple):
    """Whom a fighter last attacked, and when [11.0b]."""

    target: Attacker
    turn: int


NO_POSITION: Final = AttackPosition(NOBODY, 0, 0)
NO_ATTACK: Final = LastAttack(NOBODY, 0)
