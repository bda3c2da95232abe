"""Files from outside are tried in a process that can be killed, before the server reads them itself.

A save or a position may be crafted to take for ever, or all the memory there is. So it goes to a process with bounds on
both first (`vetting_process.py`); if that is killed or says no, the file is refused in one sentence, and nobody else
notices. There are few such processes, so that hostile files wait for each other and not for the games.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from viermot.kernel.json import JsonObject
from viermot.kernel.user_error import fields_from
from viermot.server.refusals import Refused

ENCODER: Final = msgspec.json.Encoder()
PROCESSES: Final = 2
MAX_WAITING: Final = 16  # files; senders of more are told to come back later
POSITION_SECONDS: Final = 2.0  # of processor time
MIN_SAVE_SECONDS, MAX_SAVE_SECONDS, BYTES_A_SECOND = 2.0, 15.0, 100_000
GRACE: Final = 10.0  # seconds by the wall clock beyond those, on a busy machine
START_UP: Final = 60.0
JOBS: Final = 40  # of one process; then a fresh one takes its place, with memory as at the start
LONGEST_LINE: Final = 1024 * 1024
LOG: Final = logging.getLogger("viermot.vetting")


def seconds_for(kind: str, size: int) -> float:
    """How much processor time a file may take: a save in proportion to its length."""
    if kind == "position":
        return POSITION_SECONDS
    return min(MAX_SAVE_SECONDS, MIN_SAVE_SECONDS + size / BYTES_A_SECOND)


class VettingProcess:
    """One process, and how much it has done."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.jobs = 0

    async def ask(self, request: JsonObject) -> JsonObject:
        """What it finds; TimeoutError or OSError if it was killed meanwhile."""
        if self.process is None or self.jobs >= JOBS:
            await self.stop()
            await self._start()
        self.jobs += 1
        assert self.process is not None and self.process.stdin is not None
        async with asyncio.timeout(request["seconds"] + GRACE):
            self.process.stdin.write(ENCODER.encode(request) + b"\n")
            await self.process.stdin.drain()
            return await self._receive()

    async def _receive(self) -> JsonObject:
        assert self.process is not None and self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise OSError("the process was ended")
        message: JsonObject = msgspec.json.decode(line)
        return message

    async def _start(self) -> None:
        self.jobs = 0
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
        )
        async with asyncio.timeout(START_UP):
            await self._receive()  # it says when it is ready

    async def stop(self) -> None:
        """End the process; the next file starts another."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Vetting:
    """Some processes, and the files that wait for them."""

    def __init__(self, command: Sequence[str] = (), processes: int = PROCESSES) -> None:
        command = command or (sys.executable, "-m", "viermot.server.vetting_process")
        self._idle = [VettingProcess(command) for _ in range(processes)]
        self._all = list(self._idle)
        self._free = asyncio.Semaphore(processes)
        self._waiting = 0

    async def position(self, game: str, text: str) -> None:
        """Refused if it cannot be played."""
        await self._vet({"kind": "position", "game": game, "text": text})

    async def save(self, text: str, whole: bool) -> None:
        """Refused if it cannot be taken up; or, unless the ``whole`` game is needed, if it cannot be looked at."""
        await self._vet({"kind": "save", "game": _game_in(text), "text": text, "whole": whole})

    async def _vet(self, request: JsonObject) -> None:
        request["seconds"] = seconds_for(request["kind"], len(request["text"]))
        async with self._process() as process:
            try:
                found = await process.ask(request)
            except BaseException as wrong:
                await process.stop()
                if not isinstance(wrong, TimeoutError | OSError | ValueError | KeyError):
                    raise
                LOG.warning("a %s of %d characters was too much", request["kind"], len(request["text"]))
                raise Refused("illegal", "server.file_too_much") from None
        if "refused" in found:
            raise Refused("illegal", found["refused"], found["rule"], **fields_from(found["fields"]))

    @contextlib.asynccontextmanager
    async def _process(self) -> AsyncIterator[VettingProcess]:
        if self._waiting >= MAX_WAITING:
            raise Refused("busy", "server.busy")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        process = self._idle.pop()
        try:
            yield process
        finally:
            self._idle.append(process)
            self._free.release()

    async def stop(self) -> None:
        """End all processes."""
        for process in self._all:
            await process.stop()


def _game_in(text: str) -> str:
    """The game a save names near its beginning, so that it can be loaded before the clock starts; a mere guess."""
    head = text[:2_000]
    _, found, rest = head.partition('"game"')
    return rest.partition('"')[2].partition('"')[0] if found else ""
