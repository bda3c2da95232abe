"""The connection is lost and comes back: the page says so, keeps what was planned, and gives the answer then."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import ANSWERED, Pilot, Server, expect

QUIET = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "Failed to load resource")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed without anybody else noticing."""
    made = Server(tmp_path / "games.sqlite3")
    yield made
    made.stop()


def test_an_answer_given_without_a_connection_is_given_when_it_is_back(
    new_page: Callable[..., Any], own: Server
) -> None:
    pilot = Pilot(new_page(QUIET), own, "lost")
    page = pilot.page
    pilot.begin("1", "lost")
    assert pilot.kind == "place_fighter"
    page.mouse.click(*_middle(page))
    pilot.press("d")
    planned = page.locator(".begun").inner_text()
    before = pilot.number
    own.stop(signal.SIGKILL)
    page.get_by_role("alert").filter(has_text="Connection lost").wait_for()
    pilot.press("Enter")
    page.locator(".notice", has_text="your answer is kept").wait_for()
    expect(page.locator(".begun"), "what was planned still stands there").to_have_text(planned, use_inner_text=True)
    own.start()
    page.wait_for_function(ANSWERED, arg=before)
    assert pilot.kind != "place_fighter"
    expect(page.get_by_role("alert").filter(has_text="Connection lost")).to_have_count(0)
    hex_, facing = planned.split()[0].rstrip(","), planned.split()[-1]
    expect(page.get_by_role("log").get_by_text(hex_).first).to_be_attached()
    assert facing


def _middle(page: Any) -> tuple[float, float]:
    area = page.locator(".board").first.bounding_box()
    return area["x"] + area["width"] * 0.4, area["y"] + area["height"] * 0.5
