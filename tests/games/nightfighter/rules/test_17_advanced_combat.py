"""Chapter 17, first half: firepower, experten, and what a kill does to the victor [17.1 to 17.3]."""

from __future__ import annotations

import pytest

from tests.games.nightfighter.combat_scenes import CORKSCREW, WIDE, after_the_kill, on_its_tail
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    contacts,
    course,
    fighter,
    fighters,
    last,
    modifiers,
    new_session,
    night,
    play_phase,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule

# -- 17.1 firepower --------------------------------------------------------------------------------


@rule("17.1a")
def test_17_1a_printed_firepower_counts_0_against_a_target_that_corkscrewed() -> None:
    s = on_its_tail({**CORKSCREW, **WIDE, "umpire:corkscrew": [3], "attack": [4, 5]})
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    answer(s, "attack_all_the_same", "guns")
    check(s, modifiers(s, "attack"), {"corkscrewed": 0})
    check(s, last(s, "player", "hits").data["hits"], 0, "hits of 9 + 0 instead of 9 + 4")


@rule("17.1a")
def test_17_1a_a_corkscrewing_bomber_shoots_with_its_full_firepower() -> None:
    s = on_its_tail({**CORKSCREW, "defensive fire": [4, 4]})
    answer(s, "attack", "guns")
    check(s, modifiers(s, "defensive fire"), {"printed": 2})
    check(s, fighters(s)["201"]["hits"], 1, "hits of 8 + 2")


@rule("17.1b", "17.2")
def test_17_1b_an_experte_adds_2_to_firepower() -> None:
    s = on_its_tail({"response": [1], "attack": [1, 3]}, options={"pilots": {"201": "experte"}})
    answer(s, "attack", "guns")
    check(s, modifiers(s, "attack"), {"printed": 4, "experte": 2})
    check(s, last(s, "player", "hits").data["hits"], 1, "hits of 4 + 4 + 2")


@rule("17.1b", "28.5", "28.4b")
def test_17_1b_firepower_may_fall_below_zero() -> None:
    s = on_its_tail(
        {**CORKSCREW, **WIDE, "umpire:corkscrew": [4], "attack": [6, 6]},
        me={"position": [1, 3, 0]},
        options={"28.4": True, "pilots": {"201": "green"}},
    )
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    answer(s, "attack_all_the_same", "guns")
    check(s, modifiers(s, "attack"), {"corkscrewed": 0, "green": -1, "poor_position": -2})
    check(s, last(s, "player", "hits").data["hits"], 0, "hits of 12 - 3")


# -- 17.2 experten ---------------------------------------------------------------------------------


@rule("17.2")
def test_17_2_an_experte_has_two_more_dice_against_a_fixed_target() -> None:
    dice = {}
    for pilot in ("normal", "experte"):
        s = new_session(
            night(
                "4B",
                fighter(201, "1014 S"),
                bomber(113, "1015 S", light="K"),
                turn=3,
                phase=8,
                options={"pilots": {"201": pilot}},
            )
        )
        play_until(s, "tally_fixed")
        s.decide("C1")
        dice[pilot] = len(rolls_of(s, "player", "fixed tally")[-1].data["dice"])
    check(s, dice, {"normal": 3, "experte": 5})


@rule("17.2", "17.4c")
def test_17_2_an_experte_adds_1_to_the_second_response_die() -> None:
    answers = {}
    for pilot in ("normal", "experte"):
        s = on_its_tail(
            {"response": [6, 1], "reaction": [4], **WIDE, "attack": [1, 1]}, options={"pilots": {"201": pilot}}
        )
        answer(s, "attack", "guns")
        points = sum(part[1] for part in rolls_of(s, "player", "reaction")[0].data["modifiers"])
        answers[pilot] = (points, "defensive fire" in course(s))
    check(s, answers, {"normal": (0, True), "experte": (1, False)}, "4 is defensive fire, 5 is not")


# -- 17.3 aftermath --------------------------------------------------------------------------------


@rule("17.3")
@pytest.mark.parametrize(
    ("die", "then"),
    [(1, "avoidance"), (2, "flash"), (3, "blinded"), (4, "blinded"), (5, "blinded"), (6, "")],
)
def test_17_3_the_victor_rolls_for_what_becomes_of_him(die: int, then: str) -> None:
    s = after_the_kill({"destruction": [die], "flash": [3], "avoidance": [4]})
    after = course(s, "player")[course(s, "player").index("destruction") + 1 :]
    seen = [kind for kind in after if kind in ("avoidance", "flash", "blinded", "scattered")]
    check(s, seen[:1], [then] if then else [])
    if then == "blinded":
        check(s, last(s, "player", "blinded").data["turns"], 1, "follow down")


@rule("17.3.1a")
@pytest.mark.parametrize(
    ("die", "there", "facing"),
    [(2, "1111", "SE"), (3, "1110", "NE"), (4, "1009", "N"), (5, "0910", "NW"), (6, "0911", "SW")],
)
def test_17_3_1a_avoidance_scatters_and_turns_away(die: int, there: str, facing: str) -> None:
    s = after_the_kill({"destruction": [1], "avoidance": [die]})
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), (there, facing))


@rule("17.3.1a")
def test_17_3_1a_scattering_off_the_map_is_an_exit_not_a_loss() -> None:
    s = after_the_kill({"destruction": [1], "avoidance": [6]}, at="0110 S")
    check(s, fighters(s)["201"]["fate"], "exited")
    check(s, s.perspective("player").to_json()["score"]["losses"], 0)


@rule("17.3.1b")
def test_17_3_1b_a_scattered_fighter_does_not_move_in_the_next_turn() -> None:
    s = after_the_kill({"destruction": [1], "avoidance": [4]})
    play_phase(s, 5, {"fly_for_more": "continue"})
    check(s, s.perspective("player").to_json()["turn"], 4)
    check(s, fighters(s)["201"]["hex"], "1009", "where it was thrown")
    check(s, last(s, "player", "stays").turn, 4)
    play_until(s, "path", {"fly_for_more": "continue"})
    check(s, s.perspective("player").to_json()["turn"], 5, "it moves again in the turn after")


@rule("17.3.1c")
def test_17_3_1c_a_collision_is_an_attack_of_firepower_2() -> None:
    s = after_the_kill({"destruction": [1], "avoidance": [1], "collision": [3, 5]})
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["hits"]), ("1010", 1), "8 + 2 is one hit, no scatter")
    play_until(s, "path", {"fly_for_more": "continue"})
    check(s, s.perspective("player").to_json()["turn"], 4, "it moves normally next turn")


@rule("17.3.1c")
def test_17_3_1c_nothing_else_modifies_a_collision() -> None:
    position = night(
        "4",
        fighter(201, "1010 S", tally=113),
        bomber(113, "1010 S", hits=3, alert=1),
        turn=3,
        phase=9,
        moon="full",
        options={"pilots": {"201": "experte"}},
    )
    dice = {"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [1], "collision": [3, 4]}
    s = new_session(position, dice=dice)
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["hits"], 0, "7 + 2 misses")


@rule("17.3.1d")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_17_3_1d_after_oblique_guns_nobody_is_scattered(die: int) -> None:
    s = after_the_kill({"destruction": [1], "avoidance": [die]}, guns="oblique", scenario="4D", oblique=1)
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), ("1010", "S"))
    play_until(s, "path", {"fly_for_more": "continue"})
    check(s, s.perspective("player").to_json()["turn"], 4)


@rule("17.3.1d")
@pytest.mark.parametrize(("dice", "hits"), [([4, 5], 0), ([4, 6], 1)])
def test_17_3_1d_the_wreck_strikes_from_above_with_firepower_0(dice: list[int], hits: int) -> None:
    s = after_the_kill(
        {"destruction": [1], "avoidance": [1], "collision": dice}, guns="oblique", scenario="4D", oblique=1
    )
    check(s, fighters(s)["201"]["hits"], hits)


@rule("17.3.2a", "17.3.2b")
def test_17_3_2a_a_flash_blinds_from_the_next_turn_for_as_many_as_the_die_shows() -> None:
    s = after_the_kill({"destruction": [2], "flash": [2]}, at="1003 S")
    straight = []
    for turn in (4, 5, 6):
        play_until(s, "path", {"fly_for_more": "continue"})
        check(s, s.perspective("player").to_json()["turn"], turn)
        straight.append(all(set(option.split()) == {"F"} for option in asked(s).options))
        s.decide("F F")
    check(s, straight, [True, True, False], "may it only fly straight on?")


@rule("17.3.2a", "17.3.2b")
def test_17_3_2a_follow_down_blinds_for_one_turn() -> None:
    s = after_the_kill({"destruction": [4]}, at="1003 S")
    for turn, blinded in ((4, True), (5, False)):
        play_until(s, "path", {"fly_for_more": "continue"})
        check(s, s.perspective("player").to_json()["turn"], turn)
        check(s, "F R F" not in asked(s).options, blinded)
        s.decide("F F")


@rule("17.3.2b")
def test_17_3_2b_a_blinded_fighter_may_not_turn() -> None:
    s = new_session(night("4", fighter(201, "1010 S", blind=5), bomber(113, "0401 S"), turn=5, phase=3))
    play_until(s, "path")
    refused(s, "F R F", "17.3.2b")
    s.decide("F F")
    check(s, fighters(s)["201"]["hex"], "1012")


@rule("17.3.2b")
def test_17_3_2b_a_blinded_fighter_that_flies_off_the_map_is_out() -> None:
    s = new_session(night("4", fighter(201, "1026 S", blind=5), bomber(113, "0401 S"), turn=5, phase=3))
    play_phase(s, 5)
    check(s, fighters(s)["201"]["fate"], "exited", "one hex left, two to fly")


@rule("17.3.2b")
def test_17_3_2b_a_tail_warning_lets_a_blinded_fighter_turn() -> None:
    s = new_session(night("6F", fighter(201, "0910 S", blind=5), bomber(113, "0909 S"), turn=5, phase=3))
    answer(s, "manoeuvre", "fly")
    answer(s, "path", "F R F")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["facing"]), ("0811", "SW"))


@rule("17.3.2c")
def test_17_3_2c_a_blinded_crew_has_no_radar_no_homer_and_no_tally() -> None:
    position = night(
        "6H",
        fighter(201, "1010 S", blind=5),
        fighter(202, "0410 S"),
        bomber(113, "1010 S"),
        bomber(116, "1012 S"),
        turn=5,
        phase=5,
        visibility="good",
    )
    s = new_session(position, dice={"tally": [3, 3, 3, 3]})
    counters = []
    while asked(s).kind == "place_search":
        counters.append(asked(s).shown_facts("en")["radar"])
        s.decide("none")
    check(s, counters, ["Freya", "Naxos B"], "not the Naxos of 201")
    play_until(s, "general_tally")
    check(s, last(s, "player", "ai_blind").data["fighter"], "201")
    check(s, fighters(s)["201"]["fix"], None)
    s.decide("roll")
    check(s, (contacts(s), fighters(s)["201"]["tally"]), ([], None), "113 in its own hex, its number on the dice")


@rule("17.3.1b", "19.1.3a")
def test_17_3_1b_whoever_does_not_move_has_not_turned_either() -> None:
    """A scattered fighter's look at its AI fix is as good as if it had flown straight on."""
    position = night(
        "8G", fighter(201, "1010 S", still=3, fix=113, turned=1, spent=5), bomber(113, "1011 S"), turn=3, phase=3,
        visibility="good",
    )  # fmt: skip
    s = new_session(position)
    play_until(s, "general_tally")
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    check(s, modifiers(s, "fixed tally"), {"minimum_range": 1})
    check(s, last(s, "player", "stays").turn, 3)


def test_17_4a_without_chapter_17_nobody_is_noticed() -> None:
    s = new_session(night("2", fighter(201, "1010 S", tally=112), bomber(112, "1010 S"), turn=3, phase=9))
    answer(s, "attack", "hold fire")
    check(s, (rolls_of(s, "player", "response"), rolls_of(s, "umpire", "response")), ([], []))
