"""The rules a plan must obey, and which of them it breaks [3.5, 4.0].

`faults` finds everything that is wrong, raid by raid, fast enough to check a plan while it is being drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from viermot.games.bomber_command.model.board import DECOY, GARDENING, MAIN, MOSQUITO, OFF
from viermot.games.bomber_command.model.ids import NO_LETTER, Hex, Letter
from viermot.games.bomber_command.rules.plot.plan import (
    LATEST_TURN,
    NOWHERE,
    Plan,
    RaidPlan,
    ends,
    flown,
    raid_of,
    waypoints_of,
)
from viermot.kernel.agenda import Refusal

if TYPE_CHECKING:
    from viermot.games.bomber_command.model.layout import Layout

MAX_LEGS: Final = 4  # each way [4.2.1b]
MAX_DECOY_LEGS: Final = 8
MAX_GARDENERS: Final = 2
MOSQUITOS_A_DECOY: Final = 2


class Fault(NamedTuple):
    """A rule that a plan breaks: its id, a message key, and the raid's letter, or NO_LETTER for the plan as a whole.

    Where two raids are in each other's way: the other's letter, and the turn and hex in which they are.
    """

    rule: str
    key: str
    letter: Letter = NO_LETTER
    other: Letter = NO_LETTER
    turn: int = 0
    hex: int = OFF


def validate(layout: Layout, targets: tuple[int, ...], follow_up: int, plan: Plan) -> Refusal | None:
    """The first rule a plan breaks, with a message key; None if it is legal."""
    return next(((fault.rule, fault.key) for fault in _faults(layout, targets, follow_up, plan)), None)


def faults(layout: Layout, targets: tuple[int, ...], follow_up: int, plan: Plan) -> list[Fault]:
    """Everything that is wrong with a plan."""
    return list(_faults(layout, targets, follow_up, plan))


def _faults(layout: Layout, targets: tuple[int, ...], follow_up: int, plan: Plan) -> Iterator[Fault]:
    yield from _force(layout, plan)
    yield from _letters(plan)
    broken = False
    for raid in plan:
        for fault in _raid(layout, plan, raid):
            broken = True
            yield fault
    yield from _main_targets(layout, targets, plan)
    yield from _other_targets(layout, plan)
    if follow_up:
        yield from _follow_up(layout, plan)
    if not broken:  # otherwise there is no telling where the raids are
        yield from _sharing(layout, plan)


# --- the force ----------------------------------------------------------------------------------------------


def _force(layout: Layout, plan: Plan) -> Iterator[Fault]:
    """No more raids than are available, after exchanges [3.5.1, 4.0b, ruling C22]."""
    count = [0, 0, 0, 0]
    for raid in plan:
        count[raid.kind] += 1
    mains, mosquitos, decoys = layout.raids_allowed
    if count[MAIN] < mains:
        yield Fault("4.0b", "plot_main_missing")
    given = "3.5.1b" if layout.is_downfall else "3.5.1a"
    if count[MAIN] > mains:
        yield Fault(given, "plot_too_many_mains")
    extra = max(count[DECOY] - decoys, 0)
    used = count[MOSQUITO] + count[GARDENING] + MOSQUITOS_A_DECOY * extra
    if count[GARDENING] > MAX_GARDENERS or extra > 1:
        yield Fault("3.5.1c", "plot_exchange")
    elif used > mosquitos:
        yield Fault("3.5.1c" if count[GARDENING] or extra else given, "plot_too_many_raids")


def _letters(plan: Plan) -> Iterator[Fault]:
    """Each raid has its own letter [4.1]."""
    seen = set()
    for raid in plan:
        if raid.letter in seen:
            yield Fault("4.1", "plot_letter", raid.letter)
        seen.add(raid.letter)


# --- one raid -----------------------------------------------------------------------------------------------


def _raid(layout: Layout, plan: Plan, raid: RaidPlan) -> Iterator[Fault]:
    if raid.parent == NO_LETTER:
        yield from _entry(layout, raid)
    else:
        yield from _escort(layout, plan, raid)
        parent = raid_of(plan, raid.parent)
        if parent is not None and raid.path[0] in parent.path[: raid.split]:
            yield Fault("4.4.1e", "plot_first_visit", raid.letter)
    if not raid.legs and raid.parent == NO_LETTER:
        yield Fault("4.2.1a", "plot_no_legs", raid.letter)
    if raid.path[-1] not in layout.exits:
        yield Fault("4.2a", "plot_exit", raid.letter)
    if raid.heavy and not (layout.loads and raid.kind == MAIN):
        yield Fault("12.3.1a", "plot_heavy", raid.letter)
    if raid.kind == DECOY:
        yield from _decoy(layout, raid)
    else:
        yield from _way(plan, raid)


def _entry(layout: Layout, raid: RaidPlan) -> Iterator[Fault]:
    if raid.path[0] not in layout.mandrel:
        yield Fault("4.2a", "plot_entry", raid.letter)
    if not 1 <= raid.entry <= LATEST_TURN or raid.first not in (1, 2):
        yield Fault("4.2.2b", "plot_turn", raid.letter)


def _decoy(layout: Layout, raid: RaidPlan) -> Iterator[Fault]:
    """At most eight legs, and nowhere near anything worth bombing [4.3.4]."""
    if len(raid.legs) > MAX_DECOY_LEGS:
        yield Fault("4.3.4a", "plot_decoy_legs", raid.letter)
    if not layout.barred_for_decoys.isdisjoint(raid.path):
        yield Fault("4.3.4a", "plot_decoy_way", raid.letter)


def _way(plan: Plan, raid: RaidPlan) -> Iterator[Fault]:
    """Out to the target and home: a waypoint at the target, at most four legs each way [4.2.1]."""
    if raid.aim == NOWHERE:
        yield Fault("3.5.2", "plot_misses_target", raid.letter)
        return
    stops = waypoints_of(raid.legs)
    if raid.aim and raid.aim not in stops:
        yield Fault("4.2.1c", "plot_no_waypoint", raid.letter)
        return
    if flown(plan, raid) > MAX_LEGS:
        yield Fault("4.2.1b", "plot_legs_out", raid.letter)
    if sum(1 for stop in stops if stop > raid.aim) > MAX_LEGS:
        yield Fault("4.2.1b", "plot_legs_home", raid.letter)


def _escort(layout: Layout, plan: Plan, raid: RaidPlan) -> Iterator[Fault]:
    """Mosquitos fly inside a Main Force or Decoy raid and break out of it [4.4.1]."""
    parent = raid_of(plan, raid.parent)
    if raid.kind != MOSQUITO or parent is None or parent.kind not in (MAIN, DECOY):
        yield Fault("4.4.1a", "plot_escort", raid.letter)
        return
    if raid.first == 0:
        yield Fault("4.4.1b", "plot_second_hex", raid.letter)
    if not raid.legs:
        yield Fault("4.4.1b", "plot_no_way_out", raid.letter)
    if raid.target != OFF and layout.cities[raid.target].hex == raid.path[0]:
        yield Fault("4.4.1d", "plot_bombs_at_split", raid.letter)


# --- targets ------------------------------------------------------------------------------------------------


def _main_targets(layout: Layout, targets: tuple[int, ...], plan: Plan) -> Iterator[Fault]:
    """One Main Force for each target drawn [3.5.2, 4.3.1]."""
    left = list(targets)
    for raid in plan:
        if raid.kind != MAIN:
            continue
        if raid.target in left:
            left.remove(raid.target)
        elif raid.target != OFF and not layout.cities[raid.target].main:
            yield Fault("3.3.1b", "plot_flak_only", raid.letter)
        else:
            yield Fault("3.5.2", "plot_other_target", raid.letter)


def _other_targets(layout: Layout, plan: Plan) -> Iterator[Fault]:
    """No two raids against the same city or garden, Main Forces aside [4.3.2a, 4.3.3a]."""
    attacked = {raid.target for raid in plan if raid.kind == MAIN}
    mined = set()
    for raid in plan:
        if raid.kind == MOSQUITO:
            if raid.target in attacked:
                yield Fault("4.3.2a", "plot_same_city", raid.letter)
            attacked.add(raid.target)
        elif raid.kind == GARDENING:
            if raid.target not in layout.mines:
                yield Fault("4.3.3a", "plot_no_garden", raid.letter)
            elif raid.target in mined:
                yield Fault("4.3.3a", "plot_same_garden", raid.letter)
            mined.add(raid.target)


def _follow_up(layout: Layout, plan: Plan) -> Iterator[Fault]:
    """The second Main Force comes four turns after the first [4.5.2]."""
    entries = sorted((raid.entry, raid.letter) for raid in plan if raid.kind == MAIN)
    for (first, _), (second, letter) in pairwise(entries):
        if second < first + layout.rules.follow_up_gap:
            yield Fault("4.5.2", "plot_follow_up", letter)


# --- where raids are at the end of a turn ----------------------------------------------------------------------


def _sharing(layout: Layout, plan: Plan) -> Iterator[Fault]:
    """No raid or stream ends a turn in the same hex as another [4.4, ruling C24]."""
    taken: dict[tuple[int, Hex], RaidPlan] = {}  # by turn and hex
    told = set()
    for raid in plan:
        for turn, hexes in standing(layout, raid):
            for hex_ in hexes:
                other = taken.setdefault((turn, hex_), raid)
                if other is not raid and (raid.letter, other.letter) not in told:
                    told.add((raid.letter, other.letter))
                    yield _met(turn, hex_, raid, other)


def _met(turn: int, hex_: Hex, raid: RaidPlan, other: RaidPlan) -> Fault:
    if other.parent == raid.letter:
        raid, other = other, raid
    if raid.parent != other.letter:
        return Fault("4.4", "plot_same_hex", raid.letter, other.letter, turn, hex_)
    if turn == raid.entry:
        return Fault("4.4.1b", "plot_stays_with_parent", raid.letter)
    return Fault("4.4.1d", "plot_rejoins", raid.letter)


def standing(layout: Layout, raid: RaidPlan) -> Iterator[tuple[int, list[Hex]]]:
    """For each turn, the hexes in which the raid counter and its stream end it, the raid's own first [7.2.1]."""
    path = raid.path
    tail = layout.stream if raid.kind in (MAIN, DECOY) else 0
    turn = raid.entry
    places = ends(raid)
    while places[-1] - tail < len(path):  # the stream follows [7.2.4]
        places.append(places[-1] + 2)
    for at in places:
        yield turn, [path[i] for i in range(at, at - tail - 1, -1) if 0 <= i < len(path)]
        turn += 1


def fits(layout: Layout, plan: Plan, raid: RaidPlan) -> bool:
    """Is this raid, the last of an unfinished plan, legal in itself and clear of the others?"""
    return not any(chain(_raid(layout, plan, raid), _other_targets(layout, plan), _sharing(layout, plan)))
