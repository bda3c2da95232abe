"""What no single game owns: how a view's cost grows with the log, a study's with the cores, and what a clone costs."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import Final

from benchmarks.marks import AT_LEAST, AT_MOST, Curve, Mark
from benchmarks.peers import method_call
from viermot.kernel import registry
from viermot.kernel.agenda import State, advance, open_questions, options_of
from viermot.kernel.agenda import apply as answer
from viermot.kernel.canon import canonical
from viermot.kernel.dice import QuickDice
from viermot.lab.games import Fixture, components, play, play_all, start

CLONES: Final = 400  # in a batch; the best of several batches counts


def view_by_log(game: str) -> Iterator[Mark | Curve]:
    """What a seat is shown of a long game, with all its news, at several lengths of the log."""
    module = registry.game(game)
    longest = longest_game(game)
    points = []
    for state in longest:
        best = 1.0
        for _ in range(5):
            began = time.process_time()
            view = module.perspective(state, module.seats[0])
            canonical([view.to_json(), [event.to_json() for event in view.events()]])
            best = min(best, time.process_time() - began)
        points.append((float(state.logged), best * 1000))
    curve = Curve("View against log", "events", "ms", tuple(points))
    yield curve
    yield Mark(f"a view's cost grows by this power of the log ({game})", curve.power, AT_MOST, 1.2)


def clones(game: str, games: int = 12, steps: int = 10) -> Iterator[Mark]:
    """What a clone costs along a long game, as multiples of a bare method call: the dearest of them."""
    call, dearest = method_call(), 0.0
    for passed in longest_game(game, games, steps):
        state = passed.clone()  # the log of a state that was gone on from is copied, once
        best = 1.0
        for _ in range(15):
            began = time.process_time()
            for _ in range(CLONES):
                state.clone()
            best = min(best, (time.process_time() - began) / CLONES)
        dearest = max(dearest, best / call)
    yield Mark(f"clone, at its dearest in a long game of {game}, method calls", dearest, AT_MOST, 150.0)


def longest_game(game: str, games: int = 12, steps: int = 10) -> list[State]:
    """The states at even steps of the longest of some random games."""
    module = registry.game(game)
    scenarios = [about.id for about in module.info(components(game)).scenarios]
    kept: list[State] = []
    for seed in range(games):
        chance = random.Random(seed)
        state = start(Fixture(game, chance.choice(scenarios), {}), QuickDice(seed))
        advance(state)
        passed: list[State] = []
        while state.asked is not None and len(passed) < 4_000:
            passed.append(state.clone())
            place, task = open_questions(state)[0]
            answer(state, chance.choice(options_of(state, task)), place)
        if len(passed) > len(kept):
            kept = passed
    return kept[:: max(1, len(kept) // steps)][1:]


def study_by_cores(fixture: Fixture, games: int) -> Iterator[Mark | Curve]:
    """The same games on one process, two, and so on: games a second; in turns with them what plain loops reach."""
    cores = os.cpu_count() or 1
    list(play_all([(fixture, "warm")]))
    rates: dict[int, list[float]] = {used: [] for used in range(1, cores + 1)}
    shares = []
    for turn in range(3):
        tasks = [(fixture, f"{turn}/{number}") for number in range(games)]
        for used, found in rates.items():
            found.append(games / seconds_of(lambda used=used, tasks=tasks: list(play_all(tasks, used))))  # type: ignore[misc]
        shares.append(seconds_of(lambda tasks=tasks: plain_loops(tasks, cores)) * rates[cores][-1] / games)  # type: ignore[misc]
    points = tuple((float(used), statistics.median(found)) for used, found in rates.items())
    yield Curve("Study against cores", "processes", "games a second", points)
    if cores > 1:
        yield Mark(f"{cores} processes, beside as many plain loops", statistics.median(shares), AT_LEAST, 0.93)


def seconds_of(what: Callable[[], object]) -> float:
    """How long it takes, by the clock on the wall."""
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def plain_loops(tasks: Sequence[tuple[Fixture, str]], processes: int) -> None:
    """The same games without anybody to hand them out or to collect them: as fast as this machine can."""
    loops = [get_context("spawn").Process(target=_loop, args=(tasks[one::processes],)) for one in range(processes)]
    for loop in loops:
        loop.start()
    for loop in loops:
        loop.join()


def _loop(tasks: Sequence[tuple[Fixture, str]]) -> None:
    for fixture, seed in tasks:
        play(fixture, seed)
