"""The folder of a study: its declaration, its rows in order, and the times they took.

A row is on the disk before it is counted, and a folder shows by itself how far it has got: whatever stops a study, the
next run takes up where the last complete row ends. What differs from run to run, the time each game took and where,
goes to a file of its own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from viermot.kernel.canon import canonical
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab.studies import Study, read_study

MANIFEST: Final = "manifest.json"
ROWS: Final = "rows.jsonl"
TIMES: Final = "times.jsonl"


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
        with (
            (self.folder / ROWS).open("a", encoding="utf-8", newline="\n") as rows,
            (self.folder / TIMES).open("a", encoding="utf-8", newline="\n") as times,
        ):
            for row, seconds, host in found:
                rows.write(canonical(row).decode() + "\n")
                rows.flush()
                times.write(f'{{"game":{row["game"]},"seconds":{seconds:.6f},"host":{json.dumps(host)}}}\n')
                self.rows.append(row)
                yield row


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


def whole_rows(file: Path, cut: bool = True) -> list[JsonObject]:
    """The rows that were written to their end, in order; what a kill cut short is cut from the file.

    Whoever only looks on while somebody else is writing must not cut.
    """
    if not file.exists():
        return []
    content = file.read_bytes()
    kept = content[: content.rfind(b"\n") + 1]
    rows: list[JsonObject] = [json.loads(line) for line in kept.splitlines()]
    if any(row["game"] != number for number, row in enumerate(rows)):
        raise UserError("lab.rows_broken", file=str(file))
    if cut and len(kept) < len(content):
        os.truncate(file, len(kept))
    return rows
