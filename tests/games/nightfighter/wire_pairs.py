"""Pairs of worlds of Nightfighter for the wire (tests/support/wire_twins.py)."""

from __future__ import annotations

from tests.games.nightfighter import twins
from tests.support.wire_twins import Pair, World


def pair(seed: str, number: int, people: bool) -> Pair:
    """The player, with a human umpire or a computer's, in worlds that differ in a class of the umpire's secrets."""
    pairs = [(secret, scenario) for secret in twins.SECRETS.values() if secret.streams or secret.questions
             for scenario in twins.SCENARIOS if twins.applies(secret, scenario)]  # fmt: skip
    secret, scenario = pairs[number % len(pairs)]
    made = twins.born(secret, scenario, seed, ("quiet", "lively", "wander")[number % 3])
    worlds = [
        World(session, "player", own, umpire, people)
        for session, umpire, own in zip(made.worlds, made.umpires, made.players, strict=True)
    ]
    return [lambda: worlds[0], lambda: worlds[1]], secret.reveals
