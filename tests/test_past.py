"""A state of the past, as undo and replays keep it, shares its log with the game that went on; nothing of it shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

import viermot
from viermot.kernel import registry
from viermot.kernel.agenda import State, open_questions
from viermot.kernel.canon import canonical
from viermot.kernel.decision import Decision
from viermot.kernel.perspective import PUBLIC

DECISIONS = 60
EVERY = 3  # how often a moment is kept


def shown(module: Any, state: State) -> bytes:
    """All that anybody can be shown of a state: what each seat knows, its news, and what is settled for it."""
    views = [module.perspective(state, seat) for seat in (*module.seats, PUBLIC)]
    told = [[view.to_json(), [event.to_json() for event in view.events()]] for view in views]
    asked = [Decision(module, state, task, place, 0) for place, task in open_questions(state)]
    return canonical([told, [[each.kind, each.plain_facts, each.settled_code, each.default_code] for each in asked]])


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_the_past_looks_as_it_did_when_it_was_the_present(game: str) -> None:
    chance = random.Random(game)
    s = viermot.new_game(game, seed="past")
    kept = []
    for number in range(DECISIONS):
        if not s.pending:
            break
        decision = chance.choice(s.pending)
        usual = decision.default_code
        code = usual if usual is not None and chance.random() < 0.5 else chance.choice(decision.codes)
        if number % EVERY == 0:
            kept.append((s.state, shown(s.module, s.state)))
        s.decide(decision.notation_of(code), decision.seat)
    assert len(kept) > 1 and s.state.logged > kept[-1][0].logged
    for state, then in kept:
        assert state.log_end >= 0, "the log was copied"
        assert shown(s.module, state) == then
