"""One game being played: what is pending, decisions, undo, forks, and the record that proves it was fair."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from viermot.kernel import lending, registry, rehearsal, rulebook
from viermot.kernel.agenda import STEPS, State, advance, apply, asked_of, passed_over
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.dice import BotRng, KeyedDice, Record, ReplayedDice, ScriptedDice, key_of
from viermot.kernel.events import Event
from viermot.kernel.json import Json, JsonObject, JsonTable
from viermot.kernel.lending import Loan
from viermot.kernel.perspective import PUBLIC, Learned, Perspective, knowledge, seat_bits
from viermot.kernel.positions import BadPosition
from viermot.kernel.registry import Bot, GameModule
from viermot.kernel.user_error import UserError, brief

START, DECIDE, UNDO, SEAT = "start", "decide", "undo", "seat"
REKEY = "rekey"  # from here on the dice come from another key, promised by the hash in this line's choice
OPENED = "opened"  # a seat had a whole, open copy made, and may know everything up to there
Thing = TypeVar("Thing")
CHECK_EVERY = 25  # decisions between state hashes in the record


class CannotUndo(UserError):
    """Why a decision cannot be taken back."""


@dataclass(frozen=True)
class Entry:
    """One line of the record: what was done by whom, and the dice it led to."""

    what: str
    seat: str = ""
    question: str = ""
    choice: str = ""
    dice: tuple[Record, ...] = ()

    def to_json(self) -> list[Json]:
        """As it stands in a save."""
        dice: list[Json] = [[stream, sides, list(values)] for stream, sides, values in self.dice]
        return [self.what, self.seat, self.question, self.choice, dice]


@dataclass
class Setup:
    """All that decides a game besides its key: game, scenario, options, data, where it starts."""

    game: str
    scenario: str
    options: JsonObject
    rules_version: str
    pack: str  # hash of the component data
    position: str | None = None
    open_seed: str | None = None
    scripted: bool = False
    casual: bool = False

    def to_json(self) -> JsonObject:
        return dict(vars(self))


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
        game: GameModule,
        pack: Any,
        setup: Setup,
        key: bytes,
        state: State,
        dice: KeyedDice | ReplayedDice,
        seats: Mapping[str, str | None],
    ) -> None:
        self.game = game
        self.pack = pack
        self.setup = setup
        self.key = key  # the one in force
        self.keys = [key]  # all of them, since the beginning
        self.coming: list[bytes] = []  # those of a record that is being played again
        self.state = state
        self.dice = dice
        self.seats: dict[str, str | None] = {seat: seats.get(seat) for seat in game.seats}
        self.commitment = hashlib.sha256(key + canonical(setup.to_json())).hexdigest()
        self.head = self.commitment
        self.record: list[Entry] = []
        self.checks: dict[int, str] = {}
        self.marks: dict[str, list[str]] = {seat: [] for seat in game.seats}  # private pencil marks, no game effect
        self.heads = dict.fromkeys((*game.seats, PUBLIC), self.commitment)
        self._before: list[State] = []  # the state before each entry, for undo
        self._standing: list[int] = []  # which entries have not been taken back
        self._bots: dict[str, Bot] = {}
        self._rngs: dict[str, BotRng] = {}
        self._asked = dict.fromkeys(game.seats, 0)  # decisions made by each seat
        self.kept_for: str | None = None  # loaded from a sealed file: what others know must not be shown
        self.unasked: list[str] = []  # questions passed over after the last answer, since they had one answer only
        self.loans: dict[str, Loan] = {}  # seats that a bot plays for their person, and for how long
        for seat, name in self.seats.items():
            if name is not None:
                self._bots[seat] = _bot(game, seat, name)

    # -- beginning ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Set the game up to its first question."""
        self._before.append(self.state.clone())
        if self.state.asked is None:  # a position may have been written with half of the answers in
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
            Decision(self.game, self.state, task, place, self._asked[self.game.seats[self.state.seat_of(task)]])
            for place, task in asked_of(self.state)
            if self.game.seats[self.state.seat_of(task)] not in self._bots
        )

    def _open(self, seat: str | None) -> Decision:
        """The open question this answer is for."""
        pending = self.pending
        if not pending:
            raise IllegalOption("refused.over", why="over")
        if seat is None:
            return pending[0]
        if seat not in self.game.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        for decision in pending:
            if decision.seat == seat:
                return decision
        raise IllegalOption("refused.wrong_seat", self.game.seats_rule, why="wrong seat", seat=seat)

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

    def _answer(self, decision: Decision, code: int, entry: Entry | None = None) -> None:
        """Apply a legal answer to a clone and swap it in, so that an error changes nothing."""
        after = self.state.clone()
        with passed_over() as unasked:
            apply(after, code, decision.place)
        self.unasked = unasked
        before, self.state = self.state, after
        self._before.append(before)
        self._asked[decision.seat] += 1
        if decision.seat in self.loans:
            self.loans[decision.seat].answers += 1
        choice = decision.notation_of(code)
        self._enter(Entry(DECIDE, decision.seat, decision.kind, choice, self._dice_of(entry)))

    def run_bots(self, goes_on: Callable[[str], bool] | None = None) -> None:
        """Let the bots answer until a person is asked or the game is over.

        ``goes_on`` is asked after each answer for a seat that is lent; if it says no, the seat is given back.
        """
        while True:
            for seat in self.due_back() if self._bots else ():
                if self._bots.pop(seat, None) is not None:  # where bots think elsewhere, so is this seen to
                    self.apply_entry(Entry(SEAT, seat))
            for place, task in asked_of(self.state):
                seat = self.game.seats[self.state.seat_of(task)]
                bot = self._bots.get(seat)
                if bot is None:
                    continue
                decision = Decision(self.game, self.state, task, place, self._asked[seat])
                if seat not in self._rngs:
                    self._rngs[seat] = BotRng(self.key, seat)
                code = bot.choose(self.perspective(seat), decision, self._rngs[seat])
                if code not in decision.codes:
                    raise IllegalOption("refused.bot", decision.rule, seat=seat, bot=self.seats[seat])
                self._answer(decision, code)
                if seat in self.loans and goes_on is not None and not goes_on(seat):
                    self.hand_over(seat, None)
                break
            else:
                return

    def hand_over(
        self, seat: str, bot: str | None, until: str = "", goes_on: Callable[[str], bool] | None = None
    ) -> None:
        """Give a seat to a bot, for good or until a limit of `lending.limits`; or back to a person."""
        playing = None if bot is None else _bot(self.game, seat, bot)
        self.lend(seat, bot, until)
        if playing is None:
            self._bots.pop(seat, None)
        else:
            self._bots[seat] = playing
        self.run_bots(goes_on)

    def lend(self, seat: str, bot: str | None, until: str = "") -> None:
        """The same, where the bots think elsewhere."""
        if until:
            lending.lend(self.game, self.state, until)
        self.apply_entry(Entry(SEAT, seat, choice=lending.spelled(bot, until)))

    @property
    def limits(self) -> tuple[str, ...]:
        """How far a seat can be lent now: a question, what the game has of turns and the like, to the end."""
        return lending.limits(self.game, self.state)

    def due_back(self) -> list[str]:
        """The seats that were lent for a while which is over."""
        if self.result is not None:
            return []
        return [seat for seat, loan in self.loans.items() if lending.is_due(self.game, self.state, loan)]

    def _seat_bot(self, seat: str, choice: str) -> None:
        """Who plays a seat from now on, as its entry says."""
        bot, until = lending.read(choice)
        self.loans.pop(seat, None)
        if until:
            self.loans[seat] = lending.lend(self.game, self.state, until)
        self.seats[seat] = bot

    # -- an open copy -----------------------------------------------------------------------------

    def open_up(self, seat: str) -> None:
        """The seat takes a whole copy of a running game: from now on the record says so."""
        if seat not in self.game.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        self.apply_entry(Entry(OPENED, seat, choice=str(self._asked[seat])))

    @property
    def opened(self) -> list[tuple[str, int]]:
        """Which seats have had an open copy, each at which of its own decisions."""
        return [(entry.seat, int(entry.choice)) for entry in self.record if entry.what == OPENED]

    # -- what is known ----------------------------------------------------------------------------

    def perspective(self, seat: str) -> Perspective:
        """The game as a seat (or ``public``) may know it."""
        if seat != PUBLIC and seat not in self.game.seats:
            raise IllegalOption("refused.no_such_seat", why="wrong seat", seat=brief(seat))
        view: Perspective = self.game.perspective(self.state, seat)
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
        return self.game.result(self.state)

    @property
    def state_hash(self) -> str:
        """A hash of the whole state but its log."""
        return hashlib.blake2b(canonical(self.game.to_data(self.state)), digest_size=16).hexdigest()

    def revealed_key(self) -> str | None:
        """The key, once the game is over; if there was more than one, all in their order."""
        return self.shown_keys if self.result is not None else None

    @property
    def shown_keys(self) -> str:
        """The keys as people are shown them when all is over."""
        return " ".join(key.hex() for key in self.keys)

    # -- another key --------------------------------------------------------------------------------

    def rekey(self, key: bytes | None = None) -> None:
        """Go on with dice from another key: who knows the one before, or has seen another copy go on, foresees none.

        The record carries a hash of the new key, so that `verify` proves both parts; streams begin anew and none of
        the old ones is heard again.
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
        if seat not in self.game.seats:
            return CannotUndo("undo.no_such_seat", seat=brief(seat))
        if (never := self._never_undone()) is not None:
            return never
        last = self._last_decision(seat)
        if last is None:
            return CannotUndo("undo.nothing")
        bits = seat_bits(self.game.seats, seat)
        before = self._before[last]
        task = next(t for _, t in asked_of(before) if self.game.seats[before.seat_of(t)] == seat)
        if not task[0].undoable:
            return CannotUndo("undo.final", task[0].rule)
        for event in self.state.log[before.logged : self.state.logged]:
            if event[2] & bits and not self.game.is_echo(self.state, event):
                return CannotUndo("undo.learned", event[1].split()[0])
        if any(self._shows(self.record[place], seat) for place in self._standing if place >= last):
            return CannotUndo("undo.moved_on")
        return None

    def _shows(self, entry: Entry, seat: str) -> bool:
        """Is this an entry of another's of which the seat may know? That somebody passed, nobody does."""
        if entry.seat in ("", seat):
            return False
        asked = STEPS.get(f"{self.game.name}.{entry.question}") if entry.what == DECIDE else None
        return asked is None or asked.usually is None or entry.choice != asked.notation.write(self.state, asked.usually)

    def _never_undone(self) -> CannotUndo | None:
        """Why this game takes nothing back at all, if it does not."""
        reason = self.game.forbids_undo(self.state)
        return None if reason is None else CannotUndo(reason.key, reason.rule, **reason.fields)

    def _last_decision(self, seat: str) -> int | None:
        """The place in the record of the seat's last decision that stands."""
        for place in reversed(self._standing):
            if self.record[place].what == DECIDE and self.record[place].seat == seat:
                return place
        return None

    def undo(self, seat: str, to: int | None = None, consent: Sequence[str] = ()) -> None:
        """Take the seat's last decision back; or all from its own decision number ``to`` on, if all others consent."""
        if to is None:
            reason = self.why_not_undo(seat)
            if reason is not None:
                raise reason
            last = self._last_decision(seat)
            assert last is not None
            self._go_back(seat, last)
            return
        if (never := self._never_undone()) is not None:
            raise never
        own = [
            place for place in self._standing if self.record[place].what == DECIDE and self.record[place].seat == seat
        ]
        if type(to) is not int or not 0 <= to < len(own):
            raise CannotUndo("undo.no_such_decision", number=brief(to))
        for other in self.game.seats:
            agrees = self.setup.casual if other in self._bots else other in consent
            if other != seat and not agrees:
                raise CannotUndo("undo.no_consent", seat=other)
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
        for name in self._asked:
            self._asked[name] = sum(
                1 for place in self._standing if self.record[place].what == DECIDE and self.record[place].seat == name
            )

    # -- playing a record again ----------------------------------------------------------------------

    def apply_entry(self, entry: Entry) -> None:
        """Do once more what a line of a record says; raises where it does not fit."""
        if entry.what == START:
            self._before.append(self.state.clone())
            if self.state.asked is None:
                advance(self.state)
            self._enter(Entry(START, choice=entry.choice, dice=self._dice_of(entry)))
        elif entry.what == DECIDE:
            decision = self._open(entry.seat)
            if decision.kind != entry.question:
                raise IllegalOption("refused.other_question", decision.rule, kind=decision.kind, was=entry.question)
            self._answer(decision, decision.code_of(entry.choice), entry)
        elif entry.what == UNDO:
            self._go_back(entry.seat, int(entry.choice))
        elif entry.what == REKEY:
            self._change_key(entry)
        else:
            if entry.what == SEAT:
                self._seat_bot(self._known(entry.seat), entry.choice)
            elif entry.choice != str(self._asked[entry.seat]):
                raise IllegalOption("refused.stale", why="stale", number=brief(entry.choice), now=0)
            self._before.append(self.state)
            self._enter(entry)

    def _known(self, seat: str) -> str:
        """A seat that a record names, if there is one of that name."""
        if seat not in self.game.seats:
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
            if before is not None:  # of a long game the past may have been let go
                before.dice = dice
        for seat in self.game.seats:
            name = seats.get(seat)
            self.seats[seat] = name
            if name is not None:
                self._bots[seat] = _bot(self.game, seat, name)
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
        setup = Setup(**{**self.setup.to_json(), "position": self.game.write_position(state), "open_seed": seed})
        setup.scripted = False
        twin = Session(self.game, self.pack, setup, key, state, dice, self.seats if seats is None else seats)
        twin._before.append(state)
        twin._enter(Entry(START, choice=_bot_seating(twin.seats)))
        return twin

    def draft(self) -> Session:
        """This very game, to be played on until somebody knows whether that shall stand; what is here stays as it is.

        Both have the same dice. Whoever drops the draft puts those back (`KeyedDice.back_to`).
        """
        twin = shallow_copy(self)
        twin.seats, twin.checks, twin.heads = dict(self.seats), dict(self.checks), dict(self.heads)
        twin.marks, twin._asked = dict(self.marks), dict(self._asked)
        twin.record, twin._before, twin._standing = self.record[:], self._before[:], self._standing[:]
        twin._bots, twin._rngs = dict(self._bots), dict(self._rngs)
        twin.keys, twin.coming = self.keys[:], self.coming[:]
        twin.loans = {seat: shallow_copy(loan) for seat, loan in self.loans.items()}
        return twin

    def export(self, seat: str) -> JsonObject:
        """The game as one seat's own record: what it decided, was told and sees; no seed, no start position."""
        view = self.perspective(seat)
        own = [entry for entry in self.record if entry.seat == seat and seat != PUBLIC]
        return {
            "viermot": "record",
            "game": self.game.name,
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
        return self.game.write_position(self.state)

    def save(self, path: str | os.PathLike[str], seat: str | None = None) -> None:
        """Write the game to a file, atomically: whole; or, for one seat and while it runs, sealed from the eye."""
        from viermot.kernel.saves import write

        write(self, Path(path), seat)


def shallow_copy(thing: Thing) -> Thing:
    """Another of the same with the same contents: `copy.copy` at a fraction of its price, for plain classes."""
    twin: Thing = object.__new__(thing.__class__)
    twin.__dict__.update(thing.__dict__)
    return twin


def chain(key: bytes, head: str, entry: Entry) -> str:
    """The next link: keyed, so that a head gives away nothing before the key is shown."""
    data = bytes.fromhex(head) + canonical(entry.to_json())
    return hashlib.blake2b(data, digest_size=32, key=key).hexdigest()


def chained(keys: Sequence[bytes], head: str, entries: Sequence[Entry]) -> str:
    """The head after these lines; each REKEY among them brings the next key into force."""
    waiting = list(keys[1:])
    key = keys[0]
    for entry in entries:
        head = chain(key, head, entry)
        if entry.what == REKEY:
            key = waiting.pop(0)
    return head


def promise(key: bytes, head: str) -> str:
    """What a record says of a key that comes into force here, before anybody may know it."""
    return hashlib.sha256(key + bytes.fromhex(head)).hexdigest()


def _bot_seating(seats: Mapping[str, str | None]) -> str:
    """Which bots sit where, as the first line of the record says it."""
    return " ".join(f"{seat}={bot}" for seat, bot in seats.items() if bot is not None)


def _bot(game: GameModule, seat: str, name: str) -> Bot:
    bots = game.bots(seat)
    if name not in bots:
        raise UserError("error.no_bot", name=brief(name), seat=seat, bots=", ".join(bots))
    return bots[name]()


def new_game(
    name: str,
    scenario: str | None = None,
    options: JsonTable | None = None,
    seed: str | None = None,
    seats: Mapping[str, str | None] | None = None,
    dice: Sequence[int] | Mapping[str, Sequence[int]] | None = None,
    draws: Mapping[str, Sequence[int]] | None = None,
    pack: str | os.PathLike[str] | None = None,
    position: str | os.PathLike[str] | None = None,
    casual: bool = False,
    trusted: bool = False,
) -> Session:
    """Start a game. A seat given no bot (None) is asked through ``pending``.

    A position is tried out before it is believed, which costs some hundredths of a second; one's own that is
    ``trusted`` is not.
    """
    game = registry.game(name)
    data = game.load_pack(Path(pack) if pack is not None else None)
    key = key_of(seed)
    scripted = dice is not None or draws is not None
    source = ScriptedDice(key, dice, draws) if scripted else KeyedDice(key)
    text = _position_text(position)
    if text is None:
        if scenario is None:
            scenario = game.info(data).scenarios[0].id
        state = game.start(data, scenario, options or {}, source)
    else:
        state = game.read_position(data, text, source)
        scenario, options = game.setup_of(state)
    game = registry.with_options(name, options or {})
    if text is not None and not trusted:
        rehearse_position(game, state, text)
    elif pack is not None and not trusted:
        rehearse_pack(game, data, state)
    for seat in seats or {}:
        if seat not in game.seats:
            raise UserError("error.no_seat", seat=brief(seat), seats=", ".join(game.seats))
    setup = Setup(
        name, scenario, dict(options or {}), game.rules_version, game.pack_hash(data), text, seed, scripted, casual
    )
    session = Session(game, data, setup, key, state, source, seats or {})
    session.begin()
    return session


def rehearse_position(game: GameModule, state: State, text: str) -> None:
    """Refuse a position that fits piece by piece and still breaks when it is played on."""
    own = "agenda" not in text  # then the agenda is ours, and begins with the phase
    try:
        rehearsal.rehearse(game, state, text, rehearsal.FEW if own else rehearsal.GAMES)
    except rehearsal.RehearsalFailed as wrong:
        raise BadPosition("position.breaks", reason=str(wrong)[:120]) from wrong


def rehearse_pack(game: GameModule, data: Any, state: State) -> None:
    """Refuse component data that loads and still breaks when it is played with."""
    try:
        rehearsal.rehearse(game, state, game.pack_hash(data), rehearsal.PACK_GAMES)
    except rehearsal.RehearsalFailed as wrong:
        raise UserError("error.pack_breaks", reason=brief(wrong)) from wrong


def _position_text(position: str | os.PathLike[str] | None) -> str | None:
    if position is None:
        return None
    if isinstance(position, str) and ("\n" in position or "=" in position):
        return position
    try:
        return Path(position).read_text(encoding="utf-8")
    except OSError as wrong:
        raise UserError("error.no_position", path=brief(position), reason=wrong.strerror or brief(wrong)) from None
    except ValueError:  # not UTF-8, or a path that is none
        raise UserError("error.no_position", path=brief(position), reason="no text") from None
