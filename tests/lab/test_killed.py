"""A study that is really killed, and one that is really stopped: nothing is lost, nothing is counted twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from viermot.lab.ledger import ROWS, whole_rows

GAMES = 400
KILL, CTRL_C = signal.SIGKILL, signal.SIGINT


def words(folder: Path, jobs: int) -> list[str]:
    study = ["study", "nightfighter", "--scenario", "3", "--games", str(GAMES), "--seat", "umpire=plain"]
    return [sys.executable, "-m", "viermot", *study, "--jobs", str(jobs), "--out", str(folder)]


def rows_in(folder: Path) -> int:
    file = folder / ROWS
    return file.read_bytes().count(b"\n") if file.exists() else 0


def run(folder: Path, jobs: int) -> None:
    subprocess.run(words(folder, jobs), check=True, stdout=subprocess.DEVNULL, timeout=300)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    run(folder, 1)
    return (folder / ROWS).read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("how", "jobs"), [(KILL, 1), (KILL, 2), (CTRL_C, 2)])
def test_what_is_stopped_in_the_middle_goes_on_to_the_same_table(
    how: signal.Signals, jobs: int, tmp_path: Path, whole: bytes
) -> None:
    # A group of its own: Ctrl-C goes to every process of a terminal, and a kill must leave no worker behind.
    going = subprocess.Popen(
        words(tmp_path, jobs), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests in the background
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 120
        while rows_in(tmp_path) < 7 and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(going.pid, how)
        _, said = going.communicate(timeout=60)
    finally:
        if going.poll() is None:
            os.killpg(going.pid, signal.SIGKILL)
            going.wait()
    assert going.returncode == (1 if how == CTRL_C else -how), said
    done = rows_in(tmp_path)
    assert 7 <= done < GAMES, "it was over before it could be stopped"
    assert (tmp_path / ROWS).read_bytes().startswith(b"".join(whole.splitlines(keepends=True)[:done]))
    run(tmp_path, 1)
    assert (tmp_path / ROWS).read_bytes() == whole
    assert [row["game"] for row in whole_rows(tmp_path / ROWS)] == list(range(GAMES))
