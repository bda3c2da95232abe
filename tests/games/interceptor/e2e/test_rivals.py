"""Interceptor Ace in company against each other: two seats at one screen, and two browsers at one table [10.1.2]."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.games.interceptor.flyer import Flyer, no_faults
from tests.support.browser import Server, expect, signed_in

RIVALS_OVER = """
game = "interceptor"
at = "line"
month = "Feb44"
line = 7
options = { "10.1" = "competitive", pilots = 2 }

[[pilot]]
unit = "I/JG 2"
aircraft = "Fw190A-6"
bombers = 6
fighters = 1
flights = 40
level = 6

[[pilot]]
unit = "I/JG 2"
aircraft = "Fw190A-6"
bombers = 3
fighters = 2
flights = 41
level = 5
"""


@pytest.fixture
def flyer(new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest) -> Flyer:
    """Somebody at a wide screen."""
    return Flyer(new_page(), server, request.node.name)


def hand_over(flyer: Flyer) -> None:
    """The screen goes to whoever is asked; nothing is secret, so no curtain falls."""
    page = flyer.page
    if flyer.kind == "hand-over":
        here = page.url
        flyer.press("Enter")
        page.wait_for_function("here => location.href !== here", arg=here)
        page.locator("[data-kind]:not([data-kind=hand-over])").first.wait_for()
    expect(page.get_by_role("dialog", name="Curtain")).to_have_count(0)


def rivals_set_up(flyer: Flyer, second: str) -> None:
    """The set-up of a competitive career, by clicks."""
    page = flyer.page
    flyer.open("game/interceptor/4")
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Company").select_option("competitive")
    page.locator("#seat-pilot2").select_option(second)
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-kind]").first.wait_for()


def test_two_rivals_at_one_screen_fly_sorties_by_clicks(flyer: Flyer) -> None:
    """Each sets himself up and flies his own sortie against the same raid; the months pass for both."""
    page = flyer.page
    rivals_set_up(flyer, "me")
    asked: dict[str, set[str]] = {"pilot1": set(), "pilot2": set()}
    for _ in range(140):
        hand_over(flyer)
        seat = page.url.rsplit("/", 1)[1]
        kind = flyer.answer()
        asked[seat].add(kind)
        if kind == "over" or all("press_on" in kinds for kinds in asked.values()):
            break
    assert all("choose_track" in kinds for kinds in asked.values()), asked
    assert all(kinds & {"press_on", "fire_round", "choose_target", "dogfight"} for kinds in asked.values()), asked
    hand_over(flyer)
    no_faults(page, "rivals")


def test_the_better_of_two_rivals_is_named_at_the_end(flyer: Flyer, tmp_path: Path) -> None:
    """The last sortie of February by clicks in both seats of a saved game, and a result with two records."""
    page = flyer.page
    viermot.new_game("interceptor", position=RIVALS_OVER).save(tmp_path / "rivals.json")
    flyer.load_save(tmp_path / "rivals.json")
    for _ in range(120):
        if flyer.kind == "over":
            break
        hand_over(flyer)
        flyer.answer()
    result = page.get_by_role("region", name="Result")
    result.wait_for()
    no_faults(page, "rivals-over")
    shown = result.inner_text()
    assert "Pilot 1: " in shown and "Pilot 2: " in shown, shown


def test_a_position_in_company_brings_its_seats(flyer: Flyer) -> None:
    """Its first seat is the reader's, a bot flies the other."""
    flyer.load_position("interceptor", RIVALS_OVER)
    assert flyer.page.url.endswith("/pilot1")
    expect(flyer.page.locator("header")).to_contain_text("Pilot 2: standard", use_inner_text=True)


def test_two_rivals_at_two_browsers(new_page: Callable[..., Any], host: Server) -> None:
    """One invites, the other comes by the link; each is asked on his own screen only, and sees the other's sortie."""
    flyers = []
    for name in ("egon", "hans"):
        page = new_page(viewport={"width": 1280, "height": 800})
        signed_in(page, host, f"{name}-{secrets.token_hex(3)}")  # a second try needs a new account
        flyers.append(Flyer(page, host, name))
    egon, hans = flyers
    rivals_set_up(egon, "open")
    egon.page.get_by_role("button", name="Game", exact=True).click()
    egon.page.get_by_role("button", name="invite somebody").click()
    link = egon.page.get_by_label("Invitation link").input_value()
    egon.press("Escape")
    hans.page.goto(link)
    hans.page.get_by_role("button", name="Take the seat").click()
    hans.page.locator("[data-kind]").first.wait_for()
    assert hans.page.url.endswith("/pilot2")
    for _ in range(400):
        for flyer in flyers:
            shown = flyer.page.locator("[data-kind]").first.get_attribute("data-kind")
            if shown not in ("waiting", "narrating", "over"):
                flyer.answer()
        if all(flyer.kinds & {"press_on", "fire_round", "dogfight"} for flyer in flyers):
            break
    assert all({"choose_track"} <= flyer.kinds for flyer in flyers)
    assert all(flyer.answered > 3 for flyer in flyers)
    no_faults(egon.page, "rivals-egon")
    no_faults(hans.page, "rivals-hans")
