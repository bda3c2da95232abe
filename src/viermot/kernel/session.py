"""One game being played: what is pending, decisions, undo, forks, and the record that proves it was fair."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from viermot.kernel import bots, lending, rulebook
from viermot.kernel.agenda import STEPS, State, advance, apply_heard, open_questions
from viermot.kernel.canon import canonical, canonical_state
from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.dice import BotRng, KeyedDice, Record, ReplayedDice, key_of
from viermot.kernel.events import Event
from viermot.kernel.garbage import nothing_collected
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.lending import Loan
from viermot.kernel.perspective import PUBLIC, Learned, Perspective, knowledge, seat_bits
from viermot.kernel.record import (
    ADVICE,
    DECIDE,
    FROM_SHEETS,
    OPENED,
    ORDERS,
    REKEY,
    SEAT,
    START,
    UNDO,
    Entry,
    Setup,
    chain,
    is_sheet,
    orders_left,
    promise,
)
from viermot.kernel.registry import Bot, GameModule
from viermot.kernel.standing import BadOrders, Orders
from viermot.kernel.user_error import UserError, brief, called

Thing = TypeVar("Thing")
CHECK_EVERY = 25  # decisions between state hashes in the record
LONGEST_ORDERS, MAX_ORDERED = 20_000, 100_000  # characters of what a seat orders at once, and in a whole game
NO_ORDERS = Orders()
NEW_TURN = "turn"  # the kind of event by which games tell that a turn begins


class CannotUndo(UserError):
    """Why a decision cannot be taken back."""


class Session:
    """A game at a table: seats, bots, dice, and an append-only record chained by hashes.

    >>> import viermot
    >>> s = viermot.new_game("nightfighter", scenario="1", seed="doc", seats={"umpire": "plain"})
    >>> s.pending[0].kind
    'place_fighter'
    >>> s.decide("0910 S")
    >>> s.perspective("player").to_json()["turn"]
    1
    """

    def __init__(
        self,
        module: GameModule,
        pack: Any,
        setup: Setup,
        key: bytes,
        state: State,
        dice: KeyedDice | ReplayedDice,
        seats: Mapping[str, str | None],
    ) -> None:
        self.module = module
        self.pack = pack
        self.setup = setup
        self.key = key  # the one in force
        self.keys = [key]  # all of them, since the beginning
        self.coming: list[bytes] = []  # those of a record that is being played again
        self.state = state
        self.dice = dice
        self.seats = {seat: _full_name(module, seat, seats.get(seat)) for seat in module.seats}
        self.commitment = hashlib.sha256(key + canonical(setup.to_json())).hexdigest()
        self.head = self.commitment
        self.record: list[Entry] = []
        self.checks: dict[int, str] = {}
        self.marks: dict[str, list[str]] = {seat: [] for seat in module.seats}  # private pencil marks, no game effect
        self.heads = dict.fromkeys((*module.seats, PUBLIC), self.commitment)
        self._before: list[State] = []  # the state before each entry, for undo
        self._standing: list[int] = []  # which entries have not been taken back
        self._bots: dict[str, Bot] = {}
        self._rngs: dict[str, BotRng] = {}
        self._asked = dict.fromkeys(module.seats, 0)  # decisions made by each seat
        self.kept_for: str | None = None  # loaded from a sealed file: what others know must not be shown
        self.unasked: list[str] = []  # questions passed over after the last answer, since they had one answer only
        self.loans: dict[str, Loan] = {}  # seats that a bot plays for their person, and for how long
        self.plays_elsewhere = False  # a server takes care of bots and orders: an answer is one entry
        self.orders: dict[str, Orders] = dict.fromkeys(module.seats, NO_ORDERS)
        for seat, name in self.seats.items():
            if name is not None:
                self._bots[seat] = bots.make(module, seat, name)

    # -- beginning ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Play the set-up to the game's first question."""
        self._before.append(self.state.clone())
        if self.state.asked is None:  # a position may have been written with some of the answers in
            advance(self.state)
        self._enter(Entry(START, choice=_bot_seating(self.seats), dice=self._dice_of(None)))
        self.run_bots()

    def _enter(self, entry: Entry) -> None:
        """Add a line to the record and to the chain. Without the key nobody can guess secrets from a head."""
        self._standing.append(len(self.record))
        self.record.append(entry)
        self.head = chain(self.key, self.head, entry)
        if len(self.record) % CHECK_EVERY == 0:
            self.checks[len(self.record)] = self.state_hash
        for seat in self.heads:
            self.heads[seat] = self.head
        if rulebook.witnesses:
            for event in self.state.log[self._before[-1].logged : self.state.logged]:
                rulebook.witness(event[1], rulebook.EVENT)

    # -- what is asked ----------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The questions open to people or programs; empty when the game is over."""
        return tuple(
            Decision(self.module, self.state, task, place, self._asked[self.module.seats[self.state.seat_of(task)]])
            for place, task in open_questions(self.state)
            if self.module.seats[self.state.seat_of(task)] not in self._bots
        )

    def _open(self, seat: str | None) -> Decision:
        """The open question this answer is for."""
        pending = self.pending
        if not pending:
            raise IllegalOption("refused.over", why="over")
        if seat is None:
            return pending[0]
        if seat not in self.module.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        for decision in pending:
            if decision.seat == seat:
                return decision
        raise IllegalOption(
            "refused.wrong_seat", self.module.seats_rule, why="wrong seat", seat=called(self.module.name, seat)
        )

    def decide(self, option: str | int, seat: str | None = None, number: int | None = None) -> None:
        """Answer a question: by the text of an option, or its index. Refused answers change nothing.

        ``number`` is the number of the decision as the seat counts; an answer to an earlier one is refused as stale.
        """
        try:
            decision = self._open(seat)
            if number is not None and (type(number) is not int or number != decision.number):
                raise IllegalOption("refused.stale", why="stale", number=brief(number), now=decision.number)
            code = decision.code_of(option)
        except IllegalOption as refused:
            rulebook.witness(refused.rule, rulebook.REFUSAL)
            raise
        self._answer(decision, code)
        self.run_bots()

    def _answer(self, decision: Decision, code: int, entry: Entry | None = None, by: str = DECIDE) -> None:
        """Apply a legal answer to a clone and swap it in, so that an error changes nothing."""
        orders = self.orders[decision.seat]
        if orders.sheet:
            orders = orders.without(decision.innermost, self._span)
        after = self.state.go_on()
        self.unasked = apply_heard(after, code, decision.place)
        before, self.state = self.state, after
        self._before.append(before)
        self.orders[decision.seat] = orders
        self._asked[decision.seat] += 1
        if decision.seat in self.loans:
            self.loans[decision.seat].answers += 1
        choice = decision.notation_of(code)
        self._enter(Entry(by, decision.seat, decision.kind, choice, self._dice_of(entry)))

    @nothing_collected()
    def run_bots(self, goes_on: Callable[[str], bool] | None = None) -> None:
        """Let bots and standing orders answer until a person is asked or the game is over, unless that is done
        elsewhere.

        ``goes_on`` is called after each answer for a seat that is lent; if it says no, the seat is given back.
        """
        while not self.plays_elsewhere:
            for seat in self.due_back() if self._bots else ():
                if self._bots.pop(seat, None) is not None:  # where bots think elsewhere, this is done there as well
                    self.apply_entry(Entry(SEAT, seat))
            for place, task in open_questions(self.state):
                seat = self.module.seats[self.state.seat_of(task)]
                bot = self._bots.get(seat)
                if bot is None:
                    continue
                decision = Decision(self.module, self.state, task, place, self._asked[seat])
                if seat not in self._rngs or self.setup.lesson is not None:
                    self._rngs[seat] = self.bot_rng(seat)
                code = self.chosen(bot, decision, self._rngs[seat])
                if code not in decision.codes:
                    raise IllegalOption(
                        "refused.bot", decision.rule, seat=called(self.module.name, seat), bot=self.seats[seat]
                    )
                self._answer(decision, code)
                if seat in self.loans and goes_on is not None and not goes_on(seat):
                    self.hand_over(seat, None)
                break
            else:
                if self.carry_out_orders() is None:
                    return

    def chosen(self, bot: Bot, decision: Decision, rng: BotRng) -> int:
        """What a bot answers; in a lesson that goes as written, what is written there in its place."""
        if self.setup.lesson is not None:
            from viermot.kernel import coach  # which reads sessions

            written = coach.written_reply(self, decision)
            if written is not None:
                return written
        return bot.choose(self.perspective(decision.seat), decision, rng)

    def bot_rng(self, seat: str, position: int = 0) -> BotRng:
        """A bot's own random numbers from where they had got to.

        In a lesson those of its next decision alone: after a step back the others do as before.
        """
        return BotRng(self.key, seat, position if self.setup.lesson is None else self._asked[seat] << 16)

    def hand_over(
        self, seat: str, bot: str | None, until: str = "", goes_on: Callable[[str], bool] | None = None
    ) -> None:
        """Give a seat to a bot, for good or until a limit of `lending.limits`; or back to a person."""
        playing = None if bot is None else bots.make(self.module, seat, bot)
        self.lend(seat, bot, until)
        if playing is None:
            self._bots.pop(seat, None)
        else:
            self._bots[seat] = playing
        self.run_bots(goes_on)

    def lend(self, seat: str, bot: str | None, until: str = "") -> None:
        """The same, where the bots think elsewhere."""
        if until:
            lending.lend(self.module, self.state, until)
        name = _full_name(self.module, seat, bot)
        self.apply_entry(Entry(SEAT, seat, choice=lending.spelled(name, until)))

    @property
    def limits(self) -> tuple[str, ...]:
        """How far a seat can be lent now: for a question, for a turn or the like if the game has them, to the end."""
        return lending.limits(self.module, self.state)

    def due_back(self) -> list[str]:
        """The seats that were lent for a while that is now over."""
        if not self.loans or self.result is not None:
            return []
        return [seat for seat, loan in self.loans.items() if lending.is_due(self.module, self.state, loan)]

    def _seat_bot(self, seat: str, choice: str) -> None:
        """Who plays a seat from now on, as its entry says."""
        bot, until = lending.read(choice)
        self.loans.pop(seat, None)
        if until:
            self.loans[seat] = lending.lend(self.module, self.state, until)
        self.seats[seat] = bot

    # -- standing orders ---------------------------------------------------------------------------

    def order(self, seat: str, change: Json) -> None:
        """The seat says what is to be answered in its place: ``{"routine": true}``, ``{"always": [[question, subject,
        option], ...]}`` (an empty option takes it back) or ``{"sheet": [...]}`` for this turn (`standing.py`)."""
        self.note_orders(seat, change)
        self.run_bots()

    def note_orders(self, seat: str, change: Json) -> None:
        """The same, where what follows is played elsewhere."""
        text = canonical(change).decode()
        before = sum(len(entry.choice) for entry in self.record if entry.what == ORDERS and entry.seat == seat)
        if len(text) > LONGEST_ORDERS or before + len(text) > MAX_ORDERED:
            raise BadOrders("orders.too_long", most=LONGEST_ORDERS, all=MAX_ORDERED)
        self.apply_entry(Entry(ORDERS, self._known(seat), choice=text))

    def carry_out_orders(self) -> Decision | None:
        """Give one answer that a seat's standing orders give in its place; None if everybody asked answers for himself.

        The entry is the last of the record; the question as it was asked is returned.
        """
        for place, task in open_questions(self.state):
            seat = self.module.seats[self.state.seat_of(task)]
            orders = self.orders[seat]
            if self.seats[seat] is not None or orders == NO_ORDERS or self._has_just_gone_back(seat):
                continue
            decision = Decision(self.module, self.state, task, place, self._asked[seat])
            answer = orders.answer(decision.innermost, self._span)
            if answer is not None and answer.code in decision.codes:
                self._answer(decision, answer.code, by=answer.by)
                return decision
        return None

    def _has_just_gone_back(self, seat: str) -> bool:
        """Somebody who takes something back wants to answer it himself."""
        return next((entry.what == UNDO for entry in reversed(self.record) if entry.seat == seat), False)

    @property
    def _span(self) -> str:
        """The turn, or whatever the shortest span of this game is: a sheet of orders is for that."""
        spans = lending.spans(self.module, self.state)
        return canonical(next(iter(spans.items()))).decode() if spans else ""

    def _change_orders(self, entry: Entry) -> None:
        try:
            change = json.loads(entry.choice)
        except (ValueError, RecursionError):
            raise BadOrders("orders.unreadable") from None
        self.orders[entry.seat] = self.orders[entry.seat].changed(change, self._span)

    # -- advice ------------------------------------------------------------------------------------

    def note_advice(self, seat: str, what: str = "") -> None:
        """The seat was advised, or shown a belief map: the record says so, but not what it was shown."""
        self.apply_entry(Entry(ADVICE, self._known(seat), what, str(self._asked[seat])))

    @property
    def advised(self) -> list[tuple[str, int]]:
        """Which seats have asked for advice or for a belief map, each at which of its own decisions."""
        return [(entry.seat, int(entry.choice)) for entry in self.record if entry.what == ADVICE]

    # -- an open copy -----------------------------------------------------------------------------

    def open_up(self, seat: str) -> None:
        """The seat takes a whole copy of a running game: from now on the record says so."""
        if seat not in self.module.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        self.apply_entry(Entry(OPENED, seat, choice=str(self._asked[seat])))

    @property
    def opened(self) -> list[tuple[str, int]]:
        """Which seats have had an open copy, each at which of its own decisions."""
        return [(entry.seat, int(entry.choice)) for entry in self.record if entry.what == OPENED]

    # -- what is known ----------------------------------------------------------------------------

    def perspective(self, seat: str) -> Perspective:
        """The game as a seat (or ``public``) may know it."""
        if seat != PUBLIC and seat not in self.module.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        view: Perspective = self.module.perspective(self.state, seat)
        return view

    def events(self, seat: str, since: int = 0) -> list[Event]:
        """What the seat came to know, from its own number ``since`` on."""
        return self.perspective(seat).events(since)

    def knowledge(self, seat: str) -> list[Learned]:
        """The seat's ledger: what it learned, when and by which rule."""
        return knowledge(self.perspective(seat))

    @property
    def result(self) -> JsonObject | None:
        """How the game ended; None while it goes on."""
        return self.module.result(self.state)

    @property
    def state_hash(self) -> str:
        """A hash of the whole state but its log."""
        return hashlib.blake2b(canonical_state(self.module.to_data(self.state)), digest_size=16).hexdigest()

    def revealed_key(self) -> str | None:
        """The key, once the game is over; if there was more than one, all in their order."""
        return self.shown_keys if self.result is not None else None

    @property
    def shown_keys(self) -> str:
        """The keys as people are shown them when the game is over."""
        return " ".join(key.hex() for key in self.keys)

    # -- another key --------------------------------------------------------------------------------

    def rekey(self, key: bytes | None = None) -> None:
        """Go on with dice from another key: somebody who knows the old one, or saw another copy go on, foresees
        nothing.

        The record carries a hash of the new key, so that `verify` proves both parts; streams start afresh, and the old
        ones are never used again.
        """
        self.coming.insert(0, key or key_of(None))
        self.apply_entry(Entry(REKEY, choice=promise(self.coming[0], self.head)))

    def _change_key(self, entry: Entry) -> None:
        if not self.coming or entry.choice != promise(self.coming[0], self.head):
            raise IllegalOption("refused.other_key")
        self._before.append(self.state)
        self._enter(entry)  # under the key before: the chain goes on unbroken
        self.key = self.coming.pop(0)
        self.keys.append(self.key)
        self.dice.rekey(self.key)
        self._rngs.clear()

    # -- undo -----------------------------------------------------------------------------------

    def why_not_undo(self, seat: str) -> CannotUndo | None:
        """Why this seat cannot take its last decision back, judged from what the seat itself knows."""
        if seat not in self.module.seats:
            return CannotUndo("undo.no_such_seat", seat=brief(seat))
        if (never := self._never_undone()) is not None:
            return never
        place = self._undo_place(seat)
        return place if isinstance(place, CannotUndo) else None

    def _undo_place(self, seat: str) -> int | CannotUndo:
        """Where an undo goes back to: the last answer the seat gave itself, past those its orders have given since.

        Where that cannot be taken back but some answers given by orders can, to the first of these.
        """
        found: int | None = None
        for place in self.undo_chain(seat):
            reason = self._why_not_back_to(seat, place)
            if reason is not None:
                return reason if found is None else found
            found = place
        return CannotUndo("undo.nothing") if found is None else found

    def _why_not_back_to(self, seat: str, place: int) -> CannotUndo | None:
        bits = seat_bits(self.module.seats, seat)
        before = self._before[place]
        if (
            before is None
        ):  # no longer in memory: only with what a snapshot keeps, and that has at least the last answer
            return CannotUndo("undo.moved_on")
        task = next(t for _, t in open_questions(before) if self.module.seats[before.seat_of(t)] == seat)
        if not task[0].undoable:
            return CannotUndo("undo.final", task[0].rule)
        for event in self.state.log[before.logged : self.state.logged]:
            if event[2] & bits and not self.module.is_echo(self.state, event, seat):
                key = "undo.new_turn" if event[0] == NEW_TURN else "undo.learned"
                return CannotUndo(key, event[1].split()[0])
        if any(self._shows(self.record[each], seat) for each in self._standing if each >= place):
            return CannotUndo("undo.moved_on")
        return None

    def undo_chain(self, seat: str) -> list[int]:
        """The places in the record of the seat's answers since the last that it gave itself, that one included; latest
        first. To hand in a sheet is an act of its own: the chain goes back to the first answer of that."""
        chain: list[int] = []
        for place in reversed(self._standing):
            entry = self.record[place]
            if chain and is_sheet(entry, seat) and self.record[chain[-1]].what in FROM_SHEETS:
                break
            if entry.seat == seat and entry.is_answer:
                chain.append(place)
                if entry.what == DECIDE:
                    break
        return chain

    def _shows(self, entry: Entry, seat: str) -> bool:
        """Is this another seat's entry that the seat may know of? Nobody knows that another passed, gave orders, or
        asked for advice.
        """
        if entry.seat in ("", seat) or entry.what in (ORDERS, ADVICE):
            return False
        asked = STEPS.get(f"{self.module.name}.{entry.question}") if entry.is_answer else None
        return asked is None or asked.usually is None or entry.choice != asked.notation.write(self.state, asked.usually)

    def _never_undone(self) -> CannotUndo | None:
        """Why nothing can be taken back in this game, where that is so."""
        reason = self.module.forbids_undo(self.state)
        return None if reason is None else CannotUndo(reason.key, reason.rule, **reason.fields)

    def decisions_of(self, seat: str) -> int:
        """How many of the seat's answers stand."""
        return self._asked[seat]

    def _last_decision(self, seat: str) -> int | None:
        """The place in the record of the seat's last decision that stands."""
        for place in reversed(self._standing):
            if self.record[place].is_answer and self.record[place].seat == seat:
                return place
        return None

    def undo(self, seat: str, to: int | None = None, consent: Sequence[str] = ()) -> None:
        """Take the seat's last decision back; or everything from its own decision number ``to`` on, if all others
        consent.

        Nobody needs to consent while the seat has learned nothing since and each of them could be taken back singly.
        """
        if (never := self._never_undone()) is not None:
            raise never
        if to is None:
            place = self._undo_place(seat) if seat in self.module.seats else self.why_not_undo(seat)
            if not isinstance(place, int):
                raise place or CannotUndo("undo.nothing")
            self._go_back(seat, place)
            return
        own = [place for place in self._standing if self.record[place].is_answer and self.record[place].seat == seat]
        if type(to) is not int or not 0 <= to < len(own):
            raise CannotUndo("undo.no_such_decision", number=brief(to))
        if all(self._why_not_back_to(seat, place) is None for place in own[to:]):
            self._go_back(seat, own[to])
            return
        for other in self.module.seats:
            agrees = self.setup.casual if other in self._bots else other in consent
            if other != seat and not agrees:
                raise CannotUndo("undo.no_consent", seat=called(self.module.name, other))
        self._go_back(seat, own[to])
        self.run_bots()

    def _go_back(self, seat: str, to: int) -> None:
        """The record grows by an undo; dice are not rolled back."""
        if not 1 <= to < len(self.record):
            raise CannotUndo("undo.no_such_decision", number=to)
        self._before.append(self.state)
        self.state = self._before[to].clone()
        self._enter(Entry(UNDO, seat, choice=str(to)))
        self._standing = [place for place in self._standing if place < to]
        self.dice.went_back(record for entry in self.standing_entries for record in entry.dice)
        for name in self._asked:
            self._asked[name] = sum(
                1 for place in self._standing if self.record[place].is_answer and self.record[place].seat == name
            )
        if seat in self.orders:  # an operator goes back on nobody's behalf
            self.orders[seat] = orders_left(self.record, self._standing, seat, self.orders[seat])

    # -- playing a record again ----------------------------------------------------------------------

    def apply_entry(self, entry: Entry) -> None:
        """Do again what a line of a record says; raises where it does not fit."""
        if entry.what == START:
            self._before.append(self.state.clone())
            if self.state.asked is None:
                advance(self.state)
            self._enter(Entry(START, choice=entry.choice, dice=self._dice_of(entry)))
        elif entry.is_answer:
            decision = self._open(entry.seat)
            if decision.kind != entry.question:
                raise IllegalOption("refused.other_question", decision.rule, kind=decision.kind, was=entry.question)
            self._answer(decision, decision.code_of(entry.choice), entry, entry.what)
        elif entry.what == UNDO:
            self._go_back(entry.seat, int(entry.choice))
        elif entry.what == REKEY:
            self._change_key(entry)
        else:
            if entry.what == SEAT:
                self._seat_bot(self._known(entry.seat), entry.choice)
            elif entry.what == ORDERS:
                self._change_orders(entry)
            elif entry.choice != str(self._asked[entry.seat]):
                raise IllegalOption("refused.stale", why="stale", number=brief(entry.choice), now=0)
            self._before.append(self.state)
            self._enter(entry)

    def _known(self, seat: str) -> str:
        """A seat that a record names, if there is one of that name."""
        if seat not in self.module.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        return seat

    def _dice_of(self, entry: Entry | None) -> tuple[Record, ...]:
        """The dice just thrown: from live dice, or those of the record that is being replayed."""
        if isinstance(self.dice, KeyedDice):
            return tuple(self.dice.taken())
        return entry.dice if entry is not None else ()

    @property
    def live_dice(self) -> KeyedDice:
        """The dice of a game that is played, not replayed."""
        if not isinstance(self.dice, KeyedDice):
            raise TypeError("a game that is replayed has no dice of its own")
        return self.dice

    def resume(self, dice: KeyedDice, seats: Mapping[str, str | None], bot_positions: Mapping[str, int]) -> None:
        """After a replay: real dice, and bots in their seats, each where its own random numbers had got to."""
        self.dice = dice
        self.state.dice = dice
        for before in self._before:
            if before is not None:  # the past of a long game may have been dropped from memory
                before.dice = dice
        for seat in self.module.seats:
            name = seats.get(seat)
            self.seats[seat] = name
            if name is not None:
                self._bots[seat] = bots.make(self.module, seat, name)
                self._rngs[seat] = BotRng(self.key, seat, bot_positions.get(seat, 0))
        self.run_bots()

    def set_bot_positions(self, positions: Mapping[str, int]) -> None:
        """How far the bots' own random numbers have run, where the bots think elsewhere."""
        self._rngs = {seat: BotRng(self.key, seat, at) for seat, at in positions.items()}

    @property
    def bot_positions(self) -> dict[str, int]:
        """How far each bot's own random numbers have run."""
        return {seat: rng.position for seat, rng in self._rngs.items()}

    @property
    def before(self) -> Sequence[State]:
        """The state before each line of the record, those taken back among them."""
        return self._before

    @property
    def standing_entries(self) -> list[Entry]:
        """The lines of the record that have not been taken back."""
        return [self.record[place] for place in self._standing]

    @property
    def standing(self) -> list[tuple[Entry, State]]:
        """The lines of the record that have not been taken back, each with the state after it; for replays."""
        after = [*self._before[1:], self.state]
        return [(self.record[place], after[place]) for place in self._standing]

    # -- forks and files ----------------------------------------------------------------------------

    def fork(self, seats: Mapping[str, str | None] | None = None, seed: str | None = None) -> Session:
        """A game of its own that goes on from here, with its own dice: no fork foresees a roll."""
        key = key_of(seed)
        dice = KeyedDice(key)
        state = self.state.clone()
        state.dice = dice
        setup = Setup(**{**self.setup.to_json(), "position": self.module.write_position(state), "open_seed": seed})
        setup.scripted, setup.lesson = False, None
        twin = Session(self.module, self.pack, setup, key, state, dice, self.seats if seats is None else seats)
        twin._before.append(state)
        twin._enter(Entry(START, choice=_bot_seating(twin.seats)))
        return twin

    def draft(self) -> Session:
        """This very game, to be played on until it is known whether that is to stand; the original stays as it is.

        Both have the same dice. If the draft is dropped, these have to be put back (`KeyedDice.back_to`).
        """
        twin = shallow_copy(self)
        twin.seats, twin.checks, twin.heads = dict(self.seats), dict(self.checks), dict(self.heads)
        twin.marks, twin._asked = dict(self.marks), dict(self._asked)
        twin.record, twin._before, twin._standing = self.record[:], self._before[:], self._standing[:]
        twin._bots, twin._rngs = dict(self._bots), dict(self._rngs)
        twin.keys, twin.coming = self.keys[:], self.coming[:]
        twin.orders = dict(self.orders)
        twin.loans = {seat: shallow_copy(loan) for seat, loan in self.loans.items()}
        return twin

    def export(self, seat: str) -> JsonObject:
        """The game as one seat's own record: what it decided, was told and sees; no seed, no start position."""
        view = self.perspective(seat)
        own = [entry for entry in self.record if entry.seat == seat and seat != PUBLIC]
        return {
            "viermot": "record",
            "game": self.module.name,
            "scenario": self.setup.scenario,
            "options": self.setup.options,
            "rules_version": self.setup.rules_version,
            "pack": self.setup.pack,
            "open_seed": self.setup.open_seed is not None,
            "casual": self.setup.casual,
            "seat": seat,
            "commitment": self.commitment,
            "head": self.heads[seat],
            "key": self.revealed_key(),
            "decisions": [[e.what, e.question, "" if e.what == UNDO else e.choice] for e in own],
            "events": [event.to_json() for event in view.events()],
            "view": view.to_json(),
        }

    def position(self) -> str:
        """The situation as a short text that can be loaded again."""
        return self.module.write_position(self.state)

    def save(self, path: str | os.PathLike[str], seat: str | None = None) -> None:
        """Write the game to a file, atomically: whole; or, for one seat and while it runs, sealed from the eye."""
        from viermot.kernel.saves import write

        write(self, Path(path), seat)


def shallow_copy(thing: Thing) -> Thing:
    """Another object with the same contents: `copy.copy` at a fraction of its cost, for plain classes."""
    twin: Thing = object.__new__(thing.__class__)
    twin.__dict__.update(thing.__dict__)
    return twin


def _bot_seating(seats: Mapping[str, str | None]) -> str:
    """Which bots sit where, as the first line of the record has it."""
    return " ".join(f"{seat}={bot}" for seat, bot in seats.items() if bot is not None)


def _full_name(module: GameModule, seat: str, bot: str | None) -> str | None:
    return None if bot is None else bots.full_name(module, seat, bot)
