"""Every game played at random beside other engines, all in turns: events a second of processor time, with the spread.

An event is a decision with two or more options, or a roll or draw. Each of our games is played by a process of its own,
once with the pure package and, where `make fast` has built one of these sources, once compiled.
"""

from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.peers import Peer, peers, rate
from tools import fast

ROOT: Final = Path(__file__).resolve().parents[1]
OF_ONE_TURN: Final = 0.06  # seconds that a game is played at a time


@dataclass(frozen=True)
class Rate:
    """How fast somebody was, over all rounds."""

    name: str
    is_ours: bool
    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    @property
    def quartiles(self) -> tuple[float, float]:
        """Between which half of the rounds lie."""
        low, _, high = statistics.quantiles(self.rates, n=4)
        return low, high


def machine() -> str:
    """On what this runs, and how busy that is."""
    model = platform.processor() or platform.machine()
    try:
        cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = next(line.partition(":")[2].strip() for line in cpu.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores{load}; {platform.system()}; Python {platform.python_version()}"


class Player:
    """A build of ours in a process of its own, that plays when it is asked."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.beside"], cwd=ROOT, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{ROOT}"},
        )  # fmt: skip

    def rate(self, game: str, seed: int) -> float:
        """Let it play a moment."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{game} {seed}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def answer() -> None:
    """The other end: play what is asked for, say how fast it was."""
    warm: set[str] = set()
    for line in sys.stdin:
        game, seed = line.split()
        if game not in warm:
            play_a_while(game, -1, OF_ONE_TURN * 8)
            warm.add(game)
        print(play_a_while(game, int(seed), OF_ONE_TURN), flush=True)


def play_a_while(game: str, seed: int, seconds: float) -> float:
    """Whole games at random, scenario after scenario, until the time is over; events a second."""
    from viermot.kernel import registry
    from viermot.kernel.agenda import advance
    from viermot.kernel.dice import QuickDice, QuickRng
    from viermot.kernel.playout import play_out
    from viermot.lab.games import Fixture, components, start
    from viermot.uniform_bot import Uniform

    module = registry.game(game)
    scenarios = [about.id for about in module.info(components(game)).scenarios]
    chance = random.Random(seed)
    dice, rng, bot = QuickDice(seed), QuickRng(seed), Uniform()
    events, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state = start(Fixture(game, chance.choice(scenarios[:8]), {}), dice)
        advance(state)
        events += play_out(module, state, dict.fromkeys(module.seats, bot), dict.fromkeys(module.seats, rng))
    return (events + dice.rolls + dice.draws) / (time.process_time() - began)


def measure(rounds: int, games: Sequence[str]) -> list[Rate]:
    """All of them, round after round, each in its turn."""
    builds = {"": Player(ROOT / "src")} | ({", compiled": Player(fast.LIB)} if fast.is_fresh() else {})
    turns: dict[tuple[str, bool], Callable[[int], float]] = {}
    for kind, player in builds.items():
        for game in games:
            turns[f"{game}{kind}", True] = lambda seed, player=player, game=game: player.rate(game, seed)  # type: ignore[misc]
    found: list[Peer] = list(peers())
    for peer in found:
        turns[f"{peer.name} {peer.version}", False] = lambda seed, peer=peer: rate(peer.play, peer.games, seed)  # type: ignore[misc]
    rates: dict[tuple[str, bool], list[float]] = {who: [] for who in turns}
    for seed in range(-1, rounds):
        for who, play in turns.items():
            got = play(seed)
            if seed >= 0:  # the first round is to get warm
                rates[who].append(got)
    for player in builds.values():
        player.close()
    measured = [Rate(name, is_ours, tuple(each)) for (name, is_ours), each in rates.items()]
    return sorted(measured, key=lambda one: one.median, reverse=True)


def show(measured: Sequence[Rate]) -> None:
    """As a table."""
    print(f"\n{'random play':42}{'events/s':>12}   half of the rounds")
    for one in measured:
        low, high = one.quartiles
        print(f"{'* ' if one.is_ours else '  '}{one.name:40}{one.median:12,.0f}   {low:,.0f} to {high:,.0f}")


if __name__ == "__main__":
    answer()
