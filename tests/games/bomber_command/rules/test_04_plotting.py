"""Chapter 4: plotting. Each rule has a plan that breaks it, refused by its number, and the book's plan is flown."""

from __future__ import annotations

from typing import Any

from tests.games.bomber_command.support import go, last, new_session, refused, told
from tests.support.rules import rule
from viermot import Session
from viermot.games.bomber_command import components

MAIN = "E main Bremen 1.1 D5 I5 J4* D7 C7"
MAINS = "A main Hamburg 1 H9 K4* D7; B main Essen 1 G9 I7* D9"
B4 = (
    "E main Bremen 1.1 D5 I5 J4* D7 C7; B mosquito Wilhelmshaven from E entering I5 I4* H3 C6; "
    "C mosquito Osnabrück from E entering I5 J5* H4 C7; F gardening H3 2 D3 E3-H3* G4-D3 B4"
)


def inner(s: Session) -> Any:
    """The state of the game, past all perspectives."""
    return s.state


def plotting(scenario: str = "berlin", *targets: str, **more: Any) -> Session:
    """The British player sits before his planning map with these targets."""
    chits = [chit.name for chit in components.load().scenarios[scenario].chits]
    cups = components.load().scenarios[scenario].rules.targets
    draws = {f"british:target {cup}": [chits.index(name)] for cup, name in zip(cups, targets, strict=True)}
    return go(new_session(scenario=scenario, draws=draws, dice={"twilight": [6]}, **more), "plot")


def flown(s: Session, plan: str, turns: int) -> Session:
    """Nobody does anything while the raids fly; stop when that turn is over."""
    s.decide(plan)
    for _ in range(2500):
        if not s.pending or inner(s).turn > turns:
            return s
        s.decide(0, s.pending[0].seat)
    raise AssertionError("the night does not end")


@rule("4.0a", "4.1", "3.5.2")
def test_4_0_the_plot_is_made_in_secret() -> None:
    s = plotting("berlin", "Bremen")
    s.decide(MAIN)
    assert [row["letter"] for row in s.perspective("british").to_json()["plot"]] == ["E"]
    assert told(s, "plan_made", "german") == [{}] and told(s, "plan", "german") == []
    assert "plot" not in s.perspective("german").to_json()


@rule("4.0b")
def test_4_0_main_forces_must_be_plotted_others_need_not() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "B mosquito Emden 1 D4 E4-H4* D6 C6", "4.0b", "plot_main_missing")
    s.decide(MAIN)
    assert last(s, "plan") == {"count": 1}


@rule("3.5.1a", "3.5.1c")
def test_3_5_1_a_berlin_night_has_four_raids_after_exchanges() -> None:
    s = plotting("berlin", "Bremen")
    gardens = ("F gardening H3 2 D3 E3-H3* G4-D3 B4", "G gardening G4 5 D3 G4* D3 B4", "H gardening F5 3 D6 F5* D6 C6")
    refused(s, "; ".join((MAIN, *gardens)), "3.5.1c", "plot_exchange")
    refused(s, f"{MAIN}; A main Bremen 5 D5 I5 J4* D7 C7", "3.5.1a", "plot_too_many_mains")
    nuisance = [
        f"{letter} mosquito {city} {turn} D4 E4-H4* D6 C6"
        for letter, city, turn in (("A", "Emden", 1), ("B", "Kiel", 3), ("C", "Lübeck", 5), ("D", "Essen", 7))
    ]
    refused(s, "; ".join((MAIN, *nuisance)), "3.5.1a", "plot_too_many_raids")
    s.decide(f"{MAIN}; {gardens[0]}; {gardens[1]}")
    assert last(s, "plan") == {"count": 3}


@rule("3.5.1b")
def test_3_5_1_a_downfall_night_has_eight() -> None:
    s = plotting("downfall", "Hamburg", "Essen")
    refused(s, f"{MAINS}; C main Essen 9 G9 I7* D9", "3.5.1b", "plot_too_many_mains")


@rule("3.3.1a", "3.3.1b")
def test_3_3_1_what_is_never_a_target() -> None:
    s = plotting("downfall", "Hamburg", "Essen")
    refused(s, "A mosquito Amsterdam 1 D6 G6* C6", "3.3.1a", "bomber_command.unreadable.occupied")
    refused(s, "A main Hamburg 1 H9 K4* D7; B main Aachen 1 G9 I8* D8", "3.3.1b", "plot_flak_only")


@rule("4.2a")
def test_4_2_entry_by_the_mandrel_screen_exit_beside_england() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "E main Bremen 1 E5 I5 J4* D7 C7", "4.2a", "plot_entry")
    refused(s, "E main Bremen 1 D5 I5 J4* D7 E7", "4.2a", "plot_exit")


@rule("4.2.1a", "4.2.1b", "4.2.1c")
def test_4_2_1_legs_follow_the_grain_four_each_way_with_a_waypoint_at_the_target() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "E main Bremen 1 D5 J4* D7 C7", "4.2.1a", "bomber_command.unreadable.leg")
    refused(s, "E main Bremen 1 D5 E5 F5 G5 I5 J4* D7 C7", "4.2.1b", "plot_legs_out")
    refused(s, "E main Bremen 1 D5 I5 J4* I4 H4 H5 E7 C7", "4.2.1b", "plot_legs_home")
    refused(s, "E main Bremen 1 D5 I5 K4 D7 C7", "4.2.1c", "plot_no_waypoint")


@rule("4.2.2b")
def test_4_2_2_late_and_short_entries() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "E main Bremen 0 D5 I5 J4* D7 C7", "4.2.2b", "plot_turn")
    refused(s, "E main Bremen 25 D5 I5 J4* D7 C7", "4.2.2b", "plot_turn")
    flown(s, "E main Bremen 3.1 D5 I5 J4* D7 C7", 4)
    assert told(s, "enters") == [{"letter": "E", "hex": "D5"}]
    assert [event.turn for event in s.events("british") if event.kind == "enters"] == [3]
    assert [row["hex"] for row in told(s, "flew")][:2] == ["D5", "F5"]


@rule("3.5.2")
def test_3_5_2_a_main_force_bombs_what_was_drawn() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, "E main Wilhelmshaven 1 D5 I5 I4* H3 C6", "3.5.2", "plot_other_target")
    refused(s, "E main Bremen 1 D5 I5 I4 H3 C6", "3.5.2", "plot_misses_target")


@rule("4.3.1")
def test_4_3_1_a_main_force_bombs_its_target_and_trails_a_stream() -> None:
    s = flown(plotting("berlin", "Bremen"), MAIN, 4)
    assert last(s, "is_over") == {"city": "Bremen", "letter": "E"}
    assert last(s, "bomb_drop", "german") == {"city": "Bremen", "hex": "J4"}


@rule("4.3.2a", "4.3.3a")
def test_4_3_no_two_raids_at_one_city_or_in_one_garden() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, f"{MAIN}; B mosquito Bremen 9 D5 I5 J4* D7 C7", "4.3.2a", "plot_same_city")
    refused(s, f"{MAIN}; B gardening G6 9 D6 G6* D6 C6", "4.3.3a", "plot_no_garden")
    garden = "gardening F5 {} D6 F5* D6 C6"
    refused(s, f"{MAIN}; B {garden.format(9)}; C {garden.format(13)}", "4.3.3a", "plot_same_garden")


@rule("4.3.4a")
def test_4_3_4_decoys_keep_away_from_all_that_could_be_bombed() -> None:
    s = plotting("downfall", "Hamburg", "Essen")
    refused(s, f"{MAINS}; C decoy 5 D6 E6 G7 E6 C7", "4.3.4a", "plot_decoy_way")
    wander = "D3 D4 D5 D6 E6 D5 D4 D3 D4 D5 C6"
    refused(s, f"{MAINS}; C decoy 9 {wander}", "4.3.4a", "plot_decoy_legs")


@rule("4.4")
def test_4_4_no_two_raids_end_a_turn_in_one_hex() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, f"{MAIN}; B mosquito Emden 2 D5 F5 H4* D6 C6", "4.4", "plot_same_hex")


@rule("4.4.1a", "4.4.1b", "4.4.1d")
def test_4_4_1_escorts_and_where_they_may_break_out() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, f"{MAIN}; F gardening H3 from E leaving H5 H3* C6", "4.4.1a", "plot_escort")
    refused(s, f"{MAIN}; B mosquito Emden from E entering H5 H4* H3 C6", "4.4.1b", "plot_second_hex")
    refused(s, f"{MAIN}; B mosquito Hannover from E entering I5 J4 K5* J4 I4 H3 C6", "4.4.1b", "plot_stays_with_parent")
    refused(s, f"{MAIN}; B mosquito Bremen from E leaving J4 I4 J4* I4 H3 C6", "4.4.1d", "plot_bombs_at_split")
    s.decide(f"{MAIN}; B mosquito Emden from E leaving H5 H4* H3 C6")
    assert last(s, "plan") == {"count": 2}


@rule("4.4.1d")
def test_4_4_1_an_escort_does_not_come_back() -> None:
    s = plotting("berlin", "Bremen")
    refused(s, f"{MAIN}; C mosquito Osnabrück from E entering I5 J5* C6", "4.4.1d", "plot_rejoins")


@rule("4.4.1b", "4.3.3b", "4.2.2a")
def test_B4_the_night_of_the_example() -> None:
    s = flown(plotting("berlin", "Bremen"), B4, 8)
    drops = [(event.turn, event.data["city"]) for event in s.events("german") if event.kind == "bomb_drop"]
    assert sorted(drops) == [(4, "Bremen"), (4, "Osnabrück"), (4, "Wilhelmshaven")]
    stops = [(event.turn, event.data["letter"]) for event in s.events("british") if event.kind == "stops"]
    assert stops == [(4, "F")]
    mined = [(event.turn, event.data["hex"]) for event in s.events("german") if event.kind == "mines"]
    assert mined == [(4, "H3")]
    out = [(event.turn, event.data["letter"]) for event in s.events("british") if event.kind == "breaks_out"]
    assert sorted(out) == [(4, "B"), (4, "C")]
    left = [(event.turn, event.data["letter"]) for event in s.events("british") if event.kind == "left_map"]
    assert {(8, "E"), (8, "B"), (8, "C")} <= set(left)


@rule("4.5.2")
def test_B6_a_follow_up_raid_enters_four_turns_later() -> None:
    s = plotting("downfall", "Hamburg", "Follow-Up Raid")
    route = "H9 K4* D7"
    refused(s, f"A main Hamburg 2 {route}; B main Hamburg 5 {route}", "4.5.2", "plot_follow_up")
    s.decide(f"A main Hamburg 2 {route}; B main Hamburg 6 {route}")
    assert last(s, "plan") == {"count": 2}
