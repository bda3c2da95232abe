"""Accounts: another password, signing out everywhere, leaving; names that look alike; failed attempts."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from tests.support.server import Client, InProcess, wait_until
from viermot.server import leaving, migrations, names, operations
from viermot.server.schema import attempts, chat, decisions, games, logins, people, seats
from viermot.server.store import Store, url_of

PASSWORD = "correct horse"


def a_game_of_two(owner: Client, guest: Client) -> str:
    table = owner.table("1", seats={"player": "me", "umpire": "open"})
    guest.post(f"/api/join/{owner.at(table, 'invite', seat='umpire')['token']}")
    return table


# -- names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alike",
    ["ANNA-LISA", "anna_lisa", "ännä-lìsa", "аnna-lisa", "ΑΝΝΑ-LISA", "anna-1isa", "anna-Iisa", "ａｎｎａ-lisa",
     "anna-lіsa", "anna-łisa", "ᴀɴɴᴀ-ʟɪsᴀ", "anna-ʟisᶏ", "ɑnnɑ-lisa", "anna-liꜱa"],
)  # fmt: skip
def test_a_name_that_looks_like_anothers_is_taken(visitor: Any, host: InProcess, alike: str) -> None:
    visitor("anna-lisa")
    status, error = Client(host.base).refused("/api/register", name=alike, password=PASSWORD)
    assert (status, error["why"]) == (409, "taken")


@pytest.mark.parametrize(
    "name",
    ["operator", "Operator", "0perator", "оperator", "OPERATÓR", "operator-", "_operator", "viermot", "Vierrnot",
     "computer", "admin", "standard", "random", "reference", "umpire", "player", "pilot1", "british", "german",
     "public", "nightfighter", "ᴏᴘᴇʀᴀᴛᴏʀ", "ᴄᴏmpuƭer"],
)  # fmt: skip
def test_the_names_of_the_house_are_its_own(host: InProcess, name: str) -> None:
    status, error = Client(host.base).refused("/api/register", name=name, password=PASSWORD)
    assert (status, error["why"]) == (409, "taken"), name


@pytest.mark.parametrize(
    "name",
    ["\u3164\u3164\u3164", "---", "a\u200db\u200dc", "an\u202ena", "ab\u0301", "ꓳꓑꓰꓣꓮꓔꓳꓣ", "ⲟⲣerator", "𐐄perator",
     "operatoᴦ", "Дmitri", "אנna"],
)  # fmt: skip
def test_names_that_cannot_be_read_are_refused(host: InProcess, name: str) -> None:
    assert Client(host.base).refused("/api/register", name=name, password=PASSWORD)[1]["why"] == "illegal"


def test_names_of_any_alphabet_may_be_had(host: InProcess) -> None:
    for name in ("Jürgen", "Łucja", "Дмитрий", "Ελένη", "小林三郎", "ひろしカワ", "O-Brien_7", "Οδυσσέας1", "김철수"):
        client = Client(host.base).register(name)
        assert client.me["user"]["name"] == name
        assert Client(host.base).login(name.upper()).me["user"]["name"] == name


def test_different_names_do_not_look_alike() -> None:
    people_ = ["anna", "hanna", "anne", "bert", "berta", "max", "mark", "dora", "emil", "emilia", "Дмитрий", "Ελένη"]
    assert len({names.likeness(name) for name in people_}) == len(people_)


# -- failed attempts ---------------------------------------------------------------------------------------------


def test_failed_attempts_are_logged_and_shown_to_the_person_whose_name_was_tried(
    visitor: Any, host: InProcess, caplog: pytest.LogCaptureFixture
) -> None:
    client = visitor("tried")
    with caplog.at_level(logging.WARNING):
        for name in ("tried", "TRIED", "nobody\nforged line"):
            Client(host.base).refused("/api/login", name=name, password="a wrong secret")
    assert "failed sign-in as 'tried' from 127.0.0.1" in caplog.text and "a wrong secret" not in caplog.text
    assert r"'nobody\nforged line'" in caplog.text, "no line of the log can be forged"
    wait_until(lambda: len(client.get("/api/account")["attempts"]) == 2)
    shown = client.get("/api/account")
    assert shown["name"] == "tried" and shown["sessions"] >= 1
    assert all(attempt["address"] == "127.0.0.1" and attempt["at"] > shown["created"] for attempt in shown["attempts"])
    for _ in range(25):
        Client(host.base).refused("/api/login", name="tried", password="wrong")
    wait_until(lambda: len(client.get("/api/account")["attempts"]) == 20)
    store = host.server.store
    wait_until(lambda: len(store.read_now(lambda c: c.execute(select(attempts)).all())) == 20)


# -- passwords and sessions ----------------------------------------------------------------------------------------


def test_another_password_ends_all_other_sessions(visitor: Any, host: InProcess) -> None:
    here, there = visitor("changer"), Client(host.base).login("changer")
    old = here.http.cookies["viermot"]
    with there.socket() as socket:
        assert here.refused("/api/account/password", old="wrong", new="another one")[1]["why"] == "forbidden"
        assert here.refused("/api/account/password", old=PASSWORD, new="short")[1]["why"] == "illegal"
        assert there.get("/api/tables") == []
        me = here.post("/api/account/password", old=PASSWORD, new="another one")
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    here.http.headers["x-csrf-token"] = me["csrf"]
    assert here.get("/api/tables") == [] and there.not_given("/api/tables")[0] == 401
    assert httpx.get(f"{host.base}/api/tables", headers={"cookie": f"viermot={old}"}).status_code == 401
    assert Client(host.base).refused("/api/login", name="changer", password=PASSWORD)[0] == 401
    assert Client(host.base).login("changer", "another one").get("/api/account")["sessions"] == 2


def test_signing_out_everywhere(visitor: Any, host: InProcess) -> None:
    here, there = visitor("everywhere"), Client(host.base).login("everywhere")
    bystander = visitor("bystander")
    with there.socket() as socket, bystander.socket() as other:
        assert here.post("/api/account/sign-out")["user"] is None
        with pytest.raises(ConnectionClosed):
            socket.receive()
        assert other.answer(type="unwatch", table="t", seat="s")["type"] == "done"
    assert here.not_given("/api/tables")[0] == there.not_given("/api/tables")[0] == 401
    assert bystander.get("/api/tables") == []
    Client(host.base).login("everywhere")


def test_the_local_player_has_no_account(me: Client) -> None:
    assert me.not_given("/api/account")[1]["why"] == "forbidden"
    for what, body in (("password", {"old": "a", "new": "b"}), ("sign-out", {}), ("delete", {"password": "a"})):
        assert me.refused(f"/api/account/{what}", **body)[1]["why"] == "forbidden"


# -- leaving a game --------------------------------------------------------------------------------------------


def test_a_running_game_that_its_owner_deletes_stays_with_the_other(visitor: Any) -> None:
    owner, guest = visitor("owner1"), visitor("guest1")
    table = a_game_of_two(owner, guest)
    owner.at(table, "chat", seat="player", text="farewell")
    with guest.socket() as socket, owner.socket() as own:
        socket.watch(table, "umpire")
        own.watch(table, "player")
        owner.http.delete(f"/api/tables/{table}").raise_for_status()
        view = socket.view()
        assert view["ended"] == {"resigned": "player"} and view["key"]
        while (message := own.receive())["type"] != "gone":
            pass
        assert message["table"] == table
    assert all(line["id"] != table for line in owner.get("/api/tables")) and owner.not_given(f"/api/tables/{table}")
    line = guest.get(f"/api/tables/{table}")
    assert line["mine"] and line["ended"] == {"resigned": "player"}
    assert {seat["seat"]: (seat["holder"], seat["name"]) for seat in line["seats"]} == {
        "player": ("person", "owner1"), "umpire": ("me", "guest1"),
    }  # fmt: skip
    after = guest.view(table, "player")
    assert after["chat"][0]["name"] == "owner1" and guest.get(f"/api/tables/{table}/verify")["fair"]
    assert guest.refused(f"/api/tables/{table}/invite", seat="player")[1]["why"] == "taken", "it is nobody else's"
    guest.http.delete(f"/api/tables/{table}").raise_for_status()
    assert guest.not_given(f"/api/tables/{table}")[0] == 404


def test_a_finished_game_stays_with_the_other_as_it_ended(visitor: Any) -> None:
    owner, guest = visitor("owner2"), visitor("guest2")
    table = a_game_of_two(owner, guest)
    guest.at(table, "resign", seat="umpire")
    owner.http.delete(f"/api/tables/{table}").raise_for_status()
    assert guest.get(f"/api/tables/{table}")["ended"] == {"resigned": "umpire"}


def test_an_owner_who_does_not_sit_there_leaves_the_game_running(visitor: Any) -> None:
    owner, first, second = visitor("owner3"), visitor("first3"), visitor("second3")
    table = owner.table("1", seats={"player": "open", "umpire": "open"})
    for seat, who in (("player", first), ("umpire", second)):
        who.post(f"/api/join/{owner.at(table, 'invite', seat=seat)['token']}")
    owner.http.delete(f"/api/tables/{table}").raise_for_status()
    assert first.get(f"/api/tables/{table}")["ended"] is None and first.get(f"/api/tables/{table}")["mine"]
    assert not second.get(f"/api/tables/{table}")["mine"]


def test_a_game_alone_is_gone_when_it_is_deleted(visitor: Any) -> None:
    owner = visitor("owner4")
    table = owner.table("1")
    owner.http.delete(f"/api/tables/{table}").raise_for_status()
    assert owner.not_given(f"/api/tables/{table}")[0] == 404


# -- leaving altogether ------------------------------------------------------------------------------------------


def everything_kept(store: Store) -> str:
    def look(connection: Any) -> list[Any]:
        return [tuple(row) for table in (people, logins, attempts, games, seats, chat, decisions)
                for row in connection.execute(select(table))]  # fmt: skip

    return repr(store.read_now(look))


def test_an_account_that_is_deleted_leaves_no_name_behind(visitor: Any, host: InProcess) -> None:
    leaver, guest = visitor("Leaver"), visitor("guest5")
    person = host.server.store.read_now(
        lambda c: c.execute(select(people.c.id).where(people.c.folded == "leaver")).scalar_one()
    )
    alone, together = leaver.table("1"), a_game_of_two(leaver, guest)
    as_guest = a_game_of_two(guest, leaver)
    lent = a_game_of_two(guest, leaver)
    leaver.at(lent, "hand-over", seat="umpire", bot="standard")
    leaver.at(together, "chat", seat="player", text="farewell")
    Client(host.base).refused("/api/login", name="leaver", password="wrong")
    assert leaver.refused("/api/account/delete", password="wrong")[1]["why"] == "forbidden"
    with leaver.socket() as socket:
        assert leaver.post("/api/account/delete", password=PASSWORD)["user"] is None
        with pytest.raises(ConnectionClosed):
            socket.receive()
    assert leaver.not_given("/api/tables")[0] == 401
    assert Client(host.base).refused("/api/login", name="leaver", password=PASSWORD)[0] == 401
    kept = everything_kept(host.server.store)
    assert "eaver" not in kept and person not in kept and alone not in kept
    for table, seat in ((together, "player"), (as_guest, "umpire")):
        assert guest.get(f"/api/tables/{table}")["ended"] == {"resigned": seat}
        line = next(line for line in guest.view(table, "umpire")["seats"] if line["seat"] == seat)
        assert (line["holder"], line["name"], line["gone"]) == ("person", "somebody who has left", True)
    assert guest.get(f"/api/tables/{lent}")["ended"] is None, "where the computer plays for him, it goes on"
    assert guest.view(together, "umpire")["chat"][0]["name"] == "somebody who has left"
    assert guest.view(together, "umpire", locale="pl")["chat"][0]["name"] == "ktoś, kto odszedł"
    assert guest.get(f"/api/tables/{together}/verify")["fair"]
    Client(host.base).register("leaver")


def test_a_deletion_that_was_interrupted_is_finished_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database, hosting=True, limits=False)
    client = Client(server.base).register("halfgone")
    client.table("1")

    async def break_off(*_: Any) -> None:
        raise RuntimeError("stopped here")

    with monkeypatch.context() as patch:
        patch.setattr(leaving, "leave_all", break_off)
        assert client.http.post("/api/account/delete", json={"password": PASSWORD}).status_code == 500
    Client(server.base).register("HalfGone", "somebody else's")
    server.stop()
    again = InProcess(database=database, hosting=True, limits=False)
    try:
        rows = again.server.store.read_now(lambda c: [row.name for row in c.execute(select(people))])
        assert rows == ["HalfGone"]
        assert again.server.store.read_now(lambda c: c.execute(select(games)).all()) == []
    finally:
        again.stop()


# -- databases from before -----------------------------------------------------------------------------------------


def test_people_from_before_keep_their_names_even_if_they_look_alike(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite3"
    store = Store(url_of(str(file)))
    store.close()
    with sqlite3.connect(file) as old:
        for step in (
            "DROP TABLE complaints",
            "DROP TABLE silenced",
            "ALTER TABLE chat DROP COLUMN person",
            "ALTER TABLE seats DROP COLUMN card",
            "ALTER TABLE games DROP COLUMN branch",
            "ALTER TABLE games DROP COLUMN advice",
            "ALTER TABLE games DROP COLUMN patience",
            "ALTER TABLE people DROP COLUMN guest_until",
            "DROP TABLE climbed",
            "DROP TABLE learned",
            "DROP TABLE attempts",
            "ALTER TABLE seats DROP COLUMN was",
            "DROP INDEX ix_people_likeness",
            "ALTER TABLE people DROP COLUMN likeness",
            "UPDATE alembic_version SET version_num = '0001'",
        ):
            old.execute(step)
        for number, name in enumerate(("anna", "аnna", "operator")):
            old.execute("INSERT INTO people VALUES (?, ?, ?, NULL, ?)", (str(number), name, name, number))
    old.close()
    store = Store(url_of(str(file)))
    looks = store.read_now(lambda c: {row.name: row.likeness for row in c.execute(select(people))})
    store.close()
    assert looks["anna"] == names.likeness("anna") and len(set(looks.values())) == 3


def test_a_backup_from_before_can_still_be_restored(tmp_path: Path) -> None:
    first = Store(url_of(str(tmp_path / "first.sqlite3")))
    line = {"id": "p", "name": "Anna", "folded": "anna", "likeness": "anna", "password": None, "created": 1.0}
    first.write_now(lambda c: c.execute(people.insert(), line))
    operations.backup(first, tmp_path / "new.backup")
    first.close()
    lines = [json.loads(text) for text in gzip.decompress((tmp_path / "new.backup").read_bytes()).splitlines()[:-1]]
    assert lines[0]["revision"] == migrations.HEAD
    lines[0]["revision"] = "0001"
    for each in lines:
        if each.get("table") == "people":
            del each["row"]["likeness"]
    texts = [json.dumps(each).encode() for each in lines]
    import hashlib

    seal = json.dumps({"seal": hashlib.sha256(b"".join(texts)).hexdigest()}).encode()
    (tmp_path / "old.backup").write_bytes(gzip.compress(b"\n".join([*texts, seal]) + b"\n"))
    second = Store(url_of(str(tmp_path / "second.sqlite3")))
    operations.restore(second, tmp_path / "old.backup")
    assert second.read_now(lambda c: c.execute(select(people.c.likeness)).scalar()) == names.likeness("Anna")
    second.close()


def test_signing_in_takes_as_long_for_a_name_that_is_not_there(visitor: Any, host: InProcess) -> None:
    """The attempt is written down later, so that nobody waits for it: the answer does not tell."""
    visitor("timed")
    written: list[Any] = []
    accounts = host.server.accounts
    soon = accounts.store.write_soon
    try:
        accounts.store.write_soon = written.append  # type: ignore[method-assign, assignment]
        Client(host.base).refused("/api/login", name="timed", password="wrong")
        assert len(written) == 1 and not asyncio.iscoroutinefunction(written[0])
    finally:
        accounts.store.write_soon = soon  # type: ignore[method-assign, assignment]


# -- games that cannot be opened any more --------------------------------------------------------------------------


def outdated(host: InProcess, table: str, **setup: Any) -> None:
    """A table of other rules than those installed: its record breaks off, or its setup is of something that is gone."""

    def age(connection: Any) -> None:
        if setup:
            old = connection.execute(select(games.c.setup).where(games.c.id == table)).scalar_one()
            values = {"setup": {**old, **setup}, "game": setup.get("game", old["game"])}
            connection.execute(games.update().where(games.c.id == table).values(values))
        connection.execute(decisions.update().where(decisions.c.game == table, decisions.c.seq == 1).values(choice="?"))

    host.server.store.write_now(age)
    host.server.tables._held.pop(table, None)


AGES: tuple[dict[str, Any], ...] = (
    {}, {"game": "gone"}, {"scenario": "gone"}, {"options": {"gone": 1}}, {"position": "x = ["},
)  # fmt: skip


@pytest.mark.parametrize("age", AGES)
def test_a_game_of_other_rules_is_told_of_and_deleted(visitor: Any, host: InProcess, age: dict[str, Any]) -> None:
    owner = visitor("owner5")
    table, good = owner.table("4B"), owner.table("4B")
    owner.my_turn(table, "player")  # the umpire has answered: there is a record to break off
    outdated(host, table, **age)
    assert good in [line["id"] for line in owner.get("/api/tables")]
    assert owner.not_given(f"/api/tables/{table}/seats/player")[1]["why"] == "other rules"
    assert visitor("guest5").http.delete(f"/api/tables/{table}").status_code == 404
    owner.http.delete(f"/api/tables/{table}").raise_for_status()
    assert owner.not_given(f"/api/tables/{table}")[0] == 404
    owner.http.delete(f"/api/tables/{good}").raise_for_status()


def test_an_account_is_deleted_though_its_games_cannot_be_opened(visitor: Any, host: InProcess) -> None:
    owner, guest = visitor("owner6"), visitor("guest6")
    alone, both = owner.table("4B"), a_game_of_two(owner, guest)
    owner.my_turn(alone, "player")
    for table in (alone, both):
        outdated(host, table)
    owner.post("/api/account/delete", password=PASSWORD)
    assert "owner6" not in everything_kept(host.server.store) and alone not in everything_kept(host.server.store)
    (line,) = [line for line in guest.get("/api/tables") if line["id"] == both]
    assert line["mine"] and [seat["gone"] for seat in line["seats"]] == [True, False]
