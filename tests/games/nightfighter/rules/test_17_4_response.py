"""Chapter 17.4: whether a bomber notices its attacker, alert, and defensive fire [17.4 to 17.4.2]."""

from __future__ import annotations

import pytest

from tests.games.nightfighter.combat_scenes import CORKSCREW, DEFENSIVE_FIRE, WIDE, on_its_tail
from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    course,
    fighter,
    fighters,
    holds,
    last,
    modifiers,
    new_session,
    night,
    play_turn,
    rolls_of,
)
from tests.support.rules import rule

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
    s = new_session(
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
        s = new_session(night("4B", fighter(201, place), bomber(113, "1010 S"), turn=3, phase=9))
        noticed[place] = bool(rolls_of(s, "umpire", "response"))
    check(s, noticed, {"1010 S": True, "1010 SW": False, "1009 S": False})


@rule("17.4a")
def test_17_4a_each_fighter_in_the_hex_is_responded_to_by_itself() -> None:
    s = new_session(
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
    s = new_session(
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
