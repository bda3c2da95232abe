"""Chapter 26: task forces, flare droppers and torpedo bombers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.nightfighter.support import (
    answer,
    asked,
    attackers,
    bomber,
    check,
    contacts,
    events_of,
    fighter,
    fighters,
    last,
    new_session,
    night,
    own_pack,
    play_phase,
    play_turn,
    play_until,
    rolls_of,
)
from tests.support.rules import rule
from viermot import Session

FLARES = 1  # the second kind of attackers in scenario 9; the first carry torpedoes
LIT_SEA = """
[[variant]]
id = "9Z"
title = { en = "Every phase" }
omit = []
status = "own"
"""


def at_sea(*aircraft: str, scenario: str = "9", turn: int = 4, phase: int = 1, **more: Any) -> Session:
    """Scenario 9 with a fighter far from everything."""
    position = night(scenario, fighter(201, "0101 S"), *aircraft, turn=turn, phase=phase, **more.pop("top", {}))
    return new_session(position, **more)


def points(s: Session) -> int:
    """The victory points so far."""
    vp: int = s.perspective("player").to_json()["score"]["vp"]
    return vp


@rule("26.0")
def test_26_0_naval_actions_are_fought_at_low_altitude() -> None:
    for scenario in ("9", "9A", "9B", "9C", "9D", "9E"):
        s = new_session(scenario=scenario)
        check(s, s.perspective("player").to_json()["environment"]["altitude"], "low", scenario)
    reach = {}
    for there in ("1012", "1013"):  # S-band: 4 hexes, down here 2 [21.1]
        s = new_session(night("9E", fighter(201, "1010 S"), bomber(103, f"{there} S"), turn=4, phase=6))
        reach[there] = bool(contacts(s))
    check(s, reach, {"1012": True, "1013": False})


@rule("26.1", "22.0b")
def test_26_1_over_the_ships_a_double_six_rolls_eight_dice() -> None:
    dice = {"flak": [6, 6], "flak burst": [2, 2, 3, 3, 4, 4, 5, 1]}
    s = new_session(night("9", fighter(201, "1020 S"), bomber(103, "0402 S"), turn=4, phase=4), dice=dice)
    check(s, len(rolls_of(s, "player", "flak burst")[0].data["dice"]), 8)
    check(s, fighters(s)["201"]["hits"], 1, "the eighth die")


@rule("26.1")
def test_26_1_the_box_is_zone_n_and_nothing_else() -> None:
    rolled = {}
    for place in ("0719", "1222", "0622", "1319", "1018", "1023"):
        s = new_session(
            night("9", fighter(201, f"{place} S"), bomber(103, "0402 S"), turn=4, phase=4), dice={"flak": [1, 1]}
        )
        rolled[place] = bool(rolls_of(s, "player", "flak"))
    check(s, [place for place, flak in rolled.items() if flak], ["0719", "1222"])


@rule("26.1")
def test_26_1_ships_have_no_searchlights(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/09.toml", LIT_SEA)
    s = new_session(
        night("9Z", fighter(201, "1020 S"), bomber(103, "1020 S"), turn=4, phase=4), dice={"flak": [1, 1]}, pack=pack
    )
    play_phase(s, 8)
    check(s, [event.data["phase"] for event in events_of(s, "player", "phase")], [4, 5, 6, 7, 8])
    check(s, (events_of(s, "player", "marker"), rolls_of(s, "player", "searchlight")), ([], []))


# -- 26.2 flare droppers ---------------------------------------------------------------------------


@rule("26.2.1a", "26.2.1b")
@pytest.mark.parametrize(
    ("chit", "entry", "facing"),
    [(2, "0118", "SE"), (10, "1814", "SW"), (9, "0124", "NE"), (36, "1823", "NW")],
)
def test_26_2_1a_the_top_number_of_a_chit_tells_where_a_dropper_enters(chit: int, entry: str, facing: str) -> None:
    """Chits 02, 10, 09 and 36, red: 04 07 01, 18 04 07, 06 10 14 and 13 05 09."""
    s = at_sea(turn=12, phase=2, draws={"umpire:chit": [chit - 1]})
    answer(s, "hold_back", "enter")
    answer(s, "come_in", "1")
    dropper = next(iter(attackers(s).values()))
    check(s, (dropper["hex"], dropper["facing"]), (entry, facing))


@rule("26.2.1a")
def test_26_2_1a_a_dropper_may_be_delayed_or_fly_fewer_mp() -> None:
    s = at_sea(turn=12, phase=2, draws={"umpire:chit": [1]})
    answer(s, "hold_back", "hold")
    play_until(s, "hold_back")
    check(s, s.perspective("player").to_json()["turn"], 13)
    s.decide("enter")
    check(s, list(asked(s).options), ["1", "2", "3"])
    s.decide("2")
    check(s, next(iter(attackers(s).values()))["hex"], "0218", "0118, then along the arrow")


@rule("26.2.1b")
def test_26_2_1b_a_dropper_flies_along_its_arrow_and_out_at_the_far_side() -> None:
    s = at_sea(bomber(121, "0619 SE", kind=FLARES), bomber(122, "1724 NE", kind=FLARES), turn=4)
    play_phase(s, 3)
    seen = attackers(s)
    check(s, (seen["121"]["hex"], seen["121"]["facing"]), ("0921", "SE"))
    check(s, seen["122"]["fate"], "exited")


@rule("26.2.1b", "17.4.3b")
@pytest.mark.parametrize(("die", "there", "after"), [(1, "0619", "0921"), (6, "0521", "0822")])
def test_26_2_1b_it_keeps_its_grain_after_a_corkscrew(die: int, there: str, after: str) -> None:
    s = new_session(
        night(
            "9",
            fighter(201, "0620 SE", tally=121),
            bomber(121, "0620 SE", kind=FLARES),
            bomber(103, "1202 S"),
            turn=4,
            phase=9,
        ),
        dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [die]},
    )
    answer(s, "attack", "guns")
    check(s, attackers(s)["121"]["hex"], there, "left or right rear of its own heading")
    answer(s, "follow", "no")
    play_phase(s, 3)
    check(s, (attackers(s)["121"]["hex"], attackers(s)["121"]["facing"]), (after, "SE"))


@rule("26.2.2a")
@pytest.mark.parametrize(("flares", "then"), [(0, 8), (6, 8), (8, 8)])
def test_26_2_2a_flares_go_three_turns_ahead(flares: int, then: int) -> None:
    s = at_sea(bomber(121, "0619 SE", kind=FLARES), turn=5, top={"flares": flares})
    check(s, s.perspective("player").to_json()["flares_until"], then)
    check(s, last(s, "player", "flares").data["space"], then)


@rule("26.2.2a")
def test_26_2_2a_only_a_dropper_that_ends_its_move_over_the_ships_drops() -> None:
    dropped = {}
    for at in ("0416 SE", "0317 SE", "1122 SE", "0417 SE"):  # they end in 0718, 0618, 1423 and 0719
        s = at_sea(bomber(121, at, kind=FLARES), turn=5)
        dropped[at] = bool(events_of(s, "player", "flares"))
    check(s, [at for at, did in dropped.items() if did], ["0417 SE"])


@rule("26.2.2b")
def test_26_2_2b_the_ships_are_lit_until_the_turn_marker_reaches_the_flares() -> None:
    s = at_sea(bomber(103, "0402 S"), turn=5, phase=10, top={"flares": 7})
    play_turn(s, 6)
    check(s, s.perspective("player").to_json()["flares_until"], 7)
    play_turn(s, 7)
    check(s, s.perspective("player").to_json()["flares_until"], 0)
    check(s, last(s, "player", "flares_out").turn, 7)


@rule("26.3b", "26.2.2b")
def test_26_2_2b_torpedoes_run_better_at_lit_ships() -> None:
    scored = {}
    for turn in (6, 7):  # the counter stands on turn 7
        s = at_sea(bomber(103, "0918 S"), turn=turn - 1, phase=10, top={"flares": 7})
        play_phase(s, 3)
        scored[turn] = points(s)
    check(s, scored, {6: 3, 7: 1})


# -- 26.3 torpedo bombers --------------------------------------------------------------------------


@rule("26.3a")
def test_26_3a_two_mp_until_the_torpedo_is_away_then_full_mp() -> None:
    s = at_sea(bomber(103, "0915 S"), turn=3)
    rows = []
    for turn in (3, 4, 5, 6):
        play_phase(s, 3)
        rows.append(attackers(s)["103"]["hex"])
        play_turn(s, turn + 1)
    check(s, rows, ["0917", "0919", "0922", "0926"], "2, 2, then 3 and 4: its MP is 3*")


@rule("26.3b")
def test_26_3b_it_launches_once_when_it_ends_a_move_among_the_ships() -> None:
    launches = {}
    for at in ("0916", "0917", "0920", "0621"):
        s = at_sea(bomber(103, f"{at} S"), turn=4)
        launches[at] = len(events_of(s, "player", "torpedo"))
    check(s, launches, {"0916": 0, "0917": 1, "0920": 1, "0621": 0})
    s = at_sea(bomber(103, "0916 S", done=2), bomber(104, "1017 S"), turn=4)
    check(s, [event.data["points"] for event in events_of(s, "player", "torpedo")], [1], "103 has launched before")


@rule("26.3.1")
@pytest.mark.parametrize(
    ("chits", "column"), [([0], "07"), ([1], "07"), ([5], "10"), ([4, 0], "07"), ([2, 3, 5], "09")]
)
def test_26_3_1_the_first_number_from_07_to_12_counts(chits: list[int], column: str) -> None:
    """Red: chit 01 07 15 01, 02 04 07 01, 06 05 17 10; 05 02 06 14 and 03 06 03 17 hold none and are discarded."""
    s = at_sea(turn=5, phase=2, draws={"umpire:chit": chits})
    answer(s, "hold_back", "enter")
    answer(s, "come_in", "1")
    check(s, next(iter(attackers(s).values()))["hex"], f"{column}01")
    drawn = [event.data["chit"] for event in events_of(s, "umpire", "chit")]
    check(s, len(drawn), len(chits))


@rule("26.3.2")
def test_26_3_2_it_corkscrews_as_if_the_map_ended_at_columns_07_and_12() -> None:
    went = {}
    for at, die in (("0710", 6), ("1210", 1), ("0710", 1), ("1210", 6), ("0810", 6)):
        s = new_session(
            night("9", fighter(201, f"{at} S", tally=103), bomber(103, f"{at} S"), turn=4, phase=9),
            dice={"response": [6], "reaction": [1], "defensive fire": [1, 1], "umpire:corkscrew": [die]},
        )
        answer(s, "attack", "guns")
        went[at, die] = attackers(s)["103"]["hex"]
    barred = {("0710", 6): "0710", ("1210", 1): "1210"}
    check(s, went, {**barred, ("0710", 1): "0809", ("1210", 6): "1110", ("0810", 6): "0710"})


UNOPPOSED_IS_FREE = """
[[variant]]
id = "9Z"
title = { en = "No charge" }
status = "own"

[variant.vp]
torpedo_launch_lit = 3
torpedo_launch_dark = 1
torpedo_destroyed_before_launch = -1
flare_dropper_destroyed_before_drop = -1
player_fighter_lost = 2
torpedo_unopposed = 0
"""


@rule("4.1a")
def test_3_2e_where_the_scenario_gives_nothing_for_torpedoes_unopposed_nobody_scores(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/09.toml", UNOPPOSED_IS_FREE)
    s = new_session(night("9Z", fighter(201, "0101 N"), bomber(103, "0905 S"), turn=5, phase=3, vp=2), pack=pack)
    assert s.result is not None, s.position()
    check(s, (s.result["reason"], s.result["vp"], events_of(s, "player", "unopposed")), ("no fighters left", 2, []))


@rule("26.2.2a")
def test_26_2_2a_a_dropper_has_done_its_work_when_it_has_dropped_its_flares() -> None:
    """Shot down after that it scores nothing (scenario 9)."""
    dropped = {}
    for turn, at in ((4, "0316 SE"), (5, "0619 SE")):  # far from the ships, or among them after its move
        s = at_sea(bomber(121, at, kind=FLARES), bomber(103, "0402 S"), turn=turn)
        play_phase(s, 3)
        dropped[at] = (bool(events_of(s, "player", "flares")), "done = 5" in s.position())
    check(s, dropped, {"0316 SE": (False, False), "0619 SE": (True, True)})
