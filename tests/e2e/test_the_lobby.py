"""The lobby: it stands still once it is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Server

LATE = 0.4
PLACE = "() => document.querySelector('.import').getBoundingClientRect().top + window.scrollY"


@pytest.mark.parametrize("late", ["lessons", "ladders", "games", "tables"])
def test_nothing_moves_from_under_a_pointer_while_the_lobby_loads(
    new_page: Callable[..., Any], server: Server, late: str
) -> None:
    """Whatever comes last: what can be pressed is where it stays, and what was opened stays open."""
    page = new_page()

    def slowly(way: Any) -> None:
        time.sleep(LATE)
        way.continue_()

    page.route(f"**/api/{late}", slowly)
    page.goto(server.address)
    page.locator("summary", has_text="Load a saved game").wait_for()
    place = page.evaluate(PLACE)
    page.locator("summary", has_text="Load a saved game").click()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(PLACE) == place
    assert page.locator(".import[open]").count() == 1
