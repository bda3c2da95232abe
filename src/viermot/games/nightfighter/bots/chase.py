"""Tables for flying: where a fighter's paths end, and how many turns it takes to come up behind a bomber [9.0].

Both are worked out once and kept. Only how places lie to each other counts, so that one table serves the
whole map: an index is the place of the quarry less the place of the fighter, plus HERE.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from viermot.games.nightfighter.model.board import HEXES, OFF, SIZE
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.notation import end_of, paths, steps_of
from viermot.kernel.hexes import S

WIDTH: Final = 128  # half hexes down, with room for every difference
PLACE: Final = tuple(HEXES.column[h] * WIDTH + HEXES.height(h) for h in HEXES.all)
HERE: Final = 18 * WIDTH + 64  # the index of "in the same hex"
INDICES: Final = 2 * HERE + 1
STEPS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # columns, half hexes down, by direction
FAR_ASIDE, FAR_DOWN = 9, 26  # beyond this a chase is only guessed at
NEVER: Final = 30

Chase = tuple[tuple[bytes, ...], tuple[bytes, ...]]  # [turn & 1 of the next turn][facing][index]: turns to join
Offset = tuple[int, int]


class End(NamedTuple):
    """Where a path leads, and the path that does so with the fewest turns and MP."""

    hex: Hex
    facing: int
    path: int
    turned: bool
    spent: int
    here: int  # PLACE of its hex, less HERE: what to take from a quarry's PLACE for an index


@lru_cache(maxsize=4096)
def ends(hex_: Hex, facing: int, minimum: int, maximum: int, may_turn: bool) -> tuple[End, ...]:
    """Every place a fighter can be in after its move and still be on the map."""
    best: dict[tuple[Hex, int], tuple[bool, int, int]] = {}
    for path in paths(hex_, facing, minimum, maximum, may_turn):
        place = end_of(hex_, facing, path)
        if place[0] == OFF:
            continue
        steps = steps_of(path)
        found = (any(steps), len(steps), path)
        if place not in best or found < best[place]:
            best[place] = found
    return tuple(
        End(h, f, path, turned, spent, PLACE[h] - HERE) for (h, f), (turned, spent, path) in sorted(best.items())
    )


@lru_cache(maxsize=256)
def moves(facing: int, minimum: int, maximum: int) -> frozenset[tuple[int, int, int]]:
    """(columns, half hexes, facing) a fighter can gain in one move in the open sky."""
    reached: set[tuple[int, int, int]] = set()
    standing = {(0, 0, facing)}
    for spent in range(1, maximum + 1):
        onward = set()
        for columns, down, way in standing:
            aside, ahead = STEPS[way]
            for turned in (way, (way + 1) % 6, (way + 5) % 6):
                onward.add((columns + aside, down + ahead, turned))
        standing = onward
        if spent >= minimum:
            reached |= standing
    return frozenset(reached)


@lru_cache(maxsize=64)
def chase(fighter_mp: tuple[int, int], minimum: int, quarry_mp: tuple[int, int]) -> Chase:
    """How many turns until a fighter can be in the quarry's hex and fly its way, for a quarry that flies S.

    Worked backwards from the moment of joining: the quarry moves first, then the fighter [4.0].
    """
    layout = tuple(tuple(bytearray(_guess(index) for index in range(INDICES)) for _ in range(6)) for _ in range(2))
    arrivals = tuple(_arrivals(minimum, fighter_mp[parity]) for parity in (0, 1))
    known: set[tuple[int, int, int, int]] = set()
    found = {(parity, S, 0, 0) for parity in (0, 1)}
    turns = 0
    while found:
        for parity, facing, columns, down in found:
            layout[parity][facing][HERE + columns * WIDTH + down] = min(turns, NEVER)
        known |= found
        turns += 1
        earlier: set[tuple[int, int, int, int]] = set()
        for parity, facing, columns, down in found:
            before = 1 - parity
            back = down - 2 * quarry_mp[before]
            for was, aside, ahead in arrivals[before][facing]:
                columns_then, down_then = columns + aside, back + ahead
                if -FAR_ASIDE <= columns_then <= FAR_ASIDE and -FAR_DOWN <= down_then <= FAR_DOWN:
                    earlier.add((before, was, columns_then, down_then))
        found = earlier - known
    return tuple(tuple(bytes(row) for row in rows) for rows in layout)  # type: ignore[return-value]


@lru_cache(maxsize=8)
def dead_ends(minimum: int) -> bytes:
    """For each hex and facing: must a fighter there leave the map sooner or later? [9.1b, 9.2.1]

    Worked inwards from the edge: a place is lost when every move from it leads off the map or to a lost place.
    """
    lost = bytearray(SIZE * 6)
    while True:
        found = [
            place
            for place in range(SIZE * 6)
            if not lost[place]
            and all(lost[end.hex * 6 + end.facing] for end in ends(Hex(place // 6), place % 6, minimum, minimum, True))
        ]
        if not found:
            return bytes(lost)
        for place in found:
            lost[place] = True


def can_strike(hex_: Hex, facing: int, mp: int, end: End) -> bool:
    """Could an aircraft there be in the hex and facing of that end after a move of up to so many MP?"""
    aside = HEXES.column[end.hex] - HEXES.column[hex_]
    return (aside, HEXES.height(end.hex) - HEXES.height(hex_), end.facing) in moves(facing, 1, mp)


def _arrivals(minimum: int, maximum: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each facing at the end of a move: the facings before it, and what was gained."""
    by_end: list[list[tuple[int, int, int]]] = [[] for _ in range(6)]
    for was in range(6):
        for aside, ahead, facing in moves(was, min(minimum, maximum), maximum):
            by_end[facing].append((was, aside, ahead))
    return tuple(tuple(found) for found in by_end)


def _guess(index: int) -> int:
    """Turns to join from far away, roughly: six, and more with the distance."""
    columns = (index + WIDTH // 2) // WIDTH - 18
    down = index - HERE - columns * WIDTH
    aside = abs(columns)
    return min(NEVER, 6 + (aside + max(0, (abs(down) - aside) // 2)) // 4)
