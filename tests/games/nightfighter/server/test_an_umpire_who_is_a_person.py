"""A new table knows whether its umpire is another person, and then asks him every turn [8.1.4b]."""

from __future__ import annotations

import pytest

from tests.support.server import Client


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        ({"player": "me", "umpire": "open"}, True),
        ({"player": "open", "umpire": "me"}, True),
        ({"player": "me", "umpire": "me"}, False),
        ({"player": "me", "umpire": "bot:plain"}, False),
    ],
)
def test_the_umpire_is_asked_every_turn_where_he_is_another_person(
    me: Client, seats: dict[str, str], asked: bool
) -> None:
    table = me.post("/api/tables", game="nightfighter", scenario="4B", seats=seats)["id"]
    assert me.get(f"/api/tables/{table}")["options"].get("8.1.4b", False) is asked
