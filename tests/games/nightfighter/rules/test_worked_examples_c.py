"""The book's short examples N14 to N17: flak, flares, a Serrate move and an attack position."""

from __future__ import annotations

from pathlib import Path

from tests.games.nightfighter.support import (
    answer,
    attackers,
    bomber,
    check,
    fighter,
    fighters,
    last,
    new_session,
    night,
    own_pack,
    play_until,
    rolls_of,
)
from tests.support.rules import rule

FOUR_FIGHTERS = """
[[variant]]
id = "5Z"
title = { en = "A fourth fighter" }
defenders = [{ type = "Me110G-4", count = 4 }]
status = "own"
"""


@rule("22.0a", "22.0b")
def test_n14_fighter_204_takes_two_hits(tmp_path: Path) -> None:
    pack = own_pack(tmp_path, "scenarios/05.toml", FOUR_FIGHTERS)
    s = new_session(
        night("5Z", fighter(204, "1016 S"), bomber(102, "0101 S"), turn=3, phase=4),
        dice={"flak": [6, 6], "flak burst": [1, 2, 4, 4]},
        pack=pack,
    )
    check(s, fighters(s)["204"]["hits"], 2)
    check(s, s.dice.left, 0)


@rule("26.2.2a")
def test_n15_the_flares_move_from_8_to_9() -> None:
    s = new_session(
        night("9", fighter(201, "0101 S"), bomber(121, "0619 SE", kind=1, done=5), turn=6, phase=1, flares=8)
    )
    check(s, attackers(s)["121"]["hex"], "0921", "in the task force box")
    check(s, s.perspective("player").to_json()["flares_until"], 9)


@rule("27.2.2b", "27.2.2a")
def test_n16_one_hex_to_the_right_then_five_ahead() -> None:
    s = new_session(
        night(
            "10",
            fighter(201, "0720 S"),
            bomber(161, "0907 S", type="Mosquito NF.XVII/NF.XIX"),
            turn=3,
            phase=1,
        )
    )
    check(s, last(s, "umpire", "edges_over").data, {"attacker": "161", "side": "right", "hex": "0806"})
    answer(s, "intruder_path", "F F F F F")
    check(s, last(s, "umpire", "intruder_flew").data, {"attacker": "161", "hex": "0811", "facing": "S"})


@rule("28.4a", "15.1.1c")
def test_n17_a_double_three_on_bomber_203_is_a_good_position() -> None:
    s = new_session(
        night(
            "4B",
            fighter(201, "1016 S"),
            bomber(203, "1017 S", light="K"),
            turn=3,
            phase=8,
            moon="half",
            options={"28.4": True},
        ),
        dice={"fixed tally": [3, 3, 4, 6]},
    )
    play_until(s, "tally_fixed")
    s.decide("C1")
    check(s, rolls_of(s, "player", "fixed tally")[0].data["dice"], [3, 3, 4, 6])
    check(s, (fighters(s)["201"]["tally"], last(s, "player", "position").data["good"]), ("C1", 1))
