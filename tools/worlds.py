"""Can a seat tell a world drawn from what it knows from the true one? Over many games between computer players.

python tools/worlds.py bomber_command --scenarios berlin,downfall --bots standard,random --games 40

At every so many questions a world is drawn for the seat that is asked, and all that it is shown is held against the
truth: view, events, question, options, odds, refusals, warnings and undo, and no invariant may be broken. Every game is
a row of a file in `--rows`, with each question that failed, so that `--replay SEED:QUESTION` can look at it again;
stopped anywhere, the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.resampling import differences, questions
from viermot.kernel import registry
from viermot.kernel.dice import QuickRng
from viermot.lab.ledger import cut_short, whole_rows

ROOT: Final = Path(__file__).resolve().parent.parent
Row = dict[str, Any]


class Asked(NamedTuple):
    """What is measured: a game's scenario, played by one kind of bots."""

    game: str
    scenario: str
    bots: str
    seeds: str
    every: int
    options: str


def looked_at(asked: Asked, number: int) -> Row:
    """One game: how many worlds were drawn for each seat, how long that took, and which were told from the truth."""
    seed = f"{asked.seeds}/{asked.scenario}/{number}"
    options = json.loads(asked.options)
    module = registry.with_options(asked.game, options)
    drawn: Counter[str] = Counter()
    spent: list[float] = []
    failed = []
    bots = {seat: asked.bots if asked.bots in module.bots(seat) else "standard" for seat in module.seats}
    for state, seat, question in questions(asked.game, asked.scenario, seed, bots, options):
        if question % asked.every:
            continue
        drawn[seat] += 1
        began = time.process_time()
        module.resample(module.perspective(state, seat), QuickRng(f"time {question}"))
        spent.append(round(1000 * (time.process_time() - began), 2))
        parts = differences(module, state, seat, QuickRng(question))
        if parts:
            failed.append({"question": question, "seat": seat, "parts": parts})
            print(f"  {seed} {asked.bots}: question {question}, {seat}: {', '.join(parts)}", flush=True)
    return {"game": number, "seed": seed, "drawn": dict(drawn), "ms": spent, "failed": failed}


def measured(asked: Asked, games: int, until: float, folder: Path) -> Row:
    """The games in order: those in the file, and then as many others as time allows."""
    file = folder / (f"worlds-{asked.game}-{asked.scenario}-{asked.bots}-{asked.seeds}".replace("/", "_") + ".jsonl")
    cut_short(file)
    rows = whole_rows(file)
    with file.open("a", encoding="utf-8") as kept:
        while len(rows) < games and (time.monotonic() < until or not rows):
            rows.append(looked_at(asked, len(rows)))
            kept.write(json.dumps(rows[-1]) + "\n")
            kept.flush()
    spent = sorted(each for row in rows for each in row["ms"])
    drawn = sum((Counter(row["drawn"]) for row in rows), Counter[str]())
    failed = Counter(each["seat"] for row in rows for each in row["failed"])
    return {
        **asked._asdict(),
        "games": len(rows),
        "drawn": dict(drawn),
        "told apart": dict(failed),
        "ms": {"median": median(spent), "p95": spent[int(len(spent) * 0.95)], "longest": spent[-1]} if spent else {},
    }


def replayed(asked: Asked, where: str) -> None:
    """One question again: what tells its world from the truth."""
    seed, _, wanted = where.rpartition(":")
    options = json.loads(asked.options)
    module = registry.with_options(asked.game, options)
    bots = {seat: asked.bots if asked.bots in module.bots(seat) else "standard" for seat in module.seats}
    for state, seat, question in questions(asked.game, asked.scenario, seed, bots, options):
        if question == int(wanted):
            print(seat, differences(module, state, seat, QuickRng(question)) or "alike")
            return


def main() -> None:
    """Measure and print, or look at one question again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenarios", required=True, help="with commas between them")
    parser.add_argument("--bots", default="standard,random", help="with commas between them")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--every", type=int, default=7, help="questions from one world to the next")
    parser.add_argument("--options", default="{}", help="of the game, as JSON")
    parser.add_argument("--seeds", default="judge25/worlds")
    parser.add_argument("--minutes", type=float, default=60.0, help="at most, for each scenario and kind of bots")
    parser.add_argument("--rows", type=Path, default=ROOT / "build" / "worlds")
    parser.add_argument("--replay", help="SEED:QUESTION of a question that failed")
    said = parser.parse_args()
    said.rows.mkdir(parents=True, exist_ok=True)
    for scenario in said.scenarios.split(","):
        for bots in said.bots.split(","):
            asked = Asked(said.game, scenario, bots, said.seeds, said.every, said.options)
            if said.replay:
                replayed(asked, said.replay)
            else:
                print(json.dumps(measured(asked, said.games, time.monotonic() + 60 * said.minutes, said.rows)))


if __name__ == "__main__":
    main()
