"""What the German player was told, as things that raids must explain; and what would have been told of a raid.

A plan explains everything if what would have been told of its raids is what was told: each sighting, marker, drop and
homecoming as often as it was reported, and nothing that was not [7.2c, 8.2, 9.1.2].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.evidence import SOMEWHERE, STREAM, Evidence, TurnEvidence
from viermot.games.bomber_command.knowledge.flights import EVERY_KIND, Box
from viermot.games.bomber_command.knowledge.plans import Flight
from viermot.games.bomber_command.knowledge.worlds import trail
from viermot.games.bomber_command.model.board import DECOY, ENGLAND, GARDENING, MAIN, MOSQUITO, OFF, ON_MAP
from viermot.games.bomber_command.model.ids import City, Hex, Letter
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.rules.plot.legs import is_row
from viermot.games.bomber_command.rules.plot.obeyed import MAX_GARDENERS, MAX_LEGS, MOSQUITOS_A_DECOY, standing
from viermot.games.bomber_command.rules.plot.plan import RaidPlan, legs_until

TOO_MANY: Final = 5  # as bad as this many things unexplained: a raid more than there can be
STRAIGHT_ON: Final = 0.04  # how often a waypoint lies on a straight line
CLASH: Final = 2  # ... or two raids in one place

# What is told.
SEEN, LEFT, HOME, DROP, MINES, TRAIL, STREAMS, FLAK, CITY_FLAK, GCI, MET, IN_ENGLAND, STREAMS_THERE, BOX, TURNED = (
    range(15)
)
Key = tuple[int, ...]  # what was told, the turn, and the place


class Now(NamedTuple):
    """What the seat sees at this moment, besides what it was told."""

    landed: bool  # are all homecomings of this turn behind it?
    stripped: Collection[City] = ()  # cities without flak [3.6]
    in_england: int = OFF  # raids over England [7.2.4]; OFF for unknown
    streams_there: int = OFF  # those of them that have a stream
    # Letters whose boxes show more disruption than was told of: that of the waypoints on the way out, which a Main
    # Force is given when it bombs [9.8.3b]; None where the boxes are hidden [12.5].
    turned: tuple[tuple[Letter, int], ...] | None = None


class Option(NamedTuple):
    """A raid, and what would be reported of it: things that are counted, and things that it may be behind."""

    raid: RaidPlan
    weight: float
    counted: tuple[Key, ...]
    covered: frozenset[Key]
    takes: tuple[Key, ...]  # what no other raid may have: places at the end of a turn, and targets [4.4, 4.3]


class Reports:
    """What was told so far, as things that raids must explain."""

    def __init__(self, layout: Layout, seen: Evidence, now: Now) -> None:
        self.layout, self.seen, self.now = layout, seen, now
        self.known = seen.known()
        self.turned = dict(now.turned or ())
        # Where turns are forgotten, nobody asks who bombed then.
        self.turns_count = now.turned is not None and not any(told.forgotten for told in seen.turns)
        self.last_home = seen.now if now.landed else seen.now - 1  # the last turn whose homecomings are all told

    # -- what was told

    @cached_property
    def counted(self) -> Counter[Key]:
        """What was reported, and how many times."""
        found: Counter[Key] = Counter()
        for turn, told in self._turns():
            found.update((SEEN, turn, hex_) for hex_ in self._shown(told))
            found[LEFT, turn, 1] += told.streams_left
            found[LEFT, turn, 0] += told.left - told.streams_left
            for kind in told.home if turn <= self.last_home else ():
                found[HOME, turn, kind] += 1
            for city in told.drops:
                found[DROP, turn, city, self.seen.kinds.get((turn, city), OFF)] += 1
            found.update((MINES, turn, hex_) for hex_ in told.mines)
            found.update((FLAK, turn, hex_) for hex_ in told.flak)
            found.update((CITY_FLAK, turn, city) for city in told.city_flak)
            found.update((GCI, turn, hex_) for hex_ in told.gci)
            if told.clear and told.complete:
                if not self.layout.rules.stretch:
                    found.update((TRAIL, turn, hex_) for hex_ in told.streams)
                elif told.streams:
                    found[STREAMS, turn] += len(told.streams)
        if self.turns_count:
            found.update((TURNED, waypoints) for waypoints in self.turned.values())
            found[TURNED, 0] += list(self.seen.kinds.values()).count(MAIN) - len(self.turned)
        if not self.seen.turns[self.seen.now].forgotten and self.now.in_england != OFF:
            told = self.seen.turns[self.seen.now]
            home = () if self.now.landed else told.home  # those that have been removed from there already
            found[IN_ENGLAND,] += self.now.in_england + len(home)
            found[STREAMS_THERE,] += self.now.streams_there + home.count(STREAM)
        return +found

    @staticmethod
    def _shown(told: TurnEvidence) -> Iterable[Hex]:
        return [hex_ for hex_ in dict.fromkeys(told.raids) if hex_ not in told.false]

    @cached_property
    def to_cover(self) -> frozenset[Key]:
        """What some raid must be behind."""
        found: set[Key] = set()
        for turn, told in self._turns():
            if told.clear and told.complete and self.layout.rules.stretch:
                found |= {(TRAIL, turn, hex_) for hex_ in told.streams}
        for number, (turn, _, _) in enumerate(self.seen.met):
            if turn <= self.seen.now and not self.seen.turns[turn].forgotten:
                found.add((MET, number))
        return frozenset(found)

    def doubtful(self) -> Iterator[tuple[int, Hex]]:
        """Counters that may be false: one of each turn in which that card was played."""
        for turn, told in self._turns():
            if told.doubtful:
                yield from [(turn, hex_) for hex_ in self._shown(told)]

    def _turns(self) -> Iterator[tuple[int, TurnEvidence]]:
        for turn in range(1, self.seen.now + 1):
            if not self.seen.turns[turn].forgotten:
                yield turn, self.seen.turns[turn]

    # -- what would have been told of a raid

    def option(self, flight: Flight, weight: float) -> Option:
        """What would have been told of a raid."""
        counted: list[Key] = []
        covered: set[Key] = set()
        raid = flight.raid
        for turn in range(max(raid.entry, 1), min(flight.home, self.seen.now) + 1):
            told = self.seen.turns[turn]
            if not told.forgotten:
                counted += self._moved(flight, turn, told)
                counted += self._fired_at(flight, turn, told)
                if raid.kind <= DECOY and told.clear and told.complete:
                    counted += self._stream(flight, turn)
                    covered |= self._stretched(flight, turn)
        counted += self._over_england(flight)
        if self.turns_count and self._has_bombed(raid, flight):
            counted.append((TURNED, waypoints_of(raid)))
        for number, (turn, hex_, kinds) in enumerate(self.seen.met):
            if raid.kind in kinds and was_in(flight, turn, hex_):
                covered.add((MET, number))
        return Option(raid, weight, tuple(counted), self.to_cover & covered, self._taken(raid))

    def options(self, flight: Flight, weight: float) -> Iterator[Option]:
        """The same; and again with waypoints on its straight legs, where boxes tell of more than it has bends."""
        option = self.option(flight, weight)
        yield option
        for key in option.counted if self.turned else ():
            for waypoints in sorted(set(self.turned.values())) if key[0] == TURNED else ():
                raid = halved(flight.raid, waypoints - key[1])
                if raid is not None:
                    yield self.option(Flight(self.layout, raid), weight * STRAIGHT_ON)

    def _moved(self, flight: Flight, turn: int, told: TurnEvidence) -> Iterator[Key]:
        """Its counter, its arrivals and its homecoming."""
        raid, length = flight.raid, len(flight.raid.path)
        at, before = flight.step(turn), flight.step(turn - 1)
        if at < length and self._is_shown(raid, raid.path[at], told):
            yield SEEN, turn, raid.path[at]
        if at >= length > before:
            yield LEFT, turn, int(at - flight.tail < length)
        if flight.home == turn <= self.last_home:
            yield HOME, turn, max(raid.kind, STREAM)
        if raid.aim != OFF and before < raid.aim <= at:
            if raid.kind != GARDENING:
                yield DROP, turn, raid.target, raid.kind if (turn, raid.target) in self.seen.kinds else OFF
            elif self.known.is_over(turn):
                yield MINES, turn, raid.target

    @staticmethod
    def _is_shown(raid: RaidPlan, hex_: Hex, told: TurnEvidence) -> bool:
        return told.complete or hex_ in told.raids or (told.all_streams and raid.kind <= DECOY)

    def _fired_at(self, flight: Flight, turn: int, told: TurnEvidence) -> Iterator[Key]:
        """Markers wherever it passes guns or manned Himmelbett hexes; over its target, the city's own guns [9.6.1a]."""
        raid, passed = flight.raid, flight.passed(turn)
        over = raid.path[raid.aim] if raid.kind in (MAIN, MOSQUITO) and raid.aim in passed else OFF
        area = self.layout.area_flak
        for hex_ in dict.fromkeys(raid.path[at] for at in passed):
            if hex_ in told.gci:
                yield GCI, turn, hex_
            if hex_ == over:
                if self._has_guns(City(raid.target)):
                    yield CITY_FLAK, turn, raid.target
            elif area[hex_] != NO_FLAK or hex_ in told.guns or hex_ in told.flak:
                yield FLAK, turn, hex_

    def _has_guns(self, city: City) -> bool:
        return self.layout.cities[city].flak != NO_FLAK and city not in self.now.stripped

    def _stream(self, flight: Flight, turn: int) -> Iterator[Key]:
        """Its stream, where streams are shown [8.2.1]."""
        at, path = flight.step(turn), flight.raid.path
        if not self.layout.rules.stretch:
            yield from [(TRAIL, turn, path[place]) for place in (at - 1, at - 2) if 0 <= place < len(path)]
        elif at < len(path):
            yield STREAMS, turn

    def _stretched(self, flight: Flight, turn: int) -> set[Key]:
        """A stream that may be stretched is shown in one of two hexes [7.2.3]."""
        at, path = flight.step(turn), flight.raid.path
        if not self.layout.rules.stretch or at >= len(path):
            return set()
        return {(TRAIL, turn, path[place]) for place in (at, at - 1) if place >= 0}

    def _over_england(self, flight: Flight) -> Iterator[Key]:
        """Is it among those that are over England now?"""
        now = self.seen.now
        if self.now.in_england == OFF or self.seen.turns[now].forgotten:
            return
        if flight.step(now) >= len(flight.raid.path) and now <= flight.home and flight.home > self.last_home:
            yield (IN_ENGLAND,)
            if flight.raid.kind <= DECOY:
                yield (STREAMS_THERE,)

    def _has_bombed(self, raid: RaidPlan, flight: Flight) -> bool:
        """Is it a Main Force whose bombing has been resolved?"""
        turns = [turn for (turn, city), kind in self.seen.kinds.items() if kind == MAIN and city == raid.target]
        return raid.kind == MAIN and any(flight.aims(turn) for turn in turns)

    def _taken(self, raid: RaidPlan) -> tuple[Key, ...]:
        places = dict.fromkeys((turn, hex_) for turn, hexes in standing(self.layout, raid) for hex_ in hexes)
        return (*places, (-raid.kind, raid.target)) if raid.kind in (MOSQUITO, GARDENING) else tuple(places)

    # -- letters

    def told_letters(self) -> set[Letter]:
        """Raid boxes of which anything was told."""
        seen = self.seen
        return {*seen.places, *seen.named, *seen.admitted, *seen.bombs, *seen.landed, *seen.flying, *self.turned}

    def boxes(self, letters: Iterable[Letter]) -> tuple[Box, ...]:
        """What is known of the raid of each letter by itself, where that is something."""
        seen, found = self.seen, []
        for letter in sorted(letters):
            spots = [spot for spot in seen.places.get(letter, ()) if spot[1] in ON_MAP and spot[0] <= seen.now]
            if spots:
                said = set(seen.named.get(letter, EVERY_KIND)) & set(seen.admitted.get(letter, EVERY_KIND))
                found.append(Box(tuple(spots), tuple(sorted(said))))
        return tuple(found)

    def amiss(self, flight: Flight, letter: Letter) -> int:
        """How badly a raid fits what was told of a raid box."""
        seen, kind = self.seen, flight.raid.kind
        wrong = sum(not was_in(flight, turn, hex_) for turn, hex_ in seen.places.get(letter, ()) if turn <= seen.now)
        wrong += sum(
            not flight.raid.entry <= turn < flight.home for turn in seen.flying.get(letter, ()) if turn <= seen.now
        )
        wrong += letter in seen.landed and flight.home != seen.landed[letter]
        wrong += letter in seen.bombs and (kind not in (MAIN, MOSQUITO) or flight.raid.target != seen.bombs[letter])
        wrong += kind not in seen.admitted.get(letter, (kind,))
        if self.now.turned is not None:
            turned = waypoints_of(flight.raid) if self._has_bombed(flight.raid, flight) else 0
            wrong += turned != self.turned.get(letter, 0)
        return wrong + TOO_MANY * (kind not in seen.named.get(letter, (kind,)))


def waypoints_of(raid: RaidPlan) -> int:
    """On the way out of a raid that flies by itself; the target's does not count [9.8.3b]."""
    return raid.waypoints or max(legs_until(raid.legs, raid.aim) - 1, 0)  # they are counted when a plan is finished


def halved(raid: RaidPlan, more: int) -> RaidPlan | None:
    """The same route with so many waypoints more on straight legs of the way out, if there is room for them."""
    legs = raid.legs
    for _ in range(max(more, 0)):
        out = legs_until(legs, raid.aim)
        long = next((n for n, leg in enumerate(legs[:out]) if leg.hexes >= (4 if is_row(leg.direction) else 2)), None)
        if long is None or out >= MAX_LEGS:
            return None
        first = legs[long]._replace(hexes=2 if is_row(legs[long].direction) else 1)  # along a row two by two
        legs = (*legs[:long], first, legs[long]._replace(hexes=legs[long].hexes - first.hexes), *legs[long + 1 :])
    return raid._replace(legs=legs) if more > 0 else None


def was_in(flight: Flight, turn: int, hex_: Hex) -> bool:
    """Was a raid, or its stream, in that hex in that turn, or over England?"""
    if hex_ == SOMEWHERE:
        return flight.raid.entry <= turn <= flight.home
    if hex_ == ENGLAND:
        return len(flight.raid.path) <= flight.step(turn) and turn <= flight.home
    return hex_ in trail(flight, turn)


class Fit:
    """A choice of raids, and how much of what was told it does not explain."""

    def __init__(self, reports: Reports, options: Iterable[Option], false: Iterable[tuple[int, Hex]] = ()) -> None:
        self.reports = reports
        self.options = list(options)
        self.left = dict(reports.counted)  # what is still to be explained; negative where it is explained too often
        for turn, hex_ in false:
            self.left.pop((SEEN, turn, hex_), None)
        self.covers = dict.fromkeys(reports.to_cover, 0)
        self.taken: dict[Key, int] = {}
        self.amiss = sum(self.left.values()) + len(self.covers)
        self.kinds = [0, 0, 0, 0]
        for option in self.options:
            self._count(option, 1)

    def _count(self, option: Option, by: int) -> None:
        """Add a raid, or take it away."""
        amiss = self.amiss
        for key in option.counted:
            before = self.left.get(key, 0)
            self.left[key] = before - by
            amiss += abs(before - by) - abs(before)
        for key in option.covered:
            before = self.covers[key]
            self.covers[key] = before + by
            amiss += (before + by == 0) - (before == 0)
        for key in option.takes:
            before = self.taken.get(key, 0)
            self.taken[key] = before + by
            amiss += CLASH * (max(before + by, 1) - max(before, 1))
        self.amiss = amiss
        self.kinds[option.raid.kind] += by

    def wrong(self) -> list[tuple[Key, int]]:
        """What is not explained (positive), or too often (negative)."""
        found = [(key, left) for key, left in self.left.items() if left]
        return sorted(found) + sorted((key, 1) for key, number in self.covers.items() if number <= 0)

    def cost(self) -> int:
        """How much of it there is."""
        return self.amiss + TOO_MANY * too_many(self.reports.layout, self.kinds)

    def cost_with(self, place: int, option: Option | None) -> int:
        """How much there would be after a change."""
        old = self.options[place] if place < len(self.options) else None
        for each, by in ((old, -1), (option, 1)):
            if each is not None:
                self._count(each, by)
        cost = self.cost()
        for each, by in ((old, 1), (option, -1)):
            if each is not None:
                self._count(each, by)
        return cost

    def change(self, place: int, option: Option | None) -> None:
        """Put a raid in place of another, or take it away; at the end it is one more."""
        if place < len(self.options):
            self._count(self.options[place], -1)
        if option is not None:
            self._count(option, 1)
        self.options[place : place + 1] = [option] if option is not None else []


def too_many(layout: Layout, kinds: list[int]) -> int:
    """How many raids there are beyond the possible number [3.5.1]."""
    mains, mosquitos, decoys = layout.raids_allowed
    extra = max(kinds[DECOY] - decoys, 0)
    spare = mosquitos - kinds[MOSQUITO] - kinds[GARDENING] - MOSQUITOS_A_DECOY * extra
    over = max(kinds[MAIN] - mains, 0) + max(kinds[GARDENING] - MAX_GARDENERS, 0) + max(extra - 1, 0)
    return over + max(-spare, 0)
