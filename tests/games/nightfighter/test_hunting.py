"""A hunt small enough to be thought to its end: what the expert reckons is what the solver of scenario M finds."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from viermot.games.nightfighter import GAME
from viermot.games.nightfighter.bots import hunting
from viermot.games.nightfighter.bots.chase import End
from viermot.games.nightfighter.bots.expert import ExpertPlayer
from viermot.games.nightfighter.bots.plotting import PlottingTable
from viermot.games.nightfighter.knowledge.belief import reader_of
from viermot.games.nightfighter.knowledge.perspective import NightView
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.notation import end_of
from viermot.games.nightfighter.model.state import Game
from viermot.kernel.agenda import advance, apply, open_questions, options_of
from viermot.kernel.dice import QuickDice, QuickRng
from viermot.kernel.playout import OpenQuestion
from viermot.lab.exact import Solver

MICRO = Path(__file__).parents[3] / "examples" / "micro"
TURNS = 2
WIDE_AWAKE = 10**6  # steps: as far as there is anything to think of


@pytest.fixture(scope="module")
def micro() -> ModuleType:
    """The script beside the scenario, as a module."""
    made = spec_from_file_location("micro_hunt", MICRO / "solve.py")
    assert made is not None
    assert made.loader is not None
    module = module_from_spec(made)
    made.loader.exec_module(module)
    return module


def begun(micro: ModuleType, turns: int, seed: int, facing: int | None = 0) -> Game:
    """A night up to the first path; with no facing, up to the placing of the fighter."""
    game: Game = micro.start(turns)
    game.dice = QuickDice(seed)
    advance(game)
    while question(game).kind != ("place_fighter" if facing is None else "path"):
        ask = question(game)
        wanted = [code for code in ask.codes if ask.kind == "place_fighter" and code % 6 == facing]
        apply(game, (wanted or list(ask.codes))[0])
    return game


def question(game: Game) -> OpenQuestion:
    ((_, task),) = open_questions(game)
    return OpenQuestion().put(game, task, options_of(game, task))


def view_of(game: Game) -> NightView:
    view: Any = GAME.perspective(game, "player")
    assert isinstance(view, NightView)
    return view


def table_of(view: NightView) -> PlottingTable:
    plotting = PlottingTable()
    plotting.catch_up(view)
    return plotting


@pytest.mark.parametrize("facing", range(6))
def test_what_he_reckons_of_every_path_is_what_the_solver_finds(micro: ModuleType, facing: int) -> None:
    game = begun(micro, TURNS, 1, facing)
    view = view_of(game)
    hunt = hunting.Hunt(view, table_of(view), WIDE_AWAKE)
    belief = hunting.believed(table_of(view))
    solver: Solver[Game] = Solver(GAME, "player", micro.merge, micro.worth_trying, micro.lost, micro.dice)
    ((_, worlds),) = solver.start(micro.start(TURNS)).values()
    wanted = next(code for code in question(worlds[0][1]).codes if code % 6 == facing)
    ((alive, worlds),) = solver.answered(worlds, wanted).values()
    hex_, _ = view.fighter(0)
    for path in question(worlds[0][1]).codes:
        exact = alive * sum(chance * solver.value(found) for chance, found in solver.answered(worlds, path).values())
        there, way = end_of(hex_, facing, path)
        reckoned = hunt.moved(1, End(there, way, path, False, 0, 0), belief) if there >= 0 else 0.0
        assert reckoned == pytest.approx(exact, abs=1e-9), path


def test_he_begins_facing_as_the_solver_says(micro: ModuleType) -> None:
    """Of the six facings NE wins 69.84 % of four turns, SE 66.2 %, N 65.3 %."""
    game = begun(micro, 4, 1, None)
    ask = question(game)
    code = ExpertPlayer(64).choose(view_of(game), ask, QuickRng(1))
    assert (HEXES.name(code // 6), code % 6) == ("0904", 1)
    assert GAME.bots("player")["standard"]().choose(view_of(game), ask, QuickRng(1)) % 6 == 0


def test_he_thinks_alike_in_all_worlds_he_cannot_tell_apart(micro: ModuleType) -> None:
    asked = 0
    for seed in range(6):
        game = begun(micro, 4, seed, 1)
        expert, umpire, rng = ExpertPlayer(16), QuickRng(seed), QuickRng(9)
        while game.asked is not None:
            ask = question(game)
            if game.seat_of(game.asked) != 0:
                apply(game, ask.codes[umpire.below(len(ask.codes))])
                continue
            code = expert.choose(view_of(game), ask, rng)
            if ask.kind == "path":
                asked += 1
                other: Any = GAME.resample(view_of(game), QuickRng(asked))
                assert ExpertPlayer(16).choose(view_of(other), question(other), QuickRng(9)) == code
            apply(game, code)
    assert asked >= 12


def test_nobody_who_follows_another_is_held_back(micro: ModuleType) -> None:
    """Scenario M lets its bomber in at once; plots and belief know that from the sheet [8.1.4a]."""
    view = view_of(begun(micro, 4, 3))
    (plot,) = table_of(view).plots
    assert plot.held == 0.0
    assert sum(plot.weights.values()) == pytest.approx(1.0)
    for sky in reader_of(view).skies:
        assert sum(sky.density()) == pytest.approx(1.0)


def test_with_no_steps_left_he_goes_by_what_knowing_the_truth_would_be_worth(micro: ModuleType) -> None:
    view = view_of(begun(micro, 4, 1, 1))
    belief = hunting.believed(table_of(view))
    tired, awake = (hunting.Hunt(view, table_of(view), steps) for steps in (0, WIDE_AWAKE))
    options = awake.moves(1, *view.fighter(0))
    for end in options:
        assert tired.moved(1, end, belief) == tired.hope(1, end, belief) >= awake.moved(1, end, belief) - 1e-12
    assert any(awake.hope(1, end, belief) > awake.moved(1, end, belief) + 0.01 for end in options)


def test_larger_nights_are_left_to_the_plots() -> None:
    for scenario in ("1", "2", "8"):
        game: Game = GAME.start(GAME.load_pack(None), scenario, {}, QuickDice(1))
        advance(game)
        assert not hunting.is_simple(view_of(game))
