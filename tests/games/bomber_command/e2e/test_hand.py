"""Choosing among cards: they lie in even rows, each can be read to its end, and what confirms is in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_layout import SIZES
from tests.games.bomber_command.planner import Planner
from tests.support.browser import Server, comes_true

EVEN = """() => {
  const cards = [...document.querySelectorAll(".hand .card")].map(each => each.getBoundingClientRect());
  const rows = Map.groupBy(cards, each => Math.round(each.top));
  const widths = new Set(cards.map(each => Math.floor(each.width)));
  return cards.length === 8 && widths.size === 1 && new Set([...rows.values()].map(row => row.length)).size === 1;
}"""
WHOLE = """() => [...document.querySelectorAll(".hand .card .text")].every(
  each => each.scrollHeight <= each.clientHeight + 1 && getComputedStyle(each).maskImage === "none")"""
IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector(".hand .choose .go").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_eight_cards_to_choose_from_lie_in_even_rows(
    new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest, size: str
) -> None:
    planner = Planner(new_page(**SIZES[size]), server, request.node.name)
    planner.sit("berlin", "German", "hand")
    planner.until("keep_german")
    for script in (EVEN, WHOLE, IN_SIGHT):
        comes_true(planner.page, script, why=size)


def test_enter_gives_the_cards_that_are_marked_once_they_are_an_answer(
    new_page: Callable[..., Any], server: Server
) -> None:
    """Four of five are none; with the fifth Enter keeps them. A draw goes by Enter at once, as many as there may be."""
    planner = Planner(new_page(), server, "enter")
    page = planner.page
    planner.sit("berlin", "German", "hand")
    planner.until("keep_german")
    before = planner.number
    for number in range(4):
        page.locator(".hand .card").nth(number).click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    assert planner.number == before
    page.locator(".hand .card").nth(4).click()
    page.evaluate("document.activeElement.blur()")  # no button has the focus: Enter is the table's
    page.keyboard.press("Enter")
    comes_true(page, "n => document.querySelector('[data-kind]').dataset.number !== String(n)", before)
