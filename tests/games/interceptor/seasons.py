"""How dangerous each season of a career in Interceptor Ace is: deaths per sortie, by quarter of the year [1.0, 2.1].

    python tests/games/interceptor/seasons.py --games 600 --seed seasons

Careers from March 1943, the ten units of that month in turn, by `standard` and by `reference`, with the basic rules and
with fatigue and pilot quality (10.3, 10.4). The marks (docs/decisions/0012-harder-as-the-war-goes-on.md): with the
basic rules a sortie of December to February is at least 1.5 times as deadly as one of March to May, with those options
it is deadlier; `reference` shoots down 5 to 10 bombers and 8 to 25 % of them live. It can be stopped and resumed.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))  # run as a script, too

from tests.support.kits import Section
from tools.longrun import fingerprint, run
from tools.proving import say
from viermot.games.interceptor import GAME
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out

SEAT: Final = "pilot"
BOTS: Final = ("standard", "reference")
RULES: Final[dict[str, dict[str, Any]]] = {"basic": {}, "10.3 10.4": {"10.3": True, "10.4": True}}
SEASONS: Final = ("March-May", "June-August", "September-November", "December-February")
HARDER: Final = 1.5  # the last season against the first, with the basic rules
BOMBERS: Final = (5.0, 10.0)
ALIVE: Final = (0.08, 0.25)
MONTHS_EACH: Final = 3
SOURCES: Final = ("src/viermot/games/interceptor", "src/viermot/kernel")
Z: Final = 1.959964
SEASONED: Final = 600  # careers of each bot and set of rules in the long proof


def fly(bot: str, rules: str, seed: str, index: int) -> dict[str, Any]:
    """One career: sorties by season, the season of the pilot's death, bombers and whether he lived."""
    pack = GAME.load_pack(None)
    units = [str(unit.roll) for unit in pack.units if unit.since == "Mar43"]
    key = key_of(f"{seed}/{index}")
    state = GAME.start(pack, units[index % len(units)], RULES[rules], KeyedDice(key))
    advance(state)
    play_out(GAME, state, {SEAT: GAME.bots(SEAT)[bot]()}, {SEAT: BotRng(key, SEAT)})
    season, sorties, died = 0, [0] * len(SEASONS), -1
    for event in state.log:
        if event[0] == "line":
            season = event[3][0] // MONTHS_EACH
        elif event[0] == "take_off":
            sorties[season] += 1
        elif event[0] == "fell":
            died = season
    end = GAME.result(state)
    assert end is not None
    return {"sorties": sorties, "died": died, "bombers": end["bombers"], "alive": int(end["survived"])}


@dataclass
class Year:
    """What so many careers came to, season by season."""

    bot: str
    rules: str
    careers: int = 0
    bombers: int = 0
    alive: int = 0
    sorties: list[int] = field(default_factory=lambda: [0] * len(SEASONS))
    deaths: list[int] = field(default_factory=lambda: [0] * len(SEASONS))

    def add(self, careers: Iterable[Mapping[str, Any]]) -> Year:
        """Count these, too."""
        for career in careers:
            self.careers += 1
            self.bombers += career["bombers"]
            self.alive += career["alive"]
            for season, flown in enumerate(career["sorties"]):
                self.sorties[season] += flown
            if career["died"] >= 0:
                self.deaths[career["died"]] += 1
        return self

    @property
    def risks(self) -> list[float]:
        """Deaths per sortie in each season."""
        return [dead / flown if flown else 0.0 for dead, flown in zip(self.deaths, self.sorties, strict=True)]

    @property
    def ratio(self) -> float:
        """The last season's risk against the first's."""
        return self.risks[-1] / self.risks[0] if self.risks[0] else math.inf

    @property
    def ratio_interval(self) -> tuple[float, float]:
        """Its 95 % interval, by the logarithm."""
        spread = Z * math.sqrt(sum(1 / max(self.deaths[season], 1) for season in (0, -1)))
        return self.ratio * math.exp(-spread), self.ratio * math.exp(spread)


def measure(bot: str, rules: str, careers: int, seed: str, jobs: int = 1) -> Year:
    """Fly so many careers, or what is left of them."""
    name = f"seasons-{bot}-{rules.replace(' ', '-')}-{seed}"
    found = run(name, careers, partial(fly, bot, rules, seed), workers=jobs, version=fingerprint(*SOURCES))
    return Year(bot, rules).add(found)


def misses(years: Iterable[Year]) -> list[str]:
    """The marks that were missed, a sentence for each."""
    missed = []
    for year in years:
        wanted = HARDER if year.rules == "basic" else 1.0
        if year.ratio < wanted:
            missed.append(f"{year.bot}, {year.rules}: the last season is {year.ratio:.2f} times as deadly as the first")
        if year.bot == "reference" and year.rules == "basic":
            bombers, alive = year.bombers / year.careers, year.alive / year.careers
            if not BOMBERS[0] <= bombers <= BOMBERS[1] or not ALIVE[0] <= alive <= ALIVE[1]:
                missed.append(f"reference: {bombers:.2f} bombers, {alive:.1%} alive")
    return missed


def line(year: Year) -> str:
    """One row of the table."""
    risks = " ".join(f"{risk:6.2%}" for risk in year.risks)
    low, high = year.ratio_interval
    return (
        f"{year.bot:10}{year.rules:10}{year.careers:5}  deaths a sortie {risks}  last to first {year.ratio:4.2f} "
        f"({low:.2f} to {high:.2f})  bombers {year.bombers / year.careers:5.2f}  alive {year.alive / year.careers:5.1%}"
    )


def prove_seasons(size: float, jobs: int) -> Section:
    """Does Interceptor Ace get harder as the war goes on? `misses` knows the marks."""
    careers = round(SEASONED * size)
    say(f"seasons: {careers} careers each")
    told, missed = [], []
    for seed in ("seasons", "other"):
        pairs = [(bot, rules) for rules in RULES for bot in BOTS]
        years = [measure(bot, rules, careers, seed, jobs) for bot, rules in pairs]
        told += [f"seed {seed}", *map(line, years)]
        missed += [f"MISSED {sentence}" for sentence in misses(years)]
    return "Harder as the war goes on: Interceptor Ace", ["```", *told, *missed, "```"], not missed


def main() -> int:
    """Print the table; exit 1 if a mark is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600, help="careers of each bot and set of rules")
    parser.add_argument("--seed", default="seasons", help="what the careers' keys are made of")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    years = []
    for rules in RULES:
        for bot in BOTS:
            years.append(measure(bot, rules, options.games, options.seed, options.jobs))
            print(line(years[-1]), flush=True)
    missed = misses(years)
    for sentence in missed:
        print(f"MISSED {sentence}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
