"""Measuring beliefs: stopped anywhere and taken up again, it comes to the same."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tools import beliefs

ASKED = beliefs.Asked("nightfighter", "4B", "beliefs", "watch")


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "ms": len(row["ms"])} for row in rows]


def folder(within: Path, name: str) -> Path:
    found = within / name
    found.mkdir()
    return found


def test_a_run_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    later = time.monotonic() + 600
    (at_once,) = beliefs.played([ASKED], 3, 1, later, folder(tmp_path, "whole"))
    parts = folder(tmp_path, "parts")
    ((kept,),) = beliefs.played([ASKED], 3, 1, time.monotonic(), parts)  # the time is up, and a game is kept
    assert kept["game"] == 0
    (file,) = parts.iterdir()
    with file.open("a", encoding="utf-8") as rows:
        rows.write('{"game": 1, "ms": [0.')  # killed while it wrote
    (again,) = beliefs.played([ASKED], 3, 1, later, parts)
    assert without_times(again) == without_times(at_once)
    figures, belief = beliefs.figures_of(ASKED, again)
    assert figures["games"] == len(belief.by_game) == 3 and figures["looks"] == sum(len(row["ms"]) for row in again)
    assert figures["seeds"] == "beliefs/4B/0 to 2" and "worse_by" in figures["plotting table"]


def test_a_game_looked_at_in_several_ways_goes_on_in_each_where_it_was(tmp_path: Path) -> None:
    """The second way is added to games that the first has seen already."""
    later = time.monotonic() + 600
    places, kinds = (beliefs.Asked("bomber_command", "berlin", "beliefs", way) for way in ("watch", "watch_kinds"))
    ((first,),) = beliefs.played([places], 1, 1, later, tmp_path)
    (same,), (other,) = beliefs.played([places, kinds], 1, 1, later, tmp_path)
    assert same == first and other["game"] == 0 and list(other["beliefs"]) == ["belief"]
    assert all(len(file.read_text(encoding="utf-8").splitlines()) == 1 for file in tmp_path.iterdir())
