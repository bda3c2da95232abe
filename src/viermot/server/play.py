"""What people do at a table: decide, go back, give up, hand over a seat, chat, draw."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

from sqlalchemy import Connection, update

from viermot.kernel import bots
from viermot.kernel.decision import IllegalOption
from viermot.kernel.json import JsonObject
from viermot.kernel.lending import END, QUESTION
from viermot.kernel.perspective import PUBLIC
from viermot.kernel.record import Entry
from viermot.kernel.registry import GameModule
from viermot.kernel.session import CannotUndo, Session
from viermot.kernel.snapshots import can_undo
from viermot.kernel.user_error import called
from viermot.server import about
from viermot.server.chat import add_chat
from viermot.server.live import RESIGN, Live
from viermot.server.messages.requests import OrdersBody
from viermot.server.messages.table import Judged, Warning
from viermot.server.messages.wire import SetOrders
from viermot.server.published import in_turn, shown_to_seat
from viermot.server.refusals import Refused
from viermot.server.rows import Cell
from viermot.server.schema import seats as seats_table
from viermot.server.store import Busy
from viermot.server.table import Raced, Table
from viermot.server.tables import Tables
from viermot.server.views import decision_of, limits_at


async def decide(
    tables: Tables,
    person: str,
    table_id: str,
    seat: str,
    number: int,
    option: str | int,
    done: Callable[[], None] | None = None,
) -> int:
    """Answer a question; returns, after the commit, the number of the decision. ``done`` is called before the push."""
    table = await tables.get_in_turn(table_id, person)
    async with table.lock:
        table.rights(person).must_play(seat)
        _must_be_asked(table, seat, number)
        try:
            await _decide_once(tables, table, person, seat, number, option)
        except (Raced, IllegalOption) as wrong:
            if isinstance(wrong, IllegalOption) and not await _others_were_here(tables, table):
                raise
            await _decide_once(tables, table, person, seat, number, option)
    if done is not None:
        done()
    tell(tables, table, tick=False)  # an answer has its own (pace.py)
    return number


async def _decide_once(tables: Tables, table: Table, person: str, seat: str, number: int, option: str | int) -> None:
    if table.live.over:
        raise IllegalOption("refused.over", why="over")

    def answer(live: Live) -> Entry:
        live.session.decide(option, seat, number)
        return live.session.record[-1]

    wish = table.row.proposal
    goes_on = wish is not None and wish["seat"] == seat  # somebody who plays on no longer wants to go back
    await tables.change(table, answer, person, (lambda _: {"proposal": None}) if goes_on else None)


def _must_be_asked(table: Table, seat: str, number: int) -> None:
    """Somebody who is kept waiting is asked nothing, however far the game has got meanwhile."""
    shown = shown_to_seat(table, seat)
    if not shown.held_back:
        return
    decision = decision_of(shown, seat)
    if decision is None:
        raise IllegalOption(
            "refused.wrong_seat",
            table.live.session.module.seats_rule,
            why="wrong seat",
            seat=called(table.row.game, seat),
        )
    if decision.number != number:
        raise IllegalOption("refused.stale", why="stale", number=number, now=decision.number)


async def _others_were_here(tables: Tables, table: Table) -> bool:
    """A refusal may be due to having missed what another worker wrote."""
    return tables.store.is_postgres and await tables.catch_up(table)


def tell(tables: Tables, table: Table, tick: bool = True) -> None:
    """Bots first: people see the table only when no bot is being asked and the tick, if there is one, is over."""
    tables.bots_if_asked(table, tick=tick)
    if table.quiet.is_set():
        tables.on_change(table)


@contextlib.asynccontextmanager
async def at_rest(tables: Tables, person: str, table_id: str, seat: str, fresh: bool = False) -> AsyncIterator[Table]:
    """A table and its lock, once the seat is shown everything: the delay of an answer must reveal nothing.

    For another's seat nobody waits: that would reveal how long its person does.
    """
    table = await tables.get_in_turn(table_id, person, fresh, seat)
    while True:
        async with table.lock:
            if seat not in table.rights(person).held or not table.pace.wait(table, seat):
                yield table
                return
        await in_turn(table, person, seat)  # somebody before him has done something


def why_not(table: Table, seat: str, option: str | int, locale: str) -> Judged:
    """Would this answer be taken, and if not, by which rule?"""
    decision = decision_of(table, seat)
    if decision is not None:
        refusal, draft = decision.why_not(option), about.draft(decision, option)
        if refusal is None:
            cost = decision.warns(option)
            warning = None if cost is None else Warning(cost.text(locale), cost.asks)
            return Judged(True, decision.rule, "", warning=warning, draft=draft)
        faults = about.faults(decision, option, locale)
        return Judged(False, refusal.rule, refusal.text(locale), faults, draft=draft)
    _must_run(table)
    raise Refused("wrong seat", "refused.wrong_seat", seat=called(table.row.game, seat))


# -- orders --------------------------------------------------------------------------------------------------


def orders_in(asked: OrdersBody | SetOrders) -> JsonObject:
    """Somebody's orders, in the form in which the session takes them."""
    said = {"routine": asked.routine, "always": asked.always, "sheet": asked.sheet}
    return {name: value for name, value in said.items() if value is not None}


async def order(tables: Tables, person: str, table_id: str, seat: str, change: JsonObject) -> None:
    """The seat says what is to be answered on its behalf; anything that this answers now is answered at once."""
    async with at_rest(tables, person, table_id, seat) as table:
        table.rights(person).must_play(seat)
        _must_run(table)

        def note(live: Live) -> Entry:
            live.session.note_orders(seat, change)
            return live.session.record[-1]

        await change_table(tables, table, note, person)
    tell(tables, table)


# -- going back ----------------------------------------------------------------------------------------------


async def undo(tables: Tables, person: str, table_id: str, seat: str, to: int | None) -> bool:
    """Take the last decision back; or go back to ``to``, for which the others are asked. True if it is done."""
    async with at_rest(tables, person, table_id, seat) as table:
        table.rights(person).must_play(seat)
        if table.live.session.setup.lesson is None:  # what went wrong in a lesson can be put right after its end
            _must_run(table)
        if to is not None or not can_undo(table.live.session, seat):
            await tables.restore_history(table)
        agreed = consents(table, person)
        try:
            await _go_back(tables, table, person, seat, to, agreed)
        except CannotUndo as wrong:
            if wrong.key != "undo.no_consent" or not _can_be_asked(table, str(wrong.fields["seat"])):
                raise
            turn = turn_of(table.live.session, seat, to or 0)
            await tables.set_values(
                table, proposal={"seat": seat, "to": to, "turn": turn, "agreed": agreed, "length": table.live.length}
            )
            tables.on_change(table)
            return False
    tell(tables, table)
    return True


async def consent(tables: Tables, person: str, table_id: str, seat: str, agree: bool) -> bool:
    """Say yes or no to another's wish to go back; True if it has now been done."""
    async with at_rest(tables, person, table_id, seat, fresh=True) as table:
        table.rights(person).must_play(seat)
        _must_run(table)
        await tables.restore_history(table)
        wish = table.row.proposal
        if wish is None or wish["length"] > table.live.length or (wish["seat"] == seat and agree):
            raise Refused("stale", "server.no_wish")
        agreed = sorted({*wish["agreed"], seat})
        if not agree:
            await tables.set_values(table, proposal=None)
        elif set(agreed) | {wish["seat"]} | _casual_bots(table) >= set(table.seats):
            await _go_back(tables, table, person, wish["seat"], wish["to"], agreed)
            tell(tables, table)
            return True
        else:
            await tables.set_values(table, proposal={**wish, "agreed": agreed})
    tables.on_change(table)
    return False


async def _go_back(tables: Tables, table: Table, person: str, seat: str, to: int | None, agreed: list[str]) -> None:
    def back(live: Live) -> Entry:
        live.session.undo(seat, to, [*agreed, *_casual_bots(table)])
        return live.session.record[-1]

    running: JsonObject = {"over": None, "ended": None} if table.live.over else {}
    await change_table(tables, table, back, person, lambda _: {"proposal": None, **running})


async def change_table(
    tables: Tables,
    table: Table,
    play: Callable[[Live], Entry],
    person: str | None,
    values: Callable[[Live], JsonObject] | None = None,
    also: Callable[[Connection], None] | None = None,
    ending: bool = False,
) -> None:
    """Change a table as it was seen; if somebody was faster, it is a different table now."""
    try:
        await tables.change(table, play, person, values, also, ending)
    except Raced:
        raise Refused("stale", "server.moved_on") from None


def _casual_bots(table: Table) -> set[str]:
    """Bots agree to anything in casual games."""
    return set(table.live.bots_of()) if table.live.session.setup.casual else set()


def consents(table: Table, person: str) -> list[str]:
    """Seats that need not be asked: the person's own."""
    return [name for name in table.rights(person).held if table.seats[name].bot is None]


def _can_be_asked(table: Table, seat: str) -> bool:
    found = table.seats.get(seat)
    return found is not None and found.person is not None and found.bot is None


def turn_of(session: Session, seat: str, number: int) -> int:
    """The turn in which a seat made its decision of that number, as the seat counts turns."""
    before = None
    for entry, after in session.standing:
        if entry.is_answer and entry.seat == seat:
            if number == 0:
                break
            number -= 1
        before = after
    events = session.module.perspective(before, seat).events() if before is not None else []
    return events[-1].turn if events else 0


def _must_run(table: Table) -> None:
    if table.live.over:
        raise Refused("over", "refused.over")


# -- seats ---------------------------------------------------------------------------------------------------


async def resign(tables: Tables, person: str, table_id: str, seat: str) -> None:
    """Give up: the game is over, and open to all who took part."""
    async with at_rest(tables, person, table_id, seat) as table:
        table.rights(person).must_hold(seat)
        _must_run(table)
        ends: Callable[[Live], JsonObject] = lambda live: {"ended": live.ended, "proposal": None}  # noqa: E731
        await change_table(tables, table, lambda _: Entry(RESIGN, seat), person, ends, ending=True)
    table.quiet.set()
    tables.on_change(table)


async def hand_over(
    tables: Tables, person: str, table_id: str, seat: str, bot: str | None, until: str | None = None
) -> None:
    """Let a bot play a seat, or take it back. The owner may put a bot into a seat that nobody has.

    A person's own seat is lent: as far as asked, at a pace that can be followed (bot_workers.py); to the end by
    default.
    """
    async with at_rest(tables, person, table_id, seat) as table:
        rights = table.rights(person)
        rights.must_come()
        if seat not in table.seats:
            raise Refused("wrong seat", "server.not_your_seat", seat=called(table.row.game, seat))
        if table.seats[seat].person is None:
            rights.must_own()
        else:
            rights.must_hold(seat)
        _must_run(table)
        bot = bot_named(table.live.session.module, seat, bot)
        if seat not in rights.held:
            if until is not None:
                raise Refused("illegal", "server.not_lent", seat=called(table.row.game, seat))
            limit = ""
        else:
            limit = "" if bot is None else until or END
            if limit == QUESTION and QUESTION not in limits_at(table):
                raise Refused("illegal", "server.question_tells")
        now = table.live.session.loans.get(seat)
        if table.live.session.seats[seat] != bot or (now.until if now else "") != limit:
            await change_bot(tables, table, person, seat, bot, limit)
    tell(tables, table)


async def change_bot(
    tables: Tables, table: Table, person: str | None, seat: str, bot: str | None, until: str = ""
) -> None:
    """Write down who plays a seat from now on; the caller holds the lock."""

    def sit(live: Live) -> Entry:
        live.session.lend(seat, bot, until)
        return live.session.record[-1]

    values: JsonObject = {"bot": bot} if bot is None else {"bot": bot, "invitation": None}

    def note(connection: Connection) -> None:
        connection.execute(
            update(seats_table).where(seats_table.c.game == table.id, seats_table.c.seat == seat).values(values)
        )

    await change_table(tables, table, sit, person, also=note)
    table.seats[seat].bot = bot


def bot_named(module: GameModule, seat: str, bot: str | None) -> str | None:
    """The bot's name as the record has it, with its budget at a table; a refusal if the seat has no such bot."""
    try:
        return None if bot is None else bots.full_name(module, seat, bot, for_people=True)
    except bots.NoSuchBot as wrong:
        refused = Refused("illegal", wrong.key)
        refused.fields = {**wrong.fields, "seat": called(module.name, seat)}
        raise refused from None


# -- talk and marks ------------------------------------------------------------------------------------------


async def say(tables: Tables, person: str, name: str, table_id: str, seat: str, text: str) -> None:
    """A line of chat; spectators read along."""
    table = await tables.get(table_id)
    rights = table.rights(person)
    rights.must_take_part()
    if seat not in rights.held and not (rights.is_owner and seat == PUBLIC):
        rights.must_hold(seat)  # an owner who does not sit at his table writes as one of the public, and as nobody else
    words = " ".join(text.split())
    if not words:
        raise Refused("unreadable", "server.empty_chat")
    for attempt in range(3):
        try:
            line = await tables.write(
                table, lambda connection: add_chat(connection, table_id, seat, name, words, person), "chat"
            )
            break
        except Busy:  # another worker's line may have got the number
            if attempt == 2:
                raise
    tables.heard(table, [line])


async def set_marks(tables: Tables, person: str, table_id: str, seat: str, marks: list[str]) -> None:
    """Pencil marks, the seat's own business."""
    await _set_seat(tables, person, table_id, seat, marks=marks)


async def set_seen(tables: Tables, person: str, table_id: str, seat: str, events: int) -> None:
    """How many events have been looked at."""
    table = await tables.get(table_id)
    told = shown_to_seat(table, seat).live.shown[seat].events if seat in table.seats else 0
    await _set_seat(tables, person, table_id, seat, seen=min(events, told))


async def _set_seat(tables: Tables, person: str, table_id: str, seat: str, **values: Cell) -> None:
    table = await tables.get(table_id)
    table.rights(person).must_hold(seat)

    def note(connection: Connection) -> None:
        connection.execute(
            update(seats_table).where(seats_table.c.game == table_id, seats_table.c.seat == seat).values(values)
        )

    await tables.write(table, note)
    for name, value in values.items():
        setattr(table.seats[seat], name, value)
