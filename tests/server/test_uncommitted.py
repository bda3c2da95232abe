"""Nobody is ever shown what is not written: not after a failed commit, not while one is under way, by no outlet."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tests.support.server import Client, InProcess, an_option, wait_until
from viermot.server import rows, writer
from viermot.server.http import ROUTES
from viermot.server.store import Store

Shown = dict[str, str]
ASKED_WITH_A_BODY = {"/api/tables/{id}/why-not": {"option": "nonsense"}}  # POST, but it only asks
NOT_OF_A_TABLE = (
    "/api/me",
    "/health",
    "/api/games",
    "/api/static/{game}",
    "/api/static/{game}/art",
    "/api/join/{token}",
    "/api/account",
    "/api/studies",
    "/api/studies/{id}",
    "/api/studies/{id}/plots/{number}",
    "/api/studies/{id}/report",
)


class Trouble:
    """A database on which every commit fails, or waits first; for as long as it is wished."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails = False
        self.reached = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        do, add_all = Store.do, rows.add_all

        def hindered_do(store: Store, connection: Any, job: Any) -> Any:
            result = do(store, connection, job)
            self._hinder()
            return result

        def hindered_add_all(*words: Any) -> None:
            if self.fails:
                self._hinder()
            add_all(*words)

        monkeypatch.setattr(Store, "do", hindered_do)
        monkeypatch.setattr(writer, "add_all", hindered_add_all)

    def _hinder(self) -> None:
        if self.fails:
            self.reached.set()
            self.go_on.wait(30)
            raise OperationalError("", {}, Exception("the disk is full"))


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """Without limits on how often: here everything is asked for again and again."""
    server = InProcess(database=str(tmp_path_factory.mktemp("uncommitted") / "games.sqlite3"), limits=False)
    yield server
    server.stop()


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trouble]:
    found = Trouble(monkeypatch)
    yield found
    found.fails = False
    found.go_on.set()


def everything(client: Client, table: str) -> Shown:
    """What every outlet says that tells of a table; those that are added later are found by themselves."""
    shown: Shown = {}
    for what in ROUTES:
        if what.path in NOT_OF_A_TABLE or (what.method != "GET" and what.path not in ASKED_WITH_A_BODY):
            continue
        for seat in ("player", "umpire"):
            shown[f"{what.path} {seat}"] = ask(client, what.method, what.path, table, seat)
    for seat in ("player", "umpire"):
        with client.socket() as socket:
            shown[f"watch {seat}"] = repr(socket.watch(table, seat))
    return shown


def ask(client: Client, method: str, path: str, table: str, seat: str) -> str:
    where = path.replace("{id}", table).replace("{seat}", seat)
    assert not re.search("[{}]", where), f"how is {path} asked?"
    if method == "POST":
        answer = client.http.post(where, json={"seat": seat, **ASKED_WITH_A_BODY[path]})
    else:
        answer = client.http.get(where, params={"seat": seat})
    assert answer.status_code < 500, (path, answer.text)
    return re.sub(r'"saved": ?"[^"]*"', "", answer.text)


def who_is_asked(client: Client, table: str) -> dict[str, Any]:
    for seat in ("player", "umpire"):
        view = client.view(table, seat)
        if view["decision"] is not None:
            return view
    raise AssertionError("nobody is asked")


def changes(client: Client, table: str) -> dict[str, Callable[[], Any]]:
    """Everything that changes a table."""
    view = who_is_asked(client, table)
    seat, number = view["seat"], view["decision"]["number"]

    def post(what: str, **body: Any) -> Callable[[], Any]:
        return lambda: client.http.post(f"/api/tables/{table}/{what}", json=body)

    return {
        "decide": post("decide", seat=seat, number=number, option=an_option(view)),
        "resign": post("resign", seat=seat),
        "hand-over": post("hand-over", seat="umpire", bot="standard"),
        "undo": post("undo", seat="umpire", to=0),
        "chat": post("chat", seat="player", text="never said"),
        "marks": post("marks", seat="player", marks=["never drawn"]),
        "seen": post("seen", seat="player", events=1),
        "delete": lambda: client.http.delete(f"/api/tables/{table}"),
    }


def test_after_a_failed_commit_no_outlet_shows_what_was_refused(me: Client, trouble: Trouble) -> None:
    table = me.hot_seat("4B", casual=True)
    me.decide(table, who_is_asked(me, table))
    before = everything(me, table)
    for name, change in changes(me, table).items():
        trouble.fails = True
        answer = change()
        assert answer.status_code == 503, (name, answer.text)
        trouble.fails = False
        assert everything(me, table) == before, name
    view = who_is_asked(me, table)
    me.decide(table, view, an_option(view, 1))
    assert me.get(f"/api/tables/{table}/verify")["fair"], "and it goes on with the dice where they were"


def test_while_a_commit_is_under_way_no_outlet_shows_it(me: Client, trouble: Trouble) -> None:
    table = me.hot_seat("4B")
    before = everything(me, table)
    for name in ("decide", "resign", "hand-over"):
        trouble.reached.clear()
        trouble.go_on.clear()
        trouble.fails = True
        with ThreadPoolExecutor(4) as pool:
            changing = pool.submit(changes(me, table)[name] if name == "decide" else _change_of(me, table, name))
            assert trouble.reached.wait(20)
            reading = pool.submit(everything, me, table)
            listed = pool.submit(lambda: me.http.get("/api/tables").text)
            assert listed.result(20) == before["/api/tables player"], "lists do not wait, and do not tell"
            trouble.go_on.set()
            assert changing.result(30).status_code == 503
            trouble.fails = False
            assert reading.result(60) == before, name


def _change_of(client: Client, table: str, name: str) -> Callable[[], Any]:
    return changes(client, table)[name]


def test_watchers_are_sent_nothing_of_it(me: Client, trouble: Trouble) -> None:
    table = me.hot_seat("4B")
    view = who_is_asked(me, table)
    with me.socket() as socket:
        socket.watch(table, "player")
        socket.watch(table, "umpire")
        trouble.fails = True
        assert socket.decide(view)["why"] == "busy"
        assert socket.quiet_for(0.5)
        trouble.fails = False
        assert socket.decide(view)["type"] == "done", "the same again is taken"


def test_the_dice_of_what_was_refused_are_thrown_again_and_no_others(me: Client, trouble: Trouble) -> None:
    """What failed has not happened: the game then goes as if it had never been tried."""
    tables = [me.hot_seat("4B", seed="the same") for _ in range(2)]
    for turn in range(12):
        for table in tables:
            view = who_is_asked(me, table)
            if table == tables[0]:
                trouble.fails = True
                option = an_option(view, turn)
                body = {"seat": view["seat"], "number": view["decision"]["number"], "option": option}
                assert me.http.post(f"/api/tables/{table}/decide", json=body).status_code == 503
                trouble.fails = False
            me.decide(table, view, an_option(view, turn + 1))
    first, second = (me.get(f"/api/tables/{table}/save") for table in tables)
    assert first["log"] == second["log"]
    assert me.get(f"/api/tables/{tables[0]}/verify")["fair"]


def test_bots_go_on_when_the_database_comes_back(local: InProcess, me: Client, trouble: Trouble) -> None:
    table = me.table("1")
    view = me.my_turn(table)
    with me.socket() as socket:
        socket.watch(table)
        me.decide(table, view)
        view = me.my_turn(table)
        found = local.server.tables.held(table)
        assert found is not None
        before = found.live.length
        decided = threading.Event()
        add = Store.add

        async def then_break(store: Store, *words: Any) -> Any:
            result = await add(store, *words)
            trouble.fails = True
            decided.set()
            return result

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "add", then_break)
            me.decide(table, view)
        if found.live.bot_asked() is not None:
            wait_until(lambda: found.failures > 0 or found.live.length > before + 1)
        trouble.fails = False
        assert me.my_turn(table)["decision"] is not None or me.view(table)["result"] is not None
