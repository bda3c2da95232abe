"""The state of a career: crews, aircraft, the night, the log so far, and the sortie being flown, if any.

A sortie is a game in its own right (`solitaire`, or `nightfighter` with an umpire) whose state is held inside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from viermot.games.campaign.model.ids import (
    NO_SECTOR,
    Card,
    CrewId,
    PlaneId,
    Role,
    Sector,
    Week,
    by_crew,
    by_plane,
)
from viermot.games.campaign.model.layout import CareerLayout
from viermot.games.campaign.model.orders import Orders
from viermot.games.campaign.model.terms import ACTIVE, EXPERTE, GREEN, IN_STOCK, LETTERS, NONE, ON_GROUND, SEASONED
from viermot.kernel.agenda import Datum, State, Task
from viermot.kernel.dice import Dice
from viermot.kernel.fields import copier


class Crew(NamedTuple):
    """A crew: who they are, what they have done, and how they are [A2]."""

    pilot: str
    operator: str
    gunner: str  # "" in a Me110
    kills: int  # for status and awards; casualties reduce them
    points: int
    downed: int = 0  # shot down since June 1942
    awards: int = 0  # how many of those on the list it holds
    best: int = GREEN  # the highest status it has had
    fate: int = ACTIVE
    back: Week = Week(0)  # the first week in which a wounded pilot flies again
    operator_back: Week = Week(0)
    gunner_back: Week = Week(0)
    leave: Week = Week(0)  # the first week after leave or rest
    streak: int = 0  # weeks assigned in succession
    idle: int = 0  # weeks unassigned in succession
    rested: int = 0  # was it unassigned for two weeks running last month? [A9.4]


class Plane(NamedTuple):
    """An aircraft on strength [A2, A8.1]."""

    type: str
    ready: Week = Week(0)  # the first week in which it can fly
    fate: int = IN_STOCK
    radar: str = ""  # an AI set fitted later


class Flight(NamedTuple):
    """A crew and its aircraft on tonight's patrol display [A5]."""

    crew: CrewId
    plane: PlaneId
    sector: Sector
    role: Role
    state: int = ON_GROUND
    turns: int = 0  # flown tonight
    hits: int = 0
    fought: int = 0
    spare: int = 0  # does a spare pilot fly in place of the crew's own? [A8.3e]


class Flown(NamedTuple):
    """One line of the log of sorties."""

    number: int
    week: Week
    kind: str
    size: str
    card: Card
    bombers: str
    crews: tuple[CrewId, ...]
    planes: tuple[str, ...]
    kills: int
    hits: int
    lost: int
    turns: int


class Victim(NamedTuple):
    """One line of the list of kills."""

    week: Week
    crew: CrewId
    type: str
    engines: int
    points: int


class WeekLine(NamedTuple):
    """What the career came to at the end of a week."""

    week: Week
    score: int
    points: int  # of the first crew, and its kills
    kills: int
    crews: int
    aircraft: int
    sorties: int
    aircraft_lost: int


SCALARS = (
    "week", "moon", "visibility", "cloud", "risen", "cards", "drawn", "counted", "month_cards", "passing", "happened",
    "no_night", "closed", "month_event", "conversions", "score", "lost_crews", "lost_planes", "bonus", "number",
    "prefix", "tended", "arrived", "ending", "level",
)  # fmt: skip
LISTS: Final[dict[str, Callable[..., tuple[object, ...]]]] = {
    "crews": Crew, "planes": Plane, "flights": Flight, "flown": Flown, "victims": Victim, "history": WeekLine,
}  # fmt: skip


class Career(State):
    """One career, of a pilot or of a Staffel."""

    __slots__ = ("landed_sortie", "layout", "orders", "sortie", *SCALARS, *LISTS)

    layout: CareerLayout
    week: Week
    moon: int
    visibility: int  # NONE in a week whose night has not begun
    cloud: int
    risen: int  # has the moon risen tonight? [A3d]
    cards: bytes  # the cards still in the pack
    drawn: int  # scenario cards drawn tonight
    counted: int  # cards drawn tonight that count for the limits, Jokers among them
    month_cards: int
    passing: int  # are quiet weeks skipped without asking?
    happened: int  # has anything happened this week?
    no_night: Week  # the week of this month without a night [A9.1f]
    closed: Sector  # the sector that may not be manned this month, -1 for none [A9.1c]
    month_event: int
    conversions: int  # exchanges still allowed this month [A9.4]
    score: int  # points since June 1942 [A10.1]
    lost_crews: int
    lost_planes: int
    bonus: int
    number: int  # of the sortie being flown or flown last
    prefix: str  # the prefix of this sortie's dice streams
    tended: int  # has the career changed this sortie's game, so that it cannot be replayed alone?
    arrived: int  # the turn in which the standby came in, 0 if it has not
    ending: str
    level: str
    orders: Orders
    sortie: Any  # the state of the game being flown, None on the ground
    landed_sortie: Any  # the last one flown, for looking at; not part of the career
    crews: list[Crew]
    planes: list[Plane]
    flights: list[Flight]
    flown: list[Flown]
    victims: list[Victim]
    history: list[WeekLine]

    def clone(self) -> Career:
        """An independent career that goes on from here."""
        new = Career.__new__(Career)
        new.copy_agenda(self)
        new.everybody = self.everybody
        _copy(new, self)
        if self.sortie is not None:
            new.sortie = self.sortie.clone()
        return new

    def seat_of(self, task: Task) -> int:
        """In flight the sortie asks, and knows whom."""
        if self.sortie is not None and self.sortie.asked is not None and task[0].word.startswith("in_flight"):
            seat: int = self.sortie.seat_of(self.sortie.asked)
            return seat
        return super().seat_of(task)

    def roll(self, count: int, what: str, rules: str, *about: Datum) -> Sequence[int]:
        """Roll dice that everybody sees, and log them."""
        dice = self.dice.roll(count, what)
        self.announce("roll", rules, what, tuple(dice), *about)
        return dice

    def die(self, what: str, rules: str, *about: Datum) -> int:
        """Roll one die that everybody sees."""
        (shown,) = self.roll(1, what, rules, *about)
        return int(shown)

    # -- the date --------------------------------------------------------------------------------------

    @property
    def month(self) -> int:
        """0 for June 1942 to 11 for May 1943."""
        return max(0, (self.week - 1) // 4)

    @property
    def month_number(self) -> int:
        """The month, counted as the charts count."""
        return self.layout.book.month_numbers[self.month]

    # -- crews and aircraft ------------------------------------------------------------------------------

    def status_of(self, crew: Crew) -> int:
        """Green, seasoned or Experte, by kills [A2b]; the pilot of the green form stays green [PC1]."""
        if self.layout.always_green:
            return GREEN
        bars = self.layout.book.staffel.status_by_kills
        return EXPERTE if crew.kills >= bars.experte else SEASONED if crew.kills >= bars.seasoned else GREEN

    def called(self, plane: PlaneId) -> str:
        """What an aircraft is called now: its type, in a Staffel with its letter; events keep the name it had then."""
        type_ = self.planes[plane].type
        return f"{type_} {LETTERS[plane]}" if self.layout.is_staffel else type_

    def active(self) -> list[CrewId]:
        """The crews that have not left the campaign."""
        return [number for number, crew in by_crew(self.crews) if crew.fate == ACTIVE]

    def newest_plane(self) -> PlaneId:
        """The aircraft that joined last."""
        return PlaneId(len(self.planes) - 1)

    def stock(self) -> list[PlaneId]:
        """The aircraft on strength, whether or not in the workshop."""
        return [number for number, plane in by_plane(self.planes) if plane.fate == IN_STOCK]


_copy = copier(Career)  # every field; a sortie under way is cloned after it


def new_career(layout: CareerLayout, dice: Dice) -> Career:
    """A career before its first week."""
    career = Career()
    career.begin(dice)
    career.layout = layout
    career.everybody = layout.everybody
    career.week = career.no_night = Week(0)
    career.moon = career.cloud = career.risen = career.drawn = career.counted = 0
    career.visibility = NONE
    career.cards = b""
    career.month_cards = career.passing = career.happened = career.month_event = 0
    career.closed = NO_SECTOR
    career.conversions = career.score = career.lost_crews = career.lost_planes = career.bonus = career.number = 0
    career.prefix = career.ending = career.level = ""
    career.tended = career.arrived = 0
    career.orders = {}
    career.sortie = career.landed_sortie = None
    career.history = []
    career.crews = []
    career.planes = []
    career.flights = []
    career.flown = []
    career.victims = []
    return career
