"""The store: entries are only added, one writer wins, acknowledged means committed; on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import insert

from viermot.kernel.record import Entry
from viermot.server import migrations, schema
from viermot.server import store as store_module
from viermot.server.rows import RecordRow
from viermot.server.store import Busy, Store, StoreError, shown, url_of


def new_game(store: Store, game: str = "g") -> None:
    def add(connection: Any) -> None:
        connection.execute(store.insert(schema.people).on_conflict_do_nothing(), PERSON)
        connection.execute(insert(schema.games), {**GAME, "id": game})

    store.write_now(add)


PERSON = {"id": "p", "name": "p", "folded": "p", "password": None, "created": 0.0}
GAME: dict[str, Any] = {
    "game": "nightfighter", "owner": "p", "setup": {}, "key": "k", "pack": None, "spectators": False, "imported": False,
    "created": 0.0, "changed": 0.0, "commitment": "c",
}  # fmt: skip


def entry(choice: str) -> Entry:
    return Entry("decide", "player", "path", choice, (("tally", 6, (3, 4)),))


def test_entries_come_back_as_they_were_written(database: str) -> None:
    store = Store(url_of(database))
    new_game(store)
    rows = [RecordRow(n, entry(f"F {n}"), "p", {"bot": "random"} if n else None, float(n)) for n in range(3)]
    assert store.write_now(lambda connection: store.append(connection, "g", rows))
    assert store.read_now(lambda connection: store.log(connection, "g")) == rows
    assert store.read_now(lambda connection: store.log(connection, "g", 2)) == rows[2:]
    store.close()


def test_of_many_writers_exactly_one_adds_each_entry(database: str) -> None:
    stores = [Store(url_of(database)) for _ in range(3)]
    new_game(stores[0])
    won: list[tuple[int, int]] = []

    def write(number: int) -> None:
        store = stores[number]
        for seq in range(20):
            if asyncio.run(
                store.add("g", [RecordRow(seq, entry(f"by {number}"))], {"imported": True} if seq % 5 else {})
            ):
                won.append((seq, number))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = stores[0].read_now(lambda connection: stores[0].log(connection, "g"))
    assert [row.seq for row in rows] == list(range(20)) and len(won) == 20
    assert {seq: f"by {number}" for seq, number in won} == {row.seq: row.entry.choice for row in rows}
    for store in stores:
        store.close()


def test_many_writes_share_a_transaction_and_only_the_guilty_one_suffers(database: str) -> None:
    store = Store(url_of(database))
    new_game(store)

    def good(seq: int) -> Any:
        return store.add("g", [RecordRow(seq, entry("F"))], {})

    def wrong(connection: Any) -> None:
        connection.execute(insert(schema.people), {**PERSON, "id": "p"})

    async def write() -> list[Any]:
        jobs = [store.write(wrong) if seq == 5 else good(seq if seq < 5 else seq - 1) for seq in range(11)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    results = asyncio.run(write())
    assert isinstance(results.pop(5), Busy) and results == [True] * 10
    store.close()


def test_games_share_a_statement_and_only_the_one_that_was_too_late_is_told_so(database: str) -> None:
    first, second = Store(url_of(database)), Store(url_of(database))
    names = [f"g{number}" for number in range(6)]
    for name in names:
        new_game(first, name)
    assert asyncio.run(first.add("g3", [RecordRow(0, entry("first"))], {}))

    async def write() -> list[Any]:
        jobs = [second.add(name, [RecordRow(0, entry("second")), RecordRow(1, entry("more"))], {}) for name in names]
        return await asyncio.gather(*jobs)

    assert asyncio.run(write()) == [name != "g3" for name in names]
    for name in names:
        rows = second.read_now(lambda connection, name=name: second.log(connection, name))  # type: ignore[misc]
        assert [row.entry.choice for row in rows] == (["first"] if name == "g3" else ["second", "more"])
    first.close()
    second.close()


def test_of_two_additions_to_a_game_that_wait_together_one_is_made(database: str) -> None:
    store = Store(url_of(database))
    new_game(store)

    async def write() -> list[Any]:
        return await asyncio.gather(*[store.add("g", [RecordRow(0, entry(f"by {n}"))], {}) for n in range(3)])

    results = asyncio.run(write())
    assert sorted(results) == [False, False, True]
    [row] = store.read_now(lambda connection: store.log(connection, "g"))
    assert row.entry.choice == f"by {results.index(True)}"
    store.close()


def test_entries_added_quickly_come_back_as_they_were_written(database: str) -> None:
    store = Store(url_of(database))
    new_game(store)
    rows = [
        RecordRow(n, entry(f"schräg {n}"), "p" if n else None, {"bot": "ü"} if n else None, n + 0.5) for n in range(3)
    ]
    assert asyncio.run(store.add("g", rows, {}))
    assert store.read_now(lambda connection: store.log(connection, "g")) == rows
    store.close()


def test_what_is_acknowledged_can_be_read_by_others_at_once(database: str) -> None:
    writer, reader = Store(url_of(database)), Store(url_of(database))
    new_game(writer)
    for seq in range(10):
        asyncio.run(writer.add("g", [RecordRow(seq, entry("F"))], {}))
        assert len(reader.read_now(lambda connection: reader.log(connection, "g"))) == seq + 1
    writer.close()
    reader.close()


def test_lists_that_a_killed_process_left_behind_are_found(database: str) -> None:
    store = Store(url_of(database))
    new_game(store)
    store.write_now(lambda connection: store.append(connection, "g", [RecordRow(0, entry("F"), at=50.0)]))
    assert store.read_now(store.behind) == ["g"]
    store.remember("g", [], 50.0)
    store.close()
    again = Store(url_of(database))
    assert again.read_now(again.behind) == []
    again.close()


def test_all_workers_share_one_secret(database: str) -> None:
    first, second = Store(url_of(database)), Store(url_of(database))
    assert first.secret() == second.secret() and len(first.secret()) == 64
    first.close()
    second.close()


def test_the_migrations_make_what_the_schema_says(database: str) -> None:
    store = Store(url_of(database))
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.METADATA) == []
        assert migrations.revision(connection) == migrations.HEAD
    store.close()
    versions = sorted(path.name[:4] for path in Path(migrations.__file__).parent.glob("versions/*.py"))
    assert versions[-1] == migrations.HEAD


def test_two_servers_may_start_on_an_empty_database_at_once(database: str) -> None:
    code = "import sys; from viermot.server.store import Store, url_of; Store(url_of(sys.argv[1])).close()"
    started = [subprocess.Popen([sys.executable, "-c", code, database]) for _ in range(3)]
    assert [process.wait(60) for process in started] == [0, 0, 0]


def test_a_database_that_cannot_be_opened_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as wrong:
        Store(url_of("postgresql://me:secret@127.0.0.1:1/none"))
    assert "127.0.0.1" in str(wrong.value) and "secret" not in str(wrong.value)
    (tmp_path / "text").write_text("this is no database, but long enough to be taken for one " * 20)
    with pytest.raises(StoreError, match="text"):
        Store(url_of(str(tmp_path / "text")))
    with pytest.raises(StoreError):
        Store("mysql://me:secret@host/name")
    assert "secret" not in shown("postgresql+psycopg://me:secret@host/name")


def test_sqlite_runs_with_a_write_ahead_log(tmp_path: Path) -> None:
    store = Store(url_of(str(tmp_path / "games.sqlite3")))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL: acknowledged is on disk"
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite3"], "a copy of the file is a copy of the games"
    with sqlite3.connect(tmp_path / "games.sqlite3") as connection_, pytest.raises(sqlite3.IntegrityError):
        for _ in range(2):
            connection_.execute(
                "INSERT INTO decisions (game, seq, what, seat, question, choice, dice, at)"
                " VALUES ('g', 1, '', '', '', '', '[]', 0)"
            )


def test_what_is_kept_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of running games, the cookies' secret and the hashes of passwords are in it."""
    monkeypatch.setattr(store_module, "default_folder", lambda: tmp_path / "ours")
    (tmp_path / "ours").mkdir(mode=0o755)
    (tmp_path / "shared").mkdir(mode=0o755)
    (tmp_path / "shared" / "old.sqlite3").touch(mode=0o644)
    for name in ("ours/games.sqlite3", "new/folder/games.sqlite3", "shared/old.sqlite3"):
        file = tmp_path / name
        store = Store(url_of(str(file)))
        new_game(store)
        kept = [each for each in file.parent.iterdir() if each.name.startswith(file.name)]
        assert len(kept) == 3 and {each.stat().st_mode & 0o777 for each in kept} == {0o600}
        wanted = 0o755 if name.startswith("shared") else 0o700  # a folder somebody else has made is his choice
        assert file.parent.stat().st_mode & 0o777 == wanted
        store.close()


def test_a_second_store_on_the_same_file_leaves_the_first_ones_locks(tmp_path: Path) -> None:
    """Closing a file that SQLite has open would let all its locks in this process go."""
    first = Store(url_of(str(tmp_path / "games.sqlite3")))
    new_game(first)

    def meanwhile(connection: Any) -> bool:
        connection.execute(insert(schema.people), {**PERSON, "id": "q", "folded": "q"})
        Store(url_of(str(tmp_path / "games.sqlite3"))).close()
        code = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
        command = [sys.executable, "-c", code, str(tmp_path / "games.sqlite3")]
        return subprocess.run(command, capture_output=True, check=False).returncode != 0

    assert first.write_now(meanwhile), "another process was let in while this one writes"
    first.close()
