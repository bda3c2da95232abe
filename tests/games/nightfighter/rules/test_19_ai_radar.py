"""Chapter 19: what an AI radar reaches, what it fixes and keeps, and what its minimum range costs."""

from typing import Any

import pytest

import viermot
from tests.games.nightfighter.support import (
    answer,
    asked,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    night,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule


def scan(at: str, *bombers: str, scenario: str = "4B", dice: dict[str, list[int]] | None = None) -> viermot.Session:
    """An AI search phase of turn 3 with 201 there; bombers by hex, from 112 on."""
    flying = [bomber(112 + n, f"{where} S") for n, where in enumerate(bombers)]
    return new_session(night(scenario, fighter(201, at), *flying, turn=3, phase=6), dice=dice)


def fixed(at: str, where: str, scenario: str) -> bool:
    """Does the radar of 201 fix a bomber that is there?"""
    s = scan(at, where, scenario=scenario)
    found = events_of(s, "player", "fixed")
    if not found:
        check(s, [e.data["fighter"] for e in events_of(s, "player", "ai_nothing")], ["201"], "told of nothing")
    return bool(found)


def fixed_roll(s: viermot.Session) -> Any:
    """Do without the general roll, and roll against the AI target."""
    play_until(s, "general_tally")
    answer(s, "general_tally", "no")
    answer(s, "tally_fixed", "C1")
    return rolls_of(s, "player", "fixed tally")[-1]


@rule("19.1")
@pytest.mark.parametrize(("scenario", "reach", "modifier"), [
    ("4B", 2, 0),  # Lichtenstein BC: 2 Narrow (0) L-band
    ("4I", 2, -2),  # AI Mk IV: 2 Hemi (-2) L-band
    ("8C", 3, -1),  # AI Mk VII: 3 Narrow (-1) S-band
    ("8", 4, 0),  # AI Mk VIII: 4 Narrow (0) S-band
    ("8G", 8, 1),  # AI Mk X: 8 Hemi (+1) S-band ¶
])  # fmt: skip
def test_19_1_range_and_modifier_are_those_of_the_set(scenario: str, reach: int, modifier: int) -> None:
    assert fixed("1010 S", f"10{10 + reach}", scenario), f"{reach} hexes ahead"
    assert not fixed("1010 S", f"10{11 + reach}", scenario), f"{reach + 1} hexes ahead"
    s = scan("1010 S", "1010", scenario=scenario)
    holds(s, "19.1" in last(s, "player", "fixed").rules, "by rule 19.1")
    check(s, fixed_roll(s).data["modifiers"][0], ["minimum_range", modifier, "19.1.3a"])


AROUND = [f"{column:02d}{row:02d}" for column in range(7, 14) for row in range(7, 14)]


def arc_of(scenario: str, at: str) -> list[str]:
    """The hexes around 1010 in which the radar of 201 fixes a bomber."""
    return [where for where in AROUND if fixed(at, where, scenario)]


@rule("19.1.1a")
def test_19_1_1a_narrow_is_the_line_ahead() -> None:
    assert arc_of("4B", "1010 S") == ["1010", "1011", "1012"]
    assert arc_of("4B", "1010 NE") == ["1010", "1110", "1209"]
    assert arc_of("4B", "0910 SW") == ["0711", "0810", "0910"]
    s = scan("1010 S", "1012")
    holds(s, "19.1.1a" in last(s, "player", "fixed").rules, "by rule 19.1.1a")


@rule("19.1.1b")
def test_19_1_1b_wide_is_120_degrees_ahead() -> None:
    near = ["1010", "1011", "0911", "1111"]
    second = ["1012", "0912", "1112", "0811", "1211"]
    third = ["1013", "0913", "1113", "0812", "1212", "0712", "1312"]
    assert arc_of("6", "1010 S") == sorted(near + second + third)  # SN-2b: 3 Wide
    near, second = ["1010", "1009", "0910", "1110"], ["1008", "0909", "1109", "0809", "1209"]
    third = ["1007", "0908", "1108", "0808", "1208", "0709", "1309"]
    assert arc_of("6", "1010 N") == sorted(near + second + third)
    s = scan("1010 S", "0712", scenario="6")
    holds(s, "19.1.1b" in last(s, "player", "fixed").rules, "by rule 19.1.1b")


@rule("19.1.1c")
def test_19_1_1c_hemi_is_180_degrees_ahead() -> None:
    near = ["1010", "1011", "0911", "1111"]
    second = ["1012", "0912", "1112", "0811", "1211", "0810", "1210"]
    assert arc_of("4I", "1010 S") == sorted(near + second)  # AI Mk IV: 2 Hemi
    near, second = ["1010", "1110", "1111", "1011"], ["1109", "1209", "1210", "1211", "1112", "1012", "0912"]
    assert arc_of("4I", "1010 SE") == sorted(near + second)
    s = scan("1010 S", "1210", scenario="4I")
    holds(s, "19.1.1c" in last(s, "player", "fixed").rules, "by rule 19.1.1c")


@rule("19.1.2a")
def test_19_1_2a_the_closest_is_fixed_without_a_roll() -> None:
    s = scan("1010 S", "1012", "1011", "0911")
    check(s, [(c["hex"], c["facing"], c["fixed_by"]) for c in contacts(s)], [("1011", "S", ["201"])])
    check(s, (fighters(s)["201"]["fix"], events_of(s, "umpire", "roll")), ("C1", []), "fix and dice")
    holds(s, "19.1.2a" in last(s, "player", "fixed").rules, "by rule 19.1.2a")
    s = scan("1010 S", "1013", "0910")
    check(s, (contacts(s), "19.1.2a" in last(s, "player", "ai_nothing").rules), ([], True), "nothing in reach")


@rule("19.1.2a")
def test_19_1_2a_between_equals_the_umpire_decides() -> None:
    s = scan("1010 S", "1011", "0911", "0912", scenario="4I")
    check(s, (asked(s).kind, asked(s).seat, list(asked(s).options)), ("fix_which", "umpire", ["112", "113"]))
    refused(s, "114", "19.1.2a")
    answer(s, "fix_which", "113")
    check(s, [c["hex"] for c in contacts(s)], ["0911"])
    holds(s, "19.1.2a" in last(s, "player", "fixed").rules, "by rule 19.1.2a")


@rule("19.1.2b")
def test_19_1_2b_a_fix_lasts_until_the_next_ai_search() -> None:
    s = new_session(night("4B", fighter(201, "1010 S", fix=112), bomber(112, "1010 S"), turn=3))
    play_until(s, "path")
    check(s, (fighters(s)["201"]["fix"], contacts(s)[0]["hex"]), ("C1", "1013"), "out of reach, but still on the map")
    answer(s, "path", "F L F L")
    play_until(s, "place_search")
    check(s, fighters(s)["201"]["fix"], "C1", "until the AI search")
    play_until(s, "displace")
    lost = last(s, "player", "fix_lost")
    check(s, (lost.turn, lost.data["contact"], "19.1.2b" in lost.rules), (3, "C1", True), "out of the arc by then")


@rule("19.1.2b")
def test_19_1_2b_lost_if_out_of_range_or_arc_or_if_another_is_closer() -> None:
    def again(where: str, *others: str) -> viermot.Session:
        flying = [bomber(113 + n, f"{hex_} S") for n, hex_ in enumerate(others)]
        return new_session(
            night("4B", fighter(201, "1010 S", fix=112), bomber(112, f"{where} S"), *flying, turn=3, phase=6)
        )

    for where, others, why in (("1013", (), "range"), ("1111", (), "arc"), ("1012", ("1011",), "a closer one")):
        s = again(where, *others)
        holds(s, "19.1.2b" in last(s, "player", "fix_lost").rules, why)
        answer(s, "displace", "centre")
        check(s, fighters(s)["201"]["fix"], "C2" if others else None, f"fix after losing it by {why}")
    s = again("1012", "0911", "1013", "1012")
    check(s, fighters(s)["201"]["fix"], "C1", "another as near, and closer ones out of the arc, change nothing")
    holds(s, "19.1.2b" in last(s, "player", "fix_kept").rules, "by rule 19.1.2b")


@rule("19.1.2c")
@pytest.mark.parametrize(("held", "left"), [
    ({}, []), ({"light": "K"}, [("1018", "K", [])]), ({"tally": 112}, [("1018", None, ["201"])]),
])  # fmt: skip
def test_19_1_2c_a_lost_bomber_disappears_unless_something_else_holds_it(
    held: dict[str, object], left: list[tuple[str, str | None, list[str]]]
) -> None:
    by_light = {"light": "K"} if "light" in held else {}
    by_tally = {"tally": 112} if "tally" in held else {}
    s = new_session(
        night("4B", fighter(201, "1015 S", fix=112, **by_tally), bomber(112, "1018 S", **by_light), turn=3, phase=6)
    )
    check(s, [(c["hex"], c["lit_in"], c["tallied_by"]) for c in contacts(s)], left, "on the player's map")
    check(s, fighters(s)["201"]["fix"], None)
    holds(s, "19.1.2c" in last(s, "player", "fix_lost").rules, "by rule 19.1.2c")
    check(s, len(events_of(s, "player", "contact_lost")), 0 if left else 1, "markers taken away")


@rule("19.1.2d")
def test_19_1_2d_the_bombers_corkscrew_ends_the_fix() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S", fix=112, tally=112), bomber(112, "1010 S"), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [1]},
    )
    answer(s, "attack", "guns")
    answer(s, "follow", "no")
    check(s, (fighters(s)["201"]["fix"], contacts(s)), (None, []), "in the combat phase, at once")
    holds(s, "19.1.2d" in last(s, "player", "shaken_off").rules, "by rule 19.1.2d")


@rule("19.1.2d")
def test_19_1_2d_the_fighters_own_corkscrew_ends_the_fix() -> None:
    s = new_session(
        night(
            "10E", fighter(201, "1010 S", fix=112), bomber(112, "1010 S"),
            bomber(113, "1008 S", type="Beaufighter VIF"), turn=3,
        ),
        dice={
            "umpire:intruder tally": [1], "fighter response": [6], "fighter reaction": [1], "return fire": [1, 1],
        },
    )  # fmt: skip
    answer(s, "intruder_path", "F F")
    answer(s, "intruder_attacks", "guns")
    check(s, fighters(s)["201"]["fix"], "C1", "until it corkscrews")
    answer(s, "own_corkscrew", "centre")
    check(s, (fighters(s)["201"]["fix"], contacts(s)), (None, []))
    holds(s, "19.1.2d" in last(s, "player", "fighter_corkscrews").rules, "by rule 19.1.2d")


@rule("19.1.2d")
def test_19_1_2d_a_blinded_or_evading_fighter_gains_no_fix() -> None:
    for spoilt, rules in (({"blind": 3}, True), ({"evading": 3}, False)):
        s = new_session(night("4B", fighter(201, "1010 S", **spoilt), bomber(112, "1011 S"), turn=3, phase=6))
        blind = last(s, "player", "ai_blind")
        check(s, ("19.1.2d" in blind.rules, "17.3.2c" in blind.rules), (True, rules), f"{spoilt}")
        check(s, (contacts(s), events_of(s, "player", "fixed")), ([], []), "fixes")
    s = new_session(night("4B", fighter(201, "1010 S", blind=2, evading=2), bomber(112, "1011 S"), turn=3, phase=6))
    check(s, [c["hex"] for c in contacts(s)], ["1011"], "a turn later it can again")


# -- minimum range -----------------------------------------------------------------------------------


def behind(scenario: str, at: str = "1010 S", target: str = "1010 S", light: str = "", **own: object) -> Any:
    """201 has 112 on its radar, all flying steadily: the roll against it."""
    held = {"light": light} if light else {}
    s = new_session(
        night(
            scenario, fighter(201, at, fix=112, **{"spent": 3, **own}), bomber(112, target, moved=3, **held),
            phase=8, visibility="good",
        )
    )  # fmt: skip
    return fixed_roll(s)


@rule("19.1.3a")
@pytest.mark.parametrize(("scenario", "modifier", "dice"), [("4B", 0, 3), ("4I", -2, 1), ("8C", -1, 2), ("8G", 1, 4)])
def test_19_1_3a_the_modifier_changes_the_dice_at_any_distance(scenario: str, modifier: int, dice: int) -> None:
    for target in ("1010 S", "1011 S"):
        roll = behind(scenario, target=target)
        assert roll.data["modifiers"] == [["minimum_range", modifier, "19.1.3a"]], target
        assert (len(roll.data["dice"]), "19.1.3a" in roll.rules) == (dice, True), target


@rule("19.1.3a")
def test_19_1_3a_ignored_when_the_target_is_lit_even_if_positive() -> None:
    for scenario in ("4I", "8G"):
        roll = behind(scenario, "1016 SE", "1016 S", light="K", turned=1, spent=6)
        assert roll.data["modifiers"] == [["radar_and_lights", 1, "15.1.1a"]], f"{scenario}: no modifier at all"
        assert len(roll.data["dice"]) == 4, scenario
    assert "19.1.3a" in behind("8G").rules, "unlit it counts"


@rule("19.1.3b")
@pytest.mark.parametrize(("at", "own", "why"), [
    ("1010 S", {}, []),
    ("1010 SW", {}, ["facing_differs"]),
    ("1010 S", {"turned": 1}, ["turned"]),
    ("1010 S", {"spent": 4}, []),
    ("1010 S", {"spent": 5}, ["overtaking"]),
    ("1010 S", {"spent": 6}, ["overtaking"]),
    ("1010 SE", {"turned": 1, "spent": 5}, ["facing_differs", "turned", "overtaking"]),
])  # fmt: skip
def test_19_1_3b_one_die_fewer_for_each_handicap(at: str, own: dict[str, Any], why: list[str]) -> None:
    roll = behind("8G", at, **own)  # AI Mk X starts with +1, so four dice
    assert roll.data["modifiers"] == [["minimum_range", 1, "19.1.3a"], *[[name, -1, "19.1.3b"] for name in why]]
    assert len(roll.data["dice"]) == 4 - len(why)
    assert "19.1.3b" in behind("8G", "1010 N").rules


@rule("19.1.3b")
def test_19_1_3b_counted_from_the_moves_just_made() -> None:
    s = new_session(
        night("4J", fighter(201, "1006 S"), bomber(112, "1008 S"), turn=3, options={"pilots": {"201": "normal"}})
    )
    play_until(s, "path")  # the Ki-21 has moved 2 hexes, the Beaufighter may move 4
    answer(s, "path", "F F F F")
    roll = fixed_roll(s)
    check(s, roll.data["modifiers"], [["minimum_range", -2, "19.1.3a"], ["overtaking", -1, "19.1.3b"]])


@rule("19.1.3b")
def test_19_1_3b_a_bomber_that_is_in_contact_has_moved_as_well() -> None:
    """Two hexes: three MP are one more, four are two more."""
    found = []
    for way in ("F F F", "F F F F"):
        rows = (fighter(201, "1006 S", fix=112), bomber(112, "1008 S"))
        s = new_session(night("4J", *rows, turn=3, visibility="good", options={"pilots": {"201": "normal"}}))
        play_until(s, "path")
        answer(s, "path", way)
        found.append([name for name, _, _ in fixed_roll(s).data["modifiers"]])
    check(s, found, [["minimum_range"], ["minimum_range", "overtaking"]])
