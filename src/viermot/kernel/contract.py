"""check_game(): the tests every game must pass, shipped so that the author of a new one can run them.

Games are played to the end at random; at every decision the cheap promises are checked, now and then the costly ones:
the state as data, as a position and as a clone, what each seat is shown, a save that is loaded and plays on the same
way. The fuzzer (`viermot.fuzz`) plays the same trials with more games and livelier players.
"""

from __future__ import annotations

import json
import random
import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from viermot.kernel import saves
from viermot.kernel.agenda import DeadEnd, State, advance, apply, open_questions
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import KeyedDice, QuickDice, key_of
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.record import Setup
from viermot.kernel.registry import GameModule
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.kernel.words import has

CRASH: Final = "crash"
DEAD_END: Final = "dead end"
ENDLESS: Final = "endless"
INVARIANT: Final = "invariant"
UNDO: Final = "undo left after dice"
SAVE: Final = "save and load"
POSITION: Final = "position"
VERIFY: Final = "verify"
CLONE: Final = "clone"
DATA: Final = "state as data"
DOMAINS: Final = "declared domains"
OPTIONS: Final = "options"
EVENTS: Final = "events"
VIEW: Final = "perspective"
TEXT: Final = "text"

MAX_DECISIONS: Final = 20_000  # a game that is longer than this never ends
PATIENCE: Final = 120  # seconds of processor time in which a question must come up
MAX_SPELLED: Final = 24  # options of one question whose notation is checked
DEAR: Final = 0.05  # at this share of decisions the costly checks are made too

Chooser = Callable[[Session, Decision, random.Random], int]  # which option, by its index
Orderer = Callable[[Session, Decision, random.Random], JsonObject | None]  # what is ordered instead, if anything


class Fault(Exception):
    """A promise that a game does not keep: which kind, and what happened."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")
        self.what = what
        self.why = why


class ContractBroken(AssertionError):
    """check_game() found faults; the message lists them."""


@contextmanager
def _blame(what: str) -> Iterator[None]:
    """Whatever goes wrong in here is a fault of that kind."""
    try:
        yield
    except Fault:
        raise
    except DeadEnd as wrong:
        raise Fault(DEAD_END, str(wrong)) from wrong
    except Exception as wrong:
        raise Fault(what, f"{type(wrong).__name__}: {wrong}") from wrong


@contextmanager
def _patience() -> Iterator[Callable[[], None]]:
    """Steps that never reach a question end in a Fault after PATIENCE seconds; call what is yielded to restart the
    clock.

    Seconds of processor time: a machine that is busy, or was put to sleep, is no fault of the game. Only where the
    system has such an alarm, and only in the main thread; elsewhere nothing watches.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return

    def enough(*_: object) -> None:
        raise Fault(ENDLESS, f"no question and no end for {PATIENCE} seconds")

    before = signal.signal(signal.SIGPROF, enough)
    try:
        yield lambda: signal.setitimer(signal.ITIMER_PROF, PATIENCE) and None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# -- what must hold at one decision ---------------------------------------------------------------


def check_options(decision: Decision, rng: random.Random) -> None:
    """At least two, all different, each spelled in its own way and read back as itself; the default is one of them."""
    codes = decision.codes
    if len(codes) < 2:
        raise Fault(OPTIONS, f"{decision.kind} is asked with {len(codes)} options")
    if len(set(codes)) != len(codes):
        raise Fault(OPTIONS, f"{decision.kind} offers something twice: {list(decision.options)[:40]}")
    default = decision.default_code
    if default is not None and (default not in codes or decision.why_not(decision.notation_of(default)) is not None):
        raise Fault(OPTIONS, f"{decision.kind} has a default that it does not offer: {default}")
    if (settled := decision.settled_code) is not None and settled not in codes:
        raise Fault(OPTIONS, f"{decision.kind} is settled by what it does not offer: {settled}")
    some = codes if len(codes) <= MAX_SPELLED else rng.sample(codes, MAX_SPELLED)
    spelled: dict[str, int] = {}
    for code in some:
        text = decision.notation_of(code)
        if spelled.setdefault(text, code) != code:
            raise Fault(OPTIONS, f"{decision.kind} spells two options {text!r}")
        if decision.read(text) != code:
            raise Fault(OPTIONS, f"{decision.kind} reads {text!r} as something else than it writes")
        refused = decision.why_not(text)
        if refused is not None:
            raise Fault(OPTIONS, f"{decision.kind} refuses {text!r}, which it offers: {refused.key}")


def check_texts(decision: Decision) -> None:
    """There is a prompt in words, and every option can be named."""
    key = f"{decision.game}.prompt.{decision.kind}"
    if not has(key):
        raise Fault(TEXT, f"no prompt: the catalogue lacks {key}")
    said = decision.prompt()
    if not said.strip() or "{" in said:
        raise Fault(TEXT, f"the prompt of {decision.kind} is not filled in: {said!r}")
    if not decision.label(0).strip():
        raise Fault(TEXT, f"an option of {decision.kind} has no label")


def check_invariants(session: Session) -> None:
    """The game's own invariants hold."""
    wrong = session.module.faults(session.state)
    if wrong:
        raise Fault(INVARIANT, "; ".join(wrong))


def check_events(session: Session, since: int) -> None:
    """Each event from that place of the log on cites rules of the book, and somebody may know of it."""
    book, state = session.module.rulebook, session.state
    everybody = (1 << len(session.module.seats)) - 1
    for kind, rules, seats, _ in state.log[since : state.logged]:
        if not rules.split():
            raise Fault(EVENTS, f"{kind} cites no rule")
        if unknown := book.unknown(rules):
            raise Fault(EVENTS, f"{kind} cites {', '.join(unknown)}, which the book lacks")
        if not 0 < seats <= everybody:
            raise Fault(EVENTS, f"{kind} is for nobody")


def check_undo(session: Session) -> None:
    """No seat may take back a decision that dice have followed."""
    for seat in session.module.seats:
        if session.why_not_undo(seat) is not None:
            continue
        last = max(n for n, entry in enumerate(session.record) if entry.is_answer and entry.seat == seat)
        rolled = [roll[0] for entry in session.record[last:] for roll in entry.dice]
        if rolled:
            raise Fault(UNDO, f"{seat} may take back {session.record[last].question} after {', '.join(rolled)}")


def check_views(session: Session) -> None:
    """Every seat and the public have a view and events that are plain JSON, numbered without gaps."""
    for seat in (*session.module.seats, PUBLIC):
        view = session.perspective(seat)
        told = view.events()
        try:
            json.dumps([view.to_json(), [event.to_json() for event in told]], allow_nan=False)
        except (TypeError, ValueError) as wrong:
            raise Fault(VIEW, f"what {seat} sees is no JSON: {wrong}") from None
        if [event.number for event in told] != list(range(len(told))):
            raise Fault(VIEW, f"the events of {seat} are not numbered from 0 on")
        if len(told) > 3 and view.events(len(told) - 3) != told[-3:]:
            raise Fault(VIEW, f"the last events of {seat} differ from those of the whole list")


def _data(session: Session, state: State) -> bytes:
    return canonical(session.module.to_data(state))


def check_domains(session: Session) -> None:
    """Every field of the state and every step of its agenda lies in the domain that the game has declared."""
    declared, state = session.module.declared, session.state
    if declared is None:
        return
    data = session.module.to_data(state)
    if forgotten := [*declared.forgotten(data), *declared.undeclared()]:
        raise Fault(DOMAINS, f"no domain is declared for {', '.join(forgotten)}")
    tasks = [*state.agenda, *([] if state.asked is None else [state.asked])]
    wrong = declared.misfit(state, data) or declared.wrong_task(state, tasks)
    if wrong is not None:
        raise Fault(DOMAINS, f"{wrong.name} is outside its domain: {wrong.value}")


def check_data(session: Session) -> None:
    """The state survives being written as data and read back."""
    written = _data(session, session.state)
    again = session.module.from_data(session.pack, json.loads(written), QuickDice(0))
    if _data(session, again) != written:
        raise Fault(DATA, "to_data and from_data do not round-trip")


def check_position(session: Session) -> None:
    """The position survives being written as text and read back, and goes on at the same decision."""
    module, text = session.module, session.position()
    again = module.read_position(session.pack, text, QuickDice(0))
    if again.asked is None:
        advance(again)
    if _data(session, again) != _data(session, session.state):
        raise Fault(POSITION, "reading a written position gives another state")
    if module.write_position(again) != text:
        raise Fault(POSITION, "a position that was read is written differently")


def check_clone(session: Session, rng: random.Random) -> None:
    """A clone plays on without touching the original, or the log they share."""
    state = session.state
    before, length = _data(session, state), state.logged
    last = state.log[:length][-1:]
    twin = state.clone()
    if _data(session, twin) != before:
        raise Fault(CLONE, "a clone differs from the original")
    twin.dice = QuickDice(rng.random())
    for _ in range(8):
        asked = open_questions(twin)
        if not asked:
            break
        place, task = asked[0]
        apply(twin, rng.choice(task[0].options(twin, *task[1:])), place)
    if _data(session, state) != before or state.logged != length or state.log[:length][-1:] != last:
        raise Fault(CLONE, "playing on a clone changed the original")


def check_saved(session: Session) -> Session:
    """A save can be loaded, and what is loaded stands where the game does; it is returned."""
    try:
        again = saves.restore(saves.parse(json.loads(saves.dump(session)), "save"))
    except UserError as wrong:
        raise Fault(SAVE, f"its own save is refused: {wrong}") from wrong
    if again.head != session.head or again.state_hash != session.state_hash:
        raise Fault(SAVE, "the loaded game stands elsewhere")
    asked = [(d.seat, d.kind, d.number) for d in session.pending]
    if [(d.seat, d.kind, d.number) for d in again.pending] != asked or again.result != session.result:
        raise Fault(SAVE, "the loaded game asks something else")
    if canonical(again.export(PUBLIC)) != canonical(session.export(PUBLIC)):
        raise Fault(SAVE, "the loaded game has another past")
    return again


def check_verified(session: Session, folder: Path) -> None:
    """Its save is found to be fair, every decision and die of it."""
    file = folder / "verify.json"
    session.save(file)
    verdict = saves.verify(file, session.head)
    if not verdict.fair:
        raise Fault(VERIFY, f"an honest game is called unfair: {', '.join(verdict.problems)}")


# -- one game under watch -----------------------------------------------------------------------------


USUAL: Final = 0.85  # how often random play gives the usual answer to a question that has one


def any_option(session: Session, decision: Decision, rng: random.Random) -> int:
    """The plainest chooser: any option, all equally likely; but where players usually pass, it mostly passes."""
    usual = decision.question.usually
    if usual is not None and usual in decision.codes and rng.random() < USUAL:
        return decision.codes.index(usual)
    return rng.randrange(len(decision.codes))


@dataclass
class Trial:
    """One game played to its end with everything checked; ``session`` can be saved when a Fault is raised."""

    module: GameModule
    scenario: str
    seed: str
    options: JsonTable = field(default_factory=dict)
    seats: Mapping[str, str | None] = field(default_factory=dict)  # the others are played by ``choose``
    choose: Chooser = any_option
    order: Orderer | None = None  # gives standing orders besides
    texts: bool = True
    session: Session | None = None
    about_to: str = "set up"  # what was being done when a fault occurred
    decisions: int = 0
    rolls: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    _shadow: Session | None = None  # the game as it was loaded from a save, played on alike

    def run(self) -> JsonObject:
        """Play; returns the result or raises Fault."""
        with _patience() as begin_afresh:
            return self._run(begin_afresh)

    def _run(self, begin_afresh: Callable[[], None]) -> JsonObject:
        self.rng = random.Random(f"{self.seed}:chance")
        begin_afresh()
        with _blame(CRASH):
            self.session = session = _lay_out(self.module, self.scenario, self.options, self.seed, self.seats)
            session.begin()
        checked = 0
        save_at = self.rng.randrange(4, 90)
        while session.result is None:
            begin_afresh()
            checked = self._check(session, checked)
            if self.decisions == save_at:
                with _blame(SAVE):
                    self._shadow = check_saved(session)
            self._decide(session)
        self._check(session, checked)
        return self._finish(session)

    def _check(self, session: Session, since: int) -> int:
        """What is checked at every decision; returns how far into the log that went."""
        with _blame(CRASH):
            check_invariants(session)
            check_events(session, since)
            check_undo(session)
            for decision in session.pending:
                check_options(decision, self.rng)
                if self.texts and not self.questions[decision.kind]:
                    check_texts(decision)
            if self.rng.random() < DEAR:
                self._check_dearly(session)
        return session.state.logged

    def _check_dearly(self, session: Session) -> None:
        with _blame(CLONE):  # first: the others stand on clones
            check_clone(session, self.rng)
        for what, check in (
            (DOMAINS, check_domains),
            (DATA, check_data),
            (POSITION, check_position),
            (VIEW, check_views),
        ):
            with _blame(what):
                check(session)

    def _order(self, session: Session, seat: str, change: JsonObject) -> None:
        """A seat says what is to be answered on its behalf; a game loaded from a save is told the same."""
        self.about_to = f"{seat} orders {change!r}"
        with _blame(CRASH):
            session.order(seat, change)
        if self._shadow is not None:
            with _blame(SAVE):
                self._shadow.order(seat, change)
        self.decisions += 1

    def _decide(self, session: Session) -> None:
        pending = session.pending
        if not pending:
            raise Fault(DEAD_END, "the game is not over, but nobody is asked")
        if self.decisions >= MAX_DECISIONS:
            raise Fault(ENDLESS, f"no end after {self.decisions} decisions")
        decision = pending[self.rng.randrange(len(pending))]
        change = None if self.order is None else self.order(session, decision, self.rng)
        if change is not None:
            self._order(session, decision.seat, change)
            return
        index = self.choose(session, decision, self.rng)
        text = decision.options[index]
        self.about_to = f"{decision.seat} answers {decision.kind} (number {decision.number}) with {text!r}"
        self.questions[decision.kind] += 1
        self.decisions += 1
        with _blame(CRASH):
            session.decide(text, decision.seat, decision.number)
        if self._shadow is not None:
            with _blame(SAVE):
                self._shadow.decide(text, decision.seat, decision.number)
                if self._shadow.head != session.head:
                    raise Fault(SAVE, "the loaded game does not go on as the other does")

    def _finish(self, session: Session) -> JsonObject:
        if session.pending:
            raise Fault(DEAD_END, "the game is over, but somebody is asked")
        self.about_to = "check the finished game"
        self._check_dearly(session)
        with _blame(VERIFY), tempfile.TemporaryDirectory() as folder:
            check_verified(session, Path(folder))
        if self._shadow is None:
            with _blame(SAVE):
                check_saved(session)
        self.rolls = sum(len(entry.dice) for entry in session.record)
        assert session.result is not None
        return session.result


def _lay_out(
    module: GameModule, scenario: str, options: JsonTable, seed: str, seats: Mapping[str, str | None]
) -> Session:
    """A session before its first step, so that there is one to save if that step crashes."""
    pack, key = module.load_pack(None), key_of(seed)
    module = module.with_options(options)
    dice = KeyedDice(key)
    setup = Setup(module.name, scenario, dict(options), module.rules_version, module.pack_hash(pack), open_seed=seed)
    return Session(module, pack, setup, key, module.start(pack, scenario, options, dice), dice, seats)


# -- the contract ---------------------------------------------------------------------------------------


@dataclass
class ContractReport:
    """What check_game() played."""

    games: int = 0
    decisions: int = 0
    rolls: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)


def check_game(
    module: GameModule,
    scenarios: Sequence[str] | None = None,
    games: int = 2,
    seed: str = "contract",
    texts: bool = True,
) -> ContractReport:
    """Play that many games of each scenario with every check; ContractBroken lists what is wrong.

    Half of them are played with a bot in the last seat, so that saves carry a bot's random numbers along as well.

    >>> from viermot.kernel import registry
    >>> check_game(registry.game("nightfighter"), ["1"], games=1).games
    1
    """
    report = ContractReport()
    wrong: list[str] = []
    for scenario in scenarios or [about.id for about in module.info(module.load_pack(None)).scenarios]:
        for number in range(games):
            seats = {module.seats[-1]: "random"} if number % 2 else {}
            trial = Trial(module, scenario, f"{seed}:{scenario}:{number}", seats=seats, texts=texts)
            try:
                result = trial.run()
            except Fault as fault:
                wrong.append(f"{module.name} {scenario}, game {number}, when {trial.about_to}: {fault}")
                continue
            report.games += 1
            report.decisions += trial.decisions
            report.rolls += trial.rolls
            report.questions += trial.questions
            report.endings[str(result.get("reason"))] += 1
    if wrong:
        raise ContractBroken("\n".join(wrong))
    return report
