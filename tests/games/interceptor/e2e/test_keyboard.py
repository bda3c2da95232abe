"""A short career from the lobby by keys alone: the last months of the war, sortie by sortie, to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.browser import Server
from tests.support.keyboard import Typist


class Ace(Typist):
    """Joins in the last month there is: his career is a short one."""

    def sit_down_late(self, unit: str, seed: str) -> None:
        page = self.page
        self.open()
        page.locator('a.go[href="#/game/interceptor"]').wait_for()
        self.enter_at('a.go[href="#/game/interceptor"]')
        page.locator("button.begin").wait_for()
        self.enter_at(f'nav a[href="#/game/interceptor/{unit}"]')
        page.locator(f'nav a[href="#/game/interceptor/{unit}"][aria-current]').wait_for()
        self.enter_at("article > details > summary")
        self.tab_to("#air-name")
        page.keyboard.type("Joachim Reinert")
        self.tab_to("#air-start")
        self.press("End")
        self.tab_to("label.seed input")
        page.keyboard.type(seed)
        self.enter_at("button.begin")
        page.locator("[data-kind]").first.wait_for()

    def _respond(self, kind: str) -> None:
        """Fires with Enter as often as it can; all else by numbers."""
        if kind == "fire_round" and self.page.locator(".prompt button.go").count():
            self.press("2", "Enter")
        else:
            self._by_number()


def test_a_short_career_without_a_mouse(new_page: Callable[..., Any], server: Server) -> None:
    """Every question of every sortie, his book, and the end."""
    ace = Ace(new_page(), server, "late by keys")
    page = ace.page
    ace.sit_down_late("4", "keys")
    ace.play()
    assert {"choose_track", "press_on"} & ace.kinds
    page.get_by_role("region", name="Result").wait_for()
    ace.press("b")
    page.locator("table").first.locator("tbody tr").first.wait_for()
    ace.press("Escape")
    ace.no_pointer()
