"""S17 and S28: who responds, what a corkscrew does, and how a crew stays with it."""

import pytest

from tests.games.solitaire.support import (
    answer,
    asked,
    check,
    counter,
    counters,
    events,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    play_until,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import Session

PAIR = {"scenario": "4G"}


def behind(*more: str, options: dict[str, bool] | None = None, **dice: list[int]) -> Session:
    """A Do215B-5 in the hex of its tally, flying its way, in the combat phase."""
    own = fighter(201, "1012 S", tally="1", fix="1")
    position = solo("4B", own, counter("1", "1012 S"), *more, phase=9, options=options or {})
    return new_session(position, dice={name.replace("_", " "): values for name, values in dice.items()})


@rule("S17.0a")
def test_S17_0a_a_bomber_responds_only_to_a_fighter_that_has_tallied_it() -> None:
    s = new_session(
        solo(
            "4G", fighter(201, "1012 S", tally="1"), fighter(202, "1012 S", fix="1"), fighter(203, "0101 S"),
            counter("1", "1012 S"), phase=9,
        ),
        dice={"response": [1]},
    )  # fmt: skip
    answer(s, "attack", "hold fire")
    responses = [event for event in events(s, "roll") if event.data["what"] == "response"]
    check(s, [event.data["fighter"] for event in responses], ["201"], "202 has only a radar fix")
    holds(s, "S17.0a" in responses[0].rules, "because it is tallied")


@rule("S17.0b", "S17.0c")
def test_S17_0b_a_corkscrew_shakes_everybody_off_and_moves_nobody() -> None:
    s = new_session(
        solo(
            "4G", fighter(201, "1012 S", tally="1", fix="1"), fighter(202, "1011 S", fix="1"), fighter(203, "0101 S"),
            counter("1", "1012 S", track=1), stop("0101 S"), phase=9, options={"28.1": False},
        ),
        dice={"response": [6], "reaction": [1], "defensive fire": [4, 5]},
    )  # fmt: skip
    answer(s, "attack", "guns")
    check(s, [event.data["contact"] for event in events(s, "shaken_off")], ["1"])
    holds(s, "S17.0b" in last(s, "corkscrews").rules, "it corkscrews")
    check(s, (rolls(s, "follow"), rolls(s, "attack")), ([], []), "nobody follows, nobody attacks")
    check(s, events(s, "reverts")[0].data, {"contact": "1", "hex": "1012"}, "low, where it was")
    check(s, {f["fix"] for f in fighters(s).values()} | {f["tally"] for f in fighters(s).values()}, {None})
    check(s, counters(s)["1"]["alerted"], True)


@rule("S17.0c")
def test_S17_0c_gunners_in_a_corkscrew_have_printed_firepower_0() -> None:
    s = behind(response=[6], reaction=[2], defensive_fire=[6, 4], follow=[1, 1])
    answer(s, "attack", "guns")
    shot = next(event for event in events(s, "roll") if event.data["what"] == "defensive fire")
    check(s, shot.data["modifiers"], [["gunners_thrown_about", 0, "S17.0c"]])
    check(s, fighters(s)["201"]["hits"], 1, "10 and nothing added is one hit")
    s = behind(response=[6], reaction=[3], defensive_fire=[6, 4])
    answer(s, "attack", "guns")
    check(s, fighters(s)["201"]["hits"], 3, "without a corkscrew two are added")


@rule("S28.0b")
@pytest.mark.parametrize(("fix", "dice", "kept"), [(True, [1, 6], True), (True, [1, 5], False), (False, [6], True)])
def test_S28_0b_a_six_keeps_tally_and_fix_but_not_lights_and_track(fix: bool, dice: list[int], kept: bool) -> None:
    own = fighter(201, "1012 S", tally="1", **({"fix": "1"} if fix else {}))
    s = new_session(
        solo("4B", own, counter("1", "1012 S", light="H", track=1), phase=9),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "follow": dice},
    )
    answer(s, "attack", "guns")
    check(s, rolls(s, "follow"), [tuple(dice)], "two dice with an L-band fix, one without")
    holds(s, "S28.0b" in next(e for e in events(s, "roll") if e.data["what"] == "follow").rules, "28.1 alone")
    check(s, (counters(s)["1"]["lit_in"], counters(s)["1"]["track"]), (None, "beneath"))
    if kept:
        check(s, asked(s).kind, "attack_all_the_same", "still behind it")
        check(s, (fighters(s)["201"]["tally"], fighters(s)["201"]["fix"]), ("1", "1" if fix else None))
        check(s, counters(s)["1"]["hex"], "1012", "nobody moves")
    else:
        check(s, fighters(s)["201"]["tally"], None)


@rule("17.4.3e", "17.1a")
def test_17_4_3e_an_attack_after_the_corkscrew_has_printed_firepower_0() -> None:
    s = behind(response=[6, 1], reaction=[1], defensive_fire=[1, 1], follow=[6, 1], attack=[6, 6])
    answer(s, "attack", "guns")
    answer(s, "attack_all_the_same", "guns")
    attack = next(event for event in events(s, "roll") if event.data["what"] == "attack")
    check(s, (attack.data["modifiers"], last(s, "hits").data["hits"]), ([["corkscrewed", 0, "17.1a"]], 3))


@rule("17.4.3e", "S28.0b")
def test_17_4_3e_a_crew_that_held_its_fire_and_stays_with_the_corkscrew_may_attack_after_all() -> None:
    s = behind(response=[6, 1], reaction=[1], defensive_fire=[1, 1], follow=[6, 1], attack=[6, 6])
    answer(s, "attack", "hold fire")
    answer(s, "attack_all_the_same", "guns")
    check(s, last(s, "hits").data["hits"], 3, "12 + 0")


@rule("11.0d", "17.4.1b")
def test_11_0d_a_bomber_shot_down_is_off_the_map_and_counted() -> None:
    s = behind(response=[1], attack=[6, 6], destruction=[6])
    answer(s, "attack", "guns")
    assert s.result is not None
    check(s, (s.result["level"], s.result["kills"], s.result["reason"]), ("win", 1, "victory"))
    s = behind(response=[1, 1], attack=[1, 1])
    answer(s, "attack", "guns")
    holds(s, events(s, "second_chance"), "a survivor responds again")


@rule("17.4.2b")
def test_17_4_2b_a_fighter_hit_first_breaks_off() -> None:
    s = behind(response=[6], reaction=[4], defensive_fire=[6, 2])
    answer(s, "attack", "guns")
    check(s, (rolls(s, "attack"), len(events(s, "breaks_off"))), ([], 1))


@rule("28.2a")
def test_28_2a_an_alerted_bomber_flies_faster() -> None:
    s = new_session(solo("4B", fighter(201, "0101 S"), counter("1", "1012 S", alert=1), turn=2))
    check(s, counters(s)["1"]["hex"], "1016")


@rule("28.2.1", "24.3.1")
def test_28_2_1_fishpond_works_for_exact_H2S_counters_only() -> None:
    near = [counter("1", "1012 S", h2s=1, track=1), counter("2", "1014 S", h2s=1), counter("3", "1010 S", track=1)]
    s = new_session(solo("6H", fighter(201, "0908 S"), *near, phase=3))
    answer(s, "path", "F F F F")
    check(s, {name: row["alerted"] for name, row in counters(s).items()}, {"1": True, "2": False, "3": False})


@rule("27.3a", "27.3.1")
def test_27_3a_tail_warning_and_evasion_with_a_bomber_behind() -> None:
    s = new_session(solo("6F", fighter(201, "1014 S"), counter("1", "1013 S", track=1), phase=3))
    check(s, last(s, "tail_warning").data["fighter"], "201")
    answer(s, "manoeuvre", "evade")
    holds(s, events(s, "evades"), "it throws itself about")
    s = new_session(solo("6F", fighter(201, "1014 S"), counter("1", "1013 S"), phase=3))
    check(s, events(s, "tail_warning"), [], "a counter of uncertain place warns nobody")
    play_until(s, "path")
