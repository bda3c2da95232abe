"""What a learner is told of a career."""

from __future__ import annotations

from tests.support.observing import told_by_name


def test_a_learner_is_told_the_pilot_his_aircraft_and_in_the_air_the_bomber() -> None:
    told = [each for number in range(4) for each in told_by_name("interceptor", "career", f"told {number}", 120)]
    assert all(each["own=0"] == 1.0 and each["pilots[0]?"] == 1.0 and not each["pilots[1]?"] for each in told)
    fighting = [each for each in told if each["pilots[0]/sortie/bomber?"]]
    assert fighting
    ranges = [f"pilots[0]/sortie/bomber/range={each}" for each in ("long", "medium", "close")]
    assert all(sum(each[name] for name in ranges) <= 1 for each in fighting)
    assert any(each["pilots[0]/aircraft/weapons[0]/state=ready"] for each in told)
