"""The state of one night: plain data that clones in microseconds.

Units are the German player's, in the order of the scenario's list. Raids are the British player's, in the order of his
plan; their numbers are his secret: the German player knows raid boxes by letter and counters by hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from viermot.games.bomber_command.model.board import (
    BRITISH,
    BROKEN,
    CLEAR,
    EITHER,
    ENGLAND_ZONE,
    HAZE,
    LETTERS,
    MODERATE,
    MOONRISE,
    NO_MOON,
    OFF,
    TO_ALL,
    TO_BRITISH,
)
from viermot.games.bomber_command.model.ids import (
    NO_BEACON,
    NO_BOX,
    NO_CITY,
    NO_RAID,
    Box,
    City,
    Hex,
    Letter,
    Raid,
    Title,
    Unit,
    Zone,
    by_raid,
)
from viermot.games.bomber_command.model.layout import NO_FLAK, Layout
from viermot.games.bomber_command.model.records import (
    Area,
    Attack,
    BombedCity,
    BombingMarker,
    CombatMarker,
    GciAttack,
    LandingWeather,
    Modifier,
    PatrolAway,
    PlottedRaid,
    RaidCounter,
    Site,
)
from viermot.kernel import declared
from viermot.kernel.agenda import State, Task
from viermot.kernel.dice import ReplayedDice
from viermot.kernel.fields import copier, listed, plain

NOBODY: Final = -1
RAIDS: Final = tuple(Raid(number) for number in range(len(LETTERS)))

# Where a unit is when it is not in a hex: boxes of the display [7.4.1].
READY, REARM, CLOSED, OUT, RECOVERING, IN_RAID = (Hex(-box) for box in range(1, 7))
BOX_NAMES: Final = {
    READY: "ready", REARM: "rearm", CLOSED: "closed", OUT: "out", RECOVERING: "recovering", IN_RAID: "raid",
}  # fmt: skip

# A unit's markers and what it has done, as bits.
DEPLETED, SCRAMBLING, RETURNING, GCI, INTRUDER, FLOWN = 1, 2, 4, 8, 16, 32
LED_ASTRAY, TRIED, ATTACKED, SECOND_TRY, GROUNDED, DIVERTING, TAKING_OFF = 64, 128, 256, 512, 1024, 2048, 4096
STRAGGLED, FAR_OFF = 8192, 16384
MARKERS: Final = DEPLETED | SCRAMBLING | RETURNING | GCI | INTRUDER
UNFIT: Final = SCRAMBLING | RETURNING | INTRUDER  # may neither attack raids nor deploy [7.4.2b, 7.4.3b, 12.2.2a]

WAITING, ESCORTING, FLYING, HOME, RECOVERED = range(5)  # the fate of a raid
FATES: Final = ("waiting", "escorting", "flying", "England", "recovered")

BOMB_DROP, RESOLVE = 0, 1  # the sides of a bombing marker [10.2a]
RAID_COUNTER, STREAM_COUNTER, FALSE_COUNTER = range(3)


class Game(State):
    """One night: what is where, who holds which cards, and what is still to do."""

    everybody = TO_ALL
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
    bad: int  # are the weather markers on their bad sides? [12.1.1]
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
    modifier: int  # what cards add to the current roll
    flags: int  # and what else they have done
    attack: Attack | None  # the attack under way
    fighter_losses: int
    mosquito_vp: int
    mine_vp: int
    bombing_half_vp: int
    ending: str
    end_stage: int  # is the last raid home (1), or was the night called off (2)? [11.0z]
    patrols: tuple[int, ...]  # in the pool [9.2.4]
    patrols_away: tuple[PatrolAway, ...]
    stripped: tuple[City, ...]  # cities without flak [3.6]
    mobile: tuple[int, ...]  # Mobile Flak: a hex, or ~city
    mined: tuple[Hex, ...]
    early: City  # the city over which stacked units attack twice this phase, or NO_CITY
    fidget: Box  # the beacon box jammed this phase
    landing_zone: tuple[LandingWeather, ...]
    bombed_city: BombedCity | None
    plot: tuple[PlottedRaid, ...]  # empty until it is made

    unit_place: list[Hex]
    unit_raid: list[Raid]
    unit_box: list[Box]  # the city or beacon it is stacked on
    unit_marks: list[int]
    unit_fuel: list[int]
    unit_zone: list[Zone]  # where it recovers
    unit_lost: list[int]  # aircraft

    raid_step: list[int]  # how far along its path the raid counter is; OFF before it
    raid_before: list[int]  # the same at the beginning of this turn's move
    raid_fate: list[int]
    raid_losses: list[int]
    raid_disruptions: list[int]
    raid_damage: list[int]
    raid_hunt: list[int]
    raid_known: list[int]  # has the German player learned what kind of raid this letter is?
    raid_no_oboe: list[int]
    raid_stretched: list[int]  # is the stream one hex long this turn? [7.2.3]
    raid_seen: list[int]  # detected this turn
    raid_bombed: list[int]  # has its bombing or mining been resolved?

    counters: list[RaidCounter]
    drops: list[BombingMarker]
    combats: list[CombatMarker]
    gci_done: list[GciAttack]  # attacks made this phase
    areas: list[Area]  # of the city being bombed, then the countryside
    sites: list[Site]

    __slots__ = tuple(__annotations__)

    def seat_of(self, task: Task) -> int:
        """Who is asked; where a question may go to either seat, its subject says which."""
        seat: int = task[0].seat
        if seat != EITHER:
            return seat
        about = task[1]
        asked: int = about if about.__class__ is int else about.seat
        return asked

    def clone(self) -> Game:
        """An independent game that goes on from here."""
        new = Game.__new__(Game)
        new.copy_agenda(self)
        _copy(new, self)
        return new

    # -- all chance comes through here -------------------------------------------------------

    def roll(self, count: int, what: str, rules: str, *about: int) -> Sequence[int]:
        """Roll dice that everybody sees, and log them."""
        dice = self.dice.roll(count, what)
        self.emit("roll", rules, TO_ALL, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: int) -> int:
        """Roll one die that everybody sees, and log it."""
        (face,) = self.roll(1, what, rules, *about)
        return face

    def secret_roll(self, count: int, what: str, rules: str, *about: int) -> Sequence[int]:
        """Roll dice that only the British player sees."""
        dice = self.dice.roll(count, "british:" + what)
        self.emit("roll", rules, TO_BRITISH, what, tuple(dice), *about)
        return dice

    # -- sky --------------------------------------------------------------------------------

    def weather_in(self, zone: Zone) -> int:
        """The weather of a zone as its marker shows it [3.4.1]."""
        return self.layout.weather_sides[self.weather[zone]][self.bad]

    def weather_at(self, place: int) -> int:
        """The weather for bombing and scrambling; in the Ruhr at least Haze [3.4.3, ruling C63]."""
        found = self.weather_in(self.layout.zone_of[place])
        return HAZE if found in (CLEAR, BROKEN) and place in self.layout.ruhr else found

    def weather_modifier(self, place: int) -> int:
        """The weather modifier of combat and infiltration; in the Ruhr that of Haze if worse [3.4.2, 3.4.3]."""
        modifiers = self.layout.weather_modifier
        if place < 0:  # ~zone, where only the division matters
            return modifiers[self.weather_in(Zone(~place))]
        found = modifiers[self.weather_in(self.layout.zone_of[place])]
        return min(found, modifiers[HAZE]) if place in self.layout.ruhr else found

    def is_twilight(self) -> bool:
        return self.turn >= self.twilight

    def moon_up(self) -> bool:
        """Is the moon up? Not in twilight [12.1.2c, ruling C32]."""
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

    def sky_modifiers(self, place: int, secret: bool = False) -> list[Modifier]:
        """What weather and visibility add to combat and infiltration rolls, each with its rule.

        For a secret place only the modifier is given, not that it is in the Ruhr [9.4.4].
        """
        rule = "3.4.3" if place in self.layout.ruhr and not secret else "3.4.2a"
        seen = "3.4.5b" if self.is_twilight() else "12.1.2c" if self.moon_up() else "3.4.4b"
        return [("weather", self.weather_modifier(place), rule), ("visibility", self.sight(), seen)]

    # -- units ----------------------------------------------------------------------------------

    def airborne(self, unit: Unit) -> bool:
        """Is it on the map, in Jutland, over England or in a raid box?"""
        place = self.unit_place[unit]
        return place >= 0 or place == IN_RAID

    def strength(self, unit: Unit) -> int:
        """Its combat strength, on the side that is up [2.2.2b]."""
        counter = self.layout.units[unit]
        return counter.depleted if self.unit_marks[unit] & DEPLETED else counter.full

    def has(self, unit: Unit, marks: int) -> bool:
        return bool(self.unit_marks[unit] & marks)

    # -- cards ----------------------------------------------------------------------------------

    def set_hand(self, seat: int, hand: Iterable[Title]) -> None:
        """Give a seat this hand."""
        british, german = self.hands
        held = tuple(sorted(hand))
        self.hands = (held, german) if seat == BRITISH else (british, held)

    # -- raids ----------------------------------------------------------------------------------

    def raid_hexes(self, raid: Raid) -> list[Hex]:
        """The map hexes that the raid counter and its stream occupy, the raid's own first [7.2.1]."""
        path, step = self.plot[raid].path, self.raid_step[raid]
        tail = self.layout.stream if self.plot[raid].kind <= 1 else 0
        if self.raid_stretched[raid]:
            tail = self.layout.rules.stretch
        found: list[Hex] = []
        for at in range(step, max(step - tail, 0) - 1, -1):
            if at < len(path) and path[at] not in found:
                found.append(path[at])
        return found

    def every_raid(self) -> Sequence[Raid]:
        """All raids of the plan, by number."""
        return RAIDS[: len(self.plot)]

    def raid_with(self, letter: Letter) -> Raid:
        """The raid whose box has that letter."""
        return next(raid for raid, plotted in by_raid(self.plot) if plotted.letter == letter)

    def city_of(self, raid: Raid) -> City:
        """The city that a Main Force or Mosquito raid is to bomb."""
        return City(self.plot[raid].target)

    def flying(self, raid: Raid) -> bool:
        """Is any part of the raid on the map?"""
        return self.raid_fate[raid] == FLYING

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
UNIT_COLUMNS: Final = tuple(name for name in listed(Game) if name.startswith("unit_"))
RAID_COLUMNS: Final = tuple(name for name in listed(Game) if name.startswith("raid_"))
LISTS: Final = tuple(name for name in listed(Game) if name not in UNIT_COLUMNS + RAID_COLUMNS)
SCALARS: Final = tuple(name for name in plain(Game) if name not in ("layout", "plot"))
NUMBERS: Final = tuple(name for name, written in declared.fields(Game).items() if written == "int")


def attack_of(game: Game) -> Attack:
    """The attack under way."""
    assert game.attack is not None, "nobody attacks"
    return game.attack


def new_game(layout: Layout, dice: Any) -> Game:
    """An empty board, before set-up: a clone of one that is made once."""
    if layout.blank is None:
        layout.blank = _lay_out(layout)
    game = layout.blank.clone()
    game.begin(dice)
    return game


def _lay_out(layout: Layout) -> Game:
    game = Game()
    game.layout = layout
    game.begin(ReplayedDice())  # nothing is rolled yet
    for name in NUMBERS:
        setattr(game, name, 0)
    game.jamming = layout.rules.jamming
    game.visibility = MODERATE
    game.twilight = 99
    game.wind = OFF
    game.fidget = NO_BEACON
    game.early = NO_CITY
    game.targets = game.oil = game.drawn = game.north = ()
    game.weather = (OFF,) * 6
    game.cup = bytes(range(len(layout.weather_sides)))
    game.hands = game.discards = ((), ())
    british, german = layout.decks
    game.decks = (british, german)
    game.attack = game.bombed_city = None
    game.patrols = game.stripped = game.mobile = game.mined = ()
    game.patrols_away = ()
    game.plot = ()
    game.landing_zone = ()
    game.ending = ""
    for name in (*RAID_COLUMNS, *LISTS):
        setattr(game, name, [])
    count = len(layout.units)
    game.unit_place = [READY] * count
    game.unit_raid = [NO_RAID] * count
    game.unit_box = [NO_BOX] * count
    game.unit_marks = [DEPLETED if unit.detachment else 0 for unit in layout.units]
    game.unit_fuel = [0] * count
    game.unit_zone = [ENGLAND_ZONE] * count
    game.unit_lost = [0] * count
    return game
