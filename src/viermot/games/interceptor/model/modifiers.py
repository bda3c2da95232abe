"""What changes a roll or a number of hits, each with its rule, as players add it up at the table.

>>> found = [Modifier("range", -1, "7.1.7a"), Modifier("gunnery", 1, "7.7n")]
>>> sum_of(found), rules_of("7.1.6b", found)
(0, '7.1.6b 7.1.7a 7.7n')
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple


class Modifier(NamedTuple):
    """A modifier: its name, what it adds, and the rule that says so."""

    what: str
    points: int
    rule: str


Modifiers = list[Modifier]


def sum_of(modifiers: Iterable[Modifier]) -> int:
    """What they add up to."""
    return sum([points for _, points, _ in modifiers])


def rules_of(first: str, modifiers: Iterable[Modifier]) -> str:
    """The rules of a roll and of its modifiers, each once."""
    return _each_once(first, tuple([rule for _, _, rule in modifiers]))


@cache
def _each_once(first: str, others: tuple[str, ...]) -> str:
    return " ".join(dict.fromkeys([*first.split(), *others]))
