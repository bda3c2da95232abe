"""Which of a few answers does best, found by playing on from each in worlds drawn from the belief.

The worlds come from `GameModule.resample`, so that nothing is looked up that the seat does not know; the players in
them see perspectives only. All answers are tried in the same worlds with the same dice, which takes most of the noise
out of the comparison; after each round the worse half is dropped (sequential halving). The first answer is given up
only on clear evidence: a search that follows every whim of the dice plays worse than no search at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from statistics import fmean, stdev
from typing import Final

from viermot.kernel.agenda import State, apply, open_questions
from viermot.kernel.dice import QuickDice, QuickRng, Rng
from viermot.kernel.minds import Alternative
from viermot.kernel.playout import play_out
from viermot.kernel.registry import Bot, GameModule

CLEAR: Final = 2.5  # standard errors by which another answer must be better
SEEDS: Final = 1 << 31  # a bot's rng draws words of 32 bits: `below` of anything larger never ends


@dataclass(frozen=True)
class Rollouts:
    """How games are played on: by whom, how far, and what they are then worth."""

    module: GameModule
    seat: str
    players: Mapping[str, Callable[[], Bot]]  # seat -> who plays it on
    until: Callable[[State], bool] | None = None  # where to stop short of the end
    value: Callable[[State], float] | None = None  # what a game that was stopped is worth to the seat, from 0 to 1

    def play_on(self, world: State, answer: int, seed: int) -> float:
        """What an answer leads to in that world; the world itself is left unchanged."""
        state = world.clone()
        state.dice = QuickDice(seed)
        mine = self.module.seats.index(self.seat)
        place = next(place for place, task in open_questions(state) if state.seat_of(task) == mine)
        apply(state, answer, place)
        rngs = {seat: QuickRng(seed + 1 + n) for n, seat in enumerate(self.module.seats)}
        play_out(self.module, state, {seat: make() for seat, make in self.players.items()}, rngs, until=self.until)
        result = self.module.result(state)
        if result is not None:
            return self.module.score(result, self.seat)
        assert self.value is not None, "a game stopped short of its end needs a value"
        return self.value(state)


@dataclass
class Comparison:
    """What each answer was worth, world by world."""

    values: dict[int, list[float]] = field(default_factory=dict)
    first: int = 0

    def mean(self, answer: int) -> float:
        """What to expect of an answer."""
        return fmean(self.values[answer])

    def lead(self, answer: int) -> tuple[float, float]:
        """By how much it is ahead of the first answer in the worlds both were tried in, and the standard error."""
        mine, firsts = self.values[answer], self.values[self.first]
        differences = [a - b for a, b in zip(mine, firsts, strict=False)]
        if len(differences) < 2:
            return 0.0, 1.0
        return fmean(differences), stdev(differences) / sqrt(len(differences))

    def alternatives(self) -> tuple[Alternative, ...]:
        """All answers, those tried longest first, and among them the best."""
        ranked = sorted(self.values, key=lambda a: (-len(self.values[a]), -self.mean(a), a != self.first))
        return tuple(Alternative(a, self.mean(a), self._error(a)) for a in ranked)

    def _error(self, answer: int) -> float:
        """The standard error as if it had been tried twice more, once scoring nothing and once everything.

        A few trials that all end alike prove little: without those two they would have no error at all.
        """
        values = [*self.values[answer], 0.0, 1.0]
        return stdev(values) / sqrt(len(values))

    def best(self, clear: float = CLEAR) -> int:
        """The answer to give: the first, unless another one is clearly better."""
        found, highest = self.first, 0.0
        longest = len(self.values[self.first])
        for answer, values in self.values.items():
            ahead, error = self.lead(answer)
            if answer != self.first and len(values) == longest and ahead > max(highest, clear * error):
                found, highest = answer, ahead
        return found


def compare(
    rollouts: Rollouts, draw_world: Callable[[], State], answers: Sequence[int], budget: int, rng: Rng
) -> Comparison:
    """Try the answers, the first of them being the one to beat, within a budget of playouts."""
    found = Comparison({answer: [] for answer in answers}, answers[0])
    alive = list(dict.fromkeys(answers))
    rounds = max(1, ceil(log2(len(alive))))
    for turn in range(rounds):
        for _ in range(max(1, budget // rounds // len(alive))):
            world, seed = draw_world(), rng.below(SEEDS)
            for answer in alive:
                found.values[answer].append(rollouts.play_on(world, answer, seed))
        if turn < rounds - 1:
            challengers = sorted(alive[1:], key=found.mean, reverse=True)
            alive = [alive[0], *challengers[: max(1, len(alive) // 2 - (len(alive) > 2))]]
    return found
