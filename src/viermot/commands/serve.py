"""`viermot serve`: host games for people with accounts, on SQLite or, with several workers, on PostgreSQL."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from viermot.kernel.user_error import UserError
from viermot.text import message

if TYPE_CHECKING:
    from viermot.server.config import Config


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=message("cli.serve.host", locale))
    parser.add_argument("--port", type=int, default=8321, help=message("cli.serve.port", locale))
    add_database(parser, locale)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=message("cli.serve.workers", locale))
    parser.add_argument("--origin", metavar="URL", help=message("cli.serve.origin", locale))
    parser.add_argument("--proxy", action="append", metavar="ADDRESS", help=message("cli.serve.proxy", locale))
    parser.add_argument(
        "--operator", action="append", default=[], metavar="NAME", help=message("cli.serve.operator", locale)
    )
    parser.add_argument("--studies", default="", metavar="DIR", help=message("cli.serve.studies", locale))
    parser.add_argument("--bot-seconds", type=float, default=10.0, metavar="S", help=message("cli.serve.bots", locale))


def add_database(parser: argparse.ArgumentParser, locale: str) -> None:
    """Where the games are."""
    parser.add_argument("--database", metavar="FILE|URL", help=message("cli.flag.database", locale))


def run(args: argparse.Namespace) -> int:
    from viermot.server import serving  # only here: nobody else needs it
    from viermot.server.config import Config
    from viermot.server.proxies import Proxies
    from viermot.server.store import url_of

    proxies = [word for words in args.proxy or () for word in words.split(",")]
    Proxies(proxies)  # refused here rather than by each worker
    config = Config(
        database=args.database, hosting=True, origin=args.origin, proxies=proxies,
        bot_seconds=max(0.1, args.bot_seconds), operators=args.operator, studies=args.studies,
    )  # fmt: skip
    if args.workers > 1:
        if not url_of(args.database).startswith("postgresql"):
            raise UserError("server.workers")
        try:
            serving.run_workers(config, args.host, args.port, args.workers, lambda where: announce(where, args))
        except (OSError, OverflowError) as wrong:
            raise no_port(args, wrong) from None
        return 0
    run_one(config, args, lambda where: announce(where, args))
    return 0


def run_one(config: Config, args: argparse.Namespace, ready: Callable[[str], None]) -> None:
    """One process, until it is interrupted."""
    from viermot.server import serving

    try:
        serving.run(config, args.host, args.port, ready)
    except (OSError, OverflowError) as wrong:
        raise no_port(args, wrong) from None


def no_port(args: argparse.Namespace, wrong: Exception) -> UserError:
    """The port cannot be used, and why."""
    reason = (getattr(wrong, "strerror", None) or str(wrong)).rstrip(".")
    return UserError("server.no_port", port=args.port, host=args.host, reason=reason)


def announce(where: str, args: argparse.Namespace) -> None:
    """Say where the server is; a program that started us may read it."""
    from viermot.server.store import shown, url_of

    print(message("server.address", args.locale, address=where, database=shown(url_of(args.database))), flush=True)
