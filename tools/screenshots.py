"""The README's pictures: the lobby, a chase, a revealed map; from games that follow from their seeds.

`make screenshots` writes them to docs/pictures. The games are played by the standard bots up to the moment worth a
picture, and opened in Debian's Chromium as a player would see them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the server and the pilot are the tests' own

import viermot  # noqa: E402
from tests.support.browser import FLAGS, INSTANT, Pilot, Server, chromium, why_not  # noqa: E402
from viermot.games.nightfighter import bots  # noqa: E402
from viermot.kernel.dice import BotRng  # noqa: E402
from viermot.kernel.session import Session  # noqa: E402

PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = {"width": 1440, "height": 900}


def played(scenario: str, seed: str, until: Callable[[Session], bool]) -> Session | None:
    """A game played by the standard player until something is so; None if it never is."""
    seats = {"player": None, "umpire": "standard"}
    session = viermot.new_game("nightfighter", scenario=scenario, seed=seed, seats=seats)
    bot, rng = bots.BOTS["player"]["standard"](), BotRng(session.key, "player")
    while not until(session):
        if not session.pending:
            return None
        decision = session.pending[0]
        session.decide(decision.notation_of(bot.choose(session.perspective("player"), decision, rng)))
    return session


def is_a_chase(session: Session) -> bool:
    """A fighter is about to fly, one bomber fixed by its radar and another held by the lights."""
    if not session.pending or session.pending[0].kind != "path":
        return False
    shown = session.perspective("player").to_json()
    fixed = any(contact["fixed_by"] and not contact["tallied_by"] for contact in shown["contacts"])
    return fixed and len(shown["contacts"]) >= 2 and shown["turn"] >= 5


def is_won(session: Session) -> bool:
    """The game is over, and bombers went down."""
    return session.result is not None and session.result["kills"] >= 1


def first(scenario: str, until: Callable[[Session], bool]) -> Session:
    """The first seed that leads there."""
    for number in range(500):
        session = played(scenario, f"picture {number}", until)
        if session is not None:
            return session
    raise SystemExit(f"No game of scenario {scenario} leads to that picture.")


def opened(pilot: Pilot, session: Session) -> None:
    """Load a game in the lobby, from its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        session.save(path)
        pilot.load_save(path)
    pilot.page.wait_for_timeout(600)


def take(pilot: Pilot, name: str) -> None:
    pilot.page.screenshot(path=str(PICTURES / f"{name}.png"))
    print(PICTURES.relative_to(ROOT) / f"{name}.png")


def pictures(pilot: Pilot) -> None:
    """The three of the README, and the hangar."""
    opened(pilot, first("4B", is_a_chase))
    pilot.press("w", "w")
    take(pilot, "chase")
    opened(pilot, first("3A", is_won))
    take(pilot, "revealed")
    pilot.open("game/nightfighter/4B")
    pilot.page.get_by_role("button", name="Begin").wait_for()
    take(pilot, "scenario")
    pilot.open("hangar")
    pilot.page.get_by_role("heading", name="Nightfighters").wait_for()
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
