"""Experience and the thirteen skills [7.7], the wingman's learning [7.2.3.3]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    events_of,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session


def landed(**more: Any) -> Session:
    """Back on the ground after a quiet sortie."""
    aircraft = str(more.pop("aircraft", "Fw190A-4"))
    options = more.pop("options", {})
    return new_session(career(pilot(aircraft, fate=2, **more), at="ground", raid=7, line=1, options=options))


def fighting(
    cards: list[int], dice: list[int] | None = None, aircraft: str = "Fw190A-4", enemy: str = "P-47", **more: Any
) -> Session:
    """Up against an enemy fighter."""
    where = {"orientation": "head on", **more}
    return new_session(career(pilot(aircraft, enemy=enemy, **where), at="fight", raid=7), cards=cards, dice=dice or [])


def attacking(cards: list[int], d10: list[int] | None = None, **more: Any) -> Session:
    """A bomber ahead, at the start of a pass in box 1."""
    flown = pilot(target="B-17F", bomber_type="B-17F", **more)
    return new_session(career(flown, at="bombers", raid=7), cards=cards, d10=d10 or [])


# --- experience ----------------------------------------------------------------------------------------


@rule("7.7a")
@pytest.mark.parametrize(("flown_before", "xp"), [(2, 0), (3, 1), (4, 0), (15, 1)])
def test_7_7a_every_fourth_sortie_gives_a_point(flown_before: int, xp: int) -> None:
    s = landed(flights=flown_before, wing_flights=3)
    check(s, man(s)["experience"], xp, f"points after sortie {flown_before + 1}")


@rule("7.7a")
def test_7_7a_sorties_missed_do_not_count() -> None:
    s = new_session(career(pilot(flights=3, away="W", wing_flights=0), line=1), dice=[1] * 40)
    assert last(s, "line_missed")
    check(s, man(s)["flights"], 3, "sorties flown")
    assert not events_of(s, "experience")
    s = landed(flights=3)
    assert last(s, "experience").data["who"] == "pilot"


@rule("7.7b", "7.9a")
@pytest.mark.parametrize(("track", "xp"), [("officer", 1), ("nco", 2)])
def test_7_7b_officers_start_with_one_point_ncos_with_two(track: str, xp: int) -> None:
    s = new_session(scenario="2")
    answer(s, "choose_track", track)
    check(s, man(s)["experience"], xp, f"the points of an {track}")
    check(s, man(s)["wingman"]["experience"], 1, "the wingman's points")


@rule("7.2.3.3", "7.7a")
def test_7_2_3_3_the_wingman_gains_as_the_pilot_does() -> None:
    s = landed(wing_flights=3, wing_xp=1)
    check(s, [e.data for e in events_of(s, "experience")], [{"who": "wingman", "points": 2}], "what was learned")


@rule("7.2.3.3")
def test_7_2_3_3_the_wingman_buys_most_skills_but_not_the_pilots() -> None:
    s = landed(wing_xp=6)
    offered = {option for option in asked(s).options if option.startswith("wingman ")}
    assert offered == {"wingman parachute", "wingman expert Fw190", "wingman gunnery", "wingman aim"}
    s.decide("wingman gunnery")
    check(s, man(s)["wingman"]["skills"], ["gunnery"], "his skills")
    check(s, man(s)["wingman"]["experience"], 1, "what he has left")


@rule("7.2.3.3")
def test_7_2_3_3_the_wingman_earns_awards_but_no_prestige() -> None:
    s = landed(wing_bombers=5)
    awards = [event.data["award"] for event in events_of(s, "wing_award")]
    assert awards == ["ek2", "ek1", "ace"] and not events_of(s, "prestige")


@rule("7.7j")
def test_7_7j_leadership_hurries_the_others() -> None:
    s = landed(skills=["leadership"], aircraft="Bf110G-2", wing_flights=2, gun_flights=2, flights=0)
    learned = [event.data["who"] for event in events_of(s, "experience")]
    assert learned == ["wingman", "gunner"]
    assert not events_of(landed(wing_flights=2), "experience")


# --- buying --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skill", "cost", "rule"),
    [
        pytest.param("landing", 1, "7.7c", marks=rule("7.7c")),
        pytest.param("navigation", 1, "7.7d", marks=rule("7.7d")),
        pytest.param("parachute", 1, "7.7e", marks=rule("7.7e")),
        pytest.param("reflexes", 1, "7.7f", marks=rule("7.7f")),
        pytest.param("situational awareness", 2, "7.7g", marks=rule("7.7g")),
        pytest.param("expert fw190", 3, "7.7i", marks=rule("7.7i")),
        pytest.param("leadership", 3, "7.7j", marks=rule("7.7j")),
        pytest.param("precision", 3, "7.7k", marks=rule("7.7k")),
        pytest.param("acm", 4, "7.7l", marks=rule("7.7l")),
        pytest.param("sixth sense", 4, "7.7m", marks=rule("7.7m")),
        pytest.param("gunnery", 5, "7.7n", marks=rule("7.7n")),
        pytest.param("aim", 6, "7.7o", marks=rule("7.7o")),
    ],
)
def test_7_7_skills_cost_what_the_book_says(skill: str, cost: int, rule: str) -> None:
    s = landed(xp=cost, wing_xp=0)
    s.decide(f"pilot {skill}")
    learned = last(s, "learned")
    assert learned.rules[0] == rule and learned.data["left"] == 0
    short = landed(xp=cost - 1, wing_xp=1)
    refused(short, f"pilot {skill}", rule, "no_experience")


@rule("7.7h")
def test_7_7h_weapons_maintenance_is_the_gunners() -> None:
    s = landed(aircraft="Bf110G-2", gun_xp=2, xp=2)
    refused(s, "pilot weapons maintenance", "7.7h", "not_for_him")
    s.decide("gunner weapons maintenance")
    check(s, man(s)["gunner"]["skills"], ["weapons maintenance"], "his skills")
    check(s, last(s, "learned").data["left"], 0, "both his points are spent")


@rule("7.7i")
def test_7_7i_expert_only_in_the_series_he_flies() -> None:
    s = landed(xp=3)
    refused(s, "pilot expert bf109", "7.7i", "other_series")


@rule("7.7l")
def test_7_7_a_skill_is_bought_once() -> None:
    s = landed(xp=8, skills=["acm"])
    refused(s, "pilot acm", "7.7l", "known")


@rule("4.4.2b", "7.7f")
def test_4_4_2b_points_may_be_spent_before_the_first_sortie() -> None:
    s = new_session(scenario="2")
    answer(s, "choose_track", "officer")
    answer(s, "spend_experience", "pilot reflexes")
    check(s, man(s)["skills"], ["reflexes"], "skills")


# --- what they do --------------------------------------------------------------------------------------


@rule("7.7c")
def test_7_7c_the_skill_takes_one_off_a_safe_landing_too() -> None:
    s = new_session(career(pilot(skills=["landing"]), at="landing", raid=7), dice=[3, 3])
    assert modifiers(last(s, "lands")) == {"skill": -1}


@rule("7.7d")
def test_7_7d_navigation_finds_the_raid() -> None:
    s = new_session(career(pilot(skills=["navigation"]), at="box", raid=7), dice=[1, 2, 3, 4])  # 3: not located
    assert last(s, "navigated") and asked(s).kind == "choose_target"
    lost = new_session(career(pilot(), at="box", raid=7), dice=[1, 2])
    assert asked(lost).kind == "press_on"


@rule("7.7e")
def test_7_7e_the_skill_spares_the_pilot_a_light_wound() -> None:
    def jump(**more: Any) -> Session:
        hurt = pilot(enemy="P-47", round=2, orientation="disadvantaged", own={"tail": 1}, **more)
        s = new_session(career(hurt, at="fight", raid=7), dice=[4, 5])  # nine: a light wound, or none with the skill
        answer(s, "dogfight", "bail out")
        return s

    assert rolls_of(jump(), "parachute")
    s = jump(skills=["parachute"])
    assert not events_of(s, "wounded"), "with the skill nine is eight, and safe"
    assert events_of(jump(), "wounded")


@rule("7.7f")
def test_7_7f_reflexes_gain_a_position_once_a_sortie() -> None:
    s = fighting([18, 18], [1, 6], skills=["reflexes"])
    answer(s, "dogfight", "defend")
    answer(s, "gain_by_reflexes", "yes")
    assert last(s, "reflexes")
    assert "gain_by_reflexes" not in [d.kind for d in s.pending]
    s.decide("defend" if "defend" in asked(s).options else 0)
    assert last(s, "orientation").data["orientation"] != "tailing", "there is a position to gain"
    assert asked(s).kind != "gain_by_reflexes" and len(events_of(s, "reflexes")) == 1, "once a sortie"


@rule("7.7f")
def test_7_7f_reflexes_fire_first_at_a_bomber() -> None:
    s = attacking([3, 18], d10=[6, 6, 6], skills=["reflexes"])
    answer(s, "fire_round", "airframe first")
    assert last(s, "fires_first") and last(s, "reflexes")


@rule("7.7g")
def test_7_7g_situational_awareness_for_pilot_and_gunner() -> None:
    s = fighting([18, 18], [3, 3], skills=["situational awareness"])
    answer(s, "dogfight", "defend")
    assert modifiers(last(s, "initiative"))["awareness"] == 1
    two = fighting(
        [18, 18, 18], [3, 3], aircraft="Bf110G-2", skills=["situational awareness"],
        gun_skills=["situational awareness"],
    )  # fmt: skip
    answer(two, "dogfight", "defend")
    assert modifiers(last(two, "initiative")) == {"awareness": 1, "gunner": 1}


@rule("7.7h")
def test_7_7h_the_first_jam_is_ignored() -> None:
    s = fighting([2, 18, 44, 18], aircraft="Bf110G-2", orientation="advantaged", gun_skills=["weapons maintenance"])
    answer(s, "dogfight", "attack")
    assert last(s, "jam_prevented")


@rule("7.7i")
def test_7_7i_an_expert_draws_again_once_a_sortie() -> None:
    s = fighting([18, 29, 18], orientation="advantaged", skills=["expert Fw190"])
    answer(s, "dogfight", "attack")
    assert asked(s).kind == "second_card"
    s.decide("expert")
    assert last(s, "second_card")
    cards = [event.data["card"] for event in events_of(s, "card")]
    assert cards[:2] == [18, 29]


@rule("7.7k")
def test_7_7k_precision_saves_ammunition_on_odd_cards() -> None:
    s = attacking([3, 18], d10=[6] * 5, skills=["precision"])
    before = [weapon["ammo"] for weapon in man(s)["aircraft"]["weapons"]]
    answer(s, "fire_round", "airframe")
    assert last(s, "precision")
    check(s, [weapon["ammo"] for weapon in man(s)["aircraft"]["weapons"]], before, "ammunition after card 3")
    even = attacking([6, 18], d10=[6] * 5, skills=["precision"])
    answer(even, "fire_round", "airframe")
    assert [weapon["ammo"] for weapon in man(even)["aircraft"]["weapons"]] != before


@rule("7.7l")
def test_7_7l_acm_takes_one_hit_from_bomber_and_fighter() -> None:
    s = attacking([18, 7], skills=["acm"])  # defensive fire 3
    answer(s, "fire_round", "airframe")
    assert modifiers(play_event(s, "defensive_fire"))["acm"] == -1
    s = fighting([19, 18], skills=["acm"], orientation="disadvantaged")
    answer(s, "dogfight", "tight turn")
    assert "7.7l" in last(s, "fighter_hits").rules


@rule("7.7m")
def test_7_7m_sixth_sense_turns_one_de_into_two_hits() -> None:
    s = fighting([60], [1, 4, 1, 4], skills=["sixth sense"], orientation="disadvantaged")
    answer(s, "dogfight", "tight turn")
    assert last(s, "sixth_sense")
    assert man(s)["fate"] == "airborne"


@rule("7.7n")
def test_7_7n_gunnery_adds_a_hit_to_hits() -> None:
    s = fighting([1, 18], [1, 4] * 4, skills=["gunnery"], orientation="advantaged")  # two hits in column 14
    answer(s, "dogfight", "attack")
    assert "7.7n" in last(s, "fighter_hits").rules
    miss = fighting([18, 18], skills=["gunnery"], orientation="advantaged")
    answer(miss, "dogfight", "attack")
    assert all("7.7n" not in event.rules for event in events_of(miss, "fighter_hits"))


@rule("7.7o")
def test_7_7o_aim_adds_a_hit_on_the_aimed_part() -> None:
    s = attacking([3, 18], d10=[6] * 5, skills=["aim"])
    answer(s, "fire_round", "port wing")
    assert last(s, "aimed_hit").data["aim"] == "port wing"


@rule("7.7n", "7.7o")
def test_7_7n_o_the_wingmans_gunnery_and_aim_help_his_dice() -> None:
    flown = pilot(target="B-17F", bomber_type="B-17F", wing_skills=["gunnery", "aim"])
    s = new_session(career(flown, at="bombers", raid=7), cards=[18, 18], dice=[3, 3], d10=[6] * 6)
    answer(s, "fire_round", "airframe wingman")
    rules = {rule for event in rolls_of(s, "wingman attack") for rule in event.rules}
    assert {"7.7n", "7.7o"} <= rules
