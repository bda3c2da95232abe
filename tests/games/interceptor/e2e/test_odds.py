"""The odds beside the enemy: there from the first where the screen has room, until they are put away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.test_layout import SIZES
from tests.games.interceptor.e2e.test_a_career import BOMBERS
from tests.games.interceptor.flyer import Flyer
from tests.support.browser import Server, comes_true, expect

ODDS = "[data-odds]"
IN_SIGHT = """() => {
  const box = document.querySelector("[data-odds] h3")?.getBoundingClientRect();
  const enemy = document.querySelector(".target svg").getBoundingClientRect();
  return box && enemy.bottom <= box.top && box.bottom < innerHeight * 0.85;
}"""


def test_a_large_screen_shows_the_odds_unasked_and_remembers_who_wants_none(
    new_page: Callable[..., Any], server: Server
) -> None:
    page = new_page(**SIZES["usual"])
    flyer = Flyer(page, server, "odds")
    flyer.load_position("interceptor", BOMBERS)
    expect(page.locator(ODDS)).to_be_visible()
    comes_true(page, IN_SIGHT)
    flyer.press("o")
    expect(page.locator(ODDS)).to_have_count(0)
    page.reload()
    assert flyer.kind == "fire_round"
    expect(page.locator(ODDS)).to_have_count(0)


def test_a_laptop_has_no_room_for_odds_that_nobody_asked_for(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page(**SIZES["laptop"])
    flyer = Flyer(page, server, "odds")
    flyer.load_position("interceptor", BOMBERS)
    assert flyer.kind == "fire_round"
    expect(page.locator(ODDS)).to_have_count(0)
