"""Snapshots of long games in the database: a cache that makes opening one quick. Without it the log is played again."""

from __future__ import annotations

import json
import logging
import zlib
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, select

from viermot.kernel import snapshots
from viermot.server.live import RESIGN, Live, Shown
from viermot.server.schema import snapshots as snapshots_table

if TYPE_CHECKING:
    from viermot.server.rows import Row
    from viermot.server.store import Store

EVERY: Final = 100  # entries between snapshots of a game
LOG: Final = logging.getLogger("viermot.server")


def is_due(live: Live) -> bool:
    """Has the game gone on long enough since the last one?"""
    return live.ended is None and live.length - live.snapshot >= EVERY


def take(live: Live) -> bytes:
    """A game as it stands, small."""
    data = {
        "session": snapshots.take(live.session),
        "length": live.length,
        "chances": live.chances,
        "lows": live.lows,
        "shown": {seat: [it.events, it.asked, it.head, it.changed] for seat, it in live.shown.items()},
        "at": live.at,
    }
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode())


def keep(store: Store, connection: Connection, game: str, live_length: int, data: bytes) -> None:
    """Put a snapshot in place of the one before."""
    connection.execute(delete(snapshots_table).where(snapshots_table.c.game == game))
    line = {"game": game, "seq": live_length, "data": data}
    connection.execute(store.insert(snapshots_table).on_conflict_do_nothing(), line)


def find(connection: Connection, game: str) -> bytes | None:
    """The snapshot of a game, if there is one."""
    found: bytes | None = connection.execute(
        select(snapshots_table.c.data).where(snapshots_table.c.game == game)
    ).scalar()
    return found


def restore(live: Live, rows: list[Row], packed: bytes) -> int | None:
    """Bring a game that has not begun to its snapshot; how many rows that was, or None if the snapshot will not do."""
    try:
        data: dict[str, Any] = json.loads(zlib.decompress(packed))
        record = [row.entry for row in rows[: data["length"]] if row.entry.what != RESIGN]
        snapshots.restore(live.session, record, data["session"])
        live.shown = {
            seat: Shown(live.shown[seat].bits, events, asked, head, changed)
            for seat, (events, asked, head, changed) in data["shown"].items()
        }
        live.length = live.snapshot = data["length"]
        live.chances, live.lows, live.at = data["chances"], data["lows"], data["at"]
        live.logged = live.session.state.logged
    except Exception as wrong:  # a cache that cannot be used is no loss
        LOG.info("a snapshot was not used: %r", wrong)
        return None
    return live.length
