"""How fast Nightfighter is: random playouts beside the peers, what a state costs, games between standard bots."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmarks.marks import AT_LEAST, AT_MOST, Curve, Mark, Wishes
from benchmarks.peers import chess_playout, kriegspiel_playout, method_call, rate
from tests.games.nightfighter import playouts
from viermot import new_game as new_session
from viermot.games.nightfighter import GAME
from viermot.kernel.canon import canonical
from viermot.kernel.perspective import Perspective
from viermot.kernel.saves import dump


def measure(wishes: Wishes) -> Iterator[Mark]:
    """All of it."""
    scenarios = wishes.scenarios or tuple(playouts.PACK.scenarios)
    yield from measure_playouts(scenarios, wishes.rounds)
    yield from measure_costs()
    yield from measure_standard(scenarios)


def as_json(view: Perspective) -> bytes:
    return canonical(view.to_json())


def measure_playouts(scenarios: Sequence[str], rounds: int) -> Iterator[Mark]:
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
    chess_ratio = statistics.median(us / peer for us, peer, _ in by_round)
    krieg_ratio = statistics.median(us / peer for us, _, peer in by_round)
    yield Mark("random playouts / python-chess", chess_ratio, AT_LEAST, 4.0)
    yield Mark("random playouts / OpenSpiel kriegspiel", krieg_ratio, AT_LEAST, 1.0)


def cost(what: Callable[[], object], times: int) -> float:
    """Seconds for one call, the best of several batches."""
    best = 1.0
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(times):
            what()
        best = min(best, (time.perf_counter() - start) / times)
    return best


def measure_costs() -> Iterator[Mark]:
    """Clone, fork, save and perspective as multiples of a bare method call."""
    call = method_call()
    print(f"\na bare method call: {call * 1e9:.0f} ns; as multiples of it:")
    for scenario in ("1", "4B", "5"):
        game = playouts.middle_of_game(playouts.layout(scenario), turn=9 if scenario == "5" else 4)
        session = new_session("nightfighter", scenario=scenario, seed="bench")
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
            yield Mark("clone in scenario 5, method calls", costs["clone"], AT_MOST, 150.0)


def growth() -> Iterator[Mark | Curve]:
    """What a turn of random play costs against the attackers on the map, scenario by scenario."""
    points = []
    for name in playouts.PACK.scenarios:
        laid = playouts.layout(name)
        playouts.random_rate(laid, 20, 1)  # warm
        costs = [playouts.cost_of_a_turn(laid, seed) for seed in range(12)]
        points.append((statistics.mean(met for met, _ in costs), statistics.median(each for _, each in costs) * 1e6))
    curve = Curve("Playout against attackers", "on the map", "µs a turn", tuple(points))
    yield curve
    yield Mark("a turn of random play grows by this power of the attackers on the map", curve.power, AT_MOST, 1.2)


def measure_standard(scenarios: Sequence[str]) -> Iterator[Mark]:
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
    yield Mark("4B between standard bots, ms", statistics.median(batches) * 1000, AT_MOST, 10.0)
