"""Chapter 4: the ten phases, their order within, and the end of the game."""

import pytest

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
    keep,
    last,
    new_session,
    night,
    play_out,
    play_turn,
    play_until,
)
from tests.support.rules import rule

INTRUDER = "Mosquito NF.XVII/NF.XIX"


def order(s: viermot.Session, seat: str, *kinds: str) -> list[str]:
    """The events of these kinds, in the order they happened, each kind once in a row."""
    found = [event.kind for event in s.events(seat) if event.kind in kinds]
    return [kind for place, kind in enumerate(found) if place == 0 or found[place - 1] != kind]


def phases(s: viermot.Session, turn: int) -> list[int]:
    return [event.data["phase"] for event in events_of(s, "player", "phase") if event.turn == turn]


# -- 4.0 -------------------------------------------------------------------------------------------


@rule("4.0a", "4.0b")
def test_4_0a_the_phases_come_in_order_and_those_the_scenario_leaves_out_are_skipped() -> None:
    left_out = {"2": {4, 6, 7}, "4B": {4}, "5": {5, 6}, "6": {4, 7}, "9": {7}}
    for scenario, omitted in left_out.items():
        s = new_session(scenario=scenario)
        play_turn(s, 3, {"general_tally": "no", "place_search": "none"})
        for turn in (1, 2):
            check(s, phases(s, turn), [n for n in range(1, 11) if n not in omitted], f"{scenario}, turn {turn}")
    both = set.union(*(set(range(1, 11)) - omitted for omitted in left_out.values()))
    assert both == set(range(1, 11))


@rule("4.0a")
def test_4_0a_what_happens_in_a_turn_follows_the_phases() -> None:
    s = new_session(
        night(
            "4B", fighter(201, "1010 S", tally=113), bomber(113, "1009 S"), bomber(116, "1016 S"), turn=3, phase=1,
            visibility="good", cup=[1], side="red",
        ),
        dice={"attack": [1, 1], "response": [1, 1], "tally": [1, 1, 1, 1], "searchlight": [1, 1, 1, 1]},
    )  # fmt: skip
    answers = {"path": "F F", "place_search": "0303", "general_tally": "roll", "attack": "guns", "come_in": "1"}
    play_turn(s, 4, answers)
    kinds = ("contact_moved", "entered", "moved", "search", "fixed", "marker", "tally_kept", "hits", "markers_removed")
    check(s, order(s, "umpire", *kinds, "turn")[:10], [*kinds, "turn"])


@rule("4.0b")
def test_4_0b_an_omitted_phase_does_nothing_at_all() -> None:
    """Scenario 4 leaves out flak and searchlights: nobody is asked for a marker, nothing is rolled."""
    place = (fighter(201, "1801 S"), bomber(113, "1016 S"))
    s = new_session(night("4", *place, turn=2, phase=5))
    play_until(s, "general_tally", {"place_search": "none"})
    check(s, phases(s, 2), [5, 6, 8])
    check(s, [e for e in events_of(s, "player", "roll") if e.data["what"] == "searchlight"], [])


@rule("4.0c")
def test_4_0c_intruders_take_their_bearings_before_and_move_after_the_bombers() -> None:
    s = new_session(
        night(
            "10", fighter(201, "1014 S", tally=115), bomber(115, "1012 S"), bomber(163, "1009 S", type=INTRUDER),
            turn=2, phase=1, visibility="good",
        ),
        dice={"umpire:intruder tally": [1, 1, 1, 1], "fighter response": [1, 1], "intruder attack": [1, 1]},
    )  # fmt: skip
    decision = play_until(s, "intruder_path")
    s.decide(next(o for o in decision.options if o == "F F F F F"))
    answer(s, "intruder_attacks", "guns")
    wanted = ["hunts", "contact_moved", "intruder_flew", "intruder_attacks"]
    check(s, order(s, "umpire", *wanted), wanted)
    check(s, (attackers(s)["115"]["hex"], attackers(s)["163"]["hex"]), ("1015", "1014"))


@rule("4.0d")
def test_4_0d_the_tally_phase_goes_drop_check_look_round_look_hard() -> None:
    s = new_session(
        night(
            "5", fighter(201, "1010 S", tally=113, dives=0), fighter(202, "0716 S", tally=115, dives=0),
            fighter(203, "0816 S", dives=0), bomber(113, "1014 S"), bomber(115, "0716 S"),
            bomber(116, "0916 S", light="K"), turn=3, phase=8, visibility="good",
        ),
        dice={"tally": [5, 5, 5, 5], "fixed tally": [6, 6, 6]},
    )  # fmt: skip
    check(s, order(s, "player", "tally_kept", "tally_lost"), [], "nothing is checked before all have dropped")
    check(s, asked(s).facts["fighter"], 1, "113 is out of sight of 201: there is nothing to choose")
    keep(s)
    check(s, set(order(s, "player", "tally_lost", "tally_kept")), {"tally_lost", "tally_kept"})
    answer(s, "displace", "centre")
    answer(s, "general_tally", "roll")
    check(s, order(s, "player", "spotted"), ["spotted"])
    answer(s, "keep_which", "C2")
    answer(s, "keep_which", "none")
    check(s, asked(s).kind, "tally_fixed", "only now may crews look hard at what is fixed")
    check(s, last(s, "player", "phase").rules[-1], "4.0d")


@rule("4.0e")
def test_4_0e_at_the_end_of_a_turn_search_markers_come_off_and_the_marker_advances() -> None:
    s = new_session(
        night("4B", fighter(201, "1801 S"), bomber(113, "1016 S"), turn=3, phase=7), dice={"searchlight": [1, 1, 1, 1]}
    )
    play_until(s, "general_tally")
    check(s, [m["zone"] for m in s.perspective("player").to_json()["markers"]], ["K"])
    play_turn(s, 4)
    shown = s.perspective("player").to_json()
    check(s, (shown["turn"], shown["markers"]), (4, []))
    check(s, order(s, "player", "markers_removed", "turn"), ["markers_removed", "turn"])


@rule("4.0e")
def test_4_0e_the_marker_takes_the_flares_counter_off_when_it_reaches_it() -> None:
    s = new_session(night("9", fighter(201, "0701 N"), bomber(111, "0701 S"), turn=6, phase=10, flares=8))
    check(s, s.perspective("player").to_json()["flares_until"], 8, "on turn 7 they still burn")
    s = new_session(night("9", fighter(201, "0701 N"), bomber(111, "0701 S"), turn=7, phase=10, flares=8))
    check(s, s.perspective("player").to_json()["flares_until"], 0, "on turn 8 they are out")
    check(s, order(s, "player", "flares_out"), ["flares_out"])


# -- 4.1 the end ---------------------------------------------------------------------------------------


def kill(scenario: str, kills: int = 0, **more: object) -> viermot.Session:
    """A fighter about to shoot down a bomber with one hit to go, another bomber far away."""
    s = new_session(
        night(
            scenario, fighter(201, "1010 S", tally=113, dives=0), bomber(113, "1010 S", hits=2),
            bomber(116, "0403 S"), *(bomber(121 + n, "destroyed") for n in range(kills)),
            turn=3, phase=9, kills=kills, **more,
        ),
        dice={"attack": [6, 6], "response": [1, 1], "destruction": [6]},
    )  # fmt: skip
    s.decide("guns")
    return s


@rule("4.1a", "4.1b")
def test_4_1a_the_game_ends_after_its_last_turn() -> None:
    s = new_session(night("4B", fighter(201, "1010 N"), bomber(113, "0401 S"), turn=20, phase=10))
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"], s.result["turns"]), ("last turn", "loss", 20))
    check(s, s.pending, ())
    going = new_session(night("4B", fighter(201, "1010 N"), bomber(113, "0401 S"), turn=19, phase=10))
    check(s, going.result, None)


@rule("4.1a", "4.1b")
def test_4_1a_the_game_ends_when_the_victory_conditions_are_fulfilled() -> None:
    s = kill("4B")
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"], s.result["kills"]), ("victory", "win", 1))
    check(s, last(s, "player", "game_over").data, {"reason": "victory", "level": 1, "score": 1})


@rule("4.1a", "4.1b")
def test_4_1a_the_game_ends_when_every_bomber_has_left_or_been_destroyed() -> None:
    gone = [bomber(111, "exited"), bomber(112, "destroyed")]
    s = new_session(
        night("2", fighter(201, "1010 N"), *gone, bomber(113, "0427 S"), turn=9, phase=1, kills=1, won_asked=1)
    )
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"]), ("no attackers left", "win"))
    to_come = new_session(night("2", fighter(201, "1010 N"), *gone[:1], bomber(113, "0427 S"), turn=9, phase=1))
    check(s, to_come.result, None, "while one has still to enter the game goes on")
    held = new_session(
        night("2", fighter(201, "1010 N"), *gone[:1], bomber(112, "held", plan=4), bomber(113, "0427 S"), turn=8)
    )
    check(s, held.result, None, "so it does while one is held back")


@rule("4.1a", "4.1b")
def test_4_1a_the_game_ends_when_no_fighter_is_left() -> None:
    s = new_session(night("4B", fighter(201, "1001 N"), bomber(113, "0401 S"), turn=3, phase=3))
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"]), ("no fighters left", "loss"))
    shot_down = new_session(
        night("4B", fighter(201, "1010 S", tally=113, hits=2), bomber(113, "1010 S"), turn=3, phase=9),
        dice={"response": [6], "reaction": [3], "defensive fire": [6, 6]},
    )
    answer(shot_down, "attack", "guns")
    answer(shot_down, "displace", "centre")
    assert shot_down.result is not None
    check(s, (shot_down.result["reason"], shot_down.result["losses"]), ("no fighters left", 1))


@rule("4.1a")
def test_4_1a_fighters_in_the_beacon_box_keep_the_game_going() -> None:
    s = new_session(night("6", fighter(201, "box"), bomber(113, "0401 S"), turn=3, phase=3))
    s.decide("box")
    check(s, s.result, None)
    play_until(s, "leave_box", {"place_search": "none"})
    check(s, s.result, None)
    s.decide("1811 NE")
    assert s.result is not None
    check(s, s.result["reason"], "no fighters left", "once the last one has left the map")


@pytest.mark.parametrize(
    ("losses", "level"), [(0, "win"), (1, "loss")]
)  # scenario 5 counts kills less losses, three to win
@rule("4.1b")
def test_4_1b_the_victory_conditions_are_held_against_the_score_at_the_end(losses: int, level: str) -> None:
    aircraft = [fighter(201, "1001 N", dives=0)]
    if losses:
        aircraft.append(fighter(202, "destroyed"))
    down = [bomber(111 + n, "destroyed") for n in range(3)]
    s = new_session(
        night(
            "5", *aircraft, *down, bomber(116, "0403 S"), turn=3, phase=3, kills=3, losses=losses, won_asked=1,
        )
    )  # fmt: skip
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"], s.result["score"]), ("no fighters left", level, 3 - losses))


@rule("4.1b")
def test_4_1b_the_naval_player_must_keep_the_enemys_points_down() -> None:
    for vp, level in ((6, "decisive"), (7, "win"), (11, "win"), (12, "loss")):
        gone = [bomber(111 + n % 6 + 10 * (n // 6), "exited", kind=0) for n in range(9)]
        gone += [bomber(141 + n, "exited", kind=1) for n in range(2)]
        s = new_session(
            night("9", fighter(201, "0701 N"), *gone, bomber(144, "0427 S", kind=1), turn=19, phase=1, vp=vp)
        )
        play_out(s, {"place_search": "none"})
        assert s.result is not None
        check(s, (s.result["level"], s.result["vp"]), (level, vp))


@rule("4.1a", "4.1b")
def test_4_1c_after_an_ordinary_win_the_player_may_stop() -> None:
    s = kill("2")
    check(s, (asked(s).kind, s.result), ("fly_for_more", None))
    s.decide("stop")
    assert s.result is not None
    check(s, (s.result["level"], s.result["reason"]), ("win", "victory"))


@rule("4.1c")
def test_4_1c_or_play_on_for_a_decisive_one() -> None:
    s = kill("2")
    answer(s, "fly_for_more", "continue")
    check(s, (s.result, order(s, "player", "plays_on")), (None, ["plays_on"]))
    decided = [d.kind for d in s.pending]
    holds(s, "fly_for_more" not in decided, "he is asked once")
    play_out(s, {"general_tally": "no", "place_search": "none"})
    assert s.result is not None
    check(s, s.result["level"], "win", "what he has won he keeps")
    both = kill("2", kills=1, won_asked=1)
    assert both.result is not None
    check(both, (both.result["level"], both.result["reason"]), ("decisive", "victory"), "the second kill")


@rule("4.1a")
def test_4_1c_nobody_is_asked_where_there_is_no_higher_grade() -> None:
    s = kill("4B")
    check(s, (s.pending, s.result is not None), ((), True))


@rule("4.0a")
def test_4_0a_a_turn_that_is_over_leaves_nothing_to_do_behind() -> None:
    """What is still to come of a turn lies on the agenda of a position; it never grows from turn to turn."""
    s = new_session(night("2", fighter(201, "0101 S"), bomber(112, "0502 S"), turn=2, phase=1))
    left = []
    for turn in (3, 4, 5, 6):
        play_turn(s, turn)
        play_until(s, "path")
        left.append(next(line for line in s.position().splitlines() if line.startswith("agenda")).count("@"))
    check(s, left, [left[0]] * 4)
