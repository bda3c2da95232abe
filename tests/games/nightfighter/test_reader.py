"""The reader's pages of Nightfighter."""

from __future__ import annotations

import viermot
from viermot.games.nightfighter.faces.reader import READER, standing, table


def test_4_1_a_score_is_compared_with_what_it_needs() -> None:
    wanted = {"score": "kills", "win": 2, "decisive": 4, "compare": "at least", "lost_if": None}
    levels = [level.needs for level in table(wanted, "en").levels]
    assert levels == ["4 or more", "2 or more", "anything else"]
    told = [standing(wanted, {"score": n, "kills": n, "losses": 0, "vp": 0}, "en") for n in (0, 1, 2, 3, 4)]
    assert [each.level for each in told] == [2, 2, 1, 1, 0]
    assert told[1].brief == "You now stand at 1: 1 more wins." and "decisive" in told[2].brief


def test_4_1_the_umpire_reads_how_the_player_stands() -> None:
    wanted = {"score": "kills", "win": 1, "decisive": None, "compare": "at least", "lost_if": None}
    score = {"score": 1, "kills": 1, "losses": 0, "vp": 0}
    assert standing(wanted, score, "en").brief == "You now stand at 1: that wins."
    assert standing(wanted, score, "en", own=False).brief == "The player now stands at 1: that wins."
    session = viermot.new_game("nightfighter", scenario="1", seats={"umpire": "random"}, seed="x")
    told = {seat: READER.standing(session.perspective(seat), "en") for seat in ("player", "umpire")}
    assert [seat_told[1].brief for seat_told in told.values() if seat_told] == [
        "You now stand at 0: 1 more wins.",
        "The player now stands at 0: 1 more wins.",
    ]
