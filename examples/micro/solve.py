"""Solves scenario M: what the best fair player wins against an umpire who answers by lot.

    python examples/micro/solve.py            # all four turns: minutes
    python examples/micro/solve.py --turns 3  # a shorter night: seconds

The solver (`viermot.lab.exact`) plays by the rules of the game itself. What is written here only says what those rules
leave without a difference: which searches teach the same, how dice fall alike, and where nothing can be won any more.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.components import Components
from viermot.games.nightfighter.model.board import DISTANCE, HEXES
from viermot.games.nightfighter.model.ids import Attacker, Fighter
from viermot.games.nightfighter.model.notation import NO_HEX
from viermot.games.nightfighter.model.state import DESTROYED, HELD, ON_MAP, Game
from viermot.games.nightfighter.rules.radar import pointing
from viermot.kernel.dice import QuickDice
from viermot.lab.exact import Falls, Solver, Worlds, falls

PACK: Final = Path(__file__).parent
MOVE, FIGHT = 3, 9  # phases
MP: Final = 2  # the fighter's; the bomber has one
# Who holds which chits and counters matters no more once the only bomber is drawn; what has been searched, and the
# numbers of contacts, are for the eye alone.
NO_MATTER: Final = frozenset(("layout", "cup", "pools", "side", "searches", "sweeps", "handles", "owners", "a_known"))
MATTERS: Final = tuple(name for name in Game.__annotations__ if name not in NO_MATTER)
LAST_TURNS: Final = ("f_spent", "f_turned")  # they are wiped before anybody moves [ruling A50]


@cache
def pack() -> Components:
    """The game's data with that of this folder over it."""
    return GAME.load_pack(PACK)


def start(turns: int) -> Game:
    """A game of scenario M that lasts so many turns."""
    game = GAME.start(pack(), "M", {}, QuickDice(0))
    game.layout.scenario = msgspec.structs.replace(game.layout.scenario, end_turn=turns)
    return game


def merge(game: Game) -> Hashable:
    """All of a state that can still matter."""
    asked = game.asked
    moving = asked is not None and asked[0].word == "path"
    values = (getattr(game, name) for name in MATTERS if not (moving and name in LAST_TURNS))
    return (asked, tuple(game.agenda), *[tuple(each) if isinstance(each, list) else each for each in values])


def worth_trying(worlds: Worlds[Game], codes: Sequence[int]) -> Sequence[int]:
    """Of searches that teach the same one is enough, and none that teaches less than another.

    In the last turn no search teaches anything: after its answer nobody moves any more, and whom a crew sees does not
    depend on it.
    """
    game = worlds[0][1]
    assert game.asked is not None
    if game.asked[0].word != "place_search":
        return codes
    if game.turn >= (game.layout.scenario.end_turn or 0):
        return [NO_HEX]
    kinds = {answers_to([world for _, world in worlds], code): code for code in codes if code != NO_HEX}
    return [code for kind, code in kinds.items() if not any(tells_more(other, kind) for other in kinds)]


Answers = tuple[tuple[float, ...], ...]  # for each world, with what chance each answer is given; which is which is one


def answers_to(worlds: Sequence[Game], search: int) -> Answers:
    """How the umpire would answer: contact, or a sweep to one of the sides [13.1.1b, 13.1.2]."""
    hexes = [sweeps(world, search) for world in worlds]
    sides = [tuple(1 / len(each) if hex_ in each else 0.0 for each in hexes) for hex_ in HEXES.adjacent[search]]
    columns = sorted((tuple(float(not each) for each in hexes), *sides), reverse=True)
    return tuple(zip(*[column for column in columns if any(column)], strict=True))


def tells_more(one: Answers, other: Answers) -> bool:
    """Does one search, whose answers are certain, tell worlds apart as well as the other does, and some others too?"""
    if one == other or any(0.0 < chance < 1.0 for row in one for chance in row):
        return False
    pairs = [(a, b) for a in range(len(one)) for b in range(a)]
    if any(one[a] == one[b] and other[a] != other[b] for a, b in pairs):
        return False
    return any(one[a] != one[b] and other[a] == other[b] for a, b in pairs)


def sweeps(world: Game, search: int) -> tuple[int, ...]:
    """Where the umpire may put his sweep; nowhere if there is contact [13.1.1b, 13.1.2]."""
    if not world.on_map:
        return HEXES.adjacent[search]
    place = world.a_hex[world.on_map[0]]
    value = world.layout.radars[0].value
    return () if DISTANCE[search][place] <= value else pointing(search, place)


def dice(stream: str, count: int) -> Falls:
    """The only counter has tally number 1: a look shows it or not [10.1b]; of an attack the sum counts [11.0c]."""
    if stream == "tally":
        miss = (5 / 6) ** count
        return [((1,) * count, 1 - miss), ((2,) * count, miss)]
    if stream == "attack":
        sums: dict[int, tuple[tuple[int, ...], float]] = {}
        for fell, chance in falls(stream, count):
            sums[sum(fell)] = (fell, sums.get(sum(fell), ((), 0.0))[1] + chance)
        return list(sums.values())
    return falls(stream, count)


def lost(game: Game) -> bool:
    """Can the fighter not come into the bomber's hex any more? Both fly a known number of hexes."""
    if game.ending:
        result = GAME.result(game)
        return result is None or GAME.score(result, "player") == 0.0
    if game.turn == 0:
        return False  # the fighter is still to be placed
    fighter, bomber = Fighter(0), Attacker(0)
    if game.f_hex[fighter] < 0 or not game.a_id:
        return True
    fate = game.a_fate[bomber]
    if fate not in (ON_MAP, HELD):
        return fate != DESTROYED
    assert game.asked is not None
    has_moved = game.phase > MOVE or (game.phase == MOVE and game.asked[0].word != "path")
    first = game.a_hex[bomber] if fate == ON_MAP else HEXES.at(game.a_entry[bomber], 1)
    first_move, first_fight = game.turn + has_moved, game.turn + (game.phase > FIGHT)
    last = game.layout.scenario.end_turn or 0
    return not within_reach(game.f_hex[fighter], first, fate == HELD, game.turn, first_move, first_fight, last)


@cache
def within_reach(
    fighter: int, bomber: int, held: bool, turn: int, first_move: int, first_fight: int, last: int
) -> bool:
    """Could they meet in some turn? A bomber that is held back comes in one or two turns later, or not at all."""
    later = (1, 2) if held else (0,)
    for fight in range(first_fight, last + 1):
        reach = MP * (fight + 1 - first_move)
        flown = [fight - turn - wait for wait in later]
        if any(hexes >= 0 and DISTANCE[fighter][bomber + hexes] <= reach for hexes in flown):
            return True
    return False


def solve(turns: int) -> tuple[float, Solver[Game]]:
    """The chance to win of the best fair player, and the solver that found it."""
    solver = Solver(GAME, "player", merge, worth_trying, lost, dice)
    return sum(chance * solver.value(worlds) for chance, worlds in solver.start(start(turns)).values()), solver


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--turns", type=int, default=4)
    began = time.process_time()
    value, solver = solve(asked.parse_args().turns)
    took = time.process_time() - began
    print(f"{value:.6f} with {solver.met} sets of worlds and {solver.tried} states, {took:.0f} s")


if __name__ == "__main__":
    main()
