"""The example of play, scenario 4B: thirteen turns from the dice tape, every result asserted, every die thrown."""

from __future__ import annotations

from typing import Any

import viermot
from tests.games.solitaire.support import (
    answer,
    check,
    counters,
    dice_left,
    events,
    fighters,
    holds,
    last,
    new_session,
    rolls,
)
from tests.support.rules import rule
from viermot import Session

TAPE = """
2 3 | 4 6
2
4
5 3 | 2 5
3 | 2 3 | 2
6 4 | 3 1 | 2 | 6 1 2 3 | 4 5
1 | 1 2 3 4
3 | 2 4 | 6 6 1 2 | 6 2
1 2 3 4 | 5 | 3 | 1 | 6 1 2 3 | 6
4 | 2 | 6 1 | 4 1 | 1 2 3 4 | 1
6 1 2 3 | 3 | 3 | 4 | 2 | 6 1 2 3 | 2 4 | 6 1 2 3 | 5 | 3 4 | 4 | 2 | 4 5 | 6 1
2 | 1 2 3 4 | 1 2 | 5 | 4 | 3 5
5 | 2 | 1 2 | 6 1 2 3 | 3 | 2 | 3 5 | 4 | 5
"""
DICE = [int(die) for die in TAPE.split() if die != "|"]


def on_map(s: Session) -> dict[str, tuple[str, str]]:
    """Every counter's hex and how uncertain it is."""
    return {name: (row["hex"], row["level"]) for name, row in counters(s).items()}


def left(s: Session, *names: str) -> None:
    """These counters and no others are on the map."""
    check(s, sorted(on_map(s)), sorted(names), "the counters on the map")


def at(s: Session, **places: str) -> None:
    """Counters by the letter of their bomber and their own: L1b="1009"; a level may follow."""
    shown = on_map(s)
    for name, wanted in places.items():
        hex_, _, level = wanted.partition(" ")
        here = shown[name.removeprefix("L")]
        check(s, here[0], hex_, f"the hex of {name}")
        if level:
            check(s, here[1], level, f"how uncertain {name} is")


def lancaster(s: Session, name: str) -> dict[str, Any]:
    return counters(s)[name]


def dornier(s: Session, hex_: str, facing: str) -> None:
    own = fighters(s)["201"]
    check(s, (own["hex"], own["facing"]), (hex_, facing), "the Do215B-5")


def set_up() -> Session:
    s = new_session(scenario="4B", options={"decline": ["Freya"]}, dice=DICE)
    sky = s.perspective("player").to_json()["environment"]
    check(s, (sky["moon"], sky["visibility"], sky["cloud"]), ("none", "good", "none"), "the sky")
    check(s, [event.data["option"] for event in events(s, "option")][:3], ["28.1", "28.2", "28.3"], "options in force")
    answer(s, "place_fighter", "1020 N")
    return s


def turn_1(s: Session) -> None:
    answer(s, "path", "F F F")
    left(s, "1a", "1b", "1c")
    at(s, L1a="0403 high", L1b="1003 high", L1c="1603 high")
    check(s, counters(s)["1a"]["left"], 6, "counters left for the first Lancaster")
    dornier(s, "1017", "N")
    answer(s, "place_search", "0403")
    check(s, rolls(s, "reality")[-1], (2,))
    check(s, last(s, "phantom").data["contact"], "1a")
    left(s, "1b", "1c", "1d", "1e", "1f")


def turn_2(s: Session) -> None:
    at(s, L1b="1006", L1c="1606", L1d="0303", L1e="0903", L1f="1503")
    answer(s, "path", "F F F F")
    dornier(s, "1013", "N")
    answer(s, "place_search", "1606")
    check(s, (rolls(s, "reality")[-1], last(s, "phantom").data["contact"]), ((4,), "1c"))


def turn_3(s: Session) -> None:
    at(s, L1b="1009", L1d="0306", L1e="0906", L1f="1506", L2a="0403", L2b="1003", L2c="1603")
    answer(s, "path", "F F F")
    dornier(s, "1010", "N")
    answer(s, "place_search", "0306")
    check(s, rolls(s, "reality")[-2:], [(5,), (3,)], "a die above the number of counters is rolled again")
    check(s, last(s, "too_high_a_die").data, {"contact": "1d", "left": 4})
    check(s, (last(s, "phantom").data["contact"], counters(s)["1b"]["left"]), ("1d", 3))
    answer(s, "ai_target", "1b")
    check(s, (rolls(s, "location")[-1], last(s, "not_there").data["hex"]), ((2, 5), "0910"))
    check(s, sorted(counters(s)["1b"]["excluded"]), ["1008", "1009", "1010"])
    check(s, counters(s)["1b"]["level"], "high", "no reality test was made")
    answer(s, "tally", "none")


def turn_4(s: Session) -> None:
    at(s, L1b="1012", L1e="0909", L1f="1509", L2a="0406", L2b="1006", L2c="1606", L2d="0303", L2e="0903", L2f="1503")
    check(s, counters(s)["1b"]["excluded"], [], "exclusions end with the turn")
    answer(s, "path", "F R F L F F L")
    dornier(s, "1107", "NW")
    answer(s, "place_search", "1606")
    check(s, (rolls(s, "reality")[-1], counters(s)["2a"]["left"]), ((3,), 5))
    answer(s, "ai_target", "2b")
    check(s, (rolls(s, "location")[-1], events(s, "roll")[-2].data["hex"]), ((2, 3), "0906"))
    check(s, (rolls(s, "reality")[-1], last(s, "phantom").data["contact"]), ((2,), "2b"))
    check(s, counters(s)["2a"]["left"], 4)
    check(s, fighters(s)["201"]["fix"], None)


def turn_5(s: Session) -> None:
    at(s, L1b="1015", L1e="0912", L1f="1512", L2a="0409", L2d="0306", L2e="0906", L2f="1506")
    answer(s, "path", "F L F F")
    dornier(s, "0807", "SW")
    answer(s, "place_search", "1506")
    check(s, (rolls(s, "reality")[-2:], counters(s)["2a"]["left"]), ([(6,), (4,)], 3))
    check(s, list(s.pending[0].options), ["none", "2a", "2e"], "what the radar can search for")
    answer(s, "ai_target", "2a")
    check(s, (rolls(s, "location")[-1], last(s, "not_there").data["hex"]), ((3, 1), "0311"))
    answer(s, "light_up", "1b")
    check(s, (rolls(s, "reality")[-1], last(s, "real").data), ((2,), {"contact": "1b", "counters": ["1e", "1f"]}))
    check(s, rolls(s, "searchlight")[-1], (6, 1, 2, 3))
    check(s, (rolls(s, "location")[-1], last(s, "not_there").data["hex"]), ((4, 5), "1114"))
    at(s, L1b="1015 moderate")
    answer(s, "tally", "none")


def turn_6(s: Session) -> None:
    at(s, L1b="1018", L2a="0412", L2d="0309", L2e="0909", L3a="0303", L3b="0903", L3c="1503")
    answer(s, "path", "F F F L F")
    dornier(s, "0510", "S")
    answer(s, "place_search", "0909")
    check(s, (rolls(s, "reality")[-1], last(s, "real").data["contact"]), ((1,), "2e"))
    left(s, "1b", "2e", "3a", "3b", "3c")
    at(s, L2e="0909 moderate")
    answer(s, "light_up", "1b")
    check(s, (rolls(s, "searchlight")[-1], last(s, "lights_fail").data["zone"]), ((1, 2, 3, 4), "K"))


def turn_7(s: Session) -> None:
    at(s, L1b="1021", L2e="0912", L3a="0306", L3b="0906", L3c="1506", L3d="0403", L3e="1003", L3f="1603")
    answer(s, "path", "F L F F")
    dornier(s, "0712", "SE")
    answer(s, "place_search", "0912")
    found = events(s, "roll")[-1].data
    check(s, (found["dice"], found["modifiers"]), ([3], [["search_value", -1, "S13.0c"]]))
    check(s, last(s, "search_fails").data["contact"], "2e")
    answer(s, "ai_target", "2e")
    check(s, (rolls(s, "location")[-1], last(s, "not_there").data["hex"]), ((2, 4), "0811"))
    answer(s, "light_up", "1b")
    check(s, (rolls(s, "searchlight")[-1], rolls(s, "location")[-1]), ((6, 6, 1, 2), (6, 2)))
    check(s, lancaster(s, "1b")["lit_in"], "N")
    at(s, L1b="1220 none")
    answer(s, "tally", "none")


def turn_8(s: Session) -> None:
    answer(s, "hand_off", "yes")
    check(s, rolls(s, "hand-off")[-1], (1, 2, 3, 4))
    at(s, L1b="1223 low", L2e="0915", L3a="0309", L3b="0909", L3c="1509", L3d="0406", L3e="1006", L3f="1606")
    check(s, lancaster(s, "1b")["track"], "beneath")
    answer(s, "path", "F F R F F")
    dornier(s, "0915", "S")
    answer(s, "place_search", "0915")
    check(s, (rolls(s, "search")[-1], rolls(s, "location")[-1]), ((5,), (3,)))
    at(s, L2e="0914 low")
    answer(s, "ai_target", "2e")
    check(s, (rolls(s, "location")[-1], counters(s)["2e"]["excluded"]), ((1,), ["0915"]))
    check(s, list(s.pending[0].options), ["done", "1b"], "zone K has nothing to search for")
    answer(s, "light_up", "1b")
    check(s, (rolls(s, "searchlight")[-1], rolls(s, "location")[-1]), ((6, 1, 2, 3), (6,)))
    at(s, L1b="1324 none")
    check(s, (lancaster(s, "1b")["lit_in"], "S14.0e" in last(s, "coned").rules), ("R", True))
    answer(s, "tally", "none")


def turn_9(s: Session) -> None:
    at(s, L1b="1327 low", L2e="0917", L3a="0312", L3b="0912", L3c="1512", L3d="0409", L3e="1009", L3f="1609")
    answer(s, "path", "F F")
    dornier(s, "0917", "S")
    answer(s, "place_search", "0917")
    check(s, (rolls(s, "search")[-1], last(s, "search_fails").data["contact"]), ((4,), "2e"))
    answer(s, "ai_target", "2e")
    check(s, (rolls(s, "location")[-1], last(s, "not_there").data["hex"]), ((2,), "0817"))
    check(s, sorted(counters(s)["2e"]["excluded"]), ["0917", "0918"])
    answer(s, "light_up", "2e")
    check(s, rolls(s, "searchlight")[-1], (6, 1), "two dice, the fighter being near")
    check(s, (rolls(s, "location")[-2:], last(s, "rolled_again").data["hex"]), ([(4,), (1,)], "0918"))
    at(s, L2e="0816 none")
    check(s, lancaster(s, "2e")["lit_in"], "K")
    answer(s, "tally", "2e")
    check(s, rolls(s, "tally")[-1], (1, 2, 3, 4))
    answer(s, "tally_fixed", "2e")
    check(s, rolls(s, "fixed tally")[-1], (1,), "one die, the bomber being behind")
    check(s, fighters(s)["201"]["tally"], None)


def turn_10(s: Session) -> None:
    answer(s, "hand_off", "yes")
    check(s, (rolls(s, "hand-off")[-1], lancaster(s, "2e")["lit_in"]), ((6, 1, 2, 3), "N"))
    left(s, "2e", "3a", "3b", "3c", "3d", "3e", "3f")
    at(s, L2e="0819 none", L3a="0315", L3b="0915", L3c="1515", L3d="0412", L3e="1012", L3f="1612")
    answer(s, "path", "F R F L F")
    dornier(s, "0819", "S")
    answer(s, "place_search", "1612")
    check(s, (rolls(s, "reality")[-1], last(s, "phantom").data["contact"]), ((3,), "3f"))
    before = len(rolls(s, "location"))
    answer(s, "ai_target", "2e")
    check(s, (fighters(s)["201"]["fix"], len(rolls(s, "location"))), ("2e", before), "fixed without a roll")
    answer(s, "light_up", "3a")
    check(s, (rolls(s, "reality")[-1], last(s, "phantom").data["contact"]), ((3,), "3a"))
    answer(s, "light_up", "3b")
    check(s, (rolls(s, "reality")[-1], last(s, "phantom").data["contact"]), ((4,), "3b"))
    answer(s, "light_up", "3c")
    check(s, (rolls(s, "reality")[-1], last(s, "real").data), ((2,), {"contact": "3c", "counters": ["3d", "3e"]}))
    check(s, (rolls(s, "searchlight")[-1], rolls(s, "location")[-1]), ((6, 1, 2, 3), (2, 4)))
    check(s, last(s, "not_there").data["hex"], "1414")
    at(s, L3c="1515 moderate")
    answer(s, "tally", "2e")
    check(s, (rolls(s, "tally")[-1], fighters(s)["201"]["tally"]), ((6, 1, 2, 3), "2e"))
    check(s, last(s, "position").data["good"], 0, "one 6 is a poor attack position")
    answer(s, "attack", "guns")
    check(s, (rolls(s, "response"), rolls(s, "attack")), ([(5,), (4,)], [(3, 4)]))
    firepower = next(e for e in events(s, "roll") if e.data["what"] == "attack").data["modifiers"]
    check(s, (sum(points for _, points, _ in firepower), last(s, "hits").data["hits"]), (2, 0))
    check(s, rolls(s, "reaction"), [(2,)])
    gunners = next(e for e in events(s, "roll") if e.data["what"] == "defensive fire").data
    check(s, (gunners["dice"], gunners["modifiers"]), ([4, 5], [["gunners_thrown_about", 0, "S17.0c"]]))
    check(s, fighters(s)["201"]["hits"], 0)
    check(s, (rolls(s, "follow"), last(s, "stays_with_it").data["contact"]), ([(6, 1)], "2e"))
    # the next question is turn 11's, when the bombers have flown on
    check(s, (lancaster(s, "2e")["lit_in"], lancaster(s, "2e")["alerted"]), (None, True))
    check(s, (fighters(s)["201"]["tally"], fighters(s)["201"]["fix"]), ("2e", "2e"))


def turn_11(s: Session) -> None:
    at(s, L2e="0822 none", L3c="1518 moderate")
    answer(s, "path", "F F F")
    dornier(s, "0822", "S")
    answer(s, "place_search", "1518")
    check(s, (rolls(s, "search")[-1], last(s, "search_fails").data["contact"]), ((2,), "3c"))
    check(s, last(s, "fix_kept").data["contact"], "2e")
    answer(s, "light_up", "3c")
    check(s, rolls(s, "searchlight")[-1], (1, 2, 3, 4))
    answer(s, "light_up", "2e")
    check(s, rolls(s, "searchlight")[-1], (1, 2), "two dice, the fighter being near")
    answer(s, "keep_or_drop", "keep")
    check(s, last(s, "position").data["good"], 1)
    answer(s, "attack", "guns")
    check(s, (rolls(s, "response")[-1], rolls(s, "reaction")[-1], rolls(s, "defensive fire")[-1]), ((5,), (4,), (3, 5)))
    check(s, (fighters(s)["201"]["hits"], len(rolls(s, "attack"))), (1, 1), "hit, and breaks off")
    holds(s, events(s, "breaks_off"), "it breaks off")


def turn_12(s: Session) -> None:
    at(s, L2e="0826 none", L3c="1521 moderate")
    check(s, last(s, "extra_speed").data["mp"], 4)
    answer(s, "path", "F F F F")
    dornier(s, "0826", "S")
    answer(s, "place_search", "1521")
    check(s, (rolls(s, "search")[-1], rolls(s, "location")[-1]), ((5,), (2,)))
    at(s, L3c="1421 low")
    answer(s, "light_up", "2e")
    check(s, rolls(s, "searchlight")[-1], (1, 2))
    answer(s, "light_up", "3c")
    check(s, (rolls(s, "searchlight")[-1], rolls(s, "location")[-1]), ((6, 1, 2, 3), (3,)))
    at(s, L3c="1421 none")
    check(s, lancaster(s, "3c")["lit_in"], "O")
    answer(s, "keep_or_drop", "keep")
    answer(s, "attack", "guns")
    check(s, (rolls(s, "response")[-2:], rolls(s, "attack")[-1]), ([(2,), (4,)], (3, 5)))
    check(s, (last(s, "hits").data["hits"], rolls(s, "reaction")[-1]), (3, (5,)))


def turn_13(s: Session) -> None:
    answer(s, "hand_off", "no")
    check(s, last(s, "counter_left").data["contact"], "2e")
    at(s, L3c="1424 low")
    answer(s, "path", "F F")
    assert s.result is not None
    check(s, (s.result["level"], s.result["reason"]), ("loss", "no fighters left"))
    check(s, (s.result["kills"], s.result["hits"], s.result["hits_taken"]), (0, 3, 1))


TURNS = (turn_1, turn_2, turn_3, turn_4, turn_5, turn_6, turn_7, turn_8, turn_9, turn_10, turn_11, turn_12, turn_13)


@rule("S5.4c", "S14.0f", "S17.0c", "S28.0b")
def test_S5_4c_the_thirteen_turns_of_the_example() -> None:
    s = set_up()
    for number, play in enumerate(TURNS, 1):
        check(s, s.perspective("player").to_json()["turn"], number, "the turn")
        play(s)
    check(s, dice_left(s), 0, "dice of the tape that were not thrown")


@rule("S8.0c", "S13.0b", "S14.0e", "S5.3d")
def test_S8_0c_the_example_can_be_saved_and_loaded_in_the_middle(tmp_path: Any) -> None:
    s = set_up()
    for play in TURNS[:8]:
        play(s)
    s.save(tmp_path / "example.json")
    again = viermot.load(tmp_path / "example.json")
    check(again, again.position(), s.position(), "the loaded position")
    check(again, again.state_hash, s.state_hash, "the loaded state")
    check(again, (again.head, counters(again)), (s.head, counters(s)), "the loaded record and map")
