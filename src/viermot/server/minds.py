"""Advice, belief maps and analyses on a server: worked out in the bots' processes, in a queue, and delivered at a tick.

They are there for anyone who plays alone. Between people they are off unless everybody at the table has agreed
(`agree`). The record notes that a seat used them, not what it was shown.

What is said depends only on what the seat knows (`advising.py`); when, on the machine and on the tick: nobody can tell
from it what is hidden.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from viermot.advising import Advised, Believed
from viermot.analysis import Analysis
from viermot.kernel.json import JsonObject
from viermot.kernel.record import ADVICE, Entry
from viermot.kernel.user_error import called
from viermot.server import play
from viermot.server.bot_workers import BotTrouble, BotWorkers
from viermot.server.live import Live
from viermot.server.messages.table import AdviceReport, AnalysisReport, BeliefReport
from viermot.server.refusals import Refused
from viermot.server.rows import Cell
from viermot.server.table import Table
from viermot.server.views import decision_of, is_allowed

if TYPE_CHECKING:
    from viermot.server.tables import Tables

TICK: Final = 0.25  # seconds: advice arrives at a multiple of this after it was asked for
IN_LINE: Final = 6  # pieces of advice and maps of belief waited for, by all people together
OF_ONE: Final = 1  # of each sort, per person: a map on its way does not reduce anybody's advice to a first thought
LOOKS_OF_ONE, LOOKS_IN_LINE = 2, 12  # games looked back at, one after the other: for one person, and for all
KEPT: Final = 200  # analyses that are remembered


class Minds:
    """Who is being advised, who is waiting, and what has been worked out about finished games."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.workers: BotWorkers
        self.busy = asyncio.Semaphore(1)
        self.asked: Counter[tuple[str, str]] = Counter()  # by person and by what it is
        self.looking_back = asyncio.Semaphore(1)  # an analysis takes long: nobody waits behind one for advice
        self.looks: Counter[str] = Counter()  # analyses under way, by person
        self.analyses: OrderedDict[tuple[str, ...], AnalysisReport] = OrderedDict()
        self.working: set[asyncio.Task[None]] = set()

    def begin(self, workers: BotWorkers) -> None:
        """Which processes do the thinking; one is left to the bots."""
        self.workers = workers
        self.busy = asyncio.Semaphore(max(1, workers.count - 1))

    async def advise(self, person: str, table_id: str, seat: str, locale: str) -> AdviceReport:
        """What the seat's best bot would answer to its question; where too many ask, what its usual bot would."""
        began = asyncio.get_running_loop().time()
        async with play.at_rest(self.tables, person, table_id, seat) as table:
            must_be_allowed(table, person, seat)
            decision = decision_of(table, seat)
            if decision is None:
                raise Refused("wrong seat", "refused.wrong_seat", seat=called(table.row.game, seat))
            await self._note(table, person, seat, "", decision.number)
            known = table.live.length
        self.tables.on_change(table)
        wanted: JsonObject = {"what": "advice", "seat": seat, "number": decision.number, "locale": locale}
        who = (person, "advice")
        full = self._is_full(who)
        if full:
            told = await self._ask(table, {**wanted, "by": "standard"}, known)
        else:
            told = await self._in_line(who, table, wanted, known)
        await _at_a_tick(began)
        return AdviceReport(decision.number, msgspec.convert(told, Advised), full)

    async def believe(self, person: str, table_id: str, seat: str, locale: str, option: str = "") -> BeliefReport:
        """What the seat may believe of what is hidden from it."""
        began = asyncio.get_running_loop().time()
        async with play.at_rest(self.tables, person, table_id, seat) as table:
            must_be_allowed(table, person, seat)
            asked = decision_of(table, seat)
            if option and asked is None:
                raise Refused("wrong seat", "refused.wrong_seat", seat=called(table.row.game, seat))
            if option and asked is not None:
                asked.code_of(option)  # what is not a legal answer is refused just as if it had been given
            await self._note(table, person, seat, "belief", table.live.session.decisions_of(seat))
            known = table.live.length
        self.tables.on_change(table)  # shown now: or it would come with whatever another does next, secret or not
        who = (person, "lesson" if option else "belief")
        if self._is_full(who):
            raise Refused("too many", "advice.full")
        told = await self._in_line(
            who, table, {"what": "belief", "seat": seat, "locale": locale, "option": option}, known
        )
        await _at_a_tick(began)
        return BeliefReport(msgspec.convert(told, Believed))

    def _is_full(self, who: tuple[str, str]) -> bool:
        return self.asked[who] >= OF_ONE or self.asked.total() >= IN_LINE

    async def _in_line(self, who: tuple[str, str], table: Table, wanted: JsonObject, known: int) -> JsonObject:
        self.asked[who] += 1
        try:
            async with self.busy:
                return await self._ask(table, wanted, known)
        finally:
            self.asked[who] -= 1
            self.asked += Counter()  # nobody is remembered for having asked once

    async def _ask(self, table: Table, wanted: JsonObject, known: int) -> JsonObject:
        try:
            async for told in self.workers.mind(table, wanted, known):
                if "told" in told:
                    found: JsonObject = told["told"]
                    return found
        except BotTrouble as trouble:
            raise Refused("busy", "advice.none", reason=trouble.why) from None
        raise Refused("stale", "server.moved_on")

    async def _note(self, table: Table, person: str, seat: str, what: str, number: int) -> None:
        """The record says that it was used: advice at each question once, a belief map once a game."""
        used = [entry for entry in table.live.session.record if (entry.what, entry.seat) == (ADVICE, seat)]
        if any(entry.question == what and (what or entry.choice == str(number)) for entry in used):
            return

        def note(live: Live) -> Entry:
            live.session.note_advice(seat, what)
            return live.session.record[-1]

        await play.change_table(self.tables, table, note, person)

    # -- after a game --------------------------------------------------------------------------------------

    def analysis(self, person: str, table: Table, seat: str, locale: str) -> AnalysisReport:
        """A game that is over, looked back at: what there is of it so far. The first to ask sets it going."""
        key = (table.id, table.live.session.head, seat, locale)  # a lesson may be taken up again after its end
        if key not in self.analyses:
            if self.looks[person] >= LOOKS_OF_ONE or self.looks.total() >= LOOKS_IN_LINE:
                raise Refused("too many", "analysis.full")
            self.analyses[key] = AnalysisReport(0.0, None)
            while len(self.analyses) > KEPT:
                self.analyses.popitem(last=False)
            work = asyncio.get_running_loop().create_task(self._analyse(table, key))
            self.working.add(work)
            self.looks[person] += 1
            work.add_done_callback(lambda done: self._looked(done, person))
        return self.analyses[key]

    def _looked(self, done: asyncio.Task[None], person: str) -> None:
        self.working.discard(done)
        self.looks[person] -= 1
        self.looks += Counter()  # nobody is remembered for having asked once

    async def _analyse(self, table: Table, key: tuple[str, ...]) -> None:
        wanted: JsonObject = {"what": "analysis", "seat": key[-2], "locale": key[-1]}
        try:
            async with self.looking_back:
                async for line in self.workers.mind(table, wanted, table.live.length, whole=True):
                    if "progress" in line:
                        self.analyses[key] = AnalysisReport(line["progress"], None)
                    elif "told" in line:
                        self.analyses[key] = AnalysisReport(1.0, msgspec.convert(line["told"], Analysis))
        except BotTrouble:
            self.analyses.pop(key, None)  # whoever asks again sets it going again

    async def stop(self) -> None:
        """Whatever is being worked out is no longer wanted."""
        for work in list(self.working):
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work


async def _at_a_tick(began: float) -> None:
    spent = asyncio.get_running_loop().time() - began
    await asyncio.sleep(TICK * math.ceil(spent / TICK) - spent)


# -- permission --------------------------------------------------------------------------------------------------


def must_be_allowed(table: Table, person: str, seat: str) -> None:
    table.rights(person).must_play(seat)
    if table.live.over:
        raise Refused("over", "refused.over")
    if not is_allowed(table, person):
        raise Refused("forbidden", "advice.not_agreed")


async def agree(tables: Tables, person: str, table_id: str, seat: str, on: bool) -> None:
    """Somebody wants advice on, or off, at a table of several people; that happens once all of them want it."""
    async with play.at_rest(tables, person, table_id, seat) as table:
        table.rights(person).must_play(seat)
        now = table.row.advice or {}
        people = {row.person for row in table.seats.values() if row.person is not None}
        wish = set(now.get("wish", ())) & people
        wish = wish - {person} if on == bool(now.get("on")) else wish | {person}
        is_open = any(row.person is None and row.bot is None for row in table.seats.values())
        done = wish >= people and not is_open
        value: Cell = {"on": on} if done else {"on": bool(now.get("on")), "wish": sorted(wish)}
        await tables.set_values(table, advice=value)
    tables.on_change(table)
