"""Raids made to measure: where a plan explains nearly all that was told, raids that explain one thing more.

Each raid of the plan is held to what it explains, and besides to one of the things that nobody is behind: as if nothing
else had been told. So few ways are left that nearly all of them can be looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise, product
from typing import Final

from viermot.games.bomber_command.knowledge.cover import Chosen
from viermot.games.bomber_command.knowledge.evidence import Known, TurnEvidence
from viermot.games.bomber_command.knowledge.plans import Flight, raids_behind, raids_out_of
from viermot.games.bomber_command.knowledge.reports import (
    BOX,
    DROP,
    FLAK,
    GCI,
    LEFT,
    MET,
    MINES,
    SEEN,
    Key,
    Option,
    Reports,
)
from viermot.games.bomber_command.knowledge.tracks import Track
from viermot.games.bomber_command.model.board import DECOY, DISTANCE, MOSQUITO, ON_MAP
from viermot.games.bomber_command.model.ids import City, Hex, Letter

WIDTH: Final = 6  # how much wider than usual ways are looked for

Points = tuple[tuple[int, Hex], ...]  # turns and hexes


def raids_made(reports: Reports, plans: Iterable[Chosen]) -> Iterator[Option]:
    """Raids in place of those of some plans, which explain besides what nobody in them is behind."""
    done = set()
    for near in plans:
        for key in near.unexplained:
            spots = _spots(reports, key)
            for option in near.options if spots else ():
                for points in _points(reports, option, spots):
                    wanted = (option.raid.kind, key, points, frozenset(option.counted))
                    if wanted not in done:
                        done.add(wanted)
                        yield from _made(reports, option, key, points, near.options)


def _spots(reports: Reports, key: Key) -> Points:
    """Where a raid was that is behind it."""
    seen = reports.seen
    if key[0] == BOX:
        found = seen.places.get(Letter(key[1]), [])
    elif key[0] == MET:
        found = [seen.met[key[1]][:2]]
    else:
        found = [(key[1], Hex(key[2]))] if key[0] in (SEEN, FLAK, GCI) else []
    return tuple([(turn, hex_) for turn, hex_ in found if hex_ in ON_MAP and turn <= seen.now])


def _points(reports: Reports, option: Option, spots: Points) -> Iterator[Points]:
    """Where the raid was seen; in the turns of those spots it may have been any of the raids that were shown then."""
    turns = {turn for turn, _ in spots}
    others = [(told[1], Hex(told[2])) for told in option.counted if told[0] == SEEN and told[1] not in turns]
    behind = 1 + (reports.layout.stream if option.raid.kind <= DECOY else 0)
    choices = []
    for turn in sorted(turns):
        told = reports.seen.turns[turn]
        shown = [hex_ for hex_ in dict.fromkeys(told.raids) if hex_ not in told.false]
        choices.append([*[((turn, hex_),) for hex_ in shown], *([] if told.complete else [()])])
    for chosen in product(*choices):
        points = tuple(sorted([*others, *chain.from_iterable(chosen)]))
        near = all(
            DISTANCE[hex_][there] <= 2 * abs(turn - when) + behind for turn, hex_ in spots for when, there in points
        )
        steps = pairwise(points)
        if near and points and all(DISTANCE[here][there] <= 2 * (turn - when) for (when, here), (turn, there) in steps):
            yield points


def _made(reports: Reports, option: Option, key: Key, points: Points, others: Iterable[Option]) -> Iterator[Option]:
    """Raids of its kind seen there that are behind it."""
    turns, kind = reports.seen.turns, option.raid.kind
    since = max((turn for turn in range(points[0][0]) if turns[turn].complete), default=0)
    left = [told[1] for told in option.counted if told[0] == LEFT]
    track = Track(points, since, left[0] if left else 0, kind == MOSQUITO)
    known = only(reports.known, option.counted, {turn for turn, _ in _spots(reports, key)})
    found = list(raids_behind(reports.layout, known, track, kind, WIDTH))
    parents = tuple([(other.raid, 1.0) for other in others if other.raid.kind <= DECOY])
    if kind == MOSQUITO and parents:
        found += raids_out_of(reports.layout, known, track, 0, parents, WIDTH)
    for each in found:
        for made in reports.options(each.flight, each.weight):
            if _is_behind(reports, made, key):
                yield made


def _is_behind(reports: Reports, option: Option, key: Key) -> bool:
    if key[0] == BOX:
        return not reports.amiss(Flight(reports.layout, option.raid), Letter(key[1]))
    return key in option.counted or key in option.covered


def only(seen: Known, keys: Iterable[Key], open_turns: Collection[int]) -> Known:
    """What was told, were it only of a raid that explains these things; but for some turns all of it."""
    by_turn: dict[int, list[Key]] = {}
    for key in keys:
        if len(key) > 2:
            by_turn.setdefault(key[1], []).append(key)
    turns = tuple([told if n in open_turns else _only(told, by_turn.get(n, [])) for n, told in enumerate(seen.turns)])
    return Known(turns, tuple([told.key for told in turns]), tuple(sorted(seen.kinds.items())), seen.is_past)


def _only(told: TurnEvidence, keys: list[Key]) -> TurnEvidence:
    return replace(
        told,
        raids=_hexes(keys, SEEN),
        flak=_hexes(keys, FLAK),
        drops=tuple([City(key[2]) for key in keys if key[0] == DROP]),
        mines=_hexes(keys, MINES),
        left=sum(key[0] == LEFT for key in keys),
    )


def _hexes(keys: Iterable[Key], what: int) -> tuple[Hex, ...]:
    return tuple([Hex(key[2]) for key in keys if key[0] == what])
