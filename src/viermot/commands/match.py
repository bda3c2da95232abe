"""`viermot match GAME A B`: which of two computer players is better, in pairs of games, until a test has its answer."""

from __future__ import annotations

import argparse

from viermot.commands import flags, laboratory
from viermot.kernel.user_error import UserError
from viermot.lab.matches import Players, match
from viermot.lab.statistics import Sprt
from viermot.text import message

PAIRS = 1000


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    parser.add_argument("first", metavar="A", help=message("cli.match.player", locale))
    parser.add_argument("second", metavar="B", help=message("cli.match.player", locale))
    laboratory.scenario_flag(parser, locale)
    parser.add_argument("--in", metavar="SEAT", dest="place", default="", help=message("cli.match.in", locale))
    parser.add_argument("--pairs", metavar="N", type=int, default=PAIRS, help=message("cli.match.pairs", locale))
    parser.add_argument("--null", metavar="X", type=float, default=0.0, help=message("cli.match.null", locale))
    parser.add_argument("--claim", metavar="X", type=float, default=0.05, help=message("cli.match.claim", locale))
    flags.add(parser, locale, "option", "seat", "seed", "json")
    laboratory.add_flags(parser, locale)


def run(args: argparse.Namespace) -> int:
    if not -1 <= args.null < args.claim <= 1:
        raise UserError("lab.claim", null=f"{args.null:g}", claim=f"{args.claim:g}")
    players = Players(args.first, args.second, args.place, laboratory.seats_of(args))
    seed = args.seed if args.seed is not None else "match"
    test = Sprt(args.null, args.claim)
    scenarios = laboratory.scenarios_of(args.game, args.scenario)
    games = -(-flags.at_least_one(args, "pairs") // len(scenarios))
    study = match(args.game, players, scenarios, flags.options_of(args), games, seed, test)
    return laboratory.play(study, args, laboratory.in_folder(args, "match", args.game, args.first, args.second,
                                                             *args.scenario))  # fmt: skip
