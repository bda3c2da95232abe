"""Chapter 10: looking round for bombers, what a crew keeps in sight, and how a tally ends."""

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
    keep,
    last,
    new_session,
    night,
    play_until,
    refused,
    rolls_of,
)
from tests.support.rules import rule

Dice = dict[str, list[int]]


def dark(*aircraft: str, scenario: str = "1D", dice: Dice | None = None, **more: object) -> viermot.Session:
    """A tally phase by good visibility without moon or cloud, unless told otherwise."""
    return new_session(night(scenario, *aircraft, turn=3, phase=8, **{"visibility": "good", **more}), dice=dice)


@rule("10.0")
def test_10_0_the_player_may_do_without_the_general_roll() -> None:
    s = dark(fighter(201, "1010 S"), bomber(112, "1010 S"))
    check(s, (asked(s).seat, list(asked(s).options)), ("player", ["no", "roll"]))
    answer(s, "general_tally", "no")
    check(s, rolls_of(s, "player", "tally"), [], "tally rolls")
    check(s, contacts(s), [], "contacts")
    holds(s, "10.0" in last(s, "player", "no_tally_roll").rules, "the log says he did not roll")


@rule("10.1a")
@pytest.mark.parametrize(
    ("visibility", "moon", "dice"),
    [
        ("poor", "none", 1),
        ("moderate", "none", 2),
        ("good", "none", 3),
        ("poor", "half", 2),
        ("moderate", "full", 3),
        ("good", "half", 4),
        ("good", "full", 4),
    ],
)
def test_10_1a_dice_by_visibility_and_moon(visibility: str, moon: str, dice: int) -> None:
    s = dark(fighter(201, "1010 S"), bomber(112, "1010 S"), visibility=visibility, moon=moon)
    answer(s, "general_tally", "roll")
    check(s, [len(roll.data["dice"]) for roll in rolls_of(s, "player", "tally")], [dice], "tally dice")


@rule("10.1a")
def test_10_1a_a_number_rolled_twice_counts_once() -> None:
    s = dark(fighter(201, "1010 S"), bomber(112, "1010 S"), bomber(113, "1010 S"), dice={"tally": [2, 2, 6]})
    answer(s, "general_tally", "roll")
    check(s, rolls_of(s, "player", "tally")[0].data["dice"], [2, 2, 6])
    check(s, [e.data["contact"] for e in events_of(s, "player", "spotted")], ["C1"], "bombers spotted")


@rule("10.1b")
def test_10_1b_number_and_range_must_both_fit() -> None:
    s = dark(
        fighter(201, "1010 S"),
        bomber(112, "1011 S"),  # number called, one hex away
        bomber(122, "1012 S"),  # number called, two hexes away
        bomber(113, "1010 S"),  # in the fighter's hex, number not called
        bomber(116, "0910 S"),  # number called, one hex away
        dice={"tally": [2, 6, 6]},
    )
    answer(s, "general_tally", "roll")
    check(s, sorted(c["hex"] for c in contacts(s)), ["0910", "1011"], "hexes of tallied bombers")
    holds(s, all("10.1b" in e.rules for e in events_of(s, "player", "spotted")), "by rule 10.1b")


@rule("10.1b")
@pytest.mark.parametrize(("blind_until", "seen"), [(3, []), (2, ["1010"])])
def test_10_1b_a_blinded_crew_spots_nothing(blind_until: int, seen: list[str]) -> None:
    s = dark(
        fighter(201, "1010 S", blind=blind_until),
        fighter(202, "0502 S"),
        bomber(112, "1010 S"),
        scenario="1B",
        dice={"tally": [2, 2, 2]},
    )
    answer(s, "general_tally", "roll")
    check(s, [c["hex"] for c in contacts(s)], seen, "hexes of tallied bombers")


@rule("10.1c")
def test_10_1c_each_fighter_keeps_one_in_its_own_sight_or_none() -> None:
    s = dark(
        fighter(201, "1010 S"),
        fighter(202, "1210 S"),
        bomber(112, "1011 S"),  # in sight of 201 alone
        bomber(113, "1110 S"),  # in sight of both
        scenario="1B",
        dice={"tally": [2, 3, 1]},
    )
    answer(s, "general_tally", "roll")
    check(s, [(c["contact"], c["hex"]) for c in contacts(s)], [("C1", "1011"), ("C2", "1110")])
    check(s, (asked(s).facts["fighter"], list(asked(s).options)), (0, ["none", "C1", "C2"]))
    answer(s, "keep_which", "C1")
    check(s, (asked(s).facts["fighter"], list(asked(s).options)), (1, ["none", "C2"]))
    refused(s, "C1", "10.1c")
    answer(s, "keep_which", "none")
    check(s, (fighters(s)["201"]["tally"], fighters(s)["202"]["tally"]), ("C1", None))
    check(s, [c["contact"] for c in contacts(s)], ["C1"], "the tally nobody kept is removed")
    holds(s, "10.1c" in last(s, "player", "kept_none").rules, "by rule 10.1c")


@rule("10.1.1a")
def test_10_1_1a_cloud_die_counts_over_illuminated_cloud_alone() -> None:
    def look(*dice: int, cloud: str = "cloudy") -> viermot.Session:
        s = dark(
            fighter(201, "1015 S"),
            bomber(114, "1015 S"),  # over the lights of zone K
            bomber(124, "1014 S"),  # zone H is dark
            scenario="1A",
            cloud=cloud,
            dice={"tally": list(dice)},
        )
        answer(s, "general_tally", "roll")
        return s

    s = look(1, 1, 1, 4)
    roll = rolls_of(s, "player", "tally")[0]
    check(s, (len(roll.data["dice"]), roll.data["cloud_die"]), (4, 1), "three dice and the cloud die")
    check(s, [c["hex"] for c in contacts(s)], ["1015"], "spotted by the bonus die")
    holds(s, "10.1.1a" in roll.rules, "by rule 10.1.1a")
    told = last(s, "player", "spotted").rules
    s = look(1, 1, 4, 1)
    check(s, sorted(c["hex"] for c in contacts(s)), ["1014", "1015"], "spotted by an ordinary die")
    check(s, last(s, "player", "spotted").rules, told, "which die it was is not told")
    s = look(1, 1, 1, 4, cloud="none")
    check(s, rolls_of(s, "player", "tally")[0].data["dice"], [1, 1, 1], "no cloud, no bonus die")


@rule("10.1.1a")
def test_10_1_1a_full_moon_lights_the_cloud_everywhere() -> None:
    def look(moon: str) -> viermot.Session:
        s = dark(
            fighter(201, "1010 S"),
            bomber(114, "1011 S"),
            scenario="1",
            visibility="moderate",
            moon=moon,
            cloud="cloudy",
            dice={"tally": [1, 1, 1, 4]},
        )
        answer(s, "general_tally", "roll")
        return s

    s = look("full")
    check(s, [c["hex"] for c in contacts(s)], ["1011"], "spotted by the bonus die")
    s = look("half")
    check(s, rolls_of(s, "player", "tally")[0].data["dice"], [1, 1, 1], "dark cloud, no bonus die")
    check(s, contacts(s), [], "contacts")


@rule("10.1.1b")
def test_10_1_1b_view_die_counts_for_fighters_with_a_good_view_alone() -> None:
    def look(*dice: int) -> viermot.Session:
        s = dark(
            fighter(201, "0510 S"),  # Mosquito: no good view
            fighter(202, "1510 S"),  # P-61A: good view
            bomber(114, "0510 S"),
            bomber(124, "1510 S"),
            scenario="8E",
            dice={"tally": list(dice)},
        )
        answer(s, "general_tally", "roll")
        return s

    s = look(1, 1, 1, 4)
    roll = rolls_of(s, "player", "tally")[0]
    check(s, (len(roll.data["dice"]), roll.data["view_die"]), (4, 1), "three dice and the view die")
    check(s, [c["hex"] for c in contacts(s)], ["1510"], "spotted by the bonus die")
    holds(s, "10.1.1b" in roll.rules, "by rule 10.1.1b")
    s = look(4, 1, 1, 1)
    check(s, sorted(c["hex"] for c in contacts(s)), ["0510", "1510"], "spotted by an ordinary die")


@rule("10.1.1b")
def test_10_1_1b_no_view_die_when_no_such_fighter_is_in_play() -> None:
    s = dark(fighter(201, "0510 S"), bomber(114, "0510 S"), scenario="8E")
    answer(s, "general_tally", "roll")
    roll = rolls_of(s, "player", "tally")[0]
    check(s, (len(roll.data["dice"]), roll.data["view_die"]), (3, 0), "the P-61A has left")
    s = dark(fighter(202, "0510 S"), bomber(114, "0510 S"), scenario="8E")
    answer(s, "general_tally", "roll")
    holds(s, "10.1.1b" in rolls_of(s, "player", "tally")[0].rules, "the P-61A is in play")


@rule("10.2a")
def test_10_2a_taking_a_new_tally_gives_up_the_old_one() -> None:
    s = dark(
        fighter(201, "1010 S", tally=112),
        bomber(112, "1010 S"),
        bomber(113, "1011 S"),
        dice={"tally": [3, 3, 3]},
    )
    keep(s)
    answer(s, "general_tally", "roll")
    check(s, list(asked(s).options), ["none", "C1", "C2"])
    answer(s, "keep_which", "C2")
    check(s, fighters(s)["201"]["tally"], "C2")
    check(s, [c["contact"] for c in contacts(s)], ["C2"], "the old tally is gone")
    holds(s, "10.2a" in last(s, "player", "tallied").rules, "by rule 10.2a")


@rule("10.2a")
def test_10_2a_a_crew_with_a_tally_may_not_roll_against_a_fixed_target() -> None:
    def look(keep: str) -> viermot.Session:
        s = dark(
            fighter(201, "1016 S"),
            bomber(113, "1018 S", light="K"),  # fixed, and near enough to be tallied
            bomber(112, "1016 S"),
            scenario="1A",
            dice={"tally": [2, 2, 2]},
        )
        answer(s, "general_tally", "roll")
        answer(s, "keep_which", keep)
        return s

    s = look("C2")
    check(s, asked(s).kind, "attack", "the next question of a crew that has a tally")
    holds(s, "10.2a" in last(s, "player", "tallied").rules, "by rule 10.2a")
    s = look("none")
    check(s, play_until(s, "tally_fixed").kind, "tally_fixed", "the question to a crew that has none")


@rule("10.2b")
def test_10_2b_a_tally_may_be_dropped_before_any_roll() -> None:
    def choose(choice: str) -> viermot.Session:
        lit = bomber(113, "1018 S", light="K")
        s = dark(fighter(201, "1016 S", tally=112), bomber(112, "1016 S"), lit, scenario="1A")
        check(s, (asked(s).kind, list(asked(s).options)), ("keep_or_drop", ["keep", "drop"]))
        assert asked(s).default == "keep"
        check(s, events_of(s, "player", "roll"), [], "rolls before the choice")
        s.decide(choice)
        return s

    s = choose("drop")
    check(s, fighters(s)["201"]["tally"], None)
    holds(s, "10.2b" in last(s, "player", "tally_dropped").rules, "by rule 10.2b")
    check(s, play_until(s, "tally_fixed").kind, "tally_fixed", "the crew is free to look for the other one")
    s = choose("keep")
    answer(s, "general_tally", "no")
    check(s, (fighters(s)["201"]["tally"], asked(s).kind), ("C1", "attack"), "tally, and next question")


@rule("10.2c")
@pytest.mark.parametrize(("visibility", "where", "held"), [
    ("good", "1011", True), ("good", "1012", False), ("moderate", "1010", True), ("moderate", "1011", False),
])  # fmt: skip
def test_10_2c_a_tally_lasts_while_the_target_is_in_visible_range(visibility: str, where: str, held: bool) -> None:
    s = dark(fighter(201, "1010 S", tally=112), bomber(112, f"{where} S"), visibility=visibility)
    keep(s)
    check(s, fighters(s)["201"]["tally"], "C1" if held else None)
    check(s, [c["hex"] for c in contacts(s)], [where] if held else [], "contacts")
    event = last(s, "player", "tally_kept" if held else "tally_lost")
    holds(s, "10.2c" in event.rules, "by rule 10.2c")
    check(s, events_of(s, "player", "roll"), [], "rolls before the check")


@rule("10.2d")
def test_10_2d_the_targets_corkscrew_ends_the_tally() -> None:
    s = new_session(
        night("3A", fighter(201, "1010 S", tally=112, dives=0), bomber(112, "1010 S"), turn=3, phase=9),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [1]},
    )
    answer(s, "attack", "guns")
    answer(s, "follow", "no")
    check(s, (fighters(s)["201"]["tally"], contacts(s)), (None, []))
    holds(s, "10.2d" in last(s, "player", "shaken_off").rules, "by rule 10.2d")


@rule("10.2d")
def test_10_2d_the_fighters_own_corkscrew_ends_the_tally() -> None:
    s = new_session(
        night(
            "10E",
            fighter(201, "1010 S", tally=112),
            bomber(112, "1010 S"),
            bomber(113, "1008 S", type="Beaufighter VIF"),
            turn=3,
        ),
        dice={
            "umpire:intruder tally": [1],
            "fighter response": [6],
            "fighter reaction": [1],
            "return fire": [1, 1],
        },
    )
    answer(s, "intruder_path", "F F")
    answer(s, "intruder_attacks", "guns")
    check(s, fighters(s)["201"]["tally"], "C1", "until it corkscrews")
    answer(s, "own_corkscrew", "left")
    check(s, (fighters(s)["201"]["tally"], contacts(s)), (None, []))
    holds(s, "10.2d" in last(s, "player", "fighter_corkscrews").rules, "by rule 10.2d")


@rule("10.2c")
def test_10_2c_only_a_fighter_with_a_tally_keeps_it() -> None:
    """202 has none and the last bomber of the list is in its sight."""
    pairs = (fighter(201, "1010 S", tally=112), fighter(202, "1510 S"), bomber(112, "1010 S"), bomber(113, "1510 S"))
    s = new_session(night("4G", *pairs, turn=3, phase=8))
    keep(s)
    check(s, [event.data["fighter"] for event in events_of(s, "player", "tally_kept")], ["201"])
    check(s, events_of(s, "player", "tally_lost"), [])
