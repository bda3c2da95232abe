"""Somebody who plays without a mouse: Tab, Enter and the keys of the table, from the lobby to the end of a game."""

from __future__ import annotations

from typing import Any, Final

from tests.support.browser import ANSWERED, ANSWERED_OR_WARNED, Pilot, Server

WATCHED: Final = """
  window.pointed = 0;
  for (const kind of ["pointerdown", "mousedown", "touchstart", "wheel"])
    window.addEventListener(kind, (event) => { if (event.isTrusted) window.pointed += 1; }, { capture: true });
"""
IS_AT: Final = """([css, text]) => {
  const at = document.activeElement;
  return at !== null && at.matches(css) && (at.innerText ?? "").includes(text);
}"""
LABELLED: Final = ".prompt .buttons button:has(.label)"
READY: Final = ".prompt button.go[aria-disabled=false]"
MAX_TABS: Final = 400
ARROWS: Final = ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight")


class Typist(Pilot):
    """Somebody at a keyboard; where a finger or a mouse was used all the same, `no_pointer` says so."""

    def __init__(self, page: Any, server: Server, seed: str) -> None:
        super().__init__(page, server, seed)
        page.add_init_script(WATCHED)

    def no_pointer(self) -> None:
        """Nothing was pointed at since the page was opened."""
        assert self.page.evaluate("window.pointed") == 0

    # -- going somewhere -----------------------------------------------------------------------------------

    def tab_to(self, css: str, text: str = "") -> None:
        """On by Tab, as often as it takes, to something that looks like this."""
        for _ in range(MAX_TABS):
            if self.page.evaluate(IS_AT, [css, text]):
                return
            self.press("Tab")
        raise AssertionError(f"no Tab leads to {css} {text!r}")

    def enter_at(self, css: str, text: str = "", key: str = "Enter") -> None:
        """Tab there and press it."""
        self.tab_to(css, text)
        self.press(key)

    def sit_down(self, game: str, scenario: str, seed: str, **seats: str) -> None:
        """From the lobby by its links to a game of this kind, each seat held as its list says; begun."""
        page = self.page
        self.open()
        page.locator(f'a.go[href="#/game/{game}"]').wait_for()
        self.enter_at(f'a.go[href="#/game/{game}"]')
        page.locator("button.begin").wait_for()
        self.enter_at(f'nav a[href="#/game/{game}/{scenario}"]')
        page.locator(f'nav a[href="#/game/{game}/{scenario}"][aria-current]').wait_for()
        for seat, holder in seats.items():
            self.tab_to(f"#seat-{seat}")
            page.keyboard.type(holder)  # a list goes to the line that begins so
        self.enter_at("article > details > summary")
        self.tab_to("label.seed input")
        page.keyboard.type(seed)
        self.enter_at("button.begin")
        page.locator("[data-kind]").first.wait_for()

    # -- answering -----------------------------------------------------------------------------------------

    def _be_sure(self, before: int) -> None:
        """Where the cost of an answer was pointed out, a second Enter does it."""
        self.page.wait_for_function(ANSWERED_OR_WARNED, arg=before)
        if self.page.locator("[data-bar=warned]").count():
            self.press("Enter")
        self.page.wait_for_function(ANSWERED, arg=before)

    def _respond(self, kind: str) -> None:
        page = self.page
        if page.locator(".thumbs").count() and kind in ("path", "intruder_path"):
            self._by_keys()
            page.locator(READY).wait_for()
            self.press("Enter")
        elif page.locator(".prompt button.go[aria-disabled]").count():
            self._by_cursor(kind)
        else:
            self._by_number()

    def _by_cursor(self, kind: str) -> None:
        """The cursor walks over the map until a hex is taken; where nothing is near, one of the buttons."""
        for _ in range(30):
            self.press(*[self.rng.choice(ARROWS)] * self.rng.randint(1, 3), " ")
            if self.page.locator(READY).count() or self.page.locator(".begun").count():
                self.press("d", "Enter")
                return
        self._by_number()

    def _by_number(self) -> None:
        """An answer by its number; where there are more than nine, Tab goes to it."""
        buttons = self.page.locator(LABELLED)
        place = self.rng.randrange(buttons.count())
        if buttons.nth(place).locator("kbd").count():
            key = buttons.nth(place).locator("kbd").inner_text()
            self.press("Escape" if key == "Esc" else key)
        else:
            self.enter_at(LABELLED, buttons.nth(place).locator(".label").inner_text())
