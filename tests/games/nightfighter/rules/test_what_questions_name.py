"""What every question is about, as it is told to the seat that answers it: which aircraft, where, how many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    fighter,
    new_session,
    night,
    play_until,
)
from viermot import Session

MOSQUITO = "Mosquito NF.XVII/NF.XIX"
JU88 = "Ju88C-6"
FAR = bomber(102, "1801 S")  # keeps the game alive
STRAIGHT = "F F F F"
NOTICED = {
    "umpire:intruder tally": [1, 1, 1],
    "fighter response": [6],
    "return fire": [1, 1],
    "intruder attack": [1, 1],
}


def bounced(until: str, reaction: int = 4) -> Session:
    """An intruder comes up behind fighter 201, as far as this question."""
    position = night("10", fighter(201, "0911 S"), bomber(161, "0907 S", type=MOSQUITO), FAR, turn=3, phase=1)
    s = new_session(position, dice={**NOTICED, "fighter reaction": [reaction]}, careful=True)
    play_until(s, until, {"intruder_path": STRAIGHT, "intruder_attacks": "guns"})
    return s


def torn_between_two() -> Session:
    """An intruder with two fighters equally far ahead."""
    two = (fighter(201, "0811 S"), fighter(202, "1011 S"))
    s = new_session(night("10", *two, bomber(161, "0907 S", type=MOSQUITO), FAR, turn=3, phase=1))
    play_until(s, "hunt_which")
    return s


def behind_two() -> Session:
    two = (fighter(201, "1010 S"), fighter(202, "1009 S"))
    return new_session(night("10", *two, bomber(161, "1008 S", type=MOSQUITO), FAR, turn=3, phase=3))


def searching(*bombers: str, until: str, dice: Any = None, **top: Any) -> Session:
    """The searchlight phase of 1A."""
    position = night("1A", fighter(201, "1016 S"), *bombers, turn=3, phase=7, **top)
    s = new_session(position, dice=dice, careful=True)
    play_until(s, until)
    return s


def lit(**top: Any) -> Session:
    """113 is coned in zone K and flies out of it this turn; 115 flies abreast."""
    crowd = (bomber(113, "1016 S", light="K"), bomber(115, "1116 S"))
    return new_session(night("1A", fighter(201, "1801 S"), *crowd, turn=4, **top))


def handed_over() -> Session:
    s = lit()
    answer(s, "who_flies_first", "115")
    return s


def slipping_away() -> Session:
    s = handed_over()
    answer(s, "hand_off", "no")
    return s


def on_its_tail(until: str, **more: Any) -> Session:
    """Combat phase of scenario 6: 201 has tallied 113 in its hex."""
    dice = {"response": [6, 6], "reaction": [3], "defensive fire": [1, 1], "attack": [1, 1], **more.pop("dice", {})}
    me = fighter(201, "1010 S", tally=113, **more.pop("me", {}))
    s = new_session(night("6", me, bomber(113, "1010 S"), FAR, turn=3, phase=9, **more), dice=dice, careful=True)
    play_until(s, until, {"attack": "guns"})
    return s


def stalking() -> Session:
    s = on_its_tail("attack", me={"oblique": 1}, options={"28.4": True})
    s.decide("hold fire")
    return s


def jammed() -> Session:
    return new_session(night("6D", fighter(201, "1010 S"), bomber(113, "1012 S"), turn=3, phase=6))


def between_equals() -> Session:
    return new_session(
        night("4I", fighter(201, "1010 S"), bomber(112, "1011 S"), bomber(113, "0911 S"), turn=3, phase=6)
    )


def shadowing() -> Session:
    """Scenario 7: the Mosquito has tallied something."""
    rows = (bomber(161, "1010 S", type=JU88), bomber(114, "0402 S"))
    return new_session(night("7", fighter(201, "1010 S", tally=161), *rows, turn=3, phase=9))


def placing() -> Session:
    return new_session(night("2", fighter(201, "1801 S"), bomber(112, "0510 S"), phase=5))


def sweeping() -> Session:
    s = placing()
    answer(s, "place_search", "1010")
    answer(s, "place_search", "none")
    return s


def setting_up() -> Session:
    s = new_session(scenario="2")
    play_until(s, "place_fighter")
    return s


def entering(until: str) -> Session:
    """Chit 01, red: column 07 for the one bomber of the turn."""
    s = new_session(scenario="2", draws={"umpire:chit": [0], "umpire:number": [0]})
    play_until(s, until, {"choose_side": "red"})
    return s


def two_zones() -> Session:
    return searching(bomber(112, "1016 S"), bomber(113, "1020 S"), until="place_markers")


def two_in_the_light() -> Session:
    dice = {"searchlight": [2, 3, 1]}
    return searching(bomber(112, "1015 S"), bomber(113, "1017 S"), until="cone_which", dice=dice, visibility="good")


Case = tuple[str, str, Callable[[], Session], dict[str, Any], str | None]

CASES: list[Case] = [  # the question, its rule, how it comes up, what it names, and the answer it suggests
    ("place_fighter", "3.2c", setting_up, {"fighter": "201"}, None),
    ("hold_back", "8.1.4a", lambda: entering("hold_back"), {"attacker": "101", "column": 7, "held": 0}, None),
    ("come_in", "8.2.1a", lambda: entering("come_in"), {"attacker": "101", "column": 7}, None),
    ("who_flies_first", "7.2.1a", lit, {}, "115"),
    ("hand_off", "14.2.4a", handed_over, {"contact": "C1", "zone": "N"}, None),
    ("displace", "16.0f", slipping_away, {"attacker": "113", "hex": "1019"}, None),
    ("place_search", "13.1.1a", placing, {"radar": "Freya", "value": 2}, None),
    ("sweep", "13.1.2a", sweeping, {"radar": "Freya", "hex": "1010"}, None),
    ("fix_which", "19.1.2a", between_equals, {"fighter": "201"}, None),
    ("roll_through_jamming", "24.5.2b", jammed, {"fighter": "201"}, "roll"),
    ("place_markers", "14.2.1a", two_zones, {"zones": "K, N"}, "at random"),
    ("cone_which", "14.2.1c", two_in_the_light, {"zone": "K"}, None),
    ("identify", "3.2e", shadowing, {"fighter": "201", "contact": "C1"}, None),
    ("shoot", "17.4.2a", lambda: on_its_tail("shoot"), {"attacker": "113", "fighter": "201"}, "shoot"),
    ("claim", "28.4.1b", stalking, {"fighter": "201"}, "claim"),
    ("hunt_which", "27.2.2c", torn_between_two, {"attacker": "161"}, None),
    ("intruder_path", "27.2.1a", lambda: bounced("intruder_path"), {"attacker": "161"}, None),
    ("intruder_attacks", "27.2.4b", lambda: bounced("intruder_attacks"), {"attacker": "161", "fighter": "201"}, None),
    ("shoot_back", "17.4.2a", lambda: bounced("shoot_back"), {"fighter": "201"}, "shoot"),
    ("own_corkscrew", "17.4.4c", lambda: bounced("own_corkscrew", reaction=1), {"fighter": "201"}, None),
    ("slip", "16.0e", behind_two, {"attacker": "161"}, "no"),
]


@pytest.mark.parametrize(("kind", "by", "comes_up", "names", "suggests"), CASES)
def test_a_question_names_what_it_is_about(
    kind: str, by: str, comes_up: Callable[[], Session], names: dict[str, Any], suggests: str | None
) -> None:
    s = comes_up()
    check(s, (asked(s).kind, asked(s).rule), (kind, by))
    check(s, (asked(s).plain_facts, asked(s).default), (names, suggests))
