"""The fair ceiling of a game small enough to be solved: the best that anybody who sees one seat's perspective can do.

Every die and every draw is followed to all its ends, and so is every answer of the other seats, which answer at random
(they are part of the game's chance, as the umpire of a solved scenario is). What the solver chooses for its own seat it
chooses once for all **worlds** the seat cannot tell apart: worlds are told apart by the events the seat was shown, and
by nothing else. So the value found is that of the best fair player, not of somebody who knows more.

A game may say which answers need to be tried (`Solver.worth_trying`): of answers that teach the same and lead to the
same, one is enough, and one that another beats in every world can be skipped. That has to be true of the rules, or the
value is not exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, Final, Generic, TypeVar

from viermot.kernel.agenda import State, advance, apply, open_questions, options_of
from viermot.kernel.registry import GameModule

S = TypeVar("S", bound=State)
Worlds = list[tuple[float, S]]  # the chance of each, and its state; they differ in what the seat does not know
Seen = tuple[tuple[tuple[str, Any], ...], bool]  # the events a seat was shown, and whether the game is over
Falls = Sequence[tuple[tuple[int, ...], float]]  # how dice fall, and with what chance
Worth = Callable[[Worlds[S], Sequence[int]], Sequence[int]]  # which of the answers need to be tried
PLACES: Final = 12  # decimals to which two chances have to agree to be the same


class _Open(Exception):
    """A roll or a draw that has not been decided yet, with all its possible outcomes."""

    def __init__(self, ends: Sequence[tuple[Any, float]]) -> None:
        self.ends = ends


@cache
def falls(stream: str, count: int) -> Falls:
    """The ways this many dice may fall, whichever die shows which face.

    >>> falls("", 1)[0], len(falls("", 2)), round(sum(chance for _, chance in falls("", 3)), 9)
    (((1,), 0.16666666666666666), 21, 1.0)
    """
    found = []
    for dice in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for face in set(dice):
            ways //= factorial(dice.count(face))
        found.append((dice, ways / 6**count))
    return found


class _Followed:
    """Dice that fall as they are told, and then ask."""

    rolls = 0

    def __init__(self, told: tuple[Any, ...], falls: Callable[[str, int], Falls]) -> None:
        self.told = told
        self.falls = falls
        self.at = 0

    def _next(self, ends: Callable[[], Sequence[tuple[Any, float]]]) -> Any:
        if self.at == len(self.told):
            raise _Open(ends())
        self.at += 1
        return self.told[self.at - 1]

    def roll(self, count: int, stream: str) -> Sequence[int]:
        fell: Sequence[int] = self._next(lambda: self.falls(stream, count))
        return fell

    def draw(self, size: int, stream: str) -> int:
        drawn: int = self._next(lambda: [(k, 1 / size) for k in range(size)])
        return drawn

    def pick(self, cup: Sequence[int], stream: str) -> int:
        return self.draw(len(cup), stream)


def _ends(state: S, do: Callable[[S], None], falls: Callable[[str, int], Falls]) -> Iterator[tuple[float, S]]:
    """Everything that doing something may lead to, with its chance."""
    open_: list[tuple[float, tuple[Any, ...]]] = [(1.0, ())]
    while open_:
        chance, told = open_.pop()
        tried = state.clone()
        tried.dice = _Followed(told, falls)
        try:
            do(tried)
        except _Open as wanted:
            open_ += [(chance * share, (*told, end)) for end, share in wanted.ends]
        else:
            yield chance, tried


def _answer(state: State, code: int, place: int) -> None:
    apply(state, code, place)


@dataclass
class Solver(Generic[S]):
    """Solves one game for one seat."""

    module: GameModule
    seat: str
    merge: Callable[[S], Hashable]  # two states with the same key go on in the same way
    worth_trying: Worth[S] | None = None
    lost: Callable[[S], bool] | None = None  # nothing can be gained in this state, whatever is answered
    falls: Callable[[str, int], Falls] = falls  # how the dice of a roll may fall, as far as the rules tell it apart
    met: int = 0  # sets of worlds that were valued
    tried: int = 0  # states that were played on
    _values: dict[Hashable, tuple[float, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.mine = self.module.seats.index(self.seat)
        self.bit = 1 << self.mine

    # -- worlds ------------------------------------------------------------------------------------------

    def start(self, state: S) -> dict[Seen, tuple[float, Worlds[S]]]:
        """The sets of worlds in which the seat may be asked first, by what it has seen by then."""
        return self._told_apart([(1.0, state)], advance)

    def answered(self, worlds: Worlds[S], code: int) -> dict[Seen, tuple[float, Worlds[S]]]:
        """What an answer may lead to: the sets of worlds the seat can then tell apart, by what it has seen."""
        place, _ = self._asked(worlds[0][1])
        return self._told_apart(worlds, partial(_answer, code=code, place=place))

    def seen(self, state: S, since: int = 0) -> Seen:
        """What the seat has been shown, from an event of the log on; and whether the game is over."""
        return tuple((event[0], event[3]) for event in state.log[since:] if event[2] & self.bit), state.asked is None

    def _told_apart(self, worlds: Worlds[S], do: Callable[[S], None]) -> dict[Seen, tuple[float, Worlds[S]]]:
        """Do something in every world, follow every outcome, and separate what the seat can tell apart.

        The chances of all sets add up to the chance that not all is lost.
        """
        groups: dict[Seen, dict[Hashable, list[Any]]] = {}
        for chance, state in worlds:
            for share, after in self._until_asked(state, do):
                if self.lost is not None and self.lost(after):
                    continue  # such a world adds nothing to any answer, so that no answer depends on it
                same = groups.setdefault(self.seen(after), {}).setdefault(self.merge(after), [0.0, after])
                same[0] += chance * share
        told = {}
        for seen, found in groups.items():
            total = sum(weight for weight, _ in found.values())
            told[seen] = (total, [(weight / total, self._fresh(state)) for weight, state in found.values()])
        return told

    def _fresh(self, state: S) -> S:
        """What was seen has separated the worlds and is no longer needed."""
        state.log = []
        state.log_shared = False
        return state

    def _until_asked(self, state: S, do: Callable[[S], None]) -> Iterator[tuple[float, S]]:
        """Play on until the seat is asked or the game is over; the other seats answer at random."""
        waiting: list[tuple[float, S, Callable[[S], None]]] = [(1.0, state, do)]
        while waiting:
            chance, before, act = waiting.pop()
            for share, after in _ends(before, act, self.falls):
                self.tried += 1
                others = [(place, task) for place, task in open_questions(after) if after.seat_of(task) != self.mine]
                if not others:
                    yield chance * share, after
                    continue
                place, task = others[0]
                codes = options_of(after, task)
                waiting += [(chance * share / len(codes), after, partial(_answer, code=c, place=place)) for c in codes]

    # -- values ------------------------------------------------------------------------------------------

    def value(self, worlds: Worlds[S]) -> float:
        """What the best fair player may expect where he cannot tell these worlds apart."""
        return self.solve(worlds)[0]

    def solve(self, worlds: Worlds[S]) -> tuple[float, int]:
        """The same, and the answer that gets it; -1 where the game is over."""
        if worlds[0][1].asked is None:
            return sum(chance * self._score(state) for chance, state in worlds), -1
        key = frozenset((self.merge(state), round(chance, PLACES)) for chance, state in worlds)
        found = self._values.get(key)
        if found is None:
            self.met += 1
            found = self._values[key] = self._best(worlds)
        return found

    def _score(self, state: S) -> float:
        result = self.module.result(state)
        assert result is not None
        return self.module.score(result, self.seat)

    def _best(self, worlds: Worlds[S]) -> tuple[float, int]:
        best, answer = -1.0, -1
        for code in self._answers(worlds):
            value = sum(chance * self.value(told) for chance, told in self.answered(worlds, code).values())
            if value > best + 1e-12:
                best, answer = value, code
        return best, answer

    def _answers(self, worlds: Worlds[S]) -> Sequence[int]:
        """The answers to try."""
        codes = options_of(worlds[0][1], self._asked(worlds[0][1])[1])
        return codes if self.worth_trying is None else self.worth_trying(worlds, codes)

    def _asked(self, state: S) -> tuple[int, Any]:
        return next((place, task) for place, task in open_questions(state) if state.seat_of(task) == self.mine)
