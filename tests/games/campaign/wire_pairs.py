"""Pairs of worlds of a campaign for the wire (tests/support/wire_twins.py)."""

from __future__ import annotations

from tests.games.campaign import test_twins as careers
from tests.games.nightfighter import twins
from tests.support.twins import pick
from tests.support.wire import Mind
from tests.support.wire_twins import Pair, World, by_bot
from viermot import Session
from viermot.kernel.decision import Decision


def pair(seed: str, people: bool) -> Pair:
    """A Staffel with an umpire whose secret dice differ."""
    told = {**twins.TYPE, **{kind: frozenset(("*",)) for kind in careers.TELLING}}
    worlds = []
    for number in range(2):
        session = careers.twin(seed, f"{seed} {number}")
        session._bots.clear()
        session.seats = dict.fromkeys(session.seats)
        worlds.append(World(session, "player", by_bot(seed), _any(seed), people))
    return [lambda: worlds[0], lambda: worlds[1]], told


def _any(seed: str) -> Mind:
    """The same answer to the same question with the same number of options; mostly the first."""

    def choose(session: Session, decision: Decision) -> int:
        return pick(min(len(decision.codes), 3), seed, decision.kind, decision.number)

    return choose
