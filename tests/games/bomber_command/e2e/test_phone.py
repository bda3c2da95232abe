"""Bomber Command on a phone: the prompt keeps its height, so that the map does not jump under the finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.bomber_command.planner import Planner
from tests.support.browser import Server, picture

PHONE, LAPTOP, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 720}, {"width": 1440, "height": 900}
HEIGHT = "document.querySelector('.prompt').getBoundingClientRect().height"
# All buttons are on one row, which is pushed along; none hangs out of the screen.
WIDTH = "document.documentElement.scrollWidth"
# On a laptop all of it is in sight: question, answers, undo, advice.
HIDDEN = "(bar => bar.scrollHeight - bar.clientHeight)(document.querySelector('.prompt'))"


def test_the_prompt_keeps_its_height_whatever_card_is_asked_about(new_page: Callable[..., Any], server: Server) -> None:
    planner = Planner(new_page(viewport=DESK), server, "phone")
    page = planner.page
    planner.sit("berlin", "British", "look 3")
    heights = set()
    for number in range(8):
        planner.until("play", "cancel", maximum=60)
        page.set_viewport_size(PHONE)
        page.wait_for_function(f"() => {WIDTH} <= 390")
        heights.add(round(page.evaluate(HEIGHT)))
        if number == 1:
            picture(page, "bomber-phone-card")
        page.set_viewport_size(LAPTOP)
        page.wait_for_function(f"() => {HIDDEN} <= 0")
        page.set_viewport_size(DESK)
        planner.answer()
    assert len(heights) == 1, heights


SEEN = """() => {
  const { top, bottom } = document.querySelector(".sheet .rows").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".sheet li")].map(each => each.getBoundingClientRect());
  return rows.filter(each => each.top >= top && each.bottom <= Math.min(bottom, innerHeight)).length;
}"""


def test_the_order_sheet_may_have_the_maps_room(new_page: Callable[..., Any], server: Server) -> None:
    """Seven units below the map, a dozen without it; and a tap shows the map again."""
    planner = Planner(new_page(viewport=PHONE), server, "phone sheet")
    page = planner.page
    planner.sit("berlin", "German", "sheet 1")
    planner.until("scramble")
    page.get_by_role("region", name="Orders").wait_for()
    way = page.locator("header a").first.bounding_box()
    assert way["width"] >= 44 and way["height"] >= 32, "the way to the lobby is wide enough for a thumb"
    page.wait_for_function(f"() => ({SEEN})() >= 7")
    tools, sheet = (page.locator(each).bounding_box() for each in (".map .zoom", ".sheet"))
    assert tools["y"] + tools["height"] <= sheet["y"], "all of the map that there is stands above the sheet"
    whole = page.get_by_role("button", name="Whole list")
    whole.click()
    page.wait_for_function(f"() => ({SEEN})() >= 12")
    picture(page, "bomber-phone-sheet")
    page.get_by_role("region", name="Orders").get_by_role("checkbox").nth(8).check()
    whole.click()
    page.wait_for_function(f"() => ({SEEN})() < 12")
    page.get_by_role("region", name="Orders").get_by_role("button", name="Scramble", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('.sheet .order.new').length === 1")
