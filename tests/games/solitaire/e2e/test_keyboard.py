"""A whole solitaire scenario from the lobby by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.browser import Server
from tests.support.keyboard import Typist


def test_a_whole_game_without_a_mouse(new_page: Callable[..., Any], server: Server) -> None:
    """Placing, searching and flying by the cursor and its keys, to the result and its debrief."""
    typist = Typist(new_page(), server, "alone by keys")
    typist.sit_down("solitaire", "3", "keys 3")
    typist.play()
    assert {"path", "place_fighter"} <= typist.kinds
    typist.page.get_by_role("region", name="Result").wait_for()
    typist.enter_at("section.result a", "Debrief")
    typist.page.get_by_role("heading", level=1).wait_for()
    typist.no_pointer()
