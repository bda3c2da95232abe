"""A small study that several tests play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from viermot.kernel.user_error import UserError
from viermot.lab.ledger import ROWS, Ledger
from viermot.lab.playing import Place, run
from viermot.lab.studies import Cell, Study

SMALL = Study(
    "who?",
    "nightfighter",
    (
        Cell("3 plain", "3", {"player": "standard", "umpire": "plain"}),
        Cell("3 random", "3", {"player": "random", "umpire": "plain"}),
    ),
    5,
    "small",
)


@contextmanager
def refused(key: str) -> Iterator[None]:
    """It is refused with that sentence."""
    with pytest.raises(UserError) as wrong:
        yield
    assert wrong.value.key == key


def table(folder: Path) -> bytes:
    """The rows as they stand on the disk."""
    return (folder / ROWS).read_bytes()


def played(folder: Path, study: Study = SMALL, where: Place | int = 1) -> bytes:
    """The study played to its end."""
    for _ in run(Ledger(folder, study), where):
        pass
    return table(folder)
