"""The debrief and the chapters over the wire, and playing on from a moment in any seat."""

from __future__ import annotations

from typing import Any

from tests.support.server import Client


def test_a_debrief_is_secret_until_the_game_is_over(me: Client) -> None:
    table = me.table("1")
    assert me.not_given(f"/api/tables/{table}/debrief")[1]["why"] == "secret"
    me.post(f"/api/tables/{table}/resign", seat="player")
    report = me.get(f"/api/tables/{table}/debrief?seat=player")
    assert report["debrief"]["seat"] == "player"
    assert [other["seat"] for other in report["debrief"]["knew"]] == ["umpire"]


def test_whoever_holds_both_seats_has_none_before_the_end_either(me: Client) -> None:
    table = me.table("1", seats={"player": "me", "umpire": "me"})
    assert me.not_given(f"/api/tables/{table}/debrief")[1]["why"] == "secret"


def test_chapters_are_the_seats_own(me: Client) -> None:
    table = me.table("1")
    assert me.get(f"/api/tables/{table}/chapters?seat=player")["chapters"] == []  # nobody has flown yet
    assert me.not_given(f"/api/tables/{table}/chapters", seat="umpire")[1]["why"] == "wrong seat"


def test_playing_on_as_the_other_seat(me: Client) -> None:
    """Whoever looks through the umpire's eyes plays on as umpire, and the branch says what it is."""
    table = me.table("1")
    me.post(f"/api/tables/{table}/resign", seat="player")
    branch = me.post(f"/api/tables/{table}/fork", seat="umpire", at=0)["id"]
    line = me.get(f"/api/tables/{branch}")
    assert line["my_seats"] == ["umpire"]
    assert line["forked_from"] == table
    view = me.get(f"/api/tables/{branch}/seats/umpire")
    assert view["branch_of"] == table and view["branch"] == {"table": table, "seat": "umpire", "at": 0}


def test_somebody_who_joins_a_branch_is_not_told_from_which_moment_it_goes_on(visitor: Any) -> None:
    """How many moments the umpire had shows how often he was asked; whoever joins has seen nothing of that game."""
    anna, bert = visitor("AnnaBranches"), visitor("BertJoins")
    table = anna.table("1", seats={"player": "me", "umpire": "bot:plain"})
    anna.my_turn(table)
    anna.at(table, "resign", seat="player")
    seats = {"umpire": "me", "player": "open"}
    branch = anna.post(f"/api/tables/{table}/fork", seat="umpire", at=1, seats=seats)["id"]
    bert.post(f"/api/join/{anna.post(f'/api/tables/{branch}/invite', seat='player')['token']}")
    assert anna.view(branch, "umpire")["branch"] == {"table": table, "seat": "umpire", "at": 1}
    assert bert.view(branch, "player")["branch_of"] == table and bert.view(branch, "player")["branch"] is None
