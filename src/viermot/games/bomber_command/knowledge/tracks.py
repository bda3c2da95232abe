"""Sightings joined into tracks: which counters of which turns were the same raid, in the few ways that make sense.

Where every raid on the map is shown, each counter is a raid seen before, one that has entered since, Mosquitos that
broke out of another, or a false plot; and each raid seen before is shown again or has left [8.2, 7.2.4]. The less
likely any raid is to have flown a track, the more it costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.evidence import Evidence
from viermot.games.bomber_command.model.board import DISTANCE
from viermot.games.bomber_command.model.ids import Hex
from viermot.games.bomber_command.model.layout import Layout

WIDTH: Final = 10  # how many ways of joining are kept from turn to turn
NARROW: Final = 16  # ... and from counter to counter
LEAVES: Final = 0.3
VANISHES: Final = 5.0  # it cannot have reached an exit
MISCOUNTED: Final = 12.0  # for each raid more or fewer than were said to have left
IS_FALSE: Final = 4.0
FAR_OFF: Final = 11.0  # what nothing explains


class Track(NamedTuple):
    """A raid as it was seen."""

    points: tuple[tuple[int, Hex], ...]  # turn and hex
    since: int = 0  # it was not on the map at the end of this turn
    gone: int = 0  # nor at the end of this one; 0 while it may still be there
    escaped: bool = False  # may it have broken out of another raid?

    def at(self, turn: int) -> Hex | None:
        """Where it was seen in that turn."""
        return next((hex_ for when, hex_ in self.points if when == turn), None)


class Joining(NamedTuple):
    """One way of joining all sightings, and its cost."""

    cost: float
    tracks: tuple[Track, ...]
    false: tuple[tuple[int, Hex], ...] = ()


Price = Callable[[Track], float]  # the cost of a track


def joinings(layout: Layout, seen: Evidence, price: Price) -> list[Joining]:
    """The most sensible ways of joining the sightings, the best first."""
    found = [Joining(0.0, ())]
    complete = left = 0
    for turn, told in enumerate(seen.turns[: seen.now + 1]):
        left += told.left
        if not (told.raids or told.complete):
            continue
        counters = [hex_ for hex_ in dict.fromkeys(told.raids) if hex_ not in told.false]
        step = _Step(layout, turn, complete, told.complete, told.doubtful, left, price)
        longer = [more for each in found for more in step.extend(each, counters)]
        found = sorted(longer, key=lambda each: each.cost)[:WIDTH]
        if told.complete:
            complete, left = turn, 0
    return found


class _Partly(NamedTuple):
    """Some counters of a turn joined to tracks."""

    cost: float
    tracks: tuple[Track, ...]
    free: tuple[int, ...]  # tracks that may still go on
    room: int  # how many more raids must have entered, judging by how many were said to have left
    false: Hex | None = None


class _Step(NamedTuple):
    """What is the same for all ways of joining one more turn."""

    layout: Layout
    turn: int
    before: int  # the last turn in which every raid was shown
    complete: bool
    doubtful: bool
    left: int  # how many raids have left the map since
    price: Price

    def extend(self, joined: Joining, counters: list[Hex]) -> list[Joining]:
        """Give each counter a track, one after another."""
        live = tuple(number for number, track in enumerate(joined.tracks) if not track.gone)
        found = [_Partly(joined.cost, joined.tracks, live, self.left - len(live) + len(counters))]
        for hex_ in counters:
            more = [choice for each in found for choice in self._given(each, hex_, joined)]
            found = sorted(more, key=lambda each: each.cost)[:NARROW]
        return [self._result(joined, each) for each in found]

    def _given(self, partly: _Partly, hex_: Hex, joined: Joining) -> list[_Partly]:
        cost, tracks, free, room, false = partly
        point = (self.turn, hex_)
        found: list[_Partly] = []
        for number in free:
            track = tracks[number]
            when, there = track.points[-1]
            if DISTANCE[there][hex_] <= 2 * (self.turn - when):
                longer = track._replace(points=(*track.points, point))
                more = self.price(longer) - self.price(track)
                rest = tuple(other for other in free if other != number)
                found.append(_Partly(cost + more, _with(tracks, number, longer), rest, room, false))
        near = any(self._may_break_out(track, hex_) for track in joined.tracks)
        new = Track((point,), self.before, 0, near)
        price = self.price(new) + MISCOUNTED * (self.complete and room <= 0)
        found.append(_Partly(cost + price, (*tracks, new), free, room - 1, false))
        if self.doubtful and false is None:
            found.append(_Partly(cost + IS_FALSE, tracks, free, room - 1, hex_))
        return found

    def _may_break_out(self, track: Track, hex_: Hex) -> bool:
        when, there = track.points[-1]
        return DISTANCE[there][hex_] <= 2 * (self.turn - when) + 1

    def _leaves(self, track: Track) -> float:
        return LEAVES if self.may_leave(track) else VANISHES

    def may_leave(self, track: Track) -> bool:
        """Can it have reached an exit?"""
        when, there = track.points[-1]
        reach = 2 * (self.turn - when) - 1
        return any(DISTANCE[there][end] <= reach for end in self.layout.exits)

    def chained(self, live: list[Track], hex_: Hex, wide: int) -> list[Track]:
        """Tracks that may lead to a counter: so many from each hex where they were seen before, and a new one."""
        found: dict[Hex, list[tuple[float, Track]]] = {}
        for track in live:
            when, there = track.points[-1]
            if DISTANCE[there][hex_] <= 2 * (self.turn - when):
                longer = track._replace(points=(*track.points, (self.turn, hex_)))
                found.setdefault(there, []).append((self.price(longer), longer))
        near = any(self._may_break_out(track, hex_) for track in live)
        chosen = [each for same in found.values() for each in sorted(same)[:wide]]
        return [Track(((self.turn, hex_),), self.before, 0, near), *[track for _, track in chosen]]

    def _result(self, joined: Joining, partly: _Partly) -> Joining:
        cost, tracks, free, room, false = partly
        if self.complete:
            cost += sum(self._leaves(tracks[number]) for number in free) + MISCOUNTED * max(room, 0)
            for number in free:
                tracks = _with(tracks, number, tracks[number]._replace(gone=self.turn))
        found = joined.false if false is None else (*joined.false, (self.turn, false))
        return Joining(cost, tracks, found)


def _with(tracks: tuple[Track, ...], number: int, track: Track) -> tuple[Track, ...]:
    return (*tracks[:number], track, *tracks[number + 1 :])


# -- one raid by itself -------------------------------------------------------------------------------------------


def chains(layout: Layout, seen: Evidence, price: Price, wide: int) -> list[Track]:
    """Every track that one raid may have left, whatever the others did: a few of them from each hex to each other."""
    live: list[Track] = []
    gone: list[Track] = []
    complete = left = 0
    for turn, told in enumerate(seen.turns[: seen.now + 1]):
        left += told.left
        if not (told.raids or told.complete):
            continue
        step = _Step(layout, turn, complete, told.complete, told.doubtful, left, price)
        counters = [hex_ for hex_ in dict.fromkeys(told.raids) if hex_ not in told.false]
        longer = [track for hex_ in counters for track in step.chained(live, hex_, wide)]
        if told.complete:
            gone += [track._replace(gone=turn) for track in live if left and step.may_leave(track)]
            live = longer
            complete, left = turn, 0
        else:
            live += longer
    return live + gone
