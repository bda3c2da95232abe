"""The reader's pages of Nightfighter."""

from __future__ import annotations

from viermot.games.nightfighter.faces.reader import standing, table


def test_4_1_a_score_is_compared_with_what_it_needs() -> None:
    wanted = {"score": "kills", "win": 2, "decisive": 4, "compare": "at least", "lost_if": None}
    levels = [level.needs for level in table(wanted, "en").levels]
    assert levels == ["4 or more", "2 or more", "anything else"]
    told = [standing(wanted, {"score": n, "kills": n, "losses": 0, "vp": 0}, "en") for n in (0, 1, 2, 3, 4)]
    assert [each.level for each in told] == [2, 2, 1, 1, 0]
    assert told[1].brief == "You now stand at 1: 1 more wins." and "decisive" in told[2].brief
