"""Who flies a career alone is not kept waiting: nobody else is asked, so the clock could tell nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from viermot.server.pace import pacing_at
from viermot.server.table import Table


@pytest.mark.parametrize(("seats", "paced"), [(["player"], False), (["player", "umpire"], True)])
def test_a_pause_is_kept_only_where_somebody_else_may_be_asked(seats: list[str], paced: bool) -> None:
    table = cast(Table, SimpleNamespace(row=SimpleNamespace(game="campaign"), seats=dict.fromkeys(seats)))
    assert (pacing_at(table) is not None) is paced
