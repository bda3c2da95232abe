"""The standard umpire: true, legal in every scenario, and unhelpful where 5.0 lets him be."""

from __future__ import annotations

import pytest

import viermot
from tests.games.nightfighter.support import attackers, bomber, events_of, fighter, new_session, night
from viermot.games.nightfighter.model.board import DISTANCE, HEXES

SCENARIOS = [info.id for info in viermot.list_games()[0].scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_he_finishes_games_of_every_scenario(scenario: str) -> None:
    s = viermot.new_game(
        "nightfighter", scenario=scenario, seed="umpire", seats={"player": "random", "umpire": "standard"}
    )
    assert s.result is not None


def test_he_puts_search_markers_far_from_the_bomber() -> None:
    """Zone K holds one bomber in its corner; the marker never lies within two hexes of it."""
    far = []
    for seed in range(20):
        position = night("4B", turn=5, phase=7, visibility="poor") + fighter(201, "0101 S") + bomber(113, "0715 S")
        s = new_session(position, seats={"player": None, "umpire": "standard"}, seed=str(seed))
        marker = events_of(s, "player", "marker")[0]
        assert marker.data["zone"] == "K"
        far.append(DISTANCE[HEXES.parse(marker.data["hex"])][HEXES.parse("0715")])
    assert min(far) > 2
    assert len(set(far)) > 1, "always the same hex could be read backwards"


def test_he_holds_bombers_back_more_often_when_a_fighter_waits_at_the_door() -> None:
    def held(place: str) -> int:
        count = 0
        for seed in range(120):
            position = night("4B", turn=1, phase=2) + fighter(201, place)
            s = new_session(
                position,
                seats={"player": None, "umpire": "standard"},
                seed=str(seed),
                draws={"umpire:chit": [6]},  # red: column 05
            )
            count += any(row["fate"] == "held back" for row in attackers(s).values())
        return count

    assert held("0502 S") > held("1825 S") + 15
