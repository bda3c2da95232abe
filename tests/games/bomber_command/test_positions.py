"""Positions that round-trip, positions by hand, positions that cannot be; and answers nobody should give."""

from __future__ import annotations

import random

import pytest

import viermot
from tests.games.bomber_command.support import go, new_session, night, see, seen_by, unit
from viermot import IllegalOption, UserError

NASTY = (
    "", " ", "none", "pass", "return", "0", "999", "-1", "K5", "Z9", "England", "A", "²", "ﬀ", "💣", "x" * 1500,
    "; ; ;", "E main Berlin", "E main Berlin 1 D5 Z9* D7", "nothing; draw 9", "WINDOW + WINDOW + WINDOW", "WINDOW",
    "\x00", "1e9",
    "E main Hannover 1 D5 J5 K5* K4 D7; E main Hannover 1 D5 J5 K5* K4 D7", "heavy", "gci", "yes", "e3", "HE e3 f3",
)  # fmt: skip


def test_a_position_is_read_as_it_was_written_all_night_long() -> None:
    rng = random.Random("positions")
    seats = {"german": "random"}
    s = viermot.new_game("bomber_command", scenario="downfall", seed="positions", seats=seats)
    while s.pending:
        if rng.random() < 0.2:
            again = viermot.new_game("bomber_command", position=s.position())
            assert again.position() == s.position()
            assert [d.kind for d in again.pending] == [d.kind for d in s.pending]
        decision = s.pending[0]
        usual = decision.question.usually
        s.decide(0 if usual is not None else rng.randrange(len(decision.codes)), decision.seat)


def test_a_position_by_hand_starts_at_its_phase() -> None:
    s = new_session(night(units={"I./NJG1": unit("H7", gci=True)}, turn=3, phase=8))
    assert see(s, "I./NJG1")["place"] == "H7" and seen_by(s, "german").phase == 8
    go(s, "draw_british")
    assert seen_by(s, "german").turn == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('scenario = "berlin"', 'scenario = "paris"'),
        ("turn = 2", "turns = 2"),
        ('place = "H7"', 'place = "Z9"'),
        ('name = "I./NJG1"', 'name = "nobody"'),
        ('letter = "E"', 'letter = "I"'),
        ('marks = ["gci"]', 'marks = ["ghost"]'),
        ('path = "D5', 'path = "D55'),
        ("turn = 2", "turn = "),
        ('game = "bomber_command"', 'game = "chess"'),
    ],
)
def test_an_impossible_position_is_refused_in_one_sentence(old: str, new: str) -> None:
    text = night(units={"I./NJG1": unit("H7", gci=True)}, turn=2, phase=4)
    assert old in text
    with pytest.raises(UserError) as wrong:
        new_session(text.replace(old, new, 1))
    assert "\n" not in wrong.value.text() and "Traceback" not in wrong.value.text()


def test_whatever_is_typed_is_answered_or_refused() -> None:
    rng = random.Random("nasty")
    for scenario in ("berlin", "downfall"):
        options = {"12.2": True, "12.5": True}
        s = viermot.new_game("bomber_command", scenario=scenario, seed="nasty", options=options)
        kinds: set[str] = set()
        while s.pending:
            decision = s.pending[0]
            if decision.kind not in kinds or rng.random() < 0.05:
                kinds.add(decision.kind)
                for text in NASTY:
                    refused = decision.why_not(text)
                    assert refused is None or isinstance(refused, IllegalOption)
                    assert refused is None or "\n" not in refused.text()
            usual = decision.question.usually
            index = rng.randrange(len(decision.codes))
            s.decide(0 if usual is not None and rng.random() < 0.9 else index, decision.seat)
        assert len(kinds) > 15
