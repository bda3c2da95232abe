"""The grid of the map of Germany can be seen: 3:1 as it is painted, on laptop, desk, tablet and phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.bomber_command.planner import Planner
from tests.support.browser import Server
from tests.support.contrast import WANTED, contrast_of

SIZES = [(1280, 720), (1920, 1080), (820, 1180), (390, 844)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_grid_stands_out(new_page: Callable[..., Any], server: Server, size: tuple[int, int]) -> None:
    planner = Planner(new_page(viewport={"width": size[0], "height": size[1]}), server, "contrast")
    planner.sit("berlin", "German", "contrast")
    planner.answer()  # which cards are kept; on a phone the hand lies over the map until then
    planner.page.locator(".map .hex").first.wait_for()
    assert contrast_of(planner.page, ".map .hex", ".map[role=application]") >= WANTED
