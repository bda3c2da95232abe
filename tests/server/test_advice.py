"""Advice, beliefs and analyses on a server: alone at once, between people when all agree, in a queue, and on record."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tests.support.kits import sample
from tests.support.server import Client, InProcess, play_to_the_end, wait_until
from viermot.kernel.record import ADVICE
from viermot.server import bot_workers, minds, operations

GAME = sample()
MINE, THEIRS = "player", "umpire"


def noted(server: InProcess, table: str) -> list[tuple[str, str, str]]:
    """What the record says of advice."""
    record = operations.show(server.server.store, table)["record"]
    return [(line["seat"], line["question"], line["choice"]) for line in record if line["what"] == ADVICE]


def test_alone_one_asks_and_is_told(local: InProcess, me: Client) -> None:
    table = me.table("4B", seed="advice")
    view = me.my_turn(table)
    assert view["advising"] == {"allowed": True, "alone": True, "wish": [], "used": [], "stood_in": False}
    told = me.post(f"/api/tables/{table}/advice", seat=MINE)
    assert told["number"] == view["decision"]["number"] and told["full"] is False
    assert told["advice"]["option"] and told["advice"]["reason"]
    me.at(table, "decide", seat=MINE, number=told["number"], option=told["advice"]["option"])  # it can be taken
    assert me.view(table)["advising"]["used"] == [{"seat": MINE, "title": "player", "number": told["number"]}]
    me.my_turn(table)
    me.post(f"/api/tables/{table}/advice", seat=MINE)
    again = me.post(f"/api/tables/{table}/advice", seat=MINE)
    assert noted(local, table) == [(MINE, "", "0"), (MINE, "", "1")]  # each question once
    assert again == me.post(f"/api/tables/{table}/advice", seat=MINE)  # and always the same


def test_in_the_readers_language(me: Client) -> None:
    table = me.table("1", seed="po polsku")
    me.my_turn(table)
    english, polish = (
        me.http.post(f"/api/tables/{table}/advice", json={"seat": MINE}, params={"locale": locale}).json()["advice"]
        for locale in ("en", "pl")
    )
    assert english["option"] == polish["option"] and english["reason"] != polish["reason"]


def test_a_belief_is_noted_once(local: InProcess, me: Client) -> None:
    table = me.table("4B", seed="belief")
    view = me.my_turn(table)
    for _ in range(2):
        told = me.post(f"/api/tables/{table}/belief", seat=MINE)["belief"]
        assert set(told) == {"places", "statements"} and all(0 < chance <= 1 for chance in told["places"].values())
    me.decide(table, view)
    me.my_turn(table)
    me.post(f"/api/tables/{table}/belief", seat=MINE)
    assert noted(local, table) == [(MINE, "belief", "0")]


def test_what_an_answer_would_teach(me: Client) -> None:
    table = me.table("3", seed="teach")
    while (view := me.my_turn(table))["decision"]["kind"] != "place_search":
        me.decide(table, view)
    told = me.post(f"/api/tables/{table}/belief", seat=MINE, option="0903")["belief"]["statements"]
    assert sum(each["chance"] for each in told) == pytest.approx(1.0, abs=0.03)
    assert me.refused(f"/api/tables/{table}/belief", seat=MINE, option="xyzzy")[1]["why"] == "unreadable"


def test_it_is_for_the_seat_that_is_asked(me: Client) -> None:
    table = me.table("1", seed="asked", seats={MINE: "me", THEIRS: "bot:plain"})
    me.my_turn(table)
    assert me.refused(f"/api/tables/{table}/advice", seat=THEIRS)[1]["why"] == "wrong seat"
    assert me.refused(f"/api/tables/{table}/belief", seat="public")[1]["why"] == "wrong seat"
    assert me.not_given(f"/api/tables/{table}/analysis", seat=MINE)[1]["why"] == "secret"
    me.at(table, "resign", seat=MINE)
    assert me.refused(f"/api/tables/{table}/advice", seat=MINE)[1]["why"] == "over"


def two_people(visitor: Any, **more: Any) -> tuple[Client, Client, str]:
    anna, bert = visitor("AnnaAsks"), visitor("BertAsks")
    body = {"game": GAME, "scenario": "3", "seats": {MINE: "me", THEIRS: "open"}, **more}
    table = str(anna.post("/api/tables", **body)["id"])
    assert not anna.view(table)["advising"]["alone"], "a seat is kept for somebody"
    bert.post(f"/api/join/{anna.post(f'/api/tables/{table}/invite', seat=THEIRS)['token']}")
    return anna, bert, table


@pytest.mark.parametrize("on", [True, False])
def test_an_invitation_says_whether_advice_is_on(visitor: Any, on: bool) -> None:
    anna, bert = visitor("AnnaInvites"), visitor("BertReads")
    body = {"game": GAME, "scenario": "3", "seats": {MINE: "me", THEIRS: "open"}, "advice": on}
    table = str(anna.post("/api/tables", **body)["id"])
    token = anna.post(f"/api/tables/{table}/invite", seat=THEIRS)["token"]
    assert bert.get(f"/api/join/{token}")["advice"] is on


def asked(anna: Client, bert: Client, table: str) -> tuple[Client, str]:
    """Who is asked something now."""
    for _ in range(200):
        for who, seat in ((anna, MINE), (bert, THEIRS)):
            if who.view(table, seat)["decision"] is not None:
                return who, seat
        time.sleep(0.02)
    raise AssertionError("nobody is asked")


def test_between_people_it_is_off_until_all_want_it(host: InProcess, visitor: Any) -> None:
    anna, bert, table = two_people(visitor)
    who, seat = asked(anna, bert, table)
    assert who.refused(f"/api/tables/{table}/advice", seat=seat)[1]["why"] == "forbidden"
    assert who.refused(f"/api/tables/{table}/belief", seat=seat)[1]["why"] == "forbidden"
    anna.at(table, "advising", seat=MINE, on=True)
    assert not anna.view(table)["advising"]["allowed"]
    assert bert.view(table, THEIRS)["advising"]["wish"] == ["AnnaAsks"]
    anna.at(table, "advising", seat=MINE, on=False)  # she thinks better of it
    bert.at(table, "advising", seat=THEIRS, on=True)
    assert not bert.view(table, THEIRS)["advising"]["allowed"]
    anna.at(table, "advising", seat=MINE, on=True)
    assert anna.view(table)["advising"]["allowed"] and bert.view(table, THEIRS)["advising"]["allowed"]
    assert who.post(f"/api/tables/{table}/advice", seat=seat)["advice"]["option"]
    other, their_seat = (bert, THEIRS) if who is anna else (anna, MINE)
    assert other.view(table, their_seat)["advising"]["used"] == []  # that he was asked is his own business
    assert [line[0] for line in noted(host, table)] == [seat]
    bert.at(table, "advising", seat=THEIRS, on=False)
    assert bert.view(table, THEIRS)["advising"]["allowed"], "to change it takes both"
    anna.at(table, "advising", seat=MINE, on=False)
    assert not anna.view(table)["advising"]["allowed"]
    anna.at(table, "resign", seat=MINE)
    assert [each["seat"] for each in other.view(table, their_seat)["advising"]["used"]] == [seat]


def test_whoever_joins_agrees_to_it_at_the_set_up(visitor: Any) -> None:
    anna, bert, table = two_people(visitor, advice=True)
    assert anna.view(table)["advising"]["allowed"] and bert.view(table, THEIRS)["advising"]["allowed"]


def test_where_too_many_ask_the_usual_bot_answers(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = me.table("4B", seed="full")
    me.my_turn(table)
    monkeypatch.setattr(minds, "OF_ONE", 0)
    told = me.post(f"/api/tables/{table}/advice", seat=MINE)
    assert told["full"] is True and told["advice"]["by"] == "standard" and told["advice"]["alternatives"] == []
    assert me.refused(f"/api/tables/{table}/belief", seat=MINE)[1]["why"] == "too many"


def test_ones_own_map_on_its_way_makes_nobody_wait_for_advice() -> None:
    """Who looks at beliefs and asks for advice is one person with two wishes, not too many people."""
    asked = minds.Minds(None)  # type: ignore[arg-type]  # counts only
    asked.asked["me", "belief"] += 1
    assert not asked._is_full(("me", "advice")) and asked._is_full(("me", "belief"))
    asked.asked["others", "advice"] += minds.IN_LINE
    assert asked._is_full(("me", "advice"))


def test_advice_comes_at_a_tick() -> None:
    """Thought of in a tick and a bit, it is told at the end of the second."""

    async def told_after() -> float:
        began = asyncio.get_running_loop().time() - 1.2 * minds.TICK
        await minds._at_a_tick(began)
        return (asyncio.get_running_loop().time() - began) / minds.TICK

    assert asyncio.run(told_after()) >= 1.99


def test_bots_go_on_after_advice(local: InProcess, me: Client) -> None:
    """The copy of the game that advice was made from is the bots' own."""
    table = me.table("1", seed="on", seats={MINE: "me", THEIRS: "bot:standard"})
    for _ in range(4):
        view = me.my_turn(table)
        if view["result"] is not None:
            break
        me.post(f"/api/tables/{table}/advice", seat=MINE)
        me.decide(table, view)
    play_to_the_end(me, table)
    assert me.get(f"/api/tables/{table}/verify")["fair"]


def test_the_analysis_of_a_game_that_is_over(me: Client) -> None:
    table = me.table("1", seed="analysed", seats={MINE: "me", THEIRS: "bot:plain"})
    play_to_the_end(me, table)
    found: dict[str, Any] = {}

    def is_done() -> bool:
        found.update(me.get(f"/api/tables/{table}/analysis", seat=MINE))
        return found["analysis"] is not None

    wait_until(is_done, every=0.5)  # as seldom as the page asks, or the server grows tired of it
    analysis = found["analysis"]
    assert analysis["seat"] == MINE and found["progress"] == 1.0
    assert len(analysis["costly"]) <= 3 and all(0 <= point["chance"] <= 1 for point in analysis["curve"])


def test_one_person_does_not_have_all_games_looked_back_at(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is under way goes on, what is done is there for all, and advice does not wait behind it."""
    tables = [me.table("1", seed=f"back {number}", seats={MINE: "me", THEIRS: "bot:plain"}) for number in range(3)]
    for table in tables:
        me.my_turn(table)
        me.at(table, "resign", seat=MINE)
    released: list[bool] = []

    async def never(*_: Any, **__: Any) -> Any:
        while not released:
            await asyncio.sleep(0.05)
        yield {}

    monkeypatch.setattr(bot_workers.BotWorkers, "mind", never)
    for table in tables[:2]:
        assert me.get(f"/api/tables/{table}/analysis", seat=MINE)["progress"] == 0.0
    status, told = me.not_given(f"/api/tables/{tables[2]}/analysis", seat=MINE)
    assert (status, told["why"]) == (429, "too many") and "looked back" in told["text"]
    assert me.get(f"/api/tables/{tables[0]}/analysis", seat=MINE)["progress"] == 0.0
    monkeypatch.undo()
    running = me.table("1", seats={MINE: "me", THEIRS: "bot:plain"})
    me.my_turn(running)
    assert me.post(f"/api/tables/{running}/advice", seat=MINE)["advice"]["option"], "though two wait"
    released.append(True)
    wait_until(lambda: me.http.get(f"/api/tables/{tables[2]}/analysis", params={"seat": MINE}).status_code == 200)
