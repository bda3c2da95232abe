"""How good a game's beliefs are: calibration, log loss and cost, over games between computer players.

python tools/beliefs.py nightfighter --scenarios 3,8 --games 100 [--figures FILE] [--picture FILE]

A game brings `tests/games/<game>/beliefs.py` with `watch(scenario, seed)`, which plays one game and looks at it again
and again: the beliefs by name, each with a chance for every place, the places where somebody was, and the milliseconds
the first of them took. That one is the belief; the others are what it is compared with.

Every game is a row of a file in `--rows`, written as soon as it has been played: stopped anywhere, the same command
goes on. Rows belong to the code that played them; for different code, use a different folder.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from viermot.lab.calibration import Calibration, interval, reliability
from viermot.lab.ledger import cut_short, whole_rows

ROOT: Final = Path(__file__).resolve().parent.parent
Row = dict[str, Any]
Task = tuple[list["Asked"], int]


class Asked(NamedTuple):
    """What is measured: a game's scenario, looked at in one way."""

    game: str
    scenario: str
    seeds: str
    way: str


def watched(task: tuple[Asked, int]) -> Row:
    """One game: how each belief did in it, and what the first of them cost."""
    asked, number = task
    watch = getattr(import_module(f"tests.games.{asked.game}.beliefs"), asked.way)
    found: dict[str, Calibration] = {}
    spent: list[float] = []
    for beliefs, there, milliseconds in watch(asked.scenario, f"{asked.seeds}/{asked.scenario}/{number}"):
        for name, chances in beliefs.items():
            found.setdefault(name, Calibration()).look(chances, there)
        spent.append(round(milliseconds, 3))
    for calibration in found.values():
        calibration.game_over()
    return {"game": number, "ms": spent, "beliefs": {name: each.written() for name, each in found.items()}}


def played(asked: list[Asked], games: int, jobs: int, until: float, folder: Path) -> list[list[Row]]:
    """The games in order, looked at in each way: those in the files, and then as many others as time allows."""
    files = [folder / ("-".join(each).replace("/", "_") + ".jsonl") for each in asked]
    for file in files:
        cut_short(file)
    rows = [whole_rows(file) for file in files]
    left = [(asked, number) for number in range(min(map(len, rows)), games)]
    for found in _in_order(left, jobs):
        for file, kept, row in zip(files, rows, found, strict=True):
            if row["game"] == len(kept):
                kept.append(row)
                with file.open("a", encoding="utf-8") as to:
                    to.write(json.dumps(row) + "\n")
        if time.monotonic() > until:
            break
    return [kept[:games] for kept in rows]


def _in_order(tasks: list[Task], jobs: int) -> Iterator[list[Row]]:
    if jobs == 1 or len(tasks) < 2:
        yield from map(watched_together, tasks)
    else:
        with get_context("spawn").Pool(jobs) as pool:
            yield from pool.imap(watched_together, tasks, chunksize=4)


def watched_together(task: Task) -> list[Row]:
    """One game in every way, one after another: what a game remembers of its last few looks serves them all."""
    asked, number = task
    return [watched((each, number)) for each in asked]


def figures_of(asked: Asked, rows: list[Row]) -> tuple[Row, Calibration]:
    """The figures of one scenario, and the calibration of the belief itself."""
    found: dict[str, Calibration] = {}
    for row in rows:
        for name, said in row["beliefs"].items():
            found.setdefault(name, Calibration()).add(Calibration.read(said))
    spent = sorted(each for row in rows for each in row["ms"])
    belief, *others = found.values()
    figures: Row = {
        "scenario": asked.scenario,
        "way": asked.way,
        "seeds": f"{asked.seeds}/{asked.scenario}/0 to {len(rows) - 1}",
        "games": len(belief.by_game),
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
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--minutes", type=float, default=60.0, help="at most, for each scenario")
    parser.add_argument("--seeds", default="judge14")
    parser.add_argument(
        "--watch",
        default="watch",
        help="other functions of the game's to look with, commas between them; only the first pays for what they share",
    )
    parser.add_argument("--rows", type=Path, default=ROOT / "build" / "beliefs")
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--picture", type=Path)
    said = parser.parse_args()
    said.rows.mkdir(parents=True, exist_ok=True)
    figures, series = [], []
    for scenario in said.scenarios.split(","):
        asked = [Asked(said.game, scenario, said.seeds, way) for way in said.watch.split(",")]
        rows = played(asked, said.games, said.jobs, time.monotonic() + 60 * said.minutes, said.rows)
        for each, its in zip(asked, rows, strict=True):
            found, belief = figures_of(each, its)
            print(json.dumps(found), flush=True)
            figures.append(found)
            series.append((scenario if len(asked) == 1 else f"{scenario}, {each.way}", belief))
    if said.figures:
        said.figures.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    if said.picture:
        said.picture.write_text(reliability(f"Beliefs: {said.game}", series), encoding="utf-8")


if __name__ == "__main__":
    main()
