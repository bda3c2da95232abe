"""Where everything flew: a secret while the game runs, open when it is over."""

from __future__ import annotations

from tests.support.server import Client


def test_trails_are_secret_until_the_game_is_open(me: Client) -> None:
    table = me.table("1")
    assert me.not_given(f"/api/tables/{table}/trails")[1]["why"] == "secret"
    me.post(f"/api/tables/{table}/resign", seat="player")
    units = [trail["unit"] for trail in me.get(f"/api/tables/{table}/trails")["trails"]]
    assert "201" in units


def test_whoever_holds_all_seats_may_look_at_any_time(me: Client) -> None:
    table = me.table("1", seats={"player": "me", "umpire": "me"})
    assert isinstance(me.get(f"/api/tables/{table}/trails")["trails"], list)
