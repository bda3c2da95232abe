"""Golden careers of Interceptor Ace: a career as text that a person can read and a diff can judge.

`make golden` plays them anew with the bots, seeds and options named here; the test replays the decisions in the text,
so that a bot may change without a golden career changing; a rule may not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from viermot import Session, new_game
from viermot.interceptor import events
from viermot.kernel import registry
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotChance, key_of
from viermot.kernel.files import write_atomically

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden" / "interceptor"
LATE: Final = {"start": "Dec43"}
EVERYTHING: Final = {"10.3": True, "10.4": True, "10.5": True, "10.6": True, "start": "Jan44"}
# name: scenario, options, bot, seed; one a series of aircraft, one an ending, one a kind of company, one with options
CAREERS: Final[dict[str, tuple[str, dict[str, Any], str, str]]] = {
    "bf109": ("18", LATE, "standard", "g12"),
    "fw190": ("5", LATE, "standard", "g2"),
    "bf110": ("20", LATE, "standard", "golden"),
    "me410": ("11", LATE, "standard", "golden"),
    "march": ("career", {}, "reference", "golden"),
    "ace": ("career", {"10.2": "Heinz Knoke"}, "standard", "golden"),
    "options": ("7", EVERYTHING, "standard", "g5"),
    "together": ("2", {"10.1": "cooperative", "pilots": 2, "start": "Jan44"}, "standard", "golden"),
    "rivals": ("2", {"10.1": "competitive", "pilots": 2, "start": "Feb44"}, "standard", "golden"),
    "plot-fails": ("journey", {"10.7": True}, "random", "golden"),
    "plot-succeeds": ("journey", {"10.7": True}, "random", "golden"),
}
# A man of 39 victories who lands with his fortieth: the next journey is to headquarters [7.8.7.5, 10.7].
JOURNEY: Final = """
game = "interceptor"
at = "ground"
month = "Jan44"
line = 3
options = {"10.7" = true}
[[pilot]]
unit = "I/JG 2"
aircraft = "Fw190A-7"
bombers = 46
sortie_b = 6
fate = 2
level = 7
awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
"""

Chooser = Callable[[Session, Decision], str]


def by_bots(name: str) -> Chooser:
    """The bots of that career, each with its own chance; a plotter does not waver."""
    _, options, bot, seed = CAREERS[name]
    game = registry.at_table("interceptor", options)
    bots = {seat: game.bots(seat)[bot]() for seat in game.seats}
    chances = {seat: BotChance(key_of(seed), seat) for seat in game.seats}

    def choose(session: Session, decision: Decision) -> str:
        if decision.kind == "at_headquarters":
            return decision.options[-1]
        seat = decision.seat
        return decision.spell(bots[seat].choose(session.perspective(seat), decision, chances[seat]))

    return choose


def by_text(text: str) -> Chooser:
    """The decisions that stand in a golden career."""
    lines = iter([line[2:] for line in text.splitlines() if line.startswith("> ")])

    def choose(session: Session, decision: Decision) -> str:
        seat, kind, choice = next(lines, "  ").replace(":", "", 1).split(" ", 2)
        if (seat, kind) != (decision.seat, decision.kind):
            raise AssertionError(f"the career asks {decision.kind} of {decision.seat}, the golden one {kind} of {seat}")
        return choice

    return choose


def begin(name: str) -> Session:
    """The career before its first decision."""
    scenario, options, _, seed = CAREERS[name]
    if scenario != "journey":
        return new_game("interceptor", scenario, options, seed=seed)
    dice = {"pistol shots": [6 if name == "plot-succeeds" else 1], "pistol wound": [6, 1, 1, 1, 1, 1]}
    if name == "plot-fails":
        dice["pistol wound"] = [1]
    return new_game("interceptor", position=JOURNEY, seed=seed, dice=dice)


def play(name: str, choose: Chooser) -> str:
    """The whole career as text."""
    scenario, options, bot, seed = CAREERS[name]
    session = begin(name)
    lines = [f"# career: {name}", f"# scenario: {scenario}", f"# options: {json.dumps(options)}", f"# bot: {bot}"]
    lines += [f"# seed: {seed}", ""]
    told_so_far = 0
    while True:
        lines += told(session, told_so_far)
        told_so_far = session.state.logged
        if not session.pending:
            break
        decision = session.pending[0]
        choice = choose(session, decision)
        lines.append(f"> {decision.seat} {decision.kind}: {choice}")
        session.decide(choice, decision.seat)
    state = hashlib.blake2b(canonical(session.game.to_data(session.state)), digest_size=8).hexdigest()
    lines += ["", f"result {json.dumps(session.result, ensure_ascii=False)}", f"state {state}"]
    return "\n".join(lines) + "\n"


def told(session: Session, since: int) -> Iterator[str]:
    """What was logged, one a line, with its rules; rolls by their dice, a heading for each line of the log sheet."""
    state: Any = session.state
    for event in state.log[since : state.logged]:
        kind, rules, _, _ = event
        fields = {name: events.plain(state, name, value) for name, value in events.fields_of(event).items()}
        if kind == "line":
            yield f"== {fields['month']} {fields['line']}"
        elif kind == "roll":
            dice = " ".join(map(str, fields.pop("dice")))
            yield f"  {fields.pop('what')}: {dice} {_listed(fields)}[{rules}]"
        else:
            yield f"  {kind} {_listed(fields)}[{rules}]"


def _listed(fields: dict[str, Any]) -> str:
    return "".join(f"{name}={json.dumps(value, ensure_ascii=False)} " for name, value in fields.items())


def main() -> None:
    """Play all of them anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in CAREERS:
        write_atomically(FOLDER / f"{name}.txt", play(name, by_bots(name)).encode())


if __name__ == "__main__":
    main()
