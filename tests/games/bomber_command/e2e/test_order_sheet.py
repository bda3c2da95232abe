"""The German order sheet in the browser: units ticked in any order, a hex typed, one end of phase, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.bomber_command.planner import Planner
from tests.support.browser import Server, faults_by_axe, picture

SIZES = {"laptop": (1280, 720), "wide": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.mark.parametrize("size", SIZES)
def test_the_german_turn_is_one_sheet(new_page: Callable[..., Any], server: Server, size: str) -> None:
    """Two units up, one by a click on its division and a key; the rest stay; axe is content."""
    wide, high = SIZES[size]
    planner = Planner(new_page(viewport={"width": wide, "height": high}), server, f"sheet {size}")
    page = planner.page
    planner.sit("berlin", "German", "sheet 1")
    planner.until("scramble")
    sheet = page.get_by_role("region", name="Orders")
    sheet.wait_for()
    first = sheet.get_by_role("checkbox").first
    first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    assert sheet.locator("li.ticked").count() == 2
    sheet.get_by_role("button", name="Land").click()
    assert "on the ground" in sheet.locator(".refused").inner_text()
    box = sheet.get_by_label("To hex")
    box.fill("M6")
    box.press("Enter")
    assert sheet.locator(".order.new").all_inner_texts() == ["M6", "M6"]
    wide_now = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide_now[0] <= wide_now[1]
    picture(page, f"bomber-sheet-{size}")
    assert faults_by_axe(page) == [], size
    page.get_by_role("button", name="End of phase").click()
    page.get_by_text("I./NJG5").first.wait_for()
    page.wait_for_function("() => document.querySelector('.prompt').dataset.kind !== 'scramble'")
    picture(page, f"bomber-sheet-{size}-after")


def test_a_card_is_thrown_away_from_the_hand(new_page: Callable[..., Any], server: Server) -> None:
    """A card that nothing asks about: to go at the next draw, kept after all, to be played; a reload keeps it."""
    planner = Planner(new_page(viewport={"width": 1440, "height": 900}), server, "hand")
    page = planner.page
    planner.sit("berlin", "British", "hand 1")
    planner.until("play", "cancel")
    hand = page.get_by_role("region", name="Your hand of cards")
    card = hand.locator(".card:not(.lit)").first
    card.click()
    hand.get_by_role("button", name="Discard it at the next draw").click()
    hand.get_by_text("to be discarded").first.wait_for()
    assert faults_by_axe(page) == []
    picture(page, "bomber-hand-ordered")
    card.click()
    hand.get_by_role("button", name="Keep it after all").click()
    hand.get_by_text("to be discarded").first.wait_for(state="detached")
    card.click()
    hand.get_by_role("button", name="Play it this turn").first.click()
    hand.get_by_text("to be played").first.wait_for()
    page.reload()
    page.get_by_text("to be played").first.wait_for()
    page.get_by_label("ask me at each draw").check()
    planner.until("draw_british", maximum=60)
    assert hand.get_by_role("radiogroup").is_visible()  # how many to draw
