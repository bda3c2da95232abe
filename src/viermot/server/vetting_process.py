"""A process in which files from outside are read first: one JSON object per line in, one out. The server may kill it.

A position or a save is read, built, rehearsed, asked its first question and shown to every seat, within bounds on
memory and processor time that the system itself enforces where it can (Linux, macOS). Only what has come through
here unharmed is read by the server.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from typing import BinaryIO, Final

import msgspec

from viermot.kernel import registry, saves, sealed
from viermot.kernel.dice import key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.session import Session
from viermot.kernel.starting import new_game
from viermot.kernel.user_error import UserError, brief

MEMORY: Final = 512 * 1024 * 1024
LARGEST_HEAD: Final = 1024 * 1024  # characters of a sealed file that can be read: component data is most of it
ENCODER: Final = msgspec.json.Encoder()


def bound_memory() -> None:
    """No more than this, on systems that can keep count."""
    try:
        import resource
    except ImportError:  # Windows: the server's clock is all there is
        return
    with_limit = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = MEMORY if with_limit == resource.RLIM_INFINITY else min(MEMORY, with_limit)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (limit, with_limit))
    except (ValueError, OSError):
        return


def start_clock(seconds: float) -> None:
    """When it runs out the system ends the process, whatever it is doing; 0 stops it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def vet(asked: JsonObject) -> JsonObject:
    """Read a file as the server would; returns what is wrong with it, if anything."""
    try:
        session = _position(asked) if asked["kind"] == "position" else _save(asked)
        if session is not None:
            _look(session)
    except UserError as told:
        return told.to_json()
    except MemoryError:
        return {"refused": "server.file_too_much", "fields": {}, "rule": ""}
    except Exception as wrong:  # a file from outside may break anything
        reason = f"{type(wrong).__name__}: {brief(wrong)}"
        return {"refused": "server.bad_file", "fields": {"reason": reason}, "rule": ""}
    return {"fine": True}


def _position(asked: JsonObject) -> Session:
    return new_game(asked["game"], position=asked["text"] + "\n")


def _save(asked: JsonObject) -> Session | None:
    """As the lobby reads it, or looks at it; bots do not think here."""
    try:
        raw = json.loads(asked["text"])
    except (ValueError, RecursionError):
        raise saves.SaveError("save.not_json", path="save") from None
    if sealed.is_sealed(raw) and sealed.check_head(raw, "save")["server"]:
        if len(asked["text"]) - len(raw["sealed"]) > LARGEST_HEAD:
            raise saves.SaveError("save.too_large", path="save")
        return None  # only a server can have made it; the server itself will say which one
    saved = saves.parse(raw, "save")
    if not asked["whole"]:
        return None
    try:
        return saves.restore(saved, bots=False, lean=True)
    except saves.SaveError as told:
        if told.session is None:
            raise
        return told.session  # it fits up to a point: what to do about it is for the server to say


def _look(session: Session) -> None:
    """Show every seat the game, and put every question."""
    for seat in session.module.seats:
        view = session.perspective(seat)
        view.to_json()
        view.events()
    for decision in session.pending:
        decision.prompt()
        for option in decision.options[:40]:
            decision.label(option)


def warm_up(asked: JsonObject) -> None:
    """What is not the file's fault comes first: the game's own modules and data are loaded before the clock starts."""
    game = asked.get("game")
    if isinstance(game, str) and game in registry.names():
        module = registry.game(game)
        module.load_pack(None)
        _ = module.declared  # it knows every step, and loads them
        for seat in module.seats:
            module.bots(seat)


def main() -> None:
    """Read requests until the server closes the pipe."""
    out: BinaryIO = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    key_of(None)
    gc.freeze()
    bound_memory()
    out.write(b'{"ready":true}\n')
    out.flush()
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line)
        warm_up(asked)
        start_clock(asked["seconds"])
        found = vet(asked)
        start_clock(0)
        out.write(ENCODER.encode(found) + b"\n")
        out.flush()


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(0)
