"""How good a game's beliefs are: calibration, log loss and cost, over games between computer players.

python tools/beliefs.py nightfighter --scenarios 3,8 --games 100 [--figures FILE] [--picture FILE]

A game brings `tests/games/<game>/beliefs.py` with `watch(scenario, seed)`, which plays one game and looks at it again
and again: the beliefs by name, each with a chance for every place, the places where somebody was, and the milliseconds
the first of them took. That one is the belief; the others are what it is measured by.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from viermot.lab.calibration import Calibration, interval, reliability


def measure(
    game: str, scenario: str, seeds: str, games: int, minutes: float, way: str
) -> tuple[dict[str, Any], Calibration]:
    """The figures of one scenario, and the calibration of the belief itself."""
    watch = getattr(import_module(f"tests.games.{game}.beliefs"), way)
    found: dict[str, Calibration] = {}
    spent: list[float] = []
    until = time.monotonic() + minutes * 60
    played = 0
    for number in range(games):
        if time.monotonic() > until:
            break
        played += 1
        for beliefs, there, milliseconds in watch(scenario, f"{seeds}/{scenario}/{number}"):
            for name, chances in beliefs.items():
                found.setdefault(name, Calibration()).look(chances, there)
            spent.append(milliseconds)
        for calibration in found.values():
            calibration.game_over()
    belief, *others = found.values()
    spent.sort()
    figures: dict[str, Any] = {
        "scenario": scenario,
        "seeds": f"{seeds}/{scenario}/0 to {played - 1}",
        "looks": len(spent),
        "error": belief.error,
        "rare": belief.rare,
        "loss": belief.loss,
        "ms": {"median": median(spent), "p95": spent[int(len(spent) * 0.95)], "longest": spent[-1]},
    }
    for name, other in zip(list(found)[1:], others, strict=True):
        better = [theirs - mine for theirs, mine in zip(other.by_game, belief.by_game, strict=True)]
        figures[name] = {"error": other.error, "rare": other.rare, "loss": other.loss, "worse_by": interval(better)}
    return figures, belief


def main() -> None:
    """Measure, print, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenarios", required=True, help="with commas between them")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="at most, for each scenario")
    parser.add_argument("--seeds", default="judge14")
    parser.add_argument("--watch", default="watch", help="another function of the game's to look with")
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    figures, series = [], []
    for scenario in asked.scenarios.split(","):
        found, belief = measure(asked.game, scenario, asked.seeds, asked.games, asked.minutes, asked.watch)
        print(json.dumps(found), flush=True)
        figures.append(found)
        series.append((scenario, belief))
    if asked.figures:
        asked.figures.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    if asked.picture:
        asked.picture.write_text(reliability(f"Beliefs: {asked.game}", series), encoding="utf-8")


if __name__ == "__main__":
    main()
