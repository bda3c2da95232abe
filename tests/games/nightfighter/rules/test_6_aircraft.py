"""Chapter 6: what the aircraft data charts say, in use."""

from pathlib import Path

from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    events_of,
    fighter,
    fighters,
    holds,
    last,
    new_session,
    night,
    play_phase,
    play_until,
    rolls_of,
)
from tests.support.rules import rule

INTRUDER = "Mosquito NF.XVII/NF.XIX"


@rule("6.0a")
def test_6_0a_the_chart_of_a_do215_in_use() -> None:
    """MP 3*, firepower 4, Lichtenstein 2 Narrow, damage 3, good view."""
    s = new_session(scenario="4B")
    check(s, last(s, "player", "fighter").data["fighter"], "201")
    check(s, (fighters(s)["201"]["type"], fighters(s)["201"]["damage"]), ("Do215B-5", 3))
    play_until(s, "path")
    check(s, asked(s).facts["most"], 3, "MP on an odd turn")
    for there, found in (("1012", True), ("1013", False), ("1111", False)):
        radar = new_session(night("4B", fighter(201, "1010 S"), bomber(113, f"{there} S"), turn=2, phase=6))
        check(radar, bool(events_of(radar, "player", "fixed")), found, f"an AI fix at {there}")
    look = new_session(night("4B", fighter(201, "1010 S"), turn=2, phase=8, visibility="poor"))
    look.decide("roll")
    thrown = rolls_of(look, "player", "tally")[0].data
    check(look, (len(thrown["dice"]), thrown["view_die"]), (2, 1), "one die for poor visibility, one for good view")
    guns = new_session(
        night("4B", fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), turn=2, phase=9),
        dice={"response": [1, 1], "attack": [1, 1]},
    )
    guns.decide("guns")
    check(guns, rolls_of(guns, "player", "attack")[0].data["modifiers"], [["printed", 4, "11.0c"]])


@rule("6.0b")
def test_6_0b_high_up_the_h_figures_count() -> None:
    """4F: the He219 has MP 4, but 4* at high altitude; so has the Mosquito B.IX."""
    for turn, maximum, hex_ in ((2, 5, "0306"), (3, 4, "0305")):
        s = new_session(night("4F", fighter(201, "1014 N", dives=0), bomber(113, "0301 S"), turn=turn, phase=1))
        play_until(s, "path")
        check(s, asked(s).facts["most"], maximum, f"MP on turn {turn}")
        check(s, attackers(s)["113"]["hex"], hex_)
        s.decide("F F")
        holds(s, "6.0b" in last(s, "umpire", "bombers_fly").rules, "the bombers' move names the rule")
        holds(s, "6.0b" in last(s, "player", "moved").rules, "and so does the fighter's")


@rule("6.0b")
def test_6_0b_low_down_the_l_figures_count(tmp_path: Path) -> None:
    """8D is flown at low altitude; the pack gives its Beaufighter an L figure that can be told apart."""
    chart = '[[fighter]]\nname = "Beaufighter VIF"\nmp = "4"\nmp_low = "6"\nmp_high = "3*"\n'
    (tmp_path / "fighters.toml").write_text(chart, encoding="utf-8")
    low = new_session(night("8D", fighter(201, "1014 N"), turn=2, phase=3), pack=tmp_path)
    check(low, asked(low).facts["most"], 6)
    low.decide("F F")
    usual = new_session(night("7A", fighter(201, "1014 N"), turn=2, phase=3), pack=tmp_path)
    check(usual, asked(usual).facts["most"], 4, "the same aircraft at normal altitude")
    usual.decide("F F")
    holds(usual, "6.0b" not in last(usual, "player", "moved").rules, "there the plain figure counts")


@rule("6.0c")
def test_6_0c_a_bomber_uses_its_firepower_in_defence() -> None:
    s = new_session(
        night("4B", fighter(201, "1010 S", tally=113), bomber(113, "1010 S"), turn=3, phase=9),
        dice={"response": [6], "reaction": [3], "defensive fire": [4, 4], "attack": [1, 1]},
    )
    answer(s, "attack", "guns")
    shot = rolls_of(s, "player", "defensive fire")[0].data
    check(s, shot["modifiers"], [["printed", 2, "6.0c"]], "a Lancaster's firepower")
    check(s, last(s, "player", "fighter_hit").data["hits"], 1, "8 + 2 is one hit")


@rule("6.0c")
def test_6_0c_a_bomber_never_shoots_first() -> None:
    """Unnoticed or face to face, nothing is fired; only a response brings the turrets to bear."""
    for facing, response in (("N", 6), ("S", 1)):
        s = new_session(
            night("4B", fighter(201, f"1010 {facing}"), bomber(113, "1010 S"), turn=3, phase=9),
            dice={"response": [response], "umpire:response": [response]},
        )
        play_phase(s, 3)
        check(s, rolls_of(s, "umpire", "defensive fire"), [])
        check(s, fighters(s)["201"]["hits"], 0)
    noticed = new_session(
        night("4B", fighter(201, "1010 S"), bomber(113, "1010 S"), turn=3, phase=9),
        dice={"umpire:response": [6], "umpire:reaction": [2], "defensive fire": [1, 1]},
    )
    check(noticed, len(rolls_of(noticed, "umpire", "defensive fire")), 1)


@rule("6.0d")
def test_6_0d_a_fighter_attacks_with_the_first_figure_and_defends_with_the_second() -> None:
    """The Ju88G is 5/1."""
    s = new_session(
        night("10", fighter(201, "1010 S", tally=115), bomber(115, "1010 S"), turn=2, phase=9),
        dice={"response": [1, 1], "attack": [1, 1]},
    )
    s.decide("guns")
    check(s, rolls_of(s, "player", "attack")[0].data["modifiers"], [["printed", 5, "11.0c"]])
    s = new_session(
        night("10", fighter(201, "1014 S"), bomber(163, "1010 S", type=INTRUDER), turn=2, phase=1),
        dice={
            "umpire:intruder tally": [1, 1, 1, 1],
            "fighter response": [6],
            "fighter reaction": [3],
            "return fire": [4, 5],
        },
    )
    play_until(s, "intruder_path")
    s.decide("F F F F")
    answer(s, "intruder_attacks", "guns")
    shot = rolls_of(s, "player", "return fire")[0].data
    check(s, shot["points"], 1)
    check(s, last(s, "player", "returned_fire").data["hits"], 1, "9 + 1 is one hit")


@rule("6.0e")
def test_6_0e_oblique_guns_have_a_figure_of_their_own() -> None:
    """A Ju88G with schräge Musik may choose between its regular guns (5) and the oblique ones."""
    place = night(
        "6G", fighter(201, "1010 S", tally=115, oblique=1), bomber(115, "1010 S"), turn=2, phase=9
    )  # fmt: skip
    dice = {"response": [1, 1], "attack": [1, 1]}
    printed = {}
    for guns in ("guns", "oblique"):
        s = new_session(place, dice=dice)
        check(s, list(asked(s).options), ["hold fire", "guns", "oblique"])
        s.decide(guns)
        printed[guns] = rolls_of(s, "player", "attack")[0].data["modifiers"][0]
    assert printed["guns"][1] == 5
    assert printed["oblique"] == ["printed", 3, "20.0a"]
