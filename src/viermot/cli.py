"""One command, `viermot`. Every sub-command is one small module of `viermot.commands`, or of a game that adds it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from viermot.commands import parser_words
from viermot.kernel.saves import SaveError
from viermot.kernel.user_error import UserError
from viermot.text import DEFAULT, message

COMMANDS: Final = (
    "open", "play", "learn", "auto", "match", "study", "sweep", "tune", "report", "replay", "debrief", "verify",
    "position", "engine", "games", "rules", "data", "fuzz", "serve", "backup", "restore", "games-of", "show", "rewind",
    "prune", "complaints",
)  # fmt: skip
OPERATORS: Final = COMMANDS[-7:]  # small enough to share a module
FINE, NO, BAD_USAGE = range(3)
NOT_THE_FILE: Final = ("save.cannot_read", "save.cannot_write")  # the name is wrong, not what is in it


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line. Whatever happens, a user is told in a sentence and never sees a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    locale = _locale(words)
    try:
        return _run(words, locale)
    except BrokenPipeError:
        _close_quietly()
        return FINE
    except KeyboardInterrupt:
        return _complain(message("error.stopped", locale), NO)
    except SaveError as wrong:
        return _complain(wrong.text(locale), BAD_USAGE if wrong.key in NOT_THE_FILE else NO)
    except UserError as wrong:
        return _complain(wrong.text(locale), BAD_USAGE)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        return _complain(message("error.system", locale, file=wrong.filename or "-", reason=reason), BAD_USAGE)
    except Exception as wrong:
        if os.environ.get("VIERMOT_DEBUG"):
            raise
        return _complain(message("error.internal", locale, kind=type(wrong).__name__, reason=str(wrong)[:200]), NO)


def _run(words: list[str], locale: str) -> int:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark, not a traceback
    args = build_parser(locale).parse_args(words)
    args.locale = locale
    if args.command is None:
        return _run(["open", *words], locale)
    code: int = _command(args.command).run(args)
    sys.stdout.flush()
    return code


def build_parser(locale: str = DEFAULT) -> argparse.ArgumentParser:
    """The whole command line."""
    from viermot import __version__
    from viermot.kernel.declared import is_compiled

    parser_words.speak(locale)
    parser = argparse.ArgumentParser(
        prog="viermot", description=message("cli.viermot", locale), epilog=message("cli.epilog", locale)
    )
    shown = message("cli.parser.version", locale)  # argparse has its own words for it, in English
    build = message("cli.compiled", locale, version=__version__) if is_compiled() else __version__
    parser.add_argument("--version", action="version", version=f"viermot {build}", help=shown)
    parser.add_argument("--locale", metavar="LANGUAGE", help=message("cli.flag.locale", locale))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in (*COMMANDS[: -len(OPERATORS)], *_added(), *OPERATORS):
        text = message(_added()[name].HELP if name in _added() else f"cli.{name}", locale)
        below = commands.add_parser(name, help=text, description=text)
        below.add_argument("--locale", metavar="LANGUAGE", help=message("cli.flag.locale", locale))
        _command(name).add_flags(below, locale)
    return parser


@cache
def _added() -> dict[str, Any]:
    """The commands that games add, through the entry point group ``viermot.commands``; each says its ``HELP``."""
    return {point.name: point.load() for point in entry_points(group="viermot.commands")}


def _command(name: str) -> Any:
    """What a command adds to the command line, and does."""
    if name in _added():
        return _added()[name]
    if name in OPERATORS:
        return import_module("viermot.commands.operator").COMMANDS[name]
    return import_module(f"viermot.commands.{name}")


def _locale(words: list[str]) -> str:
    """The language asked for, known before the command line is read, since its help is in that language."""
    for place, word in enumerate(words):
        if word == "--locale" and place + 1 < len(words):
            return words[place + 1]
        if word.startswith("--locale="):
            return word.partition("=")[2]
    return os.environ.get("VIERMOT_LOCALE", DEFAULT)


def _complain(text: str, code: int) -> int:
    print(f"viermot: {text}", file=sys.stderr)
    return code


def _close_quietly() -> None:
    """The reader has gone (`viermot games | head`): write no more, not even at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
