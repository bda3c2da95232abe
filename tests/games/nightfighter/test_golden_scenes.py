"""What the log says of scripted scenes, word by word: who did what to whom, where, with how many dice and hits.

A line is the kind of an event and what it names, in order: `fighter_hit 201 1 2` is a fighter, its new hits and all.
After the log stands what has become of the aircraft, as a position writes it. The lines were written by the engine and
then read against the book: golden games in small, which `make mutants` leaves out as it does the large ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import pytest

from tests.games.nightfighter.support import HANDS, Answers, answer, bomber, fighter, new_session, night, play_until
from viermot import Session
from viermot.kernel.events import Event

MOSQUITO = "Mosquito NF.XVII/NF.XIX"
JU88 = "Ju88C-6"
FAR = bomber(102, "1801 S")  # keeps the game alive
SILENT = ("phase", "turn")


def log(s: Session, until: int, seat: str = "umpire") -> list[str]:
    """One line for each event up to that phase: what happened, and its particulars."""
    events = takewhile(lambda event: not _begins(event, until), s.events(seat))
    return [_line(event.kind, event.data) for event in events if event.kind not in SILENT]


def _begins(event: Event, phase: int) -> bool:
    return event.kind == "phase" and event.data["phase"] == phase


def _line(kind: str, data: dict[str, Any]) -> str:
    return " ".join([kind, *(_word(value) for value in data.values())])


def _word(value: Any) -> str:
    return "/".join(_word(each) for each in value) if isinstance(value, list) else str(value)


def scene(
    *aircraft: str, scenario: str, phase: int, until: int, answers: Answers | None = None, **more: Any
) -> list[str]:
    """The log of a scene of turn 3, from the start of one phase to the start of another."""
    dice, turn = more.pop("dice", None), more.pop("turn", 3)
    s = new_session(night(scenario, *aircraft, turn=turn, phase=phase, **more), dice=dice, careful=True)
    HANDS.go_on(
        s, answers, lambda: s.result or any(_begins(e, until) for e in s.events("umpire")), f"phase {until} never came"
    )
    return log(s, until) + [f"then {row}" for row in rows_of(s, aircraft)]


def rows_of(s: Session, aircraft: tuple[str, ...]) -> list[str]:
    """How the aircraft of a scene stand after it, as a position writes them."""
    ours = {row["id"] for text in aircraft for rows in tomllib.loads(text).values() for row in rows}
    position = tomllib.loads(s.position())
    return [
        " ".join(f"{name}={_word(value)}" for name, value in row.items() if name != "type")
        for side in ("fighter", "attacker")
        for row in position.get(side, [])
        if row["id"] in ours
    ]


def a_kill_and_a_narrow_escape() -> list[str]:
    """The bomber falls, and its wreck throws the fighter aside."""
    dice = {"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [3]}
    me, friend = fighter(201, "1010 S", tally=113), fighter(202, "0404 N")
    answers = {"attack": "guns", "fly_for_more": "continue"}
    return scene(
        me, friend, bomber(113, "1010 S", hits=1), FAR, scenario="6", phase=9, until=1, answers=answers, dice=dice
    )


def a_collision() -> list[str]:
    dice = {"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [1], "collision": [4, 4]}
    answers = {"attack": "guns", "fly_for_more": "continue"}
    rows = (fighter(201, "1010 S", tally=113, hits=1), bomber(113, "1010 S", hits=1), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def a_flash() -> list[str]:
    dice = {"response": [1], "attack": [6, 6], "destruction": [2], "flash": [3]}
    answers = {"attack": "guns", "fly_for_more": "continue"}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S", hits=1), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def a_duel() -> list[str]:
    """The gunners shoot first; hit, the fighter breaks off."""
    dice = {"response": [6], "reaction": [3], "defensive fire": [6, 4]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns"}, dice=dice)


def a_corkscrew_followed() -> list[str]:
    dice = {"response": [6], "reaction": [1], "defensive fire": [1, 2], "umpire:corkscrew": [6], "attack": [5, 5]}
    answers = {"attack": "guns", "follow": "right", "attack_all_the_same": "guns"}
    rows = (fighter(201, "1010 S", tally=113, fix=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def a_corkscrew_lost() -> list[str]:
    dice = {"response": [6], "reaction": [1], "defensive fire": [1, 2], "umpire:corkscrew": [6]}
    answers = {"attack": "guns", "follow": "left"}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def noticed_while_holding_fire() -> list[str]:
    dice = {"response": [6], "reaction": [4], "defensive fire": [1, 2]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "hold fire"}, dice=dice)


def seen_by_a_stranger() -> list[str]:
    """A bomber nobody has in sight shares the hex."""
    dice = {
        "response": [1, 6],
        "reaction": [4],
        "defensive fire": [1, 2],
        "umpire:response": [6],
        "umpire:reaction": [4],
    }
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), bomber(115, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "hold fire"}, dice=dice)


def bounced(reaction: int, **more: Any) -> list[str]:
    dice = {
        "umpire:intruder tally": [1, 1, 1], "fighter response": [6, 1], "fighter reaction": [reaction],
        "return fire": [5, 5], "intruder attack": [6, 6], **more,
    }  # fmt: skip
    rows = (fighter(201, "0911 S", tally=103), bomber(161, "0907 S", type=MOSQUITO), bomber(103, "0912 S"), FAR)
    answers = {"intruder_path": "F F F F", "intruder_attacks": "guns", "own_corkscrew": "left", "slip": "no"}
    return scene(*rows, scenario="10", phase=1, until=2, answers=answers, dice=dice)


def an_intruder_beaten_off() -> list[str]:
    return bounced(4)


def an_intruder_shaken_off() -> list[str]:
    return bounced(1)


def an_intruder_unnoticed() -> list[str]:
    return bounced(6, **{"fighter response": [1, 1], "intruder attack": [3, 3]})


def an_intruder_edges_over() -> list[str]:
    rows = (fighter(201, "1225 S"), bomber(161, "0907 S", type=MOSQUITO), FAR)
    return scene(*rows, scenario="10", phase=1, until=2, answers={"fake_roll": "roll"})


def lights() -> list[str]:
    """A search, a cone; in the next turn a hand-off that fails."""
    dice = {"searchlight": [3], "hand-off": [1, 1, 2, 2], "tally": [1, 1, 1, 1]}
    rows = (fighter(201, "0404 N"), bomber(113, "1017 S"), FAR)
    return scene(*rows, scenario="1A", phase=7, until=2, answers={"hand_off": "yes"}, dice=dice, visibility="poor")


def lights_that_keep_it() -> list[str]:
    dice = {"hand-off": [3, 1, 2, 2]}
    rows = (fighter(201, "0404 N"), bomber(113, "1017 S", light="K"), FAR)
    return scene(*rows, scenario="1A", phase=1, until=2, answers={"hand_off": "yes"}, dice=dice)


def lit_off_the_map() -> list[str]:
    rows = (fighter(201, "0404 N"), bomber(113, "1026 S", light="Q"), FAR)
    return scene(*rows, scenario="1A", phase=1, until=2)


def radar() -> list[str]:
    """Freya has a contact, the Würzburg points the way; in the next search both are taken up again."""
    rows = (fighter(201, "1801 S"), bomber(112, "1010 S"))
    s = new_session(night("2", *rows, turn=3, phase=5))
    answer(s, "place_search", "1011")
    answer(s, "place_search", "0505")
    play_until(s, "place_search")
    return [line for line in log(s, 0) if "search" in line or "sweep" in line or "counters" in line]


def ai_search() -> list[str]:
    rows = (fighter(201, "1010 S"), bomber(113, "1012 S"), FAR)
    return scene(*rows, scenario="4B", phase=6, until=3, answers={"general_tally": "no", "path": "F F R"})


def ai_blinded() -> list[str]:
    rows = (fighter(201, "1010 S", fix=113, blind=3), bomber(113, "1012 S"), FAR)
    return scene(*rows, scenario="4B", phase=6, until=9)


def tallies() -> list[str]:
    """One is found, one kept, one lost from sight."""
    dice = {"tally": [3, 3, 3, 3, 3], "fixed tally": [3] * 6}
    rows = (
        fighter(201, "1010 S", tally=114),
        fighter(202, "0510 S"),
        bomber(113, "0510 S"),
        bomber(114, "1018 S"),
        FAR,
    )
    return scene(*rows, scenario="6", phase=8, until=9, answers={"general_tally": "roll", "keep_which": 1}, dice=dice)


def a_tally_kept() -> list[str]:
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="4B", phase=8, until=9, answers={"keep_or_drop": "keep", "general_tally": "no"})


def a_tally_dropped() -> list[str]:
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="4B", phase=8, until=9, answers={"keep_or_drop": "drop", "general_tally": "no"})


def a_fixed_tally_missed() -> list[str]:
    rows = (fighter(201, "1010 S", fix=113), bomber(113, "1010 S"), FAR)
    answers: Answers = {"general_tally": "no"}
    dice = {"fixed tally": [1, 1, 1]}
    s = new_session(night("4B", *rows, turn=3, phase=8), dice=dice, careful=True)
    play_until(s, "tally_fixed", answers)
    s.decide("C1")
    return log(s, 9)


def a_rear_gunner_scores() -> list[str]:
    """An intruder that was hit before is shot down."""
    dice = {
        "umpire:intruder tally": [1, 1, 1], "fighter response": [6], "fighter reaction": [4], "return fire": [6, 6],
    }  # fmt: skip
    rows = (fighter(201, "0911 S"), bomber(161, "0907 S", type=MOSQUITO, hits=1), FAR)
    answers = {"intruder_path": "F F F F", "intruder_attacks": "guns"}
    return scene(*rows, scenario="10", phase=1, until=2, answers=answers, dice=dice)


def jammed_radar(*dice: int, fix: bool) -> list[str]:
    held = {"fix": 113} if fix else {}
    rows = (fighter(201, "1010 S", **held), bomber(113, "1012 S"), FAR)
    answers = {"roll_through_jamming": "roll"}
    return scene(*rows, scenario="8A", phase=6, until=8, answers=answers, dice={"jammed AI": list(dice)})


def a_jammed_radar_keeps_its_fix() -> list[str]:
    return jammed_radar(3, 1, 1, fix=True)


def a_jammed_radar_loses_its_fix() -> list[str]:
    return jammed_radar(1, 1, 1, fix=True)


def a_jammed_radar_finds_one() -> list[str]:
    return jammed_radar(1, 3, 1, fix=False)


def a_jammed_radar_finds_none() -> list[str]:
    return jammed_radar(1, 1, 1, fix=False)


def a_fixed_tally() -> list[str]:
    rows = (fighter(201, "1010 S", fix=113), bomber(113, "1010 S"), FAR)
    answers = {"general_tally": "no", "tally_fixed": "C1"}
    return scene(*rows, scenario="4B", phase=8, until=9, answers=answers, dice={"fixed tally": [3, 1, 1]})


def moves() -> list[str]:
    """Out of the box, a dive, and off the map."""
    rows = (fighter(201, "box"), fighter(202, "1001 N"), fighter(203, "box"), bomber(116, "0714 S"))
    answers = {"leave_box": "1813 N", "path": "F F R"}
    return scene(*rows, scenario="6H", phase=3, until=5, answers=answers)


def a_dive() -> list[str]:
    rows = (fighter(201, "1010 S", dives=2), FAR)
    return scene(*rows, scenario="4F", turn=4, phase=3, until=8, answers={"manoeuvre": "dive", "path": "F F F F F F"})


def ships() -> list[str]:
    """Flares fall, a torpedo runs; then the last fighter flies off and the rest come unopposed."""
    rows = (fighter(201, "0101 N"), bomber(103, "0918 S"), bomber(121, "0619 SE", kind=1))
    return scene(*rows, scenario="9", phase=1, until=9, answers={"path": "F F"}, turn=5, vp=2)


def flak() -> list[str]:
    dice = {"flak": [6, 6], "flak burst": [1, 1, 3, 3, 3, 3, 3, 3]}
    rows = (fighter(201, "1020 S"), fighter(202, "0404 S"), bomber(104, "0401 S"))
    return scene(*rows, scenario="9", phase=4, until=5, dice=dice)


def friend_or_foe() -> list[str]:
    rows = (fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=JU88), bomber(162, "0402 S", type=JU88), FAR)
    dice = {"identification": [6], "response": [1, 1], "attack": [1, 1]}
    return scene(*rows, scenario="7", phase=9, until=1, answers={"identify": "roll", "attack": "guns"}, dice=dice)


def still_a_stranger() -> list[str]:
    rows = (fighter(201, "1010 S", tally=161), bomber(161, "1010 S", type=JU88), bomber(162, "0402 S", type=JU88), FAR)
    dice = {"identification": [1], "response": [1, 1], "attack": [1, 1]}
    return scene(*rows, scenario="7", phase=9, until=1, answers={"identify": "roll", "attack": "hold fire"}, dice=dice)


def steered_by_y() -> list[str]:
    rows = (fighter(202, "1010 S"), fighter(203, "0610 S"), bomber(103, "0401 S"))
    return scene(*rows, scenario="4G", phase=5, until=8, dice={"Y guidance": [1, 6]})


def tail_warning() -> list[str]:
    rows = (fighter(201, "1010 S", tally=103), bomber(161, "1008 S", type=MOSQUITO), bomber(103, "1012 S"), FAR)
    answers = {"slip": "left", "manoeuvre": "evade", "path": "F F F"}
    return scene(*rows, scenario="10", phase=3, until=5, answers=answers)


def setting_up() -> list[str]:
    dice = {"moon": [3], "visibility": [4], "cloud": [2]}
    s = new_session(
        scenario="10", dice=dice, draws={"umpire:counter": [35, 0, 0], "umpire:chit": [0], "umpire:number": [0] * 3}
    )
    s.decide("red")
    play_until(s, "come_in")
    return log(s, 0)


def a_wreck_at_the_edge() -> list[str]:
    """The way aside leads off the map."""
    dice = {"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [3]}
    rows = (fighter(201, "1810 S", tally=113), fighter(202, "0404 N"), bomber(113, "1810 S"), FAR)
    answers = {"attack": "guns", "fly_for_more": "continue"}
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def an_oblique_attack() -> list[str]:
    """From below the wreck falls past."""
    dice = {"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [3]}
    rows = (fighter(201, "1010 S", tally=113, oblique=1), bomber(113, "1010 S"), FAR)
    answers = {"attack": "oblique", "fly_for_more": "continue"}
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def an_oblique_collision() -> list[str]:
    dice = {"response": [1], "attack": [6, 6], "destruction": [1], "avoidance": [1], "collision": [6, 6]}
    rows = (fighter(201, "1010 S", tally=113, oblique=1), fighter(202, "0404 N"), bomber(113, "1010 S"), FAR)
    answers = {"attack": "oblique", "fly_for_more": "continue"}
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def followed_down() -> list[str]:
    dice = {"response": [1], "attack": [6, 6], "destruction": [5]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    answers = {"attack": "guns", "fly_for_more": "continue"}
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice)


def a_second_chance() -> list[str]:
    """Missed, and noticed now."""
    dice = {"response": [5, 4], "attack": [1, 1], "reaction": [4], "defensive fire": [5, 3]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns"}, dice=dice)


def driven_off() -> list[str]:
    """One hit breaks the attack off."""
    dice = {"response": [6], "reaction": [3], "defensive fire": [4, 4]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns"}, dice=dice)


def a_corkscrew_not_followed() -> list[str]:
    dice = {"response": [6], "reaction": [1], "defensive fire": [1, 2], "umpire:corkscrew": [1]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S", light="H"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns", "follow": "no"}, dice=dice)


def a_corkscrew_barred() -> list[str]:
    dice = {"response": [6], "reaction": [1], "defensive fire": [1, 2], "umpire:corkscrew": [1]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), bomber(115, "1110 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns", "follow": "centre"}, dice=dice)


def seen_to_corkscrew() -> list[str]:
    dice = {
        "response": [6], "reaction": [1], "defensive fire": [1, 2], "follow": [3, 1], "umpire:corkscrew": [6],
        "attack": [1, 1],
    }  # fmt: skip
    rows = (fighter(201, "1010 S", tally=113, fix=113), bomber(113, "1010 S"), FAR)
    answers = {"attack": "guns", "follow": "right", "attack_all_the_same": "no"}
    return scene(*rows, scenario="6", phase=9, until=1, answers=answers, dice=dice, options={"28.1": True})


def alerted_bombers() -> list[str]:
    """The alerted fly faster, but into nobody's hex; over the edge nothing is in the way."""
    rows = (
        fighter(201, "0120 N"), bomber(103, "1005 S", alert=1), bomber(114, "1006 S"), bomber(105, "0405 S", alert=1),
        bomber(106, "0626 S", alert=1), bomber(116, "0726 S"),
    )  # fmt: skip
    return scene(*rows, scenario="4B", turn=4, phase=1, until=2, options={"28.2": True})


def fishpond() -> list[str]:
    rows = (fighter(201, "1010 S"), bomber(116, "1013 S"), bomber(112, "1113 S"))
    return scene(*rows, scenario="6H", phase=3, until=5, answers={"path": "F F F"}, options={"28.2.1": True})


def contrails() -> list[str]:
    rows = (fighter(201, "1010 S"), bomber(103, "1015 S"))
    return scene(*rows, scenario="4F", phase=8, until=9)


def a_flying_bomb() -> list[str]:
    dice = {"attack": [5, 5], "blast": [1], "collision": [3, 4]}
    rows = (fighter(201, "0910 S", tally=101, dives=0), bomber(101, "0910 S"))
    return scene(*rows, scenario="8F", turn=5, phase=9, until=1, answers={"attack": "guns"}, dice=dice)


def a_raider_before_its_work() -> list[str]:
    dice = {"response": [1], "attack": [6, 6], "destruction": [6]}
    rows = (fighter(201, "1010 S", tally=103), bomber(103, "1010 S"), bomber(104, "0401 S"))
    return scene(*rows, scenario="9", turn=5, phase=9, until=1, answers={"attack": "guns"}, dice=dice, vp=4)


def flares_burn_out() -> list[str]:
    rows = (fighter(201, "0404 S"), bomber(104, "0401 S"))
    return scene(*rows, scenario="9", turn=5, phase=9, until=3, flares=6)


def held_back() -> list[str]:
    rows = (fighter(201, "0404 S"), bomber(113, "1010 S"))
    return scene(*rows, scenario="4B", turn=3, phase=2, until=3, answers={"hold_back": "hold"})


def germans_alone() -> list[str]:
    """Without bombers there is no stream to keep to."""
    rows = (fighter(201, "1826 N"), bomber(161, "1010 S", type=JU88), bomber(162, "0402 S", type=JU88))
    return scene(*rows, scenario="7", phase=1, until=2)


def alerted_before_it_was_seen() -> list[str]:
    """The player is not told of an alert he has not witnessed; the umpire is."""
    dice = {"response": [4, 1], "reaction": [5], "attack": [1, 1]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S", alert=1), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns"}, dice=dice)


def alerted_as_was_seen() -> list[str]:
    dice = {"response": [3, 1], "attack": [1, 1]}
    rows = (fighter(201, "1010 S", tally=113), bomber(113, "1010 S", alert=1, known=16), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, answers={"attack": "guns"}, dice=dice)


def the_box_is_closed() -> list[str]:
    """Somebody left it in the turn before, and the rest have to wait."""
    rows = (fighter(201, "box"), fighter(202, "exited"), bomber(113, "0714 S"))
    return scene(*rows, scenario="6H", phase=3, until=5, box_left=2)


def the_box_is_open() -> list[str]:
    rows = (fighter(201, "box"), fighter(202, "exited"), bomber(113, "0714 S"))
    return scene(*rows, scenario="6H", phase=3, until=5, box_left=1, answers={"leave_box": "1813 N", "path": "F"})


def two_hold_their_fire() -> list[str]:
    """Each is noticed for himself, in the player's order."""
    fighters = (fighter(201, "1010 S", tally=113), fighter(202, "1012 S", tally=114))
    rows = (*fighters, bomber(113, "1010 S"), bomber(114, "1012 S"), FAR)
    return scene(*rows, scenario="6", phase=9, until=1, dice={"response": [1, 1]}, answers={"attack": "hold fire"})


def still_above() -> list[str]:
    rows = (fighter(201, "1010 S", tally=113, dives=1), bomber(113, "1010 S"))
    return scene(*rows, scenario="4F", phase=9, until=1, dice={"response": [1, 1]})


def two_that_share_a_light() -> list[str]:
    """A zone that holds a bomber does not search."""
    rows = (fighter(201, "0404 N"), bomber(112, "1015 S", light="K"), bomber(113, "1017 S"), FAR)
    return scene(*rows, scenario="1A", phase=7, until=8)


def an_intruder_with_nobody_to_hunt() -> list[str]:
    rows = (fighter(201, "0120 N"), bomber(161, "0926 SE", type=MOSQUITO), FAR)
    return scene(*rows, scenario="10", phase=1, until=2, answers={"fake_roll": "no"})


def an_intruder_in_contact_turns() -> list[str]:
    rows = (fighter(201, "0912 S", fix=161), bomber(161, "0907 SE", type=MOSQUITO), FAR)
    return scene(*rows, scenario="10", phase=1, until=2, answers={"intruder_path": "F F F F R"})


def the_fighter_is_shot_down() -> list[str]:
    dice = {"umpire:intruder tally": [1, 1, 1], "fighter response": [1], "intruder attack": [6, 6]}
    rows = (fighter(201, "0911 S"), fighter(202, "0101 N"), bomber(161, "0907 S", type=MOSQUITO), FAR)
    answers = {"intruder_path": "F F F F", "intruder_attacks": "guns"}
    return scene(*rows, scenario="10", phase=1, until=2, answers=answers, dice=dice)


SCENES: list[tuple[Callable[[], list[str]], str]] = [
    (a_kill_and_a_narrow_escape, """
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/6/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 1 201
        roll avoidance 3 201
        scattered 201 1110 NE
        then id=201 at=1110 NE still=4 attacked=0/3
        then id=202 at=0404 N
        then id=113 at=destroyed hits=5
        then id=102 at=1804 S moved=3
    """),
    (a_collision, """
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/6/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 1 201
        roll avoidance 1 201
        roll collision 4/4 201 2
        fighter_hit 201 1 2
        then id=201 at=1010 S hits=2 attacked=0/3
        then id=113 at=destroyed hits=5
        then id=102 at=1804 S moved=3
    """),
    (a_flash, """
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/6/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 2 201
        roll flash 3 201
        blinded 201 3
        then id=201 at=1010 S blind=6 attacked=0/3
        then id=113 at=destroyed hits=5
        then id=102 at=1804 S moved=3
    """),
    (a_duel, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 3 201 C1
        roll defensive fire 6/4 201 C1 printed/2/6.0c
        fighter_hit 201 3 3
        fighter_lost 201
        contact_lost C1
        displaced 113 centre 1010
        alerted_unseen 113
        game_over no fighters left 0 -1
        then id=201 at=destroyed facing=S hits=3
        then id=113 at=1010 S alert=1
        then id=102 at=1801 S
    """),
    (a_corkscrew_followed, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 1 201 C1
        roll defensive fire 1/2 201 C1 printed/2/6.0c
        tracer_wide 201 C1
        corkscrews 201 C1
        shaken_off C1
        roll corkscrew 6 113
        contact_lost C1
        displaced 113 right 0910
        follows 201 right 0910
        contact C2 0910 S
        stays_with_it 201 C2
        attack 201 C2 guns
        roll attack 5/5 201 C2 corkscrewed/0/17.1a
        hits 201 C2 1 1
        alerted C2
        then id=201 at=0910 S tally=113 fix=113 attacked=0/3
        then id=113 at=0913 S hits=1 alert=1 moved=3 cork=3 handle=2 known=17
        then id=102 at=1804 S moved=3
    """),
    (a_corkscrew_lost, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 1 201 C1
        roll defensive fire 1/2 201 C1 printed/2/6.0c
        tracer_wide 201 C1
        corkscrews 201 C1
        shaken_off C1
        roll corkscrew 6 113
        contact_lost C1
        displaced 113 right 0910
        follows 201 left 1110
        lost_in_corkscrew 201
        alerted_unseen 113
        then id=201 at=1110 S
        then id=113 at=0913 S alert=1 moved=3 cork=3
        then id=102 at=1804 S moved=3
    """),
    (noticed_while_holding_fire, """
        holds_fire 201 C1
        roll response 6 201 C1 0
        roll reaction 4 201 C1 not_attacking/1/17.4c
        then id=201 at=1010 S tally=113
        then id=113 at=1013 S moved=3 handle=1
        then id=102 at=1804 S moved=3
    """),
    (seen_by_a_stranger, """
        holds_fire 201 C1
        roll response 1 201 C1 0
        roll response 6 201 115 0
        roll reaction 4 201 115 not_attacking/1/17.4c
        then id=201 at=1010 S tally=113
        then id=113 at=1013 S moved=3 handle=1
        then id=115 at=1013 S moved=3
        then id=102 at=1804 S moved=3
    """),
    (an_intruder_beaten_off, """
        bombers_fly 2
        intruders_last 1
        hunts 161 1 201
        contact_moved C1 0915
        intruder_flew 161 0911 S
        roll intruder tally 1/1/1 161 201
        intruder_attacks 201
        roll fighter response 6 201 0
        roll fighter reaction 4 201
        roll return fire 5/5 201 1
        returned_fire 201 2
        then id=201 at=0911 S tally=103 alert=3
        then id=161 at=0911 S hits=2 moved=4 plan=1 done=3 slip=3
        then id=103 at=0915 S moved=3 handle=1
        then id=102 at=1804 S moved=3
    """),
    (an_intruder_shaken_off, """
        bombers_fly 2
        intruders_last 1
        hunts 161 1 201
        contact_moved C1 0915
        intruder_flew 161 0911 S
        roll intruder tally 1/1/1 161 201
        intruder_attacks 201
        roll fighter response 6 201 0
        roll fighter reaction 1 201
        roll return fire 5/5 201 1
        returned_fire 201 2
        fighter_corkscrews 201 left 1010
        contact_lost C1
        displaced 103 centre 0915
        then id=201 at=1010 S cork=3 alert=3
        then id=161 at=0911 S hits=2 moved=4 plan=1 done=3 slip=3
        then id=103 at=0915 S moved=3
        then id=102 at=1804 S moved=3
    """),
    (an_intruder_unnoticed, """
        bombers_fly 2
        intruders_last 1
        hunts 161 1 201
        contact_moved C1 0915
        intruder_flew 161 0911 S
        roll intruder tally 1/1/1 161 201
        intruder_attacks 201
        roll fighter response 1 201 0
        roll intruder attack 3/3 201 5
        fighter_hit 201 2 2
        roll fighter response 1 201 2
        then id=201 at=0911 S tally=103 hits=2 alert=3
        then id=161 at=0911 S moved=4 plan=1 done=3
        then id=103 at=0915 S moved=3 handle=1
        then id=102 at=1804 S moved=3
    """),
    (an_intruder_edges_over, """
        bombers_fly 1
        intruders_last 1
        hunts 161 101 201
        edges_over 161 left 1006
        intruder_flew 161 1010 S
        roll intruder tally 3/2/5
        then id=201 at=1225 S
        then id=161 at=1010 S moved=4 plan=101
        then id=102 at=1804 S moved=3
    """),
    (lights, """
        marker K 0715
        roll searchlight 3 K
        contact C1 1017 S
        coned K C1 1017 S
        no_tally_roll
        bombers_fly 2
        roll hand-off 1/1/2/2 N
        light_lost C1
        contact_lost C1
        displaced 113 centre 1019
        then id=201 at=0404 N
        then id=113 at=1020 S moved=3
        then id=102 at=1804 S moved=3
    """),
    (lights_that_keep_it, """
        bombers_fly 2
        roll hand-off 3/1/2/2 N
        handed_off C1 N
        contact_moved C1 1019
        then id=201 at=0404 N
        then id=113 at=1019 S light=N moved=2 handle=1
        then id=102 at=1803 S moved=2
    """),
    (lit_off_the_map, """
        bombers_fly 2
        light_lost C1
        contact_lost C1
        displaced 113 centre 1027
        attacker_left 113
        then id=201 at=0404 N
        then id=113 at=exited moved=2
        then id=102 at=1803 S moved=2
    """),
    (radar, """
        search_placed Freya 1011
        search_placed Würzburg 0505
        search Freya 1011 1
        search Würzburg 0505 0
        sweep Würzburg 0506
        counters_removed Freya/1011/1/Würzburg/0505/0 Würzburg/0506
    """),
    (ai_search, """
        contact C1 1012 S
        fixed 201 C1 1012 S
        no_tally_roll
        bombers_fly 2
        contact_moved C1 1015
        then id=201 at=1010 S fix=113
        then id=113 at=1015 S moved=3 handle=1
        then id=102 at=1804 S moved=3
    """),
    (ai_blinded, """
        fix_lost 201 C1
        contact_lost C1
        displaced 113 centre 1012
        ai_blind 201
        cannot_tally 201
        then id=201 at=1010 S blind=3
        then id=113 at=1015 S moved=3
        then id=102 at=1804 S moved=3
    """),
    (tallies, """
        tally_lost 201 C1
        contact_lost C1
        displaced 114 centre 1018
        roll tally 3/3/3 0 1
        contact C2 0510 S
        spotted C2 0510 S
        tallied 202 C2
        then id=201 at=1010 S
        then id=202 at=0510 S tally=113
        then id=113 at=0510 S handle=2
        then id=114 at=1018 S
        then id=102 at=1801 S
    """),
    (a_tally_kept, """
        tally_kept 201 C1
        no_tally_roll
        then id=201 at=1010 S tally=113
        then id=113 at=1010 S handle=1
        then id=102 at=1801 S
    """),
    (a_tally_dropped, """
        tally_dropped 201 C1
        contact_lost C1
        displaced 113 centre 1010
        no_tally_roll
        then id=201 at=1010 S
        then id=113 at=1013 S moved=3
        then id=102 at=1804 S moved=3
    """),
    (a_fixed_tally_missed, """
        no_tally_roll
        roll fixed tally 1/1/1 201 C1 minimum_range/0/19.1.3a
        not_tallied 201 C1
    """),
    (a_rear_gunner_scores, """
        bombers_fly 1
        intruders_last 1
        hunts 161 1 201
        intruder_flew 161 0911 S
        roll intruder tally 1/1/1 161 201
        intruder_attacks 201
        roll fighter response 6 201 0
        roll fighter reaction 4 201
        roll return fire 6/6 201 1
        returned_fire 201 4
        intruder_shot_down 201 Mosquito NF.XVII/NF.XIX
        game_over victory 1 2
        then id=201 at=0911 S alert=3
        then id=161 at=destroyed hits=5 moved=4 plan=1 done=3
        then id=102 at=1804 S moved=3
    """),
    (a_jammed_radar_keeps_its_fix, """
        roll jammed AI 3/1/1 201
        fix_kept 201 C1
        then id=201 at=1010 S fix=113
        then id=113 at=1012 S handle=1
        then id=102 at=1801 S
    """),
    (a_jammed_radar_loses_its_fix, """
        roll jammed AI 1/1/1 201
        fix_lost 201 C1
        contact_lost C1
        displaced 113 centre 1012
        then id=201 at=1010 S
        then id=113 at=1012 S
        then id=102 at=1801 S
    """),
    (a_jammed_radar_finds_one, """
        roll jammed AI 1/3/1 201
        contact C1 1012 S
        fixed 201 C1 1012 S
        then id=201 at=1010 S fix=113
        then id=113 at=1012 S handle=1
        then id=102 at=1801 S
    """),
    (a_jammed_radar_finds_none, """
        roll jammed AI 1/1/1 201
        ai_nothing 201
        then id=201 at=1010 S
        then id=113 at=1012 S
        then id=102 at=1801 S
    """),
    (a_fixed_tally, """
        no_tally_roll
        roll fixed tally 3/1/1 201 C1 minimum_range/0/19.1.3a
        tallied 201 C1
        then id=201 at=1010 S tally=113 fix=113
        then id=113 at=1010 S handle=1
        then id=102 at=1801 S
    """),
    (moves, """
        left_box 201 1813 N
        moved 201 1811 NE 3
        fighter_left 202
        then id=201 at=1811 NE spent=3 turned=1
        then id=202 at=exited spent=1
        then id=203 at=box
        then id=116 at=0714 S
    """),
    (a_dive, """
        dives 201 1
        moved 201 1016 S 6
        search_placed Freya 0101
        search_placed Würzburg 0101
        search Freya 0101 0
        sweep Freya 0201
        search Würzburg 0101 0
        sweep Würzburg 0201
        ai_nothing 201
        then id=201 at=1016 S dives=1 spent=6 dived=4 oblique=1
        then id=102 at=1801 S
    """),
    (ships, """
        bombers_fly 2
        flares 8
        torpedo 3 5
        chit 20 13/4/8
        torpedo_column 8
        wave 115 8
        entered 115 0801 1
        fighter_left 201
        unopposed 24 29
        game_over no fighters left 0 29
        then id=201 at=exited spent=1
        then id=103 kind=0 at=0920 S moved=2 done=5
        then id=121 kind=1 at=0921 SE moved=3 done=5
    """),
    (flak, """
        roll flak 6/6
        roll flak burst 1/1/3/3/3/3/3/3
        fighter_hit 201 2 2
        fighter_lost 201
        then id=201 at=destroyed facing=S hits=2
        then id=202 at=0404 S
        then id=104 kind=0 at=0401 S
    """),
    (friend_or_foe, """
        roll identification 6 201
        identified 201 C1 Ju88C-6
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 1/1 201 C1 printed/6/11.0c
        hits 201 C1 0 0
        alerted C1
        second_chance 201 C1
        roll response 1 201 C1 2
        then id=201 at=1010 S tally=161 attacked=0/3
        then id=161 at=1114 S alert=1 moved=4 handle=1 known=48
        then id=162 at=0506 S moved=4
        then id=102 at=1804 S moved=3
    """),
    (still_a_stranger, """
        roll identification 1 201
        not_identified 201 C1
        holds_fire 201 C1
        roll response 1 201 C1 0
        not_shown 161
        then id=201 at=1010 S tally=161
        then id=161 at=1114 S moved=4 handle=1
        then id=162 at=0506 S moved=4
        then id=102 at=1804 S moved=3
    """),
    (steered_by_y, """
        search_placed Freya 0101
        search_placed Würzburg 0101
        search Freya 0101 0
        sweep Freya 0201
        search Würzburg 0101 0
        sweep Würzburg 0201
        roll Y guidance 1 202
        drifts 202 1110
        roll Y guidance 6 203
        drifts 203 0510
        ai_nothing 202
        ai_nothing 203
        then id=202 at=1110 S
        then id=203 at=0510 S
        then id=103 at=0401 S
    """),
    (tail_warning, """
        tail_warning 201
        displaced 161 left 1108
        evades 201
        contact_lost C1
        displaced 103 centre 1012
        moved 201 1013 S 3
        then id=201 at=1013 S spent=3 evading=3 warned=3
        then id=161 at=1108 S
        then id=103 at=1012 S
        then id=102 at=1801 S
    """),
    (setting_up, """
        scenario 10
        map
        off_map 36
        roll moon 3/5 2
        moon none
        roll visibility 4/1 0
        visibility moderate
        roll cloud 2
        cloud cloudy
        roll schräge Musik 3 201
        fighter 201 1
        roll schräge Musik 5 202
        fighter 202 0
        roll schräge Musik 6 203
        fighter 203 0
        side red
        in_box 201
        in_box 202
        in_box 203
        chit 1 7/15/1
        intruder_drawn 161 7
        wave 161/101/102 7/15/1
    """),
    (a_wreck_at_the_edge, """
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/6/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 1 201
        roll avoidance 3 201
        fighter_left 201
        then id=201 at=exited facing=S attacked=0/3
        then id=202 at=0404 N
        then id=113 at=destroyed hits=4
        then id=102 at=1804 S moved=3
    """),
    (an_oblique_attack, """
        attack 201 C1 oblique
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/3/20.0a
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 1 201
        roll avoidance 3 201
        no_scatter 201
        then id=201 at=1010 S oblique=1 attacked=0/3
        then id=113 at=destroyed hits=4
        then id=102 at=1804 S moved=3
    """),
    (an_oblique_collision, """
        attack 201 C1 oblique
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/3/20.0a
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 1 201
        roll avoidance 1 201
        roll collision 6/6 201 0
        fighter_hit 201 3 3
        fighter_lost 201
        then id=201 at=destroyed facing=S hits=3 oblique=1 attacked=0/3
        then id=202 at=0404 N
        then id=113 at=destroyed hits=4
        then id=102 at=1804 S moved=3
    """),
    (followed_down, """
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/6/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 Lancaster I/III
        roll destruction 5 201
        blinded 201 1
        then id=201 at=1010 S blind=4 attacked=0/3
        then id=113 at=destroyed hits=4
        then id=102 at=1804 S moved=3
    """),
    (a_second_chance, """
        attack 201 C1 guns
        roll response 5 201 C1 0
        roll attack 1/1 201 C1 printed/6/11.0c
        hits 201 C1 0 0
        alerted C1
        second_chance 201 C1
        roll response 4 201 C1 2
        roll reaction 4 201 C1
        roll defensive fire 5/3 201 C1 printed/2/6.0c
        fighter_hit 201 1 1
        then id=201 at=1010 S tally=113 hits=1 attacked=0/3
        then id=113 at=1013 S alert=1 moved=3 handle=1 known=16
        then id=102 at=1804 S moved=3
    """),
    (driven_off, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 3 201 C1
        roll defensive fire 4/4 201 C1 printed/2/6.0c
        fighter_hit 201 1 1
        alerted C1
        breaks_off 201
        then id=201 at=1010 S tally=113 hits=1
        then id=113 at=1013 S alert=1 moved=3 handle=1 known=16
        then id=102 at=1804 S moved=3
    """),
    (a_corkscrew_not_followed, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 1 201 C1
        roll defensive fire 1/2 201 C1 printed/2/6.0c
        tracer_wide 201 C1
        corkscrews 201 C1
        shaken_off C1
        roll corkscrew 1 113
        contact_lost C1
        displaced 113 left 1110
        does_not_follow 201
        alerted_unseen 113
        then id=201 at=1010 S
        then id=113 at=1113 S alert=1 moved=3 cork=3
        then id=102 at=1804 S moved=3
    """),
    (a_corkscrew_barred, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 1 201 C1
        roll defensive fire 1/2 201 C1 printed/2/6.0c
        tracer_wide 201 C1
        corkscrews 201 C1
        shaken_off C1
        roll corkscrew 1 113
        contact_lost C1
        barred 113 left
        displaced 113 centre 1010
        follows 201 centre 1010
        contact C2 1010 S
        stays_with_it 201 C2
        alerted C2
        then id=201 at=1010 S tally=113
        then id=113 at=1013 S alert=1 moved=3 cork=3 handle=2 known=16
        then id=115 at=1113 S moved=3
        then id=102 at=1804 S moved=3
    """),
    (seen_to_corkscrew, """
        attack 201 C1 guns
        roll response 6 201 C1 0
        roll reaction 1 201 C1
        roll defensive fire 1/2 201 C1 printed/2/6.0c
        tracer_wide 201 C1
        corkscrews 201 C1
        shaken_off C1
        roll follow 3/1 201
        roll corkscrew 6 113
        contact_lost C1
        displaced 113 right 0910
        corkscrew_seen 201 0910
        follows 201 right 0910
        contact C2 0910 S
        stays_with_it 201 C2
        alerted C2
        then id=201 at=0910 S tally=113 fix=113
        then id=113 at=0913 S alert=1 moved=3 cork=3 handle=2 known=16
        then id=102 at=1804 S moved=3
    """),
    (alerted_bombers, """
        bombers_fly 5
        attacker_left 106
        attacker_left 116
        no_extra_speed 103
        extra_speed 105 4
        then id=201 at=0120 N
        then id=103 at=1008 S alert=1 moved=3
        then id=114 at=1009 S moved=3
        then id=105 at=0409 S alert=1 moved=4
        then id=106 at=exited alert=1 moved=4
        then id=116 at=exited moved=3
    """),
    (fishpond, """
        fishpond 116
        moved 201 1013 S 3
        then id=201 at=1013 S spent=3
        then id=116 at=1013 S alert=1
        then id=112 at=1113 S
    """),
    (contrails, """
        contrail 201
        no_tally_roll
        then id=201 at=1010 S oblique=1
        then id=103 at=1020 S moved=5
    """),
    (a_flying_bomb, """
        attack 201 C1 guns
        roll attack 5/5 201 C1 printed/5/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 V-1
        roll blast 1 201
        roll collision 3/4 201 2
        fighter_hit 201 0 0
        then id=201 at=0910 S attacked=0/5
        then id=101 at=destroyed hits=4
    """),
    (a_raider_before_its_work, """
        attack 201 C1 guns
        roll response 1 201 C1 0
        roll attack 6/6 201 C1 printed/3/11.0c
        hits 201 C1 4 4
        contact_gone C1
        shot_down 201 C1 G4M1
        points -1 3
        roll destruction 6 201
        then id=201 at=1010 S attacked=0/5
        then id=103 kind=0 at=destroyed hits=4
        then id=104 kind=0 at=0403 S moved=2
    """),
    (flares_burn_out, """
        flares_out
        bombers_fly 1
        chit 20 13/4/8
        torpedo_column 8
        wave 115 8
        entered 115 0801 1
        chit 22 9/5/15
        wave 131 9
        entered 131 0127 1
        then id=201 at=0404 S
        then id=104 kind=0 at=0403 S moved=2
    """),
    (held_back, """
        chit 20 13/4/8
        wave 143 13
        held_back 143 1
        then id=201 at=0404 S
        then id=113 at=1010 S
    """),
    (germans_alone, """
        bombers_fly 2
        then id=201 at=1826 N
        then id=161 at=1013 S moved=3
        then id=162 at=0405 S moved=3
    """),
    (alerted_before_it_was_seen, """
        attack 201 C1 guns
        roll response 4 201 C1 0
        not_shown 113 alerted/2/17.4.1a
        roll reaction 5 201 C1
        roll attack 1/1 201 C1 printed/6/11.0c
        hits 201 C1 0 0
        alerted C1
        second_chance 201 C1
        roll response 1 201 C1 2
        then id=201 at=1010 S tally=113 attacked=0/3
        then id=113 at=1013 S alert=1 moved=3 handle=1 known=16
        then id=102 at=1804 S moved=3
    """),
    (alerted_as_was_seen, """
        attack 201 C1 guns
        roll response 3 201 C1 2
        roll attack 1/1 201 C1 printed/6/11.0c
        hits 201 C1 0 0
        second_chance 201 C1
        roll response 1 201 C1 2
        then id=201 at=1010 S tally=113 attacked=0/3
        then id=113 at=1013 S alert=1 moved=3 handle=1 known=16
        then id=102 at=1804 S moved=3
    """),
    (the_box_is_closed, """
        then id=201 at=box
        then id=202 at=exited
        then id=113 at=0714 S
    """),
    (the_box_is_open, """
        left_box 201 1813 N
        moved 201 1812 N 2
        then id=201 at=1812 N spent=2
        then id=202 at=exited
        then id=113 at=0714 S
    """),
    (two_hold_their_fire, """
        holds_fire 201 C1
        roll response 1 201 C1 0
        holds_fire 202 C2
        roll response 1 202 C2 0
        then id=201 at=1010 S tally=113
        then id=202 at=1012 S tally=114
        then id=113 at=1013 S moved=3 handle=1
        then id=114 at=1015 S moved=3 handle=2
        then id=102 at=1804 S moved=3
    """),
    (still_above, """
        cannot_attack 201 still_above
        roll response 1 201 C1 0
        then id=201 at=1010 S tally=113 dives=1 oblique=1
        then id=113 at=1015 S moved=5 handle=1
    """),
    (two_that_share_a_light, """
        zone_busy K
        then id=201 at=0404 N
        then id=112 at=1015 S light=K handle=1
        then id=113 at=1017 S
        then id=102 at=1801 S
    """),
    (an_intruder_with_nobody_to_hunt, """
        bombers_fly 1
        intruders_last 1
        attacker_left 161
        then id=201 at=0120 N
        then id=161 at=exited facing=SE
        then id=102 at=1804 S moved=3
    """),
    (an_intruder_in_contact_turns, """
        bombers_fly 1
        intruders_last 1
        hunts 161 1 201
        intruder_flew 161 1309 S
        contact_moved C1 1309
        contact_turned C1 S
        then id=201 at=0912 S fix=161
        then id=161 at=1309 S moved=4 handle=1 plan=1
        then id=102 at=1804 S moved=3
    """),
    (the_fighter_is_shot_down, """
        bombers_fly 1
        intruders_last 1
        hunts 161 1 201
        intruder_flew 161 0911 S
        roll intruder tally 1/1/1 161 201
        intruder_attacks 201
        roll fighter response 1 201 0
        roll intruder attack 6/6 201 5
        fighter_hit 201 4 4
        fighter_lost 201
        then id=201 at=destroyed facing=S hits=4
        then id=202 at=0101 N
        then id=161 at=0911 S moved=4 plan=1 done=3
        then id=102 at=1804 S moved=3
    """),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "told"), SCENES, ids=[scene.__name__ for scene, _ in SCENES])
def test_the_log_says_who_did_what_to_whom(scene: Callable[[], list[str]], told: str) -> None:
    assert [line.rstrip() for line in scene()] == [line.strip() for line in told.strip().splitlines()]
