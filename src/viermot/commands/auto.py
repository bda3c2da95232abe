"""`viermot auto GAME`: bots against bots, as many games as you like."""

from __future__ import annotations

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import viermot
from viermot.commands import flags
from viermot.kernel import bots, registry
from viermot.kernel.dice import KeyedDice, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import UserError
from viermot.lab.games import Fixture, components, play_all, start
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    names = ("scenario", "option", "seat", "seed", "games", "jobs", "save", "pack", "position", "json")
    flags.add(parser, locale, *names)


@dataclass(frozen=True)
class Order:
    """What is to be played, the same for every game except for its seed."""

    fixture: Fixture
    seed: str

    def seed_of(self, index: int) -> str:
        """The seed of one game; with it `viermot play` or `new_game` gives the same dice."""
        return f"{self.seed}/{index}"


def run(args: argparse.Namespace) -> int:
    count, jobs = flags.at_least_one(args, "games"), flags.at_least_one(args, "jobs")
    order = _order(args)
    began = time.monotonic()
    played = []
    for number, game in enumerate(played_games(order, count, jobs), 1):
        if args.json:
            flags.print_json(game)
        played.append(game)
        flags.progress(message("auto.progress", args.locale, done=number, all=count))
    flags.progress("")
    if args.save is not None:
        for index in range(count):
            save_game(order, index, numbered(args.save, index, count))
    if not args.json:
        _summary(order, played, time.monotonic() - began, args.locale)
    return 0


def _order(args: argparse.Namespace) -> Order:
    """Check everything before the first game, so that a mistake is reported once, and at once."""
    text = _read(args.position) if args.position is not None else None
    options = flags.options_of(args) if text is None else _options_in(args.game, args.pack, text)
    module = registry.with_options(args.game, options)
    info = module.info(module.load_pack(args.pack))
    seats = {seat: bot for seat, bot in flags.seats_of(args).items() if bot is not None}
    for seat in seats:
        if seat not in info.seats:
            raise UserError("error.no_seat", seat=seat, seats=", ".join(info.seats))
    seats = {seat: bots.full_name(module, seat, seats.get(seat) or bots.usual(info.bots[seat])) for seat in info.seats}
    scenario = args.scenario or info.scenarios[0].id
    seed = args.seed if args.seed is not None else secrets.token_hex(8)
    fixture = Fixture(args.game, scenario, seats, options, args.pack, text)
    begun = start(fixture, KeyedDice(key_of("")))
    return Order(replace(fixture, scenario=module.setup_of(begun)[0]), seed)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise UserError("error.no_position", path=str(path), reason=str(wrong)) from None


def _options_in(game: str, pack: Path | None, text: str) -> JsonObject:
    """The options a position was written with: they decide which seats there are."""
    module = registry.game(game)
    return module.setup_of(module.read_position(components(game, pack), text, KeyedDice(key_of(""))))[1]


def played_games(order: Order, count: int, jobs: int) -> Iterator[JsonObject]:
    """The games in order of their index, on as many processes as asked for."""
    fixture = order.fixture
    for outcome in play_all([(fixture, order.seed_of(index)) for index in range(count)], min(jobs, count)):
        yield {
            "game": fixture.game,
            "scenario": fixture.scenario,
            "seed": outcome.seed,
            "seats": fixture.players,
            "decisions": outcome.decisions,
            "rolls": outcome.rolls,
            "result": outcome.result,
        }


def save_game(order: Order, index: int, file: Path) -> None:
    """Play one of the games as a full session and keep its record."""
    if file.exists():
        raise UserError("error.save_exists", file=file)
    fixture = order.fixture
    session = viermot.new_game(
        fixture.game, fixture.scenario, fixture.options, order.seed_of(index), fixture.players, pack=fixture.pack,
        position=fixture.position,
    )  # fmt: skip
    session.save(file)


def numbered(file: Path, index: int, count: int) -> Path:
    """game.json for one game, game-0.json, game-1.json, ... for several."""
    return file if count == 1 else file.with_name(f"{file.stem}-{index}{file.suffix}")


def _summary(order: Order, played: list[JsonObject], seconds: float, locale: str) -> None:
    seats = ", ".join(f"{seat} {bot}" for seat, bot in order.fixture.players.items())
    scenario = order.fixture.scenario
    print(message("auto.head", locale, count=len(played), scenario=scenario, seats=seats, seed=order.seed))
    for name in ("level", "reason"):
        counted = Counter(game["result"][name] for game in played)
        print("  " + "   ".join(f"{value}: {n} ({n / len(played):.0%})" for value, n in counted.most_common()))
    numbers = [name for name, value in played[0]["result"].items() if isinstance(value, int)]
    for name in numbers:
        print(f"  {name}: {sum(game['result'][name] for game in played) / len(played):.2f}")
    made = sum(game["decisions"] + game["rolls"] for game in played)
    print("  " + message("auto.speed", locale, seconds=f"{seconds:.1f}", events=round(made / max(seconds, 1e-9))))
