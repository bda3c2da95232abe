"""The state of one night: plain lists of ints that clone in microseconds.

Units are the German player's and keep the order of the scenario's list. Raids are the British player's, in the order
of his plan; their numbers are his secret, the German knows raid boxes by letter and counters by hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from viermot.games.bomber_command.model.board import (
    BROKEN,
    CLEAR,
    EITHER,
    HAZE,
    LETTERS,
    MODERATE,
    MOONRISE,
    NO_MOON,
    OFF,
    TO_ALL,
    TO_BRITISH,
)
from viermot.games.bomber_command.model.ids import NO_CITY, NO_RAID, City, Hex, Raid, Title, Unit
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.model.records import (
    Area,
    Attack,
    BombingMarker,
    CombatMarker,
    GciAttack,
    LandingWeather,
    PatrolAway,
    RaidCounter,
    Site,
    Town,
)
from viermot.kernel.agenda import State, Task
from viermot.kernel.dice import ReplayedDice
from viermot.kernel.fields import copier, listed, plain

NOBODY: Final = -1
RAIDS: Final = tuple(Raid(number) for number in range(len(LETTERS)))

# Where a unit is when it is in no hex: boxes of the display [7.4.1].
READY, REARM, CLOSED, OUT, RECOVERING, IN_RAID = (Hex(-box) for box in range(1, 7))
BOX_NAMES: Final = {
    READY: "ready", REARM: "rearm", CLOSED: "closed", OUT: "out", RECOVERING: "recovering", IN_RAID: "raid",
}  # fmt: skip

# Markers on a unit and what it has done, as bits.
DEPLETED, SCRAMBLING, RETURNING, GCI, INTRUDER, FLOWN = 1, 2, 4, 8, 16, 32
LED_ASTRAY, TRIED, ATTACKED, SECOND_TRY, GROUNDED, DIVERTING, TAKING_OFF = 64, 128, 256, 512, 1024, 2048, 4096
STRAGGLED, FAR_OFF = 8192, 16384
MARKERS: Final = DEPLETED | SCRAMBLING | RETURNING | GCI | INTRUDER
UNFIT: Final = SCRAMBLING | RETURNING | INTRUDER  # neither attack raids nor deploy [7.4.2b, 7.4.3b, 12.2.2a]

WAITING, ESCORTING, FLYING, HOME, RECOVERED = range(5)  # the fate of a raid
FATES: Final = ("waiting", "escorting", "flying", "England", "recovered")

BOMB_DROP, RESOLVE = 0, 1  # the sides of a bombing marker [10.2a]
RAID_COUNTER, STREAM_COUNTER, FALSE_COUNTER = range(3)


class Game(State):
    """One night: what is where, who holds which cards, and what is still to do."""

    layout: Layout
    turn: int
    phase: int
    jamming: int  # the jamming level [8.1]
    naxos: int
    beleuchter: int
    visibility: int
    twilight: int  # the turn it begins [3.4.5]
    moon: int
    moon_turn: int
    bad: int  # do weather markers show their bad sides? [12.1.1]
    wind: int  # degrees it blows towards, OFF for none [12.1.3]
    fido: int
    alerted: int  # have raids over England noticed intruders? [12.2.4]
    intruders_sent: int
    targets: tuple[City, ...]  # the city of each Main Force [3.3, 4.5.1]
    follow_up: int
    oil: tuple[int, ...]
    drawn: tuple[int, ...]  # the target chits
    north: tuple[int, ...]  # of each target's city map [12.4.1]
    weather: tuple[int, ...]  # the marker in each zone, OFF while empty
    cup: bytes  # the weather markers not on the map
    hands: tuple[tuple[Title, ...], tuple[Title, ...]]  # titles, sorted
    decks: tuple[bytes, bytes]  # what has not been drawn
    discards: tuple[tuple[Title, ...], tuple[Title, ...]]
    modifier: int  # what cards have done to the roll under way
    flags: int  # and what else they did
    attack: Attack | None  # the attack under way
    fighter_losses: int
    mosquito_vp: int
    mine_vp: int
    bombing_vp2: int  # in half points
    ending: str
    end_stage: int  # is the last raid home (1), or was the night called off (2)? [11.0z]
    patrols: tuple[int, ...]  # in the pool [9.2.4]
    patrols_away: tuple[PatrolAway, ...]
    stripped: tuple[City, ...]  # cities without flak [3.6]
    mobile: tuple[int, ...]  # Mobile Flak: a hex, or ~city
    mined: tuple[Hex, ...]
    early: City  # the city over which stacked units attack twice this phase, or OFF
    fidget: int  # the beacon box jammed this phase
    landing_zone: tuple[LandingWeather, ...]
    town: Town | None  # the city being bombed

    u_place: list[Hex]
    u_raid: list[Raid]
    u_box: list[int]  # the city or beacon it is stacked on, 0 for none
    u_marks: list[int]
    u_fuel: list[int]
    u_zone: list[int]  # where it recovers
    u_lost: list[int]  # aircraft

    r_letter: list[int]
    r_kind: list[int]
    r_target: list[int]  # city, mine hex, or OFF
    r_path: list[tuple[Hex, ...]]
    r_entry: list[int]
    r_first: list[int]
    r_aim: list[int]  # where in the path the target is
    r_waypoints: list[int]
    r_heavy: list[int]
    r_parent: list[Raid]  # the raid it escorts
    r_split: list[int]  # where in the parent's path it breaks out
    r_leaving: list[int]
    r_step: list[int]  # how far along its path the raid counter is; OFF before it
    r_before: list[int]  # the same at the beginning of this turn's move
    r_fate: list[int]
    r_losses: list[int]
    r_disrupt: list[int]
    r_damage: list[int]
    r_hunt: list[int]
    r_known: list[int]  # has the German learned which letter is of which kind?
    r_no_oboe: list[int]
    r_stretched: list[int]  # is the stream one hex long this turn? [7.2.3]
    r_seen: list[int]  # detected this turn
    r_course: list[tuple[int, ...]]  # how it flies into each hex of its path, in steps of 30 degrees [12.1.3]
    r_load: list[int]  # bomb counters [10.4.1]
    r_bombed: list[int]  # has its bombing or mining been resolved?

    counters: list[RaidCounter]
    drops: list[BombingMarker]
    combats: list[CombatMarker]
    gci_done: list[GciAttack]  # attacks made this phase
    areas: list[Area]  # of the city being bombed, then the countryside
    sites: list[Site]

    __slots__ = tuple(__annotations__)

    def seat_of(self, task: Task) -> int:
        """Who is asked: of a question that may be put to either seat, what it is about says so."""
        seat: int = task[0].seat
        if seat != EITHER:
            return seat
        about = task[1]
        asked: int = about if about.__class__ is int else about.seat
        return asked

    def clone(self) -> Game:
        """A game of its own that goes on from here."""
        new = Game.__new__(Game)
        new.copy_agenda(self)
        _copy(new, self)
        return new

    # -- chance, always through here ---------------------------------------------------------

    def roll(self, count: int, what: str, rules: str, *about: int) -> Sequence[int]:
        """Throw dice that everybody sees, and log them."""
        dice = self.dice.roll(count, what)
        self.emit("roll", rules, TO_ALL, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: int) -> int:
        """Throw one die that everybody sees, and log it."""
        (face,) = self.roll(1, what, rules, *about)
        return face

    def secret_roll(self, count: int, what: str, rules: str, *about: int) -> Sequence[int]:
        """Throw dice that only the British player sees."""
        dice = self.dice.roll(count, "british:" + what)
        self.emit("roll", rules, TO_BRITISH, what, tuple(dice), *about)
        return dice

    # -- sky --------------------------------------------------------------------------------

    def weather_in(self, zone: int) -> int:
        """The weather of a zone as its marker shows it [3.4.1]."""
        return self.layout.weather_sides[self.weather[zone]][self.bad]

    def weather_at(self, place: int) -> int:
        """The weather for bombing and scrambling; in the Ruhr Haze where that is worse [3.4.3, ruling C63]."""
        found = self.weather_in(self.layout.zone_of[place])
        return HAZE if found in (CLEAR, BROKEN) and place in self.layout.ruhr else found

    def weather_modifier(self, place: int) -> int:
        """What the weather does to combat and infiltration; in the Ruhr the worse of it and Haze [3.4.2, 3.4.3]."""
        modifiers = self.layout.weather_modifier
        if place < 0:  # ~zone, where only the division counts
            return modifiers[self.weather_in(~place)]
        found = modifiers[self.weather_in(self.layout.zone_of[place])]
        return min(found, modifiers[HAZE]) if place in self.layout.ruhr else found

    def is_twilight(self) -> bool:
        return self.turn >= self.twilight

    def moon_up(self) -> bool:
        """Has the moon risen? Twilight puts an end to it [12.1.2c, ruling C32]."""
        if self.moon == NO_MOON or self.is_twilight():
            return False
        return self.turn >= self.moon_turn if self.moon == MOONRISE else self.turn <= self.moon_turn

    def sight(self) -> int:
        """The visibility modifier of infiltration and combat [3.4.4, 3.4.5]."""
        environment = self.layout.environment
        if self.is_twilight():
            return int(environment.twilight)
        value = MODERATE - self.visibility
        return value + int(environment.moon) if self.moon_up() else value

    def sky_modifiers(self, place: int, secret: bool = False) -> list[tuple[str, int, str]]:
        """What weather and visibility add to combat and infiltration rolls, each with its rule.

        Of a secret place only the modifier is told, not that it lies in the Ruhr [9.4.4].
        """
        rule = "3.4.3" if place in self.layout.ruhr and not secret else "3.4.2a"
        seen = "3.4.5b" if self.is_twilight() else "12.1.2c" if self.moon_up() else "3.4.4b"
        return [("weather", self.weather_modifier(place), rule), ("visibility", self.sight(), seen)]

    # -- units ----------------------------------------------------------------------------------

    def airborne(self, unit: Unit) -> bool:
        """On the map, in Jutland, in England or in a raid box."""
        place = self.u_place[unit]
        return place >= 0 or place == IN_RAID

    def strength(self, unit: Unit) -> int:
        """The combat strength of the side that is up [2.2.2b]."""
        fit = self.layout.units[unit]
        return fit.depleted if self.u_marks[unit] & DEPLETED else fit.full

    def has(self, unit: Unit, marks: int) -> bool:
        return bool(self.u_marks[unit] & marks)

    # -- raids ----------------------------------------------------------------------------------

    def raid_hexes(self, raid: Raid) -> list[Hex]:
        """The map hexes that the raid counter and its stream occupy, the raid's own first [7.2.1]."""
        path, step = self.r_path[raid], self.r_step[raid]
        tail = self.layout.stream if self.r_kind[raid] <= 1 else 0
        if self.r_stretched[raid]:
            tail = self.layout.rules.stretch
        found: list[Hex] = []
        for at in range(step, max(step - tail, 0) - 1, -1):
            if at < len(path) and path[at] not in found:
                found.append(path[at])
        return found

    def every_raid(self) -> Sequence[Raid]:
        """All raids of the plan, by number."""
        return RAIDS[: len(self.r_letter)]

    def raid_with(self, letter: int) -> Raid:
        """The raid in the box of that letter."""
        return Raid(self.r_letter.index(letter))

    def city_of(self, raid: Raid) -> City:
        """The city that a Main Force or Mosquitos are to bomb."""
        return City(self.r_target[raid])

    def flying(self, raid: Raid) -> bool:
        """Is any part of the raid on the map?"""
        return self.r_fate[raid] == FLYING

    def flak_of(self, city: City) -> int:
        """A city's flak value now, NO_FLAK if it has none [9.6, 3.6b]."""
        value = self.layout.cities[city].flak
        if value == NO_FLAK or city in self.stripped:
            return NO_FLAK
        return value + self.mobile.count(~city)

    def area_flak_of(self, hex_: Hex) -> int:
        """The area flak of a hex now, NO_FLAK if it has none [9.6]."""
        value = self.layout.area_flak[hex_]
        guns = self.mobile.count(hex_)
        return value if not guns else max(value, 0) + guns

    def infiltration_value(self) -> int:
        """What an infiltration roll must reach at this jamming level [8.1a]."""
        return self.layout.infiltration[self.jamming]


_copy = copier(Game)
SCALARS: Final = tuple(name for name in plain(Game) if name != "layout")
UNIT_LISTS: Final = tuple(name for name in listed(Game) if name.startswith("u_"))
RAID_LISTS: Final = tuple(name for name in listed(Game) if name.startswith("r_"))
OTHER_LISTS: Final = tuple(name for name in listed(Game) if name not in UNIT_LISTS + RAID_LISTS)


def attack_of(game: Game) -> Attack:
    """The attack under way."""
    assert game.attack is not None, "nobody attacks"
    return game.attack


def new_game(layout: Layout, dice: Any) -> Game:
    """An empty table, before set-up: a copy of one that is laid out once."""
    if layout.blank is None:
        layout.blank = _lay_out(layout)
    game = layout.blank.clone()
    game.begin(dice)
    return game


def _lay_out(layout: Layout) -> Game:
    game = Game()
    game.layout = layout
    game.begin(ReplayedDice())  # nothing is rolled yet
    for name in SCALARS:
        setattr(game, name, 0)
    game.jamming = layout.rules.jamming
    game.visibility = MODERATE
    game.twilight = 99
    game.wind = game.fidget = OFF
    game.early = NO_CITY
    game.targets = game.oil = game.drawn = game.north = ()
    game.weather = (OFF,) * 6
    game.cup = bytes(range(len(layout.weather_sides)))
    game.hands = game.discards = ((), ())
    game.decks = (layout.decks[0], layout.decks[1])
    game.attack = game.town = None
    game.patrols = game.stripped = game.mobile = game.mined = ()
    game.patrols_away = ()
    game.landing_zone = ()
    game.ending = ""
    for name in (*RAID_LISTS, *OTHER_LISTS):
        setattr(game, name, [])
    count = len(layout.units)
    game.u_place = [READY] * count
    game.u_raid = [NO_RAID] * count
    game.u_box = [0] * count
    game.u_marks = [DEPLETED if unit.detachment else 0 for unit in layout.units]
    game.u_fuel = [0] * count
    game.u_zone = [0] * count
    game.u_lost = [0] * count
    return game
