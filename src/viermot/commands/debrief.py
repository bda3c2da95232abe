"""`viermot debrief FILE`: why a finished game ended so, where it turned, how the dice fell, what the others knew."""

from __future__ import annotations

import argparse

import msgspec

import viermot
from viermot.commands.flags import add, file_argument, print_json
from viermot.debriefing import debrief
from viermot.terminal.console import Console
from viermot.terminal.debrief import debrief_lines
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    file_argument(parser, locale)
    parser.add_argument("--as", dest="seat", metavar="SEAT", help=message("cli.flag.as", locale))
    add(parser, locale, "json")


def run(args: argparse.Namespace) -> int:
    session = viermot.load(args.file)
    report = debrief(session, args.seat or session.kept_for or session.module.seats[0], args.locale)
    if args.json:
        print_json(msgspec.to_builtins(report))
    else:
        Console(locale=args.locale).say(*debrief_lines(session, report, Console(locale=args.locale)))
    return 0
