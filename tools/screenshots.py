"""The README's pictures: the lobby, the hangar, and what the games show; from games that follow from their seeds.

`make screenshots` writes them to docs/pictures. The games are played by the standard bots up to the moment worth a
picture, and opened in Debian's Chromium as a player would see them. Which moments those are, each game says in its kit
(tests/games/<game>/kit.py).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the server and the pilot are the tests' own

from tests.support.browser import FLAGS, INSTANT, Pilot, Server, chromium, why_not  # noqa: E402
from tests.support.kits import kits  # noqa: E402

PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = {"width": 1440, "height": 900}


def take(pilot: Pilot, name: str) -> None:
    pilot.page.screenshot(path=str(PICTURES / f"{name}.png"))
    print(PICTURES.relative_to(ROOT) / f"{name}.png")


def pictures(pilot: Pilot) -> None:
    """What the games show, the hangar, and the lobby with those games in it."""
    for kit in kits():
        for name, show in kit.pictures(pilot).items():
            show()
            take(pilot, name)
    pilot.open("hangar")
    pilot.page.locator("h2").first.wait_for()
    take(pilot, "hangar")
    pilot.open()
    pilot.page.get_by_role("heading", name="Your games").wait_for()
    take(pilot, "lobby")


def main() -> int:
    """Take them all."""
    lacking = why_not()
    if lacking:
        print(f"No pictures: {lacking}.", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        browser: Any = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
            context.add_init_script(INSTANT)
            pictures(Pilot(context.new_page(), server))
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
