"""What `make bench` holds every game to, as far as a busy machine can say it: what a clone costs."""

from __future__ import annotations

import pytest

from benchmarks import growth
from viermot.kernel import registry


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_a_clone_costs_at_most_150_method_calls(game: str) -> None:
    """In processor time, beside a bare method call in the same process; a busy machine has three tries."""
    tries = (mark for _ in range(3) for mark in growth.clones(game, games=3, steps=4))
    told: list[str] = []
    for mark in tries:
        if mark.found <= mark.wanted:
            return
        told.append(str(mark))
    pytest.fail("\n".join(told))
