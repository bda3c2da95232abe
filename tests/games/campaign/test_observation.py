"""What a learner is told of a career."""

from __future__ import annotations

from tests.support.observing import told_by_name


def test_a_learner_is_told_the_week_the_crew_and_in_the_air_the_sortie() -> None:
    told = told_by_name("campaign", "pilot", "told", 200)
    weeks = [each["week"] for each in told]
    assert weeks == sorted(weeks) and weeks[-1] > weeks[0] > 0
    assert all(each["crews[0]?"] == 1.0 for each in told)
    airborne = [each for each in told if each["sortie?"]]
    assert airborne and any(each["sortie/fighters[0]/hex?"] for each in airborne)
    grounded = [each for each in told if not each["sortie?"]]
    assert not any(value for each in grounded for name, value in each.items() if name.startswith("sortie/"))
