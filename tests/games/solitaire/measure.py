"""How strong the bots of the solitaire game are: wins, kills, losses and time, by scenario, with 95 % intervals.

python tests/games/solitaire/measure.py --games 2000 --scenario 4B
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from viermot.games.solitaire import GAME
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out
from viermot.lab.statistics import share

WANTED = {"4B": 0.30}  # the lower 95 % bound of the chance to win


@dataclass
class Strength:
    """What a bot did in a scenario."""

    scenario: str
    player: str
    games: int
    wins: int = 0
    kills: int = 0
    losses: int = 0
    milliseconds: float = 0.0

    @property
    def lower(self) -> float:
        """The lower 95 % bound of the chance to win."""
        return share(self.wins, self.games).low


def measure(scenario: str, player: str, games: int, seed: str = "strength") -> Strength:
    """Let a bot play this many games."""
    pack = GAME.load_pack(None)
    found = Strength(scenario, player, games)
    start = time.process_time()
    for number in range(games):
        key = key_of(f"{seed}/{scenario}/{number}")
        state = GAME.start(pack, scenario, {}, KeyedDice(key))
        advance(state)
        play_out(GAME, state, {"player": GAME.bots("player")[player]()}, {"player": BotRng(key, "player")})
        end = GAME.result(state)
        assert end is not None
        found.wins += end["level"] != "loss"
        found.kills += end["kills"]
        found.losses += end["losses"]
    found.milliseconds = (time.process_time() - start) / games * 1000
    return found


def line(found: Strength) -> str:
    """One row of the table."""
    games = found.games
    return (
        f"{found.scenario:5}{found.player:>9}{games:6}  won {found.wins / games:6.1%} (at least {found.lower:6.1%})  "
        f"kills {found.kills / games:5.2f}  lost {found.losses / games:5.2f}  {found.milliseconds:6.1f} ms"
    )


def main() -> int:
    """Print the table; exit 1 if a wanted mark is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--scenario", action="append", help="which scenarios (default: 4B)")
    parser.add_argument("--player", default="standard")
    parser.add_argument("--jobs", type=int, default=1, help="how many scenarios to measure at once")
    options = parser.parse_args()
    missed = False
    with ProcessPoolExecutor(max_workers=options.jobs) as workers:
        asked = options.scenario or ["4B"]
        for found in workers.map(partial(measure, player=options.player, games=options.games), asked):
            print(line(found), flush=True)
            missed |= found.player == "standard" and found.lower < WANTED.get(found.scenario, 0.0)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
