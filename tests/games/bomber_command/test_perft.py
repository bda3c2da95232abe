"""Counts of legal legs from fixed hexes, against brute force that knows only the rule text [4.2.1].

The enumerator has its own map: a column and twice the height, columns B, D, F ... one lower. It flies every sequence of
steps and keeps those that lie on the grain: all steps alike, or two neighbouring directions in turn.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from viermot.games.bomber_command.model.board import NAME, ON_MAP, read_hex
from viermot.games.bomber_command.rules.plot.legs import hexes_of, legs_from, neighbours_by_leg

Place = tuple[int, int]
WAYS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
LENGTHS = {"A": 4, "B": 5, "C": 7, "D": 10, **dict.fromkeys("EFGHIJKLMNOPQ", 11)}


def place(name: str) -> Place:
    column = ord(name[0]) - ord("A")
    return column, 2 * int(name[1:]) + column % 2


MAP = {place(f"{column}{row}"): f"{column}{row}" for column, rows in LENGTHS.items() for row in range(1, rows + 1)}


def fly(start: Place, ways: tuple[int, ...]) -> tuple[str, ...] | None:
    """The hexes of such a flight, or None if it leaves the map."""
    met = []
    for way in ways:
        start = (start[0] + WAYS[way][0], start[1] + WAYS[way][1])
        if start not in MAP:
            return None
        met.append(MAP[start])
    return tuple(met)


def on_the_grain(ways: tuple[int, ...]) -> bool:
    if len(set(ways)) == 1:
        return True
    one, other = ways[0], ways[1]
    beside = (one - other) % 6 in (1, 5)
    return beside and all(way == (one, other)[at % 2] for at, way in enumerate(ways))


@cache
def flights(length: int) -> list[tuple[int, ...]]:
    """Every sequence of so many steps that follows the grain."""
    if length <= 4:
        return [ways for ways in product(range(6), repeat=length) if on_the_grain(ways)]
    return [(*ways, way) for ways in flights(length - 1) for way in range(6) if on_the_grain((*ways, way))]


def brute_force(start: str) -> set[tuple[str, ...]]:
    found = set()
    for length in range(1, 20):
        longer = {met for ways in flights(length) if (met := fly(place(start), ways))}
        if not longer:
            break
        found |= longer
    return found


def legs(start: str) -> list[tuple[str, ...]]:
    hex_ = read_hex(start)
    return [tuple(NAME[there] for there in hexes_of(hex_, leg)) for leg, _ in legs_from(hex_)]


def test_the_map_is_the_same() -> None:
    assert {NAME[hex_] for hex_ in ON_MAP} == set(MAP.values())


@pytest.mark.parametrize(
    ("start", "count"),
    [("D5", 96), ("D10", 71), ("I5", 110), ("J6", 109), ("A1", 60), ("Q11", 74), ("C7", 76), ("O4", 96)],
)
def test_legs_from_a_hex(start: str, count: int) -> None:
    found = legs(start)
    assert len(found) == len(set(found)) == count
    assert set(found) == brute_force(start)


def test_legs_from_every_hex_are_those_found_by_brute_force() -> None:
    total = 0
    for name in sorted(MAP.values()):
        found = legs(name)
        assert set(found) == brute_force(name), name
        total += len(found)
    assert total == 15752


def test_legs_can_be_flown_back() -> None:
    for hex_ in ON_MAP:
        assert all(hex_ in neighbours_by_leg(there) for there in neighbours_by_leg(hex_))
