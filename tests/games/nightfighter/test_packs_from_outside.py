"""What slips through the checks of Nightfighter's data is refused all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.files_tried import in_one_sentence
from viermot import UserError, new_game
from viermot.games.nightfighter import components
from viermot.games.nightfighter.model import notation
from viermot.kernel import registry, rehearsal


def test_what_no_check_of_a_game_foresaw_is_refused_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "umpire.toml").write_text('status = "own"\n')

    def stumbles(*_: object) -> None:
        raise KeyError("a row that nobody looks for")

    monkeypatch.setattr(components, "load", stumbles)
    with pytest.raises(UserError) as told:
        registry.game("nightfighter").load_pack(tmp_path)
    assert told.value.key == "error.pack" and in_one_sentence(told.value) is None


def test_an_answer_that_means_two_things_is_found_by_a_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two places of one name: who types it would be sent to the other."""
    session = new_game("nightfighter", "1", seed="two names")
    module = registry.game("nightfighter")
    rehearsal.rehearse(module, session.state, "as it is", games=1)
    monkeypatch.setattr(notation.PlaceNotation, "read", lambda *_: -1)
    with pytest.raises(rehearsal.RehearsalFailed, match="means two things"):
        rehearsal.rehearse(module, session.state, "mixed up", games=1)
