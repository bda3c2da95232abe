"""Tables for flying: where a fighter's paths end, and how many turns it takes to come up behind a bomber [9.0].

Both are worked out once and kept. Only their relative positions count, so that one table serves the whole map: an index
is the place of the quarry less the place of the fighter, plus HERE.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from viermot.games.nightfighter.model.board import HEXES, NEIGHBOUR, OFF, SIZE
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.notation import STRAIGHT, TURN_LEFT, TURN_RIGHT
from viermot.kernel.hexes import S

WIDTH: Final = 128  # half hexes down, with room for every difference
PLACE: Final = tuple(HEXES.column[h] * WIDTH + HEXES.height(h) for h in HEXES.all)
HERE: Final = 18 * WIDTH + 64  # the index of "in the same hex"
INDICES: Final = 2 * HERE + 1
STEPS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # columns, half hexes down, by direction
FAR_ASIDE, FAR_DOWN = 9, 26  # beyond this the length of a chase is only estimated
NEVER: Final = 30
TURNS: Final = ((STRAIGHT, 0), (TURN_LEFT, 5), (TURN_RIGHT, 1))  # as a path has them, and what they add to a facing

# A chase is worked out for whole sets of places at once: a bit for each column and half hex down.
ROOM: Final = 256  # bits of a column, so that no move leads from one into another
MIDDLE: Final = FAR_ASIDE * ROOM + ROOM // 2
NEAR_ENOUGH: Final = sum(
    1 << MIDDLE + columns * ROOM + down
    for columns in range(-FAR_ASIDE, FAR_ASIDE + 1)
    for down in range(-FAR_DOWN, FAR_DOWN + 1)
)

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
    standing = {(hex_, facing): 1}  # every place after this many MP, and the first of the paths that lead there
    turns = TURNS if may_turn else TURNS[:1]
    for spent in range(1, maximum + 1):
        onward: dict[tuple[Hex, int], int] = {}
        for (there, way), path in standing.items():
            ahead = NEIGHBOUR[there * 6 + way]
            if ahead == OFF:
                continue
            for turn, aside in turns:
                place, longer = (ahead, (way + aside) % 6), path * 3 + turn
                if longer < onward.get(place, longer + 1):
                    onward[place] = longer
        standing = onward
        if spent >= minimum:
            for place, path in standing.items():
                found = (path != 3**spent, spent, path)  # a path without turns is a 1 and nothing but 0s
                if place not in best or found < best[place]:
                    best[place] = found
    return tuple(
        End(h, f, path, turned, spent, PLACE[h] - HERE) for (h, f), (turned, spent, path) in sorted(best.items())
    )


@lru_cache(maxsize=4096)
def ends_by_hex(hex_: Hex, facing: int, minimum: int, maximum: int, may_turn: bool) -> tuple[tuple[End, ...], ...]:
    """The same places, those in one hex together."""
    return tuple(
        tuple(there) for _, there in groupby(ends(hex_, facing, minimum, maximum, may_turn), lambda end: end.hex)
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
    known = [[0] * 6, [0] * 6]
    found = [[1 << MIDDLE if facing == S else 0 for facing in range(6)] for _ in (0, 1)]
    turns = 0
    while any(places for sky in found for places in sky):
        earlier = [[0] * 6, [0] * 6]
        for parity in (0, 1):
            before = 1 - parity
            for facing, places in enumerate(found[parity]):
                known[parity][facing] |= places
                if not places:
                    continue
                for index in _places_of(places):
                    layout[parity][facing][index] = min(turns, NEVER)
                back = places >> 2 * quarry_mp[before]
                for was, aside, ahead in arrivals[before][facing]:
                    steps = aside * ROOM + ahead
                    earlier[before][was] |= back << steps if steps >= 0 else back >> -steps
        turns += 1
        found = [
            [places & NEAR_ENOUGH & ~known[parity][facing] for facing, places in enumerate(earlier[parity])]
            for parity in (0, 1)
        ]
    return tuple(tuple(bytes(row) for row in rows) for rows in layout)  # type: ignore[return-value]


@lru_cache(maxsize=64)
def soonest(joins: tuple[bytes, ...]) -> bytes:
    """The turns to join, of a chase's rows by facing, for a fighter that faces the best way."""
    return bytes(map(min, *joins))


def _places_of(places: int) -> Iterator[int]:
    """The indices of some places, a bit each."""
    while places:
        lowest = places & -places
        columns, down = divmod(lowest.bit_length() - 1, ROOM)
        yield HERE + (columns - FAR_ASIDE) * WIDTH + down - ROOM // 2
        places ^= lowest


@lru_cache(maxsize=8)
def dead_ends(minimum: int) -> bytes:
    """For each hex and facing: must a fighter there leave the map sooner or later? [9.1b, 9.2.1]

    Worked inwards from the edge: a place is safe if some move from it, of as few MP as are allowed, leads to a safe
    one.
    """
    onward = []  # from each hex and facing those after one MP, as the turns have them
    for place in range(SIZE * 6):
        ahead = NEIGHBOUR[place]
        onward.append(() if ahead == OFF else tuple(ahead * 6 + (place + aside) % 6 for _, aside in TURNS))
    safe = bytes([1]) * (SIZE * 6)
    while True:
        leads = safe
        for _ in range(minimum):
            leads = bytes(any(leads[there] for there in ways) for ways in onward)
        left = bytes(map(min, safe, leads))
        if left == safe:
            return bytes(1 - each for each in safe)
        safe = left


def can_strike(hex_: Hex, facing: int, mp: int, end: End) -> bool:
    """Could an aircraft there be in the hex and facing of that end after a move of up to this many MP?"""
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
