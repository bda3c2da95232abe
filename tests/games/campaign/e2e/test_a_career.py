"""A career in the browser: four weeks by clicks, in two languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.solitaire.e2e.soloist import LANGUAGES, SIZES, Soloist, no_faults
from tests.support.browser import ANSWERED, expect, picture


@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.proof)])
def test_four_weeks_of_a_pilot(speaker: Callable[..., Soloist], language: str) -> None:
    """Quiet weeks at one key, sorties at the table of their own, and all of it in the book."""
    words, player = LANGUAGES[language], speaker(language)
    page = player.page
    player.begin_game("campaign", "seasoned", "f")
    flown = weeks = 0
    for _ in range(1500):
        kind = player.kind
        if kind == "over" or weeks == 4:
            break
        if kind == "week_over":
            weeks += 1
            before = player.number
            if weeks < 4:
                player.press("2" if weeks == 1 else "Enter")
                page.wait_for_function(ANSWERED, arg=before)
            continue
        if page.locator(".board").count() and not flown:
            flown = 1
            picture(page, f"campaign-{language}-sortie")
            player.press("b")
            page.get_by_role("heading", level=1).wait_for()
            player.press("Escape")
            page.locator(".board").first.wait_for()
        player.answer()
    assert flown and "path" in player.kinds
    picture(page, f"campaign-{language}-week")
    player.press("b")
    page.get_by_text(words["book"]).first.wait_for()
    expect(page.locator("table").first.locator("tbody tr").first).to_be_attached()
    picture(page, f"campaign-{language}-book")
    with page.expect_download() as kept:
        page.get_by_role("button", name="JSON").click()
    book = json.loads(Path(kept.value.path()).read_text(encoding="utf-8"))
    assert book["viermot"] == "career" and book["diary"]
    assert book["week"] >= 4 and len(book["sorties"]) >= 2 and len(book["calendar"]) == book["week"]
    look_back_at_the_first_sortie(player, language)


def test_the_computer_flies_one_sortie_after_asking_and_gives_it_back(speaker: Callable[..., Soloist]) -> None:
    """The front says whose night it is; the loan is for this sortie alone, and can be ended at once."""
    player = speaker("en")
    page = player.page
    player.begin_game("campaign", "seasoned", "f")
    while not page.locator(".board").count():
        player.answer()
    player.kind  # noqa: B018 - waits until something is asked
    front = page.get_by_role("region", name="Tonight")
    expect(front).to_contain_text("Fuel until turn", use_inner_text=True)
    expect(front).to_contain_text("kills", use_inner_text=True)
    page.get_by_role("button", name="The computer flies this sortie").click()
    page.get_by_role("dialog").get_by_role("button", name="I'll fly it myself").click()
    expect(page.locator("[data-bar=lent]")).to_have_count(0)
    page.get_by_role("button", name="The computer flies this sortie").click()
    page.get_by_role("dialog").get_by_role("button", name="Let it fly").click()
    page.locator("[data-bar=lent]", has_text="this sortie").wait_for()
    page.get_by_role("button", name="Take it back").click()
    page.locator("[data-bar=lent]").wait_for(state="detached")
    assert player.kind != "over"


def test_the_computer_flies_a_sortie_to_its_end_and_its_result_is_told(speaker: Callable[..., Soloist]) -> None:
    """From the button over the map to the landing: what was hit and what it earned is held until it has been read."""
    player = speaker("en")
    page = player.page
    page.add_init_script("""localStorage.setItem("viermot.settings", JSON.stringify({ pace: "quick" }))""")
    player.begin_game("campaign", "seasoned", "f")
    page.locator(".board").first.wait_for()
    front = page.get_by_role("region", name="Tonight")
    front.get_by_role("button", name="The computer flies this sortie").click()
    expect(page.locator("main").get_by_role("region", name="Tonight"), "over the map, in sight").to_have_count(1)
    page.get_by_role("dialog").get_by_role("button", name="Let it fly").click()
    page.locator("[data-bar=lent]", has_text="this sortie").wait_for()
    read: list[str] = []
    held, asked = page.locator("[data-held]"), page.locator("[data-kind=week_over]")
    for _ in range(600):
        if asked.count():
            break
        if held.count():
            read.append(page.locator("[data-combat]").inner_text())
        player.press("Enter" if held.count() else " ")  # read it, or on to the next that has to be read
        page.wait_for_timeout(300)
    assert any("has shot down 1f" in card for card in read[:-1]), "the kill, in the air"
    assert "Sortie 1 is over: 1 kill" in read[-1] and "lands the Me110F-4 safely" in read[-1], "its end, on the ground"
    expect(page.locator("[data-bar=lent]")).to_have_count(0)
    expect(front).to_contain_text("1 bomber shot down", use_inner_text=True)


def look_back_at_the_first_sortie(player: Soloist, language: str) -> None:
    """From the book, after a reload: its whole log on its own map, its proof, and the way back to the book."""
    words, page = LANGUAGES[language], player.page
    page.reload()
    player.kind  # noqa: B018 - waits until something is asked
    player.press("b")
    page.locator("table").first.locator("tbody a").first.click()
    page.locator(".board").first.wait_for()
    log = page.get_by_role("log")
    log.get_by_text(words["took_off"]).wait_for()
    player.press("End")
    log.get_by_text(words["landed"]).wait_for()
    assert page.url.split("?")[0].endswith("/1")
    page.get_by_role("button", name=words["verify"]).click()
    page.get_by_text(re.compile(words["fair"])).wait_for()
    player.press("Escape")
    no_faults(page, f"{language}-old-sortie")
    page.get_by_role("link", name=words["to_book"]).click()
    page.get_by_text(words["book"]).first.wait_for()
    page.locator("table").first.wait_for()


@pytest.mark.parametrize("size", list(SIZES))
def test_the_pages_of_a_career(speaker: Callable[..., Soloist], size: str) -> None:
    """Week, airfield, pilot and book of a Staffel and of a pilot, wide and on a phone."""
    player = speaker("en", size)
    page = player.page
    player.begin_game("campaign", "staffel", "pages")
    page.get_by_text("reconstructed").first.wait_for()
    no_faults(page, f"{size}-staffel-week")
    player.press("a")
    page.get_by_role("heading", name="Aircraft").wait_for()
    no_faults(page, f"{size}-airfield")
    player.press("p")
    page.get_by_role("heading", name="Decorations").wait_for()
    no_faults(page, f"{size}-pilot")
    player.press("b")
    page.get_by_role("heading", name="Diary").wait_for()
    no_faults(page, f"{size}-book")
    player.press("Escape")
    page.locator("[data-kind]").first.wait_for()
    player.begin_game("campaign", "seasoned", "a")
    page.locator(".board").first.wait_for()
    no_faults(page, f"{size}-sortie")


def test_patrols_made_up_by_hand(speaker: Callable[..., Soloist]) -> None:
    """A crew and an aircraft, each chosen by itself, the best first; or nobody."""
    player = speaker("en")
    page = player.page
    player.begin_game("campaign", "staffel", "pages")
    for answer, asked in (("2", "who_assigns"), ("Enter", "assign")):
        assert player.kind == asked  # a key pressed before the question stands there is not meant for it
        before = player.number
        player.press(answer)
        page.wait_for_function(ANSWERED, arg=before)
    assert player.kind == "assign"
    crew, plane = page.get_by_label("Crew", exact=True), page.get_by_label("Aircraft", exact=True)
    expect(crew.locator("option").nth(6)).to_be_attached()
    expect(plane.locator("option").nth(6)).to_be_attached()
    crew.select_option(index=2)
    before, chosen = player.number, crew.locator("option:checked").inner_text().split(" · ")[0]
    page.get_by_role("button", name="Send them up").click()
    page.wait_for_function(ANSWERED, arg=before)
    before = player.number
    page.get_by_role("button", name="Nobody").click()
    page.wait_for_function(ANSWERED, arg=before)
    player.press("a")
    patrols = page.get_by_role("listitem").filter(has_text="on station")
    expect(patrols).to_have_count(2)
    expect(patrols.nth(1)).to_contain_text(chosen, use_inner_text=True)


def test_the_staffel_with_an_umpire(speaker: Callable[..., Soloist]) -> None:
    """Its sorties are flown at the table of Nightfighter, with the book at hand."""
    player = speaker("en")
    page = player.page
    player.open("game/campaign/staffel")
    page.locator("article details summary").last.click()
    page.get_by_label("umpire", exact=False).first.check()
    page.locator("label.seed input").fill("a")
    page.locator("button.begin").click()
    for _ in range(60):
        player.kind  # noqa: B018 - waits until something is asked
        if page.locator(".board").count():
            break
        before = player.number
        player.press("Enter")
        page.wait_for_function(ANSWERED, arg=before)
    page.locator(".board").first.wait_for()
    player.answer()
    page.get_by_role("button", name="Career book").wait_for()
    no_faults(page, "umpired-sortie")
    player.press("b")
    page.get_by_role("heading", name="Diary").wait_for()
    player.press("Escape")
    page.locator(".board").first.wait_for()


def test_a_sortie_is_looked_back_at(speaker: Callable[..., Soloist]) -> None:
    """In the replay of a career a sortie is on its own map, with its own log."""
    player = speaker("en")
    page = player.page
    player.begin_game("campaign", "seasoned", "f")
    for _ in range(4):
        player.answer()
    table = page.url.split("/table/")[1].split("/")[0]
    player.open(f"replay/{table}")
    page.locator(".board").first.wait_for()
    page.get_by_role("log").get_by_text("A sortie of the career").wait_for()
    no_faults(page, "replay")
