"""Report this moment: a file with what the seat knows, and nothing that it does not."""

from __future__ import annotations

import viermot
from tests.support.kits import sample
from tests.support.server import Client
from viermot import reports


def test_a_moment_has_version_question_and_log_as_the_seat_knows_them(me: Client) -> None:
    table = me.post("/api/tables", game=sample(), scenario="3", seats={"player": "me"})["id"]
    made = me.get(f"/api/tables/{table}/moment?seat=player")
    seen = me.get(f"/api/tables/{table}/seats/player")
    assert (made["viermot"], made["version"], made["seat"]) == ("moment", viermot.__version__, "player")
    assert made["asked"]["prompt"] == seen["decision"]["prompt"] and made["asked"]["number"] == 0
    assert [line["text"] for line in made["log"]] == [event["text"] for event in seen["events"]]
    assert made["key"] is None, "the dice of a running game stay secret"
    assert me.http.get(f"/api/tables/{table}/moment?seat=umpire").status_code == 403


def test_it_holds_what_the_seat_s_own_record_holds() -> None:
    session = viermot.new_game(sample(), "3", seats={"umpire": "standard"})
    record = session.export("player")
    made = reports.moment(record, session.perspective("player"), session.pending[0], "en")
    added = {"version", "python", "asked", "log"}
    assert set(made) == set(record) | added and made["view"] == session.perspective("player").to_json()
