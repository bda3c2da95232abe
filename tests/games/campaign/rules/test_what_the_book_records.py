"""What is written down week by week: the numbers behind each event, at the edges of each table [A3-A9, PC2-PC5]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.campaign.support import (
    QUIET_MONTH,
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
from viermot import IllegalOption, Session

END = "@campaign.week_over"


def pilot_of(s: Session, crew: int) -> str:
    name: str = shown(s)["crews"][crew]["pilot"]
    return name


def why(s: Session, option: str) -> tuple[str, str]:
    """The rule and the reason by which an answer is refused."""
    with pytest.raises(IllegalOption) as refused:
        s.decide(option)
    return refused.value.rule, refused.value.key


# -- the month -----------------------------------------------------------------------------------------------------


def by_day(die: int) -> Session:
    """February 1943: crew 1 goes up against the Americans."""
    rolled = {"event of the month": [1, 4], "daylight": [die], "injury": [6, 6]}
    return reopen(at_patrols(), ["@campaign.monthly_event"], rolled, {"which crew": [0]}, week=33)


@rule("A9.1e")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_A9_1e_what_the_die_of_a_day_sortie_means(die: int) -> None:
    s = by_day(die)
    news = kinds(s)
    assert ("fighter_down" in news, "repairs" in news, "kill" in news) == (die <= 2, die in (3, 4), die == 6)
    crew, plane = shown(s)["crews"][0], shown(s)["aircraft"][0]
    if die <= 2:
        assert told(s, "fighter_down") == {"crew": pilot_of(s, 0), "plane": "Me110F-4 A"}
        assert told(s, "plane_lost") == {"plane": "Me110F-4 A", "destroyed": True} and plane["fate"] == "destroyed"
    elif die <= 4:
        assert told(s, "repairs") == {"plane": "Me110F-4 A", "weeks": 1} and plane["workshop_weeks"] == 1
    elif die == 6:
        assert told(s, "kill") == {"crew": pilot_of(s, 0), "bomber": "B-17E/F", "points": 6}
        assert (crew["kills"], crew["points"], crew["shot_down"], shown(s)["score"]["points"]) == (13, 58, 1, 6)
    else:
        assert (crew["kills"], plane["workshop_weeks"], plane["fate"]) == (12, 0, "in stock")


@rule("A9.1f")
@pytest.mark.parametrize("drawn", [0, 1, 2, 3, 4])  # after the fourth the first again
@pytest.mark.parametrize("week", [1, 5])
def test_A9_1f_which_week_of_the_month_has_no_night(week: int, drawn: int) -> None:
    s = reopen(
        at_patrols(), ["@campaign.monthly_event"], {"event of the month": [1, 5]}, {"which week": [drawn]}, week=week
    )
    assert told(s, "bad_week") == {"of_month": drawn % 4 + 1}
    assert data_of(s)["no_night"] == week + drawn % 4


@rule("A9.1h")
def test_A9_1h_who_was_trained_is_named() -> None:
    s = reopen(at_patrols(), ["@campaign.monthly_event"], {"event of the month": [4, 4]})
    assert why(s, "1") == ("A9.1h", "campaign.refused.not_green")
    s.decide("8")
    assert told(s, "trained") == {"crew": pilot_of(s, 7)}


@rule("A9.1i")
def test_A9_1i_only_what_is_in_the_workshop_comes_out_of_it_early() -> None:
    lines = {"planes": {0: {"ready": 5}, 1: {"ready": 6}, 2: {"ready": 4}}}
    s = reopen(at_patrols(), ["@campaign.monthly_event"], {"event of the month": [4, 5]}, week=5, lines=lines)
    assert kinds(s).count("out_early") == 1 and told(s, "out_early") == {"plane": "Me110F-4 B"}
    assert [plane["workshop_weeks"] for plane in shown(s)["aircraft"][:3]] == [0, 0, 0]


@rule("A9.1j")
@pytest.mark.parametrize(
    ("aircraft", "plane", "fitted"), [("Me110", "Me110E-4 C", "Lichtenstein BC"), ("Ju88", "Ju88C-6 C", "Ju88C-6")]
)
def test_A9_1j_what_an_old_aircraft_gets(aircraft: str, plane: str, fitted: str) -> None:
    s = career("staffel", {**QUIET_MONTH, "event of the month": [5, 5]}, aircraft=aircraft)
    assert why(s, "A") == ("A9.1j", "campaign.refused.not_old")
    s.decide("C")
    assert told(s, "new_set") == {"plane": plane, "equipment": fitted}


@rule("A9.2")
def test_A9_2_newcomers_are_green_and_on_the_books() -> None:
    s = reopen(at_patrols(), ["@campaign.new_crews"], {"new crews": [6]})
    new = shown(s)["crews"][9:]
    assert [(row["kills"], row["points"], row["awards"], row["status"]) for row in new] == [(0, 0, [], "green")] * 2
    data = told(s, "joins")
    assert (data["crew"], data["pilot"], data["operator"]) == (new[1]["pilot"], new[1]["pilot"], new[1]["operator"])
    assert len({man for row in shown(s)["crews"] for man in (row["pilot"], row["operator"])}) == 22, "all have names"


@rule("A9.3")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_A9_3_half_a_die_of_new_aircraft(die: int, count: int) -> None:
    gone = {number: {"fate": 1} for number in (7, 8, 9, 10)}
    s = reopen(at_patrols(), lines={"planes": gone}, lost_planes=4)
    s = reopen(s, ["@campaign.new_aircraft"], {"new aircraft": [die], "which type": [5] * count})
    assert len(shown(s)["aircraft"]) == 11 + count
    assert told(s, "delivered") == {"plane": f"Me110F-4 {'LMN'[count - 1]}", "type": "Me110F-4"}
    assert [e.data["dice"] for e in s.events("player") if e.data.get("what") == "which type"][-count:] == [[5]] * count


@rule("A9.4")
def test_A9_4_one_exchange_for_each_crew_that_rested() -> None:
    rested = {"crews": {8: {"rested": 2}, 7: {"rested": 3}, 6: {"rested": 1}}}
    s = reopen(at_patrols(), ["@campaign.conversions", END], week=21, lines=rested)
    assert why(s, "A") == ("A9.4", "campaign.refused.not_old")
    s.decide("C")
    assert told(s, "exchanged") == {"plane": "Me110E-4 C", "for_plane": "Me110F-4 L", "type": "Me110F-4"}
    assert s.pending[0].kind == "convert"
    s.decide("none")
    assert s.pending[0].kind == "week_over" and kinds(s).count("exchanged") == 1
    s = reopen(at_patrols(), ["@campaign.conversions", END], week=20, lines=rested)
    assert s.pending[0].kind == "week_over", "not before November"


def test_A9_4_two_weeks_off_running_count_for_the_month_after() -> None:
    lines = {"crews": {0: {"idle": 1, "streak": 2}, 1: {"idle": 0}, 2: {"idle": 1, "rested": 2}, 3: {"rested": 1}}}
    s = reopen(at_patrols(), ["@campaign.week_ends", END], lines=lines)
    rows: Any = s.state.crews  # type: ignore[attr-defined]
    assert [(row.idle, row.rested, row.streak) for row in rows[:4]] == [(2, 1, 0), (1, 0, 0), (2, 3, 0), (1, 1, 0)]
    s = reopen(s, ["@campaign.month_begins"], QUIET_MONTH)
    rows = s.state.crews  # type: ignore[attr-defined]
    assert [(row.idle, row.rested) for row in rows[:4]] == [(0, 2), (0, 0), (0, 2), (0, 2)]


@rule("A9.1a", "A8.1c")
def test_A3_the_business_of_the_month_in_its_order() -> None:
    lines = {"crews": {8: {"rested": 1}}, "planes": {0: {"ready": 30}}}
    s = reopen(at_patrols(), ["@campaign.month_begins", END], QUIET_MONTH, week=21, lines=lines)
    rolls = [event.data["what"] for event in s.events("player") if event.kind == "roll"]
    assert rolls[-3:] == ["event of the month", "new crews", "new aircraft"]
    assert s.pending[0].kind == "convert"
    s.decide("none")
    assert s.pending[0].kind == "hurry"
    assert why(s, "B") == ("A8.1c", "campaign.refused.not_in_workshop")
    s.decide("A")
    assert told(s, "hurried") == {"plane": "Me110F-4 A"} and s.pending[0].kind == "week_over"


# -- patrols -------------------------------------------------------------------------------------------------------


@rule("A5a", "A8.3d", "A8.1a", "A9.1k")
def test_A5a_each_refusal_has_its_own_reason() -> None:
    lines = {
        "crews": {0: {"back": 9}, 1: {"leave": 9}, 2: {"streak": 4}, 3: {"fate": 3}},
        "planes": {0: {"ready": 2}, 1: {"ready": 1}},
    }
    s = reopen(at_patrols(), lines=lines)
    s.decide("by hand")
    assert why(s, "1 B") == ("A8.3d", "campaign.refused.pilot_wounded")
    assert why(s, "2 B") == ("A9.1k", "campaign.refused.on_leave")
    assert why(s, "3 B") == ("A5b", "campaign.refused.must_rest")
    assert why(s, "4 B") == ("A8.3c", "campaign.refused.crew_gone")
    assert why(s, "5 A") == ("A8.1a", "campaign.refused.in_workshop")
    for nobody in ("0 B", "10 B", "5 L", "5 z"):
        assert why(s, nobody) == ("A5a", "campaign.refused.no_such_pair"), nobody
    s.decide("5 B")
    assert told(s, "assigned") == {"crew": pilot_of(s, 4), "plane": "Me110F-4 B", "sector": 1, "role": "station"}
    for taken in ("5 C", "6 B"):
        assert why(s, taken) == ("A5a", "campaign.refused.not_free"), taken


@rule("A5a")
def test_A5a_the_adjutant_takes_the_newest_aircraft_and_leaves_no_standby_alone() -> None:
    lines: Any = {"planes": {5: {"type": "Me110G-4"}, 4: {"radar": "Lichtenstein BC"}}}
    lines["crews"] = {number: {"leave": 9} for number in range(5, 9)}
    s = reopen(at_patrols(), lines=lines, closed=0, draws={"cards": [53]}, dice={"another card": [1]})
    s.decide("staff")
    assigned = [event.data for event in s.events("player") if event.kind == "assigned"]
    assert [(row["plane"][-1], row["sector"], row["role"]) for row in assigned] == [
        ("F", 2, "station"), ("A", 3, "station"), ("B", 2, "standby"), ("E", 3, "standby"),
    ]  # fmt: skip


@pytest.mark.parametrize(("streak", "kills", "tired"), [(2, 0, False), (3, 0, True), (4, 20, False), (5, 20, True)])
def test_A5b_who_is_tired_after_the_week_is_told(streak: int, kills: int, tired: bool) -> None:
    s = night({"another card": [1], "recovery": [1] * 12}, {"cards": [53]})
    s = reopen(s, ["@campaign.week_ends"], lines={"crews": {0: {"streak": streak, "kills": kills}}})
    assert ("tired" in kinds(s)) == tired
    if tired:
        assert told(s, "tired") == {"crew": pilot_of(s, 0)}


# -- the night -----------------------------------------------------------------------------------------------------


@rule("A3c")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [(2, 1, "moderate"), (1, 1, "poor"), (0, 1, None), (1, 2, None), (1, 5, None), (0, 6, "moderate"), (2, 6, None)],
)
def test_A3c_with_an_umpire_the_weather_may_change(before: int, die: int, after: str | None) -> None:
    s = reopen(at_patrols(umpire=True), ["@campaign.weather_changes"], {"weather change": [die]}, visibility=before)
    assert ("visibility_changes" in kinds(s)) == (after is not None)
    if after:
        assert told(s, "visibility_changes") == {"visibility": after}


@rule("A3b")
@pytest.mark.parametrize(
    ("dice", "cloud", "told_as"),
    [((2, 2), 3, ("poor", "cloudy")), ((2, 3), 4, ("moderate", "none")), ((4, 5), 1, ("moderate", "cloudy")),
     ((4, 6), 6, ("good", "none"))],
)  # fmt: skip
def test_A3b_visibility_and_cloud_of_the_night(dice: tuple[int, int], cloud: int, told_as: tuple[str, str]) -> None:
    s = reopen(at_patrols(), ["@campaign.night_weather"], {"visibility": list(dice), "cloud": [cloud]})
    assert told(s, "weather") == {"visibility": told_as[0], "cloud": told_as[1]}


@pytest.mark.parametrize(("moon", "die", "risen"), [(0, 6, False), (1, 6, True), (2, 6, True), (2, 1, False)])
def test_A3d_the_moon_rises_in_a_week_that_has_one(moon: int, die: int, risen: bool) -> None:
    s = at_patrols({"sector": [1], "moonrise": [die]}, {"cards": [20], "take-off": [1]})
    s = reopen(s, dice={"sector": [1], "moonrise": [die]}, draws={"cards": [20], "take-off": [1]}, moon=moon)
    s.decide("staff")
    assert ("moon_risen" in kinds(s)) == risen
    assert s.state.sortie.moon == (moon if risen else 0)  # type: ignore[attr-defined]


@rule("A4a")
@pytest.mark.parametrize(
    ("week", "no_night", "forced"),
    [(4, 0, True), (3, 4, True), (3, 0, False), (2, 0, False), (2, 3, False), (8, 0, True)],
)
def test_A4a_with_an_umpire_the_last_night_makes_up_for_the_month(week: int, no_night: int, forced: bool) -> None:
    """A month has so many cards at least; the last night that is flown draws until they are there."""
    s = reopen(
        at_patrols(umpire=True), ["@campaign.another", END], {"another card": [1], "sector": [1]}, {"cards": [53] * 40},
        week=week, no_night=no_night, month_cards=1, counted=1,
    )  # fmt: skip
    assert told(s, "night_ends") != {} if not forced else "card" in kinds(s)
    assert ("roll:another card" in {f"roll:{e.data['what']}" for e in s.events("player") if e.kind == "roll"}) or forced


# -- weeks of a pilot ------------------------------------------------------------------------------------------------


@rule("PC2")
def test_PC2_a_wounded_pilot_and_one_without_an_aircraft_wait() -> None:
    lines = {"crews": {0: {"back": 4, "idle": 1}}}
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.pilot_week", END], lines=lines)
    assert told(s, "in_hospital") == {"crew": pilot_of(s, 0), "weeks": 3}
    assert s.state.crews[0].idle == 0  # type: ignore[attr-defined]
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.pilot_week", END], lines={"planes": {0: {"ready": 3}}})
    assert told(s, "no_plane") == {"crew": pilot_of(s, 0), "weeks": 2} and "flies" not in kinds(s)[-3:]


@rule("PC4")
@pytest.mark.parametrize(("week", "idle", "better"), [(20, 1, False), (21, 0, False), (21, 1, True), (21, 5, True)])
def test_PC3_two_idle_weeks_from_november_on_bring_a_better_aircraft(week: int, idle: int, better: bool) -> None:
    s = reopen(
        career(dice={"flying": [1] * 4}), ["@campaign.pilot_week", END], {"flying": [1] * 4}, week=week,
        lines={"crews": {0: {"idle": idle}}},
    )  # fmt: skip
    assert told(s, "stays_down") == {"crew": pilot_of(s, 0)}
    assert ("retrained" in kinds(s)) == better
    if better:
        assert told(s, "retrained") == {"crew": pilot_of(s, 0), "type": shown(s)["aircraft"][0]["type"]}
        again = reopen(s, ["@campaign.pilot_week", END], {"flying": [1] * 4})
        assert kinds(again).count("retrained") == 0, "there is none better"


@rule("A3a")
def test_A3a_quiet_weeks_are_passed_over_if_the_player_wants() -> None:
    quiet = {"flying": [1] * 12}
    s = career(dice={**quiet}, stops="eventful")
    first = shown(s)["week"]
    assert s.pending[0].kind == "week_over" and s.pending[0].facts["week"] == first
    s.decide("week")
    assert shown(s)["week"] == first + 1, "only to the next"
    s = reopen(s, dice={"flying": [1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6], "engagement": [1] * 12, "recovery": [1] * 12})
    before = shown(s)["week"]
    s.decide("next")
    assert shown(s)["week"] >= before + 2 and "flies" in kinds(s), "on to the one in which he flies"


@rule("A3a")
def test_A3a_every_week_has_a_line_in_the_history() -> None:
    s = career(dice={"flying": [1] * 12})
    for _ in range(3):
        s.decide("week")
    history = s.state.history  # type: ignore[attr-defined]
    assert [row[0] for row in history] == [1, 2, 3, 4]
    assert history[0][1:] == (0, 0, 0, 1, 1, 0, 0)
    s.decide("week")
    assert kinds(s).count("shuffled") == 2, "the pack is shuffled in the first week of a month [PC5]"


# -- after the sortie ------------------------------------------------------------------------------------------------


@rule("PC5", "A8.2b")
def test_PC5_the_book_of_a_sortie() -> None:
    s = in_the_air()
    assert told(s, "take_off") == {"number": 1, "flights": [pilot_of(s, 0)]}
    hit = landed(s, {"splinters": [6], "recovery": [1, 1]}, f_hits=[1])
    over = told(hit, "sortie_over")
    assert (over["number"], over["kills"], over["hits"], over["lost"]) == (1, 0, 1, 0)
    row = shown(hit)["sorties"][0]
    assert (row["kills"], row["hits"], row["lost"], row["number"], row["week"]) == (0, 1, 0, 1, 1)


@rule("A8.4b", "PC1")
def test_A8_4b_the_rule_of_an_award_depends_on_the_career() -> None:
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.end_week"], lines={"crews": {0: {"points": 4}}})
    assert told(s, "award") == {"crew": pilot_of(s, 0), "award": "iron_cross_2"}
    assert rules_of(s, "award") == ("A8.4b", "PC1")
    s = reopen(at_patrols(), ["@campaign.end_week"], lines={"crews": {8: {"points": 4}}})
    assert rules_of(s, "award") == ("A8.4b",) and told(s, "award")["crew"] == pilot_of(s, 8)


# -- casualties, and the end -----------------------------------------------------------------------------------------


@rule("A8.3a")
def test_A8_3a_a_crew_that_falls_back_is_told_its_status() -> None:
    """Without its operator a crew counts less, and its new one is fit at once."""
    lines = {"crews": {1: {"kills": 8, "points": 32, "operator_back": 9, "best": 1}}}
    s = reopen(at_patrols(), [("@campaign.hurt", 1, 1, "combat", 0), END], {"injury": [1]}, lines=lines, happened=1)
    row = shown(s)["crews"][1]
    assert row["status"] == "green" and told(s, "downgraded") == {"crew": row["pilot"], "crew_status": "green"}
    assert told(s, "man_lost")["man"] == "operator" and row["operator_wounded_weeks"] == 0
    lost = told(s, "replaced")
    assert (
        (lost["name"], lost["kills"], lost["points"])
        == (row["operator"], 8 - row["kills"], 32 - row["points"])
        == (row["operator"], 4, 4)
    )
    assert s.state.crews[1].operator_back == 0  # type: ignore[attr-defined]


@rule("A8.2a")
@pytest.mark.parametrize(("die", "modifier"), [(1, -2), (1, 0), (6, 0), (6, 3)])
def test_A8_2a_the_injury_table_ends_at_one_and_six(die: int, modifier: int) -> None:
    s = reopen(at_patrols(), [("@campaign.hurt", 1, 0, "combat", modifier), END], {"injury": [die]}, happened=1)
    same = reopen(at_patrols(), [("@campaign.hurt", 1, 0, "combat", 0), END], {"injury": [die]}, happened=1)
    news = ("man_lost", "wounded", "unhurt")
    assert [kind for kind in kinds(s) if kind in news] == [kind for kind in kinds(same) if kind in news]


@rule("A9.1e")
def test_A9_1e_whoever_is_back_this_week_is_fit_for_it() -> None:
    """And an aircraft that is ready this week can be taken."""
    only: Any = {
        "crews": {number: {"back": 99} for number in range(9)},
        "planes": {n: {"ready": 99} for n in range(11)},
    }
    only["crews"][2]["back"] = 33
    only["planes"][3]["ready"] = 33
    rolled = {"event of the month": [1, 4], "daylight": [3]}
    s = reopen(at_patrols(), ["@campaign.monthly_event"], rolled, {"which crew": [0]}, week=33, lines=only)
    seasoned = shown(s)["crews"][2]["status"] == "seasoned"
    assert ("repairs" in kinds(s)) == seasoned
    if seasoned:
        assert told(s, "roll:daylight")["crew"] == pilot_of(s, 2) and told(s, "repairs")["plane"].endswith(" D")


@rule("A5a")
def test_A5a_whoever_is_back_this_week_may_fly() -> None:
    s = reopen(at_patrols(), lines={"crews": {0: {"back": 1}, 1: {"leave": 1}}, "planes": {0: {"ready": 1}}})
    s.decide("by hand")
    assert {"1 A", "2 A"} <= set(s.pending[0].options)
    s.decide("1 A")
    assert why(s, "1 B") == ("A5a", "campaign.refused.not_free"), "not because of a wound that has healed"
    assert why(s, "2 A") == ("A5a", "campaign.refused.not_free")


@rule("A7.1a")
@pytest.mark.parametrize(("scenario", "cited"), [("pilot", True), ("staffel", False)])
def test_A7_1a_a_pilots_landing_goes_by_PC4_as_well(scenario: str, cited: bool) -> None:
    if scenario == "pilot":
        s = landed(in_the_air(), {"recovery": [1, 1]})
    else:
        s = night({"another card": [1], "recovery": [1] * 12}, {"cards": [53]})
    rolled = next(e for e in reversed(s.events("player")) if e.kind == "roll" and e.data["what"] == "recovery")
    assert ("PC4" in rolled.rules) == cited
    assert {row["state"] for row in shown(s)["patrols"]} <= {"landed", "on the ground"}


@pytest.mark.parametrize(("scenario", "rule_"), [("pilot", "PC1"), ("staffel", "A10.1")])
def test_A10_1_how_it_ended_how_well_and_by_which_rule(scenario: str, rule_: str) -> None:
    s = career("pilot", {"flying": [1] * 4}) if scenario == "pilot" else at_patrols()
    fates = {number: {"fate": 1} for number in range(len(shown(s)["crews"]))}
    lost = {"lost_crews": 9} if scenario == "staffel" else {}
    s = reopen(s, ["@campaign.end_week"], lines={"crews": fates}, **lost)
    over = told(s, "career_over")
    assert (over["ending"], over["level"]) == ("killed" if scenario == "pilot" else "no crews left", "defeat")
    assert rules_of(s, "career_over") == (rule_,) and not s.pending


@rule("A4a")
@pytest.mark.parametrize(("cards", "drawn"), [(11, 1), (12, 0)])
def test_A4a_twelve_cards_a_month_at_most(cards: int, drawn: int) -> None:
    """With an umpire a night that begins after the twelfth brings nobody."""
    s = reopen(at_patrols(umpire=True), draws={"cards": [53]}, dice={"recovery": [1] * 12}, month_cards=cards)
    s.decide("staff")
    assert kinds(s).count("card") == drawn and told(s, "no_more_cards") == {"count": 12}
    assert kinds(s).count("no_more_cards") == 1 and s.pending[0].kind == "week_over"


@rule("A4a")
@pytest.mark.parametrize(("cards", "forced"), [(4, True), (5, False)])
def test_A4a_five_cards_a_month_at_least(cards: int, forced: bool) -> None:
    s = reopen(
        at_patrols(umpire=True), ["@campaign.another", END], {"another card": [1] * 3}, {"cards": [53] * 3}, week=4,
        month_cards=cards, counted=1,
    )  # fmt: skip
    assert kinds(s).count("card") == int(forced)
    assert told(s, "night_ends") == {"count": 0}


@rule("CM2", "A4b")
def test_CM2_the_raids_of_the_night_are_counted_in_the_end() -> None:
    s = at_patrols({"sector": [1, 4], "another card": [6, 1], "recovery": [1] * 12}, {"cards": [20, 20]})
    s.decide("by hand")
    while s.pending[0].kind == "assign":
        s.decide("none")
    assert told(s, "raid_passes") == {"sector": 2} and kinds(s).count("raid_passes") == 2
    assert told(s, "night_ends") == {"count": 2}


@pytest.mark.parametrize(("turns", "who"), [(17, 0), (18, 3)])
def test_A5d_with_fuel_for_less_than_eight_turns_the_standby_goes(turns: int, who: int) -> None:
    s = night({"another card": [1], "recovery": [1] * 12}, {"cards": [53]})
    s = reopen(s, [("@campaign.draw_next",)], {"sector": [1]}, {"cards": [20], "take-off": [1]},
               lines={"flights": {0: {"turns": turns, "state": 1}}}, sortie=None)  # fmt: skip
    assert s.state.orders["fighters"][0]["flight"] == who  # type: ignore[attr-defined]


@rule("A3a")
def test_A8_4b_a_crew_that_is_gone_is_not_decorated() -> None:
    lines = {"crews": {7: {"points": 4, "fate": 3, "kills": 25}, 8: {"points": 3}}}
    s = reopen(at_patrols(), ["@campaign.end_week"], lines=lines)
    assert not {"award", "promoted"} & {*kinds(s)} and shown(s)["crews"][7]["awards"] == []
    s.decide("week")
    assert "week" in kinds(s)


def test_PC6_a_seasoned_pilot_has_his_rank() -> None:
    ranks = {form: pilot_of(career(form, {"flying": [1] * 4}), 0).split()[0] for form in ("pilot", "seasoned")}
    assert ranks == {"pilot": "Uffz.", "seasoned": "Fw."}


@rule("PC5")
def test_PC5_the_line_of_a_sortie_names_crew_and_aircraft() -> None:
    s = landed(in_the_air(), {"recovery": [1, 1]})
    row = shown(s)["sorties"][0]
    assert (row["crews"], row["planes"]) == ([pilot_of(s, 0)], [shown(s)["aircraft"][0]["type"]])


def test_A9_4_only_old_aircraft_are_exchanged_or_none() -> None:
    s = reopen(at_patrols(), ["@campaign.conversions", END], week=21, lines={"crews": {8: {"rested": 2}}})
    letters = [row["letter"] for row in shown(s)["aircraft"] if row["type"] == "Me110E-4"]
    assert list(s.pending[0].options) == ["none", *letters]


@rule("A9.1f")
def test_A9_1f_crews_rest_in_a_week_without_a_night() -> None:
    s = reopen(
        at_patrols(), ["@campaign.staffel_week", END], no_night=1, lines={"crews": {0: {"idle": 1, "streak": 3}}}
    )
    row: Any = s.state.crews[0]  # type: ignore[attr-defined]
    assert (row.idle, row.streak, row.rested) == (2, 0, 1)
