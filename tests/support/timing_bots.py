"""Real bots, a real server in its own processes, a real clock: can it be told from moments whether a bot was asked?

Somebody plays against `standard` and writes down when everything came after each answer of his: the acknowledgement,
the next view, and now and then the answer to something asked meanwhile. The record says afterwards whether a bot was
asked in silence. What the rules tell must not help: pauses are compared only with others after the same question,
before the same question and with about as many events, as many of those in which a bot was asked as of the others, and
of each moment only how it differs from what is usual there.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.support.kits import kits
from tests.support.server import Client, Process, an_option
from tests.support.timing import Sample
from viermot.server import about

AT_ONCE: Final = 3  # games
ANSWERS: Final = 150  # of each
IDLE: Final = 0.03  # seconds at most between a view and the answer

NO_TICK: Final = "from viermot.server import pace\npace.Pace.wait = lambda self, table, seat: 0.0\n"  # a leak to plant

Raw = tuple[str, list[float], bool]  # where it was, when everything came, whether a bot was asked


def one(number: int, plant: str = "") -> dict[str, Any]:
    """A piece of the long proof: some games at one server, in which a leak may be planted."""
    known = [(kit.name, *each) for kit in kits() for each in kit.secret_bots]
    game, scenario, seat, other = known[number % len(known)]
    found: list[Raw] = []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite3"
        server = Process(str(database), settings={"limits": False}, plant=plant)
        try:
            client = Client(server.base)
            seats = {seat: "me", other: "bot:standard"}
            tables = [client.table(scenario, game=game, seats=seats) for _ in range(AT_ONCE)]
            played: dict[str, list[tuple[str, list[float]]]] = {}
            threads = [
                threading.Thread(target=_play, args=(server.base, table, seat, f"{number} {place}", played))
                for place, table in enumerate(tables)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            server.stop()
        for table, pauses in played.items():
            asked = _asked(database, table, game, seat)
            for place, (where, moments) in enumerate(pauses):
                if place < len(asked) and asked[place] is not None:
                    found.append((f"{game} {scenario} {where}", moments, bool(asked[place])))
    return {"kind": game, "samples": found}


def _play(base: str, table: str, seat: str, seed: str, played: dict[str, list[tuple[str, list[float]]]]) -> None:
    """Answer at random, with a stopwatch."""
    rng, client = random.Random(seed), Client(base)
    pauses = played.setdefault(table, [])
    with client.socket() as socket:
        view = socket.watch(table, seat)
        while view["result"] is None and len(pauses) < ANSWERS:
            if view["decision"] is None:
                view = socket.view()
                continue
            time.sleep(rng.uniform(0.0, IDLE))
            question, had = view["decision"]["kind"], view["events_from"] + len(view["events"])
            probes = rng.random() < 0.5
            began = time.perf_counter()
            id_ = socket.send(
                type="decide", table=table, seat=seat, number=view["decision"]["number"],
                option=an_option(view, rng.randrange(1000)),
            )  # fmt: skip
            while (told := socket.receive()).get("id") != id_:
                assert told["type"] != "view" or told["decision"] is None or told == view, told
            assert told["type"] == "done", told
            moments = [time.perf_counter() - began, -1.0]
            if probes:
                client.get(f"/api/tables/{table}")
                moments[1] = time.perf_counter() - began
            view = socket.view()
            moments.append(time.perf_counter() - began)
            asked = view["decision"]["kind"] if view["decision"] is not None else ""
            events = (view["events_from"] + len(view["events"]) - had).bit_length()  # none, 1, 2 or 3, 4 to 7 ...
            pauses.append((f"{question} {asked} {events} {probes}", moments))
    client.close()


def _asked(database: Path, table: str, game: str, seat: str) -> list[bool | None]:
    """After each answer of a seat's: was a bot asked in silence? None where it was asked so that everybody knows."""
    pacing = about.pacing(game)
    assert pacing is not None
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        lines = connection.execute(
            "SELECT what, seat, question FROM decisions WHERE game = ? ORDER BY seq", (table,)
        ).fetchall()
    connection.close()
    found: list[bool | None] = []
    for what, who, question in lines:
        if what == "decide" and who == seat:
            found.append(False)
        elif what == "decide" and found and found[-1] is not None:
            silent = who == pacing.all_knowing or question in pacing.silent
            found[-1] = True if silent else None
    return found


def matched(raw: Sequence[Raw]) -> list[Sample]:
    """As many pauses with a bot asked as without of each place, and how each differs from what is usual there."""
    places: dict[str, tuple[list[list[float]], list[list[float]]]] = defaultdict(lambda: ([], []))
    for where, moments, asked in raw:
        places[where][asked].append(list(moments))
    found: list[Sample] = []
    for without, with_ in places.values():
        count = min(len(without), len(with_))
        both = [*without[:count], *with_[:count]]
        usual = [median(column) for column in zip(*both, strict=True)] if both else []
        for place in range(count):
            for moments, label in ((without[place], False), (with_[place], True)):
                found.append(([value - mid for value, mid in zip(moments, usual, strict=True)], label))
    random.Random(0).shuffle(found)
    return found
