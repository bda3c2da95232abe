"""The form of a save file: every part in its domain and within bounds, before anything is done with it.

The seal of a file keeps accidents out, not somebody who has the key; so nothing here relies on it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from viermot.kernel import positions
from viermot.kernel.domains import Domain, Either, Many, OneOf, Plain, Sizes, Text, Whole
from viermot.kernel.json import JsonTable

MAX_ENTRIES: Final = 200_000  # lines of a record; the longest career has a twentieth of that
MAX_STREAMS: Final = 50_000
LONGEST_CHOICE: Final = 100_000  # characters of an answer; a whole plan of a night has some thousands
FURTHEST: Final = 1 << 48  # how far a stream of dice may have run
LARGEST_DRAW: Final = 1_000
MAX_SCRIPTED: Final = 2_000  # values of a lesson's script
MAX_MARKS: Final = 1_000
LONGEST_MARK: Final = 400
LARGEST_STATE: Final = 64 * 1024 * 1024  # bytes that a cached state may decompress to


class Hex(Domain):
    """Hexadecimal digits, of one of these lengths."""

    def __init__(self, *lengths: int) -> None:
        self.lengths = lengths

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, str) and len(value) in self.lengths and re.fullmatch("[0-9a-f]*", value) is not None


class Words(Domain):
    """Any text that is not too long."""

    def __init__(self, longest: int) -> None:
        self.longest = longest

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, str) and len(value) <= self.longest


class Keyed(Domain):
    """A table from names to values of one domain."""

    def __init__(self, domain: Domain, maximum: int, longest: int = 200) -> None:
        self.domain, self.maximum, self.longest = domain, maximum, longest

    def fits(self, value: object, sizes: Sizes) -> bool:
        if not isinstance(value, Mapping) or len(value) > self.maximum:
            return False
        return all(len(name) <= self.longest and self.domain.fits(inner, sizes) for name, inner in value.items())


class Switch(Domain):
    """True or false."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, bool)


class Anything(Domain):
    """Checked elsewhere, for more than its form."""

    def __init__(self, domain: type) -> None:
        self.domain = domain

    def fits(self, value: object, sizes: Sizes) -> bool:
        return isinstance(value, self.domain)


class Script(Domain):
    """What a lesson's game carries along: its id, and by stream what falls and what is drawn."""

    def fits(self, value: object, sizes: Sizes) -> bool:
        if not isinstance(value, Mapping) or set(value) != {"id", "dice", "draws"} or not NAME.fits(value["id"], sizes):
            return False
        streams = Keyed(Many(Whole(0, LARGEST_DRAW), maximum=MAX_SCRIPTED), MAX_SCRIPTED)
        return streams.fits(value["dice"], sizes) and streams.fits(value["draws"], sizes)


NOTHING: Final = OneOf(None)
NAME: Final = Text(200)
HASH: Final = Hex(64)
PARTS: Final[dict[str, Domain]] = {
    "game": NAME, "scenario": NAME, "options": Plain(), "rules_version": NAME, "pack": NAME,
    "position": Either(NOTHING, Words(positions.LONGEST)), "open_seed": Either(NOTHING, Words(10_000)),
    "scripted": Switch(), "casual": Switch(), "seats": Keyed(Either(NOTHING, NAME), 16), "commitment": HASH,
    "key": HASH, "streams": Keyed(Whole(0, FURTHEST), MAX_STREAMS), "bot_streams": Keyed(Whole(0, FURTHEST), 16),
    "checks": Keyed(Hex(32), MAX_ENTRIES), "head": HASH, "seal": Hex(32), "log": Anything(list),
}  # fmt: skip
OPTIONAL: Final[dict[str, Domain]] = {
    "keys": Many(HASH, maximum=1_000), "marks": Keyed(Many(Words(LONGEST_MARK), maximum=MAX_MARKS), 16),
    "state": Either(NOTHING, Words(LARGEST_STATE)), "over": Either(NOTHING, Plain(longest=4_000, halves=True)),
    "pack_content": Either(NOTHING, Anything(dict)), "lesson": Script(),
}  # fmt: skip
FIRST: Final = ("viermot", "format")  # what makes a file a save at all
TABLES: Final = ("options",)  # which must be tables, where their domain would let a list pass


def wrong_part(raw: JsonTable) -> str | None:
    """The first part of a file that cannot be made out, or None."""
    for part, domain in PARTS.items():
        if part not in raw or not domain.fits(raw[part], {}) or (part in TABLES and not isinstance(raw[part], dict)):
            return part
    for part, domain in OPTIONAL.items():
        if part in raw and not domain.fits(raw[part], {}):
            return part
    for part in raw:
        if part not in PARTS and part not in OPTIONAL and part not in FIRST:
            return part[:40]  # nobody knows what for; and it may be of any size
    return "log" if not _is_record(raw["log"]) else None


def _is_record(log: Sequence[object]) -> bool:
    return 0 < len(log) <= MAX_ENTRIES and all(_is_line(line) for line in log)


def _is_line(line: object) -> bool:
    if not isinstance(line, list) or len(line) != 5 or not all(isinstance(part, str) for part in line[:4]):
        return False
    if max(map(len, line[:3])) > 200 or len(line[3]) > LONGEST_CHOICE or not isinstance(line[4], list):
        return False
    return len(line[4]) <= 10_000 and all(_is_roll(roll) for roll in line[4])


def _is_roll(roll: object) -> bool:
    """Which stream, how many sides, and what fell; whether it could have fallen is for the game to say."""
    if not isinstance(roll, list) or len(roll) != 3 or not isinstance(roll[0], str) or len(roll[0]) > 200:
        return False
    _, sides, values = roll
    if type(sides) is not int or not 0 < sides <= FURTHEST or not isinstance(values, list) or len(values) > 1_000:
        return False
    return all(type(value) is int and 0 <= value <= sides for value in values)


def decompress(packed: bytes, limit: int) -> bytes:
    """The decompressed data, up to a limit; ValueError if there is more."""
    stream = zlib.decompressobj()
    data = stream.decompress(packed, limit)
    if stream.unconsumed_tail or not stream.eof:
        raise ValueError("it does not end here")
    return data
