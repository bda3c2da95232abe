"""A toy game to test the kernel alone: blue hides on a small hex map, red shoots at a guess, then both show hands.

Each round blue slips to a hex in secret, red aims and loads (and may take that back), the shot is rolled for all to
see while blue's nerve is rolled in secret, and both choose rock, paper or scissors at the same time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from viermot.kernel.agenda import (
    Notation,
    State,
    Unreadable,
    Warned,
    Words,
    advance,
    open_questions,
    question,
    step,
    task,
    task_from_json,
    task_to_json,
    together,
    warn,
)
from viermot.kernel.canon import canonical
from viermot.kernel.dice import QuickDice, Rng
from viermot.kernel.events import Event
from viermot.kernel.hexes import BadHex, HexMap
from viermot.kernel.perspective import seat_bits
from viermot.kernel.registry import GameDefaults, GameInfo, ScenarioInfo
from viermot.kernel.rulebook import Rule, Rulebook
from viermot.kernel.standing import Told
from viermot.kernel.user_error import UserError
from viermot.uniform_bot import Uniform

RED, BLUE = 0, 1
SEATS = ("red", "blue")
TO_RED, TO_BLUE, TO_ALL = 1, 2, 3
FIELD = HexMap(5, 4)
HANDS = Words("rock", "paper", "scissors")
ECHOES = ("aimed", "loaded")
ROUNDS = {"duel": 3, "long": 8}
FIELDS = {
    "round": "round", "hid": "hex", "number": "number", "aimed": "hex", "loaded": "load", "shot": "dice load hit",
    "nerve": "dice", "shown": "red blue winner", "over": "reason",
}  # fmt: skip


class HexText(Notation):
    """A hex of the field."""

    def write(self, game: Any, option: int) -> str:
        return FIELD.name(option)

    def read(self, game: Any, text: str) -> int:
        try:
            return FIELD.parse(text)
        except BadHex:
            raise Unreadable("unreadable.hex", "1a", text=text) from None


class Toy(State):
    """One game."""

    __slots__ = ("aim", "ending", "hidden", "load", "numbers", "points", "round", "rounds", "scenario")

    scenario: str
    rounds: int
    round: int
    hidden: int
    aim: int
    load: int
    numbers: list[int]
    points: list[int]
    ending: str

    def clone(self) -> Toy:
        new = Toy()
        new.copy_agenda(self)
        for name in ("scenario", "rounds", "round", "hidden", "aim", "load", "ending"):
            setattr(new, name, getattr(self, name))
        new.numbers, new.points = self.numbers[:], self.points[:]
        return new


# -- rules -------------------------------------------------------------------------------------------


@step
def toy_set_up(game: Toy) -> None:
    for seat, name in enumerate(SEATS):
        game.numbers[seat] = game.dice.draw(9, f"{name}:number")
        game.emit("number", "1a", 1 << seat, game.numbers[seat])
    game.push(toy_round)


@step
def toy_round(game: Toy) -> None:
    if game.round == game.rounds or max(game.points) >= 3:
        game.ending = "points" if max(game.points) >= 3 else "rounds"
        game.emit("over", "4a", TO_ALL, game.ending)
        return
    game.round += 1
    game.emit("round", "1a", TO_ALL, game.round)
    game.next(
        task(hide),
        task(aim),
        task(load),
        task(shoot),
        together(task(red_hand), task(blue_hand)),
        task(compare),
        task(toy_round),
    )


@question(BLUE, "2a", HexText())
def hide(game: Toy) -> list[int]:
    return [game.hidden, *FIELD.adjacent[game.hidden]]


@hide.chosen
def hid(game: Toy, hex_: int) -> None:
    game.hidden = hex_
    game.emit("hid", "2a", TO_BLUE, hex_)


@question(RED, "2b", HexText(), undoable=True)
def aim(game: Toy) -> range:
    return range(FIELD.size)


@aim.chosen
def aimed(game: Toy, hex_: int) -> None:
    game.aim = hex_
    game.emit("aimed", "2b", TO_RED, hex_)


@question(RED, "2b", Words("ball", "shot"), undoable=True)
def load(game: Toy) -> list[int]:
    return [0, 1]


@load.suggests
def shot_when_far(game: Toy) -> int | None:
    """Red's default: shot reaches further; nothing recommends itself where red aims at the middle."""
    middle = FIELD.distance[game.aim][FIELD.at(3, 2)]
    return None if middle == 0 else int(middle > 1)


@load.settles
def ball_when_near(game: Toy) -> int | None:
    """Red aims at the middle, where ball is as good as shot and hits harder."""
    return 0 if FIELD.distance[game.aim][FIELD.at(3, 2)] == 0 else None


@load.chosen
def loaded(game: Toy, what: int) -> None:
    game.load = what
    game.emit("loaded", "2b", TO_RED, what)


@load.refuses
def not_that_load(game: Toy, what: int) -> tuple[str, str] | None:
    return ("2b", "no_such_load")


@step
def shoot(game: Toy) -> None:
    nerve = game.dice.roll(1, "blue:nerve")
    game.emit("nerve", "3a", TO_BLUE, tuple(nerve))
    dice = game.dice.roll(2, "shot")
    near = FIELD.distance[game.aim][game.hidden] <= game.load + GAME.reach
    hit = near and sum(dice) - 3 * game.load >= nerve[0]
    game.points[RED if hit else BLUE] += 1 if hit else 0
    game.emit("shot", "3a", TO_ALL, tuple(dice), game.load, hit)


@question(RED, "3b", HANDS, subject="round", sheet="hands")
def red_hand(game: Toy) -> list[int]:
    return [0, 1, 2]


@red_hand.tells
def red_hand_facts(game: Toy) -> dict[str, object]:
    return {"round": game.round}


@red_hand.obeys
def shows_as_told(game: Toy, told: Told) -> int | None:
    """What red wrote down for this round; without it rock, once the sheet has been handed in."""
    wanted = told.of(str(game.round))
    if not told.is_handed_in("red_hand"):
        return None
    return HANDS.read(game, wanted) if wanted in HANDS.words else 0 if not wanted else None


@red_hand.warns
def scissors_cut(game: Toy, hand: int) -> Warned | None:
    """Red shows scissors in the last round: that cannot be had back."""
    return warn("toy.scissors") if hand == 2 and game.round == game.rounds else None


@red_hand.chosen
def red_showed(game: Toy, hand: int) -> None:
    game.aim = hand


@question(BLUE, "3b", HANDS)
def blue_hand(game: Toy) -> list[int]:
    return [0, 1, 2]


@blue_hand.chosen
def blue_showed(game: Toy, hand: int) -> None:
    game.load = hand


@step
def compare(game: Toy) -> None:
    red, blue = game.aim, game.load
    winner = "nobody" if red == blue else SEATS[RED] if (red - blue) % 3 == 1 else SEATS[BLUE]
    if winner in SEATS:
        game.points[SEATS.index(winner)] += 1
    game.emit("shown", "3b", TO_ALL, red, blue, winner)


# -- what a seat sees --------------------------------------------------------------------------------


class ToyView:
    def __init__(self, game: Toy, seat: str) -> None:
        self._game, self.seat, self.bits = game, seat, seat_bits(SEATS, seat)

    def to_json(self) -> dict[str, Any]:
        game = self._game
        picture: dict[str, Any] = {"round": game.round, "points": game.points, "over": GAME.result(game)}
        if self.seat in SEATS:
            picture["number"] = game.numbers[SEATS.index(self.seat)]
        if self.seat == "blue":
            picture["hidden"] = FIELD.name(game.hidden)
        return picture

    def events(self, since: int = 0, until: int | None = None) -> list[Event]:
        told, turn, number = [], 0, 0
        for kind, rules, seats, data in self._game.log[: self._game.logged]:
            if seats & self.bits != self.bits:
                continue
            turn = data[0] if kind == "round" else turn
            if number == until:
                break
            if number >= since:
                fields = dict(zip(FIELDS[kind].split(), data, strict=True))
                told.append(Event(number, turn, kind, tuple(rules.split()), fields))
            number += 1
        return told


class ToyGame(GameDefaults):
    """The game as the kernel knows it; ``reach`` and ``rules_version`` may be changed to play by other rules."""

    name = "toy"
    seats = SEATS
    rules_version = "1"
    reach = 0
    rulebook = Rulebook("toy", [Rule(i, "toy", "do", False) for i in ("1a", "2a", "2b", "3a", "3b", "4a")])

    def info(self, pack: Any) -> GameInfo:
        scenarios = tuple(ScenarioInfo(name, name, "", "", f"{n} rounds", "1") for name, n in ROUNDS.items())
        return GameInfo(self.name, "Toy", SEATS, scenarios, (), dict.fromkeys(SEATS, ("random",)), self.rules_version)

    def load_pack(self, path: Path | None) -> Any:
        return {"hands": list(HANDS.words)}

    def pack_from(self, content: Any) -> Any:
        return content

    def pack_hash(self, pack: Any) -> str:
        return hashlib.sha256(canonical(pack)).hexdigest()

    def pack_content(self, pack: Any) -> Any:
        return pack

    def check_pack(self, pack: Any) -> list[UserError]:
        return []

    def provenance(self, pack: Any) -> list[Any]:
        return []

    def export_pack(self, target: Path) -> list[Path]:
        return []

    def start(self, pack: Any, scenario: str, options: Mapping[str, Any], dice: Any) -> Toy:
        if scenario not in ROUNDS:
            raise UserError("error.no_scenario", name=scenario, known=", ".join(ROUNDS))
        game = Toy()
        game.begin(dice, task(toy_set_up))
        game.scenario, game.rounds = scenario, ROUNDS[scenario]
        game.round = game.aim = game.load = 0
        game.hidden = FIELD.at(3, 2)
        game.numbers, game.points, game.ending = [0, 0], [0, 0], ""
        return game

    def setup_of(self, state: Any) -> tuple[str, dict[str, Any]]:
        return state.scenario, {}

    def is_echo(self, state: Any, event: tuple[Any, ...], seat: str) -> bool:
        return event[0] in ECHOES

    def spans(self, state: Any) -> dict[str, Any]:
        return {"round": state.round}

    def perspective(self, state: Any, seat: str) -> ToyView:
        return ToyView(state, seat)

    def result(self, state: Any) -> dict[str, Any] | None:
        return {"reason": state.ending, "level": state.points[0] - state.points[1]} if state.ending else None

    def score(self, result: Mapping[str, Any], seat: str) -> float:
        ahead = result["level"] if seat == "red" else -result["level"]
        return 0.5 if ahead == 0 else float(ahead > 0)

    def resample(self, view: ToyView, rng: Rng) -> Toy:
        """Red does not know where blue hides, nor blue's number; blue does not know red's number nor where it aims."""
        world = view._game.clone()
        world.log = [event for event in world.log if event[2] & view.bits == view.bits]
        world.dice = QuickDice(rng.below(1 << 30))
        other = 1 - SEATS.index(view.seat)
        world.numbers[other] = rng.below(9)
        if view.seat == "red":
            world.hidden = rng.below(FIELD.size)
        elif len(open_questions(world)) == 1:
            world.aim = rng.below(FIELD.size)
        return world

    def bots(self, seat: str) -> dict[str, Any]:
        return {"random": Uniform}

    def to_data(self, state: Any) -> dict[str, Any]:
        data = {name: getattr(state, name) for name in Toy.__slots__}
        data["agenda"] = [task_to_json(task) for task in state.agenda]
        data["asked"] = None if state.asked is None else task_to_json(state.asked)
        data["answers"] = list(state.answers)
        return data

    def from_data(self, pack: Any, data: Mapping[str, Any], dice: Any) -> Toy:
        game = self.start(pack, data["scenario"], {}, dice)
        for name in Toy.__slots__:
            setattr(game, name, data[name])
        game.agenda = [task_from_json(task) for task in data["agenda"]]
        if data["asked"] is not None:
            game.agenda.append(task_from_json(data["asked"]))
            advance(game)
            game.answers = tuple(data["answers"])
        return game

    def write_position(self, state: Any) -> str:
        return "toy = " + json.dumps(self.to_data(state), sort_keys=True) + "\n"

    def read_position(self, pack: Any, text: str, dice: Any) -> Toy:
        return self.from_data(pack, json.loads(text.removeprefix("toy = ")), dice)

    def faults(self, state: Any) -> list[str]:
        return [] if 0 <= state.hidden < FIELD.size and min(state.points) >= 0 else ["blue is off the field"]

    def plain(self, state: Any, name: str, value: Any) -> Any:
        return FIELD.name(value) if name == "hex" else value

    def show(self, state: Any, seat: str, name: str, value: Any, locale: str) -> Any:
        return self.plain(state, name, value)


GAME = ToyGame()
