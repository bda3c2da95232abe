"""Every game as an environment for learners: PettingZoo's and Gymnasium's own tests, and what they do not ask."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="viermot[rl] is not installed")
pytest.importorskip("gymnasium", reason="viermot[rl] is not installed")

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, seed_test

from tests.support.kits import kits
from viermot.kernel import registry
from viermot.kernel.dice import BotRng, key_of
from viermot.kernel.playout import OpenQuestion
from viermot.kernel.user_error import UserError
from viermot.lab.games import Fixture
from viermot.lab.games import play as lab_play
from viermot.research import aec, single
from viermot.research.answers import WAIT
from viermot.research.play import Play, Setting, observation_names

GAMES = [kit.name for kit in kits()]
TWO_SEATS = [game for game in GAMES if len(registry.game(game).seats) == 2]
ONE_SEAT = [game for game in GAMES if len(registry.game(game).seats) == 1]
# What PettingZoo says of every environment that has action masks, and of seats that have names and not numbers.
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
)


@pytest.fixture
def quietly() -> Iterator[None]:
    """Let the warnings pass that are known; any other is a fault."""
    with warnings.catch_warnings():
        for known in KNOWN:
            warnings.filterwarnings("ignore", known)
        yield


def long_scenario(game: str) -> str:
    """One that nobody can end in four answers, however badly he plays."""
    module = registry.game(game)
    ids = [each.id for each in module.info(module.load_pack(None)).scenarios]
    for scenario in reversed(ids):
        plays = [Play(Setting(game, scenario), f"long {number}") for number in range(12)]
        if all(_still_on(play, 6, random.Random(number)) for number, play in enumerate(plays)):
            return scenario
    raise AssertionError("every scenario is over at once")


def _still_on(play: Play, answers: int, chance: random.Random) -> bool:
    while not play.over and play.answers < answers:
        seat = play.turn()
        play.answer(seat, chance.choice(play.offered(seat)))
    return not play.over


@pytest.fixture
def always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn without a seed is drawn from the same one: some random games are over in three answers."""
    drawn = seeding.np_random
    monkeypatch.setattr(seeding, "np_random", lambda seed=None: drawn(1 if seed is None else seed))


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_tests_of_pettingzoo(game: str, quietly: None, always_the_same: None) -> None:
    make = partial(aec.env, game=game)
    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=60)
    rounds = {"game": game, "scenario": long_scenario(game), "illegal": "nearest"}
    max_cycles_test(
        SimpleNamespace(env=partial(aec.env, cycles=True, **rounds), parallel_env=partial(aec.parallel_env, **rounds))
    )


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_test_of_gymnasium(game: str) -> None:
    """Where the game has two seats, the other one is a computer player's."""
    check_env(gymnasium.make(f"viermot/{game}-v0", disable_env_checker=True).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_ends_with_the_scores_of_its_result_and_no_reward_before(game: str) -> None:
    env = aec.env(game=game)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    rewards: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        told, reward, over, cut, _ = env.last()
        rewards[agent].append(reward)
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(told["action_mask"]))))
    result = env.play.module.result(env.play.state)
    assert result is not None
    for agent, got in rewards.items():
        assert got[-1] == env.play.module.score(result, agent)
        assert not any(got[:-1])
    if env.play.module.shares_one:
        assert sum(got[-1] for got in rewards.values()) == 1.0


@pytest.mark.parametrize("game", TWO_SEATS)
def test_what_is_offered_is_taken_and_nothing_else(game: str) -> None:
    env = aec.env(game=game)
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    assert mask.sum() == len(env.play.asked[agent].decision.codes) and not mask[WAIT]
    before = env.play.answers
    with pytest.raises(aec.IllegalAction):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.play.answers == before
    action = int(np.flatnonzero(mask)[-1])
    assert env.text_of(agent, action) in env.play.asked[agent].decision.options
    env.step(action)
    assert env.play.answers == before + 1


@pytest.mark.parametrize("game", TWO_SEATS)
def test_in_rounds_everybody_steps_and_who_is_not_asked_waits(game: str) -> None:
    env = aec.parallel_env(game=game, max_cycles=40)
    told, _ = env.reset(seed=2)
    waited = 0
    for _ in range(40):
        masks = {agent: each["action_mask"] for agent, each in told.items()}
        waited += sum(mask[WAIT] for mask in masks.values())
        told, _, over, cut, _ = env.step({agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()})
        if any(over.values()) or any(cut.values()):
            break
    assert waited


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_game_and_another_seed_another(game: str) -> None:
    scenario = long_scenario(game)

    def told(seed: int) -> list[Any]:
        env = single.SeatEnv(game, scenario=scenario)
        shown, _ = env.reset(seed=seed)
        seen, rng = [shown["observation"]], np.random.default_rng(0)
        for _ in range(40):
            shown, _, over, cut, _ = env.step(int(rng.choice(np.flatnonzero(shown["action_mask"]))))
            seen.append(shown["observation"])
            if over or cut:
                break
        return seen

    def same(one: list[Any], other: list[Any]) -> bool:
        return len(one) == len(other) and all(map(np.array_equal, one, other))

    assert same(told(1), told(1))
    assert any(not same(told(1), told(seed)) for seed in (2, 3, 4))


def test_a_bot_that_answers_through_the_environment_plays_the_game_it_plays_in_the_laboratory() -> None:
    """The same key, the same dice: an environment is no other game."""
    game = TWO_SEATS[0]
    module = registry.game(game)
    names = dict.fromkeys(module.seats, "standard")
    scenario = module.info(module.load_pack(None)).scenarios[0].id
    mine, _ = module.seats
    play = Play(Setting(game, scenario, seats=(mine,), bots=names), "as in the laboratory")
    bot, own = module.bots(mine)["standard"](), BotRng(key_of("as in the laboratory"), mine)
    while not play.over:
        asked = play.asked[mine]
        ask = OpenQuestion().put(play.state, asked.task, asked.decision.codes)
        code = bot.choose(play.views[mine], ask, own)
        play.answer(mine, next(number for number, each in asked.offered.items() if each == code))
    assert module.result(play.state) == lab_play(Fixture(game, scenario, names), "as in the laboratory").result


def test_who_sits_where_is_said_and_a_seat_that_is_not_there_is_refused() -> None:
    game = TWO_SEATS[0]
    mine, other = registry.game(game).seats
    assert aec.env(game=game, seats=(mine,)).possible_agents == [mine]
    with pytest.raises(UserError):
        aec.env(game=game, seats=("nobody",))
    with pytest.raises(UserError):
        Play(Setting(game, seats=(mine,), bots={other: "nobody"}), "x")


def test_masks_are_given_as_learners_with_masks_ask_for_them_and_a_number_not_offered_means_the_next() -> None:
    env = single.SeatEnv(ONE_SEAT[0], render_mode="ansi")
    told, info = env.reset(seed=3)
    masks = env.action_masks()
    assert masks.dtype == bool and np.array_equal(masks, told["action_mask"].astype(bool))
    assert info["question"] and env.seat in (env.render() or "")
    assert len(told["observation"]) == len(observation_names(env.setting.module))
    twin = single.SeatEnv(ONE_SEAT[0])
    twin.reset(seed=3)
    legal = np.flatnonzero(masks)
    gap = next(int(each) - 1 for each in legal if not masks[each - 1])
    after = int(next(each for each in legal if each > gap))
    assert np.array_equal(env.step(gap)[0]["observation"], twin.step(after)[0]["observation"])
    strict = single.SeatEnv(ONE_SEAT[0], illegal="refuse")
    strict.reset(seed=3)
    with pytest.raises(aec.IllegalAction):
        strict.step(gap)


@pytest.mark.parametrize("game", ONE_SEAT[:1] + TWO_SEATS[:1])
def test_one_seat_plays_a_game_to_its_end_and_is_told_so(game: str) -> None:
    env = single.SeatEnv(game)
    told, _ = env.reset(seed=4)
    rng = np.random.default_rng(4)
    rewards: list[float] = []
    ends: list[bool] = []
    while not ends or not ends[-1]:
        told, reward, over, cut, _ = env.step(int(rng.choice(np.flatnonzero(told["action_mask"]))))
        rewards.append(reward)
        ends.append(over)
        assert not cut and over == env.play.over
    result = env.play.module.result(env.play.state)
    assert result is not None and rewards[-1] == env.play.module.score(result, env.seat) and not any(rewards[:-1])


def test_a_game_is_cut_short_when_it_is_told_to() -> None:
    env = single.SeatEnv(ONE_SEAT[-1], max_answers=3)
    env.reset(seed=1)
    ends = [env.step(0)[2:4] for _ in range(3)]
    assert ends[-1] == (False, True) and not any(map(any, ends[:-1]))
