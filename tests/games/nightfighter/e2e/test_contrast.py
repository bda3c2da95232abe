"""The grid of the night map can be seen: 3:1 as it is painted, turned and with north up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server
from tests.support.contrast import WANTED, contrast_of

SIZES = [(1280, 720), (1920, 1080), (820, 1180), (390, 844)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_grid_stands_out(new_page: Callable[..., Any], server: Server, size: tuple[int, int]) -> None:
    pilot = Pilot(new_page(viewport={"width": size[0], "height": size[1]}), server, "contrast")
    pilot.begin("3", "contrast")
    assert contrast_of(pilot.page, ".board path.lines", ".board") >= WANTED
