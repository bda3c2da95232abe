"""`viermot backup`, `restore`, `games-of`, `show`, `rewind`, `prune`, `complaints`: an operator at work."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from viermot.commands import flags
from viermot.commands.serve import add_database
from viermot.kernel.json import JsonObject
from viermot.text import message

if TYPE_CHECKING:
    from viermot.server.store import Store

FINE: Final = 0


class Command(NamedTuple):
    """One of these commands, as the command line needs it."""

    add_flags: Callable[[argparse.ArgumentParser, str], None]
    run: Callable[[argparse.Namespace], int]


def _store(args: argparse.Namespace) -> Store:
    from viermot.server.store import Store, url_of  # only here: other commands need no database

    return Store(url_of(args.database))


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at))


# -- backup and restore ----------------------------------------------------------------------------------------


def _file_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=message("cli.backup.file", locale))
    add_database(parser, locale)


def _backup(args: argparse.Namespace) -> int:
    from viermot.server import operations

    store = _store(args)
    games = operations.backup(store, args.file)
    store.close()
    print(message("operator.backed_up", args.locale, games=games, file=args.file))
    return FINE


def _restore(args: argparse.Namespace) -> int:
    from viermot.server import operations

    store = _store(args)
    games = operations.restore(store, args.file)
    store.close()
    print(message("operator.restored", args.locale, games=games, file=args.file))
    return FINE


# -- looking ---------------------------------------------------------------------------------------------------


def _games_of_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("name", metavar="NAME", help=message("cli.games_of.name", locale))
    add_database(parser, locale)
    flags.add(parser, locale, "json")


def _games_of(args: argparse.Namespace) -> int:
    from viermot.server import operations

    found = operations.games_of(_store(args), args.name)
    if args.json:
        flags.print_json(found)
        return FINE
    for game in found:
        seats = ", ".join(f"{seat}: {who or '-'}" for seat, who in game["seats"].items())
        state = "resigned" if game["ended"] else game["over"]["level"] if game["over"] else "running"
        print(f"{game['id']}  {_when(game['changed'])}  {game['game']} {game['scenario']}  {seats}  {state}")
    return FINE


def _show_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("table", metavar="TABLE", help=message("cli.show.table", locale))
    add_database(parser, locale)
    flags.add(parser, locale, "json")


def _show(args: argparse.Namespace) -> int:
    from viermot.server import operations

    game = operations.show(_store(args), args.table)
    if args.json:
        flags.print_json(game)
        return FINE
    seats = ", ".join(f"{seat}: {who or '-'}" for seat, who in game["seats"].items())
    print(f"{game['id']}  {game['game']} {game['scenario']}  {seats}")
    for entry in game["record"]:
        print(_line(entry))
    return FINE


def _line(entry: JsonObject) -> str:
    """An entry of a record: number, time, who, what; dice; which bot and why."""
    dice = " ".join(f"{stream}:{','.join(map(str, values))}" for stream, _, values in entry["dice"])
    note = " ".join(f"{key}={value}" for key, value in (entry["note"] or {}).items() if key != "chance")
    said = f"{entry['what']} {entry['question']} {entry['choice']}".strip()
    parts = [f"{entry['seq']:5}", _when(entry["at"]), entry["seat"] or "-", entry["by"] or "", said, dice, note]
    return "  ".join(part for part in parts if part)


# -- changing --------------------------------------------------------------------------------------------------


def _rewind_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("table", metavar="TABLE", help=message("cli.show.table", locale))
    parser.add_argument("--to", type=int, required=True, metavar="SEQ", help=message("cli.rewind.to", locale))
    parser.add_argument("--reason", required=True, metavar="TEXT", help=message("cli.rewind.reason", locale))
    add_database(parser, locale)


def _rewind(args: argparse.Namespace) -> int:
    from viermot.server import operations

    store = _store(args)
    operations.rewind(store, args.table, args.to, args.reason)
    store.close()
    print(message("operator.rewound", args.locale, game=args.table, seq=args.to))
    return FINE


def _prune_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument(
        "--older-than", type=float, required=True, metavar="DAYS", help=message("cli.prune.older_than", locale)
    )
    parser.add_argument("--unfinished", action="store_true", help=message("cli.prune.unfinished", locale))
    parser.add_argument("--dry-run", action="store_true", help=message("cli.prune.dry_run", locale))
    add_database(parser, locale)


def _prune(args: argparse.Namespace) -> int:
    from viermot.server import operations

    store = _store(args)
    old = operations.prune(store, args.older_than, args.unfinished, args.dry_run)
    store.close()
    for game in old:
        print(game)
    key = "operator.would_prune" if args.dry_run else "operator.pruned"
    print(message(key, args.locale, games=len(old)))
    return FINE


def _complaints_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("--all", action="store_true", help=message("cli.complaints.all", locale))
    parser.add_argument("--done", type=int, metavar="N", help=message("cli.complaints.done", locale))
    add_database(parser, locale)
    flags.add(parser, locale, "json")


def _complaints(args: argparse.Namespace) -> int:
    from viermot.server import silence

    store = _store(args)
    if args.done is not None:
        found = store.write_now(lambda connection: silence.deal_with(connection, args.done))
        store.close()
        print(message("operator.dealt_with" if found else "operator.no_complaint", args.locale, id=args.done))
        return FINE if found else 1
    listed = store.read_now(lambda connection: silence.open_complaints(connection, args.all))
    store.close()
    if args.json:
        flags.print_json([dict(line) for line in listed])
        return FINE
    for line in listed:
        print(message("operator.complaint", args.locale, **{**line, "at": _when(float(str(line["at"])))}))
    if not listed:
        print(message("operator.no_complaints", args.locale))
    return FINE


COMMANDS: Final = {
    "backup": Command(_file_flags, _backup),
    "restore": Command(_file_flags, _restore),
    "games-of": Command(_games_of_flags, _games_of),
    "show": Command(_show_flags, _show),
    "rewind": Command(_rewind_flags, _rewind),
    "prune": Command(_prune_flags, _prune),
    "complaints": Command(_complaints_flags, _complaints),
}
