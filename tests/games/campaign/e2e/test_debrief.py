"""After a career by night, in the browser: the debrief shows the map of the sortie a turning point lies in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import viermot
from tests.support.browser import Pilot, Server, faults_by_axe


def test_a_turning_point_of_a_career(new_page: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    viermot.new_game("campaign", "seasoned", seed="a1", seats={"player": "standard"}).save(file)
    pilot = Pilot(new_page(), server)
    page = pilot.page
    pilot.load_save(file)
    page.get_by_role("link", name="Debrief").first.click()
    shown = page.get_by_role("region", name="The map as it was")
    shown.locator(".week").wait_for()  # at the end: the last week
    pilot.press("1")
    shown.locator(".board .counter").first.wait_for()
    assert faults_by_axe(page) == []
    page.get_by_role("link", name="Replay from here").click()
    page.get_by_role("button", name="Next sortie").wait_for()
