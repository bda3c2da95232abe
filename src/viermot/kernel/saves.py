"""Save files: a readable head, the record of decisions and dice, and the last state as a cache that may be missing.

A file is read by playing its record again, so nothing in it is taken on trust. What cannot be read is told in one
sentence, and the file is left as it is.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viermot.kernel import registry
from viermot.kernel.agenda import DeadEnd
from viermot.kernel.canon import canonical
from viermot.kernel.decision import IllegalOption
from viermot.kernel.dice import DiceMismatch, KeyedDice, Record, ReplayedDice, ScriptedDice
from viermot.kernel.files import write_atomically
from viermot.kernel.session import DECIDE, SEAT, START, UNDO, Entry, Session, Setup, chain
from viermot.kernel.telling import Telling

FORMAT = 1
LARGEST = 64 * 1024 * 1024


class SaveError(Telling):
    """A file that cannot be loaded, and why; ``session`` is the game up to where it still makes sense, if any."""

    def __init__(self, key: str, session: Session | None = None, **fields: object) -> None:
        super().__init__(key, "", **fields)
        self.session = session


# -- writing ---------------------------------------------------------------------------------------


def dump(session: Session) -> bytes:
    """The whole game as a save file."""
    head: dict[str, Any] = {
        "viermot": "save",
        "format": FORMAT,
        **session.setup.to_json(),
        "seats": session.seats,
        "over": session.result,
        "commitment": session.commitment,
        "key": session.key.hex(),
        "streams": session.dice.positions,
        "bot_streams": session.bot_positions,
        "checks": {str(place): check for place, check in session.checks.items()},
        "marks": {seat: marks for seat, marks in session.marks.items() if marks},
        "head": session.head,
    }
    built_in = session.game.pack_hash(session.game.load_pack(None))
    if session.setup.pack != built_in:
        head["pack_content"] = session.game.pack_content(session.pack)
    state = canonical(session.game.to_data(session.state))
    head["state"] = base64.b85encode(zlib.compress(state, 9)).decode()
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}," for name, value in head.items()]
    log = ",\n".join("  " + canonical(entry.to_json()).decode() for entry in session.record)
    return ("{\n" + "\n".join(lines) + '\n "log": [\n' + log + "\n ]\n}\n").encode()


def write(session: Session, path: Path) -> None:
    """Write a save so that the old file is there until the new one is complete."""
    try:
        write_atomically(path, dump(session))
    except OSError as wrong:
        raise SaveError("save.cannot_write", path=str(path), reason=wrong.strerror or str(wrong)) from None


# -- reading ---------------------------------------------------------------------------------------


@dataclass
class Saved:
    """A save file, read but not yet believed."""

    head: dict[str, Any]
    entries: list[Entry]
    name: str = ""
    pack: Any = None
    setup: Setup = field(default_factory=lambda: Setup("", "", {}, "", ""))

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.head["key"])


def read(path: Path) -> Saved:
    """Parse a save file and check its form."""
    name = path.name
    try:
        if path.stat().st_size > LARGEST:
            raise SaveError("save.too_large", path=name)
        raw = json.loads(path.read_bytes())
    except OSError as wrong:
        raise SaveError("save.cannot_read", path=name, reason=wrong.strerror or str(wrong)) from None
    except (ValueError, RecursionError):
        raise SaveError("save.not_json", path=name) from None
    return parse(raw, name)


def parse(raw: Any, name: str) -> Saved:
    """Make a Saved of JSON data, or say what is wrong with it."""
    if not isinstance(raw, dict) or raw.get("viermot") != "save":
        raise SaveError("save.foreign", path=name)
    version = raw.get("format")
    if not isinstance(version, int) or isinstance(version, bool):
        raise SaveError("save.damaged", path=name, part="format")
    if version > FORMAT:
        raise SaveError("save.newer", path=name, version=version, known=FORMAT)
    for part, kind in _PARTS.items():
        if not isinstance(raw.get(part), kind):
            raise SaveError("save.damaged", path=name, part=part)
    try:
        if len(bytes.fromhex(raw["key"])) != 32:
            raise ValueError
        entries = [_entry(line) for line in raw["log"]]
    except (ValueError, TypeError, IndexError):
        raise SaveError("save.damaged", path=name, part="log") from None
    if not entries or entries[0].what != START:
        raise SaveError("save.damaged", path=name, part="log")
    setup = Setup(**{part: raw[part] for part in vars(Setup("", "", {}, "", ""))})
    return Saved(raw, entries, name, setup=setup)


_OPTIONAL_TEXT = (str, type(None))
_PARTS: dict[str, Any] = {
    "game": str, "scenario": str, "options": dict, "rules_version": str, "pack": str, "position": _OPTIONAL_TEXT,
    "open_seed": _OPTIONAL_TEXT, "scripted": bool, "casual": bool, "seats": dict, "commitment": str, "key": str,
    "streams": dict, "bot_streams": dict, "checks": dict, "head": str, "log": list,
}  # fmt: skip


def _entry(line: Any) -> Entry:
    what, seat, question, choice, dice = line
    if not all(isinstance(part, str) for part in (what, seat, question, choice)):
        raise TypeError
    if what not in (START, DECIDE, UNDO, SEAT):
        raise ValueError
    rolls: list[Record] = []
    for stream, sides, values in dice:
        whole = isinstance(sides, int) and all(isinstance(value, int) for value in values)
        if not isinstance(stream, str) or not whole:
            raise TypeError
        rolls.append((stream, sides, tuple(values)))
    return Entry(what, seat, question, choice, tuple(rolls))


def _open_pack(saved: Saved) -> None:
    """The component data the game was played with: built in, or carried by the file."""
    game = registry.game(saved.setup.game)
    content = saved.head.get("pack_content")
    try:
        saved.pack = game.load_pack(None) if content is None else game.pack_from(content)
    except Exception as wrong:
        raise SaveError("save.bad_pack", path=saved.name, reason=str(wrong)) from None


def _empty_table(saved: Saved, dice: Any) -> Session:
    """The game of the file before anything happened."""
    game = registry.game(saved.setup.game)
    setup = saved.setup
    try:
        if setup.position is None:
            state = game.start(saved.pack, setup.scenario, setup.options, dice)
        else:
            state = game.read_position(saved.pack, setup.position, dice)
    except Telling as wrong:
        raise SaveError("save.no_start", path=saved.name, reason=wrong.text()) from None
    return Session(game, saved.pack, setup, saved.key, state, dice, {})


def load(path: str | Path) -> Session:
    """The game of a save file, ready to go on.

    The chain of hashes is checked and the whole record played again; at the first thing that does not fit, SaveError
    offers the game up to there as its ``session``.
    """
    return restore(read(Path(path)))


def restore(saved: Saved) -> Session:
    """Play a save's record again and take up the game where it stopped."""
    _open_pack(saved)
    dice = ReplayedDice()
    session = _empty_table(saved, dice)
    if session.commitment != saved.head["commitment"] or not _chain_holds(saved):
        raise SaveError("save.tampered", path=saved.name)
    same_rules = saved.setup.rules_version == session.game.rules_version
    try:
        replay(session, saved, dice)
    except (IllegalOption, DiceMismatch, DeadEnd, _WrongState) as wrong:
        matched = len(session.record)
        key = "save.no_match" if same_rules else "save.other_rules"
        offer = _take_up(session, saved, seats={}) if matched else None
        raise SaveError(
            key, offer, path=saved.name, matched=matched - 1, all=len(saved.entries) - 1, reason=str(wrong)
        ) from None
    _check_cache(session, saved)
    return _take_up(session, saved, saved.head["seats"])


class _WrongState(Exception):
    """A state hash of the record does not fit."""


def replay(session: Session, saved: Saved, dice: Any) -> None:
    """Enter every line of the record again."""
    for entry in saved.entries:
        if isinstance(dice, ReplayedDice):
            dice.serve(entry.dice)
        session.enter_again(entry)
        if isinstance(dice, ReplayedDice) and dice.waiting:
            raise DiceMismatch("dice of the record are left over")
        check = saved.head["checks"].get(str(len(session.record)))
        if check is not None and check != session.state_hash:
            raise _WrongState(f"the state after entry {len(session.record)} differs from the recorded one")


def _chain_holds(saved: Saved) -> bool:
    head = saved.head["commitment"]
    for entry in saved.entries:
        head = chain(saved.key, head, entry)
    return bool(head == saved.head["head"])


def _check_cache(session: Session, saved: Saved) -> None:
    """A cached state may be missing, but must not contradict the record."""
    cache = saved.head.get("state")
    if cache is None:
        return
    try:
        data = zlib.decompress(base64.b85decode(cache))
    except (ValueError, zlib.error, TypeError):
        raise SaveError("save.damaged", path=saved.name, part="state") from None
    if data != canonical(session.game.to_data(session.state)):
        raise SaveError("save.tampered", path=saved.name)


def _take_up(session: Session, saved: Saved, seats: dict[str, Any]) -> Session:
    """Give a replayed game live dice and its bots back."""
    streams = _positions(saved.head["streams"])
    live = KeyedDice(saved.key, streams) if not saved.setup.scripted else ScriptedDice(saved.key)
    if isinstance(live, ScriptedDice):
        live.run_to(streams)
    session.go_live(live, seats, _positions(saved.head["bot_streams"]))
    marks = saved.head.get("marks")
    if isinstance(marks, dict):
        for seat in session.marks:
            session.marks[seat] = [str(mark) for mark in marks.get(seat, [])]
    return session


def _positions(streams: dict[str, Any]) -> dict[str, int]:
    return {name: int(at) for name, at in streams.items() if isinstance(at, int) and at >= 0}


# -- verifying --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What verifying a file found."""

    fair: bool
    decisions: int
    rolls: int
    head: str
    problems: tuple[str, ...] = ()
    open_seed: bool = False


def verify(path: str | Path, head: str | None = None) -> Verdict:
    """Replay a game and check every decision, die and draw against its key, and its head against the one given."""
    saved = read(Path(path))
    _open_pack(saved)
    keyed = KeyedDice(saved.key)
    problems: list[str] = []
    if saved.head["commitment"] != hashlib.sha256(saved.key + canonical(saved.setup.to_json())).hexdigest():
        problems.append("verify.commitment")
    if not _chain_holds(saved):
        problems.append("verify.chain")
    if head is not None and head != saved.head["head"]:
        problems.append("verify.head")
    if saved.setup.scripted:
        problems.append("verify.scripted")
    session = _empty_table(saved, keyed)
    try:
        for entry in saved.entries:
            session.enter_again(entry)
            if session.record[-1].dice != entry.dice:
                raise DiceMismatch(f"{len(session.record)}")
        if not problems:
            _check_cache(session, saved)
    except (IllegalOption, DiceMismatch, DeadEnd, _WrongState, SaveError, LookupError):
        if not saved.setup.scripted:
            problems.append("verify.replay")
    decisions = sum(entry.what == DECIDE for entry in saved.entries)
    rolls = sum(len(entry.dice) for entry in saved.entries)
    opened = saved.setup.open_seed is not None
    return Verdict(not problems, decisions, rolls, saved.head["head"], tuple(problems), opened)



