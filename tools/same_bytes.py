"""Does the compiled build play the same games as the pure one, byte for byte? (`make fast` first)

Both play the same fuzzed games: every scenario in turn, odd options, random and other bots. From each game the save,
the hash of its last state and what every seat knows at its end go into one digest; the two lists of digests must be
equal.

    .venv/bin/python tools/same_bytes.py --games 20000
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import fast  # noqa: E402

PIECE: Final = 50  # games in a digest
SELDOM: Final = 0.04  # how often a bot that thinks plays


def digests(game: str, first: int, games: int, seed: str) -> Iterator[str]:
    """One digest per batch of games of one kind, played by whatever build runs this."""
    for start in range(first, first + games, PIECE):
        digest = hashlib.sha256()
        for number in range(start, min(start + PIECE, first + games)):
            digest.update(played(game, number, seed))
        yield digest.hexdigest()


def played(game: str, number: int, seed: str) -> bytes:
    """One fuzzed game: its save, its last state, and what everybody knows in the end."""
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
    return saves.dump(session) + session.state_hash.encode() + canonical([session.result, told])


def ask(python: Path, path: Path, game: str, games: int, seed: str) -> subprocess.Popen[str]:
    """Let a build play."""
    words = [str(python), __file__, "--play", game, "--games", str(games), "--seed", seed]
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)


def compare(game: str, games: int, seed: str) -> bool:
    """Let both builds play a number of games of one kind, and say whether they were the same."""
    began = time.monotonic()
    python = Path(sys.executable)
    pure, quick = (ask(python, path, game, games, seed) for path in (ROOT / "src", fast.LIB))
    told = [build.communicate()[0].split() for build in (pure, quick)]
    differs = difference(told[0], told[1], -(-games // PIECE))
    where = f"DIFFERENT: {differs}" if differs else "the same"
    print(f"{game}: {games:,} games, {where}; {time.monotonic() - began:.0f} s", flush=True)
    return not differs


def difference(pure: Sequence[str], quick: Sequence[str], pieces: int) -> str:
    """What differs between the two builds' answers, each a word for what it is and a digest for each piece; "" if all
    of them are there and alike. A build that broke off halfway has not played the same games.
    """
    for told, kind in ((pure, "pure"), (quick, "compiled")):
        if not told or told[0] != kind:
            return f"{told[0] if told else 'nothing'} was run for {kind}"
        if len(told) != pieces + 1:
            return f"{kind} played {len(told) - 1} pieces of {pieces}"
    differing = [number for number in range(pieces) if pure[number + 1] != quick[number + 1]]
    return f"pieces {differing[:9]} of {PIECE} games" if differing else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many in all, shared among the games")
    parser.add_argument("--game", action="append", help="only these (default: all)")
    parser.add_argument("--seed", default="same bytes")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        from viermot.kernel.declared import is_compiled

        print("compiled" if is_compiled() else "pure")
        for digest in digests(options.play, 0, options.games, options.seed):
            print(digest, flush=True)
        return
    from viermot.kernel import registry

    if not fast.BUILT.exists():
        raise SystemExit("There is no compiled build; `make fast` makes one.")
    names = options.game or sorted(registry.names())
    share = -(-options.games // len(names))
    differing = [name for name in names if not compare(name, share, options.seed)]
    if differing:
        raise SystemExit("The builds differ.")


if __name__ == "__main__":
    main()
