"""Those who wait at a table, in the order in which they came.

Those who wait for the same moment go on in that order, by one clock for all of them: were each to sleep on his own, a
rounding error, or the time a bot kept one of them from going to sleep, would settle whose answer comes first; and the
order of two answers can be seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Left = Callable[[], float]  # for how many seconds somebody still has to wait, 0 if he may go on


class Line:
    """First come, first served."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Left, asyncio.Future[None]]] = []
        self._going = 0  # how many of them have been told to go on, and have yet to do so
        self._clock: asyncio.TimerHandle | None = None

    async def stand(self, left: Left) -> None:
        """Wait that long; nobody overtakes those who may already go on."""
        seconds = left()
        if not seconds and not self._going and not self._late():
            return
        free: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        me = left, free
        self._waiting.append(me)
        if seconds:
            self._look_in(seconds)
        else:
            self._look()
        try:
            if free.done():
                await asyncio.sleep(0)  # after those who were before him
            await free
        finally:
            self._waiting.remove(me)
            self._going -= free.done() and not free.cancelled()

    def _late(self) -> bool:
        """Should somebody have been told to go on by now?"""
        return self._clock is not None and self._clock.when() <= asyncio.get_running_loop().time()

    def _look_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        if self._clock is not None and self._clock.when() > loop.time() + seconds:
            self._clock.cancel()
            self._clock = None
        if self._clock is None:
            self._clock = loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Let all who may go on do so, in their order; look again when the next one may."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        soonest = 0.0
        for left, free in self._waiting:
            if free.done():
                continue
            if seconds := left():
                soonest = min(soonest or seconds, seconds)
            else:
                free.set_result(None)
                self._going += 1
        if soonest:
            self._look_in(soonest)
