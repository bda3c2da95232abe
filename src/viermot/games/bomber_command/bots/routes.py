"""How an expert German reads the plotting table: whatever he has seen is flying one of the routes that planners draw.

The standard player lets a plot fly on along its course. But a raid makes for a city, bombs it and turns for home, and
a city on which no bombs have fallen still lies ahead of it. So the expert keeps some thousands of routes such as a
British player may draw up, and looks up those that fit what was seen of a raid. A clear picture also tells him what a
raid is: Main Forces and Decoys trail a stream, Mosquitos and minelayers do not [8.2.1].
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from viermot.games.bomber_command.bots.tracking import (
    FADES,
    UNKNOWN,
    Density,
    PlottingTable,
    Track,
    TurnTold,
    course_between,
    courses,
    line,
)
from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import DISTANCE, MAIN
from viermot.games.bomber_command.model.ids import NO_CITY, Hex, Letter
from viermot.games.bomber_command.model.layout import Layout
from viermot.games.bomber_command.rules.plot.samples import pick, raid_to
from viermot.kernel.dice import QuickRng

ROUTES: Final = 3000  # drawn up once for each map
ALIKE: Final = 60  # how many of those that come the same way are looked at
DETOUR: Final = 2  # hexes out of the way
ROUND_THE_SOUTH: Final = 8  # the same where a raid may enter behind the Allied front
JUST_IN: Final = 3  # steps of its path after which a raid is no longer new
BELIEVED: Final = 0.9  # how much weight routes get at most; the rest flies on along its course
BIG, SMALL, NOT_CLEAR = 1.0, 0.05, 0.45  # what a raid is worth: with a stream, without one, before a clear picture
FORGOTTEN: Final = 2  # turns after which a raid not seen again is given up
LATELY: Final = 5  # sightings that a route is compared with
TOO_SHORT, BESIDE, ELSEWHERE = 0.3, 0.4, 0.08  # the fit: not yet on the map, next to where it was seen, far off
NOT_BOMBED: Final = 0.02  # ... past a city on which no bombs fell
BOMBED_BEFORE: Final = 0.3  # ... bound for one that has been bombed

Sightings = tuple[tuple[int, Hex], ...]  # turn and hex, the last one last


class Fit(NamedTuple):
    """A route, the step at which its target is, and the step at which a raid was seen."""

    path: tuple[Hex, ...]
    aim: int
    at: int


class Routes:
    """The routes that lead through each hex, by where a raid was the turn before; and those that begin near it."""

    def __init__(self, layout: Layout) -> None:
        self.coming: dict[tuple[Hex, Hex], list[Fit]] = {}
        self.new: dict[Hex, list[Fit]] = {}
        rng = QuickRng("routes")
        cities = [chit.city for chit in layout.chits if chit.city != NO_CITY]
        detour = ROUND_THE_SOUTH if layout.southern else DETOUR
        for _ in range(ROUTES):
            raid = raid_to(layout, rng, MAIN, Letter(0), pick(cities, rng), 1, detour, detour)
            if raid is not None:
                self._keep(raid.path, raid.aim)

    def _keep(self, path: tuple[Hex, ...], aim: int) -> None:
        for at, hex_ in enumerate(path):
            fit = Fit(path, aim, at)
            if at:
                _add(self.coming.setdefault((path[max(at - 2, 0)], hex_), []), fit)
            if at <= JUST_IN:
                _add(self.new.setdefault(hex_, []), fit)

    def through(self, seen: Sightings) -> list[Fit]:
        """Those that may be what was seen; none where it was lost sight of for a turn."""
        turn, hex_ = seen[-1]
        if len(seen) == 1:
            return self.new.get(hex_, [])
        before, there = seen[-2]
        return self.coming.get((there, hex_), []) if before == turn - 1 else []


def _add(fits: list[Fit], fit: Fit) -> None:
    if len(fits) < ALIKE:
        fits.append(fit)


@lru_cache(maxsize=8)
def routes_of(layout: Layout) -> Routes:
    """The same for every game on that map."""
    return Routes(layout)


class RouteTable(PlottingTable):
    """A plotting table whose plots fly whole routes, and keep what a clear picture once told of them."""

    layout: Layout

    def _wipe(self) -> None:
        super()._wipe()
        self.now = 0
        self.seen: list[Sightings] = []
        self.streams: dict[Sightings, bool] = {}  # which are known to trail a stream, or not to
        self.drops: set[Hex] = set()  # where bombs have fallen so far
        self._flown: dict[tuple[Sightings, int], Density] = {}  # worked out once a turn

    def catch_up(self, view: RaidView) -> None:
        """Once per turn, take in what was on the map before it."""
        if view.turn != self.turn:
            self.layout, self._flown = view.layout, {}
            super().catch_up(view)

    def _next_turn(self, told: TurnTold) -> None:
        super()._next_turn(told)
        self.now += 1
        raids = [hex_ for hex_, stream in told.counters if not stream]
        if raids:
            self.seen = self._joined(list(dict.fromkeys(raids)))
        self.streams = self._identified(told)
        self.tracks = [self._weighed(track) for track in self.tracks]
        self.drops.update(told.drops)

    # -- which raid is which ----------------------------------------------------------------------------------------

    def _joined(self, raids: list[Hex]) -> list[Sightings]:
        """Every counter goes on with the raid that was likeliest to come there, or begins a new one."""
        ways: list[tuple[float, int, Hex]] = []
        for number, seen in enumerate(self.seen):
            turn, last = seen[-1]
            reach = 2 * (self.now - turn)
            near = [hex_ for hex_ in raids if 0 < DISTANCE[last][hex_] <= reach]
            likely = self._after(seen, reach) if near else {}
            ways += [(0.001 * DISTANCE[last][hex_] - likely.get(hex_, 0.0), number, hex_) for hex_ in near]
        before: dict[Hex, Sightings] = {}
        for _, number, hex_ in sorted(ways):
            if hex_ not in before and self.seen[number] not in before.values():
                before[hex_] = self.seen[number]
        return [(*before.get(hex_, ()), (self.now, hex_)) for hex_ in raids]

    def _identified(self, told: TurnTold) -> dict[Sightings, bool]:
        """Which raids trail a stream: a clear picture shows it, unless the raid has only just come in [8.2.1]."""
        streams = [hex_ for hex_, stream in told.counters if stream]
        found: dict[Sightings, bool] = {}
        for seen in self.seen:
            turn, hex_ = seen[-1]
            known = self.streams.get(seen[:-1] if turn == self.now else seen)
            if turn == self.now and told.clear:
                if any(DISTANCE[stream][hex_] <= 1 for stream in streams):
                    known = True
                elif len(seen) > 1 or not self.layout.stream:
                    known = False
            if known is not None:
                found[seen] = known
        return found

    def _worth(self, seen: Sightings) -> float:
        known = self.streams.get(seen)
        return NOT_CLEAR if known is None else BIG if known else SMALL

    def _weighed(self, track: Track) -> Track:
        here = [seen for seen in self.seen if seen[-1] == (self.now, track.hex)]
        return track if track.mosquitos or not here else track._replace(weight=self._worth(here[0]))

    # -- where they will be -----------------------------------------------------------------------------------------

    def _density(self, view: RaidView, turns: int) -> Density:
        found: Density = {}
        met = {track.hex for track in self.tracks if track.mosquitos}
        for seen in self.seen:
            turn, hex_ = seen[-1]
            age = self.now - turn
            weight = SMALL if hex_ in met else self._worth(seen) * FADES**age
            tail = min(self.layout.stream, 2 * turns) if weight > SMALL else 0
            for behind in range(tail + 1 if age <= FORGOTTEN else 0):
                _spread(found, self._flown_on(seen, 2 * (turns + age) - behind), weight)
        for track in self.tracks:  # a city that is bombed by a raid nobody saw
            if track.course == UNKNOWN and not any(DISTANCE[seen[-1][1]][track.hex] <= 2 for seen in self.seen):
                _spread(found, _straight_on(track.hex, UNKNOWN, 2 * turns), track.weight)
        return found

    def _flown_on(self, seen: Sightings, hexes: int) -> Density:
        if (seen, hexes) not in self._flown:
            self._flown[seen, hexes] = self._after(seen, hexes)
        return self._flown[seen, hexes]

    def _after(self, seen: Sightings, hexes: int) -> Density:
        """Where a raid may be this many hexes further on: by the routes that fit, otherwise straight on."""
        fits = [(self._fitness(fit, seen), fit) for fit in routes_of(self.layout).through(seen)]
        whole = sum(weight for weight, _ in fits)
        trust = BELIEVED * whole / (whole + 1)
        found: Density = {}
        for weight, fit in fits:
            if fit.at + hexes < len(fit.path):
                there = fit.path[fit.at + hexes]
                found[there] = found.get(there, 0.0) + trust * weight / whole
        course = course_between(seen[-2][1], seen[-1][1]) if len(seen) > 1 else UNKNOWN
        _spread(found, _straight_on(seen[-1][1], course, hexes), 1 - trust)
        return found

    def _fitness(self, fit: Fit, seen: Sightings) -> float:
        """How well a route agrees with earlier sightings, and with where bombs have fallen."""
        now, weight = seen[-1][0], 1.0
        for turn, hex_ in seen[-LATELY:-2]:
            step = fit.at - 2 * (now - turn)
            if step < 0:
                weight *= TOO_SHORT
            elif fit.path[step] != hex_:
                weight *= BESIDE if DISTANCE[fit.path[step]][hex_] <= 1 else ELSEWHERE
        if fit.aim <= fit.at:
            return weight if fit.path[fit.aim] in self.drops else weight * NOT_BOMBED
        return weight * BOMBED_BEFORE if fit.path[fit.aim] in self.drops else weight


def _straight_on(hex_: Hex, course: int, hexes: int) -> Density:
    """Where a raid is if it keeps its course, or turns slightly at once."""
    found: Density = {}
    for guess, chance in courses(hex_, course):
        flown = (hex_, *line(hex_, guess, hexes))
        if len(flown) > hexes:
            found[flown[hexes]] = found.get(flown[hexes], 0.0) + chance
    return found


def _spread(density: Density, more: Density, weight: float) -> None:
    """Add one to the other, with a weight."""
    for hex_, chance in more.items():
        density[hex_] = density.get(hex_, 0.0) + weight * chance
