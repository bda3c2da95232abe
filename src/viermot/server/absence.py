"""An opponent who is gone: after a time set at the start, those waiting may let the computer play on, or end the game.

When somebody counts as gone follows from what the one who waits was shown, and from nothing else: his own view has not
changed, and nothing was asked of him, for that long. What the other was asked, or whether he has answered things that
do not show, changes nothing. His seat stays his: he may come back and take it from the computer at any moment.
"""

from __future__ import annotations

from typing import Literal

from viermot.kernel.json import JsonObject
from viermot.kernel.lending import END
from viermot.kernel.record import Entry
from viermot.server import about, clock, play
from viermot.server.live import GONE, RESIGN, Live
from viermot.server.refusals import Refused
from viermot.server.table import Raced, Table
from viermot.server.tables import Tables
from viermot.server.views import awaited, other_players, waiting

PLAY_ON, FINISH = "play on", "end"
What = Literal["play on", "end"]


async def settle(tables: Tables, person: str, table_id: str, seat: str, what: What) -> None:
    """Somebody has waited long enough."""
    async with play.at_rest(tables, person, table_id, seat, fresh=True) as table:
        table.rights(person).must_play(seat)
        if table.live.over:
            raise Refused("over", "refused.over")
        gone = _gone(table, seat, person)
        if what == FINISH:
            await _finish(tables, table, person, gone[0])
        else:
            for name in gone:
                bot = about.usual_bot(table.live.session.module, name)
                await play.change_bot(tables, table, person, name, bot, END)
    play.tell(tables, table)


def _gone(table: Table, seat: str, person: str) -> list[str]:
    """The seats that are waited for; a refusal while it is too early, or where nobody else plays."""
    waits = waiting(table, seat, person)
    if waits is None:
        raise Refused("illegal", "server.nobody_is_gone")
    if clock.now() < waits.last_change + waits.patience:
        raise Refused("stale", "server.not_gone_yet")
    return awaited(table, person) or other_players(table, person)


async def _finish(tables: Tables, table: Table, person: str, seat: str) -> None:
    """The game is over, given up by whoever is gone."""

    def ended(live: Live) -> JsonObject:
        return {"ended": live.ended, "proposal": None}

    try:
        await tables.change(table, lambda _: Entry(RESIGN, seat, choice=GONE), person, ended, ending=True)
    except Raced:
        raise Refused("stale", "server.moved_on") from None
    table.quiet.set()
