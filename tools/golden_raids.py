"""Golden nights of Bomber Command: a night as text that a person can read and a diff can judge.

`make golden` plays them anew with the seeds and options named here; the test replays the decisions in the text, so that
a bot may change without a golden night changing; a rule may not. A line "~ 7" stands for seven usual answers,
such as passing in a card window.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from viermot import Session, new_game
from viermot.bomber_command import events
from viermot.kernel import registry
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotChance, key_of
from viermot.kernel.files import write_atomically

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden" / "bomber_command"
ADVANCED: Final = dict.fromkeys(
    ("12.1.1", "12.1.2", "12.1.3", "12.2", "12.3", "12.4", "12.4.1", "12.5", "10.3.2e"), True
)
# name: scenario, options, seed; one a level of victory in each scenario, and one with every advanced rule
NIGHTS: Final[dict[str, tuple[str, dict[str, bool], str]]] = {
    "berlin-german-major": ("berlin", {}, "golden 1"),
    "berlin-german": ("berlin", {}, "golden 28"),
    "berlin-draw": ("berlin", {}, "golden 2"),
    "berlin-british": ("berlin", {}, "golden 10"),
    "berlin-british-major": ("berlin", {}, "golden 9"),
    "berlin-advanced": ("berlin", ADVANCED, "golden"),
    "downfall-german-major": ("downfall", {}, "golden 19"),
    "downfall-german": ("downfall", {}, "golden 4"),
    "downfall-draw": ("downfall", {}, "golden 0"),
    "downfall-british": ("downfall", {}, "golden 22"),
    "downfall-british-major": ("downfall", {}, "golden 2"),
    "downfall-advanced": ("downfall", ADVANCED, "golden"),
}
UNTOLD: Final = frozenset(("phase", "flew", "hand_size", "attacked_raid", "resolving", "fuel"))  # more noise than news

Chooser = Callable[[Session, Decision], str]


def by_bots(name: str) -> Chooser:
    """Standard bots on both sides, each with its own chance."""
    game = registry.game("bomber_command")
    seed = NIGHTS[name][2]
    bots = {seat: game.bots(seat)["standard"]() for seat in game.seats}
    chances = {seat: BotChance(key_of(seed), seat) for seat in game.seats}

    def choose(session: Session, decision: Decision) -> str:
        seat = decision.seat
        return decision.spell(bots[seat].choose(session.perspective(seat), decision, chances[seat]))

    return choose


def usual_of(decision: Decision) -> str | None:
    """The usual answer, if the question has one and it is legal now."""
    usual = decision.question.usually
    return decision.spell(usual) if usual is not None and usual in decision.codes else None


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
    told_so_far = passed = 0
    while True:
        lines += told(session, told_so_far)
        told_so_far = session.state.logged
        if not session.pending:
            break
        decision = session.pending[0]
        choice = choose(session, decision)
        if choice == usual_of(decision):
            passed += 1
        else:
            lines += [f"~ {passed}"] if passed else []
            passed = 0
            lines.append(f"> {decision.seat} {decision.kind}: {choice}")
        session.decide(choice, decision.seat)
    lines += [f"~ {passed}"] if passed else []
    state = hashlib.blake2b(canonical(session.game.to_data(session.state)), digest_size=8).hexdigest()
    lines += ["", f"result {json.dumps(session.result, ensure_ascii=False)}", f"state {state}"]
    return "\n".join(lines) + "\n"


def told(session: Session, since: int) -> Iterator[str]:
    """What was logged, one a line, with its first rule; who may know it where not all may."""
    state: Any = session.state
    for event in state.log[since : state.logged]:
        kind, rules, seats, _ = event
        if kind in UNTOLD:
            continue
        fields = {name: events.plain(state, name, value) for name, value in events.fields_of(event).items()}
        secret = {1: " (british)", 2: " (german)"}.get(seats, "")
        if kind == "turn":
            yield f"== turn {fields['turn']}"
        elif kind == "roll":
            dice = " ".join(map(str, fields.pop("dice")))
            yield f"  {fields.pop('what')}: {dice} {_listed(fields)}[{rules.split()[0]}]{secret}"
        else:
            yield f"  {kind} {_listed(fields)}[{rules.split()[0]}]{secret}"


def _listed(fields: dict[str, Any]) -> str:
    return "".join(f"{name}={json.dumps(value, ensure_ascii=False)} " for name, value in fields.items())


def main() -> None:
    """Play them all anew."""
    for name in NIGHTS:
        text = play(name, by_bots(name))
        FOLDER.mkdir(parents=True, exist_ok=True)
        write_atomically(FOLDER / f"{name}.txt", text.encode())
        print(f"{name}: {len(text)} characters")


if __name__ == "__main__":
    main()
