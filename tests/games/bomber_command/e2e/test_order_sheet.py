"""The German order sheet in the browser: units ticked in any order, a hex typed, one end of phase, by keys alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.bomber_command.planner import Planner
from tests.support.browser import Server, expect, faults_by_axe, picture

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
    expect(sheet.locator("li.ticked")).to_have_count(2)
    sheet.get_by_role("button", name="Land").click()
    expect(sheet.locator(".refused")).to_contain_text("on the ground", use_inner_text=True)
    box = sheet.get_by_label("To hex")
    box.fill("M6")
    box.press("Enter")
    expect(sheet.locator(".order.new")).to_have_text(["M6", "M6"], use_inner_text=True)
    wide_now = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide_now[0] <= wide_now[1]
    picture(page, f"bomber-sheet-{size}")
    assert faults_by_axe(page) == [], size
    page.get_by_role("button", name="End of phase").click()
    page.get_by_text("I./NJG5").first.wait_for()
    page.wait_for_function("() => document.querySelector('.prompt').dataset.kind !== 'scramble'")
    picture(page, f"bomber-sheet-{size}-after")


WHERE = """(hex) => {
  const area = document.querySelector(".map[role=application]").getBoundingClientRect();
  const [x, y, k] = document.querySelector(".map svg > g").getAttribute("transform").match(/-?[0-9.]+/g).map(Number);
  const [column, row] = ["ABCDEFGHIJKLMNOPQ".indexOf(hex[0]) + 1, Number(hex.slice(1))];
  const at = [47.7 + 47.55 * (column - 1), 48.5 + 54.9 * (row - 1) + (column % 2 ? 0 : 27.45)];
  return [area.left + x + at[0] * k, area.top + y + at[1] * k];
}"""


def drawn(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A drag with the mouse, with a stop on the way as a hand makes it."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def camera(page: Any) -> str:
    return str(page.locator(".map svg > g").first.get_attribute("transform"))


def test_units_are_dragged_and_boxed_on_the_map(new_page: Callable[..., Any], server: Server) -> None:
    """A unit dragged to a hex is ordered there; a box takes several, by Shift, by the tool and by keys alone."""
    planner = Planner(new_page(viewport={"width": 1440, "height": 900}), server, "dragged")
    page = planner.page
    planner.sit("berlin", "German", "sheet 1")
    planner.until("scramble")
    sheet = page.get_by_role("region", name="Orders")
    sheet.wait_for()
    before = camera(page)
    drawn(page, page.evaluate(WHERE, "K4"), page.evaluate(WHERE, "L5"))
    row = sheet.locator("li").filter(has=page.get_by_text("III./NJG3", exact=True))
    expect(row.locator(".order.new"), "the map stays where it is").to_have_text("L5", use_inner_text=True)
    assert camera(page) == before, "the map stays where it is"
    page.keyboard.press("Escape")
    expect(sheet.locator("li.ticked")).to_have_count(0)
    (left, top), (right, bottom) = page.evaluate(WHERE, "G5"), page.evaluate(WHERE, "I8")
    page.keyboard.down("Shift")
    drawn(page, (left - 8, top - 8), (right + 8, bottom + 8))
    page.keyboard.up("Shift")
    expect(sheet.locator("li.ticked").nth(4)).to_be_attached()
    boxed = sheet.locator("li.ticked").count()
    assert camera(page) == before
    picture(page, "bomber-sheet-boxed")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Box", exact=True).click()
    drawn(page, (left - 8, top - 8), (right + 8, bottom + 8))
    expect(sheet.locator("li.ticked")).to_have_count(boxed)
    page.keyboard.press("Escape")
    by_keys(page, sheet)
    assert faults_by_axe(page) == []
    drawn(page, page.evaluate(WHERE, "E2"), page.evaluate(WHERE, "F4"))
    why = "over open sea the mouse moves the map, if there is anything to move"
    expect(sheet.locator("li.ticked"), why).to_have_count(0)


def by_keys(page: Any, sheet: Any) -> None:
    """The cursor ticks what is under it with X, and everything between two corners with B."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowUp")
    while page.get_by_role("application").get_attribute("data-cursor") != "H7":
        at = str(page.get_by_role("application").get_attribute("data-cursor"))
        key = "Down" if int(at[1:]) < 7 else "Up" if int(at[1:]) > 7 else "Right" if at[0] < "H" else "Left"
        page.keyboard.press(f"Arrow{key}")
    page.keyboard.press("x")
    expect(sheet.locator("li.ticked")).to_contain_text("I./NJG1", use_inner_text=True)
    page.keyboard.press("x")
    expect(sheet.locator("li.ticked")).to_have_count(0)
    page.keyboard.press("b")
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("b")
    expect(sheet.locator("li.ticked").nth(1)).to_be_attached()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def test_a_finger_on_a_unit_moves_the_map(new_page: Callable[..., Any], server: Server) -> None:
    """Dragging units is for the mouse: a finger pans, and draws a box only with the tool."""
    phone = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    planner = Planner(phone, server, "finger")
    page = planner.page
    planner.sit("berlin", "German", "sheet 1")
    planner.until("scramble")
    page.get_by_role("region", name="Orders").wait_for()
    page.wait_for_function(STILL)  # the sheet has made the map smaller: what is asked about is framed anew
    before = camera(page)
    field = in_the_middle(page)
    touched(page, page.evaluate(WHERE, field), (-24, 14))
    assert camera(page) != before
    expect(page.locator("li.ticked")).to_have_count(0)
    expect(page.locator(".order.new")).to_have_count(0)
    page.get_by_role("button", name="Box", exact=True).click()
    before = camera(page)
    (x, y) = page.evaluate(WHERE, field)
    touched(page, (x - 25, y - 25), (60, 60))
    assert camera(page) == before
    expect(page.locator("li.ticked").first).to_be_attached()


STILL = """() => new Promise((done) => {
  const camera = () => document.querySelector(".map svg > g").getAttribute("transform");
  const before = camera();
  setTimeout(() => done(camera() === before), 300);
})"""
FIELDS = ("J2", "M4", "M3", "O6", "M7", "J5", "K4", "H7", "I6", "G5")  # with a unit


def in_the_middle(page: Any) -> str:
    """The airfield that stands nearest to the middle of the map."""
    box = page.locator(".map[role=application]").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return min(FIELDS, key=lambda field: math.dist(page.evaluate(WHERE, field), middle))


def touched(page: Any, start: tuple[float, float], by: tuple[float, float]) -> None:
    """One finger, put down, moved and lifted."""
    wire = page.context.new_cdp_session(page)
    for step in range(6):
        point = {"x": start[0] + by[0] * step / 5, "y": start[1] + by[1] * step / 5}
        wire.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": [point]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


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
    expect(hand.get_by_role("radiogroup")).to_be_visible()  # how many to draw
