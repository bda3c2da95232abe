"""Small print: what is counted, kept and told besides the main thing, in the air and on the ground [4 to 10]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.interceptor.support import (
    answer,
    asked,
    career,
    check,
    course,
    kept,
    last,
    man,
    modifiers,
    new_session,
    pilot,
    play_event,
    play_until,
    rolls_of,
    told,
)
from tests.support.rules import rule
from viermot import Session
from viermot.games.interceptor.model.layout import OptionError

EACH, LED = 4, 3  # sorties for a point of experience, and under Leadership [7.7]
TWO = {"10.1": "cooperative", "pilots": 2}
RIVALS = {"10.1": "competitive", "pilots": 2}
BF110: dict[str, Any] = {"aircraft": "Bf110G-2", "unit": "I/ZG 26"}


def fight(orientation: str, cards: tuple[int, ...] = (), dice: Any = (), **own: Any) -> Session:
    own = {"enemy": "P-47", "orientation": orientation, "fought": 1, **own}
    return new_session(career(pilot(**own), at="fight", raid=5, month="Aug43"), cards=cards, dice=dice)


def bombers(cards: tuple[int, ...] = (), dice: Any = (), d10: tuple[int, ...] = (), **own: Any) -> Session:
    top = {name: own.pop(name) for name in ("options", "month", "raid") if name in own}
    own = {"target": "B-24", "bomber_type": "B-24", "bomber": {"gunners": 9}, **own}
    text = career(pilot(**own), at="bombers", **{"raid": 5, **top})
    return new_session(text, cards=cards, dice=dice, d10=d10)


def landed(dice: Any = (), month: str = "Mar43", line: int = 2, **own: Any) -> Session:
    return new_session(career(pilot(**{"fate": 2, **own}), at="ground", raid=7, month=month, line=line), dice=dice)


# --- where escorts are met -----------------------------------------------------------------------------


@rule("7.1.3a")
@pytest.mark.parametrize(
    ("met", "orientation", "rules", "sun"),
    [
        ("head on", "head on", ("7.1.3a", "7.2.1b", "7.1.2d"), 0),
        ("advantaged", "advantaged", ("7.1.3a", "7.2.1b", "7.1.2e"), 0),
        ("sun", "advantaged", ("7.1.3a", "7.2.1b", "7.1.2j"), 1),
        ("disadvantaged", "disadvantaged", ("7.1.2f", "7.1.3a"), 0),
    ],
)
def test_7_1_3a_how_a_fight_with_the_escorts_begins(met: str, orientation: str, rules: Any, sun: int) -> None:
    roll = {"head on": [3, 3], "advantaged": [4, 4], "sun": [5, 6], "disadvantaged": [2, 2]}[met]
    s = new_session(career(pilot(), at="box", month="Jul43", raid=6), dice={"interception": roll, "escort": [1]})
    if asked(s).kind == "choose_target":
        answer(s, "choose_target", "escorts")
    check(s, last(s, "engages_escorts").rules, rules, "the rules")
    enemy = last(s, "bombers").data["enemy"]
    check(s, told(s, "engages_escorts", "fight"), [("engages_escorts", enemy), ("fight", enemy, orientation)], "it")
    check(s, kept(s).get("free_shot", 0), sun, "a free shot")


def test_there_is_no_free_shot_head_on() -> None:
    s = fight("head on", (18, 12), {"fighter damage": [1, 4], "initiative": [3, 3]}, free_shot=1)
    answer(s, "dogfight", "attack")
    assert "free_shot" not in course(s) and told(s, "enemy_fires") == [("enemy_fires", 12, 1)]


def test_a_round_needs_an_opponent() -> None:
    agenda = '[["@interceptor.next_line"], ["@interceptor.fight_round"]]'
    up = pilot(fate=1, flying=1, box=1, ammo=[-1, 6, 3])
    s = new_session(career(up, raid=5, agenda=agenda).replace('at = "line"\n', ""))
    assert not told(s, "fight_round")


@rule("7.4.1g", "7.6a")
def test_7_4_1g_from_the_escorts_he_may_jump() -> None:
    s = bombers((1, 18), {"parachute": [1, 2]}, (1,), escort="P-47")
    answer(s, "fire_round", "airframe")
    answer(s, "fire_round", "break off")
    answer(s, "escape", "bail out")
    check(s, told(s, "bails_out", "jumped"), [("bails_out",), ("jumped", "pilot", 3, "unhurt")], "he jumps")
    check(s, man(s)["fate"], "bailed out", "where he is")


# --- bursts, jams and whose shot it is -----------------------------------------------------------------


@rule("7.1.13e")
def test_7_1_13e_a_burst_exposes_him_to_one_hit_more_whoever_fires_first() -> None:
    s = bombers((1, 33), {"extended burst": [3, 4], "fighter damage": [1, 4] * 3}, (1, 1), bomber={})
    answer(s, "fire_round", "airframe burst")
    check(s, modifiers(last(s, "defensive_fire")), {"range": -1, "burst": 1}, "with a burst")
    text = career(pilot(target="B-24", bomber_type="B-24"), at="bombers", raid=5, options={"10.5": True})
    for option, more in (("airframe burst", 1), ("airframe", None)):
        dice = {"altitude": [3], "extended burst": [3, 4], "fighter damage": [1, 4] * 9}
        s = new_session(text, draws={"position": [0]}, dice=dice, cards=[33, 1], d10=[1] * 6)
        answer(s, "adjust", "1 high")
        answer(s, "fire_round", option)
        check(s, modifiers(last(s, "defensive_fire")).get("burst"), more, "the bomber fires first")
        assert course(s).index("defensive_fire") < course(s).index("fires") < course(s).index("hits")
        assert told(s, "bomber_hit"), "and then he is struck"


@rule("7.7h")
def test_7_7h_only_a_man_in_the_aircraft_prevents_a_jam() -> None:
    keeper: dict[str, Any] = {"gun_skills": ["weapons maintenance"]}
    s = bombers((2, 18), {}, (1,), **BF110, **keeper, month="Aug43")
    answer(s, "fire_round", "airframe")
    check(s, (len(told(s, "jam_prevented")), len(told(s, "jam"))), (1, 0), "a second man")
    s = bombers((2, 18), {}, (1,), **keeper)
    answer(s, "fire_round", "airframe")
    check(s, len(told(s, "jam_prevented")), 0, "nobody sits behind him")


@rule("7.2.3.1b")
def test_7_2_3_1b_the_rule_of_a_wingman_who_waits_is_cited_when_he_could_attack() -> None:
    for own, option, cited in (
        ({}, "airframe", True),
        ({}, "airframe wingman", False),
        ({"wing": 1}, "airframe", False),
    ):
        s = bombers((1, 18), {"wingman attack": [3, 4]}, (1, 1), **own)
        answer(s, "fire_round", option)
        check(s, "7.2.3.1b" in last(s, "round").rules, cited, option)
    assert last(bombers_at_once(), "round").rules == ("7.1.3c", "7.1.6f", "7.2.3.1b")


def bombers_at_once() -> Session:
    s = bombers((1, 18), {}, (1,), met="advantaged", first_pass=1)
    answer(s, "fire_round", "airframe")
    return s


def test_a_wingman_does_not_fire_at_a_bomber_that_is_gone() -> None:
    s = bombers((60, 18), {"wingman attack": [3, 4]})
    answer(s, "fire_round", "airframe wingman")
    check(s, (told(s, "kill"), len(rolls_of(s, "wingman attack"))), ([("kill", "pilot", "B-24")], 0), "his leader's")


@rule("7.2.2.4", "7.2.3.2a")
def test_7_2_2_4_a_fighter_the_wingman_has_downed_is_not_the_gunner_s_too() -> None:
    s = fight("disadvantaged", (18, 39, 49, 21), {"initiative": [3, 3]}, **BF110)  # 24 FP: DE
    answer(s, "dogfight", "wingman")
    check(s, told(s, "kill"), [("kill", "wingman", "P-47")], "one kill")
    check(s, (kept(s)["wing_fighters"], kept(s).get("gun_kills", 0)), (1, 0), "whose")


@rule("7.1.14b", "7.7n")
def test_7_1_14b_a_wingman_s_card_with_gunnery() -> None:
    cases: list[tuple[list[str], tuple[str, ...]]] = [([], ("7.2.3.2a",)), (["gunnery"], ("7.2.3.2a", "7.7n"))]
    for skills, rules in cases:
        s = fight(
            "disadvantaged", (18, 1, 12), {"fighter damage": [3, 3] * 2, "initiative": [3, 3]}, wing_skills=skills
        )
        answer(s, "dogfight", "wingman")
        check(s, (told(s, "wingman_fires"), last(s, "wingman_fires").rules), ([("wingman_fires", 12, 1)], rules), "it")
    s = bombers((1, 18), {"rockets": [6, 6], "rocket hits": [6]}, (1, 1), aircraft="Fw190A-4/R6", month="Jun43")
    answer(s, "rocket_salvo", "fire")
    check(s, told(s, "rockets_hit"), [("rockets_hit", 2)], "two hits")


# --- on the way home -----------------------------------------------------------------------------------


@rule("7.4.3a")
@pytest.mark.parametrize(
    ("damage", "chances"),
    [
        ({}, 1), ({"port inner engine": 1}, 1), ({"port inner engine": 2}, 2),
        ({"port inner engine": 2, "starboard outer engine": 2}, 3),
        ({"port inner engine": 2, "port outer engine": 2, "starboard inner engine": 2, "starboard outer engine": 1}, 5),
        ({"port wing": 2}, 2), ({"port wing": 1}, 1), ({"starboard wing": 2, "airframe": 4, "controls": 2}, 4),
        ({"airframe": 3}, 1), ({"gunners": 3}, 1),
    ],
)  # fmt: skip
def test_7_4_3a_how_likely_a_bomber_crashes(damage: dict[str, int], chances: int) -> None:
    for face, crashed in ((chances, True), (chances + 1, False)):
        own: dict[str, Any] = {"target": "B-24", "bomber_type": "B-24", "bomber": damage, "scored": 1}
        s = new_session(
            career(pilot(**own), at="bombers", raid=5), draws={"way home": [face - 1]}, dice={"confirmation": [2]}
        )
        answer(s, "fire_round", "break off")
        answer(s, "after_pass", "enough")
        check(s, rolls_of(s, "way home")[0].data, {"what": "way home", "dice": [face], "chances": chances}, "the roll")
        check(
            s, told(s, "kill", "gets_home"), [("kill", "pilot", "B-24")] if crashed else [("gets_home", "bomber")], ""
        )


@rule("7.4.3a")
@pytest.mark.parametrize(
    ("enemy", "damage", "chances"),
    [
        ("P-47", {"airframe": 1}, 1), ("P-47", {"airframe": 5}, 2), ("P-47", {"port wing": 3, "tail": 3}, 3),
        ("P-47", {"engine armour": 1, "port engine": 2}, 2), ("P-47", {"port engine": 2}, 1),
        ("P-38", {"port engine": 2}, 2), ("P-38", {"port engine": 2, "starboard engine": 1}, 3),
        ("P-51B", {"port engine": 1}, 2),
    ],
)  # fmt: skip
def test_7_4_3a_how_likely_a_fighter_crashes(enemy: str, damage: dict[str, int], chances: int) -> None:
    own: dict[str, Any] = {"enemy": enemy, "orientation": "tailing", "fought": 1, "foe": damage}
    s = new_session(career(pilot(**own), at="fight", raid=5), draws={"way home": [chances]}, dice={"landing": [1, 1]})
    answer(s, "dogfight", "disengage")
    check(s, rolls_of(s, "way home")[0].data["chances"], chances, "his chances")
    check(s, told(s, "gets_home"), [("gets_home", "fighter")], "he gets home")


def test_the_log_line_holds_the_whole_sortie() -> None:
    s = bombers((60, 18), {"landing": [1, 1]}, flights=2, xp=3)
    answer(s, "fire_round", "airframe")
    line = play_event(s, "log_line")
    whole = {
        "target": line.data["target"], "aircraft": "Fw190A-4", "bombers": 1, "fighters": 0, "wound": "unhurt",
        "experience": 3, "encounters": [["B-24", "destroyed", "pilot"]],
    }  # fmt: skip
    check(s, line.data, whole, "the line")
    s = fight("head on", (60, 18), {"landing": [1, 1]}, wound=1)
    answer(s, "dogfight", "attack")
    line = play_event(s, "log_line")
    check(s, (line.data["bombers"], line.data["fighters"], line.data["wound"]), (0, 1, "light"), "kills and wound")


@rule("2.3")
def test_2_3_a_straggler_left_alone_is_on_the_log_and_a_dead_engine_ends_the_flight() -> None:
    s = new_session(
        career(pilot(), at="box", raid=5), dice={"interception": [6, 6], "random event": [3, 3], "landing": [1, 1]}
    )
    answer(s, "straggler", "no")
    line = play_event(s, "log_line")
    check(s, line.data["encounters"], [["B-17F", "sighted", "pilot"]], "what he saw")
    dice = {"interception": [6, 6], "random event": [1, 1], "stray fire": [1], "fighter damage": [2, 2]}
    s = new_session(career(pilot("Bf109G-4", "I/JG 27", own={"port engine": 1}), at="box", raid=5), dice=dice)
    check(s, (asked(s).kind, told(s, "goes_home")), ("forced_down", []), "he comes down where he is")


@rule("7.10b")
def test_7_10b_engine_trouble_is_kept_and_counts_once() -> None:
    s = new_session(career(pilot(), at="box", raid=5), dice={"interception": [6, 6, 3, 3], "random event": [2, 2]})
    check(s, (kept(s)["trouble"], kept(s).get("home", 0)), (1, 0), "until the next combat")
    answer(s, "press_on", "fly on")
    answer(s, "choose_target", "bombers")
    check(s, kept(s)["home"], 1, "then he goes home")


# --- initiative ----------------------------------------------------------------------------------------


@rule("7.2.2.7a")
@pytest.mark.parametrize(
    ("dice", "orientation"),  # 19 and one for boost against 21
    [([4, 2], "head on"), ([5, 2], "advantaged"), ([6, 2], "advantaged"), ([6, 1], "advantaged"), ([3, 3], "head on"),
     ([3, 4], "disadvantaged"), ([1, 4], "disadvantaged"), ([1, 5], "tailed"), ([1, 6], "tailed")],
)  # fmt: skip
def test_7_2_2_7a_the_lead_decides(dice: list[int], orientation: str) -> None:
    s = fight("head on", (18, 18), {"initiative": dice})
    answer(s, "dogfight", "attack")
    mods = [["boost", 1, "7.2.2.7a"]]
    shown = [list(map(list, part)) if isinstance(part, list | tuple) else part for part in told(s, "initiative")[0]]
    check(s, shown, ["initiative", dice[0] + 20, dice[1] + 21, 19, 21, mods, []], "told")
    check(s, man(s)["sortie"]["fight"]["orientation"], orientation, "the wheel")


@rule("10.1.1b")
def test_10_1_1b_a_comrade_s_help_turns_the_wheel_one_step() -> None:
    first = pilot(fate=1, flying=1, free=1, box=1, ammo=[-1, 6, 3], last_enemy="P-47")
    second = pilot(enemy="P-47", orientation="disadvantaged", fate=1, flying=1, box=1, ammo=[-1, 6, 3])
    agenda = '[["@interceptor.next_line"], ["@interceptor.fight_rounds", [0, 1]]]'
    position = career(first, second, options=TWO, raid=5, agenda=agenda).replace('at = "line"\n', "")
    s = new_session(position, cards=[18, 18], dice={"initiative": [3, 3, 3, 3], "helping": [3, 1]})
    s.decide("pilot2", "pilot1")
    check(s, told(s, "assists"), [("assists", "pilot2")], "whom")
    s.decide("barrel roll", "pilot2")
    check(s, told(s, "helped", "orientation"), [("helped", 1), ("orientation", "head on")], "one step")
    check(s, (kept(s, 1).get("helped", 0), kept(s, 0).get("assisting", 0)), (0, 0), "for this round")
    assert not told(s, "helper_bounced"), "a three"
    s.decide("pilot2", "pilot1")
    s.decide("barrel roll", "pilot2")
    check(
        s, told(s, "helper_bounced", "fight")[-2:], [("helper_bounced",), ("fight", "P-47", "disadvantaged")], "a one"
    )


# --- landing -------------------------------------------------------------------------------------------


@rule("7.4.4")
@pytest.mark.parametrize(
    ("own", "more", "points"),
    [
        ({"port wing": 3}, {}, {"wing": 1}), ({"port wing": 2}, {}, {}), ({"starboard wing": 3}, {}, {"wing": 1}),
        ({"landing gear": 1}, {}, {"gear": 3}), ({"controls": 1}, {}, {"controls": 1}),
        ({"port engine": 1}, {}, {"engine": 1}), ({}, {"wound": 2}, {"wound": 1}), ({}, {"wound": 1}, {}),
        ({}, {"trouble": 1}, {"trouble": 1}), ({}, {"skills": ["landing"]}, {"skill": -1}),
    ],
)  # fmt: skip
def test_7_4_4_what_makes_a_landing_worse(own: dict[str, int], more: dict[str, Any], points: dict[str, int]) -> None:
    s = new_session(career(pilot(own=own, **more), at="landing", raid=5), dice={"landing": [3, 3]})
    check(s, modifiers(last(s, "lands")), points, "the modifiers")
    check(s, told(s, "landed"), [("landed", 6 + sum(points.values()))], "the total")


@pytest.mark.parametrize(
    ("gear", "dice", "kind", "fate", "lost"),
    [
        (0, [5, 6], "landed", 2, 0), (0, [6, 6], "rough_landing", 3, 0), (1, [4, 6], "rough_landing", 3, 0),
        (1, [5, 6], "crash_landing", 4, 1), (1, [6, 6], "crash_landing", 4, 1),
    ],
)  # fmt: skip
def test_how_a_landing_ends(gear: int, dice: list[int], kind: str, fate: int, lost: int) -> None:
    own: dict[str, int] = {"landing gear": 1} if gear else {}
    s = new_session(career(pilot(own=own), at="landing", raid=5), dice={"landing": dice, "wound": [1]})
    total = sum(dice) + 3 * gear
    check(s, told(s, "landed", "rough_landing", "crash_landing", "wrecked"), [(kind, total)], "the landing")
    check(s, (kept(s)["fate"], kept(s).get("lost", 0)), (fate, lost), "his fate")
    hurt = [] if kind == "landed" else [("injured", "pilot", "light", "light")]
    check(s, told(s, "injured"), hurt, "who is hurt")


@rule("7.4.5b")
def test_7_4_5b_a_field_is_told_and_counts() -> None:
    s = new_session(career(pilot(own={"fuel tank": 1}), at="landing", raid=5), dice={"landing": [3, 3]})
    check(s, (asked(s).kind, list(asked(s).options)), ("forced_down", ["land", "jump"]), "what is asked")
    answer(s, "forced_down", "land")
    check(s, told(s, "cannot_reach_base", "forced_landing"), [("cannot_reach_base",), ("forced_landing",)], "told")
    check(s, modifiers(last(s, "lands")), {"forced": 1}, "a field")
    check(s, told(s, "away"), [("away", "way home", 1)], "the way home")


# --- between sorties: the crew -------------------------------------------------------------------------


@rule("9.6", "7.2.3.3")
def test_9_6_a_new_wingman_brings_nothing_of_the_old_one() -> None:
    old = {"wing_xp": 5, "wing_skills": ["gunnery"], "wing_bombers": 2, "wing_fighters": 1, "wing_flights": 1,
           "wing_awards": ["ek2"], "wing_sorties": 7, "wing_wounds": 2}  # fmt: skip
    s = landed(wing=2, wing_wound=3, points=3, **old)
    answer(s, "replacement", "as he comes")
    check(s, (told(s, "crew_gone", "new_man")), [("crew_gone", "wingman"), ("new_man", "wingman", 1)], "told")
    check(s, kept(s)["newcomer"], 1, "he has a point to spend")
    row = kept(s)
    check(s, {name: row[name] for name in row if name in old}, {}, "a man with one point, as at the start")
    new = {
        "status": man(s)["wingman"]["status"], "experience": 1, "skills": [], "awards": [],
        "kills": {"bombers": 0, "fighters": 0}, "flights": 0, "lines_to_miss": 0,
    }  # fmt: skip
    check(s, man(s)["wingman"], new, "he")
    s = landed(wing=2, wing_wound=3, points=3, **old)
    answer(s, "replacement", "trained")
    check(s, told(s, "paid", "new_man"), [("paid", "crewman", 1, 2), ("new_man", "wingman", 2)], "paid")
    check(s, (man(s)["wingman"]["experience"], man(s)["prestige"]), (2, 2), "what he knows")


@rule("9.4b", "9.6")
def test_9_4b_a_gunner_who_is_let_go_is_gone() -> None:
    hurt: dict[str, Any] = {"gun_xp": 3, "gun_skills": ["gunnery"], "gun_kills": 1, "gun_flights": 1}
    ward: dict[str, Any] = {"ward_xp": 3, "ward_skills": ["gunnery"], "ward_kills": 1, "ward_flights": 1}
    away = pilot(**BF110, discharge=5, points=2, wound=2, gun_missing=2, **ward, **hurt)
    s = new_session(career(away, month="Aug43", line=1))
    play_until(s, "keep_crew")
    check(s, told(s, "out_of_hospital"), [("out_of_hospital",)], "told")
    check(s, man(s)["wound"], "unhurt", "healed")
    other = s.fork()
    answer(s, "keep_crew", "let go")
    answer(s, "replacement", "as he comes")
    row = kept(s)
    left = {name: row[name] for name in row if name.startswith(("gun_", "ward_"))}
    check(s, left, {}, "nothing is left of him")
    check(s, told(s, "crew_gone", "new_man"), [("crew_gone", "gunner"), ("new_man", "gunner", 0)], "told")
    answer(other, "keep_crew", "keep")
    check(other, told(other, "paid", "crew_kept"), [("paid", "crewman", 1, 1), ("crew_kept", 1)], "paid")


@rule("7.7a", "7.2.3.3")
def test_7_7a_everybody_learns_at_his_own_pace() -> None:
    before: dict[str, Any] = {
        **BF110,
        "flights": EACH - 1,
        "wing_flights": EACH - 1,
        "gun_flights": EACH - 1,
        "wing_xp": 0,
    }
    s = landed(month="Aug43", **before)
    check(s, told(s, "experience"), [("experience", who, 1) for who in ("pilot", "wingman", "gunner")], "a point each")
    row = kept(s)
    check(s, (row["flights"], row.get("wing_flights", 0), row.get("gun_flights", 0)), (EACH, 0, 0), "and counted anew")
    s = landed(month="Aug43", **{**before, "flights": EACH, "wing_flights": 0, "gun_flights": 0})
    check(s, (told(s, "experience"), kept(s)["wing_flights"], kept(s)["gun_flights"]), ([], 1, 1), "not yet")
    led: dict[str, Any] = {**before, "flights": EACH, "wing_flights": LED - 1, "gun_flights": LED - 1}
    s = landed(month="Aug43", skills=["leadership"], **led)
    check(s, told(s, "experience"), [("experience", "wingman", 1), ("experience", "gunner", 1)], "well led")
    s = landed(month="Aug43", **{**before, "wing_missing": 3, "wing_wound": 1})
    check(s, (len(told(s, "experience")), kept(s)["wing_flights"]), (2, EACH - 1), "who is away learns nothing")
    s = landed(month="Aug43", **{**before, "wing_wound": 1})
    check(s, (kept(s)["wing_wounds"], kept(s)["wing_sorties"]), (1, 1), "his wound, and the flight")


@pytest.mark.parametrize(
    ("own", "awards", "period"),
    [
        ({"bombers": 1, "sortie_b": 1}, ["ek2"], 0),
        ({"bombers": 2, "sortie_b": 1, "awards": ["ek2"]}, ["ek1"], 1),
        ({"bombers": 10, "sortie_b": 1, "awards": ["ek2", "ek1", "ace"]}, ["ehrenpokal"], 1),
        ({"bombers": 20, "sortie_b": 1, "awards": ["ek2", "ek1", "ace", "ehrenpokal"]}, ["german cross"], 1),
        ({"bombers": 5, "sortie_b": 1, "awards": ["ek2", "ek1"]}, ["ace"], 0),
    ],
)
def test_which_awards_help_promotion(own: dict[str, Any], awards: list[str], period: int) -> None:
    s = landed(**own)
    check(s, [award for _, award in told(s, "award")], awards, "the award")
    check(s, kept(s).get("period_awards", 0), period, "counted for promotion")
    check(s, told(s, "prestige"), [("prestige", 1, 1)], "a point and a level")


@rule("7.4.6")
def test_7_4_6_after_a_rough_landing_there_is_no_talk_of_other_repairs() -> None:
    for hits in (2, 4):
        s = landed(fate=3, repair=hits, wound=1, wounds_now=1)
        check(s, told(s, "ready", "repairs", "scrounged"), [], f"{hits} hits")


# --- careers -------------------------------------------------------------------------------------------


@rule("4.3.3", "6.1f")
def test_4_3_3_a_month_begins_with_its_first_line() -> None:
    s = new_session(career(pilot(fate=2), at="ground", raid=7, month="Jun43", line=8))
    play_event(s, "month")
    check(s, told(s, "month", "line")[:2], [("month", "Jul43", 8), ("line", "Jul43", 1)], "the calendar")


def test_a_pilot_whose_career_has_not_begun_or_is_over_is_not_called() -> None:
    for other in (pilot(starts=5), pilot(over=1, wound=3)):
        s = new_session(
            career(pilot(), other, options=RIVALS), dice={"raid": [2, 3], "weather": [2, 2], "interception": [1, 2]}
        )
        check(s, kept(s, 1).get("flying", 0), 0, "he does not fly")
        assert asked(s).seat == "pilot1" and len(told(s, "take_off")) == 1


@rule("5.2.1")
def test_5_2_1_the_end_of_a_career_is_told_whole() -> None:
    s = new_session(career(pilot(fate=2, bombers=9, fighters=3), at="ground", raid=7, month="Feb44", line=8))
    while s.pending:
        s.decide("done")
    over = last(s, "career_over").data
    check(s, over, {"reason": "end of February 1944", "level": over["level"], "bombers": 9, "fighters": 3}, "told")
    assert s.result is not None
    check(s, (s.result["level"], last(s, "judged").data["judgement"]), (over["level"],) * 2, "judged")
    check(s, s.result["survived"], True, "alive")


@rule("10.3c")
def test_10_3c_leave_is_kept_for_the_year() -> None:
    s = new_session(career(pilot(fatigue=9), options={"10.3": True}))
    answer(s, "fly_or_rest", "leave")
    check(s, kept(s)["leave"], 1, "taken")
    check(s, told(s, "leave", "rested")[:2], [("leave", 2), ("rested",)], "told")


@pytest.mark.parametrize(
    ("name", "rank", "kills", "awards", "level", "points", "skills", "xp"),
    [
        ("Mayer", "Hauptmann", 59, ["ek2", "ek1", "ehrenpokal", "german cross", "knight's cross", "ace"], 7, 1,
         ["expert Fw190", "acm", "leadership"], 1),
        ("Eder", "Oberleutnant", 13, ["ek2", "ek1", "ehrenpokal", "wound badge", "ace"], 5, 1,
         ["expert Fw190", "expert Bf109", "parachute", "reflexes"], 1),
        ("Frey", "Oberleutnant", 6, ["ek2", "ek1", "ace"], 3, 1, ["expert Bf109", "reflexes", "navigation"], 1),
        ("Knoke", "Oberleutnant", 4, ["ek2", "ek1"], 2, 1, ["expert Bf109", "landing"], 2),
        ("Bauer", "Feldwebel", 0, ["ek2", "ek1"], 2, 1, ["expert Bf109", "gunnery"], 0),
    ],
)  # fmt: skip
def test_an_ace_s_card_is_laid_out(
    name: str, rank: str, kills: int, awards: list[str], level: int, points: int, skills: list[str], xp: int
) -> None:
    s = new_session(scenario="career", options={"10.2": name})
    if asked(s).kind == "ace_unit":
        answer(s, "ace_unit", "card")
    shown = man(s)
    check(s, (shown["rank"], shown["kills"]["bombers"] + shown["kills"]["fighters"]), (rank, kills), "rank and kills")
    check(s, (set(shown["awards"]), set(shown["skills"])), (set(awards), set(skills)), "awards and skills")
    check(s, (shown["level"], shown["prestige"], shown["experience"]), (level, points, xp), "level, points, experience")
    check(s, (kept(s).get("kills_then", 0), kept(s).get("wounds", 0)), (kills, int("wound badge" in awards)), "counted")


@pytest.mark.parametrize(("option", "key"), [("x" * 60, "error.no_scenario")])
def test_a_scenario_s_name_is_not_repeated_at_length(option: str, key: str) -> None:
    with pytest.raises(OptionError) as wrong:
        new_session(scenario=option)
    assert (wrong.value.key, wrong.value.fields["name"]) == (key, "x" * 40)  # type: ignore[attr-defined]


# --- the approach --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("location", "more"), [(1, 1), (3, 1), (4, None), (8, None)])
def test_the_chin_turret_bears_forward(location: int, more: int | None) -> None:
    text = career(pilot(target="B-17G", bomber_type="B-17G"), at="bombers", raid=5, options={"10.5": True})
    s = new_session(text, draws={"position": [location - 1]}, dice={"altitude": [3], "fighter damage": [1, 4] * 9},
              cards=[18, 33], d10=[1] * 6)  # fmt: skip
    answer(s, "adjust", f"{location} level")
    answer(s, "fire_round", "airframe")
    check(s, modifiers(last(s, "defensive_fire")).get("chin_turret"), more, f"from {location}")


@rule("7.4.2b")
def test_7_4_2b_whoever_must_go_home_after_a_pass_is_told_why() -> None:
    for own, wanted in (({"fuel tank": 1}, 1), ({"radio": 1}, 0)):
        s = bombers((18, 18), own=own)
        answer(s, "fire_round", "break off")
        if s.pending and asked(s).kind == "after_pass":
            answer(s, "after_pass", "enough")
        check(s, len(told(s, "must_abort")), wanted, "told")


# --- what does not happen ------------------------------------------------------------------------------


def test_whoever_does_not_fire_has_no_hits_and_what_is_avoided_does_not_hit() -> None:
    s = fight("disadvantaged", (18, 9), {"initiative": [3, 3]})
    answer(s, "dogfight", "barrel roll")
    check(s, told(s, "fighter_hits"), [("fighter_hits", "own", 0)], "only the enemy has fired")
    s = fight("advantaged", (12, 10), {"initiative": [3, 3]})  # a Chandelle avoids all
    answer(s, "dogfight", "attack")
    check(s, told(s, "avoided", "fighter_hits", "hit", "kill"), [("avoided", "enemy", 1)], "nothing else")
    s = fight("tailed", (60, 9), {"parachute": [1, 2], "landing": [1, 1]})
    answer(s, "dogfight", "barrel roll")
    check(s, told(s, "destroyed", "shot_down", "fighter_hits", "tail_bonus")[:2],
          [("destroyed",), ("shot_down", "shot to pieces")], "destroyed at once")  # fmt: skip
    assert not told(s, "fighter_hits", "tail_bonus"), "no hits on what is gone"


def test_reflexes_are_not_wasted_head_on() -> None:
    s = fight("head on", free_shot=1, skills=["reflexes"])
    assert "attack first" in asked(s).options


@rule("7.2.3.3")
def test_7_2_3_3_a_wingman_s_ace_status_cites_its_own_rule() -> None:
    s = landed(wing_bombers=5, wing_sortie=1, wing_awards=["ek2", "ek1"])
    check(
        s, (told(s, "wing_award"), last(s, "wing_award").rules), ([("wing_award", "ace")], ("7.2.3.3", "7.8.8")), "ace"
    )
    s = landed(wing_bombers=1, wing_sortie=1)
    check(s, (told(s, "wing_award"), last(s, "wing_award").rules), ([("wing_award", "ek2")], ("7.2.3.3",)), "EK2")


@rule("4.2.2")
def test_4_2_2_the_level_of_the_first_model_is_waived() -> None:
    s = new_session(scenario="1")  # I/JG 1
    answer(s, "first_aircraft", "Bf109G-1/R6")
    names = [frame.name for frame in s.perspective("pilot").layout.aircraft]  # type: ignore[attr-defined]
    check(s, kept(s)["waived"], names.index("Bf109G-1/R6") + 1, "the model he may always have")


@rule("9.3b", "9.6")
def test_9_3b_nothing_of_a_gunner_is_left_in_a_single_seater_nor_comes_back() -> None:
    man_behind: dict[str, Any] = {"gun_xp": 3, "gun_skills": ["gunnery"], "gun_kills": 2, "gun_flights": 1}
    ward: dict[str, Any] = {"gun_missing": 3, "ward_xp": 2}
    s = landed(month="Aug43", **BF110, points=3, level=7, **man_behind, **ward)
    play_until(s, "spend_prestige")
    s.decide("take Fw190A-5")
    check(s, told(s, "surplus_man"), [("surplus_man", "gunner")], "told")
    check(s, {name: value for name, value in kept(s).items() if name.startswith(("gun_", "ward_"))}, {}, "he is gone")
    s = landed(month="Aug43", points=3, level=7, gun_xp=3, gun_skills=["gunnery"])
    play_until(s, "spend_prestige")
    s.decide("take Bf110G-2")
    check(s, told(s, "counts_on"), [("counts_on", "gunner")], "told")
    if asked(s).kind == "replacement":
        answer(s, "replacement", "as he comes")
    check(s, {name: value for name, value in kept(s).items() if name.startswith("gun_")}, {}, "a new man")


# --- once more, a moment later -------------------------------------------------------------------------


def test_a_burst_is_over_when_its_round_is() -> None:
    dice = {"extended burst": [3, 4], "fighter damage": [1, 4] * 9}
    s = bombers((1, 33, 12, 1), dice, (6,) * 9, bomber={})
    answer(s, "fire_round", "airframe burst")
    answer(s, "fire_round", "airframe")
    first, second = (modifiers(event) for event in s.events("pilot") if event.kind == "hits")
    check(s, ("burst" in first, "burst" in second), (True, False), "more hits, once")
    mine = [modifiers(event) for event in s.events("pilot") if event.kind == "defensive_fire"]
    check(s, ["burst" in each for each in mine], [True, False], "and exposed once")


@rule("5.1.3")
def test_5_1_3_the_last_line_of_a_dead_man_is_written() -> None:
    s = landed(wound=3, bombers=2, sortie_b=1)
    check(s, [line[3] for line in told(s, "log_line")], [1], "his last sortie")
    check(s, told(s, "fell"), [("fell", 2, 0)], "what he did")


@rule("7.4.8a")
def test_7_4_8a_what_a_gunner_in_hospital_was_is_kept_for_him() -> None:
    s = landed(month="Aug43", **BF110, gun_wound=1, gun_xp=2, gun_skills=["gunnery"], gun_kills=3, gun_flights=1)
    row = kept(s)
    ward = (row["ward_xp"], row["ward_skills"], row["ward_kills"], row["ward_flights"])
    check(s, ward, (2, ["gunnery"], 3, 2), "he, with this sortie")
    check(
        s, {name for name in row if name.startswith("gun_")} - {"gun_missing", "gun_wound"}, set(), "a beginner flies"
    )


@rule("7.2.3.1a")
def test_7_2_3_1a_nothing_on_chart_w1_is_better_than_a_two() -> None:
    s = bombers((18, 18), {"wingman attack": [1, 1]}, wing_skills=["gunnery", "aim"])
    answer(s, "fire_round", "airframe wingman")
    check(s, told(s, "wingman_attacks"), [("wingman_attacks", "DE", "fine")], "destroyed")


def test_from_a_climb_there_are_eight_places_to_go_to() -> None:
    text = career(pilot(target="B-24", bomber_type="B-24"), at="bombers", raid=5, options={"10.5": True})
    s = new_session(text, draws={"position": [8]})
    check(s, list(asked(s).options), ["climb", *(f"{place} low" for place in range(1, 9))], "and straight up")
