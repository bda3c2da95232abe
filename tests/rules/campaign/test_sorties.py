"""A sortie inside a career: what it is laid out with, who is asked, what the career writes down [A4-A6]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.support.campaign import at_patrols, career, data_of, in_the_air, night, reopen, shown
from viermot import Session
from viermot.campaign.flight import SortieSession
from viermot.campaign.state import LISTS
from viermot.campaign.terms import ON_GROUND, ON_STATION, STANDBY

END = "@campaign.week_over"


def flight_events(s: Session, seat: str = "player") -> list[str]:
    """What happened in flight, as the career's log has it."""
    return [event.data["what"] for event in s.events(seat) if event.kind == "flight"]


def left_out(s: Session) -> list[int]:
    """The phases that tonight's sortie does without."""
    return sorted(SortieSession(s).perspective("player").sheet["phases_left_out"])


# -- how it is laid out ----------------------------------------------------------------------------------------------


@pytest.mark.rule("A6a")
def test_A6a_without_a_radar_in_the_air_there_is_no_AI_search() -> None:
    """The Me110E-4 of a green pilot has no set; the Me110F-4 of the Staffel has."""
    dunaja = [4, 7]
    assert left_out(in_the_air()) == sorted([*dunaja, 6])
    assert left_out(night({"sector": [1]}, {"cards": [5]})) == dunaja


@pytest.mark.rule("A4f")
def test_A4f_searchlights_only_where_the_die_has_left_them() -> None:
    """Until July 1942, on a die up to 3; without them there is no searchlight phase either."""
    found = {}
    for die in (3, 4):
        s = night({"sector": [1], "searchlights": [die]}, {"cards": [20]})
        found[die] = ("".join(SortieSession(s).perspective("player").sheet["searchlights"]["zones"]), left_out(s))
        if die == 3:
            assert any("A4f" in event.rules for event in s.events("player") if event.kind == "lights")
    assert found == {3: ("JKLMNOPQR", [4]), 4: ("", [4, 7])}


@pytest.mark.rule("A6a")
def test_A6a_an_owners_charts_are_flown_with(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "fighters.toml").write_text('[[fighter]]\nname = "Me110F-4"\nfp = 9\n')
    s = viermot.new_game("campaign", "staffel", {"stops": "every"}, "pack", pack=tmp_path)
    while s.state.sortie is None:  # type: ignore[attr-defined]
        s.decide("staff" if "staff" in s.pending[0].options else 0)
    types = {fit.type: fit.firepower for fit in s.state.sortie.table.fighters}  # type: ignore[attr-defined]
    assert types["Me110F-4"] == 9


# -- what is written down --------------------------------------------------------------------------------------------


@pytest.mark.rule("PC5")
def test_the_career_logs_all_that_the_sortie_does() -> None:
    s = in_the_air()
    assert flight_events(s)[:2] == ["scenario", "option"], "from its first event on"
    for _ in range(12):
        sortie: Any = s.state.sortie  # type: ignore[attr-defined]
        if sortie is None:
            break
        assert len(flight_events(s)) == sortie.logged
        s.decide(0)


@pytest.mark.rule("A6a")
def test_A5d_a_standby_that_is_scrambled_is_in_the_air() -> None:
    """Its leader is not fit to meet the raid, so that the standby of the sector, on the ground till now, goes up."""
    s = reopen(at_patrols(), dice={"sector": [1]}, draws={"cards": [20]})
    s.decide("staff")
    fields = LISTS["flights"]._fields
    states = [dict(zip(fields, row, strict=True)) for row in data_of(s)["flights"]]
    number = next(n for n, row in enumerate(states) if row["role"] == STANDBY)
    lines = {"flights": {0: {"hits": 1}}}
    up = reopen(s, [("@campaign.take_off", [number], 1)], lines=lines)
    row = dict(zip(fields, data_of(up)["flights"][number], strict=True))
    assert (states[number]["state"], row["state"], row["fought"]) == (ON_GROUND, ON_STATION, 1)


@pytest.mark.rule("A8.2a")
def test_A8_2a_a_week_in_which_somebody_is_hurt_is_no_quiet_one() -> None:
    s = reopen(at_patrols(), [("@campaign.injure", 0, "combat", 0), END], {"injury": [6, 6]}, happened=0)
    assert data_of(s)["happened"] == 1


@pytest.mark.rule("PC4")
def test_PC4_a_week_in_the_air_ends_the_weeks_on_the_ground() -> None:
    lines = {"crews": {0: {"idle": 1}}}
    dice = {"flying": [6] * 4, "engagement": [1] * 4, "recovery": [6, 6]}
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.pilot_week", END], dice, lines=lines)
    assert s.state.crews[0].idle == 0  # type: ignore[attr-defined]


@pytest.mark.rule("A2a")
def test_A2a_who_is_there_from_the_beginning_has_nothing_behind_him_yet() -> None:
    """Nobody is wounded, on leave, tired or idle when a Staffel begins, and no aircraft is in the workshop."""
    data = data_of(at_patrols())
    names = LISTS["crews"]._fields
    for row in data["crews"]:
        crew = dict(zip(names, row, strict=True))
        weeks = [crew[name] for name in ("back", "operator_back", "gunner_back", "leave", "streak", "idle", "rested")]
        assert weeks == [0] * 7, crew
    assert {dict(zip(LISTS["planes"]._fields, row, strict=True))["ready"] for row in data["planes"]} == {0}


# -- who is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A1")
def test_A1_in_flight_the_umpire_is_asked_what_is_his() -> None:
    options = {"stops": "every", "umpire": True}
    dice = {"event of the month": [3, 4], "new crews": [1], "new aircraft": [1], "which type": [1], "sector": [1]}
    s = viermot.new_game("campaign", "staffel", options, "test", {}, dice, {"cards": [20]})
    seats = set()
    for _ in range(60):
        asked = s.pending[0]
        if asked.kind.startswith("in_flight"):
            sortie: Any = s.state.sortie  # type: ignore[attr-defined]
            wanted = "umpire" if sortie.seat_of(sortie.asked) else "player"
            assert asked.seat == wanted, asked
            seats.add(asked.seat)
        s.decide("staff" if "staff" in asked.options else 0, seat=asked.seat)
        if len(seats) == 2:
            break
    assert seats == {"player", "umpire"}
    assert shown(s)["sortie"]["seat"] == "player"
