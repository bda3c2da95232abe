"""Chapter 18: dives, and what a fighter above its prey cannot do."""

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    events_of,
    fighter,
    fighters,
    holds,
    keep,
    last,
    new_session,
    night,
    play_phase,
    play_until,
    refused,
)
from tests.support.rules import rule

FAR = bomber(116, "0301 S")


@pytest.mark.parametrize(("turn", "maximum"), [(3, 4), (4, 5)])
@rule("18.0a")
def test_18_0a_a_dive_gives_one_more_point_and_all_must_be_spent(turn: int, maximum: int) -> None:
    """The Ju88C-2 of scenario 3 has 3*."""
    s = new_session(night("3", fighter(201, "1010 S"), FAR, turn=turn, phase=3))
    answer(s, "manoeuvre", "dive")
    check(s, (asked(s).facts["least"], asked(s).facts["most"]), (maximum, maximum))
    for fewer in range(2, maximum):
        refused(s, "F " * fewer, "18.0a")
    refused(s, "F " * (maximum + 1), "9.1a")
    s.decide("F " * maximum)
    check(s, fighters(s)["201"]["hex"], f"10{10 + maximum}")


@rule("18.0a")
def test_18_0a_only_for_that_turn() -> None:
    s = new_session(night("3", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    answer(s, "manoeuvre", "dive")
    answer(s, "path", "F R F R F R F R")
    play_until(s, "manoeuvre", {"place_search": "none", "general_tally": "no"})
    s.decide("fly")
    check(s, (asked(s).facts["least"], asked(s).facts["most"]), (2, 4), "turn 4: 3 and the asterisk")


@rule("18.0a", "18.0b")
def test_18_0b_a_fighter_without_altitude_advantage_cannot_dive() -> None:
    low = new_session(night("4B", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    check(low, asked(low).kind, "path", "there is nothing to announce")
    s = new_session(night("4B", fighter(201, "1010 S", warned=3), FAR, turn=3, phase=3))
    for dive in ("dive", "dive all", "evade and dive"):
        refused(s, dive, "18.0b")
    dives = new_session(night("3", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    dives.decide("dive")
    check(dives, last(dives, "player", "dives").data, {"fighter": "201", "dives": 2})


@rule("18.0b")
def test_18_0b_three_dives_in_a_game() -> None:
    s = new_session(scenario="3")
    s.decide("red")
    s.decide("1020 S")
    for left in (2, 1, 0):
        play_until(s, "manoeuvre", {"place_search": "none", "general_tally": "no"})
        check(s, fighters(s)["201"]["dives"], left + 1)
        s.decide("dive")
        check(s, fighters(s)["201"]["dives"], left)
        options = [option for option in asked(s).options if option.count("R") == option.count("F")]
        s.decide(options[0])
    play_until(s, "path", {"place_search": "none", "general_tally": "no"})
    check(s, len(events_of(s, "player", "dives")), 3, "and there is no fourth")
    check(s, asked(s).facts["most"], 4)


@pytest.mark.parametrize("dives", [1, 2, 3])
@rule("18.0b")
def test_18_0b_all_that_is_left_may_be_used_at_once_for_one_point(dives: int) -> None:
    s = new_session(night("3", fighter(201, "1010 S", dives=dives), FAR, turn=3, phase=3))
    if dives == 1:
        refused(s, "dive all", "18.0b")  # the same as to dive
        s.decide("dive")
    else:
        s.decide("dive all")
    check(s, asked(s).facts["most"], 4, "still one point more")
    s.decide("F F F F")
    check(s, fighters(s)["201"]["dives"], 0)


def at_the_target(dives: int, **more: object) -> viermot.Session:
    """A Ki-45 (with oblique guns, scenario 3B) in the hex of the bomber it has tallied."""
    return new_session(
        night(
            "3B", fighter(201, "1010 S", tally=113, dives=dives, **more), bomber(113, "1010 S"), FAR, turn=3, phase=9
        ),
        dice={"response": [1, 1], "attack": [6, 6], "umpire:response": [1]},
    )  # fmt: skip


@pytest.mark.parametrize("dives", [1, 2, 3])
@rule("18.0c")
def test_18_0c_no_attack_while_dives_are_left(dives: int) -> None:
    s = at_the_target(dives)
    check(s, last(s, "player", "cannot_attack").data, {"fighter": "201", "reason": "still_above"})
    check(s, events_of(s, "player", "attack"), [])
    ready = at_the_target(0)
    check(s, asked(ready).kind, "attack")


@pytest.mark.parametrize(
    ("dives", "where", "enter"),
    [
        (1, "1014 S", "dive"),
        (3, "1014 S", "dive all"),
        (3, "1011 S", None),  # it would overshoot: a dive uses every MP
        (3, "1014 N", None),  # there, but on another heading
    ],
)
def test_enter_dives_where_that_alone_lets_it_fire(dives: int, where: str, enter: str | None) -> None:
    """Whoever only ever presses Enter is not led past the bomber he sees, nor along behind it without ever firing."""
    seen = [fighter(201, "1010 S", tally=113, dives=dives), bomber(113, where)]
    s = new_session(night("3", *seen, FAR, turn=3, phase=3))
    check(s, (asked(s).kind, asked(s).default), ("manoeuvre", enter))
    unseen = new_session(night("3", fighter(201, "1010 S", dives=dives), bomber(113, where), FAR, turn=3, phase=3))
    check(unseen, asked(unseen).default, "fly", "it does not know of it")


@rule("18.0c")
def test_18_0c_no_oblique_guns_in_the_turn_of_a_dive() -> None:
    s = at_the_target(0, dived=3)
    check(s, list(asked(s).options), ["hold fire", "guns"])
    refused(s, "oblique", "18.0c")
    before = at_the_target(0, dived=2)
    check(s, list(asked(before).options), ["hold fire", "guns", "oblique"], "the turn after they may be used again")


@rule("18.0c")
def test_18_0c_the_last_dive_lets_it_attack_the_same_turn() -> None:
    """A whole turn of scenario 3: dive with all that is left, end behind the coned bomber, attack."""
    s = new_session(
        night("3B", fighter(201, "1005 S"), bomber(113, "1010 S"), FAR, turn=3, phase=3, visibility="good"),
        dice={"tally": [3, 3, 3, 3, 3], "response": [1, 1], "attack": [6, 6]},
    )
    answer(s, "manoeuvre", "dive all")
    answer(s, "path", "F F F F F")
    play_until(s, "attack", {"place_search": "none", "general_tally": "roll", "keep_which": "C1"})
    check(s, list(asked(s).options), ["hold fire", "guns"])
    refused(s, "oblique", "18.0c")
    s.decide("guns")
    check(s, len(events_of(s, "player", "hits")), 1)


@pytest.mark.parametrize(("dives", "kept"), [(0, True), (1, False), (3, False)])
@rule("18.0d")
def test_18_0d_from_above_only_the_first_figure_counts_against_a_lit_bomber(dives: int, kept: bool) -> None:
    """Moderate visibility is 0/3; the lit bomber is two hexes away."""
    s = new_session(
        night(
            "3", fighter(201, "1014 S", tally=113, dives=dives), bomber(113, "1016 S", light="K"), FAR, turn=3, phase=8
        )
    )  # fmt: skip
    check(s, s.perspective("player").to_json()["fighters"][0]["lit_range"], 3 if kept else 0, "as shown")
    keep(s)
    check(
        s, [e.kind for e in s.events("player") if e.kind.startswith("tally_")], ["tally_kept" if kept else "tally_lost"]
    )
    offered = new_session(
        night("3", fighter(201, "1014 S", dives=dives), bomber(113, "1016 S", light="K"), FAR, turn=3, phase=8)
    )
    offered.decide("no")
    check(offered, asked(offered).kind == "tally_fixed", kept, "a roll against the fixed target")
    near = new_session(
        night("3", fighter(201, "1016 S", tally=113, dives=3), bomber(113, "1016 S", light="K"), FAR, turn=3, phase=8)
    )
    near.decide("keep")
    holds(near, "18.0d" in last(near, "player", "tally_kept").rules, "in its own hex it still sees it")


@rule("18.0d")
def test_18_0d_good_visibility_still_gives_one_hex_and_flares_no_more() -> None:
    for there, kept in (("1011", True), ("1012", False)):
        s = new_session(
            night(
                "5E", fighter(201, "1010 S", tally=113, dives=2), bomber(113, f"{there} S", light="H"), FAR,
                turn=3, phase=8, visibility="good",
            )
        )  # fmt: skip
        keep(s)
        check(s, "tally_kept" in [e.kind for e in s.events("player")], kept, f"at {there}")


def test_18_0_the_dive_is_over_when_the_phase_is() -> None:
    """What is announced shows in the player's own view."""
    s = new_session(night("3", fighter(201, "1010 S"), FAR, turn=3, phase=3))
    answer(s, "manoeuvre", "dive")
    answer(s, "path", "F F F F")
    play_phase(s, 8, {"place_search": "none"})
    check(s, (fighters(s)["201"]["dives"], fighters(s)["201"]["spent"]), (2, 4))
