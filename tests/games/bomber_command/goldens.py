"""Golden nights of Bomber Command: a night as text that a person can read and a diff can judge.

`make golden` plays them anew with the seeds and options named here; the test replays the decisions in the text, so that
a bot may change without a golden night changing; a rule may not. A line "~ 7" stands for seven usual answers,
such as passing in a card window.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3]))  # run as a script, too

from tools import goldens
from tools.goldens import Chooser, listed, plain_fields, seat_and_kind
from viermot import Session, new_game
from viermot.games.bomber_command.knowledge import events
from viermot.kernel import registry
from viermot.kernel.decision import Decision

FOLDER: Final = Path(__file__).with_name("golden")
ADVANCED: Final = dict.fromkeys(
    ("12.1.1", "12.1.2", "12.1.3", "12.2", "12.3", "12.4", "12.4.1", "12.5", "10.3.2e"), True
)
# name: scenario, options, seed; one a level of victory in each scenario, and one with every advanced rule
NIGHTS: Final[dict[str, tuple[str, dict[str, bool], str]]] = {
    "berlin-german-major": ("berlin", {}, "golden 5"),
    "berlin-german": ("berlin", {}, "golden 1"),
    "berlin-draw": ("berlin", {}, "golden 8"),
    "berlin-british": ("berlin", {}, "golden 0"),
    "berlin-british-major": ("berlin", {}, "golden 7"),
    "berlin-advanced": ("berlin", ADVANCED, "golden"),
    "downfall-german-major": ("downfall", {}, "golden 6"),
    "downfall-german": ("downfall", {}, "golden 27"),
    "downfall-draw": ("downfall", {}, "golden 10"),
    "downfall-british": ("downfall", {}, "golden 3"),
    "downfall-british-major": ("downfall", {}, "golden 1"),
    "downfall-advanced": ("downfall", ADVANCED, "golden"),
}
UNTOLD: Final = frozenset(("phase", "flew", "hand_size", "attacked_raid", "resolving", "fuel"))  # more noise than news


def by_bots(name: str) -> Chooser:
    """Standard bots on both sides."""
    game = registry.game("bomber_command")
    return goldens.by_bots(game, dict.fromkeys(game.seats, "standard"), NIGHTS[name][2])


def usual_of(decision: Decision) -> str | None:
    """The usual answer, if the question has one and it is legal now."""
    usual = decision.question.usually
    return decision.notation_of(usual) if usual is not None and usual in decision.codes else None


def by_text(text: str) -> Chooser:
    """The decisions that stand in a golden night."""
    lines = _decisions(text)

    def choose(session: Session, decision: Decision) -> str:
        line = next(lines, "nobody nothing: ")
        if not line:
            return usual_of(decision) or ""
        seat, kind, choice = line.replace(":", "", 1).split(" ", 2)
        if (seat, kind) != (decision.seat, decision.kind):
            raise AssertionError(f"the night asks {decision.kind} of {decision.seat}, the golden one {kind} of {seat}")
        return choice

    return choose


def _decisions(text: str) -> Iterator[str]:
    """Every decision; an empty one is the usual answer."""
    for line in text.splitlines():
        if line.startswith("~ "):
            yield from [""] * int(line[2:])
        elif line.startswith("> "):
            yield line[2:]


def play(name: str, choose: Chooser) -> str:
    """The whole night as text."""
    scenario, options, seed = NIGHTS[name]
    session = new_game("bomber_command", scenario, options, seed=seed)
    lines = [f"# night: {name}", f"# scenario: {scenario}", f"# options: {json.dumps(options)}", f"# seed: {seed}", ""]
    passed = Passed()
    lines += [
        *goldens.play_on(session, choose, told, passed.event_fields),
        *passed.so_far(),
        *goldens.last_lines(session),
    ]
    return "\n".join(lines) + "\n"


class Passed:
    """Usual answers, counted until somebody says something else."""

    def __init__(self) -> None:
        self.count = 0

    def event_fields(self, session: Session, decision: Decision, choice: str) -> list[str]:
        if choice == usual_of(decision):
            self.count += 1
            return []
        return [*self.so_far(), f"> {seat_and_kind(session, decision)}: {choice}"]

    def so_far(self) -> list[str]:
        count, self.count = self.count, 0
        return [f"~ {count}"] if count else []


def told(session: Session, since: int) -> Iterator[str]:
    """What was logged, one a line, with its first rule; who may know it where not all may."""
    state: Any = session.state
    for event in state.log[since : state.logged]:
        kind, rules, seats, _ = event
        if kind in UNTOLD:
            continue
        fields = plain_fields(events, state, event)
        secret = {1: " (british)", 2: " (german)"}.get(seats, "")
        if kind == "turn":
            yield f"== turn {fields['turn']}"
        elif kind == "roll":
            dice = " ".join(map(str, fields.pop("dice")))
            yield f"  {fields.pop('what')}: {dice} {listed(fields)}[{rules.split()[0]}]{secret}"
        else:
            yield f"  {kind} {listed(fields)}[{rules.split()[0]}]{secret}"


if __name__ == "__main__":
    goldens.play_anew(FOLDER, NIGHTS, lambda name: play(name, by_bots(name)))
