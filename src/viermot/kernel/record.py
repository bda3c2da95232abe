"""The record of a game: its lines, what was agreed on before the first of them, and the chain of hashes over both."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from viermot.kernel import standing
from viermot.kernel.canon import canonical
from viermot.kernel.dice import Record
from viermot.kernel.json import Json, JsonObject

START, DECIDE, UNDO, SEAT = "start", "decide", "undo", "seat"
ANSWERS = frozenset({DECIDE, *standing.GIVEN})  # a seat's answers: its own, and those that its orders gave
ORDERS = "orders"  # a seat says what shall be answered in its place
REKEY = "rekey"  # from here on the dice come from another key, promised by the hash in this line's choice
OPENED = "opened"  # a seat had a whole, open copy made, and may know everything up to there


@dataclass(frozen=True)
class Entry:
    """One line of the record: what was done by whom, and the dice it led to."""

    what: str
    seat: str = ""
    question: str = ""
    choice: str = ""
    dice: tuple[Record, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Was a question answered, by the seat itself or by its orders?"""
        return self.what in ANSWERS

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
    lesson: JsonObject | None = None  # its id and script, if this is one (lessons.py)

    def to_json(self) -> JsonObject:
        said = dict(vars(self))
        if self.lesson is None:  # what ordinary games were committed to before there were lessons
            del said["lesson"]
        return said


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
