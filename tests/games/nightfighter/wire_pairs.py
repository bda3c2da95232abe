"""Pairs of worlds of Nightfighter for the wire (tests/support/wire_twins.py)."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.nightfighter import twins
from tests.support.wire_twins import Pair, World


def pair(seed: str, number: int, people: bool) -> Pair:
    """The player, with a human umpire or a computer's, in worlds that differ in a class of the umpire's secrets."""
    pairs = [(secret, scenario) for secret in twins.SECRETS.values() if secret.streams or secret.questions
             for scenario in twins.SCENARIOS if twins.applies(secret, scenario)]  # fmt: skip
    secret, scenario = pairs[number % len(pairs)]
    made = twins.born(secret, scenario, seed, ("quiet", "lively", "wander")[number % 3])
    return _worlds(made, people), secret.reveals


def settled_pair(seed: str, number: int) -> Pair:
    """The same with a human umpire; the player is asked only what is not settled, as new players are.

    In every other pair the umpire now and then lets the computer play a turn for him.
    """
    made, reveals = pair(seed, number, True)
    worlds = [make() for make in made]
    for world in worlds:
        world.session.order("player", {"routine": True})
        if number % 2 == 0:
            world.others_lend = lambda session, decision: "turn" if decision.number % 4 == 1 else ""
    return [lambda: worlds[0], lambda: worlds[1]], reveals


def _worlds(made: twins.Twins, people: bool) -> list[Callable[[], World]]:
    worlds = [
        World(session, "player", own, umpire, people)
        for session, umpire, own in zip(made.worlds, made.umpires, made.players, strict=True)
    ]
    return [lambda: worlds[0], lambda: worlds[1]]
