"""Chapter 9: how far fighters fly, how they turn, and how they leave the map."""

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    night,
    play_phase,
    play_turn,
    play_until,
    refused,
)
from tests.support.rules import rule

FAR = bomber(113, "0301 S")


# -- 9.0 -----------------------------------------------------------------------------------------------


@rule("9.0a")
def test_9_0a_every_fighter_on_the_map_moves_each_turn() -> None:
    s = new_session(
        night(
            "5", fighter(201, "1010 S", dives=0), fighter(202, "0910 S", dives=0), fighter(203, "0810 S"), FAR, phase=3
        )
    )
    for ident in ("202", "201", "203"):
        check(s, s.perspective("player").to_json()["phase"], 3, "the phase goes on until all have moved")
        if ident != "203":
            answer(s, "who_moves", ident)
        if ident == "203":
            answer(s, "manoeuvre", "fly")
        holds(s, min(len(option.split()) for option in asked(s).options[:50]) >= 2, "standing still is no option")
        answer(s, "path", "F F")
    check(s, [event.data["fighter"] for event in events_of(s, "player", "moved")], ["202", "201", "203"])
    holds(s, s.perspective("player").to_json()["phase"] > 3, "now it is over")


@rule("9.0a")
def test_9_0a_a_fighter_that_scattered_last_turn_stays_where_it_is() -> None:
    s = new_session(night("4B", fighter(201, "1010 S", still=3), FAR, turn=3, phase=3))
    check(s, last(s, "player", "stays").data, {"fighter": "201"})
    check(s, fighters(s)["201"]["hex"], "1010")
    play_turn(s, 4, {"place_search": "none"})
    play_until(s, "path")
    s.decide("F F")
    check(s, fighters(s)["201"]["hex"], "1012", "the turn after it flies again")


@rule("9.0a")
def test_9_0a_those_in_the_beacon_box_may_wait() -> None:
    s = new_session(night("6", fighter(201, "box"), fighter(202, "1010 S"), FAR, turn=3, phase=3))
    answer(s, "who_moves", "202")
    answer(s, "path", "F F")
    answer(s, "leave_box", "box")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["202"]["hex"]), ("box", "1012"))


@rule("9.0b")
def test_9_0b_one_after_another_in_the_players_order() -> None:
    s = new_session(
        night(
            "5", fighter(201, "1010 S", dives=0), fighter(202, "0910 S", dives=0),
            fighter(203, "0810 S", dives=0), FAR, phase=3,
        )
    )  # fmt: skip
    check(s, set(asked(s).options), {"201", "202", "203"})
    answer(s, "who_moves", "203")
    check(s, (asked(s).kind, asked(s).facts["fighter"]), ("path", 2), "it finishes before another begins")
    answer(s, "path", "F F")
    check(s, set(asked(s).options), {"201", "202"})
    refused(s, "203", "9.0b")
    answer(s, "who_moves", "202")
    answer(s, "path", "F F")
    check(s, asked(s).facts["fighter"], 0, "the last one needs no choosing")
    s.decide("F F")
    check(s, [event.data["fighter"] for event in events_of(s, "player", "moved")], ["203", "202", "201"])


# -- 9.1 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "maximum"), [(1, 3), (2, 4), (3, 3)])
@rule("9.1a")
def test_9_1a_no_more_than_its_mp_with_the_asterisk_on_even_turns(turn: int, maximum: int) -> None:
    """The Do215 has 3*."""
    s = new_session(night("4B", fighter(201, "1010 S"), FAR, turn=turn, phase=3))
    check(s, asked(s).facts["most"], maximum)
    check(s, max(len(option.replace("L", "").replace("R", "").split()) for option in asked(s).options), maximum)
    refused(s, "F " * (maximum + 1), "9.1a")
    s.decide("F " * maximum)
    check(s, fighters(s)["201"]["hex"], f"10{10 + maximum}")
    check(s, last(s, "player", "moved").data["mp"], maximum)


@rule("9.1a")
def test_9_1a_diving_and_evading_add_up_with_the_asterisk() -> None:
    """Ruling A17. The Ju88C-2 has 3*; scenario 3 gives it altitude advantage."""
    s = new_session(night("3", fighter(201, "1010 S", dives=3, warned=4), FAR, turn=4, phase=3))
    check(s, len(asked(s).options), 6)
    s.decide("evade and dive")
    check(s, (asked(s).facts["least"], asked(s).facts["most"]), (6, 6), "3, asterisk, dive, evasion")
    s.decide("F F F F F F")
    check(s, fighters(s)["201"]["hex"], "1016")


@rule("9.1a")
def test_9_1a_evading_alone_gives_one_more_and_need_not_be_used_up() -> None:
    s = new_session(night("4B", fighter(201, "1010 S", warned=3), FAR, turn=3, phase=3))
    answer(s, "manoeuvre", "evade")
    check(s, (asked(s).facts["least"], asked(s).facts["most"]), (2, 4))
    s.decide("F F")
    check(s, fighters(s)["201"]["hex"], "1012")


@rule("9.1b")
def test_9_1b_at_least_two_mp() -> None:
    s = new_session(night("4B", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    refused(s, "F", "9.1b")
    refused(s, "F R", "9.1b")
    s.decide("F F")
    check(s, fighters(s)["201"]["hex"], "1012")
    edge = new_session(night("4B", fighter(201, "1003 N"), FAR, turn=3, phase=3))
    refused(edge, "F", "9.1b")
    refused(edge, "F L", "9.1b")


@rule("9.1b")
def test_9_1b_an_me262_at_least_five() -> None:
    s = new_session(night("10F", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    refused(s, "F F F F", "9.1b")
    check(s, asked(s).facts["least"], 5)
    s.decide("F F F F F")
    check(s, fighters(s)["201"]["hex"], "1015")


@rule("9.1b")
def test_9_1b_a_blinded_fighter_too() -> None:
    """Ruling A18."""
    s = new_session(night("4B", fighter(201, "1010 S", blind=5), FAR, turn=3, phase=3))
    refused(s, "F", "9.1b")
    refused(s, "F R F", "17.3.2b")
    s.decide("F F")
    check(s, fighters(s)["201"]["hex"], "1012")


# -- 9.2 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facing", "there"),
    [("N", "1008"), ("NE", "1209"), ("SE", "1211"), ("S", "1012"), ("SW", "0811"), ("NW", "0809")],
)
@rule("9.2a")
def test_9_2a_each_point_is_one_hex_straight_ahead(facing: str, there: str) -> None:
    s = new_session(night("4B", fighter(201, f"1010 {facing}"), FAR, turn=3, phase=3))
    s.decide("F F")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), (there, facing))
    check(s, last(s, "player", "moved").data, {"fighter": "201", "hex": there, "facing": facing, "mp": 2})


@pytest.mark.parametrize(
    ("path", "hex_", "facing"),
    [
        ("F R F", "0912", "SW"),
        ("F L F", "1112", "SE"),
        ("F R F L F", "0913", "S"),
        ("F R F R F", "0811", "NW"),
        ("F F R", "1012", "SW"),
        ("F F L", "1012", "SE"),
    ],
)
@rule("9.2b")
def test_9_2b_after_each_point_one_turn_of_60_degrees(path: str, hex_: str, facing: str) -> None:
    s = new_session(night("4B", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    s.decide(path)
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), (hex_, facing))


@rule("9.2b")
def test_9_2b_never_before_the_first_point_and_never_twice() -> None:
    s = new_session(night("4B", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    for wrong in ("R F F", "L F F", "F R R F", "F L R F", "F L L"):
        refused(s, wrong, "9.2b")
    s.decide("F R F R F R")
    check(s, fighters(s)["201"]["facing"], "N", "three turns of 60 degrees, one after each point")


@pytest.mark.parametrize(
    ("start", "path"),
    [("1001 N", None), ("1002 N", "F F"), ("0110 SW", None), ("1826 SE", None), ("1027 S", None), ("1801 NE", None)],
)
@rule("9.2.1")
def test_9_2_1_a_fighter_may_leave_the_map_for_one_point_and_does_not_come_back(start: str, path: str | None) -> None:
    s = new_session(night("5", fighter(201, start, dives=0), fighter(202, "0910 S", dives=0), FAR, turn=3, phase=3))
    answer(s, "who_moves", "201")
    if path:
        s.decide(path)
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["fate"]), (None, "exited"))
    check(s, last(s, "player", "fighter_left").data, {"fighter": "201"})
    answer(s, "path", "F F")
    play_phase(s, 8)
    play_until(s, "path", {"general_tally": "no"})
    check(s, asked(s).facts["fighter"], 1, "only the other one moves on")
    check(s, s.perspective("player").to_json()["score"]["losses"], 0, "it is not lost")


@rule("9.2.1")
def test_9_2_1_its_markers_go_with_it() -> None:
    s = new_session(
        night(
            "5", fighter(201, "1002 N", tally=113, dives=0), fighter(202, "0910 S", dives=0), bomber(113, "1002 S"),
            turn=3, phase=3, visibility="good",
        )
    )  # fmt: skip
    check(s, len(contacts(s)), 1)
    answer(s, "who_moves", "201")
    answer(s, "path", "F F")
    check(s, (contacts(s), fighters(s)["201"]["tally"]), ([], None))


@rule("9.2.1")
def test_9_2_1_the_path_ends_at_the_edge() -> None:
    s = new_session(night("4B", fighter(201, "1003 N"), FAR, turn=4, phase=3))
    refused(s, "F F F F", "9.2.1")
    refused(s, "F F F R", "9.2.1")
    holds(s, "F F F" in asked(s).options, "the third point leads off the map")
    s.decide("F F R F")
    check(s, fighters(s)["201"]["hex"], "1101", "or it turns away in time")


@rule("9.0b")
def test_9_0b_mp_and_turns_are_counted_anew_every_turn() -> None:
    old = {"spent": 3, "turned": 1}
    s = new_session(
        night(
            "4G", fighter(201, "1010 S", **old), fighter(202, "0510 S", **old), bomber(113, "1412 S"), turn=3, phase=3
        )
    )
    answer(s, "who_moves", "202")
    check(s, [row["spent"] for row in fighters(s).values()][:2], [0, 0], "before anybody has moved")
    answer(s, "path", "F F R")
    check(s, {ident: fighters(s)[ident]["spent"] for ident in ("201", "202")}, {"201": 0, "202": 2})
    answer(s, "path", "F F F")
    check(s, {ident: fighters(s)[ident]["spent"] for ident in ("201", "202")}, {"201": 3, "202": 2})
