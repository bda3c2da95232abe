"""Who came first goes first: the line of those who wait at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.support.wire import BEGIN, live_through
from viermot.server import clock
from viermot.server.line import Line


class Door:
    """A line, and who went on when."""

    def __init__(self) -> None:
        self.line = Line()
        self.gone: list[tuple[str, float]] = []

    async def come(self, name: str, at: float, opens: Callable[[], float]) -> None:
        """Somebody comes at this moment, for whom it opens at that."""
        await asyncio.sleep(at)

        def left() -> float:
            return max(0.0, BEGIN + opens() - clock.now())

        await self.line.stand(left)
        self.gone.append((name, round(clock.now() - BEGIN, 6)))

    async def all_of(self, *comings: tuple[str, float, Callable[[], float]]) -> list[tuple[str, float]]:
        await asyncio.gather(*(self.come(*each) for each in comings))
        return self.gone


def at(moment: float) -> Callable[[], float]:
    return lambda: moment


def lived(story: Callable[[], Any]) -> Any:
    return live_through(story)


def test_those_who_wait_for_the_same_moment_go_on_in_their_order() -> None:
    """However their sleep would be rounded: among 40 who come at odd moments none overtakes another."""
    comings = [(f"{place:02}", 0.001 + place * 0.0009123457, at(0.16)) for place in range(40)]
    gone = lived(lambda: Door().all_of(*reversed(comings)))
    assert gone == [(name, 0.16) for name, _, _ in comings]


def test_a_moment_that_is_put_off_is_waited_for_in_the_same_order() -> None:
    """The first two came when it seemed near, the third when it was known to be later."""

    def stretched() -> float:
        return 0.04 if clock.now() < BEGIN + 0.03 else 0.12

    gone = lived(lambda: Door().all_of(("b", 0.02, stretched), ("a", 0.01, stretched), ("c", 0.035, stretched)))
    assert gone == [("a", 0.12), ("b", 0.12), ("c", 0.12)]


def test_whoever_waits_for_less_is_not_kept() -> None:
    """Between people one may wait for a pause while another only looks."""
    gone = lived(lambda: Door().all_of(("waits", 0.0, at(5.0)), ("looks", 1.0, at(0.0)), ("sooner", 1.5, at(2.0))))
    assert gone == [("looks", 1.0), ("sooner", 2.0), ("waits", 5.0)]


def test_nobody_overtakes_those_who_may_go_on_already() -> None:
    """He comes when it has just opened, and those who waited have not been told yet, or have yet to move."""
    gone: list[str] = []

    async def story() -> None:
        line, open_ = Line(), [1.0]

        async def come(name: str) -> None:
            await line.stand(lambda: open_[0])
            gone.append(name)

        waiting = [asyncio.create_task(come(name)) for name in "ab"]
        await asyncio.sleep(0.5)
        open_[0] = 0.0
        asyncio.get_running_loop().moment += 2.0  # type: ignore[attr-defined]  # the loop was held up
        await asyncio.gather(come("c"), *waiting)

    lived(story)
    assert gone == ["a", "b", "c"]


def test_whoever_goes_away_holds_nobody_up() -> None:
    gone: list[str] = []

    async def story() -> None:
        line, opens = Line(), BEGIN + 1.0

        async def come(name: str) -> None:
            await line.stand(lambda: max(0.0, opens - clock.now()))
            gone.append(name)

        waiting = {name: asyncio.create_task(come(name)) for name in "abc"}
        await asyncio.sleep(0.5)
        waiting["a"].cancel()
        await asyncio.gather(*waiting.values(), return_exceptions=True)
        assert not line._waiting and not line._going
        await asyncio.wait_for(come("d"), 0.1)

    lived(story)
    assert gone == ["b", "c", "d"]
