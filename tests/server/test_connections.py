"""Connections: nobody keeps others out by saying nothing, half of something, or slowly; and who asks is who asks."""

from __future__ import annotations

import contextlib
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from tests.support.server import PATIENCE, Client, InProcess, Process, wait_until
from viermot.server import connections
from viermot.server.limits import LOCAL, Limits
from viermot.server.proxies import Proxies, grouped

HALF = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@contextlib.contextmanager
def open_sockets(base: str, count: int, first: bytes = b"", host: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    port = int(base.rpartition(":")[2])
    opened = []
    try:
        for _ in range(count):
            opened.append(socket.create_connection((host, port), 10))
            if first:
                with contextlib.suppress(OSError):
                    opened[-1].sendall(first)
        yield opened
    finally:
        for each in opened:
            each.close()


def is_over(each: socket.socket, seconds: float) -> bool:
    """Does the other side end it within that time?"""
    each.settimeout(seconds)
    try:
        while each.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


@pytest.fixture
def quick(local: InProcess) -> Iterator[InProcess]:
    """A server with little patience."""
    before = local.server.house.limits
    local.server.house.limits = replace(LOCAL, idle=1.0, asking=1.0, reading=1.5, own_open=50)
    yield local
    local.server.house.limits = before


def test_eleven_hundred_half_open_sockets_keep_nobody_out(tmp_path: Any) -> None:
    server = Process(str(tmp_path / "games.sqlite3"), hosting=True)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    try:
        for first in (HALF, b"", b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
            with open_sockets(server.base, 1100, first):
                for _ in range(5):
                    assert httpx.get(f"{server.base}/api/me", timeout=PATIENCE / 2).status_code == 200
        client = Client(server.base).register("served")
        with open_sockets(server.base, 400, HALF), client.socket() as talk:
            assert talk.answer(type="unwatch", table="t", seat="s")["type"] == "done"
            with open_sockets(server.base, 400, HALF):
                assert talk.answer(type="unwatch", table="t", seat="s")["type"] == "done", "who talks is not cut off"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        server.kill()


@pytest.mark.parametrize("first", [b"", b"GET", HALF, b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
def test_whoever_asks_nothing_whole_is_cut_off_in_time(quick: InProcess, first: bytes) -> None:
    with open_sockets(quick.base, 1, first) as [one]:
        assert not is_over(one, 0.6) and is_over(one, 4)
    wait_until(lambda: not any(guest.doing != connections.IDLE for guest in quick.server.house.guests))


def test_whoever_sends_a_byte_now_and_then_is_cut_off_as_well(quick: InProcess, me: Client) -> None:
    head = (
        f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Cookie: {me.headers()['cookie']}\r\nX-CSRF-Token: {me.me['csrf']}\r\nContent-Length: 5000\r\n\r\n"
    ).encode()
    for first, drip in ((HALF, b"x"), (head, b" ")):
        with open_sockets(quick.base, 1, first) as [one]:
            over = False
            for _ in range(40):
                over = over or is_over(one, 0.1)
                with contextlib.suppress(OSError):
                    one.sendall(drip)
            assert over


def test_headers_have_a_size(local: InProcess) -> None:
    with open_sockets(local.base, 1, HALF) as [one]:
        with contextlib.suppress(OSError):
            for _ in range(40):
                one.sendall(b"x" * 4096)
        one.settimeout(5)
        assert b" 431 " in one.recv(200)
    answer = httpx.get(f"{local.base}/api/me", headers={"x-large": "x" * 40_000})
    assert answer.status_code == 431
    assert httpx.get(f"{local.base}/api/me", headers={"x-large": "x" * 4_000}).status_code == 200


def test_whoever_does_not_read_is_cut_off(quick: InProcess, me: Client) -> None:
    with open_sockets(quick.base, 1) as [one]:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = f"GET /api/static/nightfighter HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {me.headers()['cookie']}\r\n\r\n"
        one.sendall(ask.encode() * 60)
        assert len(quick.server.house.guests) >= 1
        address = one.getsockname()
        wait_until(lambda: address not in [guest.client for guest in quick.server.house.guests], 20)


def test_a_large_body_that_comes_steadily_is_taken(quick: InProcess, me: Client) -> None:
    """Three seconds for what is cut off after one if nothing comes."""
    body = b'{"game": "nightfighter", "scenario": "1", "seats": {"player": "me"}}' + b" " * 60_000

    def steadily() -> Iterator[bytes]:
        for place in range(0, len(body), 2000):
            yield body[place : place + 2000]
            time.sleep(0.09)

    answer = me.http.post("/api/tables", content=steadily(), headers={"content-type": "application/json"})
    assert answer.status_code == 200, answer.text


def test_requests_one_after_another_and_all_at_once_are_answered(local: InProcess) -> None:
    ask = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with open_sockets(local.base, 1, ask * 3) as [one]:
        one.settimeout(10)
        got = b""
        while got.count(b"HTTP/1.1 200") < 3:
            more = one.recv(65536)
            assert more
            got += more


def test_one_address_cannot_have_all_connections(quick: InProcess) -> None:
    house = quick.server.house
    wait_until(lambda: len(house.guests) == 0)
    house.limits = replace(house.limits, asking=60.0)  # however long it takes to open them all
    with open_sockets(quick.base, 120, HALF):
        wait_until(lambda: len(house.guests) == 50)
        assert sum(house._of.values()) == 50
    wait_until(lambda: not house.guests and not house._of)


def test_the_house_holds_no_more_than_files_can_be_opened() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 400))\n"
        "from viermot.server.connections import House; from viermot.server.limits import Limits\n"
        "from viermot.server.proxies import Proxies; print(House(Limits(), Proxies()).capacity)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "200", "400 less 200"


def test_small_answers_are_sent_at_once_whatever_the_loop(tmp_path: Any) -> None:
    """asyncio sets TCP_NODELAY only on sockets that say they are TCP; 44 ms a request were the price."""
    code = (
        "import asyncio, socket, sys, uvicorn\n"
        "from viermot.server import connections, serving\n"
        "from viermot.server.app import create_app\n"
        "from viermot.server.config import Config\n"
        "app = create_app(Config(database=sys.argv[1]))\n"
        "made = connections.Guarded.connection_made\n"
        "def note(self, transport):\n"
        "    made(self, transport)\n"
        "    bound = transport.get_extra_info('socket')\n"
        "    print('nodelay', bound.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), flush=True)\n"
        "connections.Guarded.connection_made = note\n"
        "bound = socket.socket(); bound.bind(('127.0.0.1', 0))\n"
        "print(bound.getsockname()[1], flush=True)\n"
        "uvicorn.Server(uvicorn.Config(app, loop='asyncio', **serving.QUIET)).run(sockets=[bound])\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "g.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            wait_until(lambda: _answers(port))
            assert process.stdout.readline().strip() == "nodelay 1"
        finally:
            process.kill()


def _answers(port: int) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"http://127.0.0.1:{port}/api/me").status_code == 200
    return False


# -- who asks --------------------------------------------------------------------------------------------------


class Asked:
    def __init__(self, host: str, *forwarded: str) -> None:
        from starlette.datastructures import Address, Headers

        self.client = Address(host, 1)
        self.headers = Headers(raw=[(b"x-forwarded-for", line.encode()) for line in forwarded])


@pytest.mark.parametrize(
    ("named", "host", "forwarded", "asker"),
    [
        ([], "127.0.0.1", ["1.2.3.4"], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6", "1.2.3.4"], "1.2.3.4"),
        (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", ["6.6.6.6, 1.2.3.4, 10.1.2.3"], "1.2.3.4"),
        (["127.0.0.1"], "9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
        (["127.0.0.1"], "127.0.0.1", ["nonsense"], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", [], "127.0.0.1"),
        (["::1"], "::1", ["[2001:db8::1]:99"], "2001:db8::"),
        (["10.0.0.0/8"], "::ffff:10.0.0.1", ["1.2.3.4:1234"], "1.2.3.4"),
    ],
)
def test_only_named_proxies_say_for_whom_they_ask(named: Any, host: str, forwarded: Any, asker: str) -> None:
    assert Proxies(named).asker(Asked(host, *forwarded)) == asker  # type: ignore[arg-type]


def test_whoever_has_a_whole_network_counts_as_one_person() -> None:
    assert grouped("2001:db8:1:2:3:4:5:6") == grouped("2001:db8:1:2::9") != grouped("2001:db8:1:3::9")


def test_guessing_passwords_is_no_faster_under_made_up_addresses(tmp_path: Any) -> None:
    server = InProcess(database=str(tmp_path / "limits.sqlite3"), hosting=True)
    try:
        client = Client(server.base)
        answers = [
            client.http.post(
                "/api/login", json={"name": f"a{n}", "password": "b"}, headers={"x-forwarded-for": f"1.2.3.{n}"}
            ).status_code
            for n in range(15)
        ]
        assert answers[:10] == [401] * 10 and set(answers[12:]) == {429}
    finally:
        server.stop()


def test_behind_a_named_proxy_each_has_his_own_bucket(tmp_path: Any) -> None:
    server = InProcess(database=str(tmp_path / "limits.sqlite3"), hosting=True, proxies=["127.0.0.1"])
    try:
        client = Client(server.base)

        def guess(who: str) -> int:
            body = {"name": who, "password": "b"}
            return client.http.post("/api/login", json=body, headers={"x-forwarded-for": who}).status_code

        assert [guess("1.2.3.4") for _ in range(12)][-1] == 429 and guess("1.2.3.5") == 401
    finally:
        server.stop()


def test_the_limits_say_what_they_say() -> None:
    """What docs/hosting.md promises."""
    limits = Limits()
    assert (limits.idle, limits.asking, limits.reading, limits.own_open) == (35, 10, 60, 300)
