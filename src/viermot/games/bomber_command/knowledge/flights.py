"""Every flight of one raid that agrees with all that was told, as a graph from turn to turn.

A raid flies along legs, two hexes a turn, so where it is and how it got there can be followed exactly: it is shown
where everything was shown, passes no guns that stayed silent, and turns for home only where bombs or mines were heard
of. What was told later prunes what was possible earlier, whichever sightings belong together. Flights are then drawn
through each sighting, so that none that can be explained is left without a raid that may be behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from viermot.games.bomber_command.knowledge.evidence import Known, TurnEvidence
from viermot.games.bomber_command.knowledge.plans import Begun, Candidate, Drawer, entry_chance, goals_of
from viermot.games.bomber_command.knowledge.routes import Stem, weighed
from viermot.games.bomber_command.model.board import (
    ADJACENT,
    DECOY,
    DISTANCE,
    GARDENING,
    MAIN,
    MOSQUITO,
    NEIGHBOUR,
    OFF,
    ON_MAP,
)
from viermot.games.bomber_command.model.ids import NO_HEX, Hex
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.rules.plot.legs import DIRECTIONS, LEFT, RIGHT, Leg, is_row
from viermot.games.bomber_command.rules.plot.obeyed import MAX_DECOY_LEGS, MAX_LEGS
from viermot.games.bomber_command.rules.plot.plan import RaidPlan, break_out
from viermot.games.bomber_command.rules.plot.samples import hex_of
from viermot.kernel.dice import QuickRng, Rng

EVERY_KIND: Final = (MAIN, DECOY, GARDENING, MOSQUITO)
THROUGH: Final = 16  # flights drawn through each thing that was told
A_LEG: Final = 1 / 30  # how much less likely each new leg makes a flight
MAX_PLACES: Final = 350  # places that are followed from one turn to the next
MAX_LETTERED: Final = 900  # ... where it is known where the raid must have been
NO_LINE: Final = -1  # a new leg must begin here
AT_LAST: Final = 1e-3  # an entry later than any planner's


class Course(NamedTuple):
    """Where a raid is, and on which line; whether that must go on, since along a row a leg has two hexes or more."""

    hex: Hex
    line: int = NO_LINE
    legs: int = 0  # out, or home
    bound: bool = False


Spots = tuple[tuple[int, Hex], ...]  # turns and hexes


class Place(NamedTuple):
    """All that matters of a raid when a turn ends."""

    course: Course
    goal: int = OFF  # once it has been there
    back: tuple[Hex, ...] = ()  # the hexes it has come through, as far as its stream reaches
    out: int = 0  # hexes beyond the map: 1 or 2


Spot = tuple[Course, int, tuple[Hex, ...], int]  # a place that is only looked at


class Hop(NamedTuple):
    """One hex further: on the same line or on a new one, or off the map; is that the target?"""

    course: Course
    new: bool = False
    goal: int = OFF


class Move(NamedTuple):
    """What a raid flies in one turn."""

    hops: tuple[Hop, ...]
    to: Place
    weight: float


Open = tuple[tuple[Hop, ...], Spot, float, bool]  # what was flown of a move, where it leads, its weight; is it over?


class Start(NamedTuple):
    """How a raid comes into play: over the edge of the map, or out of another raid."""

    entry: int
    first: int
    hex: Hex
    weight: float
    parent: int = OFF
    split: int = OFF
    leaving: int = 0


class Drawn(NamedTuple):
    """A flight as far as it was followed; has it left the map?"""

    begun: Begun
    gone: bool


@cache
def _new_lines(hex_: Hex) -> tuple[tuple[Course, int], ...]:
    """The first hexes of all legs that begin here, and each line's number: direction and side."""
    found = []
    for direction in range(DIRECTIONS):
        for side in (LEFT, RIGHT) if is_row(direction) else (LEFT,):
            there = _along(hex_, 2 * direction + side)
            if there is not None:
                found.append((there._replace(bound=is_row(direction)), 2 * direction + side))
    return tuple(found)


@cache
def _along(hex_: Hex, line: int) -> Course | None:
    """One hex along a line; along a row the side changes with every hex."""
    direction, side = divmod(line, 2)
    row = is_row(direction)
    hand = ((direction - 1) // 2, (direction + 1) // 2 % 6)[side] if row else direction // 2
    there = NEIGHBOUR[hex_ * 6 + hand]
    if there == OFF:
        return None
    return Course(Hex(there), 2 * direction + (1 - side if row else LEFT))


@cache
def _hops(course: Course, may_turn: bool, most_legs: int) -> tuple[Hop, ...]:
    """Every hex further: on the same line, or on a new one."""
    hex_, line, legs, bound = course
    ahead = _along(hex_, line) if line != NO_LINE else None
    found = [] if ahead is None else [Hop(ahead._replace(legs=legs))]
    if may_turn and not bound and legs < most_legs:
        for first, _ in _new_lines(hex_):
            if ahead is None or first.line != ahead.line or first.hex != ahead.hex:
                found.append(Hop(first._replace(legs=legs + 1), True))
    return tuple(found)


def _within(hexes: frozenset[Hex]) -> frozenset[Hex]:
    """Those hexes and the ones next to them."""
    return hexes.union(*[ADJACENT[hex_] for hex_ in hexes])


class Flights:
    """The flights of raids of one kind."""

    def __init__(
        self, layout: Layout, seen: Known, kind: int, starts: Iterable[Start] | None = None, spots: Spots = ()
    ) -> None:
        self.layout, self.seen, self.kind = layout, seen, kind
        self.spots: dict[int, set[Hex]] = {}  # where it must have been, by turn
        for turn, hex_ in spots:
            self.spots.setdefault(turn, set()).add(hex_)
        self.tail = layout.stream if kind <= DECOY else 0
        self.most_legs = MAX_DECOY_LEGS if kind == DECOY else MAX_LEGS
        self.heard = [self._heard(turn) for turn in range(seen.now + 1)]
        self.able = self._able()
        self.barred = layout.barred_for_decoys if kind == DECOY else frozenset()
        self.near = [self._near(turn) - self.barred for turn in range(seen.now + 1)]
        self.able = [able - self.barred for able in self.able]
        self.loud = [self._loud(told) for told in seen.turns]
        self.leaves = [bool(told.left) or told.forgotten for told in seen.turns]
        self.starts: dict[int, list[Start]] = {}
        for start in self._entries() if starts is None else starts:
            self.starts.setdefault(start.entry, []).append(start)
        self.layers: list[dict[Place, float]] = [{} for _ in range(seen.now + 1)]  # how likely, judging by the past
        self.came: list[dict[Place, list[tuple[Place | Start, Move]]]] = [{} for _ in range(seen.now + 1)]
        self.went: list[dict[Place, list[Move]]] = [{} for _ in range(seen.now + 1)]
        self._follow()
        self.later = self._look_back()  # the same, judging by what comes after

    # -- what was told

    def _heard(self, turn: int) -> dict[Hex, list[int]]:
        """Targets of which something was heard in that turn, by their hexes."""
        told, found = self.seen.turns[turn], dict[Hex, list[int]]()
        if self.kind == GARDENING:
            told_of = [int(garden) for garden in told.mines]
        elif self.kind == DECOY:
            told_of = list[int]()
        else:
            kinds = self.seen.kinds
            told_of = [int(city) for city in told.drops if kinds.get((turn, city), self.kind) == self.kind]
        if turn == self.seen.now and self.kind == GARDENING and not self.seen.is_over(turn):
            told_of = list(goals_of(self.layout, GARDENING).goals)  # mines are laid at its end
        for goal in told_of:
            found.setdefault(hex_of(self.layout, self.kind, goal), []).append(goal)
        return found

    def _able(self) -> list[frozenset[Hex]]:
        """For each turn, the hexes in which a raid may end it for all that was told later, were it not for legs."""
        found: list[frozenset[Hex]] = [frozenset()] * (self.seen.now + 1)
        after: frozenset[Hex] = frozenset()
        for turn in range(self.seen.now, -1, -1):
            told = self.seen.turns[turn]
            here = ON_MAP if turn == self.seen.now else self._before(turn + 1, after)
            if told.complete and not told.forgotten:
                here &= frozenset(self._shown(told))
            found[turn] = after = here
        return found

    def _before(self, turn: int, after: frozenset[Hex]) -> frozenset[Hex]:
        """From where a move in that turn may lead to one of those hexes, or off the map."""
        back = _within(_within(after))
        if self.seen.turns[turn].left and not any(later >= turn for later in self.spots):
            back |= _within(self.layout.exits)
        for spot in self.spots.get(turn, ()):
            back &= frozenset(hex_ for hex_ in ON_MAP if DISTANCE[hex_][spot] <= 2 + self.tail)
        return back

    def _near(self, turn: int) -> frozenset[Hex]:
        """Where it may be on the way there, a hex before; or on the way off the map."""
        near = _within(self.able[turn])
        return near | self.layout.exits if self.seen.turns[turn].left else near

    def _shown(self, told: TurnEvidence) -> tuple[Hex, ...]:
        return tuple(hex_ for hex_ in dict.fromkeys(told.raids) if hex_ not in told.false)

    def _may_end(self, turn: int, place: Spot) -> bool:
        """May it be there when that turn ends?"""
        told = self.seen.turns[turn]
        hex_, back = place[0].hex, place[2]
        if told.forgotten:
            return True
        if told.complete and hex_ not in told.raids:
            return False
        if told.all_streams and self.kind <= DECOY and hex_ not in told.raids:
            return False
        if told.clear and told.complete and self.kind <= DECOY:
            if self.layout.rules.stretch:
                return not {hex_, *back[:1]}.isdisjoint(told.streams)
            return all(behind in told.streams for behind in back)
        return True

    def _loud(self, told: TurnEvidence) -> frozenset[Hex]:
        """Hexes with guns that have fired at nobody: no marker was laid there [9.6.1a]."""
        if told.forgotten:
            return frozenset()
        guns = [hex_ for hex_ in ON_MAP if self.layout.area_flak[hex_] != NO_FLAK or hex_ in told.guns]
        return frozenset(guns).difference(told.flak)

    # -- from turn to turn

    def _entries(self) -> Iterator[Start]:
        likely = entry_chance(self.kind)
        for entry in range(1, self.seen.now + 1):
            chance = likely[entry] if entry < len(likely) else AT_LAST
            for first, share in ((1, 1 / 3), (2, 2 / 3)):
                for hex_ in sorted(self.layout.mandrel):
                    yield Start(entry, first, hex_, chance * share)

    def _follow(self) -> None:
        """What may follow from what, from the first turn to the last."""
        for turn in range(1, self.seen.now + 1):
            before = self.layers[turn - 1]
            maximum = MAX_LETTERED if self.spots else MAX_PLACES
            if len(before) > maximum:
                before = dict(sorted(before.items(), key=lambda each: -each[1])[:maximum])
            for place, chance in before.items():
                if not place.out:
                    for move in self._moves(turn, place, 2):
                        self._note(turn, place, chance, move)
            for start in self.starts.get(turn, ()):
                for move in self._begins(turn, start):
                    self._note(turn, start, start.weight, move)

    def _note(self, turn: int, before: Place | Start, chance: float, move: Move) -> None:
        layer = self.layers[turn]
        layer[move.to] = layer.get(move.to, 0.0) + chance * move.weight
        self.came[turn].setdefault(move.to, []).append((before, move))
        if isinstance(before, Place):
            self.went[turn - 1].setdefault(before, []).append(move)

    def _begins(self, turn: int, start: Start) -> Iterator[Move]:
        if start.parent != OFF:
            yield from self._moves(turn, Place(Course(start.hex)), start.first)
        elif start.hex not in self.loud[turn] and start.hex not in self.barred:
            yield from self._moves(turn, Place(Course(start.hex)), start.first - 1)

    def _moves(self, turn: int, place: Place, hexes: int) -> Iterator[Move]:
        """All that it may fly in a turn."""
        open_: list[Open] = [((), place, 1.0, False)]
        for left in range(hexes, 0, -1):
            near = self.able[turn] if left == 1 else self.near[turn]
            open_ = [more for each in open_ for more in self._further(turn, near, *each)]
        spots, leaves = self.spots.get(turn), self.leaves[turn]
        for hops, to, weight, _ in open_:
            if spots and not spots <= {place.course.hex, *place.back, *[hop.course.hex for hop in hops]}:
                continue
            if to[3]:
                if leaves:
                    yield Move(hops, Place(*to), weight)
            elif to[0].hex in self.able[turn] and self._trail_quiet(turn, place, to[1]) and self._may_end(turn, to):
                yield Move(hops, Place(*to), weight)

    def _trail_quiet(self, turn: int, before: Place, goal: int) -> bool:
        """The stream follows, and is fired at as well [9.1.2c]."""
        if not self.tail:
            return True
        loud = self.loud[turn]
        return all(
            hex_ not in loud or hex_ == self._over(goal) for hex_ in (before.course.hex, *before.back)[: self.tail]
        )

    def _over(self, goal: int) -> Hex:
        """Where the city's own guns fire, once it has been there [9.6.1a]."""
        return hex_of(self.layout, self.kind, goal) if goal != OFF and self.kind in (MAIN, MOSQUITO) else NO_HEX

    def _further(
        self, turn: int, near: frozenset[Hex], hops: tuple[Hop, ...], place: Spot, weight: float, stopped: bool
    ) -> list[Open]:
        """One hex more; to turn twice in one turn is thought of only where all raids were shown."""
        course, goal, back, out = place
        if stopped:
            return [(hops, place, weight, True)]
        if out:
            return [(hops, (course, goal, back, out + 1), weight, False)]
        found: list[Open] = []
        if course.hex in self.layout.exits and not course.bound and (goal != OFF or self.kind == DECOY) and course.legs:
            found.append(((*hops, Hop(course)), (course, goal, back, 1), weight, False))
        trail = (course.hex, *back)[: self.tail]
        turned = bool(hops) and hops[0].new and hops[0].goal == OFF
        heard = self.heard[turn] if goal == OFF else {}
        loud, over = self.loud[turn], self._over(goal)
        for hop in _hops(course, not turned or self.seen.turns[turn].complete, self.most_legs):
            next_ = hop[0]
            there = next_[0]
            if there not in near and there not in heard:
                continue
            chance = weight * A_LEG if hop[1] else weight
            if there in heard and not next_.bound:
                stops = self.kind == GARDENING and not hops
                for reached in heard[there]:
                    if there not in loud or there == self._over(reached):
                        at = (Course(there), reached, trail, 0)
                        found.append(((*hops, Hop(next_, hop[1], reached)), at, chance, stops))
            if there not in loud or there == over:
                found.append(((*hops, hop), (next_, goal, trail, 0), chance, False))
        return found

    def _look_back(self) -> list[dict[Place, float]]:
        """How likely all that was told later is, wherever it was."""
        now = self.seen.now
        later: list[dict[Place, float]] = [{} for _ in self.layers]
        later[now] = dict.fromkeys(self.layers[now], 1.0) if now else {}
        for turn in range(now, 0, -1):
            for to, came in self.came[turn].items():
                chance = 1.0 if to.out else later[turn].get(to, 0.0)
                if chance:
                    later[turn][to] = chance
                    for before, move in came:
                        if isinstance(before, Place):
                            layer = later[turn - 1]
                            layer[before] = layer.get(before, 0.0) + chance * move.weight
        return later

    # -- flights

    def through(self, turn: int, number: int, rng: Rng, *, hex_: Hex | None = None, goal: int = OFF) -> Iterator[Drawn]:
        """Some flights that are in a hex when that turn ends, or off the map, or have reached a target by then."""
        able = [place for place in self.layers[turn] if self.later[turn].get(place) and self._is_at(place, hex_, goal)]
        weights = [self.layers[turn][place] * self.later[turn][place] for place in able]
        for _ in range(number if able and sum(weights) > 0 else 0):
            place = weighed(able, weights, rng)
            found = self._drawn(turn, place, rng)
            if found is not None:
                yield found

    def past(self, turn: int, number: int, rng: Rng, hex_: Hex) -> Iterator[Drawn]:
        """Some flights that come through a hex in that turn."""
        able = [
            (to, before, move)
            for to, came in self.came[turn].items()
            if self.later[turn].get(to)
            for before, move in came
            if any(hop.course.hex == hex_ for hop in move.hops)
        ]
        weights = [self._share(turn, before, move) * self.later[turn][to] for to, before, move in able]
        for _ in range(number if able and sum(weights) > 0 else 0):
            to, before, move = weighed(able, weights, rng)
            found = self._drawn(turn, to, rng, (before, move))
            if found is not None:
                yield found

    @staticmethod
    def _is_at(place: Place, hex_: Hex | None, goal: int) -> bool:
        if goal != OFF:
            return place.goal == goal
        return bool(place.out) if hex_ is None else not place.out and place.course.hex == hex_

    def _drawn(self, turn: int, place: Place, rng: Rng, by: tuple[Place | Start, Move] | None = None) -> Drawn | None:
        moves: list[Move] = []
        when, at = turn, place
        start: Start | None = None
        while start is None:
            came = self.came[when].get(at, []) if by is None else [by]
            by = None
            weights = [self._share(when, before, move) for before, move in came]
            if not came or not sum(weights):
                return None
            before, move = weighed(came, weights, rng)
            moves.append(move)
            if isinstance(before, Start):
                start = before
            else:
                when, at = when - 1, before
        moves.reverse()
        when, at = turn, place
        while when < self.seen.now and not at.out:
            onward = self.went[when].get(at, [])
            weights = [self.later[when + 1].get(move.to, 0.0) * move.weight for move in onward]
            if not sum(weights):
                return None
            move = weighed(onward, weights, rng)
            at = move.to
            moves.append(move)
            when += 1
        return Drawn(self._begun(start, moves), at.out > 0)

    def _share(self, turn: int, before: Place | Start, move: Move) -> float:
        if isinstance(before, Start):
            return before.weight * move.weight
        return self.layers[turn - 1][before] * move.weight

    def _begun(self, start: Start, moves: list[Move]) -> Begun:
        """The flight as far as it was followed."""
        path, legs = [start.hex], list[Leg]()
        goal = int(OFF)
        aim, legs_out, late = int(OFF), 0, 0
        for number, move in enumerate(moves):
            for hop in move.hops:
                if hop.course.hex == path[-1]:  # off the map
                    break
                if hop.new:
                    legs.append(_first_of(path[-1], hop.course))
                else:
                    legs[-1] = legs[-1]._replace(hexes=legs[-1].hexes + 1)
                path.append(hop.course.hex)
                if hop.goal != OFF:
                    aim, legs_out, goal = len(path) - 1, len(legs), hop.goal
                    late = int(self.kind == GARDENING and len(move.hops) == 1 and self._was_short(start, number))
        fresh = aim == len(path) - 1 or len(path) == 1
        stem = Stem(tuple(path), tuple(legs), fresh, aim, legs_out)
        return Begun(stem, start.entry, start.first, start.weight, goal, late, start.parent, start.split, start.leaving)

    @staticmethod
    def _was_short(start: Start, number: int) -> bool:
        """Did it stop, or was it a short first move?"""
        hexes = start.first - (start.parent == OFF) if number == 0 else 2
        return hexes == 2


def _first_of(hex_: Hex, course: Course) -> Leg:
    """The leg that begins there and leads to that hex, on that line."""
    for first, line in _new_lines(hex_):
        if first.hex == course.hex and first.line == course.line:
            return Leg(line // 2, line % 2, 1)
    raise AssertionError("no leg begins there")


def starts_out_of(raid: RaidPlan, number: int, weight: float) -> Iterator[Start]:
    """Where and when Mosquitos may break out of a raid [4.4.1]."""
    for split, hex_ in enumerate(raid.path):
        for leaving in (0, 1) if hex_ not in raid.path[:split] else ():
            turn, hexes = break_out(raid, split, leaving)
            if hexes:
                yield Start(turn, hexes, hex_, weight / len(raid.path), number, split, leaving)


# -- raids ------------------------------------------------------------------------------------------------------------


class Box(NamedTuple):
    """What is known of the raid of one letter: where it was, and what it may be."""

    spots: Spots
    kinds: tuple[int, ...]


@lru_cache(maxsize=8)
def raids_in(layout: Layout, seen: Known, boxes: tuple[Box, ...]) -> tuple[Candidate, ...]:
    """Raids that may be those of the letters of which something is known."""
    found: list[Candidate] = []
    rng = QuickRng("boxes")
    for box in boxes:
        for kind in box.kinds:
            found += _through_all(layout, seen, Flights(layout, seen, kind, None, box.spots), rng)
    return (*found, *_out_of(layout, seen, found, boxes, rng))


@lru_cache(maxsize=8)
def raids_anywhere(layout: Layout, seen: Known, boxes: tuple[Box, ...]) -> tuple[Candidate, ...]:
    """Raids of every kind through all that was told, whatever else each of them explains."""
    rng = QuickRng("anywhere")
    found = [each for kind in EVERY_KIND for each in _through_all(layout, seen, Flights(layout, seen, kind), rng)]
    return (*found, *_out_of(layout, seen, found, (Box((), (MOSQUITO,)), *boxes), rng))


def _out_of(
    layout: Layout, seen: Known, found: list[Candidate], boxes: tuple[Box, ...], rng: Rng
) -> Iterator[Candidate]:
    """Mosquitos that may have broken out of those raids."""
    starts: dict[tuple[int, ...], Start] = {}  # it is found out later which raid was there then
    for each in found:
        for start in starts_out_of(each.raid, 0, each.weight) if each.raid.kind <= DECOY else ():
            starts.setdefault((start.entry, start.first, start.hex, start.leaving), start)
    for box in boxes:
        if MOSQUITO in box.kinds and starts:
            yield from _through_all(layout, seen, Flights(layout, seen, MOSQUITO, starts.values(), box.spots), rng)


def _through_all(layout: Layout, seen: Known, flights: Flights, rng: Rng) -> list[Candidate]:
    """Raids through each sighting and marker, to each target that was heard of, and off the map whenever one has left
    it.
    """
    drawer = Drawer(layout, seen, rng, 1)
    drawn: list[Drawn] = []
    for turn in range(1, seen.now + 1):
        told = seen.turns[turn]
        for hex_ in dict.fromkeys(told.raids):
            drawn += flights.through(turn, THROUGH, rng, hex_=hex_)
        for hex_ in sorted({*told.flak, *told.gci}):
            drawn += flights.past(turn, THROUGH // 2, rng, hex_)
        for goals in flights.heard[turn].values():
            drawn += [each for goal in goals for each in flights.through(turn, THROUGH, rng, goal=goal)]
        if told.left:
            drawn += flights.through(turn, THROUGH, rng)
    return [raid for begun, gone in dict.fromkeys(drawn) for raid in drawer.completed(flights.kind, begun, gone)]
