"""What cannot be undone in Interceptor Ace is said before."""

from __future__ import annotations

from tests.games.interceptor.support import new_session
from viermot.kernel.agenda import STEPS, Question


def test_bailing_out_and_charms_are_final() -> None:
    s = new_session()  # and with it the steps of the game
    asked: dict[str, Question] = {name: STEPS[f"interceptor.{name}"] for name in ("forced_down", "at_headquarters")}
    assert asked["forced_down"].warning(s.state, 1).asks and asked["forced_down"].warning(s.state, 0) is None
    assert asked["at_headquarters"].warning(s.state, 1).key == "ends_career"
    charm: Question = STEPS["interceptor.lucky_charm"]
    assert charm.record is not None
    thrown = charm.record((), (), None, ())
    assert charm.warning(s.state, thrown, 1).asks and charm.warning(s.state, thrown, 0) is None
