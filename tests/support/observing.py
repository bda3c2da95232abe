"""What a game declares for learners, held against its own perspectives."""

from __future__ import annotations

from viermot.kernel import registry
from viermot.kernel.agenda import apply, options_of
from viermot.kernel.dice import KeyedDice, QuickRng, key_of
from viermot.research.play import Setting, asked_now


def told_by_name(game: str, scenario: str, seed: str, answers: int) -> list[dict[str, float]]:
    """A random game: at each of its first questions, what the seat sees, by the names of the numbers."""
    setting = Setting(game, scenario)
    module, rng = setting.module, QuickRng(seed)
    observing = registry.game(game).observing
    names = observing.names()
    assert len(names) == len(set(names)) == observing.size
    state = setting.start(KeyedDice(key_of(seed)))
    found: list[dict[str, float]] = []
    while state.asked is not None and len(found) < answers:
        seat, place, task = asked_now(module, state)[0]
        numbers = observing.numbers(module.perspective(state, seat).to_json())
        found.append(dict(zip(names, numbers, strict=True)))
        codes = options_of(state, task)
        apply(state, codes[rng.below(len(codes))], place)
    return found
