"""`viermot verify FILE`: was every die and every secret honest?"""

from __future__ import annotations

import argparse
from dataclasses import asdict

import viermot
from viermot.commands.flags import add, file_argument, print_json
from viermot.kernel.saves import SaveError
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    file_argument(parser, locale)
    parser.add_argument("--head", metavar="HASH", help=message("cli.flag.head", locale))
    add(parser, locale, "json")


def run(args: argparse.Namespace) -> int:
    try:
        verdict = viermot.verify(args.file, args.head)
    except SaveError as wrong:
        if wrong.key == "save.cannot_read" or not args.json:
            raise
        print_json({"fair": False, "problems": [wrong.key], "sentences": [wrong.text(args.locale)]})
        return 1
    told = [message(problem, args.locale) for problem in verdict.problems]
    if args.json:
        print_json({**asdict(verdict), "sentences": told})
        return 0 if verdict.fair else 1
    fields = {"file": args.file, "decisions": verdict.decisions, "rolls": verdict.rolls, "head": verdict.head}
    good = "verify.fair" if verdict.kept_for is None else "verify.sealed"
    print(message(good if verdict.fair else "verify.unfair", args.locale, **fields))
    for sentence in told:
        print(f"  {sentence}")
    for seat, number in verdict.opened:
        print(message("verify.opened", args.locale, seat=seat, number=number))
    if verdict.open_seed:
        print(message("verify.open_seed", args.locale))
    return 0 if verdict.fair else 1
