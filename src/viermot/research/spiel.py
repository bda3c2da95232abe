"""Every game for OpenSpiel, as a Python game: `import viermot.research.spiel`, then load it by name.

    import pyspiel
    import viermot.research.spiel

    game = pyspiel.load_game("viermot_nightfighter", {"scenario": "3"})

**Chance is explicit.** Every die is a chance node of six outcomes, every draw one of as many as there are things to
draw. The rules ask for dice in the middle of a step; so a step is tried on a copy, and where it asks for a die that has
not fallen yet it is given up, the die becomes a chance node, and the step is tried again with one die more. Between two
decisions there is about one die, so this costs little.

Parameters are texts: ``scenario``, ``options`` ("10.1:competitive;pilots:2") and ``pack``, a folder.

A draw of more than 256 things (a campaign names each sortie's dice by a number of 32 bits) is one chance node a byte.

**States are not copied until they change.** What a state holds is never written to again; a clone shares it. Answers
are numbered as `research/answers.py` says. Utilities are the scores: from -1 to 1 where the seats share one game
between them (zero sum), else from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np
import pyspiel

from viermot.kernel import registry
from viermot.kernel.agenda import Logged, State, Task, advance, apply, options_of
from viermot.kernel.canon import canonical
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.registry import GameModule
from viermot.research.play import Asked, Setting, asked_now, loaded, observation, observation_names
from viermot.setup_options import all_options

PREFIX: Final = "viermot_"
MARK: Final = "#"  # before a scenario's id: OpenSpiel would read 3 back as a number
MAX_OUTCOMES: Final = 256
MAX_MOVES: Final = 100_000
SIDES: Final = tuple((face, 1 / 6) for face in range(1, 7))
BYTES: Final = tuple((each, 1 / MAX_OUTCOMES) for each in range(MAX_OUTCOMES))
Falls = Callable[[str, int], Sequence[tuple[tuple[int, ...], float]]]  # how the dice of one roll may fall together
Ends = Sequence[tuple[Any, float]]


class _Open(Exception):
    """A die or a draw that has not been decided yet, with all its possible outcomes."""

    def __init__(self, what: str, ends: Ends) -> None:
        self.what = what
        self.ends = ends


@dataclass(frozen=True)
class Cut:
    """How a game is made smaller, so that all of it can be walked through. By default it is not."""

    falls: Falls | None = None  # how the dice of a roll may fall together, as far as the rules tell it apart
    draws: Callable[[str, int], Ends] | None = None  # what may be drawn, likewise
    offer: Callable[[State, Task, Sequence[int]], Sequence[int]] | None = None  # which answers are left


WHOLE: Final = Cut()


class ToldDice:
    """Dice that fall as chance has said so far, and then ask."""

    rolls = 0

    def __init__(self, told: tuple[Any, ...], cut: Cut = WHOLE) -> None:
        self.told = told
        self.cut = cut
        self.at = 0

    def _next(self, what: str, ends: Ends) -> Any:
        if self.at == len(self.told):
            raise _Open(what, ends)
        self.at += 1
        return self.told[self.at - 1]

    def roll(self, count: int, stream: str) -> tuple[int, ...]:
        if self.cut.falls is not None:
            fell: tuple[int, ...] = self._next(stream, self.cut.falls(stream, count))
            return fell
        return tuple([self._next(stream, SIDES) for _ in range(count)])

    def draw(self, size: int, stream: str) -> int:
        if self.cut.draws is not None:
            found: int = self._next(stream, self.cut.draws(stream, size))
            return found
        if size <= MAX_OUTCOMES:
            drawn: int = self._next(stream, [(each, 1 / size) for each in range(size)])
            return drawn
        whole, left = 0, size
        while left > 1:
            left, over = divmod(left, MAX_OUTCOMES)
            if over:
                raise NotImplementedError(f"one of {size} things is drawn, which is no number of whole bytes")
            whole = whole * MAX_OUTCOMES + self._next(stream, BYTES)
        return whole

    def pick(self, cup: Sequence[int], stream: str) -> int:
        return self.draw(len(cup), stream)


class Given(NamedTuple):
    """An answer that was given."""

    player: int
    logged: int  # how long the log was then
    question: str
    offered: Sequence[int]
    code: int


@dataclass(frozen=True, eq=False)
class Node:
    """A point of a game. The state in it is never written to."""

    setting: Setting
    state: State
    answers: tuple[Given, ...] = ()  # all of them
    do: Callable[[State], None] | None = None  # what is being tried from this state, if chance is asked
    told: tuple[Any, ...] = ()
    what: str = ""
    ends: Ends = ()
    fresh: bool = False  # the state has not taken its first step
    known: dict[Hashable, Any] = field(default_factory=dict)  # what has been worked out of it

    def __deepcopy__(self, _: object) -> Node:
        return self  # nobody writes to it

    def __reduce__(self) -> tuple[Any, ...]:
        data = None if self.fresh else self.setting.module.to_data(self.state)
        log = self.state.log[: self.state.logged]
        answers = [each._replace(offered=tuple(each.offered)) for each in self.answers]
        return _restored, (self.setting, data, log, tuple(answers), self.do, self.told, self.what, tuple(self.ends))

    def tried(self, do: Callable[[State], None], told: tuple[Any, ...], cut: Cut = WHOLE) -> Node:
        """What doing something from this state leads to when chance says so."""
        state = self.state.clone()
        state.dice = ToldDice(told, cut)
        try:
            do(state)
        except _Open as asks:
            return Node(self.setting, self.state, self.answers, do, told, asks.what, asks.ends, self.fresh)
        return Node(self.setting, state, self.answers)


def _restored(setting: Setting, data: Any, log: list[Logged], *rest: Any) -> Node:
    """A node from what pickle kept of it."""
    dice = ToldDice(())
    if data is None:
        return replace(Node(setting, setting.begun(dice), *rest), fresh=True)
    state: State = setting.module.from_data(loaded(setting.game, setting.pack), data, dice)
    state.log = log
    state.log_shared = False
    return Node(setting, state, *rest)


def _answer(state: State, code: int, place: int) -> None:
    apply(state, code, place)


class VierGame(pyspiel.Game):
    """A game of ours."""

    def __init__(self, kind: Any, setting: Setting, params: dict[str, Any], cut: Cut = WHOLE) -> None:
        self.setting = setting
        self.module: GameModule = setting.module
        self.cut = cut
        self.zero_sum = self.module.shares_one and len(self.module.seats) == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=self.module.observing.actions + 1,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=len(self.module.seats),
            min_utility=-1.0 if self.zero_sum else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=MAX_MOVES,
        )
        super().__init__(kind, info, params)
        self.root: Node | None = None

    def begun(self) -> State:
        """The game before its first step; its dice are not asked yet."""
        return self.setting.begun(ToldDice((), self.cut))

    def new_initial_state(self) -> VierState:
        """The first point of a game."""
        if self.root is None:
            self.root = Node(self.setting, self.begun(), fresh=True).tried(advance, (), self.cut)
        return VierState(self, self.root)

    def max_chance_nodes_in_history(self) -> int:
        """No fewer than there can be."""
        return MAX_MOVES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> VierObserver:
        """An observer: of one seat, or of what everybody knows."""
        return VierObserver(self.module, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class VierState(pyspiel.State):
    """A point of a game, as OpenSpiel sees it."""

    def __init__(self, game: VierGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    @property
    def game(self) -> VierGame:
        """The game it belongs to."""
        whole: VierGame = self.get_game()
        return whole

    # -- what is asked of whom ------------------------------------------------------------------------------

    def _asked(self) -> Asked:
        """The question that is open, the first of several; its options are numbered."""
        known = self.node.known
        if "asked" not in known:
            module, state = self.game.module, self.node.state
            seat, place, task = asked_now(module, state)[0]
            offer = self.game.cut.offer
            left = None if offer is None else offer(state, task, options_of(state, task))
            known["asked"] = Asked(module, state, task, place, left)
            known["seat"] = module.seats.index(seat)
        found: Asked = known["asked"]
        return found

    def current_player(self) -> int:
        """A seat's number, chance, or the end."""
        node = self.node
        if node.do is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if node.state.asked is None:
            return int(pyspiel.PlayerId.TERMINAL)
        self._asked()
        return int(node.known["seat"])

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._asked().offered)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """How the next die may fall, or what may be drawn next."""
        return [(number, chance) for number, (_, chance) in enumerate(self.node.ends)]

    def _apply_action(self, action: int) -> None:
        node, cut = self.node, self.game.cut
        if node.do is not None:
            self.node = node.tried(node.do, (*node.told, node.ends[action][0]), cut)
            return
        asked = self._asked()
        code = asked.offered[action]
        given = Given(node.known["seat"], node.state.logged, asked.inner.name, asked.decision.codes, code)
        after = Node(node.setting, node.state, (*node.answers, given))
        self.node = after.tried(partial(_answer, code=code, place=asked.place), (), cut)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.node.what} {self.node.ends[action][0]}"
        asked = self._asked()
        return f"{asked.inner.word} {asked.decision.notation_of(asked.offered[action])}"

    # -- how it ends ----------------------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.node.do is None and self.node.state.asked is None

    def returns(self) -> list[float]:
        """What the game was worth to each seat; 0 while it is played."""
        module = self.game.module
        result = module.result(self.node.state) if self.is_terminal() else None
        if result is None:
            return [0.0] * len(module.seats)
        scores = [module.score(result, seat) for seat in module.seats]
        return [2 * score - 1 for score in scores] if self.game.zero_sum else scores

    # -- what a seat knows ----------------------------------------------------------------------------------

    def knowledge(self, player: int, recall: bool) -> str:
        """All that a seat has been told, and what it has answered; or what it may know now."""
        key = (player, recall)
        if key not in self.node.known:
            self.node.known[key] = self._worked_out(player, recall)
        text: str = self.node.known[key]
        return text

    def _worked_out(self, player: int, recall: bool) -> str:
        module, state = self.game.module, self.node.state
        seat = module.seats[player]
        if self.node.fresh:
            return seat  # nothing has happened yet
        view = module.perspective(state, seat)
        asked = ""
        if self.current_player() == player:
            asked = f"{self._asked().inner.name} {_digest(self._asked().decision.codes)}"
        if not recall:
            return f"{seat} {asked} {_text(view.to_json())}"
        told = [f"{event.kind}{_text(event.data)}" for event in view.events()]
        given = [
            f"{each.logged}:{each.question}({_digest(each.offered)})={each.code}"
            for each in _as_told(state, player, self.node.answers)
        ]
        return f"{seat} {asked}\n{' '.join(given)}\n{' '.join(told)}"

    def __str__(self) -> str:
        node = self.node
        where = f"chance {node.what} {node.told}" if node.do is not None else ""
        return f"{_text(self.game.module.to_data(node.state))} {where}".strip()

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> VierState:
        """A state this seat cannot tell from the true one, drawn from its belief (`GameModule.resample`).

        Where questions are asked together, what another seat may have answered is drawn at random.
        """
        module, state = self.game.module, self.node.state
        rng = SampledRng(probability_sampler)
        seat = module.seats[player]
        world: State = module.resample(module.perspective(state, seat), rng)
        while (now := asked_now(module, world)) and now[0][0] != seat:
            _, place, task = now[0]
            codes = options_of(world, task)
            apply(world, codes[rng.below(len(codes))], place)
        return VierState(self.game, Node(self.node.setting, world, _as_told(state, player, self.node.answers)))


def _as_told(state: State, player: int, answers: Iterable[Given]) -> tuple[Given, ...]:
    """A seat's own answers, each with the length of the log at the time, counted in events the seat was shown."""
    own, seen, at = [], 0, 0
    for each in answers:
        if each.player == player:
            seen += sum(1 for event in state.log[at : each.logged] if event[2] & 1 << player)
            at = each.logged
            own.append(each._replace(logged=seen))
    return tuple(own)


def _text(value: Any) -> str:
    return canonical(value).decode()


def _digest(codes: Sequence[int]) -> str:
    """A digest of what was offered: a list may be drawn at random, and then it tells the seat something."""
    return f"{crc32(repr(list(codes)).encode()):08x}"


class SampledRng:
    """Our random numbers from OpenSpiel's."""

    def __init__(self, sample: Callable[[], float]) -> None:
        self._sample = sample

    def below(self, size: int) -> int:
        return min(size - 1, int(self._sample() * size))


class VierObserver:
    """What a seat may know as a tensor and as text; without private knowledge, what everybody knows."""

    def __init__(self, module: GameModule, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody may observe what all seats know")
        self.module = module
        self.alone = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.recall = kind.perfect_recall
        self.tensor: Any = np.zeros(len(observation_names(module)), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: VierState, player: int) -> None:
        """Look at a state from a seat."""
        self.tensor[:] = 0.0
        if state.node.fresh:
            return  # nothing has happened yet
        seat = PUBLIC if self.alone else self.module.seats[player]
        asked = state._asked() if state.current_player() == player and not self.alone else None
        self.tensor[:] = observation(self.module, state.node.state, seat, asked)

    def string_from(self, state: VierState, player: int) -> str:
        """The same as text; with perfect recall, everything the seat was ever told."""
        if self.alone and not state.node.fresh:
            view = self.module.perspective(state.node.state, PUBLIC)
            return _text([event.to_json() for event in view.events()] if self.recall else view.to_json())
        return state.knowledge(player, self.recall)


# -- registration ---------------------------------------------------------------------------------------------


def game_type(name: str, title: str, players: Iterable[int], zero_sum: bool, loadable: bool = True) -> Any:
    """What OpenSpiel is told about a game before it is loaded."""
    sizes = sorted(players)
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=sizes[-1],
        min_num_players=sizes[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": "", "pack": ""},
        default_loadable=loadable,
    )


def register() -> None:
    """Tell OpenSpiel about every game that is installed: `viermot_<name>`."""
    for module in registry.modules():
        name = PREFIX + module.name
        if name in pyspiel.registered_names():
            continue
        sizes = [len(seats) for seats in module.seat_sets]
        kind = game_type(name, module.info(module.load_pack(None)).title, sizes, module.shares_one)
        made = type(f"Game_{module.name}", (Loaded,), {"kind": kind, "name": module.name, "__module__": __name__})
        globals()[made.__name__] = made  # where pickle looks for it
        pyspiel.register_game(kind, made)


class Loaded(VierGame):
    """A game made from parameters, all of them strings."""

    kind: Any
    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        scenario = str(given.get("scenario", "")).removeprefix(MARK)
        typed = [each.replace(":", "=", 1) for each in str(given.get("options", "")).split(";") if each]
        pack = str(given.get("pack", ""))
        setting = Setting(self.name, scenario, all_options(typed), pack=Path(pack) if pack else None)
        super().__init__(self.kind, setting, {**given, "scenario": MARK + scenario if scenario else ""})


register()
