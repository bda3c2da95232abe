"""How hard each scenario is: every level of computer player plays it; `bots/measured.toml` of the game keeps the count.

The other seats are held by `standard`. The file is the memory: a run goes on where the last one stopped.

python tools/difficulty.py nightfighter --level standard --games 100 --minutes 4
python tools/difficulty.py nightfighter --level standard --anew     forget what it won: it plays differently now
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from viermot.kernel import registry
from viermot.kernel.files import write_atomically
from viermot.kernel.ladder import of_game as ladder_of
from viermot.kernel.measured import Table, read
from viermot.lab.games import Fixture, play

SEEDS = "judge14/{scenario}/{number}"
LEVELS = ("random", "novice", "standard", "expert")
STEP = 20  # games of a scenario at a time, so that all scenarios advance together
HEAD = """# How many of how many games each level of computer player won, the other seats being held by `standard`.
# Written by tools/difficulty.py. Each game can be played again from its seed (viermot.lab.games).
"""


def table_of(game: str, file: Path) -> Table:
    """What was measured so far."""
    if file.is_file():
        return read(file)
    seat = next(rung.seat for rung in ladder_of(game) if rung.scenario)
    return Table(seat, (), SEEDS, {})


def written(table: Table) -> str:
    """The file as text."""
    levels = ", ".join(f'"{level}"' for level in table.levels)
    lines = [HEAD, f'seat = "{table.seat}"', f"levels = [{levels}]", f'seeds = "{table.seeds}"', "", "[won]"]
    for scenario, found in table.won.items():
        counts = ", ".join(
            f"{level} = [{found[level][0]}, {found[level][1]}]" for level in table.levels if level in found
        )
        lines.append(f'"{scenario}" = {{ {counts} }}')
    return "\n".join(lines) + "\n"


def to_play(table: Table, scenarios: list[str], level: str, games: int) -> Iterator[tuple[str, int]]:
    """Which games are still to be played, some of each scenario before more of any."""
    for first in range(0, games, STEP):
        for scenario in scenarios:
            done = table.won.get(scenario, {}).get(level, (0, 0))[1]
            yield from ((scenario, number) for number in range(max(first, done), min(first + STEP, games)))


def main() -> int:
    """Play until the time is up or all is measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="standard")
    parser.add_argument("--games", type=int, default=100, help="of each scenario")
    parser.add_argument("--scenario", action="append", help="only these")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--anew", action="store_true", help="forget what this level won before")
    options = parser.parse_args()
    module, level = registry.game(options.game), options.level
    file = module.measured
    assert file is not None, "the game has no place for its measurements"
    table = table_of(options.game, file)
    levels = tuple(name for name in LEVELS if name in (*table.levels, level))
    won = {
        scenario.id: dict(table.won.get(scenario.id, {})) for scenario in module.info(module.load_pack(None)).scenarios
    }
    if options.anew:
        for found in won.values():
            found.pop(level, None)
    table = Table(table.seat, levels, table.seeds, won)
    players = {seat: level if seat == table.seat else "standard" for seat in module.seats}
    wins = {name for rung in ladder_of(options.game) for name in rung.won}
    end, finished = time.monotonic() + 60 * options.minutes, True
    for scenario, number in to_play(table, options.scenario or list(won), level, options.games):
        if time.monotonic() > end:
            finished = False
            break
        seed = table.seeds.format(scenario=scenario, number=number)
        result = play(Fixture(options.game, scenario, players), seed).result
        before, games = won[scenario].get(level, (0, 0))
        won[scenario][level] = (before + (result["level"] in wins), games + 1)
    kept = {scenario: found for scenario, found in won.items() if found}
    write_atomically(file, written(Table(table.seat, levels, table.seeds, kept)).encode())
    return 0 if finished else 3


if __name__ == "__main__":
    raise SystemExit(main())
