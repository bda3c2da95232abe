"""A study on a cluster: a real scheduler, three real workers, one killed on the way and one that joins; same table."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.lab.small import SMALL, refused
from viermot.lab.clusters import play_block
from viermot.lab.ledger import ROWS, TIMES, Played
from viermot.lab.playing import Place, play_one, run
from viermot.lab.studies import Study

GAMES = 240
HERE = "127.0.0.1"
cluster = pytest.mark.skipif(
    os.name != "posix" or importlib.util.find_spec("distributed") is None, reason="needs viermot[cluster]"
)


@contextmanager
def going(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is there for as long as it is needed."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def waits_for(there: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def worker(address: str, name: str, folder: Path) -> tuple[str, ...]:
    flags = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name, "--local-directory", str(folder / name))
    return ("-m", "distributed.cli.dask_worker", address, "--host", HERE, *flags)


def study(folder: Path, *more: str) -> tuple[str, ...]:
    said = ("study", "nightfighter", "--scenario", "3", "--games", str(GAMES), "--seat", "umpire=plain")
    return ("-m", "viermot", *said, "--out", str(folder), *more)


def rows_in(folder: Path) -> int:
    return (folder / ROWS).read_bytes().count(b"\n") if (folder / ROWS).exists() else 0


@cluster
def test_one_worker_is_killed_one_joins_and_the_table_is_the_same(tmp_path: Path) -> None:
    where, out = tmp_path / "scheduler.json", tmp_path / "cluster"
    flags = ("--host", HERE, "--port", "0", "--no-dashboard", "--scheduler-file", str(where))
    with ExitStack() as processes:
        processes.enter_context(going("-m", "distributed.cli.dask_scheduler", *flags))
        waits_for(lambda: where.exists() and where.read_text().rstrip().endswith("}"))
        address = json.loads(where.read_text())["address"]
        first, *_ = [processes.enter_context(going(*worker(address, f"w{n}", tmp_path))) for n in range(3)]
        player = processes.enter_context(going(*study(out, "--cluster", address)))
        waits_for(lambda: rows_in(out) >= 20)
        first.send_signal(signal.SIGKILL)
        processes.enter_context(going(*worker(address, "w3", tmp_path)))
        assert player.wait(timeout=240) == 0
    subprocess.run([sys.executable, *study(tmp_path / "alone", "--jobs", "1")], check=True, stdout=subprocess.DEVNULL)
    assert (out / ROWS).read_bytes() == (tmp_path / "alone" / ROWS).read_bytes()
    assert rows_in(out) == GAMES == len((out / TIMES).read_text().splitlines())


@cluster
def test_no_scheduler_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from viermot.lab import clusters

    monkeypatch.setattr(clusters, "TIMEOUT", 0.3)
    with refused("lab.no_cluster"):
        list(clusters.played(SMALL, range(2), f"tcp://{HERE}:9"))


def test_a_block_has_the_rows_that_one_process_would_write() -> None:
    found = play_block(json.dumps(SMALL.manifest()), 2, 5)
    assert not isinstance(found, str)
    assert [Played(*each).row for each in found] == [play_one(SMALL, index).row for index in range(2, 5)]


def test_a_worker_with_another_version_plays_nothing() -> None:
    said = SMALL.manifest() | {"viermot": "0.0"}
    assert isinstance(play_block(json.dumps(said), 0, 2), str)


class Scheduler:
    """As far as a study needs one: its workers answer late and never in order."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __enter__(self) -> Scheduler:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def scheduler_info(self, n_workers: int) -> dict[str, dict[str, int]]:
        return {"workers": {"a": 1, "b": 2}}

    def submit(self, task: Callable[..., object], *words: object, **_: object) -> Scheduler.Later:
        self.sizes.append(int(str(words[2])) - int(str(words[1])))
        return Scheduler.Later(lambda: task(*words))

    def cancel(self, left: list[object]) -> None:
        self.cancelled = len(left)

    class Later:
        def __init__(self, work: Callable[[], object]) -> None:
            self.result = work


def test_hundreds_of_games_a_task_and_what_is_not_wanted_any_more_is_called_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from viermot.lab import clusters
    from viermot.lab.ledger import Ledger

    scheduler = Scheduler()
    monkeypatch.setattr(clusters, "_client", lambda address: scheduler)
    monkeypatch.setattr(
        clusters, "play_block", lambda said, first, beyond: [({"game": n}, 0.0, "") for n in range(first, beyond)]
    )
    large = Study(SMALL.question, SMALL.game, SMALL.cells, 10_000, "s")
    found = run(Ledger(tmp_path, large), Place(1, "tcp://x"), lambda rows: len(rows) >= 500)
    assert [row["game"] for row in found] == list(range(500))
    assert set(scheduler.sizes) == {clusters.BLOCK} and clusters.BLOCK >= 100 and scheduler.cancelled > 0
