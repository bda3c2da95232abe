"""A session as data, so that a long record need not be played again. A cache: if in doubt, play the record.

A session restored from a snapshot knows the state before each seat's last decision, so that this can be taken back; for
anything older (`is_trimmed`) the record has to be played again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from viermot.kernel import standing
from viermot.kernel.agenda import Logged, State
from viermot.kernel.dice import KeyedDice
from viermot.kernel.json import JsonObject
from viermot.kernel.lending import Loan
from viermot.kernel.lessons import LessonDice
from viermot.kernel.record import UNDO, Entry, chained
from viermot.kernel.session import NO_ORDERS, Session

FORMAT: Final = 1
BASE, ENTRY, STATE, EVENT = 60_000, 700, 5_000, 450  # bytes


class SnapshotMismatch(Exception):
    """A snapshot of another game, of other rules, or of a later time."""


def take(session: Session) -> JsonObject:
    """All of a session but its record, as JSON data of its own, which stays the same while the game goes on."""
    state = session.state
    return {
        "format": FORMAT,
        "rules": [session.setup.rules_version, session.setup.pack],
        "entries": len(session.record),
        "head": session.head,
        "streams": session.live_dice.positions,
        "keys": [key.hex() for key in session.keys[1:]],
        "asked": dict(session._asked),
        "standing": list(session._standing),
        "checks": [[place, check] for place, check in session.checks.items()],
        "seats": dict(session.seats),
        "loans": {seat: loan.to_json() for seat, loan in session.loans.items()},
        "orders": {seat: orders.to_json() for seat, orders in session.orders.items() if orders != NO_ORDERS},
        "state": session.module.to_data(state),
        "log": state.log[: state.logged],
        "before": [
            [place, session.module.to_data(session._before[place]), session._before[place].logged]
            for place in sorted(_can_be_gone_back_to(session))
            if session._before[place] is not None
        ],
    }


def _can_be_gone_back_to(session: Session) -> set[int]:
    """The places of each seat's last answers, back to the last that it gave itself."""
    return {place for seat in session.module.seats for place in session.undo_chain(seat)}


def restore(session: Session, record: Sequence[Entry], data: JsonObject) -> None:
    """Bring a session that has not begun to where the snapshot was taken; ``record`` has at least that many lines."""
    count = data["entries"]
    session.keys = [session.keys[0], *map(bytes.fromhex, data.get("keys", ()))]
    session.key = session.keys[-1]
    if data["format"] != FORMAT or data["rules"] != [session.setup.rules_version, session.setup.pack]:
        raise SnapshotMismatch
    if len(record) < count or head_of(session, record[:count]) != data["head"]:
        raise SnapshotMismatch
    dice = _dice(session, record[:count], data)
    log = [(kind, rules, seats, _tupled(facts)) for kind, rules, seats, facts in data["log"]]
    session.dice = dice
    session.state = _state(session, data["state"], dice, log, len(log))
    session.record = list(record[:count])
    session.head = data["head"]
    session.heads = dict.fromkeys(session.heads, session.head)
    session.checks = dict(data["checks"])
    session.seats = data["seats"]
    session.loans = {seat: Loan(*loan) for seat, loan in data.get("loans", {}).items()}
    for seat, orders in data.get("orders", {}).items():
        session.orders[seat] = standing.from_json(orders)
    session._asked = data["asked"]
    session._standing = data["standing"]
    unknown: Any = None
    session._before = [unknown] * count
    for place, before, logged in data["before"]:
        session._before[place] = _state(session, before, dice, log, logged)


def _dice(session: Session, record: Sequence[Entry], data: JsonObject) -> KeyedDice:
    """The dice, as far as they had run."""
    if session.setup.lesson is None:
        return KeyedDice(session.key, data["streams"])
    lesson = LessonDice(session.key, session.setup.lesson)
    lesson.went_back(thrown for place in data["standing"] for thrown in record[place].dice)
    return lesson


def _state(session: Session, data: JsonObject, dice: KeyedDice, log: list[Logged], logged: int) -> State:
    state: State = session.module.from_data(session.pack, data, dice)
    state.log = log[:logged]
    state.log_shared = False
    return state


def _tupled(values: list[Any]) -> tuple[Any, ...]:
    """What an event says, as the log has it. A career has tens of thousands of them, so plain values cost no call."""
    return tuple([_tupled(value) if type(value) is list else value for value in values])


def head_of(session: Session, record: Sequence[Entry]) -> str:
    """The head of a record that begins with this session's commitment."""
    return chained(session.keys, session.commitment, record)


KEPT: Final = 128  # entries of the past that are held in memory, and after how many more the rest is dropped


def trim(session: Session, last: int, wanted: Collection[int] = ()) -> None:
    """Drop the past of a long game except for its last entries and what can be taken back: the record has it all.

    Each state has a log of its own, so that the past of a long game would grow with the square of its length.
    ``wanted`` are places in the record that will be gone back to.
    """
    lasts = _can_be_gone_back_to(session) | set(wanted)
    unknown: Any = None
    for place in range(len(session._before) - last):
        if place not in lasts:
            session._before[place] = unknown


def trim_now_and_then(session: Session, wanted: Collection[int]) -> None:
    """While a long record is played again: hold no more of its past than is needed."""
    if len(session.record) % KEPT == 0:
        trim(session, KEPT, wanted)


def gone_back_to(record: Iterable[Entry]) -> set[int]:
    """The places that a record goes back to."""
    return {int(entry.choice) for entry in record if entry.what == UNDO and entry.choice.isdecimal()}


def weight(session: Session) -> int:
    """About how many bytes a session takes in memory; measured on games of every kind, and erring on the high side."""
    known = [state for state in session._before if state is not None]
    logs = {id(state.log): len(state.log) for state in known}
    past = STATE * len(known) + 8 * sum(logs.values())
    return BASE + ENTRY * len(session.record) + past + EVENT * session.state.logged


def is_trimmed(session: Session) -> bool:
    """Is part of the past unknown, so that the record has to be played again for it?"""
    return any(state is None for state in session._before)


def can_judge_undo(session: Session, seat: str) -> bool:
    """Is the state before the seat's last decision known?"""
    last = session._last_decision(seat) if seat in session.module.seats else None
    return last is None or session._before[last] is not None


def can_undo(session: Session, seat: str) -> bool:
    """Is everything known that is needed to take the seat's last decision back, and to judge what could be next?"""
    chain = session.undo_chain(seat) if seat in session.module.seats else []
    if not chain:
        return True
    places = set(chain)
    for other in session.module.seats:
        earlier = [place for place in session._standing if place < min(chain) and session.record[place].is_answer]
        places |= set([place for place in earlier if session.record[place].seat == other][-1:])
    return all(session._before[place] is not None for place in places)
