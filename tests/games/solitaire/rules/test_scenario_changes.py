"""What the solitaire book changes in scenarios 2C, 4G, 4H, 6C, 6H, 7 and 8F."""

from pathlib import Path
from typing import Any

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
    play_turn,
    play_until,
    refused,
    rolls,
    solo,
    stop,
)
from tests.support.rules import rule
from viermot import Session, new_game
from viermot.games.solitaire.model.board import REMOVED

QUIET = {
    "place_search": "none", "tally": "none", "ai_target": "none", "light_up": "done", "path": "F F", "leave_box": "box",
    "use_serrate": "none",
    "place_fighter": "1016 N",
}  # fmt: skip


@rule("SC2C")
def test_SC2C_one_flying_boat_instead_of_two() -> None:
    s = new_session(scenario="2C")
    holds(s, "SC2C" in events(s, "scenario")[0].rules, "the scenario is changed")
    play_until(s, "path", QUIET)
    answer(s, "path", asked(s).options[0])
    play_until(s, "path", QUIET)
    check(s, {row["bomber"] for row in counters(s).values()}, {1})
    check(s, sum(group.count for group in s.pack.scenarios["2C"].attackers), 1)


@rule("SC4G", "S24.0d")
def test_SC4G_fighters_under_Y_guidance_have_lightly_jammed_sets_and_do_not_drift() -> None:
    s = new_session(
        solo(
            "4G",
            fighter(201, "0101 S"),
            fighter(202, "1010 S"),
            fighter(203, "0103 S"),
            counter("1", "1012 S"),
            phase=5,
        ),
        dice={"jammed AI": [1, 1, 6], "location": [3, 5]},
    )
    answer(s, "place_search", "none")
    answer(s, "place_search", "none")
    check(s, fighters(s)["202"]["hex"], "1010", "no drift after the radar phase")
    answer(s, "ai_target", "1")
    check(s, rolls(s, "jammed AI"), [(1, 1, 6)])
    holds(s, "SC4G" in events(s, "roll")[0].rules, "because of the guidance")
    check(s, fighters(s)["202"]["fix"], "1")


@rule("SC4H", "S24.0c")
def test_SC4H_the_SCR_270_is_lightly_jammed() -> None:
    s = new_session(
        solo("4H", fighter(201, "0125 N"), counter("1a", "1012 S"), counter("1b", "0405 S"), stop("0125 S"), phase=5),
        dice={"jamming": [2]},
    )
    answer(s, "place_search", "1012")
    holds(s, "SC4H" in events(s, "roll")[0].rules, "poor co-ordination")
    check(s, (len(counters(s)), len(events(s, "jammed"))), (2, 1))


@rule("SC6C")
@pytest.mark.parametrize(
    ("die", "columns"), [(1, [10, 16]), (2, [10, 16]), (3, [4, 16]), (4, [4, 16]), (5, [4, 10]), (6, [4, 10])]
)
def test_SC6C_a_die_leaves_one_column_empty(die: int, columns: list[int]) -> None:
    s = new_session(scenario="6C", dice={"empty column": [die]})
    play_until(s, "leave_box", QUIET)
    check(s, last(s, "wave_enters").data["columns"], columns)
    check(s, {row["level"] for row in counters(s).values()}, {"moderate"})


@rule("SC6H")
def test_SC6H_every_odd_wave_has_one_bomber_with_H2S() -> None:
    s = new_session(scenario="6H", draws={"H2S column": [2, 0]})
    play_until(s, "leave_box", QUIET)
    check(s, [name for name, row in counters(s).items() if row["h2s"]], ["3"])
    play_turn(s, 4, QUIET)
    check(s, [event.data["contact"] for event in events(s, "h2s")][:2], ["3", "7"], "waves 1 and 3")


@rule("SC6H")
def test_SC6H_with_waves_of_two_it_is_every_third(tmp_path: object) -> None:
    from viermot.games.solitaire.components import load, with_scenario

    box = load()
    row = {
        **box.tables["scenarios/06.toml"],
        "id": "X",
        "title": {"en": "Waves of two"},
        "background": {"en": ""},
        "entry": [{"turns": "1-18", "count": 2}],
        "attackers_equipment": ["H2S"],
    }
    row.pop("variant")
    own = with_scenario(box, row)
    from viermot.games.solitaire import GAME
    from viermot.kernel.agenda import advance, apply
    from viermot.kernel.dice import QuickDice

    game = GAME.start(own, "X", {}, QuickDice(1))
    advance(game)
    while game.turn < 9 and game.asked is not None:
        apply(game, game.offered[-1] if game.asked[0].word == "place_search" else game.offered[0])
    waves = [event for event in game.log if event[0] in ("wave_enters", "h2s")]
    with_set = [number for number, kind in enumerate(event[0] for event in waves) if kind == "h2s"]
    turns = [sum(1 for event in waves[:place] if event[0] == "wave_enters") for place in with_set]
    assert turns[:3] == [1, 4, 7]
    s = new_game("solitaire", "6H", seed="h2s", draws={"H2S column": [0]})
    play_until(s, "leave_box", QUIET)
    check(s, last(s, "h2s").data["contact"], "1")


# -- scenario 7 ----------------------------------------------------------------------------------------------------


def hunt(*more: str, phase: int = 5, **scripted: dict[str, list[int]]) -> Session:
    return new_session(solo("7", fighter(201, "1005 S"), *more, phase=phase), **scripted)


@rule("SC7a", "SC7b")
def test_SC7a_serrate_sweeps_all_that_is_ahead_and_the_cup_says_what_it_was() -> None:
    s = hunt(
        counter("1", "1010 S"), counter("2", "0920 S"), counter("3", "1003 S"), counter("4", "1110 S"),
        dice={"Serrate": [5, 4, 6]}, draws={"cup": [0, 17]},
    )  # fmt: skip
    check(s, list(asked(s).options), ["none", "sweep"])
    answer(s, "use_serrate", "sweep")
    check(s, [event.data["contact"] for event in events(s, "roll")], ["1", "2", "4"], "not the one behind")
    check(
        s,
        (last(s, "revealed").data, last(s, "was_a_bomber").data),
        ({"contact": "1", "kind": "Ju88C-6"}, {"contact": "4"}),
    )
    check(s, sorted(counters(s)), ["1", "2", "3"])
    check(
        s, (counters(s)["1"]["type"], counters(s)["1"]["hidden"], counters(s)["2"]["hidden"]), ("Ju88C-6", False, True)
    )
    check(s, s.perspective("player").to_json()["cup"], {"german": 1, "other": 27})


@rule("SC7a")
def test_SC7a_thirty_counters_enter_three_a_turn() -> None:
    s = new_session(scenario="7")
    answer(s, "place_fighter", "1005 S")
    check(s, s.perspective("player").to_json()["cup"], {"german": 2, "other": 28})
    play_until(s, "path", QUIET)
    check(s, {row["type"] for row in counters(s).values()}, {"Halifax I/II"})
    holds(s, "SC7a" in events(s, "scenario")[0].rules, "all as bombers")


@rule("SC7b", "SC7a")
def test_SC7b_a_close_look_reveals_too() -> None:
    own = fighter(201, "1010 S", tally="1")
    s = new_session(
        solo("7", own, counter("1", "1010 S"), counter("2", "1015 S"), phase=9, visibility="moderate"),
        dice={"identification": [4]}, draws={"cup": [1]},
    )  # fmt: skip
    answer(s, "identify", "roll")
    check(s, (last(s, "revealed").data["contact"], asked(s).kind), ("1", "attack"))


@rule("SC7b")
def test_SC7b_to_attack_a_bomber_loses_the_game() -> None:
    own = fighter(201, "1010 S", tally="1")
    s = new_session(solo("7", own, counter("1", "1010 S"), counter("2", "1015 S"), phase=9), draws={"cup": [29]})
    answer(s, "identify", "no")
    answer(s, "attack", "guns")
    assert s.result is not None
    check(s, (s.result["level"], s.result["reason"]), ("loss", "bomber attacked"))
    holds(s, "bombers_attacked = 1\n" in s.position(), "one")
    holds(s, "SC7b" in last(s, "was_a_bomber").rules, "it was a bomber")


@rule("SC7c")
def test_SC7c_a_focused_search_follows_one_german() -> None:
    s = hunt(counter("1", "1010 S", kind=1, known=32), counter("2", "1012 S"), dice={"search": [5], "location": [2]})
    check(s, list(asked(s).options), ["none", "sweep", "1"])
    refused(s, "2", "SC7c")
    answer(s, "use_serrate", "1")
    check(s, last(s, "search_placed").data["hex"], "1010", "where it stands")
    shown = s.perspective("player").to_json()["searches"]
    check(s, [(search["counter"], search["hex"]) for search in shown], [("1", "1010")], "on the map as well")
    found = events(s, "roll")[0].data["modifiers"]
    check(s, found, [["search_value", -1, "S13.0c"], ["crowded", -1, "SC7c"]])
    check(s, counters(s)["1"]["level"], "low")
    s = hunt(counter("1", "1010 S", kind=1, known=32, track=1), counter("2", "1712 S"))
    answer(s, "use_serrate", "1")
    check(s, (len(events(s, "track_kept")), counters(s)["1"]["track"]), (1, "above"), "and keeps track of it")


@rule("3.2e")
def test_3_2e_7D_a_fading_serrate_hears_nothing_on_one_to_four() -> None:
    for die, heard in ((4, False), (5, True)):
        s = new_session(
            solo("7D", fighter(201, "1005 S"), counter("1", "1010 S"), stop("1005 S"), phase=5),
            dice={"fading": [die], "Serrate": [1, 1]},
        )
        answer(s, "use_serrate", "sweep")
        check(s, bool(rolls(s, "Serrate")), heard)
        holds(s, heard or "3.2e" in last(s, "serrate_fades").rules, "it fades")


@rule("3.2e", "SC7a")
def test_7_a_german_fighter_keeps_with_the_stream() -> None:
    s = new_session(
        solo(
            "7",
            fighter(201, "0125 N"),
            counter("1", "1010 S", kind=1, known=32),
            counter("2", "1410 S"),
            phase=1,
            turn=3,
        ),
        dice={"Serrate": [1] * 9},
    )
    check(s, counters(s)["1"]["hex"], "1113", "three hexes, then a rear hex towards the bomber")
    s = hunt(counter("1", "1010 S"), dice={"Serrate": [1]})
    answer(s, "use_serrate", "sweep")


# -- scenario 8F ---------------------------------------------------------------------------------------------------


@rule("SC8F")
def test_SC8F_the_V1_is_never_uncertain_and_enters_by_two_dice() -> None:
    s = new_session(scenario="8F", dice={"entry column": [2, 5]})
    play_until(s, "manoeuvre")
    check(s, (counters(s)["1"]["hex"], counters(s)["1"]["level"]), ("0705", "none"))
    holds(s, "SC8F" in last(s, "flying_bomb").rules, "two dice")


@rule("SC8F", "S15.0")
def test_SC8F_lights_help_from_above_as_well() -> None:
    s = new_session(
        solo("8F", fighter(201, "0916 S", dives=3), counter("1", "0919 S", light="N"), phase=8),
        dice={"tally": [1, 1, 1], "fixed tally": [6, 1, 1]},
    )
    answer(s, "tally", "1")
    answer(s, "tally_fixed", "1")
    check(s, fighters(s)["201"]["tally"], "1")
    holds(s, "SC8F" in events(s, "roll")[0].rules, "seen from three hexes above")


# -- H2S of single bombers, and 6H with the stream of 6C -------------------------------------------------------------


def lone_raid(folder: Path, *numbers: int) -> Session:
    """6H with single bombers, whose tally numbers are these."""
    (folder / "scenarios").mkdir()
    text = '[[variant]]\nid = "6H"\nentry = [{ turns = "1, 4, 7", count = 1 }]\n'
    (folder / "scenarios" / "06.toml").write_text(text)
    draws = {"tally number": [number - 1 for number in numbers]}
    return new_game("solitaire", "6H", seed="h2s", pack=folder, draws=draws)


def carriers(s: Session) -> list[str]:
    return [name for name, row in counters(s).items() if row["h2s"]]


@rule("S24.0e", "24.3.1")
@pytest.mark.parametrize("numbers", [(5, 6, 1), (11, 12, 7)])
def test_S24_0e_a_bomber_that_comes_alone_has_H2S_with_tally_number_6(numbers: tuple[int, ...], tmp_path: Path) -> None:
    """There are six tally numbers: the script of draws begins again with the seventh."""
    s = lone_raid(tmp_path, *numbers)
    play_turn(s, 4, QUIET)
    check(s, {name[0] for name in carriers(s)}, {"2"})
    play_turn(s, 5, QUIET)
    check(s, carriers(s), [name for name in counters(s) if name[0] == "2"], "both sets of its counters")
    play_turn(s, 8, QUIET)
    check(s, [event.data["bomber"] for event in events(s, "h2s_alone")], [2])


@rule("S24.0e", "S8.0c")
def test_S24_0e_the_second_set_knows_what_the_first_carried_though_it_is_gone(tmp_path: Path) -> None:
    s = lone_raid(tmp_path, 6)
    play_until(s, "leave_box", QUIET)
    game: Any = s.state
    for counter_ in list(game.on_map):
        game.take_off(counter_, REMOVED)
    play_turn(s, 2, QUIET)
    check(s, (len(carriers(s)), len(counters(s))), (3, 3))


@rule("SC6H", "S8.0b")
def test_SC6H_of_an_owners_wave_of_four_three_come_and_one_may_carry_H2S(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = '[[variant]]\nid = "6H"\nentry = [{ turns = "1-12", count = 4 }]\n'
    (tmp_path / "scenarios" / "06.toml").write_text(text)
    s = new_game("solitaire", "6H", seed="h2s", pack=tmp_path)
    play_until(s, "leave_box", QUIET)
    check(s, (len(last(s, "wave_enters").data["columns"]), len(carriers(s))), (3, 1), "there are three columns")


@rule("SC6H", "SC6C")
def test_SC6H_can_be_combined_with_6C() -> None:
    s = new_session(
        scenario="6H", options={"with_6c": True}, dice={"empty column": [1] * 30}, draws={"H2S column": [0, 1]}
    )
    play_until(s, "leave_box", QUIET)
    check(s, (last(s, "wave_enters").data["columns"], len(counters(s))), ([10, 16], 2))
    play_turn(s, 8, QUIET)
    check(s, [event.turn for event in events(s, "h2s")], [1, 4, 7])
    holds(s, "waves 1, 4, 7" in s.state.layout.scenario.special["en"], "the briefing says so")  # type: ignore[attr-defined]
    again = new_game("solitaire", position=s.position())
    check(s, again.state.layout.schedule, s.state.layout.schedule, "a position keeps it")  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", ["6", "6C", "4B", "7"])
def test_SC6H_nothing_else_can(scenario: str) -> None:
    from viermot.kernel.user_error import UserError

    with pytest.raises(UserError) as refused:
        new_game("solitaire", scenario, {"with_6c": True})
    assert (refused.value.rule, refused.value.fields["able"]) == ("SC6H", "6H"), "and it says which can"
    with pytest.raises(UserError):
        new_game("solitaire", "6H", {"with_6c": "yes"})
