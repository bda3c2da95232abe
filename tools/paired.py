"""Does the routine take anything away? A bot asked only what a person is, against itself asked everything, on the same
dice.

    python tools/paired.py bomber_command --scenario berlin --pairs 400 --figure vp.net

One game of each pair has the routine on for one seat, the other for nobody; the bots, the key and so the dice are the
same. It prints how much more of the figure the seat gets with the routine on, with a 95 % interval.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import mean, stdev

import viermot
from viermot.kernel.dice import BotRng
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import Bot


def played(game: str, scenario: str, seed: str, bot: str, routine: str | None) -> JsonObject:
    """The result of a game in which one seat is asked only what matters, or none."""
    session = viermot.new_game(game, scenario=scenario, seed=seed)
    seats = session.module.seats
    minds: dict[str, Bot] = {seat: session.module.bots(seat)[bot]() for seat in seats}
    rngs = {seat: BotRng(session.key, seat) for seat in seats}
    if routine is not None:
        session.order(routine, {"routine": True})
    while session.pending:
        decision = session.pending[0]
        seat = decision.seat
        session.decide(decision.notation_of(minds[seat].choose(session.perspective(seat), decision, rngs[seat])), seat)
    result = session.result
    assert result is not None, "a game without an end"
    return result


def figure(result: JsonObject, path: str) -> float:
    """A number of the result, by its path: "vp.net"."""
    found: object = result
    for part in path.split("."):
        assert isinstance(found, dict), f"{path} is no figure of {result}"
        found = found[part]
    assert isinstance(found, int | float), f"{path} is no number"
    return float(found)


def differences(
    game: str, scenario: str, seat: str, pairs: int, path: str, bot: str = "standard", name: str = "paired"
) -> list[float]:
    """How much greater the figure is with the seat's routine on, pair by pair."""
    return [
        figure(played(game, scenario, f"{name} {number}", bot, seat), path)
        - figure(played(game, scenario, f"{name} {number}", bot, None), path)
        for number in range(pairs)
    ]


def main() -> None:
    """Print the difference for each seat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--figure", required=True)
    parser.add_argument("--seat")
    args = parser.parse_args()
    seats = viermot.new_game(args.game, scenario=args.scenario, seed="seats").module.seats
    for seat in seats if args.seat is None else [args.seat]:
        found = differences(args.game, args.scenario, seat, args.pairs, args.figure)
        spread = 1.96 * stdev(found) / sqrt(len(found))
        print(f"{seat}: {args.figure} {mean(found):+.2f} ± {spread:.2f} over {len(found)} pairs", flush=True)


if __name__ == "__main__":
    main()
