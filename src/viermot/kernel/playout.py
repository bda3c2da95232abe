"""Games between bots without a session: nothing recorded, nothing checked, as fast as the rules run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viermot.kernel.agenda import AnyQuestion, State, Task, apply, asked_of, options_of
from viermot.kernel.dice import Rng
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import Bot, GameModule


class OpenQuestion:
    """What a bot is asked, used again for every question of a playout."""

    __slots__ = ("_state", "_task", "codes", "kind")

    def __init__(self) -> None:
        self.kind = ""
        self.codes: Sequence[int] = ()

    def put(self, state: State, task: Task, codes: Sequence[int]) -> OpenQuestion:
        """Ask the next one."""
        self._state = state
        self._task = task
        self.kind = task[0].word
        self.codes = codes
        return self

    @property
    def facts(self) -> JsonObject:
        """What the question is about, as the seat knows it."""
        asked: AnyQuestion = self._task[0]
        return asked.facts(self._state, *self._task[1:])

    @property
    def default_code(self) -> int | None:
        """The answer the question declares for those who want no other; None where it has none."""
        asked: AnyQuestion = self._task[0]
        return asked.default_of(self._state, self._task, self.codes)


def play_out(
    module: GameModule, state: State, bots: Mapping[str, Bot], rngs: Mapping[str, Rng], limit: int = 100_000
) -> int:
    """Let bots finish a game that has been advanced to a question; returns the number of decisions made."""
    views = [module.perspective(state, seat) for seat in module.seats]
    choose = [bots[seat].choose for seat in module.seats]
    rng = [rngs[seat] for seat in module.seats]
    ask = OpenQuestion()
    made = 0
    while state.asked is not None:
        for place, task in asked_of(state):
            seat = state.seat_of(task)
            codes = options_of(state, task)
            option = choose[seat](views[seat], ask.put(state, task, codes), rng[seat])
            apply(state, option, place)
            made += 1
        if made > limit:
            raise RuntimeError(f"no end after {limit} decisions")
    return made
