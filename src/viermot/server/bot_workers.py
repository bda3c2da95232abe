"""Bots think in processes of their own, with a time limit, so that none can hold up the server.

A bot that fails, stalls or answers nonsense is replaced for that one decision by `standard`, then by `random`; the
decision's row in the log says so. If even that fails, the server draws one of the legal options itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sys
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from viermot.kernel.bots import is_budgeted
from viermot.kernel.decision import IllegalOption
from viermot.kernel.json import JsonObject
from viermot.kernel.registry import GameModule
from viermot.server import clock, pace
from viermot.server.bot_process import takes_a_moment
from viermot.server.live import FULL, Live
from viermot.server.pace import silently_asked
from viermot.server.play import change_bot
from viermot.server.refusals import Refused
from viermot.server.rows import Note, RecordRow, values_of
from viermot.server.store import Busy
from viermot.server.table import Played, Raced, Table
from viermot.server.tables import Tables

ENCODER: Final = msgspec.json.Encoder()
REPLACEMENTS: Final = ("standard", "random")
DEEP_OF_ONE, DEEP_EACH = 2, 4  # tables whose bots search at the same time: per person, and per process
AT_HOME: Final = 2.0  # seconds to wait for the process that already has a game
WATCHING: Final = 0.8  # seconds between two answers of a bot in a person's place
LONG_RUN: Final = 2.0  # seconds after which people are shown how far the bots have got
PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds after which bots that were stopped by an error try again
START_UP: Final = 60.0  # seconds for what is not thinking: starting Python, replaying a long game
LONGEST_LINE: Final = 64 * 1024 * 1024
LOG: Final = logging.getLogger("viermot.bots")


class BotTrouble(Exception):
    """A bot did not give an answer, and why: "stalled" or "failed"."""

    def __init__(self, why: str, reason: str = "") -> None:
        super().__init__(reason or why)
        self.why = why


@dataclass(frozen=True)
class Choice:
    """What a bot chose."""

    seat: str
    number: int
    option: str
    note: Note


class BotProcess:
    """One process, and which games it has a copy of."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.knows: dict[str, tuple[int, str]] = {}  # game: entries and head of its copy
        self.busy = asyncio.Lock()
        self.waiting = 0  # how many are waiting for it now
        self.size = 0  # bytes of memory, as it reported itself

    async def turn(self) -> None:
        """Wait until it is free, and take it: first come, first served."""
        self.waiting += 1
        try:
            await self.busy.acquire()
        finally:
            self.waiting -= 1

    async def choices(self, table: Table, limit: float, instead: str | None) -> AsyncGenerator[Choice, None]:
        """Let the bots of a table think; yields each answer as it comes. BotTrouble if one fails or takes too long."""
        async with contextlib.aclosing(self._lines(table, limit, {"instead": instead})) as lines:
            async for message in lines:
                yield Choice(message["seat"], message["number"], message["option"], message["note"])

    async def minds(
        self, table: Table, limit: float, wanted: JsonObject, known: int, whole: bool
    ) -> AsyncGenerator[JsonObject, None]:
        """Let it think for somebody about the first ``known`` entries of a game; yields what it says, as it says it."""
        whole = whole or self.knows.get(table.id, (0, ""))[0] > known  # its copy has gone on
        async with contextlib.aclosing(self._lines(table, limit, {"mind": wanted}, known, whole)) as lines:
            async for message in lines:
                yield message

    async def _lines(
        self, table: Table, limit: float, asked: JsonObject, known: int | None = None, whole: bool = False
    ) -> AsyncGenerator[JsonObject, None]:
        try:
            async for message in self._ask(table, limit, asked, known, whole):
                yield message
        except TimeoutError:
            await self.stop()
            raise BotTrouble("stalled") from None
        except (OSError, ValueError, KeyError) as wrong:  # the process died, or talked nonsense
            await self.stop()
            raise BotTrouble("failed", str(wrong)) from None
        except (asyncio.CancelledError, GeneratorExit):
            await self.stop()  # its answers are still on their way: never to be taken for those to another question
            raise

    async def _ask(
        self, table: Table, limit: float, asked: JsonObject, known: int | None, whole: bool
    ) -> AsyncIterator[JsonObject]:
        whole = whole or table.id not in self.knows
        while True:
            request = self._request(table, whole, asked, known)
            await self._send(request)
            async with asyncio.timeout(START_UP if takes_a_moment(request) else limit):
                message = await self._receive()
            if "need" not in message or whole:
                break
            whole = True
        if "following" in message:  # it has the game; the clock of its first decision starts now
            async with asyncio.timeout(limit):
                message = await self._receive()
        while "end" not in message:
            if "failed" in message:
                self.forget(table.id)
                raise BotTrouble("failed", message["failed"])
            yield message
            async with asyncio.timeout(limit):
                message = await self._receive()
        self.knows[table.id] = message["length"], message["head"]
        self.size = message.get("size", 0)

    def _request(self, table: Table, whole: bool, asked: JsonObject, known: int | None) -> JsonObject:
        start, head = (0, "") if whole else self.knows[table.id]
        rows = [row for row in table.live.rows(start) if known is None or row.seq < known]
        request: JsonObject = {
            "game": table.id, "from": start, "head": head, **asked, "rows": [values_of(table.id, row) for row in rows]
        }  # fmt: skip
        if whole:
            request |= {"setup": table.row.setup, "key": table.row.key, "pack": table.row.pack}
        return request

    async def _send(self, request: JsonObject) -> None:
        if self.process is None:
            await self._start()
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(ENCODER.encode(request) + b"\n")
        await self.process.stdin.drain()

    async def _receive(self) -> JsonObject:
        assert self.process is not None and self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise OSError("the bots' process ended")
        message: JsonObject = msgspec.json.decode(line)
        return message

    def forget(self, table_id: str) -> None:
        """Its copy of a game is not to be trusted: send it the whole game next time."""
        self.knows.pop(table_id, None)

    async def warm_up(self) -> None:
        """Start the process."""
        if self.process is None:
            await self._start()

    async def _start(self) -> None:
        self.knows.clear()
        self.size = 0
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
        )
        async with asyncio.timeout(START_UP):
            await self._receive()  # it says when it is ready

    async def stop(self) -> None:
        """Kill the process; the next question starts another."""
        process, self.process = self.process, None
        self.knows.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class BotWorkers:
    """Some processes, and the tables whose bots they think for."""

    def __init__(
        self,
        tables: Tables,
        processes: int = 0,
        limit: float = 10.0,
        command: Sequence[str] = (),
        memory: int = 400 * 2**20,
    ) -> None:
        self.tables = tables
        self.memory = memory  # bytes above which a process is restarted
        self.limit = limit  # seconds for one decision
        command = command or (sys.executable, "-m", "viermot.server.bot_process")
        count = processes or max(2, (os.cpu_count() or 2) - 1)
        self._all = [BotProcess(command) for _ in range(count)]
        self.deep: Counter[str] = Counter()  # tables whose bots search just now, by owner
        self._warming: asyncio.Task[None] | None = None
        tables.on_bot_asked = self.think

    def warm_up(self) -> None:
        """Start a process before it is needed: the first bot's first decision should not wait for Python."""
        self._warming = asyncio.get_running_loop().create_task(self._warm_up())

    def is_warm(self) -> bool:
        """Is there a process, or could none be started?"""
        return self._warming is not None and self._warming.done()

    async def _warm_up(self) -> None:
        async with self._worker("") as worker:
            with contextlib.suppress(OSError, ValueError, TimeoutError):
                await worker.warm_up()

    async def stop(self) -> None:
        """Kill all processes."""
        for worker in self._all:
            await worker.stop()

    @property
    def count(self) -> int:
        """How many processes there are."""
        return len(self._all)

    async def mind(
        self, table: Table, wanted: JsonObject, known: int, whole: bool = False
    ) -> AsyncGenerator[JsonObject, None]:
        """Advice, a belief or an analysis, worked out in one of the processes from the first ``known`` entries."""
        async with (
            self._worker(table.id) as worker,
            contextlib.aclosing(worker.minds(table, self.limit, wanted, known, whole)) as lines,
        ):
            async for line in lines:
                yield line

    def think(self, table: Table) -> None:
        """Let the bots of a table answer, in the background; once at a time."""
        if table.thinking is None:
            table.thinking = asyncio.get_running_loop().create_task(self._think(table))

    async def _think(self, table: Table) -> None:
        began, failed = clock.steady(), False
        try:
            await self._give_back(table)
            while not table.gone and (seat := table.live.bot_asked()) is not None:
                if seat in table.live.session.loans and not await self._lent(table, seat):
                    continue
                async with self._worker(table.id) as worker, self._in_line(table, seat) as instead:
                    await self._one_run(table, worker, instead)
                await self._give_back(table)
                nobody_waits = all(seat.bot is not None for seat in table.seats.values())
                if nobody_waits or clock.steady() - began > LONG_RUN:
                    self.tables.on_change(table)  # let the watchers see how far it has come
            table.failures = 0
        except Busy:
            failed = True  # the store has said why
        except Exception:
            failed = True
            LOG.exception("the bots of %s have stopped", table.id)
        finally:
            table.thinking = None
            table.pace.bots_are_done()
            table.quiet.set()
            if not table.gone:
                self.tables.on_change(table)
        if failed:
            table.failures += 1
            pause = min(LONGEST_PAUSE, PAUSE * 2**table.failures)
            asyncio.get_running_loop().call_later(pause, self._again, table)

    def _again(self, table: Table) -> None:
        """Nobody else would ask the bots again, and the person playing against them would wait for ever."""
        if self.tables.held(table.id) is table:
            self.tables.bots_if_asked(table)

    async def _lent(self, table: Table, seat: str) -> bool:
        """Before a bot answers for a person: a moment to watch and to stop it. Does it still play the seat?

        A question that must remain secret is answered without one.
        """
        if seat not in silently_asked(table):
            table.pace.bots_are_done()
            table.quiet.set()
            self.tables.on_change(table)
            await asyncio.sleep(table.pace.all_are_shown_in(table) + WATCHING)
        await self._give_back(table)
        goes_on = not table.gone and seat in table.live.session.loans
        if goes_on:
            table.quiet.clear()
        return goes_on

    async def _give_back(self, table: Table) -> None:
        """Seats that were lent for a while that is now over go back to their people."""
        if not table.live.session.loans:
            return
        async with table.lock:
            if table.gone or table.live.over:
                return
            for seat in table.live.session.due_back():
                with contextlib.suppress(Refused):  # somebody was faster: the table has been read again
                    await change_bot(self.tables, table, None, seat, None)

    @contextlib.asynccontextmanager
    async def _worker(self, table_id: str) -> AsyncIterator[BotProcess]:
        """A process for this game's bots: the one that has it, unless that takes too long.

        Any other would have to play the whole game again first: on a busy server that makes everybody wait longer, and
        so even more games change processes.
        """
        having = [each for each in self._all if table_id in each.knows]
        worker = max(having, key=lambda each: each.knows[table_id][0]) if having else self._least_asked()
        try:
            async with asyncio.timeout(AT_HOME):
                await worker.turn()
        except TimeoutError:
            worker = self._least_asked()
            await worker.turn()
        try:
            yield worker
        finally:
            try:
                if worker.size > self.memory:  # whatever it has accumulated: nobody is waiting for it just now
                    LOG.info("a bots' process of %d MB is begun anew", worker.size >> 20)
                    await worker.stop()
            finally:
                worker.busy.release()

    def _least_asked(self) -> BotProcess:
        """The process with the fewest waiting; among equals, one that is already running."""
        return min(self._all, key=lambda worker: (worker.waiting, worker.busy.locked(), worker.process is None))

    @contextlib.asynccontextmanager
    async def _in_line(self, table: Table, seat: str) -> AsyncIterator[Note | None]:
        """Bots that search wait their turn among those of all tables; where too many want to, returns why another bot
        answers.
        """
        name, owner = str(table.live.session.seats[seat]), table.row.owner
        if not is_budgeted(name):
            yield None
        elif self.deep[owner] >= DEEP_OF_ONE or self.deep.total() >= DEEP_EACH * len(self._all):
            yield {"instead_of": name, "why": FULL}
        else:
            self.deep[owner] += 1
            try:
                yield None
            finally:
                self.deep[owner] -= 1
                self.deep += Counter()  # nobody with nothing to wait for is remembered

    async def _one_run(self, table: Table, worker: BotProcess, instead: Note | None = None) -> None:
        """Answers until a person is asked; where a bot fails, or too many think, one decision by the next best."""
        trouble = await self._play(table, worker, REPLACEMENTS[0] if instead else None, instead)
        if trouble is None:
            return
        seat = table.live.bot_asked()
        if seat is None:
            return
        name = str(table.live.session.seats[seat])
        LOG.warning("bot %s (%s) at table %s %s: %s", name, seat, table.id, trouble.why, trouble)
        remark: Note = {"instead_of": name, "why": trouble.why}
        for other in replacements(table.live.session.module, seat, name):
            again = await self._play(table, worker, other, remark)
            if again is None:
                return
            LOG.warning("bot %s (%s) at table %s %s, too: %s", other, seat, table.id, again.why, again)
        await self._draw(table, remark)

    async def _play(
        self, table: Table, worker: BotProcess, instead: str | None = None, remark: Note | None = None
    ) -> BotTrouble | None:
        """Let the bots choose; play it and write it down, unless the table has changed meanwhile."""
        if table.stale:
            async with table.lock:
                await self.tables.catch_up(table)
        asked_at, began = table.live.session.head, clock.steady()
        searches = instead is None and is_budgeted(str(table.live.session.seats.get(table.live.bot_asked() or "")))
        choices: list[Choice] = []
        trouble = None
        try:
            async with contextlib.aclosing(worker.choices(table, self.limit, instead)) as answers:
                async for choice in answers:
                    choices.append(choice)
        except BotTrouble as found:
            trouble = found
        if not choices and trouble is None:
            trouble = BotTrouble("failed", "nothing was chosen")
        if searches:
            spent = clock.steady() - began
            await asyncio.sleep(pace.as_if_thought(spent) - spent)
        async with table.lock:
            if table.stale or asked_at != table.live.session.head:
                worker.forget(table.id)  # its copy has gone another way
                return None  # somebody went back, or took the seat: the loop looks again
            return await self._enter(table, worker, choices, remark) or trouble

    async def _enter(
        self, table: Table, worker: BotProcess, choices: list[Choice], remark: Note | None
    ) -> BotTrouble | None:
        if table.live.over:  # somebody gave up while they were thinking
            worker.forget(table.id)
            return None
        trouble = None
        reached = table.live.session.head

        def play(live: Live) -> Played:
            nonlocal trouble, reached
            rows: list[RecordRow] = []
            try:
                for choice in choices:
                    rows.append(play_choice(live, choice, remark))
                    rows += live.carry_out_orders()
            except IllegalOption as wrong:
                trouble = BotTrouble("failed", str(wrong))
            reached = live.session.head
            return Played(rows)

        try:
            await self._play_on(table, play)
        finally:
            if trouble is not None:
                await worker.stop()
        if table.stale or worker.knows.get(table.id, (0, ""))[1] != reached:
            worker.forget(table.id)  # its copy has gone another way
        return trouble

    async def _draw(self, table: Table, remark: Note) -> None:
        """The last resort: one of the legal options, drawn at random."""
        async with table.lock:
            seat = table.live.bot_asked()
            if seat is None or table.stale:
                return
            decision = next(decision for decision in table.live.session.pending if decision.seat == seat)
            option = decision.options[secrets.randbelow(len(decision.codes))]
            choice = Choice(decision.seat, decision.number, option, {"bot": "lot"})
            await self._play_on(
                table, lambda live: Played([play_choice(live, choice, remark), *live.carry_out_orders()])
            )

    async def _play_on(self, table: Table, play: Callable[[Live], Played]) -> None:
        with contextlib.suppress(Raced):  # another worker's bots were faster; the table has followed the log
            await self.tables.play_on(table, play)


def play_choice(live: Live, choice: Choice, remark: Note | None) -> RecordRow:
    """Let a bot's answer in through the same door as anybody else's."""
    live.session.decide(choice.option, choice.seat, choice.number)
    row = RecordRow(live.length, live.session.record[-1], None, {**choice.note, **(remark or {})})
    live.after_entry(row)
    return row


def replacements(module: GameModule, seat: str, failed: str) -> list[str]:
    """Which bots decide instead of one that failed to."""
    known = module.bots(seat)
    return [name for name in REPLACEMENTS if name in known and name != failed]
