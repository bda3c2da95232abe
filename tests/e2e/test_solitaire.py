"""Nightfighter solitaire and a career in the browser: whole games and four weeks by clicks, in two languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import ANSWERED, Pilot, Server, faults_by_axe, picture

LANGUAGES: dict[str, dict[str, str]] = {
    "en": {"result": "Result", "verify": "Verify", "fair": "^Fair: ", "dice": "Die numbers", "book": "Career book",
           "landed": "The sortie is over", "took_off": "A sortie of the career", "to_book": "To the career book"},
    "pl": {"result": "Wynik", "verify": "Sprawdź", "fair": "^Uczciw", "dice": "Liczby oczek", "book": "Księga kariery",
           "landed": "Koniec walki", "took_off": "Walka w karierze", "to_book": "Do księgi kariery"},
}  # fmt: skip
SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True},
}
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
SEARCHES = ("place_search", "ai_target", "tally", "tally_fixed", "light_up")


class Soloist(Pilot):
    """Somebody who plays by what is drawn, whatever the language of the page."""

    def begin_game(self, game: str, scenario: str, seed: str) -> None:
        """Set a game up in the lobby."""
        self.open(f"game/{game}/{scenario}")
        self.page.locator("article details summary").last.click()
        self.page.locator("label.seed input").fill(seed)
        self.page.locator("button.begin").click()
        self.page.locator("[data-kind]").first.wait_for()

    def _respond(self, kind: str) -> None:
        if kind == "path":
            self._fly_on()
        elif kind in ("place_fighter", "leave_box"):
            self._place()
        elif self.page.locator(".prompt button.go[aria-disabled]").count():
            self._search()
        else:
            self._say()

    @property
    def _ready(self) -> Any:
        return self.page.locator(".prompt button.go[aria-disabled=false]")

    def _fly_on(self) -> None:
        """By the mouse where a hex is lit, else by keys; with Enter or the button."""
        lit = self._lit()
        if lit:
            self._click(self.rng.choice(lit))
        if not self._ready.count():
            self._by_keys()
        if self.rng.random() < 0.5:
            self._ready.click()
        else:
            self.press("Enter")

    def _search(self) -> None:
        """One of the hexes that are lit; where none is in sight, the whole map first."""
        if not self._lit():
            self.press("f")
        self._click(self.rng.choice(self._lit()))
        self._ready.wait_for()
        self.press("Enter")

    def _say(self) -> None:
        """One of the answers; a search rather than none."""
        buttons = self.page.locator(".prompt .buttons button:has(.label)")
        first = 1 if self.kind in SEARCHES and buttons.count() > 1 else 0
        buttons.nth(self.rng.randrange(first, buttons.count())).click()


@pytest.fixture
def speaker(new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest) -> Callable[..., Soloist]:
    """Somebody who reads the page in a language."""

    def made(language: str, size: str = "wide") -> Soloist:
        return Soloist(new_page(locale=f"{language}-{language.upper()}", **SIZES[size]), server, request.node.name)

    return made


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    page.wait_for_load_state("networkidle")
    picture(page, f"solitaire-{name}")
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name


@pytest.mark.parametrize(
    ("scenario", "language"),
    [
        ("3", "en"),
        ("4B", "pl"),
        pytest.param("3", "pl", marks=pytest.mark.proof),
        pytest.param("4B", "en", marks=pytest.mark.proof),
    ],
)
def test_a_whole_game(speaker: Callable[..., Soloist], scenario: str, language: str) -> None:
    """By clicks to the end, with areas drawn and the chance of every search shown before it is made."""
    words, player = LANGUAGES[language], speaker(language)
    page = player.page
    player.begin_game("solitaire", scenario, "solo")
    assert page.locator("html").get_attribute("lang") == language
    areas = chances = 0
    for _ in range(900):
        if player.kind in SEARCHES and not chances:
            page.locator("[data-chance]").first.wait_for()
            chances = page.locator("[data-chance]").count()
            picture(page, f"solitaire-{scenario}-{language}-search")
        areas = max(areas, page.locator("[data-area]").count())
        if player.answer() == "over":
            break
    assert player.kind == "over"
    assert areas > 2 and chances > 0
    page.get_by_role("region", name=words["result"]).wait_for()
    page.get_by_role("button", name=words["verify"]).click()
    page.get_by_text(re.compile(words["fair"])).wait_for()
    picture(page, f"solitaire-{scenario}-{language}-over")


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table(speaker: Callable[..., Soloist], size: str) -> None:
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
    assert page.locator("text.die").count() == 0
    page.get_by_role("button", name="Die numbers").click()
    assert page.locator("text.die").count() >= 18
    no_faults(page, f"{size}-dice")
    player.press("g")
    assert page.locator("text.die").count() == 0
    player.press("o")
    page.get_by_role("dialog").get_by_text("turns out the bomber").first.wait_for()
    no_faults(page, f"{size}-odds")
    player.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    player.press("j")
    assert page.locator("[data-area]").count() == 0


def test_what_is_excluded_this_turn_is_hatched(speaker: Callable[..., Soloist]) -> None:
    """In a position before a tally: two hexes hatched, the chance beside the answer, the counter to be pointed at."""
    player = speaker("en")
    page = player.page
    player.load_position("solitaire", EXCLUDED)
    assert player.kind == "tally"
    assert page.locator("[data-excluded]").count() == 2
    assert page.locator("[data-area]").count() == 3
    page.locator(".prompt .buttons button", has_text="%").wait_for()
    no_faults(page, "excluded")
    before = player.number
    page.locator(".prompt .buttons button", has_text="%").click()
    page.wait_for_function(ANSWERED, arg=before)
    page.locator(".tray .row").wait_for()  # its dice have fallen


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
    assert page.locator("table").first.locator("tbody tr").count() >= 1
    picture(page, f"campaign-{language}-book")
    with page.expect_download() as kept:
        page.get_by_role("button", name="JSON").click()
    book = json.loads(Path(kept.value.path()).read_text(encoding="utf-8"))
    assert book["viermot"] == "career" and book["diary"]
    assert book["week"] >= 4 and len(book["sorties"]) >= 2 and len(book["calendar"]) == book["week"]
    look_back_at_the_first_sortie(player, language)


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
    assert crew.locator("option").count() > 6 and plane.locator("option").count() > 6
    crew.select_option(index=2)
    before, chosen = player.number, crew.locator("option:checked").inner_text().split(" · ")[0]
    page.get_by_role("button", name="Send them up").click()
    page.wait_for_function(ANSWERED, arg=before)
    before = player.number
    page.get_by_role("button", name="Nobody").click()
    page.wait_for_function(ANSWERED, arg=before)
    player.press("a")
    patrols = page.get_by_role("listitem").filter(has_text="on station")
    assert patrols.count() == 2 and chosen in patrols.nth(1).inner_text()


def test_the_set_up_shows_what_is_in_force(speaker: Callable[..., Soloist]) -> None:
    """The optional rules are on in the solitaire game; one that is refused is not used."""
    player = speaker("pl")
    page = player.page
    player.open("game/solitaire/4B")
    page.locator("article details summary").last.click()
    refused = page.get_by_label("Zaalarmowane bombowce")
    assert refused.is_checked() and not page.get_by_label("Piloci, którzy nie są").is_checked()
    refused.uncheck()
    page.locator("button.begin").click()
    log = page.get_by_role("log")
    log.get_by_text("28.1").first.wait_for()
    assert log.get_by_text("28.2", exact=False).count() == 0


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
