"""A game as a worker holds it in memory: the engine's session, and what each seat has been shown of it.

It is a cache of the log. Entering the same rows always gives the same game, the same heads and the same marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from viermot.kernel import registry, snapshots
from viermot.kernel.agenda import State, seats_asked
from viermot.kernel.dice import DicePlace
from viermot.kernel.json import JsonObject
from viermot.kernel.lessons import dice_of
from viermot.kernel.perspective import PUBLIC, seat_bits, seen_so_far
from viermot.kernel.record import REKEY, SEAT, START, UNDO, Entry, Setup
from viermot.kernel.session import Session, shallow_copy
from viermot.kernel.standing import GIVEN
from viermot.kernel.user_error import UserError
from viermot.server.rows import RecordRow

TRIMMED_EVERY: Final = snapshots.KEPT  # entries; of those before, only what can be taken back is held in memory
RESIGN: Final = "resign"  # an entry of the log that ends the game; the engine knows nothing of it
GONE: Final = "gone"  # the choice of such an entry where its person did not come back
MAX_IN_A_ROW: Final = 100  # answers that orders may give in a row before the seat is asked all the same
MAX_GIVEN: Final = 400  # of those, how many a seat's log still shows
FULL: Final = "full"  # why another bot answered for one that searches: too many wanted to at once
OPERATOR: Final = "operator"  # who takes decisions back with `viermot rewind`


class Damaged(UserError):
    """A record that these rules cannot play again."""


class Shown(NamedTuple):
    """What one seat has been shown: how much, as of when, under which head. It never changes; a new one follows it."""

    bits: int
    events: int = 0
    asked: str | None = None  # the kind of its question
    head: str = ""
    changed: float = 0.0


class Given(NamedTuple):
    """An answer that a seat's orders gave in its place."""

    place: int  # in the record
    after: int  # how many events the seat had been shown by then
    number: int  # as the seat counts its decisions


class StoodIn(NamedTuple):
    """An answer by another bot, since too many wanted to search."""

    place: int  # in the record
    seat: str
    question: str


@dataclass(frozen=True)
class Past:
    """What the seats had been shown before the last entry."""

    shown: dict[str, Shown]
    undone_to: dict[str, list[int]]


def _nobody(row: RecordRow) -> None:
    pass


class Live:
    """A game being played, and how far the seats have followed it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.length = 0  # entries of the log
        self.at = 0.0  # when the last of them was written
        self.ended: JsonObject | None = None
        self.bot_positions: dict[str, int] = {}  # how far each bot's own random numbers have run
        self.undone_to: dict[str, list[int]] = {seat: [] for seat in (*session.module.seats, PUBLIC)}
        self.shown = {
            seat: Shown(seat_bits(session.module.seats, seat), head=session.commitment) for seat in self.undone_to
        }
        self.given: dict[str, tuple[Given, ...]] = dict.fromkeys(session.module.seats, ())
        self.logged = 0  # events of the whole log that the seats have been shown, or not
        self.snapshot = 0  # entries at the last snapshot
        self._before: DicePlace | None = None  # of a draft: where the dice were
        self.past: Past | None = None
        self.stood_in: tuple[StoodIn, ...] = ()  # a few, the first: who is told of which, views.py says
        self.answered: frozenset[str] = frozenset()  # seats whose open question has been answered (published.py)
        self.on_entry: Callable[[RecordRow], None] = _nobody  # called with each entry

    # -- drafts ------------------------------------------------------------------------------------------

    def draft(self) -> Live:
        """This very game, to play on until that is written. Nobody sees a draft: it either takes this one's place when
        it is committed, or is dropped as if nothing had happened.
        """
        twin = shallow_copy(self)
        twin._before = self.session.live_dice.here()
        twin.session = self.session.draft()
        twin.bot_positions = dict(self.bot_positions)
        twin.given = dict(self.given)
        return twin  # what the seats were shown is never changed, only followed by more

    def drop(self) -> None:
        """It is dropped: the dice, which it shares with the game that stands, go back."""
        if self._before is not None:
            self.session.live_dice.back_to(self._before)
            self._before = None

    def stands(self) -> None:
        """It is written, and no longer a draft."""
        self._before = None
        if self.length % TRIMMED_EVERY == 0:
            self.trim()

    def trim(self) -> None:
        """Hold no more of the past than is needed from one moment to the next."""
        if len(self.session.before) > TRIMMED_EVERY:
            snapshots.trim(self.session, TRIMMED_EVERY)

    @property
    def over(self) -> bool:
        """Is nothing left to decide?"""
        return self.ended is not None or self.session.result is not None

    def bots_of(self) -> dict[str, str]:
        """Which bots play which seats."""
        return {seat: bot for seat, bot in self.session.seats.items() if bot is not None}

    def bot_asked(self) -> str | None:
        """The seat of a bot that has a question to answer."""
        if self.over:
            return None
        for number, _ in seats_asked(self.session.state):
            seat: str = self.session.module.seats[number]
            if self.session.seats[seat] is not None:
                return seat
        return None

    # -- following the log -----------------------------------------------------------------------------

    def apply_row(self, row: RecordRow) -> None:
        """Do again what a row of the log says."""
        if row.seq != self.length:
            raise Damaged("server.damaged", seq=row.seq)
        if row.entry.what == RESIGN:
            self.resign(row.entry)
            return
        try:
            if row.entry.what == START:
                self.session.seats.update(bots_at_start(row.entry))
            elif row.entry.what == REKEY:
                self.session.coming = [bytes.fromhex((row.note or {})["key"])]
            self.session.apply_entry(row.entry)
        except Exception as wrong:  # rules that have changed may stumble over a record in any way
            raise Damaged("server.damaged", seq=row.seq, reason=str(wrong)[:200]) from wrong
        if self.session.record[-1].dice != row.entry.dice:
            raise Damaged("server.damaged", seq=row.seq)
        self.after_entry(row)

    def apply_rows(self, rows: Sequence[RecordRow], lean: bool = False) -> None:
        """The same for many; ``lean``: without holding more of the past than can be taken back."""
        wanted = snapshots.gone_back_to(row.entry for row in rows)
        for row in rows:
            self.apply_row(row)
            if lean:
                snapshots.trim_now_and_then(self.session, wanted)

    def carry_out_orders(self) -> list[RecordRow]:
        """What standing orders answer in their seats' place until somebody is asked, as rows to be written.

        After many in a row the seat is asked all the same: somebody who ordered everything should see where it leads.
        """
        rows: list[RecordRow] = []
        while not self.over and len(rows) < MAX_IN_A_ROW and self.session.carry_out_orders() is not None:
            rows.append(RecordRow(self.length, self.session.record[-1]))
            self.after_entry(rows[-1])
        return rows

    def _note_given(self, entry: Entry) -> None:
        place = len(self.session.record) - 1
        if entry.what == UNDO:
            to = int(entry.choice)
            self.given = {seat: tuple(one for one in given if one.place < to) for seat, given in self.given.items()}
        elif entry.what in GIVEN:
            number = self.session.decisions_of(entry.seat) - 1
            one = Given(place, self.shown[entry.seat].events, number)
            self.given[entry.seat] = (*self.given[entry.seat][1 - MAX_GIVEN :], one)

    def after_entry(self, row: RecordRow) -> None:
        """The session has just entered this row: note what the seats see of it."""
        self._note_given(row.entry)
        self.length += 1
        self.at = row.at
        self.ended = None  # only an operator's rewind follows a resignation
        if row.entry.what == REKEY:
            self.bot_positions.clear()  # the bots' random numbers come from the new key as well
        if row.note and row.note.get("why") == FULL:
            self._note_stood_in(row.entry)
        if row.note and "chance" in row.note:
            self.bot_positions[row.entry.seat] = row.note["chance"]
        if self.on_entry is _nobody:
            self._follow(row)
            return
        self.past = Past(self.shown, self.undone_to)
        self._follow(row)
        self.on_entry(row)

    def _note_stood_in(self, entry: Entry) -> None:
        one = StoodIn(len(self.session.record) - 1, entry.seat, entry.question)
        if all(known[1:] != one[1:] for known in self.stood_in):
            self.stood_in = (*self.stood_in, one)

    def resign(self, entry: Entry) -> None:
        """Somebody gives up, or was given up (absence.py)."""
        self.ended = {"resigned": entry.seat, "gone": True} if entry.choice == GONE else {"resigned": entry.seat}
        self.length += 1

    def _follow(self, row: RecordRow) -> None:
        state = self.session.state
        asked = self._asked(state)
        now = dict(self.shown)
        for seat, shown in self.shown.items():
            events = self._count(shown, state, row.entry)
            if events < shown.events:
                self.undone_to = {**self.undone_to, seat: [*self.undone_to[seat], events]}
            changed = events != shown.events or asked.get(seat) != shown.asked
            if changed or row.entry.seat == seat or row.entry.what in (START, SEAT, REKEY):
                now[seat] = Shown(shown.bits, events, asked.get(seat), self.session.head, row.at)
        self.shown = now
        self.logged = state.logged

    def _asked(self, state: State) -> dict[str, str]:
        seats = self.session.module.seats
        return {seats[number]: task[0].word for number, task in seats_asked(state)}

    def _count(self, shown: Shown, state: State, entry: Entry) -> int:
        if entry.what == UNDO:
            return seen_so_far(state, shown.bits)
        new = state.log[self.logged : state.logged]
        return shown.events + sum(1 for event in new if event[2] & shown.bits == shown.bits)

    def rows(self, start: int = 0, at: float = 0.0) -> list[RecordRow]:
        """The engine's part of the log from an entry on, with how far the bots' random numbers have run."""
        rows = [RecordRow(start + n, entry, at=at) for n, entry in enumerate(self.session.record[start:])]
        keys = self.session.keys
        before = sum(entry.what == REKEY for entry in self.session.record[:start]) if len(keys) > 1 else 0
        later = iter(keys[1 + before :])
        for n, row in enumerate(rows):
            if row.entry.what == REKEY:
                rows[n] = RecordRow(row.seq, row.entry, None, {"key": next(later).hex()}, at)
        for seat, position in self.bot_positions.items():
            for n in range(len(rows) - 1, -1, -1):
                if rows[n].entry.seat == seat:
                    rows[n] = RecordRow(rows[n].seq, rows[n].entry, None, {"chance": position}, at)
                    break
        return rows

    # -- marks -----------------------------------------------------------------------------------------

    def mark(self, seat: str) -> str:
        """Names the seat's events so far: it changes when some of them are taken back."""
        return str(len(self.undone_to[seat]))

    def still_true(self, seat: str, since: int, mark: str) -> int:
        """How many of the events that somebody has, ``since`` of them as of ``mark``, still stand."""
        events = self.shown[seat].events
        undone_to = self.undone_to[seat]
        then = int(mark) if mark.isascii() and mark.isdigit() and len(mark) < 9 else len(undone_to)
        return min([since, events, *undone_to[then:]])


def bots_at_start(start: Entry) -> dict[str, str]:
    """Which bots sat where when the game began."""
    pairs = (pair.partition("=") for pair in start.choice.split())
    return {seat: bot for seat, _, bot in pairs}


def open_session(setup: Setup, key: bytes, pack: JsonObject | None) -> Session:
    """The game before anything happened, with its own dice and no bots: those think elsewhere."""
    module = registry.with_options(setup.game, setup.options)
    data = module.load_pack(None) if pack is None else module.pack_from(pack)
    dice = dice_of(setup, key)
    if setup.position is None:
        state = module.start(data, setup.scenario, setup.options, dice)
    else:
        state = module.read_position(data, setup.position, dice)
    session = Session(module, data, setup, key, state, dice, {})
    session.plays_elsewhere = True
    return session
