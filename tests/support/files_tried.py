"""What becomes of a file from outside: refused in one sentence, or played 200 decisions; anything else is a fault."""

from __future__ import annotations

import random
import re
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.support.mutated_files import mutated_pack, mutated_position
from tests.support.mutated_saves import mutated_save
from viermot import load, new_game
from viermot.kernel import registry
from viermot.kernel.saves import SaveError
from viermot.kernel.session import Session
from viermot.kernel.user_error import UserError
from viermot.text import has

DECISIONS: Final = 200
SECONDS: Final = 2.0  # for a position or a pack
PATIENCE: Final = 60.0  # for 200 decisions


class TooSlow(BaseException):
    """A file that was not answered in time; no `except Exception` stops it."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """So much processor time, not more."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def enough(*_: object) -> None:
        raise TooSlow(f"{what}: more than {seconds} s")

    before = signal.signal(signal.SIGPROF, enough)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def in_one_sentence(told: UserError) -> str | None:
    """What is wrong with how a refusal is worded, if anything."""
    if not has(told.key):
        return f"no words for {told.key}"
    for locale in ("en", "pl"):
        said = told.text(locale)
        if not said.strip() or re.search(r"\{[a-z_]+\}", said) is not None or "\n" in said or len(said) > 400:
            return f"{told.key} in {locale}: {said[:300]!r}"
    return None


def play_on(session: Session, rng: random.Random, decisions: int = DECISIONS) -> int:
    """Any answers of all seats; returns how many were given."""
    for made in range(decisions):
        pending = session.pending
        if not pending:
            return made
        decision = rng.choice(pending)
        session.decide(decision.options[rng.randrange(len(decision.codes))], decision.seat, decision.number)
    return decisions


def tried(found: dict[str, Any], seconds: float, read: Callable[[], Session], seed: str) -> dict[str, Any]:
    """Read something and play on with it: how that ended, and why it was refused or what went wrong."""
    began = time.process_time()
    try:
        with at_most(seconds, "reading"):
            session = read()
            _ = [len(decision.codes) for decision in session.pending]
        found["read"] = round(time.process_time() - began, 3)
        found["decisions"] = 0
        with at_most(PATIENCE, "playing"):
            found["decisions"] = play_on(session, random.Random(seed))
        found["end"] = "played"
    except UserError as told:
        found.setdefault("read", round(time.process_time() - began, 3))
        badly = in_one_sentence(told)
        found |= {"end": "refused" if badly is None and "decisions" not in found else "fault", "why": badly or told.key}
    except TooSlow as slow:
        found |= {"end": "fault", "why": str(slow)}
    except Exception as wrong:
        found |= {"end": "fault", "why": f"{type(wrong).__name__}: {wrong}"[:200], "where": _where(wrong)}
    return found


def try_position(game: str, text: str, seed: str) -> dict[str, Any]:
    """What becomes of a position."""
    return tried({"game": game}, SECONDS, lambda: new_game(game, position=text + "\n", seed="mutants"), seed)


def _where(wrong: BaseException) -> str:
    trace, place = wrong.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if "viermot" in code.co_filename:
            place = f"{code.co_filename.rpartition('viermot/')[2]}:{code.co_name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def one_position(index: int, seed: str = "mutants") -> dict[str, Any]:
    """A mutated position, tried."""
    game, text = mutated_position(index, seed)
    return try_position(game, text, f"{seed}:{index}")


# -- saves -----------------------------------------------------------------------------------------------------


def seconds_for(size: int) -> float:
    """What a save may take to be read: in proportion to its length."""
    return min(15.0, 2.0 + size / 100_000)


def try_save(data: bytes, seed: str) -> dict[str, Any]:
    """What becomes of a save file, as `viermot.load` reads it."""
    found: dict[str, Any] = {"game": "save", "size": len(data)}

    def read() -> Session:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "save.json"
            path.write_bytes(data)
            try:
                return load(path)
            except SaveError as told:
                if told.session is None or in_one_sentence(told) is not None:
                    raise
                found["offered"] = told.key
                return told.session

    return tried(found, seconds_for(len(data)), read, seed)


def one_save(index: int, seed: str = "mutants") -> dict[str, Any]:
    """A mutated save, tried."""
    return try_save(mutated_save(index, seed), f"{seed}:{index}")


# -- packs -----------------------------------------------------------------------------------------------------


def try_pack(game: str, scenario: str, files: dict[str, str], seed: str) -> dict[str, Any]:
    """What becomes of somebody's own component data, laid over ours and played with."""
    registry.game(game).load_pack(None)  # what every pack is laid over is no part of its time

    def read() -> Session:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return new_game(game, scenario, seed=seed, pack=folder)

    return tried({"game": game, "scenario": scenario}, SECONDS, read, seed)


def one_pack(index: int, seed: str = "mutants") -> dict[str, Any]:
    """Mutated component data, tried."""
    game, scenario, files = mutated_pack(index, seed)
    return try_pack(game, scenario, files, f"{seed}:{index}")
