"""Scenario 1 from the lobby to the verified end by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.support.browser import Server
from tests.support.keyboard import Typist


def test_a_whole_game_without_a_mouse(new_page: Callable[..., Any], server: Server) -> None:
    """Set up, flown, looked back at: every answer, the menu's reader, the proof and the replay are within reach."""
    typist = Typist(new_page(), server, "by keys 1")
    page = typist.page
    typist.sit_down("nightfighter", "1", "keys 1")
    typist.answer()
    typist.press("?")
    page.get_by_role("dialog").or_(page.locator(".drawer")).first.wait_for()
    typist.press("Escape")
    typist.play()
    assert {"path", "place_fighter"} <= typist.kinds
    page.get_by_role("region", name="Result").wait_for()
    typist.enter_at("section.result button", "Verify")
    page.get_by_text(re.compile("^Fair: ")).wait_for()
    typist.enter_at("a", "Replay")
    page.locator(".replay").wait_for()
    typist.press("End")
    typist.no_pointer()
