"""A plan while it is being drawn: paths, schedules, and where each raid can go on [4.0].

It uses the map and the text of the plan, and nothing else of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viermot.games.bomber_command.faces.page_data import DraftedPlan, DraftedRaid, LegCard, Mark
from viermot.games.bomber_command.model.board import (
    DECOY,
    DISTANCE,
    GARDENING,
    LETTERS,
    MAIN,
    MOSQUITO,
    NAME,
    SIZE,
)
from viermot.games.bomber_command.model.ids import Hex
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.rules.plot.legs import hexes_of, legs_between, legs_from
from viermot.games.bomber_command.rules.plot.plan import NOWHERE, Plan, RaidPlan, ends, waypoints_of

NEAR: Final = 3  # hexes that a unit makes in its first two turns


def drafted(layout: Layout, plan: Plan) -> DraftedPlan:
    """What follows from the routes of a plan, legal or not."""
    return DraftedPlan(
        raids=[_raid(layout, raid) for raid in plan],
        entries=[NAME[hex_] for hex_ in sorted(layout.mandrel)],
        heavy_loads=layout.loads,
    )


def _raid(layout: Layout, raid: RaidPlan) -> DraftedRaid:
    places = ends(raid)
    over = (
        next((raid.entry + turn for turn, at in enumerate(places) if at >= raid.aim), None)
        if raid.aim != NOWHERE
        else None
    )
    leaves = bool(raid.legs) and raid.path[-1] in layout.exits
    return DraftedRaid(
        letter=LETTERS[raid.letter],
        path=[NAME[hex_] for hex_ in raid.path],
        marks=[
            Mark(turn=raid.entry + turn, hex=NAME[raid.path[at]], at=at)
            for turn, at in enumerate(places)
            if at < len(raid.path)
        ],
        over_target=over,
        home=raid.entry + len(places) - 1 if leaves else None,
        ways=_ways(raid.path[-1]),
        forks=_forks(raid),
        goal=_goal(layout, raid),
        legs=_legs(layout, raid),
        over_land=sum(1 for at in places if at < len(raid.path) and raid.path[at] in layout.continental),
    )


def _legs(layout: Layout, raid: RaidPlan) -> list[LegCard]:
    """The route leg by leg: Himmelbett, flak and airfields on its way [9.3, 9.6.1]."""
    found, start = [], 0
    for _, _, length in raid.legs:
        hexes = raid.path[start + 1 : start + length + 1]
        bombs = raid.kind in (MAIN, MOSQUITO) and start < raid.aim <= start + length
        target = [layout.cities[raid.target].hex] if bombs else []
        found.append(
            LegCard(
                start=NAME[raid.path[start]],
                end=NAME[hexes[-1]] if hexes else NAME[raid.path[start]],
                turns=-(-length // 2),
                gci=[NAME[hex_] for hex_ in hexes if hex_ in layout.himmelbett],
                flak=[NAME[hex_] for hex_ in hexes if layout.area_flak[hex_] != NO_FLAK or hex_ in target],
                fighters=sum(1 for unit in layout.units if _is_near(unit.hex, hexes)),
            )
        )
        start += length
    return found


def _is_near(base: Hex, hexes: Sequence[Hex]) -> bool:
    """Can a unit that scrambles there be up with a raid the turn after? One hex, then two [7.1a, 7.1b]."""
    return base < SIZE and any(DISTANCE[base][hex_] <= NEAR for hex_ in hexes)


def _ways(start: Hex) -> dict[str, list[str]]:
    """Where a leg may end; where two lead there, the first hex of each."""
    found: dict[str, list[str]] = {}
    for leg, end in legs_from(start):
        found.setdefault(NAME[end], []).append(NAME[hexes_of(start, leg)[0]])
    return {end: firsts if len(firsts) > 1 else [] for end, firsts in found.items()}


def _forks(raid: RaidPlan) -> list[str]:
    if not raid.legs:
        return []
    start = raid.path[-1 - raid.legs[-1][2]]
    legs = legs_between(start, raid.path[-1])
    return [NAME[hexes_of(start, leg)[0]] for leg in legs] if len(legs) > 1 else []


def _goal(layout: Layout, raid: RaidPlan) -> list[str]:
    """A waypoint at the target first, then a hex from which England is reached [4.2a, 4.2.1c]."""
    if raid.kind == DECOY or raid.aim in (0, *waypoints_of(raid.legs)):
        return [NAME[hex_] for hex_ in sorted(layout.exits)]
    return [NAME[raid.target if raid.kind == GARDENING else layout.cities[raid.target].hex]]
