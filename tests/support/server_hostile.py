"""Everything a server should not be sent, by WebSocket and HTTP: no 5xx, no change, no secret in an answer."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from tests.support.hostile import NEVER_LEGAL, ODD_VALUES
from tests.support.server import Client
from tests.support.server_proofs import socket_of
from viermot.server import schema
from viermot.server.store import Store, url_of

TYPES = ("watch", "unwatch", "decide", "undo", "orders", "consent", "chat", "marks", "seen", "ping")
HARMLESS = ("ping", "watch", "unwatch")  # may be answered with something else than a refusal
SEATS = ("player", "umpire", "public", "operator", "", "PLAYER", "player\u202e", "__class__", "../umpire", "x" * 100)
CACHES = {("games", "changed"), *(("seats", name) for name in ("asked", "events", "changed", "line"))}
SECRET_LENGTH = 32  # shorter texts would be found by accident


@dataclass
class Scene:
    """A victim with a game, a stranger with another, and what must not change or be revealed."""

    database: str
    victim: Client
    victims_table: str
    stranger: Client
    strangers_table: str
    answers: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)  # what should not have been

    def secrets(self) -> list[str]:
        """Keys of running games, the cookie secret, password hashes, and what only the umpire may read."""
        store = Store(url_of(self.database))
        try:
            with store.engine.connect() as connection:
                keys = connection.execute(
                    select(schema.games.c.key).where(schema.games.c.over.is_(None), schema.games.c.ended.is_(None))
                ).scalars()
                told = [*keys, *connection.execute(select(schema.settings.c.value)).scalars()]
                told += [kept for kept in connection.execute(select(schema.people.c.password)).scalars() if kept]
        finally:
            store.close()
        return [secret for secret in told if len(secret) >= SECRET_LENGTH]

    def state(self) -> str:
        """All that the games and their people are made of, as a hash."""
        store = Store(url_of(self.database))
        digest = hashlib.sha256()
        try:
            with store.engine.connect() as connection:
                for table in (schema.decisions, schema.seats, schema.games, schema.chat):
                    column = table.c.id if table is schema.games else table.c.game
                    kept = [
                        c for c in table.c if (table.name, c.name) not in CACHES
                    ]  # caches are written a moment later
                    mine = select(*kept).where(column.in_([self.victims_table, self.strangers_table]))
                    for row in connection.execute(mine.order_by(*table.primary_key)):
                        digest.update(repr(tuple(row)).encode())
        finally:
            store.close()
        return digest.hexdigest()

    def look(self, text: str, secrets: list[str], about: str) -> None:
        """Is there a secret or a traceback in an answer?"""
        for secret in secrets:
            if secret in text:
                self.found.append(f"a secret in the answer to {about[:200]}")
        if "Traceback" in text or 'File "' in text:
            self.found.append(f"a traceback in the answer to {about[:200]}")


def set_scene(database: str, base: str) -> Scene:
    """Two people who know nothing of each other, a running game each."""
    victim, stranger = Client(base).register("victim"), Client(base).register("stranger")
    tables = []
    for client in (victim, stranger):
        table = client.table("4B")
        client.decide(table, client.my_turn(table))
        client.my_turn(table)
        tables.append(table)
    return Scene(database, victim, tables[0], stranger, tables[1])


# -- WebSocket -----------------------------------------------------------------------------------------------


def hostile_frame(rng: random.Random, scene: Scene) -> str | bytes:
    """One message that must not do anything."""
    return rng.choice(FRAMES)(rng, scene)


def _bytes(rng: random.Random, scene: Scene) -> bytes:
    return rng.randbytes(rng.randrange(200))


def _half(rng: random.Random, scene: Scene) -> str:
    whole = json.dumps({"type": "decide", "table": scene.victims_table, "seat": "player", "number": 1, "option": "F F"})
    return whole[: rng.randrange(1, len(whole) - 1)]


def _deep(rng: random.Random, scene: Scene) -> str:
    return rng.choice(["[", '{"type":', '{"a":'][:2]) * rng.choice([50, 3000])


def _of_others(rng: random.Random, scene: Scene) -> str:
    """A message of the right form to a table that is not one's own."""
    message: dict[str, Any] = {"type": rng.choice(TYPES[:-1]), "table": scene.victims_table}
    message |= {"seat": rng.choice(("player", "umpire", "public"))}
    message |= FIELDS.get(message["type"], {})
    return json.dumps(message)


def _illegal(rng: random.Random, scene: Scene) -> str:
    """An answer that is never legal, to one's own question."""
    option = rng.choice([*NEVER_LEGAL, 10**6, "\ud800", "F" * 300])
    number = rng.choice([0, 1, 2, 10**9, 2**31 - 1])
    seat = rng.choice(SEATS)
    return json.dumps(
        {"type": "decide", "table": scene.strangers_table, "seat": seat, "number": number, "option": option}
    )


def _odd(rng: random.Random, scene: Scene) -> str:
    """A message with a value of the wrong kind somewhere."""
    message: dict[str, Any] = {"type": rng.choice(TYPES), "table": scene.strangers_table, "seat": "umpire"}
    message |= FIELDS.get(message["type"], {})
    message[rng.choice([*message, "extra"])] = rng.choice(ODD_VALUES)
    return json.dumps(message)


def _no_type(rng: random.Random, scene: Scene) -> str:
    return json.dumps({"type": rng.choice([*NEVER_LEGAL, "View", "view", "done", "gone"]), "table": "x"})


FIELDS: dict[str, dict[str, Any]] = {
    "decide": {"number": 1, "option": "F F"}, "consent": {"agree": True}, "chat": {"text": "boo"},
    "marks": {"marks": ["boo"]}, "seen": {"events": 3}, "orders": {"always": [["nobody.asks", "", "this"]]},
}  # fmt: skip
FRAMES: tuple[Callable[[random.Random, Scene], str | bytes], ...] = (
    _bytes, _half, _deep, _of_others, _of_others, _illegal, _illegal, _odd, _no_type,
)  # fmt: skip


async def _send_frames(scene: Scene, times: int, seed: str) -> None:
    rng = random.Random(seed)
    secrets = scene.secrets()
    sent = 0
    while sent < times:
        try:
            async with socket_of(scene.stranger) as socket:
                while sent < times:
                    frame = hostile_frame(rng, scene)
                    sent += 1
                    await socket.send(frame)
                    text = str(await asyncio.wait_for(socket.recv(), 30))
                    answer = json.loads(text)
                    scene.answers[answer["type"]] += 1
                    scene.look(text, secrets, str(frame))
                    kind = _type_of(frame)
                    if answer["type"] not in ("refused", "pong") and kind not in HARMLESS:
                        scene.found.append(f"{answer['type']} for {str(frame)[:200]}")
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 0
            scene.answers[f"closed {code}"] += 1
            if code not in (4413, 4429, 1007, 1009):
                scene.found.append(f"closed with {code}")


def _type_of(frame: str | bytes) -> Any:
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    return found.get("type") if isinstance(found, dict) else None


def hostile_frames(scene: Scene, times: int, seed: str = "frames") -> None:
    """So many hostile WebSocket messages; what should not have been is in ``scene.found``."""
    before = scene.state()
    asyncio.run(_send_frames(scene, times, seed))
    if scene.state() != before:
        scene.found.append("a game has changed")


# -- HTTP ----------------------------------------------------------------------------------------------------


def hostile_requests(scene: Scene, times: int, seed: int = 1) -> None:
    """So many requests that schemathesis makes from our own description, good ones and bad ones, by the stranger.

    Many of them are meant for the victim's table. What the stranger does to tables of his own is his business; the
    victim's must stay as it is.
    """
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as with_seed

    described = scene.stranger.get("/api/openapi.json")
    ends = ("/api/logout", "/api/register", "/api/login", "/api/account/sign-out", "/api/account/password")
    for path in (*ends, "/api/account/delete"):  # they would end the stranger's session
        del described["paths"][path]
    found: Any = schemathesis.openapi.from_dict(described).get_all_operations()
    operations = [operation.ok() for operation in found]
    modes = list(schemathesis.GenerationMode)
    each = max(1, times // (len(operations) * len(modes)) + 1)
    secrets = scene.secrets()
    rng = random.Random(seed)
    before = _victims_view(scene)

    def call(case: Any) -> None:
        if sum(scene.answers.values()) >= times:
            return
        if "id" in (case.path_parameters or {}) and rng.random() < 0.6:
            case.path_parameters["id"] = scene.victims_table
        request = case.as_transport_kwargs(base_url=scene.stranger.base)
        headers = {
            name: value for name, value in (request.get("headers") or {}).items() if name.lower() != "x-csrf-token"
        }
        headers["x-csrf-token"] = scene.stranger.me["csrf"]
        answer = _answer(scene, request, headers)
        if answer is None:
            return
        scene.answers[str(answer.status_code)] += 1
        scene.look(answer.text, secrets, f"{request['method']} {request['url']}")
        if answer.status_code >= 500:
            scene.found.append(f"{answer.status_code} for {request['method']} {request['url']} {_content(request)!r}")

    for operation in operations:
        for mode in modes:
            strategy = operation.as_strategy(generation_mode=mode)
            checked = given(case=strategy)(lambda case: call(case))
            checked = settings(
                max_examples=each, deadline=None, database=None, phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )(with_seed(seed)(checked))  # fmt: skip
            try:
                checked()
            except Exception as wrong:  # an operation that takes nothing cannot be asked wrongly
                if "Unsatisfiable" not in type(wrong).__name__ and "negat" not in str(wrong).lower():
                    raise
    if _victims_view(scene) != before:
        scene.found.append("the victim's game has changed")


def _answer(scene: Scene, request: dict[str, Any], headers: dict[str, Any]) -> httpx.Response | None:
    """The answer; a connection that the server closed over an earlier message is reopened, once."""
    for _ in range(2):
        try:
            return scene.stranger.http.request(
                request["method"], request["url"], params=request.get("params"), headers=_plain(headers),
                content=_content(request), cookies=None,
            )  # fmt: skip
        except httpx.TransportError:
            scene.answers["connection closed"] += 1
    scene.found.append(f"no answer to {request['method']} {request['url']}")
    return None


def _victims_view(scene: Scene) -> str:
    return json.dumps([scene.victim.view(scene.victims_table), scene.victim.get(f"/api/tables/{scene.victims_table}")])


def _plain(headers: dict[str, Any]) -> list[tuple[bytes, bytes]]:
    """Headers as bytes, without what no client can send."""
    kept = []
    for name, value in headers.items():
        text = (
            str(value).encode("latin-1", "replace").replace(b"\n", b"").replace(b"\r", b"").replace(b"\0", b"").strip()
        )
        if name.lower() not in ("cookie", "host", "content-length", "origin"):
            kept.append((str(name).encode("latin-1", "replace"), text))
    return kept


def _content(request: dict[str, Any]) -> bytes | None:
    if request.get("json") is not None:
        return json.dumps(request["json"]).encode("utf-8", "surrogatepass")
    data = request.get("data")
    return data if isinstance(data, bytes) else str(data).encode("utf-8", "replace") if data is not None else None
