"""Golden playthroughs of the solitaire game: whole games as text that a person can read and a diff can judge.

`make golden` plays each of them anew, with the seed and the bot its first lines name. The test replays the decisions
in the text, so that a bot may change without a golden game changing; a rule may not. `--choose` finds what is missing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from viermot import Session, new_game
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotChance, key_of
from viermot.kernel.files import write_atomically
from viermot.solitaire import GAME
from viermot.solitaire.events import fields_of, plain
from viermot.solitaire.sequence import PHASES

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden" / "solitaire"
SCENARIOS: Final = tuple(GAME.load_pack(None).scenarios)
ENDINGS: Final = (
    "no fighters left", "no attackers left", "last turn", "victory stop", "victory decisive", "bomber attacked",
    "German fighters gone",
)  # fmt: skip
LONGEST: Final = 40_000  # characters of a golden game
TRIES: Final = 6
EXCITING: Final = {
    "shot_down": 6, "corkscrews": 5, "fighter_hit": 4, "fighter_lost": 5, "attack": 3, "revealed": 4, "handed_off": 2,
    "coned": 1, "fixed": 2, "tallied": 3, "stays_with_it": 5, "scattered": 5, "blinded": 3, "real": 2, "phantom": 1,
    "tracked": 2, "refined": 1, "rolled_again": 2, "excluded": 1,
}  # fmt: skip

Chooser = Callable[[Session, Decision], str]


@dataclass
class Header:
    """What decides a golden game."""

    scenario: str
    seed: str
    player: str = "standard"
    options: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)  # what is answered whatever the bot thinks

    def lines(self) -> list[str]:
        return [
            f"# scenario: {self.scenario}", f"# seed: {self.seed}", f"# player: {self.player}",
            f"# options: {json.dumps(self.options, ensure_ascii=False)}", f"# answers: {json.dumps(self.answers)}",
        ]  # fmt: skip

    @classmethod
    def read(cls, text: str) -> Header:
        """From the first lines of a golden game."""
        named = dict(line[2:].split(": ", 1) for line in text.splitlines() if line.startswith("# "))
        options, answers = json.loads(named["options"]), json.loads(named["answers"])
        return cls(named["scenario"], named["seed"], named["player"], options, answers)


def by_bot(header: Header) -> Chooser:
    """The bot of the header with its own chance."""
    bot = GAME.bots("player")[header.player]()
    chance = BotChance(key_of(header.seed), "player")

    def choose(session: Session, decision: Decision) -> str:
        if decision.kind in header.answers:
            return header.answers[decision.kind]
        return decision.spell(bot.choose(session.perspective("player"), decision, chance))

    return choose


def by_text(text: str) -> Chooser:
    """The decisions that stand in a golden game."""
    lines = iter([line[2:] for line in text.splitlines() if line.startswith("> ")])

    def choose(session: Session, decision: Decision) -> str:
        kind, choice = next(lines, ": ").split(": ", 1)
        if kind != decision.kind:
            raise AssertionError(f"the game asks {decision.kind}, the golden one {kind}")
        return choice

    return choose


def play(header: Header, choose: Chooser) -> str:
    """The whole game as text."""
    session = new_game("solitaire", header.scenario, header.options, seed=header.seed)
    lines = [*header.lines(), ""]
    shown = 0
    while True:
        lines += told(session, shown)
        shown = session.state.logged
        if not session.pending:
            break
        decision = session.pending[0]
        choice = choose(session, decision)
        lines.append(f"> {decision.kind}: {choice}")
        session.decide(choice)
    lines += ["", f"result {json.dumps(session.result)}", "", "position", *_indented(session.position())]
    return "\n".join(_without_idle_phases(lines)) + "\n"


def told(session: Session, since: int) -> Iterator[str]:
    """The events from that place of the log on, one a line, with their rules."""
    state: Any = session.state
    for event in state.log[since : state.logged]:
        kind, rules, _, data = event
        if kind == "turn":
            yield f"== turn {data[0]}"
        elif kind == "phase":
            yield f"-- {data[0]} {PHASES[data[0]][0]}"
        else:
            fields = {name: plain(state, name, value) for name, value in fields_of(event).items()}
            yield f"  {kind}{''.join(map(_shown, fields.values()))} [{rules}]"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " (" + " ".join(_shown(item).strip() for item in value) + ")"
    return f" {value}"


def _indented(text: str) -> list[str]:
    """The position, each aircraft on a line of its own."""
    top, *aircraft = text.strip().split("\n\n")
    return [f"  {line}" for line in (*top.splitlines(), *(", ".join(block.splitlines()) for block in aircraft))]


def _without_idle_phases(lines: list[str]) -> Iterator[str]:
    """A phase in which nothing happens needs no heading."""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not (line.startswith("-- ") and following[:2] in ("--", "==", "")):
            yield line


def ending(text: str) -> str:
    """How a golden game ended, told apart as ENDINGS does."""
    result = json.loads(next(line for line in text.splitlines() if line.startswith("result "))[7:])
    if result["reason"] != "victory":
        return str(result["reason"])
    return "victory stop" if "> fly_for_more: stop" in text else "victory decisive"


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def excitement(text: str) -> float:
    """How much there is to see, for its length; nothing if it is too long."""
    if len(text) > LONGEST:
        return -len(text)
    worth = sum(points * min(4, text.count(f" {kind} ")) for kind, points in EXCITING.items())
    return worth * 200 / (2_000 + len(text))


def choose_scenarios(progress: Callable[[str], None]) -> None:
    """A golden game for each scenario that has none."""
    for scenario in SCENARIOS:
        if not file_of(scenario).exists():
            headers = [Header(scenario, f"golden {number}") for number in range(TRIES)]
            write(scenario, max((play(header, by_bot(header)) for header in headers), key=excitement))
            progress(f"{scenario} chosen")


def choose_endings(progress: Callable[[str], None]) -> None:
    """A golden game for each way to end that has none."""
    for wanted in ENDINGS:
        name = "end-" + wanted.replace(" ", "-").lower()
        if not file_of(name).exists():
            write(name, _find_ending(wanted))
            progress(f"{name} chosen")


def _find_ending(wanted: str) -> str:
    likely = {"bomber attacked": ("7",), "German fighters gone": ("7C", "7"), "last turn": ("1B", "4", "1")}
    answers = {"fly_for_more": "stop"} if wanted == "victory stop" else {}
    if wanted == "bomber attacked":
        answers = {"attack": "guns", "identify": "no"}
    for number in range(400):
        for scenario in likely.get(wanted, ("3", "4B", "2", "3C")):
            header = Header(scenario, f"end {number}", answers=answers)
            text = play(header, by_bot(header))
            if ending(text) == wanted and len(text) <= LONGEST:
                return text
    raise SystemExit(f"no game was found that ends with {wanted!r}")


def write(name: str, text: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    write_atomically(file_of(name), text.encode())


def main(arguments: list[str] | None = None) -> int:
    """Play all golden games anew; with --choose, first find those that are missing."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--choose", action="store_true", help="find games where a scenario or a way to end has none")
    parser.add_argument("--afresh", action="store_true", help="forget the old ones first")
    asked = parser.parse_args(arguments)
    if asked.afresh:
        for file in FOLDER.glob("*.txt"):
            file.unlink()
    if asked.choose or asked.afresh or not any(FOLDER.glob("*.txt")):
        choose_scenarios(print)
        choose_endings(print)
    changed = 0
    for file in sorted(FOLDER.glob("*.txt")):
        before = file.read_text(encoding="utf-8")
        after = play(Header.read(before), by_bot(Header.read(before)))
        if after != before:
            write(file.stem, after)
            changed += 1
            print(f"{file.stem} changed")
    print(f"{len(list(FOLDER.glob('*.txt')))} golden games of the solitaire game, {changed} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
