"""The campaign at its edges: options that cannot be, what cannot be read, empty packs, nobody left to fly."""

from __future__ import annotations

from typing import Any

import pytest

import viermot
from tests.games.campaign.support import (
    at_patrols,
    career,
    data_of,
    in_the_air,
    kinds,
    landed,
    night,
    reopen,
    rules_of,
    shown,
    told,
)
from tests.support.rules import rule
from viermot import IllegalOption, new_game
from viermot.games.campaign.knowledge.flight import SortieSession
from viermot.games.campaign.model.state import Crew
from viermot.kernel.user_error import UserError

# -- options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"colour": True}, "option.unknown"),
        ({"ironman": "yes"}, "option.not_a_switch"),
        ({"28.1": 1}, "option.not_a_switch"),
        ({"aircraft": "Spitfire"}, "campaign.option.one_of"),
        ({"stops": "sometimes"}, "campaign.option.one_of"),
        ({"pilot": ""}, "campaign.option.name"),
        ({"pilot": "  "}, "campaign.option.name"),
        ({"operator": "x" * 41}, "campaign.option.name"),
        ({"operator": 7}, "campaign.option.name"),
        ({"pilot": "two\nlines"}, "campaign.option.name"),
        ({"months": 0}, "campaign.option.months.bad"),
        ({"months": 13}, "campaign.option.months.bad"),
        ({"months": "many"}, "campaign.option.months.bad"),
        ({"months": "²"}, "campaign.option.months.bad"),
        ({"months": -1}, "campaign.option.months.bad"),
        ({"umpire": True}, "campaign.option.umpire.staffel_only"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], key: str) -> None:
    with pytest.raises(UserError) as wrong:
        new_game("campaign", "pilot", options, "test")
    assert wrong.value.key == key


def test_odd_but_possible_options_are_taken() -> None:
    s = career("PILOT", pilot="x" * 40, operator="y", months="12", aircraft="Ju88")
    assert shown(s)["crews"][0]["pilot"].endswith("x" * 40)
    for months in (1, True, "1", 12):
        assert career("seasoned", months=months).pending
    with pytest.raises(UserError) as wrong:
        new_game("campaign", "ace", {}, "test")
    assert wrong.value.key == "error.no_scenario"


# -- what is asked -------------------------------------------------------------------------------------------------


def test_A9_crews_are_read_by_number_and_aircraft_by_letter() -> None:
    s = reopen(at_patrols(), ["@campaign.workshop"], lines={"planes": {3: {"ready": 3}}})
    for text in ("1", "DD", "", "?"):
        with pytest.raises(IllegalOption) as wrong:
            s.decide(text)
        assert wrong.value.why == "unreadable", text
    s.decide(" None ")
    assert shown(s)["aircraft"][3]["workshop_weeks"] == 2 and "hurried" not in kinds(s)


@rule("A9.4")
def test_A9_4_an_exchange_may_be_declined_and_ends_with_the_letters() -> None:
    s = reopen(at_patrols(), ["@campaign.next_conversion"], conversions=2)
    assert s.pending[0].kind == "convert"
    before = len(shown(s)["aircraft"])
    s.decide("none")
    assert s.pending[0].kind == "convert" and len(shown(s)["aircraft"]) == before, "one more may be exchanged"
    s.decide(s.pending[0].options[1])
    assert len(shown(s)["aircraft"]) == before + 1 and rules_of(s, "exchanged") == ("A9.4",)
    assert s.pending[0].kind == "who_assigns", "two a month are all"


def test_A3_the_question_after_a_week_names_it() -> None:
    s = career("pilot", {"flying": [1] * 8, "engagement": [1] * 8})
    assert (s.pending[0].kind, s.pending[0].plain_facts) == ("week_over", {"week": shown(s)["week"]})


@rule("A5a")
@pytest.mark.parametrize("nobody", ["crews", "planes"])
def test_A5a_without_crews_or_aircraft_nobody_flies(nobody: str) -> None:
    s = at_patrols()
    count = len(shown(s)["crews" if nobody == "crews" else "aircraft"])
    field = {"back": 9} if nobody == "crews" else {"ready": 9}
    todo = ["@campaign.patrols", "@campaign.week_over"]
    s = reopen(s, todo, lines={nobody: dict.fromkeys(range(count), field)})
    assert "nobody_flies" in kinds(s) and rules_of(s, "nobody_flies") == ("A5a",)
    assert s.pending[0].kind == "week_over", "there is nobody to assign"


@rule("A5b")
def test_A5b_a_crew_grows_tired_and_one_that_is_gone_does_not() -> None:
    s = night({"another card": [1], "recovery": [1] * 6}, {"cards": [53]})
    lines = {"crews": {0: {"streak": 3}, 1: {"streak": 3, "fate": 1}, 2: {"streak": 2}}}
    s = reopen(s, ["@campaign.week_ends"], lines=lines, lost_crews=1)
    tired = [event.data["crew"] for event in s.events("player") if event.kind == "tired"]
    assert tired == [shown(s)["crews"][0]["pilot"]] and rules_of(s, "tired") == ("A5b",)
    streaks = [Crew(*row).streak for row in data_of(s)["crews"]]
    assert streaks[:3] == [4, 3, 3], "the second crew is no more"


@rule("A9.1a")
@pytest.mark.parametrize("nobody", ["crews", "planes"])
def test_A9_1e_without_a_seasoned_crew_or_an_aircraft_nobody_flies_by_day(nobody: str) -> None:
    s = at_patrols()
    field = {"back": 99} if nobody == "crews" else {"ready": 99}
    away = {nobody: dict.fromkeys(range(len(data_of(s)[nobody])), field)}
    s = reopen(s, ["@campaign.monthly_event"], {"event of the month": [1, 4]}, {"which crew": [0]}, lines=away, week=33)
    assert told(s, "event")["event"] == "daylight"
    assert not {"fighter_down", "repairs", "kill"} & set(kinds(s))
    assert "daylight" not in [event.data["what"] for event in s.events("player") if event.kind == "roll"]


# -- cards, men and landings ---------------------------------------------------------------------------------------


@rule("PC5")
def test_PC5_a_pack_that_ran_out_is_shuffled_again() -> None:
    s = career("pilot", {"flying": [1] * 8, "engagement": [1] * 8})
    dice = {"flying": [6], "engagement": [6], "visibility": [4, 4], "cloud": [6], "altitude": [4]}
    again = reopen(s, (), dice, {"cards": [5]}, cards=[])
    again.decide("week")
    assert kinds(again).count("shuffled") == 1 and told(again, "shuffled")["count"] == 54
    assert shown(again)["sortie"] is not None and shown(again)["cards_left"] == 53


@rule("A8.3b")
def test_A8_3b_somebody_stands_in_for_a_gunner_in_hospital() -> None:
    s = reopen(at_patrols(aircraft="Ju88"), [("@campaign.hurt", 5, 2, "combat", 0)], {"injury": [4]})
    assert (told(s, "wounded")["weeks"], rules_of(s, "wounded")) == (6, ("A8.3b",))
    row = shown(s)["crews"][5]
    assert row["wounded_weeks"] == 0, "the crew flies"
    crew = Crew(*data_of(s)["crews"][5])
    assert (crew.gunner_back, crew.operator_back, crew.back) == (8, 0, 0)


@rule("A8.2a")
def test_A8_2a_one_die_for_each_man_as_printed() -> None:
    s = reopen(at_patrols(), [("@campaign.injure", 5, "combat", 0)], {"injury": [4, 6]})
    assert kinds(s)[:4] == ["roll", "wounded", "roll", "unhurt"]
    assert shown(s)["crews"][5]["wounded_weeks"] == 7, "by night this week's night is over"
    by_day = reopen(at_patrols(), [("@campaign.injure", 5, "combat", 0, 1)], {"injury": [4, 6]})
    assert shown(by_day)["crews"][5]["wounded_weeks"] == 6


@rule("A7.1a")
def test_A8_3e_a_spare_pilot_lands_as_a_green_one() -> None:
    s = night({"another card": [1], "recovery": [1] * 6, "visibility": [4, 4], "cloud": [6]}, {"cards": [53]})
    s = reopen(
        s, [("@campaign.land", 0), "@campaign.week_over"], {"recovery": [2, 2]}, lines={"flights": {0: {"spare": 1}}}
    )
    assert told(s, "roll:recovery")["modifiers"] == [["green", 2, "A7.1a"]]


def test_A7_2_a_crew_that_stays_in_a_damaged_aircraft_lands_it() -> None:
    s = night({"another card": [1], "recovery": [1] * 6, "visibility": [4, 4], "cloud": [6]}, {"cards": [53]})
    s = reopen(
        s, [("@campaign.come_home", 0), "@campaign.week_over"], {"recovery": [1, 1]},
        lines={"flights": {0: {"hits": 2}}},
    )  # fmt: skip
    assert s.pending[0].plain_facts["hits"] == 2
    s.decide("land")
    assert "bales_out" not in kinds(s) and told(s, "lands")["landing"] == "safe"


# -- in the air ----------------------------------------------------------------------------------------------------


def test_A6a_the_question_of_a_sortie_is_the_sorties_own() -> None:
    s = in_the_air()
    asked = s.pending[0]
    assert asked.kind.startswith("in_flight") and asked.plain_facts == {"asks": s.state.sortie.asked[0].word}  # type: ignore[attr-defined]
    own = SortieSession(s).pending[0]
    assert (list(asked.options), asked.default) == (list(own.options), own.default)


@rule("A5e")
def test_A5e_a_fighter_that_goes_down_is_out_of_the_night() -> None:
    s = landed(night({"sector": [1]}, {"cards": [20]}), {"another card": [1]}, turn=9, f_hex=[200, -2])
    s.decide("land")
    assert "goes_down" in kinds(s) and "stays_up" not in kinds(s)
    assert told(s, "goes_down")["crew"] == shown(s)["crews"][0]["pilot"]


def test_A5d_hits_of_an_earlier_fight_are_brought_along() -> None:
    s = night({"sector": [1], "another card": [1]}, {"cards": [53]})
    lines = {"flights": {0: {"state": 2}, 3: {"hits": 1}}}
    s = reopen(s, ["@campaign.draw_next"], {"sector": [1]}, {"cards": [20]}, lines=lines)
    hits = {row["id"]: row["hits"] for row in SortieSession(s).perspective("player").to_json()["fighters"]}
    assert 1 in hits.values()


def test_A5d_a_sortie_begun_with_hits_does_not_stand_alone() -> None:
    for hits in (0, 1):
        s = night({"sector": [1]}, {"cards": [20]})
        s = reopen(s, [("@campaign.take_off", [0], 0)], lines={"flights": {0: {"hits": hits}}})
        assert (len(data_of(s)["orders"]["fighters"]), data_of(s)["tended"]) == (1, hits)


def test_A5d_a_standby_that_is_up_already_meets_the_next_raid_at_once() -> None:
    s = night({"sector": [1], "another card": [1]}, {"cards": [53]})
    lines = {"flights": {0: {"state": 2}, 3: {"state": 1}}}
    s = reopen(s, ["@campaign.draw_next"], {"sector": [1]}, {"cards": [20]}, lines=lines)
    fighters = s.state.orders["fighters"]  # type: ignore[attr-defined]
    assert [(one["flight"], one["late"]) for one in fighters] == [(3, False)]


def test_A3c_alone_the_visibility_does_not_change() -> None:
    s = night({"another card": [1], "recovery": [1] * 6}, {"cards": [53]})
    s = reopen(s, ["@campaign.weather_changes"], {"weather change": [6]}, visibility=0)
    assert data_of(s)["visibility"] == 0 and "visibility_changes" not in kinds(s)
    assert [event for event in s.events("player") if event.kind == "roll"] == []


def test_a_career_can_be_begun_without_any_options() -> None:
    assert viermot.new_game("campaign", "pilot", {}, "test").pending
