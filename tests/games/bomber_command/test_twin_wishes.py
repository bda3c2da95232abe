"""Twin worlds of a wish to end the night: who did not want to stop never learns whether the other did [11.0z]."""

from __future__ import annotations

import json

import pytest

from tests.games.bomber_command.support import go, new_session, night, unit
from tests.support.rules import rule
from viermot import Session

HOME = "E main Emden 1 D4 H4* D6 C6"
SEATS = ("british", "german")


def wished(seat: str, other: str, wish: str) -> Session:
    """One seat wants to play on; the other wants what it wants."""
    s = new_session(night(plan=HOME, units={"I./NJG1": unit("K5", fuel=3)}, turn=7, phase=4), seed="wish")
    go(s, "end_british")
    for each, answer in sorted([(seat, "no"), (other, wish)]):
        s.decide(answer, each)
    return s


def known(s: Session, seat: str) -> str:
    """All that the seat has of the game: its view, its log, what it is asked, and whether it may go back."""
    reason = s.why_not_undo(seat)
    asked = [(d.kind, d.number, d.options, d.prompt()) for d in s.pending if d.seat == seat]
    told = [each.to_json() for each in s.events(seat)]
    undo = None if reason is None else (reason.key, reason.rule)
    return json.dumps([s.perspective(seat).to_json(), told, asked, undo], default=str)


@rule("11.0z")
@pytest.mark.parametrize(("seat", "other"), [SEATS, SEATS[::-1]])
def test_11_0z_whoever_plays_on_does_not_learn_of_the_wish(seat: str, other: str) -> None:
    one, two = wished(seat, other, "no"), wished(seat, other, "yes")
    assert [each.kind for each in two.events(other)].count("end_declined") == 1, "who wanted to stop is told"
    for _ in range(4):
        assert known(one, seat) == known(two, seat)
        assert known(one, "public") == known(two, "public")
        for s in (one, two):
            if s.result is None:
                s.decide(s.pending[0].options[0], s.pending[0].seat)
