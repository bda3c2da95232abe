"""What the book leaves to the umpire, and the program asks of him: order, slips, fire, markers, delays, a verdict."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tests.games.nightfighter.combat_scenes import DEFENSIVE_FIRE, on_its_tail
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
    play_until,
    refused,
    rolls_of,
)
from tests.support.hands import answer as told
from tests.support.rules import rule
from viermot import Session
from viermot.games.nightfighter.faces import page as about_nightfighter
from viermot.games.nightfighter.model.board import PLAYER
from viermot.kernel.agenda import STEPS, Question
from viermot.terminal.console import Console
from viermot.terminal.play import Play

FAR = fighter(201, "1801 S")
MOSQUITO = "Mosquito NF.XVII/NF.XIX"

# -- 7.2.1 order of equal bombers ----------------------------------------------------------------------------------


def lit_beside(other: str, *more: str, **top: Any) -> Session:
    """113 is coned in zone K and flies out of it this turn, into 1019; another bomber is about."""
    crowd = (bomber(113, "1016 S", light="K"), bomber(115, other), *more)
    return new_session(night("1A", FAR, *crowd, turn=4, **top))


@rule("7.2.1a", "16.0a")
def test_7_2_1a_which_of_the_equals_flies_first_decides_where_a_lost_bomber_can_slip_to() -> None:
    for first, sides in (("115", ["roll", "centre", "right"]), ("113", ["roll", "left", "centre", "right"])):
        s = lit_beside("1116 S")
        check(s, (asked(s).kind, asked(s).seat, set(asked(s).options)), ("who_flies_first", "umpire", {"113", "115"}))
        answer(s, "who_flies_first", first)
        answer(s, "hand_off", "no")
        check(s, (asked(s).kind, list(asked(s).options)), ("displace", sides), f"{first} flew first")
        answer(s, "displace", "centre")
        holds(s, "16.0a" in last(s, "umpire", "displaced").rules, "by rule 16.0a")


@rule("7.2.1a")
@pytest.mark.parametrize(
    ("other", "scenario_rules"),
    [("1416 S", "far away"), ("1216 S", "two columns away"), ("1115 S", "further from the exit")],
)
def test_7_2_1a_it_is_not_asked_where_it_cannot_matter(other: str, scenario_rules: str) -> None:
    s = lit_beside(other)
    check(s, asked(s).kind, "hand_off", f"the other is {scenario_rules}")
    holds(s, "7.2.1a" in last(s, "umpire", "bombers_fly").rules, "by rule 7.2.1a")


def test_7_2_1a_nor_while_the_lights_keep_it() -> None:
    s = new_session(night("1A", FAR, bomber(113, "1015 S", light="K"), bomber(115, "1115 S"), turn=3))
    holds(s, asked(s).kind != "who_flies_first", "two hexes on it is still in zone K")


# -- 16.0 an intruder slips whenever the umpire likes --------------------------------------------------------------


def behind_two() -> Session:
    """One Mosquito is behind 201 and 202, which both have tail warning and are about to move."""
    two = (fighter(201, "1010 S"), fighter(202, "1009 S"))
    return new_session(night("10", *two, bomber(161, "1008 S", type=MOSQUITO), bomber(102, "1801 S"), turn=3, phase=3))


def slips(s: Session) -> list[tuple[int, str]]:
    """Play the turn out without slipping: the phases in which the umpire is asked, and what came before."""
    found: list[tuple[int, str]] = []
    before = ""
    while (shown := s.perspective("player").to_json())["turn"] == 3:
        kind = asked(s).kind
        if kind == "slip":
            found.append((shown["phase"], before))
        s.decide({"path": "F F", "slip": "no"}.get(kind, 0))
        before = kind
    return found


@rule("16.0e", "27.3a")
def test_16_0e_one_intruder_that_warns_two_fighters_is_asked_about_once() -> None:
    s = behind_two()
    check(s, len(events_of(s, "player", "tail_warning")), 2, "both are warned")
    answer(s, "slip", "no")
    check(s, asked(s).kind, "who_moves", "and it is not asked again before anything has happened")
    answer(s, "who_moves", "201")
    answer(s, "manoeuvre", "fly")
    answer(s, "path", "F F")
    answer(s, "slip", "left")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")


@rule("16.0e")
def test_16_0e_at_any_point_between_moves_and_before_every_phase() -> None:
    points = slips(behind_two())
    check(behind_two(), [phase for phase, _ in points], [3, 3, 5, 6, 8, 9, 10], "once more after the first move")
    check(behind_two(), points[1][1], "path")
    s = behind_two()
    answer(s, "slip", "roll")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")


@rule("16.0e")
def test_16_0e_the_umpire_can_say_that_it_stays_for_this_turn() -> None:
    s = behind_two()
    answer(s, "slip", "not this turn")
    check(s, slips(s), [], "further questions")
    s = behind_two()
    answer(s, "slip", "right")
    check(s, (slips(s), last(s, "umpire", "displaced").rules), ([], ("16.0e",)), "nor twice in a turn")


@rule("16.0e", "7.0")
def test_16_0e_even_while_the_player_has_it_in_sight_and_then_he_sees_it_move() -> None:
    hunted = bomber(161, "1009 S", type=MOSQUITO, slip=3)
    s = new_session(night("10", fighter(201, "1010 S", tally=161), hunted, bomber(102, "1801 S"), turn=3, phase=9))
    answer(s, "slip", "left")
    check(s, [c["hex"] for c in contacts(s)], ["1109"], "his marker goes with it")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")
    holds(s, "7.0" in last(s, "player", "contact_moved").rules, "and the player is shown")
    check(s, fighters(s)["201"]["tally"], "C1", "it is still in sight")


def test_16_0e_before_an_attack_on_it_is_announced() -> None:
    hunted = bomber(161, "1010 S", type=MOSQUITO, slip=3)
    s = new_session(night("10", fighter(201, "1010 S", tally=161), hunted, bomber(102, "1801 S"), turn=3, phase=9))
    answer(s, "slip", "right")
    holds(s, asked(s).kind not in ("attack", "who_attacks"), "it has slipped out of the hex")


@rule("14.2.3", "16.0e")
def test_16_0e_the_lights_lose_one_that_slips_out_of_their_zone() -> None:
    hunted = bomber(161, "1315 S", type=MOSQUITO, slip=3, light="L")
    s = new_session(night("10", fighter(201, "1801 S"), hunted, bomber(102, "1701 S"), turn=3, phase=9))
    answer(s, "slip", "right")
    check(s, attackers(s)["161"]["hex"], "1214", "right rear, outside zone L")
    lost = last(s, "player", "light_lost")
    check(s, (lost.turn, "14.2.3" in lost.rules), (3, True), "the lights have lost it there and then")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")


@rule("16.0e")
def test_16_0e_undo_tells_nothing_of_it() -> None:
    """After a warning a move stands, whether or not an intruder caused it and was asked."""
    for type_ in (MOSQUITO, "Halifax III"):
        two = (fighter(201, "1010 S"), fighter(202, "0503 S"))
        s = new_session(night("10", *two, bomber(113, "1008 S", type=type_), bomber(102, "1801 S"), turn=3, phase=3))
        if asked(s).kind == "slip":
            answer(s, "slip", "left")
        answer(s, "who_moves", "201")
        answer(s, "manoeuvre", "fly")
        answer(s, "path", "F F")
        reason = s.why_not_undo("player")
        check(s, reason.key if reason else None, "undo.learned")
    s = behind_two()
    answer(s, "slip", "left")
    holds(s, "16.0e" in last(s, "umpire", "displaced").rules, "by rule 16.0e")


# -- 17.4.2 the gunners may shoot ----------------------------------------------------------------------------------


@rule("17.4.2a")
def test_17_4_2a_the_gunners_may_hold_their_fire() -> None:
    s = on_its_tail({**DEFENSIVE_FIRE, "attack": [1, 1], "defensive fire": [6, 6]})
    told(s, "attack", "guns")
    check(s, (asked(s).kind, asked(s).seat, asked(s).default), ("shoot", "umpire", "shoot"))
    told(s, "shoot", "hold fire")
    check(s, rolls_of(s, "umpire", "defensive fire"), [])
    holds(s, "17.4.2a" in last(s, "player", "gunners_hold").rules, "the player saw the dice, and sees no tracer")
    check(s, (attackers(s)["113"]["alerted"], fighters(s)["201"]["hits"]), (True, 0))
    holds(s, "hits" in course(s, "player"), "and the attack goes in")


@rule("17.4.2a")
def test_17_4_2a_an_unseen_bomber_that_holds_its_fire_stays_unseen() -> None:
    position = night("4B", fighter(201, "1010 S"), bomber(113, "1010 S"), turn=3, phase=9)
    dice = {"umpire:response": [6], "umpire:reaction": [3], "defensive fire": [6, 6]}
    s = new_session(position, dice=dice, careful=True)
    told(s, "shoot", "hold fire")
    silent = new_session(position, dice={"umpire:response": [1]}, careful=True)
    check(s, s.events("player"), silent.events("player"), "what the player is told")
    holds(s, "17.4.2a" in last(s, "umpire", "gunners_hold").rules, "only the umpire knows")


@rule("17.4.3a")
def test_17_4_3a_whoever_corkscrews_shoots_first_without_a_question() -> None:
    dice = {"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [3]}
    s = on_its_tail(dice)
    told(s, "attack", "guns")
    check(s, asked(s).kind, "follow")
    check(s, course(s, "player").count("defensive fire"), 1)
    holds(s, "17.4.3a" in last(s, "player", "corkscrews").rules, "by rule 17.4.3a")


# -- 17.4 every bomber in the hex ----------------------------------------------------------------------------------


def two_in_the_hex(dice: dict[str, list[int]]) -> Session:
    """201 attacks 113; 115, which nobody sees, flies in the same hex."""
    return on_its_tail(dice, others=(bomber(115, "1010 S"),))


@rule("17.4d", "17.4.2b")
def test_17_4d_another_bomber_in_the_hex_shoots_before_the_attack_and_breaks_it_off() -> None:
    s = two_in_the_hex({
        "umpire:response": [6], "umpire:reaction": [3], "defensive fire": [4, 4], "response": [1], "attack": [6, 6],
    })  # fmt: skip
    answer(s, "attack", "guns")
    check(s, rolls_of(s, "umpire", "attack"), [], "the attack was never resolved")
    holds(s, "17.4.2b" in last(s, "player", "breaks_off").rules, "it broke off")
    holds(s, "17.4d" in rolls_of(s, "umpire", "response")[0].rules, "by rule 17.4d")
    check(s, (attackers(s)["113"]["hits"], len(rolls_of(s, "umpire", "response"))), (0, 2), "both rolled, once each")


@rule("17.4d")
def test_17_4d_if_it_misses_the_attack_goes_in_and_it_does_not_roll_again() -> None:
    s = two_in_the_hex({
        "umpire:response": [6], "umpire:reaction": [3], "defensive fire": [1, 1], "response": [1, 1], "attack": [3, 4],
    })  # fmt: skip
    answer(s, "attack", "guns")
    order = [kind for kind in course(s, "umpire") if kind in ("response", "defensive fire", "attack", "hits")]
    wanted = ["attack", "response", "defensive fire", "response", "attack", "hits", "response"]
    check(s, order, wanted, "announced; both respond; then the attack; then the one attacked once more")
    check(s, attackers(s)["113"]["hits"], 2, "7 + 4")
    holds(s, "17.4d" in rolls_of(s, "umpire", "response")[0].rules, "by rule 17.4d")


@rule("17.4d")
def test_17_4d_the_player_is_not_told_that_somebody_else_is_there() -> None:
    quiet = {"response": [1, 1], "attack": [3, 4], "umpire:response": [1]}
    s, alone = two_in_the_hex(quiet), on_its_tail(quiet)
    for each in (s, alone):
        answer(each, "attack", "guns")
    check(s, s.events("player"), alone.events("player"))
    holds(s, "17.4d" in rolls_of(s, "umpire", "response")[0].rules, "by rule 17.4d")


# -- 14.2.1 one question for all markers ---------------------------------------------------------------------------


@rule("14.2.1a", "14.2.1f")
def test_14_2_1f_several_markers_are_one_question_and_lie_before_the_first_roll() -> None:
    crowd = (bomber(113, "1016 S"), bomber(115, "0416 S"), bomber(112, "1421 S"))
    position = night("1A", FAR, *crowd, turn=3, phase=7, visibility="poor", moon="none")
    s = new_session(position, dice={"searchlight": [6, 6, 6]}, careful=True)
    check(s, (asked(s).kind, list(asked(s).options), asked(s).default), (
        "place_markers", ["at random", "by hand"], "at random",
    ))  # fmt: skip
    told(s, "place_markers", "at random")
    seen = [kind for kind in course(s, "player") if kind in ("marker", "searchlight")]
    check(s, seen, ["marker"] * 3 + ["searchlight"] * 3)
    zones = {e.data["zone"]: e.data["hex"] for e in events_of(s, "player", "marker")}
    check(s, set(zones), {"J", "K", "O"})
    holds(s, "14.2.1f" in rolls_of(s, "player", "searchlight")[0].rules, "by rule 14.2.1f")
    holds(s, "14.2.1a" in last(s, "player", "marker").rules, "each in its zone")


@rule("14.2.1a")
def test_14_2_1a_or_the_umpire_chooses_each_hex() -> None:
    crowd = (bomber(113, "1016 S"), bomber(115, "0416 S"))
    s = new_session(night("1A", FAR, *crowd, turn=3, phase=7), careful=True)
    told(s, "place_markers", "by hand")
    told(s, "place_marker", "0118")
    told(s, "place_marker", "1218")
    placed = [(e.data["zone"], e.data["hex"]) for e in events_of(s, "player", "marker")]
    check(s, placed, [("J", "0118"), ("K", "1218")])
    holds(s, "14.2.1a" in last(s, "player", "marker").rules, "by rule 14.2.1a")
    s = new_session(night("1A", FAR, bomber(113, "1016 S"), turn=3, phase=7), careful=True)
    check(s, asked(s).kind, "place_marker", "one marker is asked for at once")


# -- 8.1.4 delays --------------------------------------------------------------------------------------------------


def blocked(scenario: str, **more: Any) -> Session:
    """The entry hexes of column 03 are full, and a chit with that column comes up."""
    crowd = [bomber(111 + n, f"030{n + 1} S") for n in range(3)]
    return new_session(night(scenario, fighter(201, "1010 S"), *crowd, turn=1, phase=2, cup=[11], side="red", **more))


@rule("8.1.4a", "8.2.1b")
def test_8_1_4a_one_of_three_that_found_no_room_enters_as_soon_as_it_can() -> None:
    s = blocked("4C")
    holds(s, "8.2.1b" in last(s, "umpire", "no_room").rules, "it waits")
    waiting = last(s, "umpire", "no_room").data["attacker"]
    while s.perspective("umpire").to_json()["turn"] == 1:
        s.decide({"path": "F F"}.get(asked(s).kind, 0))
    seen = []
    while s.perspective("umpire").to_json()["turn"] == 2 and s.perspective("umpire").to_json()["phase"] == 2:
        seen.append(asked(s).kind)
        s.decide(0)
    holds(s, "hold_back" not in seen, "only a lone bomber may be delayed [8.1.4a]")
    holds(s, attackers(s)[waiting]["fate"] == "on map", "it came in on the next turn")
    s = new_session(night("4B", fighter(201, "1010 S"), turn=1, phase=2, side="red"))
    answer(s, "hold_back", "hold")
    holds(s, "8.1.4a" in last(s, "umpire", "held_back").rules, "a lone one may")


# -- 5.0b the verdict ----------------------------------------------------------------------------------------------


@rule("5.0b")
def test_5_0b_he_is_asked_before_a_victory_counts() -> None:
    own, falling = fighter(201, "1010 S", tally=113), bomber(113, "1010 S", hits=3)
    position = night("4B", own, falling, bomber(116, "0401 S"), turn=6, phase=9, options={"5.0b": True})
    for verdict, outcome in (("play on", ("win", "victory")), ("lost", ("loss", "declared lost"))):
        s = new_session(position, dice={"response": [1], "attack": [6, 6], "destruction": [6]})
        answer(s, "attack", "guns")
        check(s, (asked(s).kind, s.result), ("declare", None), "the kill would win")
        answer(s, "declare", verdict)
        assert s.result is not None
        check(s, (s.result["level"], s.result["reason"]), outcome)
        check(s, "5.0b" in last(s, "player", "game_over").rules, verdict == "lost")


def test_5_0b_on_the_last_turn_too_but_not_if_the_game_is_lost_anyway() -> None:
    for kills, expected in ((1, ["declare"]), (0, [])):
        down = [bomber(115, "destroyed")] * kills
        top = {"kills": kills, "won_asked": kills, "options": {"5.0b": True}}
        s = new_session(night("3", fighter(201, "1010 S"), bomber(113, "1801 S"), *down, turn=20, phase=10, **top))
        check(s, [each.kind for each in s.pending], expected)
        for _ in expected:
            s.decide("play on")
        assert s.result is not None
        check(s, (s.result["reason"], s.result["level"]), ("last turn", "win" if kills else "loss"))


@rule("5.0b")
def test_5_0b_where_it_is_agreed_the_umpire_may_declare_the_player_beaten() -> None:
    position = night("4B", fighter(201, "1010 S"), bomber(113, "0401 S"), turn=3, phase=10, options={"5.0b": True})
    s = new_session(position)
    check(s, (asked(s).kind, asked(s).seat, asked(s).default), ("declare", "umpire", "play on"))
    answer(s, "declare", "lost")
    assert s.result is not None
    check(s, (s.result["reason"], s.result["level"]), ("declared lost", "loss"))
    holds(s, "5.0b" in last(s, "player", "game_over").rules, "by rule 5.0b")


@rule("5.0b")
def test_5_0b_it_is_asked_each_turn_and_only_where_it_is_agreed() -> None:
    s = new_session(scenario="1", options={"5.0b": True})
    for turn in (1, 2):
        play_until(s, "declare", {"general_tally": "no", "place_fighter": "1014 S"})
        check(s, s.perspective("player").to_json()["turn"], turn)
        answer(s, "declare", "play on")
    answered = new_session(night("4B", fighter(201, "1010 S"), bomber(113, "0401 S"), turn=3, phase=10))
    holds(answered, asked(answered).kind != "declare", "nobody agreed on it here")
    play_until(s, "declare", {"general_tally": "no", "place_fighter": "1014 S"})
    answer(s, "declare", "lost")
    holds(s, "5.0b" in last(s, "umpire", "game_over").rules, "by rule 5.0b")


def test_5_0b_a_won_game_is_lost_all_the_same() -> None:
    position = night(
        "4B", fighter(201, "1010 S"), bomber(113, "0401 S"), bomber(115, "destroyed"), turn=3, phase=10, kills=1,
        options={"5.0b": True},
    )  # fmt: skip
    s = new_session(position)
    answer(s, "declare", "lost")
    assert s.result is not None
    check(s, s.result["level"], "loss")


# -- 27.2.4 the attack is optional ---------------------------------------------------------------------------------


@rule("27.2.4d")
def test_27_2_4d_an_intruder_need_not_attack_and_the_player_is_told_if_it_does() -> None:
    def caught() -> Session:
        me = fighter(201, "0911 S")
        s = new_session(
            night("10", me, bomber(161, "0907 S", type=MOSQUITO), bomber(102, "1801 S"), turn=3, phase=1),
            dice={"umpire:intruder tally": [1, 1, 1], "fighter response": [1, 1], "intruder attack": [1, 1]},
        )
        answer(s, "intruder_path", "F F F F")
        return s

    s = caught()
    answer(s, "intruder_attacks", "no")
    check(s, (rolls_of(s, "player", "intruder attack"), events_of(s, "player", "intruder_attacks")), ([], []))
    s = caught()
    answer(s, "intruder_attacks", "guns")
    attack = last(s, "player", "intruder_attacks")
    check(s, (attack.data["fighter"], "27.2.4d" in attack.rules), ("201", True))


# -- what is silent ------------------------------------------------------------------------------------------------


def test_all_questions_of_the_umpire_are_silent_and_three_of_the_players_never_lead_to_him() -> None:
    assert about_nightfighter.PACING.all_knowing == "umpire"
    for kind in about_nightfighter.NEXT_IS_HIS_OWN:
        question = STEPS[f"nightfighter.{kind}"]
        assert isinstance(question, Question) and question.seat == PLAYER
    two = (fighter(201, "1018 S", dives=0), fighter(202, "1018 S", dives=0))
    lit = bomber(113, "1018 S", light="K")
    s = new_session(night("5", *two, lit, turn=3, phase=8, visibility="good"), careful=True)
    told(s, "general_tally", "no")
    told(s, "who_looks", "201")
    check(s, (asked(s).kind, asked(s).seat), ("tally_fixed", "player"))


@rule("7.2.1a")
def test_7_2_1a_only_equals_can_be_chosen() -> None:
    s = lit_beside("1116 S", bomber(112, "0415 S"))
    refused(s, "112", "7.2.1a")
    answer(s, "who_flies_first", "113")
    holds(s, "7.2.1a" in last(s, "umpire", "flies_first").rules, "by rule 7.2.1a")


# -- the umpire's own two phases -----------------------------------------------------------------------------


def test_no_orders_go_on_for_the_umpire() -> None:
    """Else the player would see by the clock in which turns nobody was due."""
    s = new_session(night("4B", fighter(201, "1010 S"), turn=2, phase=1, options={"8.1.4b": True}))
    while asked(s).kind != "all_in":
        s.decide(asked(s).options[0])
    said = io.StringIO()
    Play(s, Console(io.StringIO("always go on\nquit\n"), said, live=False)).run()
    assert "on purpose" in said.getvalue() and asked(s).kind == "all_in"
    s.order("umpire", {"always": [["nightfighter.all_in", "", "go on"]]})
    assert asked(s).kind == "all_in"


@rule("8.1.4b")
def test_8_1_4b_where_it_is_agreed_the_umpire_is_asked_every_turn() -> None:
    """In a turn with somebody due and in one without: the last thing asked in phase 2 is to go on."""
    for turn in (1, 2, 3):
        due = night("4B", fighter(201, "1010 S"), turn=turn, phase=1, options={"8.1.4b": True})
        s = new_session(due)
        kinds = []
        while asked(s).seat == "umpire":
            kinds.append(asked(s).kind)
            s.decide(asked(s).options[0])
        check(s, kinds[-1], "all_in")
        check(s, kinds.count("all_in"), 1)
        again = new_session(due)
        while asked(again).kind != "all_in":
            again.decide(asked(again).options[0])
        again.decide("not yet")
        check(again, asked(again).kind, "all_in", "he is not ready, so he is asked again")
        again.decide("go on")
        holds(again, asked(again).kind != "all_in", "and now he is")
    agreed_on_nothing = new_session(night("4B", fighter(201, "1010 S"), turn=2, phase=1))
    holds(agreed_on_nothing, asked(agreed_on_nothing).kind != "all_in", "nobody agreed on it here")


@rule("8.1.4b")
def test_8_1_4b_the_player_cannot_tell_at_which_of_them_the_umpire_stops() -> None:
    """While the umpire thinks, a turn with somebody due looks like one with nobody due."""
    seen = set()
    for turn in range(1, 8):
        s = new_session(night("4B", fighter(201, "1010 S"), turn=turn, phase=1, options={"8.1.4b": True}))
        view = s.perspective("player").to_json()
        check(s, asked(s).seat, "umpire")
        seen.add((view["phase"], tuple(event.kind for event in s.events("player") if event.kind == "phase")))
    assert len(seen) == 1, seen
