"""Whole games of scenarios 1 and 3 by clicks and keys, from the lobby to the revealed map."""

from __future__ import annotations

import re

import pytest

from tests.support.browser import Pilot, picture


@pytest.mark.parametrize("scenario", ["1", "3"])
def test_a_whole_game_is_played_by_clicks(pilot: Pilot, scenario: str) -> None:
    pilot.rng.seed(f"well inside the map {scenario}")  # one who starts at the edge has flown off it in three turns
    pilot.begin(scenario, "e2e")
    picture(pilot.page, f"scenario-{scenario}-begin")
    pilot.play()
    result = pilot.page.get_by_role("region", name="Result")
    result.wait_for()
    pilot.page.locator(".trail").first.wait_for()  # the revealed map
    picture(pilot.page, f"scenario-{scenario}-over")
    pilot.page.get_by_role("button", name="Verify").click()
    pilot.page.get_by_text(re.compile("^Fair: ")).wait_for()
    assert pilot.answered > 8  # about 18 a game where only what matters is asked
    assert "path" in pilot.kinds
