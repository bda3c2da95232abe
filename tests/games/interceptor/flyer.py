"""Somebody who flies Interceptor Ace in the browser by clicks."""

from __future__ import annotations

import re
from typing import Any

from tests.support.browser import Pilot, faults_by_axe, picture


class Flyer(Pilot):
    """Somebody who plays this game by the mouse, and lives as long as he can."""

    def posted(self, scenario: str, seed: str = "") -> None:
        """Begin a career in the set-up, as a person does."""
        self.open(f"game/interceptor/{scenario}")
        self.page.locator("summary", has_text="Options").click()
        self.page.get_by_label("Name of the pilot").fill("Joachim Reinert")
        if seed:
            self.page.get_by_label("Seed").fill(seed)
        self.page.get_by_role("button", name="Begin").click()
        self.page.locator("[data-kind]").first.wait_for()

    def _respond(self, kind: str) -> None:
        if kind == "fire_round":
            self._fire()
        else:
            self._choose()

    def _fire(self) -> None:
        """A point of aim on the drawing, then the button; near home with a hurt aircraft he breaks off."""
        hurt = self.page.locator(".mat .systems .hit").count()
        if hurt > 2:
            self.page.locator(".prompt .buttons button", has_text="Break off").click()
            return
        aims = self.page.locator(".target svg [role=button]")
        if aims.count() and self.rng.random() < 0.5:
            aims.nth(self.rng.randrange(aims.count())).click()
        fire = self.page.locator(".prompt .buttons button.go")
        answers = self.page.locator(".prompt .buttons button:has(.label)")
        (fire if fire.count() else answers.first).click()  # with no gun left there is nothing to fire

    def _choose(self) -> None:
        """Any answer but the parachute; enough of a bomber after one pass."""
        buttons = self.page.locator(".prompt .buttons button:has(.label)")
        labels = [text.lower() for text in buttons.all_inner_texts()]
        good = [n for n, text in enumerate(labels) if "bail out" not in text and "jump" not in text]
        wanted = [n for n in good if re.search(r"\b(home|enough|slip|done|nothing more)\b", labels[n])]
        buttons.nth(self.rng.choice(wanted or good or [0])).click()


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    page.wait_for_load_state("networkidle")
    picture(page, f"interceptor-{name}")
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name
