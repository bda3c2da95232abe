"""A game that brings no screen of its own to the page is played all the same, at the plain table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support import server_toy
from tests.support.browser import Pilot, expect, faults_by_axe, picture
from tests.support.server import InProcess


class Toys:
    """A server with the toy game on it, as a pilot wants one."""

    def __init__(self, database: str) -> None:
        self._running = InProcess(database=database, bot_processes=1, bot_command=server_toy.COMMAND)
        self.address = self._running.base + "/"

    def stop(self) -> None:
        self._running.stop()


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Toys]:
    with server_toy.installed():
        made = Toys(str(tmp_path_factory.mktemp("toys") / "games.sqlite3"))
        yield made
        made.stop()


def begin(pilot: Pilot, **seats: str) -> None:
    page = pilot.page
    pilot.open()
    page.locator('a.go[href="#/game/toy"]').click()
    page.get_by_role("heading", name=re.compile("^duel"), level=2).wait_for()
    for seat, holder in seats.items():
        page.get_by_label(seat, exact=True).select_option(holder)
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-kind]").first.wait_for()


@pytest.mark.parametrize("width", [1280, 400])
def test_a_game_without_a_screen_of_its_own_to_its_end(new_page: Callable[..., Any], toys: Toys, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    pilot = Pilot(page, toys, f"plain {width}")  # type: ignore[arg-type]
    begin(pilot)
    assert pilot.kind == "aim"
    found = page.get_by_label("Find among 20 answers")
    found.fill("0101")
    expect(page.locator(".prompt .buttons button:has(.label)")).to_have_count(1)
    picture(page, f"plain-{width}")
    page.wait_for_function("document.documentElement.scrollWidth <= window.innerWidth")
    assert faults_by_axe(page) == []
    found.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-kind]').dataset.kind === 'load'")
    pilot.press("2")
    pilot.play()
    page.get_by_role("region", name="Result").wait_for()
    picture(page, f"plain-{width}-over")
    assert faults_by_axe(page) == []
    page.get_by_role("button", name="Verify").click()
    page.get_by_text(re.compile("^Fair: ")).wait_for()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_function("() => Number(document.querySelector('input[type=range]')?.max) > 0")
    pilot.press("End")
    page.get_by_role("heading", name="Now").wait_for()
    assert faults_by_axe(page) == []


def test_the_curtain_falls_at_the_plain_table_as_well(new_page: Callable[..., Any], toys: Toys) -> None:
    page = new_page()
    pilot = Pilot(page, toys, "plain curtain")  # type: ignore[arg-type]
    begin(pilot, blue="me")
    seen = set()
    for _ in range(12):
        if pilot.answer() == "hand-over":
            pilot.press("Enter")
            ready = page.get_by_role("button", name=re.compile("^I am the "))
            seen.add(ready.inner_text())
            ready.click()
            page.get_by_role("dialog", name="Curtain").wait_for(state="detached")
    assert len(seen) == 2
    assert pilot.kinds >= {"hide", "aim", "load"}
