"""Why something cannot be chosen now: every refusal names its rule and its own reason [4, 7, 8, 9, 10]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    last,
    man,
    new_session,
    pilot,
    play_until,
    refused,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.interceptor.model.layout import OptionError


def fight(orientation: str, **own: Any) -> Session:
    cards = own.pop("cards", ())
    own.setdefault("enemy", "P-47")
    return new_session(career(pilot(orientation=orientation, fought=1, **own), at="fight", raid=5), cards=cards)


def bombers(aircraft: str = "Fw190A-4", unit: str = "I/JG 2", **own: Any) -> Session:
    top = {name: own.pop(name) for name in ("options", "month") if name in own}
    more = {name: own.pop(name) for name in ("cards", "draws", "dice", "d10") if name in own}
    own.setdefault("bomber_type", "B-24")
    return new_session(career(pilot(aircraft, unit, **own), at="bombers", raid=5, **top), **more)


def shopping(aircraft: str = "Fw190A-4", month: str = "Dec43", unit: str = "I/JG 2", **own: Any) -> Session:
    s = new_session(career(pilot(aircraft, unit, fate=2, **own), at="ground", raid=7, month=month, line=2))
    play_until(s, "spend_prestige")
    return s


# --- in the air ----------------------------------------------------------------------------------------


@rule("7.2.2.1", "7.3b", "7.4.1g")
def test_7_2_2_1_what_cannot_be_done_with_an_enemy_behind() -> None:
    s = fight("disadvantaged", wing=2)
    refused(s, "attack", "7.2.2.1", "not_facing")
    refused(s, "attack first", "7.2.2.1", "not_facing")
    refused(s, "disengage", "7.3b", "not_behind_him")
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")


@rule("7.2.2.4", "7.2.2.3b", "10.6b")
def test_7_2_2_4_what_cannot_be_ordered_with_an_enemy_behind() -> None:
    s = fight("disadvantaged", wing=2)
    refused(s, "hold fire", "7.2.2.4", "no_order")
    refused(s, "open fire", "7.2.2.4", "no_order")
    refused(s, "wingman", "7.2.2.3b", "no_wingman")
    refused(s, "cuban eight", "10.6b", "no_manoeuvre")


@rule("7.2.2.1", "7.1.15", "7.4.2b", "7.7f")
def test_7_2_2_1_what_cannot_be_done_in_front_or_behind_him() -> None:
    s = fight("head on", jammed=7)
    refused(s, "attack", "7.1.15", "nothing_fires")
    refused(s, "attack first", "7.1.15", "nothing_fires")
    s = fight("head on")
    refused(s, "attack first", "7.7f", "no_reflexes")
    refused(s, "disengage", "7.3b", "not_behind_him")
    s = fight("advantaged")
    refused(s, "defend", "7.2.2.1", "he_cannot_fire")
    refused(s, "wingman", "7.2.2.1", "he_cannot_fire")
    refused(s, "attack first", "7.7f", "no_reflexes")
    s = fight("advantaged", own={"fuel tank": 1})
    refused(s, "attack", "7.4.2b", "must_abort")
    refused(s, "attack first", "7.4.2b", "must_abort")


@rule("7.1.10a", "7.1.2g", "7.4.1g")
def test_7_1_10a_from_escorts_he_may_not_jump_before_a_round() -> None:
    s = bombers(escort="P-47")
    answer(s, "fire_round", "break off")
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")
    check(s, asked(s).plain_facts, {"enemy": "P-47"}, "who comes")
    answer(s, "escape", "fight")
    check(s, last(s, "fight").data, {"enemy": "P-47", "orientation": "disadvantaged"}, "how it begins")


@rule("7.1.13a", "7.2.3.1a", "7.7f", "7.4.1g")
def test_7_1_13a_how_he_cannot_fire_at_a_bomber() -> None:
    s = bombers(wing=2, ammo=[-1, 1, 1])
    refused(s, "airframe burst", "7.1.13a", "no_burst")
    refused(s, "airframe wingman", "7.2.3.1a", "no_wingman")
    refused(s, "airframe first", "7.7f", "no_reflexes")
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")
    check(s, asked(s).plain_facts, {"bomber": "B-24", "range": "long", "fp": 15, "fires": True}, "what he sees")
    assert "where do you aim?" in asked(s).prompt() and "w co celujesz?" in asked(s).prompt("pl")


@rule("7.1.3c", "7.1.15", "7.4.1g", "7.3.2")
def test_7_1_3c_whoever_has_no_gun_left_that_fires_is_not_asked_where_to_aim() -> None:
    s = bombers(jammed=1, ammo=[-1, 1, 1], skills=["reflexes"], cards=[1, 18], d10=[6])
    answer(s, "fire_round", "airframe")  # the last shells
    check(s, (asked(s).kind, list(asked(s).options)), ("fire_round", ["break off", "bail out"]), "what he can do")
    check(s, asked(s).default, "break off", "what is usual")
    check(s, asked(s).plain_facts, {"bomber": "B-24", "range": "medium", "fp": 0, "fires": False}, "what he sees")
    for locale, said, never in (("en", "no weapon can fire", "aim"), ("pl", "nic już nie strzela", "celuj")):
        assert said in asked(s).prompt(locale) and never not in asked(s).prompt(locale)
    view: Any = s.perspective("pilot")
    check(s, view.odds("fire_round", asked(s).codes, asked(s).options), [], "nobody fires")
    refused(s, "airframe wingman", "7.1.15", "nothing_fires")
    answer(s, "fire_round", "break off")
    check(s, (asked(s).kind, list(asked(s).options)), ("after_pass", ["enough", "bail out"]), "here too")
    answer(s, "after_pass", "bail out")


@rule("7.1.6g", "7.3.2")
def test_7_1_6g_whoever_comes_to_the_bombers_without_a_gun_breaks_off_unasked() -> None:
    s = bombers(jammed=7, escort="P-47")
    check(s, (asked(s).kind, last(s, "breaks_off").rules), ("escape", ("7.1.6g", "7.3.2")), "no choice before that")


@rule("7.1.11", "7.4.2b", "7.1.15", "7.4.1g")
def test_7_1_11_why_there_is_no_further_pass() -> None:
    s = bombers(straggler=1, target="B-24")
    answer(s, "fire_round", "break off")
    check(s, asked(s).plain_facts, {"bomber": "B-24", "fp": 15}, "what he could attack with")
    refused(s, "another", "7.1.11", "no_bomber")
    refused(s, "bail out", "7.4.1g", "bail_out_after_a_round")
    hurt = bombers(own={"fuel tank": 1})
    answer(hurt, "fire_round", "break off")
    refused(hurt, "again", "7.4.2b", "must_abort")
    silent = bombers(jammed=7, own={"tail": 1})
    refused(silent, "again", "7.1.15", "nothing_fires")


@rule("7.1.3a", "7.2.1b")
def test_7_1_3a_which_targets_he_does_not_have() -> None:
    alone = new_session(career(pilot(), at="box", month="Mar43", raid=5), dice=[3, 3, 1])
    play_until(alone, "choose_target")
    refused(alone, "escorts", "7.1.3a", "no_escorts")
    met = new_session(career(pilot(), at="box", month="Jul43", raid=6), dice=[3, 3, 1])
    play_until(met, "choose_target")
    refused(met, "leave", "7.2.1b", "escorts_cannot_be_avoided")


@rule("7.1.14a")
def test_7_1_14a_whoever_has_rockets_has_no_bomb() -> None:
    s = bombers("Fw190A-4/R6", month="Jun43")
    refused(s, "drop", "7.1.14a", "no_rockets")


@rule("10.5a", "10.5b", "10.5c", "10.5d")
def test_10_5a_from_where_he_cannot_attack() -> None:
    s = bombers(options={"10.5": True}, draws={"position": [0]}, dice={"altitude": [1]})
    check(s, asked(s).plain_facts, {"place": "1 low", "bomber": "B-24"}, "where he is")
    check(s, asked(s).default, "1 low", "he stays there unless he says so")
    refused(s, "climb", "10.5b", "not_vertical")
    refused(s, "dive", "10.5b", "not_vertical")
    refused(s, "1 high", "10.5c", "too_far")
    refused(s, "5 low", "10.5b", "too_far")
    steep = bombers(options={"10.5": True}, draws={"position": [9]})
    check(steep, asked(steep).plain_facts["place"], "dive", "where he is")
    refused(steep, "climb", "10.5b", "not_vertical")
    refused(steep, "3 low", "10.5d", "too_far")


@rule("7.7i")
def test_7_7i_a_second_card_needs_an_expert_or_a_charm() -> None:
    s = fight("head on", skills=["expert Fw190"], cards=[18, 18])
    answer(s, "dogfight", "attack")
    check(s, asked(s).plain_facts, {"use": "attack", "card": 18}, "which card it is about")
    refused(s, "wingman", "7.7i", "no_second_card")
    refused(s, "charm", "7.7i", "no_second_card")


# --- on the ground -------------------------------------------------------------------------------------


@rule("8.1b", "8.2b", "9.2")
def test_8_1b_why_an_aircraft_is_not_for_sale() -> None:
    s = shopping(points=2, level=1)
    check(s, asked(s).plain_facts, {"points": 2, "prestige_level": 1, "free_moves": 0}, "his purse")
    refused(s, "take Fw190A-6/R1", "8.2b", "level")
    refused(s, "take Fw190A-5", "9.2", "not_on_offer")
    refused(shopping(points=1, level=7), "take Bf109G-6", "8.1b", "no_points")


@rule("4.6.1a", "4.6.4a")
def test_4_6_1a_why_a_posting_is_not_to_be_had() -> None:
    refused(shopping(points=2, level=1), "move I/JG 2", "4.6.1a", "no_such_posting")
    refused(shopping(points=1, level=7), "move II/JG 1", "4.6.1a", "no_move")
    refused(shopping(points=1, level=7), "look Fw190", "4.6.4a", "nothing_to_look_for")


@pytest.mark.parametrize("text", ["take", "take Spitfire", "look Spitfire", "move", "done look", "sell Fw190A-4", ""])
def test_what_cannot_be_read_as_a_purchase(text: str) -> None:
    refused(shopping(points=2, level=1), text, "", "interceptor.unreadable.purchase")


@rule("4.6.1a")
def test_4_6_1a_a_purchase_may_be_written_in_small_letters_and_without_spaces() -> None:
    s = shopping(points=2, level=1)
    s.decide(" Move ii/jg1 ")
    check(s, man(s)["unit"], "II/JG 1", "where he went")


@rule("4.6.1b", "9.5", "8.2b")
def test_4_6_1b_which_types_a_newcomer_is_not_given() -> None:
    s = shopping(points=2, level=3, month="May43")
    s.decide("move I/JG 27")
    check(s, asked(s).kind, "type_of_the_unit", "what is asked")
    refused(s, "Fw190A-4", "4.6.1b", "other_series")
    refused(s, "Bf109G-6/R4", "9.5", "not_yet")
    low = shopping(points=2, level=0, month="May43")
    low.decide("move I/JG 27")
    refused(low, "Bf109G-1/R6", "8.2b", "level")
    refused(s, "Spitfire", "", "interceptor.unreadable.aircraft")


@rule("9.5", "8.2b")
def test_9_5_which_machines_do_not_replace_a_lost_one() -> None:
    s = new_session(career(pilot("Bf109G-2", "I/JG 27", fate=6, lost=1, level=2), at="ground", raid=7, month="Jun43"))
    play_until(s, "new_aircraft")
    refused(s, "Fw190A-4", "9.5", "other_series")
    refused(s, "Bf109G-6/R6", "8.2b", "level")


@rule("7.7l", "7.7i", "7.7n", "10.6b")
def test_7_7l_what_cannot_be_learned() -> None:
    s = new_session(career(pilot(fate=2, xp=3, wing_xp=1, skills=["acm"], sortie_b=0), at="ground", raid=7, line=2))
    play_until(s, "spend_experience")
    for option, cited, reason in (
        ("pilot acm", "7.7l", "known"),
        ("pilot expert Bf109", "7.7i", "other_series"),
        ("pilot cuban eight", "10.6b", "not_in_use"),
        ("gunner gunnery", "7.7n", "not_for_him"),
    ):
        refused(s, option, cited, reason)
    for text in ("acm", "navigator acm", "pilot", "pilot flying"):
        refused(s, text, "", "interceptor.unreadable.skill")


@rule("4.1a")
def test_4_1a_the_first_aircraft_is_one_of_the_unit_s() -> None:
    s = new_session(scenario="1")
    check(s, asked(s).plain_facts, {"unit": man(s)["unit"]}, "whose aircraft they are")
    refused(s, "Me410A", "4.1a", "not_in_unit")


# --- what cannot be asked for at all -------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["0", "99", "1st"])
def test_an_unknown_scenario_is_refused_with_those_there_are(scenario: str) -> None:
    with pytest.raises(OptionError) as wrong:
        new_session(scenario=scenario)
    assert wrong.value.key == "error.no_scenario"
    assert wrong.value.fields["known"].startswith("career, 1, 2, ")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "key", "rule"),
    [
        ({"10.2": "Galland"}, "interceptor.error.no_ace", "10.2"),
        ({"10.9": True}, "interceptor.error.no_option", ""),
        ({"10.3": "maybe"}, "interceptor.error.bad_option", ""),
        ({"10.1": "alone"}, "interceptor.error.bad_option", ""),
        ({"10.1": "cooperative", "pilots": 1}, "interceptor.error.bad_option", ""),
        ({"10.1": "cooperative", "pilots": 5}, "interceptor.error.bad_option", ""),
        ({"start": "Mar44"}, "interceptor.error.bad_option", ""),
        ({"name": "x" * 41}, "interceptor.error.bad_option", ""),
        ({"name": 7}, "interceptor.error.bad_option", ""),
        ({"pilots": 2}, "interceptor.error.pilots_alone", "10.1.1a"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, Any], key: str, rule: str) -> None:
    with pytest.raises(OptionError) as wrong:
        new_session(scenario="career", options=options)
    assert (wrong.value.key, wrong.value.rule) == (key, rule)


@rule("4.0a")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"10.3": "off", "10.4": False, "10.5": "no"}, {}),
        ({"10.2": "", "10.1": "off", "start": None, "name": ""}, {}),
        ({"10.3": "yes", "10.4": 1}, {"10.3": "True", "10.4": "True"}),
        ({"10.1": "Cooperative", "pilots": "4"}, {"10.1": "cooperative", "pilots": "4"}),
        ({"name": "x" * 40}, {"name": "x" * 40}),
    ],
)
def test_4_0a_options_are_brought_into_one_form(options: dict[str, Any], kept: dict[str, str]) -> None:
    s = new_session(scenario="career", options=options)
    told = {e.data["option"]: e.data["value"] for e in s.events(s.module.seats[0]) if e.kind == "option"}
    check(s, told, kept, "what is in use")


@rule("7.2.2.3b", "10.6b")
def test_7_2_2_3b_what_cannot_be_done_head_on() -> None:
    s = fight("head on", wing=2)
    refused(s, "wingman", "7.2.2.3b", "no_wingman")
    refused(s, "cuban eight", "10.6b", "no_manoeuvre")


@rule("7.1.6d")
def test_7_1_6d_when_the_last_gun_jams_nothing_is_fired() -> None:
    s = bombers(jammed=6, cards=[54, 18])
    answer(s, "fire_round", "airframe")
    check(s, last(s, "cannot_fire").rules, ("7.1.6d",), "why nothing is hit")
