"""What all golden playthroughs share: who chooses, how a game is played and written down, how its text is kept.

A golden playthrough is a whole game as text that a person can read and a diff can judge. `make golden` plays it afresh
with bots; the test replays the decisions in the text, so that bots may change without changing it, but rules may not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from viermot import Session
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotRng, key_of
from viermot.kernel.files import write_atomically
from viermot.kernel.registry import GameModule

GAMES: Final = Path(__file__).parents[1] / "tests" / "games"

Chooser = Callable[[Session, Decision], str]
Told = Callable[[Session, int], Iterable[str]]  # what was logged from that place on, a line each
Asked = Callable[[Session, Decision], str]  # what a question is called in the text
Spoken = Callable[[Session, Decision, str], list[str]]  # the lines of a decision


def seat_and_kind(session: Session, decision: Decision) -> str:
    """A question as most golden texts call it."""
    return f"{decision.seat} {decision.kind}"


# -- who chooses --------------------------------------------------------------------------------------------


def by_bots(game: GameModule, names: Mapping[str, str], seed: str, answers: Mapping[str, str] | None = None) -> Chooser:
    """A bot per seat, each with its own random numbers; ``answers`` are given whatever the bots think."""
    bots = {seat: game.bots(seat)[names[seat]]() for seat in game.seats}
    rngs = {seat: BotRng(key_of(seed), seat) for seat in game.seats}
    fixed = answers or {}

    def choose(session: Session, decision: Decision) -> str:
        seat = decision.seat
        if decision.kind in fixed:
            return fixed[decision.kind]
        return decision.notation_of(bots[seat].choose(session.perspective(seat), decision, rngs[seat]))

    return choose


def by_text(text: str, asked: Asked = seat_and_kind) -> Chooser:
    """The decisions that stand in a golden text."""
    lines = iter([line[2:] for line in text.splitlines() if line.startswith("> ")])

    def choose(session: Session, decision: Decision) -> str:
        golden, _, choice = next(lines, "nothing: ").partition(": ")
        if golden != asked(session, decision):
            raise AssertionError(f"the game asks {asked(session, decision)}, the golden one {golden}")
        return choice

    return choose


# -- playing ------------------------------------------------------------------------------------------------


def said_by(asked: Asked) -> Spoken:
    """A decision on one line: what was asked, and the answer."""
    return lambda session, decision, choice: [f"> {asked(session, decision)}: {choice}"]


SAID: Final = said_by(seat_and_kind)


def play_on(session: Session, choose: Chooser, told: Told, event_fields: Spoken = SAID) -> Iterator[str]:
    """Play to the end; all that happens and every decision, line by line."""
    shown = 0
    while True:
        yield from told(session, shown)
        shown = session.state.logged
        if not session.pending:
            return
        decision = session.pending[0]
        choice = choose(session, decision)
        yield from event_fields(session, decision, choice)
        session.decide(choice, decision.seat)


def last_lines(session: Session) -> list[str]:
    """The result, and a hash of the state the game ended in."""
    state = hashlib.blake2b(canonical(session.module.to_data(session.state)), digest_size=8).hexdigest()
    return ["", f"result {json.dumps(session.result, ensure_ascii=False)}", f"state {state}"]


def listed(fields: Mapping[str, Any]) -> str:
    """The fields of an event by name."""
    return "".join(f"{name}={json.dumps(value, ensure_ascii=False)} " for name, value in fields.items())


def plain_fields(events: Any, state: Any, event: tuple[Any, ...]) -> dict[str, Any]:
    """An event's fields as a game's own module names and spells them."""
    return {name: events.plain(state, name, value) for name, value in events.fields_of(event).items()}


# -- keeping ------------------------------------------------------------------------------------------------


def keep(folder: Path, name: str, text: str) -> None:
    """Write a golden text."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{name}.txt", text.encode())


def play_anew(folder: Path, names: Collection[str], play: Callable[[str], str]) -> None:
    """Play all of them again and keep them; say which have changed."""
    changed = 0
    for name in names:
        file, text = folder / f"{name}.txt", play(name)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            keep(folder, name, text)
            changed += 1
            print(f"{name} changed")
    print(f"{len(names)} golden texts in {folder.name}, {changed} changed")
