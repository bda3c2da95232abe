"""Every game as a PettingZoo environment (AEC): seats take their turns as the rules ask them.

    from viermot.research import aec

    env = aec.env(game="nightfighter", scenario="3", seats=("player",))
    env.reset(seed=1)
    for agent in env.agent_iter():
        told, reward, over, cut, _ = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(told["action_mask"]))

`env` is asked as the rules ask: a seat's turn comes when it has something to answer. `parallel_env` and
`env(cycles=True)` go in rounds in which every seat steps, those that are not asked with `WAIT`; a seat can then count
how often others were asked, which the rules may mean to keep secret. Learn with `env` where that matters.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import aec_to_parallel

from viermot.research.answers import WAIT, nearest
from viermot.research.play import LONGEST, Play, Setting, mask_size, observation_names

REFUSE, NEAREST = "refuse", "nearest"
SEEDS: Final = 1 << 62


class IllegalAction(ValueError):
    """A number that is not offered."""


def space_of(setting: Setting) -> Any:
    """What a seat is told: numbers from 0 to 1, and which answers it may give."""
    module = setting.module
    told = spaces.Box(0.0, 1.0, (len(observation_names(module)),), np.float32)
    return spaces.Dict({"observation": told, "action_mask": spaces.Box(0, 1, (mask_size(module),), np.int8)})


def told(play: Play, seat: str, waits: bool = False) -> dict[str, Any]:
    """An observation with its mask."""
    mask: Any = np.zeros(play.size + 1, np.int8)
    mask[[WAIT] if waits else play.offered(seat)] = 1
    return {"observation": np.array(play.shown(seat), np.float32), "action_mask": mask}


def chosen(play: Play, seat: str, action: int, illegal: str) -> int:
    """The number that is meant: the action or, where it is not offered, what ``illegal`` says."""
    offered = play.asked[seat].offered
    if action in offered:
        return int(action)
    if illegal == NEAREST:
        return nearest(int(action), offered, play.size)
    raise IllegalAction(f"{action} is not offered to {seat}; look at the mask")


class GameEnv(AECEnv):
    """One game as an environment. A reward comes at the end: the seat's score, from 0 to 1."""

    def __init__(
        self,
        game: str,
        max_cycles: int | None = None,
        illegal: str = REFUSE,
        cycles: bool = False,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        super().__init__()
        self.setting = Setting(game, **setting)
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.cycles = cycles
        self.render_mode = render_mode
        self.metadata = {"name": f"viermot_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": cycles}
        self.possible_agents = list(self.setting.open)
        self.observation_spaces = {agent: space_of(self.setting) for agent in self.possible_agents}
        size = mask_size(self.setting.module)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._rng, _ = seeding.np_random(None)
        self.play: Play

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The seed decides the dice and the computer players; without one each game is different."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.play = Play(self.setting, f"rl/{self._rng.integers(SEEDS)}")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.steps = 0
        self.due = set(self.play.asked)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat was shown when it was last asked; when the game is over, how it ended."""
        return told(self.play, agent, agent not in self.due)

    def _info(self, agent: str) -> dict[str, Any]:
        asked = self.play.asked.get(agent)
        return {"question": "" if asked is None else asked.inner.name}

    def _next(self) -> str:
        """Whose turn it is: who is asked, or in rounds the next in order."""
        if self.cycles or self.play.over:
            return self.possible_agents[self.steps % len(self.possible_agents)]
        return self.play.turn()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if agent in self.due:
            self.play.answer(agent, chosen(self.play, agent, action, self.illegal))
        elif action != WAIT and self.illegal == REFUSE:
            raise IllegalAction(f"{agent} is asked nothing: only {WAIT} (wait) is left to it")
        self.steps += 1
        if not self.cycles or self.steps % len(self.possible_agents) == 0:
            self.due = set(self.play.asked)  # in rounds, whoever comes to be asked in one answers in the next
        else:
            self.due.discard(agent)
        self._end_if_over()
        self.infos = {each: self._info(each) for each in self.agents}
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _end_if_over(self) -> None:
        if self.play.over:
            if not self.cycles or self.steps % len(self.possible_agents) == 0:
                self.rewards = self.play.scores()
                self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self._limit():
            self.truncations = dict.fromkeys(self.agents, True)

    def _limit(self) -> int:
        """Steps of all seats together."""
        return LONGEST if self.max_cycles is None else self.max_cycles * len(self.possible_agents)

    def render(self) -> str | None:
        """What the seat whose turn it is is being asked, in words."""
        asked = self.play.asked.get(self.agent_selection) if self.render_mode == "ansi" else None
        if asked is None:
            return None
        decision = asked.decision.innermost
        return f"{self.agent_selection}: {decision.prompt()} {decision.options!r}"

    def text_of(self, agent: str, action: int) -> str:
        """What an action offered to a seat means, as the rules write it."""
        asked = self.play.asked[agent]
        return asked.decision.notation_of(asked.offered[action])

    def close(self) -> None:
        """There is nothing to close."""


def env(**options: Any) -> GameEnv:
    """An environment of the game named in ``game``; other arguments as `GameEnv` and `Setting` have them."""
    return GameEnv(**options)


raw_env = env


def parallel_env(**options: Any) -> Any:
    """The same in rounds: every seat acts in each, those that are not asked with `WAIT`."""
    return aec_to_parallel(GameEnv(cycles=True, **options))
