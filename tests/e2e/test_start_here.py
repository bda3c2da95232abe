"""Somebody new finds the coached games first in the lobby, and is at the first step with one press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, expect, faults_by_axe, picture
from tests.support.kits import sample
from viermot.kernel import lessons
from viermot.text import message

TWO_KEYS = """() => ["Escape", "?"].forEach((key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_the_first_thing_in_the_lobby_is_a_coached_game(
    new_page: Callable[..., Any], server: Server, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    pilot = Pilot(page, server, f"start-{size[0]}")
    pilot.open()
    start = page.get_by_role("region", name="Your first interception")
    start.get_by_text("Start here").wait_for()
    expect(start.get_by_role("button", name="Coached").nth(3)).to_be_attached()
    picture(page, "start-here")
    assert faults_by_axe(page) == []
    steps = page.get_by_role("region", name="step by step")
    expect(steps.get_by_text("next", exact=True)).to_have_count(1)
    expect(steps.get_by_role("listitem").nth(1)).to_contain_text("Helle Nachtjagd", use_inner_text=True)
    last = lessons.every()[-1]
    steps.get_by_label("Ladder of").select_option(last.game)
    steps.get_by_text(message(last.key("title"))).wait_for()
    start.get_by_role("button", name="Begin", exact=True).first.click()
    page.get_by_text("step 1 of").wait_for()


def test_a_key_right_after_a_dialog_is_closed_is_not_lost(new_page: Callable[..., Any], server: Server) -> None:
    """The browser tells that a dialog is closed a moment after it is: keys meanwhile are meant for the table."""
    page = new_page(viewport={"width": 1280, "height": 720})
    pilot = Pilot(page, server, "keys")
    pilot.open()
    page.get_by_role("region", name="step by step").get_by_role("button", name="Begin").first.click()
    page.get_by_role("button", name="Game", exact=True).click()
    page.get_by_role("dialog").wait_for()
    page.evaluate(TWO_KEYS)
    for _ in range(2):
        page.get_by_role("dialog", name="Rules").wait_for()
        page.wait_for_timeout(200)
        why = "the reader stays, whatever is told late of what was closed"
        expect(page.get_by_role("dialog"), why).to_have_count(1)
        page.evaluate(TWO_KEYS)  # the second time it is the reader that is closed and opened again


def test_who_has_chosen_no_scenario_is_shown_the_next_step(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    Pilot(page, server, "step").open(f"game/{sample()}")
    page.get_by_role("heading", name="3 · Helle Nachtjagd").wait_for()


def test_enter_answers_after_the_reader_is_closed_and_a_moment_can_be_reported(
    new_page: Callable[..., Any], server: Server
) -> None:
    page = new_page(viewport={"width": 1280, "height": 720})
    pilot = Pilot(page, server, "why")
    pilot.open()
    page.get_by_role("region", name="step by step").get_by_role("button", name="Begin").first.click()
    page.get_by_role("button", name="why").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    expect(page.get_by_role("dialog"), "Enter is the answer, and does not open the reader again").to_have_count(0)
    page.get_by_role("button", name="Game", exact=True).click()
    with page.expect_download() as file:
        page.get_by_role("button", name="Report this moment").click()
    assert "moment" in file.value.suggested_filename
