"""The tables a fighter flies by, against the plain way to work them out: every path, and every place for itself."""

from __future__ import annotations

import random
import time

import pytest

from viermot.games.nightfighter.bots.chase import (
    FAR_ASIDE,
    FAR_DOWN,
    HERE,
    NEVER,
    PLACE,
    WIDTH,
    End,
    _arrivals,
    chase,
    dead_ends,
    ends,
)
from viermot.games.nightfighter.model.board import OFF, SIZE
from viermot.games.nightfighter.model.notation import end_of, paths, steps_of
from viermot.kernel.hexes import S

Place = tuple[int, int, int, int]  # turn & 1, facing, columns aside, half hexes down


def plain_ends(hex_: int, facing: int, minimum: int, maximum: int, may_turn: bool) -> list[End]:
    """Every path, and of those that lead to the same place the one with the fewest turns and MP."""
    best: dict[tuple[int, int], tuple[bool, int, int]] = {}
    for path in paths(hex_, facing, minimum, maximum, may_turn):
        place = end_of(hex_, facing, path)
        found = (any(steps_of(path)), len(steps_of(path)), path)
        if place[0] != OFF and found < best.get(place, (True, 99, 0)):
            best[place] = found
    return [End(h, f, path, turned, spent, PLACE[h] - HERE) for (h, f), (turned, spent, path) in sorted(best.items())]


def plain_chase(fighter_mp: tuple[int, int], minimum: int, quarry_mp: tuple[int, int]) -> dict[Place, int]:
    """From how many turns before the moment of joining each place comes, one place after the other."""
    known: dict[Place, int] = {}
    found = {(parity, int(S), 0, 0) for parity in (0, 1)}
    turns = 0
    while found:
        known.update(dict.fromkeys(found, min(turns, NEVER)))
        turns += 1
        earlier = set()
        for parity, facing, columns, down in found:
            before = 1 - parity
            for was, aside, ahead in _arrivals(minimum, fighter_mp[before])[facing]:
                there = (before, was, columns + aside, down - 2 * quarry_mp[before] + ahead)
                if abs(there[2]) <= FAR_ASIDE and abs(there[3]) <= FAR_DOWN:
                    earlier.add(there)
        found = earlier - set(known)
    return known


@pytest.mark.parametrize(("minimum", "maximum", "may_turn"), [(1, 3, True), (2, 5, True), (4, 6, True), (2, 4, False)])
def test_a_move_ends_where_some_path_leads_and_takes_the_plainest(minimum: int, maximum: int, may_turn: bool) -> None:
    for hex_ in random.Random("ends").sample(range(SIZE), 40):
        for facing in range(6):
            found = ends(hex_, facing, minimum, maximum, may_turn)
            assert list(found) == plain_ends(hex_, facing, minimum, maximum, may_turn)


@pytest.mark.parametrize(
    ("fighter", "minimum", "quarry"), [((3, 3), 1, (3, 4)), ((4, 5), 2, (4, 4)), ((1, 2), 1, (0, 0))]
)
def test_a_chase_takes_as_long_as_it_takes_place_by_place(
    fighter: tuple[int, int], minimum: int, quarry: tuple[int, int]
) -> None:
    table, plain = chase(fighter, minimum, quarry), plain_chase(fighter, minimum, quarry)
    assert len(plain) > 1000
    for (parity, facing, columns, down), turns in plain.items():
        assert table[parity][facing][HERE + columns * WIDTH + down] == turns


def test_a_place_is_lost_when_every_move_leads_off_the_map_or_to_a_lost_one() -> None:
    for minimum in (1, 3):
        lost = dead_ends(minimum)
        assert 0 < sum(lost) < SIZE * 6 / 2
        for place in range(SIZE * 6):
            ways = ends(place // 6, place % 6, minimum, minimum, True)
            assert lost[place] == all(lost[end.hex * 6 + end.facing] for end in ways)


def test_even_the_fastest_fighter_is_ready_at_once() -> None:
    """A jet's first game took 1.7 s before anybody flew, when its paths were looked at one by one."""
    began = time.process_time()
    plain_ends(HERE % SIZE, 0, 7, 7, True)
    one = time.process_time() - began
    for table in (chase, dead_ends, ends):
        table.cache_clear()
    began = time.process_time()
    dead_ends(4)
    chase((7, 7), 4, (5, 5))
    assert time.process_time() - began < 120 * one
