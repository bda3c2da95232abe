"""The lobby: it stands still once it is there; languages, something to watch, chances of winning."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import SIZES, Server, expect, faults_by_axe, no_faults, signed_in
from tests.support.kits import sample

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
    expect(page.locator(".import[open]")).to_have_count(1)


def test_another_language_is_one_press_away(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    page.goto(server.address)
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    page.get_by_role("group", name="Language").get_by_role("button", name="Polski").click()
    page.get_by_role("heading", name="Gry", exact=True).wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.reload()
    page.get_by_role("button", name="Polski").wait_for()
    expect(page.get_by_role("button", name="Polski")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_stranger_watches_a_game_of_the_computer_and_one_of_others(
    new_page: Callable[..., Any], host: Server, size: str
) -> None:
    anna = signed_in(new_page(), host, "anna")
    anna.open(f"game/{sample()}/3")
    anna.page.locator("summary", has_text="Options").click()
    anna.page.get_by_label("Anybody may watch").check()
    anna.page.get_by_role("button", name="Begin").click()
    anna.page.locator("[data-kind]").first.wait_for()
    page = new_page(**SIZES[size])
    page.goto(host.address)
    page.get_by_role("link", name="Watch a game").click()
    page.get_by_text("player: anna").wait_for()
    no_faults(page, f"{size}-watch")
    page.get_by_role("button", name="Watch Himmelbett").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.get_by_role("radio").nth(1).click()
    no_faults(page, f"{size}-watch-recorded")
    page.goto(f"{host.address}#/watch")
    page.get_by_role("listitem").filter(has_text="anna").get_by_role("button").click()
    page.locator("[data-kind]").first.wait_for()
    assert page.url.endswith("/public")
    no_faults(page, f"{size}-watch-others")


def test_every_list_of_scenarios_shows_what_was_measured(new_page: Callable[..., Any], server: Server) -> None:
    """Printed label and each level's share, on the ladder and in the list; a label that is off is marked."""
    page = new_page()
    page.goto(server.address)
    ladder = page.locator(".ladder")
    ladder.locator(".chances").first.wait_for()
    expect(ladder.get_by_role("listitem"), "as many as stand beside the first lesson").to_have_count(6)
    ladder.get_by_role("button", name="All 11 steps").click()
    steps = ladder.locator("li").filter(has=page.locator("a"))
    expect(steps.nth(5)).to_be_attached()
    expect(ladder.locator(".chances"), "every scenario of it was measured").to_have_count(steps.count())
    ladder.get_by_text(re.compile("standard: wins \\d+ %")).first.wait_for()
    expect(ladder.locator(".off").first).to_be_attached()
    ladder.get_by_text("does not match the printed label").wait_for()
    assert faults_by_axe(page) == []
    page.goto(f"{server.address}#/game/{sample()}/4")
    page.locator("nav .hardness .chances").first.wait_for()
    shown = page.locator("nav .hardness")
    expect(shown.locator(".chances")).to_have_count(shown.count())
    assert faults_by_axe(page) == []
