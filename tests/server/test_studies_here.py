"""Studies on a server: started, watched, stopped and read; on a host by nobody but its operator."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.kits import sample
from tests.support.server import Client, InProcess
from viermot.lab.ledger import ROWS, whole_rows
from viermot.server.messages.requests import NewStudy
from viermot.server.studies import BACK, PLAYER, Studies

GAME = sample()
WANTED: dict[str, Any] = {
    "question": "Who <b>wins</b>?", "game": GAME, "scenarios": ["3"], "games": 3, "seed": "here",
    "seats": {"player": ["random", "novice"], "umpire": ["plain"]},
}  # fmt: skip
PATHS = [
    ("GET", "/api/studies"), ("POST", "/api/studies"), ("GET", "/api/studies/x"), ("GET", "/api/studies/x/plots/0"),
    ("GET", "/api/studies/x/report"), ("POST", "/api/studies/x/stop"), ("POST", "/api/studies/x/go-on"),
    ("POST", "/api/studies/x/watch"),
]  # fmt: skip


def wait_until(there: Callable[[], bool]) -> None:
    """A study gives way to everything else, so that on a busy machine it takes its time."""
    end = time.monotonic() + 240
    while not there():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.2)


def finished(client: Client, study: str) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def over() -> bool:
        found.update(client.get(f"/api/studies/{study}"))
        return bool(found["card"]["finished"] and not found["card"]["running"])

    wait_until(over)
    return found


@pytest.fixture(scope="module")
def study(local: InProcess) -> str:
    """A study that has been played to its end."""
    client = Client(local.base)
    made = client.post("/api/studies", **WANTED)
    name = str(made["card"]["id"])
    finished(client, name)
    client.close()
    return name


def test_a_study_is_started_watched_and_read(local: InProcess, me: Client, study: str) -> None:
    assert me.get("/api/me")["studies"] is True
    report = finished(me, study)
    card = report["card"]
    assert (card["question"], card["game"], card["done"], card["size"]) == ("Who <b>wins</b>?", GAME, 6, 6)
    assert "[" in card["answer"] and len(report["rows"]) == 2 and report["rate"] == 0
    assert [each["id"] for each in me.get("/api/studies")][:1] == [study]
    for plot in report["plots"]:
        picture = me.http.get(f"/api/studies/{study}/plots/{plot['name']}")
        assert picture.headers["content-type"].startswith("image/svg+xml") and picture.text.startswith("<svg")
        assert "var(--" not in picture.text
    page = me.http.get(f"/api/studies/{study}/report")
    assert "attachment" in page.headers["content-disposition"] and "&lt;b&gt;wins" in page.text


def test_it_speaks_the_readers_language(me: Client, study: str) -> None:
    english, polish = (
        me.http.get(f"/api/studies/{study}", params={"locale": locale}).json() for locale in ("en", "pl")
    )
    assert english["card"]["answer"] != polish["card"]["answer"] and english["plots"] != polish["plots"]


def test_any_row_opens_as_a_game_that_is_over(local: InProcess, me: Client, study: str) -> None:
    table = me.post(f"/api/studies/{study}/watch", row=4)["id"]
    line = me.get(f"/api/tables/{table}")
    assert line["over"] is not None and line["scenario"] == "3"
    assert me.refused(f"/api/studies/{study}/watch", row=6)[0] == 422


@pytest.fixture
def in_the_background() -> Iterator[None]:
    """As a shell starts what it puts in the background: Ctrl-C is not for it, nor for what it starts."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("in_the_background")
def test_a_study_that_is_stopped_goes_on(local: InProcess, me: Client) -> None:
    assert local.server.studies is not None
    made = me.post("/api/studies", **{**WANTED, "games": 40_000, "seed": "long"})
    name = made["card"]["id"]
    rows = local.server.studies.folder / name / ROWS
    wait_until(lambda: rows.exists() and rows.read_bytes().count(b"\n") >= 2)
    running = me.get(f"/api/studies/{name}")
    assert running["card"]["running"] and running["rate"] > 0 and running["left"] > 0
    assert me.refused("/api/studies", **WANTED)[0] == 409  # one at a time
    me.post(f"/api/studies/{name}/stop")
    wait_until(lambda: not me.get(f"/api/studies/{name}")["card"]["running"])
    done = len(whole_rows(rows))
    assert not me.get(f"/api/studies/{name}")["card"]["finished"]
    me.post(f"/api/studies/{name}/go-on")
    wait_until(lambda: me.get(f"/api/studies/{name}")["card"]["done"] > done)
    me.post(f"/api/studies/{name}/stop")
    wait_until(lambda: not me.get(f"/api/studies/{name}")["card"]["running"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"scenarios": ["99"]},
        {"scenarios": []},
        {"seats": {"player": ["gifted"]}},
        {"seats": {"player": ["os:system"]}},
        {"seats": {"navigator": ["plain"]}},
        {"game": "whist"},
        {"games": 100_000, "options": ["28.1", "28.2", "28.3", "28.4"]},
        {"games": 0},
        {"pack": "x"},
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_nothing_behind(local: InProcess, me: Client, wrong: Any) -> None:
    assert local.server.studies is not None
    before = sorted(local.server.studies.folder.glob("*"))
    answer = me.http.post("/api/studies", json={**WANTED, **wrong})
    assert answer.status_code in (400, 404, 422) and answer.json()["error"]["text"]
    assert sorted(local.server.studies.folder.glob("*")) == before


def test_two_clicks_start_one_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Runs:
        def poll(self) -> None:
            return None

    def play(self: Any, path: Path) -> None:
        time.sleep(0.2)  # so long a process takes to start
        self._playing[path.name] = Runs()

    monkeypatch.setattr(Studies, "_play", play)
    here, wanted = Studies(tmp_path), msgspec.convert(WANTED, NewStudy)
    with ThreadPoolExecutor(2) as pool:
        clicks = [pool.submit(here.begin, wanted) for _ in range(2)]
    assert sorted(type(click.exception()).__name__ for click in clicks) == ["NoneType", "Refused"]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["no-such", "..", "%2e%2e", "a%2fb"])
def test_there_is_nothing_where_no_study_is(me: Client, name: str) -> None:
    assert me.http.get(f"/api/studies/{name}").status_code == 404


# --- on a host -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """A host whose operator is Olga."""
    database = str(tmp_path_factory.mktemp("hosted") / "games.sqlite3")
    server = InProcess(database=database, hosting=True, limits=False, operators=["olga"])
    yield server
    server.stop()


def someone(server: InProcess, name: str) -> Client:
    client = Client(server.base)
    answer = client.http.post("/api/register", json={"name": name, "password": "correct horse"})
    client.http.headers["x-csrf-token"] = answer.json()["csrf"]
    return client


def test_on_a_host_only_its_operator_finds_studies(hosted: InProcess) -> None:
    olga, anna, nobody = someone(hosted, "olga"), someone(hosted, "anna"), Client(hosted.base)
    assert [each.get("/api/me")["studies"] for each in (olga, anna, nobody)] == [True, False, False]
    assert olga.get("/api/studies") == []
    for method, path in PATHS:
        body = WANTED if path == "/api/studies" else {"row": 0} if path.endswith("watch") else {}
        refused = [each.http.request(method, path, json=body if method == "POST" else None) for each in (anna, nobody)]
        assert [answer.status_code for answer in refused] == [404, 401], path
    guest = Client(hosted.base)
    answer = guest.http.post("/api/guest", json={})
    guest.http.headers["x-csrf-token"] = answer.json()["csrf"]
    assert guest.http.get("/api/studies").status_code == 404
    for each in (olga, anna, nobody, guest):
        each.close()


def test_a_host_without_an_operator_has_no_studies(host: InProcess, visitor: Any) -> None:
    anna = visitor("anna")
    assert anna.get("/api/me")["studies"] is False and anna.http.get("/api/studies").status_code == 404


def test_when_the_server_stops_so_does_the_study_and_every_row_is_kept(tmp_path: Path) -> None:
    server = InProcess(database=str(tmp_path / "games.sqlite3"))
    client = Client(server.base)
    name = client.post("/api/studies", **{**WANTED, "games": 5000})["card"]["id"]
    folder = tmp_path / "studies" / name
    wait_until(lambda: (folder / ROWS).exists() and (folder / ROWS).read_bytes().count(b"\n") >= 2)
    studies = server.server.studies
    assert studies is not None
    process = studies._playing[name]
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + BACK)
    client.close()
    server.stop()
    assert process.poll() is not None and (folder / PLAYER).exists()
    assert len(whole_rows(folder / ROWS)) >= 2
    again = InProcess(database=str(tmp_path / "games.sqlite3"))
    client = Client(again.base)
    card = client.get(f"/api/studies/{name}")["card"]
    assert not card["running"] and not card["finished"] and card["done"] >= 2
    client.close()
    again.stop()
