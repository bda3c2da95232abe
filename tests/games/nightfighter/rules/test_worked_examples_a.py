"""The short worked examples N1 to N6 of the rule book: bombers and fighters on the move."""

import tomllib
from importlib.resources import files
from itertools import pairwise

import pytest

from tests.games.nightfighter.support import (
    asked,
    attackers,
    bomber,
    check,
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

QUIET = {"general_tally": "no", "place_search": "none", "path": "F R F R"}
ORBIT = fighter(201, "1620 S")


@rule("7.1")
def test_N1_a_bomber_in_0712_faces_0713() -> None:
    """It comes in by chit in column 07 and gets there on its own; the hex it enters next is the one it faces."""
    s = new_session(night("4", ORBIT, turn=1, phase=2, cup=[1, 2, 3], side="red"), draws={"umpire:chit": [0, 0, 0]})
    play_until(s, "come_in")
    s.decide("3")
    play_turn(s, 4, QUIET)
    ident, row = next(iter(attackers(s).items()))
    check(s, (row["hex"], row["facing"]), ("0712", "S"))
    play_turn(s, 5, QUIET)
    check(s, attackers(s)[ident]["hex"], "0715", "by way of 0713")


@rule("7.2a")
def test_N2_a_bomber_with_mp_3_flies_from_0712_to_0715() -> None:
    """Lit in H it leaves the zone after two hexes: so 0713 and 0714 lie on its way, one after the other."""
    s = new_session(night("4B", ORBIT, bomber(113, "0712 S"), turn=2, phase=1))
    check(s, attackers(s)["113"]["hex"], "0715")
    column = {attackers(s)["113"]["hex"][:2]}
    for turn in range(3, 6):
        play_turn(s, turn, QUIET)
        column.add(attackers(s)["113"]["hex"][:2])
    check(s, column, {"07"}, "it never leaves its column")
    lit = new_session(night("3C", ORBIT, fighter(202, "1601 S"), bomber(113, "0712 S", light="H"), turn=2, phase=1))
    check(lit, (asked(lit).kind, attackers(lit)["113"]["hex"]), ("hand_off", "0715"), "the third hex is the first in K")
    two = new_session(night("3C", ORBIT, fighter(202, "1601 S"), bomber(113, "0711 S", light="H"), turn=2, phase=1))
    check(
        two, (attackers(two)["113"]["hex"], attackers(two)["113"]["lit_in"]), ("0714", "H"), "0712, 0713, 0714 are in H"
    )


@rule("7.2b")
def test_N3_a_bomber_with_mp_2_star_flies_2_3_2() -> None:
    s = new_session(night("2", ORBIT, bomber(113, "0712 S"), turn=1, phase=1, cup=[20, 2, 3], side="yellow"))
    rows = [12]
    for turn in (1, 2, 3):
        play_turn(s, turn, QUIET)
        rows.append(int(attackers(s)["113"]["hex"][2:]))
    check(s, [after - before for before, after in pairwise(rows)], [2, 3, 2])


@pytest.mark.parametrize("seed", ["one", "two", "three"])
@rule("8.1.2", "8.1.3a")
def test_N4_with_red_chosen_only_red_numbers_are_read(seed: str) -> None:
    text = (files("viermot.games.nightfighter") / "data" / "chits.toml").read_text(encoding="utf-8")
    chits = {chit["id"]: chit for chit in tomllib.loads(text)["chit"]}
    s = new_session(scenario="5", seed=seed)
    s.decide("red")
    play_turn(s, 16, {"general_tally": "no", "manoeuvre": "fly"})
    drawn = [event.data for event in events_of(s, "umpire", "chit")]
    holds(s, len(drawn) >= 3, "a good many chits")
    for chit in drawn:
        check(s, chit["columns"], chits[chit["chit"]]["red"], f"chit {chit['chit']}")
        holds(s, chit["columns"] != chits[chit["chit"]]["yellow"], "its sides differ")


@rule("8.2")
def test_N5_the_chit_says_column_03() -> None:
    s = new_session(night("4B", ORBIT, turn=1, phase=2, cup=[11], side="red"))
    check(s, last(s, "umpire", "chit").data["columns"][0], 3)
    s.decide("enter")
    s.decide("1")
    check(s, [(a["hex"], a["facing"]) for a in attackers(s).values()], [("0301", "S")], "0301 facing 0302")
    s = new_session(night("4B", ORBIT, turn=1, phase=2, cup=[11], side="red"))
    s.decide("enter")
    s.decide("2")
    check(s, [a["hex"] for a in attackers(s).values()], ["0302"])


@rule("9.1a")
def test_N6_a_fighter_with_mp_3_star_flies_at_most_3_4_3() -> None:
    s = new_session(night("4B", fighter(201, "1624 N"), bomber(113, "0301 S"), turn=1, phase=3))
    hexes = ["1624"]
    for maximum in (3, 4, 3):
        play_until(s, "path", {"general_tally": "no", "place_search": "none"})
        check(s, asked(s).facts["most"], maximum)
        refused(s, "F " * (maximum + 1), "9.1a")
        s.decide("F " * maximum)
        hexes.append(fighters(s)["201"]["hex"])
    check(s, hexes, ["1624", "1621", "1617", "1614"])
