"""On a server the computer plays for somebody as far as it was told, at a pace one can watch, and stops when told."""

from __future__ import annotations

import time
from typing import Any

from tests.support.server import Client, a_path, wait_until


def own(view: dict[str, Any]) -> dict[str, Any]:
    return next(seat for seat in view["seats"] if seat["seat"] == view["seat"])


def given_back(me: Client, table: str) -> dict[str, Any]:
    wait_until(lambda: own(me.view(table))["holder"] == "me")
    return me.my_turn(table)


def test_one_question_and_this_turn(me: Client) -> None:
    table = me.table("4B", seed="lend")
    view = me.my_turn(table)
    assert view["limits"] == ["question", "turn", "end"]
    me.at(table, "hand-over", seat="player", bot="standard", until="question")
    view = given_back(me, table)
    assert view["decision"]["number"] == 1 and view["perspective"]["turn"] == 1
    me.at(table, "hand-over", seat="player", bot="standard", until="turn")
    assert own(me.view(table)) | {"name": None} == {
        "seat": "player", "title": "player", "holder": "bot", "name": None, "bot": "standard", "mine": True,
        "until": "turn", "gone": False,
    }  # fmt: skip
    view = given_back(me, table)
    assert view["perspective"]["turn"] == 2 and view["decision"]["number"] > 1


def test_it_is_watched_stopped_and_what_was_played_stands(me: Client) -> None:
    table = me.table("4B", seed="watch")
    me.decide(table, me.my_turn(table))
    me.at(table, "hand-over", seat="player", bot="standard")  # to the end
    seen = [len(me.view(table)["events"])]

    def has_grown() -> bool:
        seen.append(len(me.view(table)["events"]))
        return len(set(seen)) > 2

    wait_until(has_grown)  # one sees it grow
    me.at(table, "hand-over", seat="player", bot=None)
    view = me.my_turn(table)
    assert view["result"] is None and own(view)["holder"] == "me" and view["decision"]["number"] < 10
    time.sleep(1.5)
    assert me.view(table)["decision"]["number"] == view["decision"]["number"] and len(view["events"]) >= max(seen)


def test_it_goes_on_after_a_limit_is_changed_and_refuses_what_is_none(me: Client) -> None:
    table = me.table("1", seed="limit")
    me.my_turn(table)
    for word in ("sortie", "until", "x" * 60):
        refused = me.refused(f"/api/tables/{table}/hand-over", seat="player", bot="standard", until=word)
        assert refused[1]["why"] == "illegal"
    assert me.refused(f"/api/tables/{table}/hand-over", seat="umpire", bot=None, until="turn")[1]["why"] == "illegal"
    assert own(me.view(table))["holder"] == "me"


def test_what_an_answer_costs_comes_with_the_question(me: Client) -> None:
    table = me.table("4B", seed="costs")
    me.decide(table, me.my_turn(table))
    view = me.my_turn(table)
    while view["decision"]["kind"] != "path":
        me.decide(table, view)
        view = me.my_turn(table)
    question = view["decision"]
    assert question["ask_first"] == (question["count"] > 200)
    option = a_path(question["options"]["moves"])
    told = me.post(f"/api/tables/{table}/why-not", seat="player", option=option)
    assert told["legal"] and (told["warning"] is None) == (option not in question["warnings"])


def test_a_turn_lent_ends_before_the_first_question_of_the_next(me: Client) -> None:
    """Also where the other side is a computer, whose answer it is that begins the next turn."""
    table = me.table("berlin", game="bomber_command", seed="lend", seats={"british": "me", "german": "bot:standard"})
    while (view := me.my_turn(table, "british"))["perspective"]["turn"] < 1:
        me.decide(table, view)
    for turn in range(2, 6):
        me.at(table, "hand-over", seat="british", bot="standard", until="turn")
        wait_until(lambda: own(me.view(table, "british"))["holder"] == "me")
        view = me.my_turn(table, "british")
        assert (view["perspective"]["turn"], view["decision"]["kind"]) == (turn, "draw_british")
