"""One seat of a game as a Gymnasium environment; computer players have the others.

    import gymnasium
    import viermot.research.single

    env = gymnasium.make("viermot/interceptor-v0", scenario="career")
    told, info = env.reset(seed=1)
    told, reward, over, cut, info = env.step(env.action_space.sample(told["action_mask"]))

Every game is registered as ``viermot/<name>-v0``. Gymnasium knows no masks, so by default a number that is not offered
stands for the next one that is; ``illegal="refuse"`` raises instead.
"""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium import spaces

from viermot.kernel import registry
from viermot.research.aec import NEAREST, SEEDS, chosen, space_of, told
from viermot.research.play import LONGEST, Play, Setting, mask_size


class SeatEnv(gymnasium.Env):
    """A game from one seat. The reward comes at the end: the seat's score, from 0 to 1."""

    def __init__(
        self,
        game: str,
        seat: str = "",
        illegal: str = NEAREST,
        max_answers: int = LONGEST,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        whole = Setting(game, **setting)
        self.seat = seat or whole.module.seats[0]
        self.setting = Setting(game, **{**setting, "seats": (self.seat,)})
        self.illegal = illegal
        self.max_answers = max_answers
        self.observation_space = space_of(self.setting)
        self.action_space = spaces.Discrete(mask_size(self.setting.module))
        self.play: Play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game. The seed decides the dice and the computer players."""
        super().reset(seed=seed)
        self.play = Play(self.setting, f"rl/{self.np_random.integers(SEEDS)}")
        return self._told(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer what is asked."""
        self.play.answer(self.seat, chosen(self.play, self.seat, int(action), self.illegal))
        over = self.play.over
        cut = not over and self.play.answers >= self.max_answers
        return self._told(), self.play.scores()[self.seat], over, cut, self._info()

    def _told(self) -> dict[str, Any]:
        return told(self.play, self.seat)

    def _info(self) -> dict[str, Any]:
        asked = self.play.asked.get(self.seat)
        return {"question": "" if asked is None else asked.inner.name}

    def action_masks(self) -> Any:
        """Which answers may be given, in the form in which learners with masks ask for it."""
        return self._told()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """What is asked, in words."""
        asked = self.play.asked.get(self.seat) if self.render_mode == "ansi" else None
        if asked is None:
            return None
        return f"{self.seat}: {asked.decision.innermost.prompt()} {asked.decision.options!r}"


def register() -> None:
    """Tell Gymnasium about every game that is installed."""
    for name in registry.names():
        known = f"viermot/{name}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(known, SeatEnv, kwargs={"game": name})


register()
