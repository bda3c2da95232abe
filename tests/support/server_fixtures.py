"""Servers and databases for tests; a folder whose tests want them names them in its conftest.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import Client, InProcess, Postgres, why_no_postgres
from viermot.server import bot_workers


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """A server for one local player, on SQLite."""
    server = InProcess(database=str(tmp_path_factory.mktemp("local") / "games.sqlite3"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """A server with accounts, on SQLite, without limits on how often."""
    server = InProcess(database=str(tmp_path_factory.mktemp("host") / "games.sqlite3"), hosting=True, limits=False)
    yield server
    server.stop()


@pytest.fixture
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot in a person's place does not wait between its answers until they have been read: nobody is looking."""
    monkeypatch.setattr(bot_workers, "WATCHING", 0.0)


@pytest.fixture
def me(local: InProcess) -> Iterator[Client]:
    """The local player."""
    client = Client(local.base)
    yield client
    client.close()


@pytest.fixture
def visitor(host: InProcess) -> Iterator[Any]:
    """People with accounts: visitor("anna") opens one, or signs in again."""
    clients: dict[str, Client] = {}

    def someone(name: str) -> Client:
        client = clients[name] = Client(host.base)
        answer = client.http.post("/api/register", json={"name": name, "password": "correct horse"})
        if answer.status_code == 409:
            return client.login(name)
        client.http.headers["x-csrf-token"] = answer.json()["csrf"]
        return client

    yield someone
    for client in clients.values():
        client.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL of our own."""
    reason = why_no_postgres()
    if reason:
        pytest.skip(reason)
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="viermot-pg-"))  # pytest's own folders are closed to other users
    server = Postgres(folder)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite3")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()
