"""Accounts, sessions, forged requests, limits, invitations, spectators: who may do what."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.server import Client, InProcess, Process, bad, good
from viermot.server import lobby, ws
from viermot.server.http import ROUTES
from viermot.server.schema import logins, people

# -- accounts ----------------------------------------------------------------------------------------------


def test_an_account_signs_in_and_out(host: InProcess) -> None:
    client = Client(host.base)
    assert client.me["hosting"] and client.me["user"] is None
    assert client.not_given("/api/tables") == (401, client.not_given("/api/tables")[1])
    client.register("Wilde-Sau")
    assert (
        client.me["user"] == {"name": "Wilde-Sau", "local": False, "guest": False} and client.get("/api/tables") == []
    )
    old = client.http.cookies["viermot"]
    client.post("/api/logout")
    stolen = httpx.get(f"{host.base}/api/tables", headers={"cookie": f"viermot={old}"})
    assert stolen.status_code == 401, "a cookie is worth nothing after its owner signed out"
    client = Client(host.base)
    status, wrong = client.refused("/api/login", name="wilde-sau", password="wrong horse")
    unknown = client.refused("/api/login", name="nobody", password="wrong horse")
    assert (status, wrong) == unknown == (401, wrong), "who exists is not told"
    assert client.login("WILDE-SAU").get("/api/me")["user"]["name"] == "Wilde-Sau"


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [("ab", "long enough", "illegal"), ("a b c", "long enough", "illegal"), ("x" * 31, "long enough", "illegal"),
     ("<script>", "long enough", "illegal"), ("anna\u0000", "long enough", "unreadable"),
     ("short", "1234567", "illegal"), ("long", "p" * 201, "unreadable")],
)  # fmt: skip
def test_names_and_passwords_that_will_not_do(host: InProcess, name: str, password: str, why: str) -> None:
    assert Client(host.base).refused("/api/register", name=name, password=password)[1]["why"] == why


def test_a_name_is_taken_whatever_its_case(visitor: Any, host: InProcess) -> None:
    visitor("Taken")
    status, error = Client(host.base).refused("/api/register", name="tAKEN", password="long enough")
    assert (status, error["why"]) == (409, "taken")


def test_the_cookie_is_signed_and_hidden_from_scripts(host: InProcess) -> None:
    cookie = httpx.get(f"{host.base}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and cookie.startswith("viermot=")
    value = re.search(r"viermot=([^;]+)", cookie)
    assert value is not None
    name, _, signature = value[1].rpartition(".")
    forged = f"{name}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
    token = httpx.get(f"{host.base}/api/me", headers={"cookie": f"viermot={value[1]}"}).json()["csrf"]
    answer = httpx.get(f"{host.base}/api/me", headers={"cookie": f"viermot={forged}"})
    assert answer.json()["csrf"] != token and "set-cookie" in answer.headers


def test_passwords_are_kept_as_argon2_and_sessions_as_hashes(visitor: Any, host: InProcess) -> None:
    client = visitor("keeper")
    engine = host.server.store.engine
    with engine.connect() as connection:
        password = connection.exec_driver_sql("SELECT password FROM people WHERE folded = 'keeper'").scalar()
        kept = [row[0] for row in connection.exec_driver_sql("SELECT id FROM logins")]
    assert str(password).startswith("$argon2id$") and "correct horse" not in str(password)
    assert all(client.http.cookies["viermot"].partition(".")[0] not in session for session in kept)


def test_a_password_costs_who_guesses_64_megabytes_a_try(tmp_path: Path) -> None:
    """The servers of all other tests are told to do with less (tests/support/server.py)."""
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database, hosting=True, limits=False, dear_passwords=True)
    Client(server.base).register("keeper")
    with server.server.store.engine.connect() as connection:
        password = connection.exec_driver_sql("SELECT password FROM people WHERE folded = 'keeper'").scalar()
    server.stop()
    costs = dict(each.split("=") for each in str(password).split("$")[3].split(","))
    assert int(costs["m"]) >= 65536 and int(costs["t"]) >= 3


def test_loopback_has_one_player_and_no_accounts(me: Client) -> None:
    assert me.me["user"] == {"name": "You", "local": True, "guest": False} and not me.me["hosting"]
    assert me.refused("/api/register", name="somebody", password="long enough")[1]["why"] == "forbidden"


# -- forged requests -----------------------------------------------------------------------------------------


def test_every_change_needs_the_token(me: Client) -> None:
    for what in ROUTES:
        if what.method == "GET":
            continue
        path = re.sub(r"{\w+}", "x", what.path)
        for headers in ({"x-csrf-token": ""}, {"x-csrf-token": "0" * 40}):
            status, error = bad(me.http.request(what.method, path, json={}, headers=headers))
            assert (status, error["why"]) == (403, "csrf"), what.path
    bare = httpx.post(f"{me.base}/api/tables", json={}, headers={"x-csrf-token": me.me["csrf"]})
    assert bad(bare)[1]["why"] == "csrf", "the token is tied to the cookie"


def test_other_sites_are_refused(me: Client) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", me.base.replace("127.0.0.1", "evil.example")):
        status, error = bad(me.http.post("/api/tables", json={}, headers={"origin": origin}))
        assert (status, error["why"]) == (403, "origin")
        with pytest.raises(ConnectionClosed) as closed, me.socket(origin=origin) as socket:
            socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    assert bad(me.http.get("/api/games", headers={"host": "evil.example"}))[1]["why"] == "origin"


def test_addresses_that_make_no_sense_are_refused_as_foreign(me: Client) -> None:
    for headers in ({"host": "[::1"}, {"origin": "http://["}, {"origin": "http://[v1.x]:y"}):
        assert bad(me.http.get("/api/games", headers=headers))[1]["why"] == "origin"
    with pytest.raises(ConnectionClosed) as closed, me.socket(origin="http://[") as socket:
        socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_a_socket_needs_a_session_when_hosting(host: InProcess) -> None:
    with pytest.raises(ConnectionClosed) as closed, Client(host.base).socket() as socket:
        socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def test_signing_out_ends_what_is_connected(visitor: Any) -> None:
    leaver, stayer = visitor("leaver"), visitor("stayer")
    with leaver.socket() as gone, stayer.socket() as there:
        assert gone.answer(type="unwatch", table="t", seat="s")["type"] == "done"
        leaver.post("/api/logout")
        with pytest.raises(ConnectionClosed) as closed:
            gone.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
        assert there.answer(type="unwatch", table="t", seat="s")["type"] == "done"


def test_a_session_that_has_ended_elsewhere_is_noticed(
    visitor: Any, host: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = visitor("elsewhere")
    with client.socket() as socket:
        assert socket.answer(type="unwatch", table="t", seat="s")["type"] == "done"
        store = host.server.store
        person = store.read_now(
            lambda c: c.execute(select(people.c.id).where(people.c.name == "elsewhere")).scalar_one()
        )
        store.write_now(lambda connection: connection.execute(delete(logins).where(logins.c.person == person)))
        host.server.accounts._known.clear()
        monkeypatch.setattr(ws, "RECHECK", 0.0)
        socket.send(type="ping")
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def test_the_browser_is_told_what_it_must_not_do(me: Client) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        headers = me.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy and "unsafe-eval" not in policy and "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy and headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer" and "server" not in headers


def test_frames_are_never_compressed(me: Client) -> None:
    """A browser offers it; the size of what is sent would then depend on what is in it."""
    where = me.base.replace("http", "ws", 1) + "/api/ws"
    with connect(where, compression="deflate", proxy=None, additional_headers=me.headers()) as offered:
        assert offered.protocol.extensions == []


def test_no_secret_is_written_to_the_log(tmp_path: Any) -> None:
    """Passwords, cookies, tokens, invitations and keys: not even when things go wrong."""
    database = str(tmp_path / "log.sqlite3")
    server = Process(database, hosting=True, settings={})
    try:
        client = Client(server.base).register("loud", "a password to keep")
        client.refused("/api/login", name="loud", password="another to keep")
        table = client.table("1", seats={"player": "me", "umpire": "open"})
        token = client.at(table, "invite", seat="umpire")["token"]
        client.get(f"/api/join/{token}")
        client.refused(f"/api/tables/{table}/decide", seat="player", number=0, option="x" * 90)
        client.http.post("/api/tables", content=b"{nonsense", headers={"content-type": "application/json"})
        client.not_given("/api/tables/nothing")
        with client.socket() as socket:
            socket.connection.send("nonsense")
            socket.receive()
        secrets = [token, client.me["csrf"], client.http.cookies["viermot"], "a password to keep", "another to keep"]
        server.stop()
        said = server.said()
        assert [secret for secret in secrets if secret in said] == []
    finally:
        server.kill()


def test_an_invitation_is_not_written_to_the_log_when_it_fails(
    me: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(lobby, "describe", fail)
    assert me.http.get("/api/join/a-token-to-keep").status_code == 500
    assert "/api/join/... failed" in caplog.text and "a-token-to-keep" not in caplog.text


# -- limits --------------------------------------------------------------------------------------------------


def test_bodies_and_messages_have_a_size(me: Client) -> None:
    status, error = bad(me.http.post("/api/tables", json={"game": "x" * 100_000}))
    assert (status, error["why"]) == (413, "too large")
    status, error = bad(me.http.post("/api/tables/import", json={"save": "x" * 9_000_000}))
    assert (status, error["why"]) == (413, "too large")
    with pytest.raises(ConnectionClosed) as closed, me.socket() as socket:
        socket.connection.send("x" * 20_000)
        socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4413


def test_rates_are_limited_when_hosting(tmp_path: Any) -> None:
    server = InProcess(database=str(tmp_path / "limits.sqlite3"), hosting=True)
    try:
        client = Client(server.base)
        answers = [client.http.post("/api/login", json={"name": "a", "password": "b"}) for _ in range(12)]
        assert [answer.status_code for answer in answers[:10]] == [401] * 10
        assert answers[-1].status_code == 429 and int(answers[-1].headers["retry-after"]) >= 1
        client.register("limited")
        with ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: client.http.get("/api/tables"), range(400)))
        assert {answer.status_code for answer in answers} == {200, 429}
        with pytest.raises(ConnectionClosed) as closed, client.socket() as socket:
            for _ in range(500):
                socket.connection.send('{"type": "ping"}')
            while True:
                socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    finally:
        server.stop()


def test_nobody_fills_the_house_alone(host: InProcess, visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.server, "limits", replace(host.server.limits, own_connections=2))
    many, other = visitor("many"), visitor("other")
    with many.socket() as first, many.socket(), other.socket() as another:
        with pytest.raises(ConnectionClosed) as closed, many.socket() as third:
            third.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
        for socket in (first, another):
            assert socket.answer(type="unwatch", table="t", seat="s")["type"] == "done"


def test_a_silent_connection_is_closed_and_one_that_speaks_is_not(
    host: InProcess, visitor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host.server, "limits", replace(host.server.limits, silence=1.5))
    client = visitor("silent")
    with client.socket() as silent, client.socket() as speaking:
        for _ in range(6):
            time.sleep(0.4)
            assert speaking.answer(type="unwatch", table="t", seat="s")["type"] == "done"
        with pytest.raises(ConnectionClosed) as closed:
            silent.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4408


# -- invitations, spectators, strangers -------------------------------------------------------------------------


def test_an_invitation_gives_a_seat_once(visitor: Any) -> None:
    anna, boris, clara = visitor("anna"), visitor("boris"), visitor("clara")
    table = anna.table("1", seats={"player": "open", "umpire": "me"})
    first = anna.at(table, "invite", seat="player")["token"]
    link = anna.at(table, "invite", seat="player")
    assert link["path"].endswith(link["token"])
    assert boris.not_given(f"/api/join/{first}")[0] == 404, "a new link makes the old one useless"
    told = boris.get(f"/api/join/{link['token']}")
    assert (told["seat"], told["scenario"], told["by"]) == ("player", "1", "anna")
    assert boris.not_given(f"/api/tables/{table}")[0] == 404
    with anna.socket() as socket:
        socket.watch(table, "umpire")
        assert boris.post(f"/api/join/{link['token']}") == {"id": table, "seat": "player"}
        assert socket.view()["seats"][0] == {
            "seat": "player", "title": "player", "holder": "person", "name": "boris", "bot": None, "mine": False,
            "until": None, "gone": False,
        }  # fmt: skip
    assert clara.refused(f"/api/join/{link['token']}")[0] == 404
    assert boris.view(table)["seats"][0]["holder"] == "me"
    assert boris.not_given(f"/api/tables/{table}/seats/umpire")[1]["why"] == "wrong seat"
    assert anna.not_given(f"/api/tables/{table}/seats/player")[1]["why"] == "wrong seat"
    assert boris.refused(f"/api/tables/{table}/invite", seat="umpire")[1]["why"] == "forbidden"
    assert anna.refused(f"/api/tables/{table}/invite", seat="player")[1]["why"] == "taken"
    assert bad(boris.http.delete(f"/api/tables/{table}"))[1]["why"] == "forbidden"


@pytest.mark.parametrize("kind", ["save", "position"])
def test_a_seat_of_what_is_loaded_can_be_left_open(visitor: Any, kind: str) -> None:
    anna, boris = visitor("anna"), visitor("boris")
    before = anna.hot_seat("1")
    anna.decide(before, anna.my_turn(before), "0910 S")
    text = anna.http.get(f"/api/tables/{before}/{kind}").text
    body = {"save": text} if kind == "save" else {"game": "nightfighter", "position": text}
    look = anna.post("/api/tables/import/seats", **body)
    assert (look["game"], look["scenario"]) == ("nightfighter", "1") and look["title"]
    assert [seat["seat"] for seat in look["seats"]] == ["player", "umpire"] and look["seats"][1]["bots"]
    assert look["holders"] == {"player": "me", "umpire": "me" if kind == "save" else "bot:standard"}
    table = anna.post("/api/tables/import", **body, seats={**look["holders"], "umpire": "open"})["id"]
    assert [seat["holder"] for seat in anna.view(table)["seats"]] == ["me", "open"]
    boris.post(f"/api/join/{anna.at(table, 'invite', seat='umpire')['token']}")
    assert boris.view(table, "umpire")["perspective"]["fighters"][0]["hex"] == "0910"
    assert anna.not_given(f"/api/tables/{table}/seats/umpire")[1]["why"] == "wrong seat"


def test_what_cannot_be_loaded_is_said_before_it_is(me: Client) -> None:
    for body in (
        {"save": "{}"}, {"save": "[" * 50_000}, {"game": "nightfighter", "position": "nonsense"},
        {"game": "chess", "position": ""}, {"position": "x"}, {}, {"save": "{}", "game": "x", "position": "y"},
    ):  # fmt: skip
        status, error = me.refused("/api/tables/import/seats", **body)
        assert status in (400, 404, 422) and error["text"], body
    assert me.get("/api/tables") == []


def test_strangers_cannot_tell_a_table_from_none(visitor: Any) -> None:
    anna, stranger = visitor("anna"), visitor("stranger")
    table = anna.table("1")
    bodies: dict[str, dict[str, Any]] = {
        "decide": {"seat": "player", "number": 0, "option": "0910 S"}, "undo": {"seat": "player"},
        "consent": {"seat": "player", "agree": True}, "resign": {"seat": "player"}, "rematch": {},
        "hand-over": {"seat": "player", "bot": "random"}, "invite": {"seat": "player"},
        "seen": {"seat": "player", "events": 0},
        "chat": {"seat": "player", "text": "hello"}, "marks": {"seat": "player", "marks": []},
        "fork": {"seat": "player", "at": 0}, "why-not": {"seat": "player", "option": "0910 S"},
    }  # fmt: skip
    for id_ in (table, "nosuchtable"):
        for what, body in bodies.items():
            status, error = stranger.refused(f"/api/tables/{id_}/{what}", **body)
            assert (status, error["why"]) == (404, "not found"), what
        for what in (
            "",
            "/seats/player",
            "/seats/public",
            "/save",
            "/replay",
            "/verify",
            "/dice",
            "/odds",
            "/standing",
            "/position",
        ):
            assert stranger.not_given(f"/api/tables/{id_}{what}")[0] == 404, what
        assert bad(stranger.http.delete(f"/api/tables/{id_}"))[0] == 404
        with stranger.socket() as socket:
            assert socket.answer(type="watch", table=id_, seat="player")["why"] == "not found"
    assert anna.my_turn(table)["decision"]["number"] == 0, "nothing has changed"


def test_spectators_see_what_all_seats_know_where_the_owner_allows_it(visitor: Any) -> None:
    anna, viewer = visitor("anna"), visitor("viewer")
    table = anna.table("4B", spectators=True)
    anna.decide(table, anna.my_turn(table))
    view = viewer.view(table, "public")
    assert view["decision"] is None and view["marks"] == [] and "umpire" not in view["perspective"]
    assert viewer.not_given(f"/api/tables/{table}/seats/player")[1]["why"] == "wrong seat"
    assert viewer.refused(f"/api/tables/{table}/chat", seat="public", text="hi")[1]["why"] == "forbidden"
    assert viewer.refused(f"/api/tables/{table}/decide", seat="player", number=1, option="F")[1]["why"] == "wrong seat"
    assert [line["id"] for line in viewer.get("/api/tables")] == []
    anna.at(table, "resign", seat="player")
    assert "umpire" in viewer.view(table, "umpire")["perspective"], "afterwards everything is open"
    assert viewer.not_given(f"/api/tables/{table}/verify")[1]["why"] == "secret"


def test_going_back_further_needs_the_other_persons_consent(visitor: Any) -> None:
    anna, boris = visitor("anna"), visitor("boris")
    table = anna.table("1", seats={"player": "me", "umpire": "open"})
    boris.post(f"/api/join/{anna.at(table, 'invite', seat='umpire')['token']}")
    people = {"player": anna, "umpire": boris}
    for _ in range(12):
        for seat, person in people.items():
            view = person.view(table, seat)
            if view["decision"] is not None:
                person.decide(table, view)
    number = anna.view(table)["decision"] or {"number": 1}
    assert number["number"] >= 1
    with boris.socket() as socket:
        socket.watch(table, "umpire")
        assert anna.at(table, "undo", seat="player", to=0) == {"done": False}
        wish = socket.view()["proposal"]
        assert wish == {"by": "player", "turn": 0, "mine": False, "agreed": False, "name": "anna"}
        assert boris.at(table, "consent", seat="umpire", agree=False) == {"done": False}
        assert socket.view()["proposal"] is None
    assert boris.refused(f"/api/tables/{table}/consent", seat="umpire", agree=True)[1]["why"] == "stale"
    anna.at(table, "undo", seat="player", to=0)
    assert anna.view(table)["proposal"]["mine"]
    assert boris.at(table, "consent", seat="umpire", agree=True) == {"done": True}
    view = anna.view(table)
    assert view["decision"]["number"] == 0 and view["proposal"] is None


def test_the_owner_puts_a_bot_into_an_open_seat(visitor: Any) -> None:
    anna, boris = visitor("anna"), visitor("boris")
    table = anna.table("1", seats={"player": "me", "umpire": "open"})
    token = anna.at(table, "invite", seat="umpire")["token"]
    assert anna.view(table)["waiting_for"] == "other"
    anna.at(table, "hand-over", seat="umpire", bot="plain")
    assert anna.my_turn(table)["decision"]["kind"] == "place_fighter"
    assert boris.refused(f"/api/join/{token}")[0] == 404, "the seat is not open any more"


def test_errors_never_show_a_traceback(me: Client) -> None:
    for path in ("/api/nothing", "/nothing/../../etc/passwd", "/api/tables/%00", "/api/tables/" + "x" * 500):
        answer = me.http.get(path)
        assert answer.status_code == 404 and "Traceback" not in answer.text
    assert bad(me.http.put("/api/tables", json={}))[0] == 405
    assert bad(me.http.post("/api/tables", content=b"{", headers={"content-type": "application/json"}))[0] == 400
    assert bad(me.http.post("/api/tables", content=b"a=b"))[0] == 400
    assert good(me.http.get("/api/openapi.json"))["openapi"].startswith("3.")
