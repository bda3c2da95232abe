"""What is answered for a player who wants to be asked only what matters: when, how, and how often he is still asked."""

from __future__ import annotations

import pytest

import viermot
from tests.games.nightfighter.support import asked, bomber, fighter, new_session, night
from tools.questions import count, mean
from viermot.kernel.standing import ROUTINE

IN_SIGHT = (fighter(201, "1016 S", tally=112), bomber(112, "1016 S"))


def routine(*aircraft: str, scenario: str = "1A", phase: int = 8, **more: object) -> viermot.Session:
    """A tally phase in which the player has said that he wants to be asked only what matters."""
    dice = {"tally": [1] * 9, "fixed tally": [1] * 9, "hand-off": [1] * 4, "identification": [1]}
    s = new_session(night(scenario, *aircraft, turn=3, phase=phase, **more), dice=dice, careful=True)
    s.order("player", {"routine": True})
    return s


def given(s: viermot.Session) -> list[tuple[str, str]]:
    return [(entry.question, entry.choice) for entry in s.record if entry.what == ROUTINE]


def test_a_look_round_costs_nothing() -> None:
    assert ("general_tally", "roll") in given(routine(fighter(201, "1016 S"), bomber(112, "1320 S")))


def test_with_attack_positions_a_look_may_spoil_a_hard_look_and_is_asked() -> None:
    fixed = (fighter(201, "1016 S"), bomber(112, "1018 S", light="K"))
    s = routine(*fixed, options={"28.4": True})
    assert asked(s).kind == "general_tally" and not given(s)


def test_the_only_bomber_known_is_kept() -> None:
    assert ("keep_or_drop", "keep") in given(routine(*IN_SIGHT))


def test_with_another_in_sight_the_tally_is_a_choice() -> None:
    s = routine(*IN_SIGHT, bomber(113, "1018 S", light="K"))
    assert asked(s).kind == "keep_or_drop"


def test_one_fixed_target_is_looked_at_hard() -> None:
    s = routine(fighter(201, "1016 S"), bomber(112, "1018 S", light="K"))
    assert ("tally_fixed", "C1") in given(s)


def test_two_fixed_targets_are_a_choice() -> None:
    s = routine(fighter(201, "1016 S"), bomber(112, "1018 S", light="K"), bomber(113, "1019 S", light="N"))
    assert asked(s).kind == "tally_fixed"


def test_crews_look_hard_in_the_order_of_the_list() -> None:
    pair = (fighter(201, "1016 S"), fighter(202, "1316 S"), bomber(112, "1018 S", light="K"))
    s = routine(*pair, bomber(113, "1318 S", light="N"), scenario="4G")
    assert ("who_looks", "201") in given(s)


def test_through_jamming_every_crew_rolls_in_the_order_of_the_list() -> None:
    two = (fighter(201, "1010 S"), fighter(202, "0510 S"), bomber(113, "1704 S"))
    s = new_session(night("6F", *two, turn=3, phase=6), dice={"jammed AI": [1] * 9}, careful=True)
    s.order("player", {"routine": True})
    assert given(s)[:2] == [("who_rolls", "201"), ("roll_through_jamming", "roll")]


def test_whoever_has_a_bomber_in_sight_moves_first() -> None:
    pair = (fighter(201, "0510 S"), fighter(202, "1016 S", tally=112), bomber(112, "1016 S"))
    s = routine(*pair, scenario="4G", phase=3)
    assert given(s) == [("who_moves", "202")]


def test_fighters_move_in_the_order_of_the_list() -> None:
    """Nothing is learned between two moves; who leaves the beacon's box is asked one after another all the same."""
    three = (fighter(201, "1010 S"), fighter(202, "0510 S"), fighter(203, "box"))
    s = routine(*three, scenario="6F", phase=3)
    assert given(s) == [("who_moves", "201")] and asked(s).kind == "path"
    s.decide("F F F")
    assert given(s)[1:] == [("who_moves", "202")]


def test_where_intruders_may_slip_aside_the_order_of_moves_is_a_choice() -> None:
    s = routine(fighter(201, "1010 S"), fighter(202, "0510 S"), scenario="10", phase=3)
    assert asked(s).kind == "who_moves" and asked(s).default == "201"


def test_friend_or_foe_is_looked_at_closely() -> None:
    s = routine(fighter(201, "1016 S", tally=131), bomber(131, "1016 S"), scenario="7", phase=9)
    assert ("identify", "roll") in given(s)


def test_the_benefit_of_oblique_guns_is_claimed() -> None:
    tail = (fighter(201, "1016 S", tally=112, oblique=1), bomber(112, "1016 S"))
    s = new_session(
        night("6F", *tail, fighter(202, "0101 S"), turn=3, phase=9, options={"28.4": True}),
        dice={"response": [6], "reaction": [6]},
        careful=True,
    )
    s.order("player", {"routine": True})
    assert asked(s).kind == "attack", "whether to fire is his own decision"
    s.decide("hold fire")
    assert ("claim", "claim") in given(s)


@pytest.mark.parametrize(
    ("scenario", "most_a_game", "most_a_turn"), [("1", 25.0, 3.0), ("4B", 99.0, 3.05), ("3", 99.0, 3.5)]
)
def test_a_player_is_asked_no_more_often_than_this(scenario: str, most_a_game: float, most_a_turn: float) -> None:
    """Measured over more games: 17.9 a game in scenario 1 (43 when everything is asked), 2.93 a turn in 4B."""
    games = count("nightfighter", scenario, 20, name="asked so often")
    assert mean(games, "player") <= most_a_game
    assert sum(each.of("player") for each in games) / sum(each.turns for each in games) <= most_a_turn


def test_without_the_routine_everything_is_asked() -> None:
    everything = count("nightfighter", "1", 5, routine=False, name="asked so often")
    assert mean(everything, "player") > 1.5 * mean(count("nightfighter", "1", 5, name="asked so often"), "player")
    assert not any(each.answered for each in everything)
