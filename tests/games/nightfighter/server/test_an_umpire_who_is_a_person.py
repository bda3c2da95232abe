"""A new table knows whether its umpire is another person, and then asks him every turn [8.1.4b]."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import wire_twins
from tests.support.server import Client
from tests.support.wire import House, a_house
from viermot.server import pace


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


# -- how long he thinks ------------------------------------------------------------------------------------------------

ROUTINE = "nightfighter, a human umpire and the routine"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with a_house() as built:
        yield built


def test_what_is_settled_for_the_player_does_not_tell_how_long_the_umpire_thought(house: House) -> None:
    """His orders answer when the umpire is done; what comes of that is shown as if it were when the pause is over."""
    assert wire_twins.pair(house, ROUTINE, 5, 8)["decisions"] == 8


def test_orders_by_whose_answers_the_umpire_s_thought_shows_are_caught(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it was."""
    monkeypatch.setattr(pace.Pace, "_ends_for", lambda self, seat, at: at)
    with pytest.raises(wire_twins.Leak):
        wire_twins.pair(house, ROUTINE, 5, 8)
