"""How a state is written down, in saves and in positions: under the names that files have always had.

Files are not rewritten, and the hashes in a save are taken over what was written. Where a field has a better name in
the code than in the files, SPELLED says so. Two old names each stood for several things, though for any attacker only
one at a time; the code keeps them apart, and PARTS says which they are (docs/decisions/0015).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.nightfighter.model.layout import FLARE_DROPPER, INTRUDER, TORPEDO
from viermot.games.nightfighter.model.records import AttackPosition, LastAttack, Marker, Search, Sweep
from viermot.games.nightfighter.model.state import HELD, Game

SPELLED: Final = {
    "f_facing": "f_face", "f_corkscrewed": "f_cork", "a_group": "a_kind", "a_facing": "a_face",
    "a_corkscrewed": "a_cork", "on_map": "live",
}  # fmt: skip
PARTS: Final = {"a_plan": ("a_entry", "a_bearing"), "a_done": ("a_delay", "a_rolled", "a_dropped", "a_left")}
RECORDS: Final[dict[str, type[tuple[Any, ...]]]] = {
    "f_position": AttackPosition, "f_attacked": LastAttack, "searches": Search, "sweeps": Sweep, "markers": Marker,
}  # fmt: skip
_FIELDS: Final = {name: field for field, name in SPELLED.items()}
_WHOLES: Final = {part: name for name, parts in PARTS.items() for part in parts}


def names_of(fields: Iterable[str]) -> tuple[str, ...]:
    """The names under which these fields are written."""
    return tuple(dict.fromkeys(_WHOLES.get(field) or SPELLED.get(field, field) for field in fields))


def get(game: Game, name: str) -> list[Any]:
    """What is written under a name; at most one part of an old name is not 0."""
    if name in PARTS:
        return [sum(values) for values in zip(*(getattr(game, part) for part in PARTS[name]), strict=True)]
    found: list[Any] = getattr(game, _FIELDS.get(name, name))
    return found


def put(game: Game, name: str, values: list[Any]) -> None:
    """Read what was written under a name; parts only once it is known what each attacker is and where."""
    if name not in PARTS:
        setattr(game, _FIELDS.get(name, name), [_record(name, value) for value in values])
        return
    for part in PARTS[name]:
        setattr(game, part, [0] * len(game.a_id))
    for attacker, value in zip(game.attackers(), values, strict=True):
        put_one(game, name, attacker, value)


def put_one(game: Game, name: str, number: int, value: Any) -> None:
    """Read what was written under a name for one aircraft."""
    field = part_of(game, name, Attacker(number)) if name in PARTS else _FIELDS.get(name, name)
    getattr(game, field)[number] = _record(name, value)


def _record(name: str, value: Any) -> Any:
    """A list in a file stands for a record of the state, or for a tuple."""
    if not isinstance(value, list):
        return value
    return RECORDS[name](*value) if name in RECORDS else tuple(value)


def part_of(game: Game, name: str, attacker: Attacker) -> str:
    """Which of its parts an old name stands for, for this attacker."""
    held = game.a_fate[attacker] == HELD
    role = game.layout.groups[game.a_group[attacker]].role
    if name == "a_plan":
        return "a_bearing" if role == INTRUDER and not held else "a_entry"
    if held:
        return "a_delay"
    return {INTRUDER: "a_rolled", TORPEDO: "a_dropped", FLARE_DROPPER: "a_dropped"}.get(role, "a_left")
