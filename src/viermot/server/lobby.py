"""Setting tables up and clearing them away: new games, imports, rematches, forks, invitations, lists."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select, update

import viermot
from viermot.kernel import ladder, lessons, registry, saves, sealed
from viermot.kernel.dice import key_of
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.session import DECIDE, REKEY, SEAT, Entry, Session, Setup
from viermot.kernel.user_error import UserError, called
from viermot.moments import moments_of
from viermot.server import about, guests, keeping, seats, silence, snapshots
from viermot.server.live import RESIGN, Damaged, Live, bots_at_start, open_session
from viermot.server.messages import (
    ForkBody,
    ImportTable,
    Invitation,
    Loadable,
    LookAtImport,
    NewTable,
    TableLine,
    TableMade,
)
from viermot.server.play import check_bot
from viermot.server.published import shown_to
from viermot.server.refusals import Refused
from viermot.server.rows import Note, RecordRow
from viermot.server.schema import ALL, games, people
from viermot.server.schema import seats as seats_table
from viermot.server.tables import JUST_NOW, Raced, Table, TableRow, Tables, last_line, lobby_card, now, read_table_row
from viermot.server.views import table_line

ME, OPEN, BOT = "me", "open", "bot:"
FITS_IN_PART: Final = ("save.other_rules", "save.no_match")
LARGEST_POSITION: Final = 256 * 1024
MAX_LISTED: Final = 500
MAX_TABLES: Final = 2000  # of one person


# -- who sits where ------------------------------------------------------------------------------------------


def seating(
    game: str, options: JsonTable, wanted: Mapping[str, str], person: str
) -> dict[str, tuple[str | None, str | None]]:
    """Person and bot of each seat; a seat that nobody named gets the best bot."""
    module = about.game_module(game).with_options(options)
    for seat in wanted:
        if seat not in module.seats:
            raise Refused("illegal", "error.no_seat", seat=seat[:40], seats=", ".join(module.seats))
    sitting: dict[str, tuple[str | None, str | None]] = {}
    for seat in module.seats:
        word = wanted.get(seat) or BOT + about.best_bot(module, seat)
        if word == ME:
            sitting[seat] = person, None
        elif word == OPEN:
            sitting[seat] = None, None
        elif word.startswith(BOT):
            check_bot(module, seat, word.removeprefix(BOT))
            sitting[seat] = None, word.removeprefix(BOT)
        else:
            raise Refused("illegal", "server.seat_word", seat=called(game, seat), word=word[:40])
    return sitting


def _bots(sitting: Mapping[str, tuple[str | None, str | None]]) -> dict[str, str | None]:
    return {seat: bot for seat, (_, bot) in sitting.items()}


# -- new tables ----------------------------------------------------------------------------------------------


async def create(tables: Tables, person: str, wanted: NewTable) -> str:
    """A new game."""
    module = about.game_module(wanted.game)
    pack = module.load_pack(None)
    scenario = wanted.scenario or module.info(pack).scenarios[0].id
    setup = Setup(
        wanted.game, scenario, wanted.options, module.rules_version, module.pack_hash(pack), None, wanted.seed, False,
        wanted.casual,
    )  # fmt: skip
    await asyncio.to_thread(lay_out, setup, "server.bad_options")
    sitting = seating(wanted.game, setup.options, wanted.seats, person)
    live = await asyncio.to_thread(
        _begin_or_refuse, setup, key_of(wanted.seed), _bots(sitting), "server.bad_options", wanted.routine
    )
    return await open_table(tables, person, live, sitting, spectators=wanted.spectators, patience=wanted.patience)


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
    live = await asyncio.to_thread(begin, setup, found.secret, _bots(sitting), orders)
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
    """Let the game say which scenario and options these are: the seats, and what is committed to, follow from them."""
    with _made_up(complaint):
        session = open_session(setup, key_of(None), None)
        setup.scenario, setup.options = session.module.setup_of(session.state)


@contextlib.contextmanager
def _made_up(complaint: str) -> Iterator[None]:
    """Made-up options or a made-up position may break anything; whoever sent them gets a sentence."""
    try:
        yield
    except UserError:
        raise
    except Exception as wrong:
        raise Refused("illegal", complaint, reason=str(wrong)[:200]) from None


EVERYTHING_SETTLED: Final[JsonTable] = {"routine": True}  # the orders of whoever wants to be asked only what matters


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


async def look_at_import(tables: Tables, wanted: LookAtImport, locale: str) -> Loadable:
    """What a save or a position is, and who would sit where."""
    _check_import(wanted)
    await _vet(tables, wanted, whole=False)
    return await asyncio.to_thread(_looked_at, wanted, locale)


def _looked_at(wanted: LookAtImport, locale: str) -> Loadable:
    if wanted.save is not None and (head := keeping.read_sealed(wanted.save)) is not None:
        return _looked_at_sealed(head, locale)
    if wanted.save is not None:
        saved = _parse(wanted.save)
        setup, before = saved.setup, saved.head["seats"]
    else:
        setup, before = _position_setup(wanted, casual=False), {}
    with _made_up("server.bad_options"):
        module = about.game_module(setup.game).with_options(setup.options)
        title = about.scenario_title(setup.game, setup.scenario, locale)
        holders = usual_holders(module, before)
    return Loadable(setup.game, setup.scenario, title, about.seat_choices(module, locale), holders)


def _looked_at_sealed(head: JsonObject, locale: str) -> Loadable:
    """The readable part of a sealed file says all that is wanted, and nothing is opened for it."""
    with _made_up("server.bad_options"):
        module = about.game_module(head["game"]).with_options(head["options"])
        title = about.scenario_title(head["game"], head["scenario"], locale)
        choices = about.seat_choices(module, locale)
        holders = _sealed_holders(head)
        people = {str(seat): str(name) for seat, name in head["people"].items()}
        return Loadable(head["game"], head["scenario"], title, choices, holders, head["seat"], people)


def usual_holders(module: registry.GameModule, before: Mapping[str, str | None]) -> dict[str, str]:
    """Who sits where in what is loaded: a bot where one sat, else whoever loads it; he has one seat at least."""
    bots = {seat: before.get(seat, about.best_bot(module, seat)) for seat in module.seats}
    if None not in bots.values():
        bots[module.seats[0]] = None
    return {seat: ME if bot is None else BOT + bot for seat, bot in bots.items()}


def _check_import(wanted: LookAtImport) -> None:
    """One of the two, whole."""
    fits = wanted.position is None or (wanted.game is not None and len(wanted.position) <= LARGEST_POSITION)
    if (wanted.save is None) == (wanted.position is None) or not fits:
        raise Refused("unreadable", "server.save_or_position")


def _position_setup(wanted: LookAtImport, casual: bool) -> Setup:
    module = about.game_module(wanted.game or "")
    pack = module.pack_hash(module.load_pack(None))
    setup = Setup(module.name, "", {}, module.rules_version, pack, wanted.position, None, False, casual)
    lay_out(setup, "server.bad_position")
    return setup


async def _vet(tables: Tables, wanted: LookAtImport, whole: bool = True, as_far: bool = False) -> None:
    """Nothing from outside is read here that has not been read elsewhere without harm."""
    if tables.vetting is None:
        return
    try:
        if wanted.save is not None:
            await tables.vetting.save(wanted.save, whole)
        else:
            await tables.vetting.position(about.game_module(wanted.game or "").name, wanted.position or "")
    except Refused as wrong:
        if wrong.key not in FITS_IN_PART:
            raise
        if not as_far:
            raise keeping.fits_in_part(wrong) from None


async def import_table(tables: Tables, person: str, wanted: ImportTable) -> TableMade:
    """A save to go on with, or a position to begin from; a sealed save of several people waits until all agree."""
    _check_import(wanted)
    await _vet(tables, wanted, as_far=wanted.as_far)  # before anything else: nothing is read here that was not there
    head = None if wanted.save is None else await asyncio.to_thread(keeping.read_sealed, wanted.save)
    if head is not None:
        return await _import_sealed(tables, person, wanted, head)
    return TableMade(await _import(tables, person, wanted))


async def _import_sealed(tables: Tables, person: str, wanted: ImportTable, head: JsonObject) -> TableMade:
    about.game_module(head["game"])
    secret = await asyncio.to_thread(keeping.secret_of, tables.store)
    opened = await asyncio.to_thread(sealed.open_up, head, "save", secret)
    if opened.extra.get("people"):
        if set(opened.extra["people"].values()) == {person}:  # a seat waited for somebody
            return TableMade(await keeping.open_alone(tables, person, opened))
        return TableMade("", await keeping.propose(tables, person, wanted.save or "", opened))
    if wanted.seats and wanted.seats != _sealed_holders(head):
        raise Refused("illegal", "server.sealed_seats", seat=called(head["game"], head["seat"]))
    session = await tables.in_background(lambda: keeping.restored(opened.saved, wanted.as_far))
    sitting = seating(head["game"], session.setup.options, _sealed_holders(head), person)
    ours = opened.extra.get("at") == sealed.name_of(secret)
    original = await keeping.original_of(tables, opened) if ours else None
    return TableMade(await take_up(tables, person, opened.saved, session, sitting, wanted.spectators, original))


def _sealed_holders(head: JsonTable) -> dict[str, str]:
    """Who sits where in a sealed game: the same as before, and nobody else where the computer did."""
    bots = {seat: BOT + bot if bot is not None else OPEN for seat, bot in head["seats"].items()}
    return {**bots, head["seat"]: ME}


async def _import(tables: Tables, person: str, wanted: ImportTable) -> str:
    """A save of which nothing is a secret, or a position."""
    if wanted.save is not None:
        return await _import_save(tables, person, wanted)
    setup = await asyncio.to_thread(_position_setup, wanted, wanted.casual)
    usual = usual_holders(about.game_module(setup.game).with_options(setup.options), {})
    sitting = seating(setup.game, setup.options, wanted.seats or usual, person)
    live = await asyncio.to_thread(_begin_or_refuse, setup, key_of(None), _bots(sitting), "server.bad_position")
    return await open_table(tables, person, live, sitting, spectators=wanted.spectators, imported=True)


def _begin_or_refuse(
    setup: Setup, key: bytes, bots: Mapping[str, str | None], complaint: str, routine: bool = False
) -> Live:
    with _made_up(complaint):
        return begin(setup, key, bots, routine)


async def _import_save(tables: Tables, person: str, wanted: ImportTable) -> str:
    saved, session = await tables.in_background(lambda: _restore(wanted.save or "", wanted.as_far))
    setup = session.setup
    usual = usual_holders(about.game_module(setup.game).with_options(setup.options), saved.head["seats"])
    sitting = seating(setup.game, setup.options, {**usual, **wanted.seats}, person)
    return await take_up(tables, person, saved, session, sitting, wanted.spectators)


async def take_up(
    tables: Tables,
    person: str,
    saved: saves.Saved,
    session: Session,
    sitting: Mapping[str, tuple[str | None, str | None]],
    spectators: bool = False,
    forked_from: str | None = None,
) -> str:
    """A table for a game that was read from a file."""
    setup = session.setup
    if setup.scripted and setup.lesson is None:
        raise Refused("illegal", "server.scripted")
    pack = None if setup.pack in registry.built_in_packs(setup.game) else session.module.pack_content(session.pack)
    live = await tables.in_background(lambda: _enter_save(session, pack, _bots(sitting)))
    if len(session.keys) == len(saved.keys):  # else the bots' random numbers come from a new key as well
        live.bot_positions.update(
            {seat: at for seat, at in saved.head["bot_streams"].items() if type(at) is int and at >= 0}
        )
    marks = session.marks
    return await open_table(
        tables, person, live, sitting, spectators=spectators, imported=True, pack=pack, marks=marks,
        forked_from=forked_from,
    )  # fmt: skip


def _restore(text: str, as_far: bool) -> tuple[saves.Saved, Session]:
    """The game of a save file, checked as `viermot.load` checks it; its bots do not think here."""
    saved = _parse(text)
    return saved, keeping.restored(saved, as_far)


def _parse(text: str) -> saves.Saved:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("illegal", "save.not_json", path="save") from None
    saved = saves.parse(raw, "save")
    about.game_module(saved.setup.game)
    return saved


def _enter_save(session: Session, pack: JsonObject | None, bots: Mapping[str, str | None]) -> Live:
    """The same record once more, on our own dice, with whoever sits there now."""
    live = Live(open_session(session.setup, session.keys[0], pack))
    later = iter(session.keys[1:])
    notes = (Note(key=next(later).hex()) if entry.what == REKEY else None for entry in session.record)
    rows = [
        RecordRow(place, entry, note=note)
        for place, (entry, note) in enumerate(zip(session.record, notes, strict=True))
    ]
    live.apply_rows(rows, lean=True)
    for seat, bot in bots.items():
        if live.session.seats[seat] != bot:
            live.apply_row(RecordRow(live.length, Entry(SEAT, seat, choice=bot or "")))
    return live


async def rematch(tables: Tables, person: str, table_id: str) -> str:
    """The same again with the seats swapped; whoever asks second gets the table of who asked first."""
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
        live = await asyncio.to_thread(begin, setup, key_of(None), _bots(sitting), routine)
        row = table.row
        new = await open_table(
            tables, row.owner, live, sitting, spectators=row.spectators, pack=row.pack, patience=row.patience
        )
        await tables.set_values(table, rematch=new)
    tables.on_change(table)
    return new


def _swapped(table: Table) -> dict[str, tuple[str | None, str | None]]:
    """Everybody one seat on; a bot that does not know the new seat is replaced by the best one there."""
    names = list(table.seats)
    sitting: dict[str, tuple[str | None, str | None]] = {}
    for place, name in enumerate(names):
        before = table.seats[names[place - 1]]
        bot = None if before.person is not None else before.bot
        if bot is not None and bot not in table.live.session.module.bots(name):
            bot = about.best_bot(table.live.session.module, name)
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
    mine = set(rights.held) if rights.holds_all else {wanted.seat}  # in the seat that was looked through, whose it was
    usual = {seat: ME if seat in mine else BOT + (row.bot or about.best_bot(session.module, seat))
             for seat, row in table.seats.items()}  # fmt: skip
    sitting = seating(table.row.game, session.setup.options, {**usual, **wanted.seats}, person)
    fresh: JsonObject = {"position": position, "open_seed": None, "scripted": False, "lesson": None}
    setup = Setup(**{**session.setup.to_json(), **fresh})
    live = await asyncio.to_thread(_begin_or_refuse, setup, key_of(None), _bots(sitting), "server.bad_position")
    return await open_table(tables, person, live, sitting, imported=True, pack=table.row.pack, forked_from=table_id)


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
) -> str:
    """Write a new table down, whole; then let its bots think."""
    table_id = new_id()
    session, time_ = live.session, now()
    row = TableRow(
        table_id, session.setup.game, owner, session.setup.to_json(), session.keys[0].hex(), pack, spectators, imported,
        time_, time_, session.commitment, session.result, None, None, None, forked_from, patience,
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
    """The id of a new table; none begins as a flag of the command line does."""
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
        session.setup.open_seed is not None,
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
    """Could somebody have the key, from a file? While a seat waits for a person no file tells it (keeping.py)."""
    return table.row.imported or bool(table.live.session.opened) or _was_a_bots(table, seat)


def _was_a_bots(table: Table, seat: str) -> bool:
    """Has the computer ever played it? Then files were such as any installation opens."""
    record = table.live.session.record
    return seat in bots_at_start(record[0]) or any(
        entry.what == SEAT and entry.seat == seat and entry.choice for entry in record
    )


async def _note_what_he_knows(tables: Tables, table: Table, person: str) -> None:
    """Who takes another's place in a running game beside his own knows what both do, and the record says so."""
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
    """Whoever has a file may know the key; who joins plays with dice that nobody can know, from when he sits down."""

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


# -- lists and deletion ----------------------------------------------------------------------------------------


async def my_tables(tables: Tables, person: str, locale: str) -> list[TableLine]:
    """The games somebody owns or sits in, the latest first."""
    just_now: set[str] = set()

    def look(connection: Connection) -> list[TableLine]:
        mine = select(seats_table.c.game).where(seats_table.c.person == person)
        found = connection.execute(
            select(games)
            .where(or_(games.c.owner == person, games.c.id.in_(mine)))
            .order_by(games.c.created.desc())
            .limit(MAX_LISTED)
        )
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


async def remove(tables: Tables, person: str, name: str, table_id: str) -> None:
    """The owner deletes a game; where other people sit, it is theirs from now on, as a record."""
    (await tables.store.read(lambda connection: rights_of(connection, table_id, person))).must_own()
    await leave(tables, person, name, table_id, name)


def rights_of(connection: Connection, table_id: str, person: str) -> seats.Rights:
    """What somebody may do at a table, whether it can be opened or not."""
    row = read_table_row(connection, table_id)
    over = row.over is not None or row.ended is not None
    return seats.Rights(
        row.game, person, row.owner, seats.seats_of(connection, [table_id])[table_id], row.spectators, over
    )


async def leave(tables: Tables, person: str, name: str, table_id: str, was: str) -> None:
    """Somebody has no more to do with a game. It is deleted if nobody else sits there; else the others keep it.

    If he was playing and the game runs, he resigns: nobody waits for him in vain. Where a bot plays his seat, it goes
    on. ``was`` is the name that seat and talk keep.
    """
    try:
        table = await tables.get(table_id, fresh=True)
    except Damaged:  # of older rules: nobody plays there, and it is to be left as well as any other
        await _leave_unread(tables, person, name, table_id, was)
        return
    async with table.lock:
        heir = _heir(table.seats, person)
        if heir is None:
            await tables.write(table, lambda connection: delete_table(connection, table_id), "gone")
            tables.forget(table_id)
            return
        await _go(tables, table, person, lambda connection: seats.leave(connection, table_id, person, name, was, heir))
        await tables.catch_up(table)
    if table.live.over:
        table.quiet.set()
    tables.on_change(table)


def _heir(sitting: Mapping[str, seats.SeatRow], person: str) -> str | None:
    """Whose a table is when somebody has left it; None if nobody else sits there."""
    return next((seat.person for seat in sitting.values() if seat.person not in (None, person)), None)


async def _leave_unread(tables: Tables, person: str, name: str, table_id: str, was: str) -> None:
    """The same at a table whose record these rules cannot play again."""

    def go(connection: Connection) -> None:
        heir = _heir(seats.seats_of(connection, [table_id])[table_id], person)
        if heir is None:
            delete_table(connection, table_id)
        else:
            seats.leave(connection, table_id, person, name, was, heir)

    await tables.store.write(go)


async def _go(tables: Tables, table: Table, person: str, go: Callable[[Connection], None]) -> None:
    """Leave, and resign with it if one was playing."""
    for _ in range(3):
        playing = [seat for seat in table.rights(person).held if table.rights(person).plays(seat)]
        if table.live.over or not playing:
            await tables.write(table, go)
            return
        with contextlib.suppress(Raced):
            entry = Entry(RESIGN, playing[0])
            ends: Callable[[Live], JsonObject] = lambda live: {"ended": live.ended, "proposal": None}  # noqa: E731
            await tables.change(table, lambda _, entry=entry: entry, person, ends, go)  # type: ignore[misc]
            return
    raise Refused("stale", "server.moved_on")


async def see_off(tables: Tables, guest: str, name: str) -> None:
    """A guest's day is over: what he played alone is deleted; elsewhere his seat is open, and the game goes on."""

    def look(connection: Connection) -> list[str]:
        mine = select(seats_table.c.game).where(seats_table.c.person == guest)
        return list(
            connection.execute(select(games.c.id).where(or_(games.c.owner == guest, games.c.id.in_(mine)))).scalars()
        )

    for table_id in await tables.store.read(look):
        await _see_off(tables, guest, name, table_id)


async def _see_off(tables: Tables, guest: str, name: str, table_id: str) -> None:
    try:
        table = await tables.get(table_id, fresh=True)
    except Damaged:
        await _leave_unread(tables, guest, name, table_id, name)
        return
    heir = _heir(table.seats, guest)
    if heir is None or table.live.over:
        await leave(tables, guest, name, table_id, name)
        return
    async with table.lock:
        await tables.write(table, lambda connection: seats.vacate(connection, table_id, guest, heir))
        await tables.catch_up(table)
    tables.on_change(table)


async def leave_all(tables: Tables, person: str, name: str) -> None:
    """Somebody leaves altogether."""

    def look(connection: Connection) -> list[str]:
        mine = select(seats_table.c.game).where(seats_table.c.person == person)
        found = select(games.c.id).where(or_(games.c.owner == person, games.c.id.in_(mine)))
        return list(connection.execute(found).scalars())

    for table_id in await tables.store.read(look):
        await leave(tables, person, name, table_id, "")


def delete_table(connection: Connection, table_id: str) -> None:
    """Every row of a game."""
    connection.execute(update(games).where(games.c.rematch == table_id).values(rematch=None))
    origin = connection.execute(select(games.c.forked_from).where(games.c.id == table_id)).scalar()
    connection.execute(update(games).where(games.c.forked_from == table_id).values(forked_from=origin))
    for table in reversed(ALL):
        if "game" in table.c and table is not games:
            connection.execute(delete(table).where(table.c.game == table_id))
    connection.execute(delete(games).where(games.c.id == table_id))


# -- files -----------------------------------------------------------------------------------------------------


def save_file(table: Table) -> bytes:
    """The whole game as a file."""
    session = table.live.session
    for name, seat in table.seats.items():
        session.marks[name] = list(seat.marks)
    session.set_bot_positions(table.live.bot_positions)
    return saves.dump(session)


def verdict(table: Table) -> viermot.Verdict:
    """Check the game against its key, as `viermot verify` does with a file."""
    saved = saves.parse(json.loads(save_file(table)), "save")
    return saves.judge(saved, table.live.session.head)
