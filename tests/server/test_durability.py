"""kill -9, restarts and failed commits at random moments: what was acknowledged is there, once; nothing else was shown.

Samples; tools/proof_server.py does it 500 and 20 times.
"""

from __future__ import annotations

import pytest

from tests.support import server_outages, server_proofs
from tests.support.server import why_no_postgres


def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(database: str) -> None:
    figures = server_proofs.kill_often(database, times=3)
    assert figures["kills"] == 3 and figures["acknowledged"] > 10, figures


@pytest.mark.parametrize("index", [0, 1])
def test_while_commits_fail_nothing_is_lost_and_nothing_else_is_shown(index: int) -> None:
    if index and why_no_postgres():
        pytest.skip(why_no_postgres())
    figures = server_outages.fail_commits(index)
    assert figures["failed commits"] > 0 and figures["busy"] > 0 and figures["shown"] > 10, figures


def test_while_postgresql_restarts_nothing_is_lost_and_nothing_else_is_shown() -> None:
    if why_no_postgres():
        pytest.skip(why_no_postgres())
    figures = server_outages.restart_postgres(0)
    assert figures["restarts"] == 1 and figures["acknowledged"] > 10, figures
