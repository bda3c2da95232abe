"""Three pilots at one table: nothing is secret, so everybody is told for whom the game waits, and only for him."""

from __future__ import annotations

from typing import Any

from tests.support.server import Client

PILOTS = ("pilot1", "pilot2", "pilot3")


def three_pilots(visitor: Any) -> tuple[str, dict[str, Client]]:
    """A career in company, each seat a person's."""
    sitting = {seat: visitor(f"Pilot-{seat}") for seat in PILOTS}
    first, *others = PILOTS
    owner = sitting[first]
    made = owner.post(
        "/api/tables", game="interceptor", scenario="4", options={"10.1": "competitive", "pilots": 3},
        seats={first: "me", **dict.fromkeys(others, "open")},
    )  # fmt: skip
    for seat in others:
        link = owner.post(f"/api/tables/{made['id']}/invite", seat=seat)["token"]
        sitting[seat].post(f"/api/join/{link}")
    return str(made["id"]), sitting


def test_only_the_pilot_who_is_asked_is_waited_for(visitor: Any) -> None:
    table, sitting = three_pilots(visitor)
    turns = set()
    for _ in range(30):
        views = {seat: who.view(table, seat) for seat, who in sitting.items()}
        (asked,) = [seat for seat, view in views.items() if view["decision"] is not None]
        turns.add(asked)
        for seat, view in views.items():
            (line,) = sitting[seat].get("/api/tables")
            assert view["awaited"] == ([] if seat == asked else [asked])
            assert line["awaited"] == view["awaited"] and line["your_move"] is (seat == asked)
        if len(turns) > 1:
            break
        sitting[asked].decide(table, views[asked], 0)
    assert len(turns) > 1


def test_nobody_is_waited_for_while_the_computer_flies(visitor: Any) -> None:
    owner = visitor("Pilot-alone")
    made = owner.post(
        "/api/tables", game="interceptor", scenario="4", options={"10.1": "competitive", "pilots": 2},
        seats={"pilot1": "me", "pilot2": "bot:standard"},
    )  # fmt: skip
    assert owner.view(made["id"], "pilot1")["awaited"] == []
