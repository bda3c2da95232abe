"""Component data from outside: refused in one sentence that names file, key and reason, or it can be played with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.files_tried import in_one_sentence, one_pack
from tests.support.mutated_files import GAMES
from viermot import new_game
from viermot.kernel import packs, registry
from viermot.kernel.packs import PackError
from viermot.kernel.user_error import UserError

SAMPLE = 200


@pytest.mark.parametrize("index", range(SAMPLE))
def test_a_mutant_is_refused_in_one_sentence_or_can_be_played_with(index: int) -> None:
    found = one_pack(index, "sample")
    assert found["end"] != "fault", found
    assert found["read"] < 2


@pytest.mark.parametrize("game", GAMES)
def test_our_own_data_is_an_owners_too(game: str, tmp_path: Path) -> None:
    """What is exported and laid over ours loads, and plays."""
    registry.game(game).export_pack(tmp_path)
    assert new_game(game, seed="own", pack=tmp_path).pending


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("low_altitude = 99999999999", "low_altitude"),
        (f"low_altitude = {'9' * 6_000}", "raids.toml"),
        ("low_altitude = nan", "low_altitude"),
        ("low_altitude = 1000", "low_altitude"),
        ("types_low = 3", "types_low"),
        ('[[types]]\nid = "13/42"', "types"),
        ('[[types]]\nid = "6/42"\ndie = ["x", "x", "x", "x", "x", "x"]', "types"),
        ('[equipment]\nfour = ["Radio"]', "equipment"),
        ('[[kind]]\nid = "dunaja"\nsuits = ["stars"]', "kind"),
        ('[[kind]]\nid = "dunaja"\nrules = "all of them"', "dunaja"),
        ('[[size]]\nid = "lone"\nentry = [{ turns = "never", count = 1 }]', "lone"),
        ('[[size]]\nid = "lone"\nentry = [{ turns = "1", count = 99999 }]', "count"),
        ("x = " + "[" * 40 + "]" * 40, "nested"),
        ("x = " + "[" * 9_000 + "]" * 9_000, "nested"),
    ],
)
def test_what_no_career_could_be_flown_with_is_refused(text: str, word: str, tmp_path: Path) -> None:
    (tmp_path / "raids.toml").write_text(text)
    with pytest.raises(PackError) as told:
        registry.game("campaign").load_pack(tmp_path)
    assert in_one_sentence(told.value) is None
    assert "raids.toml" in str(told.value) and word in str(told.value)


def test_data_that_loads_and_breaks_in_play_is_refused_by_a_rehearsal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from viermot.kernel import rehearsal

    (tmp_path / "umpire.toml").write_text('status = "own"\n')

    def stumbles(*_: object) -> None:
        raise KeyError("a chart that ends too early")

    monkeypatch.setattr(rehearsal, "_play", stumbles)
    with pytest.raises(UserError) as told:
        new_game("nightfighter", "1", pack=tmp_path)
    assert told.value.key == "error.pack_breaks"
    assert in_one_sentence(told.value) is None


@pytest.mark.parametrize("value", [10**9, -(10**9), float("inf"), float("nan"), "x" * 50_000, [0] * 10_000])
def test_no_chart_holds_what_is_beyond_all_bounds(value: object) -> None:
    with pytest.raises(PackError):
        packs.from_content({"format": packs.FORMAT, "files": {"a.toml": {"x": value}}})
