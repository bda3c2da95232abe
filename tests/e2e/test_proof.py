"""The long ones: scenarios 4B, 8 and 10 wholly by clicks and keys; two browsers in two seats; reload and restart."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, faults_by_axe, picture, signed_in
from tests.support.kits import sample

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("scenario", ["4B", "8", "10"])
def test_a_whole_game_is_played_by_clicks_and_verified(pilot: Pilot, scenario: str) -> None:
    pilot.begin(scenario, "proof")
    pilot.play()
    pilot.page.get_by_role("region", name="Result").wait_for()
    picture(pilot.page, f"proof-{scenario}")
    pilot.page.get_by_role("button", name="Verify").click()
    pilot.page.get_by_text(re.compile("^Fair: ")).wait_for()
    assert faults_by_axe(pilot.page) == []


def test_two_browsers_in_two_seats(new_page: Callable[..., Any], host: Server) -> None:
    """One invites, the other comes by the link; they play a game to its end and talk."""
    anna = signed_in(new_page(), host, "anna")
    bert = signed_in(new_page(), host, "bert")
    picture(anna.page, "proof-lobby-host")
    anna.open(f"game/{sample()}/1")
    anna.page.get_by_label("umpire", exact=True).select_option("open")
    anna.page.get_by_role("button", name="Begin").click()
    anna.page.locator("[data-kind]").first.wait_for()
    anna.page.get_by_role("button", name="Game", exact=True).click()
    anna.page.get_by_role("button", name="invite somebody").click()
    link = anna.page.get_by_label("Invitation link").input_value()
    anna.press("Escape")
    bert.page.goto(link)
    bert.page.get_by_role("button", name="Take the seat").click()
    bert.page.locator("[data-kind]").first.wait_for()
    assert "/umpire" in bert.page.url
    anna.page.get_by_role("tab", name="Talk").click()
    anna.page.get_by_label("Say something").fill("Good hunting.")
    anna.press("Enter")
    bert.page.get_by_role("tab", name="Talk").click()
    bert.page.get_by_text("Good hunting.").wait_for()
    for _ in range(600):
        for pilot in (anna, bert):
            shown = pilot.page.locator("[data-kind]").first.get_attribute("data-kind")
            if shown not in ("waiting", "narrating", "over"):
                pilot.answer()
        if all(pilot.page.locator("[data-kind=over]").count() for pilot in (anna, bert)):
            break
    anna.page.get_by_role("region", name="Result").wait_for()
    bert.page.get_by_role("region", name="Result").wait_for()
    assert anna.answered > 5
    assert bert.answered > 5
    picture(bert.page, "proof-umpire-over")


def test_reload_and_restart_in_mid_game(new_page: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    """What was acknowledged is there after a reload, and after the server was killed."""
    server = Server(tmp_path_factory.mktemp("restart") / "games.sqlite3")
    try:
        pilot = Pilot(new_page(quiet=("WebSocket", "ERR_CONNECTION", "Failed to load")), server, "restart")
        pilot.begin("4B", "restart")
        for round_ in range(4):
            for _ in range(5):
                pilot.answer()
            kind, number = pilot.kind, pilot.number
            if round_ % 2:
                server.stop(signal.SIGKILL)
                pilot.page.get_by_role("alert").wait_for()
                server.start()
                pilot.page.get_by_role("alert").wait_for(state="detached", timeout=30_000)
            else:
                pilot.page.reload()
            assert (pilot.kind, pilot.number) == (kind, number)
    finally:
        server.stop()
