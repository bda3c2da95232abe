"""Saves against which a rebuilt house is checked: sixty games of every kind, and everything that was true of them.

    python tools/kept_saves.py

plays them afresh into tests/kept: a save per game, and beside it, compressed, what each seat was asked, shown and told,
how the game ended and what `verify` said. It is run once before the code is moved about; afterwards the files stay as
they are, and tests/test_kept_saves.py loads each of them: where it stands, what is seen and what is proven must be the
same. Which games they are, each game says in its kit (tests/games/<game>/kit.py). With them goes the list of the golden
games as they were.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.support.kits import Kept, Kit, kits  # noqa: E402
from viermot import PUBLIC, Session, load, new_game, verify  # noqa: E402
from viermot.kernel.decision import Decision  # noqa: E402
from viermot.kernel.dice import BotRng, key_of  # noqa: E402

FOLDER: Final = ROOT / "tests" / "kept"

ALL: Final[dict[str, tuple[Kit, Kept]]] = {}  # by the name of its file


def name_of(game: str, kept: Kept) -> str:
    """What the file of a game is called."""
    when = "over" if kept.stops is None else f"at-{kept.stops}"
    words = [game, kept.scenario, when, "options" * bool(kept.options), "own-pack" * kept.own_pack, kept.trick]
    return "-".join(word for word in words if word).replace("_", "-").lower()


for kit in kits():
    for kept in kit.kept:
        assert name_of(kit.name, kept) not in ALL, "two games of one name"
        ALL[name_of(kit.name, kept)] = kit, kept


# -- playing ------------------------------------------------------------------------------------------------------


def play(name: str, folder: Path) -> Session:
    """The game, up to the moment at which it is saved."""
    kit, kept = ALL[name]
    seed = f"kept {name}"
    pack = _own_pack(kit, folder) if kept.own_pack else None
    session = new_game(kit.name, kept.scenario, kept.options, seed=seed, pack=pack, trusted=True)
    answer = _by_bots(session, kept.bots, seed)
    for decided in count(1):
        if not session.pending:
            break
        decision = session.pending[0]
        session.decide(answer(session, decision), decision.seat)
        if decided == kept.stops:
            break
        if kept.trick and decided == (kept.stops or 0) // 2:
            session = TRICKS[kept.trick](session)
    return session


def _own_pack(kit: Kit, folder: Path) -> Path:
    target = folder / f"pack-{kit.name}"
    for name, text in kit.own_pack.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    return target


def _by_bots(session: Session, name: str, seed: str) -> Callable[[Session, Decision], str]:
    """The same kind of bot in every seat."""
    bots = {seat: session.module.bots(seat)[name]() for seat in session.module.seats}
    rngs = {seat: BotRng(key_of(seed), seat) for seat in session.module.seats}

    def answer(session: Session, decision: Decision) -> str:
        seat = decision.seat
        return decision.notation_of(bots[seat].choose(session.perspective(seat), decision, rngs[seat]))

    return answer


def _take_back(session: Session) -> Session:
    """Everybody agrees to go back a few of the first seat's decisions."""
    seat, *others = session.module.seats
    own = session.pending[0].number if session.pending[0].seat == seat else 3
    session.undo(seat, to=max(0, own - 3), consent=others)
    return session


def _rekey(session: Session) -> Session:
    session.rekey(key_of("kept, another key"))
    return session


def _open_up(session: Session) -> Session:
    session.open_up(session.module.seats[0])
    return session


def _from_position(session: Session) -> Session:
    """Another game from where this one stands."""
    setup = session.setup
    return new_game(setup.game, position=session.position(), seed=f"{setup.open_seed}, from a position", trusted=True)


TRICKS: Final[dict[str, Callable[[Session], Session]]] = {
    "undo": _take_back, "rekey": _rekey, "opened": _open_up, "position": _from_position,
}  # fmt: skip


# -- what is true of a game -----------------------------------------------------------------------------------------


def told(path: Path) -> dict[str, Any]:
    """Everything a save gives to the person who loads it."""
    session = load(path)
    seats = (*session.module.seats, PUBLIC)
    said = {
        "decisions": sum(entry.what == "decide" for entry in session.record),
        "asked": [
            {"seat": each.seat, "kind": each.kind, "number": each.number, "options": list(each.options)}
            for each in session.pending
        ],
        "result": session.result,
        "seen": {seat: session.perspective(seat).to_json() for seat in seats},
        "events": {
            seat: [[event.kind, list(event.rules), event.data] for event in session.events(seat)] for seat in seats
        },
        "verified": asdict(verify(path)),
    }
    plain: dict[str, Any] = json.loads(json.dumps(said))
    return plain


def kept_of(name: str) -> dict[str, Any]:
    """What was true when the save was kept."""
    read: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.told.gz").read_bytes()))
    return read


def goldens() -> dict[str, str]:
    """The golden games, each with a hash of its text."""
    files = sorted((ROOT / "tests" / "games").glob("*/golden/*.txt"))
    named = {f"{each.parents[1].name}/{each.name}": each for each in files}
    return {name: hashlib.sha256(each.read_bytes()).hexdigest() for name, each in named.items()}


def main() -> int:
    """Play all of them and keep them."""
    assert len(ALL) == 60
    FOLDER.mkdir(exist_ok=True)
    for name in ALL:
        with tempfile.TemporaryDirectory() as folder:
            session = play(name, Path(folder))
        path = FOLDER / f"{name}.json"
        session.save(path)
        text = json.dumps(told(path), ensure_ascii=False, sort_keys=True).encode()
        (FOLDER / f"{name}.told.gz").write_bytes(gzip.compress(text, mtime=0))
        print(f"{name}: {len(session.record)} entries, {'over' if session.result else 'running'}")
    listed = "".join(f"{digest}  {name}\n" for name, digest in goldens().items())
    (FOLDER / "goldens.sha256").write_text(listed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
