"""What becomes of the pilots of the campaigns: who is lost in the air and who by the landing dice, and how careers end.

    python tests/games/campaign/measure.py --games 100

At most half of the pilots a form loses may be lost by landing dice (docs/decisions/0011-lost-in-the-air.md). A career
of the seasoned pilot that ends because he is no longer seasoned counts as a loss too, by what cost him his crew.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

from viermot.games.campaign import GAME
from viermot.games.campaign.model.layout import SCENARIOS
from viermot.games.campaign.model.terms import PILOT
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out

SEAT = "player"
MAX_BY_LANDING = 0.5
LANDING = "landing"
CAUSES = {  # the event that leads to an injury roll, and what a loss that follows is put down to
    "lands": LANDING, "fighter_down": "shot down", "bales_out": "abandoned", "roll:splinters": "splinters",
    "roll:daylight": "by day",
}  # fmt: skip


@dataclass
class Losses:
    """What so many careers of one form came to."""

    form: str
    careers: int = 0
    pilots: Counter[str] = field(default_factory=Counter)  # lost, by cause
    ends: Counter[str] = field(default_factory=Counter)
    landings: Counter[str] = field(default_factory=Counter)
    sorties: int = 0
    kills: int = 0
    hits: int = 0
    planes: int = 0
    score: int = 0
    seconds: float = 0.0

    @property
    def lost(self) -> int:
        return sum(self.pilots.values())

    @property
    def by_landing(self) -> float:
        """The share of the losses that the landing dice have on them."""
        return self.pilots[LANDING] / self.lost if self.lost else 0.0


def causes(log: list[Any]) -> tuple[list[str], str]:
    """By what each pilot was lost, in order; and by what the last man of a crew was."""
    cause, pilots, last = "", [], ""
    for kind, _, _, data in log:
        what = f"roll:{data[0]}" if kind == "roll" else kind
        cause = CAUSES.get(what, cause)
        if kind == "man_lost":
            last = cause
            if data[1] == PILOT:
                pilots.append(cause)
    return pilots, last


def fly(found: Losses, key: bytes, aircraft: str, bot: str) -> None:
    """One career, added to the others."""
    state: Any = GAME.start(GAME.load_pack(None), found.form, {"stops": "never", "aircraft": aircraft}, KeyedDice(key))
    advance(state)
    play_out(GAME, state, {SEAT: GAME.bots(SEAT)[bot]()}, {SEAT: BotRng(key, SEAT)})
    end = GAME.result(state)
    assert end is not None
    log = state.log[: state.logged]
    pilots, last = causes(log)
    if end["reason"] == "no longer seasoned":
        pilots = [last]
    found.careers += 1
    found.pilots.update(pilots)
    found.ends[f"{end['reason']}: {end['level']}"] += 1
    found.landings.update(data[2] for kind, _, _, data in log if kind == "lands")
    found.sorties += end["sorties"]
    found.kills += end["kills"]
    found.hits += sum(flown.hits for flown in state.flown)
    found.planes += end["losses"]
    found.score += end["score"]


def measure(form: str, careers: int, bot: str = "standard", seed: str = "campaign") -> Losses:
    """Fly so many careers, in both aircraft by turns."""
    found = Losses(form)
    start = time.process_time()
    for number in range(careers):
        fly(found, key_of(f"{seed}/{form}/{number}"), ("Me110", "Ju88")[number % 2], bot)
    found.seconds = time.process_time() - start
    return found


def misses(found: Losses) -> list[str]:
    """The marks that were missed, one sentence each."""
    if found.by_landing <= MAX_BY_LANDING:
        return []
    return [f"{found.form}: {found.pilots[LANDING]} of {found.lost} pilots lost by landing dice"]


def lines(found: Losses) -> list[str]:
    """The rows of the table."""
    careers, down = found.careers, sum(found.landings.values())
    return [
        f"{found.form:9}{careers:5} careers  lost {found.lost}, by landing dice {found.by_landing:.0%}  "
        f"{dict(found.pilots.most_common())}",
        f"{'':9}a career: sorties {found.sorties / careers:.1f}  kills {found.kills / careers:.2f}  "
        f"hits {found.hits / careers:.2f}  aircraft lost {found.planes / careers:.2f}  "
        f"score {found.score / careers:.1f}  {found.seconds / careers:.2f} s",
        f"{'':9}landings: " + ", ".join(f"{what} {n / down:.1%}" for what, n in found.landings.most_common()),
        f"{'':9}ends: " + ", ".join(f"{what} {n}" for what, n in found.ends.most_common()),
    ]


def main() -> int:
    """Print the table; exit 1 if a mark is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="careers of each form")
    parser.add_argument("--form", action="append", choices=SCENARIOS, help="which forms (default: all)")
    parser.add_argument("--player", default="standard")
    parser.add_argument("--jobs", type=int, default=1, help="how many forms to measure at once")
    parser.add_argument("--json", action="store_true", help="one object a form")
    options = parser.parse_args()
    missed: list[str] = []
    with ProcessPoolExecutor(max_workers=options.jobs) as workers:
        rows = [workers.submit(measure, form, options.games, options.player) for form in options.form or SCENARIOS]
        for row in rows:
            found = row.result()
            print(json.dumps(asdict(found)) if options.json else "\n".join(lines(found)), flush=True)
            missed += misses(found)
    for sentence in missed:
        print(f"MISSED {sentence}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
