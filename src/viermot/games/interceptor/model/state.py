"""The state of a career: plain ints and small lists that clone in a microsecond or two [3.3, 3.4a, 4.3.2].

The game holds the calendar, the raid and the deck; a Pilot holds one man's career and the sortie he is on. There is
one pilot alone; in company [10.1] `game.pilot` is the one whose turn it is.
"""

from __future__ import annotations

from typing import Any

from viermot.games.interceptor.model.table import Frame, Table
from viermot.games.interceptor.model.terms import AIRBORNE, AIRFRAME, PILOT, SYSTEMS
from viermot.kernel.agenda import State, Task

SCALARS = ("month", "line", "deck", "raid", "zone", "weather", "bombers", "escort", "me", "ending")
UNKNOWN = -2  # what the raid is made of, before it is met

# What a pilot keeps from sortie to sortie, with its value at the start.
CAREER: dict[str, Any] = {
    "unit": -1, "aircraft": -1, "officer": 1, "rank": 0, "xp": 0, "skills": 0, "bombers": 0, "fighters": 0,
    "wounds": 0, "awards": 0, "flights": 0, "points": 0, "level": 0, "fatigue": 0, "leave": 0, "markers": 0,
    "charmed": 0, "charm": 0, "discharge": 0, "newcomer": 0, "wing_sorties": 0, "wing_wounds": 0,
    "away": "", "starts": 0, "waived": 0, "lost_unique": 0, "free_moves": 0, "ace": "", "special": 0, "air_bomb": 0,
    "wing_xp": 1, "wing_skills": 0, "wing_bombers": 0, "wing_fighters": 0, "wing_missing": 0, "wing_flights": 0,
    "gun_xp": 0, "gun_skills": 0, "gun_kills": 0, "gun_missing": 0, "gun_flights": 0, "over": 0,
    "kills_then": 0, "period_awards": 0, "offers": 0, "looked": 0, "wing_awards": 0,
    "ward_xp": 0, "ward_skills": 0, "ward_kills": 0, "ward_flights": 0, "leads": 0,
}  # fmt: skip
# What belongs to one sortie and is laid out afresh at take-off.
SORTIE: dict[str, Any] = {
    "flying": 0,  # is this line flown?
    "fate": 0,  # ON_GROUND, AIRBORNE, LANDED, ...
    "lost": 0,  # is the aircraft gone?
    "downed": 0,  # why it is: STILL_FLYING, SHOT_AWAY, BURNING, ...
    "wound": 0, "wounds_now": 0, "gun_wound": 0, "hurt": 0, "gun_hurt": 0,
    "repair": 0,  # hits that count for repair [7.4.2]
    "forced": 0,  # a forced landing: the next line is lost [7.4.5]
    "sortie_b": 0, "sortie_f": 0,
    "sheet": "",  # aircraft met, as the log sheet lists them (losses.py)
    "wing_sortie": 0,  # the wingman's kills
    "wing": 0, "wing_wound": 0,
    "ahead": 0, "box": 0, "had_event": 0, "trouble": 0, "home": 0,
    "spent": 0,  # skills used up this sortie, a bit each; the wingman's Expert is bit 30
    "jammed": 0, "broken": 0,  # weapons, a bit each
    "rockets": 0,  # 1 while they are under the wings and whole
    # bomber combat
    "met": 0, "bomber_type": -1, "escort": -1, "target": -1, "range": 0, "first_pass": 0, "fresh": 0, "formation": 0,
    "aim": AIRFRAME, "scored": 0, "straggler": 0, "flakked": 0, "location": 0, "altitude": 0, "late_shot": 0,
    # fighter combat
    "enemy": -1, "orientation": 0, "free_shot": 0, "bounced": 0, "enemy_quality": 1, "round": 0, "free": 0, "helped": 0,
    "assisting": 0, "last_enemy": 0, "holds": 0, "told": 0,
    "fought": 0, "foe_down": 0, "foe_scored": 0,
    # one round's scratch: results on cards wait here until both sides' are applied together
    "shot": 0, "bonus": 0, "after_jam": 0, "incoming": 0, "exposed": 0, "gunners": 0, "avoid": 0, "gain": 0, "dodge": 0,
    "enemy_gain": 0, "finish": 0, "wing_fp": 0, "rear": 0, "was": 0, "burst": 0, "attacking": 0, "bomber_down": 0,
    "wing_kill": 0, "silent": 0, "gun": 0,
}  # fmt: skip
NOBODY = -1
NOTHING = -1  # no shot was fired: neither hits nor a miss
LISTS = ("ammo", "own", "foe", "bomber")
NO_BOMBER = 12


class Pilot:
    """One man: his career, and the sortie he is flying."""

    unit: int
    aircraft: int
    officer: int
    rank: int
    xp: int
    skills: int
    bombers: int
    fighters: int
    wounds: int
    awards: int
    flights: int
    points: int
    level: int
    fatigue: int
    leave: int
    markers: int
    charmed: int  # has the lucky charm of his career been used?
    charm: int  # when he wants it offered (chance.py)
    newcomer: int  # has a man with points to spend joined him since they were last spent? [8.1 D]
    discharge: int  # what waits for his release from hospital: MACHINE, LOST_MACHINE, OLD_CREW
    away: str  # why he misses the lines to come, a letter each (career.py)
    starts: int  # the first month of his career
    waived: int
    lost_unique: int
    free_moves: int
    ace: str
    special: int
    air_bomb: int  # the month (+ 1) in which the bomb was dropped last
    wing_xp: int
    wing_skills: int
    wing_bombers: int
    wing_fighters: int
    wing_missing: int
    wing_flights: int
    gun_xp: int
    gun_skills: int
    gun_kills: int
    gun_missing: int
    gun_flights: int
    over: int
    kills_then: int  # at the last promotion date [7.9.3]
    period_awards: int  # since then
    offers: int  # aircraft that R1 has on offer now, a bit each
    looked: int  # series looked up on R1 after this sortie, a bit each
    wing_awards: int
    wing_sorties: int
    wing_wounds: int
    ward_xp: int  # the gunner in hospital, while another flies for him [7.4.8]
    ward_skills: int
    ward_kills: int
    ward_flights: int
    leads: int  # is he the leader when his unit flies together? [10.1.1]

    flying: int
    fate: int
    lost: int
    downed: int
    wound: int
    wounds_now: int
    gun_wound: int
    hurt: int  # what his wounds of this sortie weigh (wounds.py)
    gun_hurt: int
    repair: int
    forced: int
    sortie_b: int
    sortie_f: int
    sheet: str
    wing_sortie: int
    wing: int
    wing_wound: int
    ahead: int  # does he lead this flight now? [10.1.1]
    box: int
    had_event: int
    trouble: int
    home: int  # must he go home when this combat is over?
    spent: int
    jammed: int
    broken: int
    rockets: int
    met: int  # the interception result of this box
    bomber_type: int
    escort: int
    target: int
    range: int
    first_pass: int
    fresh: int  # the first firing round of a pass
    formation: int
    aim: int
    scored: int  # who of us has damaged the target: pilot or wingman, a bit each [7.4.3]
    straggler: int
    flakked: int
    location: int
    altitude: int
    late_shot: int  # does the bomber fire first at Long range? [10.5]
    enemy: int
    orientation: int
    free_shot: int
    bounced: int
    enemy_quality: int
    round: int
    free: int  # has he downed his opponent and may help others? [10.1.1]
    helped: int
    assisting: int
    last_enemy: int  # the type he fought last
    holds: int  # does the rear gunner hold his fire? [7.2.2.4]
    told: int  # the round in which he was given that order
    fought: int
    foe_down: int  # why the opponent is lost, 0 while he flies
    foe_scored: int  # who of us has damaged him: pilot, wingman or gunner, a bit each [7.4.3]
    shot: int  # our result: a number of hits, GP or DE
    bonus: int  # hits by an extended burst
    after_jam: int  # what jams once the burst is fired
    incoming: int  # the enemy's result
    exposed: int  # is the bomber's fire one hit better? [7.1.13]
    gunners: int  # gunner hits that count against its fire
    avoid: int  # hits we avoid
    gain: int  # positions we gain
    dodge: int  # hits the enemy avoids
    enemy_gain: int
    finish: int  # how the encounter ends after this round
    wing_fp: int  # the wingman attacks with this
    rear: int  # the rear gunner's hits
    was: int  # the orientation in which the round was fought
    burst: int  # ammunition an extended burst takes from each weapon, 0 for none
    attacking: int  # is a pass being flown, so that a blast would reach him?
    wing_kill: int  # did the wingman shoot the opponent down?
    bomber_down: int  # why the target is lost, 0 while it flies
    silent: int  # has a burst jammed all guns before they fired? [7.1.13]
    gun: int  # whose fire is being resolved; NOBODY for flak

    ammo: list[int]  # by weapon, -1 unlimited
    own: list[int]  # hits by system
    foe: list[int]
    bomber: list[int]

    def __init__(self) -> None:
        self.__dict__.update(CAREER)
        self.__dict__.update(SORTIE)
        self.ammo = []
        self.own = [0] * len(SYSTEMS)
        self.foe = [0] * len(SYSTEMS)
        self.bomber = [0] * NO_BOMBER

    def clone(self) -> Pilot:
        """A man of his own, alike in everything."""
        new = Pilot.__new__(Pilot)
        new.__dict__.update(self.__dict__)
        new.ammo = self.ammo[:]
        new.own = self.own[:]
        new.foe = self.foe[:]
        new.bomber = self.bomber[:]
        return new

    @property
    def missing(self) -> int:
        """How many lines of the log he will miss."""
        return len(self.away)

    @property
    def kills(self) -> int:
        """All confirmed victories."""
        return self.bombers + self.fighters

    @property
    def airborne(self) -> bool:
        """Is he still in the air?"""
        return self.fate == AIRBORNE


class Game(State):
    """One game: the calendar, the raid, the deck, and the pilots."""

    __slots__ = ("pilot", "pilots", "table", *SCALARS)

    table: Table
    pilots: list[Pilot]
    pilot: Pilot  # pilots[me]
    me: int
    month: int  # 0 is March 1943
    line: int  # of the log, from 1
    deck: bytes  # the cards not drawn, in order of number
    raid: int  # the roll on A1, 0 before it
    zone: int
    weather: int
    bombers: int  # the type of this raid's bombers, UNKNOWN until it is intercepted [7.1.2]
    escort: int  # and of its escort, -1 for none
    ending: str

    def clone(self) -> Game:
        """A game of its own that goes on from here."""
        new = Game.__new__(Game)
        new.copy_agenda(self)
        new.table = self.table
        new.month = self.month
        new.line = self.line
        new.deck = self.deck
        new.raid = self.raid
        new.zone = self.zone
        new.weather = self.weather
        new.bombers = self.bombers
        new.escort = self.escort
        new.ending = self.ending
        new.me = self.me
        new.pilots = [pilot.clone() for pilot in self.pilots]
        new.pilot = new.pilots[self.me]
        return new

    def seat_of(self, task: Task) -> int:
        """The pilot whose turn it is, or his rival, who speaks for the enemy [10.1.2]."""
        if task[0].seat == PILOT:
            return self.me
        return (self.me + 1) % len(self.pilots)

    # -- chance, always through here ----------------------------------------------------------------

    def tell(self, kind: str, rules: str, *data: Any) -> None:
        """Log something; nothing that has happened is secret in this game."""
        if self.log_shared:
            self._part_ways()
        self.log.append((kind, rules, self.table.to_all, data))

    def roll(self, count: int, what: str, rules: str, *about: Any) -> Any:
        """Throw six-sided dice and log them."""
        dice = self.dice.roll(count, what)
        self.tell("roll", rules, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: Any) -> int:
        """Throw one six-sided die and log it."""
        (face,) = self.roll(1, what, rules, *about)
        return int(face)

    def roll_sided(self, sides: int, what: str, rules: str, *about: Any) -> int:
        """Throw one die of ten or twenty sides and log it."""
        value: int = self.dice.draw(sides, what) + 1
        self.tell("roll", rules, what, (value,), *about)
        return value

    def either(self, count: int, what: str) -> int:
        """One of so many things, all alike."""
        value: int = self.dice.draw(count, what)
        return value

    # -- looks ------------------------------------------------------------------------------------------

    @property
    def mat(self) -> Frame:
        """The data of the aircraft being flown [4.4.1]."""
        return self.table.aircraft[self.pilot.aircraft]

    def turn_to(self, who: int) -> None:
        """Make another pilot the one whose turn it is."""
        self.me = who
        self.pilot = self.pilots[who]

    def hand_to(self, who: int) -> None:
        """Another pilot's turn begins, and everybody is told whose [10.1]."""
        if who != self.me:
            self.turn_to(who)
            self.tell("turn_of", "10.1.2" if self.table.versus else "10.1.1a", who)


def new_game(table: Table, dice: Any) -> Game:
    """A game before its first step: the deck full, the pilots not yet posted."""
    game = Game.__new__(Game)
    game.begin(dice)
    game.table = table
    game.month = table.start
    game.line = 0
    game.deck = table.deck
    game.raid = 0
    game.zone = 0
    game.weather = 0
    game.bombers = game.escort = UNKNOWN
    game.ending = ""
    game.pilots = [Pilot() for _ in range(table.pilots)]
    game.me = 0
    game.pilot = game.pilots[0]
    return game
