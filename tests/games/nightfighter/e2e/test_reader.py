"""The reader: by key and button at a table, by a rule's number, from the lobby; keyboard alone; axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.nightfighter.page_positions import CHASE
from tests.support.browser import PHONE, Pilot, Server, expect, no_faults
from viermot.kernel import registry

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": PHONE,
}


@pytest.mark.parametrize("size", list(SIZES))
def test_every_page_of_the_reader_at_a_table(new_page: Callable[..., Any], server: Server, size: str) -> None:
    """Opened by ?, every tab by its number, and the table below is as it was."""
    page = new_page(**SIZES[size])
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    before = pilot.number
    pilot.press("?")
    tabs = page.locator(".book .head nav button")
    page.get_by_role("heading", name="9.2a").wait_for()
    for number in range(tabs.count()):
        pilot.press(str(number + 1))
        page.locator(f".book .head nav button:nth-child({number + 1})[aria-current]").wait_for()
        no_faults(page, f"{size}-reader-{number + 1}")
    pilot.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert pilot.number == before and pilot.kind == "path"


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_reader_is_as_wide_as_a_phone(new_page: Callable[..., Any], server: Server, locale: str) -> None:
    """However long its tabs are: they scroll, and no line of a rule is cut off."""
    page = new_page(**PHONE, locale=locale)
    page.goto(f"{server.address}#/rules/solitaire")
    page.locator(".book main h1, .book main h2").first.wait_for()
    right = page.locator(".book main").evaluate("main => main.getBoundingClientRect().right")
    assert right <= page.viewport_size["width"]


def test_searching_by_keys_alone(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    pilot.press("?")
    page.get_by_role("heading", name="9.2a").wait_for()
    pilot.press("/")
    page.keyboard.type("corkscrew tally")
    page.locator(".hits mark").first.wait_for()
    expect(page.locator(".hits li").nth(3)).to_be_attached()
    pilot.press("ArrowDown", "ArrowUp", "Enter")
    page.get_by_role("heading", name="10.2d").wait_for()
    page.locator(".book main").focus()
    pilot.press("ArrowRight")
    page.get_by_role("heading", name="11.0a").wait_for()
    pilot.press("Alt+ArrowLeft")
    page.get_by_role("heading", name="10.2d").wait_for()


def test_the_reader_shows_how_one_stands(new_page: Callable[..., Any], server: Server) -> None:
    page = new_page()
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    pilot.press("?")
    page.get_by_role("button", name="Victory").click()
    page.get_by_text("You now stand at 0: 1 more wins.").wait_for()
    expect(page.locator("tr.now")).to_have_text(re.compile("^A loss"), use_inner_text=True)


def test_a_rule_of_the_prompt_and_a_term_of_it(new_page: Callable[..., Any], server: Server) -> None:
    """A number opens the reader there; a word tells what it means, to the keyboard too, and leads to the glossary."""
    page = new_page()
    pilot = Pilot(page, server)
    pilot.load(CHASE)
    page.locator(".prompt .rule").first.click()
    page.get_by_role("heading", name="9.2a").wait_for()
    pilot.press("2")
    page.get_by_role("heading", name="The turn on one page").wait_for()
    word = page.locator("main .term", has_text="umpire").first
    word.focus()
    page.get_by_role("tooltip").wait_for()
    expect(page.get_by_role("tooltip")).to_contain_text("knows everything", use_inner_text=True)
    pilot.press("Enter")
    no_faults(page, "reader-term")
    page.locator("#term-card").get_by_role("button", name="Glossary").click()
    page.locator("#term-umpire.chosen").wait_for()


@pytest.mark.parametrize("game", registry.names())
def test_the_rules_from_the_lobby(new_page: Callable[..., Any], server: Server, game: str) -> None:
    page = new_page(**SIZES["laptop"])
    Pilot(page, server).open(f"rules/{game}")
    page.locator(".book article h1").wait_for()
    tabs = page.locator(".book .head nav button")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        page.locator(f".book .head nav button:nth-child({number + 1})[aria-current]").wait_for()
        no_faults(page, f"rules-{game}-{number + 1}")


FAMILY = [each.name for each in registry.modules() if "nightfighter" in (each.name, *getattr(each, "builds_on", ()))]


@pytest.mark.parametrize("game", FAMILY)
def test_the_legend_of_the_night_map(new_page: Callable[..., Any], server: Server, game: str) -> None:
    """Every sign as the map draws it, with its words."""
    page = new_page(**SIZES["laptop"])
    Pilot(page, server).open(f"rules/{game}")
    page.locator(".book .head nav button", has_text="legend").click()
    rows = page.locator(".legend li")
    rows.first.wait_for()
    expect(rows.nth(15)).to_be_attached()
    expect(rows.filter(has_not_text=re.compile(r"\S"))).to_have_count(0)
