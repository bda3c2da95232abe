"""What a state is made of, read off its annotations: which fields are lists of its own, and how they are copied.

>>> class Night:
...     turn: int
...     units: list[int]
>>> listed(Night), plain(Night)
(('units',), ('turn',))
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import get_annotations
from typing import TypeVar

S = TypeVar("S")


def _annotated(kind: type) -> dict[str, str]:
    """The fields that a class itself declares, each with its type as written."""
    return {name: str(written) for name, written in get_annotations(kind).items()}


def listed(kind: type) -> tuple[str, ...]:
    """The fields that hold lists: a clone gets lists of its own."""
    return tuple(name for name, written in _annotated(kind).items() if written.startswith("list["))


def plain(kind: type) -> tuple[str, ...]:
    """All other fields: what they hold is frozen, and a clone shares it."""
    return tuple(name for name, written in _annotated(kind).items() if not written.startswith("list["))


def copier(kind: type[S]) -> Callable[[S, S], None]:
    """A function ``copy(new, old)`` that copies every declared field.

    Its text is written here, as that of a dataclass is: a loop over names would make a clone three times as dear, and
    cloning is what a search does most.
    """
    lines = [f"    new.{name} = old.{name}" for name in plain(kind)]
    lines += [f"    new.{name} = old.{name}[:]" for name in listed(kind)]
    made: dict[str, Callable[[S, S], None]] = {}
    exec("def copy(new, old):\n" + "\n".join(lines), {}, made)
    return made["copy"]
