"""Setting tables up: new games, lessons, rematches, forks; invitations to them, and their lists."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sqlalchemy import ColumnElement, Connection, insert, or_, select

from viermot.kernel import ladder, lessons, registry
from viermot.kernel.bots import level_of
from viermot.kernel.dice import key_of
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.record import DECIDE, SEAT, Entry, Setup
from viermot.kernel.user_error import UserError, called
from viermot.moments import moments_of
from viermot.server import about, guests, keeping, seats, silence, snapshots
from viermot.server.live import Live, bots_at_start, open_session
from viermot.server.messages.lobby import Invitation, TableLine
from viermot.server.messages.requests import ForkBody, NewTable
from viermot.server.play import bot_named
from viermot.server.published import shown_to
from viermot.server.refusals import Refused
from viermot.server.rows import RecordRow
from viermot.server.schema import games, people
from viermot.server.schema import seats as seats_table
from viermot.server.table import Raced, Table, TableRow
from viermot.server.tables import JUST_NOW, Tables, last_line, lobby_card, now
from viermot.server.views import table_line

ME, OPEN, BOT = "me", "open", "bot:"
MAX_LISTED: Final = 500
MAX_TABLES: Final = 2000  # of one person


# -- who sits where ------------------------------------------------------------------------------------------


def seating(
    game: str, options: JsonTable, wanted: Mapping[str, str], person: str
) -> dict[str, tuple[str | None, str | None]]:
    """Person and bot of each seat; a seat that was not named gets its usual bot."""
    module = about.game_module(game).with_options(options)
    for seat in wanted:
        if seat not in module.seats:
            raise Refused("illegal", "error.no_seat", seat=seat[:40], seats=", ".join(module.seats))
    sitting: dict[str, tuple[str | None, str | None]] = {}
    for seat in module.seats:
        word = wanted.get(seat) or BOT + about.usual_bot(module, seat)
        if word == ME:
            sitting[seat] = person, None
        elif word == OPEN:
            sitting[seat] = None, None
        elif word.startswith(BOT):
            sitting[seat] = None, bot_named(module, seat, word.removeprefix(BOT))
        else:
            raise Refused("illegal", "server.seat_word", seat=called(game, seat), word=word[:40])
    return sitting


def bots_of(sitting: Mapping[str, tuple[str | None, str | None]]) -> dict[str, str | None]:
    return {seat: bot for seat, (_, bot) in sitting.items()}


# -- new tables ----------------------------------------------------------------------------------------------


async def create(tables: Tables, person: str, wanted: NewTable) -> str:
    """A new game."""
    module = about.game_module(wanted.game)
    pack = module.load_pack(None)
    scenario = wanted.scenario or module.info(pack).scenarios[0].id
    people = {seat: who for seat, who in wanted.seats.items() if not who.startswith(BOT)}
    alone = set(people.values()) == {ME}
    options = wanted.options if alone else about.face(wanted.game).options_between_people(wanted.options, people)
    setup = Setup(
        wanted.game, scenario, options, module.rules_version, module.pack_hash(pack), None, wanted.seed, False,
        wanted.casual,
    )  # fmt: skip
    await asyncio.to_thread(lay_out, setup, "server.bad_options")
    sitting = seating(wanted.game, setup.options, wanted.seats, person)
    live = await asyncio.to_thread(
        begin_or_refuse, setup, key_of(wanted.seed), bots_of(sitting), "server.bad_options", wanted.routine
    )
    return await open_table(
        tables, person, live, sitting, spectators=wanted.spectators, patience=wanted.patience, advice=wanted.advice
    )


async def start_lesson(tables: Tables, person: str, game: str, lesson: str) -> str:
    """A coached game: the pupil sits in his seat, bots in all others."""
    about.game_module(game)
    known = lessons.of_game(game)
    found = known.get(lesson)
    if found is None:
        raise Refused("not found", "error.no_lesson", name=lesson[:40], game=game, known=", ".join(known))
    setup = await asyncio.to_thread(lessons.setup_of, found)
    wanted = {seat: BOT + bot for seat, bot in found.bots.items()}
    sitting = seating(game, setup.options, {**wanted, found.seat: ME}, person)
    orders = {found.seat: found.orders} if found.routine else {}
    live = await asyncio.to_thread(begin, setup, found.secret, bots_of(sitting), orders)
    return await open_table(tables, person, live, sitting)


async def start_step(tables: Tables, person: str, game: str, step: str) -> str:
    """A step of a game's ladder: a lesson, or a scenario in its seat with bots in all others."""
    about.game_module(game)
    if step in lessons.of_game(game):
        return await start_lesson(tables, person, game, step)
    rung = next((each for each in ladder.of_game(game) if each.id == step), None)
    if rung is None:
        known = ", ".join(each.id for each in ladder.of_game(game)) or "-"
        raise Refused("not found", "error.no_rung", name=step[:40], game=game, known=known)
    wanted = NewTable(game=game, scenario=rung.scenario, options=rung.options, seats={rung.seat: ME}, routine=True)
    return await create(tables, person, wanted)


def lay_out(setup: Setup, complaint: str) -> None:
    """Let the game settle the scenario and options: the seats, and the commitment, follow from them."""
    with made_up(complaint):
        session = open_session(setup, key_of(None), None)
        setup.scenario, setup.options = session.module.setup_of(session.state)


@contextlib.contextmanager
def made_up(complaint: str) -> Iterator[None]:
    """Made-up options or a made-up position may break anything; their sender gets a sentence."""
    try:
        yield
    except UserError:
        raise
    except Exception as wrong:
        raise Refused("illegal", complaint, reason=str(wrong)[:200]) from None


EVERYTHING_SETTLED: Final[JsonTable] = {"routine": True}  # the orders of anyone who wants to be asked only what matters


def begin(
    setup: Setup, key: bytes, bots: Mapping[str, str | None], orders: Mapping[str, JsonTable] | bool = False
) -> Live:
    """A game up to its first question, or with ``orders`` to the first they do not settle; True: routine for all."""
    session = open_session(setup, key, None)
    session.seats.update(bots)
    live = Live(session)
    session.begin()
    live.after_entry(RecordRow(0, session.record[0]))
    given = dict.fromkeys(session.module.seats, EVERYTHING_SETTLED) if orders is True else orders or {}
    for seat, change in given.items():
        session.note_orders(seat, change)
        live.after_entry(RecordRow(live.length, session.record[-1]))
    live.carry_out_orders()
    return live


def begin_or_refuse(
    setup: Setup, key: bytes, bots: Mapping[str, str | None], complaint: str, routine: bool = False
) -> Live:
    with made_up(complaint):
        return begin(setup, key, bots, routine)


async def rematch(tables: Tables, person: str, table_id: str) -> str:
    """The same again with the seats swapped; the second to ask gets the table made for the first."""
    table = await tables.get_in_turn(table_id, person, fresh=True)
    table.rights(person).must_take_part()
    async with table.lock:
        if table.live.ended is None and not shown_to(table, person).live.over:  # giving up opens everything at once
            raise Refused("illegal", "server.still_running")
        if table.row.rematch is not None:
            return table.row.rematch
        old = table.live.session.setup
        setup = Setup(**{**old.to_json(), "open_seed": None, "scripted": False, "lesson": None})
        sitting = _swapped(table)
        routine = any(orders.routine for orders in table.live.session.orders.values())
        live = await asyncio.to_thread(begin, setup, key_of(None), bots_of(sitting), routine)
        row = table.row
        new = await open_table(
            tables, row.owner, live, sitting, spectators=row.spectators, pack=row.pack, patience=row.patience,
            advice=bool((row.advice or {}).get("on")),
        )  # fmt: skip
        await tables.set_values(table, rematch=new)
    tables.on_change(table)
    return new


def _swapped(table: Table) -> dict[str, tuple[str | None, str | None]]:
    """Everybody moves one seat on; a bot that cannot play the new seat is replaced by the usual one there."""
    names = list(table.seats)
    sitting: dict[str, tuple[str | None, str | None]] = {}
    for place, name in enumerate(names):
        before = table.seats[names[place - 1]]
        bot = None if before.person is not None else before.bot
        if bot is not None and level_of(bot) not in table.live.session.module.bots(name):
            bot = about.usual_bot(table.live.session.module, name)
        sitting[name] = before.person, bot
    return sitting


async def fork(tables: Tables, person: str, table_id: str, wanted: ForkBody) -> str:
    """Play on from a moment of the replay, in a new game with its own dice."""
    async with tables.reading(table_id, person, whole_history=True) as table:
        rights = table.rights(person)
        rights.must_know_all()
        rights.must_see(wanted.seat)
        session = table.live.session
        moments = moments_of(session, wanted.seat, table.open)
        if wanted.at >= len(moments):
            raise Refused("not found", "server.no_moment", at=wanted.at, moments=len(moments))
        position = session.module.write_position(moments[wanted.at][0])
    mine = set(rights.held) if rights.holds_all else {wanted.seat}  # whose view was being looked at
    usual = {seat: ME if seat in mine else BOT + (row.bot or about.usual_bot(session.module, seat))
             for seat, row in table.seats.items()}  # fmt: skip
    sitting = seating(table.row.game, session.setup.options, {**usual, **wanted.seats}, person)
    fresh: JsonObject = {"position": position, "open_seed": None, "scripted": False, "lesson": None}
    setup = Setup(**{**session.setup.to_json(), **fresh})
    live = await asyncio.to_thread(begin_or_refuse, setup, key_of(None), bots_of(sitting), "server.bad_position")
    return await open_table(tables, person, live, sitting, imported=True, pack=table.row.pack, forked_from=table_id,
                            branch={"table": table_id, "seat": wanted.seat, "at": wanted.at, "by": person})  # fmt: skip


async def open_table(
    tables: Tables,
    owner: str,
    live: Live,
    sitting: Mapping[str, tuple[str | None, str | None]],
    spectators: bool = False,
    imported: bool = False,
    pack: JsonObject | None = None,
    marks: Mapping[str, list[str]] | None = None,
    forked_from: str | None = None,
    patience: float | None = None,
    advice: bool = False,
    branch: JsonObject | None = None,
) -> str:
    """Write down a complete new table; then let its bots think."""
    table_id = new_id()
    session, time_ = live.session, now()
    row = TableRow(
        table_id, session.setup.game, owner, session.setup.to_json(), session.keys[0].hex(), pack, spectators, imported,
        time_, time_, session.commitment, session.result, None, None, None, forked_from, patience,
        {"on": True} if advice else None, branch,
    )  # fmt: skip
    lines = [_seat_line(row, seat, who, bot, live, marks or {}) for seat, (who, bot) in sitting.items()]

    def write(connection: Connection) -> None:
        maximum = guests.MAX_TABLES if guests.is_guest(connection, owner) else MAX_TABLES
        mine = connection.execute(select(games.c.id).where(games.c.owner == owner).limit(maximum)).all()
        if len(mine) >= maximum:
            raise Refused("too many", "server.too_many_tables", most=maximum)
        connection.execute(insert(games), vars(row))
        connection.execute(insert(seats_table), lines)
        tables.store.append(connection, table_id, live.rows(at=time_))
        if snapshots.is_due(live):  # a long game that comes from elsewhere is not played again to be opened
            snapshots.keep(tables.store, connection, table_id, live.length, snapshots.take(live))

    await tables.store.write(write)
    await tables.get(table_id)
    return table_id


def new_id() -> str:
    """The id of a new table; none begins like a command-line flag."""
    while (table_id := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return table_id


def _seat_line(
    row: TableRow, seat: str, person: str | None, bot: str | None, live: Live, marks: Mapping[str, list[str]]
) -> JsonObject:
    """A seat of a new table as the database keeps it."""
    asked = any(decision.seat == seat for decision in live.session.pending)
    return {
        "game": row.id, "seat": seat, "person": person, "bot": bot, "invitation": None,
        "marks": list(marks.get(seat, [])), "seen": 0, "asked": asked, "events": live.shown[seat].events,
        "changed": row.created, "line": last_line(live, seat), "card": lobby_card(live, seat) if person else None,
    }  # fmt: skip


# -- invitations ---------------------------------------------------------------------------------------------


async def invite(tables: Tables, person: str, table_id: str, seat: str) -> str:
    """A link for an open seat; a new one makes the old one useless."""
    table = await tables.get(table_id, fresh=True)
    table.rights(person).must_own()
    found = table.seats.get(seat)
    if found is None or not found.is_open:
        raise Refused("taken", "server.not_open", seat=called(table.row.game, seat))
    token = seats.new_token()
    if not await tables.write(table, lambda connection: seats.invite(connection, table_id, seat, token)):
        raise Refused("taken", "server.not_open", seat=called(table.row.game, seat))
    found.invited = True
    return token


async def invitation(tables: Tables, token: str) -> tuple[Table, str]:
    """The table and the seat a link is for."""
    found = await tables.store.read(lambda connection: seats.invited(connection, token))
    if found is None:
        raise Refused("not found", "server.no_invitation")
    table_id, seat = found
    return await tables.get(table_id, fresh=True), seat


async def describe(tables: Tables, token: str, locale: str) -> Invitation:
    """What a link is for."""
    table, seat = await invitation(tables, token)
    owner = await tables.store.read(
        lambda connection: connection.execute(select(people.c.name).where(people.c.id == table.row.owner)).scalar()
    )
    scenario = table.row.setup["scenario"]
    title = about.scenario_title(table.row.game, scenario, locale)
    session = table.live.session
    return Invitation(
        table.id, seat, table.row.game, scenario, title, owner or "", table.row.imported, bool(session.opened),
        session.setup.open_seed is not None, bool((table.row.advice or {}).get("on")),
    )  # fmt: skip


async def join(tables: Tables, person: str, name: str, token: str) -> tuple[str, str]:
    """Sit down where a link leads."""
    table, seat = await invitation(tables, token)
    async with table.lock:
        if table.stale:
            await tables.catch_up(table)
        await silence.must_get_on(tables.store, table, person)
        await _note_what_he_knows(tables, table, person)

        def take(connection: Connection) -> None:
            if not seats.take(connection, token, person):
                raise Refused("taken", "server.not_open", seat=called(table.row.game, seat))

        if person != table.row.owner and not table.live.over and _key_may_be_known(table, seat):
            await _change_key(tables, table, person, take)
        else:
            await tables.write(table, take)
        table.seats[seat].person, table.seats[seat].name = person, name
        table.seats[seat].invited = False
        tables.list_anew(table)
    tables.on_change(table)
    return table.id, seat


def _key_may_be_known(table: Table, seat: str) -> bool:
    """Could somebody have the key, from a file? While a seat waits for a person, no file reveals it (keeping.py)."""
    return table.row.imported or bool(table.live.session.opened) or _was_a_bots(table, seat)


def _was_a_bots(table: Table, seat: str) -> bool:
    """Has the computer ever played it? Then files were such as any installation opens."""
    record = table.live.session.record
    return seat in bots_at_start(record[0]) or any(
        entry.what == SEAT and entry.seat == seat and entry.choice for entry in record
    )


async def _note_what_he_knows(tables: Tables, table: Table, person: str) -> None:
    """Somebody who takes another's place in a running game besides his own knows what both know, and the record says
    so.
    """
    own = table.rights(person).held
    if not own or table.live.over or all(entry.what != DECIDE for entry in table.live.session.record):
        return
    if await keeping.original_runs(tables, table):
        raise Refused("secret", "server.copy_keeps")
    for seat in own:

        def opened(live: Live, seat: str = seat) -> Entry:
            live.session.open_up(seat)
            return live.session.record[-1]

        await _change(tables, table, opened, person)


async def _change_key(tables: Tables, table: Table, person: str, take: Callable[[Connection], None]) -> None:
    """Somebody with a file may know the key; from the moment another joins, the dice are such that nobody can know
    them.
    """

    def change(live: Live) -> Entry:
        live.session.rekey()
        return live.session.record[-1]

    await _change(tables, table, change, person, take)


async def _change(
    tables: Tables,
    table: Table,
    play: Callable[[Live], Entry],
    person: str,
    also: Callable[[Connection], None] | None = None,
) -> None:
    for _ in range(3):
        with contextlib.suppress(Raced):
            await tables.change(table, play, person, None, also)
            return
    raise Refused("stale", "server.moved_on")


# -- lists -----------------------------------------------------------------------------------------------------


async def my_tables(tables: Tables, person: str, locale: str) -> list[TableLine]:
    """The games somebody owns or sits in, the latest first."""
    mine = select(seats_table.c.game).where(seats_table.c.person == person)
    return await listed(tables, person, locale, or_(games.c.owner == person, games.c.id.in_(mine)))


async def listed(
    tables: Tables, person: str, locale: str, which: ColumnElement[bool], maximum: int = MAX_LISTED
) -> list[TableLine]:
    """Some games as somebody is shown them in a list, the latest first."""
    just_now: set[str] = set()

    def look(connection: Connection) -> list[TableLine]:
        found = connection.execute(select(games).where(which).order_by(games.c.created.desc()).limit(maximum))
        rows = [keeping.as_listed(connection, TableRow(**line)) for line in found.mappings()]
        just_now.update(row.id for row in rows if row.changed > now() - JUST_NOW)
        sitting = seats.seats_of(connection, [row.id for row in rows])
        known = [row for row in rows if row.game in registry.names()]  # a game may have been taken off this server
        return [table_line(row, ordered(row, sitting[row.id]), person, locale) for row in known]

    lines = await tables.store.read(look)
    for place, line in enumerate(lines):
        if line.over is not None and line.id in just_now:  # it may have ended in a pause that another process keeps
            with contextlib.suppress(UserError):  # a list shows a game that cannot be opened as well
                await tables.get(line.id)
        held = tables.held(line.id)
        if held is not None:  # what is in memory is newer than what lists remember
            tables.bring_list_up_to_date(held)
            lines[place] = table_line(shown_to(held, person).row, held.seats, person, locale)
    return sorted(lines, key=lambda line: -line.last_change)


def ordered(row: TableRow, sitting: dict[str, seats.SeatRow]) -> dict[str, seats.SeatRow]:
    """Seats in the game's own order."""
    module = registry.with_options(row.game, row.setup["options"])
    return {seat: sitting[seat] for seat in module.seats if seat in sitting}
