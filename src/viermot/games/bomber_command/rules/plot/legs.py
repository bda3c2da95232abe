"""Legs: straight lines along the grain of the hexes, down a column or along a row [4.2.1].

A direction is a number of 30-degree steps clockwise from north: even ones run down columns of hexes through their
sides, odd ones along rows, over the spines between two columns; there a leg zigzags, and its side says whether the
first step goes left or right.

>>> from viermot.games.bomber_command.model.board import NAME, read_hex
>>> [NAME[hex_] for hex_ in hexes_of(read_hex("E5"), Leg(3, RIGHT, 2))]
['F5', 'G5']
>>> [NAME[hex_] for hex_ in hexes_of(read_hex("E6"), Leg(3, LEFT, 2))]
['F5', 'G6']
>>> leg_between(read_hex("D5"), read_hex("I5"))
Leg(direction=3, side=0, hexes=5)
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from viermot.games.bomber_command.model.board import NEIGHBOUR, OFF
from viermot.games.bomber_command.model.ids import Hex

DIRECTIONS: Final = 12
LEFT, RIGHT = 0, 1  # the first step of a row leg


class Leg(NamedTuple):
    """A straight part of a flightpath."""

    direction: int
    side: int  # LEFT or RIGHT, where it runs along a row
    hexes: int


def is_row(direction: int) -> bool:
    """Does the direction run along a row, over the spines?"""
    return direction % 2 == 1


@cache
def _lines(start: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes from one to the edge of the map, by direction and side of the first step."""
    found: list[tuple[Hex, ...]] = []
    for direction in range(DIRECTIONS):
        hands = ((direction - 1) // 2, (direction + 1) // 2 % 6) if is_row(direction) else (direction // 2,) * 2
        for side in (LEFT, RIGHT):
            met: list[Hex] = []
            hex_ = NEIGHBOUR[start * 6 + hands[side]]
            while hex_ != OFF:
                met.append(hex_)
                hex_ = NEIGHBOUR[hex_ * 6 + hands[(side + len(met)) % 2]]
            found.append(tuple(met))
    return tuple(found)


def hexes_of(start: Hex, leg: Leg) -> tuple[Hex, ...]:
    """The hexes a leg enters; it stops where the map ends."""
    direction, side, length = leg
    return _lines(start)[2 * direction + side][:length]


@cache
def legs_from(start: Hex) -> tuple[tuple[Leg, Hex], ...]:
    """Every leg that can be flown from a hex, with the hex it ends in. A single step counts as a column leg."""
    found: list[tuple[Leg, Hex]] = []
    for direction in range(DIRECTIONS):
        for side in (LEFT, RIGHT) if is_row(direction) else (LEFT,):
            line = hexes_of(start, Leg(direction, side, 99))
            shortest = 2 if is_row(direction) else 1
            found += [(Leg(direction, side, length), line[length - 1]) for length in range(shortest, len(line) + 1)]
    return tuple(found)


@cache
def legs_between(start: Hex, end: Hex) -> tuple[Leg, ...]:
    """The legs that lead from one hex to another: none, one, or the two sides of a row."""
    return tuple(leg for leg, last in legs_from(start) if last == end)


@cache
def neighbours_by_leg(start: Hex) -> frozenset[Hex]:
    """The hexes that one leg leads to."""
    return frozenset(end for _, end in legs_from(start))


def leg_between(start: Hex, end: Hex, first: int = OFF) -> Leg | None:
    """The leg between two hexes, by way of a given first hex if that matters; None if there is none."""
    fitting = (leg for leg in legs_between(start, end) if first == OFF or hexes_of(start, leg)[0] == first)
    return next(fitting, None)
