"""A study's folder: one process at a time, and after a kill exactly one time for each row."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.small import SMALL, played, refused
from viermot.lab import ledger
from viermot.lab.ledger import ROWS, TIMES, Ledger, player_of
from viermot.lab.playing import run

HOLDS = """
import sys
from pathlib import Path
from viermot.lab.ledger import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holding(folder: Path) -> subprocess.Popen[str]:
    """Another process that has the folder."""
    words = [sys.executable, "-c", HOLDS, str(folder)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


def test_two_at_once_are_refused_and_a_kill_gives_the_folder_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "PATIENCE", 0.1)
    assert player_of(tmp_path) == 0
    with holding(tmp_path) as other:
        assert player_of(tmp_path) == other.pid
        with refused("lab.being_played"):
            played(tmp_path)
        other.kill()
    assert player_of(tmp_path) == 0
    assert played(tmp_path) and player_of(tmp_path) == 0


def test_whoever_read_the_folder_before_somebody_else_played_is_refused(tmp_path: Path) -> None:
    early = Ledger(tmp_path, SMALL)
    whole = played(tmp_path)
    with refused("lab.being_played"):
        list(run(early, 1))
    assert (tmp_path / ROWS).read_bytes() == whole


def test_looking_at_a_study_changes_nothing_in_its_folder(tmp_path: Path) -> None:
    """Somebody may be writing half of a row at this moment."""
    half = played(tmp_path)[:-9]
    (tmp_path / ROWS).write_bytes(half)
    assert len(Ledger(tmp_path, SMALL).rows) == SMALL.size - 1
    assert (tmp_path / ROWS).read_bytes() == half


@pytest.mark.parametrize("rows", [3, SMALL.size - 1])
def test_each_row_has_one_time_whatever_was_cut_short(tmp_path: Path, rows: int) -> None:
    """A kill falls between a game's time and its row, or within a line of either."""
    whole = played(tmp_path)
    lines = whole.splitlines(keepends=True)
    times = (tmp_path / TIMES).read_text().splitlines(keepends=True)
    (tmp_path / ROWS).write_bytes(b"".join(lines[:rows]) + lines[rows][:5])
    (tmp_path / TIMES).write_text("".join(times[: rows + 1]) + '{"game":')
    assert played(tmp_path) == whole
    found = [json.loads(line)["game"] for line in (tmp_path / TIMES).read_text().splitlines()]
    assert found == list(range(SMALL.size))


def test_a_lock_that_nobody_holds_says_nothing(tmp_path: Path) -> None:
    (tmp_path / ledger.LOCK).write_text(str(os.getpid()))
    assert player_of(tmp_path) == 0
