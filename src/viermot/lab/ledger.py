"""The folder of a study: its declaration, its rows in order, and the times they took.

A row is on the disk before it is counted, and a folder shows by itself how far it has got: whatever stops a study, the
next run takes up where the last complete row ends. One process at a time plays a folder; the lock it holds goes with
it, however it ends. What differs from run to run, the time each game took and where, goes to a file of its own.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, NamedTuple

from viermot.kernel.canon import canonical
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab.studies import Study, read_study

MANIFEST: Final = "manifest.json"
ROWS: Final = "rows.jsonl"
TIMES: Final = "times.jsonl"
LOCK: Final = ".lock"  # held by the process that plays the folder, whose number it has
PATIENCE: Final = 2.0  # seconds to get it: somebody may just be looking whether it is held


class Played(NamedTuple):
    """A game that has been played: its row, how long it took, and where."""

    row: JsonObject
    seconds: float
    host: str


class Ledger:
    """A study in its folder."""

    def __init__(self, folder: Path, study: Study) -> None:
        """Start a folder, or take up one that holds the same study."""
        self.folder, self.study = folder, study
        folder.mkdir(parents=True, exist_ok=True)
        wanted, file = study.manifest(), folder / MANIFEST
        if file.exists():
            if read_manifest(file) != json.loads(json.dumps(wanted)):
                raise UserError("lab.other_study", path=str(folder))
        else:
            whole(file, json.dumps(wanted, indent=1, ensure_ascii=False) + "\n")
        self.rows = whole_rows(folder / ROWS)

    def write(self, found: Iterator[Played]) -> Iterator[JsonObject]:
        """Keep each row as it comes; a row is on the disk before it is counted."""
        with held(self.folder):
            if self._mended() != len(self.rows):  # somebody else has played since we looked
                raise UserError("lab.being_played", path=str(self.folder))
            with (
                (self.folder / ROWS).open("a", encoding="utf-8", newline="\n") as rows,
                (self.folder / TIMES).open("a", encoding="utf-8", newline="\n") as times,
            ):
                for row, seconds, host in found:
                    times.write(f'{{"game":{row["game"]},"seconds":{seconds:.6f},"host":{json.dumps(host)}}}\n')
                    times.flush()
                    rows.write(canonical(row).decode() + "\n")
                    rows.flush()
                    self.rows.append(row)
                    yield row

    def _mended(self) -> int:
        """Cut what a kill left unfinished: half a line, or the time of a game whose row was never written. Returns how
        many rows there are.
        """
        rows = cut_short(self.folder / ROWS)
        cut_short(self.folder / TIMES, rows)
        return rows


def cut_short(file: Path, maximum: int | None = None) -> int:
    """Leave a file its whole lines, at most so many; returns how many there are."""
    if not file.exists():
        return 0
    content = file.read_bytes()
    lines = content[: content.rfind(b"\n") + 1].splitlines(keepends=True)[:maximum]
    kept = sum(map(len, lines))
    if kept < len(content):
        os.truncate(file, kept)
    return len(lines)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The right to write in a folder, for as long as this lasts; whoever comes second is refused."""
    deadline = time.monotonic() + PATIENCE
    with (folder / LOCK).open("a+b") as file:
        while not _taken(file):
            if time.monotonic() > deadline:
                raise UserError("lab.being_played", path=str(folder))
            time.sleep(0.05)
        file.truncate(0)
        file.write(b"%d" % os.getpid())
        file.flush()
        yield


def player_of(folder: Path) -> int:
    """The number of the process that plays a folder now; 0 if none does."""
    with suppress(OSError, ValueError), (folder / LOCK).open("r+b") as file:
        return 0 if _taken(file) else int(file.read() or b"0")
    return 0


if sys.platform == "win32":
    import msvcrt

    def _taken(file: IO[bytes]) -> bool:
        """Take the lock unless somebody has it; closing the file gives it back."""
        file.seek(0x7FFF0000)  # a byte that nobody reads: what is locked there cannot be read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

else:
    import fcntl

    def _taken(file: IO[bytes]) -> bool:
        """Take the lock unless somebody has it; closing the file gives it back."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def whole(file: Path, text: str) -> None:
    """Write a file so that it is there completely or not at all."""
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)


def read_manifest(file: Path) -> JsonObject:
    """A manifest as it stands in a folder."""
    try:
        found: JsonObject = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError) as wrong:
        raise UserError("lab.bad_file", file=str(file), reason=str(wrong)) from None
    return found


def study_in(folder: Path) -> Study:
    """The study that a folder holds."""
    file = folder / MANIFEST
    if not file.is_file():
        raise UserError("lab.no_study", path=str(folder))
    try:
        return read_study(read_manifest(file))
    except (KeyError, TypeError) as wrong:
        raise UserError("lab.bad_file", file=str(file), reason=str(wrong)) from None


def whole_rows(file: Path) -> list[JsonObject]:
    """The rows that were written to their end, in order; the file is left as it is, since somebody may be writing."""
    if not file.exists():
        return []
    content = file.read_bytes()
    rows: list[JsonObject] = [json.loads(line) for line in content[: content.rfind(b"\n") + 1].splitlines()]
    if any(row["game"] != number for number, row in enumerate(rows)):
        raise UserError("lab.rows_broken", file=str(file))
    return rows
