"""What a learner is told of a night."""

from __future__ import annotations

import pytest

from tests.support.observing import told_by_name


def test_a_learner_is_told_the_night_and_its_fighters_and_an_umpire_his_attackers() -> None:
    told = told_by_name("nightfighter", "4B", "told", 60)
    flying = [each for each in told if each["fighters[0]/hex?"]]
    assert flying and all(each["environment/moon=none"] == 1.0 for each in told)
    assert all(
        each["fighters[0]/hex column"] * 18 == pytest.approx(round(each["fighters[0]/hex column"] * 18))
        for each in flying
    )
    assert all(
        sum(value for name, value in each.items() if name.startswith("fighters[0]/facing=")) == 1 for each in flying
    )
    umpire, player = ([each for each in told if each["umpire?"] == is_umpire] for is_umpire in (1.0, 0.0))
    assert umpire and player
    assert not any(value for each in player for name, value in each.items() if name.startswith("umpire"))
