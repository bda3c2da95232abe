"""Threads in which the engine works: whoever asked is told what came of it; nobody waits behind something long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest

from viermot.server.work import Workers


@pytest.fixture
def workers() -> Iterator[Workers]:
    found = Workers()
    yield found
    found.close()


def run(story: Any) -> Any:
    async def within() -> Any:
        async with asyncio.timeout(30):
            return await story()

    return asyncio.run(within())


def test_work_is_done_in_another_thread(workers: Workers) -> None:
    async def story() -> int:
        found: int = await workers.give(threading.get_ident)
        return found

    assert run(story) != threading.get_ident()


def test_what_goes_wrong_goes_to_whoever_asked_and_the_next_is_served(workers: Workers) -> None:
    def fails() -> None:
        raise KeyError("of mine")

    def stops() -> None:
        raise StopIteration

    async def story() -> int:
        for job, wrong in ((fails, KeyError), (stops, RuntimeError)):
            with pytest.raises(wrong):
                await workers.give(job)
        found: int = await workers.give(lambda: 7)
        return found

    assert run(story) == 7


def test_what_was_handed_on_to_the_writer_is_waited_for(workers: Workers) -> None:
    """Nobody is told that it is done before it is written."""
    promise: Future[bool] = Future()

    async def story() -> bool:
        adding: asyncio.Future[bool] = workers.give(lambda: promise)
        await workers.give(lambda: None)  # the thread is done with the job before
        await asyncio.sleep(0)
        assert not adding.done()
        promise.set_result(True)
        found: bool = await adding
        return found

    assert run(story)


def test_a_write_that_failed_is_told(workers: Workers) -> None:
    promise: Future[bool] = Future()
    promise.set_exception(OSError("full"))

    async def story() -> None:
        with pytest.raises(OSError, match="full"):
            adding: asyncio.Future[bool] = workers.give(lambda: promise)
            await adding

    run(story)


def test_nobody_waits_behind_something_long(workers: Workers) -> None:
    """Another thread helps; without one this would hang."""
    go_on = threading.Event()

    async def story() -> list[int]:
        long = workers.give(lambda: go_on.wait(60))
        others = [workers.give(partial(int, number)) for number in range(5)]
        found = [await other for other in others]
        assert not long.done()
        go_on.set()
        assert await long
        return found

    try:
        assert run(story) == [0, 1, 2, 3, 4]
    finally:
        go_on.set()
