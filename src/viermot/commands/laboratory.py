"""What `match`, `study`, `sweep` and `tune` share: playing a study, and saying what happens along the way."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from viermot.commands import flags
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab import declaring, reports, tables
from viermot.lab.ledger import ROWS, Ledger, whole, whole_rows
from viermot.lab.playing import Place, cores, run
from viermot.lab.statistics import Estimate
from viermot.lab.stopping import stop_of
from viermot.lab.studies import Study, check
from viermot.text import message

FINE, STOPPED = 0, 1
EVERY = 0.2  # seconds between two reports of progress
CSV, PARQUET = "rows.csv", "rows.parquet"


class Stopped(Exception):
    """Somebody pressed Ctrl-C; what was played is kept."""


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    """Where the study is kept, who plays, and what else is written."""
    parser.add_argument("--out", metavar="DIR", type=Path, help=message("cli.lab.out", locale))
    parser.add_argument("--jobs", metavar="N", type=int, help=message("cli.lab.jobs", locale))
    parser.add_argument("--cluster", metavar="TCP", default="", help=message("cli.lab.cluster", locale))
    parser.add_argument("--parquet", action="store_true", help=message("cli.lab.parquet", locale))


def place_of(args: argparse.Namespace) -> Place:
    """All cores, unless told otherwise."""
    if args.jobs is None:
        args.jobs = cores()
    return Place(flags.at_least_one(args, "jobs"), args.cluster)


def play(study: Study, args: argparse.Namespace, folder: Path) -> int:
    """Play what is left of a study, write its tables, and report the result."""
    try:
        play_on(study, args, folder)
        stopped = False
    except Stopped:
        stopped = True
    write_tables(folder, args)
    summary = reports.report_on(folder)
    _say(summary, args)
    if stopped:
        print(message("lab.stopped", args.locale, done=len(summary.rows), path=folder))
    elif not args.json:
        print(message("lab.kept", args.locale, path=folder))
    return STOPPED if stopped else FINE


def play_on(study: Study, args: argparse.Namespace, folder: Path) -> None:
    """Play what is left of a study."""
    place = place_of(args)
    check(study)
    ledger = Ledger(folder, study)
    clock = _Clock(len(ledger.rows), study.size, args.locale)
    try:
        for row in run(ledger, place, stop_of(study)):
            clock.tell(row["game"] + 1)
    except KeyboardInterrupt:
        raise Stopped from None
    finally:
        flags.progress("")


def write_tables(folder: Path, args: argparse.Namespace) -> None:
    """The rows for other programs."""
    rows = whole_rows(folder / ROWS)
    whole(folder / CSV, tables.csv_text(rows))
    if args.parquet and rows:
        tables.write_parquet(rows, folder / PARQUET)


class _Clock:
    """Reports how far it has got, how fast, and how long it will take at most; no more often than can be read."""

    def __init__(self, before: int, size: int, locale: str) -> None:
        self.before, self.size, self.locale = before, size, locale
        self.began = self.told = time.monotonic()

    def tell(self, done: int) -> None:
        now = time.monotonic()
        if now - self.told >= EVERY and sys.stderr.isatty():
            self.told = now
            flags.progress(progress(done, self.before, self.size, now - self.began, self.locale))


def progress(done: int, before: int, size: int, seconds: float, locale: str) -> str:
    """How far a study has got: games, rate, time left at most."""
    rate = (done - before) / max(seconds, 1e-9)
    left = round((size - done) / max(rate, 1e-9))
    clock = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
    return message("lab.progress", locale, done=done, all=size, rate=f"{rate:.1f}", left=clock)


def _say(summary: reports.Report, args: argparse.Namespace) -> None:
    if args.json:
        flags.print_json(as_json(summary))
        return
    if summary.match is not None:
        print(reports.score_line(summary.study, summary.match))
    else:
        print_table(reports.table(summary, args.locale))
    print(reports.answer(summary, args.locale))


def print_table(rows: reports.Table) -> None:
    """Print a table with its columns aligned."""
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *others = (cell.ljust(room) if not at else cell.rjust(room)
                          for at, (cell, room) in enumerate(zip(row, wide, strict=True)))  # fmt: skip
        print("  ".join([first, *others]).rstrip())


def as_json(summary: reports.Report) -> JsonObject:
    """The table for programs."""
    told: JsonObject = {
        "game": summary.study.game,
        "seed": summary.study.seed,
        "metrics": list(summary.metrics),
        "cells": [_line_json(line, summary.main) for line in summary.lines],
    }
    match = summary.match
    if match is not None:
        gap = match.difference
        told["match"] = {
            "pairs": match.pairs, "won": match.won, "drawn": match.drawn, "lost": match.lost,
            "difference": figures(gap),
            "ratio": match.ratio, "verdict": match.verdict,
        }  # fmt: skip
    if summary.effects:
        told["effects"] = [
            {"factor": e.factor.name, "mu": e.mu, "mu_star": [e.mu_star, e.low, e.high], "sigma": e.sigma,
             "by_chance": e.noise, "matters": e.matters}
            for e in summary.effects
        ]  # fmt: skip
    return told


def _line_json(line: reports.Line, main: str) -> JsonObject:
    return {
        "cell": line.cell,
        "games": line.games,
        "failed": line.failed,
        "means": {metric: figures(each) for metric, each in line.means.items()},
        "bootstrap": {main: figures(line.resampled(main))} if main in line.values else {},
        "levels": dict(line.levels),
    }


def figures(found: Estimate) -> list[float | None]:
    """A figure and the ends of its interval; JSON has no infinity, so an end that is not known is null.

    >>> figures(Estimate(0.5, 0.4, float("inf")))
    [0.5, 0.4, None]
    """
    return [each if isfinite(each) else None for each in (found.value, found.low, found.high)]


def in_folder(args: argparse.Namespace, *words: str) -> Path:
    """The folder asked for, or one named after the study."""
    name = "-".join("".join(c if c.isalnum() else "_" for c in word) for word in words)
    folder: Path = args.out if args.out is not None else Path("studies") / name
    if folder.exists() and not folder.is_dir():
        raise UserError("lab.no_folder", path=str(folder))
    return folder


def scenarios_of(game: str, wanted: Sequence[str]) -> list[str]:
    """Those asked for by name; the game's first, if none is."""
    return declaring.scenarios_of(game, list(wanted) if wanted != ["all"] else "all")


def scenario_flag(parser: argparse.ArgumentParser, locale: str) -> None:
    """Which scenarios; several are allowed."""
    text = message("cli.lab.scenario", locale)
    parser.add_argument("--scenario", metavar="ID", action="append", default=[], help=text)


def seats_of(args: argparse.Namespace) -> dict[str, str]:
    """Who plays where, of those that were named."""
    return {seat: bot for seat, bot in flags.seats_of(args).items() if bot is not None}


def choices_of(args: argparse.Namespace) -> dict[str, str | list[str]]:
    """The same where a seat may be named several times: each of its players in turn."""
    found: dict[str, list[str]] = {}
    for text in args.seat:
        for seat, bot in flags.seats_in([text]).items():
            if bot is not None:
                found.setdefault(seat, []).append(bot)
    return dict(found)
