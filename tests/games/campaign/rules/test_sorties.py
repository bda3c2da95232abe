"""A sortie inside a career: what it is laid out with, who is asked, what the career writes down [A4-A6]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import viermot
from tests.games.campaign.support import (
    QUIET_MONTH,
    at_patrols,
    career,
    columns,
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
from tests.games.nightfighter.support import seen_by
from tests.support.rules import rule
from viermot import IllegalOption, Session
from viermot.games.campaign.knowledge.flight import SortieSession
from viermot.games.campaign.model.terms import ON_GROUND, ON_STATION, STANDBY
from viermot.games.campaign.rules.sortie import SortieDice
from viermot.kernel.dice import ScriptedDice

END = "@campaign.week_over"


def flight_events(s: Session, seat: str = "player") -> list[str]:
    """What happened in flight, as the career's log has it."""
    return [event.data["what"] for event in s.events(seat) if event.kind == "flight"]


def left_out(s: Session) -> list[int]:
    """The phases that tonight's sortie does without."""
    return sorted(seen_by(SortieSession(s), "player").sheet["phases_left_out"])


# -- how it is laid out ----------------------------------------------------------------------------------------------


@rule("A6a")
def test_A6a_without_a_radar_in_the_air_there_is_no_AI_search() -> None:
    """The Me110E-4 of a green pilot has no set; the Me110F-4 of the Staffel has."""
    dunaja = [4, 7]
    assert left_out(in_the_air()) == sorted([*dunaja, 6])
    assert left_out(night({"sector": [1]}, {"cards": [5]})) == dunaja


@rule("A9.1j")
def test_A9_1j_an_aircraft_with_a_new_set_searches_with_it() -> None:
    """A Me110E-4 has no radar until the month's event has given it one."""
    for event, radar in (([3, 4], ""), ([5, 5], "Lichtenstein BC")):
        s = career("staffel", {**QUIET_MONTH, "event of the month": event, "sector": [1]}, {"cards": [5]})
        if radar:
            s.decide("C")
            assert rules_of(s, "new_set") == ("A9.1j",)
        s.decide("by hand")
        s.decide("1 C")
        while s.pending[0].kind == "assign":
            s.decide("none")
        (own,) = shown(s)["sortie"]["fighters"]
        assert (own["type"], (own["card"]["ai"] or {"name": ""})["name"]) == ("Me110E-4", radar)
        assert (6 not in left_out(s)) == bool(radar)


def test_a_sortie_has_dice_and_cups_of_its_own_name() -> None:
    dice = SortieDice(ScriptedDice(b"key", {"s1/tally": [4]}, {"s1/cup": [7], "cup": [5]}), "s1/")
    assert (dice.roll(1, "tally"), dice.pick([5, 6, 7], "cup"), dice.rolls) == ((4,), 2, 1)


@rule("A4f")
def test_A4f_searchlights_only_where_the_die_has_left_them() -> None:
    """Until July 1942, on a die up to 3; without them there is no searchlight phase either."""
    found = {}
    for die in (3, 4):
        s = night({"sector": [1], "searchlights": [die]}, {"cards": [20]})
        found[die] = ("".join(seen_by(SortieSession(s), "player").sheet["searchlights"]["zones"]), left_out(s))
        if die == 3:
            assert any("A4f" in event.rules for event in s.events("player") if event.kind == "lights")
    assert found == {3: ("JKLMNOPQR", [4]), 4: ("", [4, 7])}


@rule("A6a")
def test_A6a_an_owners_charts_are_flown_with(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "fighters.toml").write_text('[[fighter]]\nname = "Me110F-4"\nfp = 9\n')
    s = viermot.new_game("campaign", "staffel", {"stops": "every"}, "pack", pack=tmp_path)
    while s.state.sortie is None:  # type: ignore[attr-defined]
        s.decide("staff" if "staff" in s.pending[0].options else 0)
    types = {fit.type: fit.firepower for fit in s.state.sortie.layout.fighters}  # type: ignore[attr-defined]
    assert types["Me110F-4"] == 9


# -- what is written down --------------------------------------------------------------------------------------------


@rule("PC5")
def test_PC5_the_career_logs_all_that_the_sortie_does() -> None:
    s = in_the_air()
    assert flight_events(s)[:2] == ["scenario", "option"], "from its first event on"
    for _ in range(12):
        sortie: Any = s.state.sortie  # type: ignore[attr-defined]
        if sortie is None:
            break
        assert len(flight_events(s)) == sortie.logged
        s.decide(0)


@rule("A6a")
def test_A5d_a_standby_that_is_scrambled_is_in_the_air() -> None:
    """Its leader is not fit to meet the raid, so that the standby of the sector, on the ground till now, goes up."""
    s = reopen(at_patrols(), dice={"sector": [1]}, draws={"cards": [20]})
    s.decide("staff")
    fields = columns("flights")
    states = [dict(zip(fields, row, strict=True)) for row in data_of(s)["flights"]]
    number = next(n for n, row in enumerate(states) if row["role"] == STANDBY)
    lines = {"flights": {0: {"hits": 1}}}
    up = reopen(s, [("@campaign.take_off", [number], 1)], lines=lines)
    row = dict(zip(fields, data_of(up)["flights"][number], strict=True))
    assert (states[number]["state"], row["state"], row["fought"]) == (ON_GROUND, ON_STATION, 1)


@rule("A8.2a")
def test_A8_2a_a_week_in_which_somebody_is_hurt_is_no_quiet_one() -> None:
    s = reopen(at_patrols(), [("@campaign.injure", 0, "combat", 0), END], {"injury": [6, 6]}, happened=0)
    assert data_of(s)["happened"] == 1


@rule("PC4")
def test_PC4_a_week_in_the_air_ends_the_weeks_on_the_ground() -> None:
    lines = {"crews": {0: {"idle": 1}}}
    dice = {"flying": [6] * 4, "engagement": [1] * 4, "recovery": [6, 6]}
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.pilot_week", END], dice, lines=lines)
    assert s.state.crews[0].idle == 0  # type: ignore[attr-defined]


@rule("A2a")
def test_A2a_whoever_is_there_from_the_beginning_has_nothing_behind_him_yet() -> None:
    """Nobody is wounded, on leave, tired or idle when a Staffel begins, and no aircraft is in the workshop."""
    data = data_of(at_patrols())
    names = columns("crews")
    for row in data["crews"]:
        crew = dict(zip(names, row, strict=True))
        weeks = [crew[name] for name in ("back", "operator_back", "gunner_back", "leave", "streak", "idle", "rested")]
        assert weeks == [0] * 7, crew
    assert {dict(zip(columns("planes"), row, strict=True))["ready"] for row in data["planes"]} == {0}


@rule("A5a")
def test_A5a_whoever_is_assigned_tonight_has_not_flown_yet() -> None:
    s = at_patrols()
    s.decide("by hand")
    s.decide("1 A")
    (row,) = data_of(s)["flights"]
    flight = dict(zip(columns("flights"), row, strict=True))
    assert (flight["turns"], flight["hits"], flight["fought"], flight["spare"]) == (0, 0, 0, 0)


# -- fuel and relief -------------------------------------------------------------------------------------------------


@rule("A4i")
@pytest.mark.parametrize(("turns", "home"), [(24, 2), (25, 1)])
def test_A4i_with_25_turns_behind_it_a_fighter_goes_home(turns: int, home: int) -> None:
    """One that has flown 24 turns tonight moves once more; one with 25 not at all."""
    s = night({"sector": [1]}, {"cards": [20]})
    orders = data_of(s)["orders"]
    orders["fighters"][0]["turns"] = turns
    s = reopen(s, orders=orders)
    while "fuel" not in kinds(s):
        s.decide(0)
    assert shown(s)["sortie"]["turn"] == home


@rule("A5d")
def test_A5d_a_standby_is_scrambled_once() -> None:
    s = at_patrols({"sector": [1]}, {"cards": [20]})
    s.decide("by hand")
    s.decide("1 A")
    s.decide("none")
    s.decide("none")
    s = reopen(s, lines={"flights": {0: {"hits": 1}}}, dice={"sector": [1]}, draws={"cards": [20]})
    s.decide("2 B")
    while s.pending[0].kind == "assign":
        s.decide("none")
    flight = SortieSession(s)
    for _ in range(40):
        if flight.over:
            break
        s.decide(1 if flight.pending[0].kind == "leave_box" else 0)
    assert kinds(s).count("scrambled") == 1


@rule("A3c", "A5e")
def test_A5e_after_a_sortie_first_who_stays_up_then_the_weather() -> None:
    s = landed(night({"sector": [1]}, {"cards": [20]}, umpire=True), {"weather change": [6]})
    rolled = [event.data["what"] for event in s.events("player") if event.kind == "roll"]
    assert s.pending[0].kind == "land_or_stay" and "weather change" not in rolled
    while s.pending[0].kind == "land_or_stay":
        s.decide("land")
    assert "weather change" in [event.data["what"] for event in s.events("player") if event.kind == "roll"]


# -- weeks and months ------------------------------------------------------------------------------------------------


@rule("A4a")
def test_A4a_after_the_last_card_of_a_night_no_die_is_thrown_for_another() -> None:
    """With an umpire four cards a night are the most."""
    s = reopen(
        at_patrols(umpire=True), ["@campaign.another", END], {"another card": [6]}, {"cards": [53]},
        counted=4, drawn=4, month_cards=6,
    )  # fmt: skip
    assert told(s, "night_ends") == {"count": 4}
    assert "roll" not in kinds(s) and s.pending[0].kind == "week_over"


@rule("A9.1a")
def test_A9_1a_the_event_of_the_month_is_remembered() -> None:
    s = reopen(at_patrols(), ["@campaign.monthly_event", END], {"event of the month": [3, 4]}, month_event=0)
    assert told(s, "event")["event"] == "quiet" and data_of(s)["month_event"] == 7


@rule("A8.2b")
def test_A8_2b_a_week_in_which_splinters_fly_is_no_quiet_one() -> None:
    s = reopen(at_patrols(), [("@campaign.hit_in_combat", 0), END], {"splinters": [6]}, happened=0)
    assert data_of(s)["happened"] == 1


@rule("PC3", "PC2")
def test_PC3_weeks_without_an_aircraft_count_as_weeks_on_the_ground() -> None:
    lines = {"planes": {0: {"ready": 30}}, "crews": {0: {"idle": 1}}}
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.pilot_week", END], lines=lines, week=22)
    assert "no_plane" in kinds(s) and told(s, "retrained")["type"] == shown(s)["aircraft"][0]["type"]


@rule("PC4")
def test_PC4_whoever_flew_last_week_is_not_in_the_air_in_this_one() -> None:
    s = career(dice={"flying": [6, 1, 1, 1] + [1] * 4, "engagement": [1] * 4, "recovery": [6, 6]})
    assert len(data_of(s)["flights"]) == 1
    s.decide("week")
    assert data_of(s)["flights"] == []


@rule("A3b", "CM2")
def test_A3_each_week_begins_anew() -> None:
    """Cards are counted by the night, the moon of one night is down in the next, and cloud is rolled for again."""
    before = {"counted": 3, "drawn": 2, "risen": 1, "cloud": 1, "happened": 1}
    dice = {"cloud": [6], "another card": [1], "recovery": [1] * 6}
    s = reopen(at_patrols(), ["@campaign.end_week"], dice, {"cards": [53]}, **before)
    s.decide("week")
    assert {name: data_of(s)[name] for name in ("counted", "drawn", "risen", "cloud")} == dict.fromkeys(
        ("counted", "drawn", "risen", "cloud"), 0
    )
    s.decide("staff")
    moon = {"none": 1, "half": 0, "full": -1}[shown(s)["moon"]]
    assert told(s, "roll:another card")["modifier"] == moon - 1, "the first card of the night"
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.end_week"], {"flying": [1] * 4}, happened=1)
    s.decide("week")
    assert data_of(s)["happened"] == 0, "and nothing has happened in it yet"


@rule("PC5")
def test_PC5_the_sortie_flown_last_can_be_looked_at_in_the_weeks_after() -> None:
    s = landed(in_the_air(), {"recovery": [1, 1], "flying": [1] * 8}, turn=9, f_hex=[200])
    assert "PC5" in rules_of(s, "sortie_over")
    s.decide("week")
    assert shown(s)["sortie"] is None and shown(s)["week"] == 2
    assert s.perspective("player").last_sortie().to_json()["turn"] == 9  # type: ignore[attr-defined]


# -- crews -----------------------------------------------------------------------------------------------------------


@rule("A2b")
@pytest.mark.parametrize(("kills", "status", "bonus"), [(9, "seasoned", 0), (20, "experte", 10)])
def test_A2b_the_first_time_a_crew_of_the_staffel_has_an_experte_it_counts(kills: int, status: str, bonus: int) -> None:
    s = at_patrols()
    green = next(n for n, crew in enumerate(shown(s)["crews"]) if crew["status"] == "green")
    s = reopen(s, ["@campaign.end_week"], lines={"crews": {green: {"kills": kills}}})
    assert told(s, "promoted")["crew_status"] == status
    assert data_of(s)["bonus"] == bonus


@rule("PC6")
def test_PC6_a_lone_pilot_has_no_bonus_of_a_staffel() -> None:
    s = reopen(career("seasoned", {"flying": [1] * 4}), ["@campaign.end_week"], lines={"crews": {0: {"kills": 20}}})
    assert data_of(s)["bonus"] == 0


@rule("PC1")
def test_PC1_a_green_pilot_is_measured_by_points_and_a_seasoned_one_by_kills() -> None:
    counted = {}
    for scenario in ("pilot", "seasoned"):
        lines = {"crews": {0: {"kills": 9, "points": 31}}}
        s = reopen(career(scenario, {"flying": [1] * 4}), ["@campaign.end_week"], lines=lines, week=48)
        counted[scenario] = told(s, "career_over")["points"]
        if scenario == "pilot":
            assert "PC1" in rules_of(s, "career_over")
    assert counted == {"pilot": 31, "seasoned": 9}


@rule("PC2")
def test_PC2_a_name_that_is_taken_is_drawn_again_up_to_eight_times() -> None:
    joined = [told(career(draws={"names": draws}), "joins") for draws in ([0, 0, 1, 2], [0, 0] * 8 + [1, 2])]
    assert joined[0] == joined[1]
    assert joined[0]["pilot"] != joined[0]["operator"]
    assert told(career(draws={"names": [3, 4, 1, 2]}), "joins")["operator"] == joined[0]["operator"]


@rule("A2a")
def test_A2a_the_last_crew_of_a_staffel_has_no_aircraft_of_its_own() -> None:
    types = [event.data["type"] for event in at_patrols().events("player") if event.kind == "joins"]
    assert types[-1] == "" and all(types[:-1])


@rule("A5a")
@pytest.mark.parametrize("pair", ["0 A", "99 A", "1 Z"])
def test_A5a_only_crews_and_aircraft_that_there_are(pair: str) -> None:
    s = at_patrols()
    s.decide("by hand")
    with pytest.raises(IllegalOption) as refused:
        s.decide(pair)
    assert (refused.value.rule, refused.value.key) == ("A5a", "campaign.refused.no_such_pair")


# -- who is asked ----------------------------------------------------------------------------------------------------


@rule("A1")
def test_A1_in_flight_the_umpire_is_asked_what_is_his() -> None:
    options = {"stops": "every", "umpire": True}
    dice = {"event of the month": [3, 4], "new crews": [1], "new aircraft": [1], "which type": [1], "sector": [1]}
    s = viermot.new_game("campaign", "staffel", options, "test", {}, dice, {"cards": [20]})
    seats = set()
    for _ in range(60):
        asked = s.pending[0]
        if asked.kind.startswith("in_flight"):
            sortie: Any = s.state.sortie  # type: ignore[attr-defined]
            wanted = "umpire" if sortie.seat_of(sortie.asked) else "player"
            assert asked.seat == wanted, asked
            seats.add(asked.seat)
        s.decide("staff" if "staff" in asked.options else 0, seat=asked.seat)
        if len(seats) == 2:
            break
    assert seats == {"player", "umpire"}
    assert shown(s)["sortie"]["seat"] == "player"


# -- the small print of a sortie and of a month ----------------------------------------------------------------------


@rule("PC5")
def test_PC5_a_sortie_is_dated_and_clouded_as_the_night_is() -> None:
    """June 1942 in the first week, November in the twenty-first; cloud below or none, as the die has it."""
    s = in_the_air()
    sheet = seen_by(SortieSession(s), "player").sheet
    assert (sheet["date"], sheet["cloud"]) == ("June 1942", "none")
    dice = {"flying": [6], "engagement": [6], "visibility": [4, 4], "cloud": [1], "altitude": [4]}
    s = reopen(career(dice={"flying": [1] * 4}), ["@campaign.pilot_week"], dice, {"cards": [5]}, week=21)
    sheet = seen_by(SortieSession(s), "player").sheet
    assert (sheet["date"], sheet["cloud"]) == ("November 1942", "cloudy")
    assert "PC5" in rules_of(s, "raid")


@rule("A6a")
def test_A6a_whoever_is_shot_down_is_counted_and_everybody_has_flown_a_turn() -> None:
    s = night({"sector": [1]}, {"cards": [20]})
    down = landed(s, {"injury": [6, 6], "another card": [1]}, f_fate=[2, 0], f_hex=[-1, -2], losses=1)
    assert told(down, "sortie_over")["lost"] == 1
    home = landed(s, {"another card": [1]})
    assert told(home, "sortie_over")["lost"] == 0
    assert data_of(home)["flights"][0][columns("flights").index("turns")] == 1


@rule("A4i")
def test_A4i_the_last_fighter_out_of_fuel_ends_the_sortie() -> None:
    s = night({"sector": [1]}, {"cards": [5]})
    orders = data_of(s)["orders"]
    assert len(orders["fighters"]) == 1, "no standby in this raid"
    orders["fighters"][0]["turns"] = 25
    s = reopen(s, dice={"another card": [1]}, orders=orders)
    while "fuel" not in kinds(s):
        s.decide(0)
    assert "sortie_over" in kinds(s) and shown(s)["sortie"] is None


@rule("A6a")
def test_A6a_whoever_was_relieved_in_an_earlier_sortie_has_not_been_in_this_one() -> None:
    s = night({"sector": [1]}, {"cards": [20]})
    again = reopen(s, [("@campaign.take_off", [0, 3], 0)], arrived=7, tended=1)
    assert (data_of(again)["arrived"], told(again, "take_off")["number"]) == (0, 2)


@rule("A9.1a")
def test_A9_1a_a_month_is_announced_with_its_name() -> None:
    assert told(at_patrols(), "month") == {"month": 0}
    s = reopen(at_patrols(), ["@campaign.month_begins", END], QUIET_MONTH, week=5)
    assert told(s, "month") == {"month": 1}


@rule("A9.1b")
def test_A9_1b_the_staffelkapitaen_is_not_posted_and_another_event_is_rolled_for() -> None:
    lines = {"crews": {0: {"points": 99}}}
    s = reopen(at_patrols(), ["@campaign.monthly_event", END], {"event of the month": [1, 1, 3, 4]}, lines=lines)
    assert "stays_with_us" in kinds(s) and "posted" not in kinds(s)
    assert shown(s)["crews"][0]["fate"] == "active"


@rule("A9.3")
@pytest.mark.parametrize(("missing", "delivered"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_A9_3_no_aircraft_above_establishment(missing: int, delivered: int) -> None:
    s = at_patrols()
    planes = [data_of(s)["planes"][0]] * (12 - missing)
    assert any("A9.3" in event.rules for event in s.events("player")), "by rule A9.3"
    s = reopen(s, ["@campaign.new_aircraft", END], {"new aircraft": [6], "which type": [1] * 3}, planes=planes)
    assert kinds(s).count("delivered") == delivered


@rule("A9.1a")
def test_A9_4_before_november_nothing_is_converted() -> None:
    s = reopen(at_patrols(), ["@campaign.conversions", END], conversions=3)
    assert data_of(s)["conversions"] == 0


@pytest.mark.parametrize(("scenario", "rule"), [("staffel", "A1"), ("pilot", "PC1"), ("seasoned", "PC6")])
def test_each_career_names_the_chapter_it_is_played_by(scenario: str, rule: str) -> None:
    assert rules_of(career(scenario, {"flying": [1] * 4}), "career") == (rule,)


@rule("A2a")
def test_A2a_the_first_crew_is_the_staffelkapitaens_and_has_the_names_one_gave_it() -> None:
    crews = shown(at_patrols(pilot="Max Muster", operator="Moritz Muster"))["crews"]
    assert "Max Muster" in crews[0]["pilot"] and "Moritz Muster" in crews[0]["operator"]
    assert not any("Muster" in crew["pilot"] + crew["operator"] for crew in crews[1:])
    assert [crew["pilot"].startswith("Hptm.") for crew in shown(at_patrols())["crews"]] == [True] + [False] * 8


@rule("A9.1h")
def test_A9_1h_a_crew_is_asked_for_by_its_number() -> None:
    s = reopen(at_patrols(), ["@campaign.monthly_event"], {"event of the month": [4, 4]})
    with pytest.raises(viermot.UserError) as refused:
        s.decide("B")
    assert refused.value.key == "campaign.unreadable.crew"
    s.decide("8")
    assert "A9.1h" in rules_of(s, "trained")


def test_A6a_what_the_sortie_settles_suggests_and_refuses_the_career_does() -> None:
    """At every question of a whole sortie, through the career as in the game itself."""
    s = in_the_air()
    settled = 0
    while s.pending and s.pending[0].kind.startswith("in_flight"):
        outer, inner = s.pending[0], s.pending[0].innermost
        game: Any = s.state
        asked, arguments = game.sortie.asked[0], game.sortie.asked[1:]
        assert outer.settled_code == asked.settled(game.sortie, *arguments) and outer.default == inner.default
        assert outer.why_not(outer.options[-1]) is None, "an option is not refused"
        settled += outer.settled_code is not None
        s.decide(outer.default or outer.options[0], outer.seat)
    assert settled, "something on a sortie has only one sensible answer"
