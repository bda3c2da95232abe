"""After the night and the monthly business of the Staffel, and how it ends [A7 to A10]; reconstructed rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import viermot
from tests.games.campaign.support import QUIET_MONTH, at_patrols, career, kinds, night, reopen, rules_of, shown, told
from tests.support.rules import rule
from viermot import IllegalOption, Session

END = "@campaign.week_over"


def landing(*dice: int, hits: int = 0, crew: int = 0, todo: str = "@campaign.land", **changes: int) -> Session:
    """One aircraft comes home with these dice; crew 1 is seasoned."""
    s = night({"another card": [1], "recovery": [1] * 6, "visibility": [4, 4], "cloud": [6]}, {"cards": [53]})
    lines = {"flights": {0: {"hits": hits, "crew": crew}}}
    return reopen(s, [(todo, 0), END], {"recovery": dice, "injury": [6, 6]}, lines=lines, **changes)


@rule("A7.1a")
@pytest.mark.parametrize(
    ("crew", "hits", "changes", "expected"),
    [
        (0, 0, {}, {"seasoned": 0}),
        (8, 0, {}, {"green": 2}),
        (
            0,
            2,
            {"visibility": 0, "cloud": 1, "risen": 1},
            {"seasoned": 0, "poor_visibility": 1, "cloud": 1, "hits": 2, "moon": -1},
        ),
    ],
)
def test_A7_1a_what_modifies_the_recovery_roll(
    crew: int, hits: int, changes: dict[str, int], expected: dict[str, int]
) -> None:
    s = landing(2, 2, hits=hits, crew=crew, **changes)
    assert {what: points for what, points, _ in told(s, "roll:recovery")["modifiers"]} == expected


@rule("A7.1a")
def test_A7_1a_an_experte_lands_at_minus_one() -> None:
    s = landing(2, 2)
    s = reopen(s, [("@campaign.land", 0), END], {"recovery": [2, 2]}, lines={"crews": {0: {"kills": 20}}})
    assert told(s, "roll:recovery")["modifiers"] == [["experte", -1, "A7.1a"]]


@rule("A7.1b")
@pytest.mark.parametrize(
    ("dice", "hits", "result"),
    [
        ((4, 5), 0, "safe"),
        ((4, 6), 0, "accident"),
        ((5, 6), 0, "belly"),
        ((6, 6), 0, "crash"),
        ((6, 6), 1, "crash"),
        ((6, 6), 2, "abandoned"),
    ],
)
def test_A7_1b_what_the_total_means(dice: tuple[int, int], hits: int, result: str) -> None:
    assert told(landing(*dice, hits=hits), "lands")["landing"] == result


@rule("A7.2")
def test_A7_2_a_crew_with_two_hits_may_jump() -> None:
    s = landing(1, 1, hits=2, todo="@campaign.come_home")
    assert s.pending[0].kind == "bale_out" and s.pending[0].facts["hits"] == 2
    s.decide("bale out")
    assert "bales_out" in kinds(s) and shown(s)["aircraft"][0]["fate"] == "written off"
    assert told(s, "roll:injury")["modifier"] == 1
    assert landing(1, 1, hits=1, todo="@campaign.come_home").pending[0].kind == "week_over"


@rule("A8.1a")
@pytest.mark.parametrize(("dice", "hits", "weeks"), [((1, 1), 1, 1), ((1, 1), 3, 3), ((4, 5), 1, 2), ((5, 5), 1, 3)])
def test_A8_1a_weeks_in_the_workshop(dice: tuple[int, int], hits: int, weeks: int) -> None:
    s = landing(*dice, hits=hits)
    assert told(s, "repairs")["weeks"] == weeks
    assert shown(s)["aircraft"][0]["workshop_weeks"] == weeks + 1  # it misses so many weeks after this one


@rule("A8.1a")
def test_A8_1a_an_aircraft_in_the_workshop_cannot_be_assigned() -> None:
    s = reopen(at_patrols(), lines={"planes": {0: {"ready": 2}}})
    s.decide("by hand")
    with pytest.raises(IllegalOption) as refused:
        s.decide("1 A")
    assert refused.value.rule == "A8.1a"


@rule("A8.1b")
def test_A8_1b_more_than_three_weeks_is_a_write_off() -> None:
    s = landing(4, 4, hits=2)  # 10: an accident on top of two hits
    assert told(s, "repairs")["weeks"] == 3
    s = landing(4, 5, hits=2)  # 11: a belly landing, four weeks
    assert shown(s)["aircraft"][0]["fate"] == "written off" and "plane_lost" in kinds(s)


@rule("A8.1c")
def test_A8_1c_the_workshop_hurries_once_a_month() -> None:
    s = reopen(at_patrols(), ["@campaign.workshop"], lines={"planes": {3: {"ready": 3}}})
    assert s.pending[0].kind == "hurry" and list(s.pending[0].options) == ["none", "D"]
    with pytest.raises(IllegalOption):
        s.decide("A")
    s.decide("D")
    assert shown(s)["aircraft"][3]["workshop_weeks"] == 1


@rule("A8.2a")
@pytest.mark.parametrize(
    ("table", "die", "kind"),
    [("combat", 1, "man_lost"), ("combat", 3, "man_lost"), ("combat", 4, "wounded"), ("combat", 6, "unhurt"),
     ("crash", 2, "man_lost"), ("crash", 3, "wounded"), ("crash", 5, "unhurt")],
)  # fmt: skip
def test_A8_2a_injury_tables(table: str, die: int, kind: str) -> None:
    s = reopen(at_patrols(), [("@campaign.hurt", 5, 0, table, 0)], {"injury": [die]})
    assert kinds(s)[:2] == ["roll", kind]
    weeks = {("combat", 4): 6, ("crash", 3): 4}.get((table, die))
    if weeks:
        assert told(s, "wounded")["weeks"] == weeks and shown(s)["crews"][5]["wounded_weeks"] == weeks + 1


@rule("A8.3a", "A8.3b")
@pytest.mark.parametrize(("man", "cost"), [(1, 4), (2, 2)])
def test_A8_3a_operator_and_gunner(man: int, cost: int) -> None:
    s = reopen(at_patrols(aircraft="Ju88"), [("@campaign.hurt", 2, man, "combat", 0)], {"injury": [1]})
    crew = shown(s)["crews"][2]
    assert (crew["kills"], crew["points"], crew["status"]) == (8 - cost, 34 - cost, "green")
    assert len(crew["awards"]) == 3 and "downgraded" in kinds(s)
    assert told(s, "replaced")["name"] in (crew["operator"], crew["gunner"])


@rule("A8.3b")
def test_A8_3b_somebody_stands_in_for_a_wounded_operator_without_loss() -> None:
    s = reopen(at_patrols(), [("@campaign.hurt", 0, 1, "combat", 0)], {"injury": [5]})
    crew = shown(s)["crews"][0]
    assert (crew["kills"], crew["points"], crew["operator_wounded_weeks"]) == (12, 52, 4)
    s.decide("by hand")
    assert "1 A" in s.pending[0].options


@rule("A8.3c")
def test_A8_3c_without_its_pilot_a_crew_is_lost() -> None:
    s = reopen(at_patrols(), [("@campaign.hurt", 4, 0, "combat", 0)], {"injury": [2]})
    assert shown(s)["crews"][4]["fate"] == "killed" and shown(s)["score"]["crews_lost"] == 1
    s.decide("by hand")
    with pytest.raises(IllegalOption) as refused:
        s.decide("5 A")
    assert refused.value.rule == "A8.3c"


@rule("A8.3e", "A5a")
def test_A8_3e_with_an_umpire_a_spare_pilot_flies_green() -> None:
    s = reopen(at_patrols(umpire=True), lines={"crews": {0: {"back": 9}}}, dice={"sector": [1]}, draws={"cards": [20]})
    s.decide("by hand")
    s.decide("1 A")
    assert rules_of(s, "assigned") == ("A5a", "A8.3e")
    while s.pending[0].kind == "assign":
        s.decide("none")
    assert shown(s)["sortie"]["fighters"][0]["pilot"] == "green"
    hurt = reopen(s, [("@campaign.hurt", 0, 0, "combat", 0)], {"injury": [1]})
    assert shown(hurt)["crews"][0]["fate"] == "active"  # it was the spare who fell


@rule("A8.4b")
@pytest.mark.parametrize(
    ("points", "awards"),
    [(3, 0), (4, 1), (9, 1), (10, 2), (20, 3), (59, 3), (60, 4)],
)
def test_A8_4b_awards_at_the_end_of_a_week(points: int, awards: int) -> None:
    s = reopen(at_patrols(), ["@campaign.end_week"], lines={"crews": {8: {"points": points}, 7: {"points": 4}}})
    assert len(shown(s)["crews"][8]["awards"]) == awards
    assert "award" in kinds(s)


# -- the month -----------------------------------------------------------------------------------------------


def month(
    *dice: int, week: int = 1, others: dict[str, list[int]] | None = None, draws: dict[str, list[int]] | None = None
) -> Session:
    """The Staffel's first month begins with this event."""
    rolled = {**QUIET_MONTH, "event of the month": list(dice), **(others or {})}
    if week == 1:
        return career("staffel", rolled, draws)
    s = at_patrols()
    return reopen(s, ["@campaign.monthly_event"], rolled, draws, week=week)


@rule("A9.1a", "A9.1g")
def test_A9_1g_a_quiet_month() -> None:
    s = month(3, 4)
    assert told(s, "event")["event"] == "quiet" and "quiet_month" in kinds(s)


@rule("A9.1b")
def test_A9_1b_the_best_crew_is_posted_but_never_the_kapitaen() -> None:
    s = month(1, 1, 3, 4)
    assert "stays_with_us" in kinds(s) and kinds(s).count("event") == 2
    s = reopen(
        at_patrols(), ["@campaign.monthly_event"], {"event of the month": [1, 1]}, lines={"crews": {1: {"points": 99}}}
    )
    assert shown(s)["crews"][1]["fate"] == "posted" and shown(s)["score"]["crews_lost"] == 0


@rule("A9.1c")
def test_A9_1c_a_closed_sector_is_not_manned() -> None:
    s = month(1, 2, others={"closed sector": [3]})
    assert told(s, "sector_closed")["sector"] == 2
    s.decide("staff")
    assert {flight["sector"] for flight in shown(s)["patrols"]} == {1, 3}


def test_A9_1c_a_sector_is_open_again_the_month_after() -> None:
    s = reopen(at_patrols(), ["@campaign.month_begins"], {**QUIET_MONTH, "event of the month": [3, 4]}, closed=1)
    assert shown(s)["closed_sector"] is None


@rule("A9.1d")
def test_A9_1d_an_intruder_costs_an_aircraft() -> None:
    s = month(2, 2, draws={"which aircraft": [0]})
    assert shown(s)["aircraft"][0]["fate"] == "written off" and "bombed" in kinds(s)


@rule("A9.1e")
@pytest.mark.parametrize(("die", "kind"), [(1, "fighter_down"), (3, "repairs"), (6, "kill")])
def test_A9_1e_daylight_from_february(die: int, kind: str) -> None:
    s = month(1, 4, week=33, others={"daylight": [die], "injury": [6, 6]}, draws={"which crew": [0]})
    assert kind in kinds(s)
    if kind == "kill":
        assert shown(s)["kills"][0]["points"] == 6
    assert told(month(1, 4), "event")["event"] == "quiet"  # before February 1943


@rule("A9.1e", "A8.3d")
def test_A9_1e_a_wound_by_day_begins_with_the_night_of_its_week() -> None:
    s = month(1, 4, week=33, others={"daylight": [1], "injury": [5, 6]}, draws={"which crew": [0]})
    assert told(s, "wounded")["weeks"] == 3 and shown(s)["crews"][0]["wounded_weeks"] == 3


@rule("A9.1f")
def test_A9_1f_a_week_without_a_night() -> None:
    s = month(1, 5, draws={"which week": [0]})
    assert s.pending[0].kind == "week_over" and "no_night" in kinds(s) and "weather" not in kinds(s)


@rule("A9.1h")
def test_A9_1h_training_counts_for_status_only() -> None:
    s = month(4, 4)
    assert s.pending[0].kind == "train"
    with pytest.raises(IllegalOption) as refused:
        s.decide("1")
    assert refused.value.rule == "A9.1h"
    s.decide("9")
    assert (shown(s)["crews"][8]["kills"], shown(s)["crews"][8]["points"]) == (1, 0)


@rule("A9.1i")
def test_A9_1i_good_serviceability() -> None:
    s = reopen(
        at_patrols(), ["@campaign.monthly_event"], {"event of the month": [4, 5]}, lines={"planes": {0: {"ready": 3}}}
    )
    assert shown(s)["aircraft"][0]["workshop_weeks"] == 1 and "out_early" in kinds(s)


@rule("A9.1j")
@pytest.mark.parametrize("aircraft", ["Me110", "Ju88"])
def test_A9_1j_new_sets(aircraft: str) -> None:
    s = career("staffel", {**QUIET_MONTH, "event of the month": [5, 5]}, aircraft=aircraft)
    assert s.pending[0].kind == "fit_set"
    with pytest.raises(IllegalOption) as refused:
        s.decide("A")
    assert refused.value.rule == "A9.1j"
    s.decide("C")
    plane = shown(s)["aircraft"][2]
    expected = ("Me110E-4", "Lichtenstein BC") if aircraft == "Me110" else ("Ju88C-6", None)
    assert (plane["type"], plane["radar"]) == expected


@rule("A9.1k")
def test_A9_1k_two_crews_on_leave_for_two_weeks() -> None:
    s = month(5, 6, draws={"which crew": [0, 0]})
    assert kinds(s).count("on_leave") == 2
    s.decide("by hand")
    firsts = {option.split()[0] for option in s.pending[0].options}
    assert not {"1", "2"} & firsts
    with pytest.raises(IllegalOption) as refused:
        s.decide("1 A")
    assert refused.value.rule == "A9.1k"
    later = reopen(s, week=3)
    assert "1 A" in later.pending[0].options


@rule("A9.1l")
def test_A9_1l_the_general() -> None:
    assert shown(month(6, 6))["crews"][0]["points"] == 54


@rule("A9.1l")
def test_A9_1l_an_owners_visit_brings_the_points_of_its_own_row(tmp_path: Path) -> None:
    (tmp_path / "events.toml").write_text('[[event]]\nid = 7\nwhat = "visit"\npoints = 5\n', encoding="utf-8")
    s = viermot.new_game("campaign", "staffel", {"stops": "every"}, dice=QUIET_MONTH, pack=tmp_path)
    assert shown(s)["crews"][0]["points"] == 57


@rule("A9.2")
@pytest.mark.parametrize(("die", "count"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_A9_2_new_crews(die: int, count: int) -> None:
    s = month(3, 4, others={"new crews": [die]})
    assert len(shown(s)["crews"]) == 9 + count
    assert told(s, "roll:new crews")["dice"] == [die]


@rule("A9.2")
def test_A9_2_newcomers_are_non_commissioned_officers() -> None:
    """Of the four ranks that the first crews have, the two lower ones, one as likely as the other."""
    ranks = []
    for drawn in range(4):
        s = reopen(at_patrols(), ["@campaign.new_crews"], {"new crews": [3]}, {"names": [drawn]})
        assert rules_of(s, "joins") == ("A9.2",)
        ranks.append(told(s, "joins")["pilot"].split()[0])
    assert ranks == ["Uffz.", "Fw."] * 2


@rule("A9.3")
@pytest.mark.parametrize(
    ("week", "die", "types", "expected"),
    [
        (1, 1, [4], ["Me110E-4"]),
        (1, 2, [5], ["Me110F-4"]),
        (21, 3, [], ["Me110F-4"] * 2),
        (33, 3, [], ["Me110G-4", "Me110F-4"]),
    ],
)
def test_A9_3_new_aircraft(week: int, die: int, types: list[int], expected: list[str]) -> None:
    s = reopen(at_patrols(), lines={"planes": {10: {"fate": 1}, 9: {"fate": 1}}}, lost_planes=2)
    s = reopen(s, ["@campaign.new_aircraft"], {"new aircraft": [die], "which type": types}, week=week)
    assert [plane["type"] for plane in shown(s)["aircraft"]][11:] == expected


@rule("A9.3")
def test_A9_3_not_above_establishment() -> None:
    s = reopen(at_patrols(), ["@campaign.new_aircraft"], {"new aircraft": [6], "which type": [1]})
    assert len(shown(s)["aircraft"]) == 12


@rule("A9.4")
def test_A9_4_conversion_for_crews_that_rested() -> None:
    s = reopen(at_patrols(), ["@campaign.conversions"], week=21, lines={"crews": {8: {"rested": 2}}})
    assert s.pending[0].kind == "convert"
    with pytest.raises(IllegalOption) as refused:
        s.decide("A")
    assert refused.value.rule == "A9.4"
    s.decide("C")
    assert shown(s)["aircraft"][2]["fate"] == "exchanged" and shown(s)["aircraft"][-1]["type"] == "Me110F-4"
    assert s.pending[0].kind == "who_assigns"  # one crew, one exchange
    early = reopen(at_patrols(), ["@campaign.conversions"], week=17, lines={"crews": {8: {"rested": 2}}})
    assert early.pending[0].kind == "who_assigns"


@rule("A10.1")
@pytest.mark.parametrize(
    ("points", "level"), [(129, "defeat"), (130, "draw"), (174, "draw"), (175, "victory"), (240, "decisive_victory")]
)
def test_A10_1_how_the_year_is_judged(points: int, level: str) -> None:
    victim = [[1, 0, "Lancaster I/III", 4, points + 7]]
    s = reopen(
        at_patrols(), ["@campaign.end_week"], week=48, score=points + 7, lost_crews=1, lost_planes=2, victims=victim,
        lines={"crews": {0: {"downed": 1}, 8: {"fate": 1}}, "planes": {0: {"fate": 1}, 1: {"fate": 2}}},
    )  # fmt: skip
    assert s.result is not None and (s.result["level"], s.result["score"]) == (level, points)


@rule("A10.1", "A8.4b", "A2b")
def test_A10_1_bonuses_for_crosses_and_experten() -> None:
    s = reopen(at_patrols(), ["@campaign.end_week"], lines={"crews": {8: {"points": 20}, 0: {"kills": 20}}})
    assert shown(s)["score"]["bonus"] == 15
    s = reopen(s, ["@campaign.end_week"], week=48)
    assert s.result is not None and s.result["score"] == 15


@rule("A10.1")
def test_A10_1_a_staffel_without_crews_is_over() -> None:
    gone = {number: {"fate": 3} for number in range(9)}
    s = reopen(at_patrols(), ["@campaign.end_week"], lines={"crews": gone})
    assert s.result is not None and s.result["reason"] == "no crews left"


@rule("A8.3c")
def test_A8_3c_a_pilot_is_lost_only_once() -> None:
    todo = [("@campaign.hurt", 4, 0, "combat", 0), ("@campaign.injure", 4, "combat", 0)]
    s = reopen(at_patrols(), todo, {"injury": [3, 6]})
    assert shown(s)["crews"][4]["fate"] == "crippled" and shown(s)["score"]["crews_lost"] == 1
    assert [event.data["man"] for event in s.events("player") if event.kind == "unhurt"] == ["operator"]


@rule("A10.1")
def test_A10_1_a_shorter_war_asks_for_less() -> None:
    s = reopen(
        at_patrols(months=6), ["@campaign.end_week"], week=24, score=65,
        victims=[[1, 0, "Lancaster I/III", 4, 65]], lines={"crews": {0: {"downed": 1}}},
    )  # fmt: skip
    assert s.result is not None and (s.result["level"], s.result["score"]) == ("draw", 65)
