"""Scenario M for OpenSpiel, cut down until a whole tree of it can be walked: exploitability, CFR, best responses.

    python -m examples.micro.spiel --iterations 200

Two turns instead of four; the fighter begins facing north and flies as far as it can; radar searches nowhere or in one
of two hexes of the first turn. What is left has some twenty thousand histories, and still the point of the scenario:
the umpire, who knows the column, answers a search that found nothing with a sweep to one side or the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

import pyspiel

from examples.micro import solve
from viermot.games.nightfighter import GAME
from viermot.kernel.agenda import State, Task
from viermot.lab.exact import Solver
from viermot.research.play import Setting
from viermot.research.spiel import Cut, VierGame, game_type

TURNS: Final = 2
COLUMNS: Final = 4  # every fourth chit is alike
SEARCHED: Final = ("none", "0801", "1001")
KIND: Final = game_type("viermot_micro", "Four columns, two turns", [2], zero_sum=True)


def offer(state: State, task: Task, codes: Sequence[int]) -> Sequence[int]:
    """The answers that are left."""
    word, write = task[0].word, task[0].notation.write
    if word == "choose_side":
        return codes[:1]  # both sides of the chits are alike
    if word == "place_fighter":
        return [code for code in codes if write(state, code).endswith(" N")]
    if word == "path":
        return [code for code in codes if write(state, code).count("F") == solve.MP]
    if word == "place_search":
        asked = SEARCHED if state.turn < TURNS else SEARCHED[:1]  # type: ignore[attr-defined]
        return [code for code in codes if write(state, code) in asked]
    return codes


def draws(stream: str, size: int) -> Sequence[tuple[int, float]]:
    """The chits of the cup are of four kinds, equally many of each."""
    kinds = COLUMNS if stream == "umpire:chit" else size
    return [(each, 1 / kinds) for each in range(kinds)]


CUT: Final = Cut(solve.dice, draws, offer)


class MicroGame(VierGame):
    """The cut as a game of OpenSpiel's."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(KIND, Setting(GAME.name, "M", pack=solve.PACK), params or {}, CUT)

    def begun(self) -> State:
        """A night of two turns."""
        return solve.start(TURNS)


if KIND.short_name not in pyspiel.registered_names():
    pyspiel.register_game(KIND, MicroGame)


def ceiling() -> float:
    """What the best fair player wins of the cut against an umpire who answers by lot, by `viermot.lab.exact`."""

    def left(worlds: Any, codes: Sequence[int]) -> Sequence[int]:
        state = worlds[0][1]
        return offer(state, state.asked, codes)

    solver = Solver(GAME, "player", solve.merge, left, solve.lost, solve.dice)
    return sum(chance * solver.value(worlds) for chance, worlds in solver.start(solve.start(TURNS)).values())


def tree() -> Any:
    """The whole tree, walked once and kept."""
    return pyspiel.convert_to_cached_tree(pyspiel.load_game(KIND.short_name))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--iterations", type=int, default=200)
    whole = tree()
    uniform = pyspiel.UniformRandomPolicy(whole)
    best = pyspiel.TabularBestResponse(whole, 0, uniform).value_from_state(whole.new_initial_state())
    print(f"against an umpire who answers by lot: {(best + 1) / 2:.6f}, by viermot.lab.exact {ceiling():.6f}")
    solver = pyspiel.CFRPlusSolver(whole)
    for _ in range(asked.parse_args().iterations):
        solver.evaluate_and_update_policy()
    gap = pyspiel.exploitability(whole, solver.average_policy())
    print(f"exploitability: by lot {pyspiel.exploitability(whole, uniform):.6f}, after CFR+ {gap:.6f}")


if __name__ == "__main__":
    main()
