"""Measuring beliefs: stopped anywhere and taken up again, it comes to the same."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tools import beliefs

ASKED = beliefs.Asked("nightfighter", "4B", "beliefs", "watch")


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "ms": len(row["ms"])} for row in rows]


def test_a_run_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    later = time.monotonic() + 600
    at_once = beliefs.played(ASKED, 3, 1, later, tmp_path / "whole.jsonl")
    parts = tmp_path / "parts.jsonl"
    assert len(beliefs.played(ASKED, 3, 1, time.monotonic(), parts)) == 1  # the time is up, and a game is kept
    with parts.open("a", encoding="utf-8") as file:
        file.write('{"game": 1, "ms": [0.')  # killed while it wrote
    again = beliefs.played(ASKED, 3, 1, later, parts)
    assert without_times(again) == without_times(at_once)
    figures, belief = beliefs.figures_of(ASKED, again)
    assert figures["games"] == len(belief.by_game) == 3 and figures["looks"] == sum(len(row["ms"]) for row in again)
    assert figures["seeds"] == "beliefs/4B/0 to 2" and "worse_by" in figures["plotting table"]
