"""`viermot fuzz GAME`: random games with every check on; what breaks is written to files that `replay` opens."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from viermot.commands import flags
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    flags.add(parser, locale, "scenario", "option", "seed", "games", "jobs", "out", "json")
    parser.set_defaults(games=100, out=Path("fuzz-out"), seed="fuzz")


def run(args: argparse.Namespace) -> int:
    from viermot.fuzz import fuzz  # only here: nobody else needs it

    def show(done: int, games: int) -> None:
        flags.progress(message("auto.progress", args.locale, done=done, all=games))

    games, jobs = flags.at_least_one(args, "games"), flags.at_least_one(args, "jobs")
    report = fuzz(args.game, args.scenario, games, args.seed, args.out, jobs, show, flags.options_of(args))
    flags.progress("")
    if args.json:
        flags.print_json({**vars(report), "faults": [asdict(found) for found in report.faults], "ok": report.ok})
        return 0 if report.ok else 1
    fields = {"games": report.games, "decisions": report.decisions, "rolls": report.rolls}
    print(message("fuzz.report", args.locale, **fields, faults=len(report.faults)))
    for found in report.faults:
        print(f"  {found}")
    return 0 if report.ok else 1
