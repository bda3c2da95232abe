"""What is told besides the main thing: citations, refusals, whole events, and what a card leaves behind."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.games.bomber_command.rules.test_04_plotting import plotting
from tests.games.bomber_command.support import (
    asked,
    go,
    inner,
    last,
    lay,
    new_session,
    night,
    pass_to,
    refused,
    resolve,
    see,
    told,
    unit,
)
from tests.support.rules import rule
from viermot.games.bomber_command.components import load
from viermot.games.bomber_command.model.board import (
    ADJACENT,
    BY_NAME,
    NAME,
    ON_MAP,
    PLACES,
    REACH_1,
    REACH_2,
    _is_there,
    _within,
    read_hex,
)
from viermot.games.bomber_command.model.layout import Layout, OptionError
from viermot.games.bomber_command.rules.cards import effects
from viermot.games.bomber_command.rules.plot.plan import course, read_plan
from viermot.games.bomber_command.rules.plot.plotting import Plans
from viermot.games.bomber_command.rules.victory import level_of
from viermot.kernel.agenda import Unreadable

MAIN = "E main Bremen 1.1 D5 I5 J4* D7 C7"


# --- the map -------------------------------------------------------------------------------------------


def test_the_map_ends_where_england_begins() -> None:
    for letter, rows in (("A", 4), ("B", 5), ("C", 7), ("D", 10)):
        assert f"{letter}{rows}" in BY_NAME and f"{letter}{rows + 1}" not in BY_NAME
    assert _is_there(BY_NAME["A4"]) and all(_is_there(hex_) for hex_ in ON_MAP)
    assert len(ON_MAP) == sum(1 for hex_ in range(max(ON_MAP) + 1) if _is_there(hex_))
    assert len(NAME) == PLACES == max(BY_NAME.values()) + 1
    assert "Q1" in BY_NAME and "Q11" in BY_NAME and "R1" not in BY_NAME and "Q12" not in BY_NAME


def test_what_can_be_reached_in_one_step_and_in_two() -> None:
    for name in ("K5", "D5", "A4"):
        hex_ = BY_NAME[name]
        assert _within(hex_, 0) == (hex_,)
        assert _within(hex_, 1) == REACH_1[hex_] == (hex_, *ADJACENT[hex_])
        far = {n for near in ADJACENT[hex_] for n in ADJACENT[near]} | {hex_, *ADJACENT[hex_]}
        assert _within(hex_, 2) == REACH_2[hex_] and set(REACH_2[hex_]) == far and len(REACH_2[hex_]) == len(far)
    assert len(REACH_1[BY_NAME["K5"]]) == 7 and len(REACH_2[BY_NAME["K5"]]) == 19


def test_a_hex_is_read_by_its_name() -> None:
    assert read_hex(" k5 ") == BY_NAME["K5"]
    with pytest.raises(Unreadable) as wrong:
        read_hex("Z5")
    assert (wrong.value.key, wrong.value.rule, wrong.value.fields["text"]) == ("unreadable.hex", "2.1.1a", "Z5")


# --- options and cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "key"), [({"13.1": True}, "option.unknown"), ({"12.2": "maybe"}, "option.not_a_switch")]
)
def test_an_impossible_option_is_refused(options: dict[str, Any], key: str) -> None:
    with pytest.raises(OptionError) as wrong:
        new_session(scenario="berlin", options=options)
    assert wrong.value.key == key and wrong.value.fields["name"] == next(iter(options))
    assert "12.2" in wrong.value.text() if key == "option.not_a_switch" else "12.1.1, 12.1.2" in wrong.value.text()


def test_what_a_card_does_is_taught_by_its_name() -> None:
    def does(*_: Any) -> None:
        """Nothing."""

    taught = ((effects.effect, effects.EFFECTS), (effects.objects, effects.OBJECTS), (effects.check, effects.CHECKS))
    for teach, known in taught:
        assert teach("a card of a test")(does) is does  # type: ignore[operator]
        assert known.pop("a card of a test") is does  # type: ignore[attr-defined]


def test_a_card_is_found_by_its_title() -> None:
    berlin = Layout(load(), load().scenarios["berlin"], {})
    assert berlin.cards[0][berlin.card_named(0, "FIDGET")].name == "FIDGET"
    assert berlin.card_named(0, "no such card") == -1


def test_victory_levels_at_both_sides_of_each_boundary() -> None:
    for scenario in ("berlin", "downfall"):
        game = inner(new_session(night(scenario) if scenario == "berlin" else night(scenario, DOWNFALL)))
        bands = game.layout.scenario.victory
        assert bands[-1][0] is None
        for (highest, level), (_, better) in pairwise(bands):
            assert highest is not None
            assert (level_of(game, highest), level_of(game, highest + 1)) == (level, better)


DOWNFALL = "A main Hannover/Misburg 1 D5 J5 K5* K4 D7; B main Essen 9 D7 I7* D7"


# --- plans ---------------------------------------------------------------------------------------------


@rule("4.0a")
@pytest.mark.parametrize(
    ("plan", "more"),
    [
        (MAIN, ()), (MAIN + "; B mosquito Wilhelmshaven from E entering I5 I4* H3 C6", ("4.4.1a",)),
        (MAIN + "; F gardening H3 2 D3 E3-H3* G4-D3 B4", ("3.5.1c",)),
    ],
)  # fmt: skip
def test_4_0a_a_plan_cites_what_it_uses(plan: str, more: tuple[str, ...]) -> None:
    s = plotting("berlin", "Bremen")
    s.decide(plan)
    event = next(event for event in s.events("british") if event.kind == "plan")
    assert event.rules == ("4.0a", "4.0b", "4.1", "2.2.1", "3.5.2", "3.5.1a", *more)


def test_the_course_flown_into_each_hex() -> None:
    berlin = Layout(load(), load().scenarios["berlin"], {})
    raid = read_plan(berlin, MAIN)[0]
    assert course(raid, 99) == course(raid, len(raid.path) - 1) == raid.legs[-1][0]
    assert course(read_plan(berlin, "A decoy 1 D7")[0], 0) == 0, "a raid without legs"


def test_ready_made_plans_can_be_listed() -> None:
    game = inner(plotting("berlin", "Bremen"))
    plans = Plans(game)
    assert len(plans) == 24 and plans[1:3] == [plans[1], plans[2]] and plans[-1] == plans[23]
    assert plans[0] in plans and 1 not in plans and "none" not in plans


def test_an_escort_that_stays_with_its_parent_is_refused() -> None:
    s = plotting("berlin", "Bremen")
    decision = s.pending[0]
    with_parent = "B mosquito Wilhelmshaven from E entering I5 J4 I4* H3 C6; " + MAIN
    wrong = decision.why_not(with_parent)
    assert wrong is not None and wrong.rule in ("4.4.1b", "4.4.1d", "4.4"), wrong


# --- fighters ------------------------------------------------------------------------------------------


@rule("7.4.4b", "12.2.2c")
def test_7_4_4b_whoever_is_over_england_lands_in_one_of_two_divisions() -> None:
    units = {"I./NJG2": unit("England", fuel=0, intruder=True)}
    s = go(new_session(night(units=units, phase=8, turn=4, options=["12.2"])), "recover_where")
    assert asked(s, "recover_where") == ["3.JD", "4.JD"]
    refused(s, "home", "7.4.4b", "not_near_home")
    s.decide("4.JD")
    assert last(s, "recovers")["unit"] == "I./NJG2" and last(s, "recovers")["zone"] == "4.JD"


@rule("7.4.4f", "7.4.4e")
def test_7_4_4f_whoever_lands_at_home_rearms_at_full_strength() -> None:
    s = new_session(night(units={"I./NJG1": unit("H7", fuel=0, depleted=True, returning=True)}, phase=8),
              dice={"recovery": [3, 4]})  # fmt: skip
    go(s, "draw_british", recover_where="home")
    assert [event["unit"] for event in told(s, "rearms")] == ["I./NJG1"]
    shown = see(s, "I./NJG1")
    assert (shown["place"], shown["markers"], shown["fuel"]) == ("rearm", [], 0)


@rule("9.6.3")
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 1), (3, 0), (6, 0)])
def test_9_6_3_friendly_flak_hits_bold_wild_boars_on_one_and_two(die: int, lost: int) -> None:
    units = {"I./NJG3": unit("K5", "Hannover")}
    s = new_session(night(units=units, turn=4, phase=4, hands={"german": ["WILD BOAR"]}),
              dice={"attack": [3, 4], "own flak": [die]})  # fmt: skip
    pass_to(s, "combat_markers", "german", wild_boar="Hannover")
    s.decide("WILD BOAR attack")
    go(s, "draw_british", next_combat="K5")
    assert [event["count"] for event in told(s, "fighters_lost")] == [1] * lost
    assert last(s, "wild_boars_bold") == {"city": "Hannover", "by": 2} or "city" in last(s, "wild_boars_bold")


@rule("7.5a", "7.4.2a")
def test_7_5a_drop_tanks_and_readiness_are_told_to_both() -> None:
    hands = {"german": ["DROP TANKS", "COCKPIT READINESS"]}
    for seat in ("british", "german"):
        s = pass_to(new_session(night(phase=3, hands=hands)), "units_scrambled", "german", scramble="I./NJG2")
        s.decide("DROP TANKS fuel")
        go(s, "play", name_object="I./NJG2")
        assert [list(pair) for pair in next(iter(last(s, "fuel", seat).values()))] == [["I./NJG2", 10]]
        lay(s, "COCKPIT READINESS ready", "german")
        resolve(s)
        go(s, "play") if s.pending and s.pending[0].kind == "name_object" else None
        assert last(s, "settled", seat) == {"unit": "I./NJG2"}


def test_the_strongest_inside_attacks_first_unless_the_german_says_otherwise() -> None:
    units = {"I./NJG3": unit("E", fuel=5, depleted=True), "I./NJG2": unit("E", fuel=5)}
    s = go(new_session(night(units=units, turn=3, phase=6)), "tame_boar")
    assert s.pending[0].default == "I./NJG2"
    assert set(asked(s, "tame_boar")) >= {"I./NJG3", "I./NJG2", "none"}


@rule("11.0z", "7.4.4a")
def test_11_0z_when_both_agree_all_land_and_then_it_is_over() -> None:
    text = night(units={"I./NJG1": unit("H7", fuel=3)}, turn=3, phase=10, end_stage=1)
    s = go(new_session(text, dice={"recovery": [3, 4]}), "end_british")
    turn = inner(s).turn
    s.decide("yes", "british")
    s.decide("yes", "german")
    go(s)
    kinds = [event.kind for event in s.events("british")]
    assert kinds.index("agreed") < kinds.index("recovery_rolled") and told(s, "agreed", "german") == [{}]
    assert s.result is not None and s.result["reason"] == "agreed"
    assert kinds.count("recovery_rolled") == 1
    later = [kind for kind in kinds[kinds.index("recovery_rolled") :] if kind in ("rearms", "out", "recovers")]
    assert later, "then it rearms or is out"
    assert inner(s).turn == turn, "nothing else is played"


@rule("7.4.6")
def test_7_4_6_units_caught_on_the_ground_rearm_at_full_strength() -> None:
    s = new_session(night(units={"I./NJG2": unit("closed", depleted=True)}, phase=8))
    go(s, "draw_british")
    shown = see(s, "I./NJG2")
    assert (shown["place"], shown["markers"], shown["fuel"]) == ("rearm", [], 0)
    assert [event["unit"] for event in told(s, "rearms", "german")] == ["I./NJG2"]


@rule("7.4.2a", "7.4.2c")
def test_7_4_2a_twins_and_singles_scramble_by_their_own_rules() -> None:
    s = new_session(night(phase=3), dice={"scramble": [3, 4, 3, 4]})
    go(s, "scramble")
    s.decide("I./NJG2")
    s.decide("I./JG302")
    go(s, "draw_british", fly_off=[0], scramble="none")
    rules = {e.data["unit"]: e.rules for e in s.events("german") if e.kind == "scrambled"}
    assert rules == {"I./NJG2": ("7.4.2a", "7.4.2b", "7.5a"), "I./JG302": ("7.4.2a", "7.5a")}
    for event in told(s, "scramble_rolled"):
        assert all(by for _, by, _ in event["modifiers"]), "only what changes the roll is told"


@rule("4.3.2b")
def test_4_3_2b_mosquitos_score_what_is_told() -> None:
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    s = new_session(night(plan=plan, turn=4, phase=2))
    go(s, next_combat="none")
    points = [event["points"] for event in told(s, "mosquitos_bomb")]
    assert points and inner(s).mosquito_vp == sum(points)
    assert inner(s).raid_bombed[1] == 1


@rule("9.4.1d")
def test_9_4_1d_a_main_force_stays_unknown_when_it_is_attacked_from_inside() -> None:
    s = new_session(night(units={"I./NJG3": unit("E", fuel=5)}, turn=3, phase=6), dice={"attack": [3, 1]})
    go(s, "draw_british", tame_boar="I./NJG3")
    assert told(s, "attack") and inner(s).raid_known[0] == 0
    assert not told(s, "is_mosquito") and not told(s, "is_decoy")


@rule("7.6a")
def test_7_6a_bombers_lost_on_landing_are_the_raid_s() -> None:
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; B mosquito Osnabrück 1 D5 E5-J5* I5-D5 D7"
    s = new_session(night(plan=plan, turn=17, phase=8, raids={"E": {"damage": 20}}), dice={"raid recovery": [6, 6]})
    go(s)
    rolled = told(s, "raid_recovery")
    assert rolled and rolled[0]["losses"] > 0
    assert inner(s).raid_losses[0] == rolled[0]["losses"] and inner(s).raid_losses[1] == 0


@rule("7.3a")
def test_7_3a_whoever_returns_or_is_under_ground_control_is_not_deployed() -> None:
    units = {"I./NJG3": unit("K5", returning=True), "III./NJG2": unit("H5", gci=True), "I./NJG2": unit("K5")}
    s = new_session(night(units=units, turn=2, phase=7))
    go(s, "deploy")
    assert s.pending[0].plain_facts["unit"] == "I./NJG2"
    assert "Hannover" in asked(s, "deploy")
    s.decide("Hannover")
    assert told(s, "deployed") == [{"unit": "I./NJG2", "box": "Hannover"}] or last(s, "deployed")["unit"] == "I./NJG2"
    assert "deploy" not in [decision.kind for decision in s.pending]


@rule("6.2a")
@pytest.mark.usefixtures("every_window")
def test_6_2a_a_window_tells_what_it_is_about_and_offers_a_title_once() -> None:
    hands = {"british": ["CORKSCREW", "CORKSCREW", "SERRATE"], "german": ["EXPERTE", "EXPERTE"]}
    s = new_session(night(units={"III./NJG2": unit("H5", gci=True)}, turn=3, phase=4, hands=hands))
    go(s, "intercept", next_combat="H5")
    s.decide("III./NJG2")
    pass_to(s, "gci_attack", "german")
    assert s.pending[0].plain_facts == {"window": "gci_attack", "turn": 3, "unit": "III./NJG2"}
    assert asked(s, "play").count("EXPERTE attack") == 1
    refused(s, "EXPERTE + EXPERTE", "6.2.3a", "nothing_to_cancel")
    pass_to(s, "gci_attack", "british")
    assert s.pending[0].plain_facts == {"window": "gci_attack", "turn": 3, "unit": "III./NJG2", "letter": "E"}
    before = [event.kind for event in s.events("german")]
    assert "attack_rolled" not in before, "cards come before the roll"
    lay(s, "SERRATE attack", "british")
    assert "6.2a" in next(e for e in s.events("german") if e.kind == "card").rules


@pytest.mark.parametrize(
    ("plan", "faulty"),
    [
        ("E main Bremen 1 D5 I5 D5 C6", [("3.5.2", "plot_misses_target", "E")]),
        (MAIN + "; F gardening H3 2 D3 E3-H3* G4-D3 B4; B mosquito Emden from F entering G3 H4* H3 C6",
         [("4.4.1a", "plot_escort", "B")]),
        ("E main Bremen 1 D5 I5 J4* I5 D5 C6; F mosquito Emden 1 D5 I5 H4* H3 C6", [("4.4", "plot_same_hex", "F")]),
    ],
)  # fmt: skip
def test_a_fault_is_told_once_and_nothing_that_follows_from_it(plan: str, faulty: list[tuple[str, str, str]]) -> None:
    from viermot.games.bomber_command.rules.plot.plotting import report

    berlin = Layout(load(), load().scenarios["berlin"], {})
    try:
        read = read_plan(berlin, plan)
    except Unreadable as wrong:
        pytest.fail(f"{plan}: {wrong.text()}")
    rows = report(berlin, (berlin.city_index["Bremen"],), 0, read)["faults"]
    assert [(row["rule"], row["key"], row["raid"]) for row in rows] == faulty


@rule("4.3.4b")
def test_4_3_4b_a_decoy_attacked_from_inside_is_known_by_its_letter() -> None:
    plan = "E main Hannover 9 D5 J5 K5* K4 D7; A decoy 1 D7 E7 F7 E7 D7"
    s = new_session(night(plan=plan, units={"I./NJG3": unit("A", fuel=5)}, turn=2, phase=6), dice={"attack": [3, 1]})
    go(s, "draw_british", tame_boar="I./NJG3")
    assert told(s, "is_decoy", "german") == [{}] and inner(s).raid_known == [0, 1]
