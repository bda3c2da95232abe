"""Interceptor Ace in the browser: a month of sorties by clicks, a death, a career saved and resumed, phone and axe."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.interceptor.flyer import Flyer, no_faults
from tests.support.browser import ANSWERED, Server, expect, picture

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True},
}
TOO_WIDE = """() => [...document.querySelectorAll(".careerbook td")]
  .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"""
BOMBERS = """
game = "interceptor"
at = "bombers"
month = "Oct43"
line = 4
raid = 7

[[pilot]]
unit = "IV/JG 1"
aircraft = "Fw190A-6"
bomber_type = "B-17F"
skills = ["reflexes", "acm"]
awards = ["ek2", "ek1", "ace", "wound badge"]
bombers = 6
fighters = 1
flights = 31
level = 6
own = { "port wing" = 1, "airframe" = 1, "engine armour" = 1 }
"""
FIGHT = """
game = "interceptor"
at = "fight"
month = "Oct43"
line = 4
raid = 7

[[pilot]]
unit = "I/JG 27"
aircraft = "Bf109G-6"
enemy = "P-47"
orientation = "head on"
foe = { "port wing" = 2, "tail" = 1 }
"""
WRECK = """
game = "interceptor"
at = "landing"
month = "Jan44"
line = 2
raid = 7
weather = "bad"

[[pilot]]
unit = "IV/JG 1"
aircraft = "Fw190A-6"
bombers = 6
flights = 40
wound = 2
own = { "port wing" = 3, "landing gear" = 1, "controls" = 2, "port engine" = 3, "fuel tank" = 1, "engine armour" = 1 }
"""


@pytest.fixture
def flyer(new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest) -> Flyer:
    """Somebody at a wide screen."""
    return Flyer(new_page(), server, request.node.name)


def test_a_month_of_sorties_by_clicks(flyer: Flyer) -> None:
    """From the set-up to the next month; whoever falls or is hurt earlier is followed by another."""
    page = flyer.page
    turned, about = 0, page.locator("header .about")
    lines = page.locator("table").first.locator("tbody tr:not(.diary)")
    for career in range(8):
        flyer.posted("4", f"month {career}")
        while flyer.answer() != "over" and (about.inner_text() or "March 1943").startswith("March 1943"):
            turned = max(turned, page.locator(".cards .card .lit").count())
        if page.locator("[data-kind=over]").count():
            continue
        page.keyboard.press("b")
        lines.first.wait_for()
        if lines.count() == 8:  # every sortie of March
            break
    expect(lines).to_have_count(8)
    assert turned > 0
    assert {"choose_track", "fire_round", "after_pass"} <= flyer.kinds
    flown = page.locator("table").first.locator("tbody tr:not(.diary):not(.missed)")
    expect(flown.first).to_be_attached()
    expect(page.locator("tr.diary"), "a sentence a sortie").to_have_count(flown.count())
    assert page.evaluate(TOO_WIDE) == [], "every cell keeps to its column"
    no_faults(page, "book")
    page.get_by_role("button", name="To the table").click()
    page.locator("[data-kind]").first.wait_for()


def test_a_death_and_the_next_pilot(flyer: Flyer) -> None:
    """A wreck that cannot be landed kills, sooner or later; the book says so, and the Staffel gets another pilot."""
    page = flyer.page
    for _ in range(12):
        flyer.load_position("interceptor", WRECK)
        assert flyer.kind == "forced_down"
        page.locator(".prompt .buttons button", has_text="Land").first.click()
        page.wait_for_function(ANSWERED, arg=0)
        if flyer.kind == "over":
            break
    result = page.get_by_role("region", name="Result")
    result.get_by_text("killed in action", exact=False).wait_for()
    no_faults(page, "death")
    page.get_by_role("button", name="Career book").first.click()
    page.get_by_text("Killed in action").first.wait_for()
    with page.expect_download() as kept:
        page.get_by_role("button", name="As JSON").click()
    book = json.loads(Path(kept.value.path()).read_text(encoding="utf-8"))
    assert book["result"]["survived"] is False
    with page.expect_download() as kept:
        page.get_by_role("button", name="As text").click()
    assert "January 1944" in Path(kept.value.path()).read_text(encoding="utf-8")
    before = page.url
    page.get_by_role("button", name="The next pilot joins IV/JG 1").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    page.get_by_role("heading", name="IV/JG 1").wait_for()
    assert flyer.kind == "choose_track"


def test_a_career_saved_and_resumed(flyer: Flyer, tmp_path: Path) -> None:
    page = flyer.page
    flyer.posted("16", "resume")
    for _ in range(5):
        flyer.answer()
    assert flyer.kind != "over"  # a career under way is what is saved
    kind, prompt = flyer.kind, page.locator(".prompt .say").inner_text()
    about = page.locator("header .about").inner_text()
    page.get_by_role("button", name="Game", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("dialog", name="This game").get_by_role("button", name="Save to a file").click()
    kept = tmp_path / "career.json"
    saved.value.save_as(kept)
    flyer.load_save(kept)
    assert flyer.kind == kind
    expect(page.locator(".prompt .say")).to_have_text(prompt, use_inner_text=True)
    expect(page.locator("header .about")).to_have_text(about, use_inner_text=True)
    page.reload()
    assert flyer.kind == kind
    expect(page.locator(".prompt .say")).to_have_text(prompt, use_inner_text=True)
    flyer.answer()


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table_has_no_faults_at_any_size(new_page: Callable[..., Any], server: Server, size: str) -> None:
    """A pass, a dogfight, the pilot's page, the odds and the set-up at every size."""
    page = new_page(**SIZES[size])
    flyer = Flyer(page, server, size)
    flyer.load_position("interceptor", BOMBERS)
    assert flyer.kind == "fire_round"
    no_faults(page, f"{size}-pass")
    flyer.press("o")
    page.locator("[data-odds]").get_by_text("The bomber goes down").first.wait_for()
    no_faults(page, f"{size}-odds")
    flyer.press("o")
    page.locator("[data-odds]").wait_for(state="detached")
    flyer.press("p")
    page.get_by_role("dialog").get_by_text("Decorations").wait_for()
    no_faults(page, f"{size}-pilot")
    flyer.press("Escape")
    flyer.load_position("interceptor", FIGHT)
    assert flyer.kind == "dogfight"
    no_faults(page, f"{size}-fight")
    flyer.open("game/interceptor/17")
    page.get_by_role("heading", name="Hall of fame").wait_for()
    no_faults(page, f"{size}-setup")


def test_the_wing_pointed_at_is_aimed_at(flyer: Flyer) -> None:
    """On the drawing, by chip and by key; a burst and the fire by keys."""
    page = flyer.page
    flyer.load_position("interceptor", BOMBERS)
    chosen = page.locator(".prompt .chip[aria-pressed=true]")
    page.locator(".target svg").get_by_role("button", name="Port wing").click()
    expect(chosen.first).to_contain_text("port wing", use_inner_text=True)
    flyer.press("3")
    expect(chosen.first).to_contain_text("starboard wing", use_inner_text=True)
    flyer.press("t")
    expect(chosen).to_have_count(2)
    flyer.press("Enter")
    page.wait_for_function(ANSWERED, arg=0)
    page.locator(".cards .card").first.wait_for()
    page.get_by_text("Extended burst").first.wait_for()
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_have_attribute("aria-disabled", "true")  # a card turned over stays turned over


def test_the_book_prints_without_the_page_around_it(flyer: Flyer) -> None:
    page = flyer.page
    flyer.load_position("interceptor", BOMBERS)
    flyer.press("b")
    page.get_by_role("heading", name="Log sheet").wait_for()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).not_to_be_visible()
    expect(page.get_by_role("heading", name="Log sheet")).to_be_visible()
    picture(page, "interceptor-print")
    page.emulate_media(media="screen")
    flyer.press("Escape")
    page.locator("[data-kind=fire_round]").wait_for()


def test_two_pilots_at_one_screen(flyer: Flyer) -> None:
    """Nothing is secret between them: the screen goes to whoever is asked, without a curtain."""
    page = flyer.page
    flyer.open("game/interceptor/4")
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Company").select_option("cooperative")
    page.locator("#seat-pilot2").select_option("me")
    page.get_by_label("Seed").fill("together")
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-kind]").first.wait_for()
    seats: set[str] = set()
    for _ in range(40):
        if flyer.kind == "hand-over":
            here = page.url
            flyer.press("Enter")
            page.wait_for_function("here => location.href !== here", arg=here)
            page.locator("[data-kind]:not([data-kind=hand-over])").first.wait_for()
            expect(page.get_by_role("dialog", name="Curtain")).to_have_count(0)
        if flyer.answer() == "over":
            break
        seats.add(page.url.rsplit("/", 1)[1])
    assert {"pilot1", "pilot2"} <= seats
    no_faults(page, "company")


def test_the_dice_report_counts_only_six_sided_dice(flyer: Flyer) -> None:
    page = flyer.page
    flyer.load_position("interceptor", BOMBERS)
    flyer.press("Enter")
    page.wait_for_function(ANSWERED, arg=0)
    table = page.url.split("/table/")[1].split("/")[0]
    report = page.evaluate("async table => (await fetch(`/api/tables/${table}/dice?seat=pilot`)).json()", table)
    assert "bomber damage" not in [line["what"] for line in report["lines"]]
    assert all(sum(line["faces"]) == line["dice"] for line in report["lines"])
