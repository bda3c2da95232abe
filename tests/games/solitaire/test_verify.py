"""Saves, positions and proofs of fairness of whole solitaire games."""

from __future__ import annotations

from pathlib import Path

import pytest

import viermot
from tests.games.nightfighter.test_written import ATTACKERS
from tests.games.solitaire.support import answer, counter, fighter, new_session, solo
from viermot.games.nightfighter.model import written
from viermot.games.solitaire.model.state import ATTACKER_LISTS, OTHER_LISTS
from viermot.kernel.positions import BadPosition


def test_the_names_in_files_are_those_of_the_first_saves() -> None:
    assert written.names_of(ATTACKER_LISTS) == (*ATTACKERS, "a_level", "a_track", "a_h2s", "a_out")
    assert written.names_of(OTHER_LISTS) == ("live", "looks", "coming")


@pytest.mark.parametrize("scenario", ["3", "4B", "7", "8F"])
def test_a_game_played_by_a_bot_is_fair_and_loads_again(scenario: str, tmp_path: Path) -> None:
    s = viermot.new_game("solitaire", scenario, seed="fair", seats={"player": "standard"})
    assert s.result is not None
    s.save(tmp_path / "game.json")
    assert viermot.verify(tmp_path / "game.json", head=s.head).fair
    again = viermot.load(tmp_path / "game.json")
    assert again.result == s.result and again.head == s.head


@pytest.mark.parametrize("decisions", [0, 5, 17, 31])
def test_a_position_goes_on_at_the_very_decision(decisions: int) -> None:
    s = viermot.new_game("solitaire", "4B", seed="position")
    for _ in range(decisions):
        s.decide(min(1, len(s.pending[0].codes) - 1))
        if not s.pending:
            break
    again = viermot.new_game("solitaire", position=s.position(), seed="other")
    assert again.position() == s.position() and again.state_hash == s.state_hash
    assert [d.kind for d in again.pending] == [d.kind for d in s.pending]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (solo("4B", counter("1", "1012 S"), counter("2", "1012 S")), "1012 S"),
        (solo("4B", counter("x", "1012 S")), "counter"),
        (solo("4B", counter("1", "1012 S"), counter("1", "1013 S")), "name"),
        (solo("9", counter("1", "1012 S")), "9"),
        (solo("4B", counter("1", "9912 S")), "9912"),
        (solo("4B", counter("1", "1012 S", colour=3)), "colour"),
        ('game = "nightfighter"\nscenario = "4B"\n', "nightfighter"),
    ],
)
def test_a_bad_position_is_refused_in_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as wrong:
        new_session(text)
    assert reason in str(wrong.value) and "Traceback" not in str(wrong.value)


def test_undo_until_something_was_learned() -> None:
    two = [counter("1", "1012 S"), counter("2", "0405 S")]
    s = new_session(solo("4", fighter(201, "0125 N"), *two, phase=3), dice={"search": [1, 1]})
    answer(s, "path", "F F")
    s.undo("player")
    answer(s, "path", "F F F")
    answer(s, "place_search", "1012")
    s.undo("player")
    answer(s, "place_search", "none")
    answer(s, "place_search", "1012")
    reason = s.why_not_undo("player")
    assert reason is not None and reason.key == "undo.learned"


def test_nonsense_is_refused_with_a_reason() -> None:
    s = new_session(solo("4", fighter(201, "1010 S"), counter("1", "1012 S"), phase=6))
    for text in ("", "7z", "1012x", "ż", "x" * 500):
        wrong = s.pending[0].why_not(text)
        assert wrong is not None and str(wrong) and "[solitaire" not in str(wrong)
    assert s.pending[0].why_not("1012") is None, "a counter may be named by its hex"
