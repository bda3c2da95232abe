"""Chapter 7: bombers fly straight down their columns, nearest the exit first, and off the map."""

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
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
    play_turn,
    play_until,
    refused,
)
from tests.support.rules import rule

INTRUDER = "Mosquito NF.XVII/NF.XIX"


@rule("7.0")
def test_7_0_every_marker_follows_its_bomber() -> None:
    s = new_session(
        night(
            "4B", fighter(201, "1010 S", tally=113, fix=116), bomber(113, "1010 S"), bomber(116, "1012 S"),
            bomber(115, "0815 S", light="K"), turn=2, phase=1,
        )
    )  # fmt: skip
    check(s, {c["hex"] for c in contacts(s)}, {"1013", "1015", "0818"})
    moved = {event.data["contact"]: event.data["hex"] for event in events_of(s, "player", "contact_moved")}
    check(s, {c["contact"]: (c["hex"], c["facing"]) for c in contacts(s)}, {c: (h, "S") for c, h in moved.items()})
    real = {a["contact"]: (a["hex"], a["facing"]) for a in attackers(s).values()}
    check(s, {c["contact"]: (c["hex"], c["facing"]) for c in contacts(s)}, real)


@rule("7.1")
def test_7_1_a_bomber_faces_down_its_column_from_entry_to_exit() -> None:
    s = new_session(night("4", fighter(201, "1620 S"), turn=1, phase=2, cup=[1, 2, 3], side="red"))
    play_until(s, "come_in")
    s.decide("3")
    for turn in range(2, 9):
        play_turn(s, turn, {"general_tally": "no", "place_search": "none", "come_in": "1", "path": "F R F R"})
        check(s, {a["facing"] for a in attackers(s).values()}, {"S"}, f"facings on turn {turn}")
    first = next(iter(attackers(s).values()))
    check(s, first["hex"][2:], f"{3 + 3 * 7:02}", "it has kept flying the way it faces")


@rule("7.1")
def test_7_1_flare_droppers_are_the_exception() -> None:
    s = new_session(night("9", fighter(201, "0712 N"), turn=12, phase=2, cup=[2], side="red"))
    s.decide("enter")
    s.decide("1")
    check(s, [a["facing"] for a in attackers(s).values()], ["SE"])
    usual = new_session(night("9", fighter(201, "0712 N"), turn=1, phase=2, cup=[1], side="red"))
    usual.decide("enter")
    usual.decide("1")
    check(s, [a["facing"] for a in attackers(usual).values()], ["S"], "torpedo bombers fly down the column")


@pytest.mark.parametrize("turn", [2, 3])
@rule("7.2a")
def test_7_2a_a_bomber_flies_its_whole_mp_straight_down_the_column(turn: int) -> None:
    s = new_session(
        night("4B", fighter(201, "1620 S"), bomber(113, "0712 S"), bomber(115, "0809 S"), turn=turn, phase=1)
    )
    check(s, {ident: a["hex"] for ident, a in attackers(s).items() if a["hex"]}, {"113": "0715", "115": "0812"})
    check(s, last(s, "umpire", "bombers_fly").data, {"count": 2})


@rule("7.2b")
def test_7_2b_an_asterisk_is_one_hex_more_on_even_turns() -> None:
    """The Wellington Ic has 2*."""
    ends = {}
    for turn in (2, 3, 4, 5):
        s = new_session(night("2", fighter(201, "1620 S"), bomber(113, "0712 S"), turn=turn, phase=1))
        ends[turn] = attackers(s)["113"]["hex"]
    assert ends == {2: "0715", 3: "0714", 4: "0715", 5: "0714"}


@rule("7.2.1a")
def test_7_2_1a_the_bomber_nearest_the_exit_moves_first() -> None:
    """With 28.2 it shows: the alerted bomber behind may not end in a hex that is taken, and finds it empty or not."""
    s = new_session(
        night(
            "4B", fighter(201, "1620 S"), bomber(113, "0711 S", alert=1), bomber(115, "0712 S"), turn=2, phase=1,
            options={"28.2": True},
        )
    )  # fmt: skip
    check(s, (attackers(s)["115"]["hex"], attackers(s)["113"]["hex"]), ("0715", "0714"))
    s = new_session(
        night(
            "4B", fighter(201, "1620 S"), bomber(113, "0708 S", alert=1), bomber(115, "0712 S"), turn=2, phase=1,
            options={"28.2": True},
        )
    )  # fmt: skip
    check(s, (attackers(s)["115"]["hex"], attackers(s)["113"]["hex"]), ("0715", "0712"), "the one ahead has moved away")


@rule("7.2.1a")
def test_7_2_1a_the_umpire_decides_between_equals() -> None:
    for first, second in (("113", "115"), ("115", "113")):
        s = new_session(
            night(
                "4B", fighter(201, "1620 S"), bomber(113, "0712 S", alert=1), bomber(115, "0712 S", alert=1),
                turn=2, phase=1, options={"28.2": True},
            )
        )  # fmt: skip
        check(s, (asked(s).kind, asked(s).seat, set(asked(s).options)), ("who_flies_first", "umpire", {"113", "115"}))
        s.decide(first)
        check(s, last(s, "umpire", "flies_first").data, {"attacker": first})
        check(s, (attackers(s)[first]["hex"], attackers(s)[second]["hex"]), ("0716", "0715"), "only one fits in 0716")


@rule("7.2.1b")
def test_7_2_1b_intruders_move_when_all_bombers_have() -> None:
    """The bomber ahead ends in 0706, so the intruder may not: it would, had it flown before the bomber."""
    s = new_session(
        night(
            "10", fighter(201, "1801 N"), bomber(115, "0703 S"), bomber(163, "0701 S", type=INTRUDER), turn=2, phase=1
        )
    )  # fmt: skip
    check(s, attackers(s)["115"]["hex"], "0706")
    check(s, attackers(s)["163"]["hex"], "0705", "one MP less than the 5 it has")
    check(s, last(s, "umpire", "intruders_last").data, {"count": 1})


@rule("7.2.1b")
def test_7_2_1b_several_intruders_move_in_the_umpires_order() -> None:
    for first, second in (("163", "164"), ("164", "163")):
        s = new_session(
            night(
                "10", fighter(201, "1801 N"), bomber(115, "0903 S"), bomber(163, "0701 S", type=INTRUDER),
                bomber(164, "0301 S", type=INTRUDER), turn=2, phase=1,
            )
        )  # fmt: skip
        check(s, (asked(s).kind, asked(s).seat), ("which_intruder", "umpire"))
        check(s, attackers(s)["115"]["hex"], "0906", "the bomber has already moved")
        s.decide(first)
        answer(s, "intruder_path", 0)
        answer(s, "intruder_path", 0)
        check(s, [e.data["attacker"] for e in events_of(s, "umpire", "intruder_flew")], [first, second])


@rule("7.2.2")
def test_7_2_2_from_row_27_the_next_mp_leads_off_the_map_for_good() -> None:
    s = new_session(
        night(
            "4B", fighter(201, "0722 S", tally=113, fix=113), bomber(113, "0725 S"), bomber(115, "0424 S"),
            turn=2, phase=1, visibility="good",
        )
    )  # fmt: skip
    check(s, (attackers(s)["113"]["fate"], attackers(s)["113"]["hex"]), ("exited", None), "25, 26, 27 and out")
    check(s, (attackers(s)["115"]["fate"], attackers(s)["115"]["hex"]), ("on map", "0427"))
    check(s, contacts(s), [], "its markers are removed")
    check(s, (fighters(s)["201"]["tally"], fighters(s)["201"]["fix"]), (None, None))
    holds(s, "7.2.2" in last(s, "player", "contact_gone").rules, "the player is told why")
    play_turn(s, 4, {"general_tally": "no", "place_search": "none", "path": "F R F R"})
    check(s, attackers(s)["113"]["fate"], "exited", "it does not come back")
    check(s, attackers(s)["115"]["fate"], "exited")


@rule("7.2.2")
def test_7_2_2_a_bomber_in_row_27_is_still_on_the_map() -> None:
    s = new_session(night("4B", fighter(201, "1620 S"), bomber(113, "0724 S"), turn=2, phase=1))
    check(s, attackers(s)["113"]["hex"], "0727")
    play_turn(s, 3, {"general_tally": "no", "place_search": "none", "path": "F R F R"})
    check(s, attackers(s)["113"]["fate"], "exited")
    check(s, last(s, "umpire", "attacker_left").data, {"attacker": "113"})


@rule("7.2.1a")
def test_7_2_1a_a_bomber_that_is_not_among_the_equals_cannot_be_chosen() -> None:
    s = new_session(
        night(
            "4B", fighter(201, "1620 S"), bomber(113, "0712 S", alert=1), bomber(115, "0712 S", alert=1),
            bomber(116, "0811 S"), turn=2, phase=1, options={"28.2": True},
        )
    )  # fmt: skip
    refused(s, "116", "7.2.1a")
