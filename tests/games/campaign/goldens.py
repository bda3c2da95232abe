"""Golden careers: a year as text that a person can read and a diff can judge.

Run it to play them anew with the bots and seeds their first lines name; the test replays the decisions in the text, so
that a bot may change without a golden career changing; a rule may not. What happens in the air stands here only as
decisions: the games that sorties are flown with have golden playthroughs of their own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3]))  # run as a script, too

from tools import goldens
from tools.goldens import Chooser, plain_fields
from viermot import Session, new_game
from viermot.games.campaign.knowledge import events
from viermot.games.campaign.knowledge.flight import IN_FLIGHT
from viermot.kernel import registry
from viermot.kernel.decision import Decision

FOLDER: Final = Path(__file__).with_name("golden")
CAREERS: Final[dict[str, tuple[str, dict[str, Any], str]]] = {  # name: form, options, seed
    "pilot-wins": ("pilot", {"stops": "eventful"}, "g12"),
    "pilot-to-the-end": ("pilot", {"stops": "every"}, "g6"),
    "pilot-killed": ("pilot", {"stops": "eventful"}, "g3"),
    "seasoned-crippled": ("seasoned", {"stops": "eventful", "ironman": True}, "g20"),
    "seasoned-downgraded": ("seasoned", {"aircraft": "Ju88", "stops": "never"}, "g51"),
    "staffel": ("staffel", {"months": 2}, "golden 5"),
    "staffel-umpired": ("staffel", {"months": 1, "umpire": True}, "golden 6"),
}


def by_bots(name: str) -> Chooser:
    """The standard bots of that career."""
    _, options, seed = CAREERS[name]
    game = registry.with_options("campaign", options)
    return goldens.by_bots(game, dict.fromkeys(game.seats, "standard"), seed)


def asked(session: Session, decision: Decision) -> str:
    """Who is asked what; in the air, what the sortie asks."""
    return f"{decision.seat} {decision.facts['asks'] if decision.kind in IN_FLIGHT else decision.kind}"


def by_text(text: str) -> Chooser:
    """The decisions that stand in a golden career."""
    return goldens.by_text(text, asked)


def play(name: str, choose: Chooser) -> str:
    """The whole career as text."""
    form, options, seed = CAREERS[name]
    session = new_game("campaign", form, options, seed=seed)
    lines = [f"# career: {name}", f"# form: {form}", f"# options: {json.dumps(options)}", f"# seed: {seed}", ""]
    lines += [*goldens.play_on(session, choose, told, goldens.said_by(asked)), *goldens.last_lines(session)]
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
        yield f"  {kind} {json.dumps(plain_fields(events, state, event), ensure_ascii=False)} [{rules}]"


if __name__ == "__main__":
    goldens.play_anew(FOLDER, CAREERS, lambda name: play(name, by_bots(name)))
