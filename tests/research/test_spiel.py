"""Every game for OpenSpiel: its own tests of games, worlds for its ISMCTS, and a cut of scenario M solved both ways."""

from __future__ import annotations

import pickle
import random
import time
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="viermot[openspiel] is not installed")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from tests.support.kits import kits
from viermot.kernel import registry
from viermot.research import spiel

GAMES = [kit.name for kit in kits()]
TWO_SEATS = [game for game in GAMES if len(registry.game(game).seats) == 2]
LONG = ("bomber_command", "campaign")  # their states are written down in the next test alone
CLONE = 40e-6  # seconds of processor time, at most


def last_scenario(game: str) -> str:
    module = registry.game(game)
    return module.info(module.load_pack(None)).scenarios[-1].id


def load(game: str, scenario: str | None = None) -> Any:
    return pyspiel.load_game(f"viermot_{game}", {"scenario": last_scenario(game) if scenario is None else scenario})


def step(state: Any, rng: random.Random) -> None:
    """Go on by lot."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(rng.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def points(game: Any, seed: int, decisions: int) -> list[Any]:
    """The first decisions of a game played by lot, each as a clone."""
    state, rng = game.new_initial_state(), random.Random(seed)
    found: list[Any] = []
    while len(found) < decisions and not state.is_terminal():
        if state.is_player_node():
            found.append(state.clone())
        step(state, rng)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_test_of_openspiel(game: str) -> None:
    """Clones, masks, tensors, chance that adds up, states written down and read again, utilities in their range."""
    pyspiel.random_sim_test(load(game, short_scenario(game)), 1, game not in LONG, False)


def short_scenario(game: str) -> str:
    """The first in the book, which is the shortest to play by lot."""
    module = registry.game(game)
    return module.info(module.load_pack(None)).scenarios[0].id


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_states_can_be_written_down_and_read_again(game: str) -> None:
    whole = load(game)
    again = pickle.loads(pickle.dumps(whole))
    assert str(again) == str(whole)
    for state in points(whole, 3, 30)[::7]:
        _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(whole, state))
        player = state.current_player()
        assert str(other) == str(state) and other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_costs_less_than_forty_microseconds(game: str) -> None:
    states, best = points(load(game), 1, 60), 1.0
    assert len(states) > 5
    for _ in range(5):
        began = time.process_time()
        for state in states:
            for _ in range(20):
                state.clone()
        best = min(best, (time.process_time() - began) / len(states) / 20)
    assert best < CLONE


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_goes_its_own_way(game: str) -> None:
    for state in points(load(game), 2, 30)[::9]:
        before, twin = str(state), state.clone()
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before and len(state.history()) + 1 == len(twin.history())


@pytest.mark.parametrize("game", GAMES)
def test_a_world_drawn_for_a_seat_is_one_it_cannot_tell_from_the_true_one(game: str) -> None:
    rng, whole = random.Random(7), load(game)
    for state in points(whole, 5, 70)[4::12]:
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.current_player() == player and world.legal_actions() == state.legal_actions()
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        for _ in range(30):
            if not world.is_terminal():
                step(world, rng)


@pytest.mark.parametrize("game", TWO_SEATS)
def test_what_is_hidden_does_differ_between_worlds(game: str) -> None:
    rng, whole = random.Random(7), load(game)
    states = points(whole, 5, 60)
    drawn = [(state.resample_from_infostate(state.current_player(), rng.random), state) for state in states[-12:]]
    assert any(str(world) != str(state) for world, state in drawn)


@pytest.mark.parametrize("game", GAMES)
def test_its_own_search_of_information_sets_plays(game: str) -> None:
    whole = load(game)
    state = points(whole, 11, 20)[-1]
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(whole, evaluator, 1.0, 3, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


def test_an_information_state_remembers_what_was_answered_and_what_was_offered() -> None:
    """Perfect recall: two histories of a seat that differ in an answer are two states for ever."""
    whole = load(TWO_SEATS[0])
    state = whole.new_initial_state()
    while not state.is_player_node():
        step(state, random.Random(1))
    player = state.current_player()
    after = {state.child(action).information_state_string(player) for action in state.legal_actions()}
    assert len(after) == len(state.legal_actions())


@pytest.mark.parametrize("game", TWO_SEATS)
def test_observers_know_a_seat_or_what_everybody_knows_and_never_all(game: str) -> None:
    whole, rng = load(game), random.Random(3)
    everybody = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="nobody may observe"):
        make_observation(whole, everybody)
    nothing = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE)
    public, own = make_observation(whole, nothing), make_observation(whole)
    for state in points(whole, 5, 60)[6::20]:
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert public.string_from(world, player) == public.string_from(state, player)
        public.set_from(state, player)
        shown = public.tensor.copy()
        public.set_from(state, 1 - player)
        assert np.array_equal(shown, public.tensor)
        own.set_from(state, player)
        assert own.tensor.tolist() == pytest.approx(state.observation_tensor(player))


def test_a_playthrough_can_be_generated_and_names_what_is_done() -> None:
    game = GAMES[0]
    short = short_scenario(game)
    text = generate_playthrough.playthrough(f"viermot_{game}(scenario=#{short})", None, alsologtostdout=False)
    assert "ChanceMode.EXPLICIT_STOCHASTIC" in text and "information_state_string" in text.lower()


def test_a_table_of_another_size_is_loaded_by_its_options() -> None:
    company = pyspiel.load_game("viermot_interceptor", {"scenario": "career", "options": "10.1:competitive;pilots:3"})
    assert company.num_players() == 3
    assert pyspiel.load_game(str(company)).num_players() == 3


# -- a cut of scenario M ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def micro() -> ModuleType:
    return import_module("examples.micro.spiel")


@pytest.fixture(scope="module")
def tree(micro: ModuleType) -> Any:
    return micro.tree()


def test_the_best_response_to_an_umpire_by_lot_is_worth_what_the_laboratory_says(micro: ModuleType, tree: Any) -> None:
    """Two ways to the same number: OpenSpiel walks the whole tree, `viermot.lab.exact` follows sets of worlds."""
    uniform = pyspiel.UniformRandomPolicy(tree)
    best = pyspiel.TabularBestResponse(tree, 0, uniform).value_from_state(tree.new_initial_state())
    assert (best + 1) / 2 == pytest.approx(micro.ceiling(), abs=1e-9)
    assert micro.ceiling() == pytest.approx(0.093482, abs=1e-6)


def test_regrets_bring_the_cut_close_to_an_equilibrium(tree: Any) -> None:
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    by_lot = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    assert pyspiel.exploitability(tree, solver.average_policy()) < by_lot / 50


def test_chance_of_a_whole_game_is_explicit_to_the_last_die() -> None:
    state = load(GAMES[0], short_scenario(GAMES[0])).new_initial_state()
    rng, dice = random.Random(4), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert [each for each, _ in outcomes] == list(range(len(outcomes)))
            dice += 1
        step(state, rng)
    assert dice > 3
    assert spiel.PREFIX == "viermot_"
