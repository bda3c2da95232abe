"""Advice and the belief map in the browser: a button and a key each, and what they show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.games.nightfighter.page_positions import CHASE
from tests.support.browser import ANSWERED, SIZES, Pilot, Server, expect, faults_by_axe, picture

# what the page is told in place of a belief: two hexes that can be told apart, and a sentence
BELIEF = {"belief": {"places": {"0903": 0.5, "0904": 0.1}, "statements": [{"text": "Two are late.", "chance": 0.75}]}}


@pytest.fixture
def seated(new_page: Callable[..., Any], server: Server) -> Iterator[Pilot]:
    pilot = Pilot(new_page(), server)
    pilot.begin("4B", "map")
    pilot.page.locator(".prompt.asked").wait_for()
    yield pilot


def test_what_would_you_do(seated: Pilot) -> None:
    page = seated.page
    page.get_by_role("button", name="What would you do?").wait_for()
    seated.press("h")
    told = page.locator("[data-advice]")
    told.wait_for()
    expect(told).to_have_attribute("data-advice", re.compile("."))
    assert faults_by_axe(page) == []
    picture(page, "advice")
    told.get_by_role("button", name="close").click()
    page.get_by_role("button", name="What would you do?").wait_for()


def test_advice_on_a_move_is_said_in_hexes_and_drawn(new_page: Callable[..., Any], server: Server) -> None:
    """No letters to be spelled out: the hexes in words, the way on the map, and one press does it."""
    pilot = Pilot(new_page(), server)
    page = pilot.page
    pilot.load(CHASE)
    assert pilot.kind == "path"
    pilot.press("h")
    told = page.locator("[data-advice]")
    told.wait_for()
    way = told.get_attribute("data-advice")
    assert way and set(way) <= set("FLR ")
    said = re.findall(r"\b\d{4}\b", told.locator("b").inner_text())
    assert len(said) == way.count("F")
    expect(told).not_to_contain_text(way, use_inner_text=True)
    mark = page.locator(".coachmark")
    expect(mark).to_have_attribute("data-hex", said[-1])
    corners = re.compile(rf"^\S+( \S+){{{len(said)}}}$")
    expect(mark.locator("polyline")).to_have_attribute("points", corners)
    before = pilot.number
    told.get_by_role("button", name="Do it").click()
    page.wait_for_function(ANSWERED, arg=before)
    page.locator(".log, aside").get_by_text(f"to {said[-1]}").first.wait_for()


AT_THE_EDGE = """
scenario = "4B"
turn = 11
phase = 3
[[fighter]]
id = 201
at = "1625 S"
"""


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_what_must_be_confirmed_is_never_behind_the_advice(
    new_page: Callable[..., Any], server: Server, size: str
) -> None:
    pilot = Pilot(new_page(**SIZES[size]), server)
    page = pilot.page
    pilot.load(AT_THE_EDGE)
    assert pilot.kind == "path"
    pilot.press("h")
    page.locator("[data-advice]").wait_for()
    pilot.press("w", "w", "Enter")
    warned = page.locator("[data-bar=warned]")
    warned.wait_for()
    expect(page.locator("[data-advice]")).to_have_count(1)
    before = pilot.number
    warned.locator(".danger").click(timeout=5000)  # nothing lies over it
    page.wait_for_function(ANSWERED, arg=before)


def test_the_belief_map(seated: Pilot) -> None:
    page = seated.page
    asked: list[str] = []

    def answered(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(json=BELIEF)

    page.route("**/belief", answered)
    expect(page.locator("[data-belief=off]")).to_have_count(1)
    expect(page.locator(".belief")).to_have_count(0)
    assert not asked
    seated.press("i")
    page.locator(".belief[data-mode=outline][data-hexes='2'] path").wait_for(state="attached")
    seated.press("i")
    shaded = page.locator(".belief[data-mode=shaded] polygon")
    shaded.first.wait_for(state="attached")
    opacity = {each.get_attribute("data-hex"): each.evaluate("it => +it.style.fillOpacity") for each in shaded.all()}
    assert opacity["0903"] > opacity["0904"] > 0
    page.get_by_text("Two are late.").wait_for()
    assert faults_by_axe(page) == []
    picture(page, "belief")
    seated.press("i")
    page.locator(".belief").wait_for(state="detached")
    assert len(asked) == 1  # the same moment is asked for once


def test_the_analysis_in_the_debrief(new_page: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    game = viermot.new_game("nightfighter", "1", seed="a1", seats={"player": "standard", "umpire": "standard"})
    file = tmp_path / "over.json"
    game.save(file)
    pilot = Pilot(new_page(), server)
    pilot.load_save(file)
    pilot.page.get_by_role("link", name="Debrief").first.click()
    pilot.page.locator("[data-analysis=done]").wait_for(timeout=60_000)
    assert faults_by_axe(pilot.page) == []


# what the page is told in place of an analysis: chances that fall, and one answer that cost much
POINT = {"turn": 1, "when": "turn 1", "error": 0.05}
DEAR = {
    "turn": 2,
    "when": "turn 2",
    "asked": "Where to?",
    "answered": "F",
    "better": "R F",
    "cost": 0.25,
    "error": 0.06,
}
CURVE = [{**POINT, "at": 1, "chance": 0.6}, {**POINT, "at": 4, "chance": 0.35}]
ANALYSIS = {"seat": "player", "playouts": 32, "curve": CURVE, "costly": [{**DEAR, "at": 4}]}


def test_the_analysis_beside_the_replay(new_page: Callable[..., Any], server: Server, tmp_path: Path) -> None:
    """Asked for by a button: the chances follow the moments, and the answer that cost much is led to and named."""
    game = viermot.new_game("nightfighter", "1", seed="a1", seats={"player": "standard", "umpire": "standard"})
    file = tmp_path / "over.json"
    game.save(file)
    page = new_page(viewport={"width": 1280, "height": 720})
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"progress": 1.0, "analysis": ANALYSIS})

    page.route(re.compile(r"/analysis\?"), answer)
    pilot = Pilot(page, server)
    pilot.load_save(file)
    page.get_by_role("link", name="Replay").first.click()
    page.get_by_role("slider").wait_for()
    assert asked == []  # nothing is worked out before somebody wants it
    page.get_by_role("button", name="Chances", exact=True).click()
    here = page.locator("[data-chances=done]")
    here.wait_for()
    page.get_by_role("button", name="To the beginning").click()
    expect(here).to_have_text("Chances of winning here: 60 %", use_inner_text=True)
    page.get_by_role("button", name="Costly decision").click()
    page.get_by_text("35 %").wait_for()
    expect(page.get_by_role("slider")).to_have_value("4")
    expect(here).to_contain_text("You answered F; better: R F", use_inner_text=True)
    expect(here).to_contain_text("−25 %", use_inner_text=True)
    assert faults_by_axe(page) == []
    picture(page, "chances-in-the-replay")
    assert all("seat=player" in url for url in asked) and asked
