"""Threads in which the engine works for tables, so that nobody else waits for it in the loop.

A job may hand its result straight to the writer and return the writer's promise: the caller is then woken once, when it
is written. One thread does nearly all of it, since two would only wait for each other's turn at the interpreter; where
it is held up by a long job, another helps.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

LONG: Final = 0.05  # seconds on one job after which another thread helps with those waiting

Result = TypeVar("Result")
Job = Callable[[], None]


class Workers:
    """A thread, one that helps, and the jobs waiting for them."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._first: threading.Thread | None = None
        self._helper: threading.Thread | None = None
        self._wanted = threading.Event()  # set when the helper is wanted
        self._began: float | None = None  # when the first thread began what it is doing
        self._looks = False
        self._over = False

    def give(self, job: Callable[[], Result | Future[Result]]) -> asyncio.Future[Result]:
        """Do a job in a thread; the result, or that of the writer if the job returns its promise."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        self._jobs.put(lambda: _do(job, done, loop))
        if self._first is None:
            self._first = threading.Thread(target=self._work_on, name="viermot-work", daemon=True)
            self._first.start()
        elif self._began is not None and not self._looks:
            self._looks = True
            loop.call_later(LONG, self._look)
        return done

    def close(self) -> None:
        """No more work."""
        self._over = True
        self._jobs.put(None)
        self._wanted.set()

    def _look(self) -> None:
        """Is the first thread held up?"""
        self._looks = False
        if self._jobs.empty() or self._over:
            return
        began = self._began
        if began is not None and time.monotonic() - began >= LONG:
            self._wanted.set()
            if self._helper is None:
                self._helper = threading.Thread(target=self._help_out, name="viermot-help", daemon=True)
                self._helper.start()
        self._looks = True
        asyncio.get_running_loop().call_later(LONG, self._look)

    def _work_on(self) -> None:
        while (found := self._jobs.get()) is not None:
            self._began = time.monotonic()
            found()
            self._began = None

    def _help_out(self) -> None:
        while self._wanted.wait() and not self._over:
            try:
                found = self._jobs.get_nowait()
            except queue.Empty:
                self._wanted.clear()
                continue
            if found is None:
                self._jobs.put(None)  # that was for the other
                return
            found()


def _do(
    job: Callable[[], Result | Future[Result]], done: asyncio.Future[Result], loop: asyncio.AbstractEventLoop
) -> None:
    try:
        result = job()
    except BaseException as wrong:  # whoever waits is told, and the next one is served
        _fail(loop, done, wrong)
        return
    if isinstance(result, Future):
        result.add_done_callback(lambda written: _pass_on(loop, done, written))
    else:
        _tell(loop, lambda: done.set_result(result), done)


def _pass_on(loop: asyncio.AbstractEventLoop, done: asyncio.Future[Result], written: Future[Result]) -> None:
    wrong = written.exception()
    if wrong is not None:
        _fail(loop, done, wrong)
    else:
        _tell(loop, lambda: done.set_result(written.result()), done)


def _fail(loop: asyncio.AbstractEventLoop, done: asyncio.Future[Result], wrong: BaseException) -> None:
    if isinstance(wrong, StopIteration):  # which no future accepts
        wrong = RuntimeError(repr(wrong))
    _tell(loop, lambda: done.set_exception(wrong), done)


def _tell(loop: asyncio.AbstractEventLoop, settle: Callable[[], None], done: asyncio.Future[Result]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is waiting any longer
        loop.call_soon_threadsafe(lambda: None if done.done() else settle())  # done: whoever waited has gone
