"""Games between bots without a session: nothing recorded, nothing checked, as fast as the rules run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from viermot.kernel.agenda import AnyQuestion, State, Task, apply, open_questions, options_of
from viermot.kernel.decision import Decision
from viermot.kernel.dice import Rng
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import Bot, GameModule


class OpenQuestion:
    """What a bot is asked, reused for every question of a playout."""

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

    def decision(self, module: GameModule, number: int = 0) -> Decision:
        """The question as it is put to somebody outside, in notation and words."""
        return Decision(module, self._state, self._task, 0, number)

    @property
    def facts(self) -> JsonObject:
        """What the question is about, as the seat knows it."""
        asked: AnyQuestion = self._task[0]
        return asked.facts(self._state, *self._task[1:])

    @property
    def default_code(self) -> int | None:
        """The answer the question declares as its default; None where it has none."""
        asked: AnyQuestion = self._task[0]
        return asked.default_of(self._state, self._task, self.codes)


def play_out(
    module: GameModule,
    state: State,
    bots: Mapping[str, Bot],
    rngs: Mapping[str, Rng],
    limit: int = 100_000,
    until: Callable[[State], bool] | None = None,
) -> int:
    """Let bots play on from a game that stands at a question, to its end or until ``until`` says so; returns the number
    of decisions.
    """
    views = [module.perspective(state, seat) for seat in module.seats]
    choose = [bots[seat].choose for seat in module.seats]
    rng = [rngs[seat] for seat in module.seats]
    ask = OpenQuestion()
    made = 0
    while (task := state.asked) is not None and (until is None or not until(state)):
        if task[0].__class__ is not str:  # one question: nearly always
            seat = state.seat_of(task)
            ask.put(state, task, state.offered or options_of(state, task))
            apply(state, choose[seat](views[seat], ask, rng[seat]))
            made += 1
        else:
            for place, each in open_questions(state):
                seat = state.seat_of(each)
                option = choose[seat](views[seat], ask.put(state, each, options_of(state, each)), rng[seat])
                apply(state, option, place)
                made += 1
        if made > limit:
            raise RuntimeError(f"no end after {limit} decisions")
    return made
