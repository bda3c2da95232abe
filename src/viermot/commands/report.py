"""`viermot report DIR`: a study as Markdown and as one page of HTML; and any of its games, replayed."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from viermot.commands import flags, replay
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab import pages, reports
from viermot.lab.ledger import MANIFEST, ROWS, study_in, whole, whole_rows
from viermot.lab.replays import session_of
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help=message("cli.report.dir", locale))
    parser.add_argument("--row", metavar="N", type=int, help=message("cli.report.row", locale))
    parser.add_argument("--as", dest="seat", metavar="SEAT", help=message("cli.flag.as", locale))
    flags.add(parser, locale, "save", "json")


def run(args: argparse.Namespace) -> int:
    if args.row is not None or args.save is not None:
        return open_row(args)
    report = reports.report_on(args.folder)
    if not report.rows:
        raise UserError("lab.no_rows", path=str(args.folder))
    command = f"viermot study {args.folder.name}/{MANIFEST} --out again"
    written = {"report.md": reports.markdown, "report.html": pages.html}
    for name, write in written.items():
        whole(args.folder / name, write(report, command, args.locale))
        print(args.folder / name)
    return 0


def open_row(args: argparse.Namespace) -> int:
    """Play one game of the study again as a full session: keep its record, or show it here and now."""
    study = study_in(args.folder)
    rows = whole_rows(args.folder / ROWS)
    if args.row is None or not 0 <= args.row < len(rows):
        raise UserError("lab.no_row", rows=len(rows))
    if args.save is not None and args.save.exists():
        raise UserError("error.save_exists", file=args.save)
    row: JsonObject = rows[args.row]
    session = session_of(study, row)
    if args.save is not None:
        session.save(args.save)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        args.file = Path(folder) / f"{study.game}-{args.row}.json"
        session.save(args.file)
        return replay.run(args)
