"""The engine for other programs: one JSON object per line in, one per line out. docs/engine-protocol.md describes it.

A program says hello and names the seats it plays; it is told what those seats may know and nothing else. Whatever comes
in, an answer goes out: what cannot be done is answered with an error and changes nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

import msgspec

import viermot
from viermot import advising
from viermot.kernel import registry
from viermot.kernel.agenda import Warned
from viermot.kernel.bots import usual
from viermot.kernel.decision import Decision, IllegalOption
from viermot.kernel.dice import QuickDice
from viermot.kernel.json import JsonObject
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.registry import GameInfo
from viermot.kernel.saves import SaveError
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.kernel.words import Filling
from viermot.sentences import sentence
from viermot.text import message

PROTOCOL: Final = 1
LONGEST_LINE: Final = 1_000_000  # bytes
MAX_WARNED: Final = 200  # options
Id = str | int | None


# -- messages --------------------------------------------------------------------------------------------


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """What every message of a program carries: the protocol's version, and an id to be sent back."""

    v: Literal[1]
    id: Id = None


class Hello(Request, tag="hello"):
    """First of all: which seats the program plays, and the language of prompts."""

    seats: list[str]
    locale: str = ""


class New(Request, tag="new"):
    """Start a game; seats that the program does not play are bots, named here or the best there is."""

    scenario: str | None = None
    options: JsonObject = {}
    seed: str | None = None
    bots: dict[str, str] = {}
    position: str | None = None


class DecisionRequest(Request, tag="decision"):
    """What is being asked of the program's seats?"""


class Decide(Request, tag="decide"):
    """Answer a question: an option's text, or its index."""

    seat: str
    option: str | int
    number: int | None = None


class WhyNot(Request, tag="why_not"):
    """Would this answer be taken, and if not, by which rule?"""

    seat: str
    option: str | int


class PerspectiveRequest(Request, tag="perspective"):
    """All that a seat may know now."""

    seat: str


class Events(Request, tag="events"):
    """What a seat came to know, from its own number `since` on."""

    seat: str
    since: int = 0
    text: bool = False


class Result(Request, tag="result"):
    """How the game ended, if it has; the head of the record; the key when it is over."""


class Undo(Request, tag="undo"):
    """Take a seat's last decision back."""

    seat: str


class Orders(Request, tag="orders"):
    """What is to be answered on a seat's behalf: lines of question, subject ("" for any) and option."""

    seat: str
    routine: bool | None = None
    always: list[tuple[str, str, str]] | None = None
    sheet: list[tuple[str, str, str]] | None = None


class AdviceRequest(Request, tag="advice"):
    """What would the seat's best bot answer here, why, and what are the alternatives worth?"""

    seat: str


class BeliefRequest(Request, tag="belief"):
    """What may the seat believe of what is hidden from it?"""

    seat: str


class Save(Request, tag="save"):
    """Write the game to a file: sealed while it runs and another seat has secrets, unless an open copy is asked for."""

    path: str
    open: bool = False  # the whole game all the same; the record then says that it was opened


class Load(Request, tag="load"):
    """Go on with a saved game: one sealed for a seat of the program's, one whose seats are all the program's, or a
    finished one.
    """

    path: str


class Quit(Request, tag="quit"):
    """Goodbye."""


Message = (
    Hello
    | New
    | DecisionRequest
    | Decide
    | WhyNot
    | PerspectiveRequest
    | Events
    | Result
    | Undo
    | Orders
    | AdviceRequest
    | BeliefRequest
    | Save
    | Load
    | Quit
)
DECODER: Final = msgspec.json.Decoder(Message)


class Refused(Exception):
    """A message that is answered with an error: its code, and the sentence."""

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule


# -- the engine ------------------------------------------------------------------------------------------


class Engine:
    """One program, one game at a time."""

    def __init__(self, game: str, pack: Path | None = None, locale: str = "en") -> None:
        self.module = registry.game(game)
        self.pack = pack
        self.data = self.module.load_pack(pack)
        self.info = self.module.info(self.data)
        self.locale = locale
        self.named: tuple[str, ...] = ()  # the seats the program said hello for
        self.seats: tuple[str, ...] = ()  # those of them that are at the table
        self.greeted = False
        self.session: Session | None = None
        self.closed = False

    def answer(self, line: bytes) -> JsonObject:
        """The answer to one line, whatever it is."""
        asked: Any = None
        try:
            asked = self._read(line)
            told = self._handlers()[type(asked)](asked)
        except Refused as refused:
            told = self._error(refused.code, refused.text, refused.rule)
        except IllegalOption as refused:
            told = self._error(refused.why.replace(" ", "_"), refused.text(self.locale), refused.rule)
        except UserError as wrong:
            told = self._error("refused", wrong.text(self.locale), wrong.rule)
        except Exception as wrong:  # a bug of ours: the program is told, and the game is as it was
            told = self._error("internal", self._say("engine.internal", kind=type(wrong).__name__))
        head = {"v": PROTOCOL, "id": asked.id} if asked is not None and asked.id is not None else {"v": PROTOCOL}
        return {**head, **told}

    def _say(self, key: str, **fields: Filling) -> str:
        return message(key, self.locale, **fields)

    def _error(self, code: str, text: str, rule: str = "") -> JsonObject:
        return {"type": "error", "code": code, "message": text, "rule": rule or None}

    def _read(self, line: bytes) -> Any:
        """The message in a line; Refused says what is wrong with it."""
        if len(line) > LONGEST_LINE:
            raise Refused("too_long", self._say("engine.too_long", most=LONGEST_LINE))
        try:
            asked = DECODER.decode(line)
            _refuse_odd_text(asked)
            return asked
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError, ValueError) as wrong:
            reason = str(wrong)[:200] or type(wrong).__name__
            code = "bad_message" if isinstance(wrong, msgspec.ValidationError) else "not_json"
            raise Refused(code, self._say(f"engine.{code}", reason=reason)) from None

    def _handlers(self) -> dict[type, Callable[[Any], JsonObject]]:
        return {
            Hello: self.hello, New: self.new, DecisionRequest: self.decision, Decide: self.decide, WhyNot: self.why_not,
            PerspectiveRequest: self.perspective, Events: self.events, Result: self.result, Undo: self.undo,
            Orders: self.orders, AdviceRequest: self.advice, BeliefRequest: self.belief,
            Save: self.save, Load: self.load, Quit: self.quit,
        }  # fmt: skip

    # -- beginning -----------------------------------------------------------------------------------------

    def hello(self, asked: Hello) -> JsonObject:
        """Which seats the program plays; the game is described in return."""
        if self.greeted:
            raise Refused("greeted", self._say("engine.greeted"))
        seat_sets = self.module.seat_sets
        known = tuple(dict.fromkeys(seat for seats in seat_sets for seat in seats))
        for seat in asked.seats:
            if seat not in known:
                raise Refused("wrong_seat", self._say("error.no_seat", seat=seat, seats=", ".join(known)))
        self.locale = asked.locale or self.locale
        self.named = self.seats = tuple(seat for seat in known if seat in asked.seats)
        self.greeted = True
        described = {**asdict(self.info), "bots": {seat: tuple(self.module.bots(seat)) for seat in known}}
        head = {"type": "hello", "viermot": viermot.__version__, "protocol": PROTOCOL, "plays": self.seats}
        return {**head, "seatings": seat_sets, **described}

    def new(self, asked: New) -> JsonObject:
        """A fresh game; the one before it is gone."""
        self._be_greeted()
        if asked.position is not None and "\n" not in asked.position:
            raise Refused("refused", self._say("engine.position_is_text"))  # no file of the host is opened for it
        info = self._seated(asked)
        own = self._at_table(info.seats)
        seats: dict[str, str | None] = {}
        for seat, bot in asked.bots.items():
            if seat in own or seat not in info.seats:
                raise Refused("wrong_seat", self._say("engine.no_bot_there", seat=seat[:40]))
            seats[seat] = bot
        for seat in info.seats:
            if seat not in own and seat not in seats:
                seats[seat] = usual(info.bots[seat])
        self.session = viermot.new_game(
            self.module.name, asked.scenario, asked.options, asked.seed, seats, pack=self.pack, position=asked.position
        )
        self.seats = own
        return self._opened("new")

    def _seated(self, asked: New) -> GameInfo:
        """The game with the seats that these options, or those of the position, give it."""
        options = asked.options
        if asked.position is not None:
            options = self.module.setup_of(self.module.read_position(self.data, asked.position, QuickDice(0)))[1]
        return self.module.with_options(options).info(self.data)

    def _at_table(self, seats: Iterable[str]) -> tuple[str, ...]:
        """The program's seats at this table; a program that named seats and has none of these is at the wrong table."""
        there = tuple(seats)
        own = tuple(seat for seat in self.named if seat in there)
        if self.named and not own:
            fields = {"seats": ", ".join(there), "named": ", ".join(self.named)}
            raise Refused("wrong_seat", self._say("engine.not_at_table", **fields))
        return own

    def _opened(self, kind: str) -> JsonObject:
        session = self._game()
        return {
            "type": kind,
            "scenario": session.setup.scenario,
            "options": session.setup.options,
            "rules_version": session.setup.rules_version,
            "open_seed": session.setup.open_seed is not None,
            "seats": session.seats,
            "plays": self.seats,
            "commitment": session.commitment,
            **self._asked(),
        }

    def _be_greeted(self) -> None:
        if not self.greeted:
            raise Refused("no_hello", self._say("engine.no_hello"))

    def _game(self) -> Session:
        self._be_greeted()
        if self.session is None:
            raise Refused("no_game", self._say("engine.no_game"))
        return self.session

    def _own(self, seat: str, also_public: bool = False) -> str:
        """A seat of the program's own, or an error: nobody sees or plays another's."""
        if seat in self.seats or (also_public and seat == PUBLIC):
            return seat
        raise Refused("wrong_seat", self._say("engine.not_yours", seat=seat[:40], seats=", ".join(self.seats) or "-"))

    # -- playing -------------------------------------------------------------------------------------------

    def _asked(self) -> JsonObject:
        """The questions open to the program, and whether the game is over."""
        session = self._game()
        return {"pending": [self._describe(d) for d in session.pending], "over": session.result is not None}

    def _describe(self, decision: Decision) -> JsonObject:
        return {
            "seat": decision.seat,
            "number": decision.number,
            "kind": decision.kind,
            "rule": decision.rule,
            "facts": decision.plain_facts,
            "prompt": decision.prompt(self.locale),
            "options": list(decision.options),
            "default": decision.default,
            **self._warnings(decision),
        }

    def _warnings(self, decision: Decision) -> JsonObject:
        """What some options cost for good; where there are too many to go through, `why_not` tells about one."""
        if not decision.can_warn or len(decision.codes) > MAX_WARNED:
            return {}
        found = ((option, decision.warns(option)) for option in decision.options)
        told = {option: self._cost(warned) for option, warned in found if warned is not None}
        return {"warnings": told} if told else {}

    def _cost(self, warned: Warned) -> JsonObject:
        return {"message": warned.text(self.locale), "asks": warned.asks}

    def decision(self, asked: DecisionRequest) -> JsonObject:
        return {"type": "decision", **self._asked()}

    def decide(self, asked: Decide) -> JsonObject:
        self._game().decide(asked.option, self._own(asked.seat), asked.number)
        return {"type": "decide", **self._asked()}

    def why_not(self, asked: WhyNot) -> JsonObject:
        seat = self._own(asked.seat)
        for decision in self._game().pending:
            if decision.seat == seat:
                refusal = decision.why_not(asked.option)
                rule = refusal.rule or None if refusal is not None else None
                text = refusal.text(self.locale) if refusal is not None else None
                warned = decision.warns(asked.option) if refusal is None else None
                cost = {"warning": self._cost(warned)} if warned is not None else {}
                return {"type": "why_not", "legal": refusal is None, "rule": rule, "message": text, **cost}
        raise Refused("wrong_seat", self._say("refused.wrong_seat", seat=seat))

    def perspective(self, asked: PerspectiveRequest) -> JsonObject:
        seat = self._own(asked.seat, also_public=True)
        return {"type": "perspective", "seat": seat, "perspective": self._game().perspective(seat).to_json()}

    def events(self, asked: Events) -> JsonObject:
        seat = self._own(asked.seat, also_public=True)
        if asked.since < 0:
            raise Refused("bad_message", self._say("engine.bad_message", reason="since < 0"))
        view = self._game().perspective(seat)
        told = [event.to_json() for event in view.events(asked.since)]
        if asked.text:
            for event, line in zip(view.events(asked.since), told, strict=True):
                line["text"] = sentence(view, event, self.locale)
        return {"type": "events", "seat": seat, "events": told}

    def result(self, asked: Result) -> JsonObject:
        session = self._game()
        proof = {"commitment": session.commitment, "head": session.head, "key": session.revealed_key()}
        return {"type": "result", "result": session.result, **proof}

    def undo(self, asked: Undo) -> JsonObject:
        self._game().undo(self._own(asked.seat))
        return {"type": "undo", **self._asked()}

    def orders(self, asked: Orders) -> JsonObject:
        said = {"routine": asked.routine, "always": asked.always, "sheet": asked.sheet}
        session, seat = self._game(), self._own(asked.seat)
        session.order(seat, {name: value for name, value in said.items() if value is not None})
        return {"type": "orders", "orders": session.orders[seat].to_json(), **self._asked()}

    def advice(self, asked: AdviceRequest) -> JsonObject:
        """What the best bot would answer. The record notes that it was asked, as it does for people."""
        session, seat = self._game(), self._own(asked.seat)
        decision = next((decision for decision in session.pending if decision.seat == seat), None)
        if decision is None:
            raise Refused("wrong_seat", self._say("engine.not_asked", seat=seat))
        session.note_advice(seat)
        told = advising.advised(session.module, session.perspective(seat), decision, self.locale)
        return {"type": "advice", "seat": seat, "number": decision.number, **msgspec.to_builtins(told)}

    def belief(self, asked: BeliefRequest) -> JsonObject:
        """What the seat may believe."""
        session, seat = self._game(), self._own(asked.seat)
        session.note_advice(seat, "belief")
        told = advising.believed(session.module, session.perspective(seat), self.locale)
        return {"type": "belief", "seat": seat, **msgspec.to_builtins(told)}

    # -- files and leaving ---------------------------------------------------------------------------------

    def _knows_all(self, session: Session) -> bool:
        """A save holds every seat's secrets; it is for a program that holds every seat, or for a game that is over."""
        return session.result is not None or set(session.seats) <= set(self.named)

    def save(self, asked: Save) -> JsonObject:
        session = self._game()
        whole = self._knows_all(session)
        if not whole and not self.seats:
            raise Refused("secret", self._say("engine.secret"))
        if not whole and asked.open:
            session.open_up(self.seats[0])
            whole = True
        session.save(asked.path, None if whole else self.seats[0])
        return {"type": "save", "path": asked.path, "sealed": not whole}

    def load(self, asked: Load) -> JsonObject:
        self._be_greeted()
        try:
            session = viermot.load(asked.path)
        except SaveError as wrong:
            raise Refused("refused", wrong.text(self.locale)) from None
        if session.module.name != self.module.name:
            raise Refused("refused", self._say("engine.other_game", game=session.module.name))
        if not self._may_load(session):
            raise Refused("secret", self._say("engine.secret"))
        self.seats = self._at_table(session.seats)
        self.session = session
        return self._opened("load")

    def _may_load(self, session: Session) -> bool:
        """A program that has seen all of it may see it again; a sealed game is for the player who saved it, not for a
        bot.
        """
        own = {seat for seat in self.named if seat in session.seats}
        if own & {seat for seat, _ in session.opened}:
            return True
        if session.kept_for is None:
            return self._knows_all(session)
        return session.kept_for in own and all(session.seats[seat] is None for seat in own)

    def quit(self, asked: Quit) -> JsonObject:
        self.closed = True
        return {"type": "quit"}


def _refuse_odd_text(value: object) -> None:
    """Text that cannot be written down (half a surrogate pair, a null character) has no business in a message."""
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("a null character")
        value.encode()
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _refuse_odd_text(getattr(value, name))
    elif isinstance(value, dict):
        for name, inner in value.items():
            _refuse_odd_text(name)
            _refuse_odd_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_odd_text(inner)


# -- lines -------------------------------------------------------------------------------------------------


def serve(engine: Engine, source: BinaryIO, target: BinaryIO) -> None:
    """Answer line by line until the input ends or the program says quit."""
    while not engine.closed:
        line = source.readline(LONGEST_LINE + 2)
        if not line:
            return
        if len(line) > LONGEST_LINE + 1 and not line.endswith(b"\n"):
            _skip_line(source)
        if not line.strip():
            continue
        target.write(json.dumps(engine.answer(line.rstrip(b"\r\n"))).encode() + b"\n")
        target.flush()


def _skip_line(source: BinaryIO) -> None:
    """Read on to the end of a line that is too long, without keeping it."""
    while True:
        rest = source.readline(LONGEST_LINE)
        if not rest or rest.endswith(b"\n"):
            return


if __name__ == "__main__":
    serve(Engine(registry.modules()[0].name), sys.stdin.buffer, sys.stdout.buffer)
