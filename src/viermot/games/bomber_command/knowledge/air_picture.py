"""What a seat can make of the detections so far: tracks joined, where the raids may be next, how far a unit gets.

All of it follows from counters that lay on the map for everybody to see, and from units, which are open [7.2.5, 8.2f].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge import picture as shown
from viermot.games.bomber_command.model.board import DISTANCE, JUTLAND, NAME, REACH_2, SIZE
from viermot.games.bomber_command.model.ids import Hex, Unit
from viermot.games.bomber_command.model.state import GCI, Game
from viermot.games.bomber_command.rules.movement.fighters import reach_of
from viermot.games.bomber_command.sequence import PHASES
from viermot.kernel.agenda import Logged

FLOWN: Final = 2  # hexes that a raid flies in a turn [7.2a]
RAIDS_MOVE: Final = next(number for number, phase in enumerate(PHASES, 1) if phase.name == "raids move")
MAX_MOVES: Final = 2  # anything seen longer ago may be anywhere


class Sighting(NamedTuple):
    """The raids that were seen in a turn, streams left out."""

    turn: int
    hexes: tuple[Hex, ...]


def sightings(log: Iterable[Logged]) -> tuple[list[Sighting], int]:
    """Every detection that showed something, and how often raids have moved since the last."""
    found: list[Sighting] = []
    turn = moves = 0
    for kind, _, _, data in log:
        if kind == "turn":
            (turn,) = data
        elif kind == "counters" and data[0]:
            raids = tuple(sorted({hex_ for hex_, stream in data[0] if not stream}))
            if raids:
                found.append(Sighting(turn, raids))
                moves = 0
        elif kind == "phase" and data == (RAIDS_MOVE,):
            moves += 1  # every seat is told the phases
    return found, moves


def chains(found: Sequence[Sighting]) -> list[list[tuple[int, Hex]]]:
    """Sightings that may be of one raid, joined: each with the one before it that a raid comes from at full speed."""
    ends: dict[tuple[int, Hex], list[tuple[int, Hex]]] = {}
    joined: list[list[tuple[int, Hex]]] = []
    for before, after in pairwise([Sighting(0, ()), *found]):
        near = FLOWN * (after.turn - before.turn)
        free = set(before.hexes)
        for hex_ in after.hexes:
            reached = sorted((DISTANCE[old][hex_], old) for old in free if 0 < DISTANCE[old][hex_] <= near)
            chain = ends.pop((before.turn, reached[-1][1]), None) if reached else None
            if reached:
                free.discard(reached[-1][1])
            if chain is None:
                chain = [(before.turn, reached[-1][1])] if reached else []
                joined.append(chain)
            chain.append((after.turn, hex_))
            ends[after.turn, hex_] = chain
    return [chain for chain in joined if len(chain) > 1]


def ahead(found: Sequence[Sighting], moves: int) -> list[Hex]:
    """Where the raids seen last may be after their next move, or are by now if they have moved since.

    Two hexes a move, in any direction: nobody is told where a raid turns.
    """
    if not found or moves > MAX_MOVES:
        return []
    places = set(found[-1].hexes)
    for _ in range(max(1, moves)):
        places = {there for hex_ in places for there in REACH_2[hex_]}
    return sorted(places)


def air_picture(log: Iterable[Logged]) -> shown.AirPicture:
    """The same in the form in which the page draws it."""
    found, moves = sightings(log)
    return shown.AirPicture(
        tracks=[[(turn, NAME[hex_]) for turn, hex_ in chain] for chain in chains(found)],
        ahead=[NAME[hex_] for hex_ in ahead(found, moves)],
    )


def gets_home(game: Game, unit: Unit, there: Hex, fuel: int) -> bool:
    """With this much fuel left in a hex, can it still land at its own airfield? [7.4.4b, 7.5c, 7.1.1]"""
    base = game.layout.units[unit].hex
    if there == base:
        return True
    if base == JUTLAND:  # its door first, then a whole move into the box
        return -(-DISTANCE[game.layout.jutland_door][there] // 2) + 1 <= fuel if there < SIZE else False
    start, more = (there, fuel) if there < SIZE else (game.layout.jutland_door, fuel - 1)
    return start < SIZE and more >= 0 and DISTANCE[base][start] <= 1 + 2 * more


def reaches(game: Game) -> list[shown.UnitReach]:
    """For every unit that flies freely: where its next move may end, and whether it gets home from there."""
    found = []
    for unit in game.layout.every_unit:
        place, fuel = game.unit_place[unit], game.unit_fuel[unit]
        if place < 0 or game.unit_marks[unit] & GCI or fuel <= 0:
            continue
        home: list[str] = []
        divert: list[str] = []
        for there in reach_of(game, unit):
            if there >= 0:
                (home if gets_home(game, unit, there, fuel - 1) else divert).append(NAME[there])
        found.append(shown.UnitReach(unit=game.layout.units[unit].name, home=home, divert=divert))
    return found
