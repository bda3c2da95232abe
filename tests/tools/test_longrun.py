"""Long work that is stopped goes on where it was, and nothing is done twice or lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools import longrun


def square(index: int) -> dict[str, Any]:
    return {"square": index * index}


@pytest.mark.parametrize("workers", [1, 2])
def test_all_pieces_are_done_and_come_back_in_order(tmp_path: Path, workers: int) -> None:
    found = longrun.run("squares", 20, square, workers=workers, folder=tmp_path)
    assert [(each["index"], each["square"]) for each in found] == [(n, n * n) for n in range(20)]


def test_a_stopped_run_goes_on_with_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []

    def stops(index: int) -> dict[str, Any]:
        seen.append(index)
        if len(seen) == 6:
            raise KeyboardInterrupt
        return square(index)

    with pytest.raises(KeyboardInterrupt):
        longrun.run("squares", 10, stops, folder=tmp_path)
    assert "stopped after 5 of 10" in capsys.readouterr().err
    found = longrun.run("squares", 10, stops, folder=tmp_path)
    assert seen == [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9], "only what was not finished is done again"
    assert [each["square"] for each in found] == [n * n for n in range(10)]


def test_a_line_cut_short_by_a_kill_is_written_again(tmp_path: Path) -> None:
    longrun.run("squares", 3, square, folder=tmp_path)
    path = tmp_path / "squares.jsonl"
    path.write_text(path.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    found = longrun.run("squares", 3, square, folder=tmp_path)
    assert [each["square"] for each in found] == [0, 1, 4]
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4


def test_results_of_another_version_are_not_mixed_in(tmp_path: Path) -> None:
    longrun.run("squares", 3, square, version="old", folder=tmp_path)
    done: list[int] = []

    def anew(index: int) -> dict[str, Any]:
        done.append(index)
        return square(index)

    longrun.run("squares", 3, anew, version="new", folder=tmp_path)
    assert done == [0, 1, 2]
    old = (tmp_path / "squares.old.jsonl").read_text(encoding="utf-8")
    assert json.loads(old.splitlines()[0]) == {"version": "old"}


def test_more_pieces_can_be_asked_for_later(tmp_path: Path) -> None:
    longrun.run("squares", 3, square, folder=tmp_path)
    assert len(longrun.run("squares", 5, square, folder=tmp_path)) == 5
