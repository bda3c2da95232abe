"""`viermot debrief FILE`: why a finished game ended as it did, where it turned, the dice, what the others knew."""

from __future__ import annotations

import argparse

import msgspec

import viermot
from viermot.analysis import analysed
from viermot.commands.flags import add, file_argument, print_json, progress
from viermot.debriefing import debrief
from viermot.terminal.console import Console
from viermot.terminal.debrief import analysis_lines, debrief_lines
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    file_argument(parser, locale)
    parser.add_argument("--as", dest="seat", metavar="SEAT", help=message("cli.flag.as", locale))
    parser.add_argument("--analysis", action="store_true", help=message("cli.debrief.analysis", locale))
    add(parser, locale, "json")


def run(args: argparse.Namespace) -> int:
    session = viermot.load(args.file)
    seat = args.seat or session.kept_for or session.module.seats[0]
    report = debrief(session, seat, args.locale)
    console = Console(locale=args.locale)
    found = None
    if args.analysis:
        found = analysed(session, seat, args.locale, progress=lambda done: progress(f"{round(100 * done)} %"))
        progress("")
    if args.json:
        print_json({**msgspec.to_builtins(report), "analysis": msgspec.to_builtins(found)})
    else:
        console.say(*debrief_lines(session, report, console), *(analysis_lines(found, console) if found else ()))
    return 0
