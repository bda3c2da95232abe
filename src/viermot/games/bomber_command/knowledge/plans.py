"""Raids that may be behind a track, each a whole flight from entry to exit that fits everything that was reported and
everything that was not.

They are drawn at random (`routes`) and weighed by how British planners plan; a raid that would have been shown, fired
at or heard of when none was is discarded [8.2, 9.1.2, 10.2a].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from math import log
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.evidence import Known
from viermot.games.bomber_command.knowledge.routes import (
    DETOUR,
    FINE,
    SELDOM,
    Stem,
    Way,
    fly_home,
    is_legal,
    route_chance,
    some_ways,
    wander,
    weighed,
)
from viermot.games.bomber_command.knowledge.tracks import FAR_OFF, Track
from viermot.games.bomber_command.model.board import DECOY, DISTANCE, GARDENING, MAIN, MOSQUITO, OFF, ON_MAP
from viermot.games.bomber_command.model.ids import NO_CITY, NO_LETTER, City, Hex, Letter
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.rules.plot.obeyed import MAX_LEGS
from viermot.games.bomber_command.rules.plot.plan import LATEST_TURN, RaidPlan, break_out
from viermot.games.bomber_command.rules.plot.samples import NEAR, hex_of, nearest, pick, shuffled
from viermot.kernel.dice import QuickRng, Rng

ENTRIES: Final = {  # how often raids of a kind enter on turn 1, 2, 3 ...; later ones are rare, never ruled out
    MAIN: (30, 20, 14, 14, 12, 6, 6, 1, 1, 1),
    DECOY: (32, 28, 33, 5),
    GARDENING: (23, 29, 26, 20, 3, 3),
    MOSQUITO: (30, 24, 26, 7, 6, 4, 2, 2, 2, 1),
}
LATER: Final = 0.3
TURNS: Final = 12
ROUND_THE_SOUTH: Final = 8  # hexes a Main Force may go out of its way where it may enter behind the Allied front
CAPITAL: Final = 0.35  # how many Mosquito raids go to the capital
ESCORTS: Final = 0.3  # how many of them break out of another raid
DECOY_LEGS: Final = 40.0  # about this many legs lead on for a Decoy wherever it turns
TRIES: Final = 16  # raids drawn for a track and a kind
ROUNDS: Final = 3  # attempts to find a raid that fits
HOMES: Final = 3  # ways home from a target
FEW: Final = 3
EXITS: Final = 4  # exits that are looked at
AHEAD: Final = 10  # targets that are looked at
STEMS: Final = 12  # how many ways of having come this far are kept
A_MARKER: Final = 4.0  # how much likelier each flak marker that it explains makes a way
A_LEG: Final = 0.2  # how much less likely each leg makes it
BROKE_OUT: Final = 0.01  # how likely a raid is to have broken out of another unseen
GOES_ON: Final = 0.6  # ... each time it is seen after that
UNHEARD_OF: Final = 1e-5
MINES_COUNT: Final = 3  # gardens worth more are mined far more often


@lru_cache(maxsize=8)
def entry_chance(kind: int) -> tuple[float, ...]:
    """How likely each entry turn is, by turn; nothing enters on turn 0."""
    given = ENTRIES[kind] + (LATER,) * (TURNS - len(ENTRIES[kind]))
    return (0.0, *[share / sum(given) for share in given])


@dataclass(frozen=True)
class Goals:
    """The targets a raid of a kind may be sent to, each with its chance."""

    goals: tuple[int, ...]
    chances: tuple[float, ...]
    hexes: tuple[Hex, ...]

    @cached_property
    def places(self) -> dict[Hex, float]:
        """Where they are, and how likely a raid is to be sent there."""
        found: dict[Hex, float] = {}
        for there, chance in zip(self.hexes, self.chances, strict=True):
            found[there] = found.get(there, 0.0) + chance
        return found

    def draw_in(self, there: Hex, rng: Rng) -> int:
        """One of those in a hex."""
        here = [place for place, hex_ in enumerate(self.hexes) if hex_ == there]
        return self.goals[weighed(here, [self.chances[place] for place in here], rng) if len(here) > 1 else here[0]]

    def draw(self, rng: Rng) -> tuple[int, float]:
        """One of them, and how likely that was."""
        return weighed(tuple(zip(self.goals, self.chances, strict=True)), self.chances, rng)

    def chance(self, goal: int) -> float:
        return self.chances[self.goals.index(goal)] if goal in self.goals else 0.0


@lru_cache(maxsize=32)
def goals_of(layout: Layout, kind: int) -> Goals:
    """The targets of a kind of raid [3.3, 4.3]."""
    weight: dict[int, float] = {}
    if kind == MAIN:
        for cup in layout.cups.values():
            for chit in cup:
                city = layout.chits[chit].city
                if city != NO_CITY:
                    weight[city] = weight.get(city, 0.0) + 1 / len(cup)
    elif kind == GARDENING:
        weight = {garden: float(1 + worth) ** MINES_COUNT for garden, worth in layout.mines.items()}
    else:
        others = (1 - CAPITAL) / (len(layout.cities) - 1)
        weight = {city: CAPITAL if city == layout.capital else others for city in range(len(layout.cities))}
    total = sum(weight.values())
    goals = tuple(sorted(weight))
    hexes = tuple(hex_of(layout, kind, goal) for goal in goals)
    return Goals(goals, tuple(weight[goal] / total for goal in goals), hexes)


class Flight:
    """Where a raid is, turn by turn: two hexes further each turn; a Gardening raid stops over its target [7.2b]."""

    __slots__ = ("first", "home", "late", "raid", "tail", "trails")

    def __init__(self, layout: Layout, raid: RaidPlan) -> None:
        self.raid = raid
        self.trails: dict[int, frozenset[Hex]] = {}  # where it or its stream was, by turn: worked out when asked for
        self.tail = layout.stream if raid.kind <= DECOY else 0
        self.first = raid.first - (raid.parent == NO_LETTER)  # an escort starts in a hex of its raid
        to_target = raid.aim - self.first
        stops = raid.kind == GARDENING and to_target > 0 and to_target % 2 == 1
        self.late = (to_target + 1) // 2 if stops else LATEST_TURN  # from this move on it is a hex behind
        to_home = len(raid.path) + self.tail - self.first
        self.home = raid.entry + max((to_home + stops + 1) // 2, 0)  # the turn in which all of it has left the map

    def step(self, turn: int) -> int:
        """The step of its path it is at when the turn ends; OFF before it enters."""
        moves = min(turn, self.home) - self.raid.entry
        if moves < 0:
            return OFF
        return self.first + 2 * moves - (moves >= self.late)

    def hex(self, turn: int) -> Hex | None:
        """The hex of its counter when the turn ends, if that is on the map."""
        at = self.step(turn)
        return self.raid.path[at] if 0 <= at < len(self.raid.path) else None

    def passed(self, turn: int) -> range:
        """The steps of its path that the raid or its stream enter in a turn [9.1.2c]."""
        at, before = self.step(turn), self.step(turn - 1)
        if at == before:
            return range(0)
        return range(max(before + 1 - self.tail, 0), min(at + 1, len(self.raid.path)))

    def hexes(self, turn: int) -> list[Hex]:
        """The hexes that the raid or its stream enter in a turn."""
        path = self.raid.path
        return [path[at] for at in self.passed(turn)]

    def aims(self, turn: int) -> bool:
        """Does it reach its target in that turn?"""
        return self.raid.aim != OFF and self.step(turn - 1) < self.raid.aim <= self.step(turn)

    def leaves(self, turn: int) -> bool:
        """Does its counter leave the map in that turn? Everybody is told that some raid has [7.2.4a]."""
        length = len(self.raid.path)
        return self.step(turn) >= length > self.step(turn - 1)


@dataclass
class Candidate:
    """A raid that may be behind a track, and its weight."""

    flight: Flight
    weight: float
    parent: int = OFF  # the track it broke out of

    @property
    def raid(self) -> RaidPlan:
        return self.flight.raid


def agrees(layout: Layout, seen: Known, flight: Flight, track: Track | None) -> bool:
    """Would everything have been reported as it was, as far as this raid alone is concerned?

    Up to where a track was last seen, it is constructed so that it would.
    """
    raid = flight.raid
    first = raid.entry if track is None else max(raid.entry, track.points[-1][0] + 1)
    for turn in range(first, min(seen.now, flight.home) + 1):
        told = seen.turns[turn]
        if told.forgotten:
            continue
        at, before = flight.step(turn), flight.step(turn - 1)
        if told.complete:
            if at < len(raid.path):
                return False  # all raids on the map were shown, and it was not among them
            if told.clear and raid.kind <= DECOY and not _streams_shown(layout, raid.path, at, told.streams):
                return False
        if not told.left and at >= len(raid.path) > before:
            return False
        if not _markers_laid(layout, flight, turn, told.flak):
            return False
        if before < raid.aim <= at and not _arrival_told(seen, flight, turn):
            return False
    return True


def _streams_shown(layout: Layout, path: tuple[Hex, ...], at: int, streams: frozenset[Hex]) -> bool:
    """Are the stream's counters on the map where it must be when the raid is at that step? [8.2.1]"""
    if layout.rules.stretch:
        return at >= len(path) or path[at] in streams or (at > 0 and path[at - 1] in streams)
    return all(path[place] in streams for place in (at - 1, at - 2) if 0 <= place < len(path))


def _markers_laid(layout: Layout, flight: Flight, turn: int, flak: tuple[Hex, ...]) -> bool:
    """Was there a flak marker wherever it flew over flak? Over its target only the city's own guns fire [9.6.1a]."""
    raid, passed = flight.raid, flight.passed(turn)
    there = raid.path[passed.start : passed.stop]
    guns = _guns(layout)
    if guns.isdisjoint(there):
        return True
    over = raid.path[raid.aim] if raid.kind in (MAIN, MOSQUITO) and raid.aim in passed else OFF
    return all(hex_ in flak for hex_ in there if hex_ in guns and hex_ != over)


def _arrival_told(seen: Known, flight: Flight, turn: int) -> bool:
    raid, told = flight.raid, seen.turns[turn]
    if raid.kind == GARDENING:
        return raid.target in told.mines or not seen.is_over(turn)
    if raid.kind == DECOY:
        return True
    return raid.target in told.drops and seen.kinds.get((turn, City(raid.target)), raid.kind) == raid.kind


# -- what may be behind a track -----------------------------------------------------------------------------------


class Begun(NamedTuple):
    """A raid as far as it was seen."""

    stem: Stem
    entry: int
    first: int
    weight: float
    target: int = OFF  # once it has been there
    late: int = 0  # hexes of its moves that a Gardening raid has not flown [4.3.3b]
    parent: int = OFF  # the track it broke out of
    split: int = OFF
    leaving: int = 0
    markers: int = 0  # flak markers that it explains

    def step(self, turn: int) -> int:
        """The step of its path it is at when a turn ends; Mosquitos that break out start in a hex of the other raid."""
        return self.first - (self.parent == OFF) + 2 * (turn - self.entry) - self.late


TRAILS: Final = 3  # turns after which nothing more is reported of a raid that has left the map


@lru_cache(maxsize=1024)
def raids_behind(layout: Layout, seen: Known, track: Track, kind: int, width: int) -> list[Candidate]:
    """Raids of a kind that may be behind a track; their weights add up to the chance of what was seen."""
    drawer = Drawer(layout, seen, QuickRng(f"{kind} {track}"), width, bool(track.gone))
    return drawer.finished(track, kind, stems(layout, seen, track, kind, width), TRIES * width)


@lru_cache(maxsize=512)
def raids_out_of(
    layout: Layout, seen: Known, track: Track, number: int, parents: tuple[tuple[RaidPlan, float], ...], width: int
) -> list[Candidate]:
    """Mosquitos that may have broken out of one of these raids, which are behind the track of that number."""
    drawer = Drawer(layout, seen, QuickRng(f"out of {number} {track}"), width, bool(track.gone))
    begun = [each for parent, weight in parents for each in drawer.split(track, number, parent, weight)]
    return drawer.finished(track, MOSQUITO, drawer.along(track, MOSQUITO, begun), TRIES * width)


def stems(layout: Layout, seen: Known, track: Track, kind: int, width: int = 1) -> list[Begun]:
    """All ways in which a raid that entered by itself may have come to where it was seen last."""
    last = track.points[-1][0]
    return _stems(layout, seen.until(last), track._replace(gone=0), kind, width)


@lru_cache(maxsize=4096)
def _stems(layout: Layout, seen: Known, track: Track, kind: int, width: int) -> list[Begun]:
    drawer = Drawer(layout, seen, QuickRng(0), width)
    before, begun = 0, drawer.entered(track, kind)
    if len(track.points) > 1:
        before = track.points[-2][0]
        begun = stems(layout, seen, track._replace(points=track.points[:-1]), kind, width)
    return drawer.pruned(drawer.on(begun, kind, before, track.points[-1]))


def price(layout: Layout, seen: Known, track: Track) -> float:
    """The cost of a track: the less likely any raid is to have been seen like that, the higher."""
    return _price(layout, seen.until(track.points[-1][0]), track)


@lru_cache(maxsize=4096)
def _price(layout: Layout, seen: Known, track: Track) -> float:
    chance = BROKE_OUT * GOES_ON ** len(track.points) if track.escaped else 0.0
    for kind in (MAIN, DECOY, GARDENING, MOSQUITO):
        for each in stems(layout, seen, track, kind):
            chance += each.weight * A_LEG ** len(each.stem.legs) * A_MARKER**each.markers
    return -log(chance) if chance > UNHEARD_OF else FAR_OFF


@lru_cache(maxsize=256)
def _ways_home(layout: Layout, goal: Hex) -> list[Way]:
    """A few ways home from a target."""
    rng = QuickRng(f"home {goal}")
    found = [fly_home(Stem((goal,), aim=0), layout, rng) for _ in range(HOMES)]
    return [(0, home.legs) for home in found if home is not None and home.legs]


@lru_cache(maxsize=512)
def _exits(layout: Layout, there: Hex) -> tuple[Hex, ...]:
    """Where a raid coming from there leaves the map."""
    return nearest(layout.exits, there, NEAR)


@lru_cache(maxsize=8)
def _guns(layout: Layout) -> frozenset[Hex]:
    """Where there is area flak."""
    return frozenset(hex_ for hex_ in ON_MAP if layout.area_flak[hex_] != NO_FLAK)


@lru_cache(maxsize=512)
def _entries(layout: Layout, there: Hex, near: int) -> tuple[Hex, ...]:
    """Where a raid going there enters the map."""
    return nearest(layout.mandrel, there, near)


@dataclass
class Drawer:
    """Finds raids for the tracks of one night."""

    layout: Layout
    seen: Known
    rng: Rng
    width: int  # how much wider than usual the search is
    gone: bool = False  # has the raid left the map?

    def along(self, track: Track, kind: int, stems: list[Begun]) -> list[Begun]:
        before = 0
        for when, hex_ in track.points:
            stems = self.pruned(self.on(stems, kind, before, (when, hex_)))
            before = when
        return stems

    def entered(self, track: Track, kind: int) -> list[Begun]:
        when, hex_ = track.points[0]
        likely = entry_chance(kind)
        found = []
        for entry in range(track.since + 1, min(when, len(likely) - 1) + 1):
            for first, chance in ((2, 1.0),) if kind == DECOY else ((1, 1 / 3), (2, 2 / 3)):
                reach = first - 1 + 2 * (when - entry)
                found += [
                    Begun(Stem((start,)), entry, first, likely[entry] * chance)
                    for start in sorted(self.layout.mandrel)
                    if DISTANCE[start][hex_] <= reach
                ]
        return found

    def split(self, track: Track, number: int, raid: RaidPlan, share: float) -> list[Begun]:
        when, hex_ = track.points[0]
        found = []
        for split, there in enumerate(raid.path):
            if there in raid.path[:split]:
                continue
            for leaving in (0, 1):
                turn, moves = break_out(raid, split, leaving)
                if moves and track.since < turn <= when and DISTANCE[there][hex_] <= moves + 2 * (when - turn):
                    weight = share * ESCORTS / len(raid.path)
                    found.append(Begun(Stem((there,)), turn, moves, weight, OFF, 0, number, split, leaving))
        return found

    def on(self, stems: list[Begun], kind: int, before: int, point: tuple[int, Hex]) -> list[Begun]:
        """Every way on to the next sighting, by way of a target if something was heard of there."""
        when, hex_ = point
        found: list[Begun] = []
        for each in self._by_markers(stems, kind, before, when - 1):
            found += self._stretch(each, kind, when, hex_)
            if each.target == OFF and kind != DECOY:
                for turn, target in self._heard(kind, max(before, each.entry - 1), when):
                    for there in self._at_target(each, kind, turn, target):
                        found += self._stretch(there, kind, when, hex_)
        return found

    def _by_markers(self, stems: list[Begun], kind: int, before: int, until: int) -> list[Begun]:
        """The same, and ways that lead over flak that fired at somebody in turns when nothing was shown [9.1.2c]."""
        for turn in range(before + 1, until + 1):
            more: list[Begun] = []
            for hex_ in sorted(set(self.seen.turns[turn].flak)):
                for each in stems:
                    last = each.step(turn)
                    for step in (last, last - 1) if turn >= each.entry else ():
                        if step > each.stem.length and DISTANCE[each.stem.at][hex_] <= step - each.stem.length:
                            more += [
                                each._replace(stem=stem, markers=each.markers + 1)
                                for stem in each.stem.through(kind, hex_, step)
                                if self._quiet(each, stem, kind)
                            ]
            stems = self.pruned(stems + more) if more else stems
        return stems

    def _stretch(self, each: Begun, kind: int, when: int, hex_: Hex) -> list[Begun]:
        about = each[1:]
        return [
            Begun(stem, *about)
            for stem in each.stem.through(kind, hex_, each.step(when))
            if self._quiet(each, stem, kind) and (kind > DECOY or self._trailed(each, stem, when))
        ]

    def _trailed(self, each: Begun, stem: Stem, turn: int) -> bool:
        """Was its stream seen where it must have been, if streams were?"""
        told = self.seen.turns[turn]
        return not (told.clear and told.complete) or _streams_shown(
            self.layout, stem.path, each.step(turn), told.streams
        )

    def _trail_told(self, each: Begun, kind: int, turn: int) -> bool:
        """Was there a marker wherever its stream flew over flak when it was seen last? [9.1.2c]"""
        if kind > DECOY or not self.layout.stream:
            return True
        stem = each.stem
        raid = _plan(kind, each, stem)
        return _markers_laid(self.layout, Flight(self.layout, raid), turn, self.seen.turns[turn].flak)

    def _heard(self, kind: int, after: int, until: int) -> list[tuple[int, int]]:
        """Targets of which something was heard in those turns, and when."""
        found: list[tuple[int, int]] = []
        for turn in range(after + 1, until + 1):
            told = self.seen.turns[turn]
            if kind == GARDENING:
                found += [(turn, garden) for garden in told.mines]
            else:
                kinds = self.seen.kinds
                found += [(turn, city) for city in told.drops if kinds.get((turn, city), kind) == kind]
        return found

    def _at_target(self, each: Begun, kind: int, turn: int, target: int) -> list[Begun]:
        """Every way to a target so as to reach it in that turn, as the first or the second hex of the move."""
        goal, last = hex_of(self.layout, kind, target), each.step(turn)
        chance = goals_of(self.layout, kind).chance(target)
        found = []
        for step in (last, last - 1):
            if step >= max(each.stem.length, 1) and DISTANCE[each.stem.at][goal] <= step - each.stem.length:
                late = last - step if kind == GARDENING else 0
                for stem in each.stem.through(kind, goal, step):
                    if self._quiet(each, stem, kind, step):
                        there = each._replace(stem=stem.arrived(), target=target, late=each.late + late)
                        found.append(there._replace(weight=each.weight * chance))
        return found

    def _quiet(self, each: Begun, stem: Stem, kind: int, aim: int = OFF) -> bool:
        """Was there a flak marker wherever it flew over flak on this stretch? [9.6.1a]"""
        path, guns = stem.path, _guns(self.layout)
        flown = len(each.stem.path)
        start = flown if flown > 1 else 0
        if guns.isdisjoint(path[start:]):
            return True
        over = stem.aim if stem.aim != OFF else aim
        bombs = kind in (MAIN, MOSQUITO) and over != OFF
        before = each.late - each.first + (each.parent == OFF) + 1
        for step in range(start, len(path)):
            hex_ = path[step]
            if hex_ not in guns or (bombs and hex_ == path[min(over, len(path) - 1)]):
                continue
            turn = each.entry + (step + before) // 2
            if 0 < turn <= self.seen.now:
                told = self.seen.turns[turn]
                if hex_ not in told.flak and not told.forgotten:
                    return False
        return True

    def pruned(self, stems: list[Begun]) -> list[Begun]:
        """The likeliest of them, to each target of which something was heard; each further leg makes a way less so."""
        number = STEMS * self.width
        if len(stems) <= number:
            return stems
        ranked = self._ranked(stems)
        others = [each for each in ranked if each.target == OFF]
        return self._each_target(ranked, number // 2) + others[:number]

    @staticmethod
    def _each_target(ranked: list[Begun], number: int) -> list[Begun]:
        """The first few of those that have been to each target."""
        found: dict[int, list[Begun]] = {}
        for each in ranked:
            if each.target != OFF:
                found.setdefault(each.target, []).append(each)
        return [each for there in found.values() for each in there[:number]]

    @staticmethod
    def _ranked(stems: list[Begun]) -> list[Begun]:
        return sorted(stems, key=lambda each: -each.weight * A_LEG ** len(each.stem.legs) * A_MARKER**each.markers)

    # -- and on to the end

    def finished(self, track: Track, kind: int, stems: list[Begun], tries: int) -> list[Candidate]:
        """Whole raids: a few from each stem that has been to its target, otherwise a few to every target that lies
        ahead.
        """
        if not stems:
            return []
        until = min(track.gone or self.seen.now, self.seen.now)
        stems = [each for each in stems if self._trail_told(each, kind, track.points[-1][0])]
        stems = self._by_markers(stems, kind, track.points[-1][0], until)
        ranked = self._ranked(stems)
        bombed = self._each_target(ranked, tries // 4)
        others = [each for each in ranked if each.target == OFF][: tries // (8 if bombed else 5)]
        for each in () if kind == DECOY else others:
            for turn, target in self._heard(kind, max(track.points[-1][0], each.entry - 1), until):
                bombed += self._at_target(each, kind, turn, target)
        made: list[Candidate] = []
        for _ in range(ROUNDS):
            made += [found for each in bombed for found in self._homeward(kind, each)]
            if kind == DECOY:
                made += [found for each in others for found in self._wandering(each, tries)]
            elif not track.gone:
                made += [found for each in others for found in self._onward(kind, each)]
            made = [each for each in made if agrees(self.layout, self.seen, each.flight, track)]
            if made:
                break
        return made

    def completed(self, kind: int, each: Begun, gone: bool) -> Iterator[Candidate]:
        """A few ways to the end of one flight; none if that has been reached."""
        if gone:
            yield from self._made(kind, each, each.stem, each.weight)
        elif each.target != OFF:
            yield from islice(self._homeward(kind, each), FEW)
        else:
            yield from islice(self._wandering(each, FEW) if kind == DECOY else self._onward(kind, each), FEW)

    def _wandering(self, each: Begun, tries: int) -> Iterator[Candidate]:
        """Decoys that go on from there."""
        weight = each.weight / len(self.layout.mandrel) / DECOY_LEGS ** (len(each.stem.legs) - 1) / tries
        for _ in range(tries):
            stem = wander(each.stem, self.layout, self.rng)
            if stem is not None:
                yield from self._made(DECOY, each, stem, weight)

    def _homeward(self, kind: int, each: Begun) -> Iterator[Candidate]:
        """Raids that have been to their target and fly home, by some way to each of the nearest exits."""
        goal, stem = hex_of(self.layout, kind, each.target), each.stem
        weight = each.weight * self._out_chance(each, kind, goal)
        detour = DETOUR if stem.fresh else DETOUR + 2
        ends = shuffled(list(_exits(self.layout, stem.at)), self.rng)
        looked_at = ends if self.gone else ends[:EXITS]
        for end in looked_at:
            if stem.at == end and stem.legs_home:
                yield from self._made(kind, each, stem, weight * self._home_chance(goal, stem))
            for home in some_ways(stem, end, MAX_LEGS - stem.legs_home, self.rng, detour):
                chance = self._home_chance(goal, home.stem) / home.chance * len(ends) / len(looked_at)
                yield from self._made(kind, each, home.stem, weight * chance)

    def _home_chance(self, goal: Hex, stem: Stem) -> float:
        """How likely a planner is to fly home like that."""
        exits = _exits(self.layout, goal)
        chance = route_chance(goal, stem.at, stem.legs[stem.legs_out :], DETOUR)
        return chance / len(exits) if stem.at in exits else SELDOM * chance / len(self.layout.exits)

    def _onward(self, kind: int, each: Begun) -> Iterator[Candidate]:
        """Raids that have yet to reach their target: some to each that lies ahead."""
        detour = ROUND_THE_SOUTH if kind == MAIN and self.layout.southern else DETOUR
        stem = each.stem
        start, here = DISTANCE[stem.start], DISTANCE[stem.at]
        goals = goals_of(self.layout, kind)
        ahead = [at for at in goals.places if stem.length + here[at] <= start[at] + detour and here[at]]
        mass = sum(goals.places[there] for there in ahead)
        for there in ahead:
            among = min(1.0, AHEAD * goals.places[there] / mass)
            if among < 1 and self.rng.below(FINE) >= among * FINE:
                continue
            home = self._way_home(there)
            for found in some_ways(stem, there, stem.legs_left(kind), self.rng, detour) if home else ():
                to = each._replace(stem=found.stem.arrived(), target=goals.draw_in(there, self.rng))
                weight = each.weight * goals.places[there] * self._out_chance(to, kind, there) / found.chance / among
                yield from self._made(kind, to, to.stem.flown(home or (0, ())), weight)

    def _way_home(self, goal: Hex) -> Way | None:
        """One of a few ways home from a target."""
        found = _ways_home(self.layout, goal)
        return pick(found, self.rng) if found else None

    def _out_chance(self, each: Begun, kind: int, goal: Hex) -> float:
        """How likely a planner is to fly out like that, once he knows his target."""
        stem = each.stem
        detour = ROUND_THE_SOUTH if kind == MAIN and self.layout.southern else DETOUR
        chance = route_chance(stem.start, goal, stem.legs[: stem.legs_out], detour)
        if each.parent != OFF:
            return chance
        starts = _entries(self.layout, goal, detour if kind == MAIN else NEAR)
        return chance / len(starts) if stem.start in starts else SELDOM * chance / len(self.layout.mandrel)

    def _made(self, kind: int, each: Begun, stem: Stem, weight: float) -> Iterator[Candidate]:
        """The raid, if it is a legal one."""
        raid = _plan(kind, each, stem)
        if weight > 0 and is_legal(self.layout, raid, stem):
            yield Candidate(Flight(self.layout, raid), weight, each.parent)


def _plan(kind: int, each: Begun, stem: Stem) -> RaidPlan:
    """A raid that flies so; until letters are given, it is known by a number."""
    parent = NO_LETTER if each.parent == OFF else Letter(each.parent)
    way = (each.split, each.leaving, stem.legs, stem.path, stem.aim, 0)
    return RaidPlan(NO_LETTER, kind, each.target, each.entry, each.first, 0, parent, *way)
