"""Snapshots of long games in the database: a cache that makes opening one quick. Without it the log is played again."""

from __future__ import annotations

import contextlib
import logging
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Connection, delete, select

from viermot.kernel import snapshots
from viermot.kernel.garbage import nothing_collected
from viermot.kernel.json import JsonObject
from viermot.server.live import RESIGN, Live, Shown
from viermot.server.schema import snapshots as snapshots_table

if TYPE_CHECKING:
    from viermot.server.rows import RecordRow
    from viermot.server.store import Store

EVERY: Final = 100  # entries between snapshots of a game
LOG: Final = logging.getLogger("viermot.server")


def is_due(live: Live) -> bool:
    """Has the game gone on long enough since the last one?"""
    return live.ended is None and live.length - live.snapshot >= EVERY


def take(live: Live) -> Callable[[], bytes]:
    """A game as it stands; calling the result compresses it, where that keeps nobody waiting."""
    data = {
        "session": snapshots.take(live.session),
        "length": live.length,
        "chances": dict(live.bot_positions),
        "lows": {seat: list(undone_to) for seat, undone_to in live.undone_to.items()},
        "shown": {seat: [it.events, it.asked, it.head, it.changed] for seat, it in live.shown.items()},
        "at": live.at,
    }
    return lambda: zlib.compress(msgspec.json.encode(data), 1)


def keep(store: Store, connection: Connection, table_id: str, live_length: int, pack: Callable[[], bytes]) -> None:
    """Replace the previous snapshot."""
    connection.execute(delete(snapshots_table).where(snapshots_table.c.game == table_id))
    line = {"game": table_id, "seq": live_length, "data": pack()}
    connection.execute(store.insert(snapshots_table).on_conflict_do_nothing(), line)


def find(connection: Connection, table_id: str) -> bytes | None:
    """The snapshot of a game, if there is one."""
    found: bytes | None = connection.execute(
        select(snapshots_table.c.data).where(snapshots_table.c.game == table_id)
    ).scalar()
    return found


def restore(live: Live, rows: list[RecordRow], packed: bytes) -> int | None:
    """Bring a game that has not begun to its snapshot; returns how many rows that covers, or None if the snapshot is of
    no use.
    """
    with contextlib.suppress(Exception), nothing_collected():
        return _restore(live, rows, packed)
    LOG.info("a snapshot was not used")  # a cache that cannot be used is no loss
    return None


def _restore(live: Live, rows: list[RecordRow], packed: bytes) -> int:
    data: JsonObject = msgspec.json.decode(zlib.decompress(packed))
    record = [row.entry for row in rows[: data["length"]] if row.entry.what != RESIGN]
    snapshots.restore(live.session, record, data["session"])
    live.shown = {
        seat: Shown(live.shown[seat].bits, events, asked, head, changed)
        for seat, (events, asked, head, changed) in data["shown"].items()
    }
    live.length = live.snapshot = data["length"]
    live.bot_positions, live.undone_to, live.at = data["chances"], data["lows"], data["at"]
    live.logged = live.session.state.logged
    return live.length
