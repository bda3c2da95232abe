"""The state of one game of Nightfighter: plain lists of ints that clone in microseconds.

Fighters are the player's and keep the order of the scenario's list. Attackers (bombers, intruders and the rest) are
appended when their counter is drawn, so the lists hold nothing that the dice have not decided yet. A number of an
attacker is the umpire's business; the player knows contacts, by handles that are minted anew with each contact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, TypeVar

from viermot.games.nightfighter.model.board import OFF, TO_ALL, TO_UMPIRE
from viermot.games.nightfighter.model.ids import NOBODY, Attacker, Fighter, attackers
from viermot.games.nightfighter.model.layout import ALERT_SEEN, NO_ZONE, TYPE_SEEN, Layout
from viermot.kernel.agenda import State
from viermot.kernel.dice import Dice, ReplayedDice

ON_MAP, EXITED, DESTROYED, HELD = range(4)  # the fate of an aircraft; HELD is a delayed attacker

# Everything a position must hold.
SCALARS = (
    "turn", "phase", "moon", "visibility", "cloud", "side", "cup", "pools", "box_left", "flares", "vp",
    "kills", "intruder_kills", "german_kills", "losses", "bombers_attacked", "won_asked", "ending", "handles",
)  # fmt: skip
FIGHTER_LISTS = (
    "f_hex", "f_face", "f_hits", "f_fate", "f_dives", "f_blind", "f_still", "f_tally", "f_fix", "f_spent",
    "f_turned", "f_dived", "f_evading", "f_cork", "f_warned", "f_alert", "f_oblique", "f_position", "f_attacked",
)  # fmt: skip
ATTACKER_LISTS = (
    "a_kind", "a_id", "a_hex", "a_face", "a_fate", "a_hits", "a_alert", "a_light", "a_moved", "a_cork", "a_handle",
    "a_known", "a_plan", "a_done", "a_slip",
)  # fmt: skip
OTHER_LISTS = ("live", "searches", "sweeps", "markers", "owners")


class Game(State):
    """One game: what stands where, who holds whom, and what is still to do."""

    __slots__ = ("layout", *SCALARS, *FIGHTER_LISTS, *ATTACKER_LISTS, *OTHER_LISTS)

    layout: Layout  # what never changes: scenario, options, aircraft
    turn: int
    phase: int
    moon: int
    visibility: int
    cloud: int
    side: int  # the secret side of the chits: 0 red, 1 yellow, -1 not chosen yet [8.1.2]
    cup: bytes  # the chits still in the cup [8.1.3c]
    pools: tuple[bytes, ...]  # for each kind of attacker, the counters not drawn yet [8.1.1b]
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
    handles: int  # how many contact handles have been minted

    f_hex: list[int]
    f_face: list[int]
    f_hits: list[int]
    f_fate: list[int]
    f_dives: list[int]  # dives left [18.0b]
    f_blind: list[int]  # the last turn in which it is blinded [17.3.2a]
    f_still: list[int]  # the turn in which it does not move, having scattered [17.3.1b]
    f_tally: list[Attacker]  # the attacker it has tallied
    f_fix: list[Attacker]  # the attacker its AI radar has fixed
    f_spent: list[int]  # MP spent this turn
    f_turned: list[int]  # did it turn this turn?
    f_dived: list[int]  # the last turn in which it dived
    f_evading: list[int]  # the last turn in which it evaded [27.3.1]
    f_cork: list[int]  # the last turn in which it corkscrewed [17.4.4d]
    f_warned: list[int]  # the last turn in which it had a tail warning [27.3a]
    f_alert: list[int]  # the last turn in which it was attacked and so is alerted, 0 for never [17.4.4a]
    f_oblique: list[int]  # are oblique guns fitted? [20.1]
    f_position: list[tuple[Attacker, int, int]]  # attack position: (attacker, turn, good?) [28.4]
    f_attacked: list[tuple[Attacker, int]]  # (attacker, turn) of its last attack [11.0b]

    a_kind: list[int]
    a_id: list[int]
    a_hex: list[int]
    a_face: list[int]
    a_fate: list[int]
    a_hits: list[int]
    a_alert: list[int]
    a_light: list[int]  # the zone whose searchlights or flares hold it
    a_moved: list[int]  # MP moved this turn
    a_cork: list[int]  # the last turn in which it corkscrewed
    a_handle: list[int]  # the contact the player knows it by, 0 for none
    a_known: list[int]  # what the player has witnessed of it: hits, + 16 alert, + 32 its type
    a_plan: list[int]  # its entry number while held back; later, an intruder's bearing [27.2a]
    a_done: list[int]  # turn of its torpedo launch or first flares, turns held back before entry
    a_slip: list[int]  # the turn in which an intruder may still displace [16.0e]

    live: list[Attacker]  # the attackers on the map, in order of entry
    searches: list[tuple[int, int, int]]  # (radar counter, hex, result) now on the map [13.1]
    sweeps: list[tuple[int, int]]  # (radar counter, hex)
    markers: list[tuple[int, int]]  # (zone, hex) of searchlight search markers [14.2.1a]
    owners: list[Attacker]  # which attacker each handle stood for

    def clone(self) -> Self:
        """A game of its own that goes on from here."""
        new = type(self).__new__(type(self))
        new.copy_agenda(self)
        new.layout = self.layout
        new.turn = self.turn
        new.phase = self.phase
        new.moon = self.moon
        new.visibility = self.visibility
        new.cloud = self.cloud
        new.side = self.side
        new.cup = self.cup
        new.pools = self.pools
        new.box_left = self.box_left
        new.flares = self.flares
        new.vp = self.vp
        new.kills = self.kills
        new.intruder_kills = self.intruder_kills
        new.german_kills = self.german_kills
        new.losses = self.losses
        new.bombers_attacked = self.bombers_attacked
        new.won_asked = self.won_asked
        new.ending = self.ending
        new.handles = self.handles
        new.f_hex = self.f_hex[:]
        new.f_face = self.f_face[:]
        new.f_hits = self.f_hits[:]
        new.f_fate = self.f_fate[:]
        new.f_dives = self.f_dives[:]
        new.f_blind = self.f_blind[:]
        new.f_still = self.f_still[:]
        new.f_tally = self.f_tally[:]
        new.f_fix = self.f_fix[:]
        new.f_spent = self.f_spent[:]
        new.f_turned = self.f_turned[:]
        new.f_dived = self.f_dived[:]
        new.f_evading = self.f_evading[:]
        new.f_cork = self.f_cork[:]
        new.f_warned = self.f_warned[:]
        new.f_alert = self.f_alert[:]
        new.f_oblique = self.f_oblique[:]
        new.f_position = self.f_position[:]
        new.f_attacked = self.f_attacked[:]
        new.a_kind = self.a_kind[:]
        new.a_id = self.a_id[:]
        new.a_hex = self.a_hex[:]
        new.a_face = self.a_face[:]
        new.a_fate = self.a_fate[:]
        new.a_hits = self.a_hits[:]
        new.a_alert = self.a_alert[:]
        new.a_light = self.a_light[:]
        new.a_moved = self.a_moved[:]
        new.a_cork = self.a_cork[:]
        new.a_handle = self.a_handle[:]
        new.a_known = self.a_known[:]
        new.a_plan = self.a_plan[:]
        new.a_done = self.a_done[:]
        new.a_slip = self.a_slip[:]
        new.live = self.live[:]
        new.searches = self.searches[:]
        new.sweeps = self.sweeps[:]
        new.markers = self.markers[:]
        new.owners = self.owners[:]
        return new

    # -- chance, always through here ---------------------------------------------------------

    def roll(self, count: int, what: str, rules: str, *about: object) -> Sequence[int]:
        """Throw dice that everybody sees, and log them."""
        dice = self.dice.roll(count, what)
        self.emit("roll", rules, TO_ALL, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: object) -> int:
        """Throw one die that everybody sees."""
        (shown,) = self.roll(1, what, rules, *about)
        return shown

    def secret_die(self, what: str, rules: str, *about: object) -> int:
        """Throw one die that only the umpire sees."""
        (shown,) = self.secret_roll(1, what, rules, *about)
        return shown

    def secret_roll(self, count: int, what: str, rules: str, *about: object) -> Sequence[int]:
        """Throw dice that only the umpire sees. Their stream is apart from the public ones."""
        dice = self.dice.roll(count, "umpire:" + what)
        self.emit("roll", rules, TO_UMPIRE, what, tuple(dice), *about)
        return dice

    # -- who stands where -----------------------------------------------------------------------

    def fighters_on_map(self) -> list[Fighter]:
        """The player's fighters that are on a hex."""
        return [f for f in self.layout.numbers if self.f_hex[f] >= 0]

    def attackers(self) -> tuple[Attacker, ...]:
        """All that have been drawn, wherever they are now."""
        return attackers(len(self.a_id))

    def flies(self, fighter: Fighter) -> bool:
        """Is it on a hex, not in the box, gone or still to be set up?"""
        return self.f_hex[fighter] >= 0

    def is_lit(self, attacker: Attacker) -> bool:
        """Do searchlights or flares hold it? [14.2]"""
        return self.a_light[attacker] != NO_ZONE

    def attacker_of(self, handle: int) -> Attacker:
        """Which attacker a contact is: for the umpire's eyes and the rules."""
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
        """Does the player know its type: from the scenario, or because it was made out? [ruling A32]"""
        return self.layout.one_type or bool(self.a_known[attacker] & TYPE_SEEN)

    def witnesses(self, attacker: Attacker) -> int:
        """Who may know what happens to this attacker: the player only while in contact [ruling A32]."""
        return TO_ALL if self.a_handle[attacker] else TO_UMPIRE

    # -- what the solitaire game, built on these chapters, does otherwise ---------------------------

    def reverts(self, attacker: Attacker) -> bool:
        """Nothing holds it any more: does its counter stay on the map, less certain? Only in the solitaire game."""
        return False

    def placed_for_sure(self) -> list[Attacker]:
        """The attackers that are where their counters are: all, but for the solitaire game."""
        return self.live

    def unmark(self, attacker: Attacker) -> None:
        """Take off what marks its place apart from fighters' own tallies and fixes: the hold of the lights."""
        self.a_light[attacker] = NO_ZONE

    def alert_is_known(self, attacker: Attacker) -> bool:
        """Has the player witnessed that it is alerted? [ruling A32]"""
        return bool(self.a_known[attacker] & ALERT_SEEN)

    def carries_h2s(self, attacker: Attacker) -> bool:
        """Has this very bomber an H2S set? [24.3.1]"""
        return self.layout.kinds[self.a_kind[attacker]].h2s and self.a_id[attacker] % 10 == 6

    def blinded(self, fighter: Fighter) -> bool:
        """Is the crew dazzled, or following a victim down? [17.3.2]"""
        return self.f_blind[fighter] >= self.turn

    def shaken(self, fighter: Fighter) -> bool:
        """Has it evaded or corkscrewed this turn, and so can neither tally nor fix? [17.4.4d, 27.3.1]"""
        return self.f_evading[fighter] == self.turn or self.f_cork[fighter] == self.turn

    def can_look(self, fighter: Fighter) -> bool:
        """On the map, with a crew that can see?"""
        return self.flies(fighter) and not self.blinded(fighter) and not self.shaken(fighter)


AGame = TypeVar("AGame", bound=Game)


def new_game(layout: Layout, dice: Dice) -> Game:
    """An empty table, before set-up: a copy of one that is laid out once."""
    if layout.blank is None:
        layout.blank = lay_out(layout, Game)
    game: Game = layout.blank.clone()
    game.begin(dice)
    return game


def lay_out(layout: Layout, kind: type[AGame]) -> AGame:
    """An empty table of that kind of game."""
    game = kind()
    game.layout = layout
    game.begin(ReplayedDice())  # nothing is rolled yet
    game.turn = game.phase = 0
    game.moon = game.visibility = game.cloud = 0
    game.side = -1
    game.cup = bytes(range(len(layout.chits)))
    game.pools = tuple(bytes(range(len(kind.ids))) for kind in layout.kinds)
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
    game.f_position = [(NOBODY, 0, 0)] * count
    game.f_attacked = [(NOBODY, 0)] * count
    for name in FIGHTER_LISTS:
        if not getattr(game, name):
            setattr(game, name, [0] * count)
    return game
