"""How long from a click to the next prompt? Each game in the browser, against `standard`, with animation off.

    python tools/latency.py                      every game, both cores kept busy
    python tools/latency.py nightfighter --load 0 --clicks 40

A click is timed in the page itself: from pressing an answer until the prompt shows the next question or the end, once
it is painted. Only questions with listed answers are clicked; whatever is drawn on a map the computer answers, and that
is not timed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.e2e.test_axe import a_question_on
from tests.support.browser import FLAGS, INSTANT, Server, chromium
from tests.support.server import Client
from viermot.kernel import ladder, registry

MEDIAN, P95 = 80.0, 200.0  # milliseconds wanted
CLICK = """(which) => new Promise((done) => {
  const shown = () => document.querySelector("[data-kind]");
  const before = shown().dataset.number;
  const buttons = document.querySelectorAll(".prompt .buttons button:has(.label):not([aria-disabled=true])");
  if (!buttons.length) return done(null);
  const still = () => ["waiting", "narrating"].includes(shown().dataset.kind);
  const asked = () => shown() && shown().dataset.number !== before && !still();
  const began = performance.now();
  const look = () => asked()
    ? requestAnimationFrame(() => done(performance.now() - began))
    : document.querySelector("[data-bar=warned]")
      ? done(null)
      : performance.now() - began > 20000
        ? done(20000)
        : setTimeout(look, 1);
  buttons[Math.floor(which * buttons.length)].click();
  look();
})"""


def spin() -> None:
    """Keep a core busy."""
    while True:
        pass


def clicks_of(page: Any, client: Client, server: Server, game: str, wanted: int) -> list[float]:
    """Milliseconds of so many clicks; new games are begun until there are enough."""
    rung = next(each for each in ladder.of_game(game) if each.scenario)
    found: list[float] = []
    chance = random.Random(game)
    for _ in range(10):
        table = client.post("/api/tables", game=game, scenario=rung.scenario, seats={rung.seat: "me"}, routine=True)[
            "id"
        ]
        page.goto(f"{server.address}#/table/{table}/{rung.seat}")
        page.locator("[data-kind]").first.wait_for()
        while (view := client.my_turn(table, rung.seat))["result"] is None and len(found) < wanted:
            number = view["decision"]["number"]
            page.wait_for_function(
                "n => document.querySelector('[data-kind]').dataset.number === String(n)", arg=number
            )
            taken = page.evaluate(CLICK, chance.random())
            if taken is not None:
                found.append(taken)
            elif client.view(table, rung.seat)["decision"] is not None:
                a_question_on(client, table, rung.seat, number)
        if len(found) >= wanted:
            break
    return found


def main() -> int:
    """Figures for each game; fails where one is too slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[module.name for module in registry.modules()])
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--load", type=int, default=2, help="how many processes keep a core busy meanwhile")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    slow = False
    busy = [multiprocessing.Process(target=spin, daemon=True) for _ in range(args.load)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800}).new_page()
        page.add_init_script(INSTANT)
        client = Client(server.address.rstrip("/"))
        for each in busy:
            each.start()
        try:
            for game in args.games:
                found = sorted(clicks_of(page, client, server, game, args.clicks))
                middle, late = statistics.median(found), found[int(0.95 * (len(found) - 1))]
                slow |= middle >= MEDIAN or late >= P95
                print(f"{game}: {len(found)} clicks, median {middle:.0f} ms, p95 {late:.0f} ms", flush=True)
        finally:
            for each in busy:
                each.terminate()
            client.close()
            browser.close()
            server.stop()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
