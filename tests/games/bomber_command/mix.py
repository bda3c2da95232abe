"""The mix of plots, found anew: tastes of the British player against doctrines of the German, by the double oracle.

    python tests/games/bomber_command/mix.py --scenario berlin --rounds 4 --state build/mix-berlin.json

It writes down where it stands after every cell of the table, and goes on from there when it is started again; what it
has found goes into `bots/mix.toml` with `--write`. Seeds are `train/mix/<scenario>/...`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # run as a script, too

from viermot.games.bomber_command import GAME
from viermot.games.bomber_command.bots.british import StandardBritish
from viermot.games.bomber_command.bots.german import StandardGerman
from viermot.games.bomber_command.bots.mix import FILE, Mix, doctrine_of, mixes, taste_of
from viermot.games.bomber_command.rules.victory import net_points
from viermot.kernel.agenda import advance
from viermot.kernel.dice import BotRng, KeyedDice, key_of
from viermot.kernel.playout import play_out
from viermot.lab.oracle import DoubleOracle, Strategy

TASTES = ("line", "flak", "beacon", "field", "home", "turn", "hex", "dawn", "delay", "diversion")
DOCTRINES = ("line_hope", "twin_hope", "single_hope", "thrift", "comes_by", "next_turn", "stay", "over_city")
TRIED = 5  # new strategies a round and side
MIN_SHARE = 0.03  # what is played less often is left out


def play(scenario: str, taste: Strategy, doctrine: Strategy, seed: str) -> float:
    """The net Victory Points of one night."""
    key = key_of(f"train/mix/{scenario}/{seed}")
    game = GAME.start(GAME.load_pack(None), scenario, {}, KeyedDice(key))
    advance(game)
    players = {"british": StandardBritish(taste_of(taste)), "german": StandardGerman(doctrine_of(doctrine))}
    play_out(GAME, game, players, {seat: BotRng(key, seat) for seat in players})
    return float(net_points(game))


def tastes(known: Sequence[Strategy], round_: int) -> list[Strategy]:
    """Tastes to try: local changes of those known."""
    rng = random.Random(f"tastes {round_}")
    return [
        _changed(rng.choice(known), TASTES, rng, latest=rng.randint(3, 8), detour=rng.randint(1, 5))
        for _ in range(TRIED)
    ]


def doctrines(known: Sequence[Strategy], round_: int) -> list[Strategy]:
    """Doctrines to try: local changes of those known."""
    rng = random.Random(f"doctrines {round_}")
    return [
        _changed(rng.choice(known), DOCTRINES, rng, line_up=rng.randint(0, 4), last_take_off=rng.randint(8, 13))
        for _ in range(TRIED)
    ]


def _changed(known: Strategy, names: Sequence[str], rng: random.Random, **whole: int) -> Strategy:
    usual = {**taste_of({})._asdict(), **doctrine_of({})._asdict()}
    found = dict(known)
    for name in rng.sample(names, 4):
        found[name] = round(float(found.get(name, usual[name])) * 2 ** rng.uniform(-1.5, 1.5), 3)
    name = rng.choice(list(whole))
    found[name] = whole[name]
    return found


def written(found: dict[str, DoubleOracle]) -> str:
    """The mixes as `mix.toml` has them."""
    lines = FILE.read_text(encoding="utf-8").split("\n[", 1)[0].rstrip().splitlines()
    for scenario, search in found.items():
        solved = search.level()
        lines += ["", f"[{scenario}]", f"value = {solved.value:.1f}"]
        for side, strategies, shares, word in (
            ("british", search.rows, solved.rows, "taste"),
            ("german", search.columns, solved.columns, "doctrine"),
        ):
            lines.append(f"{side} = [")
            for strategy, share in zip(strategies, shares, strict=True):
                if share >= MIN_SHARE:
                    said = ", ".join(f"{name} = {value}" for name, value in strategy.items())
                    lines.append(f"  {{ weight = {share:.2f}, {word} = {{ {said} }} }},".replace("{  }", "{}"))
            lines.append("]")
    return "\n".join(lines) + "\n"


def begun(scenario: str, games: int) -> DoubleOracle:
    """A new search, from what is known."""
    mix = mixes().get(scenario, Mix(()))
    rows = [dict(each.taste) for each in mix.british] or [{}]
    columns = [dict(each.doctrine) for each in mix.german] or [{}, {"mans_line": 0}, {"line_up": 4, "comes_by": 0.0}]
    return DoubleOracle(rows, columns, games, seed=scenario)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="berlin")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--state", type=Path, nargs="+", required=True, help="one file a scenario with --write")
    parser.add_argument("--write", action="store_true", help="write what was found into the data, and play nothing")
    wanted = parser.parse_args()
    if wanted.write:
        found = {search.seed: search for search in map(DoubleOracle.load, wanted.state)}
        FILE.write_text(written(found), encoding="utf-8")
        return
    (file,) = wanted.state
    search = DoubleOracle.load(file) if file.exists() else begun(wanted.scenario, wanted.games)
    until = time.monotonic() + 60 * wanted.minutes
    while search.round < wanted.rounds and time.monotonic() < until:
        better = search.advance(partial(play, wanted.scenario), tastes, doctrines, lambda: search.save(file))
        solved = search.solution() if better is False else None
        print(f"round {search.round}: {len(search.rows)} tastes, {len(search.columns)} doctrines", flush=True)
        if solved is not None:
            print(f"  nobody found an answer; value {solved.value:.1f}", flush=True)
    search.fill(partial(play, wanted.scenario), lambda: search.save(file))
    print(written({wanted.scenario: search}))


if __name__ == "__main__":
    main()
