"""How strong the bots of Nightfighter are: kills, losses and time, by scenario and pairing, with 95 % intervals.

python tests/games/nightfighter/measure.py --games 2000 --scenario 3 --scenario 4B
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.rules.victory import result
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out
from viermot.lab.statistics import share

WANTED = {"3": 0.70, "4B": 0.48}  # the lower 95 % bound of "at least one kill" against the plain umpire


@dataclass
class Strength:
    """What a pairing of bots did in a scenario."""

    scenario: str
    player: str
    umpire: str
    games: int
    with_a_kill: int
    kills: int
    losses: int
    wins: int
    milliseconds: float

    @property
    def lower(self) -> float:
        """The lower 95 % bound of the chance of at least one kill."""
        return share(self.with_a_kill, self.games).low


def measure(scenario: str, player: str, umpire: str, games: int, seed: str = "strength") -> Strength:
    """Play so many games between two bots."""
    pack = GAME.load_pack(None)
    found = Strength(scenario, player, umpire, games, 0, 0, 0, 0, 0.0)
    start = time.process_time()
    for number in range(games):
        key = key_of(f"{seed}/{scenario}/{number}")
        state = GAME.start(pack, scenario, {}, KeyedDice(key))
        advance(state)
        bots = {"player": GAME.bots("player")[player](), "umpire": GAME.bots("umpire")[umpire]()}
        play_out(GAME, state, bots, {seat: BotRng(key, seat) for seat in GAME.seats})
        end = result(state)
        assert end is not None
        found.with_a_kill += end["kills"] > 0
        found.kills += end["kills"]
        found.losses += end["losses"]
        found.wins += end["level"] != "loss"
    found.milliseconds = (time.process_time() - start) / games * 1000
    return found


def line(found: Strength) -> str:
    """One row of the table."""
    share = found.with_a_kill / found.games
    return (
        f"{found.scenario:5}{found.player:>9} v {found.umpire:9}{found.games:6}  "
        f"kill {share:6.1%} (at least {found.lower:6.1%})  kills {found.kills / found.games:5.2f}  "
        f"lost {found.losses / found.games:5.2f}  won {found.wins / found.games:6.1%}  {found.milliseconds:6.1f} ms"
    )


def main() -> int:
    """Print the table; exit 1 if a wanted mark is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--scenario", action="append", help="which scenarios (default: 3 and 4B)")
    parser.add_argument("--player", default="standard")
    parser.add_argument("--umpire", action="append", help="which umpires (default: plain and standard)")
    parser.add_argument("--jobs", type=int, default=1, help="how many rows to measure at once")
    parser.add_argument("--json", action="store_true", help="one object a row")
    options = parser.parse_args()
    missed = False
    with ProcessPoolExecutor(max_workers=options.jobs) as workers:
        rows = [
            workers.submit(measure, scenario, options.player, umpire, options.games)
            for scenario in options.scenario or ["3", "4B"]
            for umpire in options.umpire or ["plain", "standard"]
        ]
        for found in (row.result() for row in rows):
            print(json.dumps({**asdict(found), "lower": found.lower}) if options.json else line(found), flush=True)
            if found.umpire == "plain" and found.player == "standard":
                missed |= found.lower < WANTED.get(found.scenario, 0.0)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
