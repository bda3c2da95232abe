"""What cannot be undone in Bomber Command is said before."""

from __future__ import annotations

from tests.games.bomber_command import support as raid
from tests.support.warnings import costly


def test_the_last_card_is_said_wherever_it_is_played() -> None:
    for hand, said in ((["MOBILE FLAK"], "last_card"), (["MOBILE FLAK", "EXPERTE"], None)):
        units = {"I./NJG3": raid.unit("J5", fuel=5), "III./NJG2": raid.unit("H5")}
        s = raid.new_session(raid.night(turn=3, units=units, hands={"german": hand}))
        for kind in ("move", "scramble", "deploy", "recover"):
            raid.go(s, kind)
            now = [option for option in s.pending[0].options if option.startswith("play ")]
            warned = s.pending[0].warns(now[0])
            assert (None if warned is None else warned.key) == (said and f"bomber_command.warning.{said}"), kind
            assert s.pending[0].warns(s.pending[0].options[0]) is None


def test_an_offer_of_the_end_is_said() -> None:
    s = raid.go(raid.new_session(raid.night(turn=3, phase=8, hands={"german": ["EXPERTE"]})), "draw_german")
    decision = next(decision for decision in s.pending if decision.seat == "german")
    found = costly(decision)
    assert list(found) == ["offer the end"] and found["offer the end"].asks
    assert "night ends" in found["offer the end"].text("en")
