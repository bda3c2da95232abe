"""Saves to hold a rebuilt house against: sixty games of every kind, and all that was true of them.

    python tools/kept_saves.py

plays them anew into tests/kept: a save a game, and beside it, compressed, what each seat was asked, shown and told, how
the game ended and what `verify` said. It is run once before the code is moved about; afterwards the files stay as they
are, and tests/test_kept_saves.py loads each of them: where it stands, what is seen and what is proven must be the same.
With them goes the list of the golden games as they were.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from viermot import PUBLIC, Session, load, new_game, verify  # noqa: E402
from viermot.kernel.decision import Decision  # noqa: E402
from viermot.kernel.dice import BotRng, key_of  # noqa: E402

FOLDER: Final = ROOT / "tests" / "kept"

OWN_PACKS: Final[dict[str, dict[str, str]]] = {  # a value of each game, as an owner would lay it over ours
    "nightfighter": {"fighters.toml": '[[fighter]]\nname = "Me110F-4"\nfp = 7\n'},
    "solitaire": {"fighters.toml": '[[fighter]]\nname = "Me110F-4"\nfp = 7\n'},
    "campaign": {"recovery.toml": "[test]\ngreen = 3\n"},
    "bomber_command": {"tables.toml": "[combat]\ndecoy = 2\n"},
    "interceptor": {"interceptors.toml": '[[series]]\nname = "Bf109"\nairframe = 5\n'},
}


@dataclass(frozen=True)
class Kept:
    """One game: how it is set up, who plays, and after how many decisions it is saved (None: at its end)."""

    game: str
    scenario: str
    stops: int | None
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: str = "standard"  # who decides
    own_pack: bool = False
    trick: str = ""  # something that happened to the game on its way: see TRICKS

    @property
    def name(self) -> str:
        when = "over" if self.stops is None else f"at-{self.stops}"
        words = [self.game, self.scenario, when, "options" * bool(self.options), "own-pack" * self.own_pack, self.trick]
        return "-".join(word for word in words if word).replace("_", "-").lower()


def _both(game: str, scenario: str, stops: int, **more: Any) -> list[Kept]:
    """The same game half-way and at its end."""
    return [Kept(game, scenario, stops, **more), Kept(game, scenario, None, **more)]


ADVANCED: Final = dict.fromkeys(
    ("12.1.1", "12.1.2", "12.1.3", "12.2", "12.3", "12.4", "12.4.1", "12.5", "10.3.2e"), True
)
ALL: Final[tuple[Kept, ...]] = (
    *_both("nightfighter", "1", 12),
    *_both("nightfighter", "2", 25, bots="random"),
    *_both("nightfighter", "3", 30),
    *_both("nightfighter", "4B", 40),
    *_both("nightfighter", "6", 60),
    *_both("nightfighter", "8", 35, own_pack=True),
    *_both("nightfighter", "9", 50),
    *_both("nightfighter", "10", 45),
    Kept("nightfighter", "5", 20, trick="undo"),
    Kept("nightfighter", "7", 30, trick="rekey"),
    Kept("nightfighter", "4A", 25, trick="opened"),
    Kept("nightfighter", "4B", 33, trick="position"),
    *_both("solitaire", "1", 15),
    *_both("solitaire", "4B", 40),
    *_both("solitaire", "7", 30, own_pack=True),
    *_both("solitaire", "8E", 25, bots="random"),
    Kept("solitaire", "6", 30, trick="undo"),
    Kept("solitaire", "2", 10, trick="position"),
    *_both("campaign", "pilot", 30),
    *_both("campaign", "seasoned", 25, own_pack=True),
    *_both("campaign", "staffel", 60),
    *_both("campaign", "pilot", 15, options={"stops": "every"}, bots="random"),
    *_both("bomber_command", "berlin", 90),
    *_both("bomber_command", "downfall", 150),
    *_both("bomber_command", "berlin", 200, options=ADVANCED),
    *_both("bomber_command", "downfall", 120, own_pack=True),
    Kept("bomber_command", "berlin", 60, trick="rekey"),
    Kept("bomber_command", "downfall", 75, bots="random"),
    *_both("interceptor", "career", 15),
    *_both("interceptor", "1", 40),
    *_both("interceptor", "5", 25, own_pack=True),
    *_both("interceptor", "12", 60, bots="random"),
    *_both("interceptor", "20", 8, bots="reference"),
    *_both("interceptor", "8", 30),
)


# -- playing ------------------------------------------------------------------------------------------------------


def play(kept: Kept, folder: Path) -> Session:
    """The game, up to the moment at which it is saved."""
    seed = f"kept {kept.name}"
    pack = _own_pack(kept.game, folder) if kept.own_pack else None
    session = new_game(kept.game, kept.scenario, kept.options, seed=seed, pack=pack, trusted=True)
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


def _own_pack(game: str, folder: Path) -> Path:
    target = folder / f"pack-{game}"
    for name, text in OWN_PACKS[game].items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    return target


def _by_bots(session: Session, name: str, seed: str) -> Callable[[Session, Decision], str]:
    """The same kind of bot in every seat."""
    bots = {seat: session.game.bots(seat)[name]() for seat in session.game.seats}
    rngs = {seat: BotRng(key_of(seed), seat) for seat in session.game.seats}

    def answer(session: Session, decision: Decision) -> str:
        seat = decision.seat
        return decision.notation_of(bots[seat].choose(session.perspective(seat), decision, rngs[seat]))

    return answer


def _take_back(session: Session) -> Session:
    """Everybody agrees to go back some decisions of the first seat."""
    seat, *others = session.game.seats
    own = session.pending[0].number if session.pending[0].seat == seat else 3
    session.undo(seat, to=max(0, own - 3), consent=others)
    return session


def _rekey(session: Session) -> Session:
    session.rekey(key_of("kept, another key"))
    return session


def _open_up(session: Session) -> Session:
    session.open_up(session.game.seats[0])
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
    """All that a save gives whoever loads it."""
    session = load(path)
    seats = (*session.game.seats, PUBLIC)
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
    assert len({each.name for each in ALL}) == len(ALL) == 60
    FOLDER.mkdir(exist_ok=True)
    for each in ALL:
        with tempfile.TemporaryDirectory() as folder:
            session = play(each, Path(folder))
        path = FOLDER / f"{each.name}.json"
        session.save(path)
        text = json.dumps(told(path), ensure_ascii=False, sort_keys=True).encode()
        (FOLDER / f"{each.name}.told.gz").write_bytes(gzip.compress(text, mtime=0))
        print(f"{each.name}: {len(session.record)} entries, {'over' if session.result else 'running'}")
    listed = "".join(f"{digest}  {name}\n" for name, digest in goldens().items())
    (FOLDER / "goldens.sha256").write_text(listed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
