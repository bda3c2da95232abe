"""The pace of play, so that the clock reveals to nobody what another holds or does [Bomber Command, rulings C36 and
C69].

Some questions are asked only of a seat that could do something, so that being asked is telling: a game names them (its
face's `pacing`, see pacing.py). The consequences of an answer are therefore shown later, by a rule that does not look
at who was asked; until then every outlet shows those who wait the game as it was (`published.py`).

**Between people** every silent question takes the same time, its pause, whether it was asked and answered within that
time or passed over because there was nothing to choose. The seat that is asked sees it when those before it have taken
theirs. So an answer within the pause changes neither what anybody sees nor when; one that takes longer shows.

**With an umpire**, who knows everything and is asked a lot, one pause stands for all he may be asked between two of the
player's questions; he himself is never kept waiting.

**Against bots** the consequences of an answer are shown a short tick after it (one more beyond 25 silent questions on
the way, asked or passed over, and for every 50 after them), by which time they have answered, if they were asked
anything. So is what they do before anybody has answered: at the beginning, and after somebody went back or handed a
seat over. What the person's own orders answer on the way counts from the same moment: the moment of a bot's answer
before them would reveal that it was asked.

Pauses begin with an entry of the log and their length is fixed, so that every process of a server keeps the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from viermot.kernel.agenda import seats_asked
from viermot.kernel.bots import is_budgeted
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.record import Entry
from viermot.kernel.session import shallow_copy
from viermot.kernel.standing import GIVEN
from viermot.server import about, clock
from viermot.server.rows import RecordRow

if TYPE_CHECKING:
    from viermot.server.pacing import Pacing
    from viermot.server.published import Point
    from viermot.server.table import Table

TICK: Final = 0.04  # seconds after an answer by which bots have given theirs
DEEP_TICK: Final = 1.0  # the same where a bot thinks as long as people may wait (kernel/bots.py)
IN_A_TICK, IN_MORE = 25, 50  # silent questions that a bot answers in the first tick, errand included, and in each next
AFTER: Final = 0.002  # seconds: nobody does what he has waited to do before he has been shown what there is
NOTHING: Final = 1e-6  # seconds for which nobody need be woken again
LONG_THOUGHT: Final = 3.0  # seconds after which people are shown how far the bots have got


@dataclass
class Hold:
    """A seat is kept waiting: since when, until when, and what it is shown meanwhile."""

    since: float
    until: float
    point: Point
    answered: bool  # it has answered what it is asked at that point
    tick: bool  # for bots, too short for anybody to notice: requests simply wait


def as_if_thought(seconds: float) -> float:
    """How long a bot that searches seems to have thought: what takes it very long is entered at a whole step of that.

    Whoever waits so long is shown how far the game has come (`Pace.wait`), so that no tick hides the moment of what
    follows; and how long a search takes may depend on what it is about.
    """
    return seconds if seconds <= LONG_THOUGHT else LONG_THOUGHT * math.ceil(seconds / LONG_THOUGHT)


class Pace:
    """Which seats of a table are kept waiting."""

    def __init__(self) -> None:
        self.held: dict[str, Hold] = {}
        self.latest: dict[str, float] = {}  # when each seat was last shown something that it had to wait for
        self.slots = 0  # silent questions since a person who plays against bots last did something
        self.acted = 0.0  # when that was
        self.asked_from = 0.0  # when the last silent question was, or is, shown to the seat it is for
        self.tick = TICK  # by when the bots of this table have answered

    def draft(self) -> Pace:
        """A copy, kept up to date until what was played is written."""
        twin = Pace()
        twin.held = {seat: shallow_copy(hold) for seat, hold in self.held.items()}
        twin.latest = dict(self.latest)
        twin.asked_from, twin.slots, twin.acted, twin.tick = self.asked_from, self.slots, self.acted, self.tick
        return twin

    def take(self, draft: Pace) -> None:
        """The draft stands. What bots did to a wait while it was being written is not forgotten."""
        for seat, hold in draft.held.items():
            before = self.held.get(seat)
            if before is not None and before.since == hold.since:
                hold.until = max(hold.until, before.until)
        self.held, self.asked_from, self.tick = draft.held, draft.asked_from, draft.tick
        self.slots, self.acted = draft.slots, draft.acted
        for seat, at in draft.latest.items():
            self.latest[seat] = max(self.latest.get(seat, 0.0), at)

    def follow(self, table: Table, row: RecordRow, before: Callable[[], Point]) -> None:
        """An entry was just made at a table; ``before`` gives the table as it was, for those who are kept waiting."""
        pacing = pacing_at(table)
        entry = row.entry
        if pacing is None or entry.seat == pacing.all_knowing:
            return
        people = between_people(table)
        watched = self._is_watched(table, entry)
        own = watched or not self._follows(table, entry)
        if own and not people:
            self.slots, self.acted = 0, row.at
        if not entry.is_answer:
            return
        self.tick = tick_at(table)
        unasked = sum(word in pacing.silent for word in table.live.session.unasked)
        self.slots += unasked + (entry.question in pacing.silent)
        if not people and self._is_bot(table, entry) and not watched:
            self._stretch()  # it answers within the ticks of whoever it plays against
            return
        if pacing.all_knowing:
            silent = pacing.opens(entry.question)
            begins = row.at if own else self._ends_for(entry.seat, row.at)
            shown = asked = begins + pacing.pause if silent and people else begins
        else:
            next_ = silently_asked(table)
            silent = bool(unasked or next_ or entry.question in pacing.silent)
            asked = self._done_with(row, entry.question in pacing.silent, pacing.pause, own) + unasked * pacing.pause
            shown = asked + pacing.pause if next_ else asked
            self.asked_from = asked
        if not silent and (people or table.live.bot_asked() is None):
            return
        point, since = before(), row.at if people else self.acted
        for seat in (*table.seats, PUBLIC):
            if seat != pacing.all_knowing:
                until = since + self._ticks() if not people else asked if seat in silently_asked(table) else shown
                self._hold(seat, Hold(since, until, point, seat == entry.seat, not people))

    def _follows(self, table: Table, entry: Entry) -> bool:
        """Does this follow by itself from what somebody did before: a bot's answer, or one given by orders?"""
        return entry.what in GIVEN or (entry.seat in table.seats and self._is_bot(table, entry))

    def ordered(self, table: Table, row: RecordRow) -> None:
        """Somebody has given orders: what they answer at once has its ticks from here, as an answer of his own has.

        From an earlier answer they would be over already, and bots would get new ones from wherever they are first
        asked in secret.
        """
        pacing = pacing_at(table)
        if pacing is not None and row.entry.seat != pacing.all_knowing and not between_people(table):
            self.slots, self.acted = 0, row.at

    def seated(self, table: Table, row: RecordRow, now: Callable[[], Point]) -> None:
        """Somebody has his seat back, at whatever point of the game: from here on the pauses between people hold.

        What was passed over since the last answer, and what he may be asked now, takes its time as it always does
        between people: otherwise whoever waits would see at once that he is asked something.
        """
        pacing, back = pacing_at(table), row.entry.seat
        playing = {
            seat.person for name, seat in table.seats.items() if seat.person and (seat.bot is None or name == back)
        }
        if pacing is None or row.entry.choice or len(playing) < 2:
            return
        asked = self._at_a_tick(row.at)
        if not pacing.all_knowing:
            asked += pacing.pause * sum(word in pacing.silent for word in table.live.session.unasked)
        shown = asked + pacing.pause if pacing.all_knowing or silently_asked(table) else asked
        self.asked_from = asked
        if shown <= row.at:
            return
        point = now()
        for seat in (*table.seats, PUBLIC):
            if seat != pacing.all_knowing:
                until = asked if seat in silently_asked(table) else shown
                self._hold(seat, Hold(row.at, until, point, False, False))

    def _is_watched(self, table: Table, entry: Entry) -> bool:
        """Did a bot answer in a person's place, for him to see?

        What comes of it is shown as what comes of his own answers is: whoever watches the computer play for him could
        otherwise tell by where it stops, and for how long, when another was asked in secret.
        """
        return entry.seat in table.live.session.loans and not is_secret(table, entry.seat, entry.question)

    def bots_begin(self, table: Table, now: Callable[[], Point]) -> None:
        """Bots may be asked something though nobody has just answered; ``now`` gives the table as it is."""
        pacing = pacing_at(table)
        playing = any(seat.person is not None for seat in table.seats.values())  # or lets a bot play, and watches
        if pacing is None or not playing or between_people(table):
            return
        seats = [seat for seat in (*table.seats, PUBLIC) if seat != pacing.all_knowing]
        if any(self.wait(table, seat) for seat in seats):
            return  # they have their tick
        self.tick = tick_at(table)
        self.slots = 0  # what was passed over before belongs to an answer that has had its tick
        at, point = clock.now(), now()
        for seat in seats:
            self._hold(seat, Hold(at, at + self._ticks(), point, False, True))

    def _is_bot(self, table: Table, entry: Entry) -> bool:
        return table.seats[entry.seat].bot is not None

    def _ticks(self) -> float:
        """How many ticks bots get for the silent questions so far, asked or passed over."""
        return self.tick * (1 + math.ceil(max(0, 1 + self.slots - IN_A_TICK) / IN_MORE))

    def _stretch(self) -> None:
        for seat, hold in self.held.items():
            if hold.tick:
                hold.until = max(hold.until, hold.since + self._ticks())
                self.latest[seat] = max(self.latest[seat], hold.until)

    def _done_with(self, row: RecordRow, silent: bool, pause: float, own: bool) -> float:
        """When an answered question is over: a silent one takes its pause, however soon it was answered.

        Nor do orders answer anything before the pauses on the way there are over: by the clock, it has not been asked
        yet.
        """
        if silent:
            return max(row.at, self.asked_from + pause)
        return row.at if own else max(row.at, self.asked_from)

    def _at_a_tick(self, at: float) -> float:
        """When what bots have done by now is shown: when exactly they had done it is nobody's business."""
        ends = [max(hold.until, hold.since + self.tick * math.ceil((at - hold.since) / self.tick))
                for hold in self.held.values() if hold.tick]  # fmt: skip
        return max([at, *ends])

    def _ends_for(self, seat: str, at: float) -> float:
        """When a seat's pause is over, or now: before that its orders, by the clock, answer nothing.

        Otherwise the moment at which they did, which is when the umpire was done, would reveal how long he had thought.
        """
        hold = self.held.get(seat)
        return at if hold is None or hold.tick else max(at, hold.until)

    def _hold(self, seat: str, hold: Hold) -> None:
        before = self.held.get(seat)
        if before is not None and before.until > hold.since:  # it has not been shown anything new
            before.until = max(before.until, hold.until)
            before.answered |= hold.answered
            before.tick &= hold.tick  # what has become a pause between people is one
        else:
            self.held[seat] = hold
        self.latest[seat] = max(self.latest.get(seat, 0.0), hold.until)

    def wait(self, table: Table, seat: str) -> float:
        """For how many seconds a seat is still to be shown nothing new."""
        hold = self.held.get(seat)
        if hold is None or table.live.ended is not None:  # giving up opens everything
            return 0.0
        left = min(hold.until - clock.now(), hold.until - hold.since)  # a clock put back holds nobody up for hours
        if left <= NOTHING and hold.tick and not table.quiet.is_set() and clock.now() < hold.since + LONG_THOUGHT:
            # until the bots are done it is not known at which tick they were
            return max(self.tick - (clock.now() - hold.since) % self.tick, NOTHING)
        if left <= NOTHING:
            del self.held[seat]
            return 0.0
        return left

    def rest(self, table: Table, seat: str, ticks: bool = False) -> float:
        """For how many seconds a seat's person is to be answered nothing: until a moment after it is shown everything.

        ``ticks``: if it is for bots that it waits.
        """
        left = self.wait(table, seat)
        if left:
            return left + AFTER if self.held[seat].tick or not ticks else 0.0
        shown = clock.now() - self.latest.get(seat, 0.0)  # so long ago
        return AFTER - shown if -NOTHING <= shown < AFTER - NOTHING else 0.0

    def all_are_shown_in(self, table: Table) -> float:
        """In how many seconds nobody waits to be shown anything."""
        return max((self.wait(table, seat) for seat in list(self.held)), default=0.0)

    def is_on(self) -> bool:
        """Is anybody kept waiting?"""
        now = clock.now()
        return any(hold.until > now for hold in self.held.values())

    def hold_of(self, table: Table, seat: str) -> Hold | None:
        """What keeps a seat waiting now."""
        return self.held[seat] if self.wait(table, seat) > 0 else None

    def bots_are_done(self) -> None:
        """Where they took longer than a tick, what they did is shown with the next."""
        now = clock.now()
        for seat, hold in self.held.items():
            if hold.tick and now > hold.until:
                hold.until = hold.since + self.tick * math.ceil((now - hold.since) / self.tick)
                self.latest[seat] = max(self.latest[seat], hold.until)


def pacing_at(table: Table) -> Pacing | None:
    """The silent questions of its game; none where somebody sits alone: nobody else is asked, so the clock reveals
    nothing.
    """
    return about.pacing(table.row.game) if len(table.seats) > 1 else None


def tick_at(table: Table) -> float:
    """By when bots have answered: one with a budget thinks longer, and how long must not reveal what about."""
    return DEEP_TICK if any(seat.bot is not None and is_budgeted(seat.bot) for seat in table.seats.values()) else TICK


def between_people(table: Table) -> bool:
    """Do at least two different people play here?"""
    return len({seat.person for seat in table.seats.values() if seat.person is not None and seat.bot is None}) > 1


def is_secret(table: Table, seat: str, question: str) -> bool:
    """Is it nobody else's business that this seat is, or was, asked this?"""
    pacing = pacing_at(table)
    return pacing is not None and (seat == pacing.all_knowing or question in pacing.silent)


def may_be_asked_in_secret(table: Table, seat: str) -> bool:
    """Has this seat any question that the others must not know of?"""
    pacing = pacing_at(table)
    return pacing is not None and (seat == pacing.all_knowing or bool(pacing.silent))


def silently_asked(table: Table) -> set[str]:
    """The seats that now have a question that the others must not know of."""
    session = table.live.session
    seats = session.module.seats
    asked = ((seats[number], task[0].word) for number, task in seats_asked(session.state))
    return {seat for seat, word in asked if is_secret(table, seat, word)}
