"""Somebody who plays the solitaire game, or a career, in the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Pilot, Server, faults_by_axe, picture

LANGUAGES: dict[str, dict[str, str]] = {
    "en": {"result": "Result", "verify": "Verify", "fair": "^Fair: ", "dice": "Die numbers", "book": "Career book",
           "landed": "The sortie is over", "took_off": "A sortie of the career", "to_book": "To the career book"},
    "pl": {"result": "Wynik", "verify": "Sprawdź", "fair": "^Uczciw", "dice": "Liczby oczek", "book": "Księga kariery",
           "landed": "Koniec lotu", "took_off": "Lot bojowy w karierze", "to_book": "Do księgi kariery"},
}  # fmt: skip
SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True},
}
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
    found = faults_by_axe(page)
    assert found == [], f"{name}: {found}"
