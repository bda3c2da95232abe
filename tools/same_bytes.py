"""Does the compiled build play the same games as the pure one, byte for byte? (`make fast` first)

Both play the same fuzzed games, of every game as many: every scenario in turn, odd options, random and other bots. From
each game the save, the hash of its last state, what every seat knows at its end, and a state that is written and read
again go into one digest, and the digests of both builds must be equal.

    .venv/bin/python tools/same_bytes.py --games 20000

It can be stopped at any moment, and the same command goes on where it was, or further if more games are asked for, as
long as the sources are the same. The two builds play in turns, so that one process (``--jobs 1``) keeps one core busy.
"""

from __future__ import annotations

import argparse
import atexit
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import fast, longrun  # noqa: E402

if TYPE_CHECKING:
    from viermot.kernel.session import Session

PIECE: Final = 20  # games between two moments at which a run can be stopped
SELDOM: Final = 0.04  # how often a bot that thinks plays
BUILDS: Final = {"pure": ROOT / "src", "compiled": fast.LIB}


# -- what a build plays ------------------------------------------------------------------------------------------


def played(game: str, number: int, seed: str) -> bytes:
    """One fuzzed game: its save, its last state, what everybody knows in the end, and a state that is read back."""
    import viermot
    from viermot.fuzz import odd_options
    from viermot.kernel import registry, saves
    from viermot.kernel.canon import canonical
    from viermot.kernel.perspective import PUBLIC

    module = registry.game(game)
    known = [about.id for about in module.info(module.load_pack(None)).scenarios]
    scenario = known[number % len(known)]
    rng = random.Random(f"{seed}:{game}:{number}")
    options = odd_options(module, scenario, rng, {})
    module = module.with_options(options)
    seats = {seat: "standard" if rng.random() < SELDOM else "random" for seat in module.seats}
    session = viermot.new_game(game, scenario, options, f"{seed}:{number}", seats)
    views = [session.perspective(seat) for seat in (*module.seats, PUBLIC)]
    told = [[view.to_json(), [event.to_json() for event in view.events()]] for view in views]
    return saves.dump(session) + session.state_hash.encode() + canonical([session.result, told, read_back(session)])


def read_back(session: Session) -> list[object]:
    """The state in the middle of the game, written and read again: as data, and as a position."""
    from viermot.kernel.canon import canonical
    from viermot.kernel.dice import QuickDice

    module, pack, state = session.module, session.pack, session.before[len(session.before) // 2]
    as_data = module.from_data(pack, json.loads(canonical(module.to_data(state))), QuickDice(0))
    as_text = module.read_position(pack, module.write_position(state), QuickDice(0))
    return [module.to_data(as_data), module.write_position(as_text)]


def answer() -> None:
    """Play what is asked for, line by line, by whatever build runs this: the digests of so many games of one kind."""
    from viermot.kernel.declared import is_compiled

    print("compiled" if is_compiled() else "pure", flush=True)
    for line in sys.stdin:
        game, first, games, seed = line.rstrip("\n").split("\t")
        numbers = range(int(first), int(first) + int(games))
        print(*[hashlib.sha256(played(game, number, seed)).hexdigest()[:24] for number in numbers], flush=True)


# -- both builds beside each other ---------------------------------------------------------------------------------


class Build:
    """One build in a process of its own, that plays when it is asked, and ends with whoever asks."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        environment = {**os.environ, "PYTHONPATH": str(BUILDS[kind]), "PYTHONHASHSEED": "0"}
        words = [sys.executable, __file__, "--answer"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=environment)
        assert self.process.stdout is not None
        runs = self.process.stdout.readline().strip() or "nothing"
        if runs != kind:
            self.close()
            raise SystemExit(f"{runs} was run for {kind}")

    def digests(self, game: str, first: int, games: int, seed: str) -> list[str]:
        """Let it play; a build that breaks off has not played the same games."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{game}\t{first}\t{games}\t{seed}\n")
        self.process.stdin.flush()
        told = self.process.stdout.readline().split()
        if len(told) != games:
            self.close()
            raise SystemExit(f"{self.kind} broke off in {game}, games {first} to {first + games - 1} of seed {seed!r}")
        return told

    def close(self) -> None:
        """Let it end."""
        self.process.communicate()


@cache
def build(kind: str) -> Build:
    """One of each in a process, for as long as that lives."""
    made = Build(kind)
    atexit.register(made.close)
    return made


def differing(game: str, first: int, games: int, seed: str) -> list[int]:
    """The numbers of those games of one kind that the two builds play differently."""
    pure, quick = (build(kind).digests(game, first, games, seed) for kind in BUILDS)
    return [first + at for at, (one, other) in enumerate(zip(pure, quick, strict=True)) if one != other]


def _piece(names: Sequence[str], seed: str, index: int) -> dict[str, Any]:
    """The games take turns, so that a run that is stopped early has seen something of each."""
    game, first = names[index % len(names)], index // len(names) * PIECE
    return {"game": game, "differing": differing(game, first, PIECE, seed)}


def compare(names: Sequence[str], games: int, seed: str, jobs: int = 1) -> dict[str, tuple[int, list[int]]]:
    """Let both builds play at least so many games in all: of each kind how many were played, and which differ."""
    rounds = -(-games // (PIECE * len(names)))
    version = longrun.fingerprint("tools/same_bytes.py") + fast.source_hash()
    name = "-".join(("same-bytes", *names, hashlib.sha256(seed.encode()).hexdigest()[:6]))
    pieces = longrun.run(name, rounds * len(names), partial(_piece, names, seed), workers=jobs, version=version)
    found = {game: [each for piece in pieces if piece["game"] == game for each in piece["differing"]] for game in names}
    return {game: (rounds * PIECE, numbers) for game, numbers in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="how many in all, shared among the games")
    parser.add_argument("--game", action="append", help="only these (default: all)")
    parser.add_argument("--seed", default="same bytes")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        answer()
        return
    from viermot.kernel import registry

    if not fast.is_fresh():
        raise SystemExit("There is no compiled build of these sources; `make fast` makes one.")
    told = compare(options.game or sorted(registry.names()), options.games, options.seed, options.jobs)
    for game, (games, numbers) in told.items():
        where = f"DIFFERENT in {len(numbers):,}, the first: {numbers[:9]}" if numbers else "the same to the byte"
        print(f"{game}: {games:,} games, {where}")
    if any(numbers for _, numbers in told.values()):
        raise SystemExit("The builds differ.")


if __name__ == "__main__":
    main()
