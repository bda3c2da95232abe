"""A study on many machines: blocks of games for the workers of a Dask scheduler (the extra ``viermot[cluster]``).

A block names its games by their numbers, and the seeds follow from them: which worker plays it, and whether one that
died had begun it, makes no difference to a row. Blocks come back in any order and are written down in theirs.
"""

from __future__ import annotations

import json
import platform
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab.ledger import Played
from viermot.lab.playing import play_one, study_of
from viermot.lab.studies import Study

BLOCK: Final = 200  # games per task, where there are enough of them
AHEAD: Final = 3  # blocks each worker may be ahead by
MIN_BLOCKS: Final = 24  # so that a small study is shared out as well
TIMEOUT: Final = 20  # seconds for the scheduler to answer
Block = list[tuple[JsonObject, float, str]]


def played(study: Study, left: range, address: str) -> Iterator[Played]:
    """The games that are left, in order, played by that scheduler's workers."""
    with _client(address) as client:
        said = json.dumps(study.manifest())
        size = max(1, min(BLOCK, len(left) // MIN_BLOCKS))
        blocks = iter([left[at : at + size] for at in range(0, len(left), size)])
        waiting: deque[Any] = deque()
        try:
            while True:
                wanted = max(2, AHEAD * len(client.scheduler_info(n_workers=-1)["workers"]))
                while len(waiting) < wanted and (block := next(blocks, None)) is not None:
                    waiting.append(client.submit(play_block, said, block.start, block.stop, pure=False, retries=3))
                if not waiting:
                    return
                yield from _rows(waiting.popleft().result())
        finally:
            client.cancel(list(waiting))


def _client(address: str) -> Any:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UserError("lab.needs_extra", extra="cluster") from None
    try:
        return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as wrong:
        raise UserError("lab.no_cluster", address=address, reason=str(wrong)) from None


def _rows(block: Block | str) -> Iterator[Played]:
    if isinstance(block, str):
        raise UserError("lab.other_worker", host=block)
    yield from (Played(*each) for each in block)


def play_block(said: str, first: int, beyond: int) -> Block | str:
    """A worker's task. One with other rules or data, or of another version, says who it is and plays nothing."""
    study = study_of(said)
    if json.loads(json.dumps(study.manifest())) != json.loads(said):
        return platform.node()
    return [(*play_one(study, index),) for index in range(first, beyond)]
