"""The yardsticks, measured in the same run: a bare method call, python-chess, and OpenSpiel's kriegspiel."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

MAX_PLIES = 200


class _Thing:
    def method(self) -> None:
        pass


def method_call() -> float:
    """Seconds for a bare Python method call, best of a few."""
    thing = _Thing()
    best = 1.0
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(100_000):
            thing.method()
        best = min(best, (time.perf_counter() - start) / 100_000)
    return best


def chess_playout() -> Callable[[random.Random], int]:
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


def kriegspiel_playout() -> Callable[[random.Random], int]:
    """Random play of OpenSpiel's C++ kriegspiel through Python; returns the actions applied."""
    import pyspiel

    game = pyspiel.load_game("kriegspiel")

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        for action in range(MAX_PLIES):
            if state.is_terminal():
                return action
            state.apply_action(rng.choice(state.legal_actions()))
        return MAX_PLIES

    return play


def rate(play: Callable[[random.Random], int], games: int, seed: int) -> float:
    """Events a second of processor time over some playouts."""
    rng = random.Random(seed)
    start = time.process_time()
    events = sum(play(rng) for _ in range(games))
    return events / (time.process_time() - start)
