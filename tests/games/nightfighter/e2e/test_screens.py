"""The table of Nightfighter on every screen, and by finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.nightfighter.page_positions import ATTACK, CHASE
from tests.support.browser import ASKED, MIDDLES, PHONE, SIZES, Pilot, Server, expect, no_faults, settle
from tests.support.server import Client


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table_has_no_faults_at_any_size(new_page: Callable[..., Any], server: Server, size: str) -> None:
    page = new_page(**SIZES[size])
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    assert pilot.kind == "path"
    no_faults(page, f"{size}-table")
    if size == "phone":
        return
    for key, title in (("?", "help"), ("o", "odds")):
        pilot.press(key)
        page.get_by_role("dialog").wait_for()
        no_faults(page, f"{size}-{title}")
        pilot.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    for button in ("Game", "Settings"):
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("dialog").wait_for()
        no_faults(page, f"{size}-{button.lower()}")
        pilot.press("Escape")


def test_a_finger_on_a_phone(new_page: Callable[..., Any], server: Server) -> None:
    """A path by touch: a lit hex, or the buttons for the thumb; then the button that flies it."""
    page = new_page(**PHONE)
    pilot = Pilot(page, server, "phone")
    pilot.load(CHASE)
    assert pilot.kind == "path"
    at = pilot.rng.choice(pilot._lit())
    page.touchscreen.tap(at["x"], at["y"])
    page.locator(".begun").wait_for()
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("button", name="Ahead").tap()  # the same with thumbs
    page.get_by_role("button", name="Ahead").tap()
    page.get_by_role("button", name="Right").tap()
    page.locator(".begun", has_text="facing NE").wait_for()
    expect(page.locator("a.home"), "a way back to the lobby").to_be_visible()
    page.get_by_role("button", name="Fly it").tap()
    page.wait_for_function("() => document.querySelector('[data-kind]').dataset.number !== '0'")
    assert pilot.kind != "path"


def test_only_the_own_server_is_asked(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    pilot.open("hangar")
    settle(page)
    assert asked
    assert [url for url in asked if not url.startswith((server.address, "data:", "blob:"))] == []


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_the_first_question_needs_no_scrollbar_on_a_laptop(
    new_page: Callable[..., Any], server: Server, locale: str
) -> None:
    """Where to begin is the longest question of all; the bar above the map is as high for every one."""
    client = Client(server.address.rstrip("/"))
    page = new_page(viewport={"width": 1280, "height": 720}, locale=locale)
    for scenario in ("1", "3", "4B", "6H"):
        made = client.post("/api/tables", game="nightfighter", scenario=scenario, seats={"player": "me"}, seed="first")
        page.goto(f"{server.address}#/table/{made['id']}/player")
        page.wait_for_function(ASKED)
        high, room = page.evaluate("() => (p => [p.scrollHeight, p.clientHeight])(document.querySelector('.prompt'))")
        assert high <= room, f"{scenario}: {high} px in {room}"
    client.close()


def test_an_empty_log_says_that_nothing_has_happened(pilot: Pilot) -> None:
    pilot.load(CHASE)
    assert pilot.kind == "path"
    pilot.page.get_by_role("log").get_by_text("Nothing has happened yet.").wait_for()


def test_undo_stands_in_the_row_of_the_answers_on_a_phone(new_page: Callable[..., Any], server: Server) -> None:
    """Where there are few of them: else it would stand in a row of its own."""
    page = new_page(**PHONE)
    pilot = Pilot(page, server)
    pilot.load(ATTACK.replace("phase = 8", "phase = 9"))
    assert pilot.kind == "attack"
    down = [middle["y"] for middle in page.locator(".prompt .buttons button").evaluate_all(MIDDLES)]
    assert len(down) == 4 and max(down) - min(down) < 4
