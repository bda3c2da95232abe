"""make bench: how fast the engine is, as ratios to peers and to a bare method call measured in the same run.

Machines are noisy: everything is measured in turns, several times round, and medians are compared. What is measured of
a game, and which marks it has to meet, the game says itself (tests/games/<game>/bench.py).
"""

from __future__ import annotations

import argparse

from benchmarks.marks import Wishes
from tests.support.kits import kits


def main() -> None:
    """Measure, print, and say which marks are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured in turn")
    parser.add_argument("--scenario", action="append", default=[], help="only these scenarios (default: all)")
    parser.add_argument("--game", action="append", help="only these games (default: all)")
    options = parser.parse_args()
    wishes = Wishes(options.rounds, tuple(options.scenario))
    wanted = [kit for kit in kits() if kit.name in (options.game or [kit.name])]
    found = [mark for kit in wanted for mark in kit.marks(wishes)]
    print()
    for mark in found:
        print(mark)


if __name__ == "__main__":
    main()
