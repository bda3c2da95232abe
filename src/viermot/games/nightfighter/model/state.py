"""The state of one game of Nightfighter: plain lists of ints that clone in microseconds.

Fighters are the player's and keep the order of the scenario's list. Attackers (bombers, intruders and the rest) are
appended when their counter is drawn, so the lists hold nothing that the dice have not decided yet. An attacker's number
is for the umpire only; the player knows contacts, each by a new handle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self, TypeVar

from viermot.games.nightfighter.model.board import OFF, TO_ALL, TO_UMPIRE
from viermot.games.nightfighter.model.ids import (
    NO_ZONE,
    NOBODY,
    Attacker,
    Fighter,
    Group,
    Handle,
    Hex,
    Zone,
    attackers,
)
from viermot.games.nightfighter.model.layout import ALERT_SEEN, TYPE_SEEN, Layout
from viermot.games.nightfighter.model.records import (
    NO_ATTACK,
    NO_POSITION,
    AttackPosition,
    LastAttack,
    Marker,
    Search,
    Sweep,
)
from viermot.kernel.agenda import Datum, State
from viermot.kernel.dice import Dice, ReplayedDice
from viermot.kernel.fields import copier, listed, plain

ON_MAP, EXITED, DESTROYED, HELD = range(4)  # the fate of an aircraft; HELD is an attacker that has not entered yet
MAX_TURNS_HELD: Final = 2  # [8.1.4a]


class Game(State):
    """One game: what stands where, who holds whom, and what is still to do."""

    everybody = TO_ALL
    layout: Layout  # what never changes: scenario, options, aircraft
    turn: int
    phase: int
    moon: int
    visibility: int
    cloud: int
    side: int  # the secret side of the chits: 0 red, 1 yellow, -1 before it is chosen [8.1.2]
    cup: bytes  # the chits still in the cup [8.1.3c]
    pools: tuple[bytes, ...]  # for each group of attackers, the counters still to be drawn [8.1.1b]
    box_left: int  # the last turn in which a fighter left the radio beacon box [23.0b]
    flares: int  # the space of the Flares counter on the turn track, 0 when off it [26.2.2a]
    vp: int
    kills: int
    intruder_kills: int
    german_kills: int
    losses: int
    bombers_attacked: int
    won_asked: int  # has the player chosen to fly on for a higher grade? [4.1c]
    ending: str  # why the game is over, "" while it is not
    handles: int  # how many contact handles have been given out

    f_hex: list[Hex]
    f_facing: list[int]
    f_hits: list[int]
    f_fate: list[int]
    f_dives: list[int]  # dives left [18.0b]
    f_blind: list[int]  # the last turn in which it is blinded [17.3.2a]
    f_still: list[int]  # the turn in which it may not move, having scattered [17.3.1b]
    f_tally: list[Attacker]  # the attacker it has tallied
    f_fix: list[Attacker]  # the attacker its AI radar has fixed
    f_spent: list[int]  # MP spent this turn
    f_turned: list[int]  # did it turn this turn?
    f_dived: list[int]  # the last turn in which it dived
    f_evading: list[int]  # the last turn in which it evaded [27.3.1]
    f_corkscrewed: list[int]  # the last turn in which it corkscrewed [17.4.4d]
    f_warned: list[int]  # the last turn in which it had a tail warning [27.3a]
    f_alert: list[int]  # the last turn in which it was attacked, which alerts it; 0 for never [17.4.4a]
    f_oblique: list[int]  # are oblique guns fitted? [20.1]
    f_position: list[AttackPosition]  # the one it took up last [28.4]
    f_attacked: list[LastAttack]  # [11.0b]

    a_group: list[Group]
    a_id: list[int]
    a_hex: list[Hex]
    a_facing: list[int]
    a_fate: list[int]
    a_hits: list[int]
    a_alert: list[int]
    a_light: list[Zone]  # the zone whose searchlights or flares hold it
    a_moved: list[int]  # MP moved this turn
    a_corkscrewed: list[int]  # the last turn in which it corkscrewed
    a_handle: list[Handle]  # the contact the player knows it by, 0 for none
    a_known: list[int]  # what the player has witnessed of it: hits, + 16 alert, + 32 its type
    a_entry: list[int]  # the number on the chit it entered by; 0 once an intruder takes bearings [8.1.3b]
    a_delay: list[int]  # turns it has been held back, 0 once it has entered [8.1.4a]
    a_bearing: list[int]  # which fighter an intruder hunts, and how [27.2a]
    a_rolled: list[int]  # the last turn in which an intruder rolled for a tally [27.2.4a]
    a_dropped: list[int]  # the turn of its torpedo or its first flares [26.2.2a, 26.3b]
    a_left: list[int]  # the turn in which a flying bomb left the map (scenario 8F)
    a_slip: list[int]  # the turn in which an intruder may still displace [16.0e]

    on_map: list[Attacker]  # the attackers on the map, in order of entry
    searches: list[Search]  # the counters now on the map [13.1]
    sweeps: list[Sweep]
    markers: list[Marker]
    owners: list[Attacker]  # the attacker behind each handle

    __slots__ = tuple(__annotations__)

    def clone(self) -> Self:
        """An independent game that goes on from here."""
        new = type(self).__new__(type(self))
        new.copy_agenda(self)
        _copy(new, self)
        return new

    # -- dice: every roll goes through here ---------------------------------------------------------

    def roll(self, count: int, what: str, rules: str, *about: Datum) -> Sequence[int]:
        """Roll dice in the open, and log them."""
        dice = self.dice.roll(count, what)
        self.emit("roll", rules, TO_ALL, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: Datum) -> int:
        """Roll one die in the open."""
        (shown,) = self.roll(1, what, rules, *about)
        return shown

    def secret_die(self, what: str, rules: str, *about: Datum) -> int:
        """Roll one die that only the umpire sees."""
        (shown,) = self.secret_roll(1, what, rules, *about)
        return shown

    def secret_roll(self, count: int, what: str, rules: str, *about: Datum) -> Sequence[int]:
        """Roll dice that only the umpire sees, from their own streams."""
        dice = self.dice.roll(count, "umpire:" + what)
        self.emit("roll", rules, TO_UMPIRE, what, tuple(dice), *about)
        return dice

    # -- who stands where -----------------------------------------------------------------------

    def fighters_on_map(self) -> list[Fighter]:
        """The player's fighters that are in a hex."""
        return [f for f in self.layout.numbers if self.f_hex[f] >= 0]

    def attackers(self) -> tuple[Attacker, ...]:
        """All attackers drawn so far, wherever they are now."""
        return attackers(len(self.a_id))

    def flies(self, fighter: Fighter) -> bool:
        """Is it in a hex, rather than in the box, gone, or not yet set up?"""
        return self.f_hex[fighter] >= 0

    def is_lit(self, attacker: Attacker) -> bool:
        """Do searchlights or flares hold it? [14.2]"""
        return self.a_light[attacker] != NO_ZONE

    def attacker_of(self, handle: Handle) -> Attacker:
        """Which attacker a contact is; only for the rules and the umpire's eyes."""
        return self.owners[handle - 1]

    def in_contact(self, attacker: Attacker) -> bool:
        """Is the attacker fixed or tallied, or always in sight as a flying bomb is?"""
        return (
            self.is_lit(attacker)
            or attacker in self.f_tally
            or attacker in self.f_fix
            or (self.layout.flying_bombs and self.a_fate[attacker] == ON_MAP)
        )

    def type_is_known(self, attacker: Attacker) -> bool:
        """Does the player know its type, from the scenario or because it was identified? [ruling A32]"""
        return self.layout.one_type or bool(self.a_known[attacker] & TYPE_SEEN)

    def witnesses(self, attacker: Attacker) -> int:
        """Who may know what happens to this attacker: the player only while he is in contact [ruling A32]."""
        return TO_ALL if self.a_handle[attacker] else TO_UMPIRE

    # -- what the solitaire game, which is built on this one, does differently ---------------------------

    def reverts(self, attacker: Attacker) -> bool:
        """Once nothing holds it, does its counter stay on the map, less certain? Only in the solitaire game."""
        return False

    def placed_for_sure(self) -> list[Attacker]:
        """The attackers known to be where their counters are: all of them, except in the solitaire game."""
        return self.on_map

    def others_for(self, fighter: Fighter, reach: int) -> int:
        """For how many other bombers might this crew drop its tally, as far as the player knows?

        For any that he knows of: where they are is for him to judge. In the solitaire game the counters lie open, and
        one that is out of reach is out of the question.
        """
        return sum(1 for attacker in self.on_map if self.a_handle[attacker] and attacker != self.f_tally[fighter])

    def unmark(self, attacker: Attacker) -> None:
        """Remove what marks its place, apart from fighters' own tallies and fixes: the searchlights' hold."""
        self.a_light[attacker] = NO_ZONE

    def alert_is_known(self, attacker: Attacker) -> bool:
        """Has the player witnessed that it is alerted? [ruling A32]"""
        return bool(self.a_known[attacker] & ALERT_SEEN)

    def carries_h2s(self, attacker: Attacker) -> bool:
        """Does this particular bomber carry an H2S set? [24.3.1]"""
        return self.layout.groups[self.a_group[attacker]].h2s and self.a_id[attacker] % 10 == 6

    def blinded(self, fighter: Fighter) -> bool:
        """Is the crew dazzled, or following a victim down? [17.3.2]"""
        return self.f_blind[fighter] >= self.turn

    def shaken(self, fighter: Fighter) -> bool:
        """Has it evaded or corkscrewed this turn, and so can neither tally nor fix? [17.4.4d, 27.3.1]"""
        return self.f_evading[fighter] == self.turn or self.f_corkscrewed[fighter] == self.turn

    def can_look(self, fighter: Fighter) -> bool:
        """On the map, with a crew that can see?"""
        return self.flies(fighter) and not self.blinded(fighter) and not self.shaken(fighter)


_copy = copier(Game)
SCALARS: Final = tuple(name for name in plain(Game) if name != "layout")
FIGHTER_LISTS: Final = tuple(name for name in listed(Game) if name.startswith("f_"))
ATTACKER_LISTS: Final = tuple(name for name in listed(Game) if name.startswith("a_"))
OTHER_LISTS: Final = tuple(name for name in listed(Game) if name not in FIGHTER_LISTS + ATTACKER_LISTS)

AGame = TypeVar("AGame", bound=Game)


def new_game(layout: Layout, dice: Dice) -> Game:
    """A game before set-up: a copy of a blank one that is made only once."""
    if layout.blank is None:
        layout.blank = lay_out(layout, Game)
    game: Game = layout.blank.clone()
    game.begin(dice)
    return game


def lay_out(layout: Layout, kind: type[AGame]) -> AGame:
    """A blank game of that class."""
    game = kind()
    game.layout = layout
    game.begin(ReplayedDice())  # nothing is rolled yet
    game.turn = game.phase = 0
    game.moon = game.visibility = game.cloud = 0
    game.side = -1
    game.cup = bytes(range(len(layout.chits)))
    game.pools = tuple(bytes(range(len(group.ids))) for group in layout.groups)
    game.box_left = -2
    game.flares = game.vp = 0
    game.kills = game.intruder_kills = game.german_kills = game.losses = game.bombers_attacked = 0
    game.won_asked = 0
    game.ending = ""
    game.handles = 0
    for name in (*FIGHTER_LISTS, *ATTACKER_LISTS, *OTHER_LISTS):
        setattr(game, name, [])
    count = len(layout.fighters)
    game.f_hex = [OFF] * count
    game.f_dives = [spec.dives for spec in layout.fighters]
    game.f_tally = [NOBODY] * count
    game.f_fix = [NOBODY] * count
    game.f_position = [NO_POSITION] * count
    game.f_attacked = [NO_ATTACK] * count
    for name in FIGHTER_LISTS:
        if not getattr(game, name):
            setattr(game, name, [0] * count)
    return game
