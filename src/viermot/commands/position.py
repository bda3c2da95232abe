"""`viermot position FILE`: the situation of a saved game as a short text that can be loaded again."""

from __future__ import annotations

import argparse
import sys

import viermot
from viermot.commands.flags import file_argument


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    file_argument(parser, locale)


def run(args: argparse.Namespace) -> int:
    session = viermot.load(args.file)
    if session.kept_for is not None:
        raise viermot.SaveError("save.sealed", path=args.file.name, seat=session.kept_for)
    sys.stdout.write(session.position())
    return 0
