"""What the log says of each step, by which rule, and the edges of zones and lanes: chapter after chapter."""

from __future__ import annotations

import pytest

from tests.games.nightfighter.combat_scenes import on_its_tail
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
    last,
    new_session,
    night,
    rolls_of,
)
from tests.support.rules import rule

FAR = bomber(102, "1801 S")


@rule("14.2.4b")
@pytest.mark.parametrize(("dice", "lit"), [([2, 1, 1, 1], "D"), ([3, 3, 3, 3], None)])
def test_14_2_4b_the_first_zone_hands_over_as_the_others_do(dice: list[int], lit: str | None) -> None:
    """Zone A, in the corner, to the one south of it."""
    s = new_session(
        night("5C", fighter(201, "1820 N"), fighter(202, "1120 N"), fighter(203, "0420 N"),
              bomber(112, "0204 S", light="A"), bomber(103, "1401 S"), turn=2, phase=1, visibility="good"),
        dice={"hand-off": dice},
    )  # fmt: skip
    check(s, (asked(s).kind, asked(s).plain_facts["zone"]), ("hand_off", "D"))
    answer(s, "hand_off", "yes")
    check(s, attackers(s)["112"]["lit_in"], lit)
    if lit:
        check(s, last(s, "player", "handed_off").data, {"contact": "C1", "zone": "D"})
    else:
        check(s, last(s, "player", "light_lost").data["contact"], "C1")


def test_14_2_3_lights_of_the_first_zone_hold_a_bomber_while_it_is_there() -> None:
    s = new_session(
        night("5C", fighter(201, "1820 N"), fighter(202, "1120 N"), fighter(203, "0420 N"),
              bomber(112, "0203 S", light="A"), bomber(103, "1401 S"), turn=2, phase=1, visibility="good"),
    )  # fmt: skip
    check(s, attackers(s)["112"]["lit_in"], "A", "three hexes on it is in the same zone")
    check(s, (contacts(s)[0]["lit_in"], events_of(s, "player", "light_lost")), ("A", []))


@rule("17.4.2a")
def test_17_4_2a_tracer_and_hits_name_both() -> None:
    s = on_its_tail({"response": [6], "reaction": [3], "defensive fire": [1, 1]}, others=[FAR])
    answer(s, "attack", "hold fire")
    check(s, last(s, "player", "tracer_wide").data, {"fighter": "201", "contact": "C1"})
    s = on_its_tail({"response": [6], "reaction": [3], "defensive fire": [6, 6]}, others=[FAR], me={"hits": 1})
    answer(s, "attack", "hold fire")
    hit = last(s, "player", "fighter_hit").data
    check(s, (hit["fighter"], hit["total"]), ("201", 1 + hit["hits"]))
    check(s, len(rolls_of(s, "player", "defensive fire")[-1].data["dice"]), 2)


@rule("11.0c", "11.0b")
def test_17_1b_only_what_changes_a_roll_is_cited() -> None:
    s = on_its_tail({"response": [1, 1], "attack": [1, 1]}, others=[FAR])
    answer(s, "attack", "guns")
    rolled = rolls_of(s, "player", "attack")[-1]
    check(s, ("17.1b" in rolled.rules, len(rolled.data["modifiers"]) > 1), (False, False))


@rule("3.2e")
@pytest.mark.parametrize("die", [3, 4])
def test_7_who_was_made_out_and_who_was_not(die: int) -> None:
    s = new_session(
        night("7", fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), bomber(104, "1801 S"), turn=3, phase=9,
              visibility="moderate"),
        dice={"identification": [die], "response": [1, 1]},
    )  # fmt: skip
    contact = fighters(s)["201"]["tally"]
    answer(s, "identify", "roll")
    if die == 3:
        check(s, last(s, "player", "not_identified").data, {"fighter": "201", "contact": contact})
    else:
        told = last(s, "player", "identified").data
        check(s, (told["fighter"], told["contact"]), ("201", contact))


@rule("2.1.5a", "2.1.5b")
def test_2_1_5b_even_turns_are_marked() -> None:
    for turn in (2, 3):
        s = new_session(night("4B", fighter(201, "0101 S"), bomber(113, "1002 S"), turn=turn, phase=10))
        told = last(s, "player", "turn")
        check(s, (told.data["turn"], "2.1.5b" in told.rules), (turn + 1, (turn + 1) % 2 == 0))
        check(s, [e.data["phase"] for e in events_of(s, "player", "phase")][:2], [10, 1], "the first phase is next")


@pytest.mark.parametrize(
    ("column", "sides"),
    [("07", ["left", "centre"]), ("08", ["left", "centre", "right"]), ("11", ["left", "centre", "right"]),
     ("12", ["centre", "right"])],
)  # fmt: skip
def test_26_3_2_torpedo_bombers_are_not_displaced_out_of_their_lane(column: str, sides: list[str]) -> None:
    """Columns 07 to 12 are theirs [26.3.2]."""
    s = new_session(
        night("9", fighter(201, "0120 N", tally=113), fighter(202, "1820 N"), bomber(113, f"{column}05 S"),
              bomber(102, "0901 S"), turn=3, phase=8, visibility="good"),
    )  # fmt: skip
    while asked(s).kind == "keep_or_drop":
        answer(s, "keep_or_drop", "keep")
    check(s, (asked(s).kind, [side for side in asked(s).options if side != "roll"]), ("displace", sides))
