"""One game with some of its seats open to programs; computer players have the others.

Whatever comes out of here comes from a seat's perspective and from the question it is asked. A seat that is not asked
is shown what it was shown when it was last asked: when others think, and how often, is no business of its.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from viermot.kernel import bots, registry
from viermot.kernel.agenda import STEPS, AnyQuestion, Question, State, Task, advance, apply, open_questions, options_of
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng, Dice, KeyedDice, Rng, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.observing import Hashed
from viermot.kernel.playout import OpenQuestion
from viermot.kernel.registry import Bot, GameModule
from viermot.kernel.user_error import UserError
from viermot.research.answers import WAIT, numbered

FACTS: Final = Hashed("", 32)  # what a question is about
LONGEST: Final = 20_000  # answers in one game


@dataclass(frozen=True)
class Setting:
    """What is played, and by whom."""

    game: str
    scenario: str = ""  # the first, if none is named
    options: JsonObject = field(default_factory=dict)
    seats: tuple[str, ...] = ()  # the open ones; all, if none is named
    bots: Mapping[str, str] = field(default_factory=dict)  # who has the others; the usual ones, if not named
    pack: Path | None = None

    @property
    def module(self) -> GameModule:
        """The game with the seats it has in this setting."""
        return registry.with_options(self.game, self.options)

    @property
    def open(self) -> tuple[str, ...]:
        """The seats that programs play, in the game's order."""
        everybody = self.module.seats
        for seat in (*self.seats, *self.bots):
            if seat not in everybody:
                raise UserError("error.no_seat", seat=seat, seats=", ".join(everybody))
        return tuple(seat for seat in everybody if not self.seats or seat in self.seats)

    def begun(self, dice: Dice) -> State:
        """The game before its first step."""
        pack = loaded(self.game, self.pack)
        scenario = self.scenario or self.module.info(pack).scenarios[0].id
        state: State = self.module.start(pack, scenario, self.options, dice)
        return state

    def start(self, dice: Dice) -> State:
        """The game at its first question."""
        state = self.begun(dice)
        advance(state)
        return state


@cache
def loaded(game: str, pack: Path | None) -> Any:
    """The component data, read once."""
    return registry.game(game).load_pack(pack)


@cache
def question_names(game: str) -> tuple[str, ...]:
    """Every question a game can ask, including those of the games it builds on."""
    module = registry.game(game)
    homes = {game, *getattr(module, "builds_on", ())}
    return tuple(sorted(name for name, what in STEPS.items() if isinstance(what, Question) and _home(name) in homes))


def _home(name: str) -> str:
    return name.partition(".")[0]


class Asked:
    """A question put to a seat, with its options numbered."""

    def __init__(
        self, module: GameModule, state: State, task: Task, place: int, left: Sequence[int] | None = None
    ) -> None:
        self.decision = Decision(module, state, task, place, 0)
        self.inner: AnyQuestion = self.decision.innermost.question  # where a game is played inside the game, that one's
        self.place = place
        self.task = task
        codes = self.decision.codes if left is None else left  # a game that has been cut offers less
        self.offered = numbered(self.inner, codes, module.observing.actions)


def asked_now(module: GameModule, state: State) -> list[tuple[str, int, Task]]:
    """Who is asked what: seat, place among questions asked together, task."""
    return [(module.seats[state.seat_of(task)], place, task) for place, task in open_questions(state)]


def observation(module: GameModule, state: State, seat: str, asked: Asked | None) -> list[float]:
    """What a seat sees, as numbers between 0 and 1: who it is, what it is asked, what it may know."""
    kinds = [0.0] * len(question_names(module.name))
    facts = [0.0] * FACTS.size
    if asked is not None:
        kinds[question_names(module.name).index(asked.inner.name)] = 1.0
        facts = FACTS.numbers(asked.decision.plain_facts)
    seats = [1.0 if each == seat else 0.0 for each in module.seats]
    return [*seats, *kinds, *facts, *module.observing.numbers(module.perspective(state, seat).to_json())]


def observation_names(module: GameModule) -> list[str]:
    """What each number of an observation means."""
    return [
        *(f"seat={seat}" for seat in module.seats),
        *(f"asked={name}" for name in question_names(module.name)),
        *(f"about{name}" for name in FACTS.names()),
        *module.observing.names(),
    ]


class Play:
    """A game being played."""

    def __init__(self, setting: Setting, seed: str) -> None:
        self.setting = setting
        self.module = setting.module
        self.open = setting.open
        self.size = self.module.observing.actions
        key = key_of(seed)
        self.state = setting.start(KeyedDice(key))
        self.answers = 0  # those of the open seats
        closed = [seat for seat in self.module.seats if seat not in self.open]
        self.bots: dict[str, Bot] = {seat: self._bot(seat) for seat in closed}
        self.rngs: dict[str, Rng] = {seat: BotRng(key, seat) for seat in closed}
        self.views = {seat: self.module.perspective(self.state, seat) for seat in self.module.seats}
        self._shown: dict[str, list[float]] = {}
        self.asked: dict[str, Asked] = {}
        self._go_on()

    def _bot(self, seat: str) -> Bot:
        name = self.setting.bots.get(seat) or bots.usual(self.module.bots(seat))
        return bots.make(self.module, seat, name)

    def _go_on(self) -> None:
        """Let computer players answer until an open seat is asked; then look at what it may know."""
        ask = OpenQuestion()
        while self.state.asked is not None:
            now = asked_now(self.module, self.state)
            others = [each for each in now if each[0] in self.bots]
            if not others:
                break
            seat, place, task = others[0]
            question = ask.put(self.state, task, options_of(self.state, task))
            apply(self.state, self.bots[seat].choose(self.views[seat], question, self.rngs[seat]), place)
        now = asked_now(self.module, self.state) if self.state.asked is not None else []
        still = {seat: asked for seat, asked in self.asked.items() if any(seat == each[0] for each in now)}
        self.asked = {}
        for seat, place, task in now:
            waiting = still.get(seat)
            if waiting is not None and waiting.task is task:
                self.asked[seat] = waiting  # it was asked together with somebody who has answered by now
                continue
            self.asked[seat] = Asked(self.module, self.state, task, place)
            self._shown[seat] = observation(self.module, self.state, seat, self.asked[seat])

    @property
    def over(self) -> bool:
        """Is there nothing left to answer?"""
        return self.state.asked is None

    def turn(self) -> str:
        """The open seat to answer next."""
        return next(iter(self.asked))

    def offered(self, seat: str) -> Sequence[int]:
        """The numbers a seat may answer with."""
        asked = self.asked.get(seat)
        return list(asked.offered) if asked is not None else [WAIT]

    def shown(self, seat: str) -> list[float]:
        """What the seat was shown when it was last asked; when the game is over, how it ended."""
        if self.over:
            return observation(self.module, self.state, seat, None)
        found = self._shown.get(seat)
        return found if found is not None else [0.0] * len(observation_names(self.module))

    def answer(self, seat: str, number: int) -> None:
        """Answer with one of the numbers offered."""
        asked = self.asked.pop(seat)
        apply(self.state, asked.offered[number], asked.place)
        self.answers += 1
        self._go_on()

    def scores(self) -> dict[str, float]:
        """What the game was worth to each open seat; all 0 while it is played."""
        result = self.module.result(self.state)
        if result is None:
            return dict.fromkeys(self.open, 0.0)
        return {seat: self.module.score(result, seat) for seat in self.open}


def mask_size(module: GameModule) -> int:
    """How many numbers an answer may be, `WAIT` among them."""
    return module.observing.actions + 1
