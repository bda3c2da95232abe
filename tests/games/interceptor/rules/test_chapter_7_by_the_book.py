"""What an audit against the book found: hits of a burst, wounds that add up, whose kill it is, who wants to go home."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    answer_as_told,
    asked,
    career,
    check,
    course,
    events_of,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    play_out,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

RIVALS = {"10.1": "competitive", "pilots": 2}
LIGHT, SERIOUS, DEADLY = 1, 4, 6  # faces of the wound die [7.4.7]


def bombers(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", kind: str = "B-17F", **own: Any) -> str:
    """One bomber ahead that cannot fire back, at the start of a pass."""
    own.setdefault("bomber", {"gunners": 9})
    return career(pilot(aircraft, unit, target=kind, bomber_type=kind, **own), at="bombers", raid=5)


def fight(orientation: str, aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> str:
    """An enemy fighter, in that orientation."""
    own.setdefault("enemy", "P-47")
    return career(pilot(aircraft, unit, orientation=orientation, **own), at="fight", raid=5)


# --- the extended burst [7.1.13] -----------------------------------------------------------------------


@rule("7.1.13b", "7.1.7a")
@pytest.mark.parametrize(
    ("card", "burst", "hits"),
    [(12, [1, 2], 4), (12, [3, 4], 1), (1, [1, 2], 5), (18, [1, 2], 0), (18, [3, 4], 0)],
    ids=["one and four", "one and one", "two and four", "none", "none and one"],
)
def test_7_1_13b_a_burst_needs_a_hit_on_the_card_not_one_that_range_leaves(
    card: int, burst: list[int], hits: int
) -> None:
    s = new_session(bombers(), cards=[card, 18], dice={"extended burst": burst}, d10=[6] * 6)
    answer(s, "fire_round", "airframe burst")
    check(s, events_of(s, "hits")[0].data["hits"], hits, "hits at Long range")


@rule("7.7n", "7.1.13d")
def test_7_7n_gunnery_needs_a_hit_that_is_scored() -> None:
    s = new_session(bombers(skills=["gunnery"]), cards=[12, 18], dice={"extended burst": [1, 2]}, d10=[6] * 6)
    answer(s, "fire_round", "airframe burst")
    check(s, modifiers(events_of(s, "hits")[0]), {"range": -1, "burst": 4}, "one hit less one is none")
    s = new_session(bombers(skills=["gunnery"]), cards=[1, 18], dice={"extended burst": [1, 2]}, d10=[6] * 8)
    answer(s, "fire_round", "airframe burst")
    check(s, events_of(s, "hits")[0].data["hits"], 6, "two, less one, and one, and four")


@rule("7.1.13b", "7.1.13c")
@pytest.mark.parametrize("aircraft", ["Fw190A-4", "Fw190A-4/R6", "Fw190A-5", "Fw190A-5/R6", "Bf109G-6"])
def test_7_1_13b_a_burst_that_jams_at_once_is_no_attack_whatever_the_guns(aircraft: str) -> None:
    unit = "I/JG 2" if aircraft.startswith("Fw") else "I/JG 27"
    s = new_session(
        bombers(aircraft, unit, level=7, rockets=0, skills=["aim"]), cards=[18], dice={"extended burst": [6, 6]}
    )
    answer(s, "fire_round", "airframe burst")
    assert "fires" not in course(s) and "hits" not in course(s) and "aimed_hit" not in course(s)


@rule("7.1.13b", "7.7h")
def test_7_1_13b_a_jam_that_is_prevented_lets_the_burst_go_at_its_price() -> None:
    own: dict[str, Any] = {"gun_skills": ["weapons maintenance"]}
    s = new_session(bombers("Bf110G-2", "I/ZG 26", **own), cards=[1, 18], dice={"extended burst": [6, 6]}, d10=[6] * 3)
    answer(s, "fire_round", "airframe burst")
    assert last(s, "fires") and man(s)["aircraft"]["weapons"][1]["ammo"] == 6, "two points of eight"


@rule("7.7o")
def test_7_7o_aim_needs_a_shot() -> None:
    s = new_session(bombers(skills=["aim"]), cards=[18, 18])
    answer(s, "fire_round", "starboard wing")
    assert [event.data for event in events_of(s, "bomber_hit")] == [{"part": "starboard wing", "hits": 1}]


# --- wounds add up [7.4.7, 10.7] -----------------------------------------------------------------------

ADDED = [
    ((LIGHT, LIGHT), "serious"), ((LIGHT, SERIOUS), "serious"), ((SERIOUS, SERIOUS), "killed"),
    ((LIGHT, LIGHT, LIGHT), "serious"), ((LIGHT, LIGHT, SERIOUS), "killed"), ((LIGHT,) * 4, "killed"),
]  # fmt: skip
ORDERS = [(order, state) for wounds, state in ADDED for order in sorted(set(permutations(wounds)))]


@rule("7.4.7a")
@pytest.mark.parametrize(("wounds", "state"), ORDERS)
def test_7_4_7a_the_pilots_wounds_add_up_in_any_order(wounds: tuple[int, ...], state: str) -> None:
    card = {2: 1, 3: 19, 4: 3}[len(wounds)]
    dice = {"fighter damage": [1, 1] * len(wounds), "wound": list(wounds)}
    s = new_session(fight("disadvantaged"), cards=[card], dice=dice)
    answer(s, "dogfight", "tight turn")
    check(s, events_of(s, "injured")[-1].data["state"], state, "after all of them")


@rule("7.4.7a")
@pytest.mark.parametrize(("wounds", "state"), ORDERS)
def test_7_4_7a_the_gunners_wounds_add_up_in_any_order(wounds: tuple[int, ...], state: str) -> None:
    dice = {"fighter damage": [5, 3] * len(wounds), "wound": list(wounds)}
    card = {2: 1, 3: 19, 4: 3}[len(wounds)]
    s = new_session(fight("disadvantaged", "Bf110G-2", "I/ZG 26", holds=1), cards=[card], dice=dice)
    answer(s, "dogfight", "tight turn")
    check(s, events_of(s, "injured")[-1].data, {"who": "gunner", "wound": WORD[wounds[-1]], "state": state}, "his")


WORD = {LIGHT: "light", SERIOUS: "serious", DEADLY: "killed"}


@rule("7.4.7a", "7.3.1a")
@pytest.mark.parametrize(("wounds", "state"), ORDERS)
def test_7_4_7a_an_enemy_pilots_wounds_add_up_in_any_order(wounds: tuple[int, ...], state: str) -> None:
    card = {2: 1, 3: 15, 4: 3}[len(wounds)]  # column 14
    dice = {"fighter damage": [1, 1] * len(wounds), "wound": list(wounds)}
    s = new_session(fight("advantaged"), cards=[card, 9], dice=dice)
    answer(s, "dogfight", "attack")
    check(s, events_of(s, "enemy_wounded")[-1].data["wound"], state, "after all of them")
    assert ("enemy_down" in course(s)) == (state == "killed")


@rule("7.1.8b", "7.4.7a")
@pytest.mark.parametrize(("wounds", "state"), ORDERS)
def test_7_1_8b_a_bomber_pilots_wounds_add_up_in_any_order(wounds: tuple[int, ...], state: str) -> None:
    card = {2: 15, 3: 3, 4: 50}[len(wounds)]  # column 14, one fewer at Long range
    dice = {"bomber crew": [1] * len(wounds), "wound": list(wounds)}
    s = new_session(bombers(), cards=[card, 18], dice=dice, d10=[7] * len(wounds))
    answer(s, "fire_round", "airframe")
    check(s, events_of(s, "bomber_crew")[-1].data["wound"], state, "after all of them")
    shown = man(s)["sortie"]["bomber"]["damage"]["pilot"]["hits"]
    assert shown == {"serious": 2, "killed": 3}[state]


@rule("10.7")
@pytest.mark.parametrize(("wounds", "state"), ORDERS)
def test_10_7_hitlers_wounds_add_up_in_any_order(wounds: tuple[int, ...], state: str) -> None:
    awards = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    hero = pilot(bombers=46, sortie_b=6, fate=2, level=7, awards=awards)
    dice = {"pistol shots": [len(wounds)], "pistol wound": list(wounds)}
    s = new_session(career(hero, at="ground", raid=7, options={"10.7": True}), dice=dice)
    answer(s, "at_headquarters", "shoot")
    check(s, last(s, "shots").data["wound"], state, "after all shots")


def test_wounds_of_an_earlier_sortie_are_healed() -> None:
    healed = pilot(hurt=2, wound=2, gun_hurt=3)
    s = new_session(career(healed, raid=5), dice={"raid": [2, 3], "weather": [2, 2], "interception": [1, 2]})
    play_until(s, "press_on")
    assert man(s)["wound"] == "unhurt"
    text = s.position()
    assert "hurt" not in text.replace("unhurt", "")


# --- whose kill it is [7.4.3] --------------------------------------------------------------------------


def crashes(position: str, answers: list[str], seen: int = 1, **more: Any) -> Session:
    """Played until the aircraft that got away has crashed, seen or not; the answers are to rounds of fire or fight."""
    dice = {"confirmation": [seen], "landing": [1, 1], **more.pop("dice", {})}
    s = new_session(position, draws={"way home": [0]}, dice=dice, **more)
    for given in answers:
        while asked(s).kind not in ("fire_round", "dogfight"):
            answer_as_told(s, {})
        s.decide(given)
    play_event(s, "landed")
    return s


@rule("7.4.3b", "7.2.3.1a")
def test_7_4_3b_a_bomber_only_the_wingman_hit_is_his() -> None:
    position = bombers(kind="B-24")
    twice = ["airframe wingman", "break off"]
    dice = {"wingman attack": [3, 3]}
    s = crashes(position, twice, cards=[18, 18], dice=dice, d10=[1])
    check(s, [event.data for event in events_of(s, "kill")], [{"who": "wingman", "type": "B-24"}], "the kill")
    assert man(s)["kills"]["bombers"] == 0 and man(s)["wingman"]["kills"]["bombers"] == 1
    s = crashes(position, twice, cards=[15, 18], dice=dice, d10=[1, 2, 6])
    check(s, [event.data["who"] for event in events_of(s, "kill")], ["pilot"], "both hit it")
    s = crashes(position, twice, seen=3, cards=[18, 18], dice=dice, d10=[1])
    assert not events_of(s, "kill") and last(s, "not_confirmed")


@rule("7.4.3b")
def test_7_4_3b_the_eyewitness_is_not_asked_about_the_wingmans() -> None:
    position = bombers(kind="B-24", markers=["eyewitness"])
    s = crashes(position, ["airframe wingman", "break off"], cards=[18, 18],
                dice={"wingman attack": [3, 3]}, d10=[1])  # fmt: skip
    assert "eyewitness" not in course(s) and man(s)["markers"] == ["eyewitness"]


@rule("7.1.5")
def test_7_1_5_hits_that_did_nothing_and_flak_are_nobodys() -> None:
    s = new_session(bombers(box=3, bomber={"gunners": 9}), cards=[1, 18], d10=[10], dice={"landing": [1, 1]})
    answer(s, "fire_round", "airframe")
    assert last(s, "bomber_no_effect"), "an empty bomb bay"
    play_event(s, "landed", {"fire_round": "break off"})
    assert not rolls_of(s, "way home")


@rule("7.1.5")
def test_7_1_5_what_the_flak_did_is_nobodys() -> None:
    dice = {"interception": [3, 3], "escort": [1], "flak": [6], "landing": [1, 1]}
    s = new_session(career(pilot(), at="box", month="Aug43", raid=9), dice=dice, d10=[1, 1, 1])  # Schweinfurt, box 3
    line = play_event(s, "log_line", {"choose_target": "bombers", "fire_round": "break off"})
    assert last(s, "flak").data == {"hits": 3} and not rolls_of(s, "way home")
    check(s, line.data["encounters"], [["B-17F", "engaged", "pilot"]], "not damaged by him")


@rule("7.4.3b", "7.2.2.4")
def test_7_4_3b_a_fighter_only_the_gunner_hit_is_his() -> None:
    position = fight("disadvantaged", "Bf110G-2", "I/ZG 26")
    dice = {"fighter damage": [3, 3, 3, 4]}
    s = crashes(position, ["defend"], cards=[18, 22, 33], dice=dice)
    check(s, [event.data["who"] for event in events_of(s, "kill")], ["gunner"], "the kill")
    assert man(s)["gunner"]["kills"] == 1 and man(s)["kills"]["fighters"] == 0


@rule("7.4.3b", "7.2.3.2a")
def test_7_4_3b_a_fighter_only_the_wingman_hit_is_his() -> None:
    position = fight("disadvantaged")  # 1: he attacks with 12; then a split-S ends it
    s = crashes(position, ["wingman", "defend"], cards=[18, 1, 13, 18, 4],
                dice={"fighter damage": [3, 3], "initiative": [3, 3]})  # fmt: skip
    check(s, [event.data["who"] for event in events_of(s, "kill")], ["wingman"], "the kill")


# --- the log sheet [2.3, 4.3.2] ------------------------------------------------------------------------


@rule("4.3.2", "2.3")
def test_4_3_2_the_log_lists_all_he_met_and_what_became_of_them() -> None:
    s = crashes(bombers(kind="B-24"), ["airframe wingman", "break off"], cards=[18, 18],
                dice={"wingman attack": [3, 3]}, d10=[1])  # fmt: skip
    line = play_event(s, "log_line")
    check(s, line.data["encounters"], [["B-24", "destroyed", "wingman"]], "the wingman's")
    assert line.data["bombers"] == 0
    view = s.perspective("pilot")
    assert view.to_json()["pilots"][0]["kills"]["bombers"] == 0
    assert "B-24 destroyed by the wingman" in view_text(view, line, "en")
    assert "skrzydłowy" in view_text(view, line, "pl") and "B-24" in view_text(view, line, "pl")
    s = new_session(bombers(), cards=[1, 18], d10=[1], draws={"way home": [9]}, dice={"landing": [1, 1]})
    answer(s, "fire_round", "airframe")
    line = play_event(s, "log_line", {"fire_round": "break off"})
    check(s, line.data["encounters"], [["B-17F", "damaged", "pilot"]], "one that got home")
    s = new_session(fight("tailing"), dice={"landing": [1, 1]})
    line = play_event(s, "log_line", {"dogfight": "disengage"})
    check(s, line.data["encounters"], [["P-47", "engaged", "pilot"]], "one that was not hit")
    s = new_session(
        career(pilot(), at="box", raid=5), dice={"interception": [3, 3], "bomber type": [1], "landing": [1, 1]}
    )
    line = play_event(s, "log_line", {"choose_target": "leave"})
    check(s, line.data["encounters"], [["B-17F", "sighted", "pilot"]], "those he left alone")


def view_text(view: Any, event: Any, locale: str) -> str:
    """An event in words."""
    from viermot.sentences import sentence

    return sentence(view, event, locale)


@rule("7.2.2.4")
def test_7_2_2_4_a_gunners_kill_stands_under_his_name() -> None:
    s = crashes(fight("disadvantaged", "Bf110G-2", "I/ZG 26"), ["defend"], cards=[18, 22, 33],
                dice={"fighter damage": [3, 3, 3, 4]})  # fmt: skip
    line = play_event(s, "log_line")
    check(s, line.data["encounters"], [["P-47", "destroyed", "gunner"]], "not the wingman's")


# --- the raid is one raid [7.1.2, 7.11] ----------------------------------------------------------------


@rule("7.1.2c")
def test_7_1_2c_a_raid_is_made_of_the_same_aircraft_in_every_box() -> None:
    dice = {"interception": [3, 3, 3, 3], "bomber type": [6, 1], "escort": [1, 6]}
    s = new_session(career(pilot(), at="box", month="May43", raid=5), dice=dice)
    answer(s, "choose_target", "leave")
    answer(s, "press_on", "fly on")
    check(s, [event.data for event in events_of(s, "bombers")], [{"bomber": "B-24", "enemy": None}] * 2, "both boxes")
    assert len(rolls_of(s, "bomber type")) == len(rolls_of(s, "escort")) == 1
    again = new_session(s.position(), dice={})
    assert 'bombers = "B-24"' in again.position(), "a position knows it"


@rule("7.1.2c", "6.1f")
def test_7_1_2c_the_next_raid_is_another() -> None:
    dice = {"interception": [3, 3, 3, 3], "bomber type": [6, 1], "escort": [1, 1], "landing": [1, 1], "raid": [2, 3]}
    s = new_session(career(pilot(), at="box", month="May43", raid=5), dice=dice)
    play_event(s, "line", {"choose_target": "leave"})
    play_until(s, "choose_target")
    check(s, [event.data["bomber"] for event in events_of(s, "bombers")], ["B-24", "B-17F"], "two raids")


@rule("7.1.2c", "10.1.2")
def test_7_1_2c_rivals_meet_the_same_raid() -> None:
    dice = {"raid": [2, 3], "weather": [2, 2], "interception": [3, 3, 3, 3], "bomber type": [6, 1], "escort": [1, 6]}
    s = new_session(career(pilot(), pilot(), month="May43", options=RIVALS), dice={**dice, "landing": [1, 1]})
    s.decide("leave", "pilot1")
    s.decide("go home", "pilot1")
    assert asked(s).seat == "pilot2" and len(rolls_of(s, "bomber type")) == 1
    check(s, events_of(s, "bombers")[-1].data, {"bomber": "B-24", "enemy": None}, "what the other met")


# --- the rival chooses blind [7.2.2.3, 10.1.2] ---------------------------------------------------------


@rule("10.1.2", "7.2.2.6")
@pytest.mark.parametrize("action", ["attack", "attack first"])
def test_10_1_2_the_rival_chooses_before_a_card_is_flipped(action: str) -> None:
    mine = pilot(enemy="P-47", orientation="advantaged", skills=["reflexes"])
    s = new_session(career(mine, pilot(), at="fight", raid=5, options=RIVALS), cards=[29, 23], dice=[1, 1])
    s.decide(action, "pilot1")
    assert asked(s).kind == "enemy_choice" and not events_of(s, "card"), "nothing lies open yet"
    s.decide("defence", "pilot2")
    check(s, [event.data["use"] for event in events_of(s, "card")], ["attack", "enemy's defence"], "then both")


# --- who wants to go home [7.3.1] ----------------------------------------------------------------------


@rule("7.3.1c")
@pytest.mark.parametrize("hurt", ["oxygen", "fuel tank", "pilot"])
def test_7_3_1c_head_on_an_enemy_who_wants_home_defends(hurt: str) -> None:
    s = new_session(fight("head on", foe={hurt: 1}), cards=[1, 23], dice={"initiative": [3, 3]})
    answer(s, "dogfight", "attack")
    check(s, [event.data["use"] for event in events_of(s, "card")], ["attack", "enemy's defence"], "he does not fire")
    assert last(s, "enemy_holds_fire") and "enemy_fires" not in course(s)
    assert last(s, "avoided").data["side"] == "enemy", "card 23 avoids everything"
    s = new_session(fight("head on", foe={hurt: 1}), cards=[1, 18], dice={"initiative": [3, 3]})
    answer(s, "dogfight", "defend")
    check(s, [event.data["use"] for event in events_of(s, "card")], ["enemy's defence", "defence"], "both defend")
    s = new_session(fight("head on"), cards=[1, 18], dice={"initiative": [3, 3], "fighter damage": [6, 2] * 3})
    answer(s, "dogfight", "attack")
    assert last(s, "enemy_fires"), "a whole one fires"


@rule("7.3.1c", "7.2.2.6")
def test_7_3_1c_whoever_gets_away_by_his_card_head_on_is_away() -> None:
    s = new_session(fight("head on", foe={"oxygen": 1}), cards=[4, 12], dice={"landing": [1, 1], "way home": [1]})
    answer(s, "dogfight", "defend")
    assert last(s, "encounter_ends").data["driven_off"] == 1, "his split-S, and our tight turn"


@rule("7.3.1c", "10.1.2")
def test_7_3_1c_the_rival_chooses_for_him_then_too() -> None:
    mine = pilot(enemy="P-47", orientation="head on", foe={"oxygen": 1})
    s = new_session(
        career(mine, pilot(), at="fight", raid=5, options=RIVALS), cards=[41, 18], dice={"initiative": [3, 3]}
    )
    s.decide("barrel roll", "pilot1")
    assert asked(s).kind == "enemy_choice" and asked(s).seat == "pilot2"
    s.decide("wingman", "pilot2")
    assert last(s, "enemy_wingman") and "fires" not in course(s)


# --- engines and the rest of the sortie [7.4.1] --------------------------------------------------------


@rule("7.4.1i")
def test_7_4_1i_an_engine_out_precludes_a_damaged_one_hampers() -> None:
    twin: dict[str, Any] = {"aircraft": "Bf110G-2", "unit": "I/ZG 26", "fought": 1}
    s = new_session(career(pilot(**twin, own={"port engine": 2}), at="over", month="Oct43", raid=8))
    check(s, set(asked(s).options), {"go home", "bail out"}, "with one engine out")
    refused(s, "fly on", "7.4.1i", "engine_lost")
    answer(s, "press_on", "go home")
    assert "7.4.1i" in last(s, "goes_home").rules
    s = new_session(career(pilot(**twin, own={"port engine": 1}), at="over", month="Oct43", raid=8))
    check(s, set(asked(s).options), {"fly on", "go home", "bail out"}, "with one damaged")
    assert man(s)["sortie"]["speed"] == 14, "two slower"


def test_an_engine_out_does_not_end_the_combat() -> None:
    position = bombers("Bf110G-2", "I/ZG 26", own={"port engine": 2})
    s = new_session(position, cards=[18] * 6)
    answer(s, "fire_round", "airframe")
    answer(s, "fire_round", "break off")
    assert "again" in asked(s).options


@rule("7.4.2e", "9.5")
def test_7_4_2e_a_write_off_is_replaced_at_once_by_what_the_level_allows() -> None:
    s = new_session(career(pilot("Fw190A-5", repair=6, fate=2, level=3), at="ground", raid=7, month="Jul43", line=2))
    assert last(s, "written_off").data == {"hits": 6}
    offered = set(asked(s).options)
    wanted = {"Fw190A-4", "Fw190A-5", "Fw190A-4/R6", "Fw190A-5/R6", "Fw190A-6"}
    check(s, (asked(s).kind, offered), ("new_aircraft", wanted), "what his level allows in July")
    answer(s, "new_aircraft", "Fw190A-6")
    assert man(s)["lines_to_miss"] == 0 and man(s)["aircraft"]["name"] == "Fw190A-6"


# --- the charm is offered when it is wanted [7.10] -----------------------------------------------------


def charmed(order: int, dice: dict[str, list[int]], cards: list[int], **own: Any) -> Session:
    own = {"enemy": "P-47", "orientation": "disadvantaged", "markers": ["lucky charm"], "charm": order, **own}
    return new_session(career(pilot(**own), at="fight", raid=5), dice=dice, cards=cards)


def offered_for(s: Session) -> list[str]:
    """Every roll and card after which the charm is offered, until the fight is over."""
    found: list[str] = []
    for _ in range(80):
        if not s.pending or asked(s).kind == "press_on" or "lands" in course(s):
            return found
        if asked(s).kind in ("lucky_charm", "second_card"):
            found.append(str(asked(s).facts.get("what", "card")))
        answer_as_told(s, {"dogfight": "defend"})
    return found


def test_7_10c_by_order_it_is_offered_after_what_is_grave_any_setback_or_all() -> None:
    dice = {"fighter damage": [3, 3, 1, 1, 6, 2], "wound": [4], "initiative": [6, 1], "hospital": [1, 1]}
    cards = [19, 4]  # three hits; a split-S avoids one
    found = {order: offered_for(charmed(order, dice, cards)) for order in (0, 1, 2)}
    assert found[0] == ["fighter damage", "wound"], "the pilot is hit, and badly"
    assert found[1] == ["card", "fighter damage", "fighter damage", "wound"], "also three hits, and one on the airframe"
    assert found[2] == ["card", "card", "fighter damage", "fighter damage", "wound"], "also his own good defence"


def test_7_10c_a_hit_that_brings_him_down_is_grave() -> None:
    dice = {"fighter damage": [3, 3], "initiative": [3, 3]}
    s = charmed(0, dice, [12], own={"airframe": 4})  # lost at 5
    answer(s, "dogfight", "tight turn")
    assert asked(s).kind == "lucky_charm" and asked(s).facts["what"] == "fighter damage"
    s = charmed(0, dice, [12], own={"airframe": 3})
    answer(s, "dogfight", "tight turn")
    assert asked(s).kind == "dogfight", "one more hit on the airframe is nothing"


@rule("7.10c")
def test_7_10c_deadly_cards_are_grave() -> None:
    s = charmed(0, {"initiative": [3, 3]}, [60, 18, 9])  # a DE in column 12
    answer(s, "dogfight", "barrel roll")
    assert asked(s).kind == "second_card" and "charm" in asked(s).options
    answer(s, "second_card", "charm")
    check(s, events_of(s, "card")[-1].data["card"], 18, "drawn again")
    s = charmed(0, {"initiative": [3, 3]}, [19], own={})
    answer(s, "dogfight", "barrel roll")
    assert asked(s).kind != "second_card", "three hits are not"


@rule("7.10c")
def test_7_10c_the_order_is_asked_when_the_charm_is_found_and_before_each_sortie() -> None:
    event = {"interception": [6, 6], "random event": [4, 5], "landing": [1, 1]}
    s = new_session(career(pilot(), at="box", raid=5), dice=event)
    assert asked(s).kind == "charm_order" and asked(s).default == "grave"
    answer(s, "charm_order", "setbacks")
    assert man(s)["charm"] == "setbacks" and last(s, "charm_order").data == {"order": "setbacks"}
    assert asked(s).kind == "press_on", "and it holds at once"
    charmed_man = pilot(markers=["lucky charm"], charm=1)
    s = new_session(
        career(charmed_man), dice={"raid": [2, 3], "weather": [2, 2], "interception": [4, 4], "bomber type": [1]}
    )
    assert asked(s).kind == "charm_order" and asked(s).default == "setbacks"
    answer(s, "charm_order", "setbacks")
    assert not events_of(s, "charm_order"), "nothing new"
    s = new_session(
        career(pilot()), dice={"raid": [2, 3], "weather": [2, 2], "interception": [4, 4], "bomber type": [1]}
    )
    assert asked(s).kind == "choose_target", "who has none is not asked"


# --- new men and the wingman [7.2.3.3, 8.1 D] ----------------------------------------------------------


@rule("9.3b", "9.6")
@pytest.mark.parametrize(
    ("own", "points"), [({"points": 3}, 2), ({"points": 2, "officer": 0, "rank": 2}, 4)], ids=["bought", "Feldwebel"]
)
def test_8_1_a_gunner_who_comes_with_another_series_learns_before_he_flies(own: dict[str, int], points: int) -> None:
    man_ = pilot("Bf109G-4", "I/JG 27", fate=2, level=7, wing_xp=0, **own)
    s = new_session(career(man_, at="ground", raid=7, month="Nov43", line=2))
    answer(s, "spend_prestige", "take Bf110G-2")
    if asked(s).kind == "replacement":
        answer(s, "replacement", "trained")
    while asked(s).kind == "spend_prestige":
        s.decide("done")
    check(s, (asked(s).kind, asked(s).facts["rear_seat"]), ("spend_experience", points), "his points may be spent now")
    answer(s, "spend_experience", "gunner parachute")
    assert man(s)["gunner"]["skills"] == ["parachute"]
    assert all(event.number > last(s, "learned").number for event in events_of(s, "take_off"))


@rule("9.3b")
def test_8_1_a_man_without_points_costs_no_question() -> None:
    man_ = pilot("Bf109G-4", "I/JG 27", fate=2, level=7, wing_xp=0, points=2)
    s = new_session(career(man_, at="ground", raid=7, month="Nov43", line=2))
    answer(s, "spend_prestige", "take Bf110G-2")
    assert not [d for d in s.pending if d.kind == "spend_experience"]


@rule("7.2.3.3")
@pytest.mark.parametrize(
    ("own", "dice", "awards"),
    [
        ({"wing_sorties": 18, "wing_bombers": 1}, {}, ["ek2"]),
        ({"wing_sorties": 19}, {}, ["flight clasp"]),
        ({"wing": 2, "wing_wound": 1}, {}, ["wound badge"]),
        ({"wing_bombers": 1, "wing_sortie": 1}, {}, ["ek2"]),
        ({"wing_bombers": 30, "wing_sortie": 1, "wing_awards": ["ek2", "ek1", "ace", "ehrenpokal", "german cross"]},
         {"wingman's award": [1]}, ["knight's cross"]),
        ({"wing_bombers": 30, "wing_sortie": 1, "wing_awards": ["ek2", "ek1", "ace", "ehrenpokal", "german cross"]},
         {"wingman's award": [2]}, []),
        ({"wing_bombers": 35, "wing_awards": ["ek2", "ek1", "ace", "ehrenpokal"]}, {}, ["german cross"]),
        ({"wing_bombers": 35, "wing_sortie": 1, "wing_awards": ["ek2", "ek1", "ace", "ehrenpokal", "german cross"]},
         {}, ["knight's cross"]),
    ],
    ids=["one flight short", "flights", "wounded", "first kill", "luck", "no luck", "no kill", "sure"],
)  # fmt: skip
def test_7_2_3_3_the_wingman_earns_what_a_pilot_earns(
    own: dict[str, Any], dice: dict[str, list[int]], awards: list[str]
) -> None:
    s = new_session(career(pilot(fate=2, **own), at="ground", raid=7, month="May43", line=2), dice=dice)
    check(s, [event.data["award"] for event in events_of(s, "wing_award")], awards, "his new awards")
    assert "prestige" not in course(s), "and no prestige"


@rule("7.2.3.3", "7.8.7.5")
def test_7_2_3_3_the_wingman_travels_to_berlin_too() -> None:
    held = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    own: dict[str, Any] = {"wing_bombers": 45, "wing_sortie": 1, "wing_awards": held}
    s = new_session(
        career(pilot(fate=2, **own), at="ground", raid=7, month="May43", line=2), dice={"interception": [1, 2]}
    )
    assert last(s, "wing_award").data == {"award": "oak leaves"} and last(s, "wing_away").data == {"lines": 1}
    play_until(s, "press_on")
    assert man(s)["wingman"]["status"] == "away"


@rule("7.2.3", "7.8.7.5")
@pytest.mark.parametrize(("wound", "hospital", "lines"), [(0, [], 2), (2, [3, 4], 6)])
def test_7_2_3_the_journey_of_a_wingman_who_was_shot_down_comes_on_top(
    wound: int, hospital: list[int], lines: int
) -> None:
    held = ["ek2", "ek1", "ace", "ehrenpokal", "german cross", "knight's cross"]
    own: dict[str, Any] = {"wing_bombers": 45, "wing_sortie": 1, "wing_awards": held, "wing": 2, "wing_wound": wound}
    s = new_session(career(pilot(fate=2, **own), at="ground", raid=7, month="May43"), dice={"hospital": hospital})
    assert [event.data["lines"] for event in events_of(s, "wing_away")] == [1, lines]
    check(s, man(s)["wingman"]["lines_to_miss"], lines, "what he misses from the line that begins")


# --- words of the book [4.1, 5.2.1, 7.9.1] -------------------------------------------------------------


@rule("4.1e")
def test_4_1e_beginners_are_warned_of_bremen() -> None:
    s = new_session(scenario="career")
    assert asked(s).kind == "choose_unit"
    assert "Bremen" in asked(s).prompt("en") and "breme" in asked(s).prompt("pl")
    late = new_session(scenario="career", options={"start": "Sep43"})
    assert not events_of(late, "bremen_note"), "it is a note on the start of the game"


@rule("5.2.1b", "5.2.2")
@pytest.mark.parametrize(
    ("kills", "level"), [(4, "defeat"), (10, "draw"), (11, "marginal"), (21, "substantial"), (31, "decisive")]
)
def test_5_2_1b_every_level_has_its_words(kills: int, level: str) -> None:
    s = new_session(career(pilot(bombers=kills, fate=2, wound=3), at="ground", raid=7, month="Feb44", line=8))
    play_out(s)
    assert s.result is not None and s.result["level"] == level
    words = {locale: view_text(s.perspective("pilot"), last(s, "judged"), locale) for locale in ("en", "pl")}
    assert words["en"] != words["pl"] and level not in words["en"] and len(words["en"]) > 30


@rule("7.9.1b")
@pytest.mark.parametrize(
    ("own", "post"),
    [({"rank": 0}, "Staffelkapitän"), ({"rank": 1}, "Kommandeur"), ({"rank": 2}, "Kommandeur")],
    ids=["Hauptmann", "Major", "Oberstleutnant"],
)
def test_7_9_1b_promotion_brings_a_command(own: dict[str, int], post: str) -> None:
    s = new_session(career(pilot(fate=2, **own), at="ground", raid=7, month="Jun43", line=8), dice={"promotion": [1]})
    play_event(s, "promoted")
    check(s, man(s)["command"], post, "what he commands")
    check(s, [event.data["post"] for event in events_of(s, "command")], [post], "what he is told")


def test_7_9_1b_a_sergeant_commands_nothing() -> None:
    s = new_session(
        career(pilot(fate=2, officer=0), at="ground", raid=7, month="Jun43", line=8), dice={"promotion": [1]}
    )
    play_event(s, "promoted")
    assert man(s)["command"] == "" and not events_of(s, "command")
