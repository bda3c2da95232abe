"""Standing orders on a server: answered at once, said in the log, kept, and one's own business."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.support.kits import sample
from tests.support.server import Client, InProcess

TALLY = "nightfighter.general_tally"


def always(me: Client, table: str, *lines: list[str]) -> None:
    me.at(table, "orders", seat="player", always=list(lines))


def kinds(me: Client, table: str, answers: int) -> list[str]:
    """What is asked while the first option is taken so often."""
    asked = []
    for _ in range(answers):
        view = me.my_turn(table)
        if view["result"] is not None:
            break
        asked.append(view["decision"]["kind"])
        me.decide(table, view)
    return asked


def given(view: dict[str, Any]) -> list[tuple[str, str]]:
    return [(line["by"], line["text"]) for line in view["given"]]


def test_without_orders_everything_is_asked(me: Client) -> None:
    table = me.table("1", seed="orders")
    assert "general_tally" in kinds(me, table, 6)
    assert me.view(table)["orders"] == {"routine": False, "always": []} and me.view(table)["given"] == []


def test_what_is_always_answered_is_not_asked_and_said_in_the_log(me: Client) -> None:
    table = me.table("1", seed="orders")
    always(me, table, [TALLY, "", "no"])
    assert "general_tally" not in kinds(me, table, 6)
    view = me.my_turn(table)
    assert view["orders"]["always"] == [[TALLY, "", "no"]]
    by, text = given(view)[0]
    assert by == "always" and text and not text.startswith("nightfighter.")


def test_an_order_answers_the_open_question_at_once(me: Client) -> None:
    table = me.table("1", seed="orders")
    while (view := me.my_turn(table))["decision"]["kind"] != "general_tally":
        me.decide(table, view)
    always(me, table, [TALLY, "", "no"])
    assert me.my_turn(table)["decision"]["kind"] != "general_tally"


def test_nobody_else_is_shown_them(me: Client) -> None:
    table = me.table("1", seed="orders", spectators=True)
    always(me, table, [TALLY, "", "no"])
    kinds(me, table, 4)
    public = me.view(table, "public")
    assert public["orders"] is None and public["given"] == []


def test_what_cannot_be_read_is_refused(me: Client) -> None:
    table = me.table("1", seed="orders")
    path = f"/api/tables/{table}/orders"
    me.my_turn(table)
    assert me.refused(path, seat="player", always=[["a", "b"]])[0] == 400
    assert me.refused(path, seat="umpire", routine=True)[1]["why"] == "wrong seat"
    for _ in range(6):
        me.at(table, "orders", seat="player", sheet=[[str(n), "", "x" * 150] for n in range(100)])
    assert me.refused(path, seat="player", sheet=[[str(n), "", "x" * 150] for n in range(100)])[1]["why"] == "illegal"


def test_a_table_may_begin_with_the_routine(me: Client) -> None:
    table = me.table("1", seed="orders", routine=True)
    assert me.my_turn(table)["orders"]["routine"] is True


def test_orders_outlast_the_process(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = InProcess(database=database)
    me = Client(server.base)
    table = me.table("1", seed="orders")
    always(me, table, [TALLY, "", "no"])
    kinds(me, table, 4)
    before = me.my_turn(table)
    server.stop()
    server = InProcess(database=database)
    after = Client(server.base).my_turn(table)
    assert after == before and after["given"]
    server.stop()


def test_a_seat_kept_waiting_is_not_shown_what_its_orders_answer_meanwhile(me: Client) -> None:
    """While bots have their tick the table is shown as it was: the answers that orders gave since are not there yet."""
    table = me.post("/api/tables", game=sample(), scenario="4B", seats={"player": "me"}, routine=True, seed="pics")[
        "id"
    ]
    given: list[int] = []
    for _ in range(9):
        before = me.my_turn(table)["decision"]["number"]
        me.at(table, "hand-over", seat="player", bot="standard", until="question")
        seen = me.view(table)  # at once, in the middle of the tick
        given += [line["after"] for line in seen["given"] if line["after"] > seen["events_from"] + len(seen["events"])]
        while (asked := me.view(table)["decision"]) is None or asked["number"] == before:
            time.sleep(0.1)  # whoever asks too often is told so
    assert given == []
