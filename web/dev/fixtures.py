"""Writes web/test/fixtures: what the engine says of hexes, paths and one chase, for the page's own tests to agree with.

Run from the checkout: ``.venv/bin/python web/dev/fixtures.py``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import viermot
from viermot.games.nightfighter import bots as bots
from viermot.games.nightfighter.model.board import HEXES
from viermot.games.nightfighter.model.notation import PATH, end_of, paths
from viermot.kernel.dice import BotRng
from viermot.kernel.hexes import ARCS, DIRECTIONS
from viermot.sentences import sentence

HERE = Path(__file__).parent.parent / "test" / "fixtures"
SAMPLES = ("0101", "0712", "1020", "1827", "1801", "0127")


def grid() -> dict[str, Any]:
    """Neighbours, distances and arcs of a few hexes."""
    found: dict[str, Any] = {"neighbours": {}, "distances": {}, "arcs": []}
    for name in SAMPLES:
        hex_ = HEXES.parse(name)
        around = HEXES.neighbour[hex_ * 6 : hex_ * 6 + 6]
        found["neighbours"][name] = [HEXES.name(n) if n >= 0 else None for n in around]
        found["distances"][name] = {other: HEXES.distance[hex_][HEXES.parse(other)] for other in SAMPLES}
    for arc, word in enumerate(ARCS):
        for facing, direction in enumerate(DIRECTIONS):
            for name in ("0712", "1020"):
                hexes = sorted(HEXES.name(h) for h in HEXES.arc(HEXES.parse(name), facing, arc, 4))
                found["arcs"].append([name, direction, word, 4, hexes])
    return found


def flights() -> list[dict[str, Any]]:
    """Every legal path of a few fighters, and where it leads."""
    cases = [("1010", "S", 2, 4, True), ("0101", "N", 2, 3, True), ("1826", "SE", 2, 4, True)]
    cases += [("0505", "NE", 2, 3, False)]
    found = []
    for name, facing, minimum, maximum, may_turn in cases:
        hex_, face = HEXES.parse(name), DIRECTIONS.index(facing)
        ends = []
        for way in paths(hex_, face, minimum, maximum, may_turn):
            there, then = end_of(hex_, face, way)
            ends.append([PATH.write(None, way), HEXES.name(there) if there >= 0 else None, DIRECTIONS[then]])  # type: ignore[arg-type]
        case = {"start": name, "facing": facing, "least": minimum, "most": maximum, "may_turn": may_turn}
        found.append({**case, "ends": ends})
    return found


def told(session: Any, seat: str, since: int) -> list[dict[str, Any]]:
    """A seat's events with their sentences."""
    view = session.perspective(seat)
    return [
        {
            "number": e.number, "turn": e.turn, "kind": e.kind, "rules": list(e.rules), "data": e.data,
            "text": sentence(view, e, "en"),
        }
        for e in session.events(seat)
        if e.number >= since
    ]  # fmt: skip


def chase() -> list[dict[str, Any]]:
    """One game of 4B by the standard player: after each decision the picture and what was told since the last."""
    session = viermot.new_game("nightfighter", scenario="4B", seed="web", seats={"player": None, "umpire": "plain"})
    bot, rng, since, steps = bots.BOTS["player"]["standard"](), BotRng(b"web" * 11, "player"), 0, []
    while True:
        events = told(session, "player", since)
        since += len(events)
        steps.append({"perspective": session.perspective("player").to_json(), "events": events})
        if not session.pending:
            return steps
        decision = session.pending[0]
        session.decide(decision.notation_of(bot.choose(session.perspective("player"), decision, rng)))


def main() -> None:
    """Write the three files."""
    HERE.mkdir(parents=True, exist_ok=True)
    for name, content in (("grid", grid()), ("flights", flights()), ("chase", chase())):
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
