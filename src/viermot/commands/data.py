"""`viermot data list|check|export GAME`: component data, where it comes from, and your own over it."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from viermot.commands.flags import add, game_argument, print_json
from viermot.kernel import registry
from viermot.kernel.packs import PackError
from viermot.kernel.user_error import UserError
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("what", choices=("list", "check", "export"), help=message("cli.data.what", locale))
    game_argument(parser, locale)
    parser.add_argument("dir", metavar="DIR", nargs="?", type=Path, help=message("cli.data.dir", locale))
    add(parser, locale, "pack", "json")


def run(args: argparse.Namespace) -> int:
    what = {"list": list_, "check": check, "export": export}[args.what]
    return what(args)


def list_(args: argparse.Namespace) -> int:
    """Every row with its provenance."""
    module = registry.game(args.game)
    for mark in module.provenance(module.load_pack(args.pack or args.dir)):
        if args.json:
            print_json(msgspec.structs.asdict(mark))
            continue
        print(f"{mark.file:24} {mark.key:28} {mark.status}")
        for field, source in mark.pinned.items():
            print(f"{'':24}   {field}: {source}")
    return 0


def check(args: argparse.Namespace) -> int:
    """List what makes no sense; exit code 1 if there is anything."""
    module = registry.game(args.game)
    try:
        found = module.check_pack(module.load_pack(args.pack or args.dir))
    except PackError as wrong:
        found = [wrong]
    complaints = [complaint.text(args.locale) for complaint in found]
    if args.json:
        print_json({"game": module.name, "fine": not complaints, "complaints": complaints})
    elif complaints:
        print("\n".join(complaints))
    else:
        print(message("data.fine", args.locale, name=module.name))
    return 1 if complaints else 0


def export(args: argparse.Namespace) -> int:
    """The built-in files, to edit."""
    if args.dir is None:
        raise UserError("error.export_where", game=args.game)
    written = registry.game(args.game).export_pack(args.dir)
    if args.json:
        print_json([str(path) for path in written])
    else:
        print(message("data.exported", args.locale, count=len(written), dir=args.dir, name=args.game))
    return 0
