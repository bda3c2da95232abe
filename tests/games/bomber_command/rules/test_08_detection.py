"""Chapter 8: jamming, detection and what a raid tells of itself."""

from __future__ import annotations

from tests.games.bomber_command.support import (
    cites,
    go,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    seen_by,
    told,
    unit,
)
from tests.support.rules import rule

PLAN = "E main Hannover 1 D5 J5 K5* K4 D7; B mosquito Emden 1.1 D4 E4-H4* G4-D4 C4 C6"


def detect(dice: list[int], turn: int = 2, **more: object) -> list[object]:
    s = new_session(night(plan=PLAN, turn=turn, phase=5, **more), dice={"detection": dice})
    go(s, "draw_british")
    counters: list[object] = s.perspective("german").to_json()["counters"]
    return counters


@rule("8.1a")
def test_8_1_the_jamming_level_moves_by_cards_and_stays_on_the_track() -> None:
    cards = {"german": ["LISTENING SERVICE"], "british": ["MANDREL", "DARTBOARD"]}
    s = pass_to(new_session(night(turn=2, phase=5, hands=cards, jamming=3)), "detection_roll", "german")
    lay(s, "LISTENING SERVICE listen", "german")
    resolve(s)
    assert last(s, "jamming") == {"level": 2}
    assert s.perspective("german").to_json()["jamming"]["infiltration"] == 5
    low = pass_to(new_session(night(turn=2, phase=5, hands=cards, jamming=2)), "detection_roll", "british")
    assert not told(low, "jamming"), "the German player had nothing that could be played"
    top = pass_to(new_session(night(turn=2, phase=5, hands=cards, jamming=12)), "detection_roll", "british")
    refused(top, "MANDREL jam", "6.2a", "not_this_moment")


@rule("8.1b", "8.2c")
def test_8_1_naxos_shows_streams_on_an_equal_roll() -> None:
    assert detect([2, 3]) == []
    assert detect([2, 3], naxos=1) == [["G5", False]]
    s = go(new_session(night(plan=PLAN, turn=2, phase=5, naxos=1), dice={"detection": [2, 3]}), "draw_british")
    assert cites(s, "8.1b")


@rule("8.2a", "8.2b")
def test_8_2_a_roll_below_the_level_detects_nothing() -> None:
    assert detect([2, 2]) == []
    s = go(new_session(night(plan=PLAN, turn=2, phase=5), dice={"detection": [2, 2]}), "draw_british")
    rolls = [event for event in told(s, "roll") if event["what"] == "detection"]
    assert rolls == [{"what": "detection", "dice": [2, 2], "modifier": 0, "level": 5}]


@rule("8.2c")
def test_8_2_an_equal_roll_shows_raids_with_units_inside() -> None:
    assert detect([2, 3], units={"I./NJG1": unit("E")}) == [["G5", False]]
    assert detect([2, 3], units={"I./NJG1": unit("B")}) == [["F4", False]]
    both = detect([2, 3], units={"I./NJG1": unit("B")}, naxos=1)
    assert both == [["F4", False], ["G5", False]], "ruling C28"


@rule("8.2d", "8.2f")
def test_8_2_one_above_shows_all_raids_and_under_naxos_the_streams() -> None:
    assert detect([3, 3]) == [["F4", False], ["G5", False]]
    assert detect([3, 3], naxos=1) == [["E5", True], ["F4", False], ["F5", True], ["G5", False]]


@rule("8.2e", "8.2.1a")
def test_8_2_two_above_clears_the_picture() -> None:
    assert detect([3, 4]) == [["E5", True], ["F4", False], ["F5", True], ["G5", False]]


@rule("8.2f", "8.3")
def test_8_2_counters_have_no_letters_and_no_kinds() -> None:
    s = go(new_session(night(plan=PLAN, turn=2, phase=5), dice={"detection": [6, 6]}), "draw_british")
    german = s.perspective("german").to_json()
    assert "plot" not in german and all(box["kind"] is None for box in german["boxes"])
    assert all(set(event) == {"counters"} for event in told(s, "counters", "german"))
    assert seen_by(s, "german").raids() == [] and len(seen_by(s, "british").raids()) == 2


@rule("8.2g")
def test_8_2_detection_lasts_one_turn() -> None:
    s = new_session(night(plan=PLAN, turn=2, phase=5), dice={"detection": [6, 6, 1, 1]})
    go(s, "draw_british")
    assert s.perspective("german").to_json()["counters"]
    go(s, "draw_british", draw_british=[0])
    assert s.perspective("german").to_json()["counters"] == []
