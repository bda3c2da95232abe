"""Writes test/fixtures/career.json: a short career of Interceptor Ace, flown by chance, as a seat is told it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import viermot

TARGET = Path(__file__).parents[1] / "test" / "fixtures" / "career.json"
SEED = "f"
NEVER = ("break off", "bail out")


def main() -> None:
    """Fly until the pilot is dead or the year is over, and write down what was told."""
    game = viermot.new_game("interceptor", scenario="4", options={"name": "Joachim Reinert"}, seed=SEED)
    rng = random.Random(SEED)
    while game.result is None:
        options = list(game.pending[0].options)
        game.decide(rng.choice([option for option in options if option not in NEVER] or options))
    view = game.perspective("pilot")
    events = [
        {"number": event.number, "turn": event.turn, "kind": event.kind, "rules": list(event.rules), "data": event.data,
         "text": event.kind, "modifiers": []}
        for event in view.events()
    ]  # fmt: skip
    written = {"result": game.result, "perspective": view.to_json(), "events": events}
    TARGET.write_text(json.dumps(written, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
