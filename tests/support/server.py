"""A real server for tests: uvicorn over loopback, in this process or in one that can be killed; and its clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.kits import sample
from viermot.server.app import Server, create_app
from viermot.server.config import Config
from viermot.server.serving import LOOPBACK, QUIET, address, free_socket

PATIENCE = 60.0  # seconds: a machine that does much else is no fault of the server
View = dict[str, Any]


WITH_SETTINGS = """
import json, sys
from viermot.server import serving
from viermot.server.config import Config
from tests.support.kits import sample
if __name__ == "__main__":
    config, port, workers = Config(**json.loads(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])
    if workers > 1:
        serving.run_workers(config, serving.LOOPBACK, port, workers, lambda where: print(where, flush=True))
    else:
        serving.run(config, serving.LOOPBACK, port, lambda where: print(where, flush=True))
"""


def free_port() -> int:
    """A port that nobody uses just now."""
    bound = free_socket(LOOPBACK, 0)
    port: int = bound.getsockname()[1]
    bound.close()
    return port


def cheapen(accounts: Any) -> None:
    """Passwords that cost next to nothing to hash: the tests open accounts by the hundred."""
    accounts._hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    accounts._nobody = accounts._hasher.hash("nobody")


class InProcess:
    """A server in a thread of this process: quick to start, and open to inspection."""

    def __init__(self, *, dear_passwords: bool = False, **settings: Any) -> None:
        self.app = create_app(Config(**settings))
        self.server: Server = self.app.state.server
        if not dear_passwords:
            cheapen(self.server.accounts)
        self._socket = free_socket(LOOPBACK, 0)
        self.base = address(LOOPBACK, self._socket.getsockname()[1]).rstrip("/")
        self._uvicorn = uvicorn.Server(uvicorn.Config(self.app, **QUIET))
        self.loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        wait_until(lambda: self._uvicorn.started or not self._thread.is_alive())
        assert self._uvicorn.started, "the server did not start"

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._uvicorn.serve(sockets=[self._socket])

        asyncio.run(serve())

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)


class Process:
    """A server in processes of its own, to be killed at will: by the command line, or with settings for proofs."""

    def __init__(
        self,
        database: str,
        hosting: bool = False,
        port: int = 0,
        workers: int = 1,
        settings: dict[str, Any] | None = None,
        tree: Path | None = None,
        plant: str = "",
    ) -> None:
        """``tree``: of another checkout, to be measured beside this one; ``plant``: code with a fault to be found."""
        words = ["serve", "--port", str(port)] if hosting else ["open", "--no-browser", "--port", str(port)]
        command = [sys.executable, "-m", "viermot.cli", *words, "--database", database]
        if settings is not None:
            chosen = {"database": database, "hosting": hosting, **settings}
            command = [sys.executable, "-c", plant + WITH_SETTINGS, json.dumps(chosen), str(port), str(workers)]
        self._printed = ""
        self._complained = ""
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - not a pipe: nobody reads it while the server runs
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")} if tree is not None else None
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._stderr, encoding="utf-8", start_new_session=True,
            env=environment,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            self.kill()
            raise RuntimeError(f"the server did not start: {line}{self.said()}")
        self.base = found[0].rstrip("/")
        wait_until(self._answers)
        self.port = int(self.base.rpartition(":")[2])

    def said(self) -> str:
        """What the server wrote, to its error stream and, once it has ended, to the other."""
        if not self._stderr.closed:
            self._stderr.seek(0)
            self._complained = self._stderr.read().decode("utf-8", "replace")
        return self._complained + self._printed

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.base}/api/me").status_code == 200
        return False

    def processor_time(self) -> float:
        """Seconds of processor time that the server has taken so far, with its workers and bots."""
        taken = 0.0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) == self.process.pid:  # of its session
                    taken += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return taken

    def kill(self) -> None:
        """As a power cut would, but for the disk: the server and its bots, at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        if self.process.stdout is not None and not self.process.stdout.closed:
            self._printed = self.process.stdout.read()
            self.process.stdout.close()
        self.said()
        self._stderr.close()

    def stop(self) -> None:
        """As Ctrl+C does."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.kill()


def wait_until(condition: Any, seconds: float = PATIENCE, every: float = 0.01) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(every)


class Client:
    """Somebody with a browser: a cookie, a token, and what the page would do with them."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, timeout=PATIENCE)
        weakref.finalize(self, self.http.close)  # many a test forgets to say goodbye
        self.me: dict[str, Any] = {}
        self.greet()

    def greet(self) -> dict[str, Any]:
        self.me = self.get("/api/me")
        self.http.headers["x-csrf-token"] = self.me["csrf"]
        return self.me

    def close(self) -> None:
        self.http.close()

    def register(self, name: str, password: str = "correct horse") -> Client:
        self.me = self.post("/api/register", name=name, password=password)
        self.http.headers["x-csrf-token"] = self.me["csrf"]
        return self

    def login(self, name: str, password: str = "correct horse") -> Client:
        self.me = self.post("/api/login", name=name, password=password)
        self.http.headers["x-csrf-token"] = self.me["csrf"]
        return self

    def get(self, path: str, **query: Any) -> Any:
        return good(self.http.get(path, params=query))

    def post(self, path: str, **body: Any) -> Any:
        return good(self.http.post(path, json=body))

    def refused(self, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """Status and error of a POST that must be refused."""
        return bad(self.http.post(path, json=body))

    def not_given(self, path: str, **query: Any) -> tuple[int, dict[str, Any]]:
        """Status and error of a GET that must be refused."""
        return bad(self.http.get(path, params=query))

    def table(self, scenario: str = "1", **more: Any) -> str:
        body = {"game": sample(), "scenario": scenario, "seats": {"player": "me"}, **more}
        return str(self.post("/api/tables", **body)["id"])

    def view(self, table: str, seat: str = "player", **query: Any) -> View:
        found: View = self.get(f"/api/tables/{table}/seats/{seat}", **query)
        return found

    def my_turn(self, table: str, seat: str = "player") -> View:
        """The seat's view once it is asked something, or the game is over."""
        end = time.monotonic() + 2 * PATIENCE
        while (view := self.view(table, seat))["waiting_for"] is not None:
            assert time.monotonic() < end, f"{seat} is not asked"
            time.sleep(0.02)
        return view

    def hot_seat(self, scenario: str = "1", **more: Any) -> str:
        """A table with both seats mine, at the player's first question."""
        table = self.table(scenario, **{"seats": {"player": "me", "umpire": "me"}, **more})
        while self.view(table)["decision"] is None:
            self.decide(table, self.view(table, "umpire"))
        return table

    def at(self, table: str, what: str, **body: Any) -> Any:
        return self.post(f"/api/tables/{table}/{what}", **body)

    def decide(self, table: str, view: View, option: str | int | None = None) -> Any:
        chosen = an_option(view) if option is None else option
        return self.at(table, "decide", seat=view["seat"], number=view["decision"]["number"], option=chosen)

    def headers(self) -> dict[str, str]:
        return {"cookie": f"viermot={self.http.cookies['viermot']}"}

    @contextlib.contextmanager
    def socket(self, origin: str | None = None) -> Iterator[Socket]:
        """A WebSocket of this person."""
        where = self.base.replace("http", "ws", 1) + "/api/ws"
        words: dict[str, Any] = {"compression": None, "proxy": None, "max_size": None}
        with connect(
            where, origin=Origin(origin or self.base), additional_headers=self.headers(), **words
        ) as connection:
            yield Socket(connection)


class Socket:
    """A WebSocket that counts its questions."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.asked = 0
        self.views: list[View] = []  # views that came while something else was waited for

    def send(self, **message: Any) -> int:
        self.asked += 1
        self.connection.send(json.dumps({"id": self.asked, **message}))
        return self.asked

    def raw(self, seconds: float = PATIENCE) -> str:
        return str(self.connection.recv(timeout=seconds))

    def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.raw(seconds))
        return found

    def answer(self, **message: Any) -> dict[str, Any]:
        """Send something and wait for its own answer; views that come meanwhile are kept."""
        id_ = self.send(**message)
        while True:
            found = self.receive()
            if found["type"] == "view":
                self.views.append(found)
            elif found.get("id") == id_:
                return found

    def watch(self, table: str, seat: str = "player", **more: Any) -> View:
        self.send(type="watch", table=table, seat=seat, **more)
        return self.view()

    def view(self) -> View:
        """The next view."""
        while not self.views:
            found = self.receive()
            if found["type"] == "view":
                self.views.append(found)
        return self.views.pop(0)

    def decide(self, view: View, option: str | None = None) -> dict[str, Any]:
        decision = view["decision"]
        return self.answer(
            type="decide", table=view["table"], seat=view["seat"], number=decision["number"],
            option=option or an_option(view),
        )  # fmt: skip

    def quiet_for(self, seconds: float) -> bool:
        """Does nothing come for so long?"""
        if self.views:
            return False
        try:
            self.views.append(self.receive(seconds))
        except TimeoutError:
            return True
        return False


def good(response: httpx.Response) -> Any:
    assert response.status_code == 200, f"{response.status_code}: {response.text}"
    return response.json()


def bad(response: httpx.Response) -> tuple[int, dict[str, Any]]:
    assert 400 <= response.status_code < 500, f"{response.status_code}: {response.text}"
    error: dict[str, Any] = response.json()["error"]
    assert set(error) == {"why", "rule", "text"} and error["text"] and not error["text"].startswith("["), error
    return response.status_code, error


def a_path(moves: list[list[int]]) -> str:
    """The first move that may end, turning to the right wherever that goes."""
    path, line = [], 0
    while not moves[line][0]:
        turn = 3 if moves[line][3] >= 0 else 1
        path.append("F R" if turn == 3 else "F")
        line = moves[line][turn]
    return " ".join(path)


def an_option(view: View, number: int = 0) -> str | int:
    """A legal answer to what a view asks, or its index where none is listed; fighters circle, so that games last."""
    options = view["decision"]["options"]
    if isinstance(options, list):
        return str(options[number % len(options)]["option"])
    if options["moves"]:
        return a_path(options["moves"])
    if options["hexes"]:
        middle = options["hexes"][len(options["hexes"]) // 2]
        return f"{middle} S" if options["facings"] else str(middle)
    if options["texts"]:
        return str(options["texts"][number % len(options["texts"])])
    return int(number % view["decision"]["count"])


def play_to_the_end(client: Client, table: str, seat: str = "player", maximum: int = 2000) -> View:
    """Decide over a WebSocket until the game is over."""
    with client.socket() as socket:
        view = socket.watch(table, seat)
        for _ in range(maximum):
            if view["result"] is not None:
                return view
            if view["decision"] is not None:
                done = socket.decide(view)
                assert done["type"] == "done", done
            view = socket.view()
    raise AssertionError("the game does not end")


# -- PostgreSQL ------------------------------------------------------------------------------------------------


class Postgres:
    """Debian's PostgreSQL in a folder of its own, reachable over loopback only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0
        self.port = free_port()
        os.chmod(folder, 0o755)
        if os.getuid() == 0:
            subprocess.run(["chown", "postgres", str(folder)], check=True)
        data = folder / "data"
        self._as_postgres("initdb", "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
        self._options = f"-p {self.port} -c listen_addresses={LOOPBACK} -c unix_socket_directories={folder}"
        self._start()

    def _start(self) -> None:
        words = ("-o", self._options, "-l", str(self.folder / "log"), "-w", "start")
        self._as_postgres("pg_ctl", "-D", str(self.folder / "data"), *words)

    def restart(self, mode: str = "fast") -> None:
        """Stop it, at once or with time to end what it does, and start it again."""
        self._as_postgres("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")
        self._start()

    def _as_postgres(self, program: str, *words: str) -> None:
        command = [str(binary(program)), *words]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)

    def new_database(self) -> str:
        """The address of an empty database."""
        import psycopg

        self._count += 1
        name = f"viermot_{self._count}"
        with psycopg.connect(f"postgresql://postgres@{LOOPBACK}:{self.port}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://postgres@{LOOPBACK}:{self.port}/{name}"

    def stop(self) -> None:
        self._as_postgres("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")


def binary(program: str) -> Path | None:
    """A program of PostgreSQL, where Debian puts it."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return found[-1] if found else None


def why_no_postgres() -> str:
    """Why PostgreSQL cannot be used here, or nothing; installs it where that is possible."""
    if binary("initdb") is None and os.getuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-qq"], ["install", "-y", "-qq", "postgresql"]):
            with contextlib.suppress(OSError):
                subprocess.run(["apt-get", *words], env=environment, capture_output=True, check=False)
    if binary("initdb") is None:
        return "PostgreSQL is not installed; on Debian or Ubuntu: sudo apt-get install postgresql"
    return ""
