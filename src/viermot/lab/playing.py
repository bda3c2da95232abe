"""Playing a study: on this process, on all cores, or on a cluster; the rows come in order, whoever played them."""

from __future__ import annotations

import json
import os
import platform
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import Final

from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab.games import play
from viermot.lab.ledger import Ledger, Played
from viermot.lab.studies import Study, read_study

CHUNK: Final = 4  # games handed to a process at a time
Stop = Callable[[Sequence[JsonObject]], bool]


@dataclass(frozen=True)
class Place:
    """Where games are played: processes of this machine, or the workers of a cluster."""

    processes: int = 1
    cluster: str = ""  # the address of a scheduler, tcp://...


def cores() -> int:
    """How many processes there is room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(ledger: Ledger, where: Place | int, stop: Stop | None = None) -> Iterator[JsonObject]:
    """Play what is left, in order; `stop` is asked after each row about all rows so far, whoever played them."""
    if stop is not None and ledger.rows and stop(ledger.rows):
        return
    left = range(len(ledger.rows), ledger.study.size)
    if not left:
        return
    place = Place(where) if isinstance(where, int) else where
    for row in ledger.write(_played(ledger.study, left, place)):
        yield row
        if stop is not None and stop(ledger.rows):
            return


def _played(study: Study, left: range, place: Place) -> Iterator[Played]:
    if place.cluster:
        from viermot.lab import clusters  # an extra

        yield from clusters.played(study, left, place.cluster)
    elif place.processes == 1 or len(left) < 2:
        yield from (play_one(study, index) for index in left)
    else:
        said = json.dumps(study.manifest())
        with get_context("spawn").Pool(min(place.processes, len(left)), _worker, (said,)) as pool:
            yield from pool.imap(_play, left, chunksize=CHUNK)


def play_one(study: Study, index: int) -> Played:
    """Game number ``index``, as its row. With our own charts a game that crashes is a bug, and stops everything."""
    fixture, seed = study.task(index)
    try:
        outcome = play(fixture, seed)
    except UserError:
        raise
    except Exception as wrong:
        if not fixture.changes and not fixture.overlay:
            raise
        return Played(study.failed_row(index, wrong), 0.0, platform.node())
    return Played(study.row(index, outcome), outcome.seconds, platform.node())


_said = ""  # in a process of a pool: the manifest of the study it plays


def _worker(said: str) -> None:
    global _said
    _said = said
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that writes the rows


def _play(index: int) -> Played:
    return play_one(study_of(_said), index)


@lru_cache(maxsize=2)
def study_of(said: str) -> Study:
    """The study that a manifest declares, read once per process."""
    return read_study(json.loads(said))
