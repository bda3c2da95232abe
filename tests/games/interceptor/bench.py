"""Whole careers of Interceptor Ace: how long a year of the standard pilot takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.marks import AT_MOST, Mark, Wishes
from viermot.games.interceptor import GAME
from viermot.kernel.agenda import advance
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import play_out

PACK = GAME.load_pack(None)
MARCH = ("1", "2", "4", "5", "6", "7", "16", "17", "18", "19")  # units that begin in March 1943


def career(unit: str, seed: int, bot: str = "standard") -> tuple[float, Any]:
    """Seconds of one career, and the game at its end."""
    start = time.process_time()
    game = GAME.start(PACK, unit, {}, QuickDice(seed))
    advance(game)
    play_out(GAME, game, {"pilot": GAME.bots("pilot")[bot]()}, {"pilot": QuickRng(seed)})
    return time.process_time() - start, game


def measure(wishes: Wishes, careers: int = 100) -> Iterator[Mark]:
    """Milliseconds of a standard career from March, mean of so many; the longest is printed too."""
    times = [career(MARCH[seed % len(MARCH)], seed)[0] * 1000 for seed in range(careers)]
    longest = sorted(times)[-1]
    mean = statistics.mean(times)
    print(f"\na career of the standard pilot: {mean:.1f} ms, the longest of {careers} {longest:.1f} ms")
    yield Mark("a standard career, ms", mean, AT_MOST, 60.0)
