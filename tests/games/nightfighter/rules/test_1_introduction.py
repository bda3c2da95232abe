"""Chapter 1: the two roles, blind play, scenarios with variants, and intruders that count as bombers."""

import json

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    events_of,
    fighter,
    holds,
    last,
    new_session,
    night,
    play_until,
    refused,
)
from tests.support.rules import rule


@rule("1.2")
def test_1_2_neither_seat_may_act_for_the_other() -> None:
    s = new_session(scenario="4B")
    check(s, viermot.list_games()[0].seats, ("player", "umpire"))
    check(s, (asked(s).kind, asked(s).seat), ("choose_side", "umpire"))
    refused(s, "red", "1.2", seat="player")
    s.decide("red", seat="umpire")
    check(s, (asked(s).kind, asked(s).seat), ("place_fighter", "player"))
    refused(s, "1020 N", "1.2", seat="umpire")
    s.decide("1020 N", seat="player")
    holds(s, events_of(s, "player", "placed"), "the player's own answer counts")


@rule("1.2.2a")
def test_1_2_2a_the_player_sees_no_bomber_that_is_not_fixed_or_tallied() -> None:
    def world(unseen: str) -> viermot.Session:
        seen = bomber(115, "1010 S")
        return new_session(night("4B", fighter(201, "1010 S", tally=115), seen, bomber(113, unseen), turn=3, phase=8))

    s, twin = world("0712 S"), world("1404 S")
    shown = s.perspective("player").to_json()
    check(s, [(c["contact"], c["hex"], c["facing"]) for c in shown["contacts"]], [("C1", "1010", "S")])
    check(s, [f["hex"] for f in shown["fighters"]], ["1010"])
    holds(s, "umpire" not in shown and "player_map" not in shown, "the umpire's map stays behind the screen")
    holds(s, "113" not in json.dumps(shown) and "0712" not in json.dumps(shown), "no trace of the unseen bomber")
    check(s, shown, twin.perspective("player").to_json(), "what the player sees when the unseen one is elsewhere")
    check(s, s.events("player"), twin.events("player"))


@rule("1.2.2b")
def test_1_2_2b_the_umpire_sees_both_maps() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S", tally=115), bomber(115, "1010 S", hits=1), bomber(113, "0712 S"), phase=8)
    )
    shown = s.perspective("umpire").to_json()
    check(s, {a["id"]: (a["hex"], a["hits"]) for a in shown["umpire"]["attackers"]}, {
        "115": ("1010", 1), "113": ("0712", 0),
    })  # fmt: skip
    check(s, shown["player_map"], s.perspective("player").to_json(), "the player's map as the umpire sees it")


@rule("1.3")
def test_1_3_every_scenario_has_variants_and_all_of_them_can_be_played() -> None:
    scenarios = viermot.list_games()[0].scenarios
    bases = {info.id for info in scenarios if info.parent is None}
    assert bases == {str(number) for number in range(1, 11)}
    assert bases == {info.parent for info in scenarios if info.parent}
    for info in scenarios:
        s = new_session(scenario=info.id)
        check(s, last(s, "player", "scenario").data, {"scenario": info.id})


@rule("1.5a")
def test_1_5a_an_intruder_enters_by_chit_like_a_bomber() -> None:
    """Nothing in chapter 8 names intruders; that they follow it is this rule."""
    s = new_session(
        night("10", fighter(201, "1822 N"), turn=2, phase=2, side="red", cup=[1]), draws={"umpire:counter": [34, 0, 0]}
    )
    answer(s, "come_in", "3")
    entered = last(s, "umpire", "entered")
    check(s, entered.data["hex"], "0703", "three MP down the chit's top column")
    check(s, attackers(s)[entered.data["attacker"]]["intruder"], True)
    check(s, attackers(s)[entered.data["attacker"]]["facing"], "S")


@rule("1.5a")
def test_1_5a_an_intruder_is_tallied_attacked_and_shot_down_like_a_bomber() -> None:
    s = new_session(
        night("10", fighter(201, "0701 S"), turn=2, phase=2, side="red", cup=[1], visibility="good"),
        draws={"umpire:counter": [34, 0, 0], "umpire:number": [2, 0, 0]},
        dice={"tally": [1, 2, 3, 4], "response": [1, 1], "attack": [6, 6]},
    )
    answer(s, "come_in", "3")
    intruder = last(s, "umpire", "entered").data["attacker"]
    check(s, intruder[-1], "3", "its tally number")
    answers = {"path": "F F", "place_search": "none", "keep_which": "C1", "general_tally": "roll", "attack": "guns"}
    play_until(s, "fly_for_more", answers)
    check(s, last(s, "player", "tallied").data, {"fighter": "201", "contact": "C1"})
    check(s, last(s, "player", "shot_down").data["contact"], "C1")
    check(s, attackers(s)[intruder]["fate"], "destroyed")
