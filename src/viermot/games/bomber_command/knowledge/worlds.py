"""Whole British plans that fit all that the German player was told, drawn according to their chances.

For every way of joining sightings into tracks, the raids that may be behind each track are combined: no more of each
kind than the rules allow, each drop and each marker explained, nobody in anybody's way [3.5.1, 4.0, 4.4]. Raids that
have not been seen are added: they have yet to enter, or have entered since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import chain, islice
from math import perm
from typing import Final

from viermot.games.bomber_command.knowledge.evidence import Evidence
from viermot.games.bomber_command.knowledge.plans import (
    ESCORTS,
    TRAILS,
    Candidate,
    Flight,
    agrees,
    entry_chance,
    goals_of,
    price,
    raids_behind,
    raids_out_of,
)
from viermot.games.bomber_command.knowledge.routes import weighed
from viermot.games.bomber_command.knowledge.tracks import Joining, Track, chains, joinings
from viermot.games.bomber_command.model.board import (
    DECOY,
    GARDENING,
    MAIN,
    MOSQUITO,
    OFF,
)
from viermot.games.bomber_command.model.ids import NO_LETTER, City, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.obeyed import MAX_GARDENERS, MOSQUITOS_A_DECOY
from viermot.games.bomber_command.rules.plot.plan import RaidPlan
from viermot.games.bomber_command.rules.plot.samples import decoy, escort, pick, raid_to
from viermot.kernel.dice import Rng

EVERY_KIND: Final = (MAIN, DECOY, GARDENING, MOSQUITO)
DRAWS: Final = 24  # worlds drawn before the best so far is accepted
PARENTS: Final = 4  # raids that Mosquitos may have broken out of, for each track
MORE_PARENTS: Final = 3  # times as many where all tracks are looked at
ANY_TRACK: Final = 0  # which raid they have broken out of is found out later
MORE_DECOYS: Final = 0.4  # how often Mosquitos are given up for a Decoy [3.5.1c]
GARDENERS: Final = (0.25, 0.45, 0.3)  # how often there are none, one, two
FALSE: Final = 0.05
MUCH: Final = 3.0  # cost of a way of joining that can be ignored
GHOSTS: Final = 16  # raids drawn of each kind to say where unseen ones may be
LATELY: Final = 3  # what happened last counts for more

Counts = tuple[int, int, int, int]
Behind = dict[int, list[Candidate]]  # what may be behind a track, by kind

Test = Callable[[Candidate], bool]


@lru_cache(maxsize=8)
def every_force(layout: Layout) -> dict[Counts, float]:
    """How likely each number of raids of each kind is [3.5.1]."""
    mains, mosquitos, decoys = layout.raids_allowed
    found: dict[Counts, float] = {}
    for extra in (0, 1):
        spare = mosquitos - MOSQUITOS_A_DECOY * extra
        for gardeners in range(MAX_GARDENERS + 1):
            room = spare - gardeners
            for others in range(max(room, -1) + 1):
                share = (MORE_DECOYS if extra else 1 - MORE_DECOYS) * GARDENERS[gardeners]
                full = 0.5 if others == room else 0.5 / max(room, 1)
                for fewer in range(decoys + 1):
                    count = (mains, decoys + extra - fewer, gardeners, others)
                    found[count] = found.get(count, 0.0) + share * full * (0.1 if fewer else 1.0)
    return found


@dataclass
class Joined:
    """One way of joining the sightings, and all that may be behind each track."""

    joining: Joining
    raids: list[Behind]  # for each track, by kind
    sums: list[dict[int, float]]
    tables: list[dict[Counts, float]]  # after each number of tracks, the weight of each number of raids by kind
    weight: float


class Picture:
    """What the German player may think of the night."""

    def __init__(self, layout: Layout, seen: Evidence, width: int = 1) -> None:
        self.layout, self.seen, self.width = layout, seen, width
        self.complete = max((n for n, told in enumerate(seen.turns) if told.complete and n <= seen.now), default=0)
        self.known = seen.known()
        self.joined: list[Joined] = []
        for way in joinings(layout, seen, self._price()):
            if self.joined and way.cost > self.joined[0].joining.cost + MUCH:
                break
            joined = self._join(way)
            if joined.weight > 0:
                self.joined.append(joined)

    def _price(self) -> Callable[[Track], float]:
        return cache(partial(price, self.layout, self.known))

    def chained(self, wide: int) -> Iterator[Candidate]:
        """All that may be behind any track that one raid may have left, whatever the others did."""
        tracks = chains(self.layout, self.seen, self._price(), wide)
        parents: list[Candidate] = []
        for track in tracks:
            behind = self.behind(track)
            yield from _all(behind)
            parents += [max(behind[kind], key=_weight) for kind in (MAIN, DECOY) if behind[kind]]
        parents = sorted(parents, key=lambda each: -each.weight)[: PARENTS * MORE_PARENTS]
        for track in tracks:
            if track.escaped and parents:
                yield from self._broken_out(track, ANY_TRACK, parents, PARENTS * MORE_PARENTS)

    # -- weights ---------------------------------------------------------------------------------------------

    def _join(self, way: Joining) -> Joined:
        found = [(track, self.behind(track)) for track in way.tracks]
        found = [each for each in found if any(each[1].values()) or not each[0].gone]  # what is gone matters little
        way = way._replace(tracks=tuple(track for track, _ in found))
        raids = [behind for _, behind in found]
        for number, track in enumerate(way.tracks):
            for other, behind in enumerate(raids) if track.escaped else ():
                if other != number and way.tracks[other].points[0][0] <= track.points[0][0]:
                    parents = [each for kind in (MAIN, DECOY) for each in behind[kind] if each.parent == OFF]
                    raids[number][MOSQUITO] = raids[number][MOSQUITO] + self._broken_out(track, other, parents)
        self._explain(raids)
        sums = [{kind: sum(each.weight for each in found) for kind, found in behind.items()} for behind in raids]
        tables = self._tables(sums)
        total = sum(weight * self.unseen_chance(count) for count, weight in tables[-1].items())
        return Joined(way, raids, sums, tables, total * FALSE ** len(way.false))

    def behind(self, track: Track) -> Behind:
        """What may be behind a track; where nothing fits all sightings, the first of them are forgotten."""
        if track.gone and track.gone + TRAILS > self.known.now:
            found = self._left_lately(track)
            if found:
                return found
        known = self.known.until(track.gone + TRAILS) if track.gone else self.known
        behind: Behind = {}
        for last in (len(track.points), 2, 1):
            late = track._replace(points=track.points[-last:], since=track.since if last >= len(track.points) else 0)
            behind = {kind: raids_behind(self.layout, known, late, kind, self.width) for kind in EVERY_KIND}
            if track.escaped or any(behind.values()):
                break
        return behind

    def _left_lately(self, track: Track) -> Behind:
        """What was thought of when it left, as far as that agrees with what has been told of its stream since."""
        known, found = self.known.until(track.gone), dict[int, list[Candidate]]()
        for kind in EVERY_KIND:
            then = raids_behind(self.layout, known, track, kind, self.width)
            found[kind] = [each for each in then if agrees(self.layout, self.known, each.flight, track)]
        return found if any(found.values()) else {}

    def _broken_out(self, track: Track, other: int, parents: list[Candidate], number: int = PARENTS) -> list[Candidate]:
        best = sorted(parents, key=lambda each: -each.weight)[:number]
        total = sum(each.weight for each in best)
        if not total:
            return []
        fair = tuple([(each.raid, each.weight / total) for each in best])
        return raids_out_of(self.layout, self.known, track, other, fair, self.width)

    def _explain(self, raids: list[Behind]) -> None:
        """Where only one track can be what bombed a city, laid mines or was fired at, it was that one."""
        for turn, told in enumerate(self.seen.turns[: self.seen.now + 1]):
            for target in (*told.drops, *told.mines):
                self._must(raids, turn, partial(_reached, turn, target))
            for hex_ in sorted(set(told.flak)):
                self._must(raids, turn, partial(_was_over, turn, hex_))
        met = list(self.seen.met)
        for letter, kinds in sorted(self.seen.named.items()):
            met += [(turn, hex_, kinds) for turn, hex_ in self.seen.places.get(letter, ())]
        for turn, hex_, kinds in met:
            self._must(raids, turn, partial(_was_met, turn, hex_, kinds), partial(_was_near, turn, hex_))

    def _must(self, raids: list[Behind], turn: int, did: Test, may: Test | None = None) -> None:
        """If only one track may have been there, it was, and what it did there is known."""
        able = islice((behind for behind in raids if any(map(may or did, _all(behind)))), 2)
        found = list(able) if turn <= self.complete else []
        if len(found) == 1:
            (behind,) = found
            if any(map(did, _all(behind))):  # otherwise too few have been drawn to tell
                for kind in EVERY_KIND:
                    behind[kind] = [each for each in behind[kind] if did(each)]

    def _tables(self, sums: list[dict[int, float]]) -> list[dict[Counts, float]]:
        tables: list[dict[Counts, float]] = [{(0, 0, 0, 0): 1.0}]
        for weights in sums:
            table: dict[Counts, float] = {}
            for count, weight in tables[-1].items():
                for kind in EVERY_KIND:
                    if weights[kind]:
                        more = one_more(count, kind)
                        table[more] = table.get(more, 0.0) + weight * weights[kind]
            tables.append(table)
        return tables

    def unseen_chance(self, count: Counts) -> float:
        """How likely it is that this many raids of each kind were seen, and no others."""
        return sum(weight for _, weight in self.forces(count))

    def forces(self, count: Counts) -> Iterator[tuple[Counts, float]]:
        late = [self._late(kind) for kind in EVERY_KIND]
        for force, chance in every_force(self.layout).items():
            if all(have <= all_ for have, all_ in zip(count, force, strict=True)):
                weight = chance
                for kind in EVERY_KIND:
                    weight *= perm(force[kind], count[kind]) * late[kind] ** (force[kind] - count[kind])
                yield force, weight

    def _late(self, kind: int) -> float:
        """How likely a raid is to have entered after all were last shown."""
        late: float = sum(entry_chance(kind)[self.complete + 1 :])
        return max(late, ESCORTS / 2) if kind == MOSQUITO and self.complete < 12 else max(late, 1e-4)

    # -- chances ----------------------------------------------------------------------------------------------

    @cached_property
    def shares(self) -> list[tuple[Track, Candidate, float]]:
        """Every raid that may be behind a track, with its chance; those of a track add up to that of its joining."""
        total = sum(each.weight for each in self.joined)
        found: list[tuple[Track, Candidate, float]] = []
        for joined in self.joined:
            after = self._after(joined)
            for number, track in enumerate(joined.joining.tracks):
                for kind in EVERY_KIND:
                    weight = sum(
                        have * after[number + 1].get(one_more(count, kind), 0.0)
                        for count, have in joined.tables[number].items()
                    )
                    found += [(track, each, each.weight * weight / total) for each in joined.raids[number][kind]]
        return found

    def _after(self, joined: Joined) -> list[dict[Counts, float]]:
        """After each number of tracks, the weight of all that may follow, by the number of raids so far."""
        tables = [{count: self.unseen_chance(count) for count in joined.tables[-1]}]
        for weights, before in zip(reversed(joined.sums), reversed(joined.tables[:-1]), strict=True):
            later = tables[-1]
            tables.append(
                {
                    count: sum(weights[kind] * later.get(one_more(count, kind), 0.0) for kind in EVERY_KIND)
                    for count in before
                }
            )
        false = FALSE ** len(joined.joining.false)
        return [{count: weight * false for count, weight in table.items()} for table in reversed(tables)]

    def unseen(self, turn: int, rng: Rng) -> dict[Hex, float]:
        """Where raids that nobody has seen may be when a turn ends, and how many are to be expected there."""
        found: dict[Hex, float] = {}
        if turn <= self.complete or not self.joined:
            return found
        joined = max(self.joined, key=lambda each: each.weight)
        parts = [
            (force, count, weight * share)
            for count, weight in joined.tables[-1].items()
            for force, share in self.forces(count)
        ]
        total = sum(weight for _, _, weight in parts)
        for kind in EVERY_KIND if total else ():
            number = sum((force[kind] - count[kind]) * weight for force, count, weight in parts) / total
            for _ in range(GHOSTS if number > 1e-3 else 0):
                raid = self.unseen_raid([], kind, NO_LETTER, OFF, rng)
                flight = Flight(self.layout, raid) if raid is not None else None
                if flight is not None and agrees(self.layout, self.known, flight, None):
                    there = flight.hex(turn)
                    if there is not None:
                        found[there] = found.get(there, 0.0) + number / GHOSTS
        return found

    def unseen_raid(self, plan: list[RaidPlan], kind: int, letter: Letter, target: int, rng: Rng) -> RaidPlan | None:
        """A raid that has entered, or will enter, since all raids were last shown."""
        entry = self._entry(kind, rng)
        if kind == DECOY:
            return decoy(self.layout, rng, letter, entry)
        parents = [raid for raid in plan if raid.kind in (MAIN, DECOY)]
        if kind == MOSQUITO and parents and rng.below(100) < 100 * ESCORTS:
            city = City(goals_of(self.layout, MOSQUITO).draw(rng)[0])
            return escort(self.layout, rng, letter, city, pick(parents, rng))
        goal = target if target != OFF else goals_of(self.layout, kind).draw(rng)[0]
        return raid_to(self.layout, rng, kind, letter, goal, entry)

    def _entry(self, kind: int, rng: Rng) -> int:
        turns = range(self.complete + 1, max(self.complete + 3, len(entry_chance(kind))))
        likely = entry_chance(kind)
        return weighed(turns, [likely[turn] if turn < len(likely) else 1e-3 for turn in turns], rng)


def trail(flight: Flight, turn: int) -> frozenset[Hex]:
    """Every hex in which a raid or its stream was in a turn."""
    found = flight.trails.get(turn)
    if found is None:
        at, path = flight.step(turn), flight.raid.path
        back = max(min(flight.step(turn - 1) + 1, at) - flight.tail - 1, 0)
        found = flight.trails[turn] = frozenset(path[back : at + 1]) if at != OFF else frozenset()
    return found


def _weight(each: Candidate) -> float:
    return each.weight


def _all(behind: Behind) -> Iterator[Candidate]:
    return chain.from_iterable(behind.values())


def _reached(turn: int, target: int, each: Candidate) -> bool:
    return each.raid.target == target and each.flight.aims(turn)


def _was_over(turn: int, hex_: Hex, each: Candidate) -> bool:
    return hex_ in each.flight.hexes(turn)


def _was_near(turn: int, hex_: Hex, each: Candidate) -> bool:
    return hex_ in trail(each.flight, turn)


def _was_met(turn: int, hex_: Hex, kinds: frozenset[int], each: Candidate) -> bool:
    return each.raid.kind in kinds and _was_near(turn, hex_, each)


def one_more(count: Counts, kind: int) -> Counts:
    main, decoys, gardeners, mosquitos = (have + (kind == each) for each, have in enumerate(count))
    return main, decoys, gardeners, mosquitos


def picture_of(layout: Layout, seen: Evidence, width: int = 1) -> Picture:
    """The same picture for anyone who was told the same; ``width`` is how much is looked at."""
    return Picture(layout, seen, width)
