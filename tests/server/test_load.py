"""A few games at once; `make proof` has two hundred."""

from __future__ import annotations

from tests.support import server_load
from tests.support.server import Client, InProcess


def test_games_at_once_get_every_answer(local: InProcess) -> None:
    told: list[bool] = []
    timings = server_load.load(Client(local.base), games=4, rate=4.0, seconds=2.0, tell=lambda: told.append(True))
    assert timings.errors == [] and told == [True]
    assert len(timings.done) == len(timings.answered) == 4 * 4 * 2 and timings.games >= 4
    assert all(due >= sent for due, sent in zip(timings.done, timings.answered, strict=True))


def test_a_wait_counts_from_when_the_decision_was_due(local: InProcess) -> None:
    """Far more than a server can do: the answers come quickly, and the waits grow all the same."""
    timings = server_load.load(Client(local.base), games=1, rate=3000.0, seconds=0.1)
    assert timings.errors == [] and len(timings.done) >= 299
    assert timings.done[-1] > 2 * max(1.0, server_load.percentile(timings.answered, 50)) and timings.late > 0
