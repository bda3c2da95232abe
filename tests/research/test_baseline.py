"""The baseline learns: towards what went well, the same from the same seed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numpy", reason="viermot[rl] is not installed")

import numpy as np

from viermot.lab.statistics import Estimate
from viermot.research.baseline import Game, Policy, drawn, learn, measure, teach
from viermot.research.figures import hexes, intervals
from viermot.research.play import Setting

SETTING = Setting("interceptor", "career")


def test_what_was_answered_in_the_better_game_becomes_likelier() -> None:
    policy = Policy(np.zeros((4, 3), np.float32))
    told, offered = np.array([1.0, 0.0, 1.0], np.float32), np.array([1, 3])
    chances = policy.chances(told, offered)
    assert chances.tolist() == [0.5, 0.5]
    good, bad = (Game([(told, offered, at, chances)], score) for at, score in ((0, 1.0), (1, 0.0)))
    teach(policy, [good, bad])
    assert policy.chances(told, offered)[0] > 0.5
    assert not policy.weights[[0, 2]].any(), "what was not offered learns nothing"


def test_games_that_all_went_alike_teach_nothing() -> None:
    policy = Policy(np.zeros((4, 3), np.float32))
    told: Any = np.ones(3, np.float32)
    offered = np.array([1, 3])
    teach(policy, [Game([(told, offered, 0, policy.chances(told, offered))], 0.4)] * 2)
    assert not policy.weights.any()


def test_the_same_seed_learns_the_same_and_the_curve_has_a_point_a_batch() -> None:
    one, curve = learn(SETTING, 12, "same", batch=4)
    other, again = learn(SETTING, 12, "same", batch=4)
    assert len(curve) == 3 and curve == again and np.array_equal(one.weights, other.weights)
    assert one.weights.any()
    picture = drawn(curve, 4, "a curve")
    assert picture.startswith("<svg") and picture.count("<polyline") == 2 and "12 games" in picture


@pytest.mark.proof
def test_it_learns_what_the_documents_say() -> None:
    """docs/research.md: by lot 0.09, taught 0.20 after 750 careers."""
    before = measure(Policy.fresh(SETTING), SETTING, 150, "baseline")
    policy, _ = learn(SETTING, 750, "baseline")
    after = measure(policy, SETTING, 150, "baseline")
    assert after.low > before.high


def test_pictures_show_what_they_are_given() -> None:
    lines = intervals({"one <b>": Estimate(0.5, 0.25, 0.75)}, "a title")._repr_svg_()
    assert "one &lt;b&gt;" in lines and lines.count("<circle") == 1
    shown = hexes({"0102": 0.5, "0201": 0.25}, {"0102": "x"}, "a map", 3, 4)._repr_svg_()
    assert shown.count("<polygon") == 12 and ">x</text>" in shown
