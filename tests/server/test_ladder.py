"""The ladder on a server: what is done is ticked off with the person, in either database."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection

from tests.support.kits import sample
from tests.support.server import Client, InProcess, wait_until
from viermot.kernel import ladder
from viermot.server import learned
from viermot.server.accounts import LOCAL_ID

GAME = sample()
STEP, OTHER, *_ = (rung for rung in ladder.of_game(GAME) if rung.scenario)


def rung_of(who: Client, step: str = STEP.id) -> dict[str, Any]:
    listed = next(line for line in who.get("/api/ladders") if line["game"] == GAME)
    return {**next(rung for rung in listed["rungs"] if rung["id"] == step), "of": listed}


def test_a_ladder_can_be_seen_by_whoever_is_not_signed_in(host: InProcess) -> None:
    stranger = Client(host.base)
    try:
        listed = stranger.get("/api/ladders")
        assert [line["game"] for line in listed] and not any(r["done"] for line in listed for r in line["rungs"])
        assert stranger.get("/api/lessons")
    finally:
        stranger.close()


def test_a_step_is_ticked_off_when_its_game_is_over_and_not_before(me: Client) -> None:
    table = me.post(f"/api/ladders/{GAME}/{STEP.id}")["id"]
    line = me.get(f"/api/tables/{table}")
    assert (line["scenario"], line["my_seats"]) == (STEP.scenario, [STEP.seat])
    assert not rung_of(me)["done"]
    me.post(f"/api/tables/{table}/resign", seat=STEP.seat)
    assert not rung_of(me)["done"], "who gives up has not played it to its end"


def test_a_game_played_to_its_end_is_ticked_off_and_the_next_step_offered(me: Client) -> None:
    table = me.post(f"/api/ladders/{GAME}/{STEP.id}")["id"]
    while me.get(f"/api/tables/{table}")["over"] is None:
        asked = me.get(f"/api/tables/{table}/seats/{STEP.seat}")["decision"]
        if asked is not None:
            me.post(f"/api/tables/{table}/decide", seat=STEP.seat, number=asked["number"], option=0)
    done = rung_of(me)
    assert done["done"] and done["won"] == STEP.is_won(me.get(f"/api/tables/{table}")["over"])
    assert done["next"] == ladder.of_game(GAME)[2].id


@pytest.mark.usefixtures("unwatched")
def test_whoever_lends_his_seat_to_the_end_has_not_climbed(me: Client, local: InProcess) -> None:
    table = me.post(f"/api/ladders/{GAME}/{OTHER.id}")["id"]
    me.post(f"/api/tables/{table}/hand-over", seat=OTHER.seat, bot="random", until="end")
    wait_until(lambda: me.get(f"/api/tables/{table}")["over"] is not None)
    store = local.server.store
    noted = store.read_now(lambda connection: learned.climbed_by(connection, LOCAL_ID))
    assert learned.name_of(OTHER) not in noted


def test_a_step_that_no_ladder_has_is_not_found(me: Client) -> None:
    answer = me.http.post(f"/api/ladders/{GAME}/99")
    assert answer.status_code == 404 and "99" in answer.json()["error"]["text"]
    assert me.http.post("/api/ladders/nothing/1").status_code == 404


def test_what_is_done_is_kept_in_either_database(database: str) -> None:
    server = InProcess(database=database)
    try:
        store = server.server.store

        def note(connection: Connection, won: bool) -> None:
            learned.note_step(store, connection, LOCAL_ID, STEP, won)

        client = Client(server.base)
        before = rung_of(client)
        assert not before["done"]
        store.write_now(lambda connection: note(connection, False))
        lost = rung_of(client)
        assert lost["done"] and not lost["won"]
        store.write_now(lambda connection: note(connection, True))
        store.write_now(lambda connection: note(connection, False))
        won = rung_of(client)
        assert won["done"] and won["won"], "once won is won"
        assert won["next"] not in (STEP.id, None)
        client.close()
    finally:
        server.stop()
