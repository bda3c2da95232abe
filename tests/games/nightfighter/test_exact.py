"""The exact ceiling of scenario M: what the solver says is what the game itself does."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.model.state import Game
from viermot.kernel.agenda import advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.lab.exact import Seen, Solver, Worlds
from viermot.lab.statistics import share

MICRO = Path(__file__).parents[3] / "examples" / "micro"
TURNS, GAMES = 2, 400  # a shorter night than the scenario's is solved in no time
KNOWN: dict[int, tuple[Worlds[Game], dict[Seen, tuple[float, Worlds[Game]]]]] = {}
OPENING = (0,)  # which of the facings: north


@pytest.fixture(scope="module")
def micro() -> ModuleType:
    """The script beside the scenario, as a module."""
    made = spec_from_file_location("micro", MICRO / "solve.py")
    assert made is not None
    assert made.loader is not None
    module = module_from_spec(made)
    made.loader.exec_module(module)
    return module


def asked_codes(game: Game) -> list[int]:
    ((_, task),) = open_questions(game)
    return list(options_of(game, task))


def play_on(game: Game, rng: QuickRng, code: int | None = None) -> None:
    """An answer of the player, if there is one; then the umpire's, by lot, until the player is asked again."""
    if code is not None:
        apply(game, code)
    while game.asked is not None and game.seat_of(game.asked) != 0:
        codes = asked_codes(game)
        apply(game, codes[rng.below(len(codes))])


def opening(micro: ModuleType, seed: int) -> tuple[Game, QuickRng]:
    game, rng = micro.start(TURNS), QuickRng(seed)
    game.dice = QuickDice(seed)
    advance(game)
    play_on(game, rng)
    for which in OPENING:
        play_on(game, rng, asked_codes(game)[which])
    return game, rng


def solved(micro: ModuleType, turns: int = TURNS) -> tuple[float, Solver[Game], Worlds[Game]]:
    """The same opening for all worlds at once."""
    solver: Solver[Game] = Solver(GAME, "player", micro.merge, micro.worth_trying, micro.lost, micro.dice)
    ((chance, worlds),) = solver.start(micro.start(turns)).values()
    for which in OPENING:
        ((part, worlds),) = solver.answered(worlds, asked_codes(worlds[0][1])[which]).values()
        chance *= part
    return chance, solver, worlds


def test_playing_as_the_solver_says_wins_as_often_as_it_says(micro: ModuleType) -> None:
    """Against the rules themselves, with ordinary dice: neither more (it would know too much) nor less."""
    chance, solver, worlds = solved(micro)
    value = chance * solver.value(worlds)
    wins = sum(won(micro, solver, worlds, seed) for seed in range(GAMES))
    found = share(wins, GAMES, z=3.3)
    assert 0.05 < value < 0.5
    assert found.low < value < found.high, f"{value:.4f} was promised, {found} came of it"


def won(micro: ModuleType, solver: Solver[Game], worlds: Worlds[Game], seed: int) -> bool:
    game, rng = opening(micro, seed)
    while game.asked is not None:
        code = solver.solve(worlds)[1] if worlds else asked_codes(game)[0]  # no worlds: all is lost
        told = comes_of(solver, worlds, code) if worlds else {}
        mark = len(game.log)
        play_on(game, rng, code)
        worlds = told.get(as_told(micro, solver, game, mark), (0.0, []))[1]
    result = GAME.result(game)
    assert result is not None
    return GAME.score(result, "player") == 1.0


def comes_of(solver: Solver[Game], worlds: Worlds[Game], code: int) -> dict[Seen, tuple[float, Worlds[Game]]]:
    """The same sets come again in many games."""
    known = KNOWN.setdefault(id(worlds), (worlds, solver.answered(worlds, code)))
    return known[1]


def as_told(micro: ModuleType, solver: Solver[Game], game: Game, mark: int) -> Seen:
    """What was shown, with dice as the solver lets them fall: those of a look that shows nothing are all alike."""
    events, over = solver.seen(game, mark)
    shown = []
    for kind, data in events:
        if kind == "roll" and data[0] in ("tally", "attack"):
            same = sum if data[0] == "attack" else has_a_one
            fell = next(fell for fell, _ in micro.dice(data[0], len(data[1])) if same(fell) == same(data[1]))
            data = (data[0], fell, *data[2:])
        elif kind == "roll":
            data = (data[0], tuple(sorted(data[1])), *data[2:])
        shown.append((kind, data))
    return tuple(shown), over


def has_a_one(dice: tuple[int, ...]) -> bool:
    return 1 in dice


def test_a_solver_that_is_told_more_promises_more(micro: ModuleType) -> None:
    """Where worlds that the seat cannot tell apart were told apart, the value would be that of a clairvoyant."""
    _, solver, worlds = solved(micro, turns=3)
    first, *_, last = [state for _, state in worlds]  # the bomber in the westernmost and in the easternmost column
    fair = solver.value([(0.5, first), (0.5, last)])
    clairvoyant = sum(solver.value([(1.0, state)]) for state in (first, last)) / 2
    assert clairvoyant > fair + 0.02
