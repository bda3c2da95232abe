"""What a state is made of, read off its annotations: which fields are lists of its own, and how they are copied.

>>> class Night:
...     turn: int
...     units: list[int]
>>> listed(Night), plain(Night)
(('units',), ('turn',))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from viermot.kernel import declared

S = TypeVar("S")


def listed(kind: type) -> tuple[str, ...]:
    """The fields that hold lists: a clone gets lists of its own."""
    return tuple(name for name, written in declared.fields(kind).items() if written.startswith("list["))


def plain(kind: type) -> tuple[str, ...]:
    """All other fields: what they hold is frozen, and a clone shares it."""
    return tuple(name for name, written in declared.fields(kind).items() if not written.startswith("list["))


def written_names(kind: type, spelled: Mapping[str, str]) -> dict[str, str]:
    """For each field the name that saves and positions know it by: its own, unless the code has renamed it since.

    Stored names are a format, covered by the hashes of a save: they stay when a field gets a better name.

    >>> class Night:
    ...     half_points: int
    ...     turn: int
    >>> written_names(Night, {"half_points": "score2"})
    {'half_points': 'score2', 'turn': 'turn'}
    """
    names = dict.fromkeys(declared.fields(kind))
    if unknown := spelled.keys() - names:
        raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
    written = {name: spelled.get(name, name) for name in names}
    if len(set(written.values())) < len(written):
        raise ValueError(f"two fields of {kind.__name__} have one name in files")
    return written


def copier(kind: type[S]) -> Callable[[S, S], None]:
    """A function ``copy(new, old)`` that copies every declared field.

    Its source is generated here, as a dataclass's is: a loop over names would make a clone three times as expensive,
    and cloning is what a search does most.
    """
    lines = [f"    new.{name} = old.{name}" for name in plain(kind)]
    lines += [f"    new.{name} = old.{name}.copy()" for name in listed(kind)]  # a third faster than a slice
    made: dict[str, Callable[[S, S], None]] = {}
    exec("def copy(new, old):\n" + "\n".join(lines), {}, made)
    return made["copy"]
