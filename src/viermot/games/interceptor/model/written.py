"""How a pilot is written down in saves and positions: one flat table of all his records.

A field is written under its own name, with a prefix for the men who fly with him. Where a field has a better name in
the code than in the files, SPELLED says so. Stored names are a format and stay: every save and position can still be
read, and the hashes in old records hold (decision 15).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Final, NamedTuple

from viermot.games.interceptor.model.records import PARTS, Pilot

Value = int | str | list[int]
PREFIX: Final = {"wingman": "wing_", "gunner": "gun_", "patient": "ward_"}
SPELLED: Final = {
    "career.bomb_month": "air_bomb", "career.gunner_away": "gun_missing", "career.charm_order": "charm",
    "wingman.away": "wing_missing", "wingman.towards_xp": "wing_flights", "gunner.towards_xp": "gun_flights",
    "patient.towards_xp": "ward_flights", "sortie.new_wounds": "wounds_now", "sortie.gunner_wound": "gun_wound",
    "sortie.gunner_hurt": "gun_hurt", "sortie.wingman": "wing", "sortie.wingman_wound": "wing_wound",
    "sortie.wingman_kills": "wing_sortie", "sortie.bombers": "sortie_b", "sortie.fighters": "sortie_f",
    "sortie.own_hits": "own", "attack.bomber_hits": "bomber", "attack.down": "bomber_down",
    "attack.under_way": "attacking",
    "duel.quality": "enemy_quality", "duel.enemy_hits": "foe", "duel.down": "foe_down", "duel.scored": "foe_scored",
    "duel.holds_fire": "holds", "duel.order_round": "told", "round.number": "round", "round.wingman_fp": "wing_fp",
    "round.wingman_kill": "wing_kill", "round.rear_hits": "rear", "round.fought_from": "was", "round.firing": "gun",
}  # fmt: skip
RETIRED: Final = {"flakked": 0}  # no longer used by any rule; still written, so that hashes hold


class Slot(NamedTuple):
    """Where a written field belongs: a part of the pilot, and a field of that record."""

    part: str
    field: str


def _written(part: str, field: str) -> str:
    return SPELLED.get(f"{part}.{field}", PREFIX.get(part, "") + field)


PLACES: Final = {
    _written(part, field): Slot(part, field) for part in PARTS for field in getattr(Pilot(), part).__struct_fields__
}
ALL_VALUES: Final = attrgetter(*(f"{part}.{field}" for part, field in PLACES.values()))
NAMES: Final = {f"{part}.{field}": name for name, (part, field) in PLACES.items()}  # "wingman.xp" -> "wing_xp"


def get(pilot: Pilot, name: str) -> Value:
    """The value of the field with that written name."""
    part, field = PLACES[name]
    value: Value = getattr(getattr(pilot, part), field)
    return value


def put(pilot: Pilot, name: str, value: Value) -> None:
    """Set the field with that written name."""
    part, field = PLACES[name]
    setattr(getattr(pilot, part), field, value)


def to_data(pilot: Pilot) -> dict[str, Value]:
    """All of a pilot, with copies of his lists."""
    data: dict[str, Value] = dict(RETIRED)
    values: Iterable[Value] = ALL_VALUES(pilot)  # all at once: a state is hashed at every save
    for name, value in zip(PLACES, values, strict=True):
        data[name] = value[:] if type(value) is list else value
    return data


def from_data(pilot: Pilot, data: Mapping[str, Value]) -> None:
    """Restore a pilot from what `to_data` wrote."""
    for name, value in data.items():
        if name not in RETIRED:
            put(pilot, name, list(value) if isinstance(value, list) else value)
