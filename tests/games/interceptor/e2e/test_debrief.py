"""After a career, in the browser: the debrief shows mat and enemy at a turning point, and is played on from there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import viermot
from tests.support.browser import Pilot, Server, expect, faults_by_axe


def test_a_turning_point_of_a_career(new_page: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    viermot.new_game("interceptor", "4", seed="a1", seats={"pilot": "standard"}).save(file)
    pilot = Pilot(new_page(), server)
    page = pilot.page
    pilot.load_save(file)
    page.get_by_role("link", name="Debrief").first.click()
    shown = page.get_by_role("region", name="The map as it was")
    shown.locator("q").first.wait_for()  # at the end: the year, and the diary
    pilot.press("1")
    shown.get_by_text("Fw190A-5").first.wait_for()
    expect(shown.locator("section.target, section.briefing"), "whom he met, as it was then").to_have_count(1)
    assert faults_by_axe(page) == []
    pilot.press("p")
    page.locator(".chip", has_text="A branch").wait_for()
