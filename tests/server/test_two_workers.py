"""Two workers on one PostgreSQL: pauses are the same at both, and files of several people are opened across them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from tests.support.kits import sample
from tests.support.server import Client, InProcess, Postgres, wait_until
from viermot.server import about

PAUSE = 1.5  # seconds


@dataclass
class Company:
    """Anna, who comes to both workers, and Bert, who sits at the second."""

    anna: Client
    anna_there: Client
    bert: Client

    def table(self) -> str:
        table = self.anna.table("4B", seats={"player": "me", "umpire": "open"})
        token = self.anna.at(table, "invite", seat="umpire")["token"]
        self.bert.post(f"/api/join/{token}")
        return table

    def umpire_answers(self, table: str) -> int:
        """All that he is asked, at once; how often that was."""
        count = 0
        while (view := self.bert.view(table, "umpire"))["decision"] is not None:
            self.bert.decide(table, view)
            count += 1
        return count

    def player_is_asked(self, table: str) -> dict[str, object]:
        wait_until(lambda: self.umpire_answers(table) == 0 and self.anna.view(table)["decision"] is not None, 30)
        return self.anna.view(table)


@pytest.fixture
def company(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Company]:
    page = about.face(sample())
    assert page.pacing is not None
    monkeypatch.setattr(page, "pacing", replace(page.pacing, pause=PAUSE))
    database = postgres.new_database()
    servers = [InProcess(database=database, hosting=True, limits=False) for _ in range(2)]
    try:
        here, there = (server.base for server in servers)
        yield Company(Client(here).register("anna"), Client(there).login("anna"), Client(there).register("bert"))
    finally:
        for server in servers:
            server.stop()


def test_whoever_is_kept_waiting_is_so_at_either_worker(company: Company) -> None:
    """Whether or not the umpire was asked something at the other one, and however soon he answered."""
    table = company.table()
    asked = []
    for _ in range(3):
        view = company.player_is_asked(table)
        events = len(company.anna.view(table)["events"])
        began = time.monotonic()
        company.anna.decide(table, view)
        asked.append(company.umpire_answers(table))
        while True:
            seen = [each.view(table) for each in (company.anna_there, company.anna)]
            if time.monotonic() - began > 0.9 * PAUSE:  # the last one may have come after that
                break
            for view in seen:
                assert view["decision"] is None and view["waiting_for"] == "other", view["decision"]
                assert len(view["events"]) == events
        for each in (company.anna, company.anna_there):
            wait_until(lambda: len(each.view(table)["events"]) > events, 20)  # noqa: B023
        assert time.monotonic() - began >= PAUSE
        company.umpire_answers(table)
        wait_until(lambda: company.anna.view(table) == company.anna_there.view(table), 20)
    assert max(asked) > 0, "else nothing would be proved"


def test_a_push_waits_at_the_other_worker_too(company: Company) -> None:
    table = company.table()
    view = company.player_is_asked(table)
    with company.anna_there.socket() as socket:
        before = socket.watch(table)
        began = time.monotonic()
        company.anna.decide(table, view)
        company.umpire_answers(table)
        while (pushed := socket.view())["events_from"] + len(pushed["events"]) == len(before["events"]):
            assert pushed["decision"] is None
        assert time.monotonic() - began >= 0.95 * PAUSE


def test_a_sealed_file_is_opened_by_people_at_different_workers(company: Company) -> None:
    table = company.table()
    company.anna.decide(table, company.player_is_asked(table))
    company.player_is_asked(table)
    file = company.anna.get(f"/api/tables/{table}/save", seat="player")
    assert file["people"] == {"player": "anna", "umpire": "bert"}
    made = company.anna.post("/api/tables/import", save=json.dumps(file))
    assert made["id"] == "" and made["opening"]
    (asked,) = company.bert.get("/api/openings")
    assert asked["by"] == "anna" and asked["waits_for"] == ["bert"]
    copy = company.bert.post(f"/api/openings/{asked['id']}/agree", agree=True)["id"]
    assert copy and company.anna.get("/api/openings") == company.bert.get("/api/openings") == []
    for who, seat in ((company.anna, "player"), (company.anna_there, "player"), (company.bert, "umpire")):
        wait_until(lambda: who.view(copy, seat)["perspective"] == who.view(table, seat)["perspective"], 20)  # noqa: B023
    company.anna.decide(copy, company.player_is_asked(copy))
    company.anna.at(copy, "resign", seat="player")
    for who in (company.anna, company.anna_there):  # the original still runs, so its copy shows no key
        wait_until(lambda: who.view(copy)["ended"] is not None, 20)  # noqa: B023
        assert who.view(copy)["closed"] and who.view(copy)["key"] is None


def test_an_open_copy_taken_at_one_worker_is_told_at_the_other(company: Company) -> None:
    table = company.anna.table("4B", seats={"player": "me", "umpire": "bot:plain"})
    company.anna.decide(table, company.anna.my_turn(table))
    company.anna.my_turn(table)
    company.anna.http.post(f"/api/tables/{table}/open-copy", json={"seat": "player"}).raise_for_status()
    for who in (company.anna, company.anna_there):
        assert [each["seat"] for each in who.view(table)["opened"]] == ["player"]
