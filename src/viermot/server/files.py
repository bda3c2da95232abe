"""Games in files: a save or a position is looked at, tried out and taken up at a new table; a table is saved."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Final

import viermot
from viermot.kernel import registry, saves, sealed
from viermot.kernel.dice import key_of
from viermot.kernel.json import JsonObject, JsonTable
from viermot.kernel.record import REKEY, SEAT, Entry, Setup
from viermot.kernel.session import Session
from viermot.kernel.user_error import called
from viermot.server import about, keeping
from viermot.server.live import Live, open_session
from viermot.server.lobby import BOT, ME, OPEN, begin_or_refuse, bots_of, lay_out, made_up, open_table, seating
from viermot.server.messages.lobby import Loadable, TableMade
from viermot.server.messages.requests import ImportTable, LookAtImport
from viermot.server.refusals import Refused
from viermot.server.rows import Note, RecordRow
from viermot.server.table import Table
from viermot.server.tables import Tables

FITS_IN_PART: Final = ("save.other_rules", "save.no_match")
LARGEST_POSITION: Final = 256 * 1024


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
        setup, before = _position_setup(wanted), {}
    with made_up("server.bad_options"):
        module = about.game_module(setup.game).with_options(setup.options)
        title = about.scenario_title(setup.game, setup.scenario, locale)
        holders = usual_holders(module, before)
    return Loadable(setup.game, setup.scenario, title, about.seat_choices(module, locale), holders)


def _looked_at_sealed(head: JsonObject, locale: str) -> Loadable:
    """The readable part of a sealed file says all that is needed, and nothing is opened for it."""
    with made_up("server.bad_options"):
        module = about.game_module(head["game"]).with_options(head["options"])
        title = about.scenario_title(head["game"], head["scenario"], locale)
        choices = about.seat_choices(module, locale)
        holders = _sealed_holders(head)
        people = {str(seat): str(name) for seat, name in head["people"].items()}
        return Loadable(head["game"], head["scenario"], title, choices, holders, head["seat"], people)


def usual_holders(module: registry.GameModule, before: Mapping[str, str | None]) -> dict[str, str]:
    """Who sits where in what is loaded: a bot where one sat, otherwise the person who loads it, who has at least one
    seat.
    """
    bots = {seat: before.get(seat, about.usual_bot(module, seat)) for seat in module.seats}
    if None not in bots.values():
        bots[module.seats[0]] = None
    return {seat: ME if bot is None else BOT + bot for seat, bot in bots.items()}


def _check_import(wanted: LookAtImport) -> None:
    """Exactly one of the two has to be given."""
    fits = wanted.position is None or (wanted.game is not None and len(wanted.position) <= LARGEST_POSITION)
    if (wanted.save is None) == (wanted.position is None) or not fits:
        raise Refused("unreadable", "server.save_or_position")


def _position_setup(wanted: LookAtImport, seed: str | None = None, *, casual: bool = False) -> Setup:
    module = about.game_module(wanted.game or "")
    pack = module.pack_hash(module.load_pack(None))
    setup = Setup(module.name, "", {}, module.rules_version, pack, wanted.position, seed, False, casual)
    lay_out(setup, "server.bad_position")
    return setup


async def _vet(tables: Tables, wanted: LookAtImport, whole: bool = True, as_far: bool = False) -> None:
    """Nothing from outside is read here that has not first been read elsewhere without harm."""
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
    if wanted.save is not None and wanted.seed is not None:
        raise Refused("illegal", "server.seed_of_save")
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
    """A save in which nothing is secret, or a position."""
    if wanted.save is not None:
        return await _import_save(tables, person, wanted)
    setup = await asyncio.to_thread(_position_setup, wanted, wanted.seed, casual=wanted.casual)
    usual = usual_holders(about.game_module(setup.game).with_options(setup.options), {})
    sitting = seating(setup.game, setup.options, wanted.seats or usual, person)
    live = await asyncio.to_thread(begin_or_refuse, setup, key_of(wanted.seed), bots_of(sitting), "server.bad_position")
    return await open_table(tables, person, live, sitting, spectators=wanted.spectators, imported=True)


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
    live = await tables.in_background(lambda: _enter_save(session, pack, bots_of(sitting)))
    if len(session.keys) == len(saved.keys):  # otherwise the bots' random numbers come from a new key as well
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
    """The same record again, on our own dice, with the people and bots who sit there now."""
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


# -- saved -----------------------------------------------------------------------------------------------------


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
