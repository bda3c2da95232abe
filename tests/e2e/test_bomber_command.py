"""Bomber Command in the browser: a Berlin night as the British, a Downfall night as the German, plans, phone, axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.browser import ANSWERED, MIDDLES, Pilot, Server, faults_by_axe, picture

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True},
}
LIT = "[data-place]"
AREAS = "[data-area].lit"


class Planner(Pilot):
    """Somebody who plays a night by the mouse, with a hand for the map and few words."""

    def sit(self, scenario: str, seat: str, seed: str) -> None:
        """Begin a night in the set-up: me against the computer."""
        other = "German" if seat == "British" else "British"
        self.open(f"game/bomber_command/{scenario}")
        self.page.get_by_label(seat, exact=True).select_option("me")
        self.page.get_by_label(other, exact=True).select_option(label="computer: standard")
        self.page.locator("summary", has_text="Options").click()
        self.page.get_by_label("Seed").fill(seed)
        self.page.get_by_role("button", name="Begin").click()
        self.page.locator("[data-kind]").first.wait_for()

    def answer(self) -> str:
        """Answer by clicks; tell what was asked."""
        kind = self.kind
        if kind == "over":
            return kind
        before = self.number
        self.kinds.add(kind)
        getattr(self, f"_{kind}", self._anything)()
        self.page.wait_for_function(ANSWERED, arg=before)
        self.answered += 1
        return kind

    def until(self, *kinds: str, most: int = 600) -> str:
        """Answer until one of these is asked."""
        for _ in range(most):
            if self.kind in kinds:
                return self.kind
            self.answer()
        raise AssertionError(f"{kinds} was never asked, but {sorted(self.kinds)}")

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    # -- what is answered in a way of its own ------------------------------------------------------------------

    def _weather_order(self) -> None:
        self.button("The rest as it comes").click()
        self.button("In this order").click()

    def _plot(self) -> None:
        self.page.locator("summary", has_text="ready-made plans").click()
        self.button("Draw no. 2").click()
        self.page.get_by_text("This plan may be flown.").wait_for()
        self.button("Fly it").click()

    def _hand(self, count: int) -> None:
        for number in range(min(count, self.page.locator(".hand .card").count())):
            self.page.locator(".hand .card").nth(number).click()
        self.button("That's it").click()

    def _keep_british(self) -> None:
        self._hand(5)

    def _keep_german(self) -> None:
        self._hand(5)

    def _draw_british(self) -> None:
        self._hand(self.chance.randrange(2))

    def _draw_german(self) -> None:
        self._hand(self.chance.randrange(2))

    def _choose_mix(self) -> None:
        self.button("Load them").click()

    def _area(self) -> None:
        areas = self.page.locator(AREAS)
        areas.nth(self.chance.randrange(areas.count())).click()

    def _choose_aimpoint(self) -> None:
        self._area()

    def _choose_approach(self) -> None:
        self._area()

    def _place_bomb(self) -> None:
        self._area()

    def _scatter_bomb(self) -> None:
        """A counter, then where it goes; in a hurry enough is enough."""
        if self.chance.random() < 0.5:
            self._area()
            self._area()
        else:
            self.page.locator(".prompt .buttons button").first.click()

    def _gather_bomb(self) -> None:
        self._scatter_bomb()

    def _anything(self) -> None:
        """Something lit on the map, or a button; mostly the quiet one, or a night would never end."""
        if self.chance.random() < 0.5 and self._on_the_map():
            return
        quiet = self.page.locator(".prompt .buttons button.go:has(.label)")
        if quiet.count() and self.chance.random() < 0.8:
            quiet.first.click()
            return
        buttons = self.page.locator(".prompt .buttons button:has(.label)")
        buttons.nth(self.chance.randrange(min(buttons.count(), 8))).click()

    def _on_the_map(self) -> bool:
        """Click a lit place; where several things lie there, the first of them. False if nothing can be clicked."""
        area = self.page.locator(".middle").first.bounding_box()
        shown = self.page.viewport_size["height"]
        lit = [
            at
            for at in self.page.locator(LIT).evaluate_all(MIDDLES)
            if area["x"] < at["x"] < area["x"] + area["width"] and area["y"] + 60 < at["y"] < shown - 90
        ]
        if not lit:
            return False
        before = self.number
        self._click(self.chance.choice(lit))
        self.page.wait_for_timeout(60)
        if self.page.locator(f"[data-number='{before}']").count() and self.button("Something else Esc").count():
            self.page.locator(".prompt .buttons button:has(.label)").first.click()
            return True
        return not self.page.locator(f"[data-number='{before}']").count()


@pytest.fixture
def planner(new_page: Callable[..., Any], server: Server, request: pytest.FixtureRequest) -> Planner:
    """Somebody at a wide screen."""
    return Planner(new_page(**SIZES["wide"]), server, request.node.name)


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    page.wait_for_load_state("networkidle")
    picture(page, f"bomber-{name}")
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name


def test_a_berlin_night_as_the_british(planner: Planner) -> None:
    """From the weather to the points, by clicks; at the end everything is on the map."""
    page = planner.page
    planner.sit("berlin", "British", "night 4")
    planner.until("plot")
    no_faults(page, "plan")
    planner.until("play", "put_out", "over")
    no_faults(page, "british")
    planner.until("choose_aimpoint", "over")
    no_faults(page, "city")
    planner.play(900)
    assert {"weather_order", "plot", "keep_british", "draw_british", "choose_mix"} <= planner.kinds
    page.get_by_role("region", name="Result").wait_for()
    if page.get_by_role("button", name="To the map").count():
        page.get_by_role("button", name="To the map").click()
    page.get_by_role("button", name="Points").click()
    assert "Net" in page.locator(".reveal table .sum").inner_text()
    page.locator(".slider input").fill("4")
    assert page.locator(".route").count() >= 2
    no_faults(page, "revealed")


@pytest.mark.proof
def test_a_downfall_night_as_the_german(planner: Planner) -> None:
    page = planner.page
    planner.sit("downfall", "German", "night 7")
    planner.until("move")
    no_faults(page, "german")
    assert page.locator(LIT).count() > 1
    planner.play(1500)
    assert {"strip", "keep_german", "scramble", "move", "draw_german", "recover"} <= planner.kinds
    page.get_by_role("region", name="Result").wait_for()
    assert page.locator(".route").count() >= 2
    no_faults(page, "german-over")


def test_a_plan_drawn_by_clicks_names_the_rule_it_breaks(planner: Planner) -> None:
    """Entry, a waypoint, the target and home; until then the board says what is wrong, and by which rule."""
    page = planner.page
    planner.sit("berlin", "British", "plan")
    planner.until("plot")
    verdict = page.locator(".verdict")
    assert page.locator(LIT).count() == 8
    page.locator("[data-place=D6]").click(force=True)
    page.wait_for_function("() => document.querySelector('.verdict.bad button')")
    assert verdict.locator("button").count() == 1  # the rule can be read
    lit = page.locator(LIT).count()
    assert lit > 20
    page.locator("summary", has_text="ready-made plans").click()
    planner.button("Draw no. 1").click()
    page.get_by_text("This plan may be flown.").wait_for()
    assert page.locator(".route .mark").count() > 3
    planner.button("As text").click()
    text = page.locator("textarea").input_value()
    assert re.search(r"[A-J] main \S+ \d", text)
    page.locator("textarea").fill(text.replace(" main ", " decoy "))
    planner.button("Draw this text").click()
    page.wait_for_function("() => document.querySelector('.verdict.bad button')")
    page.reload()
    planner.until("plot")
    assert page.locator(".raids .row").count() >= 1  # a plan is kept while it is being drawn
    page.wait_for_function("() => document.querySelector('.verdict.bad button')")


@pytest.mark.parametrize("size", list(SIZES))
def test_the_table_at_every_size(new_page: Callable[..., Any], server: Server, size: str) -> None:
    planner = Planner(new_page(**SIZES[size]), server, size)
    planner.sit("berlin", "German", "sizes")
    planner.until("move")
    no_faults(planner.page, f"{size}-move")
    planner.page.get_by_role("tab", name="Units, attacks").click()
    planner.page.get_by_role("radio", name="Attacks").click()
    no_faults(planner.page, f"{size}-attacks")
    planner.open("game/bomber_command/downfall")
    planner.page.get_by_role("button", name="Begin").wait_for()
    no_faults(planner.page, f"{size}-setup")
    planner.sit("downfall", "British", "sizes")
    planner.until("plot")
    planner.page.locator(".verdict").wait_for()
    no_faults(planner.page, f"{size}-plan")


def test_cards_are_asked_for_as_the_reader_likes(planner: Planner) -> None:
    """With "always" the seat is stopped at moments at which it could do nothing but order a unit home."""
    page = planner.page
    planner.sit("berlin", "German", "cards")
    planner.until("scramble")
    page.get_by_label("never", exact=True).check()
    for _ in range(12):
        assert planner.answer() not in ("play", "cancel")
    page.get_by_label("always", exact=True).check()
    planner.until("play", most=80)
    page.reload()
    assert page.get_by_label("always", exact=True).is_checked()
