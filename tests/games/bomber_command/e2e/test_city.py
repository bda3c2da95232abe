"""Over the city: several counters are placed at one go on the page, though the rules ask about each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.games.bomber_command.rules.test_10_bombing import ROUTES, over
from tests.games.bomber_command.support import go, new_session, night
from tests.support.browser import Server, expect
from tests.support.server import Client


def test_counters_are_placed_as_one_plan(new_page: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    """Three chosen, one taken back: two answers, and the third question is still open; then one alone."""
    text = night(plan=ROUTES["Hannover"], turn=over("Hannover"), phase=9)
    session = go(new_session(text, seed="town 0"), "place_bomb", choose_mix="8 HE")
    session.save(tmp_path / "night.viermot")
    save = (tmp_path / "night.viermot").read_text(encoding="utf-8")
    client = Client(server.address.rstrip("/"))
    table = client.post("/api/tables/import", save=save, seats={"british": "me", "german": "me"})["id"]
    asked = client.view(table, "british")["decision"]
    page = new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{server.address}#/table/{table}/british")
    areas = page.locator("[data-area].lit")
    planned, drop = page.locator(".planned"), page.get_by_role("button", name="Drop them")
    expect(drop).to_have_attribute("aria-disabled", "true")
    for number in (0, 2, 4):
        areas.nth(number).click()
    expect(planned).to_have_count(3)
    page.get_by_role("button", name="Take the last back").click()
    expect(planned).to_have_count(2)
    assert client.view(table, "british")["decision"]["number"] == asked["number"], "nothing has been answered yet"
    page.keyboard.press("Escape")  # the focus is nowhere: Enter is the table's
    page.locator("body").click(position={"x": 5, "y": 60})
    page.keyboard.press("Enter")
    page.wait_for_function(
        "n => document.querySelector('[data-kind=place_bomb]')?.dataset.number === String(n)", arg=asked["number"] + 2
    )
    expect(planned).to_have_count(0)
    left = client.view(table, "british")["decision"]["facts"]["left"]
    assert left == asked["facts"]["left"] - 2
