"""The numbers by which the rules name things. Each is a type of its own, so that two of them cannot be swapped."""

from __future__ import annotations

from typing import Final, NewType

from viermot.kernel.hexes import Hex as Hex

Fighter = NewType("Fighter", int)  # one of the player's fighters, by its place in the scenario's list
Attacker = NewType("Attacker", int)  # one that the umpire moves, numbered as drawn; in solitaire, a counter
Handle = NewType("Handle", int)  # a contact, numbered from 1 in the order made; 0 is none
Group = NewType("Group", int)  # a group of attackers, by its place in the layout
Radar = NewType("Radar", int)  # one of the player's search counters, by its place in the layout
Zone = NewType("Zone", int)  # a searchlight zone, A is 0

_FIRST: Final = tuple(map(Attacker, range(400)))  # more than any scenario has


def attackers(count: int) -> tuple[Attacker, ...]:
    """That many attackers, from the first on."""
    return _FIRST[:count] if count <= len(_FIRST) else tuple(map(Attacker, range(count)))


NOBODY: Final = Attacker(-1)  # nobody tallied, nobody fixed
NO_FIGHTER: Final = Fighter(-1)
NO_CONTACT: Final = Handle(0)
NO_ZONE: Final = Zone(-1)
