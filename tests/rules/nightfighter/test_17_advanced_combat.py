"""Chapter 17: firepower, experten, what a kill does to the victor, and how bombers hit back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.nightfighter import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    course,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    modifiers,
    night,
    play_phase,
    play_turn,
    play_until,
    refused,
    rolls_of,
    table,
)
from tests.support.rules import rule
from viermot import Session

MOSQUITO = "Mosquito NF.XVII/NF.XIX"

# What the dice of a response have to show.
CORKSCREW = {"response": [6], "reaction": [1]}
DEFENSIVE_FIRE = {"response": [6], "reaction": [3]}
WIDE = {"defensive fire": [1, 1]}


def on_its_tail(
    dice: dict[str, list[int]], scenario: str = "4B", target: Any = (), me: Any = (), **more: Any
) -> Session:
    """Combat phase of turn 3: fighter 201 has tallied Lancaster 113 in its hex, both flying south."""
    others = more.pop("others", ())
    position = night(
        scenario,
        fighter(201, "1010 S", **{"tally": 113, **dict(me)}),
        bomber(113, "1010 S", **dict(target)),
        *others,
        **{"turn": 3, "phase": 9, "visibility": "good", **more},
    )
    return table(position, dice=dice)


def after_the_kill(dice: dict[str, list[int]], guns: str = "guns", at: str = "1010 S", **more: Any) -> Session:
    """Scenario 4 (or another), turn 3: fighter 201 destroys bomber 113 and flies on."""
    position = night(
        more.pop("scenario", "4"),
        fighter(201, at, tally=113, **more),
        bomber(113, at, hits=3),
        bomber(102, "0401 S"),
        turn=3,
        phase=9,
        visibility="good",
    )
    s = table(position, dice={"response": [1], "attack": [6, 6], **dice})
    answer(s, "attack", guns)
    check(s, attackers(s)["113"]["fate"], "destroyed")
    return s


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
        me={"position": [0, 3, 0]},
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
        s = table(
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
    s = table(position, dice=dice)
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
    s = table(night("4", fighter(201, "1010 S", blind=5), bomber(113, "0401 S"), turn=5, phase=3))
    play_until(s, "path")
    refused(s, "F R F", "17.3.2b")
    s.decide("F F")
    check(s, fighters(s)["201"]["hex"], "1012")


@rule("17.3.2b")
def test_17_3_2b_a_blinded_fighter_that_flies_off_the_map_is_out() -> None:
    s = table(night("4", fighter(201, "1026 S", blind=5), bomber(113, "0401 S"), turn=5, phase=3))
    play_phase(s, 5)
    check(s, fighters(s)["201"]["fate"], "exited", "one hex left, two to fly")


@rule("17.3.2b")
def test_17_3_2b_a_tail_warning_lets_a_blinded_fighter_turn() -> None:
    s = table(night("6F", fighter(201, "0910 S", blind=5), bomber(113, "0909 S"), turn=5, phase=3))
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
    s = table(position, dice={"tally": [3, 3, 3, 3]})
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


# -- 17.4 response ---------------------------------------------------------------------------------


@rule("17.4a")
def test_17_4a_first_the_attack_is_announced_then_the_response_rolled_then_the_attack() -> None:
    s = on_its_tail({"response": [1, 1], "attack": [1, 1]})
    answer(s, "attack", "guns")
    seen = [kind for kind in course(s, "player") if kind in ("attack", "response", "hits")]
    check(s, seen, ["attack", "response", "attack", "hits", "response"])


@rule("17.4a")
def test_17_4a_a_bomber_may_respond_to_a_fighter_that_holds_its_fire() -> None:
    s = on_its_tail({"response": [6], "reaction": [2], "defensive fire": [1, 1]})
    answer(s, "attack", "hold fire")
    check(s, course(s, "player").count("response"), 1)
    holds(s, "defensive fire" in course(s, "player"), "2 + 1 for a fighter that does not attack is defensive fire")


@rule("17.4a")
def test_17_4a_a_bomber_responds_to_a_fighter_that_has_not_seen_it_and_the_player_hears_only_the_guns() -> None:
    s = table(
        night("4B", fighter(201, "1010 S"), bomber(113, "1010 S"), turn=3, phase=9),
        dice={"umpire:response": [6], "umpire:reaction": [3], "defensive fire": [1, 1]},
    )
    check(s, [r.data["attacker"] for r in rolls_of(s, "umpire", "response")], ["113"])
    check(s, rolls_of(s, "player", "response"), [])
    check(s, len(rolls_of(s, "player", "defensive fire")), 1)


@rule("17.4a")
def test_17_4a_only_a_fighter_in_the_hex_and_of_the_same_facing_is_noticed() -> None:
    noticed = {}
    for place in ("1010 S", "1010 SW", "1009 S"):
        s = table(night("4B", fighter(201, place), bomber(113, "1010 S"), turn=3, phase=9))
        noticed[place] = bool(rolls_of(s, "umpire", "response"))
    check(s, noticed, {"1010 S": True, "1010 SW": False, "1009 S": False})


@rule("17.4a")
def test_17_4a_each_fighter_in_the_hex_is_responded_to_by_itself() -> None:
    s = table(
        night("4G", fighter(201, "1010 S"), fighter(202, "1010 S"), bomber(113, "1010 S"), turn=3, phase=9),
        dice={"umpire:response": [1, 1]},
    )
    check(s, [r.data["fighter"] for r in rolls_of(s, "umpire", "response")], ["201", "202"])


@rule("17.4b")
@pytest.mark.parametrize(
    ("scenario", "die", "alert", "responds"),
    [("4B", 5, 0, False), ("4B", 6, 0, True), ("4B", 3, 1, False), ("4B", 4, 1, True)]
    + [("6B", 4, 0, False), ("6B", 5, 0, True), ("6B", 2, 1, False), ("6B", 3, 1, True)],
)
def test_17_4b_the_first_die(scenario: str, die: int, alert: int, responds: bool) -> None:
    s = on_its_tail({"response": [die], "reaction": [3]}, scenario, target={"alert": alert})
    answer(s, "attack", "hold fire")
    check(s, bool(rolls_of(s, "player", "reaction")), responds)


@rule("17.4c")
@pytest.mark.parametrize(
    ("die", "then"),
    [(1, "corkscrews"), (2, "corkscrews"), (3, "defensive fire"), (4, "defensive fire"), (5, "hits"), (6, "hits")],
)
def test_17_4c_the_second_die(die: int, then: str) -> None:
    s = on_its_tail({"response": [6, 1], "reaction": [die], **WIDE, "attack": [1, 1]})
    answer(s, "attack", "guns")
    shown = course(s, "player")
    if then == "corkscrews":
        holds(s, "corkscrews" in shown, "corkscrew")
    elif then == "defensive fire":
        holds(s, "defensive fire" in shown and "corkscrews" not in shown, "defensive fire")
    else:
        holds(s, "defensive fire" not in shown and "hits" in shown, "no response")


@rule("17.4c")
@pytest.mark.parametrize(
    ("guns", "pilot", "moon", "wanted"),
    [
        ("guns", "normal", "none", {}),
        ("hold fire", "normal", "none", {"not_attacking": 1}),
        ("oblique", "normal", "none", {"oblique": 2}),
        ("guns", "experte", "half", {"experte": 1}),
        ("guns", "green", "none", {"green": -1}),
        ("guns", "normal", "full", {"bright": -1}),
        ("oblique", "experte", "full", {"oblique": 2, "experte": 1, "bright": -1}),
    ],
)
def test_17_4c_what_modifies_the_second_die(guns: str, pilot: str, moon: str, wanted: dict[str, int]) -> None:
    s = on_its_tail(
        {"response": [6], "reaction": [6]},
        "4D",
        me={"oblique": 1},
        moon=moon,
        options={"pilots": {"201": pilot}},
    )
    answer(s, "attack", guns)
    shown = rolls_of(s, "player", "reaction")[0].data["modifiers"]
    check(s, {what: points for what, points, _ in shown}, wanted)


@rule("17.4c")
@pytest.mark.parametrize(("row", "moon", "points"), [("16", "none", -1), ("16", "full", -1), ("20", "none", 0)])
def test_17_4c_flares_and_full_moon_count_once(row: str, moon: str, points: int) -> None:
    s = table(
        night(
            "6A",
            fighter(201, f"10{row} S", tally=113),
            bomber(113, f"10{row} S"),
            turn=3,
            phase=9,
            moon=moon,
        ),
        dice={"response": [6], "reaction": [6]},
    )
    answer(s, "attack", "guns")
    shown = rolls_of(s, "player", "reaction")[0].data["modifiers"]
    check(s, [part[1] for part in shown], [points] if points else [])


# -- 17.4.1 alerted bombers ------------------------------------------------------------------------


@rule("17.4.1a")
def test_17_4_1a_an_attack_alerts_but_not_before_it_is_over() -> None:
    s = on_its_tail({"response": [4, 1], "attack": [1, 1]})
    answer(s, "attack", "guns")
    before, after = rolls_of(s, "player", "response")
    check(s, (before.data["alert"], after.data["alert"]), (0, 2))
    check(s, attackers(s)["113"]["alerted"], True)


@rule("17.4.1a")
@pytest.mark.parametrize("reaction", [1, 3])
def test_17_4_1a_a_response_alerts(reaction: int) -> None:
    s = on_its_tail({"response": [6], "reaction": [reaction], **WIDE, "umpire:corkscrew": [3]})
    answer(s, "attack", "hold fire")
    if s.pending and s.pending[0].kind == "follow":
        s.decide("no")
    check(s, attackers(s)["113"]["alerted"], True)


@rule("17.4.1a")
def test_17_4_1a_a_bomber_that_was_not_attacked_and_did_not_respond_is_not_alerted() -> None:
    alerted = {}
    for guns in ("hold fire", "guns"):
        s = on_its_tail({"response": [5, 1], "attack": [1, 1]})
        answer(s, "attack", guns)
        alerted[guns] = attackers(s)["113"]["alerted"]
    check(s, alerted, {"hold fire": False, "guns": True})


@rule("17.4.1a")
def test_17_4_1a_alerted_until_the_game_ends() -> None:
    s = on_its_tail({"response": [5], "umpire:response": [1] * 9}, target={"alert": 1})
    answer(s, "attack", "hold fire")
    play_turn(s, 6, {"follow": "no", "displace": "centre"})
    check(s, attackers(s)["113"]["alerted"], True)


@rule("17.4.1b")
@pytest.mark.parametrize(("first", "reaction"), [([5], []), ([6], [6])])
def test_17_4_1b_a_survivor_that_let_it_happen_rolls_again_with_2_more(first: list[int], reaction: list[int]) -> None:
    s = on_its_tail({"response": [*first, 4], "reaction": [*reaction, 3], "attack": [1, 1], **WIDE})
    answer(s, "attack", "guns")
    check(s, len(rolls_of(s, "player", "response")), 2)
    check(s, course(s, "player").count("defensive fire"), 1, "4 + 2 responds, after the attack")
    holds(s, course(s).index("hits") < course(s).index("defensive fire"), "the attack came first")


@rule("17.4.1b")
def test_17_4_1b_no_second_chance_after_a_response_or_for_the_dead() -> None:
    responses = {}
    for what, first, attack in (("silent", 1, 1), ("responded", 6, 1), ("destroyed", 1, 6)):
        dice = {"response": [first, 1], "reaction": [3], **WIDE, "attack": [attack, attack]}
        s = on_its_tail(dice, target={"hits": 3})
        answer(s, "attack", "guns")
        responses[what] = len(rolls_of(s, "umpire", "response"))
    check(s, responses, {"silent": 2, "responded": 1, "destroyed": 1})


# -- 17.4.2 defensive fire -------------------------------------------------------------------------


@rule("17.4.2a")
@pytest.mark.parametrize(("dice", "hits"), [([3, 4], 0), ([4, 4], 1), ([4, 5], 2)])
def test_17_4_2a_defensive_fire_is_two_dice_and_firepower(dice: list[int], hits: int) -> None:
    s = on_its_tail({**DEFENSIVE_FIRE, "defensive fire": dice, "attack": [1, 1]})
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["hits"], hits, f"hits of {sum(dice)} + 2")


@rule("17.4.2a")
def test_17_4_2a_defensive_fire_can_shoot_the_fighter_down() -> None:
    s = on_its_tail({**DEFENSIVE_FIRE, "defensive fire": [6, 6]})
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["fate"], "destroyed", "12 + 2 is four hits, three are enough")


@rule("17.4.2b")
def test_17_4_2b_a_single_hit_makes_the_fighter_break_off() -> None:
    s = on_its_tail({**DEFENSIVE_FIRE, "defensive fire": [4, 4]})
    answer(s, "attack", "guns")
    check(s, rolls_of(s, "player", "attack"), [])
    check(s, last(s, "player", "breaks_off").data["fighter"], "201")


@rule("17.4.2a")
def test_17_4_2a_fire_that_misses_does_not_stop_the_attack() -> None:
    s = on_its_tail({**DEFENSIVE_FIRE, "defensive fire": [3, 4], "attack": [3, 4]})
    answer(s, "attack", "guns")
    order = [kind for kind in course(s, "player") if kind in ("defensive fire", "hits")]
    check(s, order, ["defensive fire", "hits"], "defensive fire comes first")
    check(s, last(s, "player", "hits").data["hits"], 2, "7 + 4")


@rule("17.4.2b")
def test_17_4_2b_hit_before_a_corkscrew_it_may_follow_but_not_attack() -> None:
    s = on_its_tail({**CORKSCREW, "defensive fire": [4, 4], "umpire:corkscrew": [3]})
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    check(s, fighters(s)["201"]["tally"], "C2")
    check(s, rolls_of(s, "player", "attack"), [])
    holds(s, asked(s).kind != "attack_all_the_same", "no attack is offered")


@rule("17.4.2c", "20.0a")
def test_17_4_2c_against_oblique_guns_defensive_fire_has_1_less() -> None:
    s = on_its_tail({"response": [6], "reaction": [1], "defensive fire": [4, 4]}, "4D", me={"oblique": 1})
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "defensive fire"), {"printed": 2, "from_below": -1})
    check(s, fighters(s)["201"]["hits"], 0, "8 + 1")


@rule("17.4.2c")
@pytest.mark.parametrize("pilot", ["experte", "green"])
def test_17_4_2c_pilot_quality_never_counts_for_defensive_fire(pilot: str) -> None:
    dice = {"response": [6], "reaction": [1], "defensive fire": [4, 3]}
    s = on_its_tail(dice, "4D", me={"oblique": 1}, options={"pilots": {"201": pilot}})
    answer(s, "attack", "oblique")
    check(s, modifiers(s, "defensive fire"), {"printed": 2, "from_below": -1})


# -- 17.4.3 corkscrews -----------------------------------------------------------------------------


@rule("17.4.3a")
@pytest.mark.parametrize(
    ("die", "there"), [(1, "1110"), (2, "1110"), (3, "1010"), (4, "1010"), (5, "0910"), (6, "0910")]
)
def test_17_4_3a_it_shoots_then_goes_left_centre_or_right(die: int, there: str) -> None:
    s = on_its_tail({**CORKSCREW, **WIDE, "umpire:corkscrew": [die]})
    answer(s, "attack", "guns")
    check(s, attackers(s)["113"]["hex"], there)
    holds(s, course(s).index("defensive fire") < course(s).index("corkscrew"), "the gunners first")
    check(s, rolls_of(s, "player", "corkscrew"), [], "the die is secret")


@rule("17.4.3b")
@pytest.mark.parametrize("other", [(), ("1110 S",)])
def test_17_4_3b_left_leads_to_the_left_rear_hex_unless_a_bomber_is_there(other: tuple[str, ...]) -> None:
    others = [bomber(102, place) for place in other]
    s = on_its_tail({**CORKSCREW, **WIDE, "umpire:corkscrew": [1]}, others=others)
    answer(s, "attack", "guns")
    check(s, attackers(s)["113"]["hex"], "1010" if other else "1110")


@rule("17.4.3b")
@pytest.mark.parametrize(("at", "die", "there"), [("0110", 6, "0110"), ("1810", 1, "1810"), ("0110", 1, "0209")])
def test_17_4_3b_no_corkscrew_leads_off_the_map(at: str, die: int, there: str) -> None:
    s = table(
        night("4B", fighter(201, f"{at} S", tally=113), bomber(113, f"{at} S"), turn=3, phase=9),
        dice={**CORKSCREW, **WIDE, "umpire:corkscrew": [die]},
    )
    answer(s, "attack", "guns")
    check(s, attackers(s)["113"]["hex"], there)


@rule("17.4.3c")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_17_4_3c_tally_fix_and_light_are_lost_and_the_player_does_not_see_where_it_went(die: int) -> None:
    s = table(
        night(
            "4B",
            fighter(201, "1016 S", tally=113, fix=113),
            bomber(113, "1016 S", light="K"),
            turn=3,
            phase=9,
        ),
        dice={**CORKSCREW, **WIDE, "umpire:corkscrew": [die]},
    )
    answer(s, "attack", "guns")
    mine = fighters(s)["201"]
    check(s, (contacts(s), mine["tally"], mine["fix"]), ([], None, None))
    check(s, attackers(s)["113"]["lit_in"], None)
    told = [event for event in s.events("player") if event.kind in ("displaced", "corkscrew_seen")]
    check(s, told, [])
    check(s, list(asked(s).options), ["no", "left", "centre", "right"], "whatever the die was")


@rule("17.4.3c")
def test_17_4_3c_every_crew_that_had_it_in_sight_loses_it() -> None:
    s = table(
        night(
            "4G",
            fighter(201, "1010 S", tally=113),
            fighter(202, "1009 S", tally=113, fix=113),
            bomber(113, "1010 S"),
            turn=3,
            phase=9,
        ),
        dice={**CORKSCREW, **WIDE, "umpire:corkscrew": [3]},
    )
    answer(s, "attack", "guns")
    check(s, (fighters(s)["202"]["tally"], fighters(s)["202"]["fix"]), (None, None))


@rule("17.4.3d")
@pytest.mark.parametrize(
    ("guess", "there", "found"), [("left", "1110", True), ("centre", "1010", False), ("right", "0910", False)]
)
def test_17_4_3d_a_fighter_follows_into_one_of_the_three_hexes(guess: str, there: str, found: bool) -> None:
    s = on_its_tail({**CORKSCREW, **WIDE, "umpire:corkscrew": [2]}, me={"fix": 113})
    answer(s, "attack", "guns")
    answer(s, "follow", guess)
    mine = fighters(s)["201"]
    check(s, (mine["hex"], mine["facing"]), (there, "S"))
    check(s, (mine["tally"], mine["fix"]), ("C2", "C2") if found else (None, None))
    check(s, s.pending[0].kind == "attack_all_the_same", found)


@rule("17.4.3d")
def test_17_4_3d_it_need_not_follow() -> None:
    s = on_its_tail({**CORKSCREW, **WIDE, "umpire:corkscrew": [3]})
    answer(s, "attack", "guns")
    answer(s, "follow", "no")
    check(s, (fighters(s)["201"]["hex"], fighters(s)["201"]["tally"]), ("1010", None))


@rule("17.4.3d")
def test_17_4_3d_nobody_follows_off_the_map() -> None:
    s = table(
        night("4B", fighter(201, "0110 S", tally=113), bomber(113, "0110 S"), turn=3, phase=9),
        dice={**CORKSCREW, **WIDE},
    )
    answer(s, "attack", "guns")
    refused(s, "right", "17.4.3d")


@rule("17.4.3c")
def test_17_4_3d_without_a_tally_there_is_nothing_to_follow() -> None:
    s = table(
        night("4B", fighter(201, "1010 S", fix=113), bomber(113, "1010 S"), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], **WIDE, "umpire:corkscrew": [3]},
    )
    holds(s, "corkscrews" in course(s, "player"), "the player sees it on his radar")
    check(s, "follow" in [d.kind for d in s.pending], False)
    check(s, fighters(s)["201"]["fix"], None)


@rule("17.4.3e", "17.4.3d")
def test_17_4_3e_a_fighter_that_guessed_right_may_attack_but_only_once_a_turn() -> None:
    s = on_its_tail({**CORKSCREW, **WIDE, "umpire:corkscrew": [3], "attack": [5, 6]})
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    check(s, list(asked(s).options), ["no", "guns"], "no oblique guns")
    answer(s, "attack_all_the_same", "guns")
    check(s, last(s, "player", "hits").data["hits"], 2, "11 + 0")
    s = on_its_tail({"response": [1, 6], "reaction": [1], **WIDE, "umpire:corkscrew": [3], "attack": [1, 1]})
    answer(s, "attack", "guns")
    answer(s, "follow", "centre")
    check(s, len(rolls_of(s, "player", "attack")), 1, "it corkscrewed after the attack: no second one")
    check(s, "attack_all_the_same" in [d.kind for d in s.pending], False)


@rule("11.1", "17.4.3d")
def test_17_4_3e_deconfliction_holds_in_the_new_hex_too() -> None:
    s = table(
        night(
            "7B",
            fighter(201, "1010 S", tally=161),
            fighter(202, "1610 S"),
            bomber(161, "1010 S", type="Ju88C-6"),
            turn=3,
            phase=9,
        ),
        dice={**CORKSCREW, **WIDE, "umpire:corkscrew": [1]},
    )
    play_until(s, "attack")
    answer(s, "attack", "guns")
    answer(s, "follow", "left")
    check(s, fighters(s)["201"]["tally"], "C2")
    check(s, last(s, "player", "cannot_attack").data["reason"], "friend_too_near")


def test_17_4_3_a_bomber_that_kills_as_it_corkscrews_slips_aside_once() -> None:
    s = table(
        night("4G", fighter(201, "1010 S", tally=113), fighter(202, "0404 S"), bomber(113, "1010 S"), turn=3, phase=9),
        dice={**CORKSCREW, "defensive fire": [6, 6], "umpire:corkscrew": [1, 1]},
    )
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["fate"], "destroyed")
    check(s, [event.data["hex"] for event in events_of(s, "umpire", "displaced")], ["1110"])


# -- 17.4.4 intruders ------------------------------------------------------------------------------


def bounced(
    dice: dict[str, list[int]], scenario: str = "10", me: Any = (), intruder: Any = (), **more: Any
) -> Session:
    """Turn 3: an intruder four hexes behind fighter 201 catches and tallies it, and the umpire lets it attack."""
    kind = more.pop("type", MOSQUITO)
    position = night(
        scenario,
        fighter(201, "0915 S", **dict(me)),
        bomber(161, "0911 S", type=kind, **dict(intruder)),
        bomber(102, "0301 S"),
        turn=3,
        phase=1,
        **more,
    )
    s = table(position, dice={"umpire:intruder tally": [1, 1, 1], **dice})
    play_until(s, "intruder_path")
    s.decide("F F F F")
    answer(s, "intruder_attacks", "guns")
    return s


@rule("17.4.4a")
@pytest.mark.parametrize(
    ("scenario", "die", "alert", "responds"),
    [("10A", 5, 0, False), ("10A", 6, 0, True), ("10A", 4, 1, True), ("10A", 3, 1, False)]
    + [("10", 4, 0, False), ("10", 5, 0, True), ("10", 3, 1, True)],
)
def test_17_4_4a_a_fighter_notices_an_intruder_as_a_bomber_would(
    scenario: str, die: int, alert: int, responds: bool
) -> None:
    s = bounced({"fighter response": [die, 1], "fighter reaction": [6]}, scenario, me={"alert": alert})
    check(s, bool(rolls_of(s, "player", "fighter reaction")), responds)


@rule("17.4.4a")
def test_17_4_4a_the_attacked_fighter_is_alerted_the_attacking_intruder_is_not() -> None:
    s = bounced({"fighter response": [1, 1], "intruder attack": [1, 1]})
    check(s, [roll.data["alert"] for roll in rolls_of(s, "player", "fighter response")], [0, 2], "second chance")
    check(s, fighters(s)["201"]["alerted"], True)
    check(s, attackers(s)["161"]["alerted"], False)


@rule("17.4.4a")
def test_17_4_4a_an_attacked_fighter_among_the_bombers_responds_as_a_bomber_would() -> None:
    responds = {}
    for scenario, kind in (("10", MOSQUITO), ("7C", "Ju88G-1/G-6")):  # the latter has tail warning radar
        for die in (4, 5, 6):
            s = table(
                night(scenario, fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=kind), turn=3, phase=9),
                dice={"response": [die, 1], "reaction": [6], "attack": [1, 1]},
            )
            play_until(s, "attack")
            answer(s, "attack", "guns")
            responds[scenario, die] = bool(rolls_of(s, "player", "reaction"))
    check(s, [key for key, responded in responds.items() if responded], [("10", 6), ("7C", 5), ("7C", 6)])


@rule("17.4.4b")
@pytest.mark.parametrize(("dice", "hits"), [([4, 4], 0), ([4, 5], 1)])
def test_17_4_4b_a_fighter_with_rear_guns_shoots_back(dice: list[int], hits: int) -> None:
    s = bounced({"fighter response": [6], "fighter reaction": [3], "return fire": dice, "intruder attack": [1, 1]})
    check(s, attackers(s)["161"]["hits"], hits, f"{sum(dice)} + 1")
    check(s, bool(rolls_of(s, "player", "intruder attack")), hits == 0, "hit, it breaks off")


@rule("17.4.4b")
def test_17_4_4b_a_fighter_without_rear_guns_does_not() -> None:
    s = bounced({"fighter response": [6], "fighter reaction": [3], "intruder attack": [1, 1]}, "10D")
    check(s, rolls_of(s, "player", "return fire"), [])
    check(s, len(rolls_of(s, "player", "intruder attack")), 1)


@rule("17.4.4b")
@pytest.mark.parametrize("pilot", ["experte", "green"])
def test_17_4_4b_the_pilot_makes_no_difference_to_rear_guns(pilot: str) -> None:
    dice = {"fighter response": [6], "fighter reaction": [3], "return fire": [4, 4], "intruder attack": [1, 1]}
    s = bounced(dice, options={"pilots": {"201": pilot}})
    check(s, rolls_of(s, "player", "return fire")[0].data["points"], 1)
    check(s, attackers(s)["161"]["hits"], 0)


@rule("17.4.4b")
def test_17_4_4b_an_intruder_shoots_back_only_with_a_defensive_value() -> None:
    shots = {}
    for scenario, kind in (("10", MOSQUITO), ("10E", "Beaufighter VIF")):
        s = table(
            night(scenario, fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=kind), turn=3, phase=9),
            dice={"response": [6], "reaction": [3], "defensive fire": [4, 6], "attack": [1, 1]},
        )
        answer(s, "attack", "guns")
        shots[kind] = (len(rolls_of(s, "player", "defensive fire")), fighters(s)["201"]["hits"])
    check(s, shots, {MOSQUITO: (0, 0), "Beaufighter VIF": (1, 1)}, "10 + 0")


@rule("17.4.4c")
@pytest.mark.parametrize(("side", "there"), [("left", "1014"), ("centre", "0915"), ("right", "0814")])
def test_17_4_4c_the_player_chooses_where_his_fighter_corkscrews_and_it_is_not_attacked(side: str, there: str) -> None:
    s = bounced({"fighter response": [6], "fighter reaction": [2], "return fire": [1, 1]})
    check(s, (asked(s).kind, asked(s).seat), ("own_corkscrew", "player"))
    s.decide(side)
    check(s, fighters(s)["201"]["hex"], there)
    check(s, attackers(s)["161"]["hex"], "0915", "the intruder cannot follow")
    play_phase(s, 3)
    check(s, rolls_of(s, "player", "intruder attack"), [])


@rule("17.4.4c")
def test_17_4_4c_a_fighter_at_the_edge_cannot_corkscrew_off_the_map() -> None:
    s = table(
        night("10", fighter(201, "0115 S"), bomber(161, "0111 S", type=MOSQUITO), turn=3, phase=1),
        dice={
            "umpire:intruder tally": [1, 1, 1],
            "fighter response": [6],
            "fighter reaction": [1],
            "return fire": [1, 1],
        },
    )
    play_until(s, "intruder_path")
    s.decide("F F F F")
    answer(s, "intruder_attacks", "guns")
    refused(s, "right", "17.4.4c")


@rule("17.4.3a")
def test_17_4_4c_an_intruder_rolls_for_its_corkscrew() -> None:
    s = table(
        night("10", fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=MOSQUITO), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], "umpire:corkscrew": [6]},
    )
    answer(s, "attack", "guns")
    check(s, attackers(s)["161"]["hex"], "0910")
    check(s, asked(s).kind, "follow")


@rule("17.4.4d")
def test_17_4_4d_after_its_own_corkscrew_a_fighter_has_lost_sight_for_the_rest_of_the_turn() -> None:
    s = table(
        night(
            "10",
            fighter(201, "0915 S", tally=113, fix=113),
            bomber(113, "0917 S"),
            bomber(161, "0911 S", type=MOSQUITO),
            turn=3,
            phase=1,
            visibility="good",
            options={"equipment": {"201": ["Naxos"]}},
        ),
        dice={
            "umpire:intruder tally": [1, 1, 1],
            "fighter response": [6],
            "fighter reaction": [1],
            "return fire": [1, 1],
            "tally": [3, 3, 3, 3],
        },
    )
    play_until(s, "intruder_path")
    s.decide("F F F F")
    answer(s, "intruder_attacks", "guns")
    answer(s, "own_corkscrew", "centre")
    mine = fighters(s)["201"]
    check(s, (mine["tally"], mine["fix"]), (None, None))
    play_until(s, "path", {"displace": "centre", "slip": "no"})
    s.decide("F F")
    seen = []
    while s.perspective("player").to_json()["turn"] == 3:
        seen.append((asked(s).kind, str(asked(s).facts.get("radar", ""))))
        usual = {"general_tally": "roll", "slip": "no", "displace": "centre", "place_search": "none"}
        s.decide(usual.get(asked(s).kind, 0))
    check(s, [kind for kind, _ in seen if kind in ("roll_through_jamming", "general_tally", "tally_fixed")], [])
    check(s, len([kind for kind, _ in seen if kind == "place_search"]), 1, "Freya; no Naxos")
