"""The server's long proofs: `python tools/proof_server.py`, or some of them: `--only kills races`.

kills       500 times kill -9 on SQLite and 500 on PostgreSQL: nothing acknowledged is lost, nothing is there twice
outages     20 restarts of PostgreSQL and 20 times a second of failing commits, under load: nothing acknowledged is
            lost, and nothing that was not committed is shown
races       500 times two clients answer the same decision at once: exactly one wins each
load        200 games at once, 2 decisions a second each, p95 < 100 ms from when each was due: one process on SQLite,
            2 workers on PostgreSQL
tables      1,000 tables, a person against standard, two seconds between a person's answers: p95 < 100 ms from when each
            was due, or at most half of the processor time that a decision took before (`--before DIR`, a checkout of
            ed8f94a, which is then measured in the same run); says which of the two marks is met
round-trip  one game: a decision there and back, p95 < 50 ms
page        less than 250 kB of JavaScript, gzipped, for a first visit: the lobby and the first lesson; something is
            seen within a second
outlets     2,000 pairs of worlds over every outlet of a server, bytes and moments: 0 differences; can be stopped
timing      an adversary that learned from 500 pauses tells in 1,000 whether another was asked: at most 55 % right; on
            a clock that is turned, and against real bots at a real server on a real clock; can be stopped
hostile     100,000 hostile messages, half by WebSocket, half by HTTP (schemathesis): no 5xx, no change, no secret

A game may bring more of them in its kit (tests/games/<game>/kit.py): twin worlds as bytes, how long its pauses are.

kills, outages and hostile are done in pieces that are kept (tools/longrun.py): they can be stopped and go on where
they were. `--scale 0.05` does a twentieth of each. Everything stays on the loopback interface and in a folder that is
removed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support import browser, server_load, server_outages, server_proofs, timing_bots, wire_twins
from tests.support import timing as adversary
from tests.support.kits import kits
from tests.support.server import Client, Postgres, Process, free_port, why_no_postgres
from tests.support.server_load import percentile
from tools import longrun

NO_LIMITS: Final = {"limits": False}
LOAD_P95, ALONE_P95, PAINT = 100.0, 50.0, 1000.0  # milliseconds
RATE: Final = 2.0  # decisions a second of each game
SLOW_RATE: Final = 0.5  # the same of people who think for two seconds
HALF: Final = 0.5
BEFORE: Final[list[Path]] = []  # another checkout to be measured beside this one
MIN_OF_RATE: Final = 0.98  # those due in the last moment are answered after it
LARGEST_SCRIPTS: Final = 250_000  # bytes


class Failed(Exception):
    """A proof that did not hold."""


@contextmanager
def databases() -> Iterator[tuple[Callable[[], str], Callable[[], str]]]:
    """Makers of empty databases: SQLite files, and databases of a PostgreSQL of our own."""
    folder = Path(tempfile.mkdtemp(prefix="viermot-proof-"))
    started: list[Postgres] = []
    count = iter(range(1000))

    def sqlite() -> str:
        return str(folder / f"{next(count)}.sqlite3")

    def postgres() -> str:
        if not started:
            reason = why_no_postgres()
            if reason:
                raise Failed(reason)
            (folder / "pg").mkdir()
            folder.chmod(0o755)
            started.append(Postgres(folder / "pg"))
        return started[0].new_database()

    try:
        yield sqlite, postgres
    finally:
        for server in started:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(database: str, **more: Any) -> Iterator[Process]:
    """A server in processes of its own."""
    server = Process(database, settings=NO_LIMITS, **more)
    try:
        yield server
    finally:
        server.kill()


def _pieces(name: str, total: int, one: longrun.One) -> list[dict[str, Any]]:
    """Pieces of a proof, those that are not done yet."""
    version = longrun.fingerprint("src/viermot/server", "src/viermot/kernel", "tests/support")
    return longrun.run(f"server-{name}", max(1, total), one, version=version)


def _summed(pieces: list[dict[str, Any]]) -> dict[str, int]:
    """All pieces together."""
    names = [name for name, value in pieces[0].items() if isinstance(value, int) and name != "index"]
    return {name: sum(piece[name] for piece in pieces) for name in names}


def kills(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """kill -9 at random moments."""
    count = round(500 * scale / server_outages.KILLS_A_PIECE)
    return {
        "sqlite": _summed(_pieces("kills-sqlite", count, server_outages.kills_on_sqlite)),
        "postgresql": _summed(_pieces("kills-postgresql", count, server_outages.kills_on_postgres)),
    }


def outages(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """The database goes away, or does not take what it is given."""
    return {
        "restarts": _summed(_pieces("restarts", round(20 * scale), server_outages.restart_postgres)),
        "failed commits": _summed(_pieces("failed-commits", round(20 * scale), server_outages.fail_commits)),
    }


def races(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """The same decision from two sides; at one server, and at two on one PostgreSQL."""
    times = max(2, round(500 * scale))
    with running(sqlite()) as server:
        one = server_proofs.race([Client(server.base), Client(server.base)], times)
    database = postgres()
    with running(database) as first, running(database) as second:
        two = server_proofs.race([Client(first.base), Client(second.base)], max(1, times // 5))
    return {"one server": one, "two servers": two}


def load(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """Many games at once."""
    games, seconds = max(2, round(200 * scale)), 60.0 if scale >= 1 else 15.0
    with running(sqlite()) as server:
        alone = _loaded(server, Client(server.base), games, seconds)
    with running(postgres(), hosting=True, workers=2, port=free_port()) as server:
        shared = _loaded(server, Client(server.base).register("load"), games, seconds)
    for figures in (alone, shared):
        enough = figures["a second"] >= MIN_OF_RATE * RATE * games
        if figures["errors"] or figures["p95 ms"] > LOAD_P95 or not enough:
            raise Failed(f"SQLite: {alone}; PostgreSQL: {shared}")
    return {"sqlite, 1 process": alone, "postgresql, 2 workers": shared}


def tables(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """Many tables, and people who think."""
    games, seconds = max(20, round(1000 * scale)), 60.0 if scale >= 1 else 20.0
    told: dict[str, Any] = {}
    for name, tree in (("now", None), ("before", BEFORE[0] if BEFORE else None)):
        if name == "now" or tree is not None:
            with running(sqlite(), tree=tree) as server:
                client = Client(server.base)
                told[name] = _loaded(server, client, games, seconds, SLOW_RATE, server_load.AGAINST_STANDARD)
    now = told["now"]
    marks = []
    if not now["errors"] and now["p95 ms"] < LOAD_P95 and now["a second"] >= MIN_OF_RATE * SLOW_RATE * games:
        marks.append(f"p95 under {LOAD_P95:.0f} ms")
    if "before" in told:
        each = "processor ms a decision"
        told["of the processor time before"] = round(now[each] / told["before"][each], 2)
        if not now["errors"] and now[each] <= HALF * told["before"][each]:
            marks.append("half of the processor time")
    if not marks:
        raise Failed(f"neither mark is met: {told}")
    return {**told, "mark met": " and ".join(marks)}


def _loaded(
    server: Process,
    client: Client,
    games: int,
    seconds: float,
    rate: float = RATE,
    sitting: dict[str, str] = server_load.AGAINST_BOT,
) -> dict[str, Any]:
    before: list[float] = []
    timings = server_load.load(client, games, rate, seconds, lambda: before.append(server.processor_time()), sitting)
    timings.processor = server.processor_time() - sum(before)
    return _figures(timings, games, seconds)


def _figures(timings: server_load.Timings, games: int, seconds: float) -> dict[str, Any]:
    """Times count from when a decision was due; beside them, from when it was sent."""
    made = len(timings.done)
    return {
        "games": games,
        "decisions": made,
        "a second": round((made - timings.late) / seconds, 1),
        "median ms": round(percentile(timings.done, 50), 1),
        "p95 ms": round(percentile(timings.done, 95), 1),
        "worst ms": round(percentile(timings.done, 100), 1),
        "p95 ms from sending": round(percentile(timings.answered, 95), 1),
        "processor ms a decision": round(1000 * timings.processor / max(1, made), 2),
        "errors": timings.errors[:5],
    }


def round_trip(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """One game, nobody else."""
    seconds = max(5.0, 30.0 * scale)
    with running(sqlite()) as server:
        figures = _figures(server_load.load(Client(server.base), 1, 5.0, seconds), 1, seconds)
    if figures["errors"] or figures["p95 ms"] > ALONE_P95:
        raise Failed(str(figures))
    return figures


def hostile(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """Everything that should not be sent."""
    pieces = _pieces(
        "hostile", round(100_000 * scale / server_outages.MESSAGES_A_PIECE), server_outages.hostile_messages
    )
    answers: Counter[str] = Counter()
    for piece in pieces:
        answers.update(piece["answers"])
    return {"messages": sum(answers.values()), "answers": dict(sorted(answers.items()))}


def outlets(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """Every game and seat, every outlet; by pieces that are kept."""
    total = max(len(wire_twins.worlds_known()), round(2000 * scale))
    version = longrun.fingerprint("src/viermot", "tests/support", "tests/games")
    pieces = longrun.run("outlets", total, wire_twins.one, version=version)
    wrong = [f"pair {each['index']}: {each['difference']}" for each in pieces if "difference" in each]
    if wrong:
        raise Failed("\n".join([f"{len(wrong)} of {total} pairs differ", *wrong]))
    told: dict[str, Any] = {
        "pairs": total, "differences": 0, "lines compared": sum(each["lines"] for each in pieces),
        "sealed files among them": sum(each["sealed files"] for each in pieces),
    }  # fmt: skip
    for kind in wire_twins.worlds_known():
        told[kind] = sum(each["kind"] == kind for each in pieces)
    return told


def timing(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """Learned from a third of the pauses, judged on the rest."""
    wanted = max(30, round(1500 * scale))
    return {"people and bots, every moment exact": _turned(wanted), "real bots, real clock": _real_clock(wanted)}


def _judged(found: list[adversary.Sample]) -> dict[str, Any]:
    third = len(found) // 3
    right = adversary.Adversary(found[:third]).judged(found[third:])
    if right > MAX_RIGHT:
        raise Failed(f"right in {right:.1%} of {len(found) - third} pauses")
    return {"learned from": third, "judged": len(found) - third, "right": round(right, 3)}


def _real_clock(wanted: int) -> dict[str, Any]:
    total = 0
    found: list[adversary.Sample] = []
    while len(found) < wanted:
        if total >= MAX_GAMES:
            raise Failed(f"only {len(found)} pauses that can be compared in {total} pieces")
        total += 4
        pieces = longrun.run("timing-bots", total, timing_bots.one, version=longrun.fingerprint("src/viermot"))
        raw = [(where, moments, asked) for piece in pieces for where, moments, asked in piece["samples"]]
        found = timing_bots.matched(raw)
    return _judged(found[:wanted])


def _turned(wanted: int) -> dict[str, Any]:
    total = 0
    found: list[adversary.Sample] = []
    while len(found) < wanted:
        total += 50
        pieces = longrun.run("timing", total, adversary.one, version=longrun.fingerprint("src/viermot"))
        found = [(row, label) for piece in pieces for row, label in piece["samples"]]
    return _judged(found[:wanted])


MAX_RIGHT: Final = 0.55
MAX_GAMES: Final = 400  # pieces


def page(scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]) -> dict[str, Any]:
    """How large the page is, and how soon something is seen."""
    if lacking := browser.why_not():
        raise Failed(lacking)
    from playwright.sync_api import sync_playwright

    server, paints, lobbies = browser.Server(Path(sqlite())), [], []
    fetched: dict[str, int] = {}

    def fetch(response: Any) -> None:
        if response.url.endswith(".js"):
            fetched[response.url] = len(gzip.compress(response.body()))

    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.chromium(), args=list(browser.FLAGS))
            for _ in range(10):
                context = chromium.new_context()
                shown = context.new_page()
                shown.goto(server.address)
                shown.get_by_role("heading", name="Games", exact=True).wait_for()
                lobbies.append(shown.evaluate("performance.now()"))
                paints.append(shown.evaluate(FIRST_PAINT))
                context.close()
            shown = chromium.new_page()
            shown.on("requestfinished", lambda request: fetch(request.response()))
            shown.goto(server.address)
            shown.get_by_role("button", name="Begin", exact=True).first.click()
            shown.locator("[data-kind]").first.wait_for()
            shown.wait_for_load_state("networkidle")
            chromium.close()
    finally:
        server.stop()
    sizes = list(fetched.values())
    figures = {
        "JavaScript kB gzipped, with the first lesson": round(sum(sizes) / 1000, 1),
        "largest part kB": round(max(sizes) / 1000, 1),
        "first paint ms, median": round(sorted(paints)[len(paints) // 2]),
        "first paint ms, worst": round(max(paints)),
        "lobby ms, median": round(sorted(lobbies)[len(lobbies) // 2]),
        "lobby ms, worst": round(max(lobbies)),
    }
    if not sizes or sum(sizes) >= LARGEST_SCRIPTS or max(paints) >= PAINT:
        raise Failed(str(figures))
    return figures


def _of_a_game(
    proof: Callable[[float], dict[str, Any]], scale: float, sqlite: Callable[[], str], postgres: Callable[[], str]
) -> dict[str, Any]:
    """One that a game brings, and that needs no database."""
    return proof(scale)


FIRST_PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity"
PROOFS: Final[dict[str, Callable[[float, Callable[[], str], Callable[[], str]], dict[str, Any]]]] = {
    "page": page,
    "outlets": outlets,
    "timing": timing,
    "kills": kills,
    "outages": outages,
    "races": races,
    "load": load,
    "tables": tables,
    "round-trip": round_trip,
    "hostile": hostile,
    **{name: partial(_of_a_game, proof) for kit in kits() for name, proof in kit.server_proofs().items()},
}


def main(words: list[str]) -> int:
    """Run the proofs asked for; 1 if one does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=list(PROOFS), default=list(PROOFS), metavar="PROOF")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--json", action="store_true", help="one line of JSON a proof")
    parser.add_argument("--before", type=Path, help="another checkout, whose server is measured beside this one")
    args = parser.parse_args(words)
    BEFORE[:] = [args.before.resolve()] if args.before else []
    failed = 0
    with databases() as (sqlite, postgres):
        for name in args.only:
            start = time.monotonic()
            try:
                figures: dict[str, Any] = {"holds": True, **PROOFS[name](args.scale, sqlite, postgres)}
            except (Failed, AssertionError) as wrong:
                figures = {"holds": False, "why": str(wrong)[:2000]}
                failed += 1
            figures["seconds"] = round(time.monotonic() - start, 1)
            print(json.dumps({name: figures}) if args.json else _told(name, figures), flush=True)
    return 1 if failed else 0


def _told(name: str, figures: dict[str, Any]) -> str:
    lines = [f"{name}: {'holds' if figures.pop('holds') else 'DOES NOT HOLD'}"]
    return "\n".join([*lines, *[f"  {key}: {value}" for key, value in figures.items()]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
