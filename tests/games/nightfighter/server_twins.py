"""Twin worlds as bytes: every view a server would send the seats of two games that differ in one secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.games.nightfighter import twins
from tests.support.tables import table_of
from viermot import Session
from viermot.kernel.perspective import PUBLIC
from viermot.server import views
from viermot.server.push import ENCODER

HIDDEN_HASHES = re.compile(rb'"(commitment|head)":"[0-9a-f]{64}"')


def on_the_wire(session: Session, seat: str, since: int) -> bytes:
    """The bytes of a view; the hashes, whose length is fixed, say nothing without the key."""
    table = table_of(session)
    person = {"player": "a", "umpire": "b"}.get(seat, "c")
    sent = ENCODER.encode(views.view_of(table, seat, person, since, "", "en", True))
    return HIDDEN_HASHES.sub(rb'"\1":""', sent)


class Tap:
    """How much has been compared."""

    views = 0
    bytes = 0


@contextmanager
def tapped() -> Iterator[Tap]:
    """Let the twins compare what the server would send, besides all they compare already."""
    plain, tap = twins.received, Tap()

    def received(session: Session, seat: str, since: int, thorough: bool) -> dict[str, Any]:
        out = plain(session, seat, since, False)
        if session.result is None:
            out["wire"] = on_the_wire(session, seat, since)
            out["wire of spectators"] = on_the_wire(session, PUBLIC, 0) if thorough else b""
            tap.views += 1
            tap.bytes += len(out["wire"]) + len(out["wire of spectators"])
        return out

    twins.received = received
    try:
        yield tap
    finally:
        twins.received = plain


def wire(scale: float) -> dict[str, Any]:
    """Every class of secret, over all scenarios: the bytes are the same, until the rules tell the difference."""
    return compare(twins.SCENARIOS, max(1, round(scale)), 60)


def compare(scenarios: tuple[str, ...], seeds: int, maximum: int) -> dict[str, Any]:
    """Pairs of every class of secret over these scenarios; a Leak is raised if one byte differs too soon."""
    lengths: dict[str, list[int]] = {}
    with tapped() as tap:
        for secret in twins.SECRETS.values():
            if not (secret.streams or secret.questions):
                continue
            for scenario in scenarios:
                if not twins.applies(secret, scenario):
                    continue
                for number in range(seeds):
                    pair = twins.born(secret, scenario, f"wire {number}", "quiet")
                    lengths.setdefault(secret.name, []).append(twins.run(pair, maximum).length)
    return {
        "pairs": sum(map(len, lengths.values())),
        "views compared": tap.views // 2,
        "bytes compared": tap.bytes // 2,
        "longest in decisions": {name: max(each) for name, each in lengths.items()},
        "leaks": 0,
    }
