"""Nightfighter solitaire in the browser: whole games by clicks, in two languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.games.solitaire.e2e.soloist import LANGUAGES, SEARCHES, SIZES, Soloist, no_faults
from tests.games.solitaire.support import counter, fighter, solo
from tests.support.browser import ANSWERED, expect, picture
from viermot.text import message

EXCLUDED = """
game = "solitaire"
scenario = "4B"
moon = "none"
visibility = "moderate"
cloud = "none"
turn = 4
phase = 8
agenda = '[["@solitaire.play_phases", 9, 0], ["@solitaire.next_lookout", []], ["@solitaire.tally", 0]]'

[[fighter]]
id = 201
at = "1613 S"
spent = 4

[[counter]]
name = "1"
at = "1612 S"
level = "moderate"
excluded = ["1614", "1511"]

[[counter]]
name = "2a"
at = "0406 S"
level = "high"

[[counter]]
name = "2b"
at = "0906 S"
level = "high"
"""


@pytest.mark.parametrize(
    ("scenario", "language"),
    [
        ("3", "en"),
        ("4B", "pl"),
        pytest.param("3", "pl", marks=pytest.mark.proof),
        pytest.param("4B", "en", marks=pytest.mark.proof),
    ],
)
def test_a_whole_game_is_played_by_clicks(speaker: Callable[..., Soloist], scenario: str, language: str) -> None:
    """By clicks to the end, with areas drawn and the chance of every search shown before it is made."""
    words, player = LANGUAGES[language], speaker(language)
    page = player.page
    player.begin_game("solitaire", scenario, "solo")
    expect(page.locator("html")).to_have_attribute("lang", language)
    areas = chances = twice = 0
    for _ in range(900):
        if player.kind in SEARCHES and not chances:
            page.locator("[data-chance]").first.wait_for()
            chances = page.locator("[data-chance]").count()
            picture(page, f"solitaire-{scenario}-{language}-search")
        areas = max(areas, page.locator("[data-area]").count())
        twice += page.locator(".log p", has_text=message("solitaire.event.counters_moved", language)).count()
        if player.answer() == "over":
            break
    assert player.kind == "over"
    assert areas > 2 and chances > 0 and not twice
    page.get_by_role("region", name=words["result"]).wait_for()
    page.get_by_role("button", name=words["verify"]).click()
    page.get_by_text(re.compile(words["fair"])).wait_for()
    picture(page, f"solitaire-{scenario}-{language}-over")


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table_shows_dice_and_odds_without_faults(speaker: Callable[..., Soloist], size: str) -> None:
    """Die numbers on request, odds in full, and no faults, wide and on a phone."""
    player = speaker("en", size)
    page = player.page
    player.begin_game("solitaire", "4B", "table")
    for _ in range(60):
        if player.kind == "place_search":
            break
        player.answer()
    page.locator("[data-chance]").first.wait_for()
    page.locator("[data-area]").first.wait_for()
    no_faults(page, f"{size}-search")
    expect(page.locator("text.die")).to_have_count(0)
    page.get_by_role("button", name="Die numbers").click()
    expect(page.locator("text.die").nth(17)).to_be_attached()
    no_faults(page, f"{size}-dice")
    player.press("g")
    expect(page.locator("text.die")).to_have_count(0)
    player.press("o")
    page.get_by_role("dialog").get_by_text("shows the bomber").first.wait_for()
    no_faults(page, f"{size}-odds")
    player.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    player.press("j")
    expect(page.locator("[data-area]")).to_have_count(0)


def test_what_is_excluded_this_turn_is_hatched(speaker: Callable[..., Soloist]) -> None:
    """In a position before a tally: two hexes hatched, the chance beside the answer, the counter to be pointed at."""
    player = speaker("en")
    page = player.page
    player.load_position("solitaire", EXCLUDED)
    assert player.kind == "tally"
    expect(page.locator("[data-excluded]")).to_have_count(2)
    expect(page.locator("[data-area]")).to_have_count(3)
    page.locator(".prompt .buttons button", has_text="%").wait_for()
    no_faults(page, "excluded")
    before = player.number
    page.locator(".prompt .buttons button", has_text="%").click()
    page.wait_for_function(ANSWERED, arg=before)
    page.locator(".tray .row").wait_for()  # its dice have fallen


def test_the_set_up_shows_what_is_in_force(speaker: Callable[..., Soloist]) -> None:
    """The optional rules are on in the solitaire game; one that is refused is not used."""
    player = speaker("pl")
    page = player.page
    player.open("game/solitaire/4B")
    page.locator("article details summary").last.click()
    refused = page.get_by_label("Zaalarmowane bombowce")
    expect(refused).to_be_checked()
    expect(page.get_by_label("Piloci, którzy nie są")).not_to_be_checked()
    refused.uncheck()
    page.locator("button.begin").click()
    log = page.get_by_role("log")
    log.get_by_text("28.1").first.wait_for()
    expect(log.get_by_text("28.2", exact=False)).to_have_count(0)


# counters in a heap at the edge of the map, each with the chance to find it
HEAPED = """() => {
  const boxes = what => [...document.querySelectorAll(what)].map(each => each.getBoundingClientRect());
  const [names, plates] = [boxes(".tag rect"), boxes(".chance rect")];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [names.length, plates.length, names.filter(name => plates.some(plate => meet(name, plate))).length];
}"""


def test_no_chance_lies_on_the_name_of_a_counter(speaker: Callable[..., Soloist]) -> None:
    player = speaker("en")
    player.page.set_viewport_size({"width": 820, "height": 1180})
    there = (counter("1a", "1001 S"), counter("1b", "0401 S"), counter("2", "1103 S", level="moderate"))
    player.load_position("solitaire", solo("4", fighter(201, "1010 N"), *there, phase=5))
    player.page.locator(".chance").first.wait_for()
    player.page.get_by_role("button", name="Fit").click()
    names, plates, covered = player.page.evaluate(HEAPED)
    assert (names, plates, covered) == (3, 3, 0)
