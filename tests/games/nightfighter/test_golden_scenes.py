"""What the log says of scripted scenes, word by word: who did what to whom, where, with how many dice and hits.

A line is the kind of an event and what it names, in order: `fighter_hit 201 1 2` is a fighter, its new hits and all.
After the log stands what has become of the aircraft, as a position writes it. The lines, in golden_scenes.txt, were
written by the engine and then read against the book: golden games in small, which `make mutants` leaves out as it does
the large ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
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


def _scenes() -> dict[str, str]:
    """What golden_scenes.txt has: the name of a scene, and indented below it its lines."""
    text = Path(__file__).with_name("golden_scenes.txt").read_text(encoding="utf-8")
    return {name: told for name, _, told in (part.partition("\n") for part in text.split("\n\n"))}


SCENES = _scenes()


@pytest.mark.parametrize("name", SCENES)
def test_the_log_says_who_did_what_to_whom(name: str) -> None:
    scene: Callable[[], list[str]] = globals()[name]
    assert [line.rstrip() for line in scene()] == [line.strip() for line in SCENES[name].strip().splitlines()]


def test_every_scene_is_told() -> None:
    returns = "list[str]"
    played = [name for name, thing in globals().items() if getattr(thing, "__annotations__", {}) == {"return": returns}]
    assert played and sorted(played) == sorted(SCENES)
