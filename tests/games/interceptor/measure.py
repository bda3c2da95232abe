"""How the bots of Interceptor Ace fare in careers from March 1943: bombers, survivors and time, with 95 % intervals.

    python tests/games/interceptor/measure.py --games 1000

The bands for `reference` are those its charts were tuned to (docs/decisions/0009-the-reference-pilot.md); `standard`
must not do worse. A mark is missed when the figure itself lies outside, so fly a thousand careers or more.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from statistics import mean, stdev

from viermot.games.interceptor import GAME
from viermot.games.interceptor.components import Components
from viermot.games.interceptor.model.terms import LEVELS
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out

REFERENCE, STANDARD = "reference", "standard"
BOMBERS = (5.0, 10.0)  # the mean of a thousand reference careers
ALIVE = (0.08, 0.25)  # and the share of them that sees the end of February 1944
Z = 1.959964
SEAT = "pilot"


@dataclass
class Fortunes:
    """What a number of careers by one bot came to."""

    bot: str
    bombers: list[int] = field(default_factory=list)
    alive: int = 0
    sorties: int = 0
    levels: Counter[str] = field(default_factory=Counter)
    milliseconds: float = 0.0

    @property
    def careers(self) -> int:
        return len(self.bombers)

    @property
    def mean_bombers(self) -> float:
        return mean(self.bombers)

    @property
    def survival(self) -> float:
        return self.alive / self.careers

    @property
    def spread_of_bombers(self) -> float:
        """Half of the 95 % interval of the mean."""
        return Z * stdev(self.bombers) / math.sqrt(self.careers) if self.careers > 1 else 0.0

    @property
    def spread_of_survival(self) -> float:
        """Half of the 95 % interval of the share."""
        return Z * math.sqrt(self.survival * (1 - self.survival) / self.careers)


def march_units(pack: Components) -> list[str]:
    """The units whose careers begin in March 1943: bases of five zones."""
    return [str(unit.roll) for unit in pack.units if unit.since == "Mar43"]


def measure(bot: str, careers: int, seed: str = "careers") -> Fortunes:
    """Fly this many careers, from each unit in turn."""
    pack = GAME.load_pack(None)
    units = march_units(pack)
    found = Fortunes(bot)
    start = time.process_time()
    for number in range(careers):
        key = key_of(f"{seed}/{number}")
        state = GAME.start(pack, units[number % len(units)], {}, KeyedDice(key))
        advance(state)
        play_out(GAME, state, {SEAT: GAME.bots(SEAT)[bot]()}, {SEAT: BotRng(key, SEAT)})
        end = GAME.result(state)
        assert end is not None
        found.bombers.append(end["bombers"])
        found.alive += end["survived"]
        found.sorties += end["sorties"]
        found.levels[end["level"]] += 1
    found.milliseconds = (time.process_time() - start) / careers * 1000
    return found


def misses(reference: Fortunes, standard: Fortunes) -> list[str]:
    """The marks that were missed, a sentence for each."""
    marks = [
        (BOMBERS[0] <= reference.mean_bombers <= BOMBERS[1], f"{REFERENCE}: mean bombers outside {BOMBERS}"),
        (ALIVE[0] <= reference.survival <= ALIVE[1], f"{REFERENCE}: survivors outside {ALIVE}"),
        (standard.mean_bombers >= reference.mean_bombers, f"{STANDARD}: fewer bombers than {REFERENCE}"),
        (standard.survival >= reference.survival, f"{STANDARD}: fewer survivors than {REFERENCE}"),
    ]
    return [sentence for reached, sentence in marks if not reached]


def line(found: Fortunes) -> str:
    """One row of the table."""
    levels = " / ".join(f"{found.levels[level] / found.careers:.0%}" for level in LEVELS)
    return (
        f"{found.bot:10}{found.careers:6}  bombers {found.mean_bombers:5.2f} ± {found.spread_of_bombers:4.2f}  "
        f"alive {found.survival:6.1%} ± {found.spread_of_survival:5.1%}  sorties {found.sorties / found.careers:5.1f}  "
        f"defeat to decisive {levels}  {found.milliseconds:6.1f} ms"
    )


def as_json(found: Fortunes) -> str:
    """The same for programs, without the single careers."""
    row = {**asdict(found), "bombers": found.mean_bombers, "careers": found.careers, "alive": found.survival}
    return json.dumps(row)


def main() -> int:
    """Print the table; exit 1 if a mark is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="careers of each bot")
    parser.add_argument("--jobs", type=int, default=1, help="how many bots to measure at once")
    parser.add_argument("--json", action="store_true", help="one object a row")
    options = parser.parse_args()
    with ProcessPoolExecutor(max_workers=options.jobs) as workers:
        rows = [workers.submit(measure, bot, options.games) for bot in (REFERENCE, STANDARD)]
        reference, standard = (row.result() for row in rows)
    for found in (reference, standard):
        print(as_json(found) if options.json else line(found), flush=True)
    missed = misses(reference, standard)
    for sentence in missed:
        print(f"MISSED {sentence}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
