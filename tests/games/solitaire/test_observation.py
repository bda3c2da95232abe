"""What a learner is told of a solitaire night."""

from __future__ import annotations

from tests.support.observing import told_by_name


def test_a_learner_is_told_of_counters_and_how_many_hexes_each_may_be_in() -> None:
    told = told_by_name("solitaire", "4B", "told", 60)
    counted = [each for each in told if each["counters[0]?"]]
    assert counted
    assert all(each["counters[0]/area#"] > 0 or each["counters[0]/level=none"] for each in counted)
    assert any(each["searches[0]?"] for each in told)
