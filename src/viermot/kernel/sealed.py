"""A running game in a file that does not show what a seat may not know.

The head can be read: which game, whose seat, how many decisions of his. The rest is a whole save, compressed, padded
to a size that follows from what the seat knows, and encrypted with a stream of BLAKE2b, with a code over all of it.

Two kinds. Against the computer the key follows from the file and a constant of this program: any installation opens
it, and so could somebody who takes the program apart; it keeps the eye out, and the commands that show a game. With
other people the key is a secret of the server: nobody else can open it, and the server asks the others first.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import zlib
from dataclasses import dataclass
from typing import Any, Final

from viermot.kernel import saves
from viermot.kernel.canon import canonical
from viermot.kernel.domains import Domain, Either, Many, OneOf, Plain, Whole
from viermot.kernel.json import JsonObject
from viermot.kernel.save_form import HASH, MAX_ENTRIES, NAME, NOTHING, Anything, Hex, Keyed, Switch, Words
from viermot.kernel.saves import Saved, SaveError
from viermot.kernel.session import Session

KIND: Final = "sealed"
FORMAT: Final = 1
PROGRAM: Final = hashlib.blake2b(b"Viermot: kept from the eye, not from the curious.", digest_size=32).digest()
NONCE, CODE, BLOCK = 16, 32, 64  # bytes
STEP: Final = 64 * 1024  # files come in multiples of this
AN_OWN_ENTRY, AN_EVENT = 128, 32  # bytes by which each may make a record grow: many times what it does
FOR_ORDERS: Final = 2 * STEP  # bytes for what others may have ordered; no seat may order more (`MAX_ORDERED`)
LARGEST: Final = 64 * 1024 * 1024  # what a file may decompress to


@dataclass(frozen=True)
class Opened:
    """What was in a sealed file."""

    saved: Saved
    seat: str
    extra: JsonObject  # what a server added: people, the table it was saved at


# -- sealing ---------------------------------------------------------------------------------------------------


def dump(session: Session, seat: str, server: bytes | None = None, **extra: Any) -> bytes:
    """A running game as a file for one seat; with a server's secret, for that server only."""
    own = saves.content(session, cache=False)
    own["marks"] = {seat: session.marks[seat]} if session.marks[seat] else {}
    own["seal"] = saves.seal(session.keys[0], own)
    head = _head(session, seat, own.pop("pack_content", None), server, extra.pop("names", {}))
    inside = zlib.compress(canonical({"save": own, "extra": extra}), 9)
    body = len(inside).to_bytes(4, "big") + inside
    body = body.ljust(room_for(session, seat, len(body)), b"\0")
    head["sealed"] = base64.b85encode(_lock(server or PROGRAM, body, canonical(head))).decode()
    lines = (f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _head(session: Session, seat: str, pack: Any, server: bytes | None, names: dict[str, str]) -> JsonObject:
    """The part that can be read: nothing the seat does not know."""
    setup = session.setup
    head: JsonObject = {
        "viermot": KIND,
        "format": FORMAT,
        "game": setup.game,
        "scenario": setup.scenario,
        "options": setup.options,
        "rules_version": setup.rules_version,
        "pack": setup.pack,
        "open_seed": setup.open_seed is not None,
        "casual": setup.casual,
        "seat": seat,
        "seats": session.seats,
        "people": names,
        "decisions": own_entries(session, seat),
        "commitment": session.commitment,
        "server": "" if server is None else name_of(server),
    }
    if pack is not None:
        head["pack_content"] = pack
    return head


def own_entries(session: Session, seat: str) -> int:
    """How many lines of the record are the seat's own."""
    return sum(entry.seat == seat for entry in session.record)


def room_for(session: Session, seat: str, needed: int) -> int:
    """The size of the sealed part: by what the seat knows. It is larger than any game has been seen to need."""
    known = own_entries(session, seat) * AN_OWN_ENTRY + len(session.events(seat)) * AN_EVENT
    marks = len(canonical(session.marks[seat]))
    room = STEP + known + marks + (FOR_ORDERS if len(session.seats) > 1 else 0)
    return -(-max(room, needed) // STEP) * STEP


def name_of(server: bytes) -> str:
    """The name by which a server knows its own files; it tells nothing of the secret."""
    return hashlib.blake2b(b"name", digest_size=8, key=server).hexdigest()


# -- opening ---------------------------------------------------------------------------------------------------


def is_sealed(raw: object) -> bool:
    """Is it a file of this kind?"""
    return isinstance(raw, dict) and raw.get("viermot") == KIND


_PARTS: Final[dict[str, Domain]] = {
    "game": NAME, "scenario": NAME, "options": Keyed(Plain(), 100), "rules_version": NAME, "pack": NAME,
    "open_seed": Switch(), "casual": Switch(), "seat": NAME, "seats": Keyed(Either(NOTHING, NAME), 16),
    "people": Keyed(NAME, 16), "decisions": Whole(0, MAX_ENTRIES), "commitment": HASH,
    "server": Either(OneOf(""), Hex(16)), "sealed": Words(2 * LARGEST),
}  # fmt: skip
_FIRST: Final = ("viermot", "format")
_MAY_BE: Final[dict[str, Domain]] = {"pack_content": Anything(dict)}
_EXTRA: Final[dict[str, Domain]] = {"table": NAME, "at": Hex(16), "people": Keyed(NAME, 16), "before": Many(NAME)}


def check_head(raw: JsonObject, name: str) -> JsonObject:
    """The readable part of a sealed file, or what is wrong with it."""
    version = raw.get("format")
    if type(version) is not int:
        raise SaveError("save.damaged", path=name, part="format")
    if version > FORMAT:
        raise SaveError("save.newer", path=name, version=version, known=FORMAT)
    known = {**_PARTS, **_MAY_BE}
    for part in (*_PARTS, *raw):
        if part in _FIRST:
            continue
        if part not in known or part not in raw or not known[part].fits(raw[part], {}):
            raise SaveError("save.damaged", path=name, part=part[:40])
    return raw


def _check_extra(inside: JsonObject, by_server: bool) -> JsonObject:
    """What a server added. Anybody can make a file that any installation opens: of people such a file says nothing."""
    extra = inside["extra"]
    allowed = {part: domain for part, domain in _EXTRA.items() if by_server or part != "people"}
    if not isinstance(extra, dict) or not set(extra) <= set(allowed):
        raise ValueError("not what a server adds")
    if not all(allowed[part].fits(value, {}) for part, value in extra.items()):
        raise ValueError("nothing that a server would add")
    return extra


def open_up(raw: JsonObject, name: str, server: bytes | None = None) -> Opened:
    """What is in a sealed file; one sentence if it is another server's, or not as it was written."""
    head = dict(check_head(raw, name))
    if head["server"] and (server is None or head["server"] != name_of(server)):
        raise SaveError("save.other_server", path=name)
    secret = server if head["server"] and server is not None else PROGRAM
    try:
        locked = base64.b85decode(head.pop("sealed"))
        inside = _inside(_unlock(secret, locked, canonical(head)))
        extra = _check_extra(inside, bool(head["server"]))
        saved = saves.parse({**inside["save"], **_pack_of(head)}, name)
    except (ValueError, TypeError, KeyError, RecursionError, zlib.error):
        raise SaveError("save.tampered", path=name) from None
    saved.kept_for = head["seat"]
    _must_agree(head, saved, name)
    return Opened(saved, head["seat"], extra)


_SAID_TWICE: Final = ("game", "scenario", "options", "rules_version", "pack", "casual", "seats", "commitment")


def _must_agree(head: JsonObject, saved: Saved, name: str) -> None:
    """The head is what people go by: it must say about the game what the game says itself."""
    for part in _SAID_TWICE:
        if head[part] != saved.head[part]:
            raise SaveError("save.damaged", path=name, part=part)
    if head["seat"] not in head["seats"]:
        raise SaveError("save.damaged", path=name, part="seat")


def _inside(body: bytes) -> JsonObject:
    size = int.from_bytes(body[:4], "big")
    stream = zlib.decompressobj()
    text = stream.decompress(body[4 : 4 + size], LARGEST)
    if stream.unconsumed_tail or not stream.eof:
        raise ValueError("too large")
    inside: JsonObject = json.loads(text)
    return inside


def _pack_of(head: JsonObject) -> JsonObject:
    return {"pack_content": head["pack_content"]} if "pack_content" in head else {}


# -- the lock --------------------------------------------------------------------------------------------------


def _keys(secret: bytes, nonce: bytes) -> tuple[bytes, bytes]:
    """One key for the stream and one for the code, of this file alone."""
    made = hashlib.blake2b(nonce, digest_size=64, key=secret, person=b"viermot-sealed").digest()
    return made[:32], made[32:]


def _stream(key: bytes, size: int) -> bytes:
    blocks = (
        hashlib.blake2b(number.to_bytes(8, "big"), digest_size=BLOCK, key=key).digest()
        for number in range(-(-size // BLOCK))
    )
    return b"".join(blocks)[:size]


def _mixed(key: bytes, text: bytes) -> bytes:
    mixed = int.from_bytes(text, "big") ^ int.from_bytes(_stream(key, len(text)), "big")
    return mixed.to_bytes(len(text), "big")


def _code(key: bytes, head: bytes, text: bytes) -> bytes:
    return hashlib.blake2b(len(head).to_bytes(8, "big") + head + text, digest_size=CODE, key=key).digest()


def _lock(secret: bytes, text: bytes, head: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    stream, code = _keys(secret, nonce)
    mixed = _mixed(stream, text)
    return nonce + _code(code, head, mixed) + mixed


def _unlock(secret: bytes, locked: bytes, head: bytes) -> bytes:
    nonce, code, mixed = locked[:NONCE], locked[NONCE : NONCE + CODE], locked[NONCE + CODE :]
    stream, wanted = _keys(secret, nonce)
    if not hmac.compare_digest(code, _code(wanted, head, mixed)):
        raise ValueError("not as it was written")
    return _mixed(stream, mixed)
