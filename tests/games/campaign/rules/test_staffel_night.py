"""The Staffel's weeks and nights [A1 to A6]; reconstructed rules."""

from __future__ import annotations

import pytest

import viermot
from tests.games.campaign.support import (
    QUIET_MONTH,
    at_patrols,
    career,
    in_the_air,
    inner,
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
from viermot.games.campaign import GAME
from viermot.games.campaign.knowledge.flight import SortieSession
from viermot.kernel.user_error import UserError


@rule("A1")
def test_A1_a_year_of_weeks_marked_as_reconstructed() -> None:
    s = at_patrols()
    assert (shown(s)["weeks"], shown(s)["status"]) == (48, "reconstructed")
    assert "career" in kinds(s)
    with pytest.raises(UserError) as refused:
        career("pilot", umpire=True)
    assert refused.value.rule == "A1"


@rule("CM4")
@pytest.mark.parametrize("scenario", ["staffel", "pilot", "seasoned"])
def test_CM4_every_optional_rule_is_in_force_in_every_career(scenario: str) -> None:
    s = night({"sector": [1]}, {"cards": [20]}) if scenario == "staffel" else in_the_air(scenario, card=20)
    options = s.state.sortie.layout  # type: ignore[attr-defined]
    assert options.follow_roll and options.confusion and options.attack_positions and options.rear_view
    assert options.alert_speed and options.fishpond
    told_of = {event.data["option"] for event in SortieSession(s).events("player") if event.kind == "option"}
    assert told_of == {"28.1", "28.2", "28.2.1", "28.3", "28.4", "28.6"}


@rule("CM4")
@pytest.mark.parametrize("umpire", [False, True])
def test_CM4_optional_rules_can_be_refused_in_the_set_up(umpire: bool) -> None:
    refused_rules = {"28.2": False, "28.2.1": False}
    s = night({"sector": [1]}, {"cards": [20]}, umpire=umpire, **refused_rules)
    options = s.state.sortie.layout  # type: ignore[attr-defined]
    assert options.follow_roll and not options.alert_speed and not options.fishpond
    with pytest.raises(UserError):
        career("staffel", **{"28.2": "yes"})
    with pytest.raises(UserError):
        career("staffel", **{"28.5": True})
    assert {"28.2", "28.2.1"} <= {option.name for option in GAME.info(GAME.load_pack(None)).options}


@rule("A2a")
@pytest.mark.parametrize(
    ("aircraft", "old", "new"), [("Me110", "Me110E-4", "Me110F-4"), ("Ju88", "Ju88C-2", "Ju88C-6")]
)
def test_A2a_nine_crews_and_ten_aircraft(aircraft: str, old: str, new: str) -> None:
    view = shown(career("staffel", {**QUIET_MONTH, "new aircraft": [1]}, aircraft=aircraft, pilot="Hptm. Otto Test"))
    assert [crew["kills"] for crew in view["crews"]] == [12, 9, 8, 3, 2, 1, 0, 0, 0]
    assert [len(crew["awards"]) for crew in view["crews"]] == [3, 3, 3, 2, 1, 1, 0, 0, 0]
    types = [plane["type"] for plane in view["aircraft"]]
    assert types[:10] == [new] * 2 + [old] * 8
    assert view["crews"][0]["pilot"] == "Hptm. Otto Test"
    assert all(bool(crew["gunner"]) == (aircraft == "Ju88") for crew in view["crews"])


@rule("A2b")
@pytest.mark.parametrize(("kills", "status"), [(7, "green"), (8, "seasoned"), (19, "seasoned"), (20, "experte")])
def test_A2b_status_by_kills(kills: int, status: str) -> None:
    s = reopen(at_patrols(), ["@campaign.end_week"], lines={"crews": {8: {"kills": kills}, 7: {"kills": 8}}})
    assert shown(s)["crews"][8]["status"] == status
    assert "promoted" in kinds(s)


@rule("A3a")
def test_A3a_the_moons_of_the_year() -> None:
    moons = []
    for week in (1, 2, 4, 23, 32, 48):
        s = reopen(career(dice={"flying": [1] * 3}), dice={"flying": [1] * 4}, week=week - 1)
        s.decide("week")
        moons.append(told(s, "week")["moon"])
    assert moons == ["half", "none", "full", "full", "half", "half"]


@rule("A3a")
def test_A3a_quiet_weeks_pass_at_one_key() -> None:
    s = career(dice={"flying": [1] * 3}, stops="eventful")
    assert s.pending[0].kind == "week_over"
    s = reopen(s, dice={"flying": [1] * 4 + [1] * 3 + [1] * 2 + [6]})
    s.decide("next")
    assert shown(s)["week"] == 5  # weeks 2 to 4 asked nothing
    once = reopen(career(dice={"flying": [1] * 3}, stops="eventful"), dice={"flying": [1] * 4})
    once.decide("week")
    assert shown(once)["week"] == 2


@rule("A3b")
@pytest.mark.parametrize(
    ("dice", "cloud", "weather"),
    [
        ([1, 3], 3, ("poor", "cloudy")), ([1, 4], 4, ("moderate", "none")), ([4, 5], 4, ("moderate", "none")),
        ([5, 5], 1, ("good", "cloudy")),
    ],
)  # fmt: skip
def test_A3b_weather_of_the_night(dice: list[int], cloud: int, weather: tuple[str, str]) -> None:
    s = at_patrols({"visibility": dice, "cloud": [cloud]})
    assert (told(s, "weather")["visibility"], told(s, "weather")["cloud"]) == weather


@rule("A3c")
@pytest.mark.parametrize(
    ("die", "before", "after"), [(1, 1, "poor"), (6, 1, "good"), (3, 1, "moderate"), (1, 0, "poor")]
)
def test_A3c_with_an_umpire_visibility_may_change(die: int, before: int, after: str) -> None:
    s = reopen(night({"another card": [1]}, {"cards": [53]}, umpire=True), visibility=before)
    s = reopen(s, ["@campaign.weather_changes", "@campaign.week_over"], {"weather change": [die]})
    assert shown(s)["night"]["visibility"] == after


@rule("A3d")
def test_A3d_the_moon_rises_on_a_six_and_stays_up() -> None:
    s = night({"sector": [1], "moonrise": [6]}, {"cards": [20]})
    assert "moon_risen" in kinds(s) and shown(s)["sortie"]["environment"]["moon"] == "half"
    s = night({"sector": [1], "moonrise": [5]}, {"cards": [20]})
    assert "moon_risen" not in kinds(s) and shown(s)["sortie"]["environment"]["moon"] == "none"


# -- cards ---------------------------------------------------------------------------------------------------


@rule("A4a")
@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({"counted": 4, "drawn": 4, "month_cards": 6}, "night_ends"),
        ({"counted": 2, "drawn": 1, "month_cards": 6, "moon": 2}, "night_ends"),
        ({"counted": 1, "drawn": 1, "month_cards": 12}, "no_more_cards"),
        ({"counted": 4, "drawn": 4, "month_cards": 4, "week": 4}, "card"),
        ({"counted": 1, "drawn": 1, "month_cards": 4}, "roll"),
    ],
)
def test_A4a_limits_with_an_umpire(changes: dict[str, int], outcome: str) -> None:
    s = at_patrols(umpire=True)
    s = reopen(s, ["@campaign.another"], {"another card": [1]}, {"cards": [53, 52]}, **changes)
    assert kinds(s)[0] == outcome
    if outcome in ("card", "roll"):
        assert "A4a" in {rule for event in at_patrols(umpire=True).events("player") for rule in event.rules}


@rule("A4a")
def test_A4a_the_pack_is_shuffled_every_week() -> None:
    s = night({"another card": [1]}, {"cards": [53]})
    assert shown(s)["cards_left"] == 53
    s.decide("week")
    assert told(s, "shuffled")["count"] == 54


@rule("A4b")
def test_A4b_a_joker_brings_nobody_but_is_a_card_of_the_night() -> None:
    s = night({"another card": [4, 4]}, {"cards": [53, 52]})  # half moon: 4 is enough after a Joker, not after two
    assert kinds(s).count("nobody_comes") == 2
    assert told(s, "night_ends")["count"] == 0
    assert kinds(night({"another card": [3]}, {"cards": [53]})).count("nobody_comes") == 1  # ruling B22


@rule("A4c", "A4d")
@pytest.mark.parametrize(
    ("card", "kind", "size", "bombers"),
    [
        (0, "dunaja", "lone", 1),
        (5, "dunaja", "normal", 3),
        (25, "himmelbett", "massive", 18),
        (39, "himmelbett", "lone", 1),
    ],
)
def test_A4c_A4cd_suits_and_ranks(card: int, kind: str, size: str, bombers: int) -> None:
    s = night({"sector": [1]}, {"cards": [card]})
    assert told(s, "raid") == {"kind": kind, "size": size}
    assert s.state.sortie.layout.attackers_in_all == bombers  # type: ignore[attr-defined]


@rule("A4e")
def test_A4e_a_one_is_low() -> None:
    s = night({"sector": [1], "altitude": [1], "bomber type": [1]}, {"cards": [20]})
    assert told(s, "bombers") == {"bomber": "Hampden I", "low": True}
    assert shown(s)["sortie"]["environment"]["altitude"] == "low"


@rule("A4f")
def test_A4f_lights_until_july_and_jamming_from_december() -> None:
    s = night({"sector": [1], "searchlights": [3]}, {"cards": [20]})
    assert "lights" in kinds(s) and s.state.sortie.layout.scenario.zones  # type: ignore[attr-defined]
    late = reopen(at_patrols(), week=27, dice={"sector": [1], "jamming": [2]}, draws={"cards": [20]})
    late.decide("staff")
    assert "jammed" in kinds(late) and "lights" not in kinds(late)
    assert late.state.sortie.layout.scenario.jamming.search == "light"  # type: ignore[attr-defined]


@rule("A4g")
@pytest.mark.parametrize(
    ("week", "die", "bomber"),
    [(1, 1, "Hampden I"), (1, 6, "Lancaster I/III"), (14, 1, "Wellington III/X"), (40, 4, "Halifax I/II")],
)
def test_A4g_types_by_die_and_time(week: int, die: int, bomber: str) -> None:
    s = reopen(
        at_patrols(), week=week, dice={"sector": [1], "altitude": [4], "bomber type": [die]}, draws={"cards": [20]}
    )
    s.decide("staff")
    assert told(s, "bombers")["bomber"] == bomber


@rule("A4h")
def test_A4h_equipment_from_the_new_year_on() -> None:
    dice = {"sector": [1], "altitude": [4], "bomber type": [6], "equipment": [3], "H2S": [6]}
    s = reopen(at_patrols(), week=38, dice=dice, draws={"cards": [20]})
    s.decide("staff")
    assert told(s, "roll:equipment")["dice"] == [3]
    assert s.state.orders["equipment"] == ["Boozer", "H2S"]  # type: ignore[attr-defined]
    early = night({"sector": [1], "altitude": [4], "bomber type": [6]}, {"cards": [20]})
    assert early.state.orders["equipment"] == []  # type: ignore[attr-defined]


@rule("A4i")
def test_A4i_fuel_for_twenty_five_turns_a_night() -> None:
    s = night({"sector": [1]}, {"cards": [20]})
    flights = {"flights": {0: {"turns": 0}}}
    assert inner(s).sortie.layout.scenario.end_turn == 50  # a standby may come as late as that
    s = reopen(s, lines=flights, orders={**s.state.orders, "fighters": used_up(s)})  # type: ignore[attr-defined]
    flight = SortieSession(s)
    while not flight.over and "fuel" not in kinds(s):
        decision = flight.pending[0]
        s.decide(0 if decision.kind != "path" else straight(flight))
    assert told(s, "fuel")["flight"] == shown(s)["crews"][0]["pilot"]
    assert "fighter_left" in [e.data["what"] for e in s.events("player") if e.kind == "flight"]


def used_up(s: Session) -> list[dict[str, object]]:
    """The fighter on station has flown 23 turns before."""
    fighters = [dict(one) for one in s.state.orders["fighters"]]  # type: ignore[attr-defined]
    fighters[0]["turns"] = 23
    return fighters


def straight(flight: SortieSession) -> int:
    """The index of a path that stays on the map."""
    options = list(flight.pending[0].options)
    return next((n for n, text in enumerate(options) if text in ("F L F", "F L F L", "F L", "F R F")), 0)


# -- patrols -------------------------------------------------------------------------------------------------


@rule("A5a")
def test_A5a_the_adjutant_fills_stations_before_standbys() -> None:
    s = night({"another card": [1]}, {"cards": [53]})
    patrols = [(f["sector"], f["role"], f["crew"]) for f in shown(s)["patrols"]]
    assert patrols[:3] == [(1, "station", 1), (2, "station", 2), (3, "station", 3)]
    assert patrols[3:] == [(1, "standby", 4), (2, "standby", 5), (3, "standby", 6)]


@rule("A5a")
def test_A5a_by_hand_each_crew_and_aircraft_once() -> None:
    s = at_patrols()
    s.decide("by hand")
    assert "9 A" in s.pending[0].options and s.pending[0].facts == {"sector": 1, "role": "station"}
    s.decide("9 A")
    assert not any(option.startswith("9 ") or option.endswith(" A") for option in s.pending[0].options)
    for wrong in ("9 B", "3 A", "44 A", "4 z"):
        with pytest.raises(IllegalOption) as refused:
            s.decide(wrong)
        assert refused.value.rule == "A5a"
    with pytest.raises(IllegalOption) as unread:
        s.decide("somebody")
    assert unread.value.why == "unreadable"


@rule("A5b")
def test_A5b_after_four_weeks_running_a_crew_rests() -> None:
    s = reopen(at_patrols(), lines={"crews": {0: {"streak": 4}, 1: {"streak": 3}, 2: {"streak": 5, "kills": 20}}})
    s.decide("by hand")
    firsts = {option.split()[0] for option in s.pending[0].options}
    assert "1" not in firsts and {"2", "3"} <= firsts  # an Experte flies six
    with pytest.raises(IllegalOption) as refused:
        s.decide("1 A")
    assert refused.value.rule == "A5b"


@rule("A5c")
@pytest.mark.parametrize(("die", "sector"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_A5c_the_sector_of_a_raid(die: int, sector: int) -> None:
    s = night({"sector": [die]}, {"cards": [20]})
    assert shown(s)["sorties"] == [] and s.state.flights[s.state.orders["fighters"][0]["flight"]].sector == sector - 1  # type: ignore[attr-defined]


@rule("A5d", "A5c")
def test_A5d_a_raid_into_an_empty_sector_passes() -> None:
    s = at_patrols({"sector": [5], "another card": [1]}, {"cards": [20]})
    s.decide("by hand")
    s.decide("1 A")
    while s.pending[0].kind == "assign":
        s.decide("none")
    assert told(s, "raid_passes")["sector"] == 3


@rule("A5d")
def test_A5d_the_standby_comes_in_on_turn_three_when_the_other_was_hit() -> None:
    s = at_patrols({"sector": [1]}, {"cards": [20]})
    s.decide("by hand")
    s.decide("1 A")
    s.decide("none")
    s.decide("none")
    s = reopen(s, lines={"flights": {0: {"hits": 1}}}, dice={"sector": [1]}, draws={"cards": [20]})
    s.decide("2 B")
    for _ in range(2):
        if s.pending[0].kind == "assign":
            s.decide("none")
    flight = SortieSession(s)
    assert [f["hex"] for f in shown(s)["sortie"]["fighters"]] == ["box"]
    while not flight.over and "scrambled" not in kinds(s):
        kind = flight.pending[0].kind
        s.decide(1 if kind == "leave_box" else 0)
    assert shown(s)["sortie"]["turn"] == 3
    assert shown(s)["sortie"]["fighters"][0]["hex"] is not None


@rule("A5d")
def test_A5d_the_standby_relieves_a_fighter_that_left_two_turns_later() -> None:
    s = night({"sector": [1]}, {"cards": [20]})
    flight = SortieSession(s)
    assert [f["type"] for f in shown(s)["sortie"]["fighters"]] == ["Me110F-4", "Me110E-4"]
    left = 0
    while not flight.over and "relieved" not in kinds(s):
        decision = flight.pending[0]
        if decision.kind == "leave_box":
            assert left and shown(s)["sortie"]["turn"] >= left + 2
            s.decide(1)
            continue
        turn = shown(s)["sortie"]["turn"]
        s.decide("1020 S" if decision.kind == "place_fighter" else 0 if decision.kind != "path" else longest(flight))
        if not left and shown(s)["sortie"] and shown(s)["sortie"]["fighters"][0]["fate"] == "exited":
            left = turn
    assert "relieved" in kinds(s)


def longest(flight: SortieSession) -> str:
    """Straight on as far as possible."""
    return max(
        (o for o in flight.pending[0].options if set(o) <= {"F", " "}), key=len, default=flight.pending[0].options[0]
    )


@rule("A5e")
def test_A5e_land_or_stay_with_what_fuel_is_left() -> None:
    s = landed(night({"sector": [1]}, {"cards": [20]}), {"another card": [1]}, turn=9, f_hex=[200, -2])
    assert s.pending[0].kind == "land_or_stay" and s.pending[0].facts["fuel"] == 25 - 9
    s.decide("stay")
    assert "stays_up" in kinds(s)


@rule("A6a", "A8.1b", "A8.2a")
def test_A6a_a_fighter_destroyed_is_lost_and_its_crew_rolls() -> None:
    s = landed(
        night({"sector": [1]}, {"cards": [20]}), {"injury": [6, 6], "another card": [1]}, f_fate=[2, 0], f_hex=[-1, -2],
        losses=1,
    )  # fmt: skip
    assert told(s, "fighter_down")["crew"] == shown(s)["crews"][0]["pilot"]
    assert shown(s)["aircraft"][0]["fate"] == "destroyed" and shown(s)["score"]["aircraft_lost"] == 1
    assert kinds(s).count("unhurt") == 2


@rule("A6b")
def test_A6b_all_on_station_come_home_but_no_standby_that_stayed_down() -> None:
    s = night({"another card": [1], "recovery": [1, 1, 1, 1, 1, 1]}, {"cards": [53]})
    assert told(s, "coming_home")["count"] == 3 and kinds(s).count("lands") == 3


@rule("A8.4a", "A10.2")
def test_A10_2_kills_are_credited_to_the_crew_with_their_points() -> None:
    for number in range(40):
        s = viermot.new_game("campaign", "seasoned", {"stops": "every"}, f"kill {number}", {"player": None})
        while s.result is None and not shown(s)["kills"] and shown(s)["week"] < 4:
            if shown(s)["sortie"]:
                land(s)
            else:
                s.decide("week")
        if shown(s)["kills"]:
            break
    kill = shown(s)["kills"][0]
    assert told(s, "kill")["bomber"] == kill["type"]
    assert kill["points"] == (6 if kill["engines"] == 4 else 4)
    assert shown(s)["crews"][0]["shot_down"] == len(shown(s)["kills"]) == sum(f["kills"] for f in shown(s)["sorties"])
    assert rules_of(s, "kill") == ("A8.4a", "A10.2", "PC1")


@rule("A6a")
def test_A6a_a_refusal_in_flight_names_the_rule_of_the_flight() -> None:
    s = in_the_air()
    with pytest.raises(IllegalOption) as refused:
        s.decide("0101 N")
    assert refused.value.rule == "3.2c" and "[" not in refused.value.text("en")[:1]
    staffel = night({"sector": [1]}, {"cards": [20]})
    assert "take_off" in kinds(staffel)


@rule("A6a")
def test_A6a_a_standby_that_never_leaves_the_beacon_is_named_in_the_book() -> None:
    from viermot.games.campaign.faces.book_text import sortie_lines

    standby = [0, 0, 0, 1, 0, 0, 0, 0, 0]  # the first crew and aircraft, on the ground
    s = reopen(
        at_patrols(), ["@campaign.draw_next", "@campaign.recover_all"], {"sector": [1]}, {"cards": [20]},
        flights=[standby], visibility=1,
    )  # fmt: skip
    assert shown(s)["sortie"] is not None, "the standby is scrambled"
    flying = SortieSession(s)
    while flying.pending and not flying.over:
        asked = flying.pending[0]
        stays = next((o for o in ("box", "none", "done", "stop", "no") if o in asked.options), asked.options[0])
        flying.decide(stays)
    flown = shown(s)["sorties"][-1]
    assert flown["crews"] == [shown(s)["crews"][0]["pilot"]] and "scrambled" not in kinds(s)
    assert "; :" not in sortie_lines(shown(s), "en")[-1]
