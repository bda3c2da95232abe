"""Weeks of a career by keys alone: on the ground, a sortie to its landing, and the book of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.browser import Server, expect
from tests.support.keyboard import Typist


def test_a_sortie_and_its_week_without_a_mouse(new_page: Callable[..., Any], server: Server) -> None:
    """From the lobby to the end of the week in which he flew, the pages of the career, and his book."""
    typist = Typist(new_page(), server, "career by keys")
    page = typist.page
    typist.sit_down("campaign", "seasoned", "f")
    flown = False
    for _ in range(400):
        kind = typist.kind
        flown |= page.locator(".board").count() > 0
        if kind == "over" or (flown and kind == "week_over"):
            break
        if kind == "path":
            headings = page.get_by_role("log").locator("h2").all_inner_texts()
            assert any("·" in each for each in headings), "in flight the log is folded by turn and phase of the sortie"
        typist.answer()
    assert flown and "path" in typist.kinds
    typist.press("b")
    page.get_by_role("heading", name="Diary").wait_for()
    expect(page.locator("table").first.locator("tbody tr").first).to_be_attached()
    typist.press("Escape")
    for key, heading in (("a", "Aircraft"), ("p", "Decorations")):
        typist.press(key)
        page.get_by_role("heading", name=heading).wait_for()
    typist.no_pointer()
