"""`viermot tune GAME SEAT BOT`: better constants for a computer player, found on some games and judged on others."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from viermot.commands import flags, laboratory
from viermot.kernel import registry
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError, brief
from viermot.lab import reports
from viermot.lab.ledger import whole
from viermot.lab.matches import Standing
from viermot.lab.metrics import is_metric
from viermot.lab.studies import Study, full_name
from viermot.lab.training import Learned, Training, checked, constants_of, judge, rounded, train
from viermot.text import message

GENERATIONS, POPULATION, GAMES, PAIRS, CLAIM = 20, 8, 20, 400, 0.03
TRAINING, FOUND = "training.json", "found.json"


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    parser.add_argument("place", metavar="SEAT", help=message("cli.tune.seat", locale))
    parser.add_argument("bot", metavar="BOT", help=message("cli.tune.bot", locale))
    many: JsonObject = {"action": "append", "default": []}
    parser.add_argument("--constant", metavar="MODULE:NAME", help=message("cli.tune.constant", locale), **many)
    parser.add_argument("--against", metavar="BOT", help=message("cli.tune.against", locale), **many)
    laboratory.scenario_flag(parser, locale)
    for name, usual in (("generations", GENERATIONS), ("population", POPULATION), ("games", GAMES), ("pairs", PAIRS)):
        parser.add_argument(f"--{name}", metavar="N", type=int, default=usual, help=message(f"cli.tune.{name}", locale))
    parser.add_argument("--claim", metavar="X", type=float, default=CLAIM, help=message("cli.tune.claim", locale))
    parser.add_argument("--worth", metavar="METRIC=N", help=message("cli.tune.worth", locale), **many)
    flags.add(parser, locale, "option", "seed", "json")
    laboratory.add_flags(parser, locale)


def run(args: argparse.Namespace) -> int:
    if not args.constant:
        return _list(args)
    training = declared(args)
    folder = laboratory.in_folder(args, "tune", args.game, args.place, args.bot)
    _take_up(training, folder)
    try:
        return _train(training, args, folder)
    except laboratory.Stopped:
        print(message("lab.tune.stopped", args.locale, path=folder))
        return laboratory.STOPPED


def declared(args: argparse.Namespace) -> Training:
    """What the flags declare; refuses what cannot be tuned or played."""
    options = flags.options_of(args)
    seats = registry.with_options(args.game, options).seats
    if args.place not in seats:
        raise UserError("error.no_seat", seat=brief(args.place), seats=", ".join(seats))
    full_name(args.game, args.place, args.bot)
    if not 0 < args.claim <= 1:
        raise UserError("lab.claim", null="0", claim=f"{args.claim:g}")
    if args.population < 4 or args.population % 2:
        raise UserError("lab.tune.population", count=args.population)
    counts = {name: flags.at_least_one(args, name) for name in ("generations", "population", "games", "pairs")}
    return Training(
        args.game, args.place, args.bot, tuple(dict.fromkeys(args.constant)),
        tuple(args.against or ["standard"]) if len(seats) > 1 else ("",),
        tuple(laboratory.scenarios_of(args.game, args.scenario)), options, claim=args.claim,
        seed=args.seed if args.seed is not None else "tune", start=checked(args.constant),
        worth=tuple(weighed(each) for each in args.worth), **counts,
    )  # fmt: skip


def weighed(said: str) -> tuple[str, float]:
    """A metric and how much it counts.

    >>> weighed("result.losses=-0.5"), weighed("result.level=win=2")
    (('result.losses', -0.5), ('result.level=win', 2.0))
    """
    name, _, weight = said.rpartition("=")
    if not is_metric(name):
        raise UserError("lab.no_metric", name=brief(name or said))
    try:
        return name, float(weight)
    except ValueError:
        raise UserError("lab.tune.weight", metric=brief(name), weight=brief(weight)) from None


def _take_up(training: Training, folder: Path) -> None:
    """Start the folder, or go on with one that holds the same training."""
    file = folder / TRAINING
    said: JsonObject = json.loads(json.dumps(training.said()))
    if file.exists():
        if json.loads(file.read_text(encoding="utf-8")) != said:
            raise UserError("lab.other_study", path=str(folder))
        return
    folder.mkdir(parents=True, exist_ok=True)
    whole(file, json.dumps(said, indent=1) + "\n")


def _train(training: Training, args: argparse.Namespace, folder: Path) -> int:
    def play(study: Study, place: Path) -> None:
        laboratory.play_on(study, args, place)

    learned: Learned | None = None
    for learned in train(training, folder, play):
        if not args.json:
            said = {"done": learned.generation, "all": training.generations}
            print(message("lab.tune.generation", args.locale, best=f"{learned.best:.3f}", mean=f"{learned.mean:.3f}",
                          **said))  # fmt: skip
    assert learned is not None, "at least one generation is played"
    stands = judge(training, learned.constants, folder, play)
    found: JsonObject = {
        "before": rounded(dict(zip(training.names, training.start, strict=True))),
        "found": learned.constants,
        "proven": stands.verdict is True,
    }
    whole(folder / FOUND, json.dumps(found, indent=1) + "\n")
    _say(training, learned, stands, args)
    return laboratory.FINE


def _say(training: Training, learned: Learned, stands: Standing, args: argparse.Namespace) -> None:
    study = training.judgement(learned.constants)
    if args.json:
        gap = stands.difference
        flags.print_json({"constants": learned.constants, "pairs": stands.pairs, "verdict": stands.verdict,
                          "difference": [gap.value, gap.low, gap.high]})  # fmt: skip
        return
    for (name, value), before in zip(learned.constants.items(), training.start, strict=True):
        print(f"  {name}  {before:g} -> {value:g}")
    print(reports.score_line(study, stands))
    how = {True: "proven", False: "not_better", None: "open"}[stands.verdict]
    gap = stands.difference
    said = {name: f"{100 * getattr(gap, name):+.1f}" for name in ("value", "low", "high")}
    print(message(f"lab.tune.{how}", args.locale, pairs=stands.pairs, **said))


def _list(args: argparse.Namespace) -> int:
    """List the constants that can be tuned."""
    full_name(args.game, args.place, args.bot)
    found = constants_of(args.game, args.place, args.bot)
    if args.json:
        flags.print_json(found)
        return laboratory.FINE
    if not found:
        raise UserError("lab.tune.nothing", bot=args.bot)
    print(message("lab.tune.which", args.locale, bot=args.bot))
    for name, value in found.items():
        print(f"  {name}  {value:g}")
    return laboratory.FINE
