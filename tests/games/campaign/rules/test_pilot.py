"""The pilot campaign [PC1 to PC6] and the solitaire changes [CM1 to CM3]."""

from __future__ import annotations

import pytest

from tests.games.campaign.support import (
    at_patrols,
    career,
    in_the_air,
    kinds,
    land,
    landed,
    night,
    reopen,
    rules_of,
    shown,
    told,
)
from tests.support.rules import rule
from viermot import IllegalOption, Session

END_OF_WEEK = "@campaign.end_week"


def quiet(scenario: str = "pilot", **options: object) -> Session:
    """The first week, not flown."""
    return career(scenario, {"flying": [1, 2, 3]}, **options)


@rule("PC1")
def test_PC1_a_pilot_joins_green_without_kills() -> None:
    crew = shown(quiet())["crews"][0]
    assert (crew["kills"], crew["points"], crew["status"], crew["awards"]) == (0, 0, "green", [])
    s = reopen(quiet(), lines={"crews": {0: {"kills": 9}}})
    assert shown(s)["crews"][0]["status"] == "green"  # throughout


@rule("PC1")
@pytest.mark.parametrize(("points", "level"), [(19, None), (20, "victory"), (24, "victory")])
def test_PC1_twenty_points_at_the_end_of_a_week_win(points: int, level: str | None) -> None:
    s = reopen(quiet(), [END_OF_WEEK], lines={"crews": {0: {"points": points}}})
    assert (s.result or {}).get("level") == level


@rule("PC1")
@pytest.mark.parametrize("fate", ["killed", "crippled"])
def test_PC1_death_loses_whatever_the_points(fate: str) -> None:
    number = {"killed": 1, "crippled": 2}[fate]
    s = reopen(quiet(), [END_OF_WEEK], lines={"crews": {0: {"points": 30, "fate": number}}})
    assert s.result is not None and (s.result["level"], s.result["reason"]) == ("defeat", fate)


@rule("PC1")
@pytest.mark.parametrize(("points", "level"), [(9, "defeat"), (10, "minor_victory"), (19, "minor_victory")])
def test_PC1_the_year_ends_with_or_without_the_iron_cross(points: int, level: str) -> None:
    s = reopen(quiet(), [END_OF_WEEK], week=48, lines={"crews": {0: {"points": points}}})
    assert s.result is not None and (s.result["level"], s.result["reason"]) == (level, "end of the campaign")


@rule("PC2")
@pytest.mark.parametrize(("aircraft", "type_"), [("Me110", "Me110E-4"), ("Ju88", "Ju88C-2")])
def test_PC2_the_first_aircraft(aircraft: str, type_: str) -> None:
    s = quiet(aircraft=aircraft)
    assert shown(s)["aircraft"][0]["type"] == type_
    assert bool(shown(s)["crews"][0]["gunner"]) == (aircraft == "Ju88")


@rule("PC2", "A7.1b", "PC4")
def test_PC2_an_accident_costs_the_next_week_and_no_other() -> None:
    dice = {"flying": [6, 1, 1], "engagement": [1, 1, 1], "visibility": [4, 4], "cloud": [6], "recovery": [5, 4]}
    s = career(dice=dice)
    assert told(s, "lands")["landing"] == "accident"  # 9 and +1 for a green pilot
    assert told(s, "repairs")["weeks"] == 1
    s.decide("week")
    assert "no_plane" in kinds(s) and "flies" not in kinds(s)[kinds(s).index("no_plane") :]
    s = reopen(s, dice={"flying": [6, 6, 6]})
    s.decide("week")
    assert kinds(s).count("flies") == 1  # the reopened record has only the third week


@rule("PC2", "A8.2a")
def test_PC2_a_crash_costs_two_weeks_and_injuries_are_rolled() -> None:
    dice = {"flying": [6, 1, 1], "engagement": [1, 1, 1], "visibility": [4, 4], "cloud": [6], "recovery": [6, 5]}
    s = career(dice={**dice, "injury": [6, 1]})
    assert told(s, "lands")["landing"] == "crash"
    assert told(s, "no_aircraft")["weeks"] == 2
    assert told(s, "unhurt")["man"] == "pilot"
    assert told(s, "wounded") == {"crew": shown(s)["crews"][0]["pilot"], "man": "operator", "weeks": 4}  # 1 + 2
    s.decide("week")
    assert told(s, "no_plane")["weeks"] == 2
    s.decide("week")
    assert told(s, "no_plane")["weeks"] == 1


@rule("PC2", "A8.3d")
def test_PC2_wounds_heal_while_the_aircraft_is_mended() -> None:
    s = reopen(quiet(), lines={"crews": {0: {"back": 3}}, "planes": {0: {"ready": 3}}}, dice={"flying": [6, 1, 1]})
    s.decide("week")
    assert told(s, "in_hospital")["weeks"] == 1
    s.decide("week")
    assert "flies" in kinds(s)
    hurt = reopen(quiet(), [("@campaign.hurt", 0, 0, "combat", 0)], {"injury": [5]}, happened=1)
    assert told(hurt, "wounded")["weeks"] == 3 and rules_of(hurt, "wounded") == ("A8.3d", "PC2")


@rule("PC2", "A8.3a", "A8.3b")
def test_PC2_a_lost_operator_costs_points_but_no_award() -> None:
    s = reopen(quiet(), [END_OF_WEEK], lines={"crews": {0: {"points": 12, "kills": 3}}})
    assert shown(s)["crews"][0]["awards"] == ["iron_cross_2", "iron_cross_1"]
    s = reopen(s, [("@campaign.hurt", 0, 1, "combat", 0), END_OF_WEEK], {"injury": [1]})
    crew = shown(s)["crews"][0]
    assert (crew["points"], crew["kills"]) == (8, 0)
    assert crew["awards"] == ["iron_cross_2", "iron_cross_1"]
    assert told(s, "replaced")["name"] == crew["operator"]


def two_idle_weeks(first: int) -> Session:
    s = reopen(quiet(), dice={"flying": [1] * 8}, week=first - 1)
    s.decide("week")
    s.decide("week")
    return s


@rule("PC3")
def test_PC3_two_idle_weeks_from_november_on() -> None:
    s = two_idle_weeks(first=21)
    assert "retrained" in kinds(s) and shown(s)["aircraft"][0]["type"] == "Me110F-4"
    one = reopen(quiet(), dice={"flying": [1] * 8}, week=20)
    one.decide("week")
    assert "retrained" not in kinds(one), "one week in November is not enough, however long he was idle before"
    s = two_idle_weeks(first=17)
    assert "retrained" not in kinds(s) and shown(s)["aircraft"][0]["type"] == "Me110E-4"


@rule("PC3", "PC2")
def test_PC3_weeks_in_hospital_do_not_count() -> None:
    s = reopen(quiet(), dice={"flying": [1] * 12}, week=20, lines={"crews": {0: {"back": 23}}})
    s.decide("week")
    s.decide("week")
    s.decide("week")
    assert kinds(s).count("in_hospital") == 2 and "retrained" not in kinds(s)
    s.decide("week")
    assert "retrained" in kinds(s)


@rule("PC5")
def test_PC3_the_F4_of_the_pilot_campaign_has_no_gunflash() -> None:
    old, new = in_the_air(), in_the_air("seasoned")
    assert old.state.sortie.layout.fighters[0].gunflash  # type: ignore[attr-defined]
    assert not new.state.sortie.layout.fighters[0].gunflash  # type: ignore[attr-defined]


@rule("PC4")
@pytest.mark.parametrize(("week", "dice"), [(1, 3), (2, 4), (4, 2)])
def test_PC4_dice_by_the_moon(week: int, dice: int) -> None:
    s = reopen(quiet(), dice={"flying": [1] * dice}, week=week - 1)
    s.decide("week")
    assert len(told(s, "roll:flying")["dice"]) == dice
    assert "stays_down" in kinds(s)


@rule("PC4")
@pytest.mark.parametrize(("dice", "flies"), [([5, 5, 5], False), ([1, 1, 6], True)])
def test_PC4_only_a_six_sends_him_up(dice: list[int], flies: bool) -> None:
    s = career("pilot", {"flying": dice, "engagement": [5, 5, 5], "recovery": [2, 2]})
    assert ("flies" in kinds(s), "stays_down" in kinds(s)) == (flies, not flies)
    assert "take_off" not in kinds(s), "and only a six brings bombers"


@rule("PC4", "A7.1a")
def test_PC4_whoever_flies_takes_the_recovery_test_at_one() -> None:
    dice = {"flying": [1, 6, 1], "engagement": [5, 5, 5], "visibility": [1, 1], "cloud": [1], "recovery": [2, 2]}
    s = career(dice=dice)
    assert kinds(s).index("flies") < kinds(s).index("no_contact") < kinds(s).index("lands")
    modifiers = {what: points for what, points, _ in told(s, "roll:recovery")["modifiers"]}
    assert modifiers == {"green": 1, "poor_visibility": 1, "cloud": 1}
    s = career(dice=dice, printed_recovery=True)
    assert told(s, "roll:recovery")["modifiers"][0] == ["green", 2, "PC4"]


@rule("PC4", "A7.1a")
def test_PC4_a_lone_pilot_lands_whatever_is_left_of_his_aircraft() -> None:
    s = landed(in_the_air(), {"splinters": [6], "recovery": [1, 1]}, f_hits=[2])
    assert s.pending[0].kind == "week_over" and "lands" in kinds(s), "jumping is for the Staffel"


@rule("PC5")
@pytest.mark.parametrize(
    ("card", "kind", "size"),
    [(0, "dunaja", "normal"), (9, "dunaja", "normal"), (10, "dunaja", "massive"), (13, "himmelbett", "normal"),
     (24, "himmelbett", "massive"), (38, "himmelbett", "massive"), (51, "himmelbett", "massive")],
)  # fmt: skip
def test_PC5_what_a_card_brings(card: int, kind: str, size: str) -> None:
    s = in_the_air(card=card)
    assert told(s, "raid") == {"kind": kind, "size": size}
    bombers = s.state.sortie.layout.attackers_in_all  # type: ignore[attr-defined]
    assert bombers == (18 if size == "massive" else 3)
    radars = [radar.name for radar in s.state.sortie.layout.radars]  # type: ignore[attr-defined]
    assert radars == (["Freya"] if kind == "dunaja" else ["Freya", "Würzburg"])


@rule("A4f", "PC5")
@pytest.mark.parametrize(("die", "lit"), [(3, True), (4, False)])
def test_A4f_searchlights_on_three_or_less(die: int, lit: bool) -> None:
    dice = {"engagement": [6, 1, 1], "searchlights": [die]}
    s = career("seasoned", dice, {"cards": [45], "take-off": [1]})
    assert told(s, "raid")["kind"] == "himmelbett" and ("lights" in kinds(s)) == lit
    assert bool(shown(s)["orders"]["zones"]) == lit


@rule("PC5")
def test_PC5_a_joker_brings_nobody() -> None:
    dice = {"flying": [6, 1, 1], "engagement": [6, 1, 1], "recovery": [2, 2]}
    s = career(dice=dice, draws={"cards": [53]})
    assert "nobody_comes" in kinds(s) and shown(s)["sortie"] is None and "lands" in kinds(s)


@rule("PC5")
@pytest.mark.parametrize(("die", "risen"), [(4, False), (5, True), (6, True)])
def test_PC5_the_moon_is_up_on_five(die: int, risen: bool) -> None:
    dice = {"flying": [6, 1, 1], "engagement": [6, 1, 1], "moonrise": [die]}
    s = career(dice=dice, draws={"cards": [5]})
    assert ("moon_risen" in kinds(s)) == risen
    assert shown(s)["sortie"]["environment"]["moon"] == ("half" if risen else "none")
    staffel = night({"moonrise": [die]}, {"cards": [5]})
    assert ("moon_risen" in kinds(staffel)) == (die == 6)


@rule("PC5", "A4e")
@pytest.mark.parametrize(("die", "altitude", "dives"), [(1, "low", 3), (2, "normal", 0)])
def test_PC5_altitude_advantage_only_over_a_low_raid(die: int, altitude: str, dives: int) -> None:
    dice = {"flying": [6, 1, 1], "engagement": [6, 1, 1], "altitude": [die]}
    sortie = shown(career(dice=dice, draws={"cards": [5]}))["sortie"]
    assert sortie["environment"]["altitude"] == altitude
    assert sortie["fighters"][0]["dives"] == dives


@rule("PC5")
def test_PC5_one_scenario_a_week_and_a_new_pack_every_month() -> None:
    s = in_the_air()
    land(s)
    view = shown(s)
    assert len(view["sorties"]) == 1 and view["cards_left"] == 53
    for _ in range(4):
        if s.result is None and shown(s)["week"] < 5:
            s = reopen(s, dice={"flying": [1] * 4}, lines={"crews": {0: {"fate": 0, "back": 0}}})
            s.decide("week")
    assert shown(s)["cards_left"] == 54


@rule("PC6")
def test_PC6_a_seasoned_pilot_flies_every_week() -> None:
    s = career("seasoned", {"engagement": [1] * 3, "recovery": [1, 1]})
    crew = shown(s)["crews"][0]
    assert (crew["kills"], crew["status"], shown(s)["aircraft"][0]["type"]) == (8, "seasoned", "Me110F-4")
    assert "flies" in kinds(s) and "no_contact" in kinds(s) and not any(k == "stays_down" for k in kinds(s))


@rule("PC6")
@pytest.mark.parametrize(
    ("kills", "week", "level"),
    [(19, 5, None), (20, 5, "victory"), (7, 5, "defeat"), (15, 48, "defeat"), (16, 48, "minor_victory")],
)
def test_PC6_twenty_kills_win_and_sixteen_are_a_minor_victory(kills: int, week: int, level: str | None) -> None:
    s = career("seasoned", {"engagement": [1] * 3, "recovery": [1, 1]})
    s = reopen(s, [END_OF_WEEK], week=week, lines={"crews": {0: {"kills": kills}}})
    assert (s.result or {}).get("level") == level


@rule("PC6", "A8.3a")
def test_PC6_losing_the_operator_may_cost_the_career() -> None:
    s = career("seasoned", {"engagement": [1] * 3, "recovery": [1, 1]})
    s = reopen(s, [("@campaign.hurt", 0, 1, "combat", 0), END_OF_WEEK], {"injury": [2]})
    assert s.result is not None and s.result["reason"] == "no longer seasoned"
    assert "downgraded" in kinds(s)


# -- the solitaire changes of the Staffel campaign -------------------------------------------------------------


@rule("CM1", "A3b")
def test_CM1_visibility_stays_for_the_night_when_playing_alone() -> None:
    s = night(dice={"visibility": [4, 4]}, draws={"cards": [52, 52]})
    assert rules_of(s, "weather") == ("A3b", "CM1")
    s = reopen(s, ["@campaign.weather_changes"], {"weather change": [1]})
    assert shown(s)["night"]["visibility"] == "moderate"


@rule("CM1", "A8.3d")
def test_CM1_nobody_stands_in_for_a_wounded_pilot_when_playing_alone() -> None:
    s = reopen(at_patrols(), lines={"crews": {0: {"back": 9}}})
    s.decide("by hand")
    assert not any(option.startswith("1 ") for option in s.pending[0].options)
    with pytest.raises(IllegalOption) as refused:
        s.decide("1 A")
    assert refused.value.rule == "A8.3d"
    hurt = reopen(s, [("@campaign.hurt", 1, 0, "combat", 0)], {"injury": [4]})
    assert rules_of(hurt, "wounded") == ("A8.3d", "CM1")


@rule("CM2")
@pytest.mark.parametrize(
    ("moon", "drawn", "die", "more"),
    [(1, 1, 4, True), (1, 1, 3, False), (2, 1, 5, True), (2, 1, 4, False), (0, 1, 3, True), (0, 2, 3, False),
     (0, 2, 4, True), (1, 0, 3, True)],
)  # fmt: skip
def test_CM2_another_card_by_die_moon_and_cards(moon: int, drawn: int, die: int, more: bool) -> None:
    s = reopen(
        at_patrols(), ["@campaign.another"], {"another card": [die, 1, 1]}, {"cards": [53, 52]}, moon=moon,
        counted=drawn,
    )  # fmt: skip
    assert kinds(s)[:2] == ["roll", "card" if more else "night_ends"]


def downgraded(former: bool) -> Session:
    """The Staffelkapitän has lost men and status, and comes home alone."""
    s = at_patrols(former_status=former)
    lines = {"crews": {0: {"kills": 4}}}
    s = reopen(s, draws={"cards": [53]}, dice={"another card": [1], "recovery": [2, 2]}, lines=lines)
    s.decide("by hand")
    s.decide("1 A")
    while s.pending[0].kind == "assign":
        s.decide("none")
    return s


@rule("CM3")
def test_CM3_a_downgraded_crew_lands_with_its_former_status() -> None:
    assert told(downgraded(former=True), "roll:recovery")["modifiers"][0] == ["seasoned", 0, "CM3"]


@rule("A7.1a")
def test_CM3_may_be_left_out() -> None:
    assert told(downgraded(former=False), "roll:recovery")["modifiers"][0] == ["green", 2, "A7.1a"]


@rule("A8.2b", "PC5")
def test_A8_2b_splinters_after_hits_in_combat() -> None:
    s = landed(in_the_air(), {"splinters": [1], "injury": [1], "recovery": [1, 1]}, f_hits=[1])
    assert told(s, "roll:splinters")["dice"] == [1]
    assert "roll" in kinds(s) and any(k in kinds(s) for k in ("wounded", "man_lost", "unhurt"))
    s = landed(in_the_air(), {"splinters": [2], "injury": [6], "recovery": [1, 1]}, f_hits=[1])
    assert told(s, "roll:injury")["modifier"] == 0
    s = landed(in_the_air(), {"splinters": [3], "recovery": [1, 1]}, f_hits=[1])
    assert not any(k in kinds(s) for k in ("wounded", "man_lost", "unhurt"))
    assert told(s, "repairs")["weeks"] == 1


def hit_and_home(scenario: str, **dice: list[int]) -> Session:
    """The pilot is wounded by splinters over the target, and brings his aircraft home."""
    over = in_the_air(scenario)
    who = {"who is hit": [0]}  # the pilot
    return reopen(over, ["@campaign.debrief"], {"splinters": [1], **dice}, who, sortie={"f_hits": [1]})


@rule("A8.3c", "PC1", "A8.2b")
def test_PC1_a_pilot_wounded_over_the_target_can_still_be_killed_at_home() -> None:
    s = hit_and_home("pilot", injury=[3, 1, 6], recovery=[6, 6])
    assert told(s, "wounded")["weeks"] == 4
    assert told(s, "lands")["landing"] == "abandoned"  # 12, green and one hit
    assert s.result is not None and (s.result["reason"], s.result["level"]) == ("killed", "defeat")


@rule("A8.3d", "A8.2b")
def test_A8_3d_of_two_wounds_in_a_night_the_longer_counts() -> None:
    s = hit_and_home("pilot", injury=[4, 1, 6], recovery=[5, 5])
    assert [event.data["weeks"] for event in s.events("player") if event.kind == "wounded"] == [2, 4]
    assert shown(s)["crews"][0]["wounded_weeks"] == 5  # four weeks, and this one


@rule("A7.1a", "A8.2b")
def test_A7_1a_a_wounded_pilot_lands_as_what_he_is() -> None:
    s = hit_and_home("seasoned", injury=[3], recovery=[1, 1])
    assert "wounded" in kinds(s)
    assert told(s, "roll:recovery")["modifiers"][0] == ["seasoned", 0, "A7.1a"]


@rule("PC2", "PC8")
@pytest.mark.parametrize(
    ("dice", "hits", "weeks"),
    [([1, 1], 1, 1), ([1, 1], 2, 1), ([4, 4], 1, 1), ([5, 4], 1, 1), ([3, 4], 2, 1), ([3, 5], 2, 2)],
)
def test_PC8_more_than_three_weeks_of_repairs_and_it_is_written_off(dice: list[int], hits: int, weeks: int) -> None:
    """8, green and two hits: a belly landing, two weeks and two for the hits (ruling B56)."""
    s = landed(in_the_air(), {"splinters": [6], "recovery": dice}, f_hits=[hits])
    kind = "no_aircraft" if weeks == 2 else "repairs"
    assert told(s, kind)["weeks"] == weeks and rules_of(s, kind) == ("PC2", "PC8")
    assert shown(s)["score"]["aircraft_lost"] == (weeks == 2)
    assert shown(s)["aircraft"][0]["workshop_weeks"] == weeks + 1


@rule("PC7")
@pytest.mark.parametrize("scenario", ["pilot", "seasoned"])
def test_PC7_a_pilot_has_no_business_of_the_month(scenario: str) -> None:
    s = career(scenario, {"flying": [1] * 20, "engagement": [1] * 20}, months=2)
    while s.pending and shown(s)["week"] < 6:
        s.decide("week")
    monthly = {"event", "month", "delivered", "assigned", "quiet_month", "stock"}
    assert not monthly & set(kinds(s)) and "roll:event of the month" not in kinds(s)
    assert shown(s)["patrols"] == [] or len(shown(s)["patrols"]) == 1
    assert kinds(s).count("shuffled") == 2 and rules_of(s, "shuffled") == ("PC5", "PC7")


@rule("A3b", "PC4")
def test_A3b_there_is_no_weather_before_it_is_rolled() -> None:
    from viermot.games.campaign.faces.book_text import week_lines

    unflown = quiet()
    assert shown(unflown)["night"]["visibility"] is None and shown(unflown)["night"]["cloud"] is None
    assert len(week_lines(shown(unflown), "en")) == 1
    dice = {"flying": [6, 1, 1], "engagement": [1, 1, 1], "visibility": [1, 2], "cloud": [1], "recovery": [1, 1]}
    flown = career(dice=dice)
    assert (shown(flown)["night"]["visibility"], shown(flown)["night"]["cloud"]) == ("poor", "cloudy")
    assert "poor" in week_lines(shown(flown), "en")[1]
    later = reopen(flown, dice={"flying": [1, 1, 1]})
    later.decide("week")
    assert shown(later)["night"]["visibility"] is None  # last week's weather is gone
