"""`viermot sweep GAME`: which option, and which number on which chart, matters; Morris's elementary effects."""

from __future__ import annotations

import argparse

from viermot.commands import flags, laboratory
from viermot.kernel import registry
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError, brief
from viermot.lab.ledger import MANIFEST, study_in
from viermot.lab.metrics import is_metric
from viermot.lab.screening import Arrangement, chart_factors, option_factors, sweep
from viermot.lab.studies import Study
from viermot.text import message

PATHS, GAMES = 6, 20


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    laboratory.scenario_flag(parser, locale)
    many: JsonObject = {"action": "append", "default": []}
    parser.add_argument("--chart", metavar="PATTERN", help=message("cli.sweep.chart", locale), **many)
    parser.add_argument("--over", metavar="OPTION", help=message("cli.sweep.over", locale), **many)
    parser.add_argument("--each", action="store_true", help=message("cli.sweep.each", locale))
    parser.add_argument("--metric", metavar="NAME", default="", help=message("cli.lab.metric", locale))
    parser.add_argument("--paths", metavar="N", type=int, default=PATHS, help=message("cli.sweep.paths", locale))
    parser.add_argument("--games", metavar="N", type=int, default=GAMES, help=message("cli.sweep.games", locale))
    flags.add(parser, locale, "option", "seat", "seed", "json")
    laboratory.add_flags(parser, locale)


def run(args: argparse.Namespace) -> int:
    folder = laboratory.in_folder(args, "sweep", args.game, *args.scenario, *args.over)
    if (folder / MANIFEST).exists() and _asks_for_nothing(args):
        return laboratory.play(study_in(folder), args, folder)  # drawing the paths again would take a while
    return laboratory.play(declared(args), args, folder)


def _asks_for_nothing(args: argparse.Namespace) -> bool:
    """Just the folder of a sweep that is to go on?"""
    wishes = (args.chart, args.over, args.scenario, args.metric, args.option, args.seat, args.seed, args.each)
    return args.out is not None and not any(wishes)


def declared(args: argparse.Namespace) -> Study:
    """The sweep of the flags: all charts, unless some of them or options are named."""
    flags.at_least_one(args, "paths")
    flags.at_least_one(args, "games")
    scenarios = laboratory.scenarios_of(args.game, args.scenario)
    options = flags.options_of(args)
    common = Arrangement(args.game, scenarios, laboratory.seats_of(args), options)
    metric = args.metric or f"score.{registry.with_options(args.game, options).seats[0]}"
    if not is_metric(metric):
        raise UserError("lab.no_metric", name=brief(metric))
    factors = option_factors(args.game, args.over)
    if args.chart or not args.over:
        factors += chart_factors(args.game, args.chart, args.each)
    seed = args.seed if args.seed is not None else "sweep"

    def told(done: int, all_: int) -> None:
        flags.progress(message("lab.drawing", args.locale, done=done, all=all_))

    return sweep(common, factors, args.paths, args.games, seed, metric, told)
