"""How long from a click to the next prompt? Each game in the browser, against `standard`, with animation off.

    python tools/latency.py                      every game, both cores kept busy
    python tools/latency.py nightfighter --load 0 --clicks 40
    python tools/latency.py --beside ../before   the same for another clone, in turns

A click is timed in the page itself: from pressing an answer until the prompt shows the next question or the end, once
it is painted. Only questions with listed answers are clicked; whatever is drawn on a map is answered by the computer,
untimed. `--parts` shows where the time went: until the answer was sent, until the last message came that was needed,
until the question stood there, until it was painted.
"""

from __future__ import annotations

import argparse
import contextlib
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
TURNS = 4  # both sides are measured in this many turns: whatever else the machine does, it does to both
PARTS = ("sent", "answered", "stood there", "painted")
LISTENS = """
  window.sentAt = window.heardAt = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (/"type":"(decide|orders)"/.test(text)) window.sentAt = performance.now();
    return send.call(this, text);
  };
  const Before = window.WebSocket;
  window.WebSocket = class extends Before {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => {
        if (data.startsWith('{"type":"view"')) window.heardAt = performance.now();
      });
    }
  };
"""
CLICK = """(which) => new Promise((done) => {
  const shown = () => document.querySelector("[data-kind]");
  const before = shown().dataset.number;
  const buttons = document.querySelectorAll(".prompt .buttons button:has(.label):not([aria-disabled=true])");
  if (!buttons.length) return done(null);
  const still = () => ["waiting", "narrating"].includes(shown().dataset.kind);
  const asked = () => shown() && shown().dataset.number !== before && !still();
  const began = performance.now();
  const told = (stood) => requestAnimationFrame(() => {
    const painted = performance.now();
    const [sent, heard] = [window.sentAt, window.heardAt];
    done([painted - began, sent - began, heard - sent, stood - heard, painted - stood]);
  });
  const finish = (what) => { eyes.disconnect(); clearTimeout(late); what(); };
  const eyes = new MutationObserver(() => {
    if (asked()) finish(() => told(performance.now()));
    else if (document.querySelector("[data-bar=warned]")) finish(() => done(null));
  });
  const late = setTimeout(() => finish(() => done([20000, 0, 0, 0, 0])), 20000);
  eyes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-kind", "data-number"] });
  buttons[Math.floor(which * buttons.length)].click();
})"""


def spin() -> None:
    """Keep a core busy."""
    while True:
        pass


def clicks_of(page: Any, client: Client, server: Server, game: str, wanted: int) -> list[list[float]]:
    """Milliseconds of this many clicks and of their parts; new games are started until there are enough."""
    rung = next(each for each in ladder.of_game(game) if each.scenario)
    found: list[list[float]] = []
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


def told(name: str, clicks: list[list[float]], parts: bool) -> bool:
    """Print the figures; were they good enough?"""
    found = sorted(whole for whole, *_ in clicks)
    middle, late = statistics.median(found), found[int(0.95 * (len(found) - 1))]
    print(f"{name}: {len(found)} clicks, median {middle:.0f} ms, p95 {late:.0f} ms", flush=True)
    if parts:
        for part, *taken in zip(PARTS, *(times for _, *times in clicks), strict=True):
            print(f"    {part}: median {statistics.median(taken):.0f} ms, most {max(taken):.0f} ms")
    return middle < MEDIAN and late < P95


def main() -> int:
    """Print figures for each game; fail if one is too slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[module.name for module in registry.modules()])
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--load", type=int, default=2, help="how many processes keep a core busy meanwhile")
    parser.add_argument("--parts", action="store_true", help="tell where the time went")
    parser.add_argument("--beside", type=Path, help="another clone, with its page built: both are measured in turns")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    good = True
    busy = [multiprocessing.Process(target=spin, daemon=True) for _ in range(args.load)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, contextlib.ExitStack() as ends:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        ends.callback(browser.close)
        sides = {"": Server(Path(folder) / "games.sqlite3")}
        if args.beside:
            sides[" beside"] = Server(Path(folder) / "beside.sqlite3", packages=(args.beside / "src",))
        tried = {}
        for side, server in sides.items():
            ends.callback(server.stop)
            client = Client(server.address.rstrip("/"))
            ends.callback(client.close)
            page = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800}).new_page()
            page.add_init_script(INSTANT)
            page.add_init_script(LISTENS)
            tried[side] = page, client, server
        for each in busy:
            each.start()
            ends.callback(each.terminate)
        for game in args.games:
            found: dict[str, list[list[float]]] = {side: [] for side in tried}
            for _ in range(TURNS):
                for side, (page, client, server) in tried.items():
                    found[side] += clicks_of(page, client, server, game, -(-args.clicks // TURNS))
            for side, clicks in found.items():
                passed = told(f"{game}{side}", clicks, args.parts)
                good &= passed or bool(side)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
