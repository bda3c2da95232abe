"""Golden careers: a year as text that a person can read and a diff can judge.

Run it to play them anew with the bots and seeds their first lines name; the test replays the decisions in the text, so
that a bot may change without a golden career changing; a rule may not. What happens in the air stands here only as
decisions: the games that sorties are flown with have golden playthroughs of their own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from viermot import Session, new_game
from viermot.campaign import events
from viermot.kernel import registry
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.dice import BotChance, key_of
from viermot.kernel.files import write_atomically

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden" / "campaign"
IN_FLIGHT: Final = ("in_flight", "in_flight_still")
CAREERS: Final[dict[str, tuple[str, dict[str, Any], str]]] = {  # name: form, options, seed
    "pilot-wins": ("pilot", {"stops": "eventful"}, "g12"),
    "pilot-to-the-end": ("pilot", {"stops": "every"}, "g6"),
    "pilot-killed": ("pilot", {"stops": "eventful"}, "g3"),
    "seasoned-crippled": ("seasoned", {"stops": "eventful", "ironman": True}, "g7"),
    "seasoned-downgraded": ("seasoned", {"aircraft": "Ju88", "stops": "never"}, "g9"),
    "staffel": ("staffel", {"months": 2}, "golden 5"),
    "staffel-umpired": ("staffel", {"months": 1, "umpire": True}, "golden 6"),
}

Chooser = Callable[[Session, Decision], str]


def by_bots(name: str) -> Chooser:
    """The standard bots, each with its own chance."""
    _, options, seed = CAREERS[name]
    game = registry.at_table("campaign", options)
    bots = {seat: game.bots(seat)["standard"]() for seat in game.seats}
    chances = {seat: BotChance(key_of(seed), seat) for seat in game.seats}

    def choose(session: Session, decision: Decision) -> str:
        seat = decision.seat
        return decision.spell(bots[seat].choose(session.perspective(seat), decision, chances[seat]))

    return choose


def by_text(text: str) -> Chooser:
    """The decisions that stand in a golden career."""
    lines = iter([line[2:] for line in text.splitlines() if line.startswith("> ")])

    def choose(session: Session, decision: Decision) -> str:
        seat, kind, choice = next(lines, "  ").replace(":", "", 1).split(" ", 2)
        if (seat, kind) != (decision.seat, asked(session, decision)):
            raise AssertionError(f"the career asks {decision.kind} of {decision.seat}, the golden one {kind} of {seat}")
        return choice

    return choose


def asked(session: Session, decision: Decision) -> str:
    """What is asked; in the air, what the sortie asks."""
    if decision.kind in IN_FLIGHT:
        return f"{decision.facts['asks']}"
    return decision.kind


def play(name: str, choose: Chooser) -> str:
    """The whole career as text."""
    form, options, seed = CAREERS[name]
    session = new_game("campaign", form, options, seed=seed)
    lines = [f"# career: {name}", f"# form: {form}", f"# options: {json.dumps(options)}", f"# seed: {seed}", ""]
    told_so_far = 0
    while True:
        lines += told(session, told_so_far)
        told_so_far = session.state.logged
        if not session.pending:
            break
        decision = session.pending[0]
        choice = choose(session, decision)
        lines.append(f"> {decision.seat} {asked(session, decision)}: {choice}")
        session.decide(choice, decision.seat)
    state = hashlib.blake2b(canonical(session.game.to_data(session.state)), digest_size=8).hexdigest()
    lines += ["", f"result {json.dumps(session.result)}", f"state {state}"]
    return "\n".join(lines) + "\n"


def told(session: Session, since: int) -> Iterator[str]:
    """What the career logged, one a line, with its rules; not what happened in the air."""
    state: Any = session.state
    for event in state.log[since : state.logged]:
        kind, rules, _, data = event
        if kind == "flight":
            continue
        if kind == "week":
            yield f"== week {data[0]}"
        fields = {name: events.plain(state, name, value) for name, value in events.fields_of(event).items()}
        yield f"  {kind} {json.dumps(fields, ensure_ascii=False)} [{rules}]"


def main() -> None:
    """Play all of them anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in CAREERS:
        write_atomically(FOLDER / f"{name}.txt", play(name, by_bots(name)).encode())


if __name__ == "__main__":
    main()
