"""Something to watch: games on this server that anybody may look at, and ones that the computer has played.

The recorded game of a kind is the step of its ladder that says `watch`: bots play it once, on the server itself, with
the rules and the bots as they are when somebody first asks for it. It belongs to the house, and is open to everybody.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from sqlalchemy import Connection, insert, select

from viermot.kernel import ladder, registry
from viermot.server import about, lobby
from viermot.server.messages.lobby import Recorded, TableLine, Watchable
from viermot.server.messages.requests import NewTable
from viermot.server.refusals import Refused
from viermot.server.schema import games, people, settings
from viermot.server.tables import Tables

HOUSE: Final = "house"
LISTED: Final = 30  # games of others
LONGEST: Final = 60.0  # seconds that the first to ask waits for it to be played
SEED: Final = "watch"

_making: dict[str, asyncio.Lock] = {}


async def watchable(tables: Tables, person: str, locale: str) -> Watchable:
    """What somebody may watch, signed in or not: a list of others' games holds nothing that only a seat may know."""
    found = await lobby.listed(tables, person, locale, games.c.spectators & (games.c.owner != HOUSE), LISTED)
    others = [line for line in found if not line.my_seats and not line.lesson]
    return Watchable(sorted(others, key=_running_first), [_recorded(rung, locale) for rung in _shown()])


def _running_first(line: TableLine) -> tuple[bool, float]:
    return line.over is not None or line.ended is not None, -line.created


def _shown() -> list[ladder.Rung]:
    return [rung for rung in ladder.every() if rung.watch]


def _recorded(rung: ladder.Rung, locale: str) -> Recorded:
    return Recorded(rung.game, rung.scenario, about.scenario_title(rung.game, rung.scenario, locale))


async def recorded(tables: Tables, game: str) -> str:
    """The table of a game's recorded game, whole; it is played when it is first asked for."""
    rung = next((each for each in _shown() if each.game == game), None)
    if rung is None:
        raise Refused("not found", "server.nothing_recorded")
    name = f"recorded {game} {registry.game(game).rules_version}"[:40]
    async with _making.setdefault(f"{tables.store.url} {name}", asyncio.Lock()):
        kept = await tables.store.read(lambda connection: _kept(connection, name))
        table_id = kept or await _begin(tables, rung, name)
    table = await tables.get(table_id)
    until = time.monotonic() + LONGEST
    while not table.live.over and time.monotonic() < until:
        await table.settled()
        await asyncio.sleep(0.05)
    return table_id


def _kept(connection: Connection, name: str) -> str | None:
    """The table that was made for it, if it is still there."""
    kept = select(games.c.id).join(settings, settings.c.value == games.c.id).where(settings.c.name == name)
    return connection.execute(kept).scalar()


async def _begin(tables: Tables, rung: ladder.Rung, name: str) -> str:
    """Bots sit down in every seat."""
    await tables.store.write(lambda connection: _move_in(tables, connection))
    wanted = NewTable(
        game=rung.game, scenario=rung.scenario, options=rung.options, seats={}, spectators=True, seed=SEED
    )
    made = await lobby.create(tables, HOUSE, wanted)

    def note(connection: Connection) -> None:
        connection.execute(settings.delete().where(settings.c.name == name))
        connection.execute(insert(settings), {"name": name, "value": made})

    await tables.store.write(note)
    return made


def _move_in(tables: Tables, connection: Connection) -> None:
    """The house is a person as whom nobody can sign in."""
    line = {
        "id": HOUSE, "name": "Viermot", "folded": " house", "likeness": " house", "password": None,
        "created": time.time(),
    }  # fmt: skip
    connection.execute(tables.store.insert(people).on_conflict_do_nothing(), line)
