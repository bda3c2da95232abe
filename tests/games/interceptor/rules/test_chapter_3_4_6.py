"""Equipment, set-up and the sequence of play [3.0, 4.0, 6.0]."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    events_of,
    last,
    man,
    new_session,
    pilot,
    play_event,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule
from viermot.games.interceptor.model.state import Game
from viermot.games.interceptor.model.terms import AIRFRAME

NO_FIGHT = {"choose_target": "leave", "press_on": "go home"}


@rule("3.1", "4.4.1")
def test_3_1_the_mat_is_that_of_the_aircraft_flown() -> None:
    s = new_session(scenario="1")
    answer(s, "first_aircraft", "Bf109G-1/R6")
    assert last(s, "first_aircraft").data == {"aircraft": "Bf109G-1/R6"}
    shown = man(s)["aircraft"]
    assert shown["name"] == "Bf109G-1/R6" and shown["series"] == "Bf109" and len(shown["weapons"]) == 3
    play_event(s, "take_off")
    assert last(s, "take_off").data["aircraft"] == "Bf109G-1/R6"


@rule("3.3", "3.4a", "4.3.1")
def test_3_3_the_status_chart_shows_pilot_wingman_and_mat() -> None:
    s = new_session(
        career(pilot("Bf110G-2", "I/ZG 26", skills=["acm"], bombers=3), month="Oct43", options={"name": "Test"})
    )
    shown = man(s)
    assert shown["name"] == "Test" and shown["skills"] == ["acm"] and shown["kills"] == {"bombers": 3, "fighters": 0}
    assert shown["wingman"]["status"] == "fine" and shown["gunner"]["wound"] == "unhurt"
    assert shown["base"] == "Bad Lippspringe" and shown["zone"] == "Münster"


def test_4_3_1_a_career_begins_with_nothing_behind_it() -> None:
    """All is nought but what stands for nobody or for the usual, and the wingman's first point [7.2.3.3]."""
    s = new_session(scenario="career")
    assert isinstance(s.state, Game) and asked(s).kind == "choose_unit"
    begun = {
        f"{part}.{name}": value
        for part, fields in msgspec.to_builtins(s.state.pilot).items()
        for name, value in fields.items()
        if value and (not isinstance(value, list) or any(value))
    }
    nobody = ("career.unit", "career.aircraft", "attack.bomber_type", "attack.escort", "attack.target", "duel.enemy")
    usual = {"career.officer": 1, "wingman.xp": 1, "attack.aim": AIRFRAME, "duel.quality": 1}
    check(s, begun, {**dict.fromkeys(nobody, -1), **usual}, "what is there before the first answer")


@rule("7.2.3.3", "7.7b")
def test_7_2_3_3_crews_begin_with_the_experience_the_tables_give_them(tmp_path: Path) -> None:
    (tmp_path / "career.toml").write_text("[experience]\nwingman = 3\ngunner = 2\n")
    for pack, points in ((None, (1, 0)), (tmp_path, (3, 2))):
        s = new_session(scenario="1", pack=pack)
        play_event(s, "enlisted")
        assert isinstance(s.state, Game)
        check(s, (s.state.pilot.wingman.xp, s.state.pilot.gunner.xp), points, "wingman and gunner")


@rule("3.5.1a", "7.1.12a")
def test_3_5_1a_every_card_of_the_deck_comes_once() -> None:
    s = new_session(career(pilot(target="B-24", bomber_type="B-24"), at="bombers", raid=5), cards=[18, 18])
    answer(s, "fire_round", "airframe")
    drawn = [event.data["card"] for event in events_of(s, "card")]
    assert len(drawn) == 2 and drawn[0] == 18 and drawn[1] != 18  # the second 18 is gone from the deck


@rule("3.5.1b")
def test_3_5_1b_an_empty_deck_is_shuffled_at_once() -> None:
    s = new_session(career(pilot(target="B-24", bomber_type="B-24"), at="bombers", raid=5, deck=[18]))
    answer(s, "fire_round", "airframe")
    assert course(s).index("shuffled") > course(s).index("card")
    assert s.perspective("pilot").to_json()["cards_left"] == 59


@rule("3.5.1b", "3.8", "4.3.3")
def test_3_5_1b_a_month_shuffles_the_deck_and_april_has_four_lines() -> None:
    s = new_session(career(pilot("Fw190A-4", "II/JG 1"), month="Mar43", line=7, deck=[1, 2, 3]))
    play_event(s, "month", NO_FIGHT)
    assert last(s, "month").data == {"month": "Apr43", "lines": 4}
    shown = s.perspective("pilot").to_json()
    assert shown["lines"] == 4 and shown["cards_left"] == 60


@rule("4.0a", "4.2.1", "4.4.2a")
def test_4_0a_setting_up_posts_the_pilot_and_begins_in_march() -> None:
    s = new_session(scenario="5")
    assert last(s, "career").data == {"scenario": "5"}
    assert last(s, "posted").data == {"unit": "I/JG 2", "month": "Mar43"}
    play_event(s, "month")
    assert last(s, "month").data["month"] == "Mar43"


@rule("4.1b", "4.2.1")
def test_4_1b_a_rolled_unit_of_a_later_date_starts_then_or_is_rolled_again() -> None:
    s = new_session(draws={"unit": [13, 13, 17]})  # 14 twice, then 18
    answer(s, "choose_unit", "roll")
    answer(s, "late_start", "reroll")
    answer(s, "late_start", "reroll")
    check(s, man(s)["unit"], "I/JG 27", "the unit of 18")
    s = new_session(draws={"unit": [13]})
    answer(s, "choose_unit", "roll")
    answer(s, "late_start", "accept")
    assert last(s, "posted").data == {"unit": "III/JG 11", "month": "Jun43"}
    play_event(s, "month")
    assert last(s, "month").data["month"] == "Jun43"


@rule("4.1a")
@pytest.mark.parametrize(("roll", "unit", "base"), [(1, "I/JG 1", "Jever"), (4, "IV/JG 1", "Mönchengladbach")])
def test_4_1a_the_unit_roll(roll: int, unit: str, base: str) -> None:
    s = new_session(draws={"unit": [roll - 1]})
    answer(s, "choose_unit", "roll")
    assert (man(s)["unit"], man(s)["base"]) == (unit, base)


@rule("4.1c", "4.1d")
def test_4_1c_optional_units_can_only_be_chosen() -> None:
    s = new_session()
    answer(s, "choose_unit", "I/ZG 76")
    assert last(s, "posted").data == {"unit": "I/ZG 76", "month": "Aug43"}


@rule("4.2.2")
def test_4_2_2_no_level_is_asked_for_the_first_aircraft() -> None:
    s = new_session(scenario="11")  # II/ZG 26: the Me410A needs level 3
    assert man(s)["aircraft"]["name"] == "Me410A" and man(s)["level"] == 0


@rule("4.1a")
def test_4_1a_an_aircraft_the_unit_does_not_fly_is_refused() -> None:
    s = new_session(scenario="1")
    refused(s, "Fw190A-4", "4.1a", "not_in_unit")


@rule("4.4.2b")
def test_4_4_2b_the_first_experience_may_be_spent_before_the_first_sortie() -> None:
    s = new_session(scenario="5")
    play_until(s, "spend_experience")
    s.decide("pilot landing")
    assert man(s)["skills"] == ["landing"] and "take_off" not in course(s)


@rule("4.3.2")
def test_4_3_2_the_raid_and_the_bombers_stand_in_the_log() -> None:
    s = new_session(career(month="Mar43"), dice=[2, 3, 2, 2, 3, 3, 1])
    assert last(s, "raid").data["target"] == "Lorient" and last(s, "bombers").data["bomber"] == "B-17F"
    assert man(s)["sortie"]["box"] == 1


@rule("4.6.3b")
def test_4_6_3b_a_raid_beyond_the_fuel_is_no_sortie() -> None:
    s = new_session(career(pilot("Bf109G-1", "I/JG 1"), month="Mar43"), dice=[3, 4, 2, 2])  # Rouen: grey from Bremen
    missed = last(s, "line_missed")
    assert missed.rules == ("4.6.3b",) and man(s)["flights"] == 0


@rule("4.6.3a", "4.6.3b")
def test_4_6_3a_twin_engined_aircraft_reach_what_is_grey_for_others() -> None:
    s = new_session(career(pilot("Me410A", "II/ZG 26"), month="Oct43"), dice=[1, 1, 2, 2, 3, 3, 1])
    assert last(s, "raid").data["zone"] == "Frankfurt" and last(s, "box").data["box"] == 3
    s = new_session(career(pilot("Me410A", "II/ZG 26"), month="Dec43"), dice=[1, 1, 2, 2, 3, 3, 1])
    assert last(s, "raid").data["zone"] == "France" and last(s, "box").data["box"] == 5
    s = new_session(career(pilot("Bf109G-6", "II/JG 11"), month="Dec43"), dice=[1, 1, 2, 2])
    assert "line_missed" in course(s)


@rule("6.1a")
def test_6_1a_april_raids_are_rolled_with_one_die() -> None:
    s = new_session(career(pilot("Fw190A-4", "II/JG 1"), month="Apr43"), dice=[5, 2, 2, 3, 3, 1])
    assert rolls_of(s, "raid")[0].data["dice"] == [5] and last(s, "raid").data["target"] == "Bremen"


@rule("6.1c", "7.1.2a")
def test_6_1c_box_by_box_until_the_last_one() -> None:
    nothing = [1, 2]
    s = new_session(
        career(pilot("Fw190A-4", "I/JG 2"), at="box", raid=5), dice=[*nothing, *nothing, *nothing, *nothing, 3, 3]
    )
    for box in (2, 3, 4):
        answer(s, "press_on", "fly on")
        check(s, last(s, "box").data["box"], box, "the box")
    assert "goes_home" in course(s)  # box 4 is the last of a single-engined aircraft: nothing to choose
    assert len(rolls_of(s, "interception")) == 4


@rule("6.1d", "6.1e", "6.1f")
def test_6_1d_landing_debriefing_and_the_next_line() -> None:
    s = new_session(career(at="over", raid=5, line=1), dice=[3, 3])
    answer(s, "press_on", "go home")
    play_event(s, "line")
    kinds = course(s)
    assert kinds.index("lands") < kinds.index("landed") < kinds.index("log_line") < kinds.index("line")
    assert last(s, "line").data["line"] == 2


@rule("2.3", "7.1.1")
def test_2_3_unescorted_bombers_may_be_left_alone() -> None:
    s = new_session(career(at="box", raid=5), dice=[3, 3, 1])
    answer(s, "choose_target", "leave")
    assert "leaves_bombers" in course(s) and asked(s).kind == "press_on"
