"""Whole nights of Bomber Command: how long one takes between the standard bots."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from benchmarks.marks import AT_MOST, Mark, Wishes
from viermot.games.bomber_command import GAME
from viermot.kernel.agenda import advance
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import play_out

PACK = GAME.load_pack(None)


def night(scenario: str, seed: int, bot: str = "standard") -> float:
    """Seconds of one night."""
    start = time.process_time()
    game = GAME.start(PACK, scenario, {}, QuickDice(seed))
    advance(game)
    bots = {seat: GAME.bots(seat)[bot]() for seat in GAME.seats}
    play_out(GAME, game, bots, {seat: QuickRng(f"{seed} {seat}") for seat in GAME.seats})
    return time.process_time() - start


def measure(wishes: Wishes, nights: int = 40) -> Iterator[Mark]:
    """Milliseconds of a standard night, the mean of the slower scenario; the longest night is printed too."""
    means = []
    for scenario in PACK.scenarios:
        times = [night(scenario, seed) * 1000 for seed in range(nights)]
        means.append(statistics.mean(times))
        print(f"\na night of {scenario} between standard bots: {means[-1]:.1f} ms, the longest {max(times):.1f} ms")
    yield Mark("a night of raids between standard bots, ms", max(means), AT_MOST, 150.0)
