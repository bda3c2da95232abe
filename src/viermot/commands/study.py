"""`viermot study FILE`, or `viermot study GAME` with flags: many games, and what they show, with its interval.

A file is a declaration in TOML, or the manifest of a study, match or sweep that is to be played again.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Any

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
    parser.add_argument("--question", metavar="TEXT", default="", help=message("cli.study.question", locale))
    many: JsonObject = {"action": "append", "default": []}
    parser.add_argument("--sweep", metavar="OPTION=V,V", help=message("cli.study.sweep", locale), **many)
    parser.add_argument("--each", metavar="OPTION[=V]", help=message("cli.study.each", locale), **many)
    parser.add_argument("--chart", metavar="ADDRESS=V,V", help=message("cli.study.chart", locale), **many)
    parser.add_argument("--metric", metavar="NAME", help=message("cli.lab.metric", locale), **many)
    parser.add_argument("--note", metavar="EVENT", help=message("cli.study.note", locale), **many)
    parser.add_argument("--pack", metavar="DIR", type=Path, help=message("cli.study.pack", locale), **many)
    parser.add_argument("--within", metavar="X", type=float, help=message("cli.study.within", locale))
    parser.add_argument("--seat", metavar="SEAT=BOT", help=message("cli.study.seat", locale), **many)
    flags.add(parser, locale, "option", "seed", "json")
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
        args.question,
        scenarios=laboratory.scenarios_of(args.what, args.scenario),
        games=flags.at_least_one(args, "games"),
        seed=args.seed if args.seed is not None else "study",
        seats=laboratory.choices_of(args),
        options=flags.options_of(args),
        sweep=dict(listed(text) for text in args.sweep),
        each=each_of(args.each),
        charts=dict(listed(text) for text in args.chart),
        packs=args.pack,
        metrics=args.metric,
        notes=args.note,
        stop=stop,
    )


def listed(text: str) -> tuple[str, list[Any]]:
    """What is varied, and its values: `28.4` alone means off and on.

    >>> listed("28.4"), listed("moon=full,none"), listed("tables.toml: hits.least[*]=+0,+1")
    (('28.4', [False, True]), ('moon', ['full', 'none']), ('tables.toml: hits.least[*]', ['+0', '+1']))
    """
    name, equals, values = text.rpartition("=")
    if not equals:
        return text, [False, True]
    return name, [value_of(value) for value in values.split(",")]


def value_of(text: str) -> Any:
    """A value as a file would have it: a switch, a number, a step (which begins with a sign), or a word.

    >>> [value_of(text) for text in ("true", "3", "0.5", "+1", "-1", "full")]
    [True, 3, 0.5, '+1', '-1', 'full']
    """
    switch = {"true": True, "false": False}.get(text.lower())
    if switch is not None or text[:1] in ("+", "-"):
        return text if switch is None else switch
    with suppress(ValueError):
        return int(text)
    with suppress(ValueError):
        return float(text)
    return text


def each_of(wishes: list[str]) -> dict[str, Any] | str:
    """The options to be tried one at a time: `all`, or each by its name, switched on unless it says to what.

    >>> each_of(["28.1=false", "28.5"])
    {'28.1': False, '28.5': True}
    """
    if wishes == [declaring.ALL]:
        return declaring.ALL
    parted = (wish.rpartition("=") for wish in wishes)
    return {name or value: value_of(value) if equals else True for name, equals, value in parted}
