"""What questions tell, what luck is asked about, and steps that seldom come to anything [4, 5, 7, 10]."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    damage,
    events_of,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    play_out,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

TWO = {"10.1": "cooperative", "pilots": 2}
CHARM: dict[str, Any] = {"markers": ["lucky charm"]}
GRAVE, SETBACKS = 0, 1  # when the charm is offered


def fight(orientation: str, cards: tuple[int, ...] = (), dice: Any = (), **own: Any) -> Session:
    own = {"enemy": "P-47", "orientation": orientation, "fought": 1, **own}
    return new_session(career(pilot(**own), at="fight", raid=5), cards=cards, dice=dice)


def landed(dice: Any = (), month: str = "Mar43", **own: Any) -> Session:
    return new_session(career(pilot(**{"fate": 2, **own}), at="ground", raid=7, month=month, line=2), dice=dice)


# --- what a question tells -----------------------------------------------------------------------------


@rule("7.7f")
def test_7_7f_reflexes_are_offered_with_the_position_he_has() -> None:
    s = fight("head on", (18, 23), {"initiative": [3, 3]}, skills=["reflexes"])
    answer(s, "dogfight", "attack")
    check(s, (asked(s).kind, asked(s).plain_facts), ("gain_by_reflexes", {"orientation": "head on"}), "what is asked")
    answer(s, "gain_by_reflexes", "yes")
    check(s, last(s, "orientation").data["orientation"], "advantaged", "one step")


@rule("7.2.2.9b")
def test_7_2_2_9b_another_one_of_the_same_kind() -> None:
    s = fight("head on", (60, 18))
    answer(s, "dogfight", "attack")
    check(s, (asked(s).kind, asked(s).plain_facts), ("engage_another", {"enemy": "P-47"}), "what is asked")
    answer(s, "engage_another", "yes")
    check(s, last(s, "fight").data, {"enemy": "P-47", "orientation": "head on"}, "the next")


@rule("7.4.2d", "7.2.3")
def test_7_4_2d_repairs_and_replacements_are_asked_with_what_they_are_about() -> None:
    s = landed(repair=4, points=2, level=1)
    check(s, (asked(s).kind, asked(s).plain_facts), ("wait_for_repairs", {"hits": 4, "points": 2}), "the machine")
    answer(s, "wait_for_repairs", "wait")
    check(s, last(s, "repairs").data, {"hits": 4, "lines": 1}, "one line")
    s = landed(wing=2, wing_wound=3, points=3)
    check(s, (asked(s).kind, asked(s).plain_facts), ("replacement", {"who": "wingman", "points": 3}), "the man")


@rule("7.4.3b")
def test_7_4_3b_the_eyewitness_is_asked_about_a_bomber() -> None:
    limping = pilot(target="B-17F", bomber_type="B-17F", bomber={"airframe": 1}, scored=1, markers=["eyewitness"])
    s = new_session(career(limping, at="bombers", raid=5), draws={"way home": [0]}, dice=[6])
    answer(s, "fire_round", "break off")
    answer(s, "after_pass", "enough")
    check(s, (asked(s).kind, asked(s).plain_facts), ("eyewitness", {"kill": "bomber"}), "what is asked")
    answer(s, "eyewitness", "no")
    assert last(s, "not_confirmed")


@rule("10.2.1", "4.2.1")
def test_10_2_1_a_posting_is_asked_with_its_unit() -> None:
    s = new_session(scenario="career", options={"10.2": "Hermichen"})
    check(s, (asked(s).kind, asked(s).plain_facts), ("ace_unit", {"unit": "III/JG 26"}), "his card")
    answer(s, "ace_unit", "card")
    s = new_session(draws={"unit": [13]})
    answer(s, "choose_unit", "roll")
    check(s, asked(s).plain_facts, {"unit": "III/JG 11", "month": "Jun43"}, "the unit that was rolled")
    answer(s, "late_start", "accept")
    check(s, man(s)["unit"], "III/JG 11", "where he is")


# --- fatigue and leave ---------------------------------------------------------------------------------


@rule("10.3a")
def test_10_3a_whoever_is_asked_whether_he_flies_knows_how_tired_he_is_and_may_fly() -> None:
    s = new_session(career(pilot(fatigue=7), options={"10.3": True}))
    check(s, (asked(s).plain_facts, asked(s).default), ({"fatigue": 7}, "fly"), "what he is told")
    answer(s, "fly_or_rest", "fly")
    play_event(s, "fatigue")
    check(s, last(s, "fatigue").data["level"], 8, "a sortie tires")
    assert "stands_down" not in course(s) and "leave" not in course(s)


@rule("10.3c")
def test_10_3c_leave_is_two_lines_and_one_a_year() -> None:
    s = new_session(career(pilot(fatigue=9), options={"10.3": True}))
    answer(s, "fly_or_rest", "leave")
    check(s, last(s, "leave").data, {"lines": 2}, "how long")
    check(s, [event.data["why"] for event in events_of(s, "line_missed")][:1], ["leave"], "the second line of it")


# --- careers -------------------------------------------------------------------------------------------


@rule("10.2.2")
@pytest.mark.parametrize(("name", "special"), [("Mayer", 1), ("Eder", 2), ("Knoke", 3), ("Hackl", 4), ("Frey", 0)])
def test_10_2_2_what_an_ace_can_do_is_on_his_card(name: str, special: int) -> None:
    s = new_session(scenario="career", options={"10.2": name})
    if asked(s).kind == "ace_unit":
        answer(s, "ace_unit", "card")
    if asked(s).kind == "ace_aircraft":
        s.decide(0)
    lines = [line for line in s.position().splitlines() if line.startswith("special = ")]
    check(s, lines, [f"special = {special}"] if special else [], "his special ability")
    assert "10.2.2" in last(s, "ace_card").rules


@rule("7.9a")
def test_7_9_whoever_has_the_highest_rank_is_not_rolled_for() -> None:
    for rank, rolls in ((2, 1), (3, 0)):
        s = new_session(
            career(pilot(fate=2, rank=rank), at="ground", raid=7, month="Jun43", line=8), dice={"promotion": [1]}
        )
        play_event(s, "month")
        check(s, len(rolls_of(s, "promotion")), rolls, f"rolls with rank {rank}")
        if rolls:
            assert last(s, "promoted")


@rule("5.2.1", "10.1.2")
def test_10_1_2_the_best_of_two_careers() -> None:
    men = [pilot(fate=2, bombers=4, fighters=9), pilot(fate=2, bombers=11, fighters=1, wound=3)]
    s = new_session(
        career(*men, at="ground", raid=7, month="Feb44", line=8, options={"10.1": "competitive", "pilots": 2})
    )
    play_out(s)
    assert s.result is not None
    result = s.result
    check(s, (result["best"], result["kills"], result["bombers"]), (2, 25, 15), "best, kills and bombers")
    check(s, result["level"], result["pilots"][1]["level"], "the level of the best")
    check(s, [row["bombers"] for row in result["pilots"]], [4, 11], "one record each")
    check(s, result["reason"], "the year is over", "why")
    check(s, s.perspective("pilot1").to_json()["result"]["ranking"], [2, 1], "the best first")


@rule("10.1.1b")
def test_10_1_1b_whoever_helps_nobody_risks_nothing() -> None:
    first = pilot(fate=1, flying=1, free=1, box=1, ammo=[-1, 6, 3], last_enemy="P-47")
    second = pilot(enemy="P-47", orientation="disadvantaged", fate=1, flying=1, box=1, ammo=[-1, 6, 3])
    agenda = '[["@interceptor.next_line"], ["@interceptor.fight_rounds", [0, 1]]]'
    position = career(first, second, options=TWO, raid=5, agenda=agenda).replace('at = "line"\n', "")
    for help_, rolls in (("nobody", 0), ("pilot2", 1)):
        s = new_session(position, cards=[18], dice={"initiative": [3, 3], "helping": [1]})
        s.decide(help_, "pilot1")
        s.decide("barrel roll", "pilot2")
        check(s, (len(rolls_of(s, "helping")), len(events_of(s, "helper_bounced"))), (rolls, rolls), help_)


@rule("7.2.3")
@pytest.mark.parametrize(("wound", "lines"), [(1, 1), (2, 3)])
def test_7_2_3_a_wingman_who_jumped_misses_just_so_many_lines(wound: int, lines: int) -> None:
    s = landed({"hospital": [2, 2]}, wing=2, wing_wound=wound)
    check(s, last(s, "wing_away").data["lines"], lines, "lines he misses")
    play_event(s, "wing_back", {"choose_target": "leave"})
    check(s, course(s).count("line"), lines + 1, "he is back as the line after them begins")
    check(s, len(events_of(s, "wing_back")), 1, "told once")


# --- damage --------------------------------------------------------------------------------------------


@rule("7.4.1a")
def test_7_4_1a_a_hit_on_the_enemy_is_told_as_his() -> None:
    s = fight("advantaged", (12, 9), [3, 5])
    answer(s, "dogfight", "attack")
    check(s, last(s, "hit").data, {"side": "enemy", "system": "airframe", "hits": 1}, "the hit")


@rule("7.4b")
def test_7_4b_a_second_hit_on_what_is_gone_is_not_for_repair() -> None:
    for own, repair in (({}, 1), ({"oxygen": 1}, 0)):
        s = fight("disadvantaged", (12, 9), {"fighter damage": [2, 4], "initiative": [3, 3]}, own=own)
        answer(s, "dogfight", "tight turn")
        check(s, damage(s), {"oxygen": 1}, "what is damaged")
        check(s, tomllib.loads(s.position())["pilot"][0].get("repair", 0), repair, "hits to repair")


@rule("7.1.5")
@pytest.mark.parametrize(("die", "hits"), [(2, []), (3, []), (4, [1])])
def test_7_1_5_flak_that_hits_nothing_is_not_told(die: int, hits: list[int]) -> None:
    deep = career(pilot(bomber_type="B-24", box=3), at="bombers", raid=5)
    s = new_session(deep, dice={"flak": [die]}, d10=[5])
    check(s, [event.data["hits"] for event in events_of(s, "flak")], hits, f"with a {die}")


@rule("6.1e")
def test_6_1e_whoever_is_down_does_not_land_again() -> None:
    s = new_session(career(pilot(fate=2), at="landing", raid=5))
    assert not rolls_of(s, "landing") and last(s, "flown")


# --- the first shot is the bomber's --------------------------------------------------------------------


def climbed(cards: tuple[int, ...], dice: Any, option: str = "airframe", **own: Any) -> Session:
    text = career(pilot(target="B-24", bomber_type="B-24", **own), at="bombers", raid=5, options={"10.5": True})
    s = new_session(text, draws={"position": [0]}, dice={"altitude": [3], **dice}, cards=cards, d10=[1] * 6)
    answer(s, "adjust", "1 high")
    answer(s, "fire_round", option)
    return s


@rule("10.5c", "7.2.3.1a")
def test_10_5c_after_the_bomber_s_first_shot_the_wingman_attacks_too() -> None:
    s = climbed((18, 18), {"wingman attack": [3, 4]}, "airframe wingman")
    kinds = course(s)
    assert kinds.index("defensive_fire") < kinds.index("fires") < kinds.index("wingman_attacks")
    s = climbed((18, 18), {})
    assert "wingman_attacks" not in course(s)


@rule("10.5c", "7.1.15")
def test_10_5c_whoever_loses_his_last_gun_to_the_first_shot_cannot_fire() -> None:
    s = climbed((49, 18), {"fighter damage": [4, 6] * 6}, broken=6, own={"forward weapon": 2})
    assert last(s, "cannot_fire").rules == ("7.1.15",) and "fires" not in course(s)


@rule("10.5c", "7.4a")
def test_10_5c_whoever_is_shot_down_by_the_first_shot_does_not_fire() -> None:
    s = climbed((49, 18), {"fighter damage": [3, 5] * 6}, "airframe wingman", own={"airframe": 4})
    assert last(s, "shot_down")
    assert not {"fires", "cannot_fire", "wingman_attacks"} & set(course(s))


# --- when the charm is offered -------------------------------------------------------------------------


def offered(s: Session, what: str) -> bool:
    """Is he asked whether to reroll this?"""
    return bool(s.pending) and asked(s).kind == "lucky_charm" and asked(s).plain_facts["what"] == what


@rule("7.1.4b")
@pytest.mark.parametrize(("order", "die", "asks"), [(GRAVE, 4, True), (GRAVE, 3, False), (SETBACKS, 3, True)])
def test_7_1_4b_blast_hits_are_grave_from_four(order: int, die: int, asks: bool) -> None:
    own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "bomber": {"gunners": 9}, "range": "close"}
    s = new_session(
        career(pilot(**own, charm=order, **CHARM), at="bombers", raid=5), cards=[18, 23, 41, 35, 12, 36], d10=[10],
        dice={"bombs": [6, 6], "blast": [1, 1], "blast hits": [die], "fighter damage": [1, 4] * 6},
    )  # fmt: skip
    for _ in range(30):
        if rolls_of(s, "blast hits"):
            break
        s.decide("airframe" if asked(s).kind == "fire_round" else "keep")
    check(s, offered(s, "blast hits"), asks, f"asked about a {die}")


@rule("7.2.3.2a")
@pytest.mark.parametrize(("card", "asks"), [(23, True), (1, False)])
def test_7_2_3_2a_a_wingman_s_miss_is_a_setback(card: int, asks: bool) -> None:
    s = fight("disadvantaged", (18, 12, card), [3, 3] * 4, charm=SETBACKS, **CHARM)
    answer(s, "dogfight", "wingman")
    check(s, about_card(s, card), asks, "asked about his card")


@rule("7.2.2.4")
@pytest.mark.parametrize(("card", "asks"), [(19, True), (33, False)])
def test_7_2_2_4_a_gunner_s_miss_is_a_setback(card: int, asks: bool) -> None:
    own: dict[str, Any] = {"aircraft": "Bf110G-2", "unit": "I/ZG 26", "charm": SETBACKS, **CHARM}
    s = fight("disadvantaged", (18, card), [3, 3] * 6, **own)
    answer(s, "dogfight", "tight turn")
    check(s, about_card(s, card), asks, "asked about the gunner's card")


def about_card(s: Session, card: int) -> bool:
    """Is he asked whether to draw another card in place of this one?"""
    return asked(s).kind == "second_card" and asked(s).plain_facts["card"] == card


# --- on the tail ---------------------------------------------------------------------------------------


@rule("7.1.2h", "7.2.2.5")
@pytest.mark.parametrize("card", [1, 30])  # two hits; a group
def test_7_1_2h_a_tail_is_hit_with_a_group_as_with_any_hit(card: int) -> None:
    s = fight("tailed", (card, 18), {"fighter damage": [1, 4] * 8, "initiative": [3, 3]})
    answer(s, "dogfight", "tight turn")
    check(s, [event.data for event in events_of(s, "tail_bonus")], [{"side": "own"}], "whose tail")
    s = fight("tailing", (card, 9), {"fighter damage": [1, 4] * 8, "initiative": [3, 3]})
    answer(s, "dogfight", "attack")
    check(s, [event.data for event in events_of(s, "tail_bonus")], [{"side": "enemy"}], "whose tail")


# --- ground control ------------------------------------------------------------------------------------


@rule("6.1e")
@pytest.mark.parametrize("dice", [[1, 1], [3, 3]])
def test_6_1e_ground_control_s_help_ends_with_the_landing(dice: list[int]) -> None:
    s = new_session(
        career(pilot(markers=["ground control", "eyewitness"]), at="landing", raid=5), dice={"landing": dice}
    )
    assert rolls_of(s, "landing")
    check(s, man(s)["markers"], ["eyewitness"], "what he keeps")


@rule("7.6a")
def test_7_6a_ground_control_s_help_ends_with_a_jump() -> None:
    s = fight("disadvantaged", dice={"parachute": [1, 2]}, round=2, markers=["ground control", "eyewitness"])
    answer(s, "dogfight", "bail out")
    check(s, man(s)["markers"], ["eyewitness"], "what he keeps")


@rule("10.5c", "7.1.8a")
def test_10_5c_gunners_who_are_out_do_not_fire_the_first_shot() -> None:
    for gunners, less in (({}, None), ({"gunners": 2}, -2)):
        s = climbed((49, 18), {"fighter damage": [1, 4] * 6}, bomber=gunners)
        check(s, modifiers(last(s, "defensive_fire")).get("gunners"), less, "what they take off")
