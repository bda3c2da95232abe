"""Flags that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.setup_options import all_options
from viermot.text import message

SHARED: dict[str, JsonObject] = {
    "scenario": {"metavar": "ID"},
    "option": {"metavar": "K=V", "action": "append", "default": []},
    "seat": {"metavar": "SEAT=BOT", "action": "append", "default": []},
    "seed": {"metavar": "TEXT"},
    "games": {"metavar": "N", "type": int, "default": 1},
    "jobs": {"metavar": "N", "type": int, "default": 1},
    "save": {"metavar": "FILE", "type": Path},
    "pack": {"metavar": "DIR", "type": Path},
    "position": {"metavar": "FILE", "type": Path},
    "out": {"metavar": "DIR", "type": Path},
    "json": {"action": "store_true"},
}


def add(parser: argparse.ArgumentParser, locale: str, *names: str) -> None:
    """Give a command some of the shared flags."""
    for name in names:
        parser.add_argument(f"--{name}", help=message(f"cli.flag.{name}", locale), **SHARED[name])


def game_argument(parser: argparse.ArgumentParser, locale: str) -> None:
    """The game a command is about."""
    parser.add_argument("game", metavar="GAME", help=message("cli.game", locale))


def file_argument(parser: argparse.ArgumentParser, locale: str) -> None:
    """The save file a command is about."""
    parser.add_argument("file", metavar="FILE", type=Path, help=message("cli.file", locale))


def options_of(args: argparse.Namespace) -> JsonObject:
    """The set-up options of a command line."""
    return all_options(args.option)


def seats_of(args: argparse.Namespace) -> dict[str, str | None]:
    """Who sits where: a bot's name, or a person where it says `person`."""
    return seats_in(args.seat)


def seats_in(said: Sequence[str]) -> dict[str, str | None]:
    """The same from what stands behind --seat."""
    seats: dict[str, str | None] = {}
    for text in said:
        seat, equals, bot = text.partition("=")
        if not equals or not seat or not bot:
            raise UserError("error.seat_form", text=text)
        seats[seat] = None if bot in ("person", "none") else bot
    return seats


def at_least_one(args: argparse.Namespace, name: str) -> int:
    """A count, which has to be at least one."""
    count: int = getattr(args, name)
    if not 1 <= count <= 10_000_000:
        raise UserError("error.count", flag=name, count=count)
    return count


def print_json(data: object) -> None:
    """One line of JSON, for programs."""
    print(json.dumps(data, ensure_ascii=False))


def progress(text: str) -> None:
    """Report how far it has got, if somebody is watching."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
