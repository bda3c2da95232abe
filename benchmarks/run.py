"""make bench: how fast the engine is, as ratios to peers and to a bare method call measured in the same run.

Machines are noisy: everything is measured in turns, several times round, and medians are compared.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from functools import partial

from benchmarks import careers, playouts, raids
from benchmarks.peers import chess_playout, kriegspiel_playout, method_call, rate
from viermot.games.nightfighter import GAME
from viermot.kernel.canon import canonical
from viermot.kernel.perspective import Perspective
from viermot.kernel.saves import dump
from viermot.kernel.session import new_game


def as_json(view: Perspective) -> bytes:
    return canonical(view.to_json())


WANTED = {
    "random playouts / python-chess": (4.0, "at least"),
    "random playouts / OpenSpiel kriegspiel": (1.0, "at least"),
    "clone in scenario 5, method calls": (150.0, "at most"),
    "4B between standard bots, ms": (10.0, "at most"),
    "a standard career, ms": (60.0, "at most"),
    "a night of raids between standard bots, ms": (150.0, "at most"),
}


def main() -> None:
    """Measure, print, and say which marks are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured in turn")
    parser.add_argument("--scenario", action="append", help="only these scenarios (default: all)")
    options = parser.parse_args()
    scenarios = options.scenario or list(playouts.PACK.scenarios)
    found = {**measure_playouts(scenarios, options.rounds), **measure_costs(), **measure_standard(scenarios)}
    found["a standard career, ms"] = careers.measure()
    found["a night of raids between standard bots, ms"] = raids.measure()
    print()
    for name, (mark, way) in WANTED.items():
        met = found[name] >= mark if way == "at least" else found[name] <= mark
        print(f"{'ok  ' if met else 'MISS'} {name}: {found[name]:.2f} (wanted {way} {mark:g})")


def measure_playouts(scenarios: list[str], rounds: int) -> dict[str, float]:
    """Random playouts of every scenario beside the peers, in turns."""
    chess, krieg = chess_playout(), kriegspiel_playout()
    tables = {name: playouts.layout(name) for name in scenarios}
    print(f"warming up {len(tables)} scenarios ...", flush=True)
    for laid in tables.values():
        playouts.random_rate(laid, 150, 1)  # until the tables of paths and arcs are filled
    gc.freeze()
    gc.disable()  # states hold no cycles; the peers run under the same setting
    ours: dict[str, list[float]] = {name: [] for name in tables}
    by_round: list[tuple[float, float, float]] = []
    for turn in range(rounds):
        chess_rate, krieg_rate = rate(chess, 6, turn), rate(krieg, 40, turn)
        for name, laid in tables.items():
            ours[name].append(playouts.random_rate(laid, 25, turn))
        chess_rate = (chess_rate + rate(chess, 6, turn + 100)) / 2
        krieg_rate = (krieg_rate + rate(krieg, 40, turn + 100)) / 2
        by_round.append((statistics.mean(rates[-1] for rates in ours.values()), chess_rate, krieg_rate))
        ours_now = by_round[-1][0]
        print(f"round {turn + 1}: {ours_now:,.0f} events/s; chess {chess_rate:,.0f}; kriegspiel {krieg_rate:,.0f}")
    print(f"\n{'scenario':10}{'random events/s':>16}")
    for name, rates in ours.items():
        print(f"{name:10}{statistics.median(rates):16,.0f}")
    return {
        "random playouts / python-chess": statistics.median(us / peer for us, peer, _ in by_round),
        "random playouts / OpenSpiel kriegspiel": statistics.median(us / peer for us, _, peer in by_round),
    }


def cost(what: Callable[[], object], times: int) -> float:
    """Seconds for one call, the best of several batches."""
    best = 1.0
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(times):
            what()
        best = min(best, (time.perf_counter() - start) / times)
    return best


def measure_costs() -> dict[str, float]:
    """Clone, fork, save and perspective as multiples of a bare method call."""
    call = method_call()
    found: dict[str, float] = {}
    print(f"\na bare method call: {call * 1e9:.0f} ns; as multiples of it:")
    for scenario in ("1", "4B", "5"):
        game = playouts.middle_of_game(playouts.layout(scenario), turn=9 if scenario == "5" else 4)
        session = new_game("nightfighter", scenario=scenario, seed="bench")
        session.state = game
        view = GAME.perspective(game, "player")
        costs = {
            "clone": cost(game.clone, 3000) / call,
            "fork": cost(session.fork, 30) / call,
            "save": cost(partial(dump, session), 30) / call,
            "perspective": cost(partial(GAME.perspective, game, "player"), 3000) / call,
            "perspective as JSON": cost(partial(as_json, view), 30) / call,
        }
        print(f"  {scenario:3} " + "  ".join(f"{name} {value:,.0f}" for name, value in costs.items()))
        if scenario == "5":
            found["clone in scenario 5, method calls"] = costs["clone"]
    return found


def measure_standard(scenarios: list[str]) -> dict[str, float]:
    """Games between standard bots."""
    print(f"\n{'scenario':10}{'ms a game':>10}{'events/s':>12}   between standard bots")
    for name in scenarios:
        laid = playouts.layout(name)
        games = [playouts.standard_game(laid, seed) for seed in range(4)]
        seconds, events = sum(s for s, _ in games), sum(n for _, n in games)
        print(f"{name:10}{seconds / len(games) * 1000:10.1f}{events / seconds:12,.0f}")
    laid = playouts.layout("4B")
    batches = [
        statistics.mean(playouts.standard_game(laid, seed)[0] for seed in range(first, first + 40))
        for first in range(0, 200, 40)
    ]
    return {"4B between standard bots, ms": statistics.median(batches) * 1000}


if __name__ == "__main__":
    main()
