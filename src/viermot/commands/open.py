"""`viermot open`, or just `viermot`: a private server on a free loopback port, and the page in a browser."""

from __future__ import annotations

import argparse

from viermot.commands import serve
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("--port", type=int, default=0, help=message("cli.open.port", locale))
    serve.add_database(parser, locale)
    parser.add_argument("--no-browser", action="store_true", help=message("cli.open.no_browser", locale))


def run(args: argparse.Namespace) -> int:
    from viermot.server import serving  # only here: nobody else needs it
    from viermot.server.config import Config

    def ready(where: str) -> None:
        serve.announce(where, args)
        if not args.no_browser:
            serving.open_browser(where)

    args.host = serving.LOOPBACK
    serve.run_one(Config(database=args.database), args, ready)
    return 0
