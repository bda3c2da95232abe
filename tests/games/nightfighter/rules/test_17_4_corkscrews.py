"""Chapter 17.4: corkscrews, and fighters that are the prey themselves [17.4.3, 17.4.4]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nightfighter.combat_scenes import CORKSCREW, WIDE, on_its_tail
from tests.games.nightfighter.support import (
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
    new_session,
    night,
    play_phase,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

MOSQUITO = "Mosquito NF.XVII/NF.XIX"


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
    s = new_session(
        night("4B", fighter(201, f"{at} S", tally=113), bomber(113, f"{at} S"), turn=3, phase=9),
        dice={**CORKSCREW, **WIDE, "umpire:corkscrew": [die]},
    )
    answer(s, "attack", "guns")
    check(s, attackers(s)["113"]["hex"], there)


@rule("17.4.3c")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_17_4_3c_tally_fix_and_light_are_lost_and_the_player_does_not_see_where_it_went(die: int) -> None:
    s = new_session(
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
    s = new_session(
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
    s = new_session(
        night("4B", fighter(201, "0110 S", tally=113), bomber(113, "0110 S"), turn=3, phase=9),
        dice={**CORKSCREW, **WIDE},
    )
    answer(s, "attack", "guns")
    refused(s, "right", "17.4.3d")


@rule("17.4.3c")
def test_17_4_3d_without_a_tally_there_is_nothing_to_follow() -> None:
    s = new_session(
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


@rule("17.4.3e")
def test_17_4_3e_a_fighter_that_held_its_fire_and_followed_may_attack_after_all() -> None:
    dice = {"response": [6], "reaction": [1], **WIDE, "umpire:corkscrew": [3], "attack": [5, 6]}
    s = on_its_tail(dice)
    answer(s, "attack", "hold fire")
    answer(s, "follow", "centre")
    answer(s, "attack_all_the_same", "guns")
    check(s, last(s, "player", "hits").data["hits"], 2, "11 + 0")


@rule("17.4.2b")
def test_17_4_3e_but_not_if_it_was_hit_on_the_way() -> None:
    s = on_its_tail({"response": [6], "reaction": [1], "defensive fire": [4, 4], "umpire:corkscrew": [3]})
    answer(s, "attack", "hold fire")
    answer(s, "follow", "centre")
    check(s, fighters(s)["201"]["hits"], 1)
    check(s, "attack_all_the_same" in [d.kind for d in s.pending], False)


@rule("11.1", "17.4.3d")
def test_17_4_3e_deconfliction_holds_in_the_new_hex_too() -> None:
    s = new_session(
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
    s = new_session(
        night("4G", fighter(201, "1010 S", tally=113), fighter(202, "0404 S"), bomber(113, "1010 S"), turn=3, phase=9),
        dice={**CORKSCREW, "defensive fire": [6, 6], "umpire:corkscrew": [1, 1]},
    )
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["fate"], "destroyed")
    check(s, [event.data["hex"] for event in events_of(s, "umpire", "displaced")], ["1110"])


# -- 17.4.4 intruders ------------------------------------------------------------------------------


def bounced(dice: dict[str, list[int]], scenario: str = "10", me: Any = (), intruder: Any = (), **more: Any) -> Session:
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
    s = new_session(position, dice={"umpire:intruder tally": [1, 1, 1], **dice})
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
            s = new_session(
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
        s = new_session(
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
    s = new_session(
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
    s = new_session(
        night("10", fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=MOSQUITO), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], "umpire:corkscrew": [6]},
    )
    answer(s, "attack", "guns")
    check(s, attackers(s)["161"]["hex"], "0910")
    check(s, asked(s).kind, "follow")


@rule("17.4.4d")
def test_17_4_4d_after_its_own_corkscrew_a_fighter_has_lost_sight_for_the_rest_of_the_turn() -> None:
    s = new_session(
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


@rule("17.4.4a")
@pytest.mark.parametrize(("moon", "reaction", "corkscrew"), [
    ("none", 2, True), ("none", 3, False), ("half", 3, False), ("full", 3, True), ("full", 4, False),
])  # fmt: skip
def test_17_4_4a_by_a_full_moon_a_crew_corkscrews_sooner(moon: str, reaction: int, corkscrew: bool) -> None:
    dice = {
        "fighter response": [6], "fighter reaction": [reaction], "return fire": [1, 1], "intruder attack": [1, 1],
        "umpire:intruder tally": [1, 1, 1, 1],
    }  # fmt: skip
    s = bounced(dice, moon=moon)
    check(s, asked(s).kind == "own_corkscrew", corkscrew)
