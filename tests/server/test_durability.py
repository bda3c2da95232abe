"""kill -9 at random moments: what was acknowledged is there, once. A sample; tools/proof_server.py does it 20 times."""

from __future__ import annotations

from tests.support import server_proofs


def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(database: str) -> None:
    figures = server_proofs.kill_often(database, times=3)
    assert figures["kills"] == 3 and figures["acknowledged"] > 10, figures
