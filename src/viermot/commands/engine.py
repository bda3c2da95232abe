"""`viermot engine GAME`: the game for other programs, JSON lines on standard input and output."""

from __future__ import annotations

import argparse
import sys

from viermot.commands import flags
from viermot.engine import Engine, serve


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    flags.add(parser, locale, "pack")


def run(args: argparse.Namespace) -> int:
    serve(Engine(args.game, args.pack, args.locale), sys.stdin.buffer, sys.stdout.buffer)
    return 0
