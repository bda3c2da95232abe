"""The record of a game: its lines, what was agreed on before the first of them, and the chain of hashes over both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from viermot.kernel import standing
from viermot.kernel.canon import canonical_row
from viermot.kernel.dice import Record
from viermot.kernel.json import Json, JsonObject
from viermot.kernel.standing import Orders

START, DECIDE, UNDO, SEAT = "start", "decide", "undo", "seat"
ANSWERS = frozenset({DECIDE, *standing.GIVEN})  # a seat's answers: its own, and those that its orders gave
FROM_SHEETS = frozenset({standing.SHEET, standing.ALWAYS})  # by which orders answer: a sheet that was handed in
ORDERS = "orders"  # a seat says what is to be answered on its behalf
REKEY = "rekey"  # from here on the dice come from another key, promised by the hash in this line's choice
ADVICE = "advice"  # a seat was given advice (its question is empty) or shown a belief map ("belief")
OPENED = "opened"  # a seat had a whole, open copy made, and may know everything up to there


@dataclass(frozen=True)
class Entry:
    """One line of the record: what was done, by whom, and the dice it led to."""

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
    """Everything that determines a game besides its key: game, scenario, options, data, where it starts."""

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
    row = (entry.what, entry.seat, entry.question, entry.choice, entry.dice)  # written as `to_json` has it
    data = bytes.fromhex(head) + canonical_row(row)
    return hashlib.blake2b(data, digest_size=32, key=key).hexdigest()


def chained(keys: Sequence[bytes], head: str, entries: Sequence[Entry]) -> str:
    """The head of the chain after these lines; each REKEY among them brings the next key into force."""
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


# -- sheets -------------------------------------------------------------------------------------------


def is_sheet(entry: Entry, seat: str) -> bool:
    """Did the seat hand in a sheet with this line?"""
    return entry.what == ORDERS and entry.seat == seat and standing.SHEET in json.loads(entry.choice)


def orders_left(record: Sequence[Entry], places: Sequence[int], seat: str, now: Orders) -> Orders:
    """A seat's orders after it has gone back and only these places stand: without the sheets that have answered
    nothing.
    """
    sheets = [place for place, entry in enumerate(record) if is_sheet(entry, seat)]
    used = _sheets_used(record, places, seat)
    orders = Orders()
    for place, entry in enumerate(record):
        if entry.what == ORDERS and entry.seat == seat and (place in used or place not in sheets):
            orders = orders.changed(json.loads(entry.choice), "")
    if sheets and sheets[-1] in used:  # the one in force, for what is left of its turn
        return replace(orders, sheet=now.sheet, until=now.until)
    return replace(orders, sheet=())


def _sheets_used(record: Sequence[Entry], places: Sequence[int], seat: str) -> set[int]:
    """The places of those of a seat's sheets that have answered something that still stands."""
    found: set[int] = set()
    sheet = None
    for place in places:
        entry = record[place]
        if is_sheet(entry, seat):
            sheet = place
        elif entry.seat == seat and entry.is_answer:
            if sheet is not None and entry.what in FROM_SHEETS:
                found.add(sheet)
            sheet = None
    return found
