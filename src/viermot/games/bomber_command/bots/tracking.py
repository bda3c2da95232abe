"""What the German player makes of the plotting table: where raids were seen, and where they are heading."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from viermot.games.bomber_command.knowledge.perspective import RaidView
from viermot.games.bomber_command.model.board import ADJACENT, DISTANCE, HEXES, JUTLAND, OFF, SIZE
from viermot.games.bomber_command.model.ids import NO_HEX, Hex
from viermot.games.bomber_command.rules.plot.legs import LEFT, Leg, hexes_of
from viermot.kernel.agenda import Mark

UNKNOWN: Final = -1
FADES: Final = 0.9  # what an old plot is worth a turn later
WITH_STREAMS: Final = 0.2  # how likely a raid without a stream is a big one, where streams are seen
WITHOUT_STREAMS: Final = 0.6  # ... and where none is
STRAIGHT: Final = 0.6  # how often a raid keeps its course
FORGOTTEN: Final = 0.15
A_BLIP: Final = 0.6  # the same for a player who does not tell raids apart
MOSQUITOS: Final = 0.05  # what a raid known to be Mosquitos is worth
RAID_SPEED: Final = 2  # hexes a turn [7.2]
AHEAD: Final = 4  # turns to look ahead
OUTWARD: Final = (2, 3, 4)
HOMEWARD: Final = (8, 9, 10)
HALFWAY: Final = 9  # a column: east of it raids may have turned for home

Density = dict[Hex, float]


class Track(NamedTuple):
    """A raid as it was last plotted: hex, course (0 to 11 or UNKNOWN), and how likely it is to be a big one."""

    hex: Hex
    course: int
    weight: float
    mosquitos: bool = False  # identified as Mosquitos [9.9]


def far(a: int, b: int) -> int:
    """Hexes between two places; Jutland lies beyond its door."""
    if a >= SIZE or b >= SIZE:
        return 0 if a == b else 4
    return DISTANCE[a][b]


@cache
def course_between(start: Hex, end: Hex) -> int:
    """Which of the twelve directions leads from one hex to the other."""
    across = (HEXES.column[end] - HEXES.column[start]) * math.sqrt(3) / 2
    down = (HEXES.height(end) - HEXES.height(start)) / 2
    return round(math.degrees(math.atan2(across, -down)) / 30) % 12


@cache
def line(start: Hex, course: int, hexes: int) -> tuple[Hex, ...]:
    """The hexes of a flight along a course, as far as the map goes."""
    return tuple(hexes_of(start, Leg(course, LEFT, hexes)))


class PlottingTable:
    """The tracks of the night. They follow from what the seat was told, so a new bot works out the same."""

    def __init__(self, tells_apart: bool = True) -> None:
        self.tells_apart = tells_apart  # otherwise every raid is as good as the other, whatever has been told of it
        self.turn = 0
        self._mark: Mark | None = None  # how far the log has been read
        self._wipe()
        self._densities: list[Density] = []
        self._around: dict[tuple[int, Hex], float] = {}  # worked out once a turn
        self._distances: dict[Hex, int] = {}

    def _wipe(self) -> None:
        self.worked_out: dict[Any, Any] = {}  # what a player made of all this, until it changes
        self.tracks: list[Track] = []
        self.bombed: dict[Hex, float] = {}  # hexes of cities being bombed, with their worth
        self.nuisances: set[Hex] = set()  # where only Mosquitos have bombed
        self._told = TurnTold()  # what has been told this turn
        self._before = TurnTold()  # ... and in the turn before
        self._met = NO_HEX  # where the last raid was met

    def catch_up(self, view: RaidView) -> None:
        """Once per turn, take in what was on the map before it."""
        if view.turn == self.turn:
            return
        self.turn = view.turn
        self._read(view)
        self._densities = [self._density(view, turns) for turns in range(AHEAD + 1)]
        self._around, self._distances, self.worked_out = {}, {}, {}

    def _read(self, view: RaidView) -> None:
        """Take in what was told since the last look; a turn counts when it is over."""
        self._mark, anew, events = view.news(self._mark)
        if anew:
            self._wipe()
        for kind, _, _, data in events:
            if kind == "detection":
                self._told.clear = bool(data[1])
            elif kind == "counters":
                self._told.counters = data[0]
            elif kind == "bomb_drop":
                self._told.drops.append(data[1])
            elif kind == "infiltrates":
                self._met = data[1]
            elif kind == "attack":
                self._met = data[2] if data[2] >= 0 else self._met
            elif kind == "is_mosquito":
                self._told.made_out.append(self._met)
            elif kind == "turn":
                self._next_turn(self._told)
                self._told = TurnTold()

    def _next_turn(self, told: TurnTold) -> None:
        raids = [hex_ for hex_, stream in told.counters if not stream]
        streams = [hex_ for hex_, stream in told.counters if stream]
        self.tracks = self._plotted(raids, streams) if raids else self._guessed()
        if self.tells_apart:
            self.tracks = [self._known(track, told.made_out) for track in self.tracks]
        else:
            self.tracks = [track._replace(weight=A_BLIP, mosquitos=False) for track in self.tracks]
        for hex_ in told.drops:
            (self.nuisances.add if self._is_nuisance(told, hex_) else self.nuisances.discard)(hex_)
        self._before = told
        self.bombed = self._bombs(told.drops, streams)
        self.worked_out = {}

    def _plotted(self, raids: list[Hex], streams: list[Hex]) -> list[Track]:
        found = []
        for hex_ in raids:
            near = [stream for stream in streams if DISTANCE[hex_][stream] <= 1]
            weight, known = 1.0 if near else WITH_STREAMS if streams else WITHOUT_STREAMS, False
            tail = [stream for stream in streams if DISTANCE[hex_][stream] == 2 and near]
            if tail:
                course = course_between(tail[0], hex_)
            else:
                before = [track for track in self.tracks if 0 < DISTANCE[track.hex][hex_] <= 2]
                course = course_between(before[0].hex, hex_) if before else UNKNOWN
                known = not near and bool(before) and all(track.mosquitos for track in before)
                if near and near[0] != hex_ and course == UNKNOWN:
                    course = course_between(near[0], hex_)
            found.append(Track(hex_, course, MOSQUITOS if known else weight, known))
        return found

    @staticmethod
    def _known(track: Track, made_out: list[Hex]) -> Track:
        """A raid without a stream where Mosquitos were met is a Mosquito raid."""
        if track.weight < 1 and any(0 <= hex_ < SIZE and DISTANCE[hex_][track.hex] <= 1 for hex_ in made_out):
            return track._replace(weight=MOSQUITOS, mosquitos=True)
        return track

    def is_known(self, view: RaidView, hex_: Hex) -> bool:
        """Was a raid without a stream there identified as Mosquitos, this turn or before?"""
        if not self.tells_apart:
            return False
        near = [track for track in self.tracks if DISTANCE[track.hex][hex_] <= 2]
        if near and all(track.mosquitos for track in near):
            return True
        self._read(view)
        return any(DISTANCE[met][hex_] <= 1 for met in self._told.made_out if met >= 0)

    def is_nuisance(self, view: RaidView, hex_: Hex) -> bool:
        """Is the city there bombed by Mosquitos and nobody else?"""
        if not self.tells_apart:
            return False
        self._read(view)
        return self._is_nuisance(self._told, hex_) if hex_ in self._told.drops else hex_ in self.nuisances

    def _is_nuisance(self, told: TurnTold, hex_: Hex) -> bool:
        """They have been made out over it, or a clear picture shows no stream from where it could be bombed."""
        before = self._before
        if told.drops.count(hex_) > 1:
            return False
        if told.clear:
            return not any(stream and DISTANCE[hex_][there] <= RAID_SPEED for there, stream in told.counters)
        if hex_ in told.made_out:
            return True
        return before.clear and not any(
            stream and DISTANCE[hex_][there] <= RAID_SPEED + 1 for there, stream in before.counters
        )

    def _guessed(self) -> list[Track]:
        """Nothing was detected: old plots go on as they did, and fade."""
        found = []
        for track in self.tracks:
            weight = track.weight * FADES
            if weight > FORGOTTEN:
                flown = line(track.hex, track.course, 2) if track.course != UNKNOWN else ()
                found.append(track._replace(hex=flown[-1] if flown else track.hex, weight=weight))
        return found

    def _bombs(self, drops: list[Hex], streams: list[Hex]) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        for hex_ in drops:
            if self.tells_apart and hex_ in self.nuisances:
                found[hex_] = MOSQUITOS
                continue
            certain = any(DISTANCE[hex_][stream] <= RAID_SPEED for stream in streams)
            found[hex_] = 1.0 if certain else 0.5
            if not any(DISTANCE[track.hex][hex_] <= 2 for track in self.tracks):
                self.tracks.append(Track(hex_, UNKNOWN, 0.5))
        return found

    def density(self, turns: int) -> Density:
        """Where raids may be after this many more moves."""
        return self._densities[min(turns, AHEAD)]

    def around(self, turns: int, place: Hex) -> float:
        """How much may be in a hex and next to it after this many more moves."""
        found = self._around.get((turns, place))
        if found is None:
            density = self._densities[turns]
            found = sum([density.get(hex_, 0.0) for hex_ in (place, *ADJACENT[place])], 0.0)
            self._around[turns, place] = found
        return found

    def distance(self, place: Hex) -> int:
        """How far it is from a hex to the nearest where something may be in two moves."""
        found = self._distances.get(place)
        if found is None:
            found = self._distances[place] = nearest(self._densities[2], place)
        return found

    def _density(self, view: RaidView, turns: int) -> Density:
        found: Density = {}
        tail = view.layout.stream
        for hex_, course, weight, _ in self.tracks:
            for guess, chance in courses(hex_, course):
                flown = (hex_, *line(hex_, guess, 2 * turns))
                if len(flown) <= 2 * turns and turns:
                    continue  # it would have left the map
                for behind in range(min(tail if weight > 0.3 else 0, 2 * turns) + 1):
                    there = flown[2 * turns - behind]
                    found[there] = found.get(there, 0.0) + weight * chance
        return found


@dataclass
class TurnTold:
    """What was told of the raids in one turn."""

    counters: tuple[tuple[Hex, int], ...] = ()  # where each was last, and whether it is a stream
    drops: list[Hex] = field(default_factory=list)
    made_out: list[Hex] = field(default_factory=list)  # where Mosquitos were met
    clear: bool = False  # streams are shown as well [8.2e]


@cache
def courses(hex_: Hex, course: int) -> tuple[tuple[int, float], ...]:
    """Which courses a raid may take next, and how likely each is."""
    if course != UNKNOWN:
        aside = (1 - STRAIGHT) / 2
        return ((course, STRAIGHT), ((course + 1) % 12, aside), ((course - 1) % 12, aside))
    if HEXES.column[hex_] < HALFWAY:
        return tuple((guess, 1 / 3) for guess in OUTWARD)
    return tuple((guess, 1 / 6) for guess in OUTWARD + HOMEWARD)


def mass(density: Density, near: int, reach: int) -> float:
    """How much can be met within this many hexes."""
    if near >= SIZE or near == OFF:
        return 0.0
    row = DISTANCE[near]
    return sum([weight for hex_, weight in density.items() if row[hex_] <= reach], 0.0)


def nearest(density: Density, hex_: Hex) -> int:
    """How far it is to the nearest hex where something may be."""
    if not density or hex_ in (JUTLAND, OFF) or hex_ >= SIZE:
        return 99
    row = DISTANCE[hex_]
    return min([row[there] for there in density])


def heaviest(density: Density, hexes: Iterable[Hex]) -> Hex:
    """The hex in which most can be met; OFF if there is none."""
    best, found = 0.0, NO_HEX
    for hex_ in hexes:
        if density.get(hex_, 0.0) > best:
            best, found = density[hex_], hex_
    return found
