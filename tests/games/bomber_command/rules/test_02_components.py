"""Chapter 2: what is in the box, as the players see it."""

from __future__ import annotations

from typing import Any

from tests.games.bomber_command.support import go, last, new_session, night, refused, told
from tests.support.rules import rule
from viermot import Session


def inner(s: Session) -> Any:
    """The state of the game, past all perspectives."""
    return s.state


@rule("2.1.1a")
def test_2_1_1_hexes_have_a_letter_and_a_number() -> None:
    s = go(new_session(scenario="berlin"), "plot")
    refused(s, "E main Bremen 1 D5 I12", "2.1.1a", "bomber_command.unreadable.hex")
    refused(s, "E main Bremen 1 0405", "2.1.1a", "bomber_command.unreadable.hex")
    assert {row["base"] for row in s.perspective("german").to_json()["units"]} >= {"M4", "Jutland", "P10"}


@rule("2.1.2h", "2.3.2")
def test_2_1_2_boxes_tracks_and_markers_are_shown() -> None:
    shown = new_session(scenario="downfall").perspective("german").to_json()
    assert [box["letter"] for box in shown["boxes"]] == list("ABCDEFGHJ")
    assert {"level", "infiltration", "naxos", "beleuchter"} <= set(shown["jamming"])
    assert {"fighter_losses", "points", "patrols", "stripped", "mined", "combat_markers", "alerted"} <= set(shown)
    assert {"weather", "visibility", "twilight", "moon", "wind"} <= set(shown["sky"])
    assert {"fuel", "markers", "stacked", "raid", "place"} <= set(shown["units"][0])


@rule("2.1.2a", "2.1.2d", "2.1.2e", "2.1.2g")
def test_2_1_2_the_map_is_laid_out() -> None:
    s = go(new_session(scenario="berlin"), "weather_order")
    told_map = [event for event in s.events("german") if event.kind == "map"]
    assert len(told_map) == 1 and "2.1.2a" in told_map[0].rules
    table_ = inner(s).layout
    hannover = next(city for city in table_.cities if city.name == "Hannover")
    assert (hannover.flak, hannover.map, hannover.oboe, hannover.signature) == (3, "B", False, "Normal")
    assert len({*table_.zone_of}) == 6 and len(table_.ruhr) == 3 and len(table_.occupied) == 18


@rule("2.1.2b")
def test_2_1_2_some_cities_of_downfall_have_only_a_flak_value() -> None:
    s = go(new_session(scenario="downfall"), "weather_order")
    assert any("2.1.2b" in event.rules for event in s.events("german"))
    flak_only = {city.name for city in inner(s).layout.cities if not city.main}
    assert flak_only == {"Aachen", "Düsseldorf", "München Gladbach", "Saarbrücken"}


@rule("2.1.2f")
def test_2_1_2_a_mine_hex_is_worth_what_is_printed() -> None:
    s = new_session(night(plan="E main Hannover 1 D5 J5 K5* K4 D7; F gardening H1 1 D3 H1* B4", turn=1))
    for _ in range(400):
        if told(s, "mines"):
            break
        s.decide(0, s.pending[0].seat)
    assert last(s, "mines", "german") == {"hex": "H1", "disruption": 0, "points": 2}


@rule("2.2.1")
def test_2_2_1_four_kinds_of_raids() -> None:
    s = go(new_session(scenario="downfall"), "plot")
    s.decide(0)
    kinds = {row["kind"] for row in s.perspective("british").to_json()["plot"]}
    assert "main" in kinds and kinds <= {"main", "mosquito", "gardening", "decoy"}
    assert last(s, "plan")["count"] == len(s.perspective("british").to_json()["plot"])


@rule("2.5")
def test_2_5_the_planning_map_is_the_british_players_alone() -> None:
    s = go(new_session(scenario="berlin"), "plot")
    s.decide(0)
    own = s.perspective("british").to_json()["plot"]
    assert own and {"letter", "kind", "target", "path", "entry", "waypoints", "heavy"} <= set(own[0])
    assert "plot" not in s.perspective("german").to_json()


@rule("2.7a", "2.7b")
def test_2_7_two_decks_of_which_each_scenario_uses_its_own_cards() -> None:
    for scenario, british, german in (("berlin", 45, 53), ("downfall", 44, 53)):
        s = go(new_session(scenario=scenario), "weather_order")
        assert any("2.7b" in event.rules for event in s.events("german"))
        assert [len(deck) for deck in inner(s).layout.decks] == [british, german]
