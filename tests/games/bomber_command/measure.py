"""How even the nights of Bomber Command are, and how strong its bots: Victory Points, levels, score, time.

    python tests/games/bomber_command/measure.py --games 400 --against 100 --jobs 2

Standard against standard the mean net VP has to lie within 8 of the middle of the draw band, and every level of
victory has to occur; against random the standard player of either side has to score 90 % (a win is 1, a draw a half).
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.rules.victory import result
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out

WITHIN = 8.0  # VP from the middle of the draw band
SCORE = 0.90  # of standard against random
SCORES = {"draw": 0.5, "british": 1.0, "british major": 1.0}  # of the British player


@dataclass
class Nights:
    """What a pairing of bots did in a scenario."""

    scenario: str
    british: str
    german: str
    nets: list[int] = field(default_factory=list)
    levels: dict[str, int] = field(default_factory=dict)
    milliseconds: float = 0.0

    @property
    def mean(self) -> float:
        """The mean of British minus German VP."""
        return statistics.mean(self.nets)

    @property
    def margin(self) -> float:
        """Half of its 95 % interval."""
        return 1.96 * statistics.stdev(self.nets) / math.sqrt(len(self.nets)) if len(self.nets) > 1 else math.inf

    @property
    def score(self) -> float:
        """Of the British player, or of the German where he is the standard one against random."""
        british = sum(SCORES.get(level, 0.0) * count for level, count in self.levels.items()) / len(self.nets)
        return 1.0 - british if self.british == "random" else british

    @property
    def missed(self) -> str:
        """The mark that was missed, if one was."""
        if "random" in (self.british, self.german):
            return "" if self.score >= SCORE else f"scores less than {SCORE:.0%}"
        middle = middle_of(self.scenario)
        if abs(self.mean - middle) > WITHIN:
            return f"more than {WITHIN:g} from {middle:g}"
        never = [level for level in levels_of(self.scenario) if not self.levels.get(level)]
        return "never: " + ", ".join(never) if never else ""


def levels_of(scenario: str) -> list[str]:
    """The levels of victory, the best for the German first."""
    return [str(level) for _, level in GAME.load_pack(None).scenarios[scenario].victory]


def middle_of(scenario: str) -> float:
    """The middle of the draw band."""
    bands = {str(level): highest for highest, level in GAME.load_pack(None).scenarios[scenario].victory}
    return (int(bands["german"] or 0) + 1 + int(bands["draw"] or 0)) / 2


def measure(scenario: str, british: str, german: str, games: int, seed: str) -> Nights:
    """Play so many nights between two bots."""
    pack = GAME.load_pack(None)
    names = {"british": british, "german": german}
    found = Nights(scenario, british, german)
    levels: Counter[str] = Counter()
    start = time.process_time()
    for number in range(games):
        key = key_of(f"{seed}/{scenario}/{number}")
        state = GAME.start(pack, scenario, {}, KeyedDice(key))
        advance(state)
        bots = {seat: GAME.bots(seat)[names[seat]]() for seat in GAME.seats}
        play_out(GAME, state, bots, {seat: BotRng(key, seat) for seat in GAME.seats})
        end = result(state)
        assert end is not None
        found.nets.append(end["vp"]["net"])
        levels[end["level"]] += 1
    found.levels = {level: levels[level] for level in levels_of(scenario)}
    found.milliseconds = (time.process_time() - start) / games * 1000
    return found


def line(found: Nights) -> str:
    """One row of the table."""
    levels = " / ".join(str(count) for count in found.levels.values())
    row = (
        f"{found.scenario:9}{found.british:>9} v {found.german:9}{len(found.nets):5}  "
        f"net {found.mean:+6.1f} ± {found.margin:4.1f}  levels {levels:25}"
        f"score {found.score:6.1%}  {found.milliseconds:6.1f} ms"
    )
    return f"{row}  MISSED: {found.missed}" if found.missed else row


def main() -> int:
    """Print the table; exit 1 if a wanted mark is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="nights of standard against standard, each scenario")
    parser.add_argument("--against", type=int, default=100, help="nights against random, each way and scenario")
    parser.add_argument("--seed", default="raids", help="another word, other nights")
    parser.add_argument("--jobs", type=int, default=1, help="how many rows to measure at once")
    parser.add_argument("--json", action="store_true", help="one object a row")
    options = parser.parse_args()
    pairs = [("standard", "standard", options.games), ("standard", "random", options.against)]
    pairs.append(("random", "standard", options.against))
    missed = False
    with ProcessPoolExecutor(max_workers=options.jobs) as workers:
        rows = [
            workers.submit(measure, scenario, british, german, games, options.seed)
            for scenario in GAME.load_pack(None).scenarios
            for british, german, games in pairs
            if games
        ]
        for found in (row.result() for row in rows):
            told = {**asdict(found), "mean": found.mean, "margin": found.margin, "missed": found.missed}
            print(json.dumps(told) if options.json else line(found), flush=True)
            missed |= bool(found.missed)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
