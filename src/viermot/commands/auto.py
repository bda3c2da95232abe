"""`viermot auto GAME`: bots against bots, as many games as you like."""

from __future__ import annotations

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import viermot
from viermot.commands import flags
from viermot.game_package import best_first
from viermot.kernel import registry
from viermot.kernel.agenda import State, advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.json import JsonObject
from viermot.kernel.playout import play_out
from viermot.kernel.user_error import UserError
from viermot.text import message


def add_flags(parser: argparse.ArgumentParser, locale: str) -> None:
    flags.game_argument(parser, locale)
    names = ("scenario", "option", "seat", "seed", "games", "jobs", "save", "pack", "position", "json")
    flags.add(parser, locale, *names)


@dataclass(frozen=True)
class Order:
    """What is to be played, the same for every game but for its seed."""

    game: str
    scenario: str
    options: JsonObject
    seats: dict[str, str]
    seed: str
    pack: Path | None = None
    position: str | None = None

    def seed_of(self, index: int) -> str:
        """The seed of one game; with it `viermot play` or `new_game` gives the same dice."""
        return f"{self.seed}/{index}"


def run(args: argparse.Namespace) -> int:
    count, jobs = flags.at_least_one(args, "games"), flags.at_least_one(args, "jobs")
    order = _order(args)
    began = time.monotonic()
    played = []
    for number, game in enumerate(_played(order, count, jobs), 1):
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
    """Everything checked before the first game, so that a slip is told once and at once."""
    text = _read(args.position) if args.position is not None else None
    options = flags.options_of(args) if text is None else _options_in(args.game, args.pack, text)
    module = registry.with_options(args.game, options)
    info = module.info(module.load_pack(args.pack))
    seats = {seat: bot for seat, bot in flags.seats_of(args).items() if bot is not None}
    for seat, bot in seats.items():
        if seat not in info.seats:
            raise UserError("error.no_seat", seat=seat, seats=", ".join(info.seats))
        if bot not in info.bots[seat]:
            raise UserError("error.no_bot", name=bot, seat=seat, bots=", ".join(info.bots[seat]))
    seats = {seat: seats.get(seat) or best_first(info.bots[seat])[0] for seat in info.seats}
    scenario = args.scenario or info.scenarios[0].id
    seed = args.seed if args.seed is not None else secrets.token_hex(8)
    order = Order(args.game, scenario, options, seats, seed, args.pack, text)
    state = _start(order, KeyedDice(key_of("")))
    return Order(args.game, module.setup_of(state)[0], order.options, seats, seed, args.pack, text)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise UserError("error.no_position", path=str(path), reason=str(wrong)) from None


def _options_in(game: str, pack: Path | None, text: str) -> JsonObject:
    """The options a position was written with: they decide who sits at the table."""
    module, data = _module(game, pack)
    return module.setup_of(module.read_position(data, text, KeyedDice(key_of(""))))[1]


@cache
def _module(game: str, pack: Path | None) -> tuple[registry.GameModule, Any]:
    module = registry.game(game)
    return module, module.load_pack(pack)


def _start(order: Order, dice: KeyedDice) -> State:
    module, pack = _module(order.game, order.pack)
    if order.position is not None:
        state: State = module.read_position(pack, order.position, dice)
    else:
        state = module.start(pack, order.scenario, order.options, dice)
    return state


def play_one(order: Order, index: int) -> JsonObject:
    """One game between bots, without a session; the same game a session with its seed would play."""
    module = registry.with_options(order.game, order.options)
    key = key_of(order.seed_of(index))
    dice = KeyedDice(key)
    state = _start(order, dice)
    advance(state)
    bots = {seat: module.bots(seat)[bot]() for seat, bot in order.seats.items()}
    decisions = play_out(module, state, bots, {seat: BotRng(key, seat) for seat in order.seats})
    return {
        "game": order.game,
        "scenario": order.scenario,
        "seed": order.seed_of(index),
        "seats": order.seats,
        "decisions": decisions,
        "rolls": dice.rolls,
        "result": module.result(state),
    }


def _play_task(task: tuple[Order, int]) -> JsonObject:
    return play_one(*task)


def _played(order: Order, count: int, jobs: int) -> Iterator[JsonObject]:
    """The games in order of their index, on as many processes as asked for."""
    tasks = [(order, index) for index in range(count)]
    if jobs == 1 or count == 1:
        yield from map(_play_task, tasks)
        return
    with get_context("spawn").Pool(min(jobs, count)) as pool:
        yield from pool.imap(_play_task, tasks, chunksize=max(1, min(50, count // (jobs * 4))))


def save_game(order: Order, index: int, file: Path) -> None:
    """Play one of the games at a proper table and keep its record."""
    if file.exists():
        raise UserError("error.save_exists", file=file)
    session = viermot.new_game(
        order.game, order.scenario, order.options, order.seed_of(index), order.seats, pack=order.pack,
        position=order.position,
    )  # fmt: skip
    session.save(file)


def numbered(file: Path, index: int, count: int) -> Path:
    """game.json for one game, game-0.json, game-1.json, ... for several."""
    return file if count == 1 else file.with_name(f"{file.stem}-{index}{file.suffix}")


def _summary(order: Order, played: list[JsonObject], seconds: float, locale: str) -> None:
    seats = ", ".join(f"{seat} {bot}" for seat, bot in order.seats.items())
    fields = {"count": len(played), "scenario": order.scenario, "seats": seats, "seed": order.seed}
    print(message("auto.head", locale, **fields))
    for name in ("level", "reason"):
        counted = Counter(game["result"][name] for game in played)
        print("  " + "   ".join(f"{value}: {n} ({n / len(played):.0%})" for value, n in counted.most_common()))
    numbers = [name for name, value in played[0]["result"].items() if isinstance(value, int)]
    for name in numbers:
        print(f"  {name}: {sum(game['result'][name] for game in played) / len(played):.2f}")
    made = sum(game["decisions"] + game["rolls"] for game in played)
    print("  " + message("auto.speed", locale, seconds=f"{seconds:.1f}", events=f"{made / max(seconds, 1e-9):,.0f}"))
