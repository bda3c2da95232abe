"""What an attacker that nobody sees may be, as one small int, and the tables that beliefs look hexes up in.

Such a state says where it is and everything that affects what the player may yet find out about it: which tally
numbers the dice have ruled out, its group, its facing, and whether its torpedo is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from viermot.games.nightfighter.model.board import (
    CENTRE,
    COLUMN,
    DISTANCE,
    EXIT_FACING,
    HEXES,
    LAST_ROW,
    LEFT,
    NEIGHBOUR,
    OFF,
    RIGHT,
    ROW,
    SIZE,
    S,
    rear_hex,
)
from viermot.games.nightfighter.model.ids import Hex
from viermot.games.nightfighter.model.layout import GERMAN_FIGHTER, TORPEDO, Layout
from viermot.games.nightfighter.rules.bombers import SLOW
from viermot.games.nightfighter.rules.radar import pointing
from viermot.kernel.dice import Rng

HEX: Final = 511  # the lowest nine bits of a state
NUMBERS: Final = 9  # from this bit on: tally numbers that have been ruled out, a bit each
GROUP: Final = 15
FACING: Final = 19
DROPPED: Final = 22
ALL_NUMBERS: Final = 63
STRAY: Final = 0.15  # how often a hunter in the stream slips to either side (scenario 7)
SLY: Final = 0.8  # how often a sly umpire's choice is the one that misleads most about this bomber
COUNT: Final = tuple(mask.bit_count() for mask in range(64))

FINE: Final = 1 << 30  # into how many parts a draw is divided

Weights = dict[int, float]
Thing = TypeVar("Thing")
Table = bytes  # by hex: is it in some region? Or which tally numbers have been called there?


def state_of(hex_: int, group: int, facing: int = EXIT_FACING) -> int:
    """An attacker about which nothing else is known."""
    return hex_ | group << GROUP | facing << FACING


def group_of(state: int) -> int:
    """The group it belongs to."""
    return state >> GROUP & 15


def facing_of(state: int) -> int:
    """The way it flies."""
    return state >> FACING & 7


def ruled_out(state: int) -> int:
    """The tally numbers it cannot have."""
    return state >> NUMBERS & ALL_NUMBERS


def mask_of(dice: Iterable[int]) -> int:
    """The numbers that dice show, a bit each."""
    mask = 0
    for die in dice:
        mask |= 1 << die - 1
    return mask


def number_chance(state: int, mask: int) -> float:
    """The chance that its tally number is one of these, all being equally common."""
    out = ruled_out(state)
    left = 6 - COUNT[out]
    return COUNT[mask & ~out] / left if left else 0.0


def pick(weights: Mapping[Thing, float] | Iterable[tuple[Thing, float]], rng: Rng) -> Thing:
    """One of several, by their weights."""
    pairs = list(weights.items()) if isinstance(weights, Mapping) else list(weights)
    left = rng.below(FINE) / FINE * sum(w for _, w in pairs)
    for thing, w in pairs:
        left -= w
        if left < 0:
            return thing
    return pairs[-1][0]


# -- regions ---------------------------------------------------------------------------------------


def table_of(hexes: Iterable[Hex], value: int = 1) -> Table:
    """A region to look hexes up in."""
    table = bytearray(HEX + 1)
    for hex_ in hexes:
        table[hex_] = value
    return bytes(table)


@lru_cache(maxsize=2048)
def disc(hex_: Hex, reach: int) -> Table:
    """The hexes within that many of one."""
    row = DISTANCE[hex_]
    return table_of(h for h in HEXES.all if row[h] <= reach)


@lru_cache(maxsize=1024)
def arc(hex_: Hex, facing: int, kind: int, reach: int) -> Table:
    """The hexes of an arc out to a range."""
    return table_of(HEXES.arc(hex_, facing, kind, reach))


@lru_cache(maxsize=1024)
def arc_nearer(hex_: Hex, facing: int, kind: int, reach: int, than: int) -> Table:
    """Those hexes of an arc that are nearer than that."""
    row = DISTANCE[hex_]
    return table_of(h for h in HEXES.arc(hex_, facing, kind, reach) if row[h] < than)


@lru_cache(maxsize=64)
def region(hexes: tuple[Hex, ...]) -> Table:
    """Some hexes, such as those of a zone."""
    return table_of(hexes)


@lru_cache(maxsize=512)
def further_down(hex_: Hex) -> Table:
    """The hexes of the column beyond this one, where a contrail leads [21.2.1]."""
    return table_of(h for h in HEXES.all if COLUMN[h] == COLUMN[hex_] and ROW[h] > ROW[hex_])


# -- sweeps ----------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def sweep_fits(search: Hex, sweep: Hex) -> tuple[float, ...]:
    """For each hex of a nearest bomber: the chance that the sweep would lie where it lies [13.1.2a]."""
    return tuple(1 / len(ways) if sweep in (ways := pointing(search, h)) else 0.0 for h in HEXES.all)


@lru_cache(maxsize=512)
def close_fits(sweep: Hex) -> tuple[float, ...]:
    """The same where a sweep lies in or beside the bomber's hex [25.1a]."""
    row = DISTANCE[sweep]
    return tuple(1 / (1 + len(HEXES.adjacent[h])) if row[h] <= 1 else 0.0 for h in range(SIZE))


@lru_cache(maxsize=2048)
def sly_sweep_fits(search: Hex, sweep: Hex) -> tuple[float, ...]:
    """The same for an umpire who points past the bomber wherever he may: of two hexes, the one further aside."""
    return tuple(_sly(pointing(search, h), sweep, h) for h in HEXES.all)


@lru_cache(maxsize=512)
def sly_close_fits(sweep: Hex) -> tuple[float, ...]:
    """The same where a sweep may lie in or beside the bomber's hex [25.1a]."""
    row = DISTANCE[sweep]
    return tuple(_sly((h, *HEXES.adjacent[h]), sweep, h) if row[h] <= 1 else 0.0 for h in HEXES.all)


def _sly(options: Sequence[Hex], sweep: Hex, bomber: Hex) -> float:
    """How likely that umpire is to choose this hex: mostly what misleads most, at times what misleads about another."""
    if sweep not in options:
        return 0.0
    row, column = DISTANCE[bomber], COLUMN[bomber]
    rank = {h: (row[h], abs(COLUMN[h] - column)) for h in options}
    best = [h for h in options if rank[h] == max(rank.values())]
    return SLY * (sweep in best) / len(best) + (1 - SLY) / len(options)


@lru_cache(maxsize=2048)
def sly_marker_fits(zone: tuple[Hex, ...], marker: Hex) -> dict[int, float]:
    """For each hex of a zone with a bomber in it: the chance that its search marker would lie there [14.2.1a]."""
    fits: dict[int, float] = {}
    for bomber in zone:
        row = DISTANCE[bomber]
        far = max(row[h] for h in zone)
        able = [h for h in zone if row[h] >= far - 1]
        fits[bomber] = SLY * (marker in able) / len(able) + (1 - SLY) / len(zone)
    return fits


# -- how they fly ----------------------------------------------------------------------------------


def flown(layout: Layout, state: int, turn: int, alerted: bool = False) -> int:
    """The state after a bomber's move, or OFF if that takes it off the map [7.2, 26.3a, 28.2a]."""
    group = layout.groups[group_of(state)]
    mp = (group.alert_mp if alerted and layout.alert_speed else group.mp)[turn & 1]
    if group.role == TORPEDO:
        return _torpedo_flown(layout, state, mp)
    hex_, facing = HEXES.all[state & HEX], facing_of(state)
    if facing == S:
        return state + mp if ROW[hex_] + mp <= LAST_ROW else OFF
    line = HEXES.line(hex_, facing, mp)
    return state - hex_ + line[-1] if len(line) == mp else OFF


def _torpedo_flown(layout: Layout, state: int, mp: int) -> int:
    """Slow until its torpedo is gone, which is where it first ends a move among the ships [26.3a, 26.3b]."""
    hex_ = state & HEX
    steps = mp if state >> DROPPED & 1 else SLOW
    if ROW[hex_] + steps > LAST_ROW:
        return OFF
    state += steps
    return state | 1 << DROPPED if layout.zone_of[hex_ + steps] == layout.task_force else state


def strayed(layout: Layout, state: int) -> Sequence[tuple[int, float]]:
    """Where a hunter in the stream may be after it has edged over to the bombers (scenario 7); others stay."""
    if layout.groups[group_of(state)].role != GERMAN_FIGHTER or not layout.german_stream:
        return ((state, 1.0),)
    hex_ = state & HEX
    aside = [there for side in (LEFT, RIGHT) if (there := rear_hex(Hex(hex_), facing_of(state), side)) != OFF]
    kept = 1.0 - STRAY * len(aside)
    return ((state, kept), *[(state - hex_ + there, STRAY) for there in aside])


def open_sides(layout: Layout, role: int, hex_: Hex, facing: int, taken: Iterable[Hex]) -> list[tuple[int, Hex]]:
    """The sides to which an attacker may slip, and the hexes there; the middle is always open [16.0a, 17.4.3b]."""
    sides = [(CENTRE, hex_)]
    for side in (LEFT, RIGHT):
        there = rear_hex(hex_, facing, side)
        in_lane = not (layout.naval and role == TORPEDO) or 7 <= COLUMN[there] <= 12
        if there != OFF and there not in taken and in_lane:
            sides.append((side, there))
    return sides


def onwards(hex_: Hex, facing: int, steps: int) -> Hex:
    """The hex this many steps ahead, or OFF."""
    for _ in range(steps):
        hex_ = NEIGHBOUR[hex_ * 6 + facing]
        if hex_ == OFF:
            return OFF
    return hex_
