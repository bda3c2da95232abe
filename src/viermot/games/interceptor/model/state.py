"""The state of a career: plain ints and small records that clone in a few microseconds [3.3, 3.4a, 4.3.2].

The game holds the calendar, the raid and the deck; a Pilot holds one man's career and the sortie he is on
(`records.py`). Usually there is only one; with several [10.1] `game.pilot` is the one whose turn it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viermot.games.interceptor.model.ids import BomberType, EnemyType, MonthNumber, Seat
from viermot.games.interceptor.model.layout import Frame, Layout
from viermot.games.interceptor.model.records import Pilot as Pilot
from viermot.games.interceptor.model.records import Record
from viermot.games.interceptor.model.terms import PILOT
from viermot.kernel.agenda import Datum, State, Task
from viermot.kernel.dice import Dice
from viermot.kernel.fields import copier

UNKNOWN: Final = -2  # the raid's composition before it is met
UNKNOWN_BOMBERS: Final = BomberType(UNKNOWN)
UNKNOWN_ESCORT: Final = EnemyType(UNKNOWN)


class Raid(Record):
    """The raid on this line of the log [6.1, 7.1.2]."""

    roll: int = 0  # on A1, 0 before it is made
    zone: int = 0
    weather: int = 0
    bombers: BomberType = UNKNOWN_BOMBERS  # their type, UNKNOWN until the raid is intercepted [7.1.2]
    escort: EnemyType = UNKNOWN_ESCORT  # its escort's, -1 for none


class Game(State):
    """One game: the calendar, the raid, the deck, and the pilots."""

    __slots__ = ("deck", "ending", "layout", "line", "me", "month", "pilot", "pilots", "raid")

    layout: Layout
    everybody: int  # the layout's mask of all seats
    month: MonthNumber
    line: int  # of the log, from 1
    deck: bytes  # the cards not drawn, by number
    raid: Raid
    pilots: list[Pilot]
    me: Seat
    pilot: Pilot  # pilots[me]
    ending: str

    def clone(self) -> Game:
        """An independent game that goes on from here."""
        new = Game.__new__(Game)
        new.copy_agenda(self)
        COPY(new, self)
        new.raid = self.raid.__copy__()
        new.pilots = [pilot.clone() for pilot in self.pilots]
        new.pilot = new.pilots[self.me]
        return new

    def seat_of(self, task: Task) -> int:
        """The pilot whose turn it is, or his rival, who speaks for the enemy [10.1.2]."""
        if task[0].seat == PILOT:
            return self.me
        return (self.me + 1) % len(self.pilots)

    # -- chance, always through here ----------------------------------------------------------------

    def roll(self, count: int, what: str, rules: str, *about: Datum) -> Sequence[int]:
        """Roll six-sided dice and log them."""
        dice: Sequence[int] = self.dice.roll(count, what)
        self.announce("roll", rules, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: Datum) -> int:
        """Roll one six-sided die and log it."""
        (face,) = self.roll(1, what, rules, *about)
        return face

    def roll_sided(self, sides: int, what: str, rules: str, *about: Datum) -> int:
        """Roll one die of ten or twenty sides and log it."""
        value: int = self.dice.draw(sides, what) + 1
        self.announce("roll", rules, what, (value,), *about)
        return value

    def either(self, count: int, what: str) -> int:
        """Pick one of several things, all equally likely."""
        value: int = self.dice.draw(count, what)
        return value

    def use_up(self, skill: int, mark: int = 0) -> None:
        """A skill has been used; most work once a sortie, as the list of skills says [7.7]."""
        if self.layout.once_a_sortie & skill:
            self.pilot.sortie.spent |= mark or skill

    # -- looks ------------------------------------------------------------------------------------------

    @property
    def mat(self) -> Frame:
        """The data of the aircraft being flown [4.4.1]."""
        return self.layout.aircraft[self.pilot.career.aircraft]

    def turn_to(self, who: Seat) -> None:
        """Make another pilot the one whose turn it is."""
        self.me = who
        self.pilot = self.pilots[who]

    def hand_to(self, who: Seat) -> None:
        """Another pilot's turn begins, and everybody is told whose [10.1]."""
        if who != self.me:
            self.turn_to(who)
            self.announce("turn_of", "10.1.2" if self.layout.versus else "10.1.1a", who)


def new_game(layout: Layout, dice: Dice) -> Game:
    """A game before its first step: a full deck, and pilots without a unit."""
    game = Game.__new__(Game)
    game.begin(dice)
    game.layout = layout
    game.everybody = layout.everybody
    game.month = layout.start
    game.line = 0
    game.deck = layout.deck
    game.raid = Raid()
    game.ending = ""
    game.pilots = [Pilot() for _ in range(layout.pilots)]
    game.me = Seat(0)
    game.pilot = game.pilots[0]
    return game


COPY: Final = copier(Game)  # every field; what a game changes in place, `clone` copies after it
