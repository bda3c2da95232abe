"""A night over Berlin by keys alone in both seats: plan, hand, map cursor, city and order sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import Server
from tests.support.keyboard import LABELLED, Typist

SHEET = "section.sheet"
LIT = "[data-place]"


class Typing(Typist):
    """Somebody who flies a night at a keyboard."""

    def _respond(self, kind: str) -> None:
        getattr(self, f"_{kind}", self._anything)()

    def _weather_order(self) -> None:
        self.enter_at("button", "The rest as it comes")
        self.enter_at("button", "In this order")

    def _plot(self) -> None:
        """The cursor begins a route; then a ready-made plan is taken and flown."""
        page = self.page
        self.press("n", "Enter")
        page.locator(".way span").first.wait_for()
        self.press("Backspace", "Escape")
        self.enter_at("summary", "ready-made plans")
        self.enter_at("button", "Draw plan 2")
        page.get_by_text("This plan can be flown.").wait_for()
        self.enter_at("button", "Fly it")

    def _hand(self, count: int) -> None:
        for _ in range(min(count, self.page.locator(".hand .card").count())):
            self.enter_at(".hand .card[aria-pressed=false]", key="Space")
        self.enter_at(".hand button", "That's it")

    def _keep_british(self) -> None:
        self._hand(5)

    _keep_german = _keep_british

    def _draw_british(self) -> None:
        self._hand(1)

    _draw_german = _draw_british

    def _choose_mix(self) -> None:
        self.enter_at("button", "Load them")

    def _area(self) -> None:
        self.enter_at("[data-area].lit")

    _choose_aimpoint = _choose_approach = _area

    def _place_bomb(self) -> None:
        self._area()
        if self.page.get_by_role("button", name="Drop them").count():  # several at one go, or just this one
            self.enter_at("button", "Drop them")

    def _scatter_bomb(self) -> None:
        self.enter_at(LABELLED)

    _gather_bomb = _scatter_bomb

    def _anything(self) -> None:
        page = self.page
        if page.locator(SHEET).count():
            self._sheet()
        elif page.locator(LIT).count() and self.rng.random() < 0.5:
            self._on_the_map()
        elif page.locator(".prompt .buttons button.go:has(.label)").count():
            self.press("Enter")
        else:
            self._by_number()

    def _sheet(self) -> None:
        """Now and then two units are ticked and sent up; Enter ends the phase, wherever the focus is."""
        page = self.page
        if self.rng.random() < 0.3 and page.locator(f"{SHEET} li input").count() > 1:
            self.enter_at(f"{SHEET} li input", key="Space")
            self.press("ArrowDown", "Space")
            self.enter_at(f"{SHEET} button", "Scramble")
            self.tab_to(f"{SHEET} .later input")
        else:
            page.evaluate("document.activeElement.blur()")
        self.press("Enter")

    def _on_the_map(self) -> None:
        """N goes to the next place that can be chosen, Enter takes it; where several lie there, the first of them."""
        before = self.number
        self.press(*["n"] * self.rng.randint(1, 3), "Enter")
        self.page.wait_for_function(
            "n => document.querySelector('[data-kind]').dataset.number !== String(n) "
            "|| document.querySelector('[data-bar=warned]') || [...document.querySelectorAll('.prompt kbd')]"
            ".some((each) => each.textContent === 'Esc')",
            arg=before,
        )
        if self.number == before and not self.page.locator("[data-bar=warned]").count():
            self.press("1")


@pytest.mark.proof
@pytest.mark.parametrize(("seat", "other"), [("british", "german"), ("german", "british")])
def test_a_whole_night_without_a_mouse(new_page: Callable[..., Any], server: Server, seat: str, other: str) -> None:
    typing = Typing(new_page(viewport={"width": 1440, "height": 900}), server, f"night by keys {seat}")
    page = typing.page
    typing.sit_down("bomber_command", "berlin", "keys", **{seat: "me", other: "computer: standard"})
    typing.play()
    wanted = {"plot", "keep_british"} if seat == "british" else {"scramble", "keep_german"}
    assert wanted <= typing.kinds
    page.get_by_role("region", name="Result").wait_for()
    typing.no_pointer()


@pytest.mark.parametrize(("seat", "other"), [("british", "german"), ("german", "british")])
def test_the_first_turns_without_a_mouse(new_page: Callable[..., Any], server: Server, seat: str, other: str) -> None:
    """Far enough to have met the plan or the sheet, a hand of cards and the map; the whole night is a proof."""
    typing = Typing(new_page(viewport={"width": 1440, "height": 900}), server, f"turns by keys {seat}")
    typing.sit_down("bomber_command", "berlin", "keys", **{seat: "me", other: "computer: standard"})
    for _ in range(14):
        typing.answer()
    assert ({"plot", "keep_british"} if seat == "british" else {"scramble", "keep_german"}) <= typing.kinds
    typing.no_pointer()
