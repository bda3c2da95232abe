"""The yardsticks, measured in the same run: a bare method call, and random play with other engines of its kind.

Each peer is played as its own documentation plays at random; what it counts as an event is an action that is applied.
A peer that is not installed is left out.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

MAX_PLIES = 200
Playout = Callable[[random.Random], int]  # one game at random; returns how many actions were applied


class _Thing:
    def method(self) -> None:
        pass


def method_call() -> float:
    """Seconds for a bare Python method call, best of a few, of processor time: a busy machine does not stretch it."""
    thing = _Thing()
    best = 1.0
    for _ in range(9):
        start = time.process_time()
        for _ in range(100_000):
            thing.method()
        best = min(best, (time.process_time() - start) / 100_000)
    return best


def chess_playout() -> Playout:
    """Random play with python-chess: list the legal moves, push one; returns the moves made."""
    import chess

    def play(rng: random.Random) -> int:
        board = chess.Board()
        for ply in range(MAX_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(rng.choice(moves))
        return MAX_PLIES

    return play


def open_spiel_playout(name: str) -> Playout:
    """Random play of one of OpenSpiel's C++ games through Python; returns the actions applied."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        for action in range(MAX_PLIES):
            if state.is_terminal():
                return action
            state.apply_action(rng.choice(state.legal_actions()))
        return MAX_PLIES

    return play


def kriegspiel_playout() -> Playout:
    """OpenSpiel's kriegspiel: chess that an umpire referees, the nearest relative."""
    return open_spiel_playout("kriegspiel")


def rlcard_playout(name: str) -> Playout:
    """Random play of one of RLCard's games."""
    import rlcard

    env = rlcard.make(name)

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        actions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            actions += 1
        return actions

    return play


def pettingzoo_playout(name: str) -> Playout:
    """Random play of one of PettingZoo's classic environments."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play(rng: random.Random) -> int:
        env.reset()
        actions = 0
        for _ in env.agent_iter(MAX_PLIES):
            seen, _, ended, cut, _ = env.last()
            mask = seen["action_mask"]
            env.step(None if ended or cut else rng.choice([n for n, legal in enumerate(mask) if legal]))
            actions += 1
        return actions

    return play


@dataclass(frozen=True)
class Peer:
    """Somebody to be measured beside."""

    name: str
    package: str
    version: str
    play: Playout
    games: int  # as many take some hundredths of a second


KNOWN: tuple[tuple[str, str, Callable[[], Playout], int], ...] = (
    ("python-chess", "chess", chess_playout, 6),
    ("OpenSpiel kriegspiel (C++)", "open_spiel", kriegspiel_playout, 40),
    ("OpenSpiel dark hex (C++)", "open_spiel", lambda: open_spiel_playout("dark_hex"), 200),
    ("OpenSpiel phantom tic-tac-toe (C++)", "open_spiel", lambda: open_spiel_playout("phantom_ttt"), 600),
    ("RLCard Leduc hold'em", "rlcard", lambda: rlcard_playout("leduc-holdem"), 100),
    ("RLCard dou dizhu", "rlcard", lambda: rlcard_playout("doudizhu"), 2),
    ("PettingZoo connect four", "pettingzoo", lambda: pettingzoo_playout("connect_four_v3"), 10),
    ("PettingZoo chess", "pettingzoo", lambda: pettingzoo_playout("chess_v6"), 1),
)


def peers() -> Iterator[Peer]:
    """All that are installed."""
    for name, package, make, games in KNOWN:
        try:
            yield Peer(name, package, version(package), make(), games)
        except (ImportError, PackageNotFoundError) as missing:
            print(f"{name} is left out: {missing}")


def rate(play: Playout, games: int, seed: int) -> float:
    """Events a second of processor time over some playouts."""
    rng = random.Random(seed)
    start = time.process_time()
    events = sum(play(rng) for _ in range(games))
    return events / (time.process_time() - start)
