"""The double oracle on games whose answer is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from viermot.lab.oracle import DoubleOracle, Strategy, solve

BEATS = {(0, 2), (1, 0), (2, 1)}  # rock, paper, scissors: who beats whom


def hands(row: Strategy, column: Strategy, seed: str) -> float:
    mine, theirs = int(row["hand"]), int(column["hand"])
    noise = (sum(seed.encode()) % 3 - 1) * 0.01
    return ((mine, theirs) in BEATS) - ((theirs, mine) in BEATS) + noise


def every_hand(known: Sequence[Strategy], round_: int) -> list[Strategy]:
    return [{"hand": hand} for hand in range(3)]


def test_both_find_all_three_hands_and_play_them_alike(tmp_path: Path) -> None:
    search = DoubleOracle([{"hand": 0}], [{"hand": 0}], games=30)
    file = tmp_path / "search.json"
    for _ in range(8):
        if not search.advance(hands, every_hand, every_hand, lambda: search.save(file)):
            break
    else:
        pytest.fail("it goes on for ever")
    solved = search.solution()
    assert {row["hand"] for row in search.rows} == {0, 1, 2}
    assert all(abs(share - 1 / 3) < 0.05 for share in solved.rows)
    assert abs(solved.value) < 0.03
    assert DoubleOracle.load(file) == search


def test_what_was_played_is_not_played_again_when_it_is_taken_up(tmp_path: Path) -> None:
    search = DoubleOracle([{"hand": 0}, {"hand": 1}], [{"hand": 2}], games=5)
    file = tmp_path / "search.json"
    search.fill(hands, lambda: search.save(file))
    again = DoubleOracle.load(file)

    def never(row: Strategy, column: Strategy, seed: str) -> float:
        raise AssertionError("played twice")

    again.fill(never, lambda: None)
    assert again.results == search.results


def test_an_answer_joins_only_if_it_is_better() -> None:
    search = DoubleOracle([{"hand": 1}], [{"hand": 0}], games=12)
    search.fill(hands, lambda: None)
    assert search.answer(hands, [{"hand": 0}, {"hand": 2}], [1.0], for_row=True) is None
    assert search.answer(hands, [{"hand": 0}, {"hand": 2}], [1.0], for_row=False) == {"hand": 2}


def test_a_game_with_a_best_answer_for_each_side_is_played_by_it() -> None:
    solved = solve([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0]])
    assert solved.rows[0] > 0.99 and solved.columns[1] > 0.99 and solved.value == pytest.approx(1.0, abs=0.01)


def test_what_luck_cannot_tell_apart_is_played_as_well() -> None:
    search = DoubleOracle([{"hand": 0}, {"hand": 1}, {"hand": 2}], [{"hand": 0}], games=4)
    search.results = {"0,0": [0.0, 2.0, 0.0, 2.0], "1,0": [0.1, 2.1, 0.1, 2.1], "2,0": [-9.0, -8.0, -9.0, -8.0]}
    assert search.solution().rows[1] > 0.99
    level = search.level().rows
    assert level[0] == pytest.approx(0.25, abs=0.01) and level[2] < 0.01 and sum(level) == pytest.approx(1.0)
