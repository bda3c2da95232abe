"""Every grey button says why, in every game: at positions the computer plays to, pointed at, read aloud, or pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_axe import a_question_on
from tests.support.browser import Server, expect
from tests.support.server import Client
from viermot.kernel import ladder, registry

GAMES = [module.name for module in registry.modules()]
GREY = "button:disabled, button[aria-disabled=true], input:disabled, select:disabled"
SILENT = """(css) => [...document.querySelectorAll(css)].filter((each) => each.offsetParent && !each.title.trim())
  .map((each) => each.outerHTML.slice(0, 120))"""
SAID = ".notice, .why, [role=tooltip]"
QUESTIONS = 8


def press_one(page: Any) -> None:
    """A grey button that is pressed says why, and answers nothing."""
    page.locator("[data-kind]:not([data-number='-1'])").first.wait_for()  # until then it is another seat's turn
    before = page.locator("[data-kind]").first.get_attribute("data-number")
    page.evaluate("document.querySelectorAll('.notice button').forEach((each) => each.click())")
    page.locator(".prompt button[aria-disabled=true]").first.click(force=True)
    page.locator(SAID).first.wait_for(timeout=5_000)
    expect(page.locator("[data-kind]").first).to_have_attribute("data-number", before)


@pytest.mark.parametrize("game", GAMES)
def test_a_grey_button_says_why(new_page: Callable[..., Any], server: Server, game: str) -> None:
    page, client = new_page(), Client(server.address.rstrip("/"))
    seats = {each.seat: each for each in reversed(ladder.of_game(game)) if each.scenario and not each.side}
    found = 0
    for seat, rung in seats.items():
        table = str(client.post("/api/tables", game=game, scenario=rung.scenario, seats={seat: "me"})["id"])
        page.goto(f"{server.address}#/table/{table}/{seat}")
        for _ in range(QUESTIONS):
            asked = client.my_turn(table, seat)["decision"]
            if asked is None:
                break
            page.wait_for_function(
                "n => document.querySelector('[data-kind]')?.dataset.number === String(n)", arg=asked["number"]
            )
            assert page.evaluate(SILENT, GREY) == [], asked["kind"]
            found += page.locator(GREY).count()
            a_question_on(client, table, seat, asked["number"])
        if page.locator(".prompt button[aria-disabled=true]").count():
            press_one(page)
    client.close()
    assert found > 0


def test_grey_buttons_before_a_game(new_page: Callable[..., Any], server: Server) -> None:
    """Nothing to load yet: the lobby's button says so."""
    page = new_page()
    page.goto(server.address)
    page.locator("summary", has_text="Load a saved game").click()
    button = page.get_by_role("button", name="Load it")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    page.locator(".notice", has_text="Choose a file or paste a position first.").wait_for()
