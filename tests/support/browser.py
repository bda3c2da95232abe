"""A server and Debian's Chromium, and a pilot who plays by clicks and keys as a person would."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final

from tests.support.kits import sample

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "src" / "viermot" / "server" / "page" / "index.html"
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
ARTEFACTS: Final = ROOT / "out" / "screenshots"
FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
INSTANT: Final = """
  const kept = JSON.parse(localStorage.getItem("viermot.settings") ?? "{}");
  if (kept.pace === undefined) localStorage.setItem("viermot.settings", JSON.stringify({ ...kept, pace: "instant" }));
"""
ASKED: Final = """() => {
  const now = document.querySelector("[data-kind]");
  return now && !["waiting", "narrating"].includes(now.dataset.kind);
}"""
ANSWERED: Final = """before => {
  const now = document.querySelector("[data-kind]");
  return now && now.dataset.number !== String(before);
}"""
ANSWERED_OR_WARNED: Final = """before => {
  const now = document.querySelector("[data-kind]");
  return document.querySelector("[data-bar=warned]") || (now && now.dataset.number !== String(before));
}"""
PATIENCE: Final = 40_000  # milliseconds: what a page may take on a busy machine
DRAWN: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MIDDLES: Final = """all => all.map(each => {
  const box = each.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
})"""


def chromium() -> str | None:
    """Where Chromium is, if it is there."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def why_not() -> str:
    """What these tests lack, if anything."""
    if chromium() is None:
        return "Chromium is not installed (apt-get install chromium)"
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "Playwright is not installed (pip install playwright)"
    return "" if PAGE.exists() else "the page is not built"


def expect(what: Any, why: str | None = None) -> Any:
    """Playwright's assertions: they look again until it is so. What looks once loses the race on a slow machine."""
    from playwright.sync_api import expect as soon

    soon.set_options(timeout=PATIENCE)
    return soon(what, why)


def comes_true(page: Any, script: str, argument: Any = None, why: str = "") -> None:
    """Wait until the page says so."""
    from playwright.sync_api import TimeoutError as TooLate

    try:
        page.wait_for_function(script, arg=argument, timeout=PATIENCE)
    except TooLate:
        raise AssertionError(why or f"{script} with {argument!r} never came true") from None


class Server:
    """`viermot open` or `viermot serve` in a process of its own, that can be killed and started again on its games."""

    def __init__(
        self, games: Path, *, hosting: bool = False, python: Path | None = None, packages: tuple[Path, ...] = ()
    ) -> None:
        self.games = games
        self.packages = packages  # folders with packages that it finds besides its own
        self.python = python or Path(sys.executable)  # whose Viermot it is
        self.hosting = hosting
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, on the same port as before if there was one."""
        command = [str(self.python.with_name("viermot")), "serve" if self.hosting else "open"]
        command += ["--database", str(self.games), "--port", str(self.port)]
        if not self.hosting:
            command.append("--no-browser")
        ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if self.packages:
            ours["PYTHONPATH"] = os.pathsep.join(map(str, self.packages))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ours)
        assert self.process.stdout is not None
        told = []
        for line in self.process.stdout:
            told.append(line)
            found = re.search(r"http://[\w.\[\]:]+:(\d+)", line)
            if found:
                self.port = int(found[1])
                self.reader = threading.Thread(
                    target=self.process.stdout.read, daemon=True
                )  # so that it can go on writing
                self.reader.start()
                return
        raise AssertionError("the server did not start: " + "".join(told))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def stop(self, sig: signal.Signals = signal.SIGTERM) -> None:
        """End it, politely or not."""
        self.process.send_signal(sig)
        self.process.wait(60)
        self.reader.join(10)  # any process that inherited the pipe ends a little later
        if self.process.stdout is not None and not self.reader.is_alive():
            self.process.stdout.close()


class Pilot:
    """Somebody at the table who sees only the page: reads the prompt, points at what is lit, presses keys."""

    def __init__(self, page: Any, server: Server, seed: str = "pilot") -> None:
        self.page = page
        self.server = server
        self.rng = random.Random(seed)
        self.answered = 0
        self.kinds: set[str] = set()

    # -- getting there -------------------------------------------------------------------------------------

    def open(self, route: str = "") -> None:
        """Go to a screen. The page has its session by then, so requests made beside it come from the same person."""
        self.page.goto(f"{self.server.address}#/{route}")
        self.page.locator("main").first.wait_for(state="attached")  # before that nothing could be starting
        self.page.locator("[data-starting]").wait_for(state="detached")

    def begin(self, scenario: str, seed: str, **seats: str) -> None:
        """Set a game up in the lobby, as a person does."""
        self.open(f"game/{sample()}/{scenario}")
        self.page.get_by_role("heading", name=re.compile(f"^{scenario} ")).wait_for()
        for seat, holder in seats.items():
            self.page.get_by_label(seat, exact=True).select_option(holder)
        self.page.locator("summary", has_text="Options").click()
        self.page.get_by_label("Seed").fill(seed)
        self.page.get_by_role("button", name="Begin").click()
        self.page.locator("[data-kind]").first.wait_for()

    def load(self, position: str, seed: str = "a") -> None:
        """Load a position in the lobby, with dice that are the same every time."""
        self.open()
        self.page.locator("summary", has_text="Load a saved game").click()
        self.page.get_by_label("Or the text of a position").fill(position)
        self.page.get_by_label("Seed").fill(seed)
        self.page.get_by_role("button", name="Load it").click()
        self.page.locator("[data-kind]").first.wait_for()

    def load_save(self, file: Path, **seats: str) -> None:
        """Load a saved game in the lobby, with these in its seats."""
        self.open()
        self.page.locator("summary", has_text="Load a saved game").click()
        self.page.locator("input[type=file]").set_input_files(file)
        for seat, holder in seats.items():
            self.page.get_by_label(seat, exact=True).select_option(holder)
        self.page.get_by_role("button", name="Load it").click()
        self.page.locator("[data-kind]").first.wait_for()

    # -- the prompt ------------------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """What is asked, once nothing is under way."""
        self.page.wait_for_function(ASKED)
        return str(self.page.locator("[data-kind]").first.get_attribute("data-kind"))

    def kind_now(self) -> str:
        """What the prompt shows at this very moment, under way or not."""
        return str(self.page.locator("[data-kind]").first.get_attribute("data-kind"))

    @property
    def number(self) -> int:
        return int(self.page.locator("[data-kind]").first.get_attribute("data-number") or -1)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def load_position(self, game: str, position: str, seed: str = "a") -> None:
        """Load a position of a game in the lobby."""
        self.open()
        self.page.locator("summary", has_text="Load a saved game").click()
        self.page.get_by_label("The game of the position").select_option(game)
        self.page.get_by_label("Or the text of a position").fill(position)
        self.page.get_by_label("Seed").fill(seed)
        self.page.get_by_role("button", name="Load it").click()
        self.page.locator("[data-kind]").first.wait_for()

    def answer(self) -> str:
        """Answer the open question, somehow but legally; returns its kind."""
        kind = self.kind
        if kind in ("over", "hand-over"):
            return kind
        before = self.number
        self.kinds.add(kind)
        self._respond(kind)
        self._be_sure(before)
        self.answered += 1
        return kind

    def _be_sure(self, before: int) -> None:
        """Wait until it is answered; where a cost was pointed out, answering again does it."""
        self.page.wait_for_function(ANSWERED_OR_WARNED, arg=before)
        if (warned := self.page.locator("[data-bar=warned] .danger")).count():
            warned.click()
        self.page.wait_for_function(ANSWERED, arg=before)

    def _respond(self, kind: str) -> None:
        """What this player does when asked this; others do it differently."""
        if kind in ("path", "intruder_path") and self.page.locator(".board").count():
            self._fly()
        elif not self.page.locator(".board").count():
            self._press_a_button()  # the plain table has nothing else
        elif kind in ("place_fighter", "leave_box"):
            self._place()
        elif self.page.get_by_role("button", name="Clear").count():
            self._choose_hex()
        else:
            self._press_a_button()

    def play(self, maximum: int = 2000) -> None:
        """Answer everything until the game is over."""
        for _ in range(maximum):
            if self.answer() == "over":
                return
        raise AssertionError(f"the game is not over after {maximum} answers")

    # -- hands -------------------------------------------------------------------------------------------------

    def _lit(self) -> list[dict[str, float]]:
        """The middles of lit hexes that are on the map and in sight."""
        area = self.page.locator(".board").first.bounding_box()
        found = self.page.locator("polygon.lit:not(.exit)").evaluate_all(MIDDLES)
        inside = [
            each
            for each in found
            if area["x"] + 4 < each["x"] < area["x"] + area["width"] - 4
            and area["y"] + 4 < each["y"] < area["y"] + area["height"] - 4
        ]
        return list(inside)

    def _click(self, at: dict[str, float]) -> None:
        self.page.mouse.click(at["x"], at["y"])

    def _fly(self) -> None:
        """By the mouse where a hex is lit, else by keys; with Enter or the button."""
        lit = self._lit()
        ready = self.page.locator(".prompt button.go:not([aria-disabled=true])")
        off = self.page.locator(".begun", has_text="off the map")
        if self.rng.random() < 0.4:
            self._by_keys()
        if lit and (not ready.count() or off.count()):
            self.press("Escape")
            self._click(self.rng.choice(lit))
        if not ready.count():
            self._by_keys()
        ready.wait_for()
        if self.rng.random() < 0.5:
            ready.click()
        else:
            self.press("Enter")

    def _by_keys(self) -> None:
        """Ahead, with a turn somewhere, until it may be flown; one that leads nowhere is dropped and started again."""
        ready = self.page.locator(".prompt button.go:not([aria-disabled=true])")
        for turns in (0.4, 0.4, 0.2, 0.0):
            self.press("Escape")
            for _ in range(9):
                self.press("w")
                if self.rng.random() < turns:
                    self.press(self.rng.choice("ad"))
                self.page.evaluate(DRAWN)
                if ready.count():
                    return

    def _place(self) -> None:
        stay = self.page.locator(".prompt .buttons button", has_text=re.compile("box", re.I))
        if stay.count() and self.rng.random() < 0.3:
            stay.first.click()
            return
        if not self.page.locator(".chevron").count():
            lit = self._lit()
            if lit:
                self._click(self.rng.choice(lit))
            else:
                self._anywhere()
        self.press(*["d"] * self.rng.randint(1, 6))
        self.press("Enter")

    def _anywhere(self) -> None:
        """Press somewhere on the map."""
        area = self.page.locator(".board").first.bounding_box()
        where = {
            "x": area["x"] + area["width"] * self.rng.uniform(0.15, 0.85),
            "y": area["y"] + area["height"] * self.rng.uniform(0.15, 0.85),
        }
        self._click(where)

    def _choose_hex(self) -> None:
        """By the mouse, or with the cursor keys; then Enter."""
        ready = self.page.locator(".prompt button.go:not([aria-disabled=true])")
        for attempt in range(12):
            lit = self._lit()
            if lit:
                self._click(self.rng.choice(lit))
            elif attempt % 2:
                self.press(*[self.rng.choice(["ArrowUp", "ArrowLeft", "ArrowRight"]) for _ in range(4)], " ")
            else:
                self._anywhere()
            if ready.count():
                self.press("Enter")
                return
        self.page.locator(".prompt .buttons button").first.click()

    def _press_a_button(self) -> None:
        """One of the answers, by its key or by the mouse."""
        buttons = self.page.locator(".prompt .buttons button:has(.label)")
        count = buttons.count()
        place = self.rng.randrange(count)
        if count <= 9 and self.rng.random() < 0.5:
            self.press(str(place + 1))
        else:
            buttons.nth(place).click()


def signed_in(page: Any, server: Server, name: str) -> Pilot:
    """Somebody who has just opened an account there."""
    pilot = Pilot(page, server, name)
    pilot.open("login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Open an account").click()
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    return pilot


def faults_by_axe(page: Any) -> list[str]:
    """What axe finds wrong with the screen as it is."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [f"{each['id']}: {each['help']} ({each['nodes'][0]['target']})" for each in found]


def picture(page: Any, name: str) -> None:
    """Keep a screenshot, to be looked at."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(ARTEFACTS / f"{name}.png"))


# -- screens ---------------------------------------------------------------------------------------------------

PHONE: dict[str, Any] = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": PHONE,
}


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


def no_faults(page: Any, name: str) -> None:
    """Axe is content, nothing sticks out to the side, and a picture is kept."""
    settle(page)
    picture(page, name)
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{name} is {wide[0]} wide on a screen of {wide[1]}"
    assert faults_by_axe(page) == [], name
