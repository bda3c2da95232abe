"""`viermot study FILE`, or `viermot study GAME` with flags: many games, and what they show, with its interval.

A file is a declaration in TOML, or the manifest of a study, match or sweep that is to be played again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from viermot.commands import flags, laboratory
from viermot.kernel.json import JsonObject
from viermot.lab import declaring
from viermot.lab.stopping import LEAST
from viermot.lab.studies import Study
from viermot.text import message

GAMES = 100


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    parser.add_argument("what", metavar="FILE|GAME", help=message("cli.study.what", locale))
    laboratory.scenario_flag(parser, locale)
    parser.add_argument("--games", metavar="N", type=int, default=GAMES, help=message("cli.study.games", locale))
    many: JsonObject = {"action": "append", "default": []}
    parser.add_argument("--metric", metavar="NAME", help=message("cli.lab.metric", locale), **many)
    parser.add_argument("--note", metavar="EVENT", help=message("cli.study.note", locale), **many)
    parser.add_argument("--pack", metavar="DIR", type=Path, help=message("cli.study.pack", locale), **many)
    parser.add_argument("--within", metavar="X", type=float, help=message("cli.study.within", locale))
    flags.add(parser, locale, "option", "seat", "seed", "json")
    laboratory.add_flags(parser, locale)


def run(args: argparse.Namespace) -> int:
    study = declared(args)
    return laboratory.play(study, args, laboratory.in_folder(args, "study", Path(args.what).stem, *args.scenario))


def declared(args: argparse.Namespace) -> Study:
    """The study of the file, or of the flags."""
    if args.what.endswith(".toml"):
        return declaring.read(Path(args.what))
    if args.what.endswith(".json"):
        return declaring.read_manifest(Path(args.what))
    stop: JsonObject = {}
    if args.within is not None:
        stop = {"metric": (args.metric or [""])[0], "within": args.within, "least": min(LEAST, args.games)}
    return declaring.study(
        args.what,
        scenarios=laboratory.scenarios_of(args.what, args.scenario),
        games=flags.at_least_one(args, "games"),
        seed=args.seed if args.seed is not None else "study",
        seats=dict(laboratory.seats_of(args)),
        options=flags.options_of(args),
        packs=args.pack,
        metrics=args.metric,
        notes=args.note,
        stop=stop,
    )
