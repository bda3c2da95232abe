"""Calibration: a belief that is as good as its word has no error, one that is not has."""

from __future__ import annotations

import json

import pytest

from viermot.lab.calibration import Calibration, interval, reliability


def test_a_belief_as_good_as_its_word_has_no_error() -> None:
    belief = Calibration()
    for number in range(10):
        belief.look([0.5, 0.1], {0} if number % 2 else {1} if number == 0 else set())
    assert belief.error == pytest.approx(0.0)
    assert belief.rare == 0.0


def test_a_belief_that_is_too_sure_is_found_out() -> None:
    belief = Calibration()
    for number in range(10):
        belief.look([0.95], {0} if number % 2 else set())
    assert belief.error == pytest.approx(0.45)


def test_somebody_where_hardly_ever_was_said() -> None:
    belief = Calibration()
    belief.look([0.0005] * 10, {3})
    assert belief.rare == pytest.approx(200.0)


def test_log_loss_is_counted_game_by_game() -> None:
    belief = Calibration()
    belief.look([0.5], {0})
    belief.game_over()
    belief.look([1.0], {0})
    belief.game_over()
    assert belief.by_game == [pytest.approx(0.6931, abs=1e-3), pytest.approx(0.0, abs=1e-5)]
    assert interval(belief.by_game)[0] == pytest.approx(0.3466, abs=1e-3)
    assert interval([1.0]) == (1.0, 0.0)


def test_the_picture_has_a_line_for_each_belief() -> None:
    belief = Calibration()
    for _ in range(20):
        belief.look([0.5, 0.2], {0})
    picture = reliability("Two", [("one", belief), ("other", belief)])
    assert picture.startswith("<svg") and picture.count("<circle") == 4 and ">other</text>" in picture


def test_games_that_are_written_down_and_added_are_the_games() -> None:
    whole, added = Calibration(), Calibration()
    for chances, there in (([0.5, 0.0004], {0}), ([0.2, 0.9], {1}), ([0.3, 0.3], set[int]())):
        one = Calibration()
        for belief in (whole, one):
            belief.look(chances, there)
            belief.game_over()
        added.add(Calibration.read(json.loads(json.dumps(one.written()))))
    assert added.by_game == whole.by_game and added.bins == whole.bins
