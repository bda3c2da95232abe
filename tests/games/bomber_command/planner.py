"""Somebody who plays Bomber Command in the browser by clicks: draws a plan, chooses cards, points at map and city."""

from __future__ import annotations

from typing import Any, Final

from tests.support.browser import MIDDLES, Pilot

LIT: Final = "[data-place]"
AREAS: Final = "[data-area].lit"


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
        self._be_sure(before)
        self.answered += 1
        return kind

    def until(self, *kinds: str, maximum: int = 600) -> str:
        """Answer until one of these is asked."""
        for _ in range(maximum):
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
        self.button("Draw plan 2").click()
        self.page.get_by_text("This plan can be flown.").wait_for()
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
        self._hand(self.rng.randrange(2))

    def _draw_german(self) -> None:
        self._hand(self.rng.randrange(2))

    def _choose_mix(self) -> None:
        self.button("Load them").click()

    def _area(self) -> None:
        areas = self.page.locator(AREAS)
        areas.nth(self.rng.randrange(areas.count())).click()

    def _choose_aimpoint(self) -> None:
        self._area()

    def _choose_approach(self) -> None:
        self._area()

    def _place_bomb(self) -> None:
        self._area()
        drop = self.page.get_by_role("button", name="Drop them")
        if drop.count():  # several at one go, or just this one
            drop.click()

    def _scatter_bomb(self) -> None:
        """A counter, then where it goes; in a hurry enough is enough."""
        if self.rng.random() < 0.5:
            self._area()
            self._area()
        else:
            self.page.locator(".prompt .buttons button").first.click()

    def _gather_bomb(self) -> None:
        self._scatter_bomb()

    def _anything(self) -> None:
        """Something lit on the map, or a button; mostly the quiet one, or a night would never end."""
        end = self.page.get_by_role("button", name="End of phase")
        if end.count():  # an order sheet: now and then somebody takes off, the rest stay
            sheet = self.page.get_by_role("region", name="Orders")
            units, up = sheet.locator("li input"), sheet.get_by_role("button", name="Scramble", exact=True)
            if units.count() and self.rng.random() < 0.5:
                units.nth(self.rng.randrange(units.count())).check()
                if up.count() and up.is_enabled():
                    up.click()
            end.click()
            return
        if self.rng.random() < 0.5 and self._on_the_map():
            return
        quiet = self.page.locator(".prompt .buttons button.go:has(.label)")
        if quiet.count() and self.rng.random() < 0.8:
            quiet.first.click()
            return
        buttons = self.page.locator(".prompt .buttons button:has(.label)")
        end.or_(buttons.first).first.wait_for()
        if end.count():  # the sheet came only now
            end.click()
            return
        buttons.nth(self.rng.randrange(min(buttons.count(), 8))).click()

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
        self._click(self.rng.choice(lit))
        for _ in range(8):  # what has been answered stands there a little longer (LINGER in table.svelte.ts)
            self.page.wait_for_timeout(60)
            if not self.page.locator(f"[data-number='{before}']").count():
                return True
            if self.button("Something else Esc").count():
                self.page.locator(".prompt .buttons button:has(.label)").first.click()
                return True
        return False
