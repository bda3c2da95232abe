"""The state of one night: plain lists of ints that clone in microseconds.

Units are the German player's and keep the order of the scenario's list. Raids are the British player's, in the order
of his plan; their numbers are his secret, the German knows raid boxes by letter and counters by hex.
"""

from __future__ import annotations

from typing import Any, Final

from viermot.games.bomber_command.model.board import (
    BROKEN,
    CLEAR,
    EITHER,
    HAZE,
    MODERATE,
    MOONRISE,
    NO_MOON,
    OFF,
    TO_ALL,
    TO_BRITISH,
)
from viermot.games.bomber_command.model.table import NO_FLAK, Table
from viermot.kernel.agenda import State, Task

NOBODY: Final = -1

# Where a unit is when it is in no hex: boxes of the display [7.4.1].
READY, REARM, CLOSED, OUT, RECOVERING, IN_RAID = -1, -2, -3, -4, -5, -6
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

SCALARS = (
    "turn", "phase", "jamming", "naxos", "beleuchter", "visibility", "twilight", "moon", "moon_turn", "bad", "wind",
    "fido", "alerted", "intruders_sent", "targets", "follow_up", "oil", "drawn", "north", "weather", "cup", "hands",
    "decks", "discards", "modifier", "flags", "attack", "fighter_losses", "mosquito_vp", "mine_vp", "bombing_vp2",
    "ending", "end_stage", "patrols", "patrols_away", "stripped", "mobile", "mined", "early", "fidget", "landing_zone",
)  # fmt: skip
UNIT_LISTS = ("u_place", "u_raid", "u_box", "u_marks", "u_fuel", "u_zone", "u_lost")
RAID_LISTS = (
    "r_letter", "r_kind", "r_target", "r_path", "r_entry", "r_first", "r_aim", "r_waypoints", "r_heavy", "r_parent",
    "r_split", "r_leaving", "r_step", "r_before", "r_fate", "r_losses", "r_disrupt", "r_damage", "r_hunt", "r_known",
    "r_no_oboe", "r_stretched", "r_seen", "r_course", "r_load", "r_bombed",
)  # fmt: skip
OTHER_LISTS = ("counters", "drops", "combats", "gci_done", "town", "areas", "sites")


class Game(State):
    """One night: what is where, who holds which cards, and what is still to do."""

    __slots__ = ("table", *SCALARS, *UNIT_LISTS, *RAID_LISTS, *OTHER_LISTS)

    table: Table
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
    targets: tuple[int, ...]  # the city of each Main Force [3.3, 4.5.1]
    follow_up: int
    oil: tuple[int, ...]
    drawn: tuple[int, ...]  # the target chits
    north: tuple[int, ...]  # of each target's city map [12.4.1]
    weather: tuple[int, ...]  # the marker in each zone, OFF while empty
    cup: bytes  # the weather markers not on the map
    hands: tuple[tuple[int, ...], tuple[int, ...]]  # titles, sorted
    decks: tuple[bytes, bytes]  # what has not been drawn
    discards: tuple[tuple[int, ...], tuple[int, ...]]
    modifier: int  # what cards have done to the roll under way
    flags: int  # and what else they did
    attack: tuple[int, ...]  # the attack under way
    fighter_losses: int
    mosquito_vp: int
    mine_vp: int
    bombing_vp2: int  # in half points
    ending: str
    end_stage: int  # is the last raid home (1), or was the night called off (2)? [11.0z]
    patrols: tuple[int, ...]  # in the pool [9.2.4]
    patrols_away: tuple[tuple[int, int], ...]  # (strength, turn of return)
    stripped: tuple[int, ...]  # cities without flak [3.6]
    mobile: tuple[int, ...]  # Mobile Flak: a hex, or ~city
    mined: tuple[int, ...]
    early: int  # the city over which stacked units attack twice this phase, or OFF
    fidget: int  # the beacon box jammed this phase
    landing_zone: tuple[tuple[int, int], ...]  # (zone, modifier) of recovery rolls this phase

    u_place: list[int]
    u_raid: list[int]
    u_box: list[int]  # the city or beacon it is stacked on, 0 for none
    u_marks: list[int]
    u_fuel: list[int]
    u_zone: list[int]  # where it recovers
    u_lost: list[int]  # aircraft

    r_letter: list[int]
    r_kind: list[int]
    r_target: list[int]  # city, mine hex, or OFF
    r_path: list[tuple[int, ...]]
    r_entry: list[int]
    r_first: list[int]
    r_aim: list[int]  # where in the path the target is
    r_waypoints: list[int]
    r_heavy: list[int]
    r_parent: list[int]  # the raid it escorts
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

    counters: list[tuple[int, int, int]]  # (hex, kind of counter, raid)
    drops: list[tuple[int, int, int, int]]  # bombing markers: (city, raid, side, turn placed)
    combats: list[tuple[int, ...]]  # combat markers: (type, hex, raid, who, city, extra)
    gci_done: list[tuple[int, int]]  # (unit, raid) attacks made this phase
    town: list[int]  # the city being bombed; these three belong to bombing.py
    areas: list[int]
    sites: list[tuple[Any, ...]]

    def seat_of(self, task: Task) -> int:
        """Who is asked: for questions put to either seat the first argument says so."""
        seat: int = task[0].seat
        return int(task[1]) if seat == EITHER else seat

    def clone(self) -> Game:
        """A game of its own that goes on from here."""
        new = Game.__new__(Game)
        new.copy_agenda(self)
        new.table = self.table
        new.turn = self.turn
        new.phase = self.phase
        new.jamming = self.jamming
        new.naxos = self.naxos
        new.beleuchter = self.beleuchter
        new.visibility = self.visibility
        new.twilight = self.twilight
        new.moon = self.moon
        new.moon_turn = self.moon_turn
        new.bad = self.bad
        new.wind = self.wind
        new.fido = self.fido
        new.alerted = self.alerted
        new.intruders_sent = self.intruders_sent
        new.targets = self.targets
        new.follow_up = self.follow_up
        new.oil = self.oil
        new.drawn = self.drawn
        new.north = self.north
        new.weather = self.weather
        new.cup = self.cup
        new.hands = self.hands
        new.decks = self.decks
        new.discards = self.discards
        new.modifier = self.modifier
        new.flags = self.flags
        new.attack = self.attack
        new.fighter_losses = self.fighter_losses
        new.mosquito_vp = self.mosquito_vp
        new.mine_vp = self.mine_vp
        new.bombing_vp2 = self.bombing_vp2
        new.ending = self.ending
        new.end_stage = self.end_stage
        new.patrols = self.patrols
        new.patrols_away = self.patrols_away
        new.stripped = self.stripped
        new.mobile = self.mobile
        new.mined = self.mined
        new.early = self.early
        new.fidget = self.fidget
        new.landing_zone = self.landing_zone
        new.u_place = self.u_place[:]
        new.u_raid = self.u_raid[:]
        new.u_box = self.u_box[:]
        new.u_marks = self.u_marks[:]
        new.u_fuel = self.u_fuel[:]
        new.u_zone = self.u_zone[:]
        new.u_lost = self.u_lost[:]
        new.r_letter = self.r_letter[:]
        new.r_kind = self.r_kind[:]
        new.r_target = self.r_target[:]
        new.r_path = self.r_path[:]
        new.r_entry = self.r_entry[:]
        new.r_first = self.r_first[:]
        new.r_aim = self.r_aim[:]
        new.r_waypoints = self.r_waypoints[:]
        new.r_heavy = self.r_heavy[:]
        new.r_parent = self.r_parent[:]
        new.r_split = self.r_split[:]
        new.r_leaving = self.r_leaving[:]
        new.r_step = self.r_step[:]
        new.r_before = self.r_before[:]
        new.r_fate = self.r_fate[:]
        new.r_losses = self.r_losses[:]
        new.r_disrupt = self.r_disrupt[:]
        new.r_damage = self.r_damage[:]
        new.r_hunt = self.r_hunt[:]
        new.r_known = self.r_known[:]
        new.r_no_oboe = self.r_no_oboe[:]
        new.r_stretched = self.r_stretched[:]
        new.r_seen = self.r_seen[:]
        new.r_course = self.r_course[:]
        new.r_load = self.r_load[:]
        new.r_bombed = self.r_bombed[:]
        new.counters = self.counters[:]
        new.drops = self.drops[:]
        new.combats = self.combats[:]
        new.gci_done = self.gci_done[:]
        new.town = self.town[:]
        new.areas = self.areas[:]
        new.sites = self.sites[:]
        return new

    # -- chance, always through here ---------------------------------------------------------

    def roll(self, count: int, what: str, rules: str, *about: Any) -> Any:
        """Throw dice that everybody sees, and log them."""
        dice = self.dice.roll(count, what)
        self.emit("roll", rules, TO_ALL, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: Any) -> int:
        """Throw one die that everybody sees, and log it."""
        (face,) = self.roll(1, what, rules, *about)
        return int(face)

    def secret_roll(self, count: int, what: str, rules: str, *about: Any) -> Any:
        """Throw dice that only the British player sees."""
        dice = self.dice.roll(count, "british:" + what)
        self.emit("roll", rules, TO_BRITISH, what, tuple(dice), *about)
        return dice

    # -- sky --------------------------------------------------------------------------------

    def weather_in(self, zone: int) -> int:
        """The weather of a zone as its marker shows it [3.4.1]."""
        return self.table.weather_sides[self.weather[zone]][self.bad]

    def weather_at(self, place: int) -> int:
        """The weather for bombing and scrambling; in the Ruhr Haze where that is worse [3.4.3, ruling C63]."""
        found = self.weather_in(self.table.zone_of[place])
        return HAZE if found in (CLEAR, BROKEN) and place in self.table.ruhr else found

    def weather_modifier(self, place: int) -> int:
        """What the weather does to combat and infiltration; in the Ruhr the worse of it and Haze [3.4.2, 3.4.3]."""
        modifiers = self.table.weather_modifier
        if place < 0:  # ~zone, where only the division counts
            return modifiers[self.weather_in(~place)]
        found = modifiers[self.weather_in(self.table.zone_of[place])]
        return min(found, modifiers[HAZE]) if place in self.table.ruhr else found

    def is_twilight(self) -> bool:
        return self.turn >= self.twilight

    def moon_up(self) -> bool:
        """Has the moon risen? Twilight puts an end to it [12.1.2c, ruling C32]."""
        if self.moon == NO_MOON or self.is_twilight():
            return False
        return self.turn >= self.moon_turn if self.moon == MOONRISE else self.turn <= self.moon_turn

    def sight(self) -> int:
        """The visibility modifier of infiltration and combat [3.4.4, 3.4.5]."""
        environment = self.table.environment
        if self.is_twilight():
            return int(environment.twilight)
        value = MODERATE - self.visibility
        return value + int(environment.moon) if self.moon_up() else value

    def sky_modifiers(self, place: int, secret: bool = False) -> list[tuple[str, int, str]]:
        """What weather and visibility add to combat and infiltration rolls, each with its rule.

        Of a secret place only the modifier is told, not that it lies in the Ruhr [9.4.4].
        """
        rule = "3.4.3" if place in self.table.ruhr and not secret else "3.4.2a"
        seen = "3.4.5b" if self.is_twilight() else "12.1.2c" if self.moon_up() else "3.4.4b"
        return [("weather", self.weather_modifier(place), rule), ("visibility", self.sight(), seen)]

    # -- units ----------------------------------------------------------------------------------

    def airborne(self, unit: int) -> bool:
        """On the map, in Jutland, in England or in a raid box."""
        place = self.u_place[unit]
        return place >= 0 or place == IN_RAID

    def strength(self, unit: int) -> int:
        """The combat strength of the side that is up [2.2.2b]."""
        fit = self.table.units[unit]
        return fit.depleted if self.u_marks[unit] & DEPLETED else fit.full

    def has(self, unit: int, marks: int) -> bool:
        return bool(self.u_marks[unit] & marks)

    # -- raids ----------------------------------------------------------------------------------

    def raid_hexes(self, raid: int) -> list[int]:
        """The map hexes that the raid counter and its stream occupy, the raid's own first [7.2.1]."""
        path, step = self.r_path[raid], self.r_step[raid]
        tail = self.table.stream if self.r_kind[raid] <= 1 else 0
        if self.r_stretched[raid]:
            tail = self.table.rules.stretch
        found: list[int] = []
        for at in range(step, max(step - tail, 0) - 1, -1):
            if at < len(path) and path[at] not in found:
                found.append(path[at])
        return found

    def flying(self, raid: int) -> bool:
        """Is any part of the raid on the map?"""
        return self.r_fate[raid] == FLYING

    def flak_of(self, city: int) -> int:
        """A city's flak value now, NO_FLAK if it has none [9.6, 3.6b]."""
        value = self.table.cities[city].flak
        if value == NO_FLAK or city in self.stripped:
            return NO_FLAK
        return value + self.mobile.count(~city)

    def area_flak_of(self, hex_: int) -> int:
        """The area flak of a hex now, NO_FLAK if it has none [9.6]."""
        value = self.table.area_flak[hex_]
        guns = self.mobile.count(hex_)
        return value if not guns else max(value, 0) + guns

    def infiltration_value(self) -> int:
        """What an infiltration roll must reach at this jamming level [8.1a]."""
        return self.table.infiltration[self.jamming]


def new_game(table: Table, dice: Any) -> Game:
    """An empty table, before set-up: a copy of one that is laid out once."""
    if table.blank is None:
        table.blank = _lay_out(table)
    game: Game = table.blank.clone()
    game.begin(dice)
    return game


def _lay_out(table: Table) -> Game:
    game = Game()
    game.table = table
    game.begin(None)
    for name in SCALARS:
        setattr(game, name, 0)
    game.jamming = table.rules.jamming
    game.visibility = MODERATE
    game.twilight = 99
    game.wind = game.fidget = game.early = OFF
    game.targets = game.oil = game.drawn = game.north = ()
    game.weather = (OFF,) * 6
    game.cup = bytes(range(len(table.weather_sides)))
    game.hands = game.discards = ((), ())
    game.decks = (table.decks[0], table.decks[1])
    game.attack = game.patrols = game.patrols_away = game.stripped = game.mobile = game.mined = ()
    game.landing_zone = ()
    game.ending = ""
    for name in (*RAID_LISTS, *OTHER_LISTS):
        setattr(game, name, [])
    count = len(table.units)
    game.u_place = [READY] * count
    game.u_raid = [NOBODY] * count
    game.u_box = [0] * count
    game.u_marks = [DEPLETED if unit.detachment else 0 for unit in table.units]
    game.u_fuel = [0] * count
    game.u_zone = [0] * count
    game.u_lost = [0] * count
    return game
