"""Save files: a readable head, the record of decisions and dice, and the last state as a cache that may be missing.

A file is read by playing its record again, so nothing in it is taken on trust. What cannot be read is reported in one
sentence, and the file is left as it is.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from viermot.kernel import lending, registry, rehearsal, snapshots
from viermot.kernel.canon import canonical
from viermot.kernel.dice import DiceMismatch, KeyedDice, Record, ReplayedDice, ScriptedDice
from viermot.kernel.files import write_atomically
from viermot.kernel.json import JsonObject
from viermot.kernel.lessons import LessonDice
from viermot.kernel.record import ADVICE, ANSWERS, OPENED, ORDERS, REKEY, SEAT, START, UNDO, Entry, Setup, chained
from viermot.kernel.save_form import decompress, wrong_part
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.kernel.words import Filling

FORMAT = 1
LARGEST = 64 * 1024 * 1024


KINDS_OF_ENTRY: Final = ANSWERS | {START, UNDO, SEAT, ORDERS, ADVICE, OPENED, REKEY}


class SaveError(UserError):
    """A file that cannot be loaded, and why; ``session`` is the game up to where it still makes sense, if any."""

    def __init__(self, key: str, session: Session | None = None, **fields: Filling) -> None:
        super().__init__(key, "", **fields)
        self.session = session


# -- writing ---------------------------------------------------------------------------------------


def content(session: Session, cache: bool = True) -> JsonObject:
    """All that a save file contains, its seal included; without the cached state if that is not wanted."""
    head: JsonObject = {
        "viermot": "save",
        "format": FORMAT,
        **session.setup.to_json(),
        "seats": session.seats,
        "over": session.result,
        "commitment": session.commitment,
        "key": session.keys[0].hex(),
        "streams": session.live_dice.positions,
        "bot_streams": session.bot_positions,
        "checks": {str(place): check for place, check in session.checks.items()},
        "marks": {seat: marks for seat, marks in session.marks.items() if marks},
        "head": session.head,
    }
    if len(session.keys) > 1:
        head["keys"] = [key.hex() for key in session.keys[1:]]
    if session.setup.pack not in registry.built_in_packs(session.setup.game):
        head["pack_content"] = session.module.pack_content(session.pack)
    if cache:
        state = canonical(session.module.to_data(session.state))
        head["state"] = base64.b85encode(zlib.compress(state, 9)).decode()
    log = [entry.to_json() for entry in session.record]
    return {**head, "seal": seal(session.keys[0], {**head, "log": log}), "log": log}


def dump(session: Session) -> bytes:
    """The whole game as a save file."""
    said = content(session)
    record = said.pop("log")
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}," for name, value in said.items()]
    log = ",\n".join("  " + canonical(entry).decode() for entry in record)
    return ("{\n" + "\n".join(lines) + '\n "log": [\n' + log + "\n ]\n}\n").encode()


def seal(key: bytes, content: JsonObject) -> str:
    """A hash over everything in a file, so that no byte of it can change by accident and go unnoticed."""
    said = {part: value for part, value in content.items() if part != "seal"}
    return hashlib.blake2b(canonical(said), digest_size=16, key=key).hexdigest()


def write(session: Session, path: Path, seat: str | None = None) -> None:
    """Write a save so that the old file stays until the new one is complete; sealed for a seat while the game runs."""
    from viermot.kernel import sealed as sealed_files

    whole = seat is None or session.result is not None
    try:
        write_atomically(path, dump(session) if whole else sealed_files.dump(session, str(seat)))
    except OSError as wrong:
        raise SaveError("save.cannot_write", path=str(path), reason=wrong.strerror or str(wrong)) from None


# -- reading ---------------------------------------------------------------------------------------


@dataclass
class Saved:
    """A save file, read but not yet trusted."""

    head: JsonObject
    entries: list[Entry]
    name: str = ""
    pack: Any = None
    setup: Setup = field(default_factory=lambda: Setup("", "", {}, "", ""))
    sealed: bool = False  # does its seal fit?
    kept_for: str | None = None  # the seat whose eyes alone a running game is for; see kernel/sealed.py

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.head["key"])

    @property
    def outside(self) -> bool:
        """Did it begin with somebody's own position or component data, so that more than its record can be wrong?"""
        return self.setup.position is not None or self.head.get("pack_content") is not None

    @property
    def keys(self) -> list[bytes]:
        """The key it began with, and those that came into force later."""
        return [self.key, *map(bytes.fromhex, self.head.get("keys", ()))]


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


def parse(raw: object, name: str) -> Saved:
    """Turn JSON data into a Saved, or say what is wrong with it."""
    if isinstance(raw, dict) and raw.get("viermot") == "sealed":
        from viermot.kernel import sealed as sealed_files

        return sealed_files.open_up(raw, name).saved
    if not isinstance(raw, dict) or raw.get("viermot") != "save":
        raise SaveError("save.foreign", path=name)
    version = raw.get("format")
    if not isinstance(version, int) or isinstance(version, bool):
        raise SaveError("save.damaged", path=name, part="format")
    if version > FORMAT:
        raise SaveError("save.newer", path=name, version=version, known=FORMAT)
    part = wrong_part(raw)
    if part is not None:
        raise SaveError("save.damaged", path=name, part=part)
    try:
        entries = [_entry(line) for line in raw["log"]]
        if sum(entry.what == REKEY for entry in entries) != len(raw.get("keys", [])):
            raise ValueError
        sealed = seal(bytes.fromhex(raw["key"]), raw)
    except (ValueError, TypeError, IndexError, RecursionError):
        raise SaveError("save.damaged", path=name, part="log") from None
    if [place for place, entry in enumerate(entries) if entry.what == START] != [0]:
        raise SaveError("save.damaged", path=name, part="log")
    setup = Setup(**{part: raw[part] for part in vars(Setup("", "", {}, "", "")) if part in raw})
    return Saved(raw, entries, name, setup=setup, sealed=raw["seal"] == sealed)


def _entry(line: Any) -> Entry:
    what, seat, question, choice, dice = line
    if what not in KINDS_OF_ENTRY:
        raise ValueError
    rolls: tuple[Record, ...] = tuple((stream, sides, tuple(values)) for stream, sides, values in dice)
    return Entry(what, seat, question, choice, rolls)


def _open_pack(saved: Saved) -> None:
    """The component data the game was played with: built in, or carried by the file."""
    content = saved.head.get("pack_content")
    registry.game(saved.setup.game)  # or there is no such game
    try:
        module = registry.with_options(saved.setup.game, saved.setup.options)
        saved.pack = module.load_pack(None) if content is None else module.pack_from(content)
    except Exception as wrong:
        raise SaveError("save.bad_pack", path=saved.name, reason=_brief(wrong)) from None


def _empty_table(saved: Saved, dice: KeyedDice | ReplayedDice) -> Session:
    """The game of the file before anything happened."""
    setup = saved.setup
    try:
        module = registry.with_options(setup.game, setup.options)
        if setup.position is None:
            state = module.start(saved.pack, setup.scenario, setup.options, dice)
        else:
            state = module.read_position(saved.pack, setup.position, dice)
            if registry.with_options(setup.game, module.setup_of(state)[1]).seats != module.seats:
                raise SaveError("save.damaged", path=saved.name, part="options")
        if saved.outside:
            rehearsal.rehearse(module, state, "start", 1)  # the record will be played on from here
    except SaveError:
        raise
    except Exception as wrong:  # a made-up file may ask for anything
        raise SaveError("save.no_start", path=saved.name, reason=_brief(wrong)) from None
    session = Session(module, saved.pack, setup, saved.key, state, dice, {})
    session.coming = saved.keys[1:]
    return session


def _brief(wrong: Exception) -> str:
    """What went wrong, on one line."""
    return " ".join(str(wrong).split())[:200] or type(wrong).__name__


def _rehearse(session: Session, saved: Saved) -> None:
    """Where position or pack are somebody's own, the game must be able to go on from where it stands."""
    if saved.outside and session.result is None:
        try:
            rehearsal.rehearse(session.module, session.state, session.head)
        except Exception as wrong:
            raise SaveError("save.no_start", path=saved.name, reason=_brief(wrong)) from None


def load(path: str | Path) -> Session:
    """The game of a save file, ready to go on.

    The chain of hashes is checked and the whole record played again; at the first thing that does not fit, SaveError
    offers the game up to there as its ``session``.
    """
    return restore(read(Path(path)))


def restore(saved: Saved, bots: bool = True, lean: bool = False) -> Session:
    """Play a save's record again and take up the game where it stopped; without bots, nobody goes on thinking.

    ``lean``: no more of the past is held in memory than can be taken back. A career's whole past takes half a gigabyte.
    """
    if not saved.sealed or not _commitment_holds(saved) or not _chain_holds(saved):
        raise SaveError("save.tampered", path=saved.name)
    _open_pack(saved)
    same_data = _pack_holds(saved)
    if not same_data and "pack_content" in saved.head:
        raise SaveError("save.tampered", path=saved.name)
    if _seats_of(saved) != saved.head["seats"]:
        raise SaveError("save.damaged", path=saved.name, part="seats")
    same_rules = same_data and saved.setup.rules_version == registry.game(saved.setup.game).rules_version
    session = _empty_table(saved, ReplayedDice())
    session.kept_for = saved.kept_for
    try:
        replay(session, saved, lean=lean)
    except _Mismatch as wrong:
        key = "save.no_match" if same_rules else "save.other_rules"
        raise SaveError(
            key, _offer(saved, wrong.matched, lean), path=saved.name, matched=max(0, wrong.matched - 1),
            all=len(saved.entries) - 1, reason=_brief(wrong),
        ) from None  # fmt: skip
    _rehearse(session, saved)
    if same_rules:
        _check_cache(session, saved)
    return _take_up(session, saved, saved.head["seats"] if bots else {}, fresh=saved.kept_for is not None)


class _Mismatch(Exception):
    """The record does not fit the rules; its first ``matched`` entries do."""

    def __init__(self, reason: object, matched: int) -> None:
        super().__init__(str(reason))
        self.matched = matched


def replay(session: Session, saved: Saved, until: int | None = None, lean: bool = False) -> None:
    """Enter the lines of the record again, all of them or the first few; a state hash that differs undoes those since
    the last one.
    """
    sure = 0
    wanted = snapshots.gone_back_to(saved.entries)
    dice = session.dice
    if not isinstance(dice, ReplayedDice):
        raise TypeError("a record is replayed with its own dice")
    for place, entry in enumerate(saved.entries[:until], 1):
        try:
            dice.serve(entry.dice)
            session.apply_entry(entry)
            if dice.waiting:
                raise DiceMismatch("dice of the record are left over")
        except MemoryError:
            raise  # not the record's fault
        except Exception as wrong:  # other rules may stumble over a record in any way
            raise _Mismatch(wrong, place - 1) from None
        if lean:
            snapshots.trim_now_and_then(session, wanted)
        check = saved.head["checks"].get(str(place))
        if check is not None and check != session.state_hash:
            raise _Mismatch(f"the state after entry {place} differs from the recorded one", sure)
        sure = place if check is not None or place == 1 else sure


def _offer(saved: Saved, matched: int, lean: bool) -> Session | None:
    """The game as far as its record fits: with a person in every seat, unless it is for the eyes of one alone."""
    if not matched:
        return None
    session = _empty_table(saved, ReplayedDice())
    session.kept_for = saved.kept_for
    replay(session, saved, matched, lean)
    try:
        _rehearse(session, saved)
        return _take_up(session, saved, saved.head["seats"] if saved.kept_for is not None else {}, fresh=True)
    except UserError:
        return None


def _seats_of(saved: Saved) -> dict[str, str | None]:
    """Who sat where in the end, by the record."""
    seats: dict[str, str | None] = dict.fromkeys(registry.with_options(saved.setup.game, saved.setup.options).seats)
    for entry in saved.entries:
        if entry.what == START:
            seats.update(pair.partition("=")[::2] for pair in entry.choice.split())
        elif entry.what == SEAT:
            seats[entry.seat] = lending.read(entry.choice)[0]
    return seats


def _commitment_holds(saved: Saved) -> bool:
    return bool(saved.head["commitment"] == hashlib.sha256(saved.key + canonical(saved.setup.to_json())).hexdigest())


def _pack_holds(saved: Saved) -> bool:
    """Is the component data what the game was committed to, or does it play the same?"""
    module = registry.game(saved.setup.game)
    return module.pack_hash(saved.pack) == saved.setup.pack or module.pack_matches(saved.pack, saved.setup.pack)


def _chain_holds(saved: Saved) -> bool:
    head = hashlib.sha256(saved.key + canonical(saved.setup.to_json())).hexdigest()
    return bool(chained(saved.keys, head, saved.entries) == saved.head["head"])


def _check_cache(session: Session, saved: Saved) -> None:
    """A cached state may be missing, but must not contradict the record."""
    cache = saved.head.get("state")
    if cache is None:
        return
    known = canonical(session.module.to_data(session.state))
    try:
        data = decompress(base64.b85decode(cache), len(known))
    except (ValueError, zlib.error):
        raise SaveError("save.damaged", path=saved.name, part="state") from None
    if data != known:
        raise SaveError("save.tampered", path=saved.name)


def _take_up(session: Session, saved: Saved, seats: JsonObject, fresh: bool = False) -> Session:
    """Give a replayed game live dice and its bots again; fresh dice where those to come may be known already."""
    live = _live_dice(session, saved)
    if fresh:
        session.coming = []
        session.resume(live, {}, {})
        session.rekey()
    try:
        session.resume(live, seats, {} if fresh else saved.head["bot_streams"])
    except UserError:
        raise
    except Exception as wrong:  # a bot may stumble over somebody's own position
        raise SaveError("save.no_start", path=saved.name, reason=_brief(wrong)) from wrong
    for seat in session.marks:
        session.marks[seat] = list(saved.head.get("marks", {}).get(seat, []))
    return session


def _live_dice(session: Session, saved: Saved) -> KeyedDice:
    """Dice that go on where those of the record stopped."""
    if saved.setup.lesson is not None:
        lesson = LessonDice(session.key, saved.setup.lesson)
        lesson.went_back(record for entry in session.standing_entries for record in entry.dice)
        return lesson
    if saved.setup.scripted:
        scripted = ScriptedDice(session.key)
        scripted.run_to(saved.head["streams"])
        return scripted
    return KeyedDice(session.key, saved.head["streams"])


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
    kept_for: str | None = None  # whose, of a sealed file; decisions are then his own, and no roll is counted
    opened: tuple[tuple[str, int], ...] = ()  # which seats had an open copy made, at which of their own decisions


def verify(path: str | Path, head: str | None = None) -> Verdict:
    """Replay a game and check every decision, die and draw against its key, and its head against the one given.

    Of a sealed file only what its seat may know is reported.
    """
    saved = read(Path(path))
    found = judge(saved, head)
    if saved.kept_for is None:
        return found
    own = sum(entry.is_answer and entry.seat == saved.kept_for for entry in saved.entries)
    return replace(found, decisions=own, rolls=0, head="", kept_for=saved.kept_for)


def judge(saved: Saved, head: str | None = None) -> Verdict:
    """The same for a save that has been read already."""
    _open_pack(saved)
    keyed = KeyedDice(saved.key)
    problems: list[str] = []
    if not _commitment_holds(saved):
        problems.append("verify.commitment")
    if not _chain_holds(saved):
        problems.append("verify.chain")
    if head is not None and head != saved.head["head"]:
        problems.append("verify.head")
    if not saved.sealed:
        problems.append("verify.seal")
    if not _pack_holds(saved):
        problems.append("verify.pack")
    if saved.setup.scripted:
        problems.append("verify.scripted")
    session = _empty_table(saved, keyed)
    wanted = snapshots.gone_back_to(saved.entries)
    try:
        for entry in saved.entries:
            session.apply_entry(entry)
            if session.record[-1].dice != entry.dice:
                raise DiceMismatch(f"{len(session.record)}")
            snapshots.trim_now_and_then(session, wanted)
        if not problems:
            problems += _afterthoughts(session, saved)
    except Exception:  # whatever a made-up record runs into, it is not what happened
        if not saved.setup.scripted:
            problems.append("verify.replay")
    decisions = sum(entry.is_answer for entry in saved.entries)
    rolls = sum(len(entry.dice) for entry in saved.entries)
    seeded = saved.setup.open_seed is not None
    opened = tuple(session.opened)
    return Verdict(not problems, decisions, rolls, saved.head["head"], tuple(problems), seeded, None, opened)


def _afterthoughts(session: Session, saved: Saved) -> list[str]:
    """What else a file says about its game must follow from the record."""
    problems: list[str] = []
    try:
        _check_cache(session, saved)
    except SaveError:
        problems.append("verify.replay")
    checks = {str(place): check for place, check in session.checks.items()}
    if checks != saved.head["checks"] or session.live_dice.positions != saved.head["streams"]:
        problems.append("verify.replay")
    if saved.head.get("over") != session.result:
        problems.append("verify.result")
    if _seats_of(saved) != saved.head["seats"]:
        problems.append("verify.seats")
    return problems
