"""S5: the four levels of uncertainty, location tests, phantoms and what is excluded within a turn."""

from typing import Any

import pytest

from tests.games.solitaire.support import (
    answer,
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
from viermot.games.nightfighter.model.board import OFF
from viermot.games.nightfighter.model.ids import Attacker
from viermot.games.solitaire.rules.uncertainty import barred
from viermot.kernel.positions import BadPosition

LOW = {"1": "0912", "2": "0913", "3": "1012", "4": "1013", "5": "1112", "6": "1113"}  # of a counter in 1012
MODERATE = {
    "1/1-2": "0811", "1/3-4": "0812", "1/5-6": "0813", "2/1-2": "0911", "2/3-4": "0912", "2/5-6": "0913",
    "3/1-2": "0914", "3/3-4": "1011", "3/5-6": "1012", "4/1-2": "1013", "4/3-4": "1014", "4/5-6": "1111",
    "5/1-2": "1112", "5/3-4": "1113", "5/5-6": "1114", "6/1-2": "1211", "6/3-4": "1212", "6/5-6": "1213",
}  # fmt: skip


def area(s: Session, name: str) -> dict[str, str]:
    return {cell["dice"]: cell["hex"] for cell in counters(s)[name]["area"]}


def gci(*more: str, dice: Any = None, **sky: object) -> Session:
    """A Mosquito in 0125 and one GCI to search with."""
    return new_session(solo("8", fighter(201, "0125 N"), *more, stop("0125 S"), phase=5, **sky), dice=dice)


# -- levels ----------------------------------------------------------------------------------------------------


@rule("S5.0", "S5.4e")
def test_S5_0_each_counter_is_at_one_of_four_levels() -> None:
    s = gci(
        counter("1", "1012 S", level="low", track=1), counter("2", "0405 S", level="low"), counter("3", "1505 S"),
        counter("4a", "1018 S"), counter("4b", "0418 S"), dice={"reality": [1]},
    )  # fmt: skip
    levels = {name: row["level"] for name, row in counters(s).items()}
    check(s, levels, {"1": "none", "2": "low", "3": "moderate", "4a": "high", "4b": "high"})
    answer(s, "place_search", "1018")
    check(s, counters(s)["4a"]["level"], "moderate", "found to be the bomber")
    holds(s, "S5.0" in last(s, "real").rules, "its level changes by the rule")


@rule("S5.0")
def test_S5_0_a_position_knows_no_fifth_level() -> None:
    with pytest.raises(BadPosition) as wrong:
        gci(counter("1", "1012 S", level="dubious"))
    assert wrong.value.rule == "S5.0" and "dubious" in str(wrong.value)
    s = gci(counter("1a", "1012 S"), counter("1b", "1112 S"), dice={"reality": [1]})
    answer(s, "place_search", "1012")


@rule("S5.1a", "S5.1b")
def test_S5_1_a_counter_is_exact_while_marked_and_low_when_the_last_marker_goes() -> None:
    s = new_session(
        solo("4", fighter(201, "1010 S", fix="1"), stop("1010 S"), counter("1", "1013 S", light="H"), phase=6, turn=3)
    )
    # the lights hold it, the radar does not reach it any more
    check(s, last(s, "fix_lost").data["contact"], "1")
    check(s, [counters(s)["1"]["level"], events(s, "reverts")], ["none", []], "the lights still hold it")
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), counter("1", "1012 S", level="low"), phase=6),
        dice={"location": [3]},
    )
    answer(s, "ai_target", "1")
    holds(s, "S5.1a" in last(s, "located").rules, "now it is exact")
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), stop("1010 S"), counter("1", "1013 S"), phase=6))
    check(
        s, (counters(s)["1"]["level"], counters(s)["1"]["track"], counters(s)["1"]["hex"]), ("low", "beneath", "1013")
    )
    holds(s, "S5.1b" in last(s, "reverts").rules, "it reverts")


@rule("S5.1c", "S5.2d")
@pytest.mark.parametrize(("searched", "level"), [("1012", "none"), ("none", "low"), ("1505", "low")])
def test_S5_1c_a_track_that_is_not_searched_again_lapses(searched: str, level: str) -> None:
    s = gci(counter("1", "1012 S", track=1), counter("2", "1505 S"), dice={"search": [1, 1]})
    answer(s, "place_search", searched)
    check(s, counters(s)["1"]["level"], level)
    if level == "low":
        holds(s, {"S5.1c", "S5.2d"} <= set(last(s, "track_lapses").rules), "by the rule of lapsing tracks")
    else:
        s = gci(counter("1", "1012 S", track=1), counter("2", "1505 S"))
        answer(s, "place_search", "none")


@rule("S5.1c")
def test_S5_1c_other_markers_keep_the_bomber_exact() -> None:
    s = new_session(
        solo(
            "8",
            fighter(201, "1010 S", fix="1"),
            stop("1010 S"),
            counter("1", "1012 S", track=1),
            counter("2", "0405 S"),
            phase=5,
        )
    )
    answer(s, "place_search", "none")
    check(s, (len(events(s, "track_lapses")), counters(s)["1"]["level"]), (1, "none"))


@rule("S5.2a", "S5.2b")
def test_S5_2a_the_low_area_is_six_hexes_without_the_one_behind() -> None:
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), stop("1010 S"), counter("1", "1013 S"), phase=6))
    holds(s, "S5.2a" in last(s, "reverts").rules, "it is low now")
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), counter("1", "1012 S", level="low"), phase=6),
        dice={"location": [4]},
    )
    check(s, area(s, "1"), LOW)
    answer(s, "ai_target", "1")
    check(s, (rolls(s, "location"), last(s, "not_there").data["hex"]), ([(4,)], "1013"))
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), stop("1010 S"), counter("1", "1013 S"), phase=6))


@rule("S5.2b", "S5.2c")
@pytest.mark.parametrize(("die", "found"), [(1, None), (2, None), (3, "1012"), (4, "1013"), (5, None), (6, None)])
def test_S5_2b_the_die_finds_it_in_the_search_area_or_not_at_all(die: int, found: str | None) -> None:
    s = new_session(
        solo("4", fighter(201, "1011 S"), stop("1011 S"), counter("1", "1012 S", level="low"), phase=6),
        dice={"location": [die]},
    )
    answer(s, "ai_target", "1")
    check(s, counters(s)["1"]["hex"], found or "1012")
    check(s, fighters(s)["201"]["fix"], "1" if found else None)
    if not found:
        check(s, counters(s)["1"]["level"], "low", "it stays as uncertain as it was")
        holds(s, "S5.2c" in last(s, "not_there").rules, "outside the search area")


@rule("S5.2d", "S5.2e")
def test_S5_2d_value_one_places_the_track_and_coarser_radars_stop_at_low() -> None:
    s = new_session(
        solo("4", fighter(201, "0125 N"), stop("0125 S"), counter("1", "1012 S", level="low"), phase=5),
        dice={"search": [6, 6], "location": [6]},
    )
    answer(s, "place_search", "1012")  # the Freya, value 2
    answer(s, "place_search", "none")
    check(s, (counters(s)["1"]["level"], rolls(s, "search")), ("low", []))
    holds(s, "S5.2e" in last(s, "too_coarse").rules, "too coarse")
    s = new_session(
        solo("4", fighter(201, "0125 N"), stop("0125 S"), counter("1", "1012 S", level="low"), phase=5),
        dice={"search": [6], "location": [6]},
    )
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")  # the Würzburg, value 1
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["track"]), ("1113", "above"))
    holds(s, "S5.2d" in last(s, "tracked").rules, "on top")


@rule("S5.2f")
def test_S5_2f_low_never_grows_again() -> None:
    s = new_session(solo("4", fighter(201, "1010 S", fix="1"), stop("1010 S"), counter("1", "1013 S"), phase=6))
    holds(s, "S5.2f" in last(s, "reverts").rules, "it stays low")
    play_until(s, "path", {"tally": "none", "place_search": "none"})
    answer(s, "path", "F F")
    play_until(s, "path", {"tally": "none", "place_search": "none", "ai_target": "none"})
    check(s, counters(s)["1"]["level"], "low")


@rule("S5.3a")
def test_S5_3a_the_moderate_area_is_eighteen_hexes_without_the_one_two_behind() -> None:
    s = gci(counter("1", "1012 S"), dice={"search": [1, 1]})
    check(s, area(s, "1"), MODERATE)
    assert "1010" not in area(s, "1").values()
    answer(s, "place_search", "1012")
    check(s, counters(s)["1"]["level"], "moderate")
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), counter("1", "1012 S"), phase=6), dice={"location": [1, 1]}
    )
    answer(s, "ai_target", "1")
    holds(s, "S5.3a" in last(s, "roll").rules or "S5.3a" in events(s, "roll")[-1].rules, "the eighteen hexes")


@rule("S5.3b", "S5.3c")
def test_S5_3b_two_dice_find_a_moderate_counter() -> None:
    s = new_session(scenario="4C", dice={"location": [3, 5]})
    play_until(s, "path")
    check(s, {row["level"] for row in counters(s).values()}, {"moderate"}, "what it is if nothing else is said")
    holds(s, "S5.3c" in last(s, "wave_enters").rules, "moderate by default")
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), counter("1", "1012 S"), phase=6), dice={"location": [3, 5]}
    )
    answer(s, "ai_target", "1")
    check(s, (rolls(s, "location"), fighters(s)["201"]["fix"]), ([(3, 5)], "1"))
    holds(s, "S5.3b" in events(s, "roll")[0].rules, "blue and purple")


@rule("S5.3c")
def test_S5_3c_waves_enter_at_moderate_uncertainty() -> None:
    s = new_session(scenario="4C")
    play_until(s, "path")
    holds(s, "S5.3c" in last(s, "wave_enters").rules, "moderate by default")


@rule("S5.3d", "S13.0c")
@pytest.mark.parametrize(
    ("die", "hex_"), [(1, "0912"), (2, "0913"), (3, "1011"), (4, "1013"), (5, "1112"), (6, "1113")]
)
def test_S5_3d_radar_shifts_the_counter_it_refines(die: int, hex_: str) -> None:
    s = gci(counter("1", "1012 S"), dice={"search": [6, 1], "location": [die]})
    answer(s, "place_search", "1012")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["level"], counters(s)["1"]["track"]), (hex_, "low", "beneath"))


# -- phantoms --------------------------------------------------------------------------------------------------


def several(left: int, *dice: int) -> Session:
    """So many counters of one bomber, the first of them searched by ground radar."""
    names = [
        counter(f"1{letter}", f"{column:02d}05 S")
        for letter, column in zip("abcdef", (1, 4, 7, 10, 13, 16), strict=True)
    ]
    s = new_session(solo("4", fighter(201, "0125 N"), *names[:left], phase=5, turn=3), dice={"reality": list(dice)})
    answer(s, "place_search", "0105")
    answer(s, "place_search", "none")
    return s


@rule("S5.4a", "S5.4d", "S5.4f")
def test_S5_4a_two_to_six_counters_of_which_one_is_real() -> None:
    s = new_session(scenario="4B")
    play_until(s, "path")
    check(s, {row["left"] for row in counters(s).values()}, {6})
    check(s, {len(row["area"]) for row in counters(s).values()} <= {18, 16, 17, 15}, True, "each treated as moderate")
    holds(s, "S5.4a" in last(s, "enters").rules, "by the rule of high uncertainty")
    s = several(3, 1)
    check(s, (sorted(counters(s)), counters(s)["1a"]["level"]), (["1a"], "moderate"))
    check(s, len(rolls(s, "search")), 0, "and the radar does nothing more")
    holds(s, {"S5.4d", "S5.4f"} <= set(events(s, "roll")[0].rules), "a reality test by radar")
    play_until(new_session(scenario="4B"), "path")


@rule("S5.4e")
@pytest.mark.parametrize(
    ("left", "dice", "real"),
    [
        (2, (3,), True), (2, (4,), False), (2, (6,), False), (3, (2,), True), (3, (3,), False), (3, (6,), False),
        (4, (1,), True), (4, (2,), False), (4, (5, 6, 4), False), (4, (6, 1), True), (5, (6, 5), False),
        (5, (1,), True), (6, (1,), True), (6, (6,), False),
    ],
)  # fmt: skip
def test_S5_4e_thresholds(left: int, dice: tuple[int, ...], real: bool) -> None:
    s = several(left, *dice)
    check(s, rolls(s, "reality"), [(die,) for die in dice], "dice above the number of counters are rolled again")
    others = [f"1{letter}" for letter in "bcdef"[: left - 1]]
    check(s, sorted(counters(s)), ["1a"] if real else others)


@rule("S5.4b")
def test_S5_4b_the_last_counter_becomes_moderate() -> None:
    s = several(2, 6)
    check(s, (sorted(counters(s)), counters(s)["1b"]["level"]), (["1b"], "moderate"))
    check(s, last(s, "last_one").data["contact"], "1b")


@rule("S5.4e", "S5.4a")
def test_S5_4e_a_phantom_is_taken_off_and_can_no_longer_be_the_bomber() -> None:
    s = several(3, 3)
    (gone,) = s.perspective("player").to_json()["gone"]
    check(s, (gone["counter"], gone["fate"], gone["may_be_it"]), ("1a", "removed", False))


@rule("S5.4c")
def test_S5_4c_counters_off_the_map_and_to_come_still_count() -> None:
    s = new_session(
        solo(
            "4",
            fighter(201, "0125 N"),
            stop("0125 S"),
            counter("1a", "0105 S"),
            counter("1b", "0405 S"),
            counter("1c", "exited"),
            phase=5,
        ),
        dice={"reality": [3]},
    )
    check(s, counters(s)["1a"]["left"], 3)
    answer(s, "place_search", "0105")
    answer(s, "place_search", "none")
    check(s, (sorted(counters(s)), counters(s)["1b"]["left"]), (["1b"], 2), "a 3 is not enough with three left")
    holds(s, "S5.4c" in events(s, "roll")[0].rules, "those off the map count")
    s = new_session(scenario="4B", dice={"reality": [2]}, options={"decline": ["Freya"]})
    play_until(s, "place_search")
    answer(s, "place_search", "0403")
    check(s, counters(s)["1b"]["left"], 5, "those to come count")


@rule("S5.4d", "S5.4g")
def test_S5_4d_a_tally_or_an_AI_search_tests_only_once_it_is_in_the_right_hex() -> None:
    counters_ = [counter("1a", "1012 S"), counter("1b", "0405 S")]
    s = new_session(solo("4", fighter(201, "1010 S"), stop("1010 S"), *counters_, phase=6), dice={"location": [1, 1]})
    answer(s, "ai_target", "1a")
    check(s, rolls(s, "reality"), [], "a miss tests nothing")
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), *counters_, phase=6),
        dice={"location": [3, 3], "reality": [3]},
    )
    answer(s, "ai_target", "1a")
    check(s, (fighters(s)["201"]["fix"], counters(s)["1a"]["hex"], sorted(counters(s))), ("1a", "1011", ["1a"]))
    holds(s, "S5.4g" in events(s, "roll")[-1].rules, "the fix is gained in the hex already rolled")


# -- exclusions -----------------------------------------------------------------------------------------------


def test_S5_5_who_has_left_the_map_bars_nothing_beyond_its_edge() -> None:
    rows = [counter("1", "1027 S", level="low"), counter("2", "exited"), stop("1016 S")]
    s = new_session(solo("4B", fighter(201, "1016 S"), *rows, phase=6))
    game: Any = s.state
    assert game.a_hex[0] != OFF and OFF in game.area(0) and OFF in game.a_hex
    check(s, barred(game, Attacker(0), OFF), "")


@rule("S5.5a", "S5.5b")
def test_S5_5_hexes_searched_in_vain_are_rolled_again_and_add_up() -> None:
    s = new_session(
        solo("4B", fighter(201, "1016 S"), stop("1016 S"), counter("1", "1017 S", level="low"), phase=6),
        dice={"location": [1, 3, 4, 2], "searchlight": [6, 6, 6, 6], "tally": [6] * 4},
    )
    answer(s, "ai_target", "1")
    check(s, sorted(counters(s)["1"]["excluded"]), ["1017", "1018"])
    answer(s, "light_up", "1")
    check(s, rolls(s, "location"), [(1,), (3,), (4,), (2,)], "3 and 4 are rolled again")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["lit_in"]), ("0918", "K"))
    holds(s, "S5.5a" in last(s, "rolled_again").rules, "excluded")
    s = new_session(
        solo("4B", fighter(201, "1014 S"), stop("1014 S"), counter("1", "1015 S", level="low"), phase=6),
        dice={"location": [2, 1], "searchlight": [6, 6]},
    )
    answer(s, "ai_target", "1")
    answer(s, "light_up", "1")
    s = new_session(
        solo(
            "4",
            fighter(201, "1011 S"),
            stop("1011 S"),
            counter("1", "1012 S", level="low"),
            phase=6,
            cloud="cloudy",
            moon="full",
        ),
        dice={"location": [1, 2], "tally": [6] * 6},
    )
    answer(s, "ai_target", "1")
    answer(s, "tally", "1")
    holds(s, "S5.5b" in last(s, "excluded").rules, "the second failure adds to the first")


@rule("S5.5b")
def test_S5_5b_what_was_excluded_before_stays_so() -> None:
    out = counter("1", "1012 S", level="low", excluded=[LOW["5"]])
    s = new_session(solo("4", fighter(201, "1010 S"), stop("1010 S"), out, phase=6), dice={"location": [1]})
    answer(s, "ai_target", "1")
    check(s, sorted(counters(s)["1"]["excluded"]), sorted(["1012", LOW["5"]]))


@rule("S5.5c")
def test_S5_5c_exclusions_end_with_the_turn() -> None:
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), counter("1", "1012 S", level="low"), phase=6),
        dice={"location": [1]},
    )
    answer(s, "ai_target", "1")
    check(s, counters(s)["1"]["excluded"], ["1012"])
    play_until(s, "path", {"tally": "none"})
    check(s, counters(s)["1"]["excluded"], [])
    holds(s, events(s, "exclusions_end"), "they are open again")


@rule("S5.5a")
def test_S5_5a_where_every_hex_is_ruled_out_nothing_is_rolled() -> None:
    out = list(LOW.values())
    s = new_session(
        solo("4", fighter(201, "1010 S"), stop("1010 S"), counter("1", "1012 S", level="low", excluded=out), phase=6)
    )
    answer(s, "ai_target", "1")
    check(s, (rolls(s, "location"), last(s, "nowhere").data["contact"]), ([], "1"))
