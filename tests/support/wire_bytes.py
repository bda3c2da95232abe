"""How much a seat is sent over a game that follows from its seed: every view as the server would push it."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import viermot
from tests.support.tables import table_of
from viermot import Session
from viermot.server import views
from viermot.server.messages.table import View
from viermot.server.push import ENCODER

MANY = 3_000  # options, beyond which the first will do


class Sent(NamedTuple):
    """Views of one seat, their bytes as they are sent, and what they would be if they were compressed."""

    views: int
    raw: int
    deflated: int


def played(
    game: str, scenario: str | None, bots: dict[str, str], decisions: int, seed: str = "bytes"
) -> Iterator[Session]:
    """Yields a game whose people answer at random, before each of their answers."""
    session = viermot.new_game(game, scenario, seed=seed, seats=bots)
    rng = random.Random(seed)
    for _ in range(decisions):
        if not session.pending:
            return
        yield session
        asked = session.pending[0]
        count = len(asked.codes)
        session.decide(rng.randrange(count) if count < MANY else asked.default or asked.options[0], asked.seat)


def pushed(games: Iterator[Session], seat: str) -> Iterator[View]:
    """What a watcher of the seat is sent: the news since the view before, told event by event."""
    known = None
    for session in games:
        table = table_of(session)
        person = table.seats[seat].person or ""
        yield views.view_of(table, seat, person, known or 0, "", "en", known is not None)
        known = table.live.shown[seat].events


def sent(games: Iterator[Session], seat: str) -> Sent:
    """All of it together."""
    found = [ENCODER.encode(view) for view in pushed(games, seat)]
    return Sent(len(found), sum(map(len, found)), sum(len(zlib.compress(each, 6)) for each in found))
