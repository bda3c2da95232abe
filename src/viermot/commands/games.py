"""`viermot games`: the games available, and their scenarios."""

from __future__ import annotations

import argparse
from dataclasses import asdict

import viermot
from viermot.commands.flags import add, print_json
from viermot.terminal.console import Console
from viermot.terminal.lobby import option_line, scenario_table
from viermot.text import has


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    add(parser, locale, "json")


def run(args: argparse.Namespace) -> int:
    found = viermot.list_games()
    if args.json:
        print_json([asdict(info) for info in found])
        return 0
    console = Console(locale=args.locale)
    for info in found:
        console.say(console.text("games.head", name=info.name, title=_title(info, console), version=info.rules_version))
        console.say(*scenario_table(list(info.scenarios), console), "")
        for option in info.options:
            console.tell(option_line(option, console), "  ")
        for seat, bots in info.bots.items():
            console.tell(console.text("games.seat", seat=seat, bots=", ".join(bots)), "  ")
    return 0


def _title(info: viermot.GameInfo, console: Console) -> str:
    """The game's title in the reader's language."""
    key = f"{info.name}.title"
    return console.text(key) if has(key) else info.title
