"""What is answered for a player who wants to be asked only what matters: when, how, and how often he is still asked."""

from __future__ import annotations

import viermot
from tests.games.solitaire.support import asked, counter, fighter, new_session, solo, stop
from tools.questions import count, mean
from viermot.kernel.standing import ROUTINE

FAR = fighter(201, "0125 N")
NO_LUCK = {
    "search": [1] * 9,
    "searchlight": [1] * 20,
    "tally": [1] * 20,
    "fixed tally": [1] * 20,
    "reality": [1] * 9,
    "Serrate": [1] * 9,
    "identification": [1],
}


def routine(scenario: str, *aircraft: str, phase: int, **more: object) -> viermot.Session:
    """A phase in which the player has said that he wants to be asked only what matters; no die brings him anything."""
    s = new_session(solo(scenario, *aircraft, phase=phase, **more), dice=NO_LUCK)
    s.order("player", {"routine": True})
    return s


def given(s: viermot.Session, question: str) -> list[str]:
    return [entry.choice for entry in s.record if entry.what == ROUTINE and entry.question == question]


def test_which_set_searches_which_counter_is_a_choice() -> None:
    s = routine("4", FAR, counter("1", "1012 S"), counter("2", "0405 S"), stop("0125 S"), phase=5)
    assert asked(s).kind == "place_search" and not given(s, "place_search")
    s.decide("1012")
    assert asked(s).kind == "place_search", "two counters and one set"


def test_the_last_set_searches_the_last_counter() -> None:
    s = routine("4", FAR, counter("1", "1012 S"), stop("0125 S"), phase=5)
    s.decide("1012")
    assert given(s, "place_search") == ["0125"]


def test_a_coarse_set_has_no_use_for_what_is_known_that_well() -> None:
    s = routine("4", FAR, counter("1", "1012 S", level="low"), stop("0125 S"), phase=5)
    assert given(s, "place_search") == ["none"], "the Freya"
    assert asked(s).kind == "place_search", "the Würzburg"


def test_searches_are_resolved_in_order_the_surer_ones_first() -> None:
    s = routine(
        "4", FAR, counter("1a", "1012 S"), counter("1b", "0405 S"), counter("2", "1020 S", level="low"), phase=5
    )
    s.decide("1012")
    s.decide("1020")
    assert given(s, "resolve_which") == ["1020"]


def test_a_zone_with_one_counter_tries_it() -> None:
    s = routine("4B", fighter(201, "0101 S"), counter("1", "0816 S"), counter("3", "1516 S"), stop("0101 S"), phase=7)
    assert given(s, "light_up") == ["1", "3"]


def test_of_two_counters_in_a_zone_the_player_chooses() -> None:
    s = routine("4B", fighter(201, "0101 S"), counter("1", "0816 S"), counter("2", "1016 S"), stop("0101 S"), phase=7)
    assert asked(s).kind == "light_up" and not given(s, "light_up")


TWO_CREWS = (fighter(201, "1012 S"), fighter(202, "0505 S"), counter("1", "1012 S"), counter("2", "0505 S"))


def test_crews_look_in_order_each_for_the_only_counter_in_sight() -> None:
    s = routine("4G", *TWO_CREWS, phase=8)
    assert given(s, "who_looks") == ["201"] and given(s, "tally") == ["1", "2"]


def test_with_two_counters_in_sight_he_chooses() -> None:
    s = routine("4G", *TWO_CREWS, counter("3", "0705 S"), phase=8)
    assert given(s, "tally") == ["1"] and asked(s).kind == "tally"


def test_with_attack_positions_a_look_may_spoil_a_hard_look_and_is_asked() -> None:
    held = (fighter(201, "1016 S"), counter("1", "1016 S", light="K"))
    assert given(routine("4B", *held, phase=8, options={"28.4": False}), "tally") == ["1"]
    assert asked(routine("4B", *held, phase=8, options={"28.4": True})).kind == "tally"


HELD = (fighter(201, "1016 S", tally="1"), counter("1", "1017 S"))


def test_a_tally_is_kept_while_every_other_counter_is_far_away() -> None:
    s = routine("4B", *HELD, counter("2", "0401 S"), counter("3", "1601 S"), phase=8)
    assert given(s, "keep_or_drop") == ["keep"]


def test_with_another_counter_near_the_tally_is_a_choice() -> None:
    """Near is where a fighter is in two moves; what counts is the hex of its area that is nearest."""
    for place, level in (("1010", "low"), ("1009", "low"), ("1008", "moderate")):
        s = routine("4B", *HELD, counter("2", f"{place} S", level=level), phase=8)
        assert asked(s).kind == "keep_or_drop", place
    assert given(routine("4B", *HELD, counter("2", "1008 S", level="low"), phase=8), "keep_or_drop") == ["keep"]


def test_the_only_fixed_target_is_looked_at_hard() -> None:
    s = routine("4B", fighter(201, "1016 S"), counter("1", "1016 S", light="K"), phase=8, options={"28.4": False})
    assert given(s, "tally_fixed") == ["1"]


def test_a_light_is_handed_over_as_it_would_be_lost_otherwise() -> None:
    s = routine("4B", fighter(201, "0101 S"), counter("1", "0816 S", light="K"), phase=1)
    assert given(s, "hand_off") == ["yes"]


def test_sets_search_in_the_order_of_the_list_each_for_the_only_counter_ahead() -> None:
    pair = (fighter(201, "1010 S"), fighter(202, "0505 S"), fighter(203, "0101 N"))
    s = routine("4G", *pair, counter("1", "1011 S"), counter("2", "0506 S"), stop("0101 S"), phase=6)
    assert given(s, "who_searches") == ["201", "202"] and given(s, "ai_target")[:2] == ["1", "2"]


def test_serrate_listens_where_there_is_one_thing_to_listen_for() -> None:
    s = routine("7", fighter(201, "1010 S"), counter("1", "1016 S"), phase=5)
    assert given(s, "use_serrate") == ["sweep"]


def test_friend_or_foe_is_looked_at_closely() -> None:
    s = routine("7", fighter(201, "1016 S", tally="1"), counter("1", "1016 S"), phase=9)
    assert given(s, "identify") == ["roll"]


def test_the_benefit_of_oblique_guns_is_claimed() -> None:
    own = fighter(201, "1012 S", tally="1", oblique=1), fighter(202, "box"), fighter(203, "box")
    s = new_session(solo("6", *own, counter("1", "1012 S"), phase=9), dice={"response": [6], "reaction": [5]})
    s.order("player", {"routine": True})
    assert asked(s).kind == "attack", "whether to fire is his own decision"
    s.decide("hold fire")
    assert given(s, "claim") == ["claim"]


def test_a_player_is_asked_no_more_often_than_this() -> None:
    """Measured over 100 games: 53 a game in scenario 3 (90 when everything is asked)."""
    assert mean(count("solitaire", "3", 6, name="asked so often"), "player") <= 60.0
